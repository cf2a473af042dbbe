// Eye matrices and shadow matrices put points where they belong.
#include "gpu_layout.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace selvage;

constexpr float kTolerance = 1e-5F;

EyeView asymmetricEye() {
    EyeView eye;
    eye.pose.position = Vec3(0.1F, 1.6F, 0.2F);
    eye.pose.orientation = glm::normalize(Quat(0.9F, 0.1F, 0.3F, -0.05F));
    eye.fovLeft = -0.9F;
    eye.fovRight = 0.7F;
    eye.fovUp = 0.6F;
    eye.fovDown = -0.8F;
    return eye;
}

// Clip space of a point given in the eye's own axes.
Vec4 clip(const EyeView &eye, const Vec3 &local) {
    return viewProjection(eye, 0.05F) * Vec4(transformPoint(eye.pose, local), 1.0F);
}

TEST(ViewProjection, PutsTheFieldOfViewsEdgesAtTheClipEdges) {
    const EyeView eye = asymmetricEye();
    const Vec4 upLeft = clip(eye, 2.0F * Vec3(std::tan(eye.fovLeft), std::tan(eye.fovUp), -1.0F));
    EXPECT_NEAR(upLeft.x / upLeft.w, -1.0F, kTolerance);
    EXPECT_NEAR(upLeft.y / upLeft.w, -1.0F, kTolerance); // Vulkan's y points down
    const Vec4 downRight = clip(eye, 3.0F * Vec3(std::tan(eye.fovRight), std::tan(eye.fovDown), -1.0F));
    EXPECT_NEAR(downRight.x / downRight.w, 1.0F, kTolerance);
    EXPECT_NEAR(downRight.y / downRight.w, 1.0F, kTolerance);
}

TEST(ViewProjection, ReversesDepthFromOneAtTheNearPlaneToZeroAtInfinity) {
    const EyeView eye = asymmetricEye();
    const Vec4 nearPoint = clip(eye, {0.0F, 0.0F, -0.05F});
    EXPECT_NEAR(nearPoint.z / nearPoint.w, 1.0F, 1e-4F);
    const Vec4 farPoint = clip(eye, {0.0F, 0.0F, -1e6F});
    EXPECT_GT(farPoint.z / farPoint.w, 0.0F);
    EXPECT_LT(farPoint.z / farPoint.w, 1e-6F);
}

TEST(EyeBlock, BackgroundRaysMeetTheProjection) {
    const EyeView eye = asymmetricEye();
    const EyeBlock block = eyeBlock(eye, 0.05F);
    for (const Vec2 ndc : {Vec2(-1.0F, -1.0F), Vec2(0.3F, -0.6F), Vec2(1.0F, 1.0F)}) {
        const Vec3 ray = Vec3(block.rayCenter) + ndc.x * Vec3(block.rayRight) + ndc.y * Vec3(block.rayDown);
        const Vec4 p = block.viewProjection * Vec4(eye.pose.position + 4.0F * ray, 1.0F);
        EXPECT_NEAR(p.x / p.w, ndc.x, 1e-4F);
        EXPECT_NEAR(p.y / p.w, ndc.y, 1e-4F);
    }
}

TEST(ShadowMatrix, KeepsTheLightsSphereInsideTheMap) {
    FrameScene scene;
    scene.light.shadowCenter = Vec3(0.3F, 0.9F, -1.2F);
    scene.light.shadowRadius = 1.5F;
    const FrameBlock block = frameBlock(scene, 1024, 256);
    for (const Mat4 &map : {block.keyShadow, block.skyShadow}) {
        for (int i = 0; i < 200; ++i) {
            // Fibonacci points on the sphere, a little inside for the snapping to texels.
            const float y = 1.0F - 2.0F * (static_cast<float>(i) + 0.5F) / 200.0F;
            const float around = 2.39996F * static_cast<float>(i);
            const float level = std::sqrt(1.0F - y * y);
            const Vec3 p =
                scene.light.shadowCenter + 0.99F * scene.light.shadowRadius *
                                               Vec3(level * std::cos(around), y, level * std::sin(around));
            const Vec3 mapped = Vec3(map * Vec4(p, 1.0F));
            EXPECT_TRUE(glm::all(glm::greaterThan(mapped, Vec3(0.0F))) &&
                        glm::all(glm::lessThan(mapped, Vec3(1.0F))));
        }
    }
}

TEST(ShadowMatrix, MovesInWholeTexelsWithItsCentre) {
    FrameScene scene;
    const FrameBlock before = frameBlock(scene, 1024, 256);
    scene.light.shadowCenter += Vec3(0.0123F, 0.0F, -0.0077F);
    const FrameBlock after = frameBlock(scene, 1024, 256);
    const Vec4 point(0.2F, 0.5F, -0.4F, 1.0F);
    const Vec2 moved = 1024.0F * Vec2(after.keyShadow * point - before.keyShadow * point);
    EXPECT_NEAR(moved.x, std::round(moved.x), 2e-3F);
    EXPECT_NEAR(moved.y, std::round(moved.y), 2e-3F);
    EXPECT_GT(glm::length(moved), 0.5F);
}

TEST(ShadowMatrix, PutsNearerTheLightFirst) {
    FrameScene scene;
    const FrameBlock block = frameBlock(scene, 1024, 256);
    const Vec3 p = scene.light.shadowCenter;
    const Vec3 nearer = p - 0.5F * glm::normalize(scene.light.direction);
    EXPECT_LT((block.keyShadow * Vec4(nearer, 1.0F)).z, (block.keyShadow * Vec4(p, 1.0F)).z);
    EXPECT_LT((block.skyShadow * Vec4(p + Vec3(0.0F, 0.1F, 0.0F), 1.0F)).z,
              (block.skyShadow * Vec4(p, 1.0F)).z);
}

TEST(ShadowMatrix, CopesWithALightFromStraightAboveAndWithNone) {
    FrameScene scene;
    for (const Vec3 &direction : {Vec3(0.0F, -1.0F, 0.0F), Vec3(0.0F)}) {
        scene.light.direction = direction;
        const Vec4 p = frameBlock(scene, 64, 64).keyShadow * Vec4(scene.light.shadowCenter, 1.0F);
        EXPECT_TRUE(isFinite(Vec3(p)));
    }
}

} // namespace
