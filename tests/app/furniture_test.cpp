// Furniture from catalogues: archives that the tests make, whole and broken.
#include "furniture_archive.h"

#include "io/furniture_catalogue.h"

#include <fstream>
#include <iterator>

namespace selvage {
namespace {

namespace fs = std::filesystem;

std::string readAll(const fs::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Furniture, IsReadAtTheSizeOfItsCatalogueStandingOnTheOrigin) {
    const fs::path path = folderOf("whole") / "a.sh3f";
    writeCatalogue(path, {{"Test#other", "1 1 1", kBox}, {"Test#box", "120 60 80.5", kBox}});
    auto mesh = readFurniture(path, "Test#box");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles.size(), 36U);
    Vec3 low(1e9F);
    Vec3 high(-1e9F);
    for (const Vec3 &p : mesh->position) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    EXPECT_LT(glm::distance(low, Vec3(-0.6F, 0.0F, -0.3F)), 1e-5F);
    EXPECT_LT(glm::distance(high, Vec3(0.6F, 0.805F, 0.3F)), 1e-5F);
}

TEST(Furniture, HasTheColoursOfTheLibraryBesideItsModel) {
    const fs::path path = folderOf("colours") / "a.sh3f";
    std::map<std::string, std::string> entries = {
        {"PluginFurnitureCatalog.properties", listing({{"Test#box", "1 1 1", kBox}})},
        {"test/0.obj", "mtllib colours.mtl\nusemtl green\n" + kBox}};
    writeArchive(path, entries);
    auto plain = readFurniture(path, "Test#box");
    ASSERT_TRUE(plain) << "a missing library is not missed";
    EXPECT_TRUE(plain->paint.empty());
    entries["test/colours.mtl"] = "newmtl green\nKd 0 0.5 0\n";
    writeArchive(path, entries);
    auto painted = readFurniture(path, "Test#box");
    ASSERT_TRUE(painted) << painted.error().message;
    ASSERT_EQ(painted->paint.size(), 12U);
    EXPECT_NEAR(painted->paint[7].colour.g, 0.214F, 1e-3F);
    EXPECT_EQ(painted->paint[7].colour.r, 0.0F);
}

TEST(Furniture, ThatIsBrokenIsAnErrorThatNamesTheArchiveAndThePlace) {
    const fs::path folder = folderOf("broken");
    const std::string catalogue = "PluginFurnitureCatalog.properties";
    const std::string good = listing({{"Test#box", "120 60 80", kBox}});
    const auto changed = [&](const std::string &from, const std::string &to) {
        std::string text = good;
        return text.replace(text.find(from), from.size(), to);
    };
    const std::vector<std::pair<std::map<std::string, std::string>, std::string>> cases = {
        {{{"x", "y"}}, catalogue},
        {{{catalogue, good}}, "test/0.obj"},
        {{{catalogue, good}, {"test/0.obj", "no mesh"}}, "test/0.obj"},
        {{{catalogue, changed("Test#box", "Test#bin")}}, "Test#box"},
        {{{catalogue, changed("width#1=120", "width#1=-3")}, {"test/0.obj", kBox}}, "width#1"},
        {{{catalogue, changed("depth#1=60", "depth#1=wide")}, {"test/0.obj", kBox}}, "depth#1"},
        {{{catalogue, changed("height#1=80", "height#1=1e30")}, {"test/0.obj", kBox}}, "height#1"},
        {{{catalogue, changed("model#1=", "model#7=")}, {"test/0.obj", kBox}}, "model#1"},
        {{{catalogue, changed("height#1=80", "")}, {"test/0.obj", kBox}}, "height#1"},
        {{{catalogue, "id#1"}}, "Test#box"},
        {{{catalogue, ""}}, "Test#box"},
    };
    for (const auto &[entries, named] : cases) {
        const fs::path path = folder / "b.sh3f";
        writeArchive(path, entries);
        const auto mesh = readFurniture(path, "Test#box");
        ASSERT_FALSE(mesh) << named;
        EXPECT_NE(mesh.error().message.find(path.string()), std::string::npos) << mesh.error().message;
        EXPECT_NE(mesh.error().message.find(named), std::string::npos) << mesh.error().message;
    }
    EXPECT_FALSE(readFurniture(folder / "none.sh3f", "Test#box"));
}

// Cut off anywhere, or with any byte changed, it is an error or the same furniture.
TEST(Furniture, FromADamagedArchiveIsAnErrorOrWhatItWas) {
    const fs::path folder = folderOf("damaged");
    writeCatalogue(folder / "a.sh3f", {{"Test#box", "120 60 80", kBox}});
    const std::string bytes = readAll(folder / "a.sh3f");
    const auto sized = [&](const std::string &text) {
        std::ofstream(folder / "b.sh3f", std::ios::binary) << text;
        auto mesh = readFurniture(folder / "b.sh3f", "Test#box");
        return mesh ? static_cast<int>(mesh->position.size()) : 0;
    };
    ASSERT_EQ(sized(bytes), 8);
    for (size_t length = 0; length < bytes.size(); length += 11) {
        EXPECT_EQ(sized(bytes.substr(0, length)), 0) << length;
    }
    for (size_t at = 0; at < bytes.size(); at += 5) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 0x55);
        const int got = sized(changed);
        EXPECT_TRUE(got == 0 || got == 8) << at;
    }
}

} // namespace
} // namespace selvage
