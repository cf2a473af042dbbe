// Sight lines to all parts of the panel, for one place after the other.
#include "panel_place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace selvage {

namespace {

constexpr std::array kTurnsDeg{0.0F, 20.0F, -20.0F, 40.0F, -40.0F, 60.0F, -60.0F, 80.0F, -80.0F}; // + is left
constexpr std::array kDistances{kPanelDistance, 0.7F, 0.55F};                                     // m
constexpr int kLines = 5;          // across and down
constexpr float kHeadRoom = 0.15F; // m around the eyes, that a head is itself
constexpr float kLeastStep = 0.005F;
constexpr float kMenuOver = 0.06F;     // m, of its lower edge over the hand
constexpr float kMenuScaleMin = 0.3F;  // –
constexpr float kMenuScaleMax = 0.85F; // –

constexpr Vec3 kForward(0.0F, 0.0F, -1.0F);
constexpr Vec3 kUp(0.0F, 1.0F, 0.0F);

// The way a head faces, level; of one that looks straight up or down, the way its hair or chin does.
Vec3 levelForward(const Pose &head) {
    const Vec3 ahead = head.orientation * kForward;
    const Vec3 up = head.orientation * kUp;
    const Vec3 leaning = std::abs(ahead.y) < 0.95F ? ahead : (ahead.y > 0.0F ? -up : up);
    const Vec3 level(leaning.x, 0.0F, leaning.z);
    return glm::length(level) > 1e-3F ? glm::normalize(level) : kForward;
}

Pose placeAt(const Vec3 &eyes, const Vec3 &ahead, float distance) {
    const float below = glm::radians(kPanelBelowDeg);
    const Vec3 middle = eyes + distance * (std::cos(below) * ahead - std::sin(below) * kUp);
    const Vec3 z = glm::normalize(eyes - middle);
    const Vec3 x = glm::normalize(glm::cross(kUp, z));
    return {glm::normalize(glm::quat_cast(Mat3(x, glm::cross(z, x), z))), middle};
}

// m, at most what it is, and outside the mesh's box at least as much as to that: voxels end there.
float distanceTo(const Collider &solid, const Pose &pose, const Vec3 &point) {
    const float distance = sampleCollider(solid, pose, point).distance;
    if (solid.shape != ColliderShape::Mesh) {
        return distance;
    }
    const Vec3 local = inverseTransformPoint(pose, point);
    const VoxelSolid &voxels = solid.mesh->voxels;
    const Vec3 beside = glm::max(glm::max(voxels.low - local, local - voxels.high), Vec3(0.0F));
    return std::max(distance, glm::length(beside));
}

float distanceTo(const Solids &solids, const Vec3 &point) {
    float nearest = std::numeric_limits<float>::max();
    for (size_t c = 0; c < solids.poses.size(); ++c) {
        nearest = std::min(nearest, distanceTo(solids.shapes[c], solids.poses[c], point));
    }
    return nearest;
}

// A line as thick at its end as the part of the panel that it stands for, and as thin as nothing at the eyes:
// from one place to the next as far as no solid can be.
bool isLineClear(const Vec3 &eyes, const Vec3 &end, float radius, const Solids &solids) {
    const float length = glm::distance(eyes, end);
    const auto roomAt = [&](float share) {
        return distanceTo(solids, glm::mix(eyes, end, share)) - share * radius;
    };
    for (float along = kHeadRoom; along < length;) {
        const float room = roomAt(along / length);
        if (room < 0.0F) {
            return false;
        }
        along += std::max(kLeastStep, room / (1.0F + radius / length));
    }
    return roomAt(1.0F) >= 0.0F;
}

// Of kLines² lines, how many meet nothing.
int clearLines(const Pose &panel, const Vec3 &eyes, const Solids &solids) {
    const Vec2 part = kPanelSize / static_cast<float>(kLines);
    const float radius = 0.5F * glm::length(part);
    int clear = 0;
    for (int row = 0; row < kLines; ++row) {
        for (int column = 0; column < kLines; ++column) {
            const Vec2 at = (Vec2(column, row) + 0.5F) * part - 0.5F * kPanelSize;
            clear += isLineClear(eyes, transformPoint(panel, Vec3(at, 0.0F)), radius, solids) ? 1 : 0;
        }
    }
    return clear;
}

} // namespace

bool isPanelClear(const Pose &panel, const Vec3 &eyes, const Solids &solids) {
    return clearLines(panel, eyes, solids) == kLines * kLines;
}

Pose placePanel(const Pose &head, const Solids &solids) {
    const Vec3 straight = levelForward(head);
    Pose best;
    int most = -1;
    for (const float distance : kDistances) {
        for (const float turn : kTurnsDeg) {
            const Vec3 ahead = glm::angleAxis(glm::radians(turn), kUp) * straight;
            const Pose panel = placeAt(head.position, ahead, distance);
            const int clear = clearLines(panel, head.position, solids);
            if (clear > most) {
                most = clear;
                best = panel;
            }
            if (clear == kLines * kLines) {
                return best;
            }
        }
    }
    return best;
}

std::optional<Pose> placeOverHand(const HandInput &hand, const Pose &head, float height) {
    if (!hand.active || !isUsable(hand.grip) || !isUsable(head)) {
        return std::nullopt;
    }
    const Vec3 at = hand.grip.position + height * kUp;
    const Vec3 z = head.position - at;
    const Vec3 x = glm::cross(kUp, z);
    if (glm::length(x) <= 1e-3F) {
        return std::nullopt;
    }
    const Vec3 right = glm::normalize(x);
    const Vec3 near = glm::normalize(z);
    return Pose{glm::normalize(glm::quat_cast(Mat3(right, glm::cross(near, right), near))), at};
}

std::optional<Board> placeMenu(const HandInput &hand, const Pose &head) {
    const float distance = glm::distance(head.position, hand.grip.position);
    Board board;
    board.scale = std::clamp(distance / kPanelDistance, kMenuScaleMin, kMenuScaleMax);
    board.size = board.scale * kMenuSize;
    const auto pose = placeOverHand(hand, head, kMenuOver + 0.5F * board.size.y);
    if (!pose) {
        return std::nullopt;
    }
    board.pose = *pose;
    return board;
}

} // namespace selvage
