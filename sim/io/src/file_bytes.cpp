#include "file_bytes.h"

#include "io/text_file.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace selvage {

Result<std::vector<std::byte>> readBytes(const std::filesystem::path &path, uintmax_t bytesMax) {
    std::error_code failed;
    const uintmax_t size = std::filesystem::file_size(path, failed);
    if (failed) {
        return Error{path.string() + ": cannot be read: " + failed.message()};
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

namespace {

enum class Until : uint8_t { Written, OnDisk };

// False, with errno set, where that fails.
bool writeDraft(const std::filesystem::path &draft, std::span<const std::byte> bytes, Until until) {
    const int file = open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        return false;
    }
    int problem = 0;
    for (size_t done = 0; done < bytes.size() && problem == 0;) {
        const ssize_t count = write(file, bytes.data() + done, bytes.size() - done);
        problem = count < 0 && errno != EINTR ? errno : 0;
        done += count > 0 ? static_cast<size_t>(count) : 0;
    }
    problem = problem == 0 && until == Until::OnDisk && fsync(file) != 0 ? errno : problem;
    problem = close(file) != 0 && problem == 0 ? errno : problem;
    errno = problem;
    return problem == 0;
}

Result<void> replaceBytes(const std::filesystem::path &path, std::span<const std::byte> bytes, Until until) {
    std::filesystem::path draft = path;
    draft += ".";
    draft += std::to_string(getpid());
    std::error_code failed;
    if (writeDraft(draft, bytes, until)) {
        std::filesystem::rename(draft, path, failed);
    } else {
        failed = std::error_code(errno, std::generic_category());
    }
    if (failed) {
        std::error_code ignored;
        std::filesystem::remove(draft, ignored);
        return Error{path.string() + ": cannot be written: " + failed.message()};
    }
    return {};
}

} // namespace

Result<void> writeBytes(const std::filesystem::path &path, std::span<const std::byte> bytes) {
    return replaceBytes(path, bytes, Until::OnDisk);
}

Result<void> writeText(const std::filesystem::path &path, std::string_view text) {
    return writeBytes(path, std::as_bytes(std::span(text.data(), text.size())));
}

Result<std::string> readTextFile(const std::filesystem::path &path, uintmax_t bytesMax) {
    const auto bytes = readBytes(path, bytesMax);
    if (!bytes) {
        return bytes.error();
    }
    return std::string(reinterpret_cast<const char *>(bytes.value().data()), bytes.value().size());
}

Result<void> writeTextFile(const std::filesystem::path &path, std::string_view text) {
    return writeText(path, text);
}

Result<void> replaceTextFile(const std::filesystem::path &path, std::string_view text) {
    return replaceBytes(path, std::as_bytes(std::span(text.data(), text.size())), Until::Written);
}

bool syncFile(const std::filesystem::path &path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    const bool synced = fsync(file) == 0;
    close(file);
    return synced;
}

std::string extensionOf(const std::filesystem::path &path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

} // namespace selvage
