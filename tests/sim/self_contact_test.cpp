// Cloth against itself: the search misses nothing, and what is not crossed stays so.
#include "near_features.h"
#include "sim/crossings.h"
#include "test_cloth.h"
#include "wide.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace selvage {
namespace {

std::vector<std::pair<int32_t, int32_t>> sorted(const std::vector<PatchPair> &pairs) {
    std::vector<std::pair<int32_t, int32_t>> out;
    out.reserve(pairs.size());
    for (const PatchPair &pair : pairs) {
        out.emplace_back(pair.a, pair.b);
    }
    std::sort(out.begin(), out.end());
    return out;
}

TEST(SortedBins, FindThePairsThatAllAgainstAllFinds) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> place(-0.5F, 0.5F);
    std::uniform_real_distribution<float> extent(0.001F, 0.08F);
    for (const int32_t count : {1, 2, 50, 700}) {
        PatchBoxes boxes;
        boxes.resize(count);
        for (size_t axis = 0; axis < 3; ++axis) {
            for (size_t i = 0; i < boxes.low[axis].size(); ++i) {
                boxes.low[axis][i] = place(random);
                boxes.high[axis][i] = boxes.low[axis][i] + extent(random);
            }
        }
        std::vector<PatchPair> byForce;
        std::vector<PatchPair> byBins;
        byForce.reserve(100000);
        byBins.reserve(100000);
        EXPECT_EQ(findPairsByForce(boxes, byForce), SortedBins(count).findPairs(boxes, byBins));
        EXPECT_EQ(sorted(byForce), sorted(byBins));
    }
}

TEST(Patches, OwnEveryVertexAndEveryEdgeOnce) {
    std::vector<Cloth> cloths;
    cloths.push_back(makeGridCloth({6, 9, 0.5F, 0.8F}, Fabric{}, Pose{}));
    cloths.push_back(makeGridCloth({5, 4, 0.5F, 0.8F}, Fabric{}, Pose{}));
    const Patches patches = makePatches(cloths);
    std::multiset<int32_t> vertices;
    std::multiset<std::pair<int32_t, int32_t>> edges;
    int32_t triangles = 0;
    for (size_t p = 0; p < patches.parts.size(); ++p) {
        const int32_t parts = patches.parts[p];
        if ((parts & kOwnVertex) != 0) {
            vertices.insert(patches.ownVertex[p]);
        }
        for (size_t e = 0; e < kEdgesPerPatch; ++e) {
            if ((parts & kOwnEdge << e) != 0) {
                edges.emplace(patches.edgeA[e][p], patches.edgeB[e][p]);
            }
        }
        triangles += ((parts & kTriangle) != 0 ? 1 : 0) + ((parts & kTriangle << 1) != 0 ? 1 : 0);
    }
    EXPECT_EQ(triangles, 2 * (5 * 8 + 4 * 3));
    EXPECT_EQ(vertices.size(), 6U * 9U + 5U * 4U);
    EXPECT_EQ(std::set<int32_t>(vertices.begin(), vertices.end()).size(), vertices.size());
    // Along weft and warp, and one diagonal in each cell.
    EXPECT_EQ(edges.size(), 5U * 9U + 6U * 8U + 5U * 8U + 4U * 4U + 5U * 3U + 4U * 3U);
    EXPECT_EQ(std::set(edges.begin(), edges.end()).size(), edges.size());
}

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
