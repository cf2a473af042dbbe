// What the default solver on triangle meshes is built on: distances over the fabric, coarser meshes, and the
// matrix of bending.
#include "geodesic.h"
#include "maths/index.h"
#include "mesh_bending.h"
#include "mesh_coarsening.h"
#include "sim/mesh_cloth.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace selvage {
namespace {

IntrinsicMesh meshOf(const MeshShape &shape) {
    std::vector<double> lengths;
    for (size_t c = 0; c < shape.triangles.size(); ++c) {
        const size_t next = c % 3 == 2 ? c - 2 : c + 1;
        lengths.push_back(static_cast<double>(
            glm::distance(shape.uv[u(shape.triangles[c])], shape.uv[u(shape.triangles[next])])));
    }
    return makeIntrinsicMesh(static_cast<int32_t>(shape.uv.size()), shape.triangles, lengths);
}

double areaOf(const IntrinsicMesh &mesh) {
    double area = 0.0;
    for (size_t h = 0; h < mesh.corner.size(); h += 3) {
        area += triangleArea(mesh.length[h], mesh.length[h + 1], mesh.length[h + 2]);
    }
    return area;
}

TEST(Geodesics, AreStraightOnAFlatMesh) {
    const MeshShape shape = irregularSheet({21, 21, 1.0F, 1.0F}, 4);
    const IntrinsicMesh mesh = meshOf(shape);
    Geodesics geodesics = makeGeodesics(mesh);
    geodesics.distance[0] = 0.0;
    spreadDistances(mesh, geodesics);
    for (size_t i = 0; i < shape.uv.size(); ++i) {
        const auto straight = static_cast<double>(glm::length(shape.uv[i] - shape.uv[0]));
        EXPECT_GE(geodesics.distance[i], straight - 1e-6);
        EXPECT_LE(geodesics.distance[i], 1.005 * straight + 1e-6) << i;
    }
}

TEST(Coarsening, OfAFlatSheetKeepsEveryStraightLineAndItsArea) {
    const MeshShape shape = irregularSheet({33, 33, 1.0F, 1.0F}, 9);
    const IntrinsicMesh fine = meshOf(shape);
    const Coarsening coarse = coarsen(fine);
    EXPECT_LT(coarse.mesh.vertexCount, fine.vertexCount * 2 / 5);
    EXPECT_NEAR(areaOf(coarse.mesh), 1.0, 1e-5);
    const auto at = [&](int32_t v) { return shape.uv[u(coarse.source[u(v)])]; };
    for (int32_t h = 0; h < static_cast<int32_t>(coarse.mesh.corner.size()); ++h) {
        const float straight =
            glm::distance(at(coarse.mesh.corner[u(h)]), at(coarse.mesh.corner[u(nextHalf(h))]));
        EXPECT_NEAR(coarse.mesh.length[u(h)], straight, 1e-5);
    }
}

TEST(Coarsening, PlacesEveryVertexExactlyBetweenThreeCoarseOnes) {
    const MeshShape shape = irregularSheet({33, 33, 1.0F, 1.0F}, 9);
    const Coarsening coarse = coarsen(meshOf(shape));
    for (size_t i = 0; i < shape.uv.size(); ++i) {
        const PlaceInTriangle &place = coarse.place[i];
        Vec2 mean(0.0F);
        for (size_t k = 0; k < 3; ++k) {
            const Vec2 corner = shape.uv[u(coarse.source[u(place.vertex[k])])];
            mean += static_cast<float>(place.weight[k]) * corner;
            if (place.vertex[0] != place.vertex[1]) {
                EXPECT_NEAR(place.distance[k], glm::distance(corner, shape.uv[i]), 1e-5);
            }
        }
        EXPECT_NEAR(glm::distance(mean, shape.uv[i]), 0.0F, 1e-5F) << i;
    }
}

TEST(Coarsening, KeepsWhereMoreThanTwoTrianglesMeet) {
    MeshShape shape = irregularSheet({9, 9, 1.0F, 1.0F}, 2);
    shape.uv.emplace_back(0.5F, 2.0F); // a fin on an inner edge
    shape.triangles.insert(shape.triangles.end(), {40, 41, 81});
    const Coarsening coarse = coarsen(meshOf(shape));
    for (const int32_t wanted : {40, 41}) {
        EXPECT_NE(std::find(coarse.source.begin(), coarse.source.end(), wanted), coarse.source.end())
            << wanted;
    }
}

// A level that is bent, with the matrix of its mesh.
struct Bent {
    std::vector<MeshLevel> levels;
    MeshBending bending;
};

Bent makeBent(const MeshShape &shape) {
    const IntrinsicMesh mesh = meshOf(shape);
    Bent bent;
    bent.levels.push_back(makeMeshLevel(mesh.vertexCount, springsOf(mesh)));
    std::fill(bent.levels[0].area.begin(), bent.levels[0].area.end(), 1.0F);
    makeMeshBending(mesh, bent.levels, bent.bending);
    return bent;
}

// x^T K x of a height over the flat sheet.
template <typename Height>
double energyOf(const BendingMatrix &matrix, const MeshShape &shape, const Height &height) {
    double energy = 0.0;
    for (size_t i = 0; i < shape.uv.size(); ++i) {
        energy += matrix.diagonal[i] * height(shape.uv[i]) * height(shape.uv[i]);
    }
    for (size_t p = 0; p < matrix.pairs.size(); ++p) {
        energy += 2.0 * matrix.pairValue[p] * height(shape.uv[u(matrix.pairs[p].a)]) *
                  height(shape.uv[u(matrix.pairs[p].b)]);
    }
    return energy;
}

TEST(MeshBending, StoresWhatClothStoresWhicheverWayItIsBent) {
    const MeshShape shape = irregularSheet({33, 33, 1.0F, 1.0F}, 9);
    const Bent bent = makeBent(shape);
    const BendingMatrix &matrix = bent.bending.matrix;
    const auto x = [](const Vec2 &p) { return static_cast<double>(p.x); };
    const auto y = [](const Vec2 &p) { return static_cast<double>(p.y); };
    EXPECT_NEAR(energyOf(matrix, shape, [&](const Vec2 &p) { return 1.0 + 2.0 * x(p) - y(p); }), 0.0, 1e-6);
    // B / 2 |H|² A with H = 1 along one direction, as much too large as particles that can settle make it too
    // small; sides without a neighbour are left out.
    const double one = 1.12;
    const double tolerance = 0.08;
    EXPECT_NEAR(energyOf(matrix, shape, [&](const Vec2 &p) { return 0.5 * x(p) * x(p); }), one, tolerance);
    EXPECT_NEAR(energyOf(matrix, shape, [&](const Vec2 &p) { return 0.5 * y(p) * y(p); }), one, tolerance);
    EXPECT_NEAR(energyOf(matrix, shape, [&](const Vec2 &p) { return 0.25 * std::pow(x(p) + y(p), 2.0); }),
                one, tolerance);
    EXPECT_NEAR(energyOf(matrix, shape, [&](const Vec2 &p) { return x(p) * y(p); }), 2.0 * one,
                2.0 * tolerance);
}

// Seams can make triangles without height.
TEST(MeshBending, IsFiniteWhereATriangleHasNoHeight) {
    MeshShape shape;
    shape.uv = {{0.0F, 0.0F}, {0.1F, 0.0F}, {0.04F, 0.0F}, {0.05F, 0.1F}, {0.05F, -0.1F}};
    shape.triangles = {0, 1, 2, 2, 1, 3, 2, 3, 0, 1, 0, 4};
    for (const float shorter : {0.0F, 0.01F}) {
        shape.uv[1].x = 0.1F - shorter;
        Bent bent = makeBent(shape);
        const BendingMatrix &matrix = bent.bending.matrix;
        for (const auto &values : {matrix.diagonal, matrix.pairValue}) {
            for (const double value : values) {
                EXPECT_TRUE(std::isfinite(value));
            }
        }
        measureBending(bent.levels, bent.bending, {1e-6F, 8.0F, 32.0F, Vec3(0.0F)});
        for (const Vec4 &moved : bent.bending.moved[0]) {
            EXPECT_TRUE(std::isfinite(moved.x));
        }
    }
}

TEST(MeshBending, LeavesAFlatSheetAloneHoweverFarAwayItIs) {
    const MeshShape shape = irregularSheet({33, 33, 1.0F, 1.0F}, 9);
    Bent bent = makeBent(shape);
    MeshLevel &level = bent.levels[0];
    for (size_t i = 0; i < shape.uv.size(); ++i) {
        level.x[i] = level.start[i] = Vec4(shape.uv[i].x - 64.0F, 32.0F, shape.uv[i].y, 0.0F);
    }
    measureBending(bent.levels, bent.bending, {1e-6F, 8.0F, 32.0F, Vec3(0.0F)});
    for (const Vec4 &moved : bent.bending.moved[0]) {
        EXPECT_NEAR(moved.y, 0.0F, 1e-9F);
        EXPECT_LT(glm::length(Vec3(moved)), 2e-5F) << "m, the rounding of positions";
    }
}

} // namespace
} // namespace selvage
