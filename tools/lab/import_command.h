// selvage-lab import: what a mesh or a sewing pattern contains and what the importer makes of it.
#pragma once

#include <filesystem>
#include <string>

namespace selvage {

struct ImportOptions {
    std::filesystem::path file;
    std::string unit; // m, cm, mm, in; empty: guessed
    std::string up;   // x, y, z; empty: guessed; of meshes
};

int importCommand(const ImportOptions &options); // exit code

} // namespace selvage
