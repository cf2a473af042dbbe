// The panel's page of scenes, as triangles: with and without pictures, in a window and in a headset.
#include "panel.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr VkExtent2D kWindow{1280, 800};
constexpr double kFrameTime = 1.0 / 90.0;

class ScenePage {
public:
    ScenePage(bool headset, const SceneTiles &tiles, int32_t scenario = 0)
        : style_(headset ? headsetStyle(1760) : windowStyle(kWindow.height)),
          extent_(headset ? VkExtent2D{static_cast<uint32_t>(kPanelSize.x * style_.pixelsPerMetre),
                                       static_cast<uint32_t>(kPanelSize.y * style_.pixelsPerMetre)}
                          : kWindow),
          panel_(ControlPanel::create(style_, tiles)) {
        frame_.simulation = &simulation_;
        frame_.scenario = scenario;
        pointer_.present = true;
        show();
        show();
    }
    // Pixels, in a window; m, in a headset.
    void pointAt(const Vec2 &at) {
        pointer_.position = style_.headset ? at * style_.pixelsPerMetre : at;
        show();
    }
    void scroll(float clicks) {
        pointer_.wheel += clicks;
        show();
        show();
    }
    // How many scenes forward a click here goes.
    uint32_t click() {
        const uint32_t before = panel_->clicks().scenes;
        pointer_.down[0] = true;
        ++pointer_.pressCount[0];
        show();
        pointer_.down[0] = false;
        show();
        return panel_->clicks().scenes - before;
    }
    size_t vertexCount() {
        size_t count = 0;
        for (const OverlayPiece &piece : show()) {
            count += piece.vertices.size();
        }
        return count;
    }

private:
    std::span<const OverlayPiece> show() { return panel_->build(frame_, pointer_, extent_, kFrameTime); }

    PanelStyle style_;
    VkExtent2D extent_;
    std::unique_ptr<ControlPanel> panel_;
    SimFrame simulation_;
    PanelFrame frame_;
    Pointer pointer_;
};

SceneTiles allTiles() {
    const auto tiles = readSceneTiles(sceneTilesFile());
    EXPECT_TRUE(tiles);
    return tiles ? tiles.value() : SceneTiles{};
}

// Where the pictures would be, so that names lie there.
constexpr Vec2 kHangInWindow(175.0F, 125.0F);
constexpr Vec2 kHangInHeadset(0.213F, 0.165F);

TEST(PanelScenes, HaveAPictureEachWhereTheFileHasOne) {
    for (const bool headset : {false, true}) {
        const size_t inView = headset ? 15 : scenarios().size(); // tiles
        const size_t names = ScenePage(headset, {}).vertexCount();
        EXPECT_EQ(ScenePage(headset, allTiles()).vertexCount(), names + 4 * inView) << headset;
        SceneTiles oneLess = allTiles();
        oneLess.names[1] = "another";
        EXPECT_EQ(ScenePage(headset, oneLess).vertexCount(), names + 4 * (inView - 1)) << headset;
    }
}

TEST(PanelScenes, AreChosenByTheirTilesWithPicturesAndWithout) {
    for (const bool headset : {false, true}) {
        for (const SceneTiles &tiles : {allTiles(), SceneTiles{}}) {
            ScenePage page(headset, tiles);
            page.pointAt(headset ? kHangInHeadset : kHangInWindow);
            EXPECT_EQ(page.click(), 1U) << "hang is the second";
            page.pointAt(headset ? Vec2(0.076F, 0.165F) : Vec2(66.0F, 125.0F));
            EXPECT_EQ(page.click(), 0U) << "this one runs";
        }
    }
}

TEST(PanelScenes, AreAllWithinReach) {
    ScenePage window(false, allTiles());
    window.pointAt({66.0F, 640.0F});
    EXPECT_EQ(window.click(), scenarios().size() - 1);
    ScenePage headset(true, allTiles());
    headset.pointAt({0.5F, 0.4F});
    headset.scroll(-30.0F);
    EXPECT_EQ(headset.click(), scenarios().size() - 1) << "the last in the fourth column, in view now";
}

TEST(PanelScenes, BeginWhereTheRunningSceneIsInView) {
    const auto last = static_cast<int32_t>(scenarios().size()) - 1;
    ScenePage headset(true, allTiles(), last);
    headset.pointAt({0.5F, 0.4F});
    EXPECT_EQ(headset.click(), 0U) << "it is that which runs";
    headset.pointAt({0.36F, 0.4F});
    EXPECT_EQ(headset.click(), scenarios().size() - 1) << "the one before it";
}

} // namespace
} // namespace selvage
