// Where the program may keep what it can compute again.
#pragma once

#include <filesystem>

namespace selvage {

// $XDG_CACHE_HOME/selvage, else ~/.cache/selvage, else in the folder for temporary files. Makes nothing.
std::filesystem::path cacheFolder();

} // namespace selvage
