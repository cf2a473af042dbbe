// Sees to it that a file which is written often gets to the disk, on a thread of its own, since that may take
// seconds and nobody shall wait for it.
//
// Between a write and its way to the disk a power cut may leave nothing of it. So the latest that is known to
// be on the disk is kept beside it, as FILE.disk.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

namespace selvage {

class DiskSync {
public:
    DiskSync() : thread_([this] { work(); }) {}
    ~DiskSync(); // when all that was asked for is done
    DiskSync(const DiskSync &) = delete;
    DiskSync &operator=(const DiskSync &) = delete;

    // What the file has in it now, or something newer. Never waits for the disk.
    void ask(const std::filesystem::path &file);
    // Waits until all that was asked for is done.
    void finish();

    static std::filesystem::path copyOf(const std::filesystem::path &file);

private:
    void work();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::filesystem::path asked_; // empty: nothing
    bool busy_{false};
    bool stopping_{false};
    std::thread thread_;
};

} // namespace selvage
