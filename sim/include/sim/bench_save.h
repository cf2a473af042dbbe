// All of the dress bench that is worth keeping: taken between two steps without allocating, so that a thread
// of its own can write it down, and put back into the same scene built anew.
//
// Left out: what is on its way (a seam that closes, a line that is drawn, a waistband that a hand still
// pulls), what hands hold, the wind's gusts, wetness and contacts.
#pragma once

#include "sim/bench.h"

namespace selvage {

inline constexpr size_t kBenchPinsMax = 1024; // that a save may have

struct BenchSave {
    std::shared_ptr<const BenchShape> shape;
    Fabric fabric;
    std::vector<Vec3> position; // m, per particle
    std::vector<Vec3> velocity; // m/s
    std::vector<Pin> pins;      // of the world
    std::vector<Waistband> bands;
    std::array<BenchTool, kHandCount> tools{};
    std::vector<BenchAct> acts;
    size_t done{0};   // of them; the others are undone
    double time{0.0}; // s, simulated
};

// Room for the saves of this world's bench, and for one of `particles` particles. Allocates.
void reserveSave(const World &world, size_t particles, BenchSave &save);

// Takes what the bench is now. False, and nothing is taken, where there is not room enough. Does not
// allocate.
bool takeSave(const World &world, BenchSave &save);

// What a save of a file lacks: which vertices are one particle, and the panels to be drawn. Fails, naming
// what is wrong, for panels and meshes that do not fit each other and meshes that are no cloth.
Result<void> completeShape(BenchShape &shape);

// Whether a save can be put back: its shapes complete, every number in range and finite, and its acts such
// that they can be undone and done again. Fails naming the first fault.
Result<void> checkSave(const BenchSave &save, size_t clothCount);

// Makes the bench of a world that was built as it was for the one that was saved what it was then. Fails,
// leaving the world as it is, as checkSave() does and where the world has no bench. Allocates.
Result<void> restoreBench(World &world, const BenchSave &save);

// Of all bits of a save.
uint64_t saveHash(const BenchSave &save);

} // namespace selvage
