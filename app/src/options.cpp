// Command line by CLI11.
#include "options.h"

#include "command_line/command_line.h"

#include <cmath>
#include <cstdio>
#include <map>

namespace selvage {

namespace {

constexpr unsigned kSizeMin = 16;
constexpr unsigned kSizeMax = 8192;

bool parseSize(const std::string &text, Options &options) {
    unsigned width = 0;
    unsigned height = 0;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%ux%u%c", &width, &height, &rest) != 2 || width < kSizeMin ||
        height < kSizeMin || width > kSizeMax || height > kSizeMax) {
        return false;
    }
    options.width = width;
    options.height = height;
    options.sizeGiven = true;
    return true;
}

// Upright, as a head is.
bool looksSomewhere(const std::vector<float> &camera) {
    constexpr float kLevel = 1e-3F; // m
    return std::hypot(camera[3] - camera[0], camera[5] - camera[2]) > kLevel;
}

// What is shown, and where to.
void addShown(CLI::App &app, Options &options) {
    app.add_option("scenario", options.scenario,
                   "Which scenario; 'selvage-lab list' names them (default: scarf)");
    const std::map<std::string, DisplayChoice> displays{{"auto", DisplayChoice::Auto},
                                                        {"headset", DisplayChoice::Headset},
                                                        {"desktop", DisplayChoice::Desktop},
                                                        {"offscreen", DisplayChoice::Offscreen}};
    addChoice(
        app, "--display", options.display, displays,
        "auto | headset | desktop | offscreen; auto takes a headset where a runtime answers with one, else "
        "a window where a display server answers, else offscreen");
}

void addFiles(CLI::App &app, Options &options) {
    app.add_option("--motion", options.motion, "Motion file (CSV) that moves the hands instead of yours");
    app.add_option("--record", options.record, "Records everything the simulation reads to a motion file");
    app.add_option("--replay", options.replay,
                   "Plays a recording again, step by step, with the scene, seed and settings "
                   "it was made with; tells the "
                   "first step that comes out otherwise, and then ends with exit code 1");
    app.add_option("--project", options.project,
                   "Opens a project of the dress bench: its scene, with the garment as it was saved");
    app.add_option(
        "--autosave", options.keep,
        "Folder in which the garment at the dress bench is kept while it is made, or off (default: "
        "$XDG_STATE_HOME/selvage/garments, offscreen off)");
    app.add_option("--frames", options.frames, "Ends after so many frames");
    app.add_option("--out", options.out, "Folder for pictures (default: out/SCENARIO)");
    app.add_option("--report", options.report,
                   "Where to write the report (default offscreen: OUT/report.json)");
}

void addPictures(CLI::App &app, Options &options, std::string &size) {
    app.add_option("--size", size, "WxH of one eye's picture offscreen (default 640x720), or of the window");
    app.add_flag("--best", options.best, "Offscreen: only the picture of the scene's best moment");
    app.add_option("--picture", options.pictures,
                   "Offscreen: seconds into the motion of a picture, instead of the scene's own (repeatable)")
        ->check(between(0.0, 1e6));
    app.add_option(
           "--camera", options.camera,
           "Offscreen: EYE TARGET, six numbers in metres (y up): where pictures are taken from and what "
           "is in their middle, instead of from the head")
        ->expected(6)
        ->check(between(-1000.0, 1000.0));
}

void addDisplays(CLI::App &app, Options &options) {
    app.add_option(
           "--step-budget", options.stepBudgetMs,
           "Milliseconds after which a step's post-step stops, live displays only; 0 = never (default 8)")
        ->check(between(0.0, 1000.0));
    app.add_option(
           "--least-resolution", options.leastResolution,
           "Percent of a headset's width and height to which the picture may shrink before frames are "
           "missed; 100 = never (default 70)")
        ->check(between(70.0, 100.0));
    app.add_option("--patience", options.patience,
                   "Seconds for which a headset whose runtime died is waited for (default 3.5)")
        ->check(between(0.0, 600.0));
    app.add_flag_callback(
        "--whole-picture", [&options] { options.visibilityMask = false; },
        "Draws in a headset what its lenses are said to hide as well");
    const std::map<std::string, StereoChoice> stereoModes{{"auto", StereoChoice::Auto},
                                                          {"two-pass", StereoChoice::TwoPass},
                                                          {"layered", StereoChoice::Layered},
                                                          {"multiview", StereoChoice::Multiview}};
    addChoice(app, "--stereo", options.stereo, stereoModes,
              "auto | two-pass | layered | multiview: how both eyes are drawn");
    app.add_option("--samples", options.samples,
                   "Samples per pixel, 1 or 4 (default: 4; 1 for live software drivers)")
        ->check(CLI::IsMember({1, 4}));
    app.add_flag_callback(
        "--no-sound", [&options] { options.sound = false; }, "Switches sound off");
    app.add_flag("--validation", options.validation,
                 "Switches on Vulkan's validation layer where it is installed");
}

void addWorld(CLI::App &app, Options &options) {
    app.add_option("--threads", options.threads, "Threads of the simulation step")->check(between(1, 256));
    app.add_option("--seed", options.seed, "Seed of everything random");
    app.add_option("--integrator", options.integrator, "Integrator by name (default: selvage)");
    app.add_option(
        "--set", options.settings,
        "Sets a parameter, e.g. --set fabric=denim (silk, cotton, denim, wool, jersey) or --set "
        "stretch=1000 (repeatable); sheet=irregular makes the sheet of hang and drape one of random "
        "triangles");
}

} // namespace

std::optional<int> parseOptions(int argc, char **argv, Options &options) {
    CLI::App app{"Cloth you can hold: in a headset, in a window, or rendered to pictures.", "selvage"};
    std::string size;
    addShown(app, options);
    addFiles(app, options);
    addPictures(app, options, size);
    addDisplays(app, options);
    addWorld(app, options);
    for (const char *other : {"scenario", "--motion", "--set", "--seed", "--integrator"}) {
        app.get_option("--replay")->excludes(app.get_option(other));
    }
    if (const auto ended = parseCommandLine(app, argc, argv)) {
        return *ended;
    }
    if (!size.empty() && !parseSize(size, options)) {
        std::fprintf(stderr, "selvage: --size %s: expected WIDTHxHEIGHT, each from 16 to 8192\n",
                     size.c_str());
        return kWrongUse;
    }
    if (!options.camera.empty() && !looksSomewhere(options.camera)) {
        std::fprintf(stderr,
                     "selvage: --camera: expected a target that is not straight above or below the eye\n");
        return kWrongUse;
    }
    return std::nullopt;
}

} // namespace selvage
