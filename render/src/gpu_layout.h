// The uniforms and push constants as the shaders see them (shaders/frame.glsl, std140), and how they are
// filled.
#pragma once

#include "render/renderer.h"

namespace selvage {

struct EyeBlock {
    Mat4 viewProjection{1.0F};
    Vec4 position{0.0F};
    Vec4 rayCenter{0.0F};
    Vec4 rayRight{0.0F};
    Vec4 rayDown{0.0F};
};

struct FrameBlock {
    std::array<EyeBlock, kEyeMax> eyes;
    Mat4 keyShadow{1.0F};
    Mat4 skyShadow{1.0F};
    Vec4 toLight{0.0F};     // unit; w = depth of the key map in m
    Vec4 lightColor{0.0F};  // w: 1 outdoors
    Vec4 shadowTexel{1.0F}; // key: m, share of the map; sky: m, share of the map
    Vec4 exposure{1.0F};    // x
};

struct ItemBlock {
    Mat4 model{1.0F};
    Vec4 color{0.0F};
    Vec4 accent{0.0F};
    Vec4 extra{0.0F};
    uint32_t surface{0};
    uint32_t weave{0};
    uint32_t print{0};
    float thread{0.0F};
};
static_assert(sizeof(ItemBlock) <= 128, "Vulkan guarantees 128 bytes of push constants");

// World to clip space: Vulkan's y down, reversed depth (near plane 1, infinity 0).
Mat4 viewProjection(const EyeView &eye, float nearPlane);

EyeBlock eyeBlock(const EyeView &eye, float nearPlane);
ItemBlock itemBlock(const DrawItem &item);
// Map sizes in texels.
FrameBlock frameBlock(const FrameScene &scene, uint32_t keySize, uint32_t skySize);

} // namespace selvage
