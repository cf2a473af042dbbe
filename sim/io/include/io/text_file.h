// Whole small text files, for whoever keeps some.
#pragma once

#include "maths/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace selvage {

// Fails, naming the path, for what cannot be read and what is larger.
Result<std::string> readTextFile(const std::filesystem::path &path, uintmax_t bytesMax);

// What was there is replaced when all of it is on the disk. Fails naming the path.
Result<void> writeTextFile(const std::filesystem::path &path, std::string_view text);

} // namespace selvage
