// Paths of hips and ankles; the knees follow from them. Everything moves in planes of y and z.
#include "figure_motion.h"

#include "scenarios/script.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr double kRate = 90.0;     // Hz, of the keys
constexpr double kFirstAct = 10.5; // s: the dress has been sewn and blown about
constexpr double kResting = 2.2;   // s, in a pose
constexpr double kStriding = 4.0;  // s
constexpr double kSitting = 1.5;   // s, down or up

constexpr float kSteps = 1.0F;       // a second
constexpr float kEase = 1.0F;        // s, until its strides are full, and before they end
constexpr float kStride = 0.22F;     // m, of an ankle, before and behind
constexpr float kAhead = 0.03F;      // m, of both ankles' middle
constexpr float kLift = 0.075F;      // m, of an ankle
constexpr float kToes = 0.35F;       // rad, that toes hang while it is lifted
constexpr float kDip = 0.037F;       // m, of the hips, so that the legs reach the floor
constexpr float kBob = 0.006F;       // m, more or less
constexpr float kLean = 0.30F;       // rad, of the trunk halfway down
constexpr Vec3 kX(1.0F, 0.0F, 0.0F); // of all turns

struct LegPosture {
    Vec2 ankle{0.0F}; // m, forward and up
    float toes{0.0F}; // rad, hanging
};

// Beside how it stands.
struct Posture {
    Vec2 hips{0.0F};  // m, forward and up
    float lean{0.0F}; // rad, of the trunk, forward
    std::array<LegPosture, 2> legs{};
};

// `t`: s since its beginning.
Posture striding(float t) {
    const auto left = static_cast<float>(kStriding) - t;
    const float size = minimumJerk(std::clamp(std::min(t, left) / kEase, 0.0F, 1.0F));
    const float phase = glm::pi<float>() * kSteps * t; // of half a cycle a step
    Posture posture;
    posture.hips.y = -size * (kDip - kBob * std::cos(2.0F * phase));
    for (const size_t leg : {0U, 1U}) {
        const float side = leg == 0 ? 1.0F : -1.0F;
        const float swing = std::max(0.0F, side * std::cos(phase)); // off the floor on its way forward
        posture.legs[leg] = {size * Vec2(kAhead + side * kStride * std::sin(phase), kLift * swing * swing),
                             size * kToes * swing * swing};
    }
    return posture;
}

// `share`: 0 stands, 1 sits with level thighs and upright shanks.
Posture sitting(const FigureJoints &joints, float share) {
    const Vec2 down(-joints.thigh, joints.ankleHeight + joints.shank - joints.hipHeight);
    return {share * down, 4.0F * kLean * share * (1.0F - share), {}};
}

float angleOf(const Vec2 &way) {
    return std::atan2(way.x, -way.y); // from straight down, forward
}

Pose hanging(const Vec3 &joint, float angle) {
    return {glm::angleAxis(-angle, kX), joint};
}

FigurePoses posesOf(const FigureJoints &joints, const Vec3 &place, const Posture &posture) {
    FigurePoses poses;
    const Vec2 hip = Vec2(0.0F, joints.hipHeight) + posture.hips;
    const Quat lean = glm::angleAxis(posture.lean, kX);
    const Vec3 hips(0.0F, joints.hipHeight, 0.0F);
    poses[0] = {lean, place + Vec3(0.0F, posture.hips.y, posture.hips.x) + (hips - lean * hips)};
    for (const size_t leg : {0U, 1U}) {
        const float aside = leg == 0 ? joints.hipAside : -joints.hipAside;
        const auto at = [&](const Vec2 &p) { return place + Vec3(aside, p.y, p.x); };
        const Vec2 ankle = Vec2(0.0F, joints.ankleHeight) + posture.legs[leg].ankle;
        const float reach = glm::distance(hip, ankle);
        // Law of cosines; the knee is before the line from hip to ankle.
        const float bent = (joints.thigh * joints.thigh + reach * reach - joints.shank * joints.shank) /
                           (2.0F * joints.thigh * reach);
        const float angle = angleOf(ankle - hip) + std::acos(std::min(1.0F, bent));
        const Vec2 knee = hip + joints.thigh * Vec2(std::sin(angle), -std::cos(angle));
        poses[1 + 3 * leg] = hanging(at(hip), angle);
        poses[2 + 3 * leg] = hanging(at(knee), angleOf(ankle - knee));
        poses[3 + 3 * leg] = hanging(at(ankle), -posture.legs[leg].toes);
    }
    return poses;
}

// Tracks that are written from act to act.
struct Writer {
    const FigureJoints &joints;
    Vec3 place;
    double time{kFirstAct}; // s
    std::array<std::vector<TrackKey>, kFigureParts> keys{};

    // postureOf: of seconds since its beginning.
    template <typename PostureOf> void write(double seconds, const PostureOf &postureOf) {
        const auto count = static_cast<int32_t>(std::lround(seconds * kRate));
        for (int32_t k = 0; k <= count; ++k) {
            const double since = static_cast<double>(k) / kRate;
            const FigurePoses poses = posesOf(joints, place, postureOf(static_cast<float>(since)));
            for (size_t p = 0; p < kFigureParts; ++p) {
                keys[p].push_back({time + since, poses[p]});
            }
        }
        time += seconds + kResting;
    }
};

} // namespace

FigurePoses standingPoses(const FigureJoints &joints, const Vec3 &place) {
    return posesOf(joints, place, {});
}

std::array<std::vector<TrackKey>, kFigureParts> figureKeys(const FigureJoints &joints, const Vec3 &place,
                                                           std::span<const FigureAct> acts) {
    Writer writer{joints, place};
    const auto seated = [&](float t) {
        return sitting(joints, minimumJerk(t / static_cast<float>(kSitting)));
    };
    for (const FigureAct act : acts) {
        switch (act) {
        case FigureAct::Stride:
            writer.write(kStriding, striding);
            break;
        case FigureAct::Sit:
            writer.write(kSitting, seated);
            writer.write(kSitting, [&](float t) { return seated(static_cast<float>(kSitting) - t); });
            break;
        }
    }
    return writer.keys;
}

} // namespace selvage
