// Liu, Li 2006: the rows, and the experiments on wind, the adjustment curve and the table.
#include "measure/wind.h"
#include "reproduce_experiments.h"
#include "sim/air.h"
#include "step_timing.h"

#include <array>
#include <numeric>

namespace selvage {

namespace {

// m/s, of a square metre that falls face on through still air, when it does not get faster.
double terminalVelocity(int32_t side, float arealDensity) {
    World world;
    Fabric fabric;
    fabric.arealDensity = arealDensity;
    fabric.damping = 0.0F;
    world.cloths.push_back(makeGridCloth({side, side, 1.0F, 1.0F}, fabric, Pose{}));
    world.settings.air.density = kAirDensity;
    prepareWorld(world, 1);
    for (int s = 0; s < 135; ++s) {
        step(world, emptyInput());
    }
    const double before = centreOfMass(world.cloths[0]).y;
    for (int s = 0; s < 45; ++s) {
        step(world, emptyInput());
    }
    return (before - centreOfMass(world.cloths[0]).y) / 0.5;
}

Finding measureAir(const Laboratory &) {
    HtmlTable table{{"fabric (kg/m²)", "measured (m/s)", "sqrt(2 m g / ρ C) (m/s)"}, {}};
    double worst = 0.0;
    for (const float density : {0.05F, 0.1F, 0.187F}) {
        const double theory = std::sqrt(2.0 * density * kGravity / (kAirDensity * AirSettings{}.normal));
        const double speed = terminalVelocity(17, density);
        worst = std::max(worst, std::abs(speed / theory - 1.0));
        table.rows.push_back({figureText(density), figureText(speed), figureText(theory)});
    }
    Finding finding;
    finding.criteria = {{"largest deviation of a terminal velocity from theory", worst, Bound::AtMost, 0.03}};
    finding.exhibits.push_back(tableExhibit("A square metre falls face on: gravity against the air.", table));
    return finding;
}

Finding measureTable(const Laboratory &laboratory) {
    constexpr std::array<const char *, 3> kJobs = {"hanging", "ball", "self-collision"};
    HtmlTable table{{"size", "hanging (ms)", "cloth and ball (ms)", "self-collision (ms)", "the paper's"},
                    {}};
    Plot plot{{"particles", true},
              {"time of a step (ms)", true},
              {pointsOf("hanging"), pointsOf("cloth and ball"), pointsOf("self-collision")}};
    double slower = 0.0;
    for (const int32_t side : {10, 20, 30, 40}) {
        std::vector<std::string> row = {std::to_string(side) + " × " + std::to_string(side)};
        for (size_t j = 0; j < kJobs.size(); ++j) {
            ScenarioOptions scene;
            scene.settings = {{"job", kJobs[j]}, {"side", std::to_string(side)}};
            auto world = findScenario("table")->build(scene);
            const double ms = timeSteps(*world, laboratory.quick ? 0.7 : 4.0).medianMs;
            append(plot.series[j], side * side, ms);
            row.push_back(figureText(ms));
        }
        row.emplace_back(side == 10 ? "8.50, 16.–, 9.80" : side == 20 ? "11.49, 2–, 12.27" : "not legible");
        table.rows.push_back(std::move(row));
    }
    for (const auto &[index, theirs] : {std::pair<size_t, double>{0, 8.5047}, {1, 11.4904}}) {
        slower = std::max(slower, plot.series[0].y[index] / theirs);
    }
    const double selfSlower = std::max(plot.series[2].y[0] / 9.8036, plot.series[2].y[1] / 12.2692);
    Finding finding;
    finding.criteria = {{"hanging cloth at 10 and 20, our time over theirs", slower, Bound::AtMost, 1.0},
                        {"self-collision at 10 and 20, our time over theirs", selfSlower, Bound::AtMost, 1.0},
                        {"exponent of the hanging cloth's cost", logSlope(plot.series[0].x, plot.series[0].y),
                         Bound::AtMost, 1.4}};
    finding.exhibits = {tableExhibit("Median time of a step of 1/90 s, one thread; the paper's is a frame on "
                                     "a processor of 2.4 GHz of 2004, "
                                     "as far as it is legible.",
                                     table),
                        plotExhibit("The same.", plot),
                        pictureExhibit(laboratory, {"table"}, "The three jobs (Fig. 8).")};
    return finding;
}

constexpr Row kRows[] = {
    {"L1", "An m × n grid with gravity, viscous damping and the air's resistance.",
     "selvage table --set job=hanging", "sim/src/air.cpp", Verdict::Reproduced, "", measureAir},
    {"L2", "Super-elastic springs are adjusted beyond a stretch of 0.1, along an arctangent (Figs 2 to 5).",
     "selvage-lab run hang --integrator symplectic --set strain-curve=1", "sim/src/post_step.cpp",
     Verdict::Corrected, "erratum 15: once a step, in extension only", measureArctangent},
    {"L3", "A random wind of sines for each axis.", "selvage flag --set gust-model=1", "sim/src/wind.cpp",
     Verdict::Corrected,
     "erratum 16: seconds for frames and a seed for rand(), so that it is the same at every frame rate",
     measureRandomWind},
    {"L4", "A binary tree of boxes, split in the middle of the longest axis and refitted from the bottom up.",
     "selvage-lab broad-phases", "sim/src/triangle_tree.h", Verdict::Reproduced, "", measureBroadPhases},
    {"L5", "Cones of normals over that tree leave out what cannot meet itself (Figs 6, 7).",
     "selvage-lab broad-phases", "sim/src/zone_cones.h", Verdict::Corrected,
     "erratum 17: left against right always, no neighbours, and the contour is looked at, too",
     measureBroadPhases},
    {"L6",
     "Milliseconds a frame of a hanging cloth, a cloth on a ball, and self-collision, at four sizes (Table "
     "1).",
     "selvage-lab table", "app/scenarios/src/table.cpp", Verdict::Reproduced, "", measureTable},
};

// Of the gusts of a minute at one place, sampled at a rate: mean and deviation (m/s).
struct GustStatistics {
    double mean{0.0};
    double deviation{0.0};
};

GustStatistics gustStatistics(int rate, PlotSeries *series) {
    WindSettings settings;
    settings.model = GustModel::LiuLi;
    settings.gusts = 0.3F;
    Wind wind;
    wind.speed = 5.0F;
    prepareWind(wind, settings);
    std::vector<double> speeds;
    for (int i = 0; i < 60 * rate; ++i) {
        updateGusts(wind, settings, static_cast<double>(i) / rate);
        speeds.push_back(glm::length(windAt(wind, Vec3(0.3F, 1.0F, 0.2F))));
        if (series != nullptr && i < 8 * rate) {
            append(*series, static_cast<double>(i) / rate, speeds.back());
        }
    }
    GustStatistics result;
    const auto n = static_cast<double>(speeds.size());
    result.mean = std::accumulate(speeds.begin(), speeds.end(), 0.0) / n;
    for (const double speed : speeds) {
        result.deviation += squared(speed - result.mean) / n;
    }
    result.deviation = std::sqrt(result.deviation);
    return result;
}

} // namespace

std::span<const Row> liuLiRows() {
    return kRows;
}

Finding measureArctangent(const Laboratory &) {
    Plot curve{{"elongation before (of the rest length)"},
               {"elongation after"},
               {lineOf("no adjustment"), lineOf("linear, limit 0.1"), lineOf("arctangent")}};
    for (double x = 0.0; x <= 0.5001; x += 0.01) {
        append(curve.series[0], x, x);
        append(curve.series[1], x, std::min(x, 0.1));
        append(curve.series[2], x, arctangentElongation(static_cast<float>(x), 1.0F, 0.1F));
    }
    Plot sweeps{{"sweeps in one step"},
                {"elongation after, from 0.1"},
                {pointsOf("as printed"), pointsOf("corrected")}};
    double spread = 0.0;
    for (const int32_t n : {1, 2, 5, 10, 20, 30}) {
        append(sweeps.series[0], n, lengthAfter(StrainCurve::ArctangentAsPrinted, 0.1F, n) - 1.0);
        append(sweeps.series[1], n, lengthAfter(StrainCurve::Arctangent, 0.1F, n) - 1.0);
        spread = std::max(spread, std::abs(sweeps.series[1].y.back() - 0.0639));
    }
    double off = 0.0;
    for (const auto &[x, y] : {std::pair<float, double>{0.05F, 0.0424}, {0.1F, 0.0639}, {1.0F, 0.0960}}) {
        off = std::max(off, std::abs(arctangentElongation(x, 1.0F, 0.1F) - y));
    }
    const double squeezed = lengthAfter(StrainCurve::ArctangentAsPrinted, -0.5F, 1);
    Finding finding;
    finding.criteria = {
        {"largest difference from the printed curve's values", off, Bound::AtMost, 1e-4},
        {"0.1 after 30 sweeps as printed (0.0142)", sweeps.series[0].y.back(), Bound::AtMost, 0.015},
        {"corrected: change with the number of sweeps", spread, Bound::AtMost, 1e-4},
        {"a spring squeezed to half, length after one printed sweep", squeezed, Bound::AtLeast, 0.9, "m"},
        {"the same corrected, which lets it fold", lengthAfter(StrainCurve::Arctangent, -0.5F, 30),
         Bound::AtMost, 0.501, "m"}};
    finding.exhibits = {
        plotExhibit("The adjustment curve for a critical stretch of 0.1 (Fig. 5).", curve),
        plotExhibit("It is not idempotent: as printed, every sweep stiffens the cloth.", sweeps)};
    return finding;
}

Finding measureRandomWind(const Laboratory &) {
    Plot plot{{"time (s)"},
              {"speed of the wind (m/s)"},
              {lineOf("at 90 Hz"), {"at 30 Hz", {}, {}, PlotMark::Points}}};
    const GustStatistics fine = gustStatistics(90, &plot.series[0]);
    const GustStatistics coarse = gustStatistics(30, &plot.series[1]);
    const GustStatistics again = gustStatistics(90, nullptr);
    Finding finding;
    finding.criteria = {
        {"standard deviation of the gusts", fine.deviation, Bound::AtLeast, 0.3, "m/s"},
        {"mean at 30 Hz over that at 90 Hz, less one", std::abs(coarse.mean / fine.mean - 1.0), Bound::AtMost,
         0.02},
        {"deviation at 30 Hz over that at 90 Hz, less one", std::abs(coarse.deviation / fine.deviation - 1.0),
         Bound::AtMost, 0.05},
        {"difference of a second run", std::abs(again.mean - fine.mean), Bound::AtMost, 0.0, "m/s"}};
    finding.exhibits.push_back(plotExhibit("A wind of 5 m/s with the paper's sines, at one place.", plot));
    return finding;
}

Finding measureWindLaws(const Laboratory &laboratory) {
    const double theory = 0.5 * kAirDensity * AirSettings{}.normal * 4.0;
    HtmlTable table{{"particles", "Eq. 5 as printed (N)", "ours (N)", "½ ρ C A v² (N)"}, {}};
    std::vector<double> printed;
    std::vector<double> ours;
    for (const int32_t side : {9, 17, 33}) {
        printed.push_back(forceOnSheet(side, AirLaw::MeyerAsPrinted));
        ours.push_back(forceOnSheet(side, AirLaw::Triangles));
        table.rows.push_back({figureText(side * side), figureText(printed.back()), figureText(ours.back()),
                              figureText(theory)});
    }
    // n_i = normalised sum of x_i - x_j: zero inside a flat cloth, along it at a border.
    const Vec3 inside = Vec3(1, 0, 0) + Vec3(-1, 0, 0) + Vec3(0, 1, 0) + Vec3(0, -1, 0);
    const Vec3 border = Vec3(-1, 0, 0) + Vec3(0, 1, 0) + Vec3(0, -1, 0);
    Finding finding;
    finding.criteria = {
        {"force on 33 × 33 over that on 17 × 17, as printed", printed[2] / printed[1], Bound::AtLeast, 3.0},
        {"the same, ours, less one", std::abs(ours[2] / ours[1] - 1.0), Bound::AtMost, 0.01},
        {"ours against the drag of a plate", std::abs(ours[2] / theory - 1.0), Bound::AtMost, 0.02},
        {"length of the printed normal inside flat cloth", glm::length(inside), Bound::AtMost, 0.0},
        {"share of it that lies in the cloth at a border",
         glm::length(Vec2(border.x, border.y)) / glm::length(border), Bound::AtLeast, 1.0},
        {"terminal velocity with ours, against theory",
         std::abs(terminalVelocity(17, 0.1F) /
                      std::sqrt(2.0 * 0.1 * kGravity / (kAirDensity * AirSettings{}.normal)) -
                  1.0),
         Bound::AtMost, 0.03}};
    finding.exhibits.push_back(tableExhibit(
        "A square metre across a wind of 2 m/s. Drag on points grows with their number.", table));
    if (!laboratory.quick) {
        finding.exhibits.push_back(pictureExhibit(laboratory, {"flag"}, "Ours on a flag."));
    }
    return finding;
}

} // namespace selvage
