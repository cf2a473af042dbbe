// Attempts to sew, each with gentler seams than the one before, then the wearing test and its report.
#include "dress_command.h"

#include "dress_export.h"
#include "exit_code.h"
#include "fit_report.h"
#include "io/pattern_file.h"
#include "io/triangle_mesh.h"
#include "measure/borders.h"
#include "scenarios/fitting.h"
#include "scenarios/worn_garment.h"
#include "sim/crossings.h"
#include "sim/diagnostics.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

namespace selvage {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int32_t kSewStepsMax = 400;  // 4.4 s
constexpr int32_t kSettleSteps = 180;  // after sewing; the belt is held for the first half
constexpr float kFallen = 0.05F;       // m: whose middle sinks so far while it is worn is not on
constexpr double kRate = 90.0;         // 1/s
constexpr int32_t kPressureSteps = 90; // the last ones, of which the mean is taken
constexpr int32_t kStepsPerFrame = 3;  // of an animation: 30 frames a second
constexpr const char *kLimbNames[kLimbCount] = {"head", "left arm", "right arm", "left leg", "right leg"};

struct Try {
    bool stages{false};
    double speedShare{1.0};
};
constexpr Try kTries[] = {{false, 1.0}, {true, 1.0}, {true, 0.5}, {false, 0.25}};

int complain(const std::string &message) {
    std::fprintf(stderr, "selvage-lab: %s\n", message.c_str());
    return kFailed;
}

double millisecondsSince(Clock::time_point from) {
    return std::chrono::duration<double, std::milli>(Clock::now() - from).count();
}

struct StepTimes {
    std::vector<float> ms;

    void step(World &world) {
        const auto before = Clock::now();
        static_cast<void>(selvage::step(world, {}));
        ms.push_back(static_cast<float>(millisecondsSince(before)));
    }
    nlohmann::json json() {
        return {{"median", quantile(ms, 0.5)}, {"p99", quantile(ms, 0.99)}, {"max", quantile(ms, 1.0)}};
    }
};

// What one attempt came to.
struct Outcome {
    Fitting fitting;
    int32_t frames{0};
    float gap{0.0F};    // m, when sewn
    std::string reason; // why not; empty: worn
    nlohmann::json worn;
    GarmentMotion motion;
};

float meanHeight(const Cloth &cloth, const std::vector<int32_t> &particles) {
    float sum = 0.0F;
    for (const int32_t i : particles) {
        sum += cloth.position[static_cast<size_t>(i)].y / static_cast<float>(particles.size());
    }
    return sum;
}

nlohmann::json linksJson(const Cloth &cloth, const BodyMeasures &measures, bool &allLinked) {
    nlohmann::json out = nlohmann::json::array();
    for (const BorderLinks &border : borderLinks(cloth, measures)) {
        nlohmann::json entry = {{"particles", border.particles}};
        bool any = false;
        for (size_t limb = 0; limb < kLimbCount; ++limb) {
            any |= border.links.count[limb] != 0;
            if (border.links.count[limb] != 0) {
                entry[kLimbNames[limb]] = border.links.count[limb];
            }
        }
        allLinked &= any;
        out.push_back(entry);
    }
    return out;
}

nlohmann::json stretchJson(const Cloth &cloth) {
    std::vector<float> stretch;
    appendStretch(cloth, stretch);
    return {
        {"p50", quantile(stretch, 0.5)}, {"p99", quantile(stretch, 0.99)}, {"max", quantile(stretch, 1.0)}};
}

nlohmann::json depthJson(const World &world) {
    const MeshPenetration depth = meshPenetration(world);
    return {{"vertex", 1000.0F * depth.particles},
            {"edge_middle", 1000.0F * depth.edgeCentres},
            {"face_centre", 1000.0F * depth.faceCentres}};
}

void wear(Outcome &outcome, const PlainMesh &body, const DressCommandOptions &options) {
    World &world = outcome.fitting.world;
    StepTimes times;
    const std::vector<int32_t> waist = world.sewings[0]->pulls.belt;
    for (int32_t s = 0; s < kSettleSteps; ++s) {
        times.step(world);
    }
    const Cloth &cloth = world.cloths[0];
    const Vec3 before = centreOfMass(cloth);
    const float waistBefore = meanHeight(cloth, waist);
    float moved = 0.0F;
    PressureMean pressure;
    const auto steps = static_cast<int32_t>(options.seconds * kRate);
    for (int32_t s = 0; s < steps; ++s) {
        if (!options.animation.empty() && s % kStepsPerFrame == 0) {
            outcome.motion.time.push_back(static_cast<float>(s / kRate));
            outcome.motion.position.push_back(cloth.position);
        }
        times.step(world);
        if (s >= steps - kPressureSteps) {
            pressure.add(world, StepInput().dt);
        }
        moved = std::max(moved, glm::distance(centreOfMass(cloth), before));
    }
    bool linked = true;
    BodyMeasures measures = outcome.fitting.measures;
    for (auto &axis : measures.axis) {
        for (Vec3 &p : axis) {
            p = transformPoint(world.colliders[0].pose, p);
        }
    }
    float fastest = 0.0F;
    for (const Vec3 &v : cloth.velocity) {
        fastest = std::max(fastest, glm::length(v));
    }
    outcome.worn = {{"com_moved_mm", 1000.0F * moved},
                    {"com_sank_mm", 1000.0F * (before.y - centreOfMass(cloth).y)},
                    {"waist_moved_mm", 1000.0F * (meanHeight(cloth, waist) - waistBefore)},
                    {"stretch", stretchJson(cloth)},
                    {"fit", fitJson(outcome.fitting, body, pressure)},
                    {"depth_mm", depthJson(world)},
                    {"fastest_m_s", fastest},
                    {"loops", linksJson(cloth, measures, linked)},
                    {"crossings", findCrossings(world.cloths).size()},
                    {"step_ms", times.json()}};
    if (before.y - centreOfMass(cloth).y > kFallen) {
        outcome.reason = "it is sewn, but slides off the body";
    } else if (!linked) {
        outcome.reason = "it is sewn, but one of its borders goes round no limb";
    }
}

Result<Outcome> attempt(const SewingPattern &pattern, const PlainMesh &body,
                        const DressCommandOptions &options, const Try &how) {
    ScenarioOptions scenario;
    scenario.threads = options.threads;
    auto settings = parseSettings(options.settings);
    if (!settings) {
        return settings.error();
    }
    scenario.settings = std::move(*settings);
    FittingOptions fitting;
    fitting.dressing.edgeLength = options.edge;
    fitting.dressing.inStages = how.stages;
    fitting.dressing.fastest = static_cast<float>(options.speed * how.speedShare);
    fitting.fabric = *findFabric("cotton");
    fitting.dressing.waistHeight = static_cast<float>(options.waist);
    fitting.fabric.thickness = static_cast<float>(options.thickness);
    fitting.fabric.friction = 0.4F;
    fitting.fabric.damping = 1.0F;
    fitting.substeps = options.substeps;
    auto made = makeFitting(pattern, body, fitting, scenario);
    if (!made) {
        return made.error();
    }
    Outcome outcome{std::move(*made), 0, 0.0F, "", {}, {}};
    World &world = outcome.fitting.world;
    if (const auto finished = finishWorld(world, scenario); !finished) {
        return finished.error();
    }
    StepTimes times;
    while (world.sewings[0]->state == SewingState::Closing && outcome.frames < kSewStepsMax) {
        times.step(world);
        ++outcome.frames;
    }
    outcome.gap = world.sewings[0]->gap;
    if (world.sewings[0]->state == SewingState::Closing) {
        outcome.reason = widestSeam(pattern, world.sewings[0]->garment, world.cloths[0].position) +
                         " after " + std::to_string(outcome.frames) + " frames";
        return outcome;
    }
    wear(outcome, body, options);
    outcome.worn["sewing_step_ms"] = times.json();
    return outcome;
}

Result<void> writeFiles(const DressCommandOptions &options, const SewingPattern &pattern,
                        const GarmentMesh &garment, const GarmentMotion &motion) {
    auto written = writeExports(options, pattern, garment);
    if (written && !options.animation.empty()) {
        written = writeMotion(options.animation, motion);
    }
    return written;
}

int finish(const DressCommandOptions &options, const nlohmann::json &report) {
    if (options.report.empty()) {
        std::printf("%s\n", report.dump(2).c_str());
        return 0;
    }
    std::ofstream file(options.report);
    file << report.dump(2) << '\n';
    return file ? 0 : complain(options.report.string() + ": cannot be written");
}

} // namespace

