// Report bookkeeping and JSON.
#include "report/run_report.h"

#include "sim/crossings.h"
#include "sim/springs.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

namespace selvage {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kStretchWindow = 2.0; // s
constexpr size_t kChangesMax = 1000;   // told one by one

double rounded(double value) {
    return std::round(value * 1e6) / 1e6;
}

std::vector<float> copyOf(const Series &series) {
    return {series.values().begin(), series.values().end()};
}

Json summary(const Series &series, bool tail) {
    std::vector<float> values = copyOf(series);
    Json json;
    json["median"] = rounded(quantile(values, 0.5));
    json["p99"] = rounded(quantile(values, 0.99));
    if (tail) {
        json["p999"] = rounded(quantile(values, 0.999));
    }
    json["max"] = rounded(static_cast<double>(series.greatest()));
    return json;
}

Json tailOf(const Series &series) {
    std::vector<float> values = copyOf(series);
    return {{"p99", rounded(quantile(values, 0.99))},
            {"max", rounded(static_cast<double>(series.greatest()))}};
}

Json tailOf(std::vector<float> values) {
    Json json;
    json["p99"] = rounded(quantile(values, 0.99));
    json["max"] =
        values.empty() ? 0.0 : rounded(static_cast<double>(*std::max_element(values.begin(), values.end())));
    return json;
}

size_t structuralCount(const World &world) {
    size_t count = 0;
    for (const Cloth &cloth : world.cloths) {
        forStructural(*cloth.topology, [&](int32_t, int32_t, float) { ++count; });
    }
    return count;
}

std::string hexHash(uint64_t hash) {
    char text[17];
    std::snprintf(text, sizeof(text), "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

Json orNull(const std::optional<double> &value) {
    return value ? Json(rounded(*value)) : Json(nullptr);
}

Json ratio(const std::optional<double> &value, double reference) {
    return value ? Json(reference > 0.0 ? rounded(*value / reference) : 0.0) : Json(nullptr);
}

void addMotion(Json &json, const MotionFigures &motion, double stretchWorstFrame) {
    json["com_rmse_m"] = orNull(motion.comRmse);
    json["vertex_rmse_m"] = orNull(motion.vertexRmse);
    json["fall_time_s"] = orNull(motion.fallTime);
    json["max_com_height_m"] = orNull(motion.maxCentreHeight);
    json["contact_force_ratio"] = rounded(motion.contactForceRatio);
    json["rest_speed_mm_s"] = rounded(motion.restSpeed * 1000.0);
    json["fold_rms_1"] = ratio(motion.fold1, motion.referenceFold1);
    json["fold_rms_2"] = ratio(motion.fold2, motion.referenceFold2);
    json["stretch_worst_frame"] = stretchWorstFrame;
    json["reference"] = {{"fall_time_s", orNull(motion.referenceFallTime)},
                         {"fold_rms_1_rad", rounded(motion.referenceFold1)},
                         {"fold_rms_2_rad", rounded(motion.referenceFold2)}};
}

// Of the last two seconds, and of the 99th percentiles of all steps.
Json stretchSummary(std::vector<float> recent, const Series &frameP99) {
    std::vector<float> perStep = copyOf(frameP99);
    Json json;
    json["p50"] = rounded(quantile(recent, 0.5));
    json.update(tailOf(recent));
    json["frame_p99_median"] = rounded(quantile(perStep, 0.5));
    json["frame_p99_worst"] = rounded(static_cast<double>(frameP99.greatest()));
    return json;
}

Json changesAsJson(const std::vector<LiveChange> &changes) {
    Json list = Json::array();
    for (const LiveChange &change : changes) {
        list.push_back({{"step", change.step},
                        {"key", change.key},
                        {"value", rounded(static_cast<double>(change.value))}});
    }
    return list;
}

void addFrames(Json &json, const FrameReport &frames) {
    json["display"] = frames.display;
    json["frames"] = frames.frames;
    json["missed"] = frames.missed;
    json["losses"] = frames.losses;
    json["frame_ms"] = summary(frames.frameMs, true);
    json["drawing"] = {{"triangles", frames.triangles}, {"draws", frames.draws}};
    json["resolution"] = {{"least", rounded(static_cast<double>(frames.leastResolution))},
                          {"reduced_frames", frames.reducedFrames}};
    if (!frames.gpuMs.empty()) {
        json["drawing"]["gpu_ms"] = summary(frames.gpuMs, false);
    }
    json["drawn_grab_error_mm"] = rounded(static_cast<double>(frames.drawnGrabErrorMm));
    json["latency_frames"] = tailOf(frames.latencyFrames);
}

// Copies one step's values over the oldest step in the ring.
void writeRing(std::vector<float> &ring, size_t perStep, size_t slot, const std::vector<float> &values) {
    const size_t begin = slot * perStep;
    if (ring.size() < begin + perStep) {
        ring.resize(begin + perStep);
    }
    std::copy_n(values.begin(), perStep, ring.begin() + static_cast<std::ptrdiff_t>(begin));
}

Json summary(const SelfContactReport &sum, size_t steps) {
    const auto perStep = [&](int64_t count) {
        return rounded(static_cast<double>(count) / static_cast<double>(std::max<size_t>(steps, 1)));
    };
    return {{"lists", sum.lists},
            {"tests", sum.tests},
            {"tests_per_step", perStep(sum.tests)},
            {"near_max", sum.near},
            {"touching_max", sum.touching},
            {"cut", sum.cut},
            {"left_out", sum.leftOut},
            {"stopped", sum.stopped},
            {"loose", sum.loose},
            {"triangle_tests_per_step", perStep(sum.triangleTests)},
            {"halvings", sum.halvings},
            {"time_lost_s", rounded(static_cast<double>(sum.timeLost))}};
}

} // namespace

RunReport::RunReport(RunDescription description, size_t stepsExpected)
    : description_(std::move(description)) {
    stepMs_.reserve(stepsExpected);
    grabErrorMm_.reserve(stepsExpected);
    frameP99Stretch_.reserve(stepsExpected);
    changes_.reserve(kChangesMax);
    ringSteps_ = std::max<size_t>(1, static_cast<size_t>(std::lround(kStretchWindow / description_.dt)));
}

void RunReport::addStep(const World &world, const StepReport &step, double stepMs) {
    if (stretchPerStep_ == 0) {
        stretchPerStep_ = structuralCount(world);
        depthPerStep_ = 0;
        for (const Cloth &cloth : world.cloths) {
            depthPerStep_ += cloth.position.size();
        }
        recentStretch_.reserve(stretchPerStep_ * ringSteps_);
        recentDepthMm_.reserve(depthPerStep_ * ringSteps_);
        scratch_.reserve(std::max(stretchPerStep_, depthPerStep_));
    }
    stepMs_.add(static_cast<float>(stepMs));
    if (step.heldCount > 0) {
        grabErrorMm_.add(step.grabError * 1000.0F);
    }
    addHeld(world);
    const size_t slot = (steps_ - ringBegin_) % ringSteps_;
    scratch_.clear();
    for (const Cloth &cloth : world.cloths) {
        appendPenetration(world, cloth, scratch_);
        for (const Vec3 &v : cloth.velocity) {
            fastest_ = std::max(fastest_, glm::length(v));
        }
    }
    for (float &depth : scratch_) {
        depth *= 1000.0F;
    }
    writeRing(recentDepthMm_, depthPerStep_, slot, scratch_);
    scratch_.clear();
    for (const Cloth &cloth : world.cloths) {
        appendStretch(cloth, scratch_);
    }
    writeRing(recentStretch_, stretchPerStep_, slot, scratch_);
    frameP99Stretch_.add(static_cast<float>(quantile(scratch_, 0.99)));
    nonFinite_ += static_cast<uint64_t>(step.nonFinite);
    timeUp_ += static_cast<uint64_t>(step.timeUpCount);
    addSelfContact(step.selfContact);
    sweeps_ += static_cast<uint64_t>(step.sweeps);
    ++steps_;
}

void RunReport::changeScene(const char *scenario) {
    description_.scenario = scenario;
    recentStretch_ = std::vector<float>(); // with the room that they had
    recentDepthMm_ = std::vector<float>();
    scratch_ = std::vector<float>();
    stretchPerStep_ = 0;
    ringBegin_ = steps_;
}

void RunReport::addChange(const LiveChange &change) {
    ++changeCount_;
    if (changes_.size() < kChangesMax) {
        changes_.push_back(change);
    }
}

void RunReport::addSelfContact(const SelfContactReport &step) {
    selfContact_.lists += step.lists;
    selfContact_.patchPairs += step.patchPairs;
    selfContact_.tests += step.tests;
    selfContact_.near = std::max(selfContact_.near, step.near);
    selfContact_.touching = std::max(selfContact_.touching, step.touching);
    selfContact_.cut += step.cut;
    selfContact_.leftOut += step.leftOut;
    selfContact_.stopped += step.stopped;
    selfContact_.loose += step.loose;
    selfContact_.triangleTests += step.triangleTests;
    selfContact_.halvings += step.halvings;
    selfContact_.timeLost += step.timeLost;
}

void RunReport::addHeld(const World &world) {
    float sum = 0.0F;
    float count = 0.0F;
    for (const HandState &hand : world.hands) {
        for (const HeldParticle &held : hand.held) {
            sum +=
                world.cloths[static_cast<size_t>(hand.cloth)].position[static_cast<size_t>(held.particle)].y;
            count += 1.0F;
        }
    }
    if (count > 0.0F) {
        const float height = sum / count;
        if (heldSteps_ == 0) {
            firstHeldHeight_ = highestHeldHeight_ = height;
        }
        highestHeldHeight_ = std::max(highestHeldHeight_, height);
        ++heldSteps_;
    }
}

std::string RunReport::toJson(const World &world) const {
    Json json;
    json["scenario"] = description_.scenario;
    json["integrator"] = world.settings.integrator != nullptr ? world.settings.integrator->name
                                                              : description_.integrator.c_str();
    size_t points = 0;
    size_t springs = 0;
    size_t triangles = 0;
    double energy = 0.0;
    Momentum momentum;
    for (const Cloth &cloth : world.cloths) {
        points += cloth.position.size();
        springs += springsOf(*cloth.topology).size();
        triangles += cloth.topology->triangles.size() / 3;
        energy += energyOf(cloth, world.settings.gravity);
        const Momentum m = momentumOf(cloth);
        for (int axis = 0; axis < 3; ++axis) {
            momentum.linear[axis] += m.linear[axis];
            momentum.angular[axis] += m.angular[axis];
        }
    }
    json["points"] = points;
    json["springs"] = springs;
    json["triangles"] = triangles;
    json["steps"] = steps_;
    json["dt_s"] = description_.dt;
    json["seed"] = description_.seed;
    json["threads"] = description_.threads;
    json["step_ms"] = summary(stepMs_, true);
    const Json stretchJson = stretchSummary(recentStretch_, frameP99Stretch_);
    json["stretch"] = stretchJson;
    json["penetration_mm"] = tailOf(recentDepthMm_);
    if (const MeshPenetration depth = meshPenetration(world); depth.any) {
        const auto millimetres = [](float metres) { return rounded(1000.0 * static_cast<double>(metres)); };
        json["mesh_penetration_mm"] = {{"particles_max", millimetres(depth.particles)},
                                       {"edge_centres_max", millimetres(depth.edgeCentres)},
                                       {"face_centres_max", millimetres(depth.faceCentres)},
                                       {"solid", depth.solid}};
    }
    json["grab_error_mm"] = tailOf(grabErrorMm_);
    json["held"] = {{"steps", heldSteps_},
                    {"first_height_m", rounded(static_cast<double>(firstHeldHeight_))},
                    {"highest_m", rounded(static_cast<double>(highestHeldHeight_))}};
    const Vec3 centre = world.cloths.empty() ? Vec3(0.0F) : centreOfMass(world.cloths.front());
    json["centre_of_mass_m"] = {centre.x, centre.y, centre.z};
    json["non_finite"] = nonFinite_;
    json["resets"] = std::accumulate(world.resetCounts.begin(), world.resetCounts.end(), 0);
    json["energy_J"] = energy;
    json["momentum"] = {{"linear", momentum.linear}, {"angular", momentum.angular}};
    json["speed_max_m_s"] = rounded(static_cast<double>(fastest_));
    json["sweeps"] = sweeps_;
    json["time_up"] = timeUp_;
    if (motion_) {
        addMotion(json, *motion_, stretchJson["frame_p99_worst"]);
    }
    if (world.selfContact != nullptr) {
        json["self_contact"] = summary(selfContact_, steps_);
        json["self_contact"]["crossings"] = findCrossings(world.cloths).size();
    }
    json["overruns"] = frames_.overruns;
    json["state_hash"] = hexHash(stateHash(world));
    if (changeCount_ > 0) {
        json["live_changes"] = {{"count", changeCount_}, {"first", changesAsJson(changes_)}};
    }
    if (frames_.present) {
        addFrames(json, frames_);
    }
    return json.dump(2) + "\n";
}

Result<void> RunReport::write(const std::filesystem::path &path, const World &world) const {
    std::error_code ignored;
    if (path.has_parent_path()) {
        std::filesystem::create_directories(path.parent_path(), ignored);
    }
    std::ofstream file(path);
    file << toJson(world);
    file.close();
    if (!file) {
        return Error{"cannot write the report " + path.string() + ": expected a file that can be created"};
    }
    return {};
}

} // namespace selvage
