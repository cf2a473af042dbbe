// Pictures in tests: PNG in and out, and comparison with a golden image in tests/golden. A comparison allows
// what drivers may differ in (single pixels on edges, last bits) and nothing that an eye would see.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace selvage::test {

// 8-bit RGBA rows from the top.
struct Picture {
    int width{0};
    int height{0};
    std::vector<uint8_t> rgba;

    const uint8_t *at(int x, int y) const { return &rgba[4 * static_cast<size_t>(y * width + x)]; }
};

// An empty picture when the file cannot be read.
Picture readPicture(const std::filesystem::path &path);
bool writePicture(const std::filesystem::path &path, const Picture &picture);

// Differences per colour channel, in steps of 1/255.
struct PictureDifference {
    double mean{0.0};     // over all pixels
    double maxBlock{0.0}; // the largest mean over a block of 8 x 8 pixels
    int max{0};           // the largest of a single pixel
};

// Pictures of different sizes differ by 255.
PictureDifference comparePictures(const Picture &a, const Picture &b);

struct GoldenTolerance {
    double mean{0.6};
    double maxBlock{8.0};
};

// Empty when the picture agrees with tests/golden/<name>.png; else one sentence with the numbers and where
// the picture was left. With SELVAGE_REMAKE_GOLDEN=1 in the environment the golden file is written instead.
std::string differenceFromGolden(const Picture &picture, const std::string &name,
                                 const GoldenTolerance &tolerance = {});

} // namespace selvage::test
