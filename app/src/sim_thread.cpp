// Stepping to the display's time in steps of a fixed length: one period of the display's nominal rate.
#include "sim_thread.h"

#include "freed_memory.h"

#include <cmath>
#include <filesystem>

namespace selvage {

namespace {

constexpr int32_t kStepsMax = 6; // per frame; beyond, simulated time is given up rather than a frame

double milliseconds(std::chrono::steady_clock::duration d) {
    return std::chrono::duration<double, std::milli>(d).count();
}

int32_t indexOf(const Scenario &scenario) {
    return static_cast<int32_t>(&scenario - scenarios().data());
}

// True for what moved between two frames as nothing that is alive does: the tracking space moved instead.
bool jumped(const Pose &before, const Pose &after) {
    constexpr float kFarthest = 0.25F; // m; a sprinter's head does 0.1 m
    return isUsable(before) && isUsable(after) && glm::distance(before.position, after.position) > kFarthest;
}

// Poses come back from a recording as they went in only if their quaternions are of unit length.
void normalise(TrackedInput &input) {
    for (HandInput &hand : input.hands) {
        for (Pose *pose : {&hand.grip, &hand.aim}) {
            if (isUsable(*pose)) {
                pose->orientation = glm::normalize(pose->orientation);
            }
        }
    }
}

// The first free name in the folder of recordings.
std::filesystem::path recordingPath(const char *scenario) {
    constexpr int kNumberMax = 9999;
    std::error_code ignored;
    std::filesystem::path path;
    for (int number = 1; number <= kNumberMax; ++number) {
        path = std::filesystem::path("recordings") / (std::string(scenario) + "-" + std::to_string(number));
        path += ".csv";
        if (!std::filesystem::exists(path, ignored)) {
            break;
        }
    }
    return path;
}

} // namespace

SimThread::SimThread(World world, const Scenario &scenario, SimThreadOptions options)
    : world_(std::move(world)), scenarioIndex_(indexOf(scenario)), options_(std::move(options)),
      report_({scenario.name, world_.settings.integrator->name, options_.scenario.seed,
               options_.scenario.threads, options_.dt},
              options_.stepsExpected),
      shape_(shapeOf(world_, scenario)), dt_(options_.dt), scenarioSeen_(scenarioIndex_),
      keeper_(options_.keeper) {
    keeper_.begin(world_, scenario, options_.brought);
    beginReplay();
    showOffer();
    publish({});
    thread_ = std::thread([this] { run(); });
}

SimThread::~SimThread() {
    stop();
}

void SimThread::stop(bool finished) {
    if (!thread_.joinable()) {
        return;
    }
    stopping_.store(true);
    wake_.fetch_add(1);
    wake_.notify_one();
    thread_.join();
    keeper_.close(world_, finished);
    options_.recorder.reset();
}

void SimThread::post(const SimRequest &request) {
    requests_.back() = request;
    requests_.publish();
    wake_.fetch_add(1, std::memory_order_release);
    wake_.notify_one();
}

const SimFrame &SimThread::newest() {
    frames_.fetch();
    return frames_.front();
}

void SimThread::waitFor(uint64_t requestNumber) {
    for (uint64_t done = answered_.load(); done < requestNumber; done = answered_.load()) {
        answered_.wait(done);
    }
}

void SimThread::run() {
    uint32_t seen = 0;
    for (;;) {
        wake_.wait(seen);
        seen = wake_.load(std::memory_order_acquire);
        if (stopping_.load()) {
            return;
        }
        if (requests_.fetch()) {
            answer(requests_.front());
        }
    }
}

void SimThread::answer(const SimRequest &request) {
    if (request.resetCount != resetSeen_ || request.scenario != scenarioSeen_) {
        resetSeen_ = request.resetCount;
        scenarioSeen_ = request.scenario;
        rebuild(request);
    }
    if (request.bringBackCount != bringBackSeen_) {
        bringBackSeen_ = request.bringBackCount;
        bringBack(request);
    }
    if (request.recordCount != recordSeen_) {
        recordSeen_ = request.recordCount;
        toggleRecording(request);
    }
    if (request.replayCount != replaySeen_) {
        replaySeen_ = request.replayCount;
        toggleReplay(request);
    }
    followChanges(request);
    followOrigin(request);
    const int32_t count = stepsTo(request);
    if (options_.replay) {
        replaySteps(count);
    }
    for (int32_t i = 1; i <= count && !options_.replay; ++i) {
        doStep(trackedAt(request, static_cast<float>(i) / static_cast<float>(count)));
    }
    previous_ = request.tracked;
    hasPrevious_ = true;
    followGarment(request);
    publish(request);
    answered_.store(request.number, std::memory_order_release);
    answered_.notify_all();
}

// A recentring's announcement, the head's jump and the hands' may come with different frames, in any order.
// Nobody moved from there to here, so no step shall be in between.
void SimThread::followOrigin(const SimRequest &request) {
    constexpr double kOneRecentring = 0.15; // s, in which all that comes belongs to the same
    constexpr double kHandsFollow = 0.3;    // s
    const double since = request.displayTime - recentredAt_;
    const bool headJumped = hasPrevious_ && jumped(previous_.head, request.tracked.head);
    if (request.originMovedCount != originSeen_ || headJumped) {
        originSeen_ = request.originMovedCount;
        if (!(since >= 0.0 && since < kOneRecentring)) {
            originMoved_ = true;
            recentredAt_ = request.displayTime;
        }
    }
    if (originMoved_ || headJumped) {
        previous_ = request.tracked;
    } else if (since >= 0.0 && since < kHandsFollow) {
        for (size_t h = 0; h < kHandCount; ++h) {
            const HandInput &hand = request.tracked.hands[h];
            if (jumped(previous_.hands[h].grip, hand.grip)) {
                previous_.hands[h].grip = hand.grip;
                previous_.hands[h].aim = hand.aim;
            }
        }
    }
}

// How many steps bring the state nearest to the request's display time. Times that make no sense (backwards,
// far ahead) start the count anew with one step.
int32_t SimThread::stepsTo(const SimRequest &request) {
    const uint32_t singles = request.singleStepCount - singleStepSeen_;
    singleStepSeen_ = request.singleStepCount;
    if (request.paused) {
        hasTime_ = false;
        return static_cast<int32_t>(std::min<uint32_t>(singles, kStepsMax));
    }
    const double ahead = request.displayTime - time_;
    if (!hasTime_ || !(ahead > -0.1 && ahead < 0.5)) {
        hasTime_ = true;
        time_ = request.displayTime;
        return 1;
    }
    const auto wanted = static_cast<int32_t>(std::lround(ahead / dt_));
    const int32_t count = std::min(wanted, kStepsMax);
    time_ += count * dt_;
    if (wanted > kStepsMax) {
        time_ = request.displayTime;
    }
    return std::max(count, 0);
}

TrackedInput SimThread::trackedAt(const SimRequest &request, float fraction) {
    TrackedInput tracked = interpolateInput(previous_, request.tracked, fraction);
    tracked.originMoved = originMoved_;
    originMoved_ = false;
    normalise(tracked);
    return tracked;
}

// Row 0 of a recording is no step's: row n is what step n reads.
void SimThread::record(TrackedInput &tracked) {
    const StepMark mark{stateHash(world_), cut_};
    if (stepsRecorded_ == 0) {
        tracked.time = 0.0;
        options_.recorder->add(tracked, mark);
    }
    ++stepsRecorded_;
    tracked.time = static_cast<double>(stepsRecorded_) * dt_;
    options_.recorder->add(tracked, mark);
}

// The world is as its scene begins; the changes that the recording began with were made after that.
void SimThread::beginReplay() {
    if (!options_.replay) {
        return;
    }
    const RecordedSession &session = *options_.replay;
    replayed_ = {session.file.motion.samples.size() - 1, 0, false, 0};
    dt_ = session.dt;
    uint64_t seen = 0;
    for (size_t slot = nextChange(session.live, seen); slot < kLiveSlots;
         slot = nextChange(session.live, seen)) {
        const LiveSettings::Level &level = session.live.levels[slot];
        seen = level.number;
        if (slot == kStepSlot) {
            continue; // among what every recording says
        }
        if (const auto applied = applyChange(world_, slot, level.value); !applied) {
            tell(applied.error().message);
        }
    }
}

void SimThread::replaySteps(int32_t count) {
    const MotionFile &file = options_.replay->file;
    for (int32_t i = 0; i < count && replayed_.played < replayed_.steps; ++i) {
        compareWithRecording(replayed_.played + 1);
        ++replayed_.played;
        const auto row = static_cast<size_t>(replayed_.played);
        cutAt_ = row + 1 < file.marks.size() ? file.marks[row + 1].cut : 0; // the next row has it
        doStep(file.motion.samples[row]);
        if (replayed_.played == replayed_.steps) {
            tell("The recording has ended: " + describe(replayed_, dt_));
        }
    }
}

// Before a step: the row that it reads has the state that it began with.
void SimThread::compareWithRecording(uint64_t step) {
    const uint64_t recorded = options_.replay->file.marks[static_cast<size_t>(step)].state;
    if (replayed_.differs || recorded == 0 || recorded == stateHash(world_)) {
        return;
    }
    replayed_.differs = true;
    replayed_.firstDifference = step - 1;
    tell(describe(replayed_, dt_));
}

// Once up, it is up to the end of the step; of a replay where it was in the recording.
bool SimThread::isTimeUp() {
    ++questions_;
    const bool isUp =
        options_.replay ? cutAt_ > 0 && questions_ >= cutAt_ : cut_ > 0 || Clock::now() > deadline_;
    cut_ = isUp && cut_ == 0 ? questions_ : cut_;
    return isUp;
}

void SimThread::doStep(const TrackedInput &tracked) {
    StepInput input;
    input.dt = static_cast<float>(dt_);
    input.tracked = tracked;
    if (options_.recorder) {
        record(input.tracked);
    }
    const auto before = Clock::now();
    if (options_.stepBudget > 0.0 || options_.replay) {
        deadline_ = before + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(options_.stepBudget));
        world_.settings.postStep.timeIsUp = [this] { return isTimeUp(); };
    }
    questions_ = 0;
    cut_ = 0;
    lastStep_ = step(world_, input);
    stepMs_ = static_cast<float>(milliseconds(Clock::now() - before));
    report_.addStep(world_, lastStep_, static_cast<double>(stepMs_));
    timeUp_ += static_cast<uint64_t>(lastStep_.timeUpCount);
    ++stepsDone_;
}

