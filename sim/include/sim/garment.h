// A garment: the panels of a sewing pattern, meshed and placed in space, as one piece of cloth before it is
// sewn and as another, in which the particles that its seams join are one, after.
#pragma once

#include "sim/mesh_cloth.h"
#include "sim/panel_mesh.h"

#include <span>

namespace selvage {

struct ParticlePair {
    int32_t a{0};
    int32_t b{0};
};

struct Garment {
    MeshShape shape;                    // the panels side by side, nothing sewn
    std::vector<int32_t> firstParticle; // per panel, and one past the last
    // Per panel and edge of its outline, from the edge's start to its end.
    std::vector<std::vector<std::vector<int32_t>>> edges;
    // Per seam, in order along it, without particles that are sewn to themselves.
    std::vector<std::vector<ParticlePair>> seams;
    std::vector<int32_t> sewnParticle; // per particle, the one of the sewn cloth it becomes a part of
    std::vector<float> share;          // –, per particle, of how many parts of that one it is
    int32_t sewnCount{0};              // particles of the sewn cloth
};

// Fails as meshPattern does.
Result<Garment> makeGarment(const SewingPattern &pattern, const PanelMeshOptions &options);

// sewnParticle, share and sewnCount from the seams: those that chains of pairs join are one particle.
void joinSeams(Garment &garment);

// The sewn cloth's shape: every triangle keeps its own in the flat fabric, joined particles are at the mean
// of theirs. Triangles of which corners are sewn to each other, as at a dart's tip, are gone. `position`: m,
// per particle of the garment.
MeshShape sewnShape(const Garment &garment, std::span<const Vec3> position);

// Per particle of the sewn cloth the mean of its parts'. Does not allocate.
void sewnMeans(const Garment &garment, std::span<const Vec3> from, std::span<Vec3> to);

// m, between the particles of the pair that is farthest apart.
float widestGap(const Garment &garment, std::span<const Vec3> position);

} // namespace selvage
