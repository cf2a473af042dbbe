// PNG files through stb_image_write; see png.h.
#include "png.h"

#include <vector>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

namespace selvage {

Result<void> writePng(const std::filesystem::path &path, int width, int height,
                      std::span<const uint8_t> rgba) {
    std::error_code failure;
    if (path.has_parent_path()) {
        std::filesystem::create_directories(path.parent_path(), failure);
    }
    if (failure) {
        return Error{path.parent_path().string() + ": cannot make the folder: " + failure.message()};
    }
    constexpr size_t kChannels = 3;
    const size_t pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
    std::vector<uint8_t> rgb(pixels * kChannels);
    for (size_t i = 0; i < pixels; ++i) {
        for (size_t c = 0; c < kChannels; ++c) {
            rgb[kChannels * i + c] = rgba[4 * i + c];
        }
    }
    const int stride = width * static_cast<int>(kChannels);
    if (stbi_write_png(path.c_str(), width, height, static_cast<int>(kChannels), rgb.data(), stride) == 0) {
        return Error{path.string() +
                     ": cannot write the picture, expected a folder with room that may be written to"};
    }
    return {};
}

} // namespace selvage
