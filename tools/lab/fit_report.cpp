#include "fit_report.h"

#include "sim/diagnostics.h"
#include "sim/fit.h"

namespace selvage {

namespace {

constexpr float kPascalsPerKilopascal = 1000.0F;

nlohmann::json quantilesJson(std::vector<float> &values, double scale) {
    return {{"p50", scale * quantile(values, 0.5)}, {"p99", scale * quantile(values, 0.99)}};
}

nlohmann::json easeJson(const Fitting &fitting, const PlainMesh &body) {
    nlohmann::json out = nlohmann::json::object();
    const Pose &pose = fitting.world.colliders[0].pose; // upright: only moved
    for (const MeasureLine &line : measureLines(fitting.measures)) {
        const auto sections = sectionsOf(body.position, body.triangles, 1, line.height);
        if (sections.empty()) {
            continue;
        }
        const Vec3 centre = transformPoint(pose, sections[0].centre);
        nlohmann::json &entry = out[line.name];
        entry = {{"height_m", line.height}, {"body_girth_cm", 100.0F * line.girth}};
        const Cloth &cloth = fitting.world.cloths[0];
        if (const auto girth = clothGirth(cloth.position, cloth.topology->triangles, centre.y, centre)) {
            entry["garment_girth_cm"] = 100.0F * *girth;
            entry["ease_cm"] = 100.0F * (*girth - line.girth);
        }
    }
    return out;
}

nlohmann::json pressureJson(const PressureMean &pressure) {
    std::vector<float> pressing; // kPa, where cloth lies on the body
    double sum = 0.0;
    for (const float pascals : pressure.sum) {
        if (pascals > 0.0F) {
            pressing.push_back(pascals / (kPascalsPerKilopascal * static_cast<float>(pressure.stepCount)));
            sum += static_cast<double>(pressing.back());
        }
    }
    const auto count = static_cast<double>(pressing.size());
    return {{"mean", pressing.empty() ? 0.0 : sum / count},
            {"p99", quantile(pressing, 0.99)},
            {"touching_share", count / static_cast<double>(std::max<size_t>(1, pressure.sum.size()))}};
}

} // namespace

void PressureMean::add(const World &world, float dt) {
    sum.resize(world.cloths[0].position.size(), 0.0F);
    stepCount += addContactPressure(world, 0, 0, dt, sum) ? 1 : 0;
}

nlohmann::json fitJson(const Fitting &fitting, const PlainMesh &body, const PressureMean &pressure) {
    const Cloth &cloth = fitting.world.cloths[0];
    WarpWeftStretch stretch;
    appendWarpWeftStretch(cloth, stretch);
    std::vector<float> distance;
    appendDistance(cloth, makeMeshTree(body.position, body.triangles), fitting.world.colliders[0].pose,
                   distance);
    nlohmann::json out = {{"ease", easeJson(fitting, body)},
                          {"stretch_warp", quantilesJson(stretch.warp, 1.0)},
                          {"stretch_weft", quantilesJson(stretch.weft, 1.0)},
                          {"distance_mm", quantilesJson(distance, 1000.0)}};
    if (pressure.stepCount > 0) {
        out["pressure_kpa"] = pressureJson(pressure);
    }
    return out;
}

} // namespace selvage
