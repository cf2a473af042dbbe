// Minimum-jerk strokes between key poses (Flash and Hogan 1985: how people move a hand from place to place).
#include "scenarios/script.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

Quat fromEuler(const Vec3 &degrees) {
    return Quat(glm::radians(degrees));
}

template <typename Key> size_t segmentAt(const std::vector<Key> &keys, double t) {
    size_t i = 0;
    while (i + 1 < keys.size() && keys[i + 1].time <= t) {
        ++i;
    }
    return i;
}

// Velocity at a key: zero where the hand stops, the mean of the neighbouring strokes where it passes.
Vec3 keyVelocity(const std::vector<HandKey> &keys, size_t i) {
    if (!keys[i].passing || i == 0 || i + 1 >= keys.size()) {
        return Vec3(0.0F);
    }
    const auto span = static_cast<float>(keys[i + 1].time - keys[i - 1].time);
    return (keys[i + 1].position - keys[i - 1].position) / span;
}

Vec3 handPosition(const std::vector<HandKey> &keys, size_t i, float s) {
    const HandKey &a = keys[i];
    const HandKey &b = keys[i + 1];
    if (!a.passing && !b.passing) {
        return glm::mix(a.position, b.position, minimumJerk(s));
    }
    const auto span = static_cast<float>(b.time - a.time); // cubic Hermite
    const float s2 = s * s;
    const float s3 = s2 * s;
    return (2.0F * s3 - 3.0F * s2 + 1.0F) * a.position + (s3 - 2.0F * s2 + s) * span * keyVelocity(keys, i) +
           (3.0F * s2 - 2.0F * s3) * b.position + (s3 - s2) * span * keyVelocity(keys, i + 1);
}

HandInput handAt(const std::vector<HandKey> &keys, double t) {
    HandInput hand;
    if (keys.empty()) {
        return hand;
    }
    hand.active = true;
    const size_t i = segmentAt(keys, t);
    const HandKey &a = keys[i];
    hand.grip = {fromEuler(a.eulerDegrees), a.position};
    hand.grab = a.grab;
    hand.trigger = a.trigger;
    hand.stick.y = a.stickForward;
    hand.tool = a.tool;
    hand.undo = a.undo;
    hand.redo = a.redo;
    if (i + 1 < keys.size() && t > a.time) {
        const HandKey &b = keys[i + 1];
        const auto s = static_cast<float>((t - a.time) / (b.time - a.time));
        hand.grip.position = handPosition(keys, i, s);
        hand.grip.orientation =
            glm::normalize(glm::slerp(fromEuler(a.eulerDegrees), fromEuler(b.eulerDegrees), minimumJerk(s)));
    }
    hand.aim = hand.grip; // points where the fingers do, the grip's -y
    hand.aim.orientation = hand.aim.orientation * fromEuler({-90.0F, 0.0F, 0.0F});
    return hand;
}

Pose headAt(const std::vector<HeadKey> &keys, double t) {
    const size_t i = segmentAt(keys, t);
    HeadKey key = keys[i];
    if (i + 1 < keys.size() && t > key.time) {
        const HeadKey &b = keys[i + 1];
        const float s = minimumJerk(static_cast<float>((t - key.time) / (b.time - key.time)));
        key.eye = glm::mix(key.eye, b.eye, s);
        key.lookAt = glm::mix(key.lookAt, b.lookAt, s);
    }
    return lookingAt(key.eye, key.lookAt);
}

template <typename Key> double lastTime(const std::vector<Key> &keys) {
    return keys.empty() ? 0.0 : keys.back().time;
}

} // namespace

float minimumJerk(float s) {
    return s * s * s * (10.0F + s * (-15.0F + 6.0F * s));
}

Pose lookingAt(const Vec3 &eye, const Vec3 &target) {
    return {glm::quatLookAt(glm::normalize(target - eye), Vec3(0.0F, 1.0F, 0.0F)), eye};
}

Motion makeScript(const ScriptKeys &keys, double rate) {
    const double end = std::max({lastTime(keys.head), lastTime(keys.left), lastTime(keys.right)});
    Motion motion;
    const auto count = static_cast<int>(std::floor(end * rate + 1e-6)) + 1;
    motion.samples.reserve(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
        TrackedInput input;
        input.time = static_cast<double>(i) / rate;
        input.head = headAt(keys.head, input.time);
        input.hand(Hand::Left) = handAt(keys.left, input.time);
        input.hand(Hand::Right) = handAt(keys.right, input.time);
        motion.samples.push_back(input);
    }
    return motion;
}

} // namespace selvage
