// selvage-lab dress as it is started: a skirt sewn on a figure of tubes, and all the files that come of it.
#include "../sim/pattern_shapes.h"
#include "../sim/written_patterns.h"
#include "io/triangle_mesh.h"

#include <bit>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

constexpr double kWaistRadius = 0.12; // m
constexpr double kEase = 0.03;        // m, of the skirt at the waist

// A closed tube between two circles, one above the other or beside it.
void addTube(std::ostream &obj, int &vertexCount, const Vec3 &a, const Vec3 &b, float radiusA,
             float radiusB) {
    constexpr int kAround = 48;
    const Vec3 along = glm::normalize(b - a);
    const Vec3 across = glm::normalize(glm::cross(along, Vec3(0.0F, 0.0F, 1.0F)));
    const Vec3 third = glm::cross(along, across);
    for (int k = 0; k < kAround; ++k) {
        const float angle = glm::two_pi<float>() * static_cast<float>(k) / kAround;
        const Vec3 out = std::cos(angle) * across + std::sin(angle) * third;
        for (const Vec3 &p : {a + radiusA * out, b + radiusB * out}) {
            obj << "v " << p.x << ' ' << p.y << ' ' << p.z << '\n';
        }
    }
    obj << "v " << a.x << ' ' << a.y << ' ' << a.z << "\nv " << b.x << ' ' << b.y << ' ' << b.z << '\n';
    const int first = vertexCount + 1;
    const int end = first + 2 * kAround;
    for (int k = 0; k < kAround; ++k) {
        const int p = first + 2 * k;
        const int q = first + 2 * ((k + 1) % kAround);
        obj << "f " << p << ' ' << q << ' ' << q + 1 << ' ' << p + 1 << '\n';
        obj << "f " << end << ' ' << q << ' ' << p << "\nf " << end + 1 << ' ' << p + 1 << ' ' << q + 1
            << '\n';
    }
    vertexCount += 2 * kAround + 2;
}

// 1.75 m, narrowest at 1.1 m.
void writeFigure(const std::filesystem::path &path) {
    std::ofstream obj(path);
    int count = 0;
    const auto waist = static_cast<float>(kWaistRadius);
    addTube(obj, count, {0.0F, 0.78F, 0.0F}, {0.0F, 1.1F, 0.0F}, 0.17F, waist);
    addTube(obj, count, {0.0F, 1.1F, 0.0F}, {0.0F, 1.42F, 0.0F}, waist, 0.17F);
    addTube(obj, count, {0.0F, 1.42F, 0.0F}, {0.0F, 1.75F, 0.0F}, 0.08F, 0.08F);
    for (const float side : {1.0F, -1.0F}) {
        addTube(obj, count, {0.1F * side, 0.0F, 0.0F}, {0.1F * side, 0.78F, 0.0F}, 0.05F, 0.08F);
        addTube(obj, count, {0.15F * side, 1.36F, 0.0F}, {0.6F * side, 0.95F, 0.0F}, 0.05F, 0.04F);
    }
}

// Two panels from waist to knee whose sides are sewn.
SewingPattern skirt() {
    const double top = 0.25 * (glm::two_pi<double>() * kWaistRadius + kEase);
    const std::vector<DVec2> corners = {{-0.32, 0.0}, {0.32, 0.0}, {top, 0.45}, {-top, 0.45}};
    SewingPattern pattern;
    pattern.panels = {panelOf("front", polygon(corners)), panelOf("back", polygon(corners))};
    pattern.panels[0].placement.position = Vec3(0.0F, 0.65F, 0.25F);
    pattern.panels[1].placement = {glm::angleAxis(glm::pi<float>(), Vec3(0.0F, 1.0F, 0.0F)),
                                   Vec3(0.0F, 0.65F, -0.25F)};
    for (Panel &panel : pattern.panels) {
        panel.outline[2].label = "lower_interface";
    }
    pattern.seams.push_back({{{0, 1}}, {{1, 3}}});
    pattern.seams.push_back({{{0, 3}}, {{1, 1}}});
    return pattern;
}

struct Ending {
    int exitCode{-1};
    std::string messages;
};

Ending dress(const std::filesystem::path &folder, const std::string &options) {
    std::string command = "cd '";
    command += folder.string();
    command += "' && " SELVAGE_BUILD_DIR "/bin/selvage-lab dress skirt.json --body figure.obj ";
    command += options;
    command += " 2> messages";
    const int status = std::system(command.c_str());
    return {WEXITSTATUS(status), textOf(folder / "messages")};
}

class DressCommand : public ::testing::Test {
protected:
    DressCommand() {
        writeFigure(folder.path / "figure.obj");
        EXPECT_TRUE(writePattern(folder.path / "skirt.json", skirt()));
    }
    TemporaryFolder folder;
};

