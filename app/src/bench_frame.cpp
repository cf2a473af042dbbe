// Places of pins, picked edges and drawn lines.
#include "bench_frame.h"

#include "maths/index.h"

#include <algorithm>
#include <numeric>

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

// The line of the cut or dart that is being made, the point of the hem.
const std::vector<MeshPoint> &lineOnItsWay(const Bench &bench, const BenchHand &hand) {
    const auto isOn = [&](BenchWork work, BenchTool tool) {
        return bench.wait.active && bench.wait.work == work && hand.tool == tool;
    };
    const bool isOurs = isOn(BenchWork::Cut, BenchTool::Cut) || isOn(BenchWork::Hem, BenchTool::Hem) ||
                        isOn(BenchWork::Dart, BenchTool::Dart);
    return isOurs ? bench.wait.line : hand.line;
}

// Particles that hang together have the least of their numbers.
void findSheets(const std::vector<int32_t> &corners, std::vector<int32_t> &sheet) {
    const auto rootOf = [&](int32_t i) {
        while (sheet[u(i)] != i) {
            i = sheet[u(i)] = sheet[u(sheet[u(i)])];
        }
        return i;
    };
    std::iota(sheet.begin(), sheet.end(), 0);
    for (size_t c = 0; c < corners.size(); ++c) {
        const int32_t a = rootOf(corners[c]);
        const int32_t b = rootOf(corners[c - c % 3]);
        sheet[u(std::max(a, b))] = std::min(a, b);
    }
    for (int32_t &i : sheet) {
        i = rootOf(i);
    }
}

// Where the sheet is as high as a point of it.
void drawLevel(const Cloth &cloth, const MeshPoint &point, std::vector<int32_t> &sheet,
               std::vector<Vec3> &level) {
    const std::vector<int32_t> &corners = cloth.topology->triangles;
    sheet.resize(cloth.position.size());
    findSheets(corners, sheet);
    const int32_t ours = sheet[u(corners[3 * u(point.triangle)])];
    const float height = placeOf(cloth, point).y;
    for (size_t c = 0; c < corners.size(); ++c) {
        const Vec3 &a = cloth.position[u(corners[c])];
        const Vec3 &b = cloth.position[u(corners[c % 3 == 2 ? c - 2 : c + 1])];
        const bool isCrossed = (a.y >= height) != (b.y >= height); // as two sides of such a triangle are
        if (isCrossed && sheet[u(corners[c])] == ours) {
            level.push_back(glm::mix(a, b, (height - a.y) / (b.y - a.y)));
        }
    }
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
    case BenchWork::Hem:
        return BenchTool::Hem;
    case BenchWork::Dart:
        return BenchTool::Dart;
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
        tool.level.clear();
        const std::vector<MeshPoint> &line = hand.line.empty() ? lineOnItsWay(bench, hand) : hand.line;
        if (hand.tool == BenchTool::Hem && !line.empty()) {
            drawLevel(cloth, line.front(), frame.sheet, tool.level);
            continue;
        }
        for (const MeshPoint &point : line) {
            tool.line.push_back(placeOf(cloth, point));
        }
    }
}

} // namespace selvage
