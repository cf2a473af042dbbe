// What is wrong in the papers, each shown by numbers.
#include "reproduce_experiments.h"
#include "sim/springs.h"
#include "step_timing.h"

#include <Eigen/Dense>
#include <array>
#include <random>
#include <set>

namespace selvage {

namespace {

// ---- 1: the sign in the system of n equations above Kang's and Cho's Eq. 5 ----

Finding measureSystemSign(const Laboratory &) {
    constexpr int n = 8;
    const double h = 1.0 / 30.0;
    std::mt19937 random(1);
    std::uniform_real_distribution<double> some(0.5, 2.0);
    Eigen::MatrixXd kappa = Eigen::MatrixXd::Zero(n, n);
    Eigen::VectorXd mass(n);
    Eigen::VectorXd impulse(n);
    for (int i = 0; i < n; ++i) {
        mass(i) = 0.1 * some(random);
        impulse(i) = some(random) - 1.25;
        for (int j = 0; j < i; ++j) {
            kappa(i, j) = kappa(j, i) = 100.0 * some(random);
        }
    }
    const Eigen::VectorXd sums = kappa.rowwise().sum();
    const Eigen::MatrixXd matrix =
        Eigen::MatrixXd(mass.asDiagonal()) + h * h * (Eigen::MatrixXd(sums.asDiagonal()) - kappa);
    const Eigen::VectorXd change = matrix.ldlt().solve(impulse); // backward Euler
    const auto residual = [&](double sign) {
        double worst = 0.0;
        for (int i = 0; i < n; ++i) {
            const double own = (1.0 + h * h / mass(i) * sums(i)) * change(i);
            const double others = sign * h * h / mass(i) * kappa.row(i).dot(change);
            worst = std::max(worst, std::abs(own + others - impulse(i) / mass(i)));
        }
        return worst;
    };
    Finding finding;
    finding.criteria = {{"residual with + as printed", residual(1.0), Bound::AtLeast, 0.1, "m/s"},
                        {"residual with −", residual(-1.0), Bound::AtMost, 1e-12, "m/s"}};
    finding.exhibits.push_back(tableExhibit(
        "Eight particles, each joined to every other: the exact step put into the printed equations.",
        {{"sign of (h²/m) Σ κ Δv", "residual (m/s)"},
         {{"+", figureText(residual(1.0))}, {"−", figureText(residual(-1.0))}}}));
    return finding;
}

// ---- 6: gravity is an acceleration ----

Finding measureGravity(const Laboratory &) {
    HtmlTable table{{"mass of a particle (g)", "[F + g] dt/m as printed (m/s²)", "ours (m/s²)"}, {}};
    double worst = 0.0;
    double printed = 0.0;
    for (const float mass : {0.001F, 0.005F, 0.1F}) {
        const Vec3 ends[] = {Vec3(0.0F), Vec3(0.1F, 0.0F, 0.0F)};
        World world =
            networkWorld(makeNetwork(ends, mass, {{0, 1, 0.1F, SpringKind::Weft}}, Fabric{}), "desbrun", 1);
        world.cloths[0].fabric.damping = 0.0F;
        step(world, emptyInput(0.02F));
        const double ours = -static_cast<double>(world.cloths[0].velocity[0].y) / 0.02;
        worst = std::max(worst, std::abs(ours - kGravity));
        printed = std::max(printed,
                           static_cast<double>(kGravity) / (mass > 0.004F ? static_cast<double>(mass) : 1.0));
        table.rows.push_back({figureText(1e3 * mass), figureText(kGravity / mass), figureText(ours)});
    }
    Finding finding;
    finding.criteria = {{"fall of a particle of 5 g as printed", printed, Bound::AtLeast, 1900.0, "m/s²"},
                        {"ours, largest deviation from g", worst, Bound::AtMost, 1e-2, "m/s²"}};
    finding.exhibits.push_back(
        tableExhibit("An acceleration added to forces is divided by the mass.", table));
    return finding;
}

// ---- 7 and 12: directions and signs ----

// m/s at which two particles on a spring of 1 m stretched to 1.2 m part after a step (negative: approach).
double partingSpeed(double sign) {
    World world = networkWorld(makeNetwork(std::vector<Vec3>{Vec3(0.0F), Vec3(1.2F, 0.0F, 0.0F)}, 0.1F,
                                           {{0, 1, 1.0F, SpringKind::Weft}}, Fabric{}),
                               "symplectic", 1);
    world.settings.gravity = Vec3(0.0F);
    world.settings.postStep.sweepMax = 0;
    step(world, emptyInput(0.001F));
    const auto &v = world.cloths[0].velocity;
    return sign * static_cast<double>(v[1].x - v[0].x);
}

Finding measurePseudoCode(const Laboratory &) {
    // x_G as printed: the sum of all x, not divided and not reset, against the mean.
    const Cloth sheet = sheetCloth(10, 100.0F);
    Vec3 sum(0.0F);
    double off = 0.0;
    HtmlTable table{{"step", "printed x_G (m)", "centre of mass (m)"}, {}};
    for (int s = 1; s <= 3; ++s) {
        for (const Vec3 &x : sheet.position) {
            sum += x + Vec3(0.0F, 1.0F, 0.0F);
        }
        off = std::abs(sum.y - 1.0);
        table.rows.push_back({figureText(s), figureText(sum.y), figureText(1)});
    }
    Finding finding;
    finding.criteria = {
        {"how far x_G as printed is off after three steps", off, Bound::AtLeast, 100.0, "m"},
        {"speed at which ends of a stretched spring approach, ours", -partingSpeed(1.0), Bound::AtLeast, 0.1,
         "m/s"},
        {"the same along x_i − x_j as printed: they part", partingSpeed(-1.0), Bound::AtLeast, 0.1, "m/s"}};
    finding.exhibits.push_back(tableExhibit("A sheet of 100 particles a metre above the origin.", table));
    return finding;
}

Finding measureSpringSign(const Laboratory &) {
    Finding finding;
    finding.criteria = {
        {"acceleration of the ends of a stretched spring towards each other, ours",
         -partingSpeed(1.0) / 0.001, Bound::AtLeast, 1.0, "m/s²"},
        {"the same with the sign as printed: apart", partingSpeed(-1.0) / 0.001, Bound::AtLeast, 1.0, "m/s²"},
        {"particles of a 10 × 10 grid, which H has as rows (printed: 10)",
         static_cast<double>(sheetCloth(10, 1.0F).particleCount()), Bound::AtLeast, 100.0}};
    finding.exhibits.push_back(tableExhibit("A spring of 1 m, stretched to 1.2 m.",
                                            {{"form", "relative acceleration (m/s²)"},
                                             {{"ours", figureText(partingSpeed(1.0) / 0.001)},
                                              {"as printed", figureText(partingSpeed(-1.0) / 0.001)}}}));
    return finding;
}

// ---- 10: friction that the last line overwrites ----

// m, that a particle which starts at 1 m/s slides in a second when friction takes a share of its velocity,
// which the step then computes anew from the positions.
double slideAsPrinted() {
    double x = 0.0;
    double v = 1.0;
    for (int s = 0; s < 50; ++s) {
        const double start = x;
        x += 0.02 * v;
        v *= 0.5;               // attenuated in the collision
        v = (x - start) / 0.02; // the last line of Fig. 4
    }
    return x;
}

Finding measureOverwrittenFriction(const Laboratory &) {
    World world = sheetWorld(9, 1000.0F);
    world.cloths[0].fabric.friction = 0.3F;
    world.colliders.push_back(inclinedPlane(0.0F));
    for (Vec3 &x : world.cloths[0].position) {
        x.y = world.cloths[0].fabric.thickness;
    }
    prepareWorld(world, 1);
    std::fill(world.cloths[0].velocity.begin(), world.cloths[0].velocity.end(), Vec3(1.0F, 0.0F, 0.0F));
    const double start = centreOfMass(world.cloths[0]).x;
    for (int s = 0; s < 90; ++s) {
        step(world, emptyInput());
    }
    const double slid = centreOfMass(world.cloths[0]).x - start;
    const double theory = 1.0 / (2.0 * 0.3 * kGravity);
    const Vec3 point(0.1F, 0.2F, 0.3F);
    const Vec3 none =
        (point - point) / glm::length(point - point); // N where the closest point is the voxel's centre
    Finding finding;
    finding.criteria = {
        {"way of a particle at 1 m/s in a second, friction written to the velocity", slideAsPrinted(),
         Bound::AtLeast, 0.99, "m"},
        {"way of a sheet at 1 m/s with friction 0.3, ours", slid, Bound::AtMost, 1.05 * theory, "m"},
        {"the same, at least (Coulomb: 0.170 m)", slid, Bound::AtLeast, 0.95 * theory, "m"},
        {"printed normals that are no numbers where CP = VC", std::isnan(none.x) ? 1.0 : 0.0, Bound::AtLeast,
         1.0}};
    finding.exhibits.push_back(
        tableExhibit("v = (x_new − x) / dt undoes what friction and restitution did to v.",
                     {{"friction acts on", "way (m)"},
                      {{"the velocity, as printed", figureText(slideAsPrinted())},
                       {"the positions, ours", figureText(slid)}}}));
    return finding;
}

// ---- 11: when W is no longer W ----

Finding measureStaleFilter(const Laboratory &) {
    // One particle on a spring to a fixed one, implicit step with a filter made for another stiffness.
    HtmlTable table{
        {"stiffness, of that the filter was made for", "largest swing after 200 steps (of the first)"}, {}};
    double fresh = 0.0;
    double stale = 0.0;
    for (const double factor : {1.0, 1.2, 2.0}) {
        const double ratio = 1000.0; // k dt²/m of the filter
        double x = 1.0;
        double v = 0.0;
        double largest = 0.0;
        for (int s = 0; s < 200; ++s) {
            const double force = -factor * ratio * x - factor * ratio * v; // dt² F / m, and the viscosity
            v += force / (1.0 + ratio);
            x += v;
            largest = s > 150 ? std::max(largest, std::abs(x)) : 0.0;
        }
        (factor < 1.1 ? fresh : stale) = largest;
        table.rows.push_back({"× " + figureText(factor), figureText(largest)});
    }
    // Rest lengths change: nothing is factored anew. Stiffness changes: it is.
    World world = sheetWorld(13, 1000.0F, "desbrun");
    pinTwoCorners(world);
    prepareWorld(world, 1);
    StepReport report;
    const auto run = [&](int steps) {
        for (int s = 0; s < steps; ++s) {
            report = step(world, emptyInput());
        }
        return static_cast<double>(report.refactorCount);
    };
    const double before = run(20);
    ClothTopology shorter = *world.cloths[0].topology; // the same connectivity and id
    shorter.keptSprings = springsOf(shorter);
    for (Spring &spring : shorter.keptSprings) {
        spring.restLength *= 0.95F;
    }
    world.solvers[0].springs = shorter.keptSprings;
    world.solvers[0].springEnds = makeSpringEnds(shorter);
    world.cloths[0].topology = std::make_shared<const ClothTopology>(std::move(shorter));
    const double afterLength = run(20);
    world.cloths[0].fabric.warpStiffness *= 3.0F;
    const double afterStiffness = run(60);
    // A force beside a pinned particle leaks into it through W, which knows of no pins.
    const Cloth sheet = sheetCloth(9, 1000.0F);
    ClothSolver solver;
    prepareSolver(sheet, solver);
    std::vector<double> column(81);
    if (findIntegrator("desbrun-as-printed")->prepare(sheet, solver)) {
        filterColumnAsPrinted(sheet, solver, 0.02F, 1, column);
    }
    const Vec3 pinned = world.cloths[0].position[0];
    run(20);
    Finding finding;
    finding.criteria = {
        {"swing left with a filter for twice too soft springs", stale, Bound::AtLeast, 10.0},
        {"the same with the right one", fresh, Bound::AtMost, 0.01},
        {"new factorisations for new rest lengths", afterLength - before, Bound::AtMost, 0.0},
        {"new factorisations for a new stiffness", afterStiffness - afterLength, Bound::AtLeast, 1.0},
        {"share of a neighbour's force that W as printed gives to a pinned particle", column[0],
         Bound::AtLeast, 0.01},
        {"how far a pinned particle moves with ours", glm::distance(world.cloths[0].position[0], pinned),
         Bound::AtMost, 0.0, "m"}};
    finding.exhibits.push_back(
        tableExhibit("One particle on a stiff spring, k dt²/m = 1,000 in the filter.", table));
    return finding;
}

// ---- 13: cells of a triangle ----

Finding measureCells(const Laboratory &) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> offset(0.0, 1.0);
    constexpr int kTrials = 200000;
    std::array<int, 40> counts{};
    for (int k = 0; k < kTrials; ++k) {
        const Eigen::Matrix3d turn =
            Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
                .normalized()
                .toRotationMatrix();
        const Eigen::Vector3d at(offset(random), offset(random), offset(random));
        int cells = 1;
        for (int axis = 0; axis < 3; ++axis) {
            const double p = at(axis);
            const double q = p + turn(axis, 0);
            const double r = p + turn(axis, 1);
            cells *= static_cast<int>(std::floor(std::max({p, q, r})) - std::floor(std::min({p, q, r}))) + 1;
        }
        ++counts[static_cast<size_t>(std::min(cells, 39))];
    }
    HtmlTable table{{"cells", "share of orientations"}, {}};
    double more = 0.0;
    int most = 0;
    for (size_t cells = 1; cells < counts.size(); ++cells) {
        if (counts[cells] > 0) {
            table.rows.push_back({std::to_string(cells), figureText(100.0 * counts[cells] / kTrials) + " %"});
            more += cells > 8 ? 100.0 * counts[cells] / kTrials : 0.0;
            most = static_cast<int>(cells);
        }
    }
    Finding finding;
    finding.criteria = {{"orientations with more than eight cells", more, Bound::AtLeast, 1.0, "%"},
                        {"most cells of one triangle", static_cast<double>(most), Bound::AtLeast, 12.0}};
    finding.exhibits.push_back(tableExhibit("Cells that the box of a right triangle with legs of one cell "
                                            "touches, over random orientations and places.",
                                            table));
    return finding;
}

// ---- 17: left against right only where both satisfy the bound ----

struct Strip {
    std::vector<double> angle; // rad, direction of each piece's normal
};

// Pairs of pieces that are compared, by the printed rule or by ours, over a binary tree on the strip.
void comparePieces(const Strip &strip, size_t from, size_t to, bool asPrinted,
                   std::set<std::pair<size_t, size_t>> &pairs) {
    const auto fits = [&](size_t a, size_t b) {
        const auto [low, high] = std::minmax_element(strip.angle.begin() + static_cast<ptrdiff_t>(a),
                                                     strip.angle.begin() + static_cast<ptrdiff_t>(b));
        return *high - *low < glm::pi<double>(); // a cone of less than 90 degrees to either side
    };
    if (to - from < 2 || fits(from, to)) {
        return;
    }
    const size_t middle = (from + to) / 2;
    if (!asPrinted || (fits(from, middle) && fits(middle, to))) {
        for (size_t a = from; a < middle; ++a) {
            for (size_t b = middle; b < to; ++b) {
                pairs.insert({a, b});
            }
        }
    }
    comparePieces(strip, from, middle, asPrinted, pairs);
    comparePieces(strip, middle, to, asPrinted, pairs);
}

Finding measureTreeRule(const Laboratory &) {
    // A strip that is flat in its first half and rolled up in its second, whose end meets the flat half.
    Strip strip;
    for (int i = 0; i < 64; ++i) {
        strip.angle.push_back(i < 32 ? 0.0 : 2.0 * glm::pi<double>() * (i - 31) / 32.0);
    }
    std::set<std::pair<size_t, size_t>> printed;
    std::set<std::pair<size_t, size_t>> ours;
    comparePieces(strip, 0, 64, true, printed);
    comparePieces(strip, 0, 64, false, ours);
    const std::pair<size_t, size_t> contact{20, 60}; // of the flat half and the end of the roll
    Finding finding;
    finding.criteria = {{"the contact of the roll with the flat half is looked at as printed (1: yes)",
                         static_cast<double>(printed.count(contact)), Bound::AtMost, 0.0},
                        {"the same by ours", static_cast<double>(ours.count(contact)), Bound::AtLeast, 1.0},
                        {"pairs that the printed rule looks at, of ours",
                         static_cast<double>(printed.size()) / static_cast<double>(ours.size()),
                         Bound::AtMost, 0.9}};
    finding.exhibits.push_back(tableExhibit(
        "A strip of 64 pieces, one half flat and one rolled up: the roll's cone is too wide, so as printed "
        "the halves are never "
        "compared. That ours lose nothing is shown at L5.",
        {{"rule", "pairs compared"},
         {{"only if both satisfy the bound, as printed", figureText(static_cast<double>(printed.size()))},
          {"always, ours", figureText(static_cast<double>(ours.size()))}}}));
    return finding;
}

// ---- 20: what a dense filter costs ----

Finding measureDenseFilter(const Laboratory &) {
    const Cloth sheet = sheetCloth(65, 1000.0F);
    ClothSolver solver;
    prepareSolver(sheet, solver);
    const auto prepared = findIntegrator("desbrun")->prepare(sheet, solver);
    const double n = sheet.particleCount();
    const double entries =
        prepared ? static_cast<double>(solver.filter.current.factor.factorEntryCount()) : n * n;
    Finding finding;
    finding.criteria = {
        {"entries of a dense W for 4,225 points", 1e-6 * n * n, Bound::AtLeast, 17.8, "million"},
        {"entries of our sparse factor", 1e-6 * entries, Bound::AtMost, 1.0, "million"},
        {"memory, dense over sparse", n * n / entries, Bound::AtLeast, 10.0}};
    finding.exhibits.push_back(
        tableExhibit("The same filter, applied to three components a step.",
                     {{"filter", "entries", "MB in float", "million operations a step"},
                      {{"dense W", figureText(n * n), figureText(4e-6 * n * n), figureText(6e-6 * n * n)},
                       {"sparse Cholesky factor", figureText(entries), figureText(4e-6 * entries),
                        figureText(12e-6 * entries)}}}));
    return finding;
}

constexpr Row kRows[] = {
    {"E1", "Kang, Cho: the system of n equations above Eq. 5 has a wrong sign.",
     "selvage-lab reproduce --only E1", "sim/src/kang_cho.cpp", Verdict::Corrected, "− (h²/m) Σ κ Δv for +",
     measureSystemSign},
    {"E2", "Kang, Cho: Eq. 6 takes gravity away, and loses momentum.",
     "selvage-lab run hang --integrator kang-cho-as-printed", "sim/src/kang_cho.cpp", Verdict::Corrected,
     "uniform accelerations act outside the solve", measureDirectUpdate},
    {"E3",
     "Kang, Cho: Table 1 subtracts the first velocity from the average one, so that the fall depends on d.",
     "selvage-lab run hang --integrator bilayered-as-printed", "sim/src/bilayer.cpp", Verdict::Corrected,
     "the velocity at the end is taken", measureDivisions},
    {"E4",
     "Kang, Cho: 12,416 springs leave one diagonal a cell, and the times of Fig. 6 are no multiples of 1/30 "
     "s.",
     "selvage bilayer --set side=65", "sim/src/cloth.cpp", Verdict::Corrected,
     "our grid has both diagonals and flexion springs", measureSpringCounts},
    {"E5", "Desbrun, Meyer: the torque correction lacks the inverse inertia.", "selvage integrators",
     "sim/src/momentum.cpp", Verdict::Corrected, "the full inertia tensor, none where it is singular",
     measureMomenta},
    {"E6", "Meyer: Fig. 4 adds g, an acceleration, to forces.", "selvage-lab reproduce --only E6",
     "sim/src/desbrun.cpp", Verdict::Corrected, "gravity is multiplied by the mass", measureGravity},
    {"E7", "Desbrun: in Fig. 6 x_G is neither reset nor divided, and the spring's direction repels.",
     "selvage-lab reproduce --only E7", "sim/src/desbrun.cpp", Verdict::Corrected,
     "reset, divided, and from i to j", measurePseudoCode},
    {"E8", "Desbrun, Meyer, Chung: with unequal masses W loses linear momentum.", "selvage integrators",
     "sim/src/filter.cpp", Verdict::Corrected, "(M − dt² H) Δv = dt (F + dt H v) is solved",
     measureUnequalMasses},
    {"E9", "Meyer: the normal of Eq. 5 vanishes inside flat cloth, and drag goes with the number of points.",
     "selvage flag --set air-law=1", "sim/src/air.cpp", Verdict::Corrected,
     "by area, on triangles, relative to the cloth", measureWindLaws},
    {"E10",
     "Meyer: friction and restitution written to the velocity are overwritten; N is undefined where CP = VC.",
     "selvage-lab run drape", "sim/src/contact.cpp", Verdict::Corrected, "both act on positions",
     measureOverwrittenFriction},
    {"E11", "Desbrun, Meyer: W is invalid when step, stiffness, mass, topology or fixed points change.",
     "selvage-lab reproduce --only E11", "sim/src/filter.cpp", Verdict::Corrected,
     "factored anew beside the step, fixed points eliminated; rest lengths are free", measureStaleFilter},
    {"E12", "Chung, Yen: the spring formula pushes stretched springs apart, and H has n² × n² entries.",
     "selvage-lab reproduce --only E12", "sim/src/spring_forces.h", Verdict::Corrected,
     "the sign of the stiffness term", measureSpringSign},
    {"E13", "Chung, Yen: a triangle may touch more than eight cells.", "selvage-lab broad-phases",
     "sim/src/triangle_grid.h", Verdict::Corrected, "any number of cells", measureCells},
    {"E14",
     "Chung, Yen: reversing velocities keeps nothing and freezes; showing the instant before loses time.",
     "selvage crumple --integrator desbrun --set self-contact-response=1", "sim/src/velocity_reversal.cpp",
     Verdict::Corrected, "ours keeps cloth apart and the time runs", measureVelocityReversal},
    {"E15", "Liu, Li: the arctangent is not idempotent and forbids folds.",
     "selvage-lab run hang --integrator symplectic --set strain-curve=2", "sim/src/post_step.cpp",
     Verdict::Corrected, "once a step, in extension only", measureArctangent},
    {"E16", "Liu, Li: the wind depends on the frame rate and cannot be repeated.",
     "selvage flag --set gust-model=1", "sim/src/wind.cpp", Verdict::Corrected, "in seconds, from a seed",
     measureRandomWind},
    {"E17", "Liu, Li: halves are compared only where both satisfy the bound, which misses contacts.",
     "selvage-lab broad-phases", "sim/src/zone_cones.h", Verdict::Corrected, "left against right always",
     measureTreeRule},
    {"E18", "Desbrun says 10⁻⁶ s, Meyer 10⁻⁷ s for the step that explicit Euler needs.",
     "selvage integrators", "sim/src/explicit_integrators.cpp", Verdict::Corrected,
     "both can be true: it depends on stiffness and mass", measureExplicitStep},
    {"E19", "Chung prefers a number of loops to stop the post-step, Desbrun leaves it open.",
     "selvage-lab run hang --integrator desbrun --set sweeps=30", "sim/src/post_step.cpp", Verdict::Corrected,
     "all three rules are there", measurePostStep},
    {"E20", "A dense W for 4,225 points is feasible today, and a sparse factor does the same for less.",
     "selvage-lab compare", "sim/src/sparse_cholesky.cpp", Verdict::Beyond,
     "a sparse factor, made anew while it runs", measureDenseFilter},
};

} // namespace

std::span<const Row> errataRows() {
    return kRows;
}

} // namespace selvage
