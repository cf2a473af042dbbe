#include "scenarios/worn_garment.h"

#include <numeric>

namespace selvage {

namespace {

// What a garment's vertices are at; `particles`: of each of them, none where it is not sewn yet.
struct Worn {
    std::span<const Vec3> position; // m, per particle
    std::span<const int32_t> particles;
    const char *fabric;
};

Worn wornBy(const World &world, int32_t cloth) {
    const auto c = static_cast<size_t>(cloth);
    return {world.cloths[c].position, vertexParticles(world, c), world.cloths[c].fabric.name};
}

GarmentMesh meshOf(const Worn &worn, const Garment &garment, const SewingPattern &pattern) {
    GarmentMesh mesh;
    mesh.position.assign(worn.position.begin(), worn.position.end());
    mesh.uv = garment.shape.uv;
    mesh.triangles = garment.shape.triangles;
    mesh.particleOf.assign(worn.particles.begin(), worn.particles.end());
    if (worn.particles.empty()) {
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
        mesh.panels.push_back({panel.name, panel.fabric.empty() ? worn.fabric : panel.fabric, first,
                               static_cast<int32_t>(corner / 3)});
    }
    return mesh;
}

} // namespace

GarmentMesh garmentMesh(const World &world, size_t sewing, const SewingPattern &pattern) {
    return meshOf(wornBy(world, world.sewings[sewing]->cloth), world.sewings[sewing]->garment, pattern);
}

GarmentMesh benchMesh(const World &world) {
    const BenchShape &shape = world.bench->shape;
    return meshOf(wornBy(world, world.bench->cloth), shape.garment, shape.pattern);
}

GarmentMesh savedMesh(const BenchSave &save) {
    const Garment &garment = save.shape->garment;
    return meshOf({save.position, garment.sewnParticle, save.fabric.name}, garment, save.shape->pattern);
}

} // namespace selvage
