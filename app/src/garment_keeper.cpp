#include "garment_keeper.h"

#include "io/text_file.h"
#include "scenarios/bench_fit.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <unistd.h>
#include <vector>

namespace selvage {

namespace {

namespace fs = std::filesystem;

constexpr const char *kOpen = ".open.json";
constexpr const char *kClosed = ".json";
constexpr const char *kLock = ".lock";
constexpr size_t kClosedMax = 20; // of a scene
constexpr size_t kRoom = 4;       // times the particles that the bench has at first

std::string localTime(std::time_t time, const char *format) {
    std::tm parts{};
    localtime_r(&time, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), format, &parts);
    return text.data();
}

std::time_t timeOf(const fs::path &path) {
    std::error_code failed;
    const auto written = fs::last_write_time(path, failed);
    return failed ? 0 : std::chrono::system_clock::to_time_t(std::chrono::file_clock::to_sys(written));
}

// The files of a scene that end so, the latest first: their names have the time in them.
std::vector<fs::path> filesOf(const fs::path &folder, const std::string &scene, const std::string &ending) {
    std::vector<fs::path> files;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
        const std::string name = at->path().filename().string();
        const bool isOpen = name.ends_with(kOpen);
        if (name.starts_with(scene + "-2") && name.ends_with(ending) && isOpen == (ending == kOpen)) {
            files.push_back(at->path());
        }
    }
    std::sort(files.rbegin(), files.rend());
    return files;
}

fs::path withEnding(const fs::path &open, const char *ending) {
    std::string name = open.filename().string();
    name.resize(name.size() - std::string_view(kOpen).size());
    return open.parent_path() / (name + ending);
}

// Whether the program that locked it still runs; what a killed one left is removed.
bool isLocked(const fs::path &lock) {
    const int file = open(lock.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    const bool locked = flock(file, LOCK_EX | LOCK_NB) != 0;
    if (!locked) {
        std::error_code ignored;
        fs::remove(lock, ignored);
    }
    close(file);
    return locked;
}

// Whether it has its end: what a power cut leaves of a file is empty, cut off, or zeros.
bool hasEnd(const fs::path &path) {
    constexpr std::streamoff kEnd = 2; // "}" and a line's end
    std::ifstream file(path, std::ios::binary);
    file.seekg(-kEnd, std::ios::end);
    return file.get() == '}' && file.get() == '\n';
}

void mend(const fs::path &open) {
    const fs::path copy = DiskSync::copyOf(open);
    std::error_code failed;
    if (!hasEnd(open) && hasEnd(copy)) {
        fs::rename(copy, open, failed);
    }
}

// Under its name among those that are done, and without what lies beside it: copies and drafts.
void closeName(const fs::path &open) {
    std::error_code failed;
    fs::rename(open, withEnding(open, kClosed), failed);
    std::vector<fs::path> beside;
    for (fs::directory_iterator at(open.parent_path(), failed), end; !failed && at != end;
         at.increment(failed)) {
        if (at->path().filename().string().starts_with(open.filename().string())) {
            beside.push_back(at->path());
        }
    }
    for (const fs::path &path : beside) {
        fs::remove(path, failed);
    }
}

void closeLost(const LostGarment &lost) {
    if (lost.path.filename().string().ends_with(kOpen) && !isLocked(withEnding(lost.path, kLock))) {
        closeName(lost.path);
    }
}

// The first free name there.
fs::path freeName(const fs::path &folder, const std::string &scene, const char *ending) {
    constexpr int kNumberMax = 9999;
    fs::path path;
    std::error_code ignored;
    for (int number = 1; number <= kNumberMax; ++number) {
        path = folder / (scene + "-" + std::to_string(number) + ending);
        if (!fs::exists(path, ignored)) {
            break;
        }
    }
    return path;
}

} // namespace

fs::path keptFolder() {
    const char *state = std::getenv("XDG_STATE_HOME");
    const char *home = std::getenv("HOME");
    std::error_code ignored;
    fs::path base = fs::temp_directory_path(ignored);
    if (state != nullptr && *state != '\0') {
        base = state;
    } else if (home != nullptr && *home != '\0') {
        base = fs::path(home) / ".local" / "state";
    }
    return base / "selvage" / "garments";
}

