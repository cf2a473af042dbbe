// Experiments on motion that several papers' rows share: momenta, networks, the post-step, postures, contact.
#include "reproduce_experiments.h"
#include "sim/momentum.h"
#include "sim/sparse_cholesky.h"
#include "sim/springs.h"

#include <array>
#include <bit>

namespace selvage {

namespace {

// ---- A free spin with and without the momentum corrector (Desbrun 1999, §3.6) ----

enum class Corrector : uint8_t { None, AsPrinted, WithInertia };

struct Spin {
    Cloth cloth;
    SparseCholesky filter;
    std::vector<Vec4> force;
    std::vector<Vec3> change;
};

constexpr float kSpinDt = 1.0F / 90.0F;  // s
constexpr float kSpinStiffness = 300.0F; // N/m

Spin makeSpin(float size) {
    Spin spin;
    Fabric fabric = sheetFabric(kSpinStiffness, size / 9.0F);
    spin.cloth = makeGridCloth({10, 10, size, size, SpringLayout::Papers}, fabric, Pose{});
    std::vector<SparseCholesky::Edge> edges;
    std::vector<double> diagonal(spin.cloth.mass.begin(), spin.cloth.mass.end());
    std::vector<double> offDiagonal;
    for (const Spring &spring : springsOf(*spin.cloth.topology)) {
        const double k = springStiffness(fabric, spring) * kSpinDt * kSpinDt;
        edges.push_back({spring.a, spring.b});
        offDiagonal.push_back(-k);
        diagonal[static_cast<size_t>(spring.a)] += k;
        diagonal[static_cast<size_t>(spring.b)] += k;
    }
    spin.filter.analyse(spin.cloth.particleCount(), edges);
    spin.filter.factorise(diagonal, offDiagonal);
    for (size_t i = 0; i < spin.cloth.position.size(); ++i) {
        // A turn, and a jerk at one corner, so that there are forces worth filtering.
        const Vec3 away = (spin.cloth.position[i] - spin.cloth.position[0]) / size;
        spin.cloth.velocity[i] =
            glm::cross(Vec3(0.5F, 3.0F, 1.0F), spin.cloth.position[i]) +
            4.0F * size * std::exp(-20.0F * glm::dot(away, away)) * Vec3(0.6F, 1.0F, 0.3F);
    }
    return spin;
}

void gatherForces(Spin &spin) {
    const Cloth &cloth = spin.cloth;
    spin.force.assign(cloth.position.size(), Vec4(0.0F));
    for (const Spring &spring : springsOf(*cloth.topology)) {
        const auto a = static_cast<size_t>(spring.a);
        const auto b = static_cast<size_t>(spring.b);
        const Vec3 line = cloth.position[b] - cloth.position[a];
        const float length = glm::length(line);
        const Vec3 along = line / length;
        const float k = springStiffness(cloth.fabric, spring);
        const float pull = k * (length - spring.restLength) +
                           kSpinDt * k * glm::dot(cloth.velocity[b] - cloth.velocity[a], along);
        spin.force[a] += Vec4(kSpinDt * pull * along, 0.0F);
        spin.force[b] -= Vec4(kSpinDt * pull * along, 0.0F);
    }
}

// R_i = (x_G - x_i) ^ dT * dt²/m as a change of velocity, with dT = sum F_i ^ x_i of the filtered forces.
void correctAsPrinted(Spin &spin) {
    Cloth &cloth = spin.cloth;
    const Vec3 centre = centreOfMass(cloth);
    Vec3 torque(0.0F);
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        torque += glm::cross(cloth.mass[i] * spin.change[i] / kSpinDt, cloth.position[i]);
    }
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        cloth.velocity[i] += glm::cross(centre - cloth.position[i], torque) * (kSpinDt / cloth.mass[i]);
    }
}

void advanceSpin(Spin &spin, Corrector corrector) {
    gatherForces(spin);
    spin.filter.solve(spin.force);
    Cloth &cloth = spin.cloth;
    spin.change.resize(cloth.position.size());
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        spin.change[i] = Vec3(spin.force[i]);
        cloth.velocity[i] += spin.change[i];
    }
    if (corrector == Corrector::WithInertia) {
        correctMomentum({}, {cloth.position, cloth.mass, cloth.fixed, spin.change}, cloth.velocity);
    } else if (corrector == Corrector::AsPrinted) {
        correctAsPrinted(spin);
    }
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        cloth.position[i] += kSpinDt * cloth.velocity[i];
    }
}

double norm(const double (&v)[3]) {
    return std::sqrt(squared(v[0]) + squared(v[1]) + squared(v[2]));
}

