// Places of pins and picked edges.
#include "bench_frame.h"

#include "maths/index.h"

namespace selvage {

namespace {

constexpr float kOverCloth = 0.002F; // m, of what is drawn along an edge

} // namespace

void readBench(const Bench &bench, const Cloth &cloth, std::span<const Pin> pins,
               std::span<const Vec3> normal, BenchFrame &frame) {
    frame.pins.clear();
    frame.pinNormals.clear();
    for (const Pin &pin : pins) {
        if (pin.cloth == bench.cloth) {
            frame.pins.push_back(cloth.position[u(pin.particle)]);
            frame.pinNormals.push_back(normal[u(pin.particle)]);
        }
    }
    for (size_t h = 0; h < frame.tools.size(); ++h) {
        const EdgeOfPanel &edge = bench.hands[h].picked;
        frame.tools[h].tool = bench.hands[h].tool;
        frame.tools[h].picked.clear();
        if (edge.panel < 0) {
            continue;
        }
        for (const int32_t v : bench.shape.garment.edges[u(edge.panel)][u(edge.edge)]) {
            const auto p = u(bench.shape.garment.sewnParticle[u(v)]);
            frame.tools[h].picked.push_back(cloth.position[p] + kOverCloth * normal[p]);
        }
    }
}

} // namespace selvage
