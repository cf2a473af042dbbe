// Cutting a sheet of triangles along a drawn line, e.g. worn cloth or a panel: the line's way through the
// flat fabric is made a row of edges, then the particles along it are parted. Where the line passes an edge
// near its end (a fifth of its length), that particle is moved onto the line instead of a new one being made,
// as far as it can move; then edges beside the line are flipped and particles beside it moved where that
// opens small angles.
#pragma once

#include "maths/result.h"
#include "sim/mesh_cloth.h"

#include <array>
#include <span>

namespace selvage {

struct MeshPoint {
    int32_t triangle{0};
    Vec3 share{0.0F}; // –, of its three corners; none negative, 1 together
};

// Where a particle comes from: the mean of three, so that places, velocities and whatever else carry over.
struct ParticleSource {
    std::array<int32_t, 3> particle{0, 0, 0};
    Vec3 share{1.0F, 0.0F, 0.0F}; // –
};

// A piece of the cut from one particle to the next, on the side to its left, seen from the face, and on the
// other one.
struct CutEdge {
    std::array<int32_t, 2> left{};
    std::array<int32_t, 2> right{};
};

struct MeshCut {
    MeshShape shape; // particles that were there keep their index
    std::vector<ParticleSource> source;
    std::vector<int32_t> home;  // per triangle, the one it was made from, in the same panel
    std::vector<CutEdge> edges; // along the line
};

inline constexpr size_t kCutPointsMax = 10000;

// `panel`: per triangle, which coordinates it has its rest shape in; empty: what hangs together in the flat
// fabric is a panel. The line is straight in the flat fabric from point to point: over a seam as the two
// panels lie side by side, across slits and holes of one panel as if they were not there. Where its points
// are closer than the edges are long, a tenth of an edge's length is passed over. A line that returns to its
// first point cuts a piece out. Fails, naming the point, for a line that is too short, crosses itself, cannot
// be drawn on the cloth or follows its border, and as makeMeshCloth does for the mesh. O(n), about 0.5 ms for
// 3,000 particles.
Result<MeshCut> cutMesh(const MeshShape &shape, std::span<const MeshPoint> line,
                        std::span<const int32_t> panel = {});

// The same along several lines at once, which must not cross or touch each other.
Result<MeshCut> cutMeshAlong(const MeshShape &shape, std::span<const std::span<const MeshPoint>> lines,
                             std::span<const int32_t> panel = {});

// The same along a V of three points in one panel, its tip inside: both legs get as many particles, and as
// far from the tip as their triangles allow, to be sewn to each other one by one.
Result<MeshCut> cutMeshAlongV(const MeshShape &shape, std::span<const MeshPoint, 3> points,
                              std::span<const int32_t> panel = {});

// A line in a panel's flat coordinates (m) as points on its mesh; what reaches out of the outline at either
// end is left out. `panel` as above, `which` of them. Fails, naming the point, for points beside the panel.
Result<std::vector<MeshPoint>> drawOnPanel(const MeshShape &shape, std::span<const Vec2> line,
                                           std::span<const int32_t> panel, int32_t which);

// Per particle of the cut mesh what its sources have: a position, a velocity.
std::vector<Vec3> carryOver(std::span<const ParticleSource> source, std::span<const Vec3> from);

} // namespace selvage
