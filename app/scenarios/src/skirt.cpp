// A skirt made on the dress bench (Meyer et al. 2000, §6): a flat panel is wrapped round a dress form, pinned
// at three points, tightened with an elastic waistband, seen in the wind with its slit open, sewn, and seen
// in the same wind again.
#include "bench_pattern.h"
#include "dress_form.h"
#include "mesh_obstacle.h"
#include "scenario_table.h"
#include "solids.h"

#include "scenarios/script.h"

#include <array>

namespace selvage {

namespace {

constexpr Vec3 kPlace(0.0F, 0.0F, -1.2F); // m, of the form
constexpr int32_t kPoints = 1500;
constexpr float kEase = 1.04F;     // –, the panel's width, of the hip's girth
constexpr double kLength = 0.5;    // m, from waist to hem
constexpr float kBehind = 0.27F;   // m, from the form's middle to the rail
constexpr float kHalfHung = 0.36F; // m, from the middle of the rail to a corner of the panel
constexpr int32_t kWaves = 2;      // of each half of the panel while it hangs
constexpr float kWindSpeed = 3.0F; // m/s, of a pulled trigger
// –, that a grip bears: what is fitted is drawn tight between pins, form and hand.
constexpr float kFittingStrain = 2.0F;
constexpr float kRailOver = 0.025F; // m, its middle over the panel's upper edge
constexpr float kSlitAngle = 1.3F;  // rad, about the form's axis, from the front to the person's right

constexpr std::array<Vec3, 9> kColours = {Vec3(0.62F, 0.55F, 0.46F), Vec3(0.5F),                // form, floor
                                          Vec3(0.16F, 0.09F, 0.05F), Vec3(0.16F, 0.09F, 0.05F), // its stand
                                          Vec3(0.16F, 0.09F, 0.05F),                            //
                                          Vec3(0.30F, 0.30F, 0.31F), Vec3(0.30F, 0.30F, 0.31F), // rail
                                          Vec3(0.30F, 0.30F, 0.31F), Vec3(0.30F, 0.30F, 0.31F)};

// Edges of the panel: hem, right side, waist, left side.
SewingPattern panelPattern(const FormSize &size) {
    const double width = static_cast<double>(kEase * size.hipGirth);
    const DVec2 corners[] = {{0.0, 0.0}, {width, 0.0}, {width, kLength}, {0.0, kLength}};
    SewingPattern pattern;
    Panel &panel = pattern.panels.emplace_back();
    panel.name = "skirt";
    for (size_t k = 0; k < 4; ++k) {
        PanelEdge edge;
        edge.start = corners[k];
        edge.end = corners[(k + 1) % 4];
        panel.outline.push_back(edge);
    }
    return pattern;
}

// A wave of `span` along x that is `length` long, as points at equal steps of x from 0.
std::vector<Vec2> waveOf(float span, float length) {
    constexpr int32_t kSteps = 400;
    std::vector<Vec2> wave(kSteps + 1);
    float low = 0.0F; // m, amplitudes
    float high = length;
    for (int32_t pass = 0; pass < 30; ++pass) {
        const float amplitude = 0.5F * (low + high);
        float sum = 0.0F;
        for (int32_t k = 0; k <= kSteps; ++k) {
            const float t = static_cast<float>(k) / kSteps;
            wave[static_cast<size_t>(k)] = {span * t,
                                            amplitude * std::sin(glm::two_pi<float>() * kWaves * t)};
            sum +=
                k > 0 ? glm::distance(wave[static_cast<size_t>(k)], wave[static_cast<size_t>(k) - 1]) : 0.0F;
        }
        (sum > length ? high : low) = amplitude;
    }
    return wave;
}

Vec2 pointAlong(const std::vector<Vec2> &line, float along) {
    for (size_t k = 0; k + 1 < line.size(); ++k) {
        const float step = glm::distance(line[k], line[k + 1]);
        if (along <= step) {
            return glm::mix(line[k], line[k + 1], along / step);
        }
        along -= step;
    }
    return line.back();
}

// In waves behind the form, pinned to the rail at its corners and its middle.
void hangPanel(World &world, const FormSize &size) {
    const float half = 0.5F * kEase * size.hipGirth;
    const std::vector<Vec2> wave = waveOf(kHalfHung, half);
    const std::vector<Vec2> uv = world.bench->shape.garment.shape.uv;
    Cloth &cloth = world.cloths[0];
    for (size_t i = 0; i < uv.size(); ++i) {
        const float aside = uv[i].x - half;
        const Vec2 at = pointAlong(wave, std::abs(aside));
        const float y = size.waistHeight + uv[i].y - static_cast<float>(kLength);
        cloth.position[i] = kPlace + Vec3(std::copysign(at.x, aside), y, -kBehind + at.y);
    }
    cloth.fixedTarget = cloth.position;
    const std::vector<int32_t> &waist = world.bench->shape.garment.edges[0][2];
    for (const int32_t particle : {waist.front(), waist[waist.size() / 2], waist.back()}) {
        world.pins.push_back({.cloth = 0, .particle = particle});
    }
}

void addRail(World &world, const FormSize &size) {
    constexpr float kHalf = 0.44F; // m
    const Vec3 middle = kPlace + Vec3(0.0F, size.waistHeight + kRailOver, -kBehind);
    world.colliders.push_back(
        makeRod(middle - Vec3(kHalf, 0.0F, 0.0F), middle + Vec3(kHalf, 0.0F, 0.0F), 0.009F));
    for (const float side : {-kHalf, kHalf}) {
        const Vec3 top = middle + Vec3(side, 0.0F, 0.0F);
        world.colliders.push_back(makeRod({top.x, 0.02F, top.z}, top, 0.011F));
    }
    const Vec3 foot(middle.x, 0.02F, middle.z);
    world.colliders.push_back(
        makeRod(foot - Vec3(kHalf, 0.0F, 0.0F), foot + Vec3(kHalf, 0.0F, 0.0F), 0.014F));
}

// The pattern of --set pattern=FILE, which is taken out of the settings; else a panel of our own.
Result<SewingPattern> takePattern(std::map<std::string, std::string> &settings, const FormSize &size) {
    const auto found = settings.find("pattern");
    if (found == settings.end()) {
        return panelPattern(size);
    }
    const std::string path = found->second;
    settings.erase(found);
    return benchPattern(path);
}

double areaOf(const SewingPattern &pattern) {
    double area = 0.0;
    for (const Panel &panel : pattern.panels) {
        area += std::abs(signedArea(panel.outline));
    }
    return area;
}

} // namespace

Result<World> buildSkirt(const ScenarioOptions &given) {
    const FormSize size;
    World world;
    ScenarioOptions options = given;
    auto pattern = takePattern(options.settings, size);
    if (!pattern) {
        return pattern.error();
    }
    const bool isOwn = options.settings.size() == given.settings.size();
    const int32_t points = options.points > 0 ? options.points : kPoints;
    // Equilateral triangles: 2 / sqrt 3 particles per edge length squared.
    const double edge = std::clamp(std::sqrt(1.1547 * areaOf(*pattern) / points), 0.008, 0.06);
    Fabric fabric = *findFabric("cotton");
    fabric.bendingRigidity = 4e-6F;
    fabric.friction = 0.4F;
    fabric.thickness = std::max(0.004F, static_cast<float>(0.18 * edge));
    VoxelOptions voxels;
    voxels.accuracy = 0.0005F;
    voxels.reach = fabric.thickness + 0.005F;
    const PlainMesh form = makeDressForm(size);
    world.colliders.push_back(makeMeshCollider(form, placedAt(kPlace), voxels, options));
    world.colliders.push_back(makeFloorSolid());
    if (const auto added = addBench(world, std::move(*pattern), {edge}, fabric); !added) {
        return added.error();
    }
    measureGirths(form.position, form.triangles, kPlace, *world.bench);
    world.bench->measures = {{"bust", kPlace.y + size.waistHeight + size.waistToBust, size.bustGirth},
                             {"waist", kPlace.y + size.waistHeight, size.waistGirth},
                             {"hip", kPlace.y + size.waistHeight - size.waistToHip, size.hipGirth}};
    addFormStand(world, size, kPlace);
    if (isOwn) {
        hangPanel(world, size);
        addRail(world, size);
    } else {
        hangPieces(world, kPlace + Vec3(0.0F, size.waistHeight, 0.0F));
    }
    world.settings.substeps = 4;
    world.settings.air.density = kAirDensity;
    world.settings.wind.seed = options.seed;
    world.settings.wind.steered = true;
    world.settings.wind.triggerGust = kWindSpeed;
    world.handSettings.slipStrain = kFittingStrain;
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return world;
}

namespace {

constexpr double kPress = 0.2; // s, long enough to be seen at five frames a second
constexpr float kBackAngle = kSlitAngle + glm::pi<float>();

constexpr Vec3 kAhead(90.0F, 0.0F, 0.0F);      // degrees, of a hand whose fingers point forward
constexpr Vec3 kWindward(95.0F, 130.0F, 0.0F); // towards where the wind is to blow

// A hand's keys one after the other.
class Strokes {
public:
    explicit Strokes(std::vector<HandKey> &keys, const Vec3 &at) : keys_(keys) {
        keys_.push_back({0.0, at, 0.0F, kAhead});
    }
    // Arrives there at that time.
    void go(double time, const Vec3 &place, const Vec3 &eulerDegrees = kAhead, bool passing = false) {
        HandKey key = rest(time);
        key.position = place;
        key.eulerDegrees = eulerDegrees;
        key.passing = passing;
        keys_.push_back(key);
    }
    void grab(double time, float squeeze) {
        stay(time);
        keys_.back().grab = squeeze;
    }
    void pull(double time, double until) {
        stay(time);
        keys_.back().trigger = 1.0F;
        stay(until);
        keys_.back().trigger = 0.0F;
    }
    void press(double time) { pull(time, time + kPress); }
    void tool(double time) {
        stay(time);
        keys_.back().tool = true;
        stay(time + kPress);
        keys_.back().tool = false;
    }

private:
    HandKey rest(double time) const {
        HandKey key = keys_.back();
        key.time = time;
        key.passing = false;
        return key;
    }
    void stay(double time) { keys_.push_back(rest(time)); }

