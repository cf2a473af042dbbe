// The program is killed again and again while hands work at the dress bench.
#include "io/motion_csv.h"
#include "io/project_file.h"
#include "scenarios/bench_project.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace selvage {
namespace {

namespace fs = std::filesystem;

constexpr double kPeriod = 1.0 / 90.0; // s
constexpr int kActSteps = 24;          // from one press of the pin tool to the next: a quick person
constexpr int kActs = 10;

// Moments at which it is killed: SELVAGE_KILLS of them, or a few.
int killCount() {
    const char *wanted = std::getenv("SELVAGE_KILLS");
    return wanted != nullptr ? std::max(1, std::atoi(wanted)) : 8;
}

// A hand that cuts the hem, takes hold of a corner, and takes the pin there out and puts it in again and
// again; every sixth time it undoes instead.
MotionFile busyHands() {
    const auto world = findScenario("skirt")->build({});
    EXPECT_TRUE(world);
    const Garment &garment = world.value().bench->shape.garment;
    const std::vector<Vec3> &position = world.value().cloths[0].position;
    const std::vector<int32_t> &hem = garment.edges[0][0];
    const std::vector<int32_t> &waist = garment.edges[0][2];
    const auto at = [&](const std::vector<int32_t> &row, double share) {
        return position[static_cast<size_t>(
            row[static_cast<size_t>(share * static_cast<double>(row.size() - 1))])];
    };
    MotionFile file;
    HandInput hand;
    hand.active = true;
    const auto add = [&](const Vec3 &place, int steps) {
        const Vec3 from = file.motion.samples.empty() ? place : hand.grip.position;
        for (int s = 1; s <= steps; ++s) {
            hand.grip.position = glm::mix(from, place, static_cast<float>(s) / static_cast<float>(steps));
            hand.aim = hand.grip;
            TrackedInput input;
            input.time = static_cast<double>(file.motion.samples.size()) * kPeriod;
            input.hand(Hand::Right) = hand;
            file.motion.samples.push_back(input);
        }
    };
    const Vec3 low = at(hem, 0.5);
    hand.toolWish = 1 + static_cast<uint8_t>(BenchTool::Cut);
    add(low, 3);
    hand.trigger = 1.0F;
    add(low + Vec3(0.0F, 0.1F, 0.0F), 8);
    hand.trigger = 0.0F;
    add(low, 22);
    hand.toolWish = 1 + static_cast<uint8_t>(BenchTool::Pin);
    add(at(waist, 0.0), 16);
    hand.grab = 1.0F; // so that it does not fall meanwhile
    add(hand.grip.position, 4);
    for (int act = 0; act < kActs; ++act) {
        add(hand.grip.position, kActSteps - 5);
        hand.undo = act % 6 == 5;
        hand.trigger = hand.undo ? 0.0F : 1.0F;
        add(hand.grip.position, 2);
        hand.undo = false;
        hand.trigger = 0.0F;
        add(hand.grip.position, 3);
    }
    return file;
}

// What the bench was like after each step, by the hash of its save.
struct Course {
    std::map<uint64_t, size_t> stepOf;
    std::vector<uint32_t> changes; // acts done, undone and done again
};

Course courseOf(const Motion &recorded) {
    auto world = findScenario("skirt")->build({});
    Course course;
    BenchSave save;
    reserveSave(*world, 20000, save);
    for (size_t s = 0; s < recorded.samples.size(); ++s) {
        if (s > 0) { // the first row is where it began
            step(*world, {.tracked = recorded.samples[s], .dt = static_cast<float>(kPeriod)});
        }
        EXPECT_TRUE(takeSave(*world, save));
        course.stepOf[saveHash(save)] = s;
        course.changes.push_back(world->bench->history.changes);
    }
    return course;
}

struct AppRun {
    std::vector<fs::path> kept;
    size_t rows{0}; // recorded
    int status{0};
};

// Killed when so many bytes are recorded, and a moment later; 0: ends by itself.
struct KillAt {
    uintmax_t bytes{0};
    double later{0.0}; // s
};

uintmax_t bytesOf(const fs::path &path) {
    std::error_code failed;
    const uintmax_t size = fs::file_size(path, failed);
    return failed ? 0 : size;
}

AppRun runApp(const fs::path &folder, const fs::path &motion, const KillAt &when) {
    fs::create_directories(folder);
    const std::string app = SELVAGE_BUILD_DIR "/bin/selvage";
    const std::string record = folder / "recorded.csv";
    const std::string keep = folder / "kept";
    const std::string out = folder / "out";
    const pid_t child = fork();
    if (child == 0) {
        if (std::freopen("/dev/null", "w", stderr) == nullptr) {
            _exit(3);
        }
        execl(app.c_str(), "selvage", "skirt", "--display", "offscreen", "--size", "16x16", "--samples", "1",
              "--motion", motion.c_str(), "--record", record.c_str(), "--autosave", keep.c_str(), "--out",
              out.c_str(), nullptr);
        _exit(3);
    }
    for (int wait = 0; wait < 30000 && bytesOf(record) < when.bytes; ++wait) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    if (when.bytes > 0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(when.later));
        kill(child, SIGKILL);
    }
    AppRun run;
    waitpid(child, &run.status, 0);
    if (fs::exists(record)) {
        const auto rows = readMotionCsv(record);
        run.rows = rows ? rows.value().motion.samples.size() : 0;
    }
    if (fs::exists(keep)) {
        for (const auto &entry : fs::directory_iterator(keep)) {
            if (entry.path().extension() == ".json") {
                run.kept.push_back(entry.path());
            }
        }
    }
    return run;
}

