// Worn garments in files, read by tinyobjloader, by tinygltf and by hand.
#include "io/garment_file.h"
#include "io/triangle_mesh.h"
#include "written_patterns.h"

#include <bit>
#include <cstring>
#include <tiny_gltf.h>
#include <tiny_obj_loader.h>

namespace selvage {
namespace {

// A square, and a triangle of other fabric that is folded up where it is sewn to the square's right side. A
// triangle at a dart's tip has two corners that are one particle.
GarmentMesh squareAndTriangle() {
    GarmentMesh garment;
    garment.position = {{0.0F, 1.0F, 0.0F},
                        {0.25F, 1.0F, 0.0F},
                        {0.25F, 1.5F, 0.0F},
                        {0.0F, 1.5F, 0.0F},
                        {0.25F, 1.2F, 0.3F}};
    garment.particleOf = {0, 1, 2, 3, 1, 4, 2, 2};
    garment.uv = {{0.0F, 0.0F}, {0.25F, 0.0F}, {0.25F, 0.5F}, {0.0F, 0.5F},
                  {0.0F, 0.0F}, {0.3F, 0.2F},  {0.0F, 0.5F},  {0.0F, 0.51F}};
    garment.triangles = {0, 1, 2, 0, 2, 3, 4, 5, 6, 5, 7, 6};
    garment.panels = {{"front \"1\"", "denim", 0, 0}, {"side", "silk", 4, 2}};
    return garment;
}

// At particle 1, of twice the areas' vectors: (0, 0, 1/8) of one half of the square, and of the other
// triangle (0, 0.2, 0.3) x (0, 0.5, 0).
Vec3 sewnNormal() {
    return glm::normalize(Vec3(-0.3F * 0.5F, 0.0F, 0.125F));
}

std::string written(const GarmentMesh &garment, const std::filesystem::path &path) {
    const auto done = writeGarment(path, garment);
    EXPECT_TRUE(done) << (done ? "" : done.error().message);
    return textOf(path);
}

struct Obj {
    tinyobj::attrib_t attributes;
    std::vector<tinyobj::shape_t> shapes;
};

Obj loadObj(const std::string &text) {
    std::istringstream in(text);
    Obj obj;
    std::vector<tinyobj::material_t> materials;
    std::string warning;
    std::string error;
    EXPECT_TRUE(tinyobj::LoadObj(&obj.attributes, &obj.shapes, &materials, &warning, &error, &in));
    EXPECT_EQ(error, "");
    return obj;
}

TEST(WrittenObj, HasAGroupAPanelAVertexAParticleAndThePatternAsTexture) {
    const TemporaryFolder folder;
    const GarmentMesh garment = squareAndTriangle();
    const Obj obj = loadObj(written(garment, folder.path / "a.obj"));
    ASSERT_EQ(obj.attributes.vertices.size(), 15U);
    ASSERT_EQ(obj.attributes.texcoords.size(), 16U);
    ASSERT_EQ(obj.shapes.size(), 2U);
    EXPECT_EQ(obj.shapes[0].name, "front_\"1\"");
    EXPECT_EQ(obj.shapes[1].name, "side");
    ASSERT_EQ(obj.shapes[0].mesh.indices.size(), 6U);
    ASSERT_EQ(obj.shapes[1].mesh.indices.size(), 3U) << "what the seam left no area is gone";
    size_t corner = 0;
    for (const tinyobj::shape_t &shape : obj.shapes) {
        for (const tinyobj::index_t &index : shape.mesh.indices) {
            const auto vertex = static_cast<size_t>(garment.triangles[corner++]);
            EXPECT_EQ(index.vertex_index, garment.particleOf[vertex]);
            EXPECT_EQ(index.normal_index, index.vertex_index);
            for (size_t k = 0; k < 2; ++k) {
                EXPECT_EQ(static_cast<float>(
                              obj.attributes.texcoords[2 * static_cast<size_t>(index.texcoord_index) + k]),
                          garment.uv[vertex][static_cast<int>(k)]);
            }
        }
    }
    for (size_t i = 0; i < 15; ++i) {
        EXPECT_EQ(static_cast<float>(obj.attributes.vertices[i]),
                  garment.position[i / 3][static_cast<int>(i % 3)]);
    }
    for (size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(obj.attributes.normals[3 + k], sewnNormal()[static_cast<int>(k)], 1e-6);
    }
}

TEST(WrittenObj, IsOneMeshForOurReader) {
    const TemporaryFolder folder;
    written(squareAndTriangle(), folder.path / "a.obj");
    const auto mesh = readTriangleMesh(folder.path / "a.obj", {LengthUnit::Metre, UpAxis::Y});
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh.value().audit.components, 1);
    EXPECT_EQ(mesh.value().position.size(), 5U);
    EXPECT_EQ(mesh.value().triangles.size(), 9U);
}

tinygltf::Model loadGltf(const std::string &text, bool binary) {
    tinygltf::TinyGLTF loader;
    tinygltf::Model model;
    std::string error;
    std::string warning;
    const auto size = static_cast<unsigned>(text.size());
    const bool loaded =
        binary ? loader.LoadBinaryFromMemory(&model, &error, &warning,
                                             reinterpret_cast<const unsigned char *>(text.data()), size)
               : loader.LoadASCIIFromString(&model, &error, &warning, text.data(), size, "");
    EXPECT_TRUE(loaded) << error;
    EXPECT_EQ(error + warning, "");
    return model;
}

// An accessor's numbers, it being checked against its view, its buffer and its own bounds.
template <typename T> std::vector<T> numbersOf(const tinygltf::Model &model, int number, size_t components) {
    const tinygltf::Accessor &accessor = model.accessors.at(static_cast<size_t>(number));
    const tinygltf::BufferView &view = model.bufferViews.at(static_cast<size_t>(accessor.bufferView));
    const size_t size = accessor.count * components * sizeof(T);
    EXPECT_EQ(view.byteLength, size);
    EXPECT_EQ(view.byteOffset % 4, 0U);
    EXPECT_LE(view.byteOffset + size, model.buffers.at(0).data.size());
    std::vector<T> numbers(accessor.count * components);
    std::memcpy(numbers.data(), model.buffers[0].data.data() + view.byteOffset, size);
    for (size_t k = 0; k < accessor.minValues.size(); ++k) {
        T low = numbers[k];
        T high = numbers[k];
        for (size_t i = k; i < numbers.size(); i += components) {
            low = std::min(low, numbers[i]);
            high = std::max(high, numbers[i]);
        }
        EXPECT_EQ(static_cast<T>(accessor.minValues[k]), low);
        EXPECT_EQ(static_cast<T>(accessor.maxValues[k]), high);
    }
    return numbers;
}

void expectGltf(const tinygltf::Model &model) {
    const GarmentMesh garment = squareAndTriangle();
    ASSERT_EQ(model.nodes.size(), 2U);
    ASSERT_EQ(model.meshes.size(), 2U);
    EXPECT_EQ(model.scenes.at(0).nodes, std::vector<int>({0, 1}));
    EXPECT_EQ(model.nodes[0].name, "front \"1\"");
    const std::vector<std::vector<uint32_t>> corners = {{0, 1, 2, 0, 2, 3}, {0, 1, 2}};
    for (size_t p = 0; p < 2; ++p) {
        const tinygltf::Primitive &primitive =
            model.meshes[static_cast<size_t>(model.nodes[p].mesh)].primitives.at(0);
        EXPECT_EQ(model.materials.at(static_cast<size_t>(primitive.material)).name, garment.panels[p].fabric);
        EXPECT_EQ(numbersOf<uint32_t>(model, primitive.indices, 1), corners[p]);
        const auto position = numbersOf<float>(model, primitive.attributes.at("POSITION"), 3);
        const auto normal = numbersOf<float>(model, primitive.attributes.at("NORMAL"), 3);
        const auto uv = numbersOf<float>(model, primitive.attributes.at("TEXCOORD_0"), 2);
        EXPECT_FALSE(
            model.accessors[static_cast<size_t>(primitive.attributes.at("POSITION"))].minValues.empty());
        ASSERT_EQ(position.size(), 12U);
        for (size_t v = 0; v < 4; ++v) {
            const size_t vertex = v + static_cast<size_t>(garment.panels[p].firstVertex);
            const Vec3 at = garment.position[static_cast<size_t>(garment.particleOf[vertex])];
            EXPECT_EQ(Vec3(position[3 * v], position[3 * v + 1], position[3 * v + 2]), at);
            EXPECT_EQ(uv[2 * v], garment.uv[vertex].x);
            EXPECT_EQ(uv[2 * v + 1], 1.0F - garment.uv[vertex].y);
            const Vec3 n(normal[3 * v], normal[3 * v + 1], normal[3 * v + 2]);
            EXPECT_NEAR(glm::length(n), 1.0F, 1e-6F);
            if (garment.particleOf[vertex] == 1) {
                EXPECT_LT(glm::distance(n, sewnNormal()), 1e-6F) << "smooth across the seam";
            }
        }
    }
}

TEST(WrittenGltf, HasANodeAPanelAndThePatternAsTexture) {
    const TemporaryFolder folder;
    expectGltf(loadGltf(written(squareAndTriangle(), folder.path / "a.gltf"), false));
}

TEST(WrittenGltf, IsTheSameInBinary) {
    const TemporaryFolder folder;
    const std::string bytes = written(squareAndTriangle(), folder.path / "a.glb");
    EXPECT_EQ(bytes.substr(0, 4), "glTF");
    expectGltf(loadGltf(bytes, true));
}

TEST(WrittenGltf, RefusesANameThatIsNoText) {
    const TemporaryFolder folder;
    GarmentMesh garment = squareAndTriangle();
    garment.panels[0].name = "\xff\xfe";
    const auto done = writeGarment(folder.path / "a.glb", garment);
    ASSERT_FALSE(done);
    EXPECT_TRUE(done.error().message.starts_with((folder.path / "a.glb").string()));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path));
}

