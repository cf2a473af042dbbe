// Kang, Cho 2002: the rows, and the experiments on the direct update and on two layers.
#include "reference/reference.h"
#include "reproduce_experiments.h"
#include "reproduce_scenes.h"
#include "sim/springs.h"
#include "step_timing.h"

#include <array>

namespace selvage {

namespace {

// RMS joint angle (rad) over the neighbours at a distance along rows and columns: how wrinkled a cloth is.
double foldOf(const Cloth &cloth, int32_t stride) {
    const std::vector<reference::Vec3d> position(cloth.position.begin(), cloth.position.end());
    return reference::foldRms(position, cloth.topology->columnCount, cloth.topology->rowCount, stride);
}

Finding measureLayers(const Laboratory &) {
    World world = sheetWorld(65, 1000.0F, "bilayered");
    pinTwoCorners(world);
    world.settings.substeps = 1;
    prepareWorld(world, 1);
    for (int s = 0; s < 60; ++s) {
        step(world, emptyInput(1.0F / 30.0F));
    }
    const Bilayer &layers = *world.solvers[0].bilayer;
    double apart = 0.0;
    for (size_t c = 0; c < layers.denseIndex.size(); ++c) {
        const Vec3 &dense = world.cloths[0].position[static_cast<size_t>(layers.denseIndex[c])];
        apart = std::max(apart, static_cast<double>(glm::distance(dense, layers.coarse.position[c])));
    }
    Finding finding;
    finding.criteria = {
        {"particles of the coarse layer, of the dense one's", layers.coarse.particleCount() / 4225.0,
         Bound::AtMost, 0.1},
        {"how far the layers are apart after 60 steps of 1/30 s", 1e3 * apart, Bound::AtMost, 30.0, "mm"},
        {"falls with gravity, which acts on the coarse layer alone",
         std::abs(fallShare("bilayered", {}) - 1.0), Bound::AtMost, 1e-3}};
    finding.exhibits.push_back(tableExhibit(
        "The two meshes.", {{"layer", "particles", "springs"},
                            {{"dense", figureText(world.cloths[0].particleCount()),
                              figureText(static_cast<double>(springsOf(*world.cloths[0].topology).size()))},
                             {"coarse", figureText(layers.coarse.particleCount()),
                              figureText(static_cast<double>(springsOf(*layers.coarse.topology).size()))}}}));
    return finding;
}

Finding measureCoarseIntegrators(const Laboratory &) {
    HtmlTable table{{"method of the coarse layer", "sub-intervals", "share of g in free fall"}, {}};
    double worst = 0.0;
    for (const char *name : {"kang-cho", "midpoint", "implicit-cg", "desbrun", "symplectic"}) {
        const std::string method = name;
        const int32_t divisions =
            method == "midpoint" || method == "symplectic" ? 20 : 4; // explicit ones need short steps
        const double share = fallShare("bilayered", {.coarseIntegrator = name, .divisions = divisions});
        worst = std::max(worst, std::abs(share - 1.0));
        table.rows.push_back({name, figureText(divisions), figureText(share)});
    }
    Finding finding;
    finding.criteria = {{"methods that served", static_cast<double>(table.rows.size()), Bound::AtLeast, 3.0},
                        {"largest deviation of the fall from g", worst, Bound::AtMost, 1e-3}};
    finding.exhibits.push_back(tableExhibit(
        "Eq. 6, an explicit Runge-Kutta method and normal implicit Euler, and two more.", table));
    return finding;
}

Finding measureWrinkles(const Laboratory &laboratory) {
    double nonFinite = 0.0;
    const World world = play("bilayer", laboratory.quick ? 2.0 : 4.0, {},
                             [&](const World &, const StepReport &report) { nonFinite += report.nonFinite; });
    constexpr std::array<const char *, 4> kNames = {"many fine wrinkles: 0.1", "moderate: 0.4", "rubber: 1.0",
                                                    "dense layer alone: 0.4"};
    HtmlTable table{{"contraction resistance", "fold, neighbours (rad)", "fold, every second (rad)"}, {}};
    std::array<double, 4> folds{};
    for (size_t c = 0; c < kNames.size(); ++c) {
        folds[c] = foldOf(world.cloths[c], 1);
        table.rows.push_back({kNames[c], figureText(folds[c]), figureText(foldOf(world.cloths[c], 2))});
    }
    Finding finding;
    finding.criteria = {
        {"numbers that are none", nonFinite, Bound::AtMost, 0.0},
        {"fold of the wrinkly preset over the moderate one's", folds[0] / folds[1], Bound::AtLeast, 1.0},
        {"fold of the moderate preset over rubber's", folds[1] / folds[2], Bound::AtLeast, 1.0}};
    finding.exhibits = {
        tableExhibit("RMS angle at the joints of neighbouring cells when the cloths lie on their bodies.",
                     table),
        pictureExhibit(laboratory, {"bilayer", 2.0},
                       "Three presets of wrinkles in two layers, and at the right the dense layer alone.")};
    return finding;
}

Finding measureBilayerCost(const Laboratory &laboratory) {
    Plot plot{{"particles", true}, {"time of a step of 1/30 s (ms)", true}, {pointsOf("bilayered")}};
    for (const int32_t side : {17, 33, 49, 65}) {
        World world = sheetWorld(side, 1000.0F, "bilayered");
        pinTwoCorners(world);
        world.settings.substeps = 1;
        prepareWorld(world, 1);
        if (!prepareBilayer(world.cloths[0], world.solvers[0], {.coarseIntegrator = "kang-cho"})) {
            continue;
        }
        append(plot.series[0], side * side,
               timeSteps(world, laboratory.quick ? 0.7 : 3.0, 1.0 / 30.0).medianMs);
    }
    double fast = 0.0;
    double nonFinite = 0.0;
    for (const float k : {1e3F, 1e5F, 1e7F}) {
        World world = sheetWorld(17, k, "bilayered");
        pinTwoCorners(world);
        world.settings.substeps = 1;
        prepareWorld(world, 1);
        for (int s = 0; s < 90; ++s) {
            nonFinite += step(world, emptyInput(1.0F / 30.0F)).nonFinite;
            fast = std::max(fast, static_cast<double>(fastest(world.cloths[0])));
        }
    }
    Finding finding;
    finding.criteria = {{"exponent of the cost in the number of particles",
                         logSlope(plot.series[0].x, plot.series[0].y), Bound::AtMost, 1.35},
                        {"step of 4,225 particles", plot.series[0].y.back(), Bound::AtMost, 33.3, "ms"},
                        {"fastest particle at up to 10⁷ N/m", fast, Bound::AtMost, 15.0, "m/s"},
                        {"numbers that are none", nonFinite, Bound::AtMost, 0.0}};
    finding.exhibits.push_back(
        plotExhibit("Both layers by the direct update. Real time, at 30 frames a second, is 33 ms.", plot));
    return finding;
}

Finding measureLayersBesideOne(const Laboratory &laboratory) {
    Plot plot{{"time (s)"}, {"height of the centre of mass (m)"}, {}};
    const int32_t side = laboratory.quick ? 17 : 33;
    reference::State exact;
    for (const char *name : {"bilayered", "kang-cho", "kang-cho-as-printed"}) {
        World world = sheetWorld(side, 1000.0F);
        pinTwoCorners(world);
        prepareWorld(world, 1);
        exact = reference::fromCloth(world.cloths[0]);
        PlotSeries series = lineOf(name);
        if (!selectIntegrator(world, *findIntegrator(name))) {
            continue;
        }
        for (int s = 0; s <= 45; ++s) {
            append(series, s / 90.0, centreOfMass(world.cloths[0]).y);
            step(world, emptyInput());
        }
        plot.series.push_back(std::move(series));
    }
    PlotSeries truth = lineOf("converged, double precision");
    for (int s = 0; s <= 45; ++s) {
        append(truth, s / 90.0, reference::centreHeight(exact));
        reference::advance(exact, 1.0 / 90.0, 200, 0.0);
    }
    const double fallen = -truth.y.back();
    Finding finding;
    finding.criteria = {
        {"what two layers have fallen in 0.5 s, of the converged solution", -plot.series[0].y.back() / fallen,
         Bound::AtLeast, 0.85},
        {"the same of the direct update as printed", -plot.series[2].y.back() / fallen, Bound::AtMost, 0.3}};
    plot.series.push_back(std::move(truth));
    finding.exhibits = {plotExhibit(
        "A level sheet is let go, held by two corners: the direct update alone floats, two layers swing.",
        plot)};
    if (!laboratory.quick) {
        finding.exhibits.push_back(
            pictureExhibit(laboratory, {"bilayer", 0.8},
                           "Fig. 4 at 0.8 s: at the right the dense layer alone, beside two layers."));
        finding.exhibits.push_back(pictureExhibit(laboratory, {"dress"}, "A dressed figure, as in Fig. 8."));
    }
    return finding;
}

constexpr Row kRows[] = {
    {"K1",
     "Two layers: a sparse mesh with all forces for the motion, a dense one without gravity for the looks.",
     "selvage bilayer", "sim/src/bilayer.cpp", Verdict::Reproduced, "", measureLayers},
    {"K2", "Eq. 6 updates each point directly from backward Euler, in O(n), at any step.",
     "selvage-lab run hang --integrator kang-cho-as-printed", "sim/src/kang_cho.cpp", Verdict::Corrected,
     "erratum 2: uniform accelerations act outside the solve, and momenta are kept", measureDirectUpdate},
    {"K3",
     "NEXTSTATE: the coarse layer moves in d sub-intervals, the dense one in two halves, and both are "
     "averaged.",
     "selvage-lab run hang --integrator bilayered-as-printed", "sim/src/bilayer.cpp", Verdict::Corrected,
     "erratum 3: the change of velocity is that at the end, not the average's", measureDivisions},
    {"K4", "Any integrator moves the coarse layer (heterogeneous, Fig. 8).",
     "selvage-lab reproduce --only K4", "sim/src/bilayer.cpp", Verdict::Beyond, "five methods serve",
     measureCoarseIntegrators},
    {"K5",
     "A contraction resistance below 1 brings wrinkles; three presets from wrinkles to rubber (Fig. 5).",
     "selvage bilayer", "sim/src/spring_forces.h", Verdict::Reproduced, "", measureWrinkles},
    {"K6",
     "1/30 s a step, stable at any stiffness, cost linear, thousands of points in real time, as a library.",
     "cmake --install build/library --component selvage_sim", "tests/example/cloth_on_a_ball.cpp",
     Verdict::Reproduced, "", measureBilayerCost},
    {"K7",
     "4,225 points and 12,416 springs drape over a hemisphere and a box, two points or none fixed (Figs 6, "
     "7).",
     "selvage bilayer --set side=65 --set body=both --set pinned=1", "app/scenarios/src/bilayer_scene.cpp",
     Verdict::Reproduced, "", measureDenseMesh},
    {"K8", "Two layers beside the dense one alone (Fig. 4): global motion is not damped away.",
     "selvage bilayer", "sim/src/bilayer.cpp", Verdict::Reproduced, "", measureLayersBesideOne},
};

} // namespace

std::span<const Row> kangChoRows() {
    return kRows;
}

Finding measureSpringCounts(const Laboratory &) {
    const Cloth sheet = sheetCloth(65, 1000.0F);
    double structural = 0.0;
    double diagonal = 0.0;
    for (const Spring &spring : springsOf(*sheet.topology)) {
        structural += isStructural(spring.kind) ? 1.0 : 0.0;
        diagonal += spring.kind == SpringKind::Shear ? 1.0 : 0.0;
    }
    Finding finding;
    finding.criteria = {
        {"mass points less 4,225", std::abs(sheet.particleCount() - 4225.0), Bound::AtMost, 0.0},
        {"structural springs and one diagonal a cell, less 12,416",
         std::abs(structural + 0.5 * diagonal - 12416.0), Bound::AtMost, 0.0}};
    finding.exhibits.push_back(tableExhibit(
        "Springs of 65 × 65 particles. 12,416 leaves room for one diagonal a cell only.",
        {{"springs", "number"},
         {{"structural", figureText(structural)},
          {"and one diagonal a cell (the paper's number)", figureText(structural + 0.5 * diagonal)},
          {"and both diagonals", figureText(structural + diagonal)},
          {"and flexion (ours)", figureText(static_cast<double>(springsOf(*sheet.topology).size()))}}}));
    return finding;
}

Finding measureDenseMesh(const Laboratory &laboratory) {
    Finding finding = measureSpringCounts(laboratory);
    double nonFinite = 0.0;
    double lowest = 1e9;
    for (const char *pinned : {"0", "1"}) {
        const Playing how{.dt = 1.0 / 30.0,
                          .settings = {{"side", "65"}, {"body", "both"}, {"pinned", pinned}}};
        const World world =
            play("bilayer", laboratory.quick ? 0.2 : 1.0, how,
                 [&](const World &, const StepReport &report) { nonFinite += report.nonFinite; });
        for (const Cloth &cloth : world.cloths) {
            lowest = std::min(lowest, static_cast<double>(centreOfMass(cloth).y));
        }
    }
    finding.criteria.push_back({"numbers that are none", nonFinite, Bound::AtMost, 0.0});
    finding.criteria.push_back({"lowest centre of the draping cloths", lowest, Bound::AtLeast, 0.6, "m"});
    for (const char *pinned : {"1", "0"}) {
        const std::string how = *pinned == '1' ? "two points fixed" : "none fixed";
        for (const double time : {0.12, 0.18}) {
            if (!laboratory.quick || (*pinned == '0' && time > 0.15)) {
                finding.exhibits.push_back(pictureExhibit(
                    laboratory, {"bilayer", time, {"side=65", "body=both", std::string("pinned=") + pinned}},
                    "4,225 points on hemispheres and boxes, " + how + ", at " + figureText(time) +
                        " s (Figs 6, 7)."));
            }
        }
    }
    return finding;
}

Finding measureDirectUpdate(const Laboratory &laboratory) {
    Plot plot{{"h² S / m (–)", true}, {"share of gravity left"}, {}};
    plot.series = {lineOf("1 − (S h² / (m + S h²))²"),
                   {"as printed", {}, {}, PlotMark::Points},
                   {"corrected", {}, {}, PlotMark::Points}};
    double off = 0.0;
    double ours = 0.0;
    for (double ratio = 0.133; ratio < 2000.0; ratio *= std::sqrt(10.0)) {
        const double expected = 1.0 - squared(ratio / (1.0 + ratio));
        const double printed = fallShareOfTwo("kang-cho-as-printed", ratio);
        const double corrected = fallShareOfTwo("kang-cho", ratio);
        append(plot.series[0], ratio, expected);
        append(plot.series[1], ratio, printed);
        append(plot.series[2], ratio, corrected);
        off = std::max(off, std::abs(printed - expected));
        ours = std::max(ours, std::abs(corrected - 1.0));
    }
    PlotSeries cost = pointsOf("kang-cho");
    for (const int32_t side : {17, 33, 65}) {
        World world = sheetWorld(side, 1000.0F, "kang-cho");
        world.settings.postStep.sweepMax = 0;
        prepareWorld(world, 1);
        append(cost, side * side, timeSteps(world, laboratory.quick ? 0.3 : 1.0).medianMs);
    }
    Finding finding;
    finding.criteria = {
        {"printed form against theory, largest difference", off, Bound::AtMost, 2e-3},
        {"gravity that the printed form leaves at 1,330", plot.series[1].y.back(), Bound::AtMost, 0.01},
        {"corrected form, largest deviation from g", ours, Bound::AtMost, 1e-3},
        {"linear momentum from nothing, printed", momentumGained("kang-cho-as-printed"), Bound::AtLeast, 1e-4,
         "kg m/s"},
        {"the same, corrected", momentumGained("kang-cho"), Bound::AtMost, 1e-6, "kg m/s"},
        {"exponent of the cost in the number of particles", logSlope(cost.x, cost.y), Bound::AtMost, 1.35}};
    finding.exhibits.push_back(plotExhibit(
        "Two particles on a spring in free fall: passed through Eq. 6, gravity is taken away.", plot));
    return finding;
}

Finding measureDivisions(const Laboratory &) {
    Plot plot{{"sub-intervals d", true}, {"share of gravity in free fall"}, {}};
    plot.series = {lineOf("(d + 1) / 2d"),
                   {"as printed", {}, {}, PlotMark::Points},
                   {"corrected", {}, {}, PlotMark::Points}};
    double off = 0.0;
    double ours = 0.0;
    for (const int32_t d : {1, 2, 4, 10, 30, 100}) {
        const double expected = (d + 1.0) / (2.0 * d);
        const double printed = fallShare("bilayered-as-printed", {.divisions = d});
        const double corrected = fallShare("bilayered", {.divisions = d});
        append(plot.series[0], d, expected);
        append(plot.series[1], d, printed);
        append(plot.series[2], d, corrected);
        off = std::max(off, std::abs(printed - expected));
        ours = std::max(ours, std::abs(corrected - 1.0));
    }
    Finding finding;
    finding.criteria = {
        {"printed form against theory, largest difference", off, Bound::AtMost, 2e-3},
        {"gravity left by the printed form with d = 100", plot.series[1].y.back(), Bound::AtMost, 0.51},
        {"corrected form, largest deviation from g", ours, Bound::AtMost, 1e-3}};
    finding.exhibits.push_back(plotExhibit("An unfixed sheet in two layers falls for a second.", plot));
    return finding;
}

} // namespace selvage
