// A whole file in memory, if it is not too large.
#pragma once

#include "maths/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace selvage {

Result<std::vector<std::byte>> readBytes(const std::filesystem::path &path, uintmax_t bytesMax);

// ".obj" of "A/B.OBJ"
std::string extensionOf(const std::filesystem::path &path);

} // namespace selvage
