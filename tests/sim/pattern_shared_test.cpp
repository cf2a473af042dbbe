// Every sewing pattern under ../shared/data, which is not part of the project: lengths against those that
// were computed for them by other means, and the meshes' bars.
#include "io/pattern_file.h"
#include "sim/panel_cloth.h"

#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace selvage {
namespace {

const std::filesystem::path kPatterns = std::filesystem::path(SELVAGE_SOURCE_DIR) / "../shared/data/patterns";

constexpr double kLengthTolerance = 1e-4; // m

class PatternFiles : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(kPatterns)) {
            GTEST_SKIP() << "../shared/data/patterns is not there";
        }
    }
};

nlohmann::json jsonOf(const std::filesystem::path &path) {
    std::ifstream file(path);
    return nlohmann::json::parse(file);
}

PatternFile read(const std::filesystem::path &path) {
    auto file = readPattern(path, {});
    EXPECT_TRUE(file) << (file ? "" : file.error().message);
    return file ? std::move(file.value()) : PatternFile{};
}

PatternFile readGarmentCode(const std::string &name) {
    return read(kPatterns / "garmentcode" / (name + "_specification.json"));
}

const Panel &panelNamed(const SewingPattern &pattern, const std::string &name) {
    return *std::find_if(pattern.panels.begin(), pattern.panels.end(),
                         [&](const Panel &panel) { return panel.name == name; });
}

TEST_F(PatternFiles, GarmentCodeHasTheExpectedPerimetersAndSeams) {
    const nlohmann::json expected = jsonOf(kPatterns / "EXPECTED.json");
    for (const char *name : {"dress_pencil", "shirt_mean"}) {
        const auto &of = expected[std::string(name) + "_specification.json"];
        const SewingPattern pattern = readGarmentCode(name).pattern;
        EXPECT_TRUE(patternFaults(pattern).empty());
        ASSERT_EQ(pattern.panels.size(), of["panels"].get<size_t>());
        for (const auto &[panel, perimeter] : of["panel_perimeter"].items()) {
            EXPECT_NEAR(loopLength(panelNamed(pattern, panel).outline), 0.01 * perimeter.get<double>(),
                        kLengthTolerance)
                << panel;
        }
        ASSERT_EQ(pattern.seams.size(), of["stitch_lengths"].size());
        for (size_t s = 0; s < pattern.seams.size(); ++s) {
            const auto &stitch = of["stitch_lengths"][s];
            const Seam &seam = pattern.seams[s];
            EXPECT_EQ(pattern.panels[static_cast<size_t>(seam.a[0].panel)].name, stitch["a"][0]);
            EXPECT_EQ(seam.b[0].edge, stitch["b"][1].get<int32_t>());
            EXPECT_NEAR(sideLength(pattern, seam.a), 0.01 * stitch["len_a"].get<double>(), kLengthTolerance);
            EXPECT_NEAR(sideLength(pattern, seam.b), 0.01 * stitch["len_b"].get<double>(), kLengthTolerance);
        }
    }
}

// Area of the triangles, all of which run counter-clockwise.
double areaOf(const PanelMesh &mesh) {
    double sum = 0.0;
    for (size_t t = 0; t < mesh.triangles.size(); t += 3) {
        const auto corner = [&](size_t k) {
            return mesh.position[static_cast<size_t>(mesh.triangles[t + k])];
        };
        const DVec2 a = corner(1) - corner(0);
        const DVec2 b = corner(2) - corner(0);
        const double twice = a.x * b.y - a.y * b.x;
        EXPECT_GT(twice, 0.0);
        sum += 0.5 * twice;
    }
    return sum;
}

void expectSoundMeshes(const SewingPattern &pattern, const std::vector<PanelMesh> &meshes, double edge) {
    ASSERT_EQ(meshes.size(), pattern.panels.size());
    for (size_t p = 0; p < meshes.size(); ++p) {
        const double area = std::abs(signedArea(pattern.panels[p].outline));
        // Chords leave out slivers beside curves.
        EXPECT_NEAR(areaOf(meshes[p]), area, 0.5 * edge * edge + 0.01 * area) << pattern.panels[p].name;
    }
    for (const Seam &seam : pattern.seams) {
        const auto count = [&](const EdgeOfPanel &e) {
            return meshes[static_cast<size_t>(e.panel)].edgeVertices[static_cast<size_t>(e.edge)].size();
        };
        EXPECT_EQ(count(seam.a[0]), count(seam.b[0]));
        EXPECT_EQ(seamPairs(seam, meshes).size(), count(seam.a[0]));
    }
}

