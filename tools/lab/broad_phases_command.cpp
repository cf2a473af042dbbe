// One scene, and all broad phases on it as it starts and as it ends.
#include "broad_phases_command.h"

#include "exit_code.h"
#include "scenarios/scenario.h"
#include "sim/broad_phase.h"
#include "sim/diagnostics.h"
#include "sim/springs.h"
#include "step_timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace selvage {

namespace {

constexpr double kBruteMs = 200.0; // where a search takes longer, few are made
constexpr int32_t kFew = 3;
// What boxes are grown by: half the thickness, and the way that self-contact allows for.
constexpr float kWay = 0.07F; // –, of a mean edge

using Clock = std::chrono::steady_clock;

float millisecondsSince(Clock::time_point before) {
    return std::chrono::duration<float, std::milli>(Clock::now() - before).count();
}

std::vector<Vec3> verticesOf(const World &world) {
    std::vector<Vec3> vertices;
    for (const Cloth &cloth : world.cloths) {
        vertices.insert(vertices.end(), cloth.position.begin(), cloth.position.end());
    }
    return vertices;
}

float marginOf(const World &world) {
    const Cloth &cloth = world.cloths.front();
    double length = 0.0;
    double count = 0.0;
    for (const Spring &spring : springsOf(*cloth.topology)) {
        if (isStructural(spring.kind)) {
            length += static_cast<double>(spring.restLength);
            count += 1.0;
        }
    }
    return 0.5F * cloth.fabric.thickness + kWay * static_cast<float>(length / std::max(count, 1.0));
}

int64_t countIntersecting(const PairSearch &search, std::span<const Vec3> vertices) {
    const auto triangle = [&](int32_t t) { return search.triangles()[static_cast<size_t>(t)]; };
    return std::count_if(search.pairs().begin(), search.pairs().end(), [&](const TrianglePair &pair) {
        return trianglesIntersect(vertices, triangle(pair.a), triangle(pair.b));
    });
}

void printPhase(const BroadPhase &phase, const World &world, const World &start, int32_t repeats) {
    const std::vector<Vec3> vertices = verticesOf(world);
    const float margin = marginOf(world);
    const auto before = Clock::now();
    PairSearch search(phase, start.cloths);
    const float buildMs = millisecondsSince(before);
    std::vector<float> times;
    PairCount count;
    for (int32_t r = 0; r < repeats; ++r) {
        const auto begin = Clock::now();
        count = search.find(vertices, margin);
        times.push_back(millisecondsSince(begin));
        repeats = static_cast<double>(times.front()) > kBruteMs ? std::min(repeats, kFew) : repeats;
    }
    std::printf("%-16s %9.2f %9.4f %9.4f %9.4f %9zu %10lld", phase.name, static_cast<double>(buildMs),
                quantile(times, 0.0), quantile(times, 0.5), quantile(times, 0.99), search.pairs().size(),
                static_cast<long long>(count.tests));
    if (phase.pairs == PairKind::Patches) {
        std::printf("  of patches");
    } else {
        std::printf(" %9lld", static_cast<long long>(countIntersecting(search, vertices)));
    }
    if (count.leftOut > 0) {
        std::printf("  %lld pairs left out", static_cast<long long>(count.leftOut));
    }
    std::printf("\n");
    std::fflush(stdout);
}

void printState(const char *name, const World &world, const World &start, int32_t repeats) {
    std::printf("\n%s\n%-16s %9s %9s %9s %9s %9s %10s %9s\n", name, "phase", "build ms", "least ms",
                "median ms", "p99 ms", "pairs", "box tests", "crossed");
    for (const BroadPhase &phase : broadPhases()) {
        printPhase(phase, world, start, repeats);
    }
}

} // namespace

int broadPhasesCommand(const BroadPhasesOptions &options) {
    ScenarioOptions scene;
    scene.points = options.points;
    const Scenario &scenario = *findScenario(options.scene);
    auto world = scenario.build(scene);
    auto start = scenario.build(scene);
    if (!world || !start) {
        std::fprintf(stderr, "selvage-lab: %s\n", (!world ? world : start).error().message.c_str());
        return kWrongUse;
    }
    size_t triangles = 0;
    for (const Cloth &cloth : world->cloths) {
        triangles += cloth.topology->triangles.size() / 3;
    }
    std::printf("%s: %zu particles, %zu triangles, boxes grown by %.2f mm; ms of one thread\n"
                "pairs: the triangle-triangle tests of a frame; crossed: those that intersect\n",
                scenario.name, verticesOf(*world).size(), triangles,
                1000.0 * static_cast<double>(marginOf(*world)));
    printState("at the start", *start, *start, options.repeats);
    const Motion motion = scenario.script();
    StepInput input;
    input.dt = static_cast<float>(kTimedDt);
    const auto steps = static_cast<int64_t>(std::round(options.seconds / kTimedDt));
    for (int64_t s = 1; s <= steps; ++s) {
        input.tracked = sampleMotion(motion, static_cast<double>(s) * kTimedDt);
        step(*world, input);
    }
    const std::string after = "after " + std::to_string(world->time).substr(0, 5) + " s";
    printState(after.c_str(), *world, *start, options.repeats);
    return 0;
}

} // namespace selvage
