// What the reference did in a comparison job, recorded frame by frame, and kept in the user's cache, since it
// takes seconds to minutes to compute.
#pragma once

#include "reference/reference.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace selvage::reference {

inline constexpr double kFrameRate = 90.0; // Hz, of the recorded frames
inline constexpr int32_t kFrames = 360;    // of the comparison: 4 s
inline constexpr int32_t kSecond = 90;     // the frame whose particles are kept

struct Run {
    std::vector<double> centreHeight;       // m, per frame, from the start on
    std::vector<double> fold1;              // rad, per frame, RMS joint angle at stride 1
    std::vector<double> fold2;              // rad, at stride 2
    std::vector<Vec3d> positionAtOneSecond; // m
};

// Called after every frame with the seconds simulated so far; may be empty.
using Progress = std::function<void(double seconds)>;

Run computeRun(const World &start, int32_t frames, const Progress &progress);

// ${XDG_CACHE_HOME:-~/.cache}/selvage/reference, or a folder for temporary files where there is no home.
std::filesystem::path cacheFolder();

// Computes at most once for each job, grid, fabric, obstacles and gravity: reads `folder`, else computes and
// writes there. A cache that cannot be written costs time only.
Run cachedRun(const std::string &job, const World &start, const std::filesystem::path &folder,
              const Progress &progress);

} // namespace selvage::reference
