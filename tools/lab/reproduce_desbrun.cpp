// Desbrun, Schröder, Barr 1999: the rows, and the experiments on the method itself.
#include "compare_command.h"
#include "reproduce_experiments.h"
#include "step_timing.h"

#include <Eigen/Dense>
#include <array>
#include <random>

namespace selvage {

namespace {

constexpr float kPaperDt = 0.02F; // s, Desbrun 1999, §6

Cloth chainOf(int32_t n, float length, float mass, const Fabric &fabric) {
    std::vector<Vec3> points;
    std::vector<Spring> springs;
    const float rest = length / static_cast<float>(n - 1);
    for (int32_t i = 0; i < n; ++i) {
        points.emplace_back(rest * static_cast<float>(i), 0.0F, 0.0F);
        if (i > 0) {
            springs.push_back({i - 1, i, rest, SpringKind::Weft});
        }
    }
    return makeNetwork(points, mass, std::move(springs), fabric);
}

Fabric springFabric(float stiffness) {
    Fabric fabric;
    fabric.weftStiffness = stiffness;
    fabric.damping = 0.0F;
    setMaxStretch(fabric, 10.0F);
    return fabric;
}

// I - dt²/m H of a chain (Eq. 3 and the matrix above it).
Eigen::MatrixXd chainMatrix(int32_t n, double ratio) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(n, n);
    for (int32_t i = 1; i < n; ++i) {
        matrix(i, i) += ratio;
        matrix(i - 1, i - 1) += ratio;
        matrix(i, i - 1) -= ratio;
        matrix(i - 1, i) -= ratio;
    }
    return matrix;
}

struct ChainState {
    Eigen::VectorXd position;
    Eigen::VectorXd velocity;
};

// dv = (I - dt²/m H)^-1 (F + dt H v) dt/m, in double precision.
Eigen::VectorXd changeByEquation3(const ChainState &state, double k, double m, double dt, double rest) {
    const auto n = static_cast<int32_t>(state.position.size());
    Eigen::VectorXd force = Eigen::VectorXd::Zero(n);
    for (int32_t i = 1; i < n; ++i) {
        const double pull = k * (state.position(i) - state.position(i - 1) - rest) +
                            dt * k * (state.velocity(i) - state.velocity(i - 1));
        force(i - 1) += pull;
        force(i) -= pull;
    }
    return chainMatrix(n, k * dt * dt / m).ldlt().solve(force) * (dt / m);
}

Finding measureChain(const Laboratory &) {
    constexpr int32_t n = 21;
    constexpr float k = 200.0F;
    constexpr float m = 0.01F;
    Cloth chain = chainOf(n, 1.0F, m, springFabric(k));
    std::mt19937 random(1);
    std::uniform_real_distribution<float> some(-1.0F, 1.0F);
    ChainState state{Eigen::VectorXd(n), Eigen::VectorXd(n)};
    for (int32_t i = 0; i < n; ++i) {
        const auto at = static_cast<size_t>(i);
        chain.position[at].x += 0.01F * some(random);
        chain.velocity[at].x = 0.5F * some(random);
        state.position(i) = static_cast<double>(chain.position[at].x);
        state.velocity(i) = static_cast<double>(chain.velocity[at].x);
    }
    const Eigen::VectorXd expected = changeByEquation3(state, k, m, kPaperDt, 1.0 / (n - 1));
    Plot plot{{"particle of the chain"}, {"change of velocity in one step (m/s)"}, {}};
    plot.series = {lineOf("Eq. 3, in double precision")};
    for (int32_t i = 0; i < n; ++i) {
        append(plot.series[0], i, expected(i));
    }
    Finding finding;
    for (const char *name : {"desbrun", "desbrun-dense", "desbrun-as-printed"}) {
        World world = networkWorld(chain, name, 1);
        world.settings.gravity = Vec3(0.0F);
        world.settings.postStep.sweepMax = 0;
        step(world, emptyInput(kPaperDt));
        plot.series.push_back({name, {}, {}, PlotMark::Points});
        double worst = 0.0;
        for (int32_t i = 0; i < n; ++i) {
            const auto at = static_cast<size_t>(i);
            const double change = static_cast<double>(world.cloths[0].velocity[at].x) - state.velocity(i);
            append(plot.series.back(), i, change);
            worst = std::max(worst, std::abs(change - expected(i)) / expected.cwiseAbs().maxCoeff());
        }
        finding.criteria.push_back(
            {std::string("largest difference of ") + name + " from Eq. 3, of the largest change", worst,
             Bound::AtMost, 1e-3});
    }
    finding.exhibits.push_back(
        plotExhibit("A chain of 21 particles in random motion, one step of 0.02 s.", plot));
    return finding;
}

// Two particles that approach each other on a spring at rest: only the viscosity acts.
double speedKept(double stiffness, double dt) {
    constexpr float m = 0.1F;
    Cloth pair = chainOf(2, 1.0F, m, springFabric(static_cast<float>(stiffness)));
    pair.velocity[0].x = 0.01F;
    pair.velocity[1].x = -0.01F;
    World world = networkWorld(std::move(pair), "desbrun", 1);
    world.settings.gravity = Vec3(0.0F);
    world.settings.postStep.sweepMax = 0;
    step(world, emptyInput(static_cast<float>(dt)));
    return static_cast<double>(world.cloths[0].velocity[0].x) / 0.01;
}

// Two particles that turn about each other on a spring at rest: no viscosity should brake them.
double turningKept(const char *integrator) {
    Cloth pair = chainOf(2, 1.0F, 0.1F, springFabric(1000.0F));
    pair.velocity[0].y = 0.01F;
    pair.velocity[1].y = -0.01F;
    World world = networkWorld(std::move(pair), integrator, 1);
    world.settings.gravity = Vec3(0.0F);
    world.settings.postStep.sweepMax = 0;
    step(world, emptyInput(kPaperDt));
    return static_cast<double>(world.cloths[0].velocity[0].y) / 0.01;
}

Finding measureViscosity(const Laboratory &) {
    Plot plot{{"stiffness of the spring (N/m)", true}, {"speed left after one step (–)"}, {}};
    double worst = 0.0;
    std::array<double, 2> softAndStiff{};
    for (const double dt : {0.01, 0.02}) {
        PlotSeries theory = lineOf("1 / (1 + 2 k dt²/m), dt = " + figureText(dt) + " s");
        PlotSeries ours{"measured", {}, {}, PlotMark::Points};
        for (double k = 1.0; k < 2e4; k *= std::sqrt(10.0)) {
            const double expected = 1.0 / (1.0 + 2.0 * k * dt * dt / 0.1);
            const double kept = speedKept(k, dt);
            append(theory, k, expected);
            append(ours, k, kept);
            worst = std::max(worst, std::abs(kept - expected));
            softAndStiff[k > 1e4 ? 1 : 0] = k > 1e4 || k < 2.0 ? kept : softAndStiff[0];
        }
        plot.series.push_back(std::move(theory));
        plot.series.push_back(std::move(ours));
    }
    Finding finding;
    finding.criteria = {
        {"largest difference from theory", worst, Bound::AtMost, 2e-3},
        {"speed left with a spring of 1 N/m", softAndStiff[0], Bound::AtLeast, 0.9},
        {"speed left with one of more than 10,000 N/m", softAndStiff[1], Bound::AtMost, 0.05},
        {"speed of turning left by ours at 1,000 N/m", turningKept("desbrun"), Bound::AtLeast, 0.999},
        {"the same, change by the printed form", std::abs(1.0 - turningKept("desbrun-as-printed")),
         Bound::AtLeast, 0.1}};
    finding.exhibits.push_back(
        plotExhibit("Two particles approach each other along a spring at its rest length, so that no spring "
                    "force acts: the "
                    "implicit step slows them down, the more the stiffer the spring and the longer the step.",
                    plot));
    return finding;
}

Finding measureStability(const Laboratory &laboratory) {
    double fastestOfAll = 0.0;
    double nonFinite = 0.0;
    HtmlTable table{{"stiffness (N/m)", "fastest particle (m/s)", "largest stretch at the end"}, {}};
    for (const float k : {0.0F, 1.0F, 1e2F, 1e4F, 1e6F}) {
        World world = sheetWorld(13, k, "desbrun");
        pinTwoCorners(world);
        world.settings.substeps = 1;
        prepareWorld(world, 1);
        double fast = 0.0;
        for (int s = 0; s < (laboratory.quick ? 100 : 500); ++s) {
            nonFinite += step(world, emptyInput(kPaperDt)).nonFinite;
            fast = std::max(fast, static_cast<double>(fastest(world.cloths[0])));
        }
        fastestOfAll = std::max(fastestOfAll, fast);
        table.rows.push_back(
            {figureText(k), figureText(fast), figureText(100.0 * largestStretch(world.cloths[0])) + " %"});
    }
    Plot plot{{"step (s)", true}, {"error of an oscillator after 0.32 s (m)", true}, {}};
    plot.series = {pointsOf("desbrun"), pointsOf("midpoint, explicit")};
    for (const int32_t steps : {16, 32, 64, 128, 256}) {
        append(plot.series[0], 0.32 / steps, errorOfOscillator("desbrun", steps, 0.32));
        append(plot.series[1], 0.32 / steps, errorOfOscillator("midpoint", steps, 0.32));
    }
    const std::vector<double> &error = plot.series[0].y;
    Finding finding;
    finding.criteria = {{"numbers that are none", nonFinite, Bound::AtMost, 0.0},
                        {"fastest particle at any stiffness", fastestOfAll, Bound::AtMost, 12.0, "m/s"},
                        {"error at 0.02 s, of the amplitude of 0.1 m", error[0] / 0.1, Bound::AtLeast, 0.05},
                        {"how much half the step helps", error[3] / error[4], Bound::AtMost, 2.4}};
    finding.exhibits = {
        tableExhibit("A sheet swings from two corners, dt = 0.02 s, one implicit step each.", table),
        plotExhibit("Stable is not accurate: the error falls only in proportion to the step.", plot)};
    return finding;
}

Finding measurePrecomputation(const Laboratory &) {
    World world = sheetWorld(20, 1000.0F, "desbrun");
    pinTwoCorners(world);
    world.settings.substeps = 1;
    prepareWorld(world, 1);
    StepReport report;
    for (int s = 0; s < 200; ++s) {
        report = step(world, emptyInput(kPaperDt));
    }
    const auto n = static_cast<double>(world.cloths[0].particleCount());
    const auto entries = static_cast<double>(world.solvers[0].filter.current.factor.factorEntryCount());
    Finding finding;
    finding.criteria = {
        {"factorisations in 200 steps", static_cast<double>(report.refactorCount), Bound::AtMost, 1.0},
        {"entries of the factor, of those of the scalar n × n matrix", entries / (n * n), Bound::AtMost,
         0.25},
        {"entries of that matrix, of those of the 3n × 3n one", n * n / (9.0 * n * n), Bound::AtMost,
         1.0 / 9.0}};
    finding.exhibits.push_back(
        tableExhibit("What a step of 400 particles has to multiply with, in entries.",
                     {{"matrix", "entries"},
                      {{"exact Jacobian, 3n × 3n", figureText(9.0 * n * n)},
                       {"Eq. 4, n × n, dense", figureText(n * n)},
                       {"the same as a sparse Cholesky factor (ours)", figureText(entries)}}}));
    return finding;
}

Finding measureLinearCost(const Laboratory &laboratory) {
    const double seconds = laboratory.quick ? 0.5 : 3.0;
    Plot plot{{"particles", true}, {"time of a step (ms)", true}, {}};
    plot.series = {pointsOf("desbrun"), pointsOf("desbrun-dense")};
    for (const int32_t points : {100, 196, 400, 784, 1024}) {
        append(plot.series[0], points, timeIntegrator("desbrun", points, 1, seconds)->medianMs);
        append(plot.series[1], points, timeIntegrator("desbrun-dense", points, 1, seconds)->medianMs);
    }
    double least = 1e9;
    double most = 0.0;
    HtmlTable table{{"stiffness (N/m)", "step (s)", "ms a step"}, {}};
    for (const float k : {1.0F, 1e3F, 1e6F}) {
        for (const float dt : {0.005F, 0.02F}) {
            World world = sheetWorld(20, k, "desbrun");
            pinTwoCorners(world);
            world.settings.substeps = 1;
            world.settings.postStep.sweepMax = 0;
            prepareWorld(world, 1);
            const double ms = timeSteps(world, seconds, dt).medianMs;
            least = std::min(least, ms);
            most = std::max(most, ms);
            table.rows.push_back({figureText(k), figureText(dt), figureText(ms)});
        }
    }
    Finding finding;
    finding.criteria = {{"exponent of the cost in the number of particles, 100 to 1,024",
                         logSlope(plot.series[0].x, plot.series[0].y), Bound::AtMost, 1.35},
                        {"slowest over fastest for stiffness and step", most / least, Bound::AtMost, 1.6}};
    finding.exhibits = {plotExhibit("Median time of a step, one thread, no post-step.", plot),
                        tableExhibit("400 particles: neither stiffness nor step changes the cost.", table)};
    return finding;
}

Finding measureGrab(const Laboratory &) {
    World world = sheetWorld(17, 1000.0F, "desbrun");
    world.colliders.push_back(inclinedPlane(0.0F));
    world.colliders[0].pose.position.y = world.colliders[0].previousPose.position.y = -1.2F;
    prepareWorld(world, 1);
    const Vec3 corner = world.cloths[0].position[0];
    double error = 0.0;
    double held = 1e9;
    for (int s = 0; s < 270; ++s) {
        const float t = static_cast<float>(s) / 90.0F;
        StepInput input = emptyInput();
        HandInput hand = handAt(corner + Vec3(0.5F * std::sin(2.0F * t), 0.3F * t, 0.0F), 1.0F);
        hand.grip.orientation = glm::angleAxis(t, Vec3(0.0F, 1.0F, 0.0F));
        input.tracked.hand(Hand::Right) = hand;
        const StepReport report = step(world, input);
        error = std::max(error, static_cast<double>(report.grabError));
        held = s > 0 ? std::min(held, static_cast<double>(report.heldCount)) : held;
    }
    Finding finding;
    HtmlTable table{{"friction", "incline", "slid in 1 s (m)", "Coulomb's law (m)"}, {}};
    double worst = 0.0;
    for (const float mu : {0.1F, 0.3F, 0.6F}) {
        const float degrees = glm::degrees(std::atan(mu)) + 5.0F;
        const double angle = glm::radians(static_cast<double>(degrees));
        const double theory = 0.5 * kGravity * (std::sin(angle) - mu * std::cos(angle));
        const double slid = slideOnIncline(mu, degrees, 1.0F);
        worst = std::max(worst, std::abs(slid / theory - 1.0));
        table.rows.push_back(
            {figureText(mu), figureText(degrees) + "°", figureText(slid), figureText(theory)});
    }
    finding.criteria = {
        {"particles that the hand holds, at least", held, Bound::AtLeast, 1.0},
        {"largest distance from where the hand has them", 1000.0 * error, Bound::AtMost, 0.1, "mm"},
        {"largest deviation from Coulomb's law", worst, Bound::AtMost, 0.03},
        {"slides below the critical angle in 3 s", 1000.0 * slideOnIncline(0.3F, 15.7F, 3.0F), Bound::AtMost,
         1.0, "mm"}};
    finding.exhibits.push_back(
        tableExhibit("Friction of a sheet on an incline five degrees beyond its angle.", table));
    return finding;
}

Finding measureGradients(const Laboratory &laboratory) {
    const double seconds = laboratory.quick ? 0.5 : 4.0;
    Plot plot{{"particles", true}, {"time of a step (ms)", true}, {}};
    plot.series = {pointsOf("desbrun (sparse factor)"), pointsOf("desbrun-dense (as in the paper)"),
                   pointsOf("implicit-cg (Baraff, Witkin)")};
    HtmlTable table{{"particles", "sparse ms", "dense ms", "CG ms", "CG iterations", "CG / sparse"}, {}};
    double product = 1.0;
    std::array<double, 4> ratios{};
    constexpr std::array<int32_t, 4> kPoints = {120, 289, 400, 1089};
    for (size_t p = 0; p < kPoints.size(); ++p) {
        const Timing sparse = timeIntegrator("desbrun", kPoints[p], 1, seconds).value();
        const Timing dense = timeIntegrator("desbrun-dense", kPoints[p], 1, seconds).value();
        const Timing gradients = timeIntegrator("implicit-cg", kPoints[p], 1, seconds).value();
        append(plot.series[0], kPoints[p], sparse.medianMs);
        append(plot.series[1], kPoints[p], dense.medianMs);
        append(plot.series[2], kPoints[p], gradients.medianMs);
        ratios[p] = gradients.medianMs / sparse.medianMs;
        product *= p < 3 ? ratios[p] : 1.0;
        table.rows.push_back({figureText(kPoints[p]), figureText(sparse.medianMs), figureText(dense.medianMs),
                              figureText(gradients.medianMs), figureText(gradients.iterations),
                              figureText(ratios[p])});
    }
    Finding finding;
    finding.criteria = {{"times faster than conjugate gradients, geometric mean of 120 to 400 particles",
                         std::cbrt(product), Bound::AtLeast, 5.0}};
    finding.exhibits = {plotExhibit("A sheet swings from two corners, one thread, no post-step.", plot),
                        tableExhibit("The paper has 10 on average for 120 to 400 masses.", table)};
    return finding;
}

// A scarf laid over two balls with little friction.
Finding measureSlideBetween(const Laboratory &laboratory) {
    World world;
    Fabric silk;
    silk.friction = 0.1F;
    for (const float x : {-0.34F, 0.34F}) {
        Collider ball;
        ball.shape = ColliderShape::Sphere;
        ball.radius = 0.28F;
        ball.pose.position = ball.previousPose.position = Vec3(x, 0.6F, 0.0F);
        world.colliders.push_back(ball);
    }
    world.colliders.push_back(inclinedPlane(0.0F));
    world.cloths.push_back(makeGridCloth({41, 11, 1.2F, 0.3F}, silk, {{}, Vec3(0.0F, 0.92F, 0.0F)}));
    prepareWorld(world, 1);
    Plot plot{{"time (s)"}, {"height (m)"}, {}};
    plot.series = {lineOf("middle of the scarf"), lineOf("centre of mass")};
    const size_t middle = 5 * 41 + 20;
    std::vector<float> depth;
    for (int s = 0; s < 360; ++s) {
        append(plot.series[0], s / 90.0, world.cloths[0].position[middle].y);
        append(plot.series[1], s / 90.0, centreOfMass(world.cloths[0]).y);
        step(world, emptyInput());
        appendPenetration(world, world.cloths[0], depth);
    }
    Finding finding;
    finding.criteria = {
        {"how far the middle slides down between the balls",
         plot.series[0].y.front() - plot.series[0].y.back(), Bound::AtLeast, 0.15, "m"},
        {"deepest particle in an obstacle", 1000.0 * quantile(depth, 1.0), Bound::AtMost, 0.5, "mm"}};
    finding.exhibits.push_back(
        plotExhibit("A scarf of 1.2 m falls on two balls of 0.28 m that are 0.12 m apart.", plot));
    finding.exhibits.push_back(
        pictureExhibit(laboratory, {"scarf"}, "The silk scarf among its obstacles (Fig. 1)."));
    return finding;
}

constexpr Row kRows[] = {
    {"D1",
     "One implicit predictor, a momentum corrector and a post-step move any network of masses and springs.",
     "selvage-lab run organ --integrator desbrun", "sim/src/desbrun.cpp", Verdict::Reproduced, "",
     measureNetworks},
    {"D2", "In one dimension an implicit step is one linear system, Eq. 3.",
     "selvage-lab run hang --integrator desbrun", "sim/src/desbrun.cpp", Verdict::Reproduced, "",
     measureChain},
    {"D3", "Implicit integration brings an artificial viscosity that grows with stiffness and step.",
     "selvage-lab run hang --integrator desbrun --dt 0.02", "sim/src/spring_forces.h", Verdict::Corrected,
     "the printed viscosity brakes rigid turning, too; ours acts along the springs alone, which in 1D is the "
     "same",
     measureViscosity},
    {"D4",
     "W filters forces: its rows sum to one, loose springs leave a peak, rigid ones a constant (Fig. 3).",
     "selvage-lab reproduce --only D4", "sim/src/filter.cpp", Verdict::Reproduced, "", measureFilterShapes},
    {"D5", "The step is unconditionally stable, and pays with accuracy.",
     "selvage-lab run hang --integrator desbrun --dt 0.02", "sim/src/desbrun.cpp", Verdict::Reproduced, "",
     measureStability},
    {"D6", "With a constant scalar n × n matrix (Eq. 4) W is computed once and for all.",
     "selvage-lab compare --integrators desbrun,desbrun-dense", "sim/src/filter.cpp", Verdict::Beyond,
     "the filter is a sparse factor and stays current while parameters and held particles change",
     measurePrecomputation},
    {"D7", "Filtering keeps linear momentum; a small rigid correction gives the angular momentum back.",
     "selvage-lab reproduce --only D7", "sim/src/momentum.cpp", Verdict::Corrected,
     "erratum 5: the printed correction lacks the inverse inertia; ours has the full inertia tensor",
     measureMomenta},
    {"D8",
     "A post-step pulls over-stretched springs back to a limit, with three rules when to stop (Fig. 5).",
     "selvage-lab run hang --integrator desbrun --set stretch=100 --set sweeps=30", "sim/src/post_step.cpp",
     Verdict::Reproduced, "", measurePostStep},
    {"D9", "Below 1,000 points the cost is linear in their number, and independent of stiffness and step.",
     "selvage-lab compare", "sim/src/sparse_cholesky.cpp", Verdict::Reproduced, "", measureLinearCost},
    {"D10", "A six-degree-of-freedom stylus grabs and moves the cloth; there is friction on everything.",
     "selvage scarf", "sim/src/hands.cpp", Verdict::Reproduced, "", measureGrab},
    {"D11",
     "Stiffness from 0, which is chain mail held by inverse kinematics alone, to a million, at 0.02 s.",
     "selvage postures", "app/scenarios/src/postures.cpp", Verdict::Reproduced, "", measurePostures},
    {"D12",
     "About ten times as fast as conjugate gradients for 120 to 400 masses; the advantage falls with size.",
     "selvage-lab compare", "sim/src/implicit_cg.cpp", Verdict::Reproduced, "", measureGradients},
    {"D13", "Collisions are plastic: to the surface, no normal velocity left, friction along it.",
     "selvage-lab run drape", "sim/src/contact.cpp", Verdict::Reproduced, "", measurePlasticContact},
    {"D14", "A soft organ, partly fixed, is pressed and pinched as in surgery.", "selvage organ",
     "app/scenarios/src/organ.cpp", Verdict::Reproduced, "", measureOrgan},
    {"D15", "A silk scarf in a scene; laid on two obstacles it slides in between (Figs 1, 8d, 8e).",
     "selvage scarf", "sim/src/contact.cpp", Verdict::Reproduced, "", measureSlideBetween},
    {"D16", "It works in two and three dimensions and does not break, whatever is done to it.",
     "selvage-lab run organ --integrator desbrun", "sim/src/desbrun.cpp", Verdict::Reproduced, "",
     measureNetworks},
};

} // namespace

