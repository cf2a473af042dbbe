// Gathers what a run did, step by step, and writes it as JSON: the report that benchmarks, tests and the
// application share. Recording a step costs no allocation, however long the run is.
#pragma once

#include "maths/result.h"
#include "report/motion_record.h"
#include "report/series.h"
#include "sim/diagnostics.h"
#include "sim/world.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace selvage {

struct RunDescription {
    std::string scenario;
    std::string integrator;
    uint64_t seed{1};
    int32_t threads{1};
    double dt{1.0 / 90.0}; // s
};

// The application's part of the report; absent from headless runs.
struct FrameReport {
    bool present{false};
    std::string display;
    uint64_t frames{0};
    uint64_t missed{0};           // display periods that passed without a new frame
    uint64_t losses{0};           // of a display
    uint64_t overruns{0};         // frames that showed an older cloth because a step was late
    float drawnGrabErrorMm{0.0F}; // farthest a held vertex was drawn from the drawn hand
    Series frameMs;
    Series gpuMs;          // empty where the GPU has no clock
    uint64_t triangles{0}; // of all eyes, in the fullest frame
    uint64_t draws{0};
    float leastResolution{1.0F}; // share of the picture's width and height
    uint64_t reducedFrames{0};   // drawn with less than the whole
    Series latencyFrames;        // age of the shown cloth: frames since its input was read
};

// Something that a person changed while it ran.
struct LiveChange {
    uint64_t step{0}; // from which on
    const char *key{""};
    float value{0.0F};
};

class RunReport {
public:
    RunReport(RunDescription description, size_t stepsExpected);

    // After each step. `stepMs`: what the step took.
    void addStep(const World &world, const StepReport &step, double stepMs);

    // Another world is stepped from now on: the last two seconds are those of this one.
    void changeScene(const char *scenario);
    // A parameter was changed; the first kChangesMax are told one by one.
    void addChange(const LiveChange &change);
    // Of the last step.
    float stretchP99() const { return frameP99Stretch_.last(); }

    FrameReport &frames() { return frames_; }
    // Adds the figures of a comparison job to the report.
    void setMotion(const MotionFigures &figures) { motion_ = figures; }

    // The whole report as indented JSON text.
    std::string toJson(const World &world) const;
    Result<void> write(const std::filesystem::path &path, const World &world) const;

private:
    void addHeld(const World &world);
    void addSelfContact(const SelfContactReport &step);

    RunDescription description_;
    Series stepMs_;
    Series grabErrorMm_;
    Series frameP99Stretch_;           // – per step
    std::vector<float> recentStretch_; // ring of the last two seconds
    std::vector<float> recentDepthMm_;
    std::vector<float> scratch_;
    size_t stretchPerStep_{0};
    size_t depthPerStep_{0};
    size_t ringSteps_{0};
    uint64_t ringBegin_{0}; // step at which the rings began
    std::vector<LiveChange> changes_;
    uint64_t changeCount_{0};
    uint64_t steps_{0};
    uint64_t nonFinite_{0};
    uint64_t timeUp_{0};
    SelfContactReport selfContact_; // summed; `near` and `touching`: the most
    uint64_t sweeps_{0};
    float fastest_{0.0F}; // m/s
    uint64_t heldSteps_{0};
    float firstHeldHeight_{0.0F};   // m, mean height of the held particles in the first step that holds
    float highestHeldHeight_{0.0F}; // m
    FrameReport frames_;
    std::optional<MotionFigures> motion_;
};

} // namespace selvage
