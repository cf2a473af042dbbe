// What the reference did in a comparison job, and how it lies at rest, kept in the user's cache, since it
// takes seconds to minutes to compute.
#pragma once

#include "reference/reference.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace selvage::reference {

inline constexpr double kFrameRate = 90.0; // Hz, of the recorded frames
inline constexpr int32_t kFrames = 90;     // of the motion that is compared: 1 s

// The folds at rest come from a second run with this damping. With the 1/s of the jobs the sheet of `drape`
// swings so wide after its fall that a friction of 0.3 does not hold it on the ball, and it never comes to
// rest; damped by 4/s, centred on the ball, or with a friction of 0.5 it does, with the same folds to 2 %.
inline constexpr double kRestDamping = 4.0; // 1/s
inline constexpr int32_t kRestFrames = 360; // 4 s

struct Run {
    std::vector<double> centreHeight;       // m, per frame, from the start on
    std::vector<Vec3d> positionAtOneSecond; // m
    double restFold1{0.0};                  // rad, RMS joint angle at rest, stride 1
    double restFold2{0.0};                  // rad, stride 2
};

// Called after every frame of either run with the part done (0...1); may be empty.
using Progress = std::function<void(double part)>;

Run computeRun(const World &start, const Progress &progress);

// ${XDG_CACHE_HOME:-~/.cache}/selvage/reference, or a folder for temporary files where there is no home.
std::filesystem::path cacheFolder();

// Computes at most once for each job, grid, fabric, obstacles and gravity: reads `folder`, else computes and
// writes there. A cache that cannot be written costs time only.
Run cachedRun(const std::string &job, const World &start, const std::filesystem::path &folder,
              const Progress &progress);

// What a run of a grid is to another mesh of the same flat sheet: positions between the grid's particles by
// bilinear interpolation, no folds, since these are measured along rows.
Run seenFrom(const Run &run, const ClothTopology &grid, const ClothTopology &mesh);

} // namespace selvage::reference
