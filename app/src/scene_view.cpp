// Meshes, materials and the late latch.
#include "scene_view.h"

#include "fabric_look.h"
#include "stretch_scale.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace selvage {

namespace {

constexpr float kLateMotionMax = 0.25F;   // m; a larger difference is a jump, which the simulation bridges
constexpr float kFloorHalfSize = 12.0F;   // m
constexpr float kWindShown = 0.3F;        // m/s, from which on it is shown
constexpr float kRiverHalfLength = 60.0F; // m, that is drawn
constexpr float kStoneRoughness = 0.9F;
constexpr float kRiverCell = 2.0F;              // m
constexpr float kBankSlope = 1.0F;              // –, of the banks under water
constexpr Vec3 kGrassMiddle(0.0F, 0.0F, -1.2F); // m
constexpr float kGrassRadius = 4.5F;            // m
constexpr int32_t kGrassBlades = 60000;
constexpr Vec3 kBankMiddle(0.0F, 0.0F, -0.2F); // m, of the grass at a river, on the near bank only:
constexpr float kBankRadius = 2.9F;            // m, blades farther away would be thinner than a pixel
constexpr int32_t kBankBlades = 40000;
constexpr float kGrassOverWater = 0.10F; // m, the lowest that grows there
constexpr Vec3 kMoteColor(0.92F, 0.90F, 0.84F);
constexpr float kGhostFrom = 0.02F; // m between the drawn and the tracked hand, from which on both are seen
constexpr float kGhostFull = 0.07F; // m
constexpr float kGhostOpacity = 0.55F; // –, at its rim
constexpr Vec3 kGhostColor(0.70F, 0.78F, 0.85F);

Vec2 extentOf(const ClothTopology &topology) {
    Vec2 extent(0.0F);
    for (const Vec2 &uv : topology.restUv) {
        extent = glm::max(extent, uv);
    }
    return extent;
}

Material solidMaterial(const Vec3 &color, float roughness) {
    Material material;
    material.color = color;
    material.roughness = roughness;
    return material;
}

DrawItem makeItem(MeshId mesh, const Pose &pose, const Material &material) {
    DrawItem item;
    item.mesh = mesh;
    item.model = toMatrix(pose);
    item.material = material;
    return item;
}

MeshId addMesh(Renderer &renderer, const MeshData &data) {
    return renderer.addMesh(data.vertices, data.indices);
}

MeshId addHandMesh(Renderer &renderer) {
    return renderer.addDynamicMesh(static_cast<uint32_t>(kHandVertices), handIndices());
}

// An ellipsoid's mesh is a ball of radius 1.
Mat4 colliderModel(const Collider &collider, const Pose &pose) {
    const Mat4 model = toMatrix(pose);
    return collider.shape == ColliderShape::Ellipsoid ? glm::scale(model, collider.halfExtents) : model;
}

bool isPainted(const Collider &collider) {
    return collider.mesh && !collider.mesh->paint.empty();
}

// Blades as in the middle of a meadow, but on the scene's ground and where it is dry enough.
MeshData grassOnBanks(const SceneLook &look, float waterHeight) {
    MeshData all = makeGrass(kBankRadius, kBankBlades);
    MeshData grown;
    for (size_t b = 0; b + 2 < all.vertices.size(); b += 3) {
        const Vec3 root = 0.5F * (all.vertices[b].position + all.vertices[b + 1].position) + kBankMiddle;
        const float height = look.groundHeight(root.x, root.z);
        if (height < waterHeight + kGrassOverWater) {
            continue;
        }
        for (size_t k = b; k < b + 3; ++k) {
            grown.indices.push_back(static_cast<uint32_t>(grown.vertices.size()));
            grown.vertices.push_back(all.vertices[k]);
            grown.vertices.back().position += kBankMiddle + Vec3(0.0F, height, 0.0F);
        }
    }
    return grown;
}

DrawItem grassItem(MeshId mesh, const Vec3 &middle) {
    Material blades;
    blades.surface = Surface::Grass;
    DrawItem item = makeItem(mesh, {Quat(1.0F, 0.0F, 0.0F, 0.0F), middle}, blades);
    item.castsShadow = false;
    return item;
}

// Planes and boxes stand for the ground outdoors.
bool isHidden(const SceneLook &look, const Collider &collider) {
    return look.ground != nullptr &&
           (collider.shape == ColliderShape::Plane || collider.shape == ColliderShape::Box);
}

DrawItem colliderItem(Renderer &renderer, const Collider &collider) {
    switch (collider.shape) {
    case ColliderShape::Plane: {
        Material floor = solidMaterial(Vec3(0.46F, 0.34F, 0.24F), 0.55F);
        floor.surface = Surface::Floor;
        floor.accent = Vec3(0.25F, 0.18F, 0.13F);
        DrawItem item = makeItem(addMesh(renderer, makeFloor(kFloorHalfSize)), collider.pose, floor);
        item.castsShadow = false;
        return item;
    }
    case ColliderShape::Sphere:
        return makeItem(addMesh(renderer, makeSphere(collider.radius)), collider.pose,
                        solidMaterial(Vec3(0.66F, 0.64F, 0.60F), 0.45F));
    case ColliderShape::Box:
        return makeItem(addMesh(renderer, makeBox(collider.halfExtents, collider.radius)), collider.pose,
                        solidMaterial(Vec3(0.22F, 0.34F, 0.36F), 0.6F));
    case ColliderShape::Capsule:
        return makeItem(addMesh(renderer, makeCapsule(collider.radius, collider.halfExtents.y)),
                        collider.pose, solidMaterial(Vec3(0.36F, 0.30F, 0.26F), 0.5F));
    case ColliderShape::Ellipsoid: {
        const Vec3 &half = collider.halfExtents;
        const float largest = std::max({half.x, half.y, half.z});
        DrawItem item = makeItem(addMesh(renderer, makeSphere(1.0F, largest)), collider.pose,
                                 solidMaterial(Vec3(0.66F, 0.64F, 0.60F), 0.45F));
        item.model = colliderModel(collider, collider.pose);
        return item;
    }
    case ColliderShape::Mesh: {
        const MeshSolid &mesh = *collider.mesh;
        return makeItem(addMesh(renderer, makeShaded(mesh.position, mesh.triangles, mesh.paint)),
                        collider.pose,
                        isPainted(collider) ? solidMaterial(Vec3(1.0F), 1.0F)
                                            : solidMaterial(Vec3(0.55F, 0.52F, 0.48F), 0.6F));
    }
    }
    return {};
}

} // namespace

