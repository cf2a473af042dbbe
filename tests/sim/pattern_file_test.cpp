// The readers of sewing patterns on small files in memory.
#include "io/pattern_file.h"

#include <gtest/gtest.h>
#include <numbers>

namespace selvage {
namespace {

constexpr double kPi = std::numbers::pi;

Result<PatternFile> parse(const std::string &text, const std::string &name,
                          const PatternImportOptions &options = {}) {
    return parsePattern(std::as_bytes(std::span(text.data(), text.size())), name, options);
}

PatternFile parsed(const std::string &text, const std::string &name,
                   const PatternImportOptions &options = {}) {
    auto file = parse(text, name, options);
    EXPECT_TRUE(file) << (file ? "" : file.error().message);
    return file ? std::move(file.value()) : PatternFile{};
}

std::string errorOf(const std::string &text, const std::string &name) {
    const auto file = parse(text, name);
    return file ? "" : file.error().message;
}

// Two squares of 50 cm with every kind of curve, sewn along two edges, the second right to wrong.
std::string twoPanels() {
    return R"({"pattern": {"panels": {
 "back": {"translation": [0, 100, -20], "rotation": [0, 180, 0], "vertices": [[0,0],[50,0],[50,50],[0,50]],
  "edges": [{"endpoints": [0,1], "label": "hem"}, {"endpoints": [1,2]}, {"endpoints": [2,3]}, {"endpoints": [3,0]}]},
 "front": {"translation": [0, 100, 20], "rotation": [0, 0, 0], "vertices": [[0,0],[50,0],[50,50],[0,50]],
  "edges": [{"endpoints": [0,1], "curvature": {"type": "circle", "params": [25, 0, 1]}},
            {"endpoints": [1,2], "curvature": [0.5, 0.2]},
            {"endpoints": [2,3], "curvature": {"type": "cubic", "params": [[0.25, 0], [0.75, 0]]}},
            {"endpoints": [3,0], "curvature": {"type": "quadratic", "params": [[0.5, 0]]}}]}},
 "stitches": [[{"panel": "front", "edge": 1}, {"panel": "back", "edge": 3}],
              [{"panel": "front", "edge": 3}, {"panel": "back", "edge": 1}, "right_wrong"]],
 "panel_order": ["front", "back"]},
 "properties": {"units_in_meter": 100}})";
}

TEST(GarmentCode, IsReadWithCurvesStitchesAndPlacement) {
    const PatternFile file = parsed(twoPanels(), "a.json");
    const SewingPattern &pattern = file.pattern;
    ASSERT_EQ(pattern.panels.size(), 2U);
    EXPECT_EQ(pattern.panels[0].name, "front") << "in the order that the file tells";
    EXPECT_EQ(pattern.panels[1].outline[0].label, "hem");
    const PanelLoop &front = pattern.panels[0].outline;
    EXPECT_NEAR(edgeLength(front[0]), 0.25 * kPi, 1e-5) << "a half circle";
    EXPECT_NEAR(front[0].through[0].y, -0.25, 1e-12) << "to the right of the edge";
    EXPECT_NEAR(front[1].through[0].x, 0.40, 1e-12) << "to the left of the edge, upwards";
    EXPECT_NEAR(edgeLength(front[2]), 0.5, 1e-12);
    ASSERT_EQ(pattern.seams.size(), 2U);
    EXPECT_FALSE(pattern.seams[0].rightToWrong);
    EXPECT_TRUE(pattern.seams[1].rightToWrong);
    EXPECT_EQ(pattern.seams[0].a[0].panel, 0);
    EXPECT_EQ(pattern.seams[0].b[0].edge, 3);
    const Vec3 corner = transformPoint(pattern.panels[1].placement, Vec3(0.5F, 0.0F, 0.0F));
    EXPECT_NEAR(glm::distance(corner, Vec3(-0.5F, 1.0F, -0.2F)), 0.0F, 1e-6F);
    EXPECT_EQ(file.unitSource, UnitSource::Stated);
}

