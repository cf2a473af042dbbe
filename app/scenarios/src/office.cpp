// An office (Meyer et al. 2000, §6, Figs 5 and 6a): a scarf among a mannequin's head, a desk with a lamp,
// books and a mug, and a chair; of our own where there is no furniture from outside.
#include "office_furniture.h"
#include "scenario_table.h"
#include "solids.h"

#include "scenarios/script.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr float kWidth = 0.38F;  // m, of the scarf
constexpr float kLength = 1.35F; // m
constexpr int32_t kPoints = 1000;
constexpr float kOffMeshes = 0.008F; // m, kept from furniture whose surface has gaps to be caught in
constexpr float kDesk = 0.74F;       // m, height of its top
constexpr Vec3 kDeskMiddle(-0.10F, 0.0F, -1.15F); // m, on the floor
constexpr Vec3 kDeskHalf(0.72F, 0.016F, 0.34F);
constexpr Vec3 kHead(-0.05F, kDesk, -1.10F); // m, foot of the mannequin's head
constexpr Vec3 kLamp(-0.72F, kDesk, -1.38F); // m, its foot
constexpr Vec3 kBooks(0.36F, kDesk, -1.24F); // m
constexpr Vec3 kChair(1.00F, 0.0F, -0.82F);  // m
constexpr float kChairTurn = -1.15F;         // rad

constexpr Vec3 kOak(0.36F, 0.23F, 0.12F);
constexpr Vec3 kWall(0.55F, 0.54F, 0.50F);
constexpr Vec3 kIron(0.08F, 0.085F, 0.09F);
constexpr Vec3 kPlaster(0.70F, 0.66F, 0.58F);
constexpr Vec3 kBrass(0.55F, 0.38F, 0.13F);
constexpr Vec3 kGreen(0.05F, 0.22F, 0.13F);
constexpr Vec3 kLeather(0.20F, 0.09F, 0.045F);
constexpr Vec3 kInk(0.04F, 0.07F, 0.16F);
constexpr Vec3 kWine(0.30F, 0.04F, 0.05F);
constexpr Vec3 kPaper(0.66F, 0.60F, 0.46F);

struct Piece {
    Collider collider;
    Vec3 colour;
};

// Turns and moves a piece that was made about the origin.
Piece placed(Piece piece, const Pose &pose) {
    piece.collider.pose = compose(pose, piece.collider.pose);
    piece.collider.previousPose = piece.collider.pose;
    return piece;
}

void addDesk(std::vector<Piece> &pieces) {
    const Vec3 top = kDeskMiddle + Vec3(0.0F, kDesk - kDeskHalf.y, 0.0F);
    pieces.push_back({makeBlock(top, kDeskHalf, 0.008F), kOak});
    for (const float x : {-1.0F, 1.0F}) {
        for (const float z : {-1.0F, 1.0F}) {
            const Vec3 foot = kDeskMiddle + Vec3(x * (kDeskHalf.x - 0.05F), 0.0F, z * (kDeskHalf.z - 0.05F));
            pieces.push_back(
                {makeBlock(foot + Vec3(0.0F, 0.35F, 0.0F), {0.022F, 0.355F, 0.022F}, 0.006F), kIron});
        }
    }
    const Vec3 drawers = kDeskMiddle + Vec3(0.47F, 0.52F, 0.0F);
    pieces.push_back({makeBlock(drawers, {0.19F, 0.185F, 0.29F}, 0.008F), kOak});
    for (const float y : {-0.09F, 0.09F}) {
        pieces.push_back(
            {makeRod(drawers + Vec3(-0.05F, y, 0.305F), drawers + Vec3(0.05F, y, 0.305F), 0.008F), kBrass});
    }
}

