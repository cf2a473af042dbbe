// See furniture_catalogue.h. The archive is read by libzip.
#include "io/furniture_catalogue.h"

#include "text_scanner.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>
#include <zip.h>

namespace selvage {

namespace {

constexpr const char *kCatalogue = "PluginFurnitureCatalog.properties";
constexpr uintmax_t kCatalogueBytesMax = uintmax_t{4} << 20U;
constexpr uintmax_t kMaterialBytesMax = uintmax_t{4} << 20U;
constexpr double kSizeMax = 10000.0; // cm, of a piece

struct CloseArchive {
    void operator()(zip_t *archive) const { zip_discard(archive); }
};
struct CloseEntry {
    void operator()(zip_file_t *entry) const { zip_fclose(entry); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;
using Entry = std::unique_ptr<zip_file_t, CloseEntry>;

Result<Archive> openArchive(const std::string &path) {
    int code = 0;
    Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
    if (!archive) {
        zip_error_t error;
        zip_error_init_with_code(&error, code);
        const std::string reason = zip_error_strerror(&error);
        zip_error_fini(&error);
        return Error{path + ": this is no zip archive that can be read: " + reason};
    }
    return archive;
}

// An entry's bytes. The byte beyond the last is asked for too: only at the end is the checksum looked at.
Result<std::vector<std::byte>> readEntry(zip_t *archive, const std::string &path, const std::string &name,
                                         uintmax_t bytesMax) {
    const std::string place = path + ":" + name;
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat(archive, name.c_str(), 0, &stat) != 0 || (stat.valid & ZIP_STAT_SIZE) == 0) {
        return Error{place + ": " + zip_strerror(archive)};
    }
    if (stat.size > bytesMax) {
        return Error{place + ": " + std::to_string(stat.size) + " bytes; expected at most " +
                     std::to_string(bytesMax)};
    }
    const Entry entry(zip_fopen_index(archive, stat.index, 0));
    if (!entry) {
        return Error{place + ": " + zip_strerror(archive)};
    }
    std::vector<std::byte> bytes(stat.size + 1);
    zip_int64_t got = 0;
    zip_int64_t total = 0;
    while (static_cast<zip_uint64_t>(total) < bytes.size() &&
           (got = zip_fread(entry.get(), bytes.data() + total, bytes.size() - static_cast<size_t>(total))) >
               0) {
        total += got;
    }
    if (got < 0 || static_cast<zip_uint64_t>(total) != stat.size) {
        return Error{place + ": the entry is damaged"};
    }
    bytes.pop_back();
    return bytes;
}

// What stands behind `key` and '=' in one of the lines.
std::optional<std::string> propertyOf(std::string_view text, const std::string &key) {
    const std::string begin = key + "=";
    while (!text.empty()) {
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.starts_with(begin)) {
            line.remove_prefix(begin.size());
            while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) {
                line.remove_suffix(1);
            }
            return std::string(line);
        }
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return std::nullopt;
}

// The number in "id#12=…" of the piece.
std::optional<std::string> numberOf(std::string_view text, const std::string &id) {
    constexpr std::string_view kKey = "\nid#";
    for (size_t at = text.find(kKey); at != std::string_view::npos; at = text.find(kKey, at + 1)) {
        const std::string_view line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
        const size_t equals = line.find('=');
        if (equals == std::string_view::npos) {
            continue;
        }
        const std::string number(line.substr(kKey.size() - 1, equals - kKey.size() + 1));
        if (propertyOf(line, "id#" + number) == id) {
            return number;
        }
    }
    return std::nullopt;
}

// Its bounding box becomes `size` (m) above the origin.
void fitInto(TriangleMesh &mesh, const Vec3 &size) {
    Vec3 low = mesh.position.front();
    Vec3 high = low;
    for (const Vec3 &p : mesh.position) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    const Vec3 foot(0.5F * (low.x + high.x), low.y, 0.5F * (low.z + high.z));
    const Vec3 scale = size / glm::max(high - low, Vec3(1e-6F));
    for (Vec3 &p : mesh.position) {
        p = scale * (p - foot);
    }
    mesh.audit.size = size;
}

struct Listing {
    std::string model; // entry of the archive
    Vec3 size{0.0F};   // m
};

Result<Listing> listingOf(std::string_view text, const std::string &place, const std::string &id) {
    const auto number = numberOf(text, id);
    if (!number) {
        return Error{place + ": there is no piece with id " + id};
    }
    const auto model = propertyOf(text, "model#" + *number);
    if (!model || model->size() < 2) {
        return Error{place + ": model#" + *number + ": expected an entry of the archive"};
    }
    Listing listing{model->front() == '/' ? model->substr(1) : *model, Vec3(0.0F)};
    constexpr std::array<const char *, 3> kAxes = {"width", "height", "depth"};
    for (int axis = 0; axis < 3; ++axis) {
        std::string key = kAxes.at(static_cast<size_t>(axis));
        key += "#";
        key += *number;
        const auto value = propertyOf(text, key);
        const auto centimetres = value ? TextScanner(*value).number<double>() : std::nullopt;
        if (!centimetres || !(*centimetres > 0.0 && *centimetres <= kSizeMax)) {
            return Error{
                std::string(place).append(": ").append(key).append(": expected centimetres from 0 to 10000")};
        }
        listing.size[axis] = static_cast<float>(*centimetres / 100.0);
    }
    return listing;
}

} // namespace

Result<TriangleMesh> readFurniture(const std::filesystem::path &archive, const std::string &id) {
    const std::string path = archive.string();
    auto opened = openArchive(path);
    if (!opened) {
        return opened.error();
    }
    zip_t *zip = opened.value().get();
    auto catalogue = readEntry(zip, path, kCatalogue, kCatalogueBytesMax);
    if (!catalogue) {
        return catalogue.error();
    }
    const std::string_view text(reinterpret_cast<const char *>(catalogue->data()), catalogue->size());
    auto listing = listingOf(text, path + ":" + kCatalogue, id);
    if (!listing) {
        return listing.error();
    }
    auto model = readEntry(zip, path, listing->model, kMeshFileBytesMax);
    if (!model) {
        return model.error();
    }
    const std::filesystem::path folder = std::filesystem::path(listing->model).parent_path();
    const MaterialFiles materials = [&](const std::string &name) { // its colours are not indispensable
        const auto bytes = readEntry(zip, path, (folder / name).generic_string(), kMaterialBytesMax);
        return bytes ? std::string(reinterpret_cast<const char *>(bytes.value().data()), bytes.value().size())
                     : std::string();
    };
    auto mesh =
        parseTriangleMesh(*model, path + ":" + listing->model, {}, {LengthUnit::Metre, UpAxis::Y, materials});
    if (mesh) {
        fitInto(*mesh, listing->size);
    }
    return mesh;
}

} // namespace selvage