SceneView::SceneView(Renderer &renderer)
    : renderer_(renderer), handMeshes_{addMesh(renderer, makeHand(Hand::Left)),
                                       addMesh(renderer, makeHand(Hand::Right))},
      controllerMesh_(addMesh(renderer, makeController())),
      jointMeshes_{addHandMesh(renderer), addHandMesh(renderer)}, ghostMeshes_{addHandMesh(renderer),
                                                                               addHandMesh(renderer)},
      moteMesh_(renderer.addDynamicMesh(static_cast<uint32_t>(kMoteVertices), moteIndices())),
      markMesh_(renderer.addDynamicMesh(static_cast<uint32_t>(kMarkVertices), markIndices())) {}

std::span<const DrawItem> SceneView::build(const SimFrame &frame, const TrackedInput &late,
                                           const ViewOptions &options) {
    if (frame.shape && frame.shape != shape_) {
        shape_ = frame.shape;
        adopt(*shape_);
    }
    for (size_t c = 0; c < clothMeshes_.size(); ++c) {
        if (fabrics_[c] != frame.fabric[c]) {
            fabrics_[c] = frame.fabric[c];
            fixedItems_[c].material = materialOf(c);
        }
    }
    items_.assign(fixedItems_.begin(), fixedItems_.end());
    for (size_t c = 0; c < frame.colliderPose.size(); ++c) {
        items_[clothMeshes_.size() + c].model = colliderModel(shape_->colliders[c], frame.colliderPose[c]);
        colliders_[c].pose = colliders_[c].previousPose = frame.colliderPose[c];
    }
    for (DrawItem &item : items_) {
        if (item.material.surface == Surface::Water) {
            item.material.transmission = static_cast<float>(frame.waterDrift);
        }
    }
    const bool stretch = options.stretch && frame.stretch.size() == clothMeshes_.size();
    for (size_t c = 0; c < clothMeshes_.size(); ++c) {
        Material &material = items_[c].material;
        const bool cloth = material.surface == Surface::Cloth;
        items_[c].wireframe = options.wireframe && cloth;
        material.surface = stretch && cloth ? Surface::Stretch : material.surface;
    }
    for (size_t h = 0; h < frame.hands.size(); ++h) {
        const SimHand &hand = frame.hands[h];
        const HandInput &input = late.hands[h];
        lateMotion_[h] = Pose{};
        lateUsable_[h] = hand.present && input.active && input.tracked && isUsable(input.grip);
        if (lateUsable_[h]) {
            const Pose motion = compose(input.grip, inverse(hand.tracking));
            const Vec3 moved = transformPoint(motion, hand.anchor.position) - hand.anchor.position;
            lateMotion_[h] = glm::length(moved) < kLateMotionMax ? motion : Pose{};
        }
        handDrawn_[h] = options.hands && hand.present && (input.active || hand.holding);
        if (handDrawn_[h]) {
            addHand(hand, h, options.skeletons[h]);
            addGhost(hand, h, options.skeletons[h]);
        }
        const bool reaches = handDrawn_[h] && hand.open && input.active;
        reachFrom_[h] = drawnHand(hand, h).position;
        reachFar_[h] = reaches ? hand.reach : 0.0F;
    }
    if (frame.bench.present) {
        addBench(frame);
    }
    items_.insert(items_.end(), options.others.begin(), options.others.end());
    drawnGrabError_ = 0.0F;
    clothPoints_.clear();
    for (size_t c = 0; c < clothMeshes_.size(); ++c) {
        writeCloth(frame, c, stretch && frame.stretch[c].size() == frame.position[c].size());
    }
    if (options.wind && frame.airDensity > 0.0F && frame.wind.speed + frame.wind.push > kWindShown) {
        addWind(frame, late.head.position, options.pixel);
    }
    return items_;
}