std::vector<Vec3> objVertices(const std::string &text) {
    std::istringstream in(text);
    std::vector<Vec3> vertices;
    for (std::string line; std::getline(in, line);) {
        Vec3 p(0.0F);
        if (std::sscanf(line.c_str(), "v %f %f %f", &p.x, &p.y, &p.z) == 3) {
            vertices.push_back(p);
        }
    }
    return vertices;
}

uint32_t wordAt(const std::string &bytes, size_t number) {
    uint32_t value = 0;
    for (size_t k = 0; k < 4; ++k) {
        value = value << 8U | static_cast<unsigned char>(bytes.at(4 * number + k));
    }
    return value;
}

TEST_F(DressCommand, WritesThePatternTheGarmentItsMotionAndHowItFits) {
    const Ending run =
        dress(folder.path, "--seconds 2 --set wind=3 --report r.json --animation a.mdd --export a.json "
                           "--export a.svg --export a.dxf --export a.obj --export a.gltf --export a.glb");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    EXPECT_EQ(run.messages, "");
    for (const char *name : {"a.json", "a.svg", "a.dxf"}) {
        const auto read = readPattern(folder.path / name, {});
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read.value().pattern.panels.size(), 2U);
    }
    const std::vector<Vec3> vertices = objVertices(textOf(folder.path / "a.obj"));
    for (const char *name : {"a.obj", "a.gltf", "a.glb"}) {
        const auto mesh = readTriangleMesh(folder.path / name, {LengthUnit::Metre, UpAxis::Y});
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh.value().audit.components, 1) << name;
        EXPECT_EQ(mesh.value().position.size(), vertices.size()) << name;
        EXPECT_EQ(mesh.value().audit.holes, 2) << "waist and hem";
    }
    const std::string motion = textOf(folder.path / "a.mdd");
    ASSERT_EQ(wordAt(motion, 0), 60U) << "frames";
    ASSERT_EQ(wordAt(motion, 1), vertices.size()) << "points";
    ASSERT_EQ(motion.size(), 8 + 4 * 60 + 12 * 60 * vertices.size());
    EXPECT_EQ(std::bit_cast<float>(wordAt(motion, 2 + 59)), 59.0F / 30.0F);
    float farthest = 0.0F; // what the last frame's points do in the steps that are left
    for (size_t i = 0; i < vertices.size(); ++i) {
        const size_t at = 2 + 60 + 3 * (59 * vertices.size() + i);
        const Vec3 p(std::bit_cast<float>(wordAt(motion, at)), std::bit_cast<float>(wordAt(motion, at + 1)),
                     std::bit_cast<float>(wordAt(motion, at + 2)));
        farthest = std::max(farthest, glm::distance(p, vertices[i]));
    }
    EXPECT_LT(farthest, 0.1F);
}

TEST_F(DressCommand, ReportsHowTheSkirtFits) {
    const Ending run = dress(folder.path, "--report r.json");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const auto report = nlohmann::json::parse(textOf(folder.path / "r.json"));
    const auto &fit = report["worn"]["fit"];
    EXPECT_EQ(report["worn"]["depth_mm"]["vertex"], 0.0);
    EXPECT_FALSE(fit["ease"]["bust"].contains("ease_cm")) << "a skirt has none there";
    const auto &hip = fit["ease"]["hip"];
    const double girth = hip["garment_girth_cm"].get<double>();
    EXPECT_GT(girth, hip["body_girth_cm"].get<double>());
    EXPECT_LT(girth, 4.0 * 32.0) << "the hem's";
    EXPECT_NEAR(hip["ease_cm"].get<double>(), girth - hip["body_girth_cm"].get<double>(), 1e-3);
    EXPECT_GT(fit["pressure_kpa"]["mean"].get<double>(), 0.0);
    EXPECT_GE(fit["distance_mm"]["p50"].get<double>(), 0.0);
    EXPECT_LT(fit["stretch_warp"]["p99"].get<double>(), 0.1);
}

TEST_F(DressCommand, NamesAFormatThatItHasNotBeforeItBegins) {
    const Ending run = dress(folder.path, "--export a.fbx");
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_EQ(run.messages,
              "selvage-lab: --export a.fbx: expected a name that ends in one of .json, .svg, .dxf, "
              ".obj, .gltf, .glb\n");
}

TEST_F(DressCommand, SaysInOneLineThatAFileCannotBeWritten) {
    const Ending run = dress(folder.path, "--seconds 0 --report r.json --export nowhere/a.glb");
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_EQ(run.messages, "selvage-lab: nowhere/a.glb: cannot be written: No such file or directory\n");
}

} // namespace
} // namespace selvage