int dressCommand(const DressCommandOptions &options) {
    const auto start = Clock::now();
    if (const auto checked = checkExports(options); !checked) {
        return complain(checked.error().message);
    }
    auto pattern = readPattern(options.pattern, {});
    if (!pattern) {
        return complain(pattern.error().message);
    }
    auto mesh = readTriangleMesh(options.body, {});
    if (!mesh) {
        return complain(mesh.error().message);
    }
    const PlainMesh body{std::move(mesh->position), std::move(mesh->triangles)};
    nlohmann::json report;
    report["tries"] = nlohmann::json::array();
    std::string reason;
    GarmentMesh garment; // of the last attempt
    GarmentMotion motion;
    for (const Try &how : kTries) {
        if (options.stages && !how.stages) {
            continue;
        }
        auto outcome = attempt(pattern->pattern, body, options, how);
        if (!outcome) {
            return complain(options.pattern.string() + ": " + outcome.error().message);
        }
        reason = outcome->reason;
        report["tries"].push_back({{"in_stages", how.stages},
                                   {"speed_m_s", options.speed * how.speedShare},
                                   {"frames", outcome->frames},
                                   {"largest_gap_mm", 1000.0F * outcome->gap},
                                   {"reason", reason}});
        const World &world = outcome->fitting.world;
        report["lifted_m"] = outcome->fitting.lifted;
        report["waist_height_m"] = outcome->fitting.measures.waistHeight;
        report["waist_girth_m"] = outcome->fitting.measures.waistGirth;
        report["particles"] = world.cloths[0].particleCount();
        report["frames"] = outcome->frames;
        report["largest_gap_mm"] = 1000.0F * outcome->gap;
        report["worn"] = outcome->worn;
        report["state_hash"] = stateHash(world);
        garment = garmentMesh(world, 0, pattern->pattern);
        motion = std::move(outcome->motion);
        if (reason.empty()) {
            break;
        }
    }
    report["seconds"] = millisecondsSince(start) / 1000.0;
    if (const auto exported = writeFiles(options, pattern->pattern, garment, motion); !exported) {
        return complain(exported.error().message);
    }
    const int written = finish(options, report);
    return reason.empty() ? written : complain(options.pattern.string() + ": " + reason);
}

} // namespace selvage
