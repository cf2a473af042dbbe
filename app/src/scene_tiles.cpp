// Reading the scenes' pictures, through stb_image and stb_image_resize; see scene_tiles.h.
#include "scene_tiles.h"

#include <algorithm>
#include <memory>
#include <sstream>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#define STB_IMAGE_RESIZE_STATIC
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#include <stb/stb_image_resize.h>

namespace selvage {

namespace {

constexpr int kChannels = 3;
constexpr int kTileMax = 4096; // pixels along a side: more is no tile

constexpr uint8_t kFile[] = {
#include "scene-tiles.jpg.inc"
    0}; // one byte more than the file has, so that there is one where there is no file

Error noPictures(const std::string &expected) {
    return Error{"the panel has no pictures of the scenes (assets/scene-tiles.jpg): expected " + expected};
}

// The text of the comment segment; nothing where there is none before the picture begins. ITU-T T.81, B.1.1.
std::string_view commentOf(std::span<const uint8_t> jpeg) {
    constexpr uint8_t kMarker = 0xFF;
    constexpr uint8_t kComment = 0xFE;
    constexpr uint8_t kScan = 0xDA;
    size_t at = 2; // behind the start of the image
    while (at + 4 <= jpeg.size() && jpeg[at] == kMarker && jpeg[at + 1] != kScan) {
        const size_t length = static_cast<size_t>(jpeg[at + 2]) << 8U | jpeg[at + 3]; // with these two bytes
        if (length < 2 || at + 2 + length > jpeg.size()) {
            return {};
        }
        if (jpeg[at + 1] == kComment) {
            return {reinterpret_cast<const char *>(jpeg.data() + at + 4), length - 2};
        }
        at += 2 + length;
    }
    return {};
}

// "256x144 scarf hang": size and names. False where it says something else.
bool readComment(std::string_view comment, SceneTiles &tiles) {
    std::istringstream words{std::string(comment)};
    char by = 0;
    if (!(words >> tiles.width >> by >> tiles.height) || by != 'x') {
        return false;
    }
    for (std::string name; words >> name;) {
        tiles.names.push_back(name);
    }
    const auto isSize = [](int side) { return side > 0 && side <= kTileMax; };
    return isSize(tiles.width) && isSize(tiles.height);
}

} // namespace

std::span<const uint8_t> sceneTilesFile() {
    return {kFile, sizeof(kFile) - 1};
}

Result<SceneTiles> readSceneTiles(std::span<const uint8_t> file) {
    SceneTiles tiles;
    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void *)> pixels(
        stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &channels,
                              kChannels),
        stbi_image_free);
    if (pixels == nullptr) {
        return noPictures("a JPEG file, found " +
                          (file.empty() ? "none" : std::string("a damaged one: ") + stbi_failure_reason()));
    }
    if (!readComment(commentOf(file), tiles)) {
        return noPictures("a comment like \"256x144 scarf hang\" in the JPEG file");
    }
    tiles.columns = width / tiles.width;
    const int rows = height / tiles.height;
    if (tiles.names.size() > static_cast<size_t>(tiles.columns) * static_cast<size_t>(rows)) {
        return noPictures("as many as are named, " + std::to_string(tiles.names.size()) + ", found " +
                          std::to_string(tiles.columns * rows));
    }
    const auto size =
        static_cast<size_t>(kChannels) * static_cast<size_t>(width) * static_cast<size_t>(height);
    tiles.rgb.assign(pixels.get(), pixels.get() + size);
    tiles.stride = kChannels * width;
    return tiles;
}

std::vector<uint8_t> tileOf(const SceneTiles &tiles, std::string_view scene, int width, int height) {
    const auto found = std::find(tiles.names.begin(), tiles.names.end(), scene);
    if (found == tiles.names.end()) {
        return {};
    }
    const auto number = static_cast<int>(found - tiles.names.begin());
    const int x = number % tiles.columns * tiles.width;
    const int y = number / tiles.columns * tiles.height;
    std::vector<uint8_t> scaled(static_cast<size_t>(kChannels) * static_cast<size_t>(width) *
                                static_cast<size_t>(height));
    const uint8_t *first =
        tiles.rgb.data() + static_cast<ptrdiff_t>(y) * tiles.stride + static_cast<ptrdiff_t>(kChannels) * x;
    const int done = stbir_resize_uint8_srgb(first, tiles.width, tiles.height, tiles.stride, scaled.data(),
                                             width, height, 0, kChannels, STBIR_ALPHA_CHANNEL_NONE, 0);
    return done != 0 ? scaled : std::vector<uint8_t>();
}

} // namespace selvage
