// Fifty cuts, one across another: how the mesh is afterwards, and where the cuts lie. A thousand acts.
#include "random_acts.h"

#include <cstdio>

namespace selvage {
namespace {

constexpr double kEdge = 0.02;         // m, of the sheet's triangles
constexpr double kKept = 0.35 * kEdge; // m, how far a cut may lie from its line

std::vector<DVec2> doubled(const std::vector<Vec2> &line) {
    return {line.begin(), line.end()};
}

// m, of the cut from the line, and of the line from the cut's and other borders, which it may follow.
double deviation(const MeshCut &cut, const std::vector<Vec2> &line) {
    double worst = 0.0;
    for (const CutEdge &edge : cut.edges) {
        const DVec2 a(cut.shape.uv[at(edge.left[0])]);
        const DVec2 b(cut.shape.uv[at(edge.left[1])]);
        for (const double t : {0.0, 0.5, 1.0}) {
            worst = std::max(worst, distanceToLine(glm::mix(a, b, t), doubled(line)));
        }
    }
    const auto borders = bordersOf(cut.shape);
    for (size_t i = 1; i < line.size(); ++i) {
        for (int k = 0; k <= 50; ++k) {
            const DVec2 p = glm::mix(DVec2(line[i - 1]), DVec2(line[i]), k / 50.0);
            double least = HUGE_VAL;
            for (const auto &[a, b] : borders) {
                least = std::min(least,
                                 distanceToLine(p, {DVec2(cut.shape.uv[at(a)]), DVec2(cut.shape.uv[at(b)])}));
            }
            worst = std::max(worst, least);
        }
    }
    return worst;
}

TEST(ManyCuts, FiftyRandomCrossingCutsKeepTheMeshWellShapedAndTheLine) {
    for (const uint64_t seed : {1U, 2U, 3U}) {
        std::mt19937_64 random(seed);
        MeshShape shape = squareMetre(kEdge);
        int done = 0;
        double farthest = 0.0;
        int exact = 0;
        int points = 0;
        for (int cuts = 0; cuts < 50; ++cuts) {
            const std::vector<Vec2> line = randomLine(random);
            const auto cut = cutFlat(shape, line, onePanel(shape));
            if (!cut) {
                std::printf("cut %d: %s\n", cuts, cut.error().message.c_str());
                continue;
            }
            ++done;
            expectWhole(shape, cut.value());
            farthest = std::max(farthest, deviation(cut.value(), line));
            for (const CutEdge &edge : cut.value().edges) {
                const DVec2 place(cut.value().shape.uv[at(edge.left[0])]);
                exact += distanceToLine(place, doubled(line)) < 1e-6 ? 1 : 0;
                ++points;
            }
            shape = cut.value().shape;
        }
        std::vector<double> angles = smallestAngles(shape);
        std::sort(angles.begin(), angles.end());
        const auto below = [&](double limit) {
            return std::lower_bound(angles.begin(), angles.end(), limit) - angles.begin();
        };
        std::printf(
            "seed %d: done %d, particles %zu, smallest angle %.1f, below 5/10/15: %td %td %td of %zu, "
            "farthest %.2f mm, exact %d of %d, pieces %d\n",
            static_cast<int>(seed), done, shape.uv.size(), angles.front(), below(5.0), below(10.0),
            below(15.0), angles.size(), 1000.0 * farthest, exact, points, topologyOf(shape).pieces);
        EXPECT_GE(done, 49);
        EXPECT_EQ(below(5.0), 0);
        EXPECT_LE(below(10.0), 10);
        EXPECT_LE(farthest, kKept);
        EXPECT_GE(exact, 9 * points / 10);
    }
}

TEST(GarmentHistory, AThousandRandomActsKeepAValidMeshAndAreUndoneToTheBit) {
    actAndUndo(1000, 2);
}

} // namespace
} // namespace selvage
