// Actions of the headset display; see the header.
#include "headset_actions.h"

#include "headset_space.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace selvage {

namespace {

constexpr double kVibrationGap =
    0.02; // s; a motor does not tell more apart, and a runtime's queue does not fill up

struct ActionRow {
    ActionId id;
    XrActionType type;
    const char *name;
    const char *localizedName; // what a runtime's rebinding page shows
};

constexpr std::array<ActionRow, kActionCount> kActions = {{
    {ActionId::Grab, XR_ACTION_TYPE_FLOAT_INPUT, "grab", "Grab with the whole hand"},
    {ActionId::Pinch, XR_ACTION_TYPE_FLOAT_INPUT, "pinch", "Pinch with the fingertips"},
    {ActionId::Trigger, XR_ACTION_TYPE_FLOAT_INPUT, "trigger", "Use the tool, press a button"},
    {ActionId::Stick, XR_ACTION_TYPE_VECTOR2F_INPUT, "stick", "Turn and scroll"},
    {ActionId::Menu, XR_ACTION_TYPE_BOOLEAN_INPUT, "menu", "Open the menu"},
    {ActionId::Tool, XR_ACTION_TYPE_BOOLEAN_INPUT, "tool", "Change the tool"},
    {ActionId::Undo, XR_ACTION_TYPE_BOOLEAN_INPUT, "undo", "Undo"},
    {ActionId::Redo, XR_ACTION_TYPE_BOOLEAN_INPUT, "redo", "Redo"},
    {ActionId::Grip, XR_ACTION_TYPE_POSE_INPUT, "grip_pose", "Hand"},
    {ActionId::Aim, XR_ACTION_TYPE_POSE_INPUT, "aim_pose", "Pointing"},
    {ActionId::Haptic, XR_ACTION_TYPE_VIBRATION_OUTPUT, "haptic", "Feel the cloth"},
}};

XrAction actionOf(const Actions &actions, ActionId id) {
    return actions.action[static_cast<size_t>(id)];
}

size_t indexOf(Hand side) {
    return static_cast<size_t>(side);
}

Result<void> createSet(XrInstance instance, Actions &actions) {
    XR_CHECK(xrStringToPath(instance, "/user/hand/left", &actions.handPath[0]));
    XR_CHECK(xrStringToPath(instance, "/user/hand/right", &actions.handPath[1]));
    XrActionSetCreateInfo setInfo{};
    setInfo.type = XR_TYPE_ACTION_SET_CREATE_INFO;
    std::snprintf(setInfo.actionSetName, XR_MAX_ACTION_SET_NAME_SIZE, "play");
    std::snprintf(setInfo.localizedActionSetName, XR_MAX_LOCALIZED_ACTION_SET_NAME_SIZE, "Play with cloth");
    XR_CHECK(xrCreateActionSet(instance, &setInfo, &actions.set));
    for (const ActionRow &row : kActions) {
        XrActionCreateInfo info{};
        info.type = XR_TYPE_ACTION_CREATE_INFO;
        info.actionType = row.type;
        std::snprintf(info.actionName, XR_MAX_ACTION_NAME_SIZE, "%s", row.name);
        std::snprintf(info.localizedActionName, XR_MAX_LOCALIZED_ACTION_NAME_SIZE, "%s", row.localizedName);
        info.countSubactionPaths = kHandCount;
        info.subactionPaths = actions.handPath.data();
        XR_CHECK(xrCreateAction(actions.set, &info, &actions.action[static_cast<size_t>(row.id)]));
    }
    return {};
}

XrResult suggest(XrInstance instance, const Actions &actions, const ControllerProfile &profile,
                 const std::vector<Binding> &bindings) {
    XrPath profilePath = XR_NULL_PATH;
    const std::string name = std::string("/interaction_profiles/") + profile.path;
    if (const XrResult result = xrStringToPath(instance, name.c_str(), &profilePath); XR_FAILED(result)) {
        return result;
    }
    std::vector<XrActionSuggestedBinding> suggested;
    for (const Binding &binding : bindings) {
        XrPath path = XR_NULL_PATH;
        if (const XrResult result = xrStringToPath(instance, binding.path.c_str(), &path);
            XR_FAILED(result)) {
            return result;
        }
        suggested.push_back({actionOf(actions, binding.action), path});
    }
    XrInteractionProfileSuggestedBinding info{};
    info.type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING;
    info.interactionProfile = profilePath;
    info.countSuggestedBindings = static_cast<uint32_t>(suggested.size());
    info.suggestedBindings = suggested.data();
    return xrSuggestInteractionProfileBindings(instance, &info);
}

// Refusals are normal here (an unknown controller, one unknown path); only a lost runtime is an error.
Result<void> suggestAll(XrInstance instance, const std::vector<std::string> &extensions,
                        const Actions &actions) {
    for (const ControllerProfile &profile : controllerProfiles()) {
        const bool known = profile.extension == nullptr || std::find(extensions.begin(), extensions.end(),
                                                                     profile.extension) != extensions.end();
        if (!known) {
            continue;
        }
        XrResult result = suggest(instance, actions, profile, profileBindings(profile));
        if (XR_FAILED(result) && !isLost(result)) {
            result = suggest(instance, actions, profile, essentialBindings(profile));
        }
        if (isLost(result)) {
            return xrError("xrSuggestInteractionProfileBindings", result);
        }
    }
    return {};
}

Result<void> createHandSpace(XrSession session, const Actions &actions, ActionId id, size_t side,
                             XrSpace &space) {
    XrActionSpaceCreateInfo info{};
    info.type = XR_TYPE_ACTION_SPACE_CREATE_INFO;
    info.action = actionOf(actions, id);
    info.subactionPath = actions.handPath[side];
    info.poseInActionSpace = kIdentityPose;
    XR_CHECK(xrCreateActionSpace(session, &info, &space));
    return {};
}

XrActionStateGetInfo stateOf(const Actions &actions, ActionId id, Hand side) {
    return {XR_TYPE_ACTION_STATE_GET_INFO, nullptr, actionOf(actions, id), actions.handPath[indexOf(side)]};
}

// Buttons that are not bound stay at rest.
XrResult readFloat(XrSession session, const Actions &actions, ActionId id, Hand side, float &value) {
    const XrActionStateGetInfo get = stateOf(actions, id, side);
    XrActionStateFloat state{};
    state.type = XR_TYPE_ACTION_STATE_FLOAT;
    const XrResult result = xrGetActionStateFloat(session, &get, &state);
    const bool usable =
        XR_SUCCEEDED(result) && state.isActive == XR_TRUE && std::isfinite(state.currentState);
    value = usable ? std::clamp(state.currentState, 0.0F, 1.0F) : 0.0F;
    return result;
}

XrResult readStick(XrSession session, const Actions &actions, Hand side, Vec2 &value) {
    const XrActionStateGetInfo get = stateOf(actions, ActionId::Stick, side);
    XrActionStateVector2f state{};
    state.type = XR_TYPE_ACTION_STATE_VECTOR2F;
    const XrResult result = xrGetActionStateVector2f(session, &get, &state);
    const bool usable = XR_SUCCEEDED(result) && state.isActive == XR_TRUE &&
                        std::isfinite(state.currentState.x) && std::isfinite(state.currentState.y);
    value = usable ? Vec2(state.currentState.x, state.currentState.y) : Vec2(0.0F);
    return result;
}

XrResult readButton(XrSession session, const Actions &actions, ActionId id, Hand side, bool &value) {
    const XrActionStateGetInfo get = stateOf(actions, id, side);
    XrActionStateBoolean state{};
    state.type = XR_TYPE_ACTION_STATE_BOOLEAN;
    const XrResult result = xrGetActionStateBoolean(session, &get, &state);
    value = XR_SUCCEEDED(result) && state.isActive == XR_TRUE && state.currentState == XR_TRUE;
    return result;
}

XrResult readButtons(XrSession session, const Actions &actions, Hand side, HandInput &hand) {
    const std::array results = {
        readFloat(session, actions, ActionId::Grab, side, hand.grab),
        readFloat(session, actions, ActionId::Pinch, side, hand.pinch),
        readFloat(session, actions, ActionId::Trigger, side, hand.trigger),
        readStick(session, actions, side, hand.stick),
        readButton(session, actions, ActionId::Menu, side, hand.menu),
        readButton(session, actions, ActionId::Tool, side, hand.tool),
        readButton(session, actions, ActionId::Undo, side, hand.undo),
        readButton(session, actions, ActionId::Redo, side, hand.redo),
    };
    const auto failed = std::find_if(results.begin(), results.end(), [](XrResult r) { return XR_FAILED(r); });
    return failed == results.end() ? XR_SUCCESS : *failed;
}

} // namespace

