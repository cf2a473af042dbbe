// Any bytes as a cached voxel solid, with a checksum that fits, so that the fuzzer gets past it; what is
// taken must be fit to be looked up.
#include "io/voxel_cache.h"

#include <cmath>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace selvage;
    constexpr uint64_t kKey = 1;
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto solid = unpackVoxels(sealVoxels(bytes, kKey), kKey);
    if (solid) {
        for (int32_t k = 0; k < 1000; ++k) {
            const Vec3 part(static_cast<float>(k % 10), static_cast<float>(k / 10 % 10),
                            static_cast<float>(k / 100));
            const Vec3 at = solid->origin + part * 0.11F * Vec3(solid->bricks * kBrickVoxels) * solid->voxel;
            const VoxelSample sample = sampleVoxels(*solid, at);
            if (std::isnan(sample.distance)) {
                std::abort();
            }
        }
    }
    return 0;
}
