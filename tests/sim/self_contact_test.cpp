// Cloth against itself: the search misses nothing, and what is not crossed stays so.
#include "common_motion.h"
#include "contact_list.h"
#include "maths/index.h"
#include "measure/sheet.h"
#include "near_features.h"
#include "sim/crossings.h"
#include "sim/self_contact.h"
#include "tangles.h"
#include "wide.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace selvage {
namespace {

// Falls edge first into a box of four walls that close in on it.
class Crumple {
public:
    explicit Crumple(bool selfContact) {
        Fabric fabric;
        fabric.arealDensity = 0.2F;
        fabric.thickness = 0.008F;
        Pose pose;
        pose.position.y = 1.1F;
        pose.orientation = glm::angleAxis(glm::radians(80.0F), glm::normalize(Vec3(1.0F, 0.1F, 0.05F)));
        world.cloths.push_back(makeGridCloth({33, 33, 1.0F, 1.0F}, fabric, pose));
        world.colliders.emplace_back(); // the floor
        for (int k = 0; k < 4; ++k) {
            Collider wall;
            wall.shape = ColliderShape::Box;
            wall.halfExtents = Vec3(0.1F, 1.5F, 1.5F);
            wall.pose.orientation =
                glm::angleAxis(-0.5F * glm::pi<float>() * static_cast<float>(k), Vec3(0.0F, 1.0F, 0.0F));
            world.colliders.push_back(wall);
        }
        moveWalls();
        world.settings.selfContact.enabled = selfContact;
        prepareWorld(world, 1);
    }

    StepReport advance() {
        moveWalls();
        return step(world, emptyInput());
    }

    World world;

private:
    void moveWalls() {
        const auto t = static_cast<float>(world.time);
        const float half = 0.6F - 0.35F * std::clamp((t - 0.7F) / 2.0F, 0.0F, 1.0F);
        for (size_t k = 1; k < world.colliders.size(); ++k) {
            Collider &wall = world.colliders[k];
            wall.previousPose = wall.pose;
            wall.pose.position =
                wall.pose.orientation * Vec3(half + 0.1F, 0.0F, 0.0F) + Vec3(0.0F, 1.0F, 0.0F);
            if (world.stepCount == 0) {
                wall.previousPose = wall.pose;
            }
        }
    }
};

// Vertices of two features, those of each in order.
using Feature = std::pair<std::vector<int32_t>, std::vector<int32_t>>;

Feature featureOf(std::vector<int32_t> first, std::vector<int32_t> second) {
    std::sort(first.begin(), first.end());
    std::sort(second.begin(), second.end());
    return first.size() == second.size() && second < first ? Feature{second, first} : Feature{first, second};
}

using Point = glm::dvec3;

double distanceToSegment(const Point &p, const Point &a, const Point &b) {
    const double t = std::clamp(glm::dot(p - a, b - a) / glm::dot(b - a, b - a), 0.0, 1.0);
    return glm::distance(p, a + t * (b - a));
}

double distanceOf(const Feature &feature, const std::vector<Vec4> &vertices) {
    const auto at = [&](int32_t v) { return Point(vertices[static_cast<size_t>(v)]); };
    if (feature.first.size() == 1) {
        const Point p = at(feature.first[0]);
        const Point a = at(feature.second[0]);
        const Point b = at(feature.second[1]);
        const Point c = at(feature.second[2]);
        const Point n = glm::normalize(glm::cross(b - a, c - a));
        const bool inside = glm::dot(glm::cross(b - a, p - a), n) > 0.0 &&
                            glm::dot(glm::cross(c - b, p - b), n) > 0.0 &&
                            glm::dot(glm::cross(a - c, p - c), n) > 0.0;
        return inside ? std::abs(glm::dot(p - a, n))
                      : std::min({distanceToSegment(p, a, b), distanceToSegment(p, b, c),
                                  distanceToSegment(p, c, a)});
    }
    const Point p = at(feature.first[0]);
    const Point d = at(feature.first[1]) - p;
    const Point q = at(feature.second[0]);
    const Point e = at(feature.second[1]) - q;
    double least = std::min({distanceToSegment(p, q, q + e), distanceToSegment(p + d, q, q + e),
                             distanceToSegment(q, p, p + d), distanceToSegment(q + e, p, p + d)});
    const Point n = glm::cross(d, e);
    const double s = glm::dot(glm::cross(q - p, e), n) / glm::dot(n, n);
    const double t = glm::dot(glm::cross(q - p, d), n) / glm::dot(n, n);
    if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) {
        least = std::min(least, std::abs(glm::dot(q - p, n)) / glm::length(n));
    }
    return least;
}

