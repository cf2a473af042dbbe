// MDD, LightWave's point cache, which most animation programs read.
#include "file_bytes.h"
#include "io/garment_file.h"

#include <bit>

namespace selvage {

namespace {

constexpr size_t kBytesMax = size_t{1} << 31U;

void append(std::vector<std::byte> &bytes, uint32_t word) {
    for (const uint32_t shift : {24U, 16U, 8U, 0U}) {
        bytes.push_back(static_cast<std::byte>(word >> shift & 0xFFU));
    }
}

} // namespace

Result<void> writeMotion(const std::filesystem::path &path, const GarmentMotion &motion) {
    const size_t frames = motion.time.size();
    const size_t points = frames == 0 ? 0 : motion.position.front().size();
    const size_t size = 8 + 4 * frames + 12 * frames * points;
    if (size > kBytesMax) {
        return Error{path.string() + ": " + std::to_string(frames) + " frames of " + std::to_string(points) +
                     " points are " + std::to_string(size) + " bytes; expected at most " +
                     std::to_string(kBytesMax)};
    }
    std::vector<std::byte> bytes;
    bytes.reserve(size);
    append(bytes, static_cast<uint32_t>(frames));
    append(bytes, static_cast<uint32_t>(points));
    for (const float time : motion.time) {
        append(bytes, std::bit_cast<uint32_t>(time));
    }
    for (const std::vector<Vec3> &frame : motion.position) {
        for (const Vec3 &p : frame) {
            for (const float coordinate : {p.x, p.y, p.z}) {
                append(bytes, std::bit_cast<uint32_t>(coordinate));
            }
        }
    }
    return writeBytes(path, bytes);
}

} // namespace selvage
