// The golden comparison sees what an eye would see and forgives what it would not.
#include "golden_image.h"

#include <gtest/gtest.h>

namespace {

using namespace selvage::test;

Picture grey(int width, int height, uint8_t value) {
    return {width, height, std::vector<uint8_t>(4 * static_cast<size_t>(width * height), value)};
}

TEST(GoldenImage, FindsNoDifferenceBetweenEqualPictures) {
    const PictureDifference d = comparePictures(grey(20, 20, 90), grey(20, 20, 90));
    EXPECT_EQ(d.mean, 0.0);
    EXPECT_EQ(d.maxBlock, 0.0);
    EXPECT_EQ(d.max, 0);
}

TEST(GoldenImage, SeesAMissingPatchThatTheMeanWouldHide) {
    Picture patch = grey(160, 160, 90);
    for (int y = 16; y < 24; ++y) {
        for (int x = 32; x < 40; ++x) {
            patch.rgba[4 * static_cast<size_t>(y * 160 + x)] = 190; // red only
        }
    }
    const PictureDifference d = comparePictures(grey(160, 160, 90), patch);
    EXPECT_LT(d.mean, 0.1);
    EXPECT_NEAR(d.maxBlock, 100.0 / 3.0, 1e-9);
    EXPECT_EQ(d.max, 100);
}

TEST(GoldenImage, CallsAnotherSizeWhollyDifferent) {
    EXPECT_EQ(comparePictures(grey(8, 8, 1), grey(8, 9, 1)).mean, 255.0);
    EXPECT_EQ(comparePictures({}, {}).mean, 255.0);
}

TEST(GoldenImage, ReadsBackWhatItWrote) {
    Picture picture = grey(5, 3, 7);
    picture.rgba[8] = 200;
    for (size_t i = 3; i < picture.rgba.size(); i += 4) {
        picture.rgba[i] = 255;
    }
    const auto path = std::filesystem::path(SELVAGE_BUILD_DIR) / "golden_image_test" / "small.png";
    ASSERT_TRUE(writePicture(path, picture));
    EXPECT_EQ(readPicture(path).rgba, picture.rgba);
}

TEST(GoldenImage, NamesAMissingGoldenFile) {
    EXPECT_NE(
        differenceFromGolden(grey(8, 8, 1), "there_is_no_such_picture").find("there_is_no_such_picture.png"),
        std::string::npos);
}

} // namespace
