// What a person has set up, from one start to the next.
#include "user_settings.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace selvage {
namespace {

namespace fs = std::filesystem;

fs::path freshPath(const std::string &name) {
    const fs::path folder = fs::path(testing::TempDir()) / ("settings-" + name);
    fs::remove_all(folder);
    return folder / "selvage" / "settings.json";
}

void put(const fs::path &path, const std::string &text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

std::string textOf(const fs::path &path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

TEST(UserSettings, AreAsAtFirstWithoutAFile) {
    std::string warning;
    EXPECT_EQ(readUserSettings(freshPath("none"), warning), UserSettings{});
    EXPECT_EQ(warning, "");
}

TEST(UserSettings, ComeBackAsTheyWere) {
    const fs::path path = freshPath("back");
    const UserSettings settings{{.dominant = Hand::Left,
                                 .volume = 0.25F,
                                 .muted = true,
                                 .captions = true,
                                 .togglesGrab = true,
                                 .swapsTriggerAndGrip = true,
                                 .known = {.taking = true, .wind = true, .panel = true}},
                                0.15F,
                                1920.0F,
                                1000.0F};
    ASSERT_TRUE(writeUserSettings(path, settings));
    std::string warning;
    EXPECT_EQ(readUserSettings(path, warning), settings);
    EXPECT_EQ(warning, "");
}

TEST(UserSettings, LeaveWhatIsNotKnownInTheFile) {
    const fs::path path = freshPath("unknown");
    put(path, R"({"wind": true, "raised_m": 0.1})");
    ASSERT_TRUE(writeUserSettings(path, {}));
    EXPECT_NE(textOf(path).find("\"wind\": true"), std::string::npos) << textOf(path);
}

TEST(UserSettings, AreBroughtIntoRange) {
    const fs::path path = freshPath("range");
    put(path, R"({"raised_m": 1e9, "window_width": -4, "window_height": "tall", "dominant_hand": null})");
    std::string warning;
    const UserSettings read = readUserSettings(path, warning);
    EXPECT_EQ(read.raised, 0.8F);
    EXPECT_EQ(read.windowWidth, 200.0F);
    EXPECT_EQ(read.windowHeight, UserSettings{}.windowHeight);
    EXPECT_EQ(read.comfort, UserSettings{}.comfort);
}

TEST(UserSettings, PutADamagedFileAsideAndSaySoInALine) {
    const std::string whole = R"({"raised_m": 0.1, "window_width": 900})";
    for (size_t length = 0; length < whole.size(); ++length) {
        const fs::path path = freshPath("damaged");
        put(path, whole.substr(0, length));
        std::string warning;
        EXPECT_EQ(readUserSettings(path, warning), UserSettings{});
        EXPECT_NE(warning.find(path.string()), std::string::npos) << warning;
        EXPECT_EQ(warning.find('\n'), std::string::npos);
        EXPECT_EQ(textOf(path.string() + ".damaged"), whole.substr(0, length));
    }
}

int toldCount = 0;

TEST(SettingsKeeper, WritesChangesAndGoesOnWhereItCannot) {
    const fs::path path = freshPath("keeper");
    {
        SettingsKeeper keeper(path, {}, nullptr);
        keeper.follow({});
        keeper.follow({.comfort = {}, .raised = 0.2F});
        keeper.follow({.comfort = {}, .raised = 0.3F});
    }
    std::string warning;
    EXPECT_EQ(readUserSettings(path, warning).raised, 0.3F);

    const fs::path unwritable = freshPath("unwritable");
    put(unwritable.parent_path(), ""); // a file where the folder should be
    {
        SettingsKeeper keeper(unwritable, {}, [](const std::string &) { ++toldCount; });
        for (int turn = 1; turn <= 20; ++turn) {
            keeper.follow({.comfort = {}, .raised = 0.01F * static_cast<float>(turn)});
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    EXPECT_EQ(toldCount, 1);
}

} // namespace
} // namespace selvage
