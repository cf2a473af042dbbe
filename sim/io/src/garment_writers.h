// The formats of worn garments.
#pragma once

#include "io/garment_file.h"

namespace selvage {

// A file's bytes.
Result<std::string> objText(const GarmentMesh &garment);
Result<std::string> gltfText(const GarmentMesh &garment);
Result<std::string> glbBytes(const GarmentMesh &garment);

// Per particle, the normals of its triangles weighted by their areas; +y where there is none.
std::vector<Vec3> particleNormals(const GarmentMesh &garment);

// Triangles of panel p, as offsets into GarmentMesh::triangles, and its vertices.
struct PanelRange {
    size_t firstCorner{0};
    size_t endCorner{0};
    size_t firstVertex{0};
    size_t endVertex{0};
};
PanelRange rangeOf(const GarmentMesh &garment, size_t panel);

// Whether seams left it three particles.
bool isWhole(const GarmentMesh &garment, size_t firstCorner);

} // namespace selvage
