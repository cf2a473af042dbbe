// Pictures in tests; see golden_image.h.
#include "golden_image.h"

#include <algorithm>
#include <cstdlib>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

namespace selvage::test {

namespace {

constexpr int kBlock = 8; // pixels along one side

// Sum of the channels' differences of the pixel.
int pixelDifference(const Picture &a, const Picture &b, int x, int y, int &largest) {
    int sum = 0;
    for (int c = 0; c < 3; ++c) {
        const int d = std::abs(int{a.at(x, y)[c]} - int{b.at(x, y)[c]});
        sum += d;
        largest = std::max(largest, d);
    }
    return sum;
}

} // namespace

Picture readPicture(const std::filesystem::path &path) {
    Picture picture;
    int channels = 0;
    uint8_t *data = stbi_load(path.c_str(), &picture.width, &picture.height, &channels, 4);
    if (data == nullptr) {
        return {};
    }
    picture.rgba.assign(data, data + 4 * static_cast<size_t>(picture.width * picture.height));
    stbi_image_free(data);
    return picture;
}

bool writePicture(const std::filesystem::path &path, const Picture &picture) {
    std::error_code ignored;
    std::filesystem::create_directories(path.parent_path(), ignored);
    std::vector<uint8_t> rgb;
    rgb.reserve(3 * static_cast<size_t>(picture.width * picture.height));
    for (size_t i = 0; i < picture.rgba.size(); i += 4) {
        rgb.insert(rgb.end(), &picture.rgba[i], &picture.rgba[i] + 3);
    }
    return stbi_write_png(path.c_str(), picture.width, picture.height, 3, rgb.data(), 3 * picture.width) != 0;
}

PictureDifference comparePictures(const Picture &a, const Picture &b) {
    if (a.width != b.width || a.height != b.height || a.rgba.empty()) {
        return {255.0, 255.0, 255};
    }
    PictureDifference difference;
    double total = 0.0;
    for (int y0 = 0; y0 < a.height; y0 += kBlock) {
        for (int x0 = 0; x0 < a.width; x0 += kBlock) {
            const int y1 = std::min(y0 + kBlock, a.height);
            const int x1 = std::min(x0 + kBlock, a.width);
            int block = 0;
            for (int y = y0; y < y1; ++y) {
                for (int x = x0; x < x1; ++x) {
                    block += pixelDifference(a, b, x, y, difference.max);
                }
            }
            total += block;
            difference.maxBlock = std::max(difference.maxBlock, block / (3.0 * (y1 - y0) * (x1 - x0)));
        }
    }
    difference.mean = total / (3.0 * a.width * a.height);
    return difference;
}

std::string differenceFromGolden(const Picture &picture, const std::string &name,
                                 const GoldenTolerance &tolerance) {
    const std::filesystem::path golden =
        std::filesystem::path(SELVAGE_SOURCE_DIR) / "tests" / "golden" / (name + ".png");
    const char *remake = std::getenv("SELVAGE_REMAKE_GOLDEN");
    if (remake != nullptr && std::string(remake) == "1") {
        return writePicture(golden, picture) ? "" : golden.string() + ": cannot be written";
    }
    const PictureDifference d = comparePictures(picture, readPicture(golden));
    if (d.mean <= tolerance.mean && d.maxBlock <= tolerance.maxBlock) {
        return {};
    }
    const std::filesystem::path left =
        std::filesystem::path(SELVAGE_BUILD_DIR) / "golden_failures" / (name + ".png");
    writePicture(left, picture);
    return golden.string() + ": differs by " + std::to_string(d.mean) + " on average (allowed " +
           std::to_string(tolerance.mean) + ") and " + std::to_string(d.maxBlock) +
           " in one block (allowed " + std::to_string(tolerance.maxBlock) + "); this run's picture is " +
           left.string();
}

} // namespace selvage::test