bool shareVertex(const Feature &feature) {
    return std::find_first_of(feature.first.begin(), feature.first.end(), feature.second.begin(),
                              feature.second.end()) != feature.first.end();
}

// All pairs of features that share no vertex and are nearer than `reach`.
std::set<Feature> nearByForce(const Cloth &cloth, const std::vector<Vec4> &vertices, double reach) {
    std::set<Feature> found;
    std::set<std::vector<int32_t>> edges;
    const auto &corners = cloth.topology->triangles;
    const auto take = [&](const Feature &feature) {
        if (!shareVertex(feature) && distanceOf(feature, vertices) < reach) {
            found.insert(feature);
        }
    };
    for (size_t t = 0; t < corners.size(); t += 3) {
        for (size_t k = 0; k < 3; ++k) {
            edges.insert(featureOf({corners[t + k], corners[t + (k + 1) % 3]}, {}).first);
        }
        for (int32_t v = 0; v < cloth.particleCount(); ++v) {
            take(featureOf({v}, {corners[t], corners[t + 1], corners[t + 2]}));
        }
    }
    for (auto a = edges.begin(); a != edges.end(); ++a) {
        for (auto b = std::next(a); b != edges.end(); ++b) {
            take(featureOf(*a, *b));
        }
    }
    return found;
}

// Rolled up, and rough by up to `noise` (m).
std::vector<Vec4> rolledUp(const Cloth &cloth, float noise, std::mt19937 &random) {
    std::uniform_real_distribution<float> rough(-noise, noise);
    std::vector<Vec4> vertices;
    for (const Vec3 &x : cloth.position) {
        const float angle = 25.0F * x.x;
        const float radius = 0.02F + 0.002F * angle;
        vertices.emplace_back(radius * std::cos(angle) + rough(random), x.y + rough(random),
                              radius * std::sin(angle) + rough(random) + x.z, 0.001F);
    }
    return vertices;
}

Feature featureOf(const Four &v, bool edges) {
    return edges ? featureOf({v[0], v[1]}, {v[2], v[3]}) : featureOf({v[0]}, {v[1], v[2], v[3]});
}

TEST(NearFeatures, AreThoseThatAllAgainstAllFinds) {
    std::vector<Cloth> cloths;
    cloths.push_back(makeGridCloth({12, 11, 0.3F, 0.3F}, Fabric{}, Pose{}));
    constexpr float kThickness = 0.01F;
    std::mt19937 random(3);
    std::vector<Vec4> vertices = rolledUp(cloths[0], 0.012F, random);
    for (Vec4 &v : vertices) {
        v.w = 0.55F * kThickness;
    }
    const Patches patches = makePatches(cloths);
    PatchShapes shapes;
    shapes.resize(patches.count);
    shapePatches(patches, vertices, shapes);
    std::vector<PatchRecord> records(static_cast<size_t>(patches.count));
    recordPatches(patches, shapes, vertices, records);
    std::vector<PatchPair> pairs;
    for (int32_t a = 0; a < patches.count; ++a) {
        for (int32_t b = a; b < patches.count; ++b) {
            pairs.push_back({a, b});
        }
    }
    FeatureList list;
    list.vertexTriangle.reserve(200000);
    list.edgeEdge.reserve(200000);
    listFeatures(records, pairs, {}, list);
    std::vector<NearFeatures> near;
    near.reserve(200000);
    findNearFeatures(list, vertices, kThickness, near);
    std::set<Feature> found;
    for (const NearFeatures &n : near) {
        const auto &v = n.vertex;
        const Feature feature = featureOf(Four{v[0], v[1], v[2], v[3]}, n.firstCount == 2);
        found.insert(feature); // those within a patch come twice
        EXPECT_NEAR(static_cast<double>(n.distance), distanceOf(feature, vertices), 1e-6);
    }
    const auto byForce = nearByForce(cloths[0], vertices, 1.1 * static_cast<double>(kThickness));
    EXPECT_GT(byForce.size(), 300U);
    std::vector<Feature> missed;
    std::set_difference(byForce.begin(), byForce.end(), found.begin(), found.end(),
                        std::back_inserter(missed));
    EXPECT_EQ(missed.size(), 0U);
    EXPECT_EQ(found.size(), byForce.size());
}