void SceneView::adopt(const SceneShape &shape) {
    for (const DrawItem &item : fixedItems_) {
        renderer_.removeMesh(item.mesh);
    }
    fixedItems_.clear();
    clothMeshes_.clear();
    extents_.clear();
    fabrics_.clear();
    size_t points = 0;
    for (const auto &topology : shape.cloths) {
        const std::vector<uint32_t> indices(topology->triangles.begin(), topology->triangles.end());
        clothMeshes_.push_back(
            renderer_.addDynamicMesh(static_cast<uint32_t>(topology->particleCount), indices));
        fixedItems_.push_back(makeItem(clothMeshes_.back(), Pose{}, {}));
        extents_.push_back(extentOf(*topology));
        fabrics_.emplace_back();
        points += topology->restUv.size();
    }
    for (size_t c = 0; c < shape.colliders.size(); ++c) {
        const bool hidden = isHidden(*shape.look, shape.colliders[c]);
        fixedItems_.push_back(hidden ? DrawItem{} : colliderItem(renderer_, shape.colliders[c]));
        if (shape.look->ground != nullptr) {
            fixedItems_.back().material.roughness = kStoneRoughness;
        }
        if (c < shape.look->solids.size() && shape.colliders[c].shape != ColliderShape::Plane &&
            !isPainted(shape.colliders[c])) {
            fixedItems_.back().material.color = shape.look->solids[c];
        }
    }
    const bool hasFloor = std::any_of(shape.colliders.begin(), shape.colliders.end(),
                                      [](const Collider &c) { return c.shape == ColliderShape::Plane; });
    if (shape.look->ground != nullptr) {
        addGround(shape);
    }
    if (!hasFloor) { // cloth never gets there, but the person stands on it
        fixedItems_.push_back(colliderItem(renderer_, Collider{}));
    }
    if (shape.look->meadow) {
        fixedItems_.push_back(
            grassItem(addMesh(renderer_, makeGrass(kGrassRadius, kGrassBlades)), kGrassMiddle));
    }
    colliders_ = shape.colliders;
    motes_.restart();
    worldTime_ = 0.0;
    constexpr size_t kOthersMax = 8;
    items_.reserve(fixedItems_.size() + 2 * kHandCount + 2 + kOthersMax); // hands, ghosts, wind and marks
    clothPoints_.reserve(points);
}

