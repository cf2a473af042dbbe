// selvage-lab reproduce: the whole page, made quickly, and single rows.
#include "reproduce_page.h"

#include <cctype>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr const char *kVerdicts[] = {"reproduced", "corrected", "beyond", "notreproduced"};

class QuickPage : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        exitCode_ = reproduce("--quick --out '" SELVAGE_BUILD_DIR "/reproduce' 2> '" SELVAGE_BUILD_DIR
                              "/reproduce-progress.txt'");
        text_ = fileText(SELVAGE_BUILD_DIR "/reproduce/index.html");
        parsed_ = page_.load_string(text_.c_str(), pugi::parse_default | pugi::parse_doctype);
    }
    static inline int exitCode_{-1};
    static inline std::string text_;
    static inline pugi::xml_document page_;
    static inline pugi::xml_parse_result parsed_;
};

// One page for all that is asked of it: making it takes a minute or two.
TEST_F(QuickPage, HasAVerdictNumbersACommandAndAFileInEveryRowAndNothingBroken) {
    ASSERT_EQ(exitCode_, 0);
    ASSERT_TRUE(parsed_) << parsed_.description() << " at " << parsed_.offset;
    std::set<std::string> shown;
    for (const auto &node : page_.select_nodes("//article[@id]")) {
        const pugi::xml_node row = node.node();
        const std::string id = row.attribute("id").value();
        shown.insert(id);
        const std::string verdict = row.attribute("data-verdict").value();
        EXPECT_TRUE(std::find(std::begin(kVerdicts), std::end(kVerdicts), verdict) != std::end(kVerdicts))
            << id;
        EXPECT_FALSE(std::string(row.select_node(".//h3").node().text().get()).empty()) << id;
        EXPECT_GE(row.select_nodes(".//td[@class='met' or @class='missed']").size(), 1U)
            << id << " has no criterion";
        EXPECT_FALSE(std::string(row.select_node(".//code[@class='command']").node().text().get()).empty())
            << id;
        const std::string file = row.select_node(".//code[@class='file']").node().text().get();
        EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::path(SELVAGE_SOURCE_DIR) / file))
            << id << ": " << file;
        const bool shared = !row.select_nodes(".//p[contains(., 'The experiment')]").empty();
        EXPECT_TRUE(shared || !row.select_nodes(".//figure").empty()) << id << " shows nothing";
        if (verdict == "notreproduced") {
            EXPECT_FALSE(
                std::string(row.select_node("./p[@class='notreproduced']").node().text().get()).empty())
                << id << " does not say why";
        }
    }
    EXPECT_EQ(shown, listedIds());
    for (const auto &node : page_.select_nodes("//@src")) {
        const std::string source = node.attribute().value();
        EXPECT_EQ(source.rfind("data:image/jpeg;base64,/9j/", 0), 0U) << source.substr(0, 60);
        EXPECT_GT(source.size(), 2000U);
    }
    for (const auto &node : page_.select_nodes("//a/@href")) {
        const std::string link = node.attribute().value();
        ASSERT_EQ(link[0], '#') << "not offline: " << link;
        EXPECT_FALSE(page_.select_nodes(("//*[@id='" + link.substr(1) + "']").c_str()).empty()) << link;
    }
    EXPECT_GT(page_.select_nodes("//*[local-name()='svg']").size(), 30U);
    EXPECT_FALSE(page_.select_nodes("//section[@id='peers']").empty());
    const std::string progress = fileText(SELVAGE_BUILD_DIR "/reproduce-progress.txt");
    EXPECT_NE(progress.find("E20"), std::string::npos) << "the progress names the rows";
}

TEST(Reproduce, ShowsTheRowsAskedForAloneAndNamesOneThatIsNone) {
    const std::string out = SELVAGE_BUILD_DIR "/reproduce-only";
    ASSERT_EQ(reproduce("--only E1,e13 --quick --out '" + out + "' 2> /dev/null"), 0);
    pugi::xml_document page;
    ASSERT_TRUE(page.load_file((out + "/index.html").c_str(), pugi::parse_default | pugi::parse_doctype));
    EXPECT_EQ(page.select_nodes("//article").size(), 2U);
    EXPECT_EQ(std::string(page.select_node("//article[@id='E1']").node().attribute("data-verdict").value()),
              "corrected");
    const std::string messages = SELVAGE_BUILD_DIR "/reproduce-messages.txt";
    EXPECT_EQ(reproduce("--only D99 --out '" + out + "' 2> '" + messages + "'"), 2);
    EXPECT_EQ(fileText(messages),
              "selvage-lab: --only D99: there is no such row; see selvage-lab reproduce --list\n");
    EXPECT_EQ(reproduce("--only E1 --out /dev/null/nowhere 2> /dev/null"), 1);
}

// "D1–D16" stands for sixteen rows, "M10a–M10g" for seven.
TEST(Reproduce, HasTheRowsThatTheReadmeCounts) {
    const std::string readme = fileText(SELVAGE_SOURCE_DIR "/README.md");
    const size_t from = readme.find("Rows: D1");
    ASSERT_NE(from, std::string::npos);
    const std::string line = readme.substr(from, readme.find('\n', from) - from);
    const std::regex range("([A-Z]|M10)([0-9]+|[a-z])–[A-Z](?:10)?([0-9]+|[a-z])");
    std::set<std::string> counted;
    for (std::sregex_iterator match(line.begin(), line.end(), range), end; match != end; ++match) {
        const std::string first = (*match)[2].str();
        const std::string last = (*match)[3].str();
        if (std::isdigit(static_cast<unsigned char>(first[0])) != 0) {
            for (int k = std::stoi(first); k <= std::stoi(last); ++k) {
                counted.insert((*match)[1].str() + std::to_string(k));
            }
        } else {
            for (char letter = first[0]; letter <= last[0]; ++letter) {
                counted.insert((*match)[1].str() + letter);
            }
        }
    }
    EXPECT_EQ(listedIds(), counted);
}

} // namespace
} // namespace selvage