// Some vertices hurry, some creep.
void moveOn(std::vector<Vec4> &vertices, std::mt19937 &random) {
    std::uniform_real_distribution<float> creep(-1e-4F, 1e-4F);
    std::uniform_real_distribution<float> hurry(-0.006F, 0.006F);
    for (size_t i = 0; i < vertices.size(); ++i) {
        auto &way = i % 130 == 7 ? hurry : creep;
        vertices[i] += Vec4(way(random), way(random), way(random), 0.0F);
        vertices[i].w = i % 130 == 7 ? 0.006F : 0.0005F;
    }
}

TEST(ContactList, HoldsAllThatIsNearWhileSomeVerticesHurry) {
    std::vector<Cloth> cloths;
    cloths.push_back(makeGridCloth({24, 11, 0.6F, 0.3F}, Fabric{}, Pose{}));
    constexpr float kLeast = 0.0055F;
    const Patches patches = makePatches(cloths);
    ContactList list(patches, kLeast, 0.03F);
    std::mt19937 random(5);
    std::vector<Vec4> vertices = rolledUp(cloths[0], 0.006F, random);
    CommonMotion motion(vertices.size(), 0.03F);
    const std::vector<Vec4> drift(vertices.size(), Vec4(0.0F, 1.8F, 0.0F, 0.0F)); // m/s
    SelfContactReport report;
    std::vector<NearFeatures> near;
    near.reserve(200000);
    for (int step = 0; step < 12; ++step) {
        motion.estimate(vertices, drift, ContactScene{});
        for (size_t i = 0; i < vertices.size(); ++i) {
            vertices[i] += Vec4(Vec3(motion.shift()[i]), 0.0F);
        }
        list.update(patches, vertices, motion, report);
        near.clear();
        list.findNear(vertices, 2.0F * kLeast, near);
        std::multiset<Feature> held;
        for (const Four &v : list.features().vertexTriangle) {
            held.insert(featureOf(v, false));
        }
        for (const Four &v : list.features().edgeEdge) {
            held.insert(featureOf(v, true));
        }
        const auto byForce = nearByForce(cloths[0], vertices, 2.0 * static_cast<double>(kLeast));
        EXPECT_GT(byForce.size(), 300U);
        EXPECT_TRUE(std::includes(held.begin(), held.end(), byForce.begin(), byForce.end())) << step;
        EXPECT_TRUE(std::all_of(held.begin(), held.end(), [&](const Feature &f) { // within a patch: twice
            return held.count(f) <= 2;
        })) << step;
        moveOn(vertices, random);
    }
    EXPECT_LT(report.lists, 4); // nearly always only what hurries is searched for
    EXPECT_EQ(report.leftOut, 0);
}

