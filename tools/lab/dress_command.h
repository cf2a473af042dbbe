// selvage-lab dress: sews a pattern round a body and reports how it is worn.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace selvage {

struct DressCommandOptions {
    std::filesystem::path pattern;
    std::filesystem::path body;
    std::filesystem::path report;               // empty: standard output
    std::vector<std::filesystem::path> exports; // the pattern or the worn garment, by their extensions
    std::filesystem::path animation;            // of the garment while it is worn; empty: none
    double edge{0.02};                          // m
    double seconds{3.0};                        // of gravity, after it has settled
    double waist{0.0};                          // m, the waist's height; 0: where the body is narrowest
    double thickness{0.0024};                   // m, kept between particles and body
    double speed{4.0};                          // m/s, of the seams at most
    int substeps{12};
    int threads{1};
    bool stages{false};                // at the first attempt
    std::vector<std::string> settings; // of --set
};

int dressCommand(const DressCommandOptions &options); // exit code

} // namespace selvage