std::span<const Row> desbrunRows() {
    return kRows;
}

Finding measureFilterShapes(const Laboratory &) {
    constexpr int32_t n = 41;
    constexpr float m = 0.01F;
    Plot plot{{"particle of the chain"}, {"weight in the filter (–)"}, {}};
    double sums = 0.0;
    double off = 0.0;
    std::vector<double> peaks;
    constexpr std::array<std::pair<double, const char *>, 3> kSprings = {
        {{0.01, "loose, k dt²/m = 0.01"}, {5.0, "typical, k dt²/m = 5"}, {1e5, "rigid, k dt²/m = 10⁵"}}};
    double asymmetry = 0.0;
    for (const auto &[ratio, name] : kSprings) {
        const double k = ratio * static_cast<double>(m) / squared(static_cast<double>(kPaperDt));
        const Cloth chain = chainOf(n, 1.0F, m, springFabric(static_cast<float>(k)));
        ClothSolver solver;
        prepareSolver(chain, solver);
        if (!findIntegrator("desbrun-as-printed")->prepare(chain, solver)) {
            continue;
        }
        std::vector<double> column(n);
        std::vector<double> edge(n);
        filterColumnAsPrinted(chain, solver, kPaperDt, 2, edge);
        filterColumnAsPrinted(chain, solver, kPaperDt, n / 2, column);
        asymmetry = std::max(asymmetry, std::abs(edge[n / 2] - column[2]));
        const Eigen::MatrixXd exact = chainMatrix(n, ratio).inverse();
        PlotSeries series = lineOf(name);
        double sum = 0.0;
        for (int32_t i = 0; i < n; ++i) {
            const double w = column[static_cast<size_t>(i)];
            append(series, i, w);
            sum += w;
            off = std::max(off, std::abs(w - exact(i, n / 2)));
        }
        sums = std::max(sums, std::abs(sum - 1.0));
        peaks.push_back(column[n / 2]);
        plot.series.push_back(std::move(series));
    }
    Finding finding;
    finding.criteria = {
        {"how far a row's sum is from one", sums, Bound::AtMost, 2e-3},
        {"largest difference from a dense inverse", off, Bound::AtMost, 1e-3},
        {"asymmetry of two entries", asymmetry, Bound::AtMost, 1e-5},
        {"peak with loose springs (Dirac: 1)", peaks.front(), Bound::AtLeast, 0.95},
        {"peak with rigid springs, times n (constant: 1)", n * peaks.back(), Bound::AtMost, 1.1}};
    finding.exhibits.push_back(
        plotExhibit("What a force on the middle of a chain of 41 does to all others: the three "
                    "filters of Fig. 3.",
                    plot));
    return finding;
}

} // namespace selvage
