// What hangs below a height, of sheets whose height is given.
#include "level_trim.h"

#include <gtest/gtest.h>

#include <functional>

namespace selvage {
namespace {

constexpr int32_t kCells = 20; // along each side
constexpr float kCell = 0.05F; // m

// A square of 1 m, its particles as high as `height` says of their places in the flat fabric.
struct Sheet {
    std::vector<int32_t> triangles;
    std::vector<Vec2> uv; // m, per corner
    std::vector<Vec3> place;

    explicit Sheet(const std::function<float(const Vec2 &)> &height) {
        const auto index = [](int32_t i, int32_t j) { return j * (kCells + 1) + i; };
        const auto at = [](int32_t p) {
            const int32_t row = p / (kCells + 1);
            return kCell * Vec2(static_cast<float>(p % (kCells + 1)), static_cast<float>(row));
        };
        for (int32_t p = 0; p < (kCells + 1) * (kCells + 1); ++p) {
            place.emplace_back(at(p).x, height(at(p)), at(p).y);
        }
        for (int32_t j = 0; j < kCells; ++j) {
            for (int32_t i = 0; i < kCells; ++i) {
                for (const int32_t p : {index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j),
                                        index(i + 1, j + 1), index(i, j + 1)}) {
                    triangles.push_back(p);
                    uv.push_back(at(p));
                }
            }
        }
    }
    LevelTrim trimmed(float height) const { return trimBelow(triangles, uv, place, 0, height, 0.003F); }
};

TEST(LevelTrim, OfAHangingSheetIsOneLineFromBorderToBorder) {
    const LevelTrim trim = Sheet([](const Vec2 &at) { return at.y; }).trimmed(0.32F);
    ASSERT_EQ(trim.lines.size(), 1U);
    EXPECT_NEAR(trim.share, 0.325F, 0.001F); // up to the middle of the row that is crossed
    EXPECT_EQ(std::count(trim.goes.begin(), trim.goes.end(), 1), 7 * (kCells + 1));
    EXPECT_EQ(trim.lines[0].size(), 2U * kCells + 2U); // a point a triangle, and both ends
}

TEST(LevelTrim, LeavesAHollowInsideAlone) {
    const LevelTrim trim = Sheet([](const Vec2 &at) {
                               const float hollow =
                                   std::max(0.0F, 0.2F - glm::distance(at, Vec2(0.5F, 0.7F)));
                               return at.y - 4.0F * hollow;
                           }).trimmed(0.32F);
    ASSERT_EQ(trim.lines.size(), 1U);
    EXPECT_EQ(std::count(trim.goes.begin(), trim.goes.end(), 1), 7 * (kCells + 1));
}

TEST(LevelTrim, TakesWhatIsTurnedUpAndWhatHangsAtBothEnds) {
    // A saddle over a rail: both ends hang, one is turned up.
    const LevelTrim trim = Sheet([](const Vec2 &at) {
                               const float fall = 1.0F - 2.0F * std::abs(at.y - 0.5F);
                               return at.y < 0.075F ? 0.5F : fall;
                           }).trimmed(0.32F);
    EXPECT_EQ(trim.lines.size(), 2U);
    EXPECT_EQ(trim.goes.front(), 1) << "it is turned up";
    EXPECT_EQ(trim.goes.back(), 1);
    EXPECT_EQ(trim.goes[10U * (kCells + 1U)], 0);
    EXPECT_LT(trim.share, 0.5F);
}

TEST(LevelTrim, IsNoneWhereNothingIsLowerAndAllWhereNothingIsHigher) {
    const Sheet sheet([](const Vec2 &at) { return at.y; });
    EXPECT_TRUE(sheet.trimmed(0.002F).lines.empty()) << "within what stays";
    EXPECT_EQ(sheet.trimmed(0.002F).share, 0.0F);
    EXPECT_TRUE(sheet.trimmed(2.0F).lines.empty());
    EXPECT_EQ(sheet.trimmed(2.0F).share, 1.0F);
}

TEST(LevelTrim, HasItsPointsAtTheHeight) {
    const Sheet sheet([](const Vec2 &at) { return at.y + 0.1F * std::sin(12.0F * at.x); });
    const LevelTrim trim = sheet.trimmed(0.4F);
    ASSERT_EQ(trim.lines.size(), 1U);
    for (const MeshPoint &point : trim.lines[0]) {
        float height = 0.0F;
        for (int32_t k = 0; k < 3; ++k) {
            EXPECT_GE(point.share[k], 0.0F);
            height +=
                point.share[k] *
                sheet.place[static_cast<size_t>(sheet.triangles[static_cast<size_t>(3 * point.triangle + k)])]
                    .y;
        }
        EXPECT_NEAR(height, 0.4F, 0.03F * kCell); // a fiftieth of the way to the triangle's middle
    }
}

} // namespace
} // namespace selvage
