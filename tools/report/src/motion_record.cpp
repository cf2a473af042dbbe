// Figures of motion against the reference.
#include "report/motion_record.h"

#include "sim/diagnostics.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

double heightOf(const World &world) {
    return static_cast<double>(centreOfMass(world.cloths.front()).y);
}

// The value at a time, between two frames.
double valueAt(const std::vector<double> &frames, double time) {
    const double frame =
        std::clamp(time * reference::kFrameRate, 0.0, static_cast<double>(frames.size() - 1));
    const auto before = std::min(static_cast<size_t>(frame), frames.size() - 1);
    const size_t after = std::min(before + 1, frames.size() - 1);
    const double part = frame - static_cast<double>(before);
    return (1.0 - part) * frames[before] + part * frames[after];
}

double rmsSpeed(const Cloth &cloth) {
    double sum = 0.0;
    for (const Vec3 &v : cloth.velocity) {
        sum += static_cast<double>(glm::dot(v, v));
    }
    return std::sqrt(sum / static_cast<double>(cloth.velocity.size()));
}

} // namespace

std::optional<double> fallTimeOf(const std::vector<double> &heights, double dt) {
    for (size_t i = 1; i < heights.size(); ++i) {
        const double threshold = heights.front() - kFallHeight;
        if (heights[i] <= threshold) {
            const double part = (heights[i - 1] - threshold) / (heights[i - 1] - heights[i]);
            return (static_cast<double>(i - 1) + part) * dt;
        }
    }
    return std::nullopt;
}

MotionRecord::MotionRecord(const World &world, double dt, size_t stepsExpected) : dt_(dt) {
    centreHeight_.reserve(stepsExpected + 1);
    contactForce_.reserve(stepsExpected);
    positionAtSecond_.reserve(world.cloths.front().position.size());
    centreHeight_.push_back(heightOf(world));
}

void MotionRecord::addStep(const World &world, const StepReport &step) {
    centreHeight_.push_back(heightOf(world));
    contactForce_.push_back(static_cast<double>(step.contactImpulse.y) / dt_);
    if (positionAtSecond_.empty() && static_cast<double>(contactForce_.size()) * dt_ >= 1.0 - 0.5 * dt_) {
        const auto &position = world.cloths.front().position;
        positionAtSecond_.assign(position.begin(), position.end());
    }
}

std::optional<double> MotionRecord::centreError(const reference::Run &run) const {
    double sum = 0.0;
    size_t count = 0;
    for (size_t i = 1; i < centreHeight_.size() && static_cast<double>(i) * dt_ < 1.0 + 1e-9; ++i) {
        const double difference = centreHeight_[i] - valueAt(run.centreHeight, static_cast<double>(i) * dt_);
        sum += difference * difference;
        ++count;
    }
    return count > 0 ? std::optional(std::sqrt(sum / static_cast<double>(count))) : std::nullopt;
}

std::optional<double> MotionRecord::particleError(const reference::Run &run) const {
    if (positionAtSecond_.empty() || positionAtSecond_.size() != run.positionAtOneSecond.size()) {
        return std::nullopt;
    }
    double sum = 0.0;
    for (size_t i = 0; i < positionAtSecond_.size(); ++i) {
        const glm::dvec3 difference = glm::dvec3(positionAtSecond_[i]) - run.positionAtOneSecond[i];
        sum += glm::dot(difference, difference);
    }
    return std::sqrt(sum / static_cast<double>(positionAtSecond_.size()));
}

double MotionRecord::contactForceRatio(const World &world) const {
    double mass = 0.0;
    for (const float m : world.cloths.front().mass) {
        mass += static_cast<double>(m);
    }
    const double weight = -mass * static_cast<double>(world.settings.gravity.y);
    const auto window = std::min(contactForce_.size(), static_cast<size_t>(std::lround(1.0 / dt_)));
    if (window == 0 || weight == 0.0) {
        return 0.0;
    }
    double sum = 0.0;
    for (size_t i = contactForce_.size() - window; i < contactForce_.size(); ++i) {
        sum += contactForce_[i];
    }
    return sum / (static_cast<double>(window) * weight);
}

MotionFigures MotionRecord::compare(const World &world, const reference::Run &run) const {
    const Cloth &cloth = world.cloths.front();
    const ClothTopology &topology = *cloth.topology;
    const std::vector<glm::dvec3> position(cloth.position.begin(), cloth.position.end());
    MotionFigures figures;
    figures.comRmse = centreError(run);
    figures.vertexRmse = particleError(run);
    figures.fallTime = fallTimeOf(centreHeight_, dt_);
    figures.referenceFallTime = fallTimeOf(run.centreHeight, 1.0 / reference::kFrameRate);
    const auto settled = static_cast<size_t>(std::ceil(kSettleTime / dt_ - 1e-9));
    if (settled < centreHeight_.size()) {
        const auto from = centreHeight_.begin() + static_cast<std::ptrdiff_t>(settled);
        figures.maxCentreHeight = *std::max_element(from, centreHeight_.end()) - centreHeight_.front();
    }
    figures.contactForceRatio = contactForceRatio(world);
    figures.restSpeed = rmsSpeed(cloth);
    if (topology.columnCount == 0) {
        return figures;
    }
    figures.fold1 = reference::foldRms(position, topology.columnCount, topology.rowCount, 1);
    figures.fold2 = reference::foldRms(position, topology.columnCount, topology.rowCount, 2);
    figures.referenceFold1 = run.restFold1;
    figures.referenceFold2 = run.restFold2;
    return figures;
}

} // namespace selvage
