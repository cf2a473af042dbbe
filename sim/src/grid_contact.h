// Contact of structure-of-arrays particles with the analytic solids, in blocks: the same rules as
// contact.h's, for many particles at a time. Slots are those of a grid's finest level or a mesh's particles.
#pragma once

#include "axes.h"
#include "edge_contact.h"
#include "sim/contact.h"

#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

struct Fabric;
class Workers;

constexpr int32_t kSlotBlock = 64;   // slots that are worked on together
constexpr int32_t kBlocksAtOnce = 8; // for one worker

// Particles; smaller cloths are the calling thread's alone: sharing costs more.
constexpr int32_t kSharedSize = 8000;

// What a block of slots got from the obstacles in a substep.
struct BlockContact {
    Vec3 pushed{0.0F}; // m, times masses of weight one
    int32_t count{0};  // slots that touch
};

// What every slot's contact has done so far in this substep; see ContactState.
struct GridContacts {
    std::vector<int32_t> collider; // -1 = none
    Axes normal;
    std::vector<float> pushed;        // m
    Axes friction;                    // m
    std::vector<BlockContact> blocks; // of kSlotBlock slots; summed by finishVelocities()
    bool any{false};                  // something touched in this substep
    bool recovers{false};             // something was deep inside when it began
    float calming{0.0F};              // s, for which nothing may be hurled about yet
    ClothFeatures features;
};

// The particles of a level, per slot.
struct GridParticles {
    std::vector<float> *now[3];  // m
    Axes *previous;              // m, at the start of the substep
    Axes *velocity;              // m/s
    const std::vector<float> *w; // 1/kg up to a common factor; 0 = fixed
    int32_t count;
};

// Without the lists of edges and faces. Allocates.
GridContacts makeGridContacts(const ClothTopology &topology, size_t slots);
// Whether a solid calls for those lists: one that is thin or sharp for this cloth.
bool needsFeatures(const GridContacts &contacts, const Fabric &fabric, std::span<const Collider> colliders);
// –, of the inverse mass of what touches an obstacle, when cloth pushes it: what lies below bears what lies
// on it, else the pushes of layers would rub it along the obstacle, on which nothing rubs after the last of
// them.
inline constexpr float kGiveOnObstacle = 0.25F;

// The inverse mass of a slot when cloth pushes it.
inline float giveToCloth(const GridContacts &contacts, float w, size_t slot) {
    return contacts.collider[slot] >= 0 ? kGiveOnObstacle * w : w;
}

// Forgets the last substep.
void clearContacts(GridContacts &contacts, Workers &workers);
// One pass over all colliders.
void touchColliders(const Fabric &fabric, const ContactScene &scene, const GridParticles &particles,
                    GridContacts &contacts, Workers &workers);
// After the last one of a substep: keeps edges and faces out of what is thin.
void keepFeaturesOut(const Fabric &fabric, const ContactScene &scene, const GridParticles &particles,
                     GridContacts &contacts);

} // namespace selvage
