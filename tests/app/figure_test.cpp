// The figure of the scene `dress`, which strides, sits down and stands up in the dress that was sewn round
// it.
#include "measure/borders.h"
#include "measure/play.h"

#include "sim/diagnostics.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace selvage {
namespace {

// In the order of the scene's colliders.
enum Part : size_t { Trunk, Floor, LeftThigh, LeftShank, LeftFoot, RightThigh, RightShank, RightFoot };
constexpr double kEnd = 23.9; // s, 2 s after it has stood up

struct PoseTime {
    const char *name;
    double judged; // s, 2 s after the pose is reached
};
constexpr PoseTime kJudged[] = {{"strode", 16.5}, {"seated", 20.2}, {"stood up", kEnd}};

World dressed() {
    auto world = findScenario("dress")->build({});
    EXPECT_TRUE(world);
    return std::move(*world);
}

const Track &trackOf(const World &world, size_t collider) {
    return *std::find_if(world.tracks.begin(), world.tracks.end(), [&](const Track &track) {
        return track.collider == static_cast<int32_t>(collider);
    });
}

// m, of a part's mesh as it is posed.
float lowestOf(const Collider &part, const Pose &pose) {
    float lowest = 1e9F;
    for (const Vec3 &p : part.mesh->position) {
        lowest = std::min(lowest, transformPoint(pose, p).y);
    }
    return lowest;
}

Vec3 endOf(const Pose &pose, float length) {
    return transformPoint(pose, Vec3(0.0F, -length, 0.0F));
}

TEST(Figure, HoldsTogetherAtItsJointsAtEveryKey) {
    const World world = dressed();
    constexpr float kTolerance = 1e-4F; // m
    for (const size_t thigh : {LeftThigh, RightThigh}) {
        const auto &thighs = trackOf(world, thigh).keys;
        const auto &shanks = trackOf(world, thigh + 1).keys;
        const auto &feet = trackOf(world, thigh + 2).keys;
        const auto &trunk = trackOf(world, Trunk).keys;
        const Vec3 hip = inverseTransformPoint(trunk[0].pose, thighs[0].pose.position);
        const float thighLength = glm::distance(thighs[0].pose.position, shanks[0].pose.position);
        const float shankLength = glm::distance(shanks[0].pose.position, feet[0].pose.position);
        ASSERT_EQ(thighs.size(), trunk.size());
        for (size_t k = 0; k < thighs.size(); ++k) {
            ASSERT_LT(glm::distance(transformPoint(trunk[k].pose, hip), thighs[k].pose.position), kTolerance);
            ASSERT_LT(glm::distance(endOf(thighs[k].pose, thighLength), shanks[k].pose.position), kTolerance);
            ASSERT_LT(glm::distance(endOf(shanks[k].pose, shankLength), feet[k].pose.position), kTolerance);
        }
    }
}

TEST(Figure, StandsOnTheFloorAndNeverGoesIntoIt) {
    const World world = dressed();
    const auto &left = trackOf(world, LeftFoot).keys;
    const auto &right = trackOf(world, RightFoot).keys;
    for (size_t k = 0; k < left.size(); ++k) {
        const float low[] = {lowestOf(world.colliders[LeftFoot], left[k].pose),
                             lowestOf(world.colliders[RightFoot], right[k].pose)};
        ASSERT_GT(*std::min_element(std::begin(low), std::end(low)), -1e-4F) << left[k].time;
        ASSERT_LT(*std::min_element(std::begin(low), std::end(low)), 0.005F) << left[k].time << " floats";
    }
}

TEST(Figure, MovesAsAPersonDoesWithoutAJerk) {
    constexpr float kFastest = 1.5F;  // m/s, of a joint
    constexpr float kHardest = 12.0F; // m/s²
    const World world = dressed();
    for (const Track &track : world.tracks) {
        for (size_t k = 2; k < track.keys.size(); ++k) {
            const TrackKey *keys = &track.keys[k - 2];
            const auto dt = static_cast<float>(keys[1].time - keys[0].time);
            const Vec3 before = (keys[1].pose.position - keys[0].pose.position) / dt;
            const Vec3 after = (keys[2].pose.position - keys[1].pose.position) /
                               static_cast<float>(keys[2].time - keys[1].time);
            ASSERT_LT(glm::length(before), kFastest) << keys[1].time;
            ASSERT_LT(glm::distance(before, after) / (1.0F / 90.0F), kHardest) << keys[1].time;
        }
    }
}

TEST(Figure, SitsWithLevelThighsOnTheStool) {
    World world = dressed();
    const double seated = 19.0; // s
    const Pose thigh = poseAt(trackOf(world, LeftThigh), seated);
    const Vec3 along = thigh.orientation * Vec3(0.0F, -1.0F, 0.0F);
    EXPECT_NEAR(along.y, 0.0F, 0.01F);
    EXPECT_GT(along.z, 0.99F);
    const Vec3 upright = poseAt(trackOf(world, LeftShank), seated).orientation * Vec3(0.0F, 1.0F, 0.0F);
    EXPECT_GT(upright.y, 0.999F);
    const auto seat = std::find_if(world.colliders.begin(), world.colliders.end(),
                                   [](const Collider &c) { return c.shape == ColliderShape::Box; });
    ASSERT_NE(seat, world.colliders.end());
    const float top = seat->pose.position.y + seat->halfExtents.y;
    const float room = lowestOf(world.colliders[LeftThigh], thigh) - top;
    EXPECT_GT(room, 2.0F * world.cloths[0].fabric.thickness) << "for cloth that is sat on";
    EXPECT_LT(room, 0.015F);
}

TEST(Figure, TakesThePosesThatItIsToldTo) {
    const auto tracksFor = [](const char *pose) {
        ScenarioOptions options;
        options.settings = {{"pose", pose}};
        auto world = findScenario("dress")->build(options);
        EXPECT_TRUE(world) << (world ? "" : world.error().message);
        return world->tracks;
    };
    EXPECT_TRUE(tracksFor("stand").empty());
    const double stride = tracksFor("stride")[0].keys.back().time;
    const double sit = tracksFor("sit")[0].keys.back().time;
    EXPECT_GT(tracksFor("all")[0].keys.back().time, std::max(stride, sit));
    ScenarioOptions options;
    options.settings = {{"pose", "dance"}};
    auto refused = findScenario("dress")->build(options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "--set pose=dance: expected stand, stride, sit or all");
}

// m, joined by lines: what of a body's limbs a border can go round, in the world.
BodyMeasures limbsOf(const World &world) {
    const Pose &trunk = world.colliders[Trunk].pose;
    const auto at = [&](float x, float y) { return transformPoint(trunk, Vec3(x, y, 0.0F)); };
    const Vec3 middle = at(0.0F, 1.15F);
    BodyMeasures body;
    body.axis = {{{middle, at(0.0F, 1.45F), at(0.0F, 1.9F)},
                  {middle, at(0.10F, 1.36F), at(0.8F, 1.36F)},
                  {middle, at(-0.10F, 1.36F), at(-0.8F, 1.36F)},
                  {},
                  {}}};
    for (const bool left : {true, false}) {
        std::vector<Vec3> &leg = body.axis[static_cast<size_t>(left ? Limb::LeftLeg : Limb::RightLeg)];
        leg = {middle};
        for (const size_t part : {0U, 1U, 2U}) {
            leg.push_back(world.colliders[(left ? LeftThigh : RightThigh) + part].pose.position);
        }
        leg.push_back(leg.back() + Vec3(0.0F, -0.2F, 0.0F));
    }
    return body;
}

float deepestIn(const World &world) {
    std::vector<float> depth;
    appendPenetration(world, world.cloths[0], depth);
    return *std::max_element(depth.begin(), depth.end());
}

float fastestIn(const Cloth &cloth) {
    float fastest = 0.0F;
    for (const Vec3 &v : cloth.velocity) {
        fastest = std::max(fastest, glm::length(v));
    }
    return fastest;
}

// What a dress is judged by, taken while it is worn and nothing has moved yet.
struct Worn {
    double stretch{0.0};         // –, p99
    std::vector<int32_t> bodice; // particles above the waist
    Vec3 middle{0.0F};           // m, theirs in the trunk's frame
};

double stretchOf(const Cloth &cloth) {
    std::vector<float> stretch;
    appendStretch(cloth, stretch);
    return quantile(stretch, 0.99);
}

Vec3 inTrunk(const World &world, int32_t particle) {
    return inverseTransformPoint(world.colliders[Trunk].pose,
                                 world.cloths[0].position[static_cast<size_t>(particle)]);
}

Vec3 middleOf(const World &world, const std::vector<int32_t> &particles) {
    Vec3 sum(0.0F);
    for (const int32_t i : particles) {
        sum += inTrunk(world, i);
    }
    return sum / static_cast<float>(particles.size());
}

Worn wornIn(const World &world) {
    constexpr float kWaist = 1.06F; // m
    Worn worn;
    worn.stretch = stretchOf(world.cloths[0]);
    for (int32_t i = 0; i < world.cloths[0].particleCount(); ++i) {
        if (inTrunk(world, i).y > kWaist) {
            worn.bodice.push_back(i);
        }
    }
    worn.middle = middleOf(world, worn.bodice);
    return worn;
}

// The draft is tight at bust and armholes: p99 is 0.06 before anything has moved.
void judge(const World &world, const Worn &worn, const char *pose) {
    constexpr double kMoreStretch = 0.01; // –
    constexpr float kSlip = 0.01F;        // m
    const Cloth &dress = world.cloths[0];
    const double stretch = stretchOf(dress);
    const float fastest = fastestIn(dress);
    const float slipped = glm::distance(middleOf(world, worn.bodice), worn.middle);
    std::printf("%s: p99 stretch %.4f of %.4f, fastest %.3f m/s, bodice %.1f mm off\n", pose, stretch,
                worn.stretch, static_cast<double>(fastest), 1e3 * static_cast<double>(slipped));
    EXPECT_LT(stretch, worn.stretch + kMoreStretch) << pose;
    EXPECT_LT(fastest, 0.5F) << pose;
    EXPECT_LT(slipped, kSlip) << pose;
    EXPECT_EQ(limbsInBorders(world.cloths[0], limbsOf(world)), (std::vector<int32_t>{1, 2, 4, 8 + 16}))
        << pose;
}

TEST(DressedFigure, KeepsTheDressOnThroughAllItsPoses) {
    constexpr float kDeepest = 0.001F; // m
    constexpr double kStill = 10.4;    // s, when nothing has moved yet
    Worn worn;
    float deepest = 0.0F;
    size_t judged = 0;
    play("dress", kEnd + 0.1, {}, [&](const World &world, const StepReport &report) {
        ASSERT_EQ(report.nonFinite, 0);
        deepest = std::max(deepest, deepestIn(world));
        if (worn.bodice.empty() && world.time > kStill) {
            worn = wornIn(world);
        }
        if (judged < std::size(kJudged) && world.time > kJudged[judged].judged) {
            judge(world, worn, kJudged[judged].name);
            ++judged;
        }
    });
    std::printf("deepest %.2f mm\n", 1e3 * static_cast<double>(deepest));
    EXPECT_EQ(judged, std::size(kJudged));
    EXPECT_LT(deepest, kDeepest);
}

TEST(DressedFigure, GivesTheSameBitsAgainAndWithTwoWorkers) {
    constexpr double kSeconds = 21.0;
    const uint64_t hash = stateHash(play("dress", kSeconds));
    EXPECT_EQ(stateHash(play("dress", kSeconds)), hash);
    EXPECT_EQ(stateHash(play("dress", kSeconds, {.threads = 2})), hash);
}

} // namespace
} // namespace selvage