// Rotations about x, then y, then z of the fixed axes.
TEST(GarmentCode, TurnsAboutTheFixedAxesInOrder) {
    std::string text = twoPanels();
    text.replace(text.find("[0, 180, 0]"), 11, "[90, 0, 90]");
    const PatternFile file = parsed(text, "a.json");
    const Quat q = file.pattern.panels[1].placement.orientation;
    EXPECT_NEAR(glm::distance(q * Vec3(1, 0, 0), Vec3(0, 1, 0)), 0.0F, 1e-6F);
    EXPECT_NEAR(glm::distance(q * Vec3(0, 1, 0), Vec3(0, 0, 1)), 0.0F, 1e-6F);
}

TEST(GarmentCode, NamesWhatIsWrongInIt) {
    const auto with = [](const std::string &from, const std::string &to) {
        std::string text = twoPanels();
        text.replace(text.find(from), from.size(), to);
        return errorOf(text, "a.json");
    };
    EXPECT_EQ(with("\"endpoints\": [0,1], \"label\"", "\"endpoints\": [0,9], \"label\""),
              "a.json: panel 'back', edge 0: expected a number from 0 to 4 less one");
    EXPECT_EQ(with("[[0,0],[50,0]", "[[0,\"x\"],[50,0]"),
              "a.json: panel 'back', vertex 0: expected a finite number");
    EXPECT_EQ(with("[25, 0, 1]", "[5, 0, 1]"),
              "a.json: panel 'front', edge 0: a circle with the radius 5.000000 "
              "does not reach from end to end");
    EXPECT_EQ(with("\"panel\": \"back\", \"edge\": 3", "\"panel\": \"side\", \"edge\": 3"),
              "a.json: stitch 0: there is no panel \"side\"");
    EXPECT_EQ(with("quadratic", "quartic"),
              "a.json: panel 'front', edge 3: expected the type quadratic, cubic or circle, got 'quartic'");
    EXPECT_EQ(with("\"units_in_meter\": 100", "\"units_in_meter\": 0"),
              "a.json: 'units_in_meter': expected 0.001 to 1000000, got 0.000000");
    EXPECT_EQ(with("\"stitches\": [", "\"stitches\": [,"), "a.json:9: this is no JSON from here on");
    EXPECT_EQ(errorOf("{}", "a.json"), "a.json: the file: expected a member 'pattern'");
    EXPECT_EQ(errorOf("", "a.json"), "a.json: the file is empty");
    EXPECT_NE(errorOf("x", "a.txt"), "");
}

// Cut short or damaged anywhere, a file is read or refused by name.
void expectNoCrash(const std::string &text, const std::string &name) {
    for (size_t size = 0; size < text.size(); ++size) {
        const auto cut = parse(text.substr(0, size), name);
        EXPECT_TRUE(cut || cut.error().message.starts_with(name));
        std::string damaged = text;
        damaged[size] = static_cast<char>(damaged[size] ^ (1 << (size % 7)));
        const auto file = parse(damaged, name);
        EXPECT_TRUE(file || file.error().message.starts_with(name));
        if (file && size % 16 == 0) {
            EXPECT_FALSE(auditText(file.value()).empty());
        }
    }
}

TEST(GarmentCode, SurvivesDamageAtEveryByte) {
    expectNoCrash(twoPanels(), "a.json");
}

TEST(PatternAudit, SpeaksOfPiecesSeamsAndEase) { // case 43
    const std::string text = auditText(parsed(twoPanels(), "a.json"));
    EXPECT_NE(text.find("piece         'back': 50.0 x 50.0 cm, 4 edges, 200.0 cm round\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("'front', edge 1 to 'back', edge 3: 51.3 to 50.0 cm, 1.3 cm (3 %) of ease\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("right to wrong; looks flipped"), std::string::npos) << text;
    EXPECT_NE(text.find("verdict       can be meshed\n"), std::string::npos) << text;
}

} // namespace
} // namespace selvage