TEST(KilledAtTheBench, LosesTheActInProgressAtMostAndLeavesAStateThatTheBenchWasIn) {
    const fs::path folder = fs::path(testing::TempDir()) / "killed-at-the-bench";
    fs::remove_all(folder);
    fs::create_directories(folder);
    const fs::path motion = folder / "busy.csv";
    ASSERT_TRUE(writeMotionCsv(motion, busyHands()));
    const AppRun whole = runApp(folder / "whole", motion, {});
    ASSERT_TRUE(WIFEXITED(whole.status) && WEXITSTATUS(whole.status) == 0);
    const auto recorded = readMotionCsv(folder / "whole" / "recorded.csv");
    ASSERT_TRUE(recorded) << recorded.error().message;
    const Course course = courseOf(recorded.value().motion);
    ASSERT_GE(course.changes.back(), 10U);
    ASSERT_EQ(whole.kept.size(), 1U);
    EXPECT_FALSE(whole.kept[0].string().ends_with(".open.json")) << "it ended by itself";
    const auto last = readProject(whole.kept[0]);
    ASSERT_TRUE(last) << last.error().message;
    EXPECT_EQ(course.stepOf.at(saveHash(last.value().bench)), course.changes.size() - 1);

    const uintmax_t bytes = bytesOf(folder / "whole" / "recorded.csv");
    std::mt19937_64 random(50);
    int early = 0;
    uint32_t lost = 0; // acts at most, of those that were done in what is recorded
    for (int k = 0; k < killCount(); ++k) {
        const auto share = [&] { // 0 to 1
            return static_cast<double>(random() >> 40U) / static_cast<double>(1U << 24U);
        };
        const KillAt when{static_cast<uintmax_t>((0.05 + 0.9 * share()) * static_cast<double>(bytes)),
                          0.1 * share()}; // between two flushes of the recorder
        const fs::path place = folder / std::to_string(k);
        const AppRun run = runApp(place, motion, when);
        const uint32_t changes = run.rows > 0 ? course.changes.at(run.rows - 1) : 0;
        if (run.kept.empty()) {
            lost = std::max(lost, changes);
            ++early;
            continue;
        }
        const auto project = readProject(run.kept[0]);
        ASSERT_TRUE(project) << "kill " << k << ": " << project.error().message;
        const auto found = course.stepOf.find(saveHash(project.value().bench));
        ASSERT_NE(found, course.stepOf.end()) << "kill " << k << ": not a state that the bench was in";
        const uint32_t kept = std::min(changes, course.changes[found->second]);
        EXPECT_LE(changes - kept, 1U)
            << "kill " << k << " after step " << run.rows << ", kept step " << found->second;
        lost = std::max(lost, changes - kept);
        fs::remove_all(place);
    }
    std::printf("killed %d times, %d of them before the first act was kept; %u acts lost at most\n",
                killCount(), early, lost);
    EXPECT_LT(early, killCount());
    EXPECT_LE(lost, 1U) << "more than the act in progress";
}

TEST(KilledAtTheBench, LeavesAProjectThatTheProgramOpensAgain) {
    const fs::path folder = fs::path(testing::TempDir()) / "opened-again";
    fs::remove_all(folder);
    fs::create_directories(folder);
    const fs::path motion = folder / "busy.csv";
    ASSERT_TRUE(writeMotionCsv(motion, busyHands()));
    const AppRun whole = runApp(folder / "whole", motion, {});
    ASSERT_EQ(whole.kept.size(), 1U);
    const auto project = readProject(whole.kept[0]);
    ASSERT_TRUE(project);
    const auto world = buildProject(project.value(), {});
    ASSERT_TRUE(world) << world.error().message;
    SceneSave save;
    reserveSave(world.value(), 20000, save.bench);
    ASSERT_TRUE(takeScene(world.value(), *findScenario("skirt"), 1.0 / 90.0, save));
    EXPECT_EQ(saveHash(save.bench), saveHash(project.value().bench));
    EXPECT_EQ(projectText(projectOf(save, project.value().saved)), projectText(project.value()));
}

} // namespace
} // namespace selvage
