// Where hands and heads are, for tests of what they point at.
#pragma once

#include "maths/tracking.h"

namespace selvage {

inline Pose lookingFrom(const Vec3 &from, const Vec3 &to) {
    return {glm::quatLookAt(glm::normalize(to - from), Vec3(0.0F, 1.0F, 0.0F)), from};
}

// OpenXR's grip pose: +x enters the right palm and leaves the left one.
inline Pose palmTowards(Hand side, const Vec3 &at, const Vec3 &eyes) {
    const Vec3 palm = glm::normalize(eyes - at);
    const Vec3 x = side == Hand::Left ? palm : -palm;
    const Vec3 y = glm::normalize(glm::cross(Vec3(0.0F, 0.0F, 1.0F), x));
    return {glm::normalize(glm::quat_cast(Mat3(x, y, glm::cross(x, y)))), at};
}

} // namespace selvage
