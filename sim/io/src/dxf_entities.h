// The entities of an ASCII DXF file that sewing patterns are made of: lines, arcs, circles, polylines of both
// kinds with their bulges, points, texts and inserted blocks (AutoCAD R12 to 2013). All else is counted.
#pragma once

#include "raw_pattern.h"

namespace selvage {

enum class DxfKind : uint8_t { Curve, Point, Text, Insert };

struct DxfEntity {
    DxfKind kind{DxfKind::Curve};
    std::string layer;
    std::string text;   // of a text; of an insert, the block's name
    PanelLoop edges;    // of a curve
    bool closed{false}; // a curve that says so
    DVec2 at{0.0};      // of a point, a text, an insert
    DVec2 scale{1.0};   // of an insert
    double angleDeg{0.0};
};

// Names may be used twice: a block is what stands at its place in the file.
struct DxfBlock {
    std::string name;
    DVec2 base{0.0};
    std::vector<DxfEntity> entities;
};

struct DxfFile {
    std::vector<DxfBlock> blocks;
    std::vector<DxfEntity> entities;
    int32_t unitsCode{0}; // $INSUNITS; 0: none
    int64_t otherEntities{0};
    std::string otherKind; // of the first of them
};

Result<DxfFile> readDxf(const PatternSource &source);

} // namespace selvage
