// Fills the frame's uniforms: eye matrices, and the two orthographic maps fitted to the light's sphere.
#include "gpu_layout.h"

#include <cmath>

namespace selvage {

namespace {

// The map reaches this many radii towards the light, so that tall casters outside the sphere are kept.
constexpr float kCasterReach = 3.0F;

float mapDepth(const Light &light) {
    return (kCasterReach + 1.0F) * light.shadowRadius;
}

// World to [0,1]³ of a map of `texels` looking along `direction` (unit) at the light's sphere. The map moves
// in whole texels, so that shadow edges stand still when the centre does not.
Mat4 mapMatrix(const Light &light, const Vec3 &direction, uint32_t texels) {
    const Vec3 helper = std::abs(direction.y) < 0.99F ? Vec3(0.0F, 1.0F, 0.0F) : Vec3(0.0F, 0.0F, -1.0F);
    const Vec3 x = glm::normalize(glm::cross(direction, helper));
    const Vec3 y = glm::cross(x, direction);
    const float width = 2.0F * light.shadowRadius;
    const float texel = width / static_cast<float>(texels);
    const float centerX = std::floor(glm::dot(x, light.shadowCenter) / texel) * texel;
    const float centerY = std::floor(glm::dot(y, light.shadowCenter) / texel) * texel;
    const float start = glm::dot(direction, light.shadowCenter) - kCasterReach * light.shadowRadius;
    const float depth = mapDepth(light);
    Mat4 m(1.0F);
    for (int i = 0; i < 3; ++i) {
        m[i] = Vec4(x[i] / width, y[i] / width, direction[i] / depth, 0.0F);
    }
    m[3] = Vec4(0.5F - centerX / width, 0.5F - centerY / width, -start / depth, 1.0F);
    return m;
}

Vec3 unitDirection(const Light &light) {
    const float length = glm::length(light.direction);
    return length > 1e-6F ? light.direction / length : Vec3(0.0F, -1.0F, 0.0F);
}

} // namespace

Mat4 viewProjection(const EyeView &eye, float nearPlane) {
    const float left = std::tan(eye.fovLeft);
    const float right = std::tan(eye.fovRight);
    const float up = std::tan(eye.fovUp);
    const float down = std::tan(eye.fovDown);
    Mat4 projection(0.0F);
    projection[0][0] = 2.0F / (right - left);
    projection[1][1] = 2.0F / (down - up);
    projection[2][0] = (right + left) / (right - left);
    projection[2][1] = (down + up) / (down - up);
    projection[2][3] = -1.0F;
    projection[3][2] = nearPlane;
    return projection * toMatrix(inverse(eye.pose));
}

EyeBlock eyeBlock(const EyeView &eye, float nearPlane) {
    const float left = std::tan(eye.fovLeft);
    const float right = std::tan(eye.fovRight);
    const float up = std::tan(eye.fovUp);
    const float down = std::tan(eye.fovDown);
    const Quat &turn = eye.pose.orientation;
    EyeBlock block;
    block.viewProjection = viewProjection(eye, nearPlane);
    block.position = Vec4(eye.pose.position, 1.0F);
    block.rayCenter = Vec4(turn * Vec3(0.5F * (left + right), 0.5F * (up + down), -1.0F), 0.0F);
    block.rayRight = Vec4(turn * Vec3(0.5F * (right - left), 0.0F, 0.0F), 0.0F);
    block.rayDown = Vec4(turn * Vec3(0.0F, 0.5F * (down - up), 0.0F), 0.0F);
    return block;
}

ItemBlock itemBlock(const DrawItem &item) {
    const Material &material = item.material;
    ItemBlock block;
    block.model = item.model;
    block.color = Vec4(material.color, material.roughness);
    block.accent = Vec4(material.accent, material.sheen);
    block.extra = Vec4(material.transmission, item.highlight, material.extent.x, material.extent.y);
    block.surface = static_cast<uint32_t>(material.surface);
    block.weave = static_cast<uint32_t>(material.weave);
    block.print = static_cast<uint32_t>(material.print);
    block.thread = material.thread;
    return block;
}

FrameBlock frameBlock(const FrameScene &scene, uint32_t keySize, uint32_t skySize) {
    const Light &light = scene.light;
    const Vec3 direction = unitDirection(light);
    const float width = 2.0F * light.shadowRadius;
    const float keyShare = 1.0F / static_cast<float>(keySize);
    const float skyShare = 1.0F / static_cast<float>(skySize);
    FrameBlock block;
    for (size_t i = 0; i < static_cast<size_t>(scene.eyeCount); ++i) {
        block.eyes[i] = eyeBlock(scene.eyes[i], scene.nearPlane);
    }
    block.keyShadow = mapMatrix(light, direction, keySize);
    block.skyShadow = mapMatrix(light, Vec3(0.0F, -1.0F, 0.0F), skySize);
    block.toLight = Vec4(-direction, mapDepth(light));
    block.lightColor = Vec4(light.color, scene.outdoors ? 1.0F : 0.0F);
    block.shadowTexel = Vec4(width * keyShare, keyShare, width * skyShare, skyShare);
    block.exposure = Vec4(scene.exposure);
    return block;
}

} // namespace selvage
