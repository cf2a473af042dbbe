// A single-producer ring drained ten times a second.
#include "recorder.h"

#include <chrono>

namespace selvage {

Result<std::unique_ptr<Recorder>> Recorder::create(const std::filesystem::path &path,
                                                   const std::map<std::string, std::string> &properties) {
    std::error_code ignored;
    if (path.has_parent_path()) {
        std::filesystem::create_directories(path.parent_path(), ignored);
    }
    std::ofstream file(path, std::ios::binary);
    file << motionCsvHeader(properties, true) << std::flush;
    if (!file) {
        return Error{"cannot record to " + path.string() + ": expected a file that can be created"};
    }
    return std::unique_ptr<Recorder>(new Recorder(path, std::move(file)));
}

Recorder::Recorder(std::filesystem::path path, std::ofstream file)
    : path_(std::move(path)), file_(std::move(file)), ring_(kRingSize), thread_([this] { writeLoop(); }) {}

Recorder::~Recorder() {
    stopping_.store(true);
    thread_.join();
}

void Recorder::add(const TrackedInput &input, const StepMark &mark) {
    push({input, mark});
}

void Recorder::restart(const std::map<std::string, std::string> &properties) {
    ++parts_;
    push({{}, {}, std::make_shared<const std::string>(motionCsvHeader(properties, true))});
}

void Recorder::push(const Row &row) {
    const uint32_t at = written_.load(std::memory_order_relaxed);
    if (at - drained_.load(std::memory_order_acquire) >= kRingSize) {
        dropped_.fetch_add(1, std::memory_order_relaxed);
        return;
    }
    ring_[at % kRingSize] = row;
    written_.store(at + 1, std::memory_order_release);
}

void Recorder::writeLoop() {
    while (!stopping_.load()) {
        drain();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    drain();
}

void Recorder::drain() {
    const uint32_t end = written_.load(std::memory_order_acquire);
    for (uint32_t at = drained_.load(std::memory_order_relaxed); at != end; ++at) {
        Row &row = ring_[at % kRingSize];
        if (row.header) {
            openNext(*row.header);
            row.header = nullptr;
        } else {
            file_ << motionCsvRow(row.input, row.mark);
        }
        drained_.store(at + 1, std::memory_order_release);
    }
    file_.flush();
}

void Recorder::openNext(const std::string &header) {
    ++part_;
    file_.close();
    file_.open(pathOf(part_), std::ios::binary);
    file_ << header;
}

std::filesystem::path Recorder::pathOf(int part) const {
    std::filesystem::path path = path_;
    if (part > 1) {
        path.replace_filename(path_.stem().string() + "-" + std::to_string(part) +
                              path_.extension().string());
    }
    return path;
}

} // namespace selvage
