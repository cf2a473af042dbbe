// A hand cuts, sews, hems and takes in a dart, undoes and redoes on the panel of the scene `skirt`, on the
// application's own simulation thread with all that is kept, asked for 90 frames a second by the clock. A
// frame that is answered when the next one is due or later is late: it would have shown an older cloth. Where
// other programs have all cores, frames are late for that; they are told apart by the time that the thread
// waited for a core.
#include "acts_command.h"

#include "exit_code.h"
#include "sim_thread.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

namespace selvage {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kPeriod = 1.0 / 90.0; // s
constexpr int32_t kSettled = 180;      // steps, until the panel hangs
constexpr auto kLook = std::chrono::microseconds(100);

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// What a hand does in turn.
struct Act {
    const char *name;
    BenchTool tool;
    bool draws{false};   // from below along the line, else presses at a place of it
    bool returns{false}; // and back to beside where it began: a V
    bool undo{false};
    bool redo{false};
    int32_t presses{1};
    int32_t frames{60}; // from its beginning to the next one
    float place{0.4F};  // –, of the line, from below
};

constexpr Act kActs[] = {
    {.name = "cut", .tool = BenchTool::Cut, .draws = true, .frames = 90},
    {.name = "undo of the cut", .tool = BenchTool::Cut, .undo = true},
    {.name = "redo of the cut", .tool = BenchTool::Cut, .redo = true},
    {.name = "seam", .tool = BenchTool::Seam, .presses = 2, .frames = 150},
    {.name = "undo of the seam", .tool = BenchTool::Seam, .undo = true},
    {.name = "redo of the seam", .tool = BenchTool::Seam, .redo = true},
    {.name = "undo of the seam", .tool = BenchTool::Seam, .undo = true},
    {.name = "undo of the cut", .tool = BenchTool::Seam, .undo = true},
    {.name = "hem", .tool = BenchTool::Hem, .frames = 90, .place = 0.15F},
    {.name = "undo of the hem", .tool = BenchTool::Hem, .undo = true},
    {.name = "redo of the hem", .tool = BenchTool::Hem, .redo = true},
    {.name = "undo of the hem", .tool = BenchTool::Hem, .undo = true},
    {.name = "dart", .tool = BenchTool::Dart, .draws = true, .returns = true, .frames = 240},
    {.name = "undo of the dart", .tool = BenchTool::Dart, .undo = true},
    {.name = "redo of the dart", .tool = BenchTool::Dart, .redo = true},
    {.name = "undo of the dart", .tool = BenchTool::Dart, .undo = true}};

constexpr float kDartHalf = 0.03F; // m, of its width

// The cut, in the flat fabric (m): from the hem upwards.
struct Line {
    Vec2 from{0.0F};
    Vec2 to{0.0F};

    Vec2 at(float along) const { return glm::mix(from, to, along); }
    // There and back again.
    Vec2 onV(float along) const {
        return at(1.0F - std::abs(2.0F * along - 1.0F)) + Vec2(2.0F * kDartHalf * along, 0.0F);
    }
};

Line lineOn(const World &world) {
    const Garment &garment = world.bench->shape.garment;
    const auto &hem = garment.edges[0][0];
    const Vec2 low = garment.shape.uv[static_cast<size_t>(hem[hem.size() / 3])];
    return {low, low + Vec2(0.0F, 0.2F)};
}

// Where the cloth has a place of the flat fabric now.
Vec3 placeOf(const Vec2 &uv, const SimFrame &frame) {
    const std::vector<Vec2> &flat = frame.shape->cloths[0]->restUv;
    const auto nearest = std::min_element(flat.begin(), flat.end(), [&](const Vec2 &a, const Vec2 &b) {
        return glm::distance(a, uv) < glm::distance(b, uv);
    });
    return frame.position[0][static_cast<size_t>(nearest - flat.begin())];
}

// Of an act, `frame` frames after its beginning.
HandInput handOf(const Act &act, const Line &line, const SimFrame &cloth, int32_t frame) {
    constexpr int32_t kReady = 20; // frames, that a hand takes to where it begins
    constexpr int32_t kDrawn = 30;
    HandInput hand;
    hand.active = true;
    hand.toolWish = static_cast<uint8_t>(1 + static_cast<size_t>(act.tool));
    const float along = static_cast<float>(std::clamp(frame - kReady, 0, kDrawn)) / kDrawn;
    hand.grip.position =
        placeOf(act.returns ? line.onV(along) : line.at(act.draws ? along : act.place), cloth);
    hand.aim = hand.grip;
    const int32_t pressed = frame - kReady;
    if (act.draws) {
        hand.trigger = pressed >= 0 && pressed <= kDrawn ? 1.0F : 0.0F;
    } else if (act.undo || act.redo) {
        hand.undo = act.undo && pressed == 0;
        hand.redo = act.redo && pressed == 0;
    } else {
        const bool isDown = pressed >= 0 && pressed % 8 < 4 && pressed / 8 < act.presses;
        hand.trigger = isDown ? 1.0F : 0.0F;
    }
    return hand;
}

// What a thread has run, and waited for a core while others had all of them, as Linux counts it; 0 elsewhere.
struct Share {
    double ranMs{0.0};
    double waitedMs{0.0};
};

Share shareOf(const std::string &thread) {
    uint64_t ran = 0; // ns
    uint64_t waited = 0;
    std::ifstream file("/proc/self/task/" + thread + "/schedstat");
    file >> ran >> waited;
    return {1e-6 * static_cast<double>(ran), 1e-6 * static_cast<double>(waited)};
}

// The one that has worked most but this one.
std::string busiestThread() {
    namespace fs = std::filesystem;
    std::string busiest;
    double most = -1.0;
    std::error_code failed;
    for (fs::directory_iterator at("/proc/self/task", failed), end; !failed && at != end;
         at.increment(failed)) {
        const std::string thread = at->path().filename().string();
        const double ran = shareOf(thread).ranMs;
        if (thread != std::to_string(getpid()) && ran > most) {
            most = ran;
            busiest = thread;
        }
    }
    return busiest;
}

// How long answers took, and how long the simulation ran for them, ms.
struct Times {
    std::vector<double> ms;
    std::vector<double> ranMs;
    int32_t late{0};       // by the clock
    int32_t crowdedOut{0}; // of them, those that would not have been with a core to run on

