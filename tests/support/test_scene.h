// The scenes that the renderer is tested and judged with: a scarf hanging from two hands, a scarf over a
// sphere, a box and the floor. The cloth's shape is written down, not simulated, so that the pictures depend
// on the renderer alone.
#pragma once

#include "render/renderer.h"

#include <vector>

namespace selvage::test {

// A grid of vertices in rest shape uv (m), bent by `place`; smooth normals from its differences.
MeshData makeSheet(const Vec2 &size, int columns, int rows, Vec3 (*place)(const Vec2 &uv));

// 0.4 x 1.6 m, laid over the sphere of the scene.
Vec3 drapedOverSphere(const Vec2 &uv);
// The same scarf, held by two corners and sagging between two hands.
Vec3 hangingFromHands(const Vec2 &uv);
// Upright in the plane z = 0, facing +z.
Vec3 uprightSheet(const Vec2 &uv);

Material silk();
Material oakFloor();

struct TestScene {
    std::vector<DrawItem> items;
    FrameScene frame; // its items span is set by view()

    FrameScene view() const;
};

// Both eyes 63 mm apart at `eye`, looking at `target`; 80 degrees across.
std::array<EyeView, kEyeMax> lookAt(const Vec3 &eye, const Vec3 &target, float aspect);

TestScene drapedScene(Renderer &renderer, float aspect);
TestScene hangingScene(Renderer &renderer, float aspect);

} // namespace selvage::test
