// The tables of tests/README.md and xr/README.md name tests; a test that is renamed or deleted must not leave
// its name there.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace selvage {
namespace {

const std::filesystem::path kProject = SELVAGE_SOURCE_DIR;
const std::filesystem::path kTests = kProject / "tests";

std::string textOf(const std::filesystem::path &path) {
    const std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// What the expression finds in a text, as "first.second" of its two groups.
std::set<std::string> namesIn(const std::string &text, const std::regex &expression) {
    std::set<std::string> names;
    for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match) {
        names.insert((*match)[1].str() + "." + (*match)[2].str());
    }
    return names;
}

std::set<std::string> testsInSources() {
    const std::regex test(R"(\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\))");
    std::set<std::string> names;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(kTests)) {
        if (entry.path().extension() == ".cpp") {
            names.merge(namesIn(textOf(entry.path()), test));
        }
    }
    return names;
}

TEST(Documentation, NamesOnlyTestsThatExist) {
    const std::set<std::string> tests = testsInSources();
    for (const std::filesystem::path &path : {kTests / "README.md", kProject / "xr/README.md"}) {
        const std::set<std::string> named = namesIn(textOf(path), std::regex(R"(`([A-Z]\w*)\.([A-Z]\w*)`)"));
        EXPECT_GT(named.size(), 40U);
        for (const std::string &name : named) {
            EXPECT_EQ(tests.count(name), 1U) << path << " names " << name << ", which is no test";
        }
    }
}

} // namespace
} // namespace selvage
