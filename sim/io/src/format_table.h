// Tables of file formats: rows with an `extension`, as ".obj".
#pragma once

#include "file_bytes.h"

#include <cstddef>

namespace selvage {

// The row for a file's name; nullptr where there is none.
template <typename Format, size_t count>
const Format *formatOf(const Format (&table)[count], const std::filesystem::path &path) {
    const std::string extension = extensionOf(path);
    for (const Format &format : table) {
        if (extension == format.extension) {
            return &format;
        }
    }
    return nullptr;
}

// ".obj, .ply"
template <typename Format, size_t count> std::string extensionsOf(const Format (&table)[count]) {
    std::string known;
    for (const Format &format : table) {
        known += std::string(known.empty() ? "" : ", ") + format.extension;
    }
    return known;
}

} // namespace selvage