// The faster all goes, the more is near enough to be listed: what the list holds ahead of time gives way
// first.
TEST(ContactList, DoesWithoutReserveWhereThereIsNoRoomForIt) {
    std::vector<Cloth> cloths;
    cloths.push_back(makeGridCloth({24, 11, 0.6F, 0.3F}, Fabric{}, Pose{}));
    const Patches patches = makePatches(cloths);
    std::mt19937 random(7);
    std::vector<Vec4> vertices = rolledUp(cloths[0], 0.0F, random);
    const CommonMotion none(vertices.size(), 0.03F);
    int32_t withoutReserve = 0;
    for (float way = 0.004F; way < 0.012F; way *= 1.05F) {
        for (Vec4 &v : vertices) {
            v.w = way;
        }
        ContactList list(patches, 0.0055F, 0.03F);
        SelfContactReport report;
        list.update(patches, vertices, none, report);
        EXPECT_EQ(list.complete(), report.leftOut == 0) << way;
        withoutReserve += report.lists == 2 && list.complete() ? 1 : 0;
    }
    EXPECT_GT(withoutReserve, 3);
}

TEST(CommonMotion, IsAllOfATranslationAndNearlyAllOfARotation) {
    const Cloth cloth = makeGridCloth({33, 33, 1.0F, 1.0F}, Fabric{}, Pose{});
    std::vector<Vec4> position;
    std::vector<Vec4> falling;
    std::vector<Vec4> turning;
    for (const Vec3 &x : cloth.position) {
        position.emplace_back(x, 0.0F);
        falling.emplace_back(0.5F, -3.0F, 0.0F, 0.0F);
        turning.emplace_back(glm::cross(Vec3(0.0F, 4.0F, 0.0F), x), 0.0F);
    }
    const ContactScene scene{};
    CommonMotion motion(position.size(), 1.0F / 32.0F);
    motion.estimate(position, falling, scene);
    EXPECT_LT(motion.strain(), 1e-4F);
    for (const Vec4 &shift : motion.shift()) {
        EXPECT_LT(glm::distance(Vec3(shift), scene.dt * Vec3(falling[0])), 1e-6F);
    }
    motion.estimate(position, turning, scene);
    EXPECT_LT(motion.strain(), 2.0F * 4.0F * scene.dt);
    for (size_t i = 0; i < position.size(); ++i) {
        EXPECT_LT(glm::distance(Vec3(motion.shift()[i]), scene.dt * Vec3(turning[i])), 0.002F);
    }
}

TEST(CommonMotion, DoesNotLeadIntoAnObstacle) {
    const Cloth cloth = makeGridCloth({33, 33, 1.0F, 1.0F}, Fabric{}, Pose{});
    std::vector<Vec4> position; // on edge, the lowest row on the floor
    for (const Vec3 &x : cloth.position) {
        position.emplace_back(x.x, x.z + 0.5F, 0.0F, 1.0F);
    }
    const std::vector<Vec4> falling(position.size(), Vec4(0.0F, -3.0F, 0.0F, 0.0F));
    const std::vector<Collider> floor(1);
    const ContactScene scene{.colliders = floor};
    CommonMotion motion(position.size(), 1.0F / 32.0F);
    motion.estimate(position, falling, scene);
    for (size_t i = 0; i < position.size(); ++i) {
        if (position[i].y < 0.01F) {
            EXPECT_GT(motion.shift()[i].y, -0.25F * 3.0F * scene.dt);
        } else if (position[i].y > 0.7F) {
            EXPECT_LT(motion.shift()[i].y, -0.9F * 3.0F * scene.dt);
        }
    }
    EXPECT_GT(motion.strain(), 0.001F);
    EXPECT_LE(motion.strain(), 0.25F);
}

TEST(CommonMotion, LeadsAlongAnObstacle) {
    const Cloth cloth = makeGridCloth({33, 33, 1.0F, 1.0F}, Fabric{}, Pose{});
    std::vector<Vec4> position; // flat on the floor
    for (const Vec3 &x : cloth.position) {
        position.emplace_back(x.x, 0.004F, x.z, 1.0F);
    }
    const std::vector<Vec4> sliding(position.size(), Vec4(2.0F, -1.0F, 0.0F, 0.0F));
    const std::vector<Collider> floor(1);
    const ContactScene scene{.colliders = floor};
    CommonMotion motion(position.size(), 1.0F / 32.0F);
    motion.estimate(position, sliding, scene);
    for (const Vec4 &shift : motion.shift()) {
        EXPECT_NEAR(shift.x, scene.dt * 2.0F, 1e-6F);
        EXPECT_NEAR(shift.y, 0.0F, 1e-6F);
    }
}