struct SpinResult {
    double angular{0.0}; // –, largest |L/L0 - 1|; 1e3 where it exploded
    double linear{0.0};  // kg m/s, largest
};

SpinResult runSpin(float size, Corrector corrector, PlotSeries &series) {
    Spin spin = makeSpin(size);
    const Momentum first = momentumOf(spin.cloth);
    const double start = norm(first.angular);
    SpinResult result;
    for (int s = 0; s <= 180; ++s) {
        const Momentum now = momentumOf(spin.cloth);
        const double share = norm(now.angular) / start;
        if (!std::isfinite(share) || share > 1e3) {
            result.angular = 1e3;
            break;
        }
        append(series, s * static_cast<double>(kSpinDt), share);
        result.angular = std::max(result.angular, std::abs(share - 1.0));
        for (int axis = 0; axis < 3; ++axis) {
            result.linear = std::max(result.linear, std::abs(now.linear[axis] - first.linear[axis]));
        }
        advanceSpin(spin, corrector);
    }
    return result;
}

// Sum of r² of an evenly spaced square: by how much the printed correction is too strong (m²).
double sumOfSquares(int32_t side, double size) {
    double sum = 0.0;
    for (int32_t i = 0; i < side; ++i) {
        for (int32_t j = 0; j < side; ++j) {
            sum += squared(size * (i / (side - 1.0) - 0.5)) + squared(size * (j / (side - 1.0) - 0.5));
        }
    }
    return sum;
}

// ---- Networks ----

Cloth makeBlock(int32_t side) {
    std::vector<Vec3> points;
    std::vector<Spring> springs;
    points.reserve(static_cast<size_t>(side * side * side));
    for (int32_t i = 0; i < side * side * side; ++i) {
        points.push_back(0.1F * Vec3(glm::ivec3(i % side, i / side % side, i / (side * side))));
    }
    for (size_t a = 0; a < points.size(); ++a) {
        for (size_t b = a + 1; b < points.size(); ++b) {
            const float length = glm::distance(points[a], points[b]);
            if (length < 0.18F) {
                springs.push_back(
                    {static_cast<int32_t>(a), static_cast<int32_t>(b), length, SpringKind::Weft});
            }
        }
    }
    Fabric fabric;
    fabric.weftStiffness = 100.0F;
    fabric.damping = 2.0F;
    return makeNetwork(points, 0.005F, std::move(springs), fabric);
}

Cloth makeRope() {
    std::vector<Vec3> points;
    std::vector<Spring> springs;
    for (int32_t i = 0; i < 21; ++i) {
        points.emplace_back(0.05F * static_cast<float>(i), 0.0F, 0.0F);
        if (i > 0) {
            springs.push_back({i - 1, i, 0.05F, SpringKind::Weft});
        }
    }
    Fabric fabric;
    fabric.weftStiffness = 1000.0F;
    fabric.damping = 2.0F;
    return makeNetwork(points, 0.01F, std::move(springs), fabric);
}

struct NetworkCase {
    const char *name;
    Cloth cloth;
    std::vector<int32_t> pinned;
};

std::vector<NetworkCase> networkCases() {
    Cloth sheet = sheetCloth(13, 1000.0F);
    sheet.fabric.damping = 2.0F;
    return {{"a chain (1D)", makeRope(), {0}},
            {"a sheet (2D)", std::move(sheet), {0, 12}},
            {"a block (3D)", makeBlock(4), {0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60}}};
}

double fastestAtEnd(const World &world) {
    return fastest(world.cloths[0]);
}

// ---- Post-step ----

struct Hung {
    double worst{0.0}; // –, largest stretch in the last second
    PlotSeries series;
};

Hung hangSoft(int32_t sweeps) {
    World world = sheetWorld(17, 30.0F, "desbrun");
    world.cloths[0].fabric.damping = 1.0F;
    pinTwoCorners(world);
    world.settings.postStep.sweepMax = sweeps;
    prepareWorld(world, 1);
    Hung hung{0.0, lineOf(std::to_string(sweeps) + " sweeps")};
    for (int s = 0; s < 270; ++s) {
        step(world, emptyInput());
        const double stretch = largestStretch(world.cloths[0]);
        append(hung.series, (s + 1) / 90.0, 100.0 * stretch);
        hung.worst = s >= 180 ? std::max(hung.worst, stretch) : 0.0;
    }
    return hung;
}

