// An entry: magic, version, key, the plain fields, the arrays with their lengths, and a checksum of all that.
#include "io/voxel_cache.h"

#include "file_bytes.h"
#include "io/cache_folder.h"

#include <cstdlib>
#include <cstring>
#include <fstream>

namespace selvage {

namespace {

constexpr uint64_t kMagic = 0x6c65786f56766c53; // "SlvVoxel"
constexpr uint64_t kVersion = 4;                // of the entries and of how voxels are built

// FNV-1a, eight bytes at a time: a check against damage and a name, not against malice.
class Hash {
public:
    void add(const void *data, size_t size) {
        const auto *bytes = static_cast<const unsigned char *>(data);
        for (; size >= 8; size -= 8, bytes += 8) {
            uint64_t word = 0;
            std::memcpy(&word, bytes, 8);
            mix(word);
        }
        uint64_t rest = size;
        std::memcpy(reinterpret_cast<unsigned char *>(&rest) + 1, bytes, std::min<size_t>(size, 7));
        mix(rest);
    }
    template <typename T> void addValue(const T &value) { add(&value, sizeof(value)); }
    uint64_t value() const { return value_; }

private:
    void mix(uint64_t word) {
        value_ = (value_ ^ word) * 0x100000001b3ULL;
        value_ ^= value_ >> 29U;
    }
    uint64_t value_{0xcbf29ce484222325ULL};
};

uint64_t keyOf(std::span<const Vec3> position, std::span<const int32_t> triangles,
               const VoxelOptions &options) {
    Hash hash;
    hash.addValue(kVersion);
    hash.add(position.data(), position.size_bytes());
    hash.add(triangles.data(), triangles.size_bytes());
    hash.addValue(static_cast<uint64_t>(options.mode));
    hash.addValue(options.accuracy);
    hash.addValue(options.reach);
    hash.addValue(static_cast<uint64_t>(options.bytesMax));
    return hash.value();
}

// Calls field(value) for the plain fields and array(vector) for the arrays, in the order of an entry.
template <typename Solid, typename Field, typename Array>
void forFields(Solid &solid, const Field &field, const Array &array) {
    field(solid.mode);
    field(solid.voxel);
    field(solid.reach);
    field(solid.unit);
    field(solid.perVoxel);
    field(solid.origin);
    field(solid.low);
    field(solid.high);
    field(solid.bricks);
    field(solid.clearShare);
    array(solid.brick);
    array(solid.coarse);
    array(solid.corners);
    array(solid.planes);
}

void append(std::vector<std::byte> &bytes, const void *data, size_t size) {
    if (size > 0) {
        const size_t at = bytes.size();
        bytes.resize(at + size);
        std::memcpy(bytes.data() + at, data, size);
    }
}

class Unpacker {
public:
    explicit Unpacker(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <typename T> void field(T &value) { take(&value, sizeof(value)); }
    template <typename T> void array(std::vector<T> &values) {
        uint64_t count = 0;
        field(count);
        if (count > bytes_.size() / sizeof(T)) {
            whole_ = false;
            return;
        }
        values.resize(count);
        if (count > 0) {
            take(values.data(), count * sizeof(T));
        }
    }
    bool whole() const { return whole_ && bytes_.empty(); }

private:
    void take(void *to, size_t size) {
        if (size > bytes_.size()) {
            whole_ = false;
            return;
        }
        std::memcpy(to, bytes_.data(), size);
        bytes_ = bytes_.subspan(size);
    }

    std::span<const std::byte> bytes_;
    bool whole_{true};
};

// The arrays are as long as the fields say, and no brick is beyond them.
bool isConsistent(const VoxelSolid &solid) {
    if (glm::any(glm::lessThan(solid.bricks, glm::ivec3(1))) ||
        glm::any(glm::greaterThan(solid.bricks, glm::ivec3(1 << 20)))) {
        return false;
    }
    const auto product = [](const glm::ivec3 &n) {
        return static_cast<size_t>(n.x) * static_cast<size_t>(n.y) * static_cast<size_t>(n.z);
    };
    constexpr size_t kPlanes = size_t{kBrickVoxels} * kBrickVoxels * kBrickVoxels;
    const bool planes = solid.mode == VoxelMode::NearestPlane;
    const size_t stored = planes ? solid.planes.size() / kPlanes : solid.corners.size() / kBrickWords;
    for (const int32_t b : solid.brick) {
        if (b < VoxelSolid::kInside || (b >= 0 && static_cast<size_t>(b) >= stored)) {
            return false;
        }
    }
    const auto isLength = [](float x) { return x > 1e-9F && x < 1e9F; }; // false for NaN
    const auto isPlace = [](const Vec3 &p) { return glm::all(glm::lessThan(glm::abs(p), Vec3(1e9F))); };
    const bool numbers = isLength(solid.voxel) && isLength(solid.perVoxel) && isLength(solid.reach) &&
                         isLength(solid.unit) && isPlace(solid.origin) && isPlace(solid.low) &&
                         isPlace(solid.high);
    return numbers && (planes || solid.mode == VoxelMode::Trilinear) &&
           solid.brick.size() == product(solid.bricks) && solid.coarse.size() == product(solid.bricks + 1);
}

std::vector<std::byte> readAll(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) {
        return {};
    }
    std::vector<std::byte> bytes(static_cast<size_t>(file.tellg()));
    file.seekg(0);
    file.read(reinterpret_cast<char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return file ? bytes : std::vector<std::byte>{};
}

} // namespace

std::filesystem::path voxelCacheFolder() {
    return cacheFolder() / "voxels";
}

std::vector<std::byte> sealVoxels(std::span<const std::byte> body, uint64_t key) {
    std::vector<std::byte> bytes;
    for (const uint64_t head : {kMagic, kVersion, key}) {
        append(bytes, &head, sizeof(head));
    }
    append(bytes, body.data(), body.size());
    Hash hash;
    hash.add(bytes.data(), bytes.size());
    const uint64_t sum = hash.value();
    append(bytes, &sum, sizeof(sum));
    return bytes;
}

std::vector<std::byte> packVoxels(const VoxelSolid &solid, uint64_t key) {
    std::vector<std::byte> body;
    forFields(
        solid, [&](const auto &value) { append(body, &value, sizeof(value)); },
        [&](const auto &values) {
            const uint64_t count = values.size();
            append(body, &count, sizeof(count));
            append(body, values.data(), count * sizeof(values[0]));
        });
    return sealVoxels(body, key);
}

std::optional<VoxelSolid> unpackVoxels(std::span<const std::byte> bytes, uint64_t key) {
    if (bytes.size() < 4 * sizeof(uint64_t)) {
        return std::nullopt;
    }
    uint64_t sum = 0;
    std::memcpy(&sum, bytes.data() + bytes.size() - sizeof(sum), sizeof(sum));
    bytes = bytes.first(bytes.size() - sizeof(sum));
    Hash hash;
    hash.add(bytes.data(), bytes.size());
    uint64_t head[3];
    std::memcpy(head, bytes.data(), sizeof(head));
    if (hash.value() != sum || head[0] != kMagic || head[1] != kVersion || head[2] != key) {
        return std::nullopt;
    }
    VoxelSolid solid;
    Unpacker from(bytes.subspan(sizeof(head)));
    forFields(
        solid, [&](auto &value) { from.field(value); }, [&](auto &values) { from.array(values); });
    if (!from.whole() || !isConsistent(solid)) {
        return std::nullopt;
    }
    findThinParts(solid);
    return solid;
}

VoxelSolid cachedVoxelSolid(std::span<const Vec3> position, std::span<const int32_t> triangles,
                            const VoxelOptions &options, Workers &workers,
                            const std::filesystem::path &folder, const VoxelProgress &progress) {
    const uint64_t key = keyOf(position, triangles, options);
    char name[32];
    std::snprintf(name, sizeof(name), "%016llx.bin", static_cast<unsigned long long>(key));
    if (auto known = unpackVoxels(readAll(folder / name), key)) {
        return *std::move(known);
    }
    VoxelSolid solid = buildVoxelSolid(position, triangles, options, workers, progress);
    std::error_code ignored; // the next time it is made again
    std::filesystem::create_directories(folder, ignored);
    static_cast<void>(writeBytes(folder / name, packVoxels(solid, key)));
    return solid;
}

} // namespace selvage
