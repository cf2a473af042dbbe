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

// What was there is replaced at once: from then on a killed program leaves all of it, and a power cut does
// after syncFile().
Result<void> replaceTextFile(const std::filesystem::path &path, std::string_view text);
// Waits until it is on the disk. False where that fails.
bool syncFile(const std::filesystem::path &path);

} // namespace selvage