PostStepReport stretchedSheet(const PostStepOptions &options) {
    Cloth cloth = sheetCloth(9, 0.0F);
    for (Vec3 &x : cloth.position) {
        x *= 1.3F;
    }
    const std::vector<Vec3> start = cloth.position;
    const std::vector<float> inverseMass(start.size(), 1.0F);
    std::vector<ContactState> contacts(start.size());
    return runPostStep(cloth, {}, options,
                       {inverseMass, start, cloth.position, contacts, springsOf(*cloth.topology)});
}

const char *nameOf(StopRule rule) {
    switch (rule) {
    case StopRule::Converged:
        return "convergence";
    case StopRule::SweepCount:
        return "number of sweeps";
    case StopRule::TimeIsUp:
        return "time is up";
    }
    return "";
}

// How far (m) shortening a spring of masses 3 and 1 moves their common centre.
double centreMoved() {
    Vec3 a(0.0F);
    Vec3 b(2.0F, 0.0F, 0.0F);
    shortenSpring(a, b, {1.0F / 3.0F, 1.0F, 1.1F, 1.0F});
    return std::abs((3.0 * a.x + b.x) / 4.0 - 0.5);
}

} // namespace

Finding measureMomenta(const Laboratory &) {
    Plot plot{{"time (s)"}, {"angular momentum / that at the start", false, 0.0, 2.5}, {}};
    plot.series = {lineOf("no corrector"), lineOf("as printed, 1 m"), lineOf("as printed, 0.1 m"),
                   lineOf("with the inertia tensor")};
    const SpinResult none = runSpin(1.0F, Corrector::None, plot.series[0]);
    const SpinResult printed = runSpin(1.0F, Corrector::AsPrinted, plot.series[1]);
    runSpin(0.1F, Corrector::AsPrinted, plot.series[2]);
    const SpinResult ours = runSpin(1.0F, Corrector::WithInertia, plot.series[3]);
    HtmlTable table{{"particles", "square of 1 m", "square of 0.1 m"}, {}};
    for (const int32_t side : {10, 20, 32}) {
        table.rows.push_back({figureText(side * side), "× " + figureText(sumOfSquares(side, 1.0)),
                              "× " + figureText(sumOfSquares(side, 0.1))});
    }
    World world = sheetWorld(13, 1000.0F, "desbrun");
    world.settings.postStep.strainDirection = StrainDirection::AtStart;
    const Drift drift = spinFreely(world);
    Finding finding;
    finding.criteria = {
        {"change of the angular momentum without a corrector", none.angular, Bound::AtLeast, 0.01},
        {"change with the corrector as printed (1,000: exploded)", printed.angular, Bound::AtLeast, 0.1},
        {"change with the inertia tensor", ours.angular, Bound::AtMost, 1e-3},
        {"change of the whole method in 5 s", drift.angular, Bound::AtMost, 1e-3},
        {"linear momentum that comes from nothing", std::max(ours.linear, drift.linear), Bound::AtMost, 5e-5,
         "kg m/s"},
        {"over-correction of 100 particles on a square metre", sumOfSquares(10, 1.0), Bound::AtLeast, 20.0}};
    finding.exhibits = {
        plotExhibit(
            "A sheet of 10 × 10 spins freely, jerked at a corner; internal forces are filtered as in Fig. 6.",
            plot),
        tableExhibit("By how much the printed correction is too strong: the sum of r² in m², which it "
                     "should be divided by. So it works by luck at one size.",
                     table)};
    return finding;
}

Finding measureNetworks(const Laboratory &laboratory) {
    Finding finding;
    double nonFinite = 0.0;
    double restless = 0.0;
    Plot plot{{"time (s)"}, {"height of the centre of mass (m)"}, {}};
    for (NetworkCase &one : networkCases()) {
        World world;
        world.cloths.push_back(std::move(one.cloth));
        world.settings.integrator = findIntegrator("desbrun");
        world.settings.substeps = 1;
        for (const int32_t particle : one.pinned) {
            world.pins.push_back({0, particle});
        }
        prepareWorld(world, 1);
        PlotSeries series = lineOf(one.name);
        const double start = centreOfMass(world.cloths[0]).y;
        for (int s = 0; s < 300; ++s) {
            append(series, 0.02 * s, centreOfMass(world.cloths[0]).y - start);
            nonFinite += step(world, emptyInput(0.02F)).nonFinite;
        }
        restless = std::max(restless, fastestAtEnd(world));
        finding.criteria.push_back(
            {std::string("how far ") + one.name + " sinks", -series.y.back(), Bound::AtLeast, 1e-4, "m"});
        plot.series.push_back(std::move(series));
    }
    finding.criteria.push_back({"fastest particle of them after 6 s", restless, Bound::AtMost, 0.1, "m/s"});
    finding.criteria.push_back({"numbers that are none", nonFinite, Bound::AtMost, 0.0});
    finding.exhibits.push_back(
        plotExhibit("Held at one end and let go, desbrun, one implicit step of 0.02 s a step.", plot));
    if (!laboratory.quick) {
        finding.exhibits.push_back(
            pictureExhibit(laboratory, {"organ", 1.0}, "A volume: the scene organ at rest."));
    }
    return finding;
}

