// Contact of structure-of-arrays particles with the analytic solids, in blocks: the same rules as
// contact.h's, for many particles at a time.
#pragma once

#include "sim/contact.h"

#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

struct Fabric;
class Workers;

// What every slot's contact has done so far in this substep; see ContactState.
// NOLINTNEXTLINE(bugprone-reserved-identifier): of the compiler, where it copies the arrays
struct GridContacts {
    std::vector<int32_t> collider; // -1 = none
    std::vector<float> normal[3];
    std::vector<float> pushed;      // m
    std::vector<float> friction[3]; // m
    bool any{false};                // something touched in this substep
};

// The positions that are corrected, where they were at the start of the substep, and the weights (0 = fixed).
struct GridParticles {
    std::vector<float> *now[3];            // m per slot
    const std::vector<float> *previous[3]; // m per slot
    const std::vector<float> *w;           // per slot
    int32_t count;
};

GridContacts makeGridContacts(size_t slots);
// Forgets the last substep.
void clearContacts(GridContacts &contacts);
// One pass over all colliders.
void touchColliders(const Fabric &fabric, const ContactScene &scene, const GridParticles &particles,
                    GridContacts &contacts, Workers &workers);

} // namespace selvage