// As its fabric looks in this scene's colours; a soft body has skin.
Material SceneView::materialOf(size_t cloth) const {
    SceneLook look = *shape_->look;
    look.cloth = cloth < look.cloths.size() ? look.cloths[cloth] : look.cloth;
    Material material = clothMaterial(fabrics_[cloth], extents_[cloth], look);
    if (shape_->cloths[cloth]->network) {
        material.surface = Surface::Hand;
        material.color = look.cloth;
        material.roughness = 0.30F;
    }
    return material;
}

void SceneView::addGround(const SceneShape &shape) {
    const WaterSettings &water = shape.water;
    const PlainMesh ground = shape.look->ground();
    Material material;
    material.surface = Surface::Ground;
    material.accent = Vec3(water.middle.y);
    fixedItems_.push_back(
        makeItem(addMesh(renderer_, makeShaded(ground.position, ground.triangles)), Pose{}, material));
    if (shape.look->groundHeight != nullptr) {
        const MeshData blades = grassOnBanks(*shape.look, water.middle.y);
        fixedItems_.push_back(grassItem(addMesh(renderer_, blades), Vec3(0.0F)));
    }
    if (water.density <= 0.0F) {
        return;
    }
    material.surface = Surface::Water;
    material.extent = Vec2(water.halfWidth, water.depth);
    material.roughness = kBankSlope;
    const Vec2 half(kRiverHalfLength, water.halfWidth);
    fixedItems_.push_back(makeItem(addMesh(renderer_, makeLevel(half, kRiverCell)),
                                   {Quat(1.0F, 0.0F, 0.0F, 0.0F), water.middle}, material));
}

void SceneView::writeCloth(const SimFrame &frame, size_t cloth, bool stretch) {
    const std::span<Vertex> vertices = renderer_.dynamicVertices(clothMeshes_[cloth]);
    const auto &uv = shape_->cloths[cloth]->restUv;
    for (size_t i = 0; i < uv.size(); ++i) {
        Vec3 position = frame.position[cloth][i];
        for (size_t h = 0; h < frame.hands.size(); ++h) {
            const std::vector<float> &follow = frame.hands[h].follow;
            if (cloth == 0 && lateUsable_[h] && i < follow.size() && follow[i] > 0.0F) {
                position = glm::mix(position, transformPoint(lateMotion_[h], position), follow[i]);
                if (follow[i] == 1.0F) {
                    const Pose drawn = compose(lateMotion_[h], frame.hands[h].anchor);
                    const Vec3 held = inverseTransformPoint(frame.hands[h].anchor, frame.position[cloth][i]);
                    drawnGrabError_ =
                        std::max(drawnGrabError_, glm::distance(position, transformPoint(drawn, held)));
                }
            }
        }
        const Vec2 place = stretch ? Vec2(std::abs(frame.stretch[cloth][i]) / kStretchScale, 0.0F) : uv[i];
        vertices[i] = {position, frame.normal[cloth][i], place, frame.wetness[cloth][i]};
        vertices[i].paint = highlightPaint(highlightAt(frame, position));
        clothPoints_.push_back(position);
    }
}

