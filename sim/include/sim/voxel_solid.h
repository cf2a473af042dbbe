// Any triangle mesh as a solid that cloth can be kept out of at constant cost (Meyer et al. 2000,
// §4.2.1-4.2.3): a grid in the object's own space, as fine as the wanted accuracy asks for, stored in bricks
// only near the surface (instead of the paper's octree of limited depth, one level of which is enough).
// Inside and outside come from winding numbers, so that open, doubled and self-intersecting meshes work.
//
// Two kinds of voxels: `NearestPlane` is the paper's, the tangent plane at the point closest to the voxel's
// centre; `Trilinear` interpolates the distance between the corners, which is continuous.
#pragma once

#include "sim/mesh_distance.h"

#include <functional>

namespace selvage {

class Workers;

enum class VoxelMode : uint8_t { Trilinear, NearestPlane };
enum class VoxelClass : uint8_t { Outside, Surface, Inside };

struct VoxelOptions {
    VoxelMode mode{VoxelMode::Trilinear};
    float accuracy{0.0006F};             // m, of 99 in 100 distances near a smooth surface
    float reach{0.010F};                 // m, how far from the surface distances have to be right
    size_t bytesMax{size_t{256} << 20U}; // a mesh that needs more gets larger voxels
};

inline constexpr float kThin = 0.006F; // m, from the surface of what is thin to its middle, or less
inline constexpr float kVoxelsPerAccuracy = 0.12F; // – accuracy over voxel size, measured on a body
inline constexpr int32_t kBrickVoxels = 8;         // along one side
inline constexpr int32_t kBrickCorners = kBrickVoxels + 1;
// Words of a brick's corners: one more than they fill, since a pair may be read beyond the last.
inline constexpr int32_t kBrickWords = kBrickCorners * kBrickCorners * kBrickCorners / 2 + 2;

// One voxel of NearestPlane: its centre's distance to the tangent plane, whose normal is octahedral.
struct PlaneVoxel {
    int16_t distance{0}; // in VoxelSolid::unit
    int8_t normalU{0};
    int8_t normalV{0};
};

struct VoxelSolid {
    static constexpr int32_t kOutside = -1; // in `brick`
    static constexpr int32_t kInside = -2;

    VoxelMode mode{VoxelMode::Trilinear};
    float voxel{0.005F};    // m, side of a voxel
    float reach{0.010F};    // m
    float unit{1e-6F};      // m, of the stored distances
    float perVoxel{200.0F}; // 1/m, 1 / voxel
    Vec3 origin{0.0F};      // m, lowest corner of the grid
    Vec3 low{0.0F};         // m, box of the mesh
    Vec3 high{0.0F};
    glm::ivec3 bricks{0};       // of the grid
    std::vector<int32_t> brick; // per brick, x fastest: its number, kOutside or kInside
    std::vector<float> coarse;  // m, signed distances at the bricks' corners, x fastest
    // Trilinear: signed distances of every brick's corners, x fastest, two in a word (the lower half first).
    std::vector<uint32_t> corners;
    std::vector<PlaneVoxel> planes; // NearestPlane: of every brick's voxels, x fastest
    float clearShare{1.0F};         // –, see clearShare()
    // Trilinear: per brick, not 0: in it or in one beside it something is so thin that it may pass between
    // the particles of a cloth: wires, thin rods and plates. Empty: nothing is.
    std::vector<uint8_t> nearThin;

    bool isSolid() const { return clearShare >= kSolidShare; }
};

size_t bytesOf(const VoxelSolid &solid);

// Called with the part done so far, 0…1, from the calling thread.
using VoxelProgress = std::function<void(float)>;

// position: m; triangles: 3 per triangle, at least one, each with an area. The same bits for any number of
// workers.
VoxelSolid buildVoxelSolid(std::span<const Vec3> position, std::span<const int32_t> triangles,
                           const VoxelOptions &options, Workers &workers, const VoxelProgress &progress = {});

// Signed distance (m, negative inside) and gradient, which points outwards.
struct VoxelSample {
    float distance;
    Vec3 normal; // unit
};

// `local`: m, in the mesh's space. Within `reach` of the surface as accurate as the mode; farther away the
// distance is only known to be at least `reach` on that side.
VoxelSample sampleVoxels(const VoxelSolid &solid, const Vec3 &local);

// True only for points that lie farther outside than the solid's reach.
bool isFarFromVoxels(const VoxelSolid &solid, const Vec3 &local);

// Whether a point is near something thin: true where that is nearer than a brick.
bool isNearThin(const VoxelSolid &solid, const Vec3 &local);

// Fills nearThin from the rest.
void findThinParts(VoxelSolid &solid);

// The voxel's class; a surface voxel is one that the surface passes through, or may.
VoxelClass classAt(const VoxelSolid &solid, const Vec3 &local);

} // namespace selvage
