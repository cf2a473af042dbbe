// Writes pictures as PNG files.
#pragma once

#include "maths/result.h"

#include <cstdint>
#include <filesystem>
#include <span>

namespace selvage {

// 8-bit RGBA rows from the top, width * height * 4 bytes. Alpha is dropped. The folder is made if need be.
// Fails with the file's name and what went wrong.
Result<void> writePng(const std::filesystem::path &path, int width, int height,
                      std::span<const uint8_t> rgba);

} // namespace selvage
