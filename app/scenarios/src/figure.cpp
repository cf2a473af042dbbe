// Legs of lofted rings, whose ends are balls about the joints, so that no angle opens a gap.
#include "figure.h"

#include "mesh_obstacle.h"
#include "ring_loft.h"
#include "solids.h"

namespace selvage {

namespace {

constexpr float kHipAside = 0.09F;   // m, of a hip joint from the middle
constexpr float kUnlocked = 1.0005F; // –, of a leg's length, of which standing leaves the knee a little bent
constexpr int32_t kBallRings = 9;
constexpr float kSole = 0.03F; // m, from the middle of a foot's rings down

FigureJoints jointsOf(const FormSize &trunk, const LegSize &legs) {
    FigureJoints joints;
    joints.hipHeight = trunk.waistHeight - trunk.waistToHip;
    joints.hipAside = kHipAside;
    joints.thigh = kUnlocked * (joints.hipHeight - legs.kneeHeight);
    joints.shank = kUnlocked * (legs.kneeHeight - legs.ankleHeight);
    joints.ankleHeight = legs.ankleHeight;
    return joints;
}

Ring roundRing(float girth) {
    return ringOf(girth, 1.0F, 1.0F, 2.0F);
}

// A ball about the joint at which the loft ends.
LoftEnd ballOf(const RingKey &key) {
    return {key.ring[0], kBallRings};
}

// From the hip joint at the origin down to the knee.
PlainMesh makeThigh(const LegSize &size, float length) {
    const std::vector<RingKey> keys = {{-length, roundRing(size.kneeGirth)},
                                       {-0.55F * length, ringOf(size.midThighGirth, 1.05F, 0.98F, 2.0F)},
                                       {-0.20F * length, roundRing(size.thighGirth)},
                                       {0.0F, roundRing(size.thighGirth)}};
    return loftRings(keys, ballOf(keys.front()), ballOf(keys.back()));
}

// From the knee at the origin down to the ankle.
PlainMesh makeShank(const LegSize &size, float length) {
    const std::vector<RingKey> keys = {{-length, roundRing(size.ankleGirth)},
                                       {-0.85F * length, ringOf(1.02F * size.ankleGirth, 1.0F, 1.08F, 2.0F)},
                                       {-0.32F * length, ringOf(size.calfGirth, 0.86F, 1.16F, 2.0F)},
                                       {0.0F, roundRing(size.kneeGirth)}};
    return loftRings(keys, ballOf(keys.front()), ballOf(keys.back()));
}

// From heel to toes, its sole flat, the ankle at the origin.
PlainMesh makeFoot(const LegSize &size) {
    const float length = size.footLength;
    const auto ring = [](float half, float height) { return Ring{half, kSole, height - kSole, 2.4F}; };
    const float heel = -0.14F * length; // m, from the ankle
    const std::vector<RingKey> keys = {{heel, ring(0.030F, 0.085F)},
                                       {0.0F, ring(0.034F, 0.100F)},
                                       {0.30F * length, ring(0.038F, 0.068F)},
                                       {0.50F * length, ring(0.044F, 0.046F)},
                                       {0.66F * length, ring(0.040F, 0.038F)}};
    PlainMesh foot = loftRings(keys, {0.10F * length, kBallRings}, {0.10F * length, kBallRings});
    for (Vec3 &p : foot.position) {
        p = {p.x, kSole - size.ankleHeight - p.z, p.y}; // laid on its rings' front
    }
    return foot;
}

void addLegs(World &world, const Figure &figure, const FigurePoses &poses, const ScenarioOptions &options) {
    const FigureJoints joints = jointsOf(figure.trunk, figure.legs);
    VoxelOptions voxels;
    voxels.accuracy = 0.0005F;
    voxels.reach = figure.thickness + 0.005F;
    const size_t first = world.colliders.size();
    for (PlainMesh &mesh : std::array{makeThigh(figure.legs, joints.thigh),
                                      makeShank(figure.legs, joints.shank), makeFoot(figure.legs)}) {
        const Pose &pose = poses[1 + world.colliders.size() - first];
        world.colliders.push_back(makeMeshCollider(std::move(mesh), pose, voxels, options));
    }
    for (size_t part = 0; part < kLegParts / 2; ++part) { // the other leg's are the same
        Collider collider = world.colliders[first + part];
        collider.pose = poses[1 + kLegParts / 2 + part];
        collider.previousPose = collider.pose;
        world.colliders.push_back(collider);
    }
}

// Under where the hips are when it sits. Cloth that is sat on has room for both its sides.
void addStool(World &world, const Figure &figure) {
    constexpr Vec3 kSeat(0.17F, 0.016F, 0.14F); // m, half of it
    const FigureJoints joints = jointsOf(figure.trunk, figure.legs);
    const float lowest =
        joints.ankleHeight + joints.shank -
        std::max(roundRing(figure.legs.thighGirth)[0], joints.hipHeight - figure.legs.insideLegHeight);
    const float top = lowest - 2.0F * figure.thickness - 0.001F;
    const Vec3 seat = figure.place + Vec3(0.0F, top - kSeat.y, -joints.thigh - 0.03F);
    world.colliders.push_back(makeBlock(seat, kSeat, 0.014F));
    for (const Vec2 side : {Vec2(1.0F, 1.0F), Vec2(-1.0F, 1.0F), Vec2(1.0F, -1.0F), Vec2(-1.0F, -1.0F)}) {
        const Vec3 upper = seat + Vec3(0.12F * side.x, -0.01F, 0.09F * side.y);
        const Vec3 lower(upper.x + 0.02F * side.x, 0.013F, upper.z + 0.02F * side.y);
        world.colliders.push_back(makeRod(lower, upper, 0.013F));
    }
}

} // namespace

void addFigure(World &world, const Figure &figure, const ScenarioOptions &options) {
    const FigureJoints joints = jointsOf(figure.trunk, figure.legs);
    const auto firstLeg = static_cast<int32_t>(world.colliders.size());
    addLegs(world, figure, standingPoses(joints, figure.place), options);
    Collider knob = formKnob(figure.trunk, figure.place);
    knob.carrier = 0;
    knob.onCarrier = compose(inverse(world.colliders[0].pose), knob.pose);
    world.colliders.push_back(knob);
    addStool(world, figure);
    if (figure.acts.empty()) {
        return;
    }
    auto keys = figureKeys(joints, figure.place, figure.acts);
    for (size_t part = 0; part < kFigureParts; ++part) {
        const int32_t collider = part == 0 ? 0 : firstLeg + static_cast<int32_t>(part) - 1;
        world.tracks.push_back({collider, std::move(keys[part])});
    }
}

} // namespace selvage
