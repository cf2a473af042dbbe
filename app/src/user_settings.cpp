#include "user_settings.h"

#include "io/text_file.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace selvage {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr uintmax_t kFileBytesMax = uintmax_t{1} << 20U;

struct SettingRow {
    const char *name;
    float low;
    float high;
    float (*get)(const UserSettings &);
    void (*set)(UserSettings &, float);
};
constexpr SettingRow kSettings[] = {
    {"dominant_hand", 0.0F, 1.0F,
     [](const UserSettings &s) { return s.comfort.dominant == Hand::Left ? 0.0F : 1.0F; },
     [](UserSettings &s, float value) { s.comfort.dominant = value < 0.5F ? Hand::Left : Hand::Right; }},
    {"volume", 0.0F, 1.0F, [](const UserSettings &s) { return s.comfort.volume; },
     [](UserSettings &s, float value) { s.comfort.volume = value; }},
    {"muted", 0.0F, 1.0F, [](const UserSettings &s) { return s.comfort.muted ? 1.0F : 0.0F; },
     [](UserSettings &s, float value) { s.comfort.muted = value >= 0.5F; }},
    {"captions", 0.0F, 1.0F, [](const UserSettings &s) { return s.comfort.captions ? 1.0F : 0.0F; },
     [](UserSettings &s, float value) { s.comfort.captions = value >= 0.5F; }},
    {"toggle_grab", 0.0F, 1.0F, [](const UserSettings &s) { return s.comfort.togglesGrab ? 1.0F : 0.0F; },
     [](UserSettings &s, float value) { s.comfort.togglesGrab = value >= 0.5F; }},
    {"swap_trigger_and_grip", 0.0F, 1.0F,
     [](const UserSettings &s) { return s.comfort.swapsTriggerAndGrip ? 1.0F : 0.0F; },
     [](UserSettings &s, float value) { s.comfort.swapsTriggerAndGrip = value >= 0.5F; }},
    {"knows_taking", 0.0F, 1.0F, [](const UserSettings &s) { return s.comfort.known.taking ? 1.0F : 0.0F; },
     [](UserSettings &s, float value) { s.comfort.known.taking = value >= 0.5F; }},
    {"knows_wind", 0.0F, 1.0F, [](const UserSettings &s) { return s.comfort.known.wind ? 1.0F : 0.0F; },
     [](UserSettings &s, float value) { s.comfort.known.wind = value >= 0.5F; }},
    {"knows_panel", 0.0F, 1.0F, [](const UserSettings &s) { return s.comfort.known.panel ? 1.0F : 0.0F; },
     [](UserSettings &s, float value) { s.comfort.known.panel = value >= 0.5F; }},
    {"raised_m", -0.8F, 0.8F, [](const UserSettings &s) { return s.raised; },
     [](UserSettings &s, float value) { s.raised = value; }},
    {"window_width", 200.0F, 8192.0F, [](const UserSettings &s) { return s.windowWidth; },
     [](UserSettings &s, float value) { s.windowWidth = value; }},
    {"window_height", 200.0F, 8192.0F, [](const UserSettings &s) { return s.windowHeight; },
     [](UserSettings &s, float value) { s.windowHeight = value; }}};

// Nothing but an object counts.
Json parsed(const std::string &text) {
    Json json = Json::parse(text, nullptr, false);
    return json.is_object() ? json : Json(Json::value_t::discarded);
}

std::string putAside(const fs::path &path) {
    fs::path aside = path;
    aside += ".damaged";
    std::error_code failed;
    fs::rename(path, aside, failed);
    return path.string() + ": expected an object of settings; they are as at first, and the file " +
           (failed ? "stays: " + failed.message() : "is kept as " + aside.filename().string());
}

} // namespace

fs::path settingsPath() {
    const char *config = std::getenv("XDG_CONFIG_HOME");
    const char *home = std::getenv("HOME");
    std::error_code ignored;
    fs::path base = fs::temp_directory_path(ignored);
    if (config != nullptr && *config != '\0') {
        base = config;
    } else if (home != nullptr && *home != '\0') {
        base = fs::path(home) / ".config";
    }
    return base / "selvage" / "settings.json";
}

UserSettings readUserSettings(const fs::path &path, std::string &warning) {
    UserSettings settings;
    std::error_code failed;
    if (!fs::exists(path, failed)) {
        warning = failed ? path.string() + ": " + failed.message() : "";
        return settings;
    }
    const auto text = readTextFile(path, kFileBytesMax);
    if (!text) {
        warning = text.error().message;
        return settings;
    }
    const Json json = parsed(text.value());
    if (json.is_discarded()) {
        warning = putAside(path);
        return settings;
    }
    for (const SettingRow &row : kSettings) {
        const auto found = json.find(row.name);
        if (found != json.end() && found->is_number() && std::isfinite(found->get<double>())) {
            row.set(settings, std::clamp(found->get<float>(), row.low, row.high));
        }
    }
    return settings;
}

Result<void> writeUserSettings(const fs::path &path, const UserSettings &settings) {
    std::error_code ignored; // what is wrong is said when it is written
    fs::create_directories(path.parent_path(), ignored);
    const auto text = readTextFile(path, kFileBytesMax);
    Json json = text ? parsed(text.value()) : Json::object();
    json = json.is_discarded() ? Json::object() : json;
    for (const SettingRow &row : kSettings) {
        json[row.name] = row.get(settings);
    }
    return writeTextFile(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

SettingsKeeper::SettingsKeeper(fs::path path, const UserSettings &now, void (*told)(const std::string &))
    : path_(std::move(path)), told_(told), newest_(now), handed_(now), thread_([this] { work(); }) {}

SettingsKeeper::~SettingsKeeper() {
    for (State now = state_.load(); now != State::Idle; now = state_.load()) {
        state_.wait(now);
    }
    state_.store(State::Stopping);
    state_.notify_all();
    thread_.join();
    if (newest_ != handed_) {
        static_cast<void>(writeUserSettings(path_, newest_));
    }
}

void SettingsKeeper::follow(const UserSettings &settings) {
    newest_ = settings;
    if (newest_ == handed_ || state_.load(std::memory_order_acquire) != State::Idle) {
        return;
    }
    handed_ = newest_;
    state_.store(State::Filled, std::memory_order_release);
    state_.notify_all();
}

void SettingsKeeper::work() {
    for (;;) {
        state_.wait(State::Idle);
        if (state_.load(std::memory_order_acquire) == State::Stopping) {
            return;
        }
        const auto written = writeUserSettings(path_, handed_);
        if (!written && !failed_ && told_ != nullptr) {
            told_("settings cannot be kept: " + written.error().message);
        }
        failed_ = !written;
        state_.store(State::Idle, std::memory_order_release);
        state_.notify_all();
    }
}

} // namespace selvage