void addHead(std::vector<Piece> &pieces) {
    pieces.push_back({makeEllipsoid(kHead + Vec3(0.0F, 0.012F, 0.0F), {0.095F, 0.022F, 0.095F}), kPlaster});
    pieces.push_back(
        {makeRod(kHead + Vec3(0.0F, 0.03F, 0.0F), kHead + Vec3(0.0F, 0.17F, 0.0F), 0.052F), kPlaster});
    pieces.push_back({makeEllipsoid(kHead + Vec3(0.0F, 0.275F, 0.0F), {0.078F, 0.112F, 0.098F}), kPlaster});
    pieces.push_back(
        {makeEllipsoid(kHead + Vec3(0.0F, 0.215F, 0.045F), {0.045F, 0.050F, 0.055F}), kPlaster}); // chin
    pieces.push_back(
        {makeEllipsoid(kHead + Vec3(0.0F, 0.262F, 0.098F), {0.013F, 0.026F, 0.018F}), kPlaster}); // nose
    for (const float side : {-1.0F, 1.0F}) {
        pieces.push_back(
            {makeEllipsoid(kHead + Vec3(0.078F * side, 0.265F, 0.0F), {0.010F, 0.030F, 0.020F}), kPlaster});
    }
}

void addLamp(std::vector<Piece> &pieces) {
    const Vec3 elbow = kLamp + Vec3(-0.05F, 0.34F, 0.0F);
    const Vec3 end = kLamp + Vec3(0.13F, 0.48F, 0.10F);
    pieces.push_back({makeEllipsoid(kLamp + Vec3(0.0F, 0.010F, 0.0F), {0.085F, 0.020F, 0.085F}), kBrass});
    pieces.push_back({makeRod(kLamp + Vec3(0.0F, 0.02F, 0.0F), elbow, 0.009F), kBrass});
    pieces.push_back({makeRod(elbow, end, 0.009F), kBrass});
    pieces.push_back({makeBall(elbow, 0.016F), kBrass});
    const Quat tilt = glm::angleAxis(-0.35F, Vec3(0.0F, 0.0F, 1.0F));
    pieces.push_back({makeEllipsoid(end + Vec3(0.02F, -0.02F, 0.01F), {0.10F, 0.060F, 0.10F}, tilt), kGreen});
}

void addBooksAndMug(std::vector<Piece> &pieces) {
    constexpr std::array<Vec3, 3> kCovers = {kInk, kWine, kPaper};
    float height = 0.0F;
    for (size_t i = 0; i < kCovers.size(); ++i) {
        const float thick = 0.017F + 0.004F * static_cast<float>(i % 2);
        const float shrink = 1.0F - 0.09F * static_cast<float>(i);
        Piece book{makeBlock(Vec3(0.0F), {0.125F * shrink, thick, 0.09F * shrink}, 0.004F), kCovers[i]};
        const Quat turn = glm::angleAxis(0.2F - 0.25F * static_cast<float>(i), Vec3(0.0F, 1.0F, 0.0F));
        pieces.push_back(placed(book, {turn, kBooks + Vec3(0.0F, height + thick, 0.0F)}));
        height += 2.0F * thick;
    }
    const Vec3 mug = kDeskMiddle + Vec3(0.15F, kDesk, 0.17F);
    pieces.push_back({makeBlock(mug + Vec3(0.0F, 0.048F, 0.0F), {0.038F, 0.048F, 0.038F}, 0.0375F), kWine});
    pieces.push_back(
        {makeRod(mug + Vec3(0.047F, 0.03F, 0.0F), mug + Vec3(0.047F, 0.065F, 0.0F), 0.008F), kWine});
}

