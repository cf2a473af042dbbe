// selvage-lab export: the garment of a project of the dress bench, as files that others read.
#pragma once

#include <filesystem>

namespace selvage {

struct ExportOptions {
    std::filesystem::path project;
    std::filesystem::path out; // folder; empty: named after the project, beside it
};

int exportCommand(const ExportOptions &options); // exit code

} // namespace selvage
