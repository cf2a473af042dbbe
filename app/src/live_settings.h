// What a person changes while the world runs, and what they read of it: levels with serial numbers on the way
// to the simulation thread, figures on the way back. A request that is dropped loses no change.
#pragma once

#include "maths/result.h"
#include "scenarios/parameters.h"

#include <array>
#include <string>
#include <vector>

namespace selvage {

// Slots: the parameters in the order of their table, then these.
inline constexpr size_t kFabricSlot = kParameterMax;         // index in fabrics()
inline constexpr size_t kIntegratorSlot = kParameterMax + 1; // index in integrators()
inline constexpr size_t kStepSlot = kParameterMax + 2;       // s, length of a step
inline constexpr size_t kLiveSlots = kParameterMax + 3;

struct LiveSettings {
    struct Level {
        float value{0.0F};
        uint64_t number{0}; // of the change; 0: as the scene has it
    };
    std::array<Level, kLiveSlots> levels{};
    uint64_t changeCount{0};
};

// The next change. Frame thread.
void change(LiveSettings &settings, size_t slot, float value);
// All as the scene has it, for another scene. Numbers go on counting.
void forget(LiveSettings &settings);
// The first change after `seen`; kLiveSlots when there is none.
size_t nextChange(const LiveSettings &settings, uint64_t seen);
// "key=value" of every change, separated by spaces, as --set takes them.
std::string describe(const LiveSettings &settings);
// The slot's name in reports.
const char *nameOf(size_t slot);

// Sets the slot's value in the world, between two steps (the step's length is the caller's). Fails where an
// integrator cannot serve the cloth. May allocate for an integrator.
Result<void> applyChange(World &world, size_t slot, float value);

// What a panel shows.
struct Readouts {
    std::array<float, kParameterMax> parameters{};
    const char *integrator{""};
    const char *fabric{""};
    float stretchP99{0.0F}; // –
    double energy{0.0};     // J
    double dt{0.0};         // s
    int32_t contacts{0};
    int64_t selfTests{0}; // cloth against cloth in the last step, of features or of triangles
    int32_t points{0};
    int32_t sweeps{0};  // of the last step
    uint64_t timeUp{0}; // steps cut short
    bool recording{false};
    bool recorded{false}; // something was, that can be replayed
};

// All but the step's own figures. Allocates nothing.
void readWorld(const World &world, Readouts &readouts);

// Largest stretch (–, by amount) of the structural springs at each particle, per cloth.
void readStretch(const World &world, std::vector<std::vector<float>> &stretch);

} // namespace selvage