void addChair(std::vector<Piece> &pieces) {
    std::vector<Piece> own;
    own.push_back({makeBlock({0.0F, 0.455F, 0.0F}, {0.22F, 0.035F, 0.21F}, 0.03F), kLeather});
    own.push_back({makeBlock({0.0F, 0.78F, -0.215F}, {0.20F, 0.17F, 0.028F}, 0.026F), kLeather});
    own.push_back({makeRod({0.0F, 0.44F, -0.19F}, {0.0F, 0.66F, -0.225F}, 0.018F), kIron});
    own.push_back({makeRod({0.0F, 0.10F, 0.0F}, {0.0F, 0.42F, 0.0F}, 0.026F), kIron});
    for (int leg = 0; leg < 5; ++leg) {
        const float angle = glm::two_pi<float>() * static_cast<float>(leg) / 5.0F;
        const Vec3 foot(0.26F * std::sin(angle), 0.045F, 0.26F * std::cos(angle));
        own.push_back({makeRod({0.0F, 0.10F, 0.0F}, foot + Vec3(0.0F, 0.015F, 0.0F), 0.017F), kIron});
        own.push_back({makeBall(foot, 0.03F), kIron});
    }
    for (const float side : {-1.0F, 1.0F}) {
        const Vec3 front(0.25F * side, 0.65F, 0.10F);
        const Vec3 back(0.25F * side, 0.65F, -0.12F);
        own.push_back({makeRod(back, front, 0.022F), kLeather});
        own.push_back({makeRod({0.23F * side, 0.45F, -0.02F}, {0.25F * side, 0.64F, -0.02F}, 0.012F), kIron});
    }
    for (const Piece &piece : own) {
        pieces.push_back(placed(piece, {glm::angleAxis(kChairTurn, Vec3(0.0F, 1.0F, 0.0F)), kChair}));
    }
}

// The room and what is always ours.
std::vector<Piece> roomPieces() {
    std::vector<Piece> pieces;
    pieces.push_back({makeBlock({0.0F, 1.35F, -1.75F}, {2.6F, 1.35F, 0.05F}, 0.01F), kWall});
    pieces.push_back({makeBlock({0.0F, 0.05F, -1.69F}, {2.6F, 0.05F, 0.012F}, 0.006F), kOak});   // skirting
    pieces.push_back({makeBlock({0.42F, 1.50F, -1.69F}, {0.34F, 0.25F, 0.014F}, 0.008F), kOak}); // a picture
    pieces.push_back({makeBlock({0.42F, 1.50F, -1.68F}, {0.30F, 0.21F, 0.012F}, 0.004F), kInk});
    pieces.push_back({makeEllipsoid({0.50F, 1.53F, -1.668F}, {0.085F, 0.085F, 0.004F}), kBrass}); // its sun
    pieces.push_back(
        {makeBlock({0.42F, 1.375F, -1.667F}, {0.30F, 0.085F, 0.004F}, 0.003F), kGreen}); // and sea
    addBooksAndMug(pieces);
    return pieces;
}

std::vector<Piece> allOurPieces() {
    std::vector<Piece> pieces = roomPieces();
    addDesk(pieces);
    addHead(pieces);
    addLamp(pieces);
    addChair(pieces);
    return pieces;
}

Pose turnedAt(const Vec3 &place, float angle) {
    return {glm::angleAxis(angle, Vec3(0.0F, 1.0F, 0.0F)), place};
}

// The room, and in it the furniture from outside where there is some that is whole, else ours.
std::vector<Collider> furnishedRoom(const std::string &folder, const ScenarioOptions &options) {
    std::vector<Collider> colliders = {makeFloorSolid()};
    const OfficePlaces places{turnedAt(kDeskMiddle, 0.0F), turnedAt(kHead, 0.0F), turnedAt(kLamp, 0.6F),
                              turnedAt(kChair, kChairTurn), kDesk};
    auto furniture = officeFurniture(folder, places, options);
    if (!furniture && options.notice != nullptr) {
        options.notice(furniture.error().message + "; the office has its own furniture instead");
    }
    const bool ours = !furniture || furniture->empty();
    for (const Piece &piece : ours ? allOurPieces() : roomPieces()) {
        colliders.push_back(piece.collider);
    }
    if (!ours) {
        colliders.insert(colliders.end(), furniture->begin(), furniture->end());
    }
    return colliders;
}

} // namespace

Result<World> buildOffice(const ScenarioOptions &options) {
    ScenarioOptions shared = options;
    const std::string folder = takeFurnitureFolder(shared);
    World world;
    world.colliders = furnishedRoom(folder, shared);
    const int32_t points = options.points > 0 ? options.points : kPoints;
    const Quat across = glm::angleAxis(1.35F, Vec3(0.0F, 1.0F, 0.0F)); // its length along the desk
    const Vec3 above = kHead + Vec3(0.24F, 0.42F, 0.02F);              // most of it on the side of the chair
    Fabric silk;
    const bool meshes = std::any_of(world.colliders.begin(), world.colliders.end(),
                                    [](const Collider &c) { return c.shape == ColliderShape::Mesh; });
    silk.thickness = meshes ? kOffMeshes : silk.thickness;
    world.cloths.push_back(makeGridCloth(gridOfPoints(kWidth, kLength, points), silk, {across, above}));
    if (const auto finished = finishWorld(world, shared); !finished) {
        return finished.error();
    }
    return world;
}

