// The hero's timetable, his gait, and his parts.
#include "hero_rig.h"

#include "solids.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kPi = glm::pi<float>();
constexpr double kRate = 90.0;             // Hz, of the keys
constexpr Vec3 kCentre(0.0F, 0.0F, -4.3F); // m, of the circle
constexpr float kCircle = 2.6F;            // m, its radius
constexpr float kHips = 0.95F;             // m above the floor
constexpr float kStride = 0.75F;           // m a step
constexpr float kTurns = 4.0F;             // of the circle in a period

enum class Covering : uint8_t { Suit, Skin, Boot, Hair };

struct Part {
    ColliderShape shape;
    Vec3 half; // m; of a ball: x is the radius
    Covering covering;
};

constexpr float kThigh = 0.43F; // m, joint to joint
constexpr float kShin = 0.42F;
constexpr float kUpperArm = 0.29F;
constexpr float kForearm = 0.27F;

// In the order in which poseParts() places them: pelvis, chest, head, neck, then for both sides upper arm,
// forearm, thigh, shin, foot, hand; his hair.
constexpr std::array<Part, kHeroParts> kParts = {{
    {ColliderShape::Box, {0.165F, 0.15F, 0.11F}, Covering::Suit},
    {ColliderShape::Box, {0.205F, 0.24F, 0.12F}, Covering::Suit},
    {ColliderShape::Sphere, {0.115F, 0.0F, 0.0F}, Covering::Skin},
    {ColliderShape::Box, {0.055F, 0.10F, 0.055F}, Covering::Skin},
    {ColliderShape::Box, {0.058F, 0.19F, 0.058F}, Covering::Suit},
    {ColliderShape::Box, {0.046F, 0.17F, 0.046F}, Covering::Suit},
    {ColliderShape::Box, {0.088F, 0.28F, 0.088F}, Covering::Suit},
    {ColliderShape::Box, {0.064F, 0.26F, 0.064F}, Covering::Boot},
    {ColliderShape::Box, {0.052F, 0.045F, 0.135F}, Covering::Boot},
    {ColliderShape::Sphere, {0.055F, 0.0F, 0.0F}, Covering::Skin},
    {ColliderShape::Box, {0.058F, 0.19F, 0.058F}, Covering::Suit},
    {ColliderShape::Box, {0.046F, 0.17F, 0.046F}, Covering::Suit},
    {ColliderShape::Box, {0.088F, 0.28F, 0.088F}, Covering::Suit},
    {ColliderShape::Box, {0.064F, 0.26F, 0.064F}, Covering::Boot},
    {ColliderShape::Box, {0.052F, 0.045F, 0.135F}, Covering::Boot},
    {ColliderShape::Sphere, {0.055F, 0.0F, 0.0F}, Covering::Skin},
    {ColliderShape::Sphere, {0.112F, 0.0F, 0.0F}, Covering::Hair},
}};

struct Entry {
    double time;  // s
    float speed;  // m/s before scaling to whole rounds
    float flying; // 0 on the ground … 1
    float spin;   // rounds turned on the spot
};

// Stands, turns once on the spot, walks, sprints, flies, lands.
constexpr std::array<Entry, 11> kTimetable = {{{0.0, 0.0F, 0.0F, 0.0F},
                                               {1.0, 0.0F, 0.0F, 0.0F},
                                               {2.6, 0.0F, 0.0F, 1.0F},
                                               {3.2, 0.0F, 0.0F, 1.0F},
                                               {4.2, 1.3F, 0.0F, 1.0F},
                                               {8.0, 1.3F, 0.0F, 1.0F},
                                               {9.5, 5.0F, 0.0F, 1.0F},
                                               {12.5, 5.0F, 0.0F, 1.0F},
                                               {14.0, 5.5F, 1.0F, 1.0F},
                                               {18.0, 5.5F, 1.0F, 1.0F},
                                               {20.5, 0.0F, 0.0F, 1.0F}}};

struct Moment {
    float travelled{0.0F}; // m along the circle
    float speed{0.0F};     // m/s
    float flying{0.0F};
    float spin{0.0F}; // rounds
};