Finding measurePostStep(const Laboratory &laboratory) {
    Plot plot{{"time (s)"}, {"largest stretch (%)"}, {}};
    const Hung before = hangSoft(0);
    const Hung few = hangSoft(6);
    const Hung after = hangSoft(30);
    plot.series = {before.series, few.series, after.series};
    int asked = 0;
    const PostStepReport reports[] = {stretchedSheet({3, 0.0F, {}}), stretchedSheet({10000, 1e-3F, {}}),
                                      stretchedSheet({10000, 0.0F, [&asked] { return ++asked == 5; }})};
    HtmlTable table{{"stopped by", "sweeps", "stretch left above the limit"}, {}};
    uint32_t rules = 0;
    for (const PostStepReport &report : reports) {
        rules |= 1U << static_cast<uint32_t>(report.stop);
        table.rows.push_back({nameOf(report.stop), figureText(report.sweeps),
                              figureText(100.0 * static_cast<double>(report.worstExcess)) + " %"});
    }
    Finding finding;
    finding.criteria = {
        {"largest stretch without it", 100.0 * before.worst, Bound::AtLeast, 10.0, "%"},
        {"largest stretch after 30 sweeps (limit 5 %)", 100.0 * after.worst, Bound::AtMost, 7.0, "%"},
        {"30 sweeps over 6: stretch", after.worst / few.worst, Bound::AtMost, 1.0},
        {"rules that have stopped it", static_cast<double>(std::popcount(rules)), Bound::AtLeast, 3.0},
        {"how far the common centre of two free ends moves", centreMoved(), Bound::AtMost, 1e-6, "m"}};
    finding.exhibits = {
        plotExhibit("A soft sheet (30 N/m) swings from two corners with no, 6 and 30 sweeps.", plot),
        tableExhibit("A sheet stretched by 30 % under the three rules.", table)};
    finding.exhibits.push_back(
        pictureExhibit(laboratory, {"hang", 1.5, {"stretch=20", "shear=10", "sweeps=0"}, "desbrun"},
                       "Before: no post-step, at 1.5 s."));
    finding.exhibits.push_back(pictureExhibit(
        laboratory, {"hang", 1.5, {"stretch=20", "shear=10", "sweeps=30"}, "desbrun"}, "After: 30 sweeps."));
    return finding;
}

Finding measurePostures(const Laboratory &laboratory) {
    double nonFinite = 0.0;
    const World world = play("postures", 3.0, {.dt = 0.02},
                             [&](const World &, const StepReport &report) { nonFinite += report.nonFinite; });
    HtmlTable table{{"springs (N/m)", "largest stretch", "height of the sheet (m)"}, {}};
    double worst = 0.0;
    double least = 1e9;
    double most = 0.0;
    double closest = 1e9;
    std::vector<Vec4> shapes;
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        const Cloth &cloth = world.cloths[c];
        const double stretch = largestStretch(cloth);
        worst = std::max(worst, stretch);
        Vec3 low = cloth.position[0];
        Vec3 high = low;
        for (const Vec3 &p : cloth.position) {
            low = glm::min(low, p);
            high = glm::max(high, p);
        }
        if (c < 5) {
            least = std::min(least, static_cast<double>(cloth.fabric.warpStiffness));
            most = std::max(most, static_cast<double>(cloth.fabric.warpStiffness));
            table.rows.push_back({figureText(cloth.fabric.warpStiffness), figureText(100.0 * stretch) + " %",
                                  figureText(high.y - low.y)});
            continue;
        }
        const Vec4 shape(high - low, cloth.position[cloth.position.size() / 2].y - low.y);
        for (const Vec4 &other : shapes) {
            closest = std::min(closest, static_cast<double>(glm::distance(shape, other)));
        }
        shapes.push_back(shape);
    }
    Finding finding;
    finding.criteria = {
        {"softest springs", least, Bound::AtMost, 0.0, "N/m"},
        {"stiffest springs", most, Bound::AtLeast, 0.9e6, "N/m"},
        {"largest stretch of all ten cloths (limit 5 %)", 100.0 * worst, Bound::AtMost, 10.0, "%"},
        {"numbers that are none", nonFinite, Bound::AtMost, 0.0},
        {"least difference between two of five postures", closest, Bound::AtLeast, 0.04, "m"}};
    finding.exhibits = {
        tableExhibit("After 3 s at dt = 0.02 s, 32 sweeps of the post-step.", table),
        pictureExhibit(
            laboratory, {"postures"},
            "Above, springs from 0 to 10⁶ N/m; below, five ways to hang a cloth, in one session.")};
    return finding;
}

