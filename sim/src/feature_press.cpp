// What several features push on one particle adds up to one vector, of which the contact keeps length and
// direction.
#include "feature_press.h"

namespace selvage {

void press(const Pass &pass, const GridParticles &p, GridContacts &contacts, int32_t slot, const Vec3 &push) {
    const size_t i = static_cast<size_t>(slot);
    Vec3 now = nowAt(p, slot) + push;
    const bool known = contacts.collider[i] == pass.index;
    const Vec3 before = known ? contacts.pushed[i] * at(contacts.normal, slot) : Vec3(0.0F);
    const Vec3 friction = known ? at(contacts.friction, slot) : Vec3(0.0F);
    const Vec3 given = before + push;
    const float pushed = glm::length(given);
    if (pushed < 1e-9F) {
        return; // this push takes the ones before back: there is no direction left
    }
    const Vec3 normal = given / pushed;
    Vec3 slide = now - at(*p.previous, slot) - apply(pass.surfaceStep, now);
    slide -= glm::dot(slide, normal) * normal;
    Vec3 wanted = friction - slide;
    const float size = glm::length(wanted);
    const float limit = pass.friction * pushed;
    wanted *= size > limit ? limit / size : 1.0F;
    now += wanted - friction;
    for (size_t axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<int>(axis);
        (*p.now[axis])[i] = now[k];
        contacts.normal[axis][i] = normal[k];
        contacts.friction[axis][i] = wanted[k];
    }
    contacts.pushed[i] = pushed;
    contacts.collider[i] = pass.index;
}

} // namespace selvage
