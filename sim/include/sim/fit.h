// How a garment fits: ease where a tailor lays the tape, stretch along warp and weft, what the cloth presses
// with on the body, and how far from it it is. For reports: they allocate, and take a moment.
#pragma once

#include "sim/body_measure.h"
#include "sim/mesh_distance.h"
#include "sim/world.h"

#include <optional>

namespace selvage {

// Bust, waist and hip, those that the body has.
std::vector<MeasureLine> measureLines(const BodyMeasures &body);

// m, how long a cloth's mesh (positions, m, and 3 of them per triangle) is round the body at that height,
// along its folds. `centre`: a point (m) that it has to go round. Nothing where no section of it is closed
// and round that.
std::optional<float> clothGirth(std::span<const Vec3> position, std::span<const int32_t> triangles,
                                float height, const Vec3 &centre);

// Stretch (–) of every triangle along warp and weft, against its shape in the flat fabric; appended.
struct WarpWeftStretch {
    std::vector<float> warp;
    std::vector<float> weft;
};
void appendWarpWeftStretch(const Cloth &cloth, WarpWeftStretch &out);

// Pa, per particle, what the obstacle (of world.colliders) bore from it in the last substep of a step of dt
// seconds: the normal impulse by time and by the particle's share of the cloth. 0 where it does not touch it.
// Added to `sum`, which has the cloth's particles, so that a mean can be taken over several steps. Only with
// the default solver on meshes; else nothing is added, and it is false.
bool addContactPressure(const World &world, size_t cloth, int32_t collider, float dt, std::span<float> sum);

// m, of every particle to the mesh, which stands at `pose`; appended.
void appendDistance(const Cloth &cloth, const MeshTree &mesh, const Pose &pose, std::vector<float> &out);

} // namespace selvage
