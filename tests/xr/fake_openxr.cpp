// The fake runtime's OpenXR functions; see the header. Handles are small numbers, paths are interned strings.
#include "fake_openxr.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>

namespace selvage::test {

namespace {

std::unique_ptr<FakeOpenXr> current = std::make_unique<FakeOpenXr>();
std::vector<std::string> paths; // XrPath - 1 is the index
uint64_t nextHandle = 1;
std::map<uint64_t, size_t> trackerSide;
std::map<uint64_t, std::string> spaceOwner; // "head", "left", "right" or "world"

template <typename Handle> Handle newHandle() {
    const uint64_t number = nextHandle++; // handles are numbers here
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<Handle>(number);
}
template <typename Handle> uint64_t numberOf(Handle handle) {
    return reinterpret_cast<uint64_t>(handle);
}

void breach(const std::string &what) {
    current->breaches.push_back(what);
}

std::optional<XrResult> forced(const char *call) {
    const auto found = current->results.find(call);
    return found == current->results.end() ? std::nullopt : std::optional(found->second);
}

template <typename Item>
XrResult enumerate(const std::vector<Item> &items, uint32_t capacity, uint32_t *count, Item *out) {
    *count = static_cast<uint32_t>(items.size());
    if (capacity == 0) {
        return XR_SUCCESS;
    }
    if (capacity < items.size()) {
        return XR_ERROR_SIZE_INSUFFICIENT;
    }
    std::copy(items.begin(), items.end(), out);
    return XR_SUCCESS;
}

const FakeHand &handOf(XrPath path) {
    return current->hands[paths[path - 1] == "/user/hand/right" ? 1 : 0];
}

XrPosef garbagePose() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    return {{nan, nan, nan, nan}, {nan, nan, nan}};
}

XrResult enumerateRates(XrSession, uint32_t capacity, uint32_t *count, float *rates) {
    return enumerate(current->refreshRates, capacity, count, rates);
}
XrResult getRate(XrSession, float *rate) {
    *rate = current->refreshRates.empty() ? 60.0F : current->refreshRates.front();
    return XR_SUCCESS;
}
XrResult requestRate(XrSession, float rate) {
    current->ratesAsked.push_back(rate);
    const auto &rates = current->refreshRates;
    const bool listed = std::find(rates.begin(), rates.end(), rate) != rates.end();
    return listed ? XR_SUCCESS : XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB;
}
XrResult getMask(XrSession, XrViewConfigurationType, uint32_t eye, XrVisibilityMaskTypeKHR type,
                 XrVisibilityMaskKHR *mask) {
    if (type != XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR || eye > 1) {
        return XR_ERROR_VALIDATION_FAILURE;
    }
    const XrResult corners = enumerate(current->maskCorners[eye], mask->vertexCapacityInput,
                                       &mask->vertexCountOutput, mask->vertices);
    const XrResult indices = enumerate(current->maskIndices[eye], mask->indexCapacityInput,
                                       &mask->indexCountOutput, mask->indices);
    return XR_FAILED(corners) ? corners : indices;
}
XrResult getRequirements(XrInstance, XrSystemId, XrGraphicsRequirementsVulkanKHR *requirements) {
    requirements->minApiVersionSupported = XR_MAKE_VERSION(1, 0, 0);
    requirements->maxApiVersionSupported = XR_MAKE_VERSION(1, 1, 0);
    return XR_SUCCESS;
}
XrResult getVulkanExtensions(XrInstance, XrSystemId, uint32_t capacity, uint32_t *count, char *text) {
    static const std::string kNames = "VK_KHR_one VK_KHR_two";
    return enumerate(std::vector<char>(kNames.c_str(), kNames.c_str() + kNames.size() + 1), capacity, count,
                     text);
}
XrResult createHandTracker(XrSession, const XrHandTrackerCreateInfoEXT *info, XrHandTrackerEXT *tracker) {
    *tracker = newHandle<XrHandTrackerEXT>();
    trackerSide[numberOf(*tracker)] = info->hand == XR_HAND_RIGHT_EXT ? 1 : 0;
    ++current->handTrackers;
    return forced("xrCreateHandTrackerEXT").value_or(XR_SUCCESS);
}
XrResult destroyHandTracker(XrHandTrackerEXT) {
    --current->handTrackers;
    return XR_SUCCESS;
}
XrResult locateHandJoints(XrHandTrackerEXT tracker, const XrHandJointsLocateInfoEXT *,
                          XrHandJointLocationsEXT *locations) {
    if (const auto result = forced("xrLocateHandJointsEXT")) {
        return *result;
    }
    const HandSkeleton &joints = current->hands[trackerSide[numberOf(tracker)]].joints;
    locations->isActive = joints.active ? XR_TRUE : XR_FALSE;
    for (size_t i = 0; i < kHandJointCount; ++i) {
        const JointState &joint = joints.joints[i];
        const Quat &q = joint.pose.orientation;
        const Vec3 &p = joint.pose.position;
        locations->jointLocations[i].locationFlags =
            joint.valid ? XR_SPACE_LOCATION_POSITION_VALID_BIT | XR_SPACE_LOCATION_ORIENTATION_VALID_BIT : 0;
        locations->jointLocations[i].pose =
            joint.valid ? XrPosef{{q.x, q.y, q.z, q.w}, {p.x, p.y, p.z}} : garbagePose();
        locations->jointLocations[i].radius = joint.radius;
    }
    return XR_SUCCESS;
}
XrResult notCalled() {
    return XR_ERROR_FUNCTION_UNSUPPORTED;
} // Vulkan is not made in these tests

bool listed(const char *extension) {
    const auto &names = current->extensions;
    return std::find(names.begin(), names.end(), extension) != names.end();
}

PFN_xrVoidFunction functionOf(const std::string &name) {
    const auto is = [&](const char *wanted, const char *extension) {
        return name == wanted && listed(extension);
    };
    const auto as = [](auto *function) { return reinterpret_cast<PFN_xrVoidFunction>(function); };
    constexpr const char *kVulkan1 = "XR_KHR_vulkan_enable";
    constexpr const char *kVulkan2 = "XR_KHR_vulkan_enable2";
    constexpr const char *kRates = "XR_FB_display_refresh_rate";
    if (is("xrGetVulkanGraphicsRequirementsKHR", kVulkan1) ||
        is("xrGetVulkanGraphicsRequirements2KHR", kVulkan2)) {
        return as(getRequirements);
    }
    if (is("xrGetVulkanInstanceExtensionsKHR", kVulkan1) || is("xrGetVulkanDeviceExtensionsKHR", kVulkan1)) {
        return as(getVulkanExtensions);
    }
    if (is("xrEnumerateDisplayRefreshRatesFB", kRates)) {
        return as(enumerateRates);
    }
    if (is("xrGetDisplayRefreshRateFB", kRates)) {
        return as(getRate);
    }
    if (is("xrRequestDisplayRefreshRateFB", kRates)) {
        return as(requestRate);
    }
    if (is("xrGetVisibilityMaskKHR", "XR_KHR_visibility_mask")) {
        return as(getMask);
    }
    constexpr const char *kHands = "XR_EXT_hand_tracking";
    if (is("xrCreateHandTrackerEXT", kHands)) {
        return as(createHandTracker);
    }
    if (is("xrDestroyHandTrackerEXT", kHands)) {
        return as(destroyHandTracker);
    }
    if (is("xrLocateHandJointsEXT", kHands)) {
        return as(locateHandJoints);
    }
    const bool vulkan = name.find("Vulkan") != std::string::npos;
    return vulkan && (listed(kVulkan1) || listed(kVulkan2)) ? as(notCalled) : nullptr;
}

} // namespace

