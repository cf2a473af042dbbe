// The files that selvage-lab dress writes besides its report.
#pragma once

#include "dress_command.h"
#include "io/garment_file.h"
#include "sim/sewing_pattern.h"

namespace selvage {

// ".json, .svg, .dxf, .obj, .gltf, .glb"
std::string exportExtensions();

// Nothing, or what is wrong with one of the names.
Result<void> checkExports(const DressCommandOptions &options);

// Patterns and garments, each in the format of its extension.
Result<void> writeExports(const DressCommandOptions &options, const SewingPattern &pattern,
                          const GarmentMesh &garment);

} // namespace selvage
