// States from states, and their order.
#include "sim/garment_history.h"

#include "maths/index.h"

#include <span>

namespace selvage {

namespace {

template <typename T> std::shared_ptr<const T> share(T value) {
    return std::make_shared<const T>(std::move(value));
}

// FNV-1a.
void hashBytes(uint64_t &hash, std::span<const std::byte> bytes) {
    for (const std::byte b : bytes) {
        hash = (hash ^ static_cast<uint64_t>(b)) * 0x100000001b3ULL;
    }
}

template <typename T> void hashAll(uint64_t &hash, const std::vector<T> &values) {
    const uint64_t count = values.size();
    hashBytes(hash, std::as_bytes(std::span(&count, 1)));
    hashBytes(hash, std::as_bytes(std::span(values)));
}

} // namespace

GarmentState withCut(const GarmentState &state, const MeshCut &cut) {
    GarmentState after = state;
    after.shape = share(cut.shape);
    std::vector<int32_t> panel;
    for (const int32_t home : cut.home) {
        panel.push_back((*state.panel)[u(home)]);
    }
    after.panel = share(std::move(panel));
    after.position = share(carryOver(cut.source, *state.position));
    after.velocity = share(carryOver(cut.source, *state.velocity));
    return after;
}

GarmentState withSeam(const GarmentState &state, const SewnMesh &sewn) {
    GarmentState after = state;
    after.shape = share(sewn.shape);
    after.position = share(carryOver(sewn.source, *state.position));
    after.velocity = share(carryOver(sewn.source, *state.velocity));
    std::vector<Pin> pins = *state.pins;
    for (Pin &pin : pins) {
        pin.particle = sewn.newIndex[u(pin.particle)];
    }
    after.pins = share(std::move(pins));
    return after;
}

uint64_t stateHash(const GarmentState &state) {
    uint64_t hash = 0xcbf29ce484222325ULL;
    hashAll(hash, state.shape->triangles);
    hashAll(hash, state.shape->uv);
    hashAll(hash, state.shape->cornerUv);
    hashAll(hash, *state.panel);
    hashAll(hash, *state.position);
    hashAll(hash, *state.velocity);
    for (const Pin &pin : *state.pins) {
        hashBytes(hash, std::as_bytes(std::span(&pin.particle, 1)));
        hashBytes(hash, std::as_bytes(std::span(&pin.cloth, 1)));
    }
    return hash;
}

void GarmentHistory::act(GarmentState before, GarmentState after) {
    acts_.resize(done_);
    acts_.push_back({std::move(before), std::move(after)});
    ++done_;
}

const GarmentState *GarmentHistory::undo() {
    if (done_ == 0) {
        return nullptr;
    }
    return &acts_[--done_].before;
}

const GarmentState *GarmentHistory::redo() {
    if (done_ == acts_.size()) {
        return nullptr;
    }
    return &acts_[done_++].after;
}

} // namespace selvage
