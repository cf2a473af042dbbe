// Response to cloth that crosses cloth, as Chung and Yen 2004, §4.2, print it: a binary search goes back to a
// time of the substep at which few triangles intersect, the cloths are left at the instant before, and the
// particles of those triangles get the velocity v = friction * (-v_old). What is left of the substep is lost
// for all particles, no momentum is kept, and what touches in many places gets stuck: to be seen, not to be
// used.
#pragma once

#include "sim/cloth.h"

#include <memory>
#include <span>

namespace selvage {

struct ClothSolver;
struct SelfContactReport;

// Most steps of one search.
inline constexpr int32_t kHalvingsMax = 16;

class VelocityReversal {
public:
    // For cloths that do not cross themselves or each other: what crosses when a substep starts holds all
    // where it is. Allocates.
    explicit VelocityReversal(std::span<const Cloth> cloths);
    ~VelocityReversal();
    VelocityReversal(const VelocityReversal &) = delete;
    VelocityReversal &operator=(const VelocityReversal &) = delete;

    // After a substep of dt (s) from solver.start and solver.velocityBefore to where the cloths are now. Does
    // not allocate.
    void respond(std::span<Cloth> cloths, std::span<const ClothSolver> solvers, float dt,
                 SelfContactReport &report);

private:
    bool gather(std::span<const Cloth> cloths, std::span<const ClothSolver> solvers);
    size_t crossedAt(float share, SelfContactReport &report);
    float goBack(SelfContactReport &report);
    void markCrossed();

    struct State;
    std::unique_ptr<State> state_;
};

} // namespace selvage
