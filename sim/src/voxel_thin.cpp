// Which bricks are near something thin: where the surface is, and nothing around it lies deep inside.
#include "maths/index.h"
#include "voxel_sample.h"

namespace selvage {

namespace {

// Calls body(index) for a brick and those around it.
template <typename Body> void aroundBrick(const glm::ivec3 &bricks, int32_t b, const Body &body) {
    const glm::ivec3 at(b % bricks.x, b / bricks.x % bricks.y, b / (bricks.x * bricks.y));
    const glm::ivec3 low = glm::max(at - 1, glm::ivec3(0));
    const glm::ivec3 high = glm::min(at + 1, bricks - 1);
    for (int32_t z = low.z; z <= high.z; ++z) {
        for (int32_t y = low.y; y <= high.y; ++y) {
            for (int32_t x = low.x; x <= high.x; ++x) {
                body(u((z * bricks.y + y) * bricks.x + x));
            }
        }
    }
}

// m, of its lowest corner.
float leastDistance(const VoxelSolid &solid, int32_t brick) {
    constexpr int32_t kCorners = kBrickCorners * kBrickCorners * kBrickCorners;
    const uint32_t *words = wordsOf(solid, brick);
    float least = 1e30F;
    for (int32_t k = 0; 2 * k < kCorners; ++k) {
        const CornerPair pair = unpackPair(words[k]);
        least = std::min(least, 2 * k + 1 < kCorners ? std::min(pair.at, pair.next) : pair.at);
    }
    return least * solid.unit;
}

} // namespace

void findThinParts(VoxelSolid &solid) {
    solid.nearThin.clear();
    if (solid.mode != VoxelMode::Trilinear) {
        return;
    }
    const size_t count = solid.brick.size();
    std::vector<float> least(count, solid.reach); // m
    for (size_t b = 0; b < count; ++b) {
        if (solid.brick[b] != VoxelSolid::kOutside) {
            least[b] =
                solid.brick[b] == VoxelSolid::kInside ? -solid.reach : leastDistance(solid, solid.brick[b]);
        }
    }
    std::vector<uint8_t> nearThin(count, 0);
    bool any = false;
    for (size_t b = 0; b < count; ++b) {
        float around = 0.0F;
        if (least[b] < 0.0F) {
            aroundBrick(solid.bricks, static_cast<int32_t>(b),
                        [&](size_t other) { around = std::min(around, least[other]); });
        }
        if (around < 0.0F && around > -kThin) {
            any = true;
            aroundBrick(solid.bricks, static_cast<int32_t>(b), [&](size_t other) { nearThin[other] = 1; });
        }
    }
    if (any) {
        solid.nearThin = std::move(nearThin);
    }
}

bool isNearThin(const VoxelSolid &solid, const Vec3 &local) {
    const VoxelPlace place = placeOf(VoxelGrid(solid), local.x, local.y, local.z);
    return place.brick >= 0 && !solid.nearThin.empty() && solid.nearThin[u(place.brick)] != 0;
}

} // namespace selvage