    std::vector<HandKey> &keys_;
};

// On the form's axis at a height over the waist, turned about it from the front to the right.
Vec3 aroundForm(float angle, float distance, float over) {
    return kPlace +
           Vec3(distance * std::sin(angle), FormSize{}.waistHeight + over, distance * std::cos(angle));
}

// Takes a pin that the hand is at out, brings the point to `place`, pins it there and lets go, in 1.7 s.
void refix(Strokes &hand, double time, const Vec3 &place) {
    hand.grab(time, 1.0F);
    hand.press(time + 0.1);
    hand.go(time + 1.0, place);
    hand.press(time + 1.1);
    hand.grab(time + 1.4, 0.0F);
}

constexpr float kHigh = -0.005F;   // m over the waist, of the panel's upper edge
constexpr float kAtWaist = 0.131F; // m, of it there, from the axis
constexpr float kOver = 0.025F;    // m, of a hand that takes the edge alone
constexpr float kLowered = 0.030F; // m, from where a point was pinned first to where it fits

std::vector<HeadKey> headKeys() {
    const Vec3 afar(0.12F, 1.40F, -0.30F);
    const Vec3 close(0.02F, 1.52F, -0.62F);
    const Vec3 beside(0.50F, 1.45F, -0.62F);
    const Vec3 aside(0.62F, 1.38F, -0.35F);
    const Vec3 middle = kPlace + Vec3(0.0F, 0.88F, 0.0F);
    const Vec3 waist = kPlace + Vec3(0.0F, 1.0F, 0.0F);
    return {{0.0, afar, middle},    {0.5, afar, middle},    {1.4, close, waist},   {6.4, close, waist},
            {7.4, beside, waist},   {15.4, beside, waist},  {16.6, aside, middle}, {19.6, aside, middle},
            {20.6, beside, middle}, {22.4, beside, middle}, {23.6, aside, middle}, {27.0, aside, middle}};
}

void moveLeft(std::vector<HandKey> &keys) {
    Strokes left(keys, {-0.28F, 1.05F, -0.35F});
    left.tool(0.3); // pin
    left.go(1.5, aroundForm(-1.57F, 0.30F, 0.06F), kAhead, true);
    left.go(2.1, kPlace + Vec3(0.0F, 1.06F, -kBehind));
    left.grab(2.2, 1.0F);
    left.press(2.35);
    left.go(3.0, aroundForm(kBackAngle, kAtWaist, kHigh));
    left.press(3.1);
    left.grab(3.4, 0.0F);
    left.go(3.9, aroundForm(-1.7F, 0.34F, 0.0F), kAhead, true);
    left.go(4.4, kPlace + Vec3(-kHalfHung, 1.06F, -kBehind));
    left.grab(4.5, 1.0F);
    left.press(4.6);
    left.go(5.3, aroundForm(-1.5F, 0.30F, 0.0F), kAhead, true);
    left.go(5.7, aroundForm(-0.4F, 0.24F, 0.0F), kAhead, true);
    left.go(6.1, aroundForm(0.6F, 0.20F, 0.0F), kAhead, true);
    left.go(6.5, aroundForm(kSlitAngle - 0.03F, kAtWaist, kHigh));
    left.press(6.6);
    left.grab(6.9, 0.0F);
    left.go(7.6, {-0.10F, 1.1F, -0.6F});

    // Each point a little lower, where the waistband fits; then the pins out.
    left.go(9.8, aroundForm(-1.2F, 0.26F, 0.03F), kAhead, true);
    left.go(10.4, aroundForm(kBackAngle, kAtWaist, kHigh + kOver));
    refix(left, 10.5, aroundForm(kBackAngle, kAtWaist, kHigh + kOver - kLowered));
    left.go(12.2, aroundForm(-0.5F, 0.26F, 0.0F), kAhead, true);
    left.go(12.6, aroundForm(0.6F, 0.22F, 0.0F), kAhead, true);
    left.go(13.0, aroundForm(kSlitAngle, kAtWaist, kHigh + kOver));
    refix(left, 13.1, aroundForm(kSlitAngle, kAtWaist, kHigh + kOver - kLowered));
    left.press(14.6);
    left.go(15.1, aroundForm(0.6F, 0.22F, 0.0F), kAhead, true);
    left.go(15.5, aroundForm(-0.5F, 0.26F, 0.0F), kAhead, true);
    left.go(15.9, aroundForm(kBackAngle, kAtWaist, kHigh + kOver - kLowered));
    left.press(15.9);
    left.go(16.5, aroundForm(-1.2F, 0.30F, 0.03F), kAhead, true);
    left.go(17.1, {-0.30F, 1.0F, -0.4F});
    left.go(27.0, {-0.30F, 1.0F, -0.4F});
}

void moveRight(std::vector<HandKey> &keys) {
    Strokes right(keys, {0.28F, 1.05F, -0.35F});
    right.tool(0.3); // pin
    right.go(3.9, aroundForm(1.7F, 0.34F, 0.0F), kAhead, true);
    right.go(4.4, kPlace + Vec3(kHalfHung, 1.06F, -kBehind));
    right.grab(4.5, 1.0F);
    right.press(4.6);
    right.go(5.4, aroundForm(1.9F, 0.27F, 0.0F), kAhead, true);
    right.go(6.5, aroundForm(kSlitAngle, kAtWaist, kHigh));
    right.press(6.6);
    right.grab(6.9, 0.0F);
    right.tool(7.1); // waistband
    right.go(7.6, aroundForm(kSlitAngle - 1.0F, 0.17F, 0.0F));
    right.pull(7.7, 9.4);
    right.go(10.2, {0.45F, 1.15F, -0.75F});
    right.tool(10.4); // seam
    right.tool(10.8);
    right.tool(11.2);
    right.tool(11.6);
    right.tool(12.0);
    right.tool(12.4); // wind
    right.go(16.4, {0.45F, 1.15F, -0.75F});
    right.go(17.0, {0.50F, 1.10F, -0.80F}, kWindward);
    right.pull(17.2, 19.4);
    right.tool(19.6); // pin
    right.tool(20.0); // waistband
    right.tool(20.4); // seam
    right.go(21.2, aroundForm(kSlitAngle + 0.25F, 0.24F, -0.28F));
    right.press(21.3);
    right.go(21.8, aroundForm(kSlitAngle - 0.25F, 0.24F, -0.28F));
    right.press(21.9);
    right.go(22.3, {0.60F, 1.10F, -0.60F});
    right.tool(22.3);
    right.tool(22.7);
    right.tool(23.1);
    right.tool(23.5);
    right.tool(23.9); // wind
    right.go(24.25, {0.50F, 1.10F, -0.80F}, kWindward);
    right.pull(24.3, 26.5);
    right.go(27.0, {0.55F, 1.05F, -0.5F});
}

} // namespace

// What a person would do. The slit and the point opposite are at the sides, where the form is most curved and
// a waistband holds best.
Motion scriptSkirt() {
    ScriptKeys keys;
    keys.head = headKeys();
    moveLeft(keys.left);
    moveRight(keys.right);
    return makeScript(keys, 90.0);
}

std::vector<double> picturesSkirt() {
    return {0.1, 5.9, 7.4, 9.4, 16.8, 19.4, 22.0, 23.8, 26.0};
}

SceneLook lookSkirt() {
    SceneLook look;
    look.cloth = Vec3(0.34F, 0.055F, 0.03F);
    look.border = Vec3(0.34F, 0.055F, 0.03F);
    look.solids = kColours;
    return look;
}

} // namespace selvage
