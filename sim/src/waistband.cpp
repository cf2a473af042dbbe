// See waistband.h.
#include "waistband.h"

#include "maths/index.h"

#include <algorithm>

namespace selvage {

namespace {

bool isTaken(const MeshSolver &mesh, int32_t block, int32_t lane) {
    return std::any_of(mesh.bands.begin(), mesh.bands.end(), [&](const BandSpring &spring) {
        return spring.block == block && spring.lane == lane;
    });
}

} // namespace

void reserveBands(MeshSolver &mesh) {
    mesh.bands.reserve(mesh.levels.front().blocks.size() * u(kBlock));
}

void pickBand(std::span<const float> depth, float depthMax, int32_t band, MeshSolver &mesh) {
    const MeshLevel &fine = mesh.levels.front();
    const bool hasOthers = !mesh.bands.empty();
    for (int32_t b = 0; b < static_cast<int32_t>(fine.blocks.size()); ++b) {
        const SpringBlock &block = fine.blocks[u(b)];
        for (int32_t k = 0; k < kBlock; ++k) {
            const int32_t ends[] = {block.a[k], block.b[k]};
            const bool isInside = std::all_of(std::begin(ends), std::end(ends), [&](int32_t i) {
                return i < fine.count && depth[u(i)] <= depthMax;
            });
            if (!isInside || (hasOthers && isTaken(mesh, b, k))) {
                continue;
            }
            const float across = depth[u(ends[0])] - depth[u(ends[1])];
            const float along = std::max(0.0F, block.lengthSquared[k] - across * across);
            mesh.bands.push_back({b, k, band, block.lengthSquared[k], along});
        }
    }
}

void dropBand(int32_t band, MeshSolver &mesh) {
    setBand(1.0F, band, mesh);
    std::erase_if(mesh.bands, [&](const BandSpring &spring) { return spring.band == band; });
}

void setBand(float share, int32_t band, MeshSolver &mesh) {
    std::vector<SpringBlock> &blocks = mesh.levels.front().blocks;
    for (const BandSpring &spring : mesh.bands) {
        if (spring.band == band) {
            blocks[u(spring.block)].lengthSquared[spring.lane] =
                spring.lengthSquared - (1.0F - share * share) * spring.alongSquared;
        }
    }
}

} // namespace selvage
