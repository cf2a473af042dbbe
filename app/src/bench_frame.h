// A dress bench as the simulation had it, for what is drawn of it beside its cloth.
#pragma once

#include "sim/world.h"

#include <array>
#include <span>
#include <vector>

namespace selvage {

struct BenchFrame {
    bool present{false};
    uint32_t done{0};                  // acts, those undone left out
    BenchTool latest{BenchTool::Wind}; // whose act was the last of them
    std::vector<Vec3> pins;            // m
    std::vector<Vec3> pinNormals;      // of the cloth there
    struct Tool {
        BenchTool tool{BenchTool::Wind};
        std::vector<Vec3> picked; // m, along the edge that was picked first, or would be unpicked
        std::vector<Vec3> line;   // m, of a cut or dart
        std::vector<Vec3> level;  // m, from every second one to the next: where a hem would be
    };
    std::array<Tool, kHandCount> tools;
    std::vector<int32_t> sheet; // scratch per particle
};

// `normal`: per particle of the bench's cloth. Allocates only where there is more than ever before.
void readBench(const World &world, std::span<const Vec3> normal, BenchFrame &frame);

} // namespace selvage