Result<void> createActions(XrInstance instance, const std::vector<std::string> &extensions,
                           Actions &actions) {
    if (auto created = createSet(instance, actions); !created) {
        return created;
    }
    return suggestAll(instance, extensions, actions);
}

Result<void> attachActions(XrSession session, Actions &actions) {
    XrSessionActionSetsAttachInfo info{};
    info.type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO;
    info.countActionSets = 1;
    info.actionSets = &actions.set;
    XR_CHECK(xrAttachSessionActionSets(session, &info));
    for (size_t side = 0; side < kHandCount; ++side) {
        if (auto made = createHandSpace(session, actions, ActionId::Grip, side, actions.gripSpace[side]);
            !made) {
            return made;
        }
        if (auto made = createHandSpace(session, actions, ActionId::Aim, side, actions.aimSpace[side]);
            !made) {
            return made;
        }
    }
    return {};
}

void destroyActions(Actions &actions) {
    for (size_t side = 0; side < kHandCount; ++side) {
        for (XrSpace space : {actions.gripSpace[side], actions.aimSpace[side]}) {
            if (space != XR_NULL_HANDLE) {
                xrDestroySpace(space);
            }
        }
    }
    if (actions.set != XR_NULL_HANDLE) {
        xrDestroyActionSet(actions.set); // its actions go with it
    }
    actions = Actions{};
}