TEST(CommonMotion, OfPartsThatFlyTowardsEachOtherSaysHowMuchNearerTheyCome) {
    std::vector<Vec4> position; // too far from each other to have a node in common
    std::vector<Vec4> velocity;
    for (int k = 0; k < 20; ++k) {
        const float side = k < 10 ? -1.0F : 1.0F;
        position.emplace_back(2.0F * side, 0.03F * static_cast<float>(k % 10), 0.0F, 1.0F);
        velocity.emplace_back(-3.0F * side, 0.0F, 0.0F, 0.0F);
    }
    const ContactScene scene{};
    CommonMotion motion(position.size(), 0.03F);
    motion.estimate(position, velocity, scene);
    EXPECT_LT(motion.strain(), 1e-4F);
    EXPECT_NEAR(motion.nearing(), scene.dt * 6.0F, 1e-5F);
}

TEST(Tangles, AreAllThatTheOracleFinds) {
    std::vector<Cloth> cloths;
    cloths.push_back(makeGridCloth({24, 11, 0.6F, 0.3F}, Fabric{}, Pose{}));
    std::mt19937 random(5);
    std::vector<Vec4> vertices = rolledUp(cloths[0], 0.012F, random);
    for (size_t i = 0; i < vertices.size(); ++i) {
        cloths[0].position[i] = Vec3(vertices[i]);
    }
    const Patches patches = makePatches(cloths);
    Tangles tangles(patches);
    tangles.find(patches, vertices);
    const size_t byForce = findCrossings(cloths).size();
    EXPECT_GT(byForce, 100U);
    EXPECT_EQ(tangles.count(), static_cast<int64_t>(byForce));
    for (const Tangle &tangle : tangles.tangles()) { // they say where the edge and the triangle meet
        Vec3 apart(0.0F);
        for (size_t k = 0; k < 5; ++k) {
            apart += tangle.weight[k] * Vec3(vertices[static_cast<size_t>(tangle.vertex[k])]);
        }
        EXPECT_LT(glm::length(apart), 1e-4F);
    }
}

// A level sheet, and a strip that hangs down through its middle or up against it.
std::vector<Cloth> pokedSheet() {
    Fabric fabric;
    fabric.thickness = 0.004F;
    std::vector<Cloth> cloths;
    cloths.push_back(makeGridCloth({21, 21, 0.6F, 0.6F}, fabric, Pose{}));
    const Quat upright = glm::angleAxis(glm::radians(90.0F), Vec3(1.0F, 0.0F, 0.0F));
    cloths.push_back(makeGridCloth({5, 13, 0.11F, 0.36F}, fabric, {upright, {0.007F, 0.13F, 0.008F}}));
    return cloths;
}

// A level sheet, and an upright one half beside it, which goes through it from its border inwards: no edge
// that pierces cuts anything off, so that neither knows which side it belongs to.
TEST(SelfContact, DrawsBackWhatGoesThroughOverABorder) {
    Fabric fabric;
    fabric.thickness = 0.004F;
    World world;
    world.cloths.push_back(makeGridCloth({21, 21, 0.6F, 0.6F}, fabric, Pose{}));
    const Quat upright = glm::angleAxis(glm::radians(90.0F), Vec3(1.0F, 0.0F, 0.0F));
    world.cloths.push_back(makeGridCloth({11, 11, 0.3F, 0.3F}, fabric, {upright, {0.3F, 0.05F, 0.008F}}));
    world.settings.gravity = Vec3(0.0F);
    world.settings.selfContact.enabled = true;
    prepareWorld(world, 1);
    EXPECT_GT(findCrossings(world.cloths).size(), 5U);
    for (int s = 1; s <= 180; ++s) {
        const StepReport report = step(world, emptyInput());
        EXPECT_EQ(report.selfContact.loose, 0);
        EXPECT_EQ(report.nonFinite, 0);
    }
    EXPECT_EQ(findCrossings(world.cloths).size(), 0U);
}