Finding measureOrgan(const Laboratory &laboratory) {
    const auto volumeOf = [](const Cloth &body) {
        const std::vector<int32_t> &t = body.topology->triangles;
        const auto at = [&](size_t k) { return body.position[static_cast<size_t>(t[k])]; };
        double sixfold = 0.0;
        for (size_t k = 0; k + 2 < t.size(); k += 3) {
            sixfold += static_cast<double>(glm::dot(at(k), glm::cross(at(k + 1), at(k + 2))));
        }
        return sixfold / 6.0;
    };
    auto fresh = findScenario("organ")->build({});
    const std::vector<Vec3> shape = fresh->cloths[0].position;
    const double volume = volumeOf(fresh->cloths[0]);
    double pressed = 0.0;
    double pulled = 0.0;
    Plot plot{{"time (s)"}, {"volume / that at rest"}, {}};
    plot.series = {lineOf("volume")};
    play("organ", 12.0, {}, [&](const World &now, const StepReport &) {
        append(plot.series[0], now.time, volumeOf(now.cloths[0]) / volume);
        for (size_t i = 0; i < shape.size(); ++i) {
            const double moved = now.cloths[0].position[i].y - shape[i].y;
            (now.time < 5.0 ? pressed : pulled) =
                std::max(now.time < 5.0 ? pressed : pulled, now.time < 5.0 ? -moved : moved);
        }
    });
    Finding finding;
    finding.criteria = {{"how far it is pressed in", 1000.0 * pressed, Bound::AtLeast, 20.0, "mm"},
                        {"how far it is pinched out", 1000.0 * pulled, Bound::AtLeast, 30.0, "mm"},
                        {"change of volume when it is let go",
                         100.0 * std::abs(plot.series[0].y.back() - 1.0), Bound::AtMost, 5.0, "%"}};
    finding.exhibits = {plotExhibit("A person's script: pressed with a ball until 5 s, then pinched.", plot),
                        pictureExhibit(laboratory, {"organ"}, "The soft organ, partly fixed.")};
    return finding;
}

Finding measurePlasticContact(const Laboratory &) {
    Plot plot{{"time (s)"}, {"height of the centre of mass (m)"}, {}};
    Finding finding;
    for (const float restitution : {0.0F, 0.5F}) {
        World world = sheetWorld(9, 1000.0F, "desbrun");
        world.colliders.push_back(inclinedPlane(0.0F));
        world.colliders[0].restitution = restitution;
        for (Vec3 &x : world.cloths[0].position) {
            x.y = 1.0F;
        }
        prepareWorld(world, 1);
        PlotSeries series = lineOf("restitution " + figureText(restitution));
        bool landed = false;
        double rebound = 0.0;
        for (int s = 0; s < 180; ++s) {
            landed |= step(world, emptyInput()).contacts > 0 || world.cloths[0].velocity[0].y > 0.0F;
            const double height = centreOfMass(world.cloths[0]).y;
            append(series, (s + 1) / 90.0, height);
            rebound = landed ? std::max(rebound, height) : 0.0;
        }
        finding.criteria.push_back(
            restitution > 0.0F
                ? Criterion{"height after the impact with restitution 0.5 (theory 0.25)", rebound,
                            Bound::AtLeast, 0.2, "m"}
                : Criterion{"height after a plastic impact", rebound, Bound::AtMost, 0.02, "m"});
        plot.series.push_back(std::move(series));
    }
    const double slid = slideOnIncline(0.3F, 15.7F, 3.0F);
    finding.criteria.push_back(
        {"slides below the critical angle in 3 s", 1000.0 * slid, Bound::AtMost, 1.0, "mm"});
    finding.exhibits.push_back(plotExhibit("A level sheet falls a metre to the floor.", plot));
    return finding;
}

double logSlope(const std::vector<double> &x, const std::vector<double> &y) {
    double sx = 0.0;
    double sy = 0.0;
    double sxx = 0.0;
    double sxy = 0.0;
    const auto n = static_cast<double>(x.size());
    for (size_t i = 0; i < x.size(); ++i) {
        const double a = std::log(x[i]);
        const double b = std::log(y[i]);
        sx += a;
        sy += b;
        sxx += a * a;
        sxy += a * b;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

} // namespace selvage
