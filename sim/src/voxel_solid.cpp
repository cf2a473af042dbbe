// Looking up voxels; building them is in voxel_build.cpp.
#include "sim/voxel_solid.h"

#include "voxel_sample.h"

namespace selvage {

namespace {

constexpr Vec3 kUp(0.0F, 1.0F, 0.0F);

// From the corners of the bricks: rough, but it knows the way out.
Interpolated sampleCoarse(const VoxelSolid &solid, const Vec3 &local) {
    const float side = solid.voxel * static_cast<float>(kBrickVoxels);
    const Vec3 place = (local - solid.origin) / side;
    const glm::ivec3 cell = glm::clamp(glm::ivec3(glm::floor(place)), glm::ivec3(0), solid.bricks - 1);
    const Vec3 part = glm::clamp(place - Vec3(cell), Vec3(0.0F), Vec3(1.0F));
    const int32_t row = solid.bricks.x + 1;
    const int32_t layer = row * (solid.bricks.y + 1);
    const float *at = solid.coarse.data() + static_cast<size_t>(cell.z * layer + cell.y * row + cell.x);
    const CornerPair pairs[4] = {{at[0], at[1]},
                                 {at[row], at[row + 1]},
                                 {at[layer], at[layer + 1]},
                                 {at[layer + row], at[layer + row + 1]}};
    return interpolateCorners(pairs, part.x, part.y, part.z);
}

Vec3 direction(const Vec3 &gradient) {
    const float squared = glm::dot(gradient, gradient);
    return squared > 1e-24F ? gradient * (1.0F / std::sqrt(squared)) : kUp;
}

} // namespace

size_t bytesOf(const VoxelSolid &solid) {
    return solid.brick.size() * sizeof(int32_t) + solid.coarse.size() * sizeof(float) +
           solid.corners.size() * sizeof(uint32_t) + solid.planes.size() * sizeof(PlaneVoxel) +
           solid.nearThin.size();
}

VoxelSample sampleVoxels(const VoxelSolid &solid, const Vec3 &local) {
    const VoxelPlace place = placeOf(VoxelGrid(solid), local.x, local.y, local.z);
    const int32_t brick = brickAt(solid, place);
    if (brick < 0) {
        const Interpolated coarse = sampleCoarse(solid, local);
        const float size = std::max(std::abs(coarse.value), solid.reach);
        return {brick == VoxelSolid::kInside ? -size : size, direction(coarse.gradient)};
    }
    if (solid.mode == VoxelMode::NearestPlane) {
        return samplePlane(solid, brick, place);
    }
    const Interpolated fine = sampleCorners(solid, brick, place);
    const float distance = fine.value * solid.unit;
    if (distance < -solid.reach) { // so deep that the corners do not know how deep
        const Interpolated coarse = sampleCoarse(solid, local);
        return {std::min(distance, coarse.value), direction(coarse.gradient)};
    }
    return {distance, direction(fine.gradient)};
}

bool isFarFromVoxels(const VoxelSolid &solid, const Vec3 &local) {
    return brickAt(solid, placeOf(VoxelGrid(solid), local.x, local.y, local.z)) == VoxelSolid::kOutside;
}

VoxelClass classAt(const VoxelSolid &solid, const Vec3 &local) {
    const VoxelPlace place = placeOf(VoxelGrid(solid), local.x, local.y, local.z);
    const int32_t brick = brickAt(solid, place);
    if (brick < 0) {
        return brick == VoxelSolid::kInside ? VoxelClass::Inside : VoxelClass::Outside;
    }
    // Half a diagonal from the centre: the surface may pass through the voxel.
    const Vec3 centre = local + solid.voxel * (0.5F - Vec3(place.fx, place.fy, place.fz));
    const float distance = sampleVoxels(solid, centre).distance;
    const float half = 0.5F * std::sqrt(3.0F) * solid.voxel;
    return distance > half    ? VoxelClass::Outside
           : distance < -half ? VoxelClass::Inside
                              : VoxelClass::Surface;
}

} // namespace selvage
