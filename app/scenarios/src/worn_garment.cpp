#include "scenarios/worn_garment.h"

#include <numeric>

namespace selvage {

namespace {

GarmentMesh meshOf(const World &world, const Garment &garment, int32_t index, const SewingPattern &pattern) {
    const auto c = static_cast<size_t>(index);
    const Cloth &cloth = world.cloths[c];
    GarmentMesh mesh;
    mesh.position = cloth.position;
    mesh.uv = garment.shape.uv;
    mesh.triangles = garment.shape.triangles;
    const std::span<const int32_t> particles = vertexParticles(world, c);
    mesh.particleOf.assign(particles.begin(), particles.end());
    if (particles.empty()) { // not sewn yet
        mesh.particleOf.resize(mesh.uv.size());
        std::iota(mesh.particleOf.begin(), mesh.particleOf.end(), 0);
    }
    size_t corner = 0;
    for (size_t p = 0; p < pattern.panels.size(); ++p) {
        const Panel &panel = pattern.panels[p];
        const int32_t first = garment.firstParticle[p];
        while (corner < mesh.triangles.size() && mesh.triangles[corner] < first) {
            corner += 3;
        }
        mesh.panels.push_back({panel.name, panel.fabric.empty() ? cloth.fabric.name : panel.fabric, first,
                               static_cast<int32_t>(corner / 3)});
    }
    return mesh;
}

} // namespace

GarmentMesh garmentMesh(const World &world, size_t sewing, const SewingPattern &pattern) {
    return meshOf(world, world.sewings[sewing]->garment, world.sewings[sewing]->cloth, pattern);
}

GarmentMesh benchMesh(const World &world) {
    return meshOf(world, world.bench->shape.garment, world.bench->cloth, world.bench->shape.pattern);
}

} // namespace selvage