XrResult syncActions(XrSession session, Actions &actions) {
    const XrActiveActionSet active{actions.set, XR_NULL_PATH};
    XrActionsSyncInfo info{};
    info.type = XR_TYPE_ACTIONS_SYNC_INFO;
    info.countActiveActionSets = 1;
    info.activeActionSets = &active;
    const XrResult result = xrSyncActions(session, &info);
    actions.haveInput = result == XR_SUCCESS;
    return result;
}

XrResult readHand(XrSession session, Actions &actions, Hand side, XrSpace base, XrTime time,
                  HandInput &hand) {
    const size_t i = indexOf(side);
    hand = actions.last[i];
    hand.active = false;
    if (!actions.haveInput) {
        return XR_SUCCESS;
    }
    const XrActionStateGetInfo get = stateOf(actions, ActionId::Grip, side);
    XrActionStatePose state{};
    state.type = XR_TYPE_ACTION_STATE_POSE;
    const XrResult result = xrGetActionStatePose(session, &get, &state);
    if (XR_FAILED(result) || state.isActive != XR_TRUE) {
        return result;
    }
    const XrResult buttons = readButtons(session, actions, side, hand);
    LocatedPose grip;
    LocatedPose aim;
    const XrResult gripResult = locatePose(actions.gripSpace[i], base, time, grip);
    const XrResult aimResult = locatePose(actions.aimSpace[i], base, time, aim);
    hand.tracked = grip.valid && grip.tracked;
    if (grip.valid) {
        hand.grip = grip.pose;
        hand.aim = aim.valid ? aim.pose : grip.pose;
        actions.everTracked[i] = true;
    }
    hand.active = actions.everTracked[i];
    actions.last[i] = hand;
    return XR_FAILED(buttons) ? buttons : (XR_FAILED(gripResult) ? gripResult : aimResult);
}

XrResult vibrateHand(XrSession session, Actions &actions, Hand side, float amplitude, float duration,
                     double now) {
    double &last = actions.vibratedAt[indexOf(side)];
    const bool usable =
        std::isfinite(amplitude) && std::isfinite(duration) && amplitude > 0.0F && duration > 0.0F;
    if (!usable || !actions.haveInput || now - last < kVibrationGap) {
        return XR_SUCCESS;
    }
    last = now;
    XrHapticVibration vibration{};
    vibration.type = XR_TYPE_HAPTIC_VIBRATION;
    vibration.amplitude = std::min(amplitude, 1.0F);
    vibration.duration = static_cast<XrDuration>(static_cast<double>(duration) * 1e9); // ns
    vibration.frequency = XR_FREQUENCY_UNSPECIFIED;
    XrHapticActionInfo info{};
    info.type = XR_TYPE_HAPTIC_ACTION_INFO;
    info.action = actionOf(actions, ActionId::Haptic);
    info.subactionPath = actions.handPath[indexOf(side)];
    return xrApplyHapticFeedback(session, &info, reinterpret_cast<const XrHapticBaseHeader *>(&vibration));
}

std::string controllerName(XrInstance instance, XrSession session, const Actions &actions, Hand side) {
    XrInteractionProfileState state{};
    state.type = XR_TYPE_INTERACTION_PROFILE_STATE;
    const XrResult result = xrGetCurrentInteractionProfile(session, actions.handPath[indexOf(side)], &state);
    if (XR_FAILED(result) || state.interactionProfile == XR_NULL_PATH) {
        return {};
    }
    std::array<char, XR_MAX_PATH_LENGTH> text{};
    uint32_t length = 0;
    if (XR_FAILED(xrPathToString(instance, state.interactionProfile, static_cast<uint32_t>(text.size()),
                                 &length, text.data()))) {
        return {};
    }
    const std::string path(text.data());
    const std::string prefix = "/interaction_profiles/";
    return path.rfind(prefix, 0) == 0 ? path.substr(prefix.size()) : path;
}

} // namespace selvage