TEST(WrittenGarment, ThatCannotBeWrittenIsAnErrorInOneLine) {
    const TemporaryFolder folder;
    const auto path = folder.path / "nowhere" / "a.obj";
    const auto done = writeGarment(path, squareAndTriangle());
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, path.string() + ": cannot be written: No such file or directory");
    EXPECT_FALSE(writeGarment(folder.path / "a.fbx", squareAndTriangle()));
}

// Big-endian: counts, times, then the points frame after frame.
TEST(WrittenMotion, IsMddByteForByte) {
    const TemporaryFolder folder;
    GarmentMotion motion;
    motion.time = {0.0F, 0.5F};
    motion.position = {{{1.0F, 2.0F, 3.0F}}, {{-1.0F, 0.0F, 0.25F}}};
    ASSERT_TRUE(writeMotion(folder.path / "a.mdd", motion));
    const std::string bytes = textOf(folder.path / "a.mdd");
    ASSERT_EQ(bytes.size(), 8U + 2 * 4 + 2 * 12);
    const auto word = [&](size_t number) {
        uint32_t value = 0;
        for (size_t k = 0; k < 4; ++k) {
            value = value << 8U | static_cast<unsigned char>(bytes[4 * number + k]);
        }
        return value;
    };
    EXPECT_EQ(word(0), 2U) << "frames";
    EXPECT_EQ(word(1), 1U) << "points";
    const float expected[] = {0.0F, 0.5F, 1.0F, 2.0F, 3.0F, -1.0F, 0.0F, 0.25F};
    for (size_t k = 0; k < 8; ++k) {
        EXPECT_EQ(std::bit_cast<float>(word(2 + k)), expected[k]);
    }
}

} // namespace
} // namespace selvage
