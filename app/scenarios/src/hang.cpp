// The job `hang`: a level sheet pinned at the two corners of its far edge swings down (4 s, stretch scored
// over the last 2 s). Nothing else is there, so that the solver alone is measured.
#include "scenario_table.h"
#include "sheet.h"

namespace selvage {

namespace {

constexpr Vec3 kMiddle(0.0F, 1.65F, -1.3F); // m
constexpr double kLength = 4.0;             // s

} // namespace

Result<World> buildHang(const ScenarioOptions &options) {
    World world;
    auto sheet = makeSheet(options, kMiddle);
    if (!sheet) {
        return sheet.error();
    }
    world.cloths.push_back(std::move(*sheet));
    world.pins = {{0, 0}, {0, sheetSide(options) - 1}};
    if (const auto finished = finishSheet(world, options); !finished) {
        return finished.error();
    }
    return world;
}

Motion scriptHang() {
    return watch({0.75F, 1.45F, -0.25F}, {0.0F, 1.15F, -1.6F}, kLength);
}

std::vector<double> picturesHang() {
    return {0.1, 0.3, 0.6, 1.0, 1.5, 2.5, 4.0};
}

} // namespace selvage