void SimThread::rebuild(const SimRequest &request) {
    const Scenario &next = scenarios()[static_cast<size_t>(request.scenario)];
    ScenarioOptions options = options_.scenario;
    options.heldFrom = nullptr;
    auto world = next.build(options);
    if (!world) {
        tell(std::string(next.title) + ": " + world.error().message);
        return; // keep what runs
    }
    if (request.scenario != scenarioIndex_) {
        options_.replay.reset();
    }
    replaceWorld(std::move(world.value()), next, std::nullopt);
    beginReplay();
    changesSeen_ = 0; // a reset keeps what was changed; for another scene the request has forgotten it
    followChanges(request);
    if (options_.recorder) {
        options_.recorder->restart(sessionProperties(next.name, options_.scenario, request.live, dt_));
    }
}

void SimThread::replaceWorld(World world, const Scenario &scenario, std::optional<LostGarment> brought) {
    keeper_.leave(world_);
    world_ = std::move(world);
    if (indexOf(scenario) != scenarioIndex_) {
        report_.changeScene(scenario.name);
        if (options_.sceneBegan) {
            options_.sceneBegan(scenario.name);
        }
    }
    scenarioIndex_ = indexOf(scenario);
    notesTold_ = 0;
    dt_ = options_.dt;
    shape_ = shapeOf(world_, scenario);
    hasTime_ = false;
    stepsRecorded_ = 0;
    cut_ = 0;
    keeper_.begin(world_, scenario, std::move(brought));
    showOffer();
    returnFreedMemory(); // of the world that was, and of what was needed to build this one
}