FakeOpenXr &fakeOpenXr() {
    return *current;
}

FakeOpenXr &newFakeOpenXr() {
    current = std::make_unique<FakeOpenXr>();
    return *current;
}

void FakeOpenXr::sendState(XrSessionState state) {
    XrEventDataBuffer buffer{};
    auto &event = reinterpret_cast<XrEventDataSessionStateChanged &>(buffer);
    event.type = XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED;
    event.state = state;
    events.push_back(buffer);
}

void FakeOpenXr::sendRefreshRate(float from, float to) {
    XrEventDataBuffer buffer{};
    auto &event = reinterpret_cast<XrEventDataDisplayRefreshRateChangedFB &>(buffer);
    event.type = XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB;
    event.fromDisplayRefreshRate = from;
    event.toDisplayRefreshRate = to;
    events.push_back(buffer);
}

void FakeOpenXr::sendMaskChange(uint32_t eye) {
    XrEventDataBuffer buffer{};
    auto &event = reinterpret_cast<XrEventDataVisibilityMaskChangedKHR &>(buffer);
    event.type = XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR;
    event.viewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
    event.viewIndex = eye;
    events.push_back(buffer);
}

void FakeOpenXr::sendRecentring(XrReferenceSpaceType type, XrTime changeTime) {
    XrEventDataBuffer buffer{};
    auto &event = reinterpret_cast<XrEventDataReferenceSpaceChangePending &>(buffer);
    event.type = XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING;
    event.referenceSpaceType = type;
    event.changeTime = changeTime;
    event.poseValid = XR_FALSE;
    events.push_back(buffer);
}

} // namespace selvage::test

