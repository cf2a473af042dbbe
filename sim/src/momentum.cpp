// Rigid-motion correction with the full inertia tensor; directions about which the cloth has no extent are
// left alone.
#include "sim/momentum.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

using Vec3d = Eigen::Vector3d;
using Mat3d = Eigen::Matrix3d;

// Below this share of the largest moment of inertia a principal direction counts as having none (collinear
// points).
constexpr double kInertiaCutoff = 1e-4;

Vec3d toDouble(const Vec3 &v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

Vec3 toFloat(const Vec3d &v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

Mat3d addInertia(const Mat3d &inertia, double mass, const Vec3d &r) {
    return inertia + mass * (r.squaredNorm() * Mat3d::Identity() - r * r.transpose());
}

Vec3d massCentre(std::span<const Vec3> position, std::span<const float> mass) {
    Vec3d sum = Vec3d::Zero();
    double total = 0.0;
    for (size_t i = 0; i < position.size(); ++i) {
        sum += static_cast<double>(mass[i]) * toDouble(position[i]);
        total += static_cast<double>(mass[i]);
    }
    return sum / total;
}

// J^-1 * v over the principal directions that have an extent.
Vec3d solveInertia(const Mat3d &inertia, const Vec3d &v) {
    Eigen::SelfAdjointEigenSolver<Mat3d> eigen;
    eigen.computeDirect(inertia);
    const Vec3d &moments = eigen.eigenvalues();
    Vec3d result = Vec3d::Zero();
    for (int k = 0; k < 3; ++k) {
        if (moments[k] > kInertiaCutoff * moments[2] && moments[k] > 0.0) {
            const Vec3d direction = eigen.eigenvectors().col(k);
            result += direction * (direction.dot(v) / moments[k]);
        }
    }
    return result;
}

void removeMeanChange(std::span<const float> mass, std::span<const Vec3> change, std::span<Vec3> velocity) {
    const Vec3 mean = toFloat(massCentre(change, mass));
    for (Vec3 &v : velocity) {
        v -= mean;
    }
}

// The share of a turn that adds no more kinetic energy than moving without internal forces would have had,
// seen from the pivot. Turning a held cloth back to its exact angular momentum can otherwise pump energy into
// it: the filter takes motion out of every fold, the turn puts it all into the swing, and the cloth climbs
// above where it was let go.
float affordableShare(const MomentumBalance &b, const Pivot &pivot, const Vec3 &omega, const Vec3 &origin,
                      std::span<const Vec3> velocity) {
    double allowed = 0.0; // twice the energies, J
    double now = 0.0;
    double linear = 0.0;
    double quadratic = 0.0;
    for (size_t i = 0; i < b.position.size(); ++i) {
        if (b.fixed[i] != 0) {
            continue;
        }
        const auto m = static_cast<double>(b.mass[i]);
        const Vec3 v = velocity[i] - pivot.velocity;
        const Vec3 unforced = v - b.change[i];
        const Vec3 turn = glm::cross(omega, b.position[i] - origin);
        allowed += m * static_cast<double>(glm::dot(unforced, unforced));
        now += m * static_cast<double>(glm::dot(v, v));
        linear += 2.0 * m * static_cast<double>(glm::dot(v, turn));
        quadratic += m * static_cast<double>(glm::dot(turn, turn));
    }
    if (now + linear + quadratic <= allowed || quadratic <= 0.0) {
        return 1.0F;
    }
    const double spare = allowed - now;
    const double root = linear * linear + 4.0 * quadratic * spare;
    if (root <= 0.0) {
        return 0.0F;
    }
    return static_cast<float>(std::clamp((-linear + std::sqrt(root)) / (2.0 * quadratic), 0.0, 1.0));
}

} // namespace

Pivot findPivot(std::span<const Vec3> position, std::span<const Vec3> velocity,
                std::span<const uint8_t> fixed) {
    Vec3d centre = Vec3d::Zero();
    Vec3d meanVelocity = Vec3d::Zero();
    int count = 0;
    for (size_t i = 0; i < position.size(); ++i) {
        if (fixed[i] != 0) {
            centre += toDouble(position[i]);
            meanVelocity += toDouble(velocity[i]);
            ++count;
        }
    }
    if (count == 0) {
        return {};
    }
    centre /= count;
    Mat3d spread = Mat3d::Zero();
    double farthest = 0.0;
    for (size_t i = 0; i < position.size(); ++i) {
        if (fixed[i] != 0) {
            const Vec3d r = toDouble(position[i]) - centre;
            spread += r * r.transpose();
            farthest = std::max(farthest, r.norm());
        }
    }
    Pivot pivot{Pivot::Kind::Point, toFloat(centre), Vec3(0.0F), toFloat(meanVelocity / count)};
    const auto tolerance = static_cast<double>(kPivotTolerance);
    if (farthest <= tolerance) {
        return pivot;
    }
    Eigen::SelfAdjointEigenSolver<Mat3d> eigen;
    eigen.computeDirect(spread);
    const Vec3d axis = eigen.eigenvectors().col(2);
    pivot.kind = Pivot::Kind::Axis;
    pivot.axis = toFloat(axis);
    for (size_t i = 0; i < position.size(); ++i) {
        if (fixed[i] != 0) {
            const Vec3d r = toDouble(position[i]) - centre;
            if ((r - axis * axis.dot(r)).norm() > tolerance) {
                pivot.kind = Pivot::Kind::Locked;
                break;
            }
        }
    }
    return pivot;
}

void correctMomentum(const Pivot &pivot, const MomentumBalance &b, std::span<Vec3> velocity) {
    if (pivot.kind == Pivot::Kind::Locked) {
        return;
    }
    const bool free = pivot.kind == Pivot::Kind::Free;
    if (free) {
        removeMeanChange(b.mass, b.change, velocity);
    }
    const Vec3d centre = free ? massCentre(b.position, b.mass) : toDouble(pivot.point);
    Vec3d angularImpulse =
        Vec3d::Zero(); // sum of r x m dv: what internal forces added to the angular momentum
    Mat3d inertia = Mat3d::Zero();
    for (size_t i = 0; i < b.position.size(); ++i) {
        if (b.fixed[i] == 0) {
            const Vec3d r = toDouble(b.position[i]) - centre;
            const auto m = static_cast<double>(b.mass[i]);
            angularImpulse += r.cross(m * toDouble(b.change[i]));
            inertia = addInertia(inertia, m, r);
        }
    }
    Vec3d turn; // rad/s
    if (pivot.kind == Pivot::Kind::Axis) {
        const Vec3d axis = toDouble(pivot.axis);
        const double moment = axis.dot(inertia * axis);
        turn = moment > 1e-12 ? Vec3d(-axis * (axis.dot(angularImpulse) / moment)) : Vec3d(Vec3d::Zero());
    } else {
        turn = -solveInertia(inertia, angularImpulse);
    }
    const Vec3 omega = toFloat(turn);
    const Vec3 origin = toFloat(centre);
    const float share = pivot.isolated ? 1.0F : affordableShare(b, pivot, omega, origin, velocity);
    for (size_t i = 0; i < b.position.size(); ++i) {
        if (b.fixed[i] == 0) {
            velocity[i] += share * glm::cross(omega, b.position[i] - origin);
        }
    }
}

} // namespace selvage
