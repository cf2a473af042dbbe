// Whole files: into memory, if they are not too large, and out of it.
#pragma once

#include "maths/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace selvage {

Result<std::vector<std::byte>> readBytes(const std::filesystem::path &path, uintmax_t bytesMax);

// Under another name beside it first, so that nobody ever sees half a file and what was there stays until all
// of it is on the disk.
Result<void> writeBytes(const std::filesystem::path &path, std::span<const std::byte> bytes);
Result<void> writeText(const std::filesystem::path &path, std::string_view text);

// ".obj" of "A/B.OBJ"
std::string extensionOf(const std::filesystem::path &path);

} // namespace selvage