void SimThread::showOffer() {
    const auto &offer = keeper_.offer();
    offer_ = offer && world_.bench != nullptr ? std::make_shared<const std::string>(offer->time) : nullptr;
}

// In this scene, which begins anew for it.
void SimThread::bringBack(const SimRequest &request) {
    const std::optional<LostGarment> lost = keeper_.offer();
    if (!lost || world_.bench == nullptr) {
        return;
    }
    const Scenario &scenario = scenarios()[static_cast<size_t>(scenarioIndex_)];
    const auto project = readProject(lost->path);
    ScenarioOptions options = options_.scenario;
    options.heldFrom = nullptr;
    auto world = project ? buildProject(project.value(), options) : Result<World>(project.error());
    if (world && project.value().scene != scenario.name) {
        world = Error{lost->path.string() + ": expected a garment of the scene " + scenario.name};
    }
    if (!world) {
        tell(world.error().message);
        return;
    }
    const bool wasRecording = options_.recorder != nullptr;
    closeRecording(); // what would come now would not replay
    replaceWorld(std::move(world.value()), scenario, lost);
    changesSeen_ = request.live.changeCount;
    tell("The garment of " + lost->time + " is back" + (wasRecording ? "; the recording is closed" : ""));
}

void SimThread::followGarment(const SimRequest &request) {
    if (request.saveCount != saveSeen_) {
        saveSeen_ = request.saveCount;
        keeper_.askToSave();
    }
    if (request.exportCount != exportSeen_) {
        exportSeen_ = request.exportCount;
        keeper_.askToExport();
    }
    if (request.measureCount != measureSeen_) {
        measureSeen_ = request.measureCount;
        keeper_.askToMeasure();
    }
    keeper_.follow(world_, dt_);
    const GarmentKeeper::News news = keeper_.takeNews();
    if (news.text.empty()) {
        return;
    }
    tell(news.text);
    if (news.isProblem && options_.scenario.notice != nullptr) {
        options_.scenario.notice(news.text);
    }
}

