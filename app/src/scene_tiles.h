// Small pictures of the scenes for the panel: one JPEG file (assets/scene-tiles.jpg, see assets/README.md)
// that the build puts into the program. Its comment says how large a tile is and which scenes they show, row
// by row: "256x144 scarf hang drape". A scene without a tile has none; the panel then shows its name alone.
#pragma once

#include "maths/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace selvage {

struct SceneTiles {
    int width{0}; // of one tile, pixels
    int height{0};
    int columns{0};
    int stride{0};                  // bytes from row to row
    std::vector<std::string> names; // row by row
    std::vector<uint8_t> rgb;       // sRGB, of all of them, row by row
};

// The bytes that the build found in assets; none where the file was not there.
std::span<const uint8_t> sceneTilesFile();

// Fails where the bytes are no JPEG, have no such comment, or hold fewer tiles than it names.
Result<SceneTiles> readSceneTiles(std::span<const uint8_t> file);

// The tile of a scene, scaled to the size at which it will be shown: RGB rows. Empty where there is none.
std::vector<uint8_t> tileOf(const SceneTiles &tiles, std::string_view scene, int width, int height);

} // namespace selvage
