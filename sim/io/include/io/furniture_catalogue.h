// Furniture from the catalogues of Sweet Home 3D (.sh3f): zip archives with a model in OBJ for each piece and
// a file of properties that tells its size; its colours come from the MTL beside it. Archives are not
// trusted: sizes are checked before anything is allocated, and what is missing or broken is an error that
// names the archive and the entry or key.
#pragma once

#include "io/triangle_mesh.h"

#include <filesystem>
#include <string>

namespace selvage {

// m, +y up, as large as the catalogue says; the middle of its foot is the origin. `id`: of the piece, as in
// "Scopia#office_chair".
Result<TriangleMesh> readFurniture(const std::filesystem::path &archive, const std::string &id);

} // namespace selvage
