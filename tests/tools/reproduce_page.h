// A page of `selvage-lab reproduce`, made once for all tests of a program, as XML.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <pugixml.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace selvage {

inline std::string fileText(const std::filesystem::path &path) {
    const std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline int reproduce(const std::string &arguments) {
    const std::string command = SELVAGE_BUILD_DIR "/bin/selvage-lab reproduce " + arguments;
    return WEXITSTATUS(std::system(command.c_str()));
}

// The ids that selvage-lab reproduce lists.
inline std::set<std::string> listedIds() {
    const std::string path = SELVAGE_BUILD_DIR "/reproduce-list.txt";
    std::set<std::string> ids;
    if (reproduce("--list > '" + path + "'") == 0) {
        std::ifstream file(path);
        for (std::string line; std::getline(file, line);) {
            ids.insert(line.substr(0, line.find(' ')));
        }
    }
    return ids;
}

} // namespace selvage
