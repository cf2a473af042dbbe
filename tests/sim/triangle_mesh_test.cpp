// The importer on small files in memory.
#include "io/triangle_mesh.h"

#include <cmath>
#include <gtest/gtest.h>

namespace selvage {
namespace {

std::span<const std::byte> bytesOf(const std::string &text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

Result<TriangleMesh> parse(const std::string &text, const std::string &name,
                           const MeshImportOptions &options = {LengthUnit::Metre, UpAxis::Y}) {
    return parseTriangleMesh(bytesOf(text), name, {}, options);
}

double areaOf(const TriangleMesh &mesh, size_t triangle) {
    const auto corner = [&](size_t k) {
        return glm::dvec3(mesh.position[static_cast<size_t>(mesh.triangles[3 * triangle + k])]);
    };
    return 0.5 * glm::length(glm::cross(corner(1) - corner(0), corner(2) - corner(0)));
}

double areaOf(const TriangleMesh &mesh) {
    double sum = 0.0;
    for (size_t t = 0; 3 * t < mesh.triangles.size(); ++t) {
        sum += areaOf(mesh, t);
    }
    return sum;
}

// A unit cube whose faces share no vertex, as exporters write it that keep normals or texture coordinates.
std::string splitCube() {
    constexpr int kFaces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                  {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
    constexpr int kCorners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                    {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    std::string text;
    for (int f = 0; f < 6; ++f) {
        for (const int c : kFaces[f]) {
            text += "v " + std::to_string(kCorners[c][0]) + " " + std::to_string(kCorners[c][1]) + " " +
                    std::to_string(kCorners[c][2]) + "\n";
        }
        text += "f -4 -3 -2 -1\n";
    }
    return text;
}

TEST(TriangleMesh, WeldsTheSeamsOfASplitCubeAndKeepsTheMap) { // cases 3, 10, 23, 58, 60
    const auto mesh = parse(splitCube(), "cube.obj");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh.value().position.size(), 8U);
    EXPECT_EQ(mesh.value().triangles.size(), 36U);
    EXPECT_EQ(mesh.value().audit.components, 1);
    EXPECT_EQ(mesh.value().audit.borderEdges, 0);
    EXPECT_EQ(mesh.value().audit.weldedVertices, 16);
    ASSERT_EQ(mesh.value().particleOfVertex.size(), 24U);
    // Vertex 4 of the file (the second face's first) is at (0, 0, 1).
    EXPECT_EQ(mesh.value().position[static_cast<size_t>(mesh.value().particleOfVertex[4])], Vec3(0, 0, 1));
}

TEST(TriangleMesh, KeepsOneOfFacesThatLieBackToBack) { // case 20
    const auto mesh =
        parse("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\nf 1 3 2\nf 2 3 4\n", "a.obj");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh.value().triangles.size(), 6U);
    EXPECT_EQ(mesh.value().audit.doubledFaces, 2);
    EXPECT_NEAR(areaOf(mesh.value()), 1.0, 1e-9);
}

TEST(TriangleMesh, MapsAnUnusedVertexToNone) { // cases 17, 36
    const auto mesh = parse("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 2 0\nf 1 2 3\n", "a.obj");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh.value().particleOfVertex, (std::vector<int32_t>{0, 1, 2, -1}));
    EXPECT_EQ(mesh.value().audit.unusedVertices, 1);
}

TEST(TriangleMesh, DropsADegenerateFaceWithoutShiftingTheOthers) { // case 38
    const auto mesh =
        parse("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\nf 1 2 2\nf 1 4 5\n", "a.obj");
    ASSERT_TRUE(mesh);
    ASSERT_EQ(mesh.value().faceOfTriangle, (std::vector<int32_t>{0, 2}));
    EXPECT_NEAR(areaOf(mesh.value(), 0), 0.5, 1e-9);
    EXPECT_NEAR(areaOf(mesh.value(), 1), 2.0, 1e-9);
}

TEST(TriangleMesh, KeepsTheAreaOfAConcavePolygon) { // case 59
    // A comb: 4 x 1 with two notches of 0.5 x 0.8.
    const auto mesh = parse("v 0 0 0\nv 4 0 0\nv 4 1 0\nv 3 1 0\nv 3 .2 0\nv 2.5 .2 0\nv 2.5 1 0\nv 1.5 1 0\n"
                            "v 1.5 0.2 0\nv 1 +0.2 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4 5 6 7 8 9 10 11 12\n",
                            "comb.obj");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh.value().triangles.size(), 30U);
    EXPECT_NEAR(areaOf(mesh.value()), 4.0 - 2.0 * 0.5 * 0.8, 1e-6);
}

TEST(TriangleMesh, KeepsTheNumberOfAVertexThatCannotBeRead) {
    const auto mesh = parse("v 0 0 0\nv nan nan nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n", "a.obj");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh.value().faceOfTriangle, (std::vector<int32_t>{1}));
    EXPECT_EQ(mesh.value().audit.unusableFaces, 1);
    EXPECT_NE(mesh.value().audit.unusableReason.find("line 5"), std::string::npos);
}

