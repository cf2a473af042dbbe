// Every broad phase beside brute force, on cloth that lies, is folded, rolled, crumpled, stretched or in two.
#include "measure/sheet.h"
#include "sim/broad_phase.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace selvage {
namespace {

constexpr int32_t kSide = 13;     // particles
constexpr float kMargin = 0.006F; // m
constexpr float kPi = glm::pi<float>();

struct State {
    const char *name;
    int32_t sheets;
    Vec3 (*place)(Vec2 uv, int32_t sheet); // m, from -0.5…0.5
};

// Rolled up around z with a turn every 2 pi radius.
Vec3 rolled(Vec2 uv, float radius, float widening) {
    const float angle = uv.x / radius;
    return {(radius + widening * angle) * std::cos(angle), (radius + widening * angle) * std::sin(angle),
            uv.y};
}

const State kStates[] = {
    {"flat", 1, [](Vec2 uv, int32_t) { return Vec3(uv.x, 0.0F, uv.y); }},
    {"upright", 1, [](Vec2 uv, int32_t) { return Vec3(0.0F, uv.x, uv.y); }},
    {"folded", 1, [](Vec2 uv, int32_t) { return Vec3(std::abs(uv.x), uv.x > 0.0F ? 0.004F : 0.0F, uv.y); }},
    {"folded through itself", 1,
     [](Vec2 uv, int32_t) { return Vec3(std::abs(uv.x), uv.x > 0.0F ? 0.2F * uv.y : 0.0F, uv.y); }},
    {"tube", 1, [](Vec2 uv, int32_t) { return rolled(uv, 0.5F / kPi, 0.0F); }},
    {"roll of three turns", 1, [](Vec2 uv, int32_t) { return rolled(uv, 1.0F / (6.0F * kPi), 0.004F); }},
    {"helix seen from above", 1, // all normals in a narrow cone, but the contour crosses itself
     [](Vec2 uv, int32_t) {
         const float angle = 3.0F * kPi * uv.x;
         const float radius = 0.3F + 0.2F * uv.y;
         return Vec3(radius * std::cos(angle), 0.002F * angle + 0.02F * uv.y * uv.y,
                     radius * std::sin(angle));
     }},
    {"helix that tilts through itself", 1,
     [](Vec2 uv, int32_t) {
         const float angle = 3.0F * kPi * uv.x;
         const float radius = 0.3F + 0.2F * uv.y;
         return Vec3(radius * std::cos(angle), 0.002F * angle * uv.y + 0.02F * uv.y * uv.y,
                     radius * std::sin(angle));
     }},
    {"two sheets through each other", 2,
     [](Vec2 uv, int32_t sheet) {
         return sheet == 0 ? Vec3(uv.x, 0.0F, uv.y) : Vec3(uv.x, 0.1F * uv.x + 0.01F, uv.y + 0.1F);
     }},
    {"two sheets far apart", 2,
     [](Vec2 uv, int32_t sheet) { return Vec3(uv.x, 5.0F * static_cast<float>(sheet), uv.y); }},
    {"stretched a hundredfold", 1, [](Vec2 uv, int32_t) { return Vec3(100.0F * uv.x, 0.0F, 0.3F * uv.y); }},
    {"crumpled at random", 1,
     [](Vec2 uv, int32_t) {
         std::mt19937 random(static_cast<uint32_t>(1e6F * (uv.x + 7.0F * uv.y + 9.0F)));
         std::uniform_real_distribution<float> noise(-0.08F, 0.08F);
         return Vec3(0.4F * uv.x + noise(random), noise(random), 0.4F * uv.y + noise(random));
     }},
};

std::vector<Cloth> sheetsOf(const State &state) {
    return std::vector<Cloth>(static_cast<size_t>(state.sheets), sheetCloth(kSide, 100.0F));
}

std::vector<Vec3> verticesOf(const State &state) {
    std::vector<Vec3> vertices;
    const std::vector<Cloth> cloths = sheetsOf(state);
    for (int32_t sheet = 0; sheet < state.sheets; ++sheet) {
        for (const Vec3 &flat : cloths.front().position) {
            vertices.push_back(state.place({flat.x, flat.z}, sheet));
        }
    }
    return vertices;
}

std::vector<TrianglePair> sorted(std::span<const TrianglePair> pairs) {
    std::vector<TrianglePair> out(pairs.begin(), pairs.end());
    std::sort(out.begin(), out.end());
    return out;
}

struct Extent {
    Vec3 low;
    Vec3 high;
};

bool meet(const Extent &a, const Extent &b) {
    return glm::all(glm::lessThanEqual(a.low, b.high)) && glm::all(glm::lessThanEqual(b.low, a.high));
}

// What the boxes of the triangles say, in the simplest way.
std::vector<TrianglePair> overlapping(std::span<const Triangle> triangles, std::span<const Vec3> vertices) {
    std::vector<Extent> extents;
    extents.reserve(triangles.size());
    for (const Triangle &t : triangles) {
        const Vec3 &a = vertices[static_cast<size_t>(t[0])];
        const Vec3 &b = vertices[static_cast<size_t>(t[1])];
        const Vec3 &c = vertices[static_cast<size_t>(t[2])];
        extents.push_back(
            {glm::min(glm::min(a, b), c) - Vec3(kMargin), glm::max(glm::max(a, b), c) + Vec3(kMargin)});
    }
    std::vector<TrianglePair> pairs;
    for (size_t a = 0; a < triangles.size(); ++a) {
        for (size_t b = a + 1; b < triangles.size(); ++b) {
            if (!meet(extents[a], extents[b])) {
                continue;
            }
            std::set<int32_t> both(triangles[a].begin(), triangles[a].end());
            both.insert(triangles[b].begin(), triangles[b].end());
            if (both.size() == 6) {
                pairs.push_back({static_cast<int32_t>(a), static_cast<int32_t>(b)});
            }
        }
    }
    return pairs;
}

std::vector<TrianglePair> intersecting(std::span<const TrianglePair> pairs,
                                       std::span<const Triangle> triangles, std::span<const Vec3> vertices) {
    std::vector<TrianglePair> out;
    std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(out), [&](const TrianglePair &pair) {
        return trianglesIntersect(vertices, triangles[static_cast<size_t>(pair.a)],
                                  triangles[static_cast<size_t>(pair.b)]);
    });
    return out;
}

