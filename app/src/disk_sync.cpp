// See disk_sync.h.
#include "disk_sync.h"

#include "io/text_file.h"

#include <utility>

namespace selvage {

namespace {

namespace fs = std::filesystem;

// Another name holds on to what is in the file now, whatever replaces it meanwhile. Where a file system has
// no such names, the file itself has to do.
void sync(const fs::path &file) {
    const fs::path copy = DiskSync::copyOf(file);
    fs::path held = copy;
    held += ".new";
    std::error_code failed;
    fs::remove(held, failed);
    fs::create_hard_link(file, held, failed);
    if (failed) {
        static_cast<void>(syncFile(file));
        return;
    }
    if (syncFile(held)) {
        fs::rename(held, copy, failed);
    }
    fs::remove(held, failed); // also where both were names of one file already, which a rename leaves alone
}

} // namespace

fs::path DiskSync::copyOf(const fs::path &file) {
    fs::path copy = file;
    copy += ".disk";
    return copy;
}

DiskSync::~DiskSync() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void DiskSync::ask(const fs::path &file) {
    {
        const std::lock_guard lock(mutex_);
        asked_ = file;
    }
    changed_.notify_all();
}

void DiskSync::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return asked_.empty() && !busy_; });
}

void DiskSync::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return stopping_ || !asked_.empty(); });
        if (asked_.empty()) {
            return;
        }
        const fs::path file = std::exchange(asked_, {});
        busy_ = true;
        lock.unlock();
        sync(file);
        lock.lock();
        busy_ = false;
        changed_.notify_all();
    }
}

} // namespace selvage
