// Archives of furniture that tests make.
#pragma once

#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>
#include <zip.h>

namespace selvage {

// A box of 2 x 2 x 2 units.
inline const std::string kBox = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2\n"
                                "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 1 5 8 4\nf 2 3 7 6\n";

struct Listed {
    std::string id;
    std::string size; // cm, "width depth height"
    std::string model;
};

inline std::string listing(const std::vector<Listed> &pieces) {
    std::string text = "# furniture\nid=Test\n";
    for (size_t i = 0; i < pieces.size(); ++i) {
        std::string number = "#";
        number += std::to_string(i + 1);
        number += "=";
        text += "id" + number + pieces[i].id + "\r\n";
        text += "model" + number + "/test/";
        text += std::to_string(i) + ".obj\n";
        std::string size = pieces[i].size;
        for (const char *key : {"width", "depth", "height"}) {
            text += key + number + size.substr(0, size.find(' ')) + "\n";
            size.erase(0, size.find(' ') + 1);
        }
    }
    return text;
}

inline void writeArchive(const std::filesystem::path &path,
                         const std::map<std::string, std::string> &entries) {
    std::filesystem::create_directories(path.parent_path());
    zip_t *archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    ASSERT_NE(archive, nullptr);
    for (const auto &[name, text] : entries) {
        zip_source_t *source = zip_source_buffer(archive, text.data(), text.size(), 0);
        ASSERT_GE(zip_file_add(archive, name.c_str(), source, ZIP_FL_OVERWRITE), 0);
    }
    ASSERT_EQ(zip_close(archive), 0);
}

inline void writeCatalogue(const std::filesystem::path &path, const std::vector<Listed> &pieces) {
    const std::string text = listing(pieces);
    std::map<std::string, std::string> entries = {{"PluginFurnitureCatalog.properties", text}};
    for (size_t i = 0; i < pieces.size(); ++i) {
        entries["test/" + std::to_string(i) + ".obj"] = pieces[i].model;
    }
    writeArchive(path, entries);
}

inline std::filesystem::path folderOf(const char *name) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "furniture" / name;
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return folder;
}

} // namespace selvage
