// Which button of which controller means what: one table, a row a controller profile. A runtime that refuses
// a row loses only that row. To support another controller, add a row.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace selvage {

// What the application can be told by a hand. The order is that of the actions in headset_actions.
enum class ActionId { Grab, Pinch, Trigger, Stick, Menu, Tool, Undo, Redo, Grip, Aim, Haptic };
inline constexpr int kActionCount = 11;

// Buttons of the dress bench, where a controller has any to spare.
struct BenchButtons {
    const char *toolLeft{nullptr};
    const char *toolRight{nullptr};
    const char *undoRight{nullptr};
    const char *redoLeft{nullptr};
};

// What is where on a controller. Components are paths below /user/hand/left or right; nullptr: there is none.
struct Controls {
    const char *grab;
    const char *pinch;
    const char *trigger;
    const char *stick;
    const char *menuLeft;
    const char *menuRight; // where the menu button there is the system's, another one
    bool motor;            // it can buzz
    BenchButtons bench;
};

// One row.
struct ControllerProfile {
    const char *path;      // below /interaction_profiles/
    const char *extension; // that must be switched on; nullptr: core 1.0
    Controls controls;
};

std::span<const ControllerProfile> controllerProfiles();

struct Binding {
    ActionId action;
    std::string path; // e.g. /user/hand/left/input/squeeze/value
};

// Every binding of a row, both hands.
std::vector<Binding> profileBindings(const ControllerProfile &profile);
// Only what grabbing needs (grab, grip, aim): tried when a runtime refuses the whole row, since one path it
// does not know is enough for that.
std::vector<Binding> essentialBindings(const ControllerProfile &profile);

} // namespace selvage
