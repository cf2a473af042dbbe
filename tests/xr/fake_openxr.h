// An OpenXR runtime made of settings: linked into a test in place of the loader, it lets a test do what no
// real runtime does on demand (take the headset off, predict garbage, refuse, get lost) and counts every
// breach of the order in which calls must come. No Vulkan: image handles are numbers.
#pragma once

#include "maths/hand_skeleton.h"
#include "openxr_api.h"

#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace selvage::test {

struct FakeHand {
    bool active{true};
    bool valid{true};   // pose flags; when off the pose is garbage on purpose
    bool tracked{true}; // the TRACKED flags
    XrPosef pose{{0.0F, 0.0F, 0.0F, 1.0F}, {0.1F, 1.2F, -0.3F}};
    float value{0.0F};   // of every float action
    HandSkeleton joints; // of the bare hand; active: it is seen
};

struct FakeOpenXr {
    // What it offers.
    std::vector<std::string> extensions{"XR_KHR_vulkan_enable2", "XR_KHR_composition_layer_depth",
                                        "XR_EXT_local_floor", "XR_FB_display_refresh_rate",
                                        "XR_KHR_visibility_mask"};
    std::vector<int64_t> formats{VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_D32_SFLOAT};
    std::vector<XrReferenceSpaceType> spaces{XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_LOCAL,
                                             XR_REFERENCE_SPACE_TYPE_STAGE,
                                             static_cast<XrReferenceSpaceType>(1000426000)};
    std::vector<float> refreshRates{72.0F, 90.0F};
    uint32_t arraySizeMax{2};
    std::array<std::vector<XrVector2f>, 2> maskCorners; // of each eye's hidden area
    std::array<std::vector<uint32_t>, 2> maskIndices;
    std::array<uint32_t, 2> recommended{640, 720}; // size of an eye's picture
    int unavailableCount{0};                       // how many times xrGetSystem says that there is no headset
    std::set<std::string> refusedProfiles;
    std::set<std::string> refusedPaths; // one of them refuses the whole row

    // What it does next.
    std::map<std::string, XrResult> results; // a call named here does nothing but return this
    std::deque<XrEventDataBuffer> events;
    XrTime time{1'000'000'000'000};
    XrDuration period{11'111'111};
    bool shouldRender{true};
    bool supportsHands{true}; // with XR_EXT_hand_tracking
    bool viewsValid{true};
    std::array<FakeHand, 2> hands;

    // What it saw.
    std::vector<std::string> breaches;  // of the order of calls
    std::vector<std::string> suggested; // profiles accepted
    std::vector<uint32_t> layerCounts;  // of each xrEndFrame
    int depthLayers{0};
    int sessionBegins{0};
    int sessionEnds{0};
    int vibrations{0};
    int handTrackers{0}; // that exist
    XrTime lastEndTime{0};
    XrReferenceSpaceType worldType{XR_REFERENCE_SPACE_TYPE_VIEW};
    float worldOffset{0.0F};
    XrPosef submittedPose{};
    XrRect2Di submittedRect{};
    XrRect2Di submittedDepthRect{};
    std::vector<std::array<uint32_t, 2>> swapchainSizes; // of each one made
    std::vector<float> ratesAsked;

    // Where it stands.
    bool running{false};
    bool attached{false};
    bool waited{false};
    bool begun{false};
    std::map<uint64_t, int> acquired; // by swapchain: images acquired and not released
    std::map<std::string, int> alive; // by kind: objects made and not destroyed

    void sendState(XrSessionState state);
    void sendRefreshRate(float from, float to);
    void sendMaskChange(uint32_t eye);
    void sendRecentring(XrReferenceSpaceType type, XrTime changeTime);
};

// The one runtime of this process; a test begins with a new one.
FakeOpenXr &fakeOpenXr();
FakeOpenXr &newFakeOpenXr();

} // namespace selvage::test
