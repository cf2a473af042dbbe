// Cloth from any triangle mesh: an irregular sheet, a pattern's panel, or several panels sewn into a garment.
// What the fabric is like at rest is told triangle by triangle, so a seam may join places that lie far apart
// in the pattern: the triangles decide what hangs together, not the places in the flat fabric.
#pragma once

#include "maths/result.h"
#include "sim/cloth.h"

namespace selvage {

struct MeshShape {
    std::vector<int32_t> triangles; // 3 particles each, all counter-clockwise seen from the face
    std::vector<Vec2> uv;           // m, per particle in the flat fabric: x along weft, y along warp
    std::vector<Vec2> cornerUv;     // m, per triangle corner, where panels are sewn; empty: as uv has it
    std::vector<Vec3> position;     // m, per particle in space; empty: flat, like a grid cloth
};

// Edges along warp or weft (to 22.5 degrees) become structural springs, the others shear springs; flexion
// springs join the far corners of neighbouring triangles. Where the two sides of a seam differ in length, the
// spring has their mean. Masses follow from area and density; the pose applies to flat and given positions
// alike. Fails, naming the triangle or particle, without triangles, for indices out of range, triangles
// without area, particles in no triangle, numbers that are not finite, and a fabric without weight.
Result<Cloth> makeMeshCloth(const MeshShape &shape, const Fabric &fabric, const Pose &pose);

// Where corner k of triangle t lies in the flat fabric (m).
Vec2 restCorner(const ClothTopology &topology, int32_t triangle, int32_t k);

// The sheet of the measurements on irregular meshes: particles numbered like a grid's, moved at random by up
// to 0.3 of the spacing (along the border only, where they are on it; corners not at all), each cell cut
// along a random diagonal. The size's layout is not used.
MeshShape irregularSheet(const GridSize &size, uint64_t seed);

} // namespace selvage
