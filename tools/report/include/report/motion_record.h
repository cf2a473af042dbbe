// How a cloth moved in a comparison job, step by step, and how that compares with the reference: stretch says
// nothing without motion beside it, since a cloth that hardly moves hardly stretches.
#pragma once

#include "reference/reference_run.h"
#include "sim/world.h"

#include <optional>
#include <vector>

namespace selvage {

// What cannot be said (the run was too short, the cloth never fell so far) is absent.
struct MotionFigures {
    std::optional<double> comRmse;           // m, RMS difference of the centre's height in the first second
    std::optional<double> vertexRmse;        // m, RMS distance of the particles after 1 s
    std::optional<double> fallTime;          // s, until the centre of mass has dropped kFallHeight
    std::optional<double> referenceFallTime; // s
    std::optional<double> maxCentreHeight;   // m above the release, kSettleTime after it or later
    double contactForceRatio{0.0}; // –, vertical contact force over weight, mean of the last second
    double restSpeed{0.0};         // m/s, RMS at the end
    std::optional<double> fold1;   // rad, RMS joint angle at the end, stride 1; of grids only
    std::optional<double> fold2;   // rad, stride 2
    double referenceFold1{0.0};    // rad, of the reference at rest
    double referenceFold2{0.0};    // rad
};

inline constexpr double kFallHeight = 0.25; // m
inline constexpr double kSettleTime = 0.2;  // s

// Heights at equal intervals of `dt` (s), the first at the release: when they have dropped by kFallHeight,
// interpolated.
std::optional<double> fallTimeOf(const std::vector<double> &heights, double dt);

class MotionRecord {
public:
    // Looks at the world's first cloth, which must not have been stepped yet. Allocates; addStep() does not.
    MotionRecord(const World &world, double dt, size_t stepsExpected);

    void addStep(const World &world, const StepReport &step);

    MotionFigures compare(const World &world, const reference::Run &run) const;

private:
    std::optional<double> centreError(const reference::Run &run) const;
    std::optional<double> particleError(const reference::Run &run) const;
    double contactForceRatio(const World &world) const;

    double dt_;                          // s
    std::vector<double> centreHeight_;   // m, from the release on
    std::vector<double> contactForce_;   // N, vertical, per step
    std::vector<Vec3> positionAtSecond_; // m, empty before
};

} // namespace selvage
