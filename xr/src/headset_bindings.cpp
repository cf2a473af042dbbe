// The bindings table, after the OpenXR registry 1.1. On a controller the index trigger is the pinch as well:
// whoever reads the input decides which of the two it means.
#include "headset_bindings.h"

#include <array>

namespace selvage {

namespace {

constexpr const char *kSqueeze = "input/squeeze/value";
constexpr const char *kSqueezeClick = "input/squeeze/click"; // a button: 0 or 1
constexpr const char *kTrigger = "input/trigger/value";
constexpr const char *kSelectClick = "input/select/click";
constexpr const char *kSelect = "input/select/value";
constexpr const char *kStick = "input/thumbstick";
constexpr const char *kPad = "input/trackpad";
constexpr const char *kMenu = "input/menu/click";
constexpr const char *kB = "input/b/click";
constexpr const char *kA = "input/a/click";
constexpr const char *kX = "input/x/click";
constexpr const char *kY = "input/y/click";
constexpr const char *kStickClick = "input/thumbstick/click";
constexpr const char *kCore = nullptr;

// tool left, tool right, undo, redo
constexpr BenchButtons kNoButtons{};
constexpr BenchButtons kFourButtons{kY, kB, kA, kX};
constexpr BenchButtons kIndexButtons{kA, kA, kStickClick, kStickClick};

// grab, pinch, trigger, stick, menu of the left hand and of the right one, motor, buttons of the bench
constexpr Controls kOneButton{kSelectClick, nullptr, kSelectClick, nullptr, kMenu, kMenu, true, kNoButtons};
constexpr Controls kTouch{kSqueeze, kTrigger, kTrigger, kStick, kMenu, kStickClick, true, kFourButtons};
constexpr Controls kTouchBothMenus{kSqueeze, kTrigger, kTrigger, kStick, kMenu, kMenu, true, kFourButtons};
constexpr Controls kIndex{kSqueeze, kTrigger, kTrigger, kStick, kB, kB, true, kIndexButtons};
constexpr Controls kVive{kSqueezeClick, kTrigger, kTrigger, kPad, kMenu, kMenu, true, kNoButtons};
constexpr Controls kCosmos{kSqueezeClick, kTrigger, kTrigger, kStick, kMenu, kStickClick, true, kFourButtons};
constexpr Controls kWindows{kSqueezeClick, kTrigger, kTrigger, kStick, kMenu, kMenu, true, kNoButtons};
// Bare hands. The menu is left to the system's own gesture.
constexpr Controls kHands{"input/grasp_ext/value",
                          "input/pinch_ext/value",
                          "input/aim_activate_ext/value",
                          nullptr,
                          nullptr,
                          nullptr,
                          false,
                          kNoButtons};
constexpr Controls kMicrosoftHands{kSqueeze, kSelect, kSelect, nullptr, nullptr, nullptr, false, kNoButtons};

constexpr std::array kProfiles = {
    ControllerProfile{"khr/simple_controller", kCore, kOneButton},
    ControllerProfile{"oculus/touch_controller", kCore, kTouch},
    ControllerProfile{"meta/touch_controller_plus", "XR_META_touch_controller_plus", kTouch},
    ControllerProfile{"facebook/touch_controller_pro", "XR_FB_touch_controller_pro", kTouch},
    ControllerProfile{"valve/index_controller", kCore, kIndex},
    ControllerProfile{"htc/vive_controller", kCore, kVive},
    ControllerProfile{"htc/vive_focus3_controller", "XR_HTC_vive_focus3_controller_interaction", kTouch},
    ControllerProfile{"htc/vive_cosmos_controller", "XR_HTC_vive_cosmos_controller_interaction", kCosmos},
    ControllerProfile{"bytedance/pico4_controller", "XR_BD_controller_interaction", kTouch},
    ControllerProfile{"bytedance/pico_neo3_controller", "XR_BD_controller_interaction", kTouchBothMenus},
    ControllerProfile{"bytedance/pico_ultra_controller_bd", "XR_BD_ultra_controller_interaction", kTouch},
    ControllerProfile{"microsoft/motion_controller", kCore, kWindows},
    ControllerProfile{"hp/mixed_reality_controller", "XR_EXT_hp_mixed_reality_controller", kTouchBothMenus},
    ControllerProfile{"samsung/odyssey_controller", "XR_EXT_samsung_odyssey_controller", kWindows},
    ControllerProfile{"ext/hand_interaction_ext", "XR_EXT_hand_interaction", kHands},
    ControllerProfile{"microsoft/hand_interaction", "XR_MSFT_hand_interaction", kMicrosoftHands},
};

void addLeft(std::vector<Binding> &bindings, ActionId action, const char *component) {
    if (component != nullptr) {
        bindings.push_back({action, std::string("/user/hand/left/") + component});
    }
}

void addRight(std::vector<Binding> &bindings, ActionId action, const char *component) {
    if (component != nullptr) {
        bindings.push_back({action, std::string("/user/hand/right/") + component});
    }
}

void addBoth(std::vector<Binding> &bindings, ActionId action, const char *component) {
    addLeft(bindings, action, component);
    addRight(bindings, action, component);
}

} // namespace

std::span<const ControllerProfile> controllerProfiles() {
    return kProfiles;
}

std::vector<Binding> essentialBindings(const ControllerProfile &profile) {
    std::vector<Binding> bindings;
    addBoth(bindings, ActionId::Grab, profile.controls.grab);
    addBoth(bindings, ActionId::Grip, "input/grip/pose");
    addBoth(bindings, ActionId::Aim, "input/aim/pose");
    return bindings;
}

std::vector<Binding> profileBindings(const ControllerProfile &profile) {
    const Controls &controls = profile.controls;
    std::vector<Binding> bindings = essentialBindings(profile);
    addBoth(bindings, ActionId::Pinch, controls.pinch);
    addBoth(bindings, ActionId::Trigger, controls.trigger);
    addBoth(bindings, ActionId::Stick, controls.stick);
    addLeft(bindings, ActionId::Menu, controls.menuLeft);
    addRight(bindings, ActionId::Menu, controls.menuRight);
    addLeft(bindings, ActionId::Tool, controls.bench.toolLeft);
    addRight(bindings, ActionId::Tool, controls.bench.toolRight);
    addRight(bindings, ActionId::Undo, controls.bench.undoRight);
    addLeft(bindings, ActionId::Redo, controls.bench.redoLeft);
    addBoth(bindings, ActionId::Haptic, controls.motor ? "output/haptic" : nullptr);
    return bindings;
}

} // namespace selvage
