// The display without a screen runs a motion to its end and leaves the pictures that were asked for.
#include "xr/display.h"

#include "golden_image.h"
#include "maths/motion.h"
#include "test_scene.h"
#include "test_target.h"

#include <gtest/gtest.h>

#include <fstream>

namespace {

using namespace selvage;
using namespace selvage::test;

constexpr VkExtent2D kEye{96, 108};

// One second, starting at 5 s, of a head that moves from x = 0 to x = 1.
Motion slidingHead() {
    Motion motion;
    for (int i = 0; i <= 10; ++i) {
        TrackedInput input;
        input.time = 5.0 + 0.1 * i;
        input.head.position = Vec3(0.1F * static_cast<float>(i), 1.6F, 0.0F);
        input.hand(Hand::Right).active = true;
        motion.samples.push_back(input);
    }
    return motion;
}

std::filesystem::path freshFolder(const std::string &name) {
    const auto folder = std::filesystem::path(SELVAGE_BUILD_DIR) / "offscreen_test" / name;
    std::filesystem::remove_all(folder);
    return folder;
}

struct Playback {
    DisplayState end{DisplayState::Running};
    std::string lostReason;
    std::vector<FrameTiming> timings;
    std::vector<float> headX; // of the simulation's input, m
};

// The frame loop of the application, with a scene that stands still.
Playback runToEnd(const OffscreenOptions &options) {
    auto display = openOffscreen(options);
    EXPECT_TRUE(display) << display.error().message;
    GpuRequest request = testGpuRequest();
    auto gpu = createGpu(request);
    EXPECT_TRUE(gpu) << gpu.error().message;
    EXPECT_TRUE((*display)->start(*gpu));
    Playback run;
    {
        RendererOptions rendering;
        rendering.samples = 1;
        rendering.shadowMapSize = 256;
        rendering.colorFormat = (*display)->info().colorFormat;
        auto renderer = Renderer::create(*gpu, rendering);
        EXPECT_TRUE(renderer) << renderer.error().message;
        TestScene scene = hangingScene(**renderer, 96.0F / 108.0F);
        for (run.end = (*display)->poll(); run.end == DisplayState::Running; run.end = (*display)->poll()) {
            const FrameTiming timing = (*display)->beginFrame();
            run.timings.push_back(timing);
            run.headX.push_back((*display)->input(timing.displayTime).head.position.x);
            scene.frame.eyes = (*display)->views();
            const auto target = timing.shouldRender ? (*display)->acquire() : std::nullopt;
            const bool drawn =
                target && (*renderer)->beginFrame() && (*renderer)->draw(scene.view(), *target);
            (*display)->endFrame(drawn);
        }
        run.lostReason = (*display)->lostReason();
        display->reset();
    }
    destroyGpu(*gpu);
    EXPECT_EQ(validationMessageCount(), 0);
    return run;
}

TEST(Offscreen, RunsTheMotionToItsEndOnItsOwnClock) {
    const Motion motion = slidingHead();
    OffscreenOptions options;
    options.eyeExtent = kEye;
    options.motion = &motion;
    options.frameRate = 50.0;
    const Playback run = runToEnd(options);
    EXPECT_EQ(run.end, DisplayState::Finished);
    ASSERT_EQ(run.timings.size(), 51U); // both ends
    EXPECT_DOUBLE_EQ(run.timings[0].displayTime, 5.0);
    EXPECT_NEAR(run.timings[25].displayTime, 5.5, 1e-12);
    EXPECT_DOUBLE_EQ(run.timings[7].period, 0.02);
    EXPECT_NEAR(run.headX[25], 0.5F, 1e-5F);
    for (const FrameTiming &timing : run.timings) {
        EXPECT_FALSE(timing.shouldRender); // no folder, no pictures
    }
}

TEST(Offscreen, RunsAsManyFramesAsAskedFor) {
    const Motion motion = slidingHead();
    OffscreenOptions options;
    options.eyeExtent = kEye;
    options.motion = &motion;
    options.frames = 7;
    EXPECT_EQ(runToEnd(options).timings.size(), 7U);
}

TEST(Offscreen, WritesNumberedPicturesOfBothEyesAndDrawsNothingElse) {
    const Motion motion = slidingHead();
    OffscreenOptions options;
    options.eyeExtent = kEye;
    options.motion = &motion;
    options.frameRate = 20.0;
    options.outputFolder = freshFolder("pictures") / "deep";
    options.pictureTimes = {0.5, 0.0, 99.0}; // any order; beyond the end is the last frame
    const Playback run = runToEnd(options);
    EXPECT_EQ(run.end, DisplayState::Finished);
    for (size_t i = 0; i < run.timings.size(); ++i) {
        EXPECT_EQ(run.timings[i].shouldRender, i == 0 || i == 10 || i == 20) << i;
    }
    std::array<Picture, 3> pictures;
    for (size_t i = 0; i < pictures.size(); ++i) {
        pictures[i] = readPicture(options.outputFolder / ("frame_000" + std::to_string(i) + ".png"));
        EXPECT_EQ(pictures[i].width, 192);
        EXPECT_EQ(pictures[i].height, 108);
    }
    EXPECT_GT(comparePictures(pictures[0], pictures[1]).mean, 1.0); // the head has moved
    const auto files = std::filesystem::directory_iterator(options.outputFolder);
    EXPECT_EQ(std::distance(begin(files), end(files)), 3);
}

TEST(Offscreen, PlacesTheEyesAtBothSidesOfTheHead) {
    Motion motion = slidingHead();
    for (TrackedInput &sample : motion.samples) {
        sample.head.orientation =
            glm::angleAxis(glm::radians(90.0F), Vec3(0.0F, 1.0F, 0.0F)); // looks along -x
        sample.head.position = Vec3(0.0F, 1.6F, 0.0F);
    }
    OffscreenOptions options;
    options.motion = &motion;
    options.eyeExtent = {640, 720};
    const auto display = openOffscreen(options);
    ASSERT_TRUE(display);
    const auto eyes = display.value()->views();
    EXPECT_NEAR(glm::length(eyes[1].pose.position - eyes[0].pose.position), 0.063F, 1e-5F);
    EXPECT_NEAR(eyes[0].pose.position.z, 0.0315F, 1e-5F); // left of a head that looks along -x
    EXPECT_NEAR(eyes[0].fovUp, glm::radians(42.5F), 1e-5F);
    EXPECT_NEAR(std::tan(eyes[0].fovRight) / std::tan(eyes[0].fovUp), 640.0F / 720.0F, 1e-5F);
}

TEST(Offscreen, IsLostWithTheFilesNameWhenAPictureCannotBeWritten) {
    const Motion motion = slidingHead();
    const auto folder = freshFolder("blocked");
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "file") << "in the way";
    OffscreenOptions options;
    options.eyeExtent = kEye;
    options.motion = &motion;
    options.outputFolder = folder / "file";
    options.pictureTimes = {0.0};
    const Playback run = runToEnd(options);
    EXPECT_EQ(run.end, DisplayState::Lost);
    EXPECT_EQ(run.timings.size(), 1U);
    EXPECT_NE(run.lostReason.find("file"), std::string::npos) << run.lostReason;
}

TEST(Offscreen, NeedsAMotionASizeAndARate) {
    const Motion motion = slidingHead();
    const Motion empty;
    OffscreenOptions options;
    EXPECT_FALSE(openOffscreen(options));
    options.motion = &empty;
    EXPECT_FALSE(openOffscreen(options));
    options.motion = &motion;
    EXPECT_TRUE(openOffscreen(options));
    options.eyeExtent = {0, 10};
    EXPECT_FALSE(openOffscreen(options));
    options.eyeExtent = kEye;
    options.frameRate = 0.0;
    EXPECT_FALSE(openOffscreen(options));
}

} // namespace
