#include "file_bytes.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fstream>
#include <unistd.h>

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

Result<void> writeBytes(const std::filesystem::path &path, std::span<const std::byte> bytes) {
    std::filesystem::path draft = path;
    draft += ".";
    draft += std::to_string(getpid());
    errno = 0;
    std::ofstream file(draft, std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    std::error_code failed;
    if (file) {
        std::filesystem::rename(draft, path, failed);
    } else {
        failed = std::error_code(errno != 0 ? errno : EIO, std::generic_category());
    }
    if (failed) {
        std::error_code ignored;
        std::filesystem::remove(draft, ignored);
        return Error{path.string() + ": cannot be written: " + failed.message()};
    }
    return {};
}

Result<void> writeText(const std::filesystem::path &path, std::string_view text) {
    return writeBytes(path, std::as_bytes(std::span(text.data(), text.size())));
}

std::string extensionOf(const std::filesystem::path &path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

} // namespace selvage