    void add(const Times &other) {
        ms.insert(ms.end(), other.ms.begin(), other.ms.end());
        ranMs.insert(ranMs.end(), other.ranMs.begin(), other.ranMs.end());
        late += other.late;
        crowdedOut += other.crowdedOut;
    }
    void print(const char *name) {
        std::sort(ms.begin(), ms.end());
        std::sort(ranMs.begin(), ranMs.end());
        const auto at = [](const std::vector<double> &values, double share) {
            return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1))];
        };
        std::printf("%-18s %6zu  %8.2f %8.2f %8.2f  %8.2f %8.2f %8.2f  %5d %8d\n", name, ms.size(),
                    at(ms, 0.5), at(ms, 0.99), ms.back(), at(ranMs, 0.5), at(ranMs, 0.99), ranMs.back(), late,
                    crowdedOut);
    }
};

class Frames {
public:
    Frames(SimThread &simulation, int32_t scenario) : simulation_(simulation) {
        request_.scenario = scenario;
    }

    // Asks for one frame and waits for the time of the next.
    void show(const HandInput &hand, Times &times) {
        request_.number += 1;
        request_.displayTime += kPeriod;
        request_.tracked.time = request_.displayTime;
        request_.tracked.hand(Hand::Right) = hand;
        const auto asked = Clock::now();
        const Share before = shareOf(thread_);
        simulation_.post(request_);
        while (!simulation_.answered(request_.number)) {
            std::this_thread::sleep_for(kLook);
        }
        const double took = millisecondsSince(asked);
        const Share after = shareOf(thread_);
        times.ms.push_back(took);
        times.ranMs.push_back(after.ranMs - before.ranMs);
        if (took > 1e3 * kPeriod) {
            times.late += 1;
            times.crowdedOut += took - (after.waitedMs - before.waitedMs) <= 1e3 * kPeriod ? 1 : 0;
        }
        std::this_thread::sleep_until(asked + std::chrono::duration<double>(kPeriod));
    }
    // Whose shares are told from now on.
    void follow(const std::string &thread) { thread_ = thread; }

private:
    SimThread &simulation_;
    SimRequest request_;
    std::string thread_;
};

void play(SimThread &simulation, const Line &line, int32_t scenario, const ActsOptions &options) {
    constexpr int32_t kQuiet = 180; // frames
    Frames frames(simulation, scenario);
    Times first;
    Times quiet;
    for (int32_t f = 0; f < kQuiet; ++f) {
        frames.show({}, first);
    }
    frames.follow(busiestThread());
    for (int32_t f = 0; f < kQuiet; ++f) {
        frames.show({}, quiet);
    }
    std::vector<Times> acts(std::size(kActs));
    for (int32_t round = 0; round < options.rounds; ++round) {
        for (size_t a = 0; a < std::size(kActs); ++a) {
            for (int32_t f = 0; f < kActs[a].frames; ++f) {
                frames.show(handOf(kActs[a], line, simulation.newest(), f), acts[a]);
            }
        }
    }
    std::printf("%-18s %6s  %26s  %26s  %5s %8s\n", "", "", "ms to the answer", "ms that it ran for it", "",
                "of them");
    std::printf("%-18s %6s  %8s %8s %8s  %8s %8s %8s  %5s %8s\n", "", "frames", "median", "p99", "worst",
                "median", "p99", "worst", "late", "crowded");
    quiet.print("nothing");
    Times all;
    for (size_t a = 0; a < acts.size(); ++a) {
        acts[a].print(kActs[a].name);
        all.add(acts[a]);
    }
    all.print("all acts");
}

} // namespace

int actsCommand(const ActsOptions &options) {
    const Scenario &scenario = *findScenario("skirt");
    SimThreadOptions live;
    live.scenario.points = options.points;
    auto world = scenario.build(live.scenario);
    if (!world) {
        return complain(kFailed, world.error().message);
    }
    for (int32_t s = 0; s < kSettled; ++s) {
        step(*world, {});
    }
    const Line line = lineOn(*world);
    const auto folder = std::filesystem::temp_directory_path() / ("selvage-acts-" + std::to_string(getpid()));
    live.keeper.folder = folder;
    std::printf("%d particles, 90 frames a second\n", world->cloths[0].particleCount());
    {
        SimThread simulation(std::move(world.value()), scenario, std::move(live));
        play(simulation, line, static_cast<int32_t>(&scenario - scenarios().data()), options);
        simulation.stop();
        std::printf("%u acts done, undone and redone\n", simulation.world().bench->history.changes);
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return 0;
}

} // namespace selvage
