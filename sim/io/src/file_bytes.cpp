#include "file_bytes.h"

#include <algorithm>
#include <cctype>
#include <fstream>

namespace selvage {

Result<std::vector<std::byte>> readBytes(const std::filesystem::path &path, uintmax_t bytesMax) {
    std::error_code failed;
    const uintmax_t size = std::filesystem::file_size(path, failed);
    if (failed) {
        return Error{path.string() + ": " + failed.message()};
    }
    if (size > bytesMax) {
        return Error{path.string() + ": " + std::to_string(size) + " bytes; expected at most " +
                     std::to_string(bytesMax)};
    }
    std::vector<std::byte> bytes(size);
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char *>(bytes.data()), static_cast<std::streamsize>(size));
    if (!file) {
        return Error{path.string() + ": cannot be read"};
    }
    return bytes;
}

std::string extensionOf(const std::filesystem::path &path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

} // namespace selvage
