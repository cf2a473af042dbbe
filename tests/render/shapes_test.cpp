// The ready-made meshes are closed, face outwards and have the size that was asked for.
#include "render/renderer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numbers>

namespace {

using namespace selvage;

struct NamedMesh {
    const char *name;
    MeshData mesh;
};

// Made once: meshing a hand takes a tenth of a second.
const std::vector<NamedMesh> &closedMeshes() {
    static const std::vector<NamedMesh> meshes{{"sphere", makeSphere(0.3F)},
                                               {"box", makeBox({0.1F, 0.2F, 0.3F})},
                                               {"controller", makeController()},
                                               {"left hand", makeHand(Hand::Left)},
                                               {"right hand", makeHand(Hand::Right)}};
    return meshes;
}

const MeshData &hand(Hand side) {
    return closedMeshes()[side == Hand::Left ? 3 : 4].mesh;
}

// Signed volume, positive when the triangles face outwards.
double volume(const MeshData &mesh) {
    double sum = 0.0;
    for (size_t i = 0; i < mesh.indices.size(); i += 3) {
        const Vec3 &a = mesh.vertices[mesh.indices[i]].position;
        const Vec3 &b = mesh.vertices[mesh.indices[i + 1]].position;
        const Vec3 &c = mesh.vertices[mesh.indices[i + 2]].position;
        sum += static_cast<double>(glm::dot(a, glm::cross(b, c))) / 6.0;
    }
    return sum;
}

TEST(Shapes, HaveTheVolumeOfTheSolidAndFaceOutwards) {
    const double sphere = 4.0 / 3.0 * std::numbers::pi * 0.3 * 0.3 * 0.3;
    EXPECT_NEAR(volume(makeSphere(0.3F)), sphere, 0.01 * sphere);
    const double box = 8.0 * 0.1 * 0.2 * 0.3;
    EXPECT_NEAR(volume(makeBox({0.1F, 0.2F, 0.3F})), box, 0.01 * box);
    for (const Hand side : {Hand::Left, Hand::Right}) {
        // A hand is 0.2 to 0.5 litres.
        EXPECT_GT(volume(hand(side)), 0.15e-3);
        EXPECT_LT(volume(hand(side)), 0.5e-3);
    }
}

TEST(Shapes, NormalsAreUnitAndAgreeWithTheTriangles) {
    for (const auto &[name, mesh] : closedMeshes()) {
        size_t against = 0;
        for (size_t i = 0; i < mesh.indices.size(); i += 3) {
            const Vertex &a = mesh.vertices[mesh.indices[i]];
            const Vertex &b = mesh.vertices[mesh.indices[i + 1]];
            const Vertex &c = mesh.vertices[mesh.indices[i + 2]];
            const Vec3 face = glm::cross(b.position - a.position, c.position - a.position);
            against += glm::dot(face, a.normal + b.normal + c.normal) < -1e-9F ? 1 : 0;
            ASSERT_NEAR(glm::length(a.normal), 1.0F, 1e-4F) << name;
        }
        // Slivers in the creases between fingers may disagree, nothing else.
        EXPECT_LE(against, mesh.indices.size() / 3 / 100) << name;
    }
}

TEST(Shapes, EachEdgeOfAMeshedHandHasTwoTriangles) {
    const MeshData &mesh = hand(Hand::Right);
    std::map<std::pair<uint32_t, uint32_t>, int> edges;
    for (size_t i = 0; i < mesh.indices.size(); i += 3) {
        for (size_t k = 0; k < 3; ++k) {
            const uint32_t a = mesh.indices[i + k];
            const uint32_t b = mesh.indices[i + (k + 1) % 3];
            ++edges[{std::min(a, b), std::max(a, b)}];
        }
    }
    size_t open = 0;
    for (const auto &[edge, triangles] : edges) {
        open += triangles % 2 != 0 ? 1 : 0;
    }
    EXPECT_EQ(open, 0U);
}

TEST(Shapes, LeftHandMirrorsTheRight) {
    const MeshData &left = hand(Hand::Left);
    const MeshData &right = hand(Hand::Right);
    ASSERT_EQ(left.vertices.size(), right.vertices.size());
    for (size_t i = 0; i < left.vertices.size(); ++i) {
        ASSERT_EQ(left.vertices[i].position, right.vertices[i].position * Vec3(-1.0F, 1.0F, 1.0F));
    }
}

TEST(Shapes, BoxReachesItsHalfExtentsAndNoFurther) {
    Vec3 largest(0.0F);
    for (const Vertex &vertex : makeBox({0.1F, 0.2F, 0.3F}).vertices) {
        largest = glm::max(largest, glm::abs(vertex.position));
    }
    EXPECT_NEAR(largest.x, 0.1F, 1e-6F);
    EXPECT_NEAR(largest.y, 0.2F, 1e-6F);
    EXPECT_NEAR(largest.z, 0.3F, 1e-6F);
}

TEST(Shapes, RoundOnesHaveFewerTrianglesTheSmallerTheyAre) {
    const size_t large = makeSphere(0.3F).indices.size();
    EXPECT_LT(makeSphere(0.02F).indices.size(), large / 8);
    EXPECT_EQ(makeSphere(1.0F, 0.02F).indices.size(), makeSphere(0.02F).indices.size());
    EXPECT_LT(makeCapsule(0.01F, 0.3F).indices.size(), makeCapsule(0.1F, 0.3F).indices.size() / 3);
    const double tiny = 4.0 / 3.0 * std::numbers::pi * 1e-9; // m³, of a radius of 1 mm
    EXPECT_NEAR(volume(makeSphere(0.001F)), tiny, 0.08 * tiny) << "16 sides";
}

TEST(Shapes, GrassStandsOnLevelGroundWithinItsRadiusDenserInTheMiddle) {
    const MeshData grass = makeGrass(2.0F, 500);
    ASSERT_EQ(grass.vertices.size(), 1500U);
    ASSERT_EQ(grass.indices.size(), 1500U);
    int32_t near = 0;
    for (size_t b = 0; b < 500; ++b) {
        const Vertex *blade = &grass.vertices[3 * b];
        EXPECT_EQ(blade[0].position.y, 0.0F);
        EXPECT_EQ(blade[1].position.y, 0.0F);
        EXPECT_GE(blade[2].position.y, 0.0F);
        EXPECT_LT(blade[2].position.y, 0.2F);
        EXPECT_LT(glm::length(blade[0].position), 2.01F);
        near += glm::length(blade[0].position) < 1.0F ? 1 : 0;
    }
    EXPECT_NEAR(near, 250, 50) << "a quarter of the ground has half of the blades";
}

} // namespace