TEST(BroadPhases, GiveThePairsThatAllAgainstAllGives) {
    for (const State &state : kStates) {
        const std::vector<Cloth> cloths = sheetsOf(state);
        const std::vector<Vec3> vertices = verticesOf(state);
        std::vector<TrianglePair> expected;
        for (const BroadPhase &phase : broadPhases()) {
            PairSearch search(phase, cloths);
            if (expected.empty()) {
                expected = overlapping(search.triangles(), vertices);
            }
            if (phase.pairs == PairKind::Overlapping) {
                EXPECT_EQ(search.find(vertices, kMargin).leftOut, 0) << phase.name << ", " << state.name;
                EXPECT_EQ(sorted(search.pairs()), expected) << phase.name << ", " << state.name;
            }
        }
    }
}

TEST(BroadPhases, WithConesLeaveOutNothingThatIntersects) {
    int32_t statesThatIntersect = 0;
    for (const State &state : kStates) {
        const std::vector<Cloth> cloths = sheetsOf(state);
        const std::vector<Vec3> vertices = verticesOf(state);
        PairSearch search(*findBroadPhase("aabb-tree-cones"), cloths);
        const auto all = overlapping(search.triangles(), vertices);
        const auto expected = intersecting(all, search.triangles(), vertices);
        statesThatIntersect += expected.empty() ? 0 : 1;
        EXPECT_EQ(search.find(vertices, kMargin).leftOut, 0);
        const auto found = sorted(search.pairs());
        EXPECT_EQ(intersecting(found, search.triangles(), vertices), expected) << state.name;
        EXPECT_TRUE(std::includes(all.begin(), all.end(), found.begin(), found.end())) << state.name;
        EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << state.name;
    }
    EXPECT_GE(statesThatIntersect, 4);
}

TEST(BroadPhases, WithConesFindNothingToTestInAFlatSheetAndLessInATube) {
    struct Share {
        const char *state;
        double most; // –, of the overlapping pairs
    };
    for (const Share &share : {Share{"flat", 0.0}, Share{"upright", 0.0}, Share{"tube", 0.6}}) {
        const auto *const state = std::find_if(std::begin(kStates), std::end(kStates), [&](const State &s) {
            return std::string_view(s.name) == share.state;
        });
        const std::vector<Cloth> cloths = sheetsOf(*state);
        const std::vector<Vec3> vertices = verticesOf(*state);
        PairSearch search(*findBroadPhase("aabb-tree-cones"), cloths);
        search.find(vertices, kMargin);
        const auto all = overlapping(search.triangles(), vertices).size();
        EXPECT_LE(static_cast<double>(search.pairs().size()), share.most * static_cast<double>(all))
            << share.state;
    }
}

// Every normal points up, but the strip lies in two layers.
TEST(BroadPhases, WithConesLookAtTheContourToo) {
    const auto *const state = std::find_if(std::begin(kStates), std::end(kStates), [](const State &s) {
        return std::string_view(s.name) == "helix seen from above";
    });
    const std::vector<Cloth> cloths = sheetsOf(*state);
    PairSearch search(*findBroadPhase("aabb-tree-cones"), cloths);
    search.find(verticesOf(*state), kMargin);
    const auto isFarAway = [&](const TrianglePair &pair) { return pair.b - pair.a > kSide; };
    EXPECT_GT(std::count_if(search.pairs().begin(), search.pairs().end(), isFarAway), 100);
}

