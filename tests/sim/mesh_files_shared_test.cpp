// The importer on the broken, odd and large files under ../shared/data, which is not part of the project.
#include "io/triangle_mesh.h"
#include "sim/mesh_distance.h"

#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

namespace selvage {
namespace {

const std::filesystem::path kData = std::filesystem::path(SELVAGE_SOURCE_DIR) / "../shared/data";

class MeshFiles : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(kData)) {
            GTEST_SKIP() << "../shared/data is not there";
        }
    }
};

std::vector<std::filesystem::path> filesUnder(const std::filesystem::path &folder) {
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

Result<TriangleMesh> read(const char *file) {
    return readTriangleMesh(kData / file, {});
}

double areaOf(const TriangleMesh &mesh) {
    double sum = 0.0;
    for (size_t k = 0; k < mesh.triangles.size(); k += 3) {
        const auto corner = [&](size_t c) {
            return glm::dvec3(mesh.position[static_cast<size_t>(mesh.triangles[k + c])]);
        };
        sum += 0.5 * glm::length(glm::cross(corner(1) - corner(0), corner(2) - corner(0)));
    }
    return sum;
}

TEST_F(MeshFiles, BadOnesAreReadOrRefusedByNameInLittleTimeAndMemory) { // cases 5, 6, 17, 49
    double slowest = 0.0;                                               // s
    for (const char *folder : {"nasty", "bugs"}) {
        for (const auto &file : filesUnder(kData / folder)) {
            const auto before = std::chrono::steady_clock::now();
            const auto mesh = readTriangleMesh(file, {});
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
            slowest = std::max(slowest, took.count());
            if (!mesh) {
                EXPECT_TRUE(mesh.error().message.starts_with(file.string())) << mesh.error().message;
                continue;
            }
            EXPECT_GT(areaOf(mesh.value()), 0.0) << file;
            for (const Vec3 &p : mesh.value().position) {
                ASSERT_TRUE(isFinite(p)) << file;
            }
        }
    }
    std::printf("the slowest took %.3f s\n", slowest); // a timing fails no test
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    EXPECT_LT(usage.ru_maxrss, 200 * 1024) << "kilobytes";
}

// The errors of the Khronos validator that leave nothing to be read.
TEST_F(MeshFiles, GltfWithoutSoundStructureIsRefused) {
    constexpr std::string_view kFatal[] = {"INVALID_JSON",
                                           "GLB_INVALID_MAGIC",
                                           "GLB_UNEXPECTED_END_OF_HEADER",
                                           "GLB_UNEXPECTED_END_OF_CHUNK_DATA",
                                           "NODE_LOOP",
                                           "ACCESSOR_TOO_LONG"};
    int32_t checked = 0;
    for (const auto &file : filesUnder(kData / "nasty/gltf/validator")) {
        std::filesystem::path report = file;
        report += ".report.json";
        if (!std::filesystem::exists(report)) {
            continue;
        }
        std::ifstream stream(report);
        const auto json = nlohmann::json::parse(stream, nullptr, false);
        if (!json.contains("issues")) {
            continue;
        }
        for (const auto &message : json["issues"]["messages"]) {
            const auto code = message.value("code", "");
            if (std::find(std::begin(kFatal), std::end(kFatal), code) != std::end(kFatal)) {
                EXPECT_FALSE(readTriangleMesh(file, {})) << file << " " << code;
                ++checked;
            }
        }
    }
    EXPECT_GT(checked, 15);
}

TEST_F(MeshFiles, ConcavePolygonsKeepTheirArea) { // case 59
    const auto ring = read("nasty/obj/assimp_concave_polygon.obj");
    ASSERT_TRUE(ring);
    // The file's 64 corners: 32 on an outer and 32 on an inner circle, joined into one outline. Its area by
    // the shoelace formula, here again from the particles in the order of the one face.
    std::ifstream stream(kData / "nasty/obj/assimp_concave_polygon.obj");
    std::vector<glm::dvec3> vertices;
    std::vector<glm::dvec3> outline;
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "v") {
            glm::dvec3 p;
            words >> p.x >> p.y >> p.z;
            vertices.push_back(p);
        }
        for (std::string corner; kind == "f" && words >> corner;) {
            outline.push_back(vertices[std::stoul(corner) - 1]);
        }
    }
    glm::dvec3 twice(0.0);
    for (size_t i = 0; i < outline.size(); ++i) {
        twice += glm::cross(outline[i], outline[(i + 1) % outline.size()]);
    }
    EXPECT_NEAR(areaOf(ring.value()), 0.5 * glm::length(twice), 1e-6 * areaOf(ring.value()));
    const auto blocks = read("nasty/obj/tinyobj_issue-295-trianguation-failure.obj");
    ASSERT_TRUE(blocks);
    EXPECT_EQ(blocks.value().audit.borderEdges, 0);
}

TEST_F(MeshFiles, TheBugFilesComeOutAsTheyShould) { // cases 17, 20, 38
    const auto doubled = read("bugs/B01.obj");
    ASSERT_TRUE(doubled);
    EXPECT_EQ(doubled.value().audit.doubledFaces, 2);
    const auto unused = read("bugs/B03.obj");
    ASSERT_TRUE(unused);
    EXPECT_EQ(unused.value().particleOfVertex.back(), -1);
    const auto degenerate = read("bugs/B05.obj");
    ASSERT_TRUE(degenerate);
    EXPECT_EQ(degenerate.value().faceOfTriangle, (std::vector<int32_t>{0, 2}));
}

TEST_F(MeshFiles, AFigureOfDoubledFacesIsSolidAndAnOpenOneIsNot) {
    const auto share = [](const char *file) {
        const auto mesh = read(file);
        EXPECT_TRUE(mesh) << file;
        return clearShare(makeMeshTree(mesh.value().position, mesh.value().triangles), 4000);
    };
    EXPECT_GE(share("bodies/male01.obj"), kSolidShare);
    EXPECT_GE(share("bodies/mean_all.obj"), 0.999F);
    EXPECT_LT(share("bodies/sitFemale01.obj"), kSolidShare);
    EXPECT_LT(share("obstacles/table3.obj"), 0.6F);
}

TEST_F(MeshFiles, UnitsOfBodiesAreGuessedRight) { // case 62
    for (const auto &[file, unit] : {std::pair("bodies/mean_all.obj", LengthUnit::Metre),
                                     std::pair("bodies/male01.obj", LengthUnit::Centimetre),
                                     std::pair("obstacles/dog.obj", LengthUnit::Centimetre)}) {
        const auto mesh = read(file);
        ASSERT_TRUE(mesh);
        EXPECT_EQ(mesh.value().audit.unit, unit) << file;
    }
    const auto chair = read("obstacles/armchair1.obj");
    ASSERT_TRUE(chair);
    EXPECT_EQ(chair.value().audit.up, UpAxis::Z);
}

} // namespace
} // namespace selvage
