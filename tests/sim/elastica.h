// The heavy elastica: an inextensible strip clamped level at one end, bending under its own weight:
//   M' = -m g (L - s) cos(theta), theta(0) = 0, M(L) = 0,
// s from the clamp, theta the angle below the horizontal, M = B theta' for cloth. Here with lengths in units
// of L, moments in units of B / L, and gamma = m g L³ / B.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace selvage {

struct ElasticaTip {
    double reach{0.0}; // –, horizontal distance from the clamp over the length
    double drop{0.0};  // –, vertical
};

// A chain of flexion springs of k = B / (kFlexionShare (2 h)²) over cells of length h stores, where it bends
// by the angle a, k/2 (2 h (1 - cos(a/2)))² = 25/32 a⁴ B for small a: M = 25/8 h² B theta'³. It has no linear
// stiffness, and the less of any the finer it is.
struct BendingLaw {
    double cell{0.0}; // –, of the chain; 0: cloth

    double curvature(double moment) const {
        return cell > 0.0 ? std::cbrt(moment / (3.125 * cell * cell)) : moment;
    }
};

struct ElasticaShot {
    ElasticaTip tip;
    double steepest{0.0}; // rad, the largest from the vertical; pi / 2, at the clamp, is wanted
};

// The free end: its angle from the vertical, or how much of it hangs straight.
struct ElasticaEnd {
    double angle{0.0};    // rad
    double straight{0.0}; // –
};

// From the free end to the clamp by Runge and Kutta's fourth-order method. In this direction angle and moment
// only grow; from the clamp, a strip that hangs nearly straight could not be hit.
inline ElasticaShot shootElastica(double gamma, const BendingLaw &law, const ElasticaEnd &end) {
    constexpr int kSteps = 4000;
    const double h = (1.0 - end.straight) / kSteps;
    double angle = end.angle;
    double moment = 0.0;
    ElasticaShot shot;
    shot.tip.drop = end.straight;
    const auto slope = [gamma](double fromTip, double a) { return gamma * fromTip * std::sin(a); };
    for (int i = 0; i < kSteps; ++i) {
        const double s = end.straight + i * h;
        const double a1 = law.curvature(moment);
        const double m1 = slope(s, angle);
        const double a2 = law.curvature(moment + 0.5 * h * m1);
        const double m2 = slope(s + 0.5 * h, angle + 0.5 * h * a1);
        const double a3 = law.curvature(moment + 0.5 * h * m2);
        const double m3 = slope(s + 0.5 * h, angle + 0.5 * h * a2);
        const double a4 = law.curvature(moment + h * m3);
        const double m4 = slope(s + h, angle + h * a3);
        const double next = angle + h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        shot.tip.reach += h * std::sin(0.5 * (angle + next));
        shot.tip.drop += h * std::cos(0.5 * (angle + next));
        angle = next;
        shot.steepest = std::max(shot.steepest, angle);
        moment += h / 6.0 * (m1 + 2.0 * m2 + 2.0 * m3 + m4);
    }
    return shot;
}

// Bisection for what the end does. Flexion springs resist small angles so little that a long strip hangs
// exactly straight from some place on; then that is what is looked for.
inline ElasticaTip solveElastica(double gamma, const BendingLaw &law = {}) {
    constexpr double kRight = 0.5 * std::numbers::pi;
    constexpr double kSeed = 1e-12; // rad
    const bool hangs = law.cell > 0.0 && shootElastica(gamma, law, {kSeed, 0.0}).steepest > kRight;
    double low = 0.0;
    double high = hangs ? 1.0 : kRight;
    ElasticaShot shot;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        shot = shootElastica(gamma, law, hangs ? ElasticaEnd{kSeed, middle} : ElasticaEnd{middle, 0.0});
        ((shot.steepest > kRight) == hangs ? low : high) = middle;
    }
    return shot.tip;
}

} // namespace selvage