// Threads stand still with the simulation.
void SceneView::addWind(const SimFrame &frame, const Vec3 &eye, float pixel) {
    constexpr double kLongest = 0.1; // s
    const double passed = std::clamp(frame.worldTime - worldTime_, 0.0, kLongest);
    worldTime_ = frame.worldTime;
    motes_.advance(frame.wind, frame.windSettings, colliders_, static_cast<float>(passed));
    motes_.write(eye, pixel, renderer_.dynamicVertices(moteMesh_));
    Material material;
    material.surface = Surface::Mote;
    material.color = kMoteColor;
    items_.push_back(makeItem(moteMesh_, Pose{}, material));
}

Pose SceneView::drawnHand(const SimHand &hand, size_t side) const {
    return compose(lateMotion_[side], hand.anchor);
}

void SceneView::addBench(const SimFrame &frame) {
    std::array<std::optional<Pose>, kHandCount> hands;
    for (size_t h = 0; h < hands.size(); ++h) {
        if (handDrawn_[h]) {
            hands[h] = drawnHand(frame.hands[h], h);
        }
    }
    writeMarks(frame.bench, hands, renderer_.dynamicVertices(markMesh_));
    items_.push_back(makeItem(markMesh_, Pose{}, solidMaterial(Vec3(1.0F), 1.0F)));
}

// What an open hand would take, at its latest pose; softer towards the end of its reach.
float SceneView::highlightAt(const SimFrame &frame, const Vec3 &position) const {
    float highlight = 0.0F;
    for (size_t h = 0; h < frame.hands.size(); ++h) {
        const float far = reachFar_[h];
        const Vec3 way = position - reachFrom_[h];
        const float squared = glm::dot(way, way);
        if (squared < far * far) {
            highlight = std::max(highlight, std::min(1.0F, 2.0F * (1.0F - std::sqrt(squared) / far)));
        }
    }
    return highlight;
}

// The tracked hand, where solids or cloth keep the drawn one from it.
void SceneView::addGhost(const SimHand &hand, size_t side, const HandSkeleton *skeleton) {
    if (!lateUsable_[side]) {
        return;
    }
    const Pose tracked = compose(lateMotion_[side], hand.tracking);
    const float apart = glm::distance(tracked.position, drawnHand(hand, side).position);
    if (apart < kGhostFrom) {
        return;
    }
    Material material;
    material.surface = Surface::Ghost;
    material.color = kGhostColor;
    material.transmission = kGhostOpacity * std::min(1.0F, (apart - kGhostFrom) / (kGhostFull - kGhostFrom));
    if (skeleton != nullptr) {
        writeHand(*skeleton, Pose{}, renderer_.dynamicVertices(ghostMeshes_[side]));
        items_.push_back(makeItem(ghostMeshes_[side], Pose{}, material));
    } else {
        items_.push_back(
            makeItem(controllers_[side] ? controllerMesh_ : handMeshes_[side], tracked, material));
    }
}

void SceneView::addHand(const SimHand &hand, size_t side, const HandSkeleton *skeleton) {
    Material material = controllers_[side] ? solidMaterial(Vec3(0.06F, 0.065F, 0.07F), 0.4F)
                                           : solidMaterial(Vec3(0.72F, 0.50F, 0.40F), 0.55F);
    material.surface = controllers_[side] ? Surface::Solid : Surface::Hand;
    DrawItem item =
        makeItem(controllers_[side] ? controllerMesh_ : handMeshes_[side], drawnHand(hand, side), material);
    if (skeleton != nullptr) {
        const Pose tracked = compose(lateMotion_[side], hand.tracking);
        writeHand(*skeleton, compose(drawnHand(hand, side), inverse(tracked)),
                  renderer_.dynamicVertices(jointMeshes_[side]));
        item = makeItem(jointMeshes_[side], Pose{}, material);
    }
    item.highlight = hand.holding ? 0.35F : 0.0F;
    items_.push_back(item);
}

} // namespace selvage
