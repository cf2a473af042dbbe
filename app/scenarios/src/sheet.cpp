// The sheet of the comparison jobs, with the stiffness of the mass-spring methods: structural k, shear k/2,
// flexion k/10.
#include "sheet.h"

#include "scenarios/script.h"
#include "sim/mesh_cloth.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

Fabric sheetFabric(float cell) {
    Fabric fabric;
    fabric.name = "sheet";
    fabric.arealDensity = 0.2F;
    setSpringConstants(fabric, {.structural = 1e3F, .shear = 5e2F, .flexion = 1e2F}, cell);
    setMaxStretch(fabric, 0.0F); // nominal, so the limiter is to allow no stretch at all
    fabric.damping = 1.0F;
    fabric.friction = 0.3F;
    fabric.thickness = 0.001F; // hides the ball between the particles of 33 x 33 and more
    return fabric;
}

constexpr const char *kSheetKey = "sheet";

} // namespace

int32_t sheetSide(const ScenarioOptions &options) {
    return options.points > 0
               ? std::max(2,
                          static_cast<int32_t>(std::lround(std::sqrt(static_cast<double>(options.points)))))
               : kSheetSide;
}

Result<Cloth> makeSheet(const ScenarioOptions &options, const Vec3 &middle) {
    const int32_t side = sheetSide(options);
    const Fabric fabric = sheetFabric(1.0F / static_cast<float>(side - 1));
    const Pose pose{Quat(1.0F, 0.0F, 0.0F, 0.0F), middle};
    const GridSize size{side, side, 1.0F, 1.0F, SpringLayout::Papers};
    const auto sheet = options.settings.find(kSheetKey);
    if (sheet == options.settings.end() || sheet->second == "grid") {
        return makeGridCloth(size, fabric, pose);
    }
    if (sheet->second == "irregular") {
        return makeMeshCloth(irregularSheet(size, options.seed), fabric, pose);
    }
    return Error{"--set sheet=" + sheet->second + ": expected grid or irregular"};
}

Result<void> finishSheet(World &world, const ScenarioOptions &options) {
    ScenarioOptions others = options;
    others.settings.erase(kSheetKey);
    return finishWorld(world, others);
}

Motion watch(const Vec3 &eye, const Vec3 &lookAt, double seconds) {
    ScriptKeys keys;
    keys.head = {{0.0, eye, lookAt}, {seconds, eye, lookAt}};
    return makeScript(keys, 90.0);
}

} // namespace selvage