using namespace selvage::test;

// Every function first looks whether the test wants it to fail.
#define FAKE_RESULT(call)                                                                                    \
    if (const auto result = forced(call)) {                                                                  \
        return *result;                                                                                      \
    }

extern "C" {

XrResult xrEnumerateInstanceExtensionProperties(const char *, uint32_t capacity, uint32_t *count,
                                                XrExtensionProperties *properties) {
    FAKE_RESULT("xrEnumerateInstanceExtensionProperties")
    std::vector<XrExtensionProperties> items;
    for (const std::string &name : fakeOpenXr().extensions) {
        items.push_back({XR_TYPE_EXTENSION_PROPERTIES, nullptr, {}, 1});
        std::strncpy(items.back().extensionName, name.c_str(), XR_MAX_EXTENSION_NAME_SIZE - 1);
    }
    return enumerate(items, capacity, count, properties);
}

XrResult xrCreateInstance(const XrInstanceCreateInfo *info, XrInstance *instance) {
    FAKE_RESULT("xrCreateInstance")
    if (XR_VERSION_MINOR(info->applicationInfo.apiVersion) > 0) {
        return XR_ERROR_API_VERSION_UNSUPPORTED; // as SteamVR
    }
    for (uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
        if (!listed(info->enabledExtensionNames[i])) {
            return XR_ERROR_EXTENSION_NOT_PRESENT;
        }
    }
    *instance = newHandle<XrInstance>();
    ++fakeOpenXr().alive["instance"];
    return XR_SUCCESS;
}

XrResult xrDestroyInstance(XrInstance) {
    --fakeOpenXr().alive["instance"];
    return XR_SUCCESS;
}

XrResult xrGetInstanceProcAddr(XrInstance, const char *name, PFN_xrVoidFunction *function) {
    *function = functionOf(name);
    return *function != nullptr ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED;
}

XrResult xrGetSystem(XrInstance, const XrSystemGetInfo *, XrSystemId *system) {
    FAKE_RESULT("xrGetSystem")
    if (fakeOpenXr().unavailableCount-- > 0) {
        return XR_ERROR_FORM_FACTOR_UNAVAILABLE;
    }
    *system = 1;
    return XR_SUCCESS;
}

XrResult xrGetSystemProperties(XrInstance, XrSystemId, XrSystemProperties *properties) {
    std::strcpy(properties->systemName, "fake");
    if (properties->next != nullptr) {
        auto *hands = static_cast<XrSystemHandTrackingPropertiesEXT *>(properties->next);
        hands->supportsHandTracking = fakeOpenXr().supportsHands ? XR_TRUE : XR_FALSE;
    }
    return XR_SUCCESS;
}

XrResult xrStringToPath(XrInstance, const char *text, XrPath *path) {
    const auto found = std::find(paths.begin(), paths.end(), text);
    *path = static_cast<XrPath>(found - paths.begin()) + 1;
    if (found == paths.end()) {
        paths.emplace_back(text);
    }
    return XR_SUCCESS;
}

XrResult xrPathToString(XrInstance, XrPath path, uint32_t capacity, uint32_t *count, char *text) {
    const std::string &name = paths[path - 1];
    return enumerate(std::vector<char>(name.c_str(), name.c_str() + name.size() + 1), capacity, count, text);
}

XrResult xrCreateActionSet(XrInstance, const XrActionSetCreateInfo *, XrActionSet *set) {
    *set = newHandle<XrActionSet>();
    ++fakeOpenXr().alive["action set"];
    return XR_SUCCESS;
}
XrResult xrDestroyActionSet(XrActionSet) {
    --fakeOpenXr().alive["action set"];
    return XR_SUCCESS;
}
XrResult xrCreateAction(XrActionSet, const XrActionCreateInfo *, XrAction *action) {
    *action = newHandle<XrAction>();
    return XR_SUCCESS;
}

XrResult xrSuggestInteractionProfileBindings(XrInstance, const XrInteractionProfileSuggestedBinding *info) {
    FAKE_RESULT("xrSuggestInteractionProfileBindings")
    FakeOpenXr &fake = fakeOpenXr();
    if (fake.attached) {
        breach("suggested after attaching");
    }
    const std::string profile = paths[info->interactionProfile - 1];
    if (fake.refusedProfiles.count(profile) > 0) {
        return XR_ERROR_PATH_UNSUPPORTED;
    }
    for (uint32_t i = 0; i < info->countSuggestedBindings; ++i) {
        if (fake.refusedPaths.count(profile + paths[info->suggestedBindings[i].binding - 1]) > 0) {
            return XR_ERROR_PATH_UNSUPPORTED;
        }
    }
    fake.suggested.push_back(profile);
    return XR_SUCCESS;
}

XrResult xrEnumerateViewConfigurationViews(XrInstance, XrSystemId, XrViewConfigurationType, uint32_t capacity,
                                           uint32_t *count, XrViewConfigurationView *views) {
    const auto [width, height] = fakeOpenXr().recommended;
    const XrViewConfigurationView view{
        XR_TYPE_VIEW_CONFIGURATION_VIEW, nullptr, width, 4096, height, 4096, 1, 1};
    return enumerate(std::vector<XrViewConfigurationView>(2, view), capacity, count, views);
}

XrResult xrEnumerateEnvironmentBlendModes(XrInstance, XrSystemId, XrViewConfigurationType, uint32_t capacity,
                                          uint32_t *count, XrEnvironmentBlendMode *modes) {
    return enumerate({XR_ENVIRONMENT_BLEND_MODE_OPAQUE}, capacity, count, modes);
}

XrResult xrCreateSession(XrInstance, const XrSessionCreateInfo *, XrSession *session) {
    FAKE_RESULT("xrCreateSession")
    *session = newHandle<XrSession>();
    ++fakeOpenXr().alive["session"];
    return XR_SUCCESS;
}
XrResult xrDestroySession(XrSession) {
    FakeOpenXr &fake = fakeOpenXr();
    --fake.alive["session"];
    fake.running = fake.attached = fake.waited = fake.begun = false;
    return XR_SUCCESS;
}

XrResult xrAttachSessionActionSets(XrSession, const XrSessionActionSetsAttachInfo *) {
    if (fakeOpenXr().attached) {
        breach("attached twice");
    }
    fakeOpenXr().attached = true;
    return XR_SUCCESS;
}

XrResult xrCreateActionSpace(XrSession, const XrActionSpaceCreateInfo *info, XrSpace *space) {
    *space = newHandle<XrSpace>();
    ++fakeOpenXr().alive["space"];
    spaceOwner[numberOf(*space)] = paths[info->subactionPath - 1] == "/user/hand/right" ? "right" : "left";
    return XR_SUCCESS;
}

XrResult xrCreateReferenceSpace(XrSession, const XrReferenceSpaceCreateInfo *info, XrSpace *space) {
    *space = newHandle<XrSpace>();
    ++fakeOpenXr().alive["space"];
    const bool head = info->referenceSpaceType == XR_REFERENCE_SPACE_TYPE_VIEW;
    spaceOwner[numberOf(*space)] = head ? "head" : "world";
    if (!head) {
        fakeOpenXr().worldType = info->referenceSpaceType;
        fakeOpenXr().worldOffset = info->poseInReferenceSpace.position.y;
    }
    return XR_SUCCESS;
}
XrResult xrDestroySpace(XrSpace) {
    --fakeOpenXr().alive["space"];
    return XR_SUCCESS;
}

XrResult xrEnumerateReferenceSpaces(XrSession, uint32_t capacity, uint32_t *count,
                                    XrReferenceSpaceType *types) {
    return enumerate(fakeOpenXr().spaces, capacity, count, types);
}

XrResult xrEnumerateSwapchainFormats(XrSession, uint32_t capacity, uint32_t *count, int64_t *formats) {
    return enumerate(fakeOpenXr().formats, capacity, count, formats);
}

XrResult xrCreateSwapchain(XrSession, const XrSwapchainCreateInfo *info, XrSwapchain *swapchain) {
    FAKE_RESULT("xrCreateSwapchain")
    if (info->arraySize > fakeOpenXr().arraySizeMax) {
        return XR_ERROR_FEATURE_UNSUPPORTED;
    }
    *swapchain = newHandle<XrSwapchain>();
    fakeOpenXr().swapchainSizes.push_back({info->width, info->height});
    ++fakeOpenXr().alive["swapchain"];
    return XR_SUCCESS;
}
XrResult xrDestroySwapchain(XrSwapchain swapchain) {
    --fakeOpenXr().alive["swapchain"];
    fakeOpenXr().acquired.erase(numberOf(swapchain));
    return XR_SUCCESS;
}

XrResult xrEnumerateSwapchainImages(XrSwapchain, uint32_t capacity, uint32_t *count,
                                    XrSwapchainImageBaseHeader *images) {
    std::vector<XrSwapchainImageVulkanKHR> items(
        3, {XR_TYPE_SWAPCHAIN_IMAGE_VULKAN_KHR, nullptr, VK_NULL_HANDLE});
    for (auto &item : items) {
        item.image = newHandle<VkImage>();
    }
    return enumerate(items, capacity, count, reinterpret_cast<XrSwapchainImageVulkanKHR *>(images));
}

XrResult xrAcquireSwapchainImage(XrSwapchain swapchain, const XrSwapchainImageAcquireInfo *,
                                 uint32_t *index) {
    FAKE_RESULT("xrAcquireSwapchainImage")
    if (fakeOpenXr().acquired[numberOf(swapchain)]++ > 0) {
        breach("acquired twice without a release");
    }
    *index = 0;
    return XR_SUCCESS;
}
XrResult xrWaitSwapchainImage(XrSwapchain, const XrSwapchainImageWaitInfo *) {
    FAKE_RESULT("xrWaitSwapchainImage")
    return XR_SUCCESS;
}
XrResult xrReleaseSwapchainImage(XrSwapchain swapchain, const XrSwapchainImageReleaseInfo *) {
    FAKE_RESULT("xrReleaseSwapchainImage")
    if (fakeOpenXr().acquired[numberOf(swapchain)]-- != 1) {
        breach("released without an acquire");
    }
    return XR_SUCCESS;
}

XrResult xrPollEvent(XrInstance, XrEventDataBuffer *event) {
    FAKE_RESULT("xrPollEvent")
    auto &events = fakeOpenXr().events;
    if (events.empty()) {
        return XR_EVENT_UNAVAILABLE;
    }
    *event = events.front();
    events.pop_front();
    return XR_SUCCESS;
}

XrResult xrBeginSession(XrSession, const XrSessionBeginInfo *) {
    FAKE_RESULT("xrBeginSession")
    if (fakeOpenXr().running) {
        breach("session begun twice");
    }
    fakeOpenXr().running = true;
    ++fakeOpenXr().sessionBegins;
    return XR_SUCCESS;
}
XrResult xrEndSession(XrSession) {
    if (!fakeOpenXr().running || fakeOpenXr().begun) {
        breach("session ended when not running or in a frame");
    }
    fakeOpenXr().running = false;
    fakeOpenXr().waited = false;
    ++fakeOpenXr().sessionEnds;
    return XR_SUCCESS;
}

XrResult xrWaitFrame(XrSession, const XrFrameWaitInfo *, XrFrameState *state) {
    FAKE_RESULT("xrWaitFrame")
    FakeOpenXr &fake = fakeOpenXr();
    if (!fake.running || fake.waited) {
        breach("waited when not running or twice");
    }
    fake.waited = true;
    fake.time += fake.period;
    state->predictedDisplayTime = fake.time;
    state->predictedDisplayPeriod = fake.period;
    state->shouldRender = fake.shouldRender ? XR_TRUE : XR_FALSE;
    return XR_SUCCESS;
}
XrResult xrBeginFrame(XrSession, const XrFrameBeginInfo *) {
    FAKE_RESULT("xrBeginFrame")
    if (!fakeOpenXr().waited || fakeOpenXr().begun) {
        breach("frame begun without a wait or twice");
    }
    fakeOpenXr().waited = false;
    fakeOpenXr().begun = true;
    return XR_SUCCESS;
}

XrResult xrEndFrame(XrSession, const XrFrameEndInfo *info) {
    FakeOpenXr &fake = fakeOpenXr();
    if (!fake.begun) {
        breach("frame ended that was not begun");
    }
    fake.begun = false;
    FAKE_RESULT("xrEndFrame")
    for (const auto &[swapchain, count] : fake.acquired) {
        if (count != 0 && info->layerCount > 0) {
            breach("layer submitted with an image that is not released");
        }
    }
    fake.layerCounts.push_back(info->layerCount);
    fake.lastEndTime = info->displayTime;
    if (info->layerCount > 0) {
        const auto *layer = reinterpret_cast<const XrCompositionLayerProjection *>(info->layers[0]);
        fake.submittedPose = layer->views[0].pose;
        fake.submittedRect = layer->views[1].subImage.imageRect;
        const auto *depth = static_cast<const XrCompositionLayerDepthInfoKHR *>(layer->views[1].next);
        fake.submittedDepthRect = depth != nullptr ? depth->subImage.imageRect : XrRect2Di{};
        fake.depthLayers += layer->views[0].next != nullptr ? 1 : 0;
    }
    return info->displayTime > 0 ? XR_SUCCESS : XR_ERROR_TIME_INVALID;
}

XrResult xrSyncActions(XrSession, const XrActionsSyncInfo *) {
    FAKE_RESULT("xrSyncActions")
    return XR_SUCCESS;
}
XrResult xrGetActionStateFloat(XrSession, const XrActionStateGetInfo *info, XrActionStateFloat *state) {
    FAKE_RESULT("xrGetActionStateFloat")
    state->isActive = handOf(info->subactionPath).active ? XR_TRUE : XR_FALSE;
    state->currentState = handOf(info->subactionPath).value;
    return XR_SUCCESS;
}
XrResult xrGetActionStateVector2f(XrSession, const XrActionStateGetInfo *, XrActionStateVector2f *state) {
    state->isActive = XR_FALSE;
    return XR_SUCCESS;
}
XrResult xrGetActionStateBoolean(XrSession, const XrActionStateGetInfo *, XrActionStateBoolean *state) {
    state->isActive = XR_FALSE;
    return XR_SUCCESS;
}
XrResult xrGetActionStatePose(XrSession, const XrActionStateGetInfo *info, XrActionStatePose *state) {
    state->isActive = handOf(info->subactionPath).active ? XR_TRUE : XR_FALSE;
    return XR_SUCCESS;
}

XrResult xrLocateSpace(XrSpace space, XrSpace, XrTime time, XrSpaceLocation *location) {
    FAKE_RESULT("xrLocateSpace")
    if (time <= 0) {
        breach("located at a time that is not positive");
        return XR_ERROR_TIME_INVALID;
    }
    const std::string &owner = spaceOwner[numberOf(space)];
    FakeHand hand = owner == "head" ? FakeHand{} : fakeOpenXr().hands[owner == "right" ? 1 : 0];
    location->locationFlags = 0;
    if (hand.valid) {
        location->locationFlags |=
            XR_SPACE_LOCATION_POSITION_VALID_BIT | XR_SPACE_LOCATION_ORIENTATION_VALID_BIT;
    }
    if (hand.valid && hand.tracked) {
        location->locationFlags |=
            XR_SPACE_LOCATION_POSITION_TRACKED_BIT | XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT;
    }
    location->pose = hand.valid ? hand.pose : garbagePose();
    return XR_SUCCESS;
}

XrResult xrLocateViews(XrSession, const XrViewLocateInfo *info, XrViewState *state, uint32_t, uint32_t *count,
                       XrView *views) {
    FAKE_RESULT("xrLocateViews")
    if (info->displayTime <= 0) {
        breach("views located at a time that is not positive");
        return XR_ERROR_TIME_INVALID;
    }
    const bool valid = fakeOpenXr().viewsValid;
    state->viewStateFlags =
        valid ? XR_VIEW_STATE_POSITION_VALID_BIT | XR_VIEW_STATE_ORIENTATION_VALID_BIT : 0;
    *count = 2;
    for (uint32_t eye = 0; eye < 2; ++eye) {
        // A pose that tells its time, so that a test can see which one was submitted.
        const float x = static_cast<float>(info->displayTime % 1'000'000'007) * 1e-9F;
        views[eye].pose = valid ? XrPosef{{0.0F, 0.0F, 0.0F, 1.0F}, {x, 1.6F, 0.0F}} : garbagePose();
        views[eye].fov = {-0.7F, 0.7F, 0.7F, -0.7F};
    }
    return XR_SUCCESS;
}

XrResult xrApplyHapticFeedback(XrSession, const XrHapticActionInfo *, const XrHapticBaseHeader *) {
    FAKE_RESULT("xrApplyHapticFeedback")
    ++fakeOpenXr().vibrations;
    return XR_SUCCESS;
}

XrResult xrGetCurrentInteractionProfile(XrSession, XrPath, XrInteractionProfileState *state) {
    state->interactionProfile = XR_NULL_PATH;
    return XR_SUCCESS;
}

} // extern "C"