Moment entryAt(double time) {
    size_t i = 0;
    while (i + 1 < kTimetable.size() && kTimetable[i + 1].time <= time) {
        ++i;
    }
    const Entry &a = kTimetable[i];
    if (i + 1 == kTimetable.size()) {
        return {0.0F, a.speed, a.flying, a.spin};
    }
    const Entry &b = kTimetable[i + 1];
    const auto s = static_cast<float>((time - a.time) / (b.time - a.time));
    const float t = s * s * (3.0F - 2.0F * s);
    return {0.0F, glm::mix(a.speed, b.speed, t), glm::mix(a.flying, b.flying, t),
            glm::mix(a.spin, b.spin, t)};
}

// The whole period at kRate, with speeds that make whole rounds.
std::vector<Moment> moments() {
    const auto count = static_cast<size_t>(std::lround(kHeroPeriod * kRate)) + 1;
    std::vector<Moment> result;
    float travelled = 0.0F;
    for (size_t i = 0; i < count; ++i) {
        result.push_back(entryAt(static_cast<double>(i) / kRate));
        result.back().travelled = travelled;
        travelled += result.back().speed / static_cast<float>(kRate);
    }
    const float scale = kTurns * 2.0F * kPi * kCircle / result.back().travelled;
    for (Moment &moment : result) {
        moment.travelled *= scale;
        moment.speed *= scale;
    }
    return result;
}

Quat turn(float angle, const Vec3 &axis) {
    return glm::angleAxis(angle, axis);
}

constexpr Vec3 kX(1.0F, 0.0F, 0.0F);
constexpr Vec3 kY(0.0F, 1.0F, 0.0F);
constexpr Vec3 kZ(0.0F, 0.0F, 1.0F);

Pose rootOf(const Moment &moment) {
    // From the point nearest to the person, to the left first.
    const float angle = moment.travelled / kCircle;
    const Vec3 place = kCentre + kCircle * Vec3(-std::sin(angle), 0.0F, std::cos(angle));
    const float heading = 0.5F * kPi + angle; // ahead is -x at the start
    const float bank =
        std::atan(moment.speed * moment.speed / (kCircle * kGravity)) * (0.5F + 0.5F * moment.flying);
    const float lean = -0.04F * moment.speed - 1.0F * moment.flying;
    const float bob = 0.03F * std::min(1.0F, moment.speed) * (1.0F - moment.flying) *
                      std::cos(2.0F * kPi * moment.travelled / kStride);
    const float height = kHips + bob + 0.75F * moment.flying;
    return {turn(-heading + kPi + 2.0F * kPi * moment.spin, kY) * turn(bank, kZ) * turn(lean, kX),
            place + Vec3(0.0F, height, 0.0F)};
}

// A limb hanging down from a joint, turned forwards by an angle: its middle, and its far end in `joint`.
Pose limb(Pose &joint, float angle, float length) {
    joint.orientation = joint.orientation * turn(angle, kX);
    const Pose middle{joint.orientation, transformPoint(joint, Vec3(0.0F, -0.5F * length, 0.0F))};
    joint.position = transformPoint(joint, Vec3(0.0F, -length, 0.0F));
    return middle;
}

// Angles (rad) of one side's limbs.
struct Gait {
    float shoulder;
    float elbow;
    float hip;
    float knee;
};

Gait gaitOf(const Moment &moment, float side) {
    const float phase = kPi * moment.travelled / kStride + (side > 0.0F ? kPi : 0.0F);
    const float afoot = 1.0F - moment.flying;
    const float size = std::min(0.42F + 0.06F * moment.speed, 0.75F) * std::min(1.0F, moment.speed) * afoot;
    const float running = std::clamp(0.3F * (moment.speed - 1.5F), 0.0F, 1.0F);
    // In flight one arm reaches ahead, the other lies along the body.
    const float reach = side > 0.0F ? 2.75F : 0.15F;
    return {0.05F - 0.8F * size * std::sin(phase) + reach * moment.flying,
            (0.15F + 1.2F * running) * afoot + 0.05F, size * std::sin(phase) - 0.1F * moment.flying,
            -size * (0.55F + 0.55F * std::cos(phase + 0.6F)) - 0.06F - 0.1F * moment.flying};
}

