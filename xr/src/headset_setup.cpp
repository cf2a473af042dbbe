// Setting up the headset; see the header.
#include "headset_setup.h"

#include "headset_logic.h"

#include <algorithm>

namespace selvage {

namespace {

constexpr XrViewConfigurationType kStereo = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;

} // namespace

Result<VkExtent2D> recommendedExtent(const Runtime &runtime) {
    std::vector<XrViewConfigurationView> views;
    XrViewConfigurationView blank{};
    blank.type = XR_TYPE_VIEW_CONFIGURATION_VIEW;
    XR_CHECK(
        enumerateXr(views, blank, [&](uint32_t capacity, uint32_t *count, XrViewConfigurationView *items) {
            return xrEnumerateViewConfigurationViews(runtime.instance, runtime.system, kStereo, capacity,
                                                     count, items);
        }));
    if (views.size() != kEyeMax) {
        return Error{"the headset has " + std::to_string(views.size()) + " views, expected 2"};
    }
    VkExtent2D extent{};
    for (const XrViewConfigurationView &view : views) {
        extent.width = std::max(extent.width, view.recommendedImageRectWidth);
        extent.height = std::max(extent.height, view.recommendedImageRectHeight);
    }
    return extent;
}

XrEnvironmentBlendMode chooseBlendMode(const Runtime &runtime) {
    std::vector<XrEnvironmentBlendMode> modes;
    const XrResult result =
        enumerateXr(modes, XR_ENVIRONMENT_BLEND_MODE_OPAQUE,
                    [&](uint32_t capacity, uint32_t *count, XrEnvironmentBlendMode *items) {
                        return xrEnumerateEnvironmentBlendModes(runtime.instance, runtime.system, kStereo,
                                                                capacity, count, items);
                    });
    const bool opaque =
        std::find(modes.begin(), modes.end(), XR_ENVIRONMENT_BLEND_MODE_OPAQUE) != modes.end();
    return XR_FAILED(result) || opaque || modes.empty() ? XR_ENVIRONMENT_BLEND_MODE_OPAQUE : modes.front();
}

std::vector<Vec2> hiddenArea(const Runtime &runtime, XrSession session, uint32_t eye) {
    if (runtime.getVisibilityMask == nullptr) {
        return {};
    }
    constexpr XrVisibilityMaskTypeKHR kHidden = XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR;
    constexpr uint32_t kMost = 1U << 16U; // of corners and of indices
    XrVisibilityMaskKHR mask{};
    mask.type = XR_TYPE_VISIBILITY_MASK_KHR;
    if (XR_FAILED(runtime.getVisibilityMask(session, kStereo, eye, kHidden, &mask)) ||
        mask.vertexCountOutput > kMost || mask.indexCountOutput > kMost) {
        return {};
    }
    std::vector<XrVector2f> corners(mask.vertexCountOutput);
    std::vector<uint32_t> indices(mask.indexCountOutput);
    mask.vertexCapacityInput = mask.vertexCountOutput;
    mask.vertices = corners.data();
    mask.indexCapacityInput = mask.indexCountOutput;
    mask.indices = indices.data();
    if (corners.empty() || indices.empty() ||
        XR_FAILED(runtime.getVisibilityMask(session, kStereo, eye, kHidden, &mask))) {
        return {};
    }
    return hiddenTriangles(corners, indices);
}

std::optional<double> requestRefreshRate(const Runtime &runtime, XrSession session) {
    if (runtime.enumerateRefreshRates == nullptr || runtime.requestRefreshRate == nullptr ||
        runtime.getRefreshRate == nullptr) {
        return std::nullopt;
    }
    std::vector<float> rates;
    const XrResult listed = enumerateXr(rates, 0.0F, [&](uint32_t capacity, uint32_t *count, float *items) {
        return runtime.enumerateRefreshRates(session, capacity, count, items);
    });
    const auto wanted = XR_SUCCEEDED(listed) ? chooseRefreshRate(rates) : std::nullopt;
    if (wanted && XR_SUCCEEDED(runtime.requestRefreshRate(session, *wanted))) {
        return static_cast<double>(*wanted); // takes hold later, so it is not read back
    }
    float current = 0.0F;
    const bool known = XR_SUCCEEDED(runtime.getRefreshRate(session, &current)) && current > 0.0F;
    return known ? std::optional(static_cast<double>(current)) : std::nullopt;
}

} // namespace selvage
