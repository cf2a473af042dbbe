// selvage-lab reproduce: every claim of the five papers, measured anew and shown on one page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace selvage {

struct ReproduceOptions {
    std::filesystem::path out{"out/reproduce"};
    std::vector<std::string> only; // ids of rows; empty: all
    bool quick{false};
    bool list{false}; // prints the ids and the claims instead
};

int reproduceCommand(const ReproduceOptions &options); // exit code

} // namespace selvage
