// Writes what each step read to a motion file while it happens, on a thread of its own: the simulation only
// puts rows into a ring. Whatever ends the program, all but the last fraction of a second is on disk.
#pragma once

#include "io/motion_csv.h"
#include "maths/result.h"
#include "maths/tracking.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace selvage {

class Recorder {
public:
    // Creates the file and writes its header. Fails naming the path.
    static Result<std::unique_ptr<Recorder>> create(const std::filesystem::path &path,
                                                    const std::map<std::string, std::string> &properties);
    ~Recorder(); // writes what is left

    // From the simulation thread: never blocks; a full ring drops the row and counts it.
    void add(const TrackedInput &input, const StepMark &mark);
    // From the simulation thread: the world starts anew, and so does the recording, in a new file beside the
    // first with these properties. Allocates.
    void restart(const std::map<std::string, std::string> &properties);
    // Of the newest file.
    std::filesystem::path path() const { return pathOf(parts_); }
    uint64_t droppedCount() const { return dropped_.load(); }

private:
    Recorder(std::filesystem::path path, std::ofstream file);
    struct Row {
        TrackedInput input;
        StepMark mark;
        std::shared_ptr<const std::string> header{}; // of a new file
    };
    void push(const Row &row);
    void writeLoop();
    void drain();
    void openNext(const std::string &header);
    std::filesystem::path pathOf(int part) const;

    static constexpr uint32_t kRingSize = 4096; // rows: 45 s at 90 Hz

    std::filesystem::path path_;
    std::ofstream file_;
    int parts_{1}; // begun, by the simulation thread
    int part_{1};  // open
    std::vector<Row> ring_;
    std::atomic<uint32_t> written_{0}; // rows put in
    std::atomic<uint32_t> drained_{0}; // rows taken out
    std::atomic<uint64_t> dropped_{0};
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

} // namespace selvage