TEST(TriangleMesh, TurnsFacesToAgreeAndAClosedPieceOutwards) {
    const auto inward =
        parse("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 4 3\nf 2 4 3\n", "t.obj");
    ASSERT_TRUE(inward);
    double volume = 0.0;
    for (size_t t = 0; t < 4; ++t) {
        const auto corner = [&](size_t k) {
            return glm::dvec3(
                inward.value().position[static_cast<size_t>(inward.value().triangles[3 * t + k])]);
        };
        volume += glm::dot(corner(0), glm::cross(corner(1), corner(2))) / 6.0;
    }
    EXPECT_NEAR(volume, 1.0 / 6.0, 1e-9);
}

TEST(TriangleMesh, SaysWhereAnEdgeHasThreeFaces) { // case 50
    const auto mesh =
        parse("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nf 1 2 3\nf 2 1 4\nf 1 2 5\n", "a.obj");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh.value().audit.nonManifoldEdges, 1);
}

TEST(TriangleMesh, GuessesCentimetresAndInchesFromTheSizeAndTakesWhatItIsTold) { // case 62
    const auto box = [](const char *x, const char *y, const char *z) {
        const std::string a = std::string("v 0 0 0\nv ") + x + " 0 0\nv 0 " + y + " 0\nv 0 0 " + z + "\n";
        return a + "f 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n";
    };
    const auto person = parse(box("50", "180", "30"), "a.obj", {});
    ASSERT_TRUE(person);
    EXPECT_EQ(person.value().audit.unit, LengthUnit::Centimetre);
    EXPECT_TRUE(person.value().audit.unitGuessed);
    EXPECT_NEAR(person.value().audit.size.y, 1.8F, 1e-5F);
    const auto inches = parse(box("20", "70", "12"), "a.obj", {});
    ASSERT_TRUE(inches);
    EXPECT_EQ(inches.value().audit.unit, LengthUnit::Inch);
    const auto told = parse(box("50", "180", "30"), "a.obj", {LengthUnit::Millimetre, UpAxis::Z});
    ASSERT_TRUE(told);
    EXPECT_FALSE(told.value().audit.unitGuessed);
    EXPECT_NEAR(told.value().audit.size.y, 0.03F, 1e-6F);
}

TEST(TriangleMesh, ReadsTextAndBinaryStlAlike) {
    const std::string text =
        "solid a b c\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
        "endloop\nendfacet\nendsolid\n";
    std::string binary(80, 'x');
    const uint32_t count = 1;
    const float corners[12] = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0};
    binary.append(reinterpret_cast<const char *>(&count), 4);
    binary.append(reinterpret_cast<const char *>(corners), 48);
    binary.append(2, '\0');
    const auto a = parse(text, "a.stl");
    const auto b = parse(binary, "b.stl");
    ASSERT_TRUE(a);
    ASSERT_TRUE(b);
    EXPECT_EQ(a.value().position, b.value().position);
    EXPECT_FALSE(parse(binary.substr(0, 120), "cut.stl"));
}

