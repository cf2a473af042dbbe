// The command line of the application.
#pragma once

#include "maths/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace selvage {

enum class StereoChoice : uint8_t { Auto, TwoPass, Layered, Multiview };
enum class DisplayChoice : uint8_t { Auto, Headset, Desktop, Offscreen };

struct Options {
    std::string scenario{"scarf"};
    DisplayChoice display{DisplayChoice::Auto};
    std::filesystem::path motion;  // empty = live hands, or the script when offscreen
    std::filesystem::path record;  // empty = no recording
    std::filesystem::path replay;  // empty = nothing is replayed
    std::filesystem::path project; // empty = the scene as it begins
    std::string keep;              // empty = in keptFolder(), offscreen nowhere; "off" = nowhere
    uint64_t frames{0};            // 0 = until told otherwise
    std::filesystem::path out;     // empty = out/<scenario>
    std::filesystem::path report;  // empty = <out>/report.json when offscreen, else none
    uint32_t width{640};           // of one eye's picture, offscreen; of the window, desktop
    uint32_t height{720};
    bool sizeGiven{false};
    bool best{false};             // offscreen: only the picture of the scene's best moment
    std::vector<double> pictures; // s, offscreen: when, instead of at the scene's stations
    std::vector<float> camera;    // m, offscreen: where pictures are taken from and what is in their middle
    StereoChoice stereo{StereoChoice::Auto};
    int samples{0}; // 0 = what suits the driver
    bool validation{false};
    double leastResolution{70.0}; // percent of a headset's recommended width and height
    bool visibilityMask{true};
    double patience{3.5}; // s, for a headset that was lost; with what opening takes, below 5
    bool sound{true};
    double stepBudgetMs{8.0}; // "time is up" for the post-step in live displays; 0 = never
    int32_t threads{1};
    uint64_t seed{1};
    std::string integrator;
    std::vector<std::string> settings; // key=value
};

// Parses the command line. The exit code when the program should end now (help, or wrong use, already
// printed).
std::optional<int> parseOptions(int argc, char **argv, Options &options);

} // namespace selvage