std::optional<LostGarment> findLost(const fs::path &folder, const std::string &scene) {
    for (const fs::path &path : filesOf(folder, scene, kOpen)) {
        if (!isLocked(withEnding(path, kLock))) {
            mend(path);
            return LostGarment{path, localTime(timeOf(path), "%H:%M")};
        }
    }
    return std::nullopt;
}

GarmentKeeper::GarmentKeeper(KeeperOptions options)
    : options_(std::move(options)), thread_([this] { work(); }) {}

GarmentKeeper::~GarmentKeeper() {
    waitUntilIdle();
    state_.store(State::Stopping, std::memory_order_release);
    state_.notify_all();
    thread_.join();
    if (lock_ >= 0) {
        ::close(lock_);
    }
}

void GarmentKeeper::begin(const World &world, const Scenario &scenario, std::optional<LostGarment> brought) {
    scenario_ = world.bench != nullptr ? &scenario : nullptr;
    wishes_ = 0;
    changesKept_ = 0;
    stepsKept_ = world.stepCount;
    if (scenario_ == nullptr) {
        return;
    }
    waitUntilIdle();
    stem_ = scenario.name + localTime(std::time(nullptr), "-%Y%m%d-%H%M%S");
    const auto isTaken = [&](const char *ending) { return fs::exists(options_.folder / (stem_ + ending)); };
    for (int number = 2; isTaken(kClosed) || isTaken(kOpen) || isTaken(kLock); ++number) {
        stem_ = scenario.name + localTime(std::time(nullptr), "-%Y%m%d-%H%M%S-") + std::to_string(number);
    }
    reserveSave(world, kRoom * world.bench->shape.garment.shape.uv.size(), save_.bench);
    measures_ = world.bench->measures;
    bodyPlace_ = world.bench->bodyPlace;
    if (brought) {
        if (offer_ && offer_->path == brought->path) {
            offer_.reset();
        }
        wishes_ = options_.folder.empty() ? 0 : kWishKeep;
    } else if (!options_.folder.empty() && !offer_) {
        offer_ = findLost(options_.folder, scenario.name);
    }
    retiring_ = brought ? brought : offer_;
    due_ = Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.every));
}

bool GarmentKeeper::isDue(const World &world) const {
    if (options_.folder.empty()) {
        return false;
    }
    const uint32_t changes = world.bench->history.changes;
    if (changes != changesKept_ && !failing_) {
        return true;
    }
    const bool isTouched = changes != 0 || isKept_ || world.hands[0].grabCount + world.hands[1].grabCount > 0;
    return isTouched && world.stepCount != stepsKept_ && Clock::now() >= due_;
}

void GarmentKeeper::follow(const World &world, double step) {
    if (scenario_ == nullptr || !isIdle()) {
        return;
    }
    step_ = step;
    const uint32_t wishes = wishes_ | (isDue(world) ? kWishKeep : 0U);
    if (wishes != 0) {
        handOver(world, step, wishes);
    }
}

void GarmentKeeper::handOver(const World &world, double step, uint32_t wishes) {
    const bool taken = takeScene(world, *scenario_, step, save_);
    if (taken) {
        saveWishes_ = wishes;
        wishes_ = 0;
        changesKept_ = world.bench->history.changes;
        stepsKept_ = world.stepCount;
        due_ = Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.every));
    } else {
        saveWishes_ =
            static_cast<uint32_t>(world.cloths[static_cast<size_t>(world.bench->cloth)].position.size());
    }
    state_.store(taken ? State::Filled : State::TooSmall, std::memory_order_release);
    state_.notify_all();
}

void GarmentKeeper::waitUntilIdle() const {
    for (State now = state_.load(); now != State::Idle && now != State::Stopping; now = state_.load()) {
        state_.wait(now);
    }
}

void GarmentKeeper::leave(const World &world) {
    close(world, true);
    if (scenario_ != nullptr && isKept_) {
        const fs::path path = options_.folder / (stem_ + kClosed);
        offer_ = LostGarment{path, localTime(timeOf(path), "%H:%M")};
    }
    isKept_ = false;
    scenario_ = nullptr;
}

