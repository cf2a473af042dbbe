// Places of pins and picked edges.
#include "bench_frame.h"

#include "maths/index.h"

namespace selvage {

namespace {

constexpr float kOverCloth = 0.002F; // m, of what is drawn along an edge

// What a seam begins with, or the seam that would be unpicked.
EdgeOfPanel markedEdge(const World &world, size_t hand) {
    const BenchHand &bench = world.bench->hands[hand];
    if (bench.tool != BenchTool::Unpick || !world.hands[hand].tracked) {
        return bench.picked;
    }
    const SeamPick pick = nearestSeam(world, world.hands[hand].anchor.position);
    return pick.distance <= world.bench->settings.edgeReach ? pick.edge : EdgeOfPanel{-1, -1};
}

// The line that the cloth is being cut along.
const std::vector<MeshPoint> &lineOnItsWay(const Bench &bench, const BenchHand &hand) {
    const bool isCutting = bench.wait.active && bench.wait.work == BenchWork::Cut;
    return isCutting && hand.tool == BenchTool::Cut ? bench.wait.line : hand.line;
}

BenchTool toolOf(const BenchAct &act) {
    switch (act.kind) {
    case BenchAct::Kind::Pinned:
    case BenchAct::Kind::Unpinned:
        return BenchTool::Pin;
    case BenchAct::Kind::Tightened:
        return BenchTool::Waistband;
    case BenchAct::Kind::Shaped:
        break;
    }
    switch (act.work) {
    case BenchWork::Join:
        return BenchTool::Seam;
    case BenchWork::Unpick:
        return BenchTool::Unpick;
    case BenchWork::Cut:
        return BenchTool::Cut;
    case BenchWork::Return:
        break;
    }
    return BenchTool::Wind;
}

} // namespace

void readBench(const World &world, std::span<const Vec3> normal, BenchFrame &frame) {
    const Bench &bench = *world.bench;
    const Cloth &cloth = world.cloths[u(bench.cloth)];
    frame.done = static_cast<uint32_t>(bench.history.done);
    frame.latest = frame.done > 0 ? toolOf(bench.history.acts[frame.done - 1]) : BenchTool::Wind;
    frame.pins.clear();
    frame.pinNormals.clear();
    for (const Pin &pin : world.pins) {
        if (pin.cloth == bench.cloth) {
            frame.pins.push_back(cloth.position[u(pin.particle)]);
            frame.pinNormals.push_back(normal[u(pin.particle)]);
        }
    }
    for (size_t h = 0; h < frame.tools.size(); ++h) {
        const BenchHand &hand = bench.hands[h];
        BenchFrame::Tool &tool = frame.tools[h];
        tool.tool = hand.tool;
        tool.picked.clear();
        const EdgeOfPanel edge = markedEdge(world, h);
        if (edge.panel >= 0) {
            for (const int32_t v : bench.shape.garment.edges[u(edge.panel)][u(edge.edge)]) {
                const auto p = u(bench.shape.garment.sewnParticle[u(v)]);
                tool.picked.push_back(cloth.position[p] + kOverCloth * normal[p]);
            }
        }
        tool.line.clear();
        for (const MeshPoint &point : hand.line.empty() ? lineOnItsWay(bench, hand) : hand.line) {
            tool.line.push_back(placeOf(cloth, point));
        }
    }
}

} // namespace selvage
