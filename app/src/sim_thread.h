// The simulation thread: woken once per frame, steps the world so that its state is at the frame's display
// time, and publishes what there is to draw. The frame thread never waits for it.
#pragma once

#include "bench_frame.h"
#include "garment_keeper.h"
#include "live_settings.h"
#include "recorder.h"
#include "report/run_report.h"
#include "scenarios/scenario.h"
#include "session_file.h"
#include "sim/world.h"
#include "triple_buffer.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace selvage {

// What the frame thread tells the simulation: levels and counters, so that a dropped one loses nothing.
struct SimRequest {
    uint64_t number{0};        // of the frame
    double displayTime{0.0};   // s, on the display's clock
    double period{1.0 / 90.0}; // s
    TrackedInput tracked;
    uint32_t originMovedCount{0};
    uint32_t resetCount{0};
    uint32_t singleStepCount{0};
    int32_t scenario{0}; // index in scenarios()
    bool paused{false};
    LiveSettings live;
    bool wantsReadouts{false};
    bool wantsStretch{false};
    uint32_t recordCount{0}; // odd: recording was asked for while it ran
    uint32_t replayCount{0};
    // Of the dress bench's garment.
    uint32_t saveCount{0};
    uint32_t exportCount{0};
    uint32_t measureCount{0};
    uint32_t bringBackCount{0};
};

// A hand as the simulation had it.
struct SimHand {
    bool present{false};
    bool holding{false};
    bool open{false};  // could take hold now
    float reach{0.0F}; // m, within which it would
    float pull{0.0F};  // –, of the cloth it holds: 0 slack … 1 as taut as it bears
    Pose tracking;     // tracked pose of that step
    Pose anchor;       // the pose the cloth is held by
    uint32_t grabCount{0};
    uint32_t releaseCount{0};
    uint32_t slipCount{0};
    std::vector<float> follow; // per particle of cloth 0, see HandState::follow; empty when nothing is held
};

// The parts of a world that do not change while it runs.
struct SceneShape {
    std::vector<std::shared_ptr<const ClothTopology>> cloths;
    std::vector<Collider> colliders;
    const SceneLook *look{nullptr};
    WaterSettings water; // density 0 where there is none
};

std::shared_ptr<const SceneShape> shapeOf(const World &world, const Scenario &scenario);

// What the simulation tells the frame thread.
struct SimFrame {
    uint64_t requestNumber{0};               // the newest request it answers
    double displayTime{0.0};                 // s, the state is at this time
    std::shared_ptr<const SceneShape> shape; // a new object when the scene was rebuilt
    std::vector<std::vector<Vec3>> position; // per cloth
    std::vector<std::vector<Vec3>> normal;
    std::vector<const char *> fabric;        // its name, per cloth
    std::vector<std::vector<float>> wetness; // – per particle of each cloth
    std::vector<Pose> colliderPose;
    double waterDrift{0.0}; // m, how far the current has carried its waves
    std::array<SimHand, kHandCount> hands;
    float stepMs{0.0F};
    bool replays{false}; // hands are where they were recorded
    uint64_t steps{0};
    uint64_t stepsDone{0}; // of all scenes together
    double worldTime{0.0}; // s simulated in this scene
    bool paused{false};
    BenchFrame bench;
    Wind wind;
    WindSettings windSettings;
    float airDensity{0.0F};                    // kg/m³; 0: there is no air
    Readouts readouts;                         // where asked for
    std::vector<std::vector<float>> stretch;   // – per particle of each cloth, where asked for
    std::shared_ptr<const std::string> offer;  // HH:MM of a garment that can be brought back, if any
    std::shared_ptr<const std::string> notice; // what could not be done, or was; a new object each time
};

struct SimThreadOptions {
    ScenarioOptions scenario;
    std::unique_ptr<Recorder> recorder; // may be empty
    // Whose steps are done again, one after the other, instead of what requests say; its parameters stay.
    std::optional<RecordedSession> replay;
    double dt{1.0 / 90.0};              // s, of every step
    double stepBudget{0.008};           // s: "time is up" for the post-step; 0 = never
    size_t stepsExpected{90 * 60 * 30}; // reserves the report
    KeeperOptions keeper;
    std::optional<LostGarment> brought;           // what the world has on its bench from a file
    std::function<void(const char *)> sceneBegan; // another scene than before; on the simulation thread
};