void GarmentKeeper::close(const World &world, bool finished) {
    if (scenario_ == nullptr) {
        return;
    }
    for (int turn = 0; turn < 3; ++turn) { // one of them may only make room
        waitUntilIdle();
        const bool isNew = failing_ || world.bench->history.changes != changesKept_ ||
                           (isKept_ && world.stepCount != stepsKept_);
        if (wishes_ == 0 && (!isNew || options_.folder.empty())) {
            break;
        }
        handOver(world, step_, wishes_ | (isNew && !options_.folder.empty() ? kWishKeep : 0U));
    }
    waitUntilIdle();
    if (finished) {
        closeFile();
    }
}

void GarmentKeeper::closeFile() {
    if (lock_ < 0) {
        return;
    }
    disk_.finish();
    closeName(options_.folder / (stem_ + kOpen));
    std::error_code ignored;
    fs::remove(options_.folder / (stem_ + kLock), ignored);
    ::close(lock_);
    lock_ = -1;
}

GarmentKeeper::News GarmentKeeper::takeNews() {
    return isIdle() && !news_.text.empty() ? std::exchange(news_, {}) : News{};
}

void GarmentKeeper::work() {
    for (;;) {
        state_.wait(State::Idle);
        const State now = state_.load(std::memory_order_acquire);
        if (now == State::Stopping) {
            return;
        }
        if (now == State::TooSmall) {
            save_.bench.position.reserve(kRoom * saveWishes_);
            save_.bench.velocity.reserve(kRoom * saveWishes_);
        } else if (now == State::Filled) {
            carryOut();
        }
        state_.store(State::Idle, std::memory_order_release);
        state_.notify_all();
    }
}

// The save keeps its room, but nothing of the acts: what is freed is freed here.
void GarmentKeeper::carryOut() {
    const Project project = projectOf(save_, timeNow());
    if ((saveWishes_ & kWishKeep) != 0) {
        keep(project);
    }
    if ((saveWishes_ & kWishSave) != 0) {
        save(project, false);
    }
    if ((saveWishes_ & kWishExport) != 0) {
        save(project, true);
    }
    if ((saveWishes_ & kWishMeasure) != 0) {
        tell(fitSentence(project.bench, measures_, bodyPlace_), false);
    }
    save_.bench = BenchSave{};
    save_.bench.position.reserve(project.bench.position.capacity());
    save_.bench.velocity.reserve(project.bench.velocity.capacity());
    save_.bench.pins.reserve(project.bench.pins.capacity());
    save_.bench.bands.reserve(project.bench.bands.capacity());
    save_.bench.acts.reserve(kBenchActsMax);
}

void GarmentKeeper::tell(const std::string &news, bool isProblem) {
    news_.text += (news_.text.empty() ? "" : "; ") + news;
    news_.isProblem = news_.isProblem || isProblem;
}

void GarmentKeeper::lockSession() {
    const fs::path path = options_.folder / (stem_ + kLock);
    lock_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock_ >= 0) {
        static_cast<void>(flock(lock_, LOCK_EX | LOCK_NB));
    }
}

void GarmentKeeper::keep(const Project &project) {
    std::error_code ignored; // what is wrong is said when it is written
    fs::create_directories(options_.folder, ignored);
    if (lock_ < 0) {
        lockSession();
    }
    const fs::path path = options_.folder / (stem_ + kOpen);
    const auto written = replaceTextFile(path, projectText(project, texts_));
    if (written) {
        disk_.ask(path);
    }
    if (!written && !failing_) {
        tell("The garment cannot be kept, which is tried again: " + written.error().message, true);
    } else if (written && failing_) {
        tell("The garment is kept again", false);
    }
    failing_ = !written;
    if (written && !isKept_) {
        isKept_ = true;
        if (retiring_) {
            closeLost(*retiring_);
            retiring_.reset();
        }
        removeOldest();
    }
}

void GarmentKeeper::save(const Project &project, bool isExport) {
    const fs::path path = freeName(options_.out, project.scene, isExport ? "" : ".project.json");
    Result<void> written;
    if (isExport) {
        const auto exported = exportProject(project, path);
        written = exported ? Result<void>() : exported.error();
    } else {
        written = writeProject(path, project);
    }
    tell(written ? (isExport ? "Exported to " : "Saved to ") + path.string() : written.error().message,
         !written);
}

void GarmentKeeper::removeOldest() const {
    const auto closed = filesOf(options_.folder, scenario_->name, kClosed);
    for (size_t i = kClosedMax; i < closed.size(); ++i) {
        std::error_code ignored;
        fs::remove(closed[i], ignored);
    }
}

} // namespace selvage
