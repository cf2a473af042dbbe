// Undo and redo of a garment's making, without limit and exact: every act keeps the state before it and the
// one after it, whole; what it left as it was is shared.
#pragma once

#include "sim/mesh_seam.h"
#include "sim/world.h"

#include <memory>

namespace selvage {

// What acts change; nothing in it is changed in place.
struct GarmentState {
    std::shared_ptr<const SewingPattern> pattern;
    std::shared_ptr<const MeshShape> shape;            // its positions are not used
    std::shared_ptr<const std::vector<int32_t>> panel; // per triangle
    std::shared_ptr<const std::vector<Vec3>> position; // m, per particle
    std::shared_ptr<const std::vector<Vec3>> velocity; // m/s, per particle
    std::shared_ptr<const std::vector<Pin>> pins;
};

// The state with its mesh cut or unpicked: pins stay with their particles, triangles with their panels.
GarmentState withCut(const GarmentState &state, const MeshCut &cut);
// The same for a seam.
GarmentState withSeam(const GarmentState &state, const SewnMesh &sewn);

// Of all bits of the mesh, places, velocities and pins.
uint64_t stateHash(const GarmentState &state);

class GarmentHistory {
public:
    // An act took the garment from one state, as it was then, to another. What was undone cannot be redone
    // any more.
    void act(GarmentState before, GarmentState after);

    // The state to go on with; nothing where there is no act to undo or redo.
    const GarmentState *undo();
    const GarmentState *redo();

    size_t undoable() const { return done_; }
    size_t redoable() const { return acts_.size() - done_; }

private:
    struct Act {
        GarmentState before;
        GarmentState after;
    };
    std::vector<Act> acts_;
    size_t done_{0};
};

} // namespace selvage
