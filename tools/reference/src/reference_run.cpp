// Recording of the reference, and its cache: one binary file a job, named by all that the result depends on.
#include "reference/reference_run.h"

#include "io/cache_folder.h"
#include "sim/springs.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <unistd.h>

namespace selvage::reference {

namespace {

constexpr uint32_t kVersion = 4; // to be raised whenever the reference changes
constexpr int kSubsteps = 200;   // per frame, up to kFineSide particles along a side
constexpr int32_t kFineSide = 129;

// Stability needs substeps in proportion to the resolution; up to kFineSide the 200 suffice.
int substepsFor(const ClothTopology &topology) {
    const int32_t side = std::max(topology.columnCount, topology.rowCount);
    return side <= kFineSide ? kSubsteps : kSubsteps * (side - 1) / (kFineSide - 1);
}

// 64-bit FNV-1a over values without padding.
class Hash {
public:
    template <typename T> void add(const T &value) {
        const auto *bytes = reinterpret_cast<const unsigned char *>(&value);
        for (size_t i = 0; i < sizeof(T); ++i) {
            value_ = (value_ ^ bytes[i]) * 0x100000001b3ULL;
        }
    }
    uint64_t value() const { return value_; }

private:
    uint64_t value_{0xcbf29ce484222325ULL};
};

uint64_t keyOf(const State &start) {
    Hash hash;
    hash.add(kVersion);
    hash.add(start.gravity);
    const Fabric &fabric = start.cloth.fabric;
    for (const Spring &spring : springsOf(*start.cloth.topology)) {
        hash.add(springStiffness(fabric, spring));
    }
    for (const float value : {fabric.damping, fabric.friction, fabric.thickness}) {
        hash.add(value);
    }
    for (size_t i = 0; i < start.position.size(); ++i) {
        hash.add(start.position[i]);
        hash.add(start.velocity[i]);
        hash.add(start.cloth.mass[i]);
        hash.add(start.cloth.fixed[i]);
    }
    for (const Collider &collider : start.colliders) {
        hash.add(collider.shape);
        hash.add(collider.pose.position);
        hash.add(collider.pose.orientation);
        hash.add(collider.halfExtents);
        hash.add(collider.radius);
        hash.add(collider.frictionScale);
    }
    return hash.value();
}

template <typename T> void writeValues(std::ofstream &file, const std::vector<T> &values) {
    file.write(reinterpret_cast<const char *>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(T)));
}

template <typename T> void readValues(std::ifstream &file, std::vector<T> &values, size_t count) {
    values.resize(count);
    file.read(reinterpret_cast<char *>(values.data()), static_cast<std::streamsize>(count * sizeof(T)));
}

// The file holds the members of Run one after the other; its length proves that it is whole.
std::optional<Run> readRun(const std::filesystem::path &path, size_t particles) {
    constexpr size_t kHeights = static_cast<size_t>(kFrames) + 1;
    std::error_code failed;
    const uintmax_t expected = (kHeights + 2) * sizeof(double) + particles * sizeof(Vec3d);
    if (std::filesystem::file_size(path, failed) != expected || failed) {
        return std::nullopt;
    }
    std::ifstream file(path, std::ios::binary);
    Run run;
    std::vector<double> folds;
    readValues(file, run.centreHeight, kHeights);
    readValues(file, run.positionAtOneSecond, particles);
    readValues(file, folds, 2);
    run.restFold1 = folds[0];
    run.restFold2 = folds[1];
    return file ? std::optional<Run>(std::move(run)) : std::nullopt;
}

// Written beside and renamed, so that two processes never read each other's half.
void writeRun(const std::filesystem::path &path, const Run &run) {
    std::error_code ignored;
    std::filesystem::create_directories(path.parent_path(), ignored);
    std::filesystem::path beside = path;
    beside += ".part";
    beside += std::to_string(getpid());
    {
        std::ofstream file(beside, std::ios::binary);
        writeValues(file, run.centreHeight);
        writeValues(file, run.positionAtOneSecond);
        writeValues(file, std::vector<double>{run.restFold1, run.restFold2});
    }
    std::filesystem::rename(beside, path, ignored);
}

// Advances a state frame by frame.
template <typename PerFrame>
void runFrames(State &state, int32_t frames, double damping, const PerFrame &each) {
    const int substeps = substepsFor(*state.cloth.topology);
    for (int32_t frame = 1; frame <= frames; ++frame) {
        advance(state, 1.0 / kFrameRate, substeps, damping);
        each();
    }
}

} // namespace

Run computeRun(const World &start, const Progress &progress) {
    Run run;
    int32_t done = 0;
    const auto report = [&] {
        if (progress) {
            progress(static_cast<double>(done) / (kFrames + kRestFrames));
        }
        ++done;
    };
    report();
    State state = fromWorld(start);
    const auto damping = static_cast<double>(state.cloth.fabric.damping);
    run.centreHeight.push_back(centreHeight(state));
    runFrames(state, kFrames, damping, [&] {
        run.centreHeight.push_back(centreHeight(state));
        report();
    });
    run.positionAtOneSecond = state.position;
    state = fromWorld(start);
    runFrames(state, kRestFrames, std::max(damping, kRestDamping), report);
    const ClothTopology &topology = *state.cloth.topology;
    run.restFold1 = foldRms(state.position, topology.columnCount, topology.rowCount, 1);
    run.restFold2 = foldRms(state.position, topology.columnCount, topology.rowCount, 2);
    return run;
}

std::filesystem::path cacheFolder() {
    return selvage::cacheFolder() / "reference";
}

Run cachedRun(const std::string &job, const World &start, const std::filesystem::path &folder,
              const Progress &progress) {
    const State state = fromWorld(start);
    const ClothTopology &topology = *state.cloth.topology;
    char name[64];
    std::snprintf(name, sizeof(name), "-%dx%d-%016llx.bin", topology.columnCount, topology.rowCount,
                  static_cast<unsigned long long>(keyOf(state)));
    const std::filesystem::path path = folder / (job + name);
    if (auto run = readRun(path, state.position.size())) {
        return *std::move(run);
    }
    Run run = computeRun(start, progress);
    writeRun(path, run);
    return run;
}

Run seenFrom(const Run &run, const ClothTopology &grid, const ClothTopology &mesh) {
    Run seen;
    seen.centreHeight = run.centreHeight;
    const Vec2 size = grid.restUv.back() - grid.restUv.front();
    for (const Vec2 &uv : mesh.restUv) {
        const Vec2 cells(static_cast<float>(grid.columnCount - 1), static_cast<float>(grid.rowCount - 1));
        const Vec2 at = glm::clamp((uv - grid.restUv.front()) / size, 0.0F, 1.0F) * cells;
        const Vec2 low = glm::min(glm::floor(at), cells - 1.0F);
        const glm::dvec2 part(at - low);
        const Vec3d *corner =
            &run.positionAtOneSecond[static_cast<size_t>(low.y) * static_cast<size_t>(grid.columnCount) +
                                     static_cast<size_t>(low.x)];
        const Vec3d *below = corner + grid.columnCount;
        seen.positionAtOneSecond.push_back(
            glm::mix(glm::mix(corner[0], corner[1], part.x), glm::mix(below[0], below[1], part.x), part.y));
    }
    return seen;
}

} // namespace selvage::reference
