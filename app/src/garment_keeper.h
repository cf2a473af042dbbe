// Keeps what is made at the dress bench on disk while it is made: after each act and every ten seconds, on a
// thread of its own. The simulation only fills a save for it, which is written within milliseconds, so that a
// killed program loses the act in progress at most; it gets to the disk after that (disk_sync.h). The next
// start offers the garment back.
//
//   FOLDER/skirt-20261129-124410.open.json       being made, or left by a program that was killed
//   FOLDER/skirt-20261129-124410.open.json.disk  the latest of it that a power cut leaves whole
//   FOLDER/skirt-20261129-124410.lock            locked by the program that makes it
//   FOLDER/skirt-20261129-124410.json            of a scene that was left; the latest twenty are kept
#pragma once

#include "disk_sync.h"
#include "scenarios/bench_project.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace selvage {

struct KeeperOptions {
    std::filesystem::path folder;          // empty: nothing is kept by itself
    std::filesystem::path out{"garments"}; // of what a person saves and exports
    double every{10.0};                    // s
};

// $XDG_STATE_HOME/selvage/garments, else in ~/.local/state, else in the folder for temporary files.
std::filesystem::path keptFolder();

// A garment that can be brought back.
struct LostGarment {
    std::filesystem::path path;
    std::string time; // HH:MM, when it was kept last
};
// The latest of a scene that a program was killed over. What a power cut left of a file is replaced by what
// the disk had before.
std::optional<LostGarment> findLost(const std::filesystem::path &folder, const std::string &scene);

class GarmentKeeper {
public:
    explicit GarmentKeeper(KeeperOptions options);
    ~GarmentKeeper();
    // The program ends. One that failed leaves the file open, so that the next start offers it back.
    void close(const World &world, bool finished);

    // A scene begins: from now on its bench is followed, if it has one. `brought`: what was brought back in
    // it. Reads folders, allocates.
    void begin(const World &world, const Scenario &scenario, std::optional<LostGarment> brought);
    // The scene is left: all of it is kept, and offered back in the same program. Waits, allocates.
    void leave(const World &world);

    // Between two steps: hands over what is to be kept. Never blocks, allocates or reads files.
    void follow(const World &world, double step);
    // The same for what a person asks for; done as soon as the thread is free.
    void askToSave() { wishes_ |= kWishSave; }
    void askToExport() { wishes_ |= kWishExport; }
    void askToMeasure() { wishes_ |= kWishMeasure; }

    // What can be brought back, by this scene.
    const std::optional<LostGarment> &offer() const { return offer_; }
    // What there is to tell since the last call; no text: nothing.
    struct News {
        std::string text;
        bool isProblem{false};
    };
    News takeNews();

private:
    static constexpr uint32_t kWishKeep = 1;
    static constexpr uint32_t kWishSave = 2;
    static constexpr uint32_t kWishExport = 4;
    static constexpr uint32_t kWishMeasure = 8;
    using Clock = std::chrono::steady_clock;

    bool isIdle() const { return state_.load(std::memory_order_acquire) == State::Idle; }
    bool isDue(const World &world) const;
    void handOver(const World &world, double step, uint32_t wishes);
    void waitUntilIdle() const;
    void closeFile();

    // The thread's.
    void work();
    void carryOut();
    void keep(const Project &project);
    void save(const Project &project, bool isExport);
    void tell(const std::string &news, bool isProblem);
    void lockSession();
    void removeOldest() const;

    enum class State : uint32_t { Idle, Filled, TooSmall, Stopping };

    KeeperOptions options_;
    const Scenario *scenario_{nullptr};
    std::string stem_; // of this session's files, without the folder
    std::optional<LostGarment> offer_;
    std::optional<LostGarment> retiring_; // closed when this session's garment is first kept
    uint32_t wishes_{0};
    uint32_t changesKept_{0};
    uint64_t stepsKept_{0};
    double step_{1.0 / 90.0}; // s
    Clock::time_point due_{};

    // Belongs to whoever's turn `state_` says it is.
    SceneSave save_;
    ProjectTexts texts_;
    uint32_t saveWishes_{0};
    News news_;
    bool failing_{false};
    bool isKept_{false};                // this session's file is there
    int lock_{-1};                      // file descriptor
    std::vector<MeasureLine> measures_; // of the bench's body
    Vec3 bodyPlace_{0.0F};

    std::atomic<State> state_{State::Idle};
    DiskSync disk_;
    std::thread thread_;
};

} // namespace selvage