// What a person would do: see it fall over the head, take it with both hands, draw it off and throw it over
// the back of the chair, across. The throw ends behind the back, so that the scarf stays there however rough
// the motion is: at seven frames a second, too.
Motion scriptOffice() {
    constexpr Vec3 kForward(105.0F, 0.0F, 0.0F); // degrees
    const Vec3 eye(0.12F, 1.50F, 0.0F);
    const Vec3 bent(0.20F, 1.42F, -0.20F);
    const Vec3 aside(0.88F, 1.50F, -0.05F); // before the chair
    ScriptKeys keys;
    keys.head = {{0.0, eye, {0.05F, 0.86F, -1.15F}},   {1.6, eye, {0.05F, 0.86F, -1.15F}},
                 {2.5, bent, {0.15F, 0.86F, -1.10F}},  {3.2, bent, {0.15F, 0.86F, -1.10F}},
                 {5.2, aside, {1.10F, 1.05F, -0.90F}}, {7.0, aside, {1.15F, 0.75F, -0.90F}},
                 {12.0, aside, {1.15F, 0.75F, -0.90F}}};
    const Vec3 rightEnd(0.42F, 0.755F, -0.87F);
    const Vec3 leftEnd(-0.07F, 1.055F, -1.00F);
    keys.right = {{0.0, {0.35F, 0.95F, -0.30F}, 0.0F, kForward},
                  {2.6, rightEnd, 0.0F, kForward},
                  {2.9, rightEnd, 1.0F, kForward},
                  {4.2, {0.75F, 1.50F, -0.70F}, 1.0F, kForward},
                  {5.4, {1.26F, 1.45F, -0.69F}, 1.0F, kForward},
                  {6.0, {1.39F, 1.24F, -0.91F}, 1.0F, kForward, true},
                  {6.15, {1.43F, 1.16F, -1.00F}, 0.0F, kForward, true},
                  {6.6, {1.44F, 1.08F, -1.02F}, 0.0F, kForward},
                  {8.0, {1.10F, 0.95F, -0.30F}, 0.0F, kForward},
                  {12.0, {1.10F, 0.95F, -0.30F}, 0.0F, kForward}};
    keys.left = {{0.0, {-0.20F, 0.95F, -0.30F}, 0.0F, kForward},
                 {2.6, leftEnd, 0.0F, kForward},
                 {2.9, leftEnd, 1.0F, kForward},
                 {4.2, {0.15F, 1.50F, -0.70F}, 1.0F, kForward},
                 {5.4, {0.78F, 1.45F, -0.48F}, 1.0F, kForward},
                 {6.0, {0.91F, 1.24F, -0.70F}, 1.0F, kForward, true},
                 {6.15, {0.95F, 1.16F, -0.79F}, 0.0F, kForward, true},
                 {6.6, {0.96F, 1.08F, -0.81F}, 0.0F, kForward},
                 {8.0, {0.62F, 0.95F, -0.25F}, 0.0F, kForward},
                 {12.0, {0.62F, 0.95F, -0.25F}, 0.0F, kForward}};
    return makeScript(keys, 90.0);
}

std::vector<double> picturesOffice() {
    return {0.3, 2.4, 4.4, 6.2, 12.0};
}

SceneLook lookOffice() {
    static const std::vector<Vec3> solids = [] {
        std::vector<Vec3> all{Vec3(0.5F)}; // the floor has its own
        for (const Piece &piece : allOurPieces()) {
            all.push_back(piece.colour);
        }
        return all;
    }();
    SceneLook look;
    look.cloth = Vec3(0.05F, 0.17F, 0.36F);
    look.border = Vec3(0.80F, 0.64F, 0.36F);
    look.solids = solids;
    return look;
}

} // namespace selvage
