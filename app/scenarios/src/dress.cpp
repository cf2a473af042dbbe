// A dress is sewn on a figure: two panels drafted from its measurements fly to it, their seams close, then
// there is wind, and the figure strides, sits down and stands up in what it wears.
#include "figure.h"
#include "scenario_table.h"

#include "scenarios/fitting.h"
#include "scenarios/script.h"

#include <array>

namespace selvage {

namespace {

constexpr Vec3 kPlace(0.0F, 0.0F, -1.55F); // m, of the figure
constexpr int32_t kPoints = 2400;
constexpr double kArea = 1.55;   // m², of both panels, roughly
constexpr float kBefore = 0.42F; // m, from the figure's middle to the panels
constexpr double kHem = 0.48;    // m, half the width of a panel at its hem
constexpr double kLength = 0.56; // m, from waist to hem
constexpr double kEase = 0.022;  // m, of a panel's half

constexpr Vec3 kLinen(0.62F, 0.55F, 0.46F);
constexpr Vec3 kWalnut(0.16F, 0.09F, 0.05F);
constexpr Vec3 kOak(0.34F, 0.20F, 0.09F);
constexpr std::array<Vec3, 3 + kLegParts + kStoolParts> kColours = {
    kLinen,  Vec3(0.5F),                                 // trunk, floor
    kLinen,  kLinen,     kLinen, kLinen, kLinen, kLinen, // legs
    kWalnut,                                             // knob
    kOak,    kOak,       kOak,   kOak,   kOak};          // stool

PanelEdge line(const DVec2 &start, const DVec2 &end) {
    PanelEdge edge;
    edge.start = start;
    edge.end = end;
    return edge;
}

PanelEdge curve(const DVec2 &start, const DVec2 &c0, const DVec2 &c1, const DVec2 &end) {
    PanelEdge edge = line(start, end);
    edge.curve = EdgeCurve::Cubic;
    edge.through = {c0, c1};
    return edge;
}

PanelEdge mirrored(const PanelEdge &edge) {
    PanelEdge other = reversed(edge);
    for (DVec2 *p : {&other.start, &other.end}) {
        p->x = -p->x;
    }
    for (DVec2 &p : other.through) {
        p.x = -p.x;
    }
    return other;
}

// Edges of a panel, counter-clockwise: hem, then up the right side (hip, waist, armhole, shoulder), the
// neckline, and down the left.
enum DressEdge : int32_t {
    Hem,
    RightSkirt,
    RightSide,
    RightArmhole,
    RightShoulder,
    Neck,
    LeftShoulder,
    LeftArmhole,
    LeftSide,
    LeftSkirt
};

// y counts from the waist.
PanelLoop draft(const FormSize &size, double neckDrop) {
    const auto half = [](float girth) { return 0.25 * static_cast<double>(girth) + kEase; };
    const double bust = half(size.bustGirth) + 0.008;
    const double waist = half(size.waistGirth) + 0.012;
    const double armpit = static_cast<double>(size.waistToBust) + 0.035;
    const double shoulder = static_cast<double>(size.backLength) - 0.012;
    const double shoulderHalf = 0.45 * static_cast<double>(size.shoulderWidth);
    const double neckHalf = 0.085;
    const double neck = static_cast<double>(size.backLength) + 0.035;
    const DVec2 hemEnd(kHem, -kLength + 0.03);
    const DVec2 waistEnd(waist, 0.0);
    const DVec2 armpitEnd(bust, armpit);
    const DVec2 shoulderEnd(shoulderHalf, shoulder);
    const DVec2 neckEnd(neckHalf, neck);
    const std::vector<PanelEdge> right = {
        curve(hemEnd, {waist + 0.16, -0.30}, {waist + 0.055, -0.12}, waistEnd),
        curve(waistEnd, {waist, 0.05}, {bust - 0.012, armpit - 0.06}, armpitEnd),
        curve(armpitEnd, {bust - 0.05, armpit + 0.005}, {shoulderHalf - 0.035, armpit + 0.07}, shoulderEnd),
        line(shoulderEnd, neckEnd)};
    PanelLoop loop;
    const DVec2 hemStart(-hemEnd.x, hemEnd.y);
    loop.push_back(curve(hemStart, {-0.5 * kHem, -kLength}, {0.5 * kHem, -kLength}, hemEnd));
    loop.insert(loop.end(), right.begin(), right.end());
    loop.push_back(curve(neckEnd, {0.8 * neckHalf, neck - neckDrop}, {-0.8 * neckHalf, neck - neckDrop},
                         {-neckHalf, neck}));
    for (auto edge = right.rbegin(); edge != right.rend(); ++edge) {
        loop.push_back(mirrored(*edge));
    }
    return loop;
}

// Edge e of the loop becomes edge count - 1 - e.
PanelLoop turnedRound(const PanelLoop &loop) {
    PanelLoop turned;
    for (auto edge = loop.rbegin(); edge != loop.rend(); ++edge) {
        turned.push_back(reversed(*edge));
    }
    return turned;
}

// The back lies as the front does and is seen from the other side.
SewingPattern dressPattern(const FormSize &size) {
    SewingPattern pattern;
    pattern.panels.resize(2);
    for (const bool front : {true, false}) {
        Panel &panel = pattern.panels[front ? 0 : 1];
        panel.name = front ? "front" : "back";
        const PanelLoop outline = draft(size, front ? 0.13 : 0.03);
        panel.outline = front ? outline : turnedRound(outline);
        panel.placement.position = Vec3(0.0F, size.waistHeight, front ? kBefore : -kBefore);
    }
    const auto last = static_cast<int32_t>(pattern.panels[0].outline.size()) - 1;
    for (const int32_t e : {RightSkirt, RightSide, RightShoulder, LeftShoulder, LeftSide, LeftSkirt}) {
        pattern.seams.push_back({{{0, e}}, {{1, last - e}}});
    }
    return pattern;
}

struct PoseRow {
    const char *name;
    std::span<const FigureAct> acts;
};

constexpr std::array<FigureAct, 2> kActs = {FigureAct::Stride, FigureAct::Sit};
constexpr std::array<PoseRow, 4> kPoses = {{{"stand", {}},
                                            {"stride", std::span(kActs).first(1)},
                                            {"sit", std::span(kActs).last(1)},
                                            {"all", kActs}}};

// What the figure goes through: --set pose, which is taken out of the settings.
Result<std::span<const FigureAct>> takeActs(ScenarioOptions &options) {
    const auto found = options.settings.find("pose");
    const std::string pose = found == options.settings.end() ? "all" : found->second;
    options.settings.erase("pose");
    for (const PoseRow &row : kPoses) {
        if (pose == row.name) {
            return row.acts;
        }
    }
    return Error{"--set pose=" + pose + ": expected stand, stride, sit or all"};
}

} // namespace

Result<World> buildDress(const ScenarioOptions &given) {
    ScenarioOptions options = given;
    auto acts = takeActs(options);
    if (!acts) {
        return acts.error();
    }
    Figure figure;
    figure.place = kPlace;
    figure.acts = *acts;
    const FormSize &size = figure.trunk;
    FittingOptions fitting;
    const int32_t points = options.points > 0 ? options.points : kPoints;
    // Equilateral triangles: 2 / sqrt 3 particles per edge length squared.
    fitting.dressing.edgeLength = std::clamp(std::sqrt(1.1547 * kArea / points), 0.008, 0.08);
    fitting.fabric = *findFabric("cotton");
    fitting.fabric.bendingRigidity = 4e-6F;
    fitting.fabric.thickness = std::max(0.004F, static_cast<float>(0.18 * fitting.dressing.edgeLength));
    fitting.place = kPlace;
    fitting.substeps = 4;
    fitting.dressing.fastest = 0.6F; // to be watched
    figure.thickness = fitting.fabric.thickness;
    auto made =
        makeFitting(dressPattern(size), makeTrunk(size, figure.legs.insideLegHeight), fitting, options);
    if (!made) {
        return made.error();
    }
    World &world = made->world;
    addFigure(world, figure, options);
    world.settings.air.density = kAirDensity;
    world.settings.wind.gusts = 0.35F;
    world.settings.wind.seed = options.seed;
    world.settings.wind.steered = true;
    world.settings.wind.triggerGust = 5.0F;
    world.wind.direction = glm::normalize(Vec3(-1.0F, 0.0F, -0.35F));
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return std::move(world);
}

// What a person would do: see it sewn, send wind, from the side and from before, and go beside the figure
// when it moves.
Motion scriptDress() {
    constexpr Vec3 kSideways(90.0F, 70.0F, 0.0F); // degrees: where the hand points
    constexpr Vec3 kForward(95.0F, 10.0F, 0.0F);
    ScriptKeys keys;
    const Vec3 eye(0.25F, 1.50F, -0.15F);
    const Vec3 middle = kPlace + Vec3(0.0F, 1.02F, 0.0F);
    const Vec3 beside(0.95F, 1.25F, -0.75F);
    const Vec3 lower = kPlace + Vec3(0.0F, 0.72F, -0.12F);
    keys.head = {{0.0, eye, middle}, {9.0, eye, middle}, {10.8, beside, lower}, {24.0, beside, lower}};
    const Vec3 low(0.35F, 1.00F, -0.45F);
    const Vec3 raised(0.45F, 1.25F, -0.65F);
    const Vec3 aside(1.05F, 0.65F, -0.95F);
    keys.right = {{0.0, low, 0.0F, kSideways},
                  {3.5, raised, 0.0F, kSideways},
                  {4.0, raised, 0.0F, kSideways, false, 1.0F},
                  {7.0, raised, 0.0F, kSideways},
                  {7.5, raised, 0.0F, kForward, false, 1.0F},
                  {9.0, low, 0.0F, kForward},
                  {10.8, aside, 0.0F, kSideways},
                  {24.0, aside, 0.0F, kSideways}};
    return makeScript(keys, 90.0);
}

std::vector<double> picturesDress() {
    return {0.1, 0.3, 0.6, 3.0, 5.5, 8.5, 13.0, 17.4, 20.0, 24.0};
}

SceneLook lookDress() {
    SceneLook look;
    look.cloth = Vec3(0.05F, 0.20F, 0.22F);
    look.border = Vec3(0.05F, 0.20F, 0.22F);
    look.solids = kColours;
    return look;
}

} // namespace selvage