// In the order in which they were made. A recording replays only with the parameters it began with, so that
// changes wait for its end.
void SimThread::followChanges(const SimRequest &request) {
    if ((options_.recorder && stepsRecorded_ > 0) || options_.replay) {
        return;
    }
    for (size_t slot = nextChange(request.live, changesSeen_); slot < kLiveSlots;
         slot = nextChange(request.live, changesSeen_)) {
        const LiveSettings::Level &level = request.live.levels[slot];
        changesSeen_ = level.number;
        if (slot == kStepSlot) {
            dt_ = std::clamp(level.value, kDtMin, kDtMax);
        } else if (const auto applied = applyChange(world_, slot, level.value); !applied) {
            tell(applied.error().message);
            continue;
        }
        report_.addChange({stepsDone_, nameOf(slot), level.value});
    }
}

// From the scene's beginning, so that the file replays.
void SimThread::toggleRecording(const SimRequest &request) {
    if (options_.recorder) {
        closeRecording();
        tell("The recording is closed");
        return;
    }
    rebuild(request);
    const char *name = scenarios()[static_cast<size_t>(scenarioIndex_)].name;
    const std::filesystem::path path = recordingPath(name);
    auto recorder = Recorder::create(path, sessionProperties(name, options_.scenario, request.live, dt_));
    if (recorder) {
        options_.recorder = std::move(recorder.value());
        tell("Recording to " + path.string());
    } else {
        tell(recorder.error().message);
    }
}

void SimThread::closeRecording() {
    if (options_.recorder) {
        recorded_ = options_.recorder->path();
        options_.recorder.reset();
    }
}

Result<RecordedSession> SimThread::lastRecording() const {
    auto session = readSession(recorded_);
    const std::string_view scene = scenarios()[static_cast<size_t>(scenarioIndex_)].name;
    if (session && session->scenario != scene) {
        return Error{recorded_.string() + " is of the scene " + session->scenario +
                     ": choose that one first"};
    }
    if (session && !session->project.empty()) {
        return Error{recorded_.string() + " began with a garment: start Selvage with --replay to see it"};
    }
    return session;
}

// Of what was recorded last; or back from it to the scene's beginning.
void SimThread::toggleReplay(const SimRequest &request) {
    if (options_.replay) {
        options_.replay.reset();
        rebuild(request);
        tell("The hands are yours again");
        return;
    }
    closeRecording();
    auto session = lastRecording();
    if (!session) {
        tell(session.error().message);
        return;
    }
    options_.replay = std::move(session.value());
    rebuild(request);
    tell("Replaying " + recorded_.string());
}

} // namespace selvage
