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

TEST(Bindings, LeaveTheRightMenuButtonToTheSystemWhereItIsTheSystems) {
    EXPECT_EQ(countOf(profileBindings(profile("oculus/touch_controller")), ActionId::Menu), 1);
    EXPECT_EQ(countOf(profileBindings(profile("htc/vive_controller")), ActionId::Menu), kHands);
    EXPECT_EQ(countOf(profileBindings(profile("ext/hand_interaction_ext")), ActionId::Menu), 0);
}

TEST(Bindings, DoNotBuzzBareHands) {
    EXPECT_EQ(countOf(profileBindings(profile("ext/hand_interaction_ext")), ActionId::Haptic), 0);
    EXPECT_EQ(countOf(profileBindings(profile("khr/simple_controller")), ActionId::Haptic), kHands);
}

} // namespace
} // namespace selvage
