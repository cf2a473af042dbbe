// The headset's buttons and hands: one action set, attached once, synchronised once a frame, read as often as
// wanted.
#pragma once

#include "headset_bindings.h"
#include "maths/tracking.h"
#include "openxr_api.h"

#include <array>
#include <string>
#include <vector>

namespace selvage {

// Owned by the headset display; destroyActions() frees it.
struct Actions {
    XrActionSet set{XR_NULL_HANDLE};
    std::array<XrAction, kActionCount> action{}; // by ActionId
    std::array<XrPath, kHandCount> handPath{};
    std::array<XrSpace, kHandCount> gripSpace{};
    std::array<XrSpace, kHandCount> aimSpace{};
    std::array<HandInput, kHandCount> last{}; // for poses while tracking is lost
    std::array<bool, kHandCount> everTracked{};
    std::array<double, kHandCount> vibratedAt{-1.0, -1.0}; // s, display time
    bool haveInput{false};                                 // false: another application has the input
};

// Creates the actions and suggests every row of the bindings table whose extension is switched on. A row that
// the runtime refuses is tried with its essential bindings, then left out.
Result<void> createActions(XrInstance instance, const std::vector<std::string> &extensions, Actions &actions);
// Once a session, before its first frame.
Result<void> attachActions(XrSession session, Actions &actions);
void destroyActions(Actions &actions);

// Once a frame. The result is the runtime's: XR_SESSION_NOT_FOCUSED is a success and means no input.
XrResult syncActions(XrSession session, Actions &actions);
// Buttons as of the last sync, poses in `base` predicted for `time`. A hand whose tracking is lost keeps its
// last pose with `tracked` off; one that was never seen is not active. Gives the first failing call's result.
XrResult readHand(XrSession session, Actions &actions, Hand side, XrSpace base, XrTime time, HandInput &hand);
// `now` is the display time (s) by which buzzes are kept apart.
XrResult vibrateHand(XrSession session, Actions &actions, Hand side, float amplitude, float duration,
                     double now);
// "valve/index_controller", or nothing when no controller is bound.
std::string controllerName(XrInstance instance, XrSession session, const Actions &actions, Hand side);

} // namespace selvage
