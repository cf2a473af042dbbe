// What self-contact goes by: patches of cloth, which of their boxes overlap, and which are one smooth piece.
#include "maths/index.h"
#include "patch_pairs.h"
#include "patches.h"
#include "sewn_panels.h"
#include "smooth_pairs.h"

#include <algorithm>
#include <cmath>
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

TEST(GroupedBoxes, FindThePairsOfSomeThatAllAgainstAllFinds) {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> place(-0.5F, 0.5F);
    std::uniform_real_distribution<float> extent(0.001F, 0.08F);
    for (const int32_t count : {1, 15, 16, 17, 300, 1000}) {
        PatchBoxes boxes;
        boxes.resize(count);
        for (size_t i = 0; i < u(count); ++i) { // neighbours near each other, as in a mesh
            const float along = static_cast<float>(i % 50) / 50.0F;
            for (size_t axis = 0; axis < 3; ++axis) {
                boxes.low[axis][i] = along + 0.3F * place(random);
                boxes.high[axis][i] = boxes.low[axis][i] + extent(random);
            }
            boxes.placeU[i] = place(random);
            boxes.placeV[i] = place(random);
            boxes.close[i] = 0.1F;
        }
        std::vector<int32_t> some;
        std::vector<uint8_t> marks(u(count));
        for (int32_t i = 0; i < count; i += 1 + static_cast<int32_t>(random() % 9)) {
            some.push_back(i);
            marks[u(i)] = 1;
        }
        std::vector<PatchPair> byForce;
        std::vector<PatchPair> byGroups;
        byForce.reserve(100000);
        byGroups.reserve(100000);
        findPairsByForce(boxes, byForce);
        std::erase_if(byForce,
                      [&](const PatchPair &pair) { return marks[u(pair.a)] + marks[u(pair.b)] == 0; });
        EXPECT_EQ(static_cast<int64_t>(byForce.size()),
                  GroupedBoxes(count).findPairsOf(some, marks, boxes, byGroups));
        EXPECT_EQ(sorted(byForce), sorted(byGroups));
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
            vertices.insert(patches.corners[p][0]);
        }
        for (size_t e = 0; e < kEdgesPerPatch; ++e) {
            if ((parts & kOwnEdge << e) != 0) {
                const auto diagonal = diagonalOf(parts);
                const size_t from = e < 2 ? 0 : diagonal[0];
                const size_t to = e < 2 ? e + 1 : diagonal[1];
                edges.insert(std::minmax(patches.corners[p][from], patches.corners[p][to]));
            }
        }
        triangles += ((parts & kTriangle) != 0 ? 1 : 0) + ((parts & kTriangle << 1) != 0 ? 1 : 0);
    }
    EXPECT_EQ(triangles, 2 * (5 * 8 + 4 * 3));
    EXPECT_EQ(vertices.size(), 6U * 9U + 5U * 4U);
    EXPECT_EQ(std::set<int32_t>(vertices.begin(), vertices.end()).size(), vertices.size());
    EXPECT_LT(patches.count, 5 * 8 + 4 * 3 + 2 * (5 + 8 + 4 + 3)); // copies at borders only
    // Along weft and warp, and one diagonal in each cell.
    EXPECT_EQ(edges.size(), 5U * 9U + 6U * 8U + 5U * 8U + 4U * 4U + 5U * 3U + 4U * 3U);
    EXPECT_EQ(std::set(edges.begin(), edges.end()).size(), edges.size());
}

TEST(Patches, OfSewnPanelsLieEachInItsOwn) {
    std::vector<Cloth> cloths;
    cloths.push_back(twoSewnPanels());
    const Patches patches = makePatches(cloths);
    for (const float size : patches.size) {
        EXPECT_LT(size, 1.01F * kSewnEdge) << "none goes over the seam";
    }
    const auto isSecond = [&](int32_t patch) {
        const Four &corners = patches.corners[static_cast<size_t>(patch)];
        return std::any_of(corners.begin(), corners.end(), [](int32_t v) { return v >= kFirstOfSecond; });
    };
    size_t within = 0;
    for (const PatchPair &pair : makeSmoothPairs(patches).pairs) {
        EXPECT_EQ(isSecond(pair.a), isSecond(pair.b)) << "as near in their panels, but not in the cloth";
        within += pair.a != pair.b ? 1 : 0;
    }
    EXPECT_GT(within, 100U);
}

