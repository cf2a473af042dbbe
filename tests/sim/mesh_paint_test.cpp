// The colours that mesh files bring.
#include "io/triangle_mesh.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>

namespace selvage {
namespace {

namespace fs = std::filesystem;

Result<TriangleMesh> parse(const std::string &text, const std::string &name, const std::string &library) {
    MeshImportOptions options{LengthUnit::Metre, UpAxis::Y, {}};
    options.materials = [&library](const std::string &file) {
        return file == "a.mtl" ? library : std::string();
    };
    return parseTriangleMesh(std::as_bytes(std::span(text.data(), text.size())), name, {}, options);
}

// A square, a degenerate face and a triangle, of three materials.
const std::string kFaces = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 2 0\nv 2 3 0\nusemtl red\n"
                           "f 1 2 3 4\nusemtl nobody's\nf 1 1 2\nusemtl dark one\nf 3 5 6\n";
const std::string kLibrary = "# colours\nnewmtl red\nNs 98\nKd 0.5 0 0\nKs 1 1 1\r\n\n"
                             "newmtl  dark one \r\n\tKd 0.02\nNs 0\nmap_Kd a.png\n";

TEST(MeshPaint, OfAnObjFileComesFromItsMaterialsFaceByFace) {
    auto mesh = parse(kFaces, "a.obj", kLibrary);
    ASSERT_TRUE(mesh) << mesh.error().message;
    ASSERT_EQ(mesh->triangles.size(), 9U);
    ASSERT_EQ(mesh->paint.size(), 3U);
    for (size_t t = 0; t < 2; ++t) {
        EXPECT_NEAR(mesh->paint[t].colour.r, 0.21404F, 1e-4F) << "sRGB 0.5 in linear light";
        EXPECT_EQ(mesh->paint[t].colour.g, 0.0F);
        EXPECT_NEAR(mesh->paint[t].roughness, std::pow(0.02F, 0.25F), 1e-5F);
    }
    EXPECT_LT(glm::distance(mesh->paint[2].colour, Vec3(0.02F / 12.92F)), 1e-6F);
    EXPECT_EQ(mesh->paint[2].roughness, 1.0F);
}

TEST(MeshPaint, IsGreyWhereAMaterialIsUnknownAndNoneWhereAllAre) {
    auto some = parse(kFaces, "a.obj", "newmtl red\nKd 0 0 1\n");
    ASSERT_TRUE(some);
    ASSERT_EQ(some->paint.size(), 3U);
    EXPECT_GT(some->paint[0].colour.b, 0.8F);
    EXPECT_EQ(some->paint[2].colour, Vec3(0.5F));
    auto none = parse(kFaces, "a.obj", "");
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->paint.empty());
}

TEST(MeshPaint, StaysWithinWhatCanBeWhateverTheLibrarySays) {
    for (const char *const line : {"Kd nan inf -inf", "Kd 1e300 -5 x", "Kd", "Kd spectral a.rfl", "Kd xyz 1",
                                   "Ns nan", "Ns -3", "Ns 1e300", "Ns"}) {
        auto mesh =
            parse(kFaces, "a.obj", "Kd 1 1 1\nnewmtl red\nKd 0.5 0.5 0.5\n" + std::string(line) + "\n");
        ASSERT_TRUE(mesh) << line;
        ASSERT_EQ(mesh->paint.size(), 3U) << line;
        for (const Paint &paint : mesh->paint) {
            for (int channel = 0; channel < 3; ++channel) {
                EXPECT_TRUE(paint.colour[channel] >= 0.0F && paint.colour[channel] <= 0.85F) << line;
            }
            EXPECT_TRUE(paint.roughness > 0.05F && paint.roughness <= 1.0F) << line;
        }
    }
}

TEST(MeshPaint, OfAFileIsLookedForBesideItAndNotMissed) {
    const fs::path folder = fs::path(testing::TempDir()) / "mesh-paint";
    fs::remove_all(folder);
    fs::create_directories(folder / "a directory.mtl");
    std::ofstream(folder / "a.obj") << kFaces;
    ASSERT_TRUE(readTriangleMesh(folder / "a.obj", {}));
    EXPECT_TRUE(readTriangleMesh(folder / "a.obj", {})->paint.empty());
    std::ofstream(folder / "a.mtl") << kLibrary;
    EXPECT_EQ(readTriangleMesh(folder / "a.obj", {})->paint.size(), 3U);
    std::ofstream(folder / "a.obj") << "mtllib a\\ directory.mtl\n" << kFaces.substr(kFaces.find('v'));
    EXPECT_TRUE(readTriangleMesh(folder / "a.obj", {})->paint.empty());
}

// One triangle by material 0, one by none.
std::string gltf(const std::string &surface) {
    return R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"materials":[{"pbrMetallicRoughness":)" +
           surface + R"(}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0},{"attributes":{"POSITION":1}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
{"bufferView":1,"componentType":5126,"count":3,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":12,"byteLength":36}],
"buffers":[{"byteLength":48,"uri":"data:application/octet-stream;base64,)" +
           "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/" + "\"}]}";
}

TEST(MeshPaint, OfAGltfFileIsTheFactorsOfItsMaterials) {
    auto mesh = parse(gltf(R"({"baseColorFactor":[0.25,0.5,0,1],"roughnessFactor":0.3})"), "a.gltf", "");
    ASSERT_TRUE(mesh) << mesh.error().message;
    ASSERT_EQ(mesh->paint.size(), 2U);
    EXPECT_EQ(mesh->paint[0].colour, Vec3(0.25F, 0.5F, 0.0F));
    EXPECT_EQ(mesh->paint[0].roughness, 0.3F);
    EXPECT_EQ(mesh->paint[1].colour, Vec3(0.5F));
    auto textured = parse(gltf(R"({"baseColorTexture":{"index":0}})"), "a.gltf", "");
    ASSERT_TRUE(textured) << textured.error().message;
    EXPECT_EQ(textured->paint[0].colour, Vec3(0.5F)) << "textures are not read";
}

} // namespace
} // namespace selvage
