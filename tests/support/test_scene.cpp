// The scenes that the renderer is tested and judged with; see test_scene.h.
#include "test_scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace selvage::test {

namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr Vec2 kScarf{0.4F, 1.6F};            // m
constexpr Vec3 kSphere{-0.25F, 0.95F, -1.0F}; // m, centre
constexpr float kSphereRadius = 0.22F;        // m
constexpr float kClearance = 0.006F;          // m between cloth and what carries it

DrawItem item(MeshId mesh, const Vec3 &position, const Material &material) {
    DrawItem draw;
    draw.mesh = mesh;
    draw.model = toMatrix({Quat(1.0F, 0.0F, 0.0F, 0.0F), position});
    draw.material = material;
    return draw;
}

Material paint(const Vec3 &color, float roughness) {
    Material material;
    material.color = color;
    material.roughness = roughness;
    return material;
}

MeshId addMesh(Renderer &renderer, const MeshData &mesh) {
    return renderer.addMesh(mesh.vertices, mesh.indices);
}

void addStage(Renderer &renderer, TestScene &scene) {
    scene.items.push_back(item(addMesh(renderer, makeFloor(12.0F)), Vec3(0.0F), oakFloor()));
    const Vec3 half(0.20F, 0.25F, 0.20F);
    scene.items.push_back(item(addMesh(renderer, makeBox(half)), Vec3(0.45F, 0.25F, -1.25F),
                               paint({0.36F, 0.42F, 0.44F}, 0.55F)));
    scene.frame.light.shadowCenter = Vec3(0.0F, 0.8F, -1.0F);
    scene.frame.light.shadowRadius = 1.6F;
}

void addCloth(Renderer &renderer, TestScene &scene, Vec3 (*place)(const Vec2 &uv)) {
    scene.items.push_back(item(addMesh(renderer, makeSheet(kScarf, 41, 161, place)), Vec3(0.0F), silk()));
}

} // namespace

MeshData makeSheet(const Vec2 &size, int columns, int rows, Vec3 (*place)(const Vec2 &uv)) {
    constexpr float kStep = 1e-3F; // m, for the normals
    MeshData mesh;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const Vec2 uv = size * Vec2(static_cast<float>(column) / static_cast<float>(columns - 1),
                                        static_cast<float>(row) / static_cast<float>(rows - 1));
            const Vec3 du = place(uv + Vec2(kStep, 0.0F)) - place(uv - Vec2(kStep, 0.0F));
            const Vec3 dv = place(uv + Vec2(0.0F, kStep)) - place(uv - Vec2(0.0F, kStep));
            mesh.vertices.push_back({place(uv), glm::normalize(glm::cross(du, dv)), uv});
        }
    }
    for (int row = 0; row + 1 < rows; ++row) {
        for (int column = 0; column + 1 < columns; ++column) {
            const auto a = static_cast<uint32_t>(row * columns + column);
            const auto b = a + 1;
            const auto c = a + static_cast<uint32_t>(columns);
            mesh.indices.insert(mesh.indices.end(), {a, b, c + 1, a, c + 1, c});
        }
    }
    return mesh;
}

// The middle of the scarf lies on the sphere; its ends hang down in folds that deepen towards the hem.
Vec3 drapedOverSphere(const Vec2 &uv) {
    const float radius = kSphereRadius + kClearance;
    const float along = uv.y - 0.5F * kScarf.y;  // m from the middle
    const float across = uv.x - 0.5F * kScarf.x; // m
    const float quarter = 0.5F * kPi * radius;
    const float over = std::clamp(std::abs(along), 0.0F, quarter);
    const float hang = std::abs(along) - over;
    const float side = along < 0.0F ? -1.0F : 1.0F;
    const float angle = over / radius;
    const float lean = across / radius;
    // Off the sphere the sheet falls in vertical pleats.
    const float loose = hang / (hang + 0.15F);
    const float wave =
        std::sin(across * 48.0F + 0.8F * side + 2.0F * hang) + 0.5F * std::sin(across * 85.0F + 2.0F);
    const float width = glm::mix(radius * std::sin(lean), across * 0.80F, loose);
    const float out =
        radius * std::sin(angle) * glm::mix(std::cos(lean), 1.0F, loose) + 0.022F * loose * wave;
    return kSphere + Vec3(side * out, radius * std::cos(angle) * std::cos(lean) - hang, -width);
}

