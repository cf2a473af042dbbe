// The scenes' small pictures: the file in assets, and what becomes of a broken one.
#include "scenarios/scenario.h"
#include "scene_tiles.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr size_t kBytesMax = 400000;

std::vector<uint8_t> file() {
    const auto bytes = sceneTilesFile();
    return {bytes.begin(), bytes.end()};
}

// The file with other words in its comment, as many as there are.
std::vector<uint8_t> withComment(const std::string &from, const std::string &to) {
    auto bytes = file();
    const auto found = std::search(bytes.begin(), bytes.end(), from.begin(), from.end());
    EXPECT_NE(found, bytes.end());
    std::copy(to.begin(), to.end(), found);
    return bytes;
}

TEST(SceneTiles, ShowEveryScene) {
    ASSERT_LE(sceneTilesFile().size(), kBytesMax);
    const auto tiles = readSceneTiles(sceneTilesFile());
    ASSERT_TRUE(tiles) << tiles.error().message;
    for (const Scenario &scene : scenarios()) {
        const auto rgb = tileOf(tiles.value(), scene.name, 64, 36);
        ASSERT_EQ(rgb.size(), 3U * 64 * 36)
            << scene.name << " has no tile: tools/run --scene-tiles makes them anew";
        const auto [darkest, brightest] = std::minmax_element(rgb.begin(), rgb.end());
        EXPECT_GT(*brightest - *darkest, 60) << scene.name << " is one grey";
    }
}

TEST(SceneTiles, AreThoseOfTheSceneThatIsNamed) {
    const auto tiles = readSceneTiles(sceneTilesFile());
    ASSERT_TRUE(tiles);
    const auto flag = tileOf(tiles.value(), "flag", 32, 18);
    const uint8_t *corner = &flag[3 * 30];
    EXPECT_GT(corner[2], corner[0] + 30) << "the sky over the flag is blue";
    const auto hang = tileOf(tiles.value(), "hang", 32, 18);
    const uint8_t *middle = &hang[3 * (9 * 32 + 16)];
    EXPECT_GT(middle[0], middle[1] + 40) << "the sheet is red";
    EXPECT_TRUE(tileOf(tiles.value(), "no-such-scene", 32, 18).empty());
    EXPECT_TRUE(tileOf(tiles.value(), "fla", 32, 18).empty());
}

// A checker of black and white has the middle of linear light when it is small.
TEST(SceneTiles, AreScaledInLinearLight) {
    SceneTiles tiles{2, 2, 1, 6, {"checker"}, {0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0}};
    const auto one = tileOf(tiles, "checker", 1, 1);
    ASSERT_EQ(one.size(), 3U);
    EXPECT_NEAR(one[0], 188, 1);
}

TEST(SceneTiles, ABrokenFileIsAnErrorAndNoMore) {
    const auto good = file();
    for (size_t size = 0; size < good.size(); size += 509) {
        const auto tiles = readSceneTiles({good.data(), size});
        if (tiles) { // a picture whose end is missing is grey there
            EXPECT_EQ(tileOf(tiles.value(), "table", 8, 8).size(), 3U * 8 * 8);
        } else {
            EXPECT_NE(tiles.error().message.find("expected"), std::string::npos) << tiles.error().message;
        }
    }
    EXPECT_FALSE(readSceneTiles({}));
    EXPECT_FALSE(readSceneTiles(std::vector<uint8_t>(1000, 0xFF)));
    const auto outOfNowhere = withComment("256x144", "the pic");
    EXPECT_FALSE(readSceneTiles(outOfNowhere));
    EXPECT_FALSE(readSceneTiles(withComment("256x144", "000x144")));
    EXPECT_FALSE(readSceneTiles(withComment("256x144", "-56x144")));
    EXPECT_FALSE(readSceneTiles(withComment("256x144", "2000x14"))) << "wider than the picture";
    const auto fewer = readSceneTiles(withComment("256x144", "512x144"));
    ASSERT_FALSE(fewer);
    EXPECT_NE(fewer.error().message.find("named, 19, found 8"), std::string::npos) << fewer.error().message;
    const auto other = readSceneTiles(withComment(" flag ", " flap "));
    ASSERT_TRUE(other);
    EXPECT_TRUE(tileOf(other.value(), "flag", 8, 8).empty());
}

} // namespace
} // namespace selvage
