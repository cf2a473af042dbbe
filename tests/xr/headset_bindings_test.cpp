// The bindings table: every row is complete and well formed.
#include "headset_bindings.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace selvage {
namespace {

constexpr int kHands = 2;

const ControllerProfile &profile(const std::string &path) {
    const auto rows = controllerProfiles();
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const auto &row) { return row.path == path; });
    EXPECT_NE(found, rows.end()) << path;
    return found == rows.end() ? rows.front() : *found;
}

int countOf(const std::vector<Binding> &bindings, ActionId action) {
    return static_cast<int>(
        std::count_if(bindings.begin(), bindings.end(), [&](const auto &b) { return b.action == action; }));
}

TEST(Bindings, HoldTheControllersThatEveryRuntimeKnows) {
    for (const char *path : {"khr/simple_controller", "oculus/touch_controller", "valve/index_controller",
                             "htc/vive_controller", "microsoft/motion_controller"}) {
        EXPECT_EQ(profile(path).extension, nullptr) << path;
    }
}

TEST(Bindings, GiveEveryHandAGrabAndBothPoses) {
    for (const ControllerProfile &row : controllerProfiles()) {
        for (const auto &bindings : {profileBindings(row), essentialBindings(row)}) {
            EXPECT_EQ(countOf(bindings, ActionId::Grab), kHands) << row.path;
            EXPECT_EQ(countOf(bindings, ActionId::Grip), kHands) << row.path;
            EXPECT_EQ(countOf(bindings, ActionId::Aim), kHands) << row.path;
        }
    }
}

TEST(Bindings, AreWellFormedPathsWithoutRepeats) {
    std::set<std::string> profiles;
    for (const ControllerProfile &row : controllerProfiles()) {
        EXPECT_TRUE(profiles.insert(row.path).second) << row.path;
        std::set<std::pair<ActionId, std::string>> seen;
        for (const Binding &binding : profileBindings(row)) {
            EXPECT_TRUE(seen.insert({binding.action, binding.path}).second) << binding.path;
            const bool input = binding.path.find("/input/") != std::string::npos;
            EXPECT_EQ(input, binding.action != ActionId::Haptic) << binding.path;
            EXPECT_EQ(binding.path.rfind("/user/hand/", 0), 0U) << binding.path;
        }
    }
}

TEST(Bindings, OpenThePanelWithEitherHandAloneWhereThereAreButtons) {
    for (const ControllerProfile &row : controllerProfiles()) {
        const bool isHand = row.controls.menuLeft == nullptr;
        EXPECT_EQ(countOf(profileBindings(row), ActionId::Menu), isHand ? 0 : kHands) << row.path;
    }
}

TEST(Bindings, LeaveTheRightMenuButtonToTheSystemWhereItIsTheSystems) {
    for (const Binding &binding : profileBindings(profile("oculus/touch_controller"))) {
        EXPECT_NE(binding.path, "/user/hand/right/input/menu/click");
    }
    EXPECT_EQ(countOf(profileBindings(profile("htc/vive_controller")), ActionId::Menu), kHands);
    EXPECT_EQ(countOf(profileBindings(profile("ext/hand_interaction_ext")), ActionId::Menu), 0);
}

// The path of the only binding of an action on that side; "" where there is none.
std::string boundTo(const ControllerProfile &row, ActionId action, const std::string &side) {
    const std::string start = "/user/hand/" + side + "/input/";
    std::string found;
    for (const Binding &binding : profileBindings(row)) {
        if (binding.action == action && binding.path.rfind(start, 0) == 0) {
            EXPECT_EQ(found, "") << row.path;
            found = binding.path.substr(start.size());
        }
    }
    return found;
}

TEST(Bindings, ChangeTheToolAndUndoWithTheButtonsUnderTheThumb) {
    for (const char *path : {"oculus/touch_controller", "bytedance/pico4_controller"}) {
        EXPECT_EQ(boundTo(profile(path), ActionId::Tool, "left"), "y/click");
        EXPECT_EQ(boundTo(profile(path), ActionId::Tool, "right"), "b/click");
        EXPECT_EQ(boundTo(profile(path), ActionId::Undo, "right"), "a/click");
        EXPECT_EQ(boundTo(profile(path), ActionId::Redo, "left"), "x/click");
    }
    const ControllerProfile &index = profile("valve/index_controller");
    for (const char *side : {"left", "right"}) {
        EXPECT_EQ(boundTo(index, ActionId::Menu, side), "b/click");
        EXPECT_EQ(boundTo(index, ActionId::Tool, side), "a/click");
    }
    EXPECT_EQ(boundTo(index, ActionId::Undo, "right"), "thumbstick/click");
    EXPECT_EQ(boundTo(index, ActionId::Redo, "left"), "thumbstick/click");
}

TEST(Bindings, GiveNoButtonTwoMeaningsButSqueezingAndPointing) {
    for (const ControllerProfile &row : controllerProfiles()) {
        std::set<std::string> taken;
        for (const Binding &binding : profileBindings(row)) {
            const bool isButton = binding.action == ActionId::Menu || binding.action == ActionId::Tool ||
                                  binding.action == ActionId::Undo || binding.action == ActionId::Redo;
            EXPECT_TRUE(!isButton || taken.insert(binding.path).second) << row.path << " " << binding.path;
        }
    }
}

TEST(Bindings, LeaveTheBenchsButtonsToThePanelWhereThumbsHaveNone) {
    for (const char *path : {"khr/simple_controller", "htc/vive_controller", "ext/hand_interaction_ext"}) {
        for (const ActionId action : {ActionId::Tool, ActionId::Undo, ActionId::Redo}) {
            EXPECT_EQ(countOf(profileBindings(profile(path)), action), 0) << path;
        }
    }
}

TEST(Bindings, DoNotBuzzBareHands) {
    EXPECT_EQ(countOf(profileBindings(profile("ext/hand_interaction_ext")), ActionId::Haptic), 0);
    EXPECT_EQ(countOf(profileBindings(profile("khr/simple_controller")), ActionId::Haptic), kHands);
}

} // namespace
} // namespace selvage