// Short edge up, in a curtain of soft folds, the middle sagging.
Vec3 hangingFromHands(const Vec2 &uv) {
    const float s = uv.x / kScarf.x;
    const float sag = 0.16F * (1.0F - std::pow(2.0F * s - 1.0F, 2.0F));
    const float fall = uv.y * 0.80F;
    const float settle = uv.y / (uv.y + 0.25F);
    const float wave = std::sin(s * 4.2F * kPi + 1.5F * settle) * (0.020F + 0.030F * settle) +
                       0.012F * std::sin(s * 9.0F * kPi + 4.0F * uv.y);
    const float x = (s - 0.5F) * 0.32F + 0.025F * std::sin(uv.y * 2.2F);
    return {x - 0.02F, 1.72F - fall - sag * (1.0F - 0.6F * settle), -0.95F + wave};
}

Vec3 uprightSheet(const Vec2 &uv) {
    return {uv.x - 0.2F, uv.y - 0.8F, 0.0F};
}

Material silk() {
    Material material;
    material.surface = Surface::Cloth;
    material.color = Vec3(0.43F, 0.030F, 0.050F);
    material.accent = Vec3(0.80F, 0.56F, 0.26F);
    material.roughness = 0.42F;
    material.sheen = 0.35F;
    material.transmission = 0.35F;
    material.extent = kScarf;
    return material;
}

Material oakFloor() {
    Material material;
    material.surface = Surface::Floor;
    material.color = Vec3(0.34F, 0.245F, 0.165F);
    material.accent = Vec3(0.75F, 0.70F, 0.62F);
    material.roughness = 0.55F;
    return material;
}

FrameScene TestScene::view() const {
    FrameScene scene = frame;
    scene.items = items;
    return scene;
}

std::array<EyeView, kEyeMax> lookAt(const Vec3 &eye, const Vec3 &target, float aspect) {
    const Vec3 back = glm::normalize(eye - target);
    const Vec3 right = glm::normalize(glm::cross(Vec3(0.0F, 1.0F, 0.0F), back));
    const Quat turn = glm::quat_cast(Mat3(right, glm::cross(back, right), back));
    const float half = 0.5F * 80.0F * kPi / 180.0F;
    std::array<EyeView, kEyeMax> eyes;
    for (size_t i = 0; i < eyes.size(); ++i) {
        eyes[i].pose = {turn, eye + right * (i == 0 ? -0.0315F : 0.0315F)};
        eyes[i].fovUp = half;
        eyes[i].fovDown = -half;
        eyes[i].fovRight = std::atan(std::tan(half) * aspect);
        eyes[i].fovLeft = -eyes[i].fovRight;
    }
    return eyes;
}

TestScene drapedScene(Renderer &renderer, float aspect) {
    TestScene scene;
    addStage(renderer, scene);
    addCloth(renderer, scene, drapedOverSphere);
    scene.items.push_back(
        item(addMesh(renderer, makeSphere(kSphereRadius)), kSphere, paint({0.62F, 0.60F, 0.56F}, 0.4F)));
    const Vec3 post(0.03F, 0.37F, 0.03F);
    scene.items.push_back(item(addMesh(renderer, makeBox(post)),
                               kSphere - Vec3(0.0F, kSphereRadius + 0.36F, 0.0F),
                               paint({0.25F, 0.17F, 0.11F}, 0.6F)));
    scene.frame.eyes = lookAt({0.15F, 1.45F, 0.0F}, {-0.05F, 0.75F, -1.05F}, aspect);
    return scene;
}

TestScene hangingScene(Renderer &renderer, float aspect) {
    TestScene scene;
    addStage(renderer, scene);
    addCloth(renderer, scene, hangingFromHands);
    Material skin = paint({0.62F, 0.42F, 0.32F}, 0.55F);
    skin.surface = Surface::Hand;
    for (const Hand side : {Hand::Left, Hand::Right}) {
        const Vec3 corner = hangingFromHands({side == Hand::Left ? 0.0F : kScarf.x, 0.01F});
        const float out = side == Hand::Left ? -1.0F : 1.0F;
        scene.items.push_back(
            item(addMesh(renderer, makeHand(side)), corner + Vec3(0.028F * out, 0.062F, 0.035F), skin));
    }
    scene.items.push_back(
        item(addMesh(renderer, makeController()), {0.35F, 1.30F, -0.65F}, paint(Vec3(0.035F), 0.45F)));
    scene.frame.eyes = lookAt({0.0F, 1.60F, 0.0F}, {0.0F, 1.22F, -1.0F}, aspect);
    return scene;
}

} // namespace selvage::test