TEST(SelfContact, DrawsWhatIsThroughBackToTheSideOfTheLargerPiece) {
    World world;
    world.cloths = pokedSheet();
    world.settings.gravity = Vec3(0.0F);
    world.settings.selfContact.enabled = true;
    prepareWorld(world, 1);
    size_t left = findCrossings(world.cloths).size();
    EXPECT_GT(left, 5U);
    int32_t counted = 0;
    for (int s = 1; s <= 90; ++s) {
        const StepReport report = step(world, emptyInput());
        counted = std::max(counted, report.selfContact.crossings);
        EXPECT_EQ(report.selfContact.loose, 0);
        if (s % 30 == 0) {
            const size_t now = findCrossings(world.cloths).size();
            EXPECT_LE(now, left) << s;
            left = now;
        }
    }
    EXPECT_GT(counted, 5); // the report tells of them
    EXPECT_EQ(left, 0U);
    const Cloth &strip = world.cloths[1];
    const float middle = centreOfMass(world.cloths[0]).y;
    EXPECT_GT(std::min_element(strip.position.begin(), strip.position.end(),
                               [](const Vec3 &a, const Vec3 &b) { return a.y < b.y; })
                  ->y,
              middle - 0.02F);
}

TEST(SelfContact, KeepsACrumpledSheetOutOfItself) {
    Crumple with(true);
    Crumple without(false);
    size_t worstWithout = 0;
    for (int s = 1; s <= 270; ++s) {
        const StepReport report = with.advance();
        ASSERT_EQ(report.selfContact.leftOut, 0) << s;
        without.advance();
        if (s % 10 == 0) {
            ASSERT_TRUE(findCrossings(with.world.cloths).empty()) << s;
            worstWithout = std::max(worstWithout, findCrossings(without.world.cloths).size());
        }
        if (s == 36) { // falls as it would without: nothing has touched yet
            EXPECT_NEAR(centreOfMass(with.world.cloths[0]).y, centreOfMass(without.world.cloths[0]).y, 0.02F);
        }
    }
    EXPECT_GT(worstWithout, 100U); // the job is worth the name
    std::vector<float> stretch;
    appendStretch(with.world.cloths[0], stretch);
    EXPECT_LT(quantile(stretch, 0.99), 0.08);
    EXPECT_LT(centreOfMass(with.world.cloths[0]).y, 0.1F);
}

TEST(SelfContact, KeepsOutWhenTimeIsUpInEveryStep) {
    Crumple crumple(true);
    crumple.world.settings.postStep.timeIsUp = [] { return true; };
    int32_t timeUp = 0;
    for (int s = 1; s <= 150; ++s) {
        timeUp += crumple.advance().timeUpCount;
        if (s % 10 == 0) {
            ASSERT_TRUE(findCrossings(crumple.world.cloths).empty()) << s;
        }
    }
    EXPECT_GE(timeUp, 150); // the rest of each step in one substep
    EXPECT_LT(centreOfMass(crumple.world.cloths[0]).y, 0.1F);
}

// A step in which everything would go a long way, and where it went (m).
std::vector<Vec4> scatter(SelfContact &contact, SelfContactReport &report) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> place(-0.01F, 0.01F);
    contact.beginSubstep({}, ContactScene{}, report);
    std::vector<Vec4> scattered;
    for (Vec4 &x : contact.positions(0)) {
        x += Vec4(place(random), place(random), place(random), 0.0F);
        scattered.push_back(x);
    }
    contact.push(report);
    contact.cut(report);
    return scattered;
}