struct Bar {
    const char *pattern;
    double edge;     // m
    double minAngle; // degrees
};

TEST_F(PatternFiles, MeshesOfTheGarmentsHaveTheAnglesAndEvenSeams) {
    constexpr Bar kBars[] = {{"dress_pencil", 0.02, 25.0},
                             {"dress_pencil", 0.01, 25.0},
                             {"shirt_mean", 0.02, 15.0},
                             {"shirt_mean", 0.01, 25.0}};
    for (const Bar &bar : kBars) {
        const SewingPattern pattern = readGarmentCode(bar.pattern).pattern;
        for (const int32_t smoothing : {0, 3}) {
            const auto start = std::chrono::steady_clock::now();
            const auto meshes = meshPattern(pattern, {bar.edge, smoothing});
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
            ASSERT_TRUE(meshes) << meshes.error().message;
            expectSoundMeshes(pattern, meshes.value(), bar.edge);
            const MeshQuality quality = meshQuality(meshes.value());
            size_t triangles = 0;
            for (const PanelMesh &mesh : meshes.value()) {
                triangles += mesh.triangles.size() / 3;
            }
            std::printf(
                "%s at %.0f mm, %d passes: %zu triangles, smallest angle %.1f, p1 %.1f degrees, %.0f ms\n",
                bar.pattern, 1000.0 * bar.edge, smoothing, triangles, quality.minAngleDeg, quality.angleP1Deg,
                1000.0 * took.count());
            if (smoothing > 0) {
                EXPECT_GE(quality.minAngleDeg, bar.minAngle) << bar.pattern;
                EXPECT_GE(quality.angleP1Deg, 33.0) << bar.pattern;
            }
            for (size_t p = 0; p < pattern.panels.size(); ++p) {
                EXPECT_TRUE(makePanelCloth(pattern.panels[p], meshes.value()[p], Fabric()))
                    << pattern.panels[p].name;
            }
        }
    }
}

// The half that FreeSewing drew: the whole less what was mirrored, and the fold.
double halfLength(const Panel &panel) {
    double fold = 0.0;
    for (const PanelLine &line : panel.lines) {
        if (line.use == LineUse::Fold) {
            const DVec2 direction = glm::normalize(line.points.back() - line.points.front());
            double low = HUGE_VAL; // where the outline meets the fold
            double high = -HUGE_VAL;
            for (const PanelEdge &edge : panel.outline) {
                const DVec2 from = edge.start - line.points.front();
                if (std::abs(from.x * direction.y - from.y * direction.x) < 1e-6) {
                    low = std::min(low, glm::dot(from, direction));
                    high = std::max(high, glm::dot(from, direction));
                }
            }
            fold += high - low;
        }
    }
    return 0.5 * loopLength(panel.outline) + fold;
}

TEST_F(PatternFiles, FreeSewingHasTheLengthsThatItWasDraftedWith) {
    for (const char *name :
         {"penelope_pencil_f36", "sandy_4panel_gathered_meanbody", "sandy_fullcircle_f36"}) {
        const SewingPattern pattern = read(kPatterns / "freesewing" / (std::string(name) + ".svg")).pattern;
        EXPECT_TRUE(patternFaults(pattern).empty());
        const nlohmann::json parts =
            jsonOf(kPatterns / "freesewing" / (std::string(name) + ".json"))["parts"];
        ASSERT_EQ(pattern.panels.size(), parts.size());
        for (const Panel &panel : pattern.panels) {
            const nlohmann::json &paths = parts[panel.name]["paths"];
            const double drafted =
                0.001 * paths[paths.contains("seam") ? "seam" : "outline"]["length_mm"].get<double>();
            if (panel.holes.empty()) {
                EXPECT_NEAR(panel.unfolded ? halfLength(panel) : loopLength(panel.outline), drafted,
                            kLengthTolerance)
                    << name << " " << panel.name;
            } else { // a quarter of a circle was drafted, on two folds of 465 mm
                EXPECT_NEAR(0.25 * (loopLength(panel.outline) + loopLength(panel.holes[0])) + 2 * 0.465,
                            drafted, kLengthTolerance);
            }
        }
    }
}

