// The rows of selvage-lab reproduce against the lists that they come from.
#include "reproduce_page.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

const std::filesystem::path kShared = SELVAGE_SOURCE_DIR "/../shared";

std::set<std::string> findAll(const std::string &text, const std::regex &expression,
                              const std::string &before) {
    std::set<std::string> found;
    for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match) {
        found.insert(before + (*match)[1].str());
    }
    return found;
}

TEST(ReproduceRows, AreThoseOfTheChecklistAndOfTheErrata) {
    if (!std::filesystem::exists(kShared / "checklist.md")) {
        GTEST_SKIP() << kShared << " is not there";
    }
    const std::string checklist = fileText(kShared / "checklist.md");
    std::set<std::string> wanted = findAll(checklist, std::regex(R"(\n- \*\*([A-Z][0-9]+)(?:\*\*| ))"), "");
    wanted.merge(findAll(checklist, std::regex(R"(\n  - ([a-g])\. )"), "M10"));
    wanted.merge(findAll(fileText(kShared / "paper-errata.md"), std::regex(R"(\n([0-9]+)\. )"), "E"));
    EXPECT_EQ(wanted.size(), 79U);
    EXPECT_EQ(listedIds(), wanted);
}

} // namespace
} // namespace selvage
