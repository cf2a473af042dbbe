// What shows the cloth: a display, the GPU that it wants, and a renderer on it.
#pragma once

#include "io/motion_csv.h"
#include "options.h"
#include "render/renderer.h"
#include "scenarios/bench_project.h"
#include "scenarios/scenario.h"
#include "session_file.h"
#include "user_settings.h"
#include "watch.h"
#include "xr/display.h"

#include <memory>
#include <optional>

namespace selvage {

// For one call while a display is opened or closed, where runtimes start compositors.
inline constexpr auto kOpeningPatience = std::chrono::seconds(10);

struct Session {
    const Scenario *scenario{nullptr};
    std::optional<MotionFile> motion; // from --motion or --replay, or the script
    std::optional<Project> project;
    std::optional<RecordedSession> replay; // from --replay
    UserSettings settings;
};

// Made in this order and given back in reverse. Where the display is a headset, each call into its runtime is
// watched.
class Stage {
public:
    Stage() = default;
    Stage(const Stage &) = delete;
    Stage &operator=(const Stage &) = delete;
    ~Stage() { close(); }

    // `kind`: which display; not Auto. Once.
    Result<void> open(DisplayChoice kind, const Options &options, const Session &session);
    void close();

    Display &display() { return *display_; }
    Renderer &renderer() { return *renderer_; }
    DisplayChoice kind() const { return kind_; }
    Watch &watch() { return watch_; }

private:
    Result<void> fill(const Options &options);

    DisplayChoice kind_{DisplayChoice::Auto};
    Watch watch_;
    std::unique_ptr<Display> display_;
    std::optional<Gpu> gpu_;
    std::unique_ptr<Renderer> renderer_;
};

// Auto: a headset where a runtime answers with one, else a window, else offscreen. A runtime that hangs is
// left alone, and counts as none.
Result<std::shared_ptr<Stage>> openStage(DisplayChoice choice, const Options &options,
                                         const Session &session);
// Gives it back, unless its runtime hangs.
void closeStage(const std::shared_ptr<Stage> &stage);

} // namespace selvage