class SimThread {
public:
    SimThread(World world, const Scenario &scenario, SimThreadOptions options);
    ~SimThread(); // stops and joins

    // Frame thread: hands over this frame's request. Never blocks.
    void post(const SimRequest &request);
    // Frame thread: the newest published state.
    const SimFrame &newest();
    // Frame thread, only for displays whose time is the script's: blocks until the request was answered.
    void waitFor(uint64_t requestNumber);
    // True when the request before `number` had not been answered when `number` was posted.
    bool answered(uint64_t number) const { return answered_.load(std::memory_order_acquire) >= number; }

    // A run that failed leaves the bench's garment to be offered back.
    void stop(bool finished = true);
    // After stop().
    const World &world() const { return world_; }
    RunReport &report() { return report_; }
    const ReplayResult &replay() const { return replayed_; }

private:
    using Clock = std::chrono::steady_clock;

    void run();
    void answer(const SimRequest &request);
    void followOrigin(const SimRequest &request);
    int32_t stepsTo(const SimRequest &request);
    void doStep(const TrackedInput &tracked);
    bool isTimeUp();
    void replaySteps(int32_t count);
    void beginReplay();
    void compareWithRecording(uint64_t step);
    void record(TrackedInput &tracked);
    TrackedInput trackedAt(const SimRequest &request, float fraction);
    void rebuild(const SimRequest &request);
    void replaceWorld(World world, const Scenario &scenario, std::optional<LostGarment> brought);
    void bringBack(const SimRequest &request);
    void followGarment(const SimRequest &request);
    void showOffer();
    void publish(const SimRequest &request);
    void readFigures(Readouts &out) const;
    void followBench();
    void followChanges(const SimRequest &request);
    void toggleRecording(const SimRequest &request);
    void closeRecording();
    void toggleReplay(const SimRequest &request);
    Result<RecordedSession> lastRecording() const;
    void tell(std::string text) { notice_ = std::make_shared<const std::string>(std::move(text)); }

    World world_;
    int32_t scenarioIndex_;
    SimThreadOptions options_;
    RunReport report_;
    std::shared_ptr<const SceneShape> shape_;

    // Simulation thread's own.
    double time_{0.0}; // s, display clock, of the state
    bool hasTime_{false};
    double dt_;             // s
    TrackedInput previous_; // of the last request
    bool hasPrevious_{false};
    uint32_t resetSeen_{0};
    uint32_t singleStepSeen_{0};
    uint32_t originSeen_{0};
    bool originMoved_{false};
    double recentredAt_{-1e9}; // s, display clock
    uint64_t changesSeen_{0};
    int32_t scenarioSeen_; // asked for last
    uint32_t recordSeen_{0};
    uint32_t replaySeen_{0};
    std::filesystem::path recorded_; // the last one, closed
    uint32_t saveSeen_{0};
    uint32_t exportSeen_{0};
    uint32_t measureSeen_{0};
    uint32_t bringBackSeen_{0};
    uint64_t stepsRecorded_{0};
    ReplayResult replayed_;
    uint64_t stepsDone_{0};
    StepReport lastStep_;
    uint64_t timeUp_{0};
    Clock::time_point deadline_; // of the step
    uint32_t questions_{0};      // in the step, whether its time was up
    uint32_t cut_{0};            // the first that was answered yes; 0: none
    uint32_t cutAt_{0};          // the same as it was recorded
    std::shared_ptr<const std::string> notice_;
    std::shared_ptr<const std::string> offer_;
    GarmentKeeper keeper_;
    uint32_t notesTold_{0}; // of the bench
    float stepMs_{0.0F};

    TripleBuffer<SimRequest> requests_;
    TripleBuffer<SimFrame> frames_;
    std::atomic<uint32_t> wake_{0};
    std::atomic<uint64_t> answered_{0};
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

} // namespace selvage