// A sheet of n x n particles, how its patches lie and which are close.
struct FlatSheet {
    explicit FlatSheet(int32_t n) {
        cloths.push_back(makeGridCloth({n, n, 0.8F, 0.8F}, Fabric{}, Pose{}));
        patches = makePatches(cloths);
        smooth = makeSmoothPairs(patches);
        shapes.resize(patches.count);
    }

    std::vector<Cloth> cloths;
    Patches patches;
    SmoothPairs smooth;
    PatchShapes shapes;
};

// Where only some patches have turned since the last time, only their pairs are looked through.
TEST(SmoothPairs, AreOpenedAsWhenAllAreLookedThrough) {
    FlatSheet sheet(13);
    const Patches &patches = sheet.patches;
    SmoothPairs &smooth = sheet.smooth;
    PatchShapes &shapes = sheet.shapes;
    std::vector<Vec4> vertices(sheet.cloths[0].position.size());
    std::mt19937 random(3);
    std::uniform_real_distribution<float> jitter(-0.004F, 0.004F);
    std::vector<PatchPair> opened;
    opened.reserve(smooth.pairs.size());
    size_t before = 0;
    int32_t turned = 0;
    for (int32_t step = 0; step < 60; ++step) { // rolled up more and more
        const float curl = 0.15F * static_cast<float>(step);
        for (size_t i = 0; i < vertices.size(); ++i) {
            const Vec3 &flat = sheet.cloths[0].position[i];
            const float angle = std::max(0.0F, flat.x) * curl / 0.4F;
            vertices[i] = Vec4(flat.x + jitter(random), 0.1F * std::sin(angle), flat.z, 0.001F);
        }
        shapePatches(patches, vertices, shapes);
        SmoothPairs anew = makeSmoothPairs(patches);
        anew.open = smooth.open;
        std::vector<PatchPair> expected;
        expected.reserve(smooth.pairs.size());
        openPairs(anew, shapes, expected);
        opened.clear();
        openPairs(smooth, shapes, opened);
        EXPECT_EQ(sorted(opened), sorted(expected)) << step;
        before += opened.size();
        turned += static_cast<int32_t>(smooth.turned.size());
    }
    EXPECT_GT(before, 100U);
    EXPECT_LT(turned, 30 * patches.count);
}

// Of patches that face the same way, those between which one faces another way may touch: with a fold and its
// way back between them they lie on each other.
TEST(SmoothPairs, AreOpenWhereAFoldAndItsWayBackLieBetween) {
    FlatSheet sheet(9);
    const Patches &patches = sheet.patches;
    SmoothPairs &smooth = sheet.smooth;
    PatchShapes &shapes = sheet.shapes;
    std::fill(shapes.normal[1].begin(), shapes.normal[1].end(), 1.0F);
    std::vector<PatchPair> open;
    open.reserve(smooth.pairs.size());
    EXPECT_EQ(openPairs(smooth, shapes, open), 0);
    int32_t turned = 0; // of the middle
    float nearest = 1e9F;
    for (int32_t p = 0; p < patches.count; ++p) {
        const float from = std::hypot(patches.restU[u(p)] - patches.restU[0] - 0.4F,
                                      patches.restV[u(p)] - patches.restV[0] - 0.4F);
        turned = from < nearest ? p : turned;
        nearest = std::min(nearest, from);
    }
    shapes.normal[1][u(turned)] = -1.0F;
    EXPECT_GT(openPairs(smooth, shapes, open), 0);
    const auto isCloseToTheTurned = [&](int32_t p) {
        return std::any_of(smooth.pairs.begin(), smooth.pairs.end(), [&](const PatchPair &pair) {
            return (pair.a == p && pair.b == turned) || (pair.a == turned && pair.b == p);
        });
    };
    for (size_t k = 0; k < smooth.pairs.size(); ++k) {
        const PatchPair &pair = smooth.pairs[k];
        const bool beside = isCloseToTheTurned(pair.a) && isCloseToTheTurned(pair.b) && pair.a != pair.b;
        EXPECT_EQ(smooth.open[k] != 0, beside) << pair.a << " " << pair.b;
    }
}

} // namespace
} // namespace selvage