double lengthOf(const std::vector<DVec2> &points) {
    double sum = 0.0;
    for (size_t i = 1; i < points.size(); ++i) {
        sum += glm::distance(points[i - 1], points[i]);
    }
    return sum;
}

// Each block has a boundary (or layer 0), and perhaps a sewing line: the shorter way round is the outline.
TEST_F(PatternFiles, DxfHasTheExpectedLengthsOfBoundariesAndSewingLines) { // cases 61, 62
    int pieces = 0;
    const nlohmann::json all = jsonOf(kPatterns / "EXPECTED.json");
    for (const auto &[name, of] : all.items()) {
        if (!of.contains("rows")) {
            continue;
        }
        const PatternFile file = read(kPatterns / "valentina/dxf" / name);
        EXPECT_EQ(file.metresPerUnit, 0.001) << name;
        EXPECT_NE(file.unitSource, UnitSource::Unsure) << name;
        std::vector<std::pair<double, double>> expected; // boundary and sewing line, m
        for (const nlohmann::json &row : of["rows"]) {
            const double length = 0.001 * row["length"].get<double>();
            if (row["layer"] == "1" || row["layer"] == "0") {
                expected.emplace_back(length, 0.0);
            } else if (row["layer"] == "14") {
                expected.back().second = length;
            }
        }
        ASSERT_EQ(file.pattern.panels.size(), expected.size()) << name;
        std::set<std::string> names;
        for (size_t p = 0; p < expected.size(); ++p) {
            const Panel &panel = file.pattern.panels[p];
            names.insert(panel.name);
            const auto [boundary, sewing] = expected[p];
            const bool sewn = sewing > 0.0;
            EXPECT_NEAR(loopLength(panel.outline), sewn ? sewing : boundary, kLengthTolerance) << name << p;
            if (sewn) {
                EXPECT_NEAR(lengthOf(panel.lines.at(0).points), boundary, kLengthTolerance) << name << p;
            }
            ++pieces;
        }
        EXPECT_EQ(names.size(), expected.size()) << "blocks of one name are told apart";
    }
    EXPECT_EQ(pieces, 4 + 2 + 2 + 2 + 2 + 2 + 5);
}

TEST_F(PatternFiles, EveryOneIsReadAndMeshedAtOneAndTwoCentimetresOrToldWhyNot) {
    int read = 0;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(kPatterns)) {
        const auto &path = entry.path();
        const bool ours = isPatternFile(path) && path.filename() != "EXPECTED.json" &&
                          path.parent_path().filename() != "freesewing";
        if (!entry.is_regular_file() || !(ours || path.extension() == ".svg")) {
            continue;
        }
        const auto file = readPattern(path, {});
        if (!file) {
            EXPECT_NE(path.filename().string().find("binary"), std::string::npos) << file.error().message;
            EXPECT_TRUE(file.error().message.starts_with(path.string()));
            continue;
        }
        ++read;
        const SewingPattern &pattern = file.value().pattern;
        for (const double edge : {0.02, 0.01}) {
            const auto meshes = meshPattern(pattern, {edge});
            ASSERT_TRUE(meshes) << path << meshes.error().message;
            for (size_t p = 0; p < pattern.panels.size(); ++p) {
                double area = std::abs(signedArea(pattern.panels[p].outline));
                for (const PanelLoop &hole : pattern.panels[p].holes) {
                    area -= std::abs(signedArea(hole));
                }
                EXPECT_NEAR(areaOf(meshes.value()[p]), area, 0.02 * area)
                    << path << " " << pattern.panels[p].name;
            }
            const MeshQuality quality = meshQuality(meshes.value());
            std::printf("%s at %.0f mm: smallest angle %.1f, p1 %.1f degrees, %d slivers\n",
                        path.filename().c_str(), 1000.0 * edge, quality.minAngleDeg, quality.angleP1Deg,
                        quality.slivers);
        }
    }
    EXPECT_EQ(read, 2 + 3 + 2 + 7);
}

} // namespace
} // namespace selvage
