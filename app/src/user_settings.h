// What a person has set up for themselves, from one start to the next:
// $XDG_CONFIG_HOME/selvage/settings.json (else ~/.config), one object of the members below. Members that are
// not known stay in the file. What the command line says counts more, and is not kept.
#pragma once

#include "comfort.h"
#include "maths/result.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

namespace selvage {

// Adding a setting is a field, a row in the table and what uses it.
struct UserSettings {
    // "dominant_hand": 0 left, 1 right; "volume", "muted", "captions", "toggle_grab",
    // "swap_trigger_and_grip", "knows_taking", "knows_wind", "knows_panel": 0…1
    Comfort comfort;
    float raised{0.0F};         // "raised_m": m, the person, in a headset
    float windowWidth{1280.0F}; // "window_width", "window_height": window units
    float windowHeight{800.0F};

    friend bool operator==(const UserSettings &, const UserSettings &) = default;
};

std::filesystem::path settingsPath();

// The file's settings; those that it lacks, and all of them where there is none, are as they are at first.
// Values out of range are brought into it. A file that is no such object is put aside as *.damaged, and
// `warning` says so in a line; so does a file that cannot be read.
UserSettings readUserSettings(const std::filesystem::path &path, std::string &warning);

// Whole or not at all, what else is in the file stays. Fails where it cannot be written.
Result<void> writeUserSettings(const std::filesystem::path &path, const UserSettings &settings);

// Writes settings whenever they have changed, on a thread of its own.
class SettingsKeeper {
public:
    // `now`: what is in the file; told: gets one line where it cannot be written.
    SettingsKeeper(std::filesystem::path path, const UserSettings &now, void (*told)(const std::string &));
    ~SettingsKeeper(); // writes what is not written yet
    SettingsKeeper(const SettingsKeeper &) = delete;
    SettingsKeeper &operator=(const SettingsKeeper &) = delete;

    // From one thread. Never blocks or allocates.
    void follow(const UserSettings &settings);

private:
    void work();

    std::filesystem::path path_;
    void (*told_)(const std::string &);
    UserSettings newest_;
    UserSettings handed_;
    bool failed_{false};
    enum class State : uint32_t { Idle, Filled, Stopping };
    std::atomic<State> state_{State::Idle};
    std::thread thread_;
};

} // namespace selvage