TEST(SelfContact, MovesNothingWhereThereIsNoRoomForAllPairsButLetsGoSoon) { // case 28
    std::vector<Cloth> cloths;
    cloths.push_back(makeGridCloth({41, 41, 1.0F, 1.0F}, Fabric{}, Pose{}));
    SelfContact contact(cloths);
    std::vector<Vec4> pressed; // in folds as wide as a cell, a fifth of a millimetre apart
    pressed.reserve(contact.positions(0).size());
    for (int32_t i = 0; i < cloths[0].particleCount(); ++i) {
        const int32_t row = i / 41;
        pressed.emplace_back(i % 41 % 2 == 0 ? 0.0F : 0.025F, 0.0002F * static_cast<float>(i % 41),
                             0.025F * static_cast<float>(row), 1.0F);
    }
    for (int32_t substep = 0; substep < 12; ++substep) {
        std::copy(pressed.begin(), pressed.end(), contact.positions(0).begin());
        SelfContactReport report;
        const std::vector<Vec4> scattered = scatter(contact, report);
        const bool loose = report.loose != 0;
        EXPECT_EQ(loose, substep >= 8) << substep;
        EXPECT_EQ(report.stopped, loose ? 0 : 1) << substep;
        EXPECT_EQ(report.crossings, 0);
        const std::vector<Vec4> &expected = loose ? scattered : pressed;
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), contact.positions(0).begin())) << substep;
    }
}

// Two level sheets, one a little too near above the other, all of both held but one vertex: where two edges
// cross, a fiftieth of the way from a held vertex to that one. The push there is a fiftieth of its own.
TEST(SelfContact, HurlsNothingAwayThatHangsFromWhatIsHeld) {
    Fabric fabric;
    fabric.thickness = 0.004F;
    std::vector<Cloth> cloths;
    cloths.push_back(makeGridCloth({3, 3, 0.1F, 0.1F}, fabric, Pose{}));
    cloths.push_back(
        makeGridCloth({3, 3, 0.1F, 0.1F}, fabric, {Quat(1.0F, 0.0F, 0.0F, 0.0F), {-0.001F, 0.003F, 0.02F}}));
    SelfContact contact(cloths);
    for (size_t c = 0; c < 2; ++c) {
        for (size_t i = 0; i < 9; ++i) {
            contact.positions(c)[i] = Vec4(cloths[c].position[i], c == 1 && i == 5 ? 1.0F : 0.0F);
        }
    }
    SelfContactReport report;
    contact.beginSubstep({}, ContactScene{}, report);
    contact.push(report);
    EXPECT_GT(report.touching, 0);
    const float moved = glm::distance(Vec3(contact.positions(1)[5]), cloths[1].position[5]);
    EXPECT_GT(moved, 0.0F);
    EXPECT_LT(moved, 2.0F * fabric.thickness);
}

TEST(SelfContact, LetsGoWhereMoreIsCrossedThanIsWorthDrawingBack) {
    std::vector<Cloth> cloths;
    cloths.push_back(makeGridCloth({41, 41, 1.0F, 1.0F}, Fabric{}, Pose{}));
    SelfContact contact(cloths);
    std::mt19937 random(7);
    std::uniform_real_distribution<float> place(-0.01F, 0.01F);
    for (Vec4 &x : contact.positions(0)) {
        x = Vec4(place(random), place(random), place(random), 1.0F);
    }
    SelfContactReport report;
    const std::vector<Vec4> scattered = scatter(contact, report);
    EXPECT_EQ(report.loose, 1);
    EXPECT_GT(report.crossings, 2 * 41 * 41);
    EXPECT_TRUE(std::equal(scattered.begin(), scattered.end(), contact.positions(0).begin()));
}

TEST(SelfContact, GivesTheSameBitsForEveryWidth) {
    std::set<uint64_t> hashes;
    for (const WideLevel level : {WideLevel::Plain, WideLevel::Avx2, WideLevel::Avx512}) {
        limitWideLevel(level);
        Crumple crumple(true);
        for (int s = 0; s < 70; ++s) {
            crumple.advance();
        }
        hashes.insert(stateHash(crumple.world));
    }
    limitWideLevel(WideLevel::Avx512);
    EXPECT_EQ(hashes.size(), 1U);
}

} // namespace
} // namespace selvage