TEST(TriangleMesh, ReadsPlyOfEitherByteOrder) {
    const auto header = [](const char *format) {
        return std::string("ply\nformat ") + format +
               " 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
               "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    };
    const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const int32_t indices[3] = {0, 1, 2};
    std::string little = header("binary_little_endian");
    little.append(reinterpret_cast<const char *>(corners), 36).append(1, 3);
    little.append(reinterpret_cast<const char *>(indices), 12);
    std::string big = header("binary_big_endian");
    const auto appendTurned = [&](const void *value) {
        const char *raw = static_cast<const char *>(value);
        big.append({raw[3], raw[2], raw[1], raw[0]});
    };
    for (const float &c : corners) {
        appendTurned(&c);
    }
    big.append(1, 3);
    for (const int32_t &i : indices) {
        appendTurned(&i);
    }
    const std::string text = header("ascii") + "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    for (const std::string &file : {little, big, text}) {
        const auto mesh = parse(file, "a.ply");
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_NEAR(areaOf(mesh.value()), 0.5, 1e-7);
    }
    EXPECT_FALSE(parse(little.substr(0, little.size() - 1), "cut.ply"));
}

// A triangle in a buffer of base64, in a scaled and turned node.
std::string gltfTriangle(const std::string &node) {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + node +
           R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,)"
           R"("count":3,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,)"
           R"("uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]})";
}

TEST(TriangleMesh, BakesUnevenScalesOfNodes) { // cases 35, 56
    const auto mesh =
        parse(gltfTriangle(R"({"mesh":0,"scale":[2,3,4],"translation":[1,0,0]})"), "a.gltf", {});
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_NEAR(areaOf(mesh.value()), 3.0, 1e-6);
    EXPECT_EQ(mesh.value().position[1], Vec3(3, 0, 0));
    EXPECT_FALSE(mesh.value().audit.unitGuessed) << "glTF is in metres";
}

TEST(TriangleMesh, RefusesANodeThatIsItsOwnAncestor) {
    const auto mesh = parse(gltfTriangle(R"({"mesh":0,"children":[0]})"), "a.gltf");
    ASSERT_FALSE(mesh);
    EXPECT_NE(mesh.error().message.find("node 0"), std::string::npos);
}

TEST(TriangleMesh, NamesTheFileAndTheFormatsItKnows) { // case 5
    const auto mesh = parse("x", "thing.fbx");
    ASSERT_FALSE(mesh);
    EXPECT_NE(mesh.error().message.find("thing.fbx"), std::string::npos);
    EXPECT_NE(mesh.error().message.find(".gltf"), std::string::npos);
}

TEST(TriangleMesh, BelievesNoCountThatTheFileHasNoRoomFor) {
    EXPECT_FALSE(parse("OFF\n353535235358 6 0\n", "a.off"));
    EXPECT_FALSE(parse("ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n0\n",
                       "a.ply"));
    std::string stl(80, ' ');
    stl += "\xff\xff\xff\xff";
    EXPECT_FALSE(parse(stl, "a.stl"));
}

TEST(TriangleMesh, NamesAChunkThatIsLongerThanTheFile) {
    std::string glb("glTF\2\0\0\0\x68\0\0\0\x3c\0\0\0JSON", 20);
    glb += "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":17}]}   ";
    ASSERT_EQ(glb.size(), 20U + 60U);
    glb += std::string("\x14\0\0\0BIN\0", 8) + std::string(16, 'x'); // twenty are announced
    const auto mesh = parseTriangleMesh(bytesOf(glb), "a.glb", {}, {});
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().message, "a.glb: the chunk at byte 80 has 20 bytes: expected at most 16");
    glb[8] = '\x70';
    const auto longer = parseTriangleMesh(bytesOf(glb), "a.glb", {}, {});
    ASSERT_FALSE(longer);
    EXPECT_EQ(longer.error().message, "a.glb: the header gives 112 bytes: expected at most the file's 104");
}

TEST(TriangleMesh, SurvivesEveryPrefixOfAFile) {
    const std::string whole = gltfTriangle(R"({"mesh":0})");
    for (size_t n = 0; n < whole.size(); ++n) {
        EXPECT_FALSE(parse(whole.substr(0, n), "a.gltf")) << n;
    }
    const std::string cube = splitCube();
    for (size_t n = 0; n < cube.size(); ++n) {
        const auto mesh = parse(cube.substr(0, n), "a.obj");
        EXPECT_TRUE(!mesh || mesh.value().triangles.size() <= 36) << n;
    }
}

} // namespace
} // namespace selvage