std::array<Pose, kHeroParts> poseParts(const Pose &root, const Moment &moment) {
    std::array<Pose, kHeroParts> poses;
    const auto place = [&](const Vec3 &local) { return Pose{root.orientation, transformPoint(root, local)}; };
    poses[0] = place({0.0F, 0.02F, 0.0F});
    poses[1] = place({0.0F, 0.32F, 0.0F});
    poses[2] = place({0.0F, 0.74F, -0.02F});
    poses[3] = place({0.0F, 0.60F, 0.0F});
    // In flight he looks ahead.
    poses[2].orientation = poses[2].orientation * turn(0.9F * moment.flying, kX);
    poses[16] = {poses[2].orientation, transformPoint(poses[2], Vec3(0.0F, 0.022F, 0.022F))};
    for (size_t s = 0; s < 2; ++s) {
        const float side = s == 0 ? -1.0F : 1.0F;
        const Gait gait = gaitOf(moment, side);
        Pose joint = place({0.235F * side, 0.50F, 0.0F});
        joint.orientation = joint.orientation * turn(0.12F * side, kZ);
        poses[4 + 6 * s] = limb(joint, gait.shoulder, kUpperArm);
        poses[5 + 6 * s] = limb(joint, gait.elbow, kForearm);
        poses[9 + 6 * s] = {joint.orientation, transformPoint(joint, Vec3(0.0F, -0.05F, 0.0F))};
        joint = place({0.095F * side, -0.06F, 0.0F});
        poses[6 + 6 * s] = limb(joint, gait.hip, kThigh);
        poses[7 + 6 * s] = limb(joint, gait.knee, kShin);
        joint.orientation = joint.orientation * turn(-1.0F * moment.flying, kX);
        poses[8 + 6 * s] = {joint.orientation, transformPoint(joint, Vec3(0.0F, -0.01F, -0.06F))};
    }
    return poses;
}

Collider makePart(const Part &part, const Pose &pose) {
    Collider collider =
        part.shape == ColliderShape::Sphere
            ? makeBall(pose.position, part.half.x)
            : makeBlock(pose.position, part.half, std::min({part.half.x, part.half.y, part.half.z}));
    collider.pose = pose;
    collider.previousPose = pose;
    return collider;
}

} // namespace

int32_t addHero(World &world) {
    const auto first = static_cast<int32_t>(world.colliders.size());
    const std::vector<Moment> all = moments();
    const auto start = poseParts(rootOf(all.front()), all.front());
    for (int32_t p = 0; p < kHeroParts; ++p) {
        world.colliders.push_back(makePart(kParts[static_cast<size_t>(p)], start[static_cast<size_t>(p)]));
        world.tracks.push_back({first + p, {}, kHeroPeriod});
    }
    const size_t firstTrack = world.tracks.size() - kHeroParts;
    for (size_t i = 0; i < all.size(); ++i) {
        const auto poses = poseParts(rootOf(all[i]), all[i]);
        for (size_t p = 0; p < kHeroParts; ++p) {
            world.tracks[firstTrack + p].keys.push_back({static_cast<double>(i) / kRate, poses[p]});
        }
    }
    return first + 1;
}

std::array<Vec3, kHeroParts> heroColours() {
    std::array<Vec3, kHeroParts> colours;
    for (size_t p = 0; p < kHeroParts; ++p) {
        switch (kParts[p].covering) {
        case Covering::Suit:
            colours[p] = Vec3(0.045F, 0.075F, 0.16F);
            break;
        case Covering::Skin:
            colours[p] = Vec3(0.62F, 0.40F, 0.30F);
            break;
        case Covering::Boot:
            colours[p] = Vec3(0.36F, 0.07F, 0.04F);
            break;
        case Covering::Hair:
            colours[p] = Vec3(0.05F, 0.03F, 0.02F);
            break;
        }
    }
    return colours;
}

} // namespace selvage