TEST(Triangles, IntersectWhereAnEdgeOfOneGoesThroughTheOther) {
    std::vector<Vec3> v = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0.2F, -1, 0.2F}, {0.2F, 1, 0.2F}, {3, 0.5F, 3}};
    const Triangle a{0, 1, 2};
    const Triangle b{3, 4, 5};
    EXPECT_TRUE(trianglesIntersect(v, a, b));
    EXPECT_TRUE(trianglesIntersect(v, b, a));
    v[3].y = 0.001F; // just above
    EXPECT_FALSE(trianglesIntersect(v, a, b));
    v[3] = {0.7F, -1, 0.7F}; // beside
    v[4] = {0.7F, 1, 0.7F};
    EXPECT_FALSE(trianglesIntersect(v, a, b));
    v[3] = {0.2F, 0, 0.2F}; // in one plane
    v[4] = {0.4F, 0, 0.2F};
    v[5] = {2, 0, 2};
    EXPECT_FALSE(trianglesIntersect(v, a, b));
}

TEST(Triangles, OfAFlatSheetDoNotIntersectHoweverItIsTurned) {
    const std::vector<Cloth> cloths = sheetsOf(kStates[0]);
    PairSearch search(*findBroadPhase("grid"), cloths);
    for (const float angle : {0.3F, 1.0F, 1.396F, 2.5F}) {
        const Quat turn = glm::angleAxis(angle, glm::normalize(Vec3(1.0F, 0.1F, 0.05F)));
        std::vector<Vec3> vertices = verticesOf(kStates[0]);
        std::transform(vertices.begin(), vertices.end(), vertices.begin(),
                       [&](const Vec3 &x) { return Vec3(0.0F, 1.1F, -1.2F) + turn * x; });
        search.find(vertices, 0.05F); // m: so that neighbours of neighbours are pairs
        EXPECT_GT(search.pairs().size(), 100U);
        EXPECT_TRUE(intersecting(search.pairs(), search.triangles(), vertices).empty()) << angle;
    }
}

TEST(BroadPhases, AreBuiltOnceAndFollowTheClothInEveryOrderOfStates) {
    const std::vector<Cloth> cloths = sheetsOf(kStates[0]);
    for (const BroadPhase &phase : broadPhases()) {
        PairSearch search(phase, cloths);
        for (const State &state : kStates) {
            if (state.sheets == 1) {
                const std::vector<Vec3> vertices = verticesOf(state);
                PairSearch fresh(phase, cloths);
                fresh.find(vertices, kMargin);
                search.find(vertices, kMargin);
                EXPECT_TRUE(std::equal(search.pairs().begin(), search.pairs().end(), fresh.pairs().begin(),
                                       fresh.pairs().end()))
                    << phase.name << ", " << state.name;
            }
        }
    }
}

TEST(BroadPhases, TestLessThanAllAgainstAll) {
    const std::vector<Cloth> cloths = sheetsOf(kStates[0]);
    const std::vector<Vec3> vertices = verticesOf(kStates[0]);
    const int64_t all = PairSearch(*findBroadPhase("brute-force"), cloths).find(vertices, kMargin).tests;
    EXPECT_EQ(all, 288 * 287 / 2);
    for (const char *name : {"grid", "aabb-tree", "aabb-tree-cones", "sorted-bins", "patches"}) {
        const int64_t tests = PairSearch(*findBroadPhase(name), cloths).find(vertices, kMargin).tests;
        EXPECT_LT(tests, all / 3) << name;
    }
}

TEST(BroadPhases, CountWhatThereIsNoRoomFor) { // case 28
    const std::vector<Cloth> cloths = sheetsOf(kStates[0]);
    std::vector<Vec3> vertices = verticesOf(kStates[0]);
    std::fill(vertices.begin(), vertices.end(), Vec3(0.0F));
    for (const BroadPhase &phase : broadPhases()) {
        PairSearch search(phase, cloths);
        const PairCount count = search.find(vertices, kMargin);
        if (phase.pairs == PairKind::Overlapping) {
            const auto all = static_cast<int64_t>(overlapping(search.triangles(), vertices).size());
            EXPECT_GT(count.leftOut, 0) << phase.name;
            EXPECT_GE(static_cast<int64_t>(search.pairs().size()) + count.leftOut, all) << phase.name;
        }
    }
}

TEST(BroadPhases, OfACrumpledSheetAgree) {
    World world = sheetWorld(13, 100.0F);
    world.cloths[0].fabric.thickness = 0.008F;
    world.settings.selfContact.enabled = true;
    const Quat onEdge = glm::angleAxis(glm::radians(80.0F), glm::normalize(Vec3(1.0F, 0.1F, 0.05F)));
    for (Vec3 &x : world.cloths[0].position) {
        x = Vec3(0.0F, 0.6F, 0.0F) + onEdge * x;
    }
    world.colliders.emplace_back(); // the floor
    prepareWorld(world, 1);
    for (int s = 0; s < 50; ++s) {
        step(world, emptyInput());
    }
    const std::vector<Vec3> &vertices = world.cloths[0].position;
    size_t pairs = 0;
    for (const BroadPhase &phase : broadPhases()) {
        PairSearch search(phase, world.cloths);
        search.find(vertices, kMargin);
        const auto expected = overlapping(search.triangles(), vertices);
        if (phase.pairs == PairKind::Overlapping) {
            EXPECT_EQ(sorted(search.pairs()), expected) << phase.name;
        }
        pairs = expected.size();
    }
    EXPECT_GT(pairs, 4U * 288U); // flat it has about 2 for each of its 288 triangles
}

} // namespace
} // namespace selvage
