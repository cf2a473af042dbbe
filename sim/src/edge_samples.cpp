// Seams are cut at the corners of both sides; every stretch between two cuts gets the number of steps that
// the longer side needs. A stretch that is one short edge on both sides is joined to a point.
#include "edge_samples.h"

#include "maths/index.h"
#include "sim/panel_mesh.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr double kJoinedRunMax = 2.0 * kJoinedEdge; // m, of neighbouring joined edges together
constexpr double kSameCut = 0.25; // –, of the edge length: corners of both sides this near are one cut

int32_t stepsFor(double length, double edgeLength, int32_t least) {
    return std::max(least, static_cast<int32_t>(std::lround(length / edgeLength)));
}

// A loop of one or two edges needs inner points to enclose anything.
int32_t leastSteps(const LoopSamples &loop) {
    return loop.edge.size() == 1 ? 3 : loop.edge.size() == 2 ? 2 : 1;
}

int32_t cornerRoot(const LoopSamples &loop, int32_t corner) {
    while (loop.corner[u(corner)] != corner) {
        corner = loop.corner[u(corner)];
    }
    return corner;
}

int32_t endCorner(const LoopSamples &loop, int32_t edge) {
    return static_cast<int32_t>((u(edge) + 1) % loop.edge.size());
}

// m, of the joined edges that edge `edge` would make one run with, itself included.
double joinedRun(const LoopSamples &loop, int32_t edge) {
    const auto count = static_cast<int32_t>(loop.edge.size());
    double run = loop.trace[u(edge)].length();
    for (int32_t e = (edge + 1) % count; e != edge && loop.edge[u(e)].joined; e = (e + 1) % count) {
        run += loop.trace[u(e)].length();
    }
    for (int32_t e = (edge + count - 1) % count; e != edge && loop.edge[u(e)].joined;
         e = (e + count - 1) % count) {
        run += loop.trace[u(e)].length();
    }
    return run;
}

bool canJoin(const LoopSamples &loop, int32_t edge) {
    return loop.edge.size() > 3 && joinedRun(loop, edge) < kJoinedRunMax;
}

void join(LoopSamples &loop, int32_t edge) {
    loop.edge[u(edge)] = {{}, true};
    const int32_t a = cornerRoot(loop, edge);
    const int32_t b = cornerRoot(loop, endCorner(loop, edge));
    loop.corner[u(std::max(a, b))] = std::min(a, b);
}

void placeEvenly(LoopSamples &loop, int32_t edge, int32_t steps) {
    const double length = loop.trace[u(edge)].length();
    for (int32_t k = 0; k <= steps; ++k) {
        loop.edge[u(edge)].along.push_back(length * k / steps);
    }
}

LoopSamples traceLoop(const PanelLoop &loop) {
    LoopSamples samples;
    for (size_t e = 0; e < loop.size(); ++e) {
        samples.trace.push_back(traceEdge(loop[e]));
        samples.corner.push_back(static_cast<int32_t>(e));
    }
    samples.edge.resize(loop.size());
    return samples;
}

void sampleUnsewn(LoopSamples &loop, double edgeLength) {
    for (size_t e = 0; e < loop.edge.size(); ++e) {
        const auto edge = static_cast<int32_t>(e);
        const double length = loop.trace[e].length();
        if (!loop.edge[e].along.empty() || loop.edge[e].joined) {
            continue; // sewn
        }
        if (length < kJoinedEdge && canJoin(loop, edge)) {
            join(loop, edge);
        } else {
            placeEvenly(loop, edge, stepsFor(length, edgeLength, leastSteps(loop)));
        }
    }
}

// Lengths along a side up to each corner, 0 first.
std::vector<double> cornersOf(const std::vector<LoopSamples> &loops, const std::vector<EdgeOfPanel> &side) {
    std::vector<double> corners{0.0};
    for (const EdgeOfPanel &e : side) {
        corners.push_back(corners.back() + loops[u(e.panel)].trace[u(e.edge)].length());
    }
    return corners;
}

// One side of a seam, being sampled along its way.
class Side {
public:
    Side(std::vector<LoopSamples> &loops, const std::vector<EdgeOfPanel> &edges, bool against)
        : loops_(loops), edges_(edges), against_(against), corners_(cornersOf(loops, edges)) {}

    const std::vector<double> &corners() const { return corners_; }
    LoopSamples &loop() const { return loops_[u(edges_[edge_].panel)]; }
    int32_t edge() const { return edges_[edge_].edge; }

    void add(double place) { places_.push_back(place - corners_[edge_]); }

    // The end of the current edge is reached.
    void finishEdge() {
        if (!loop().edge[u(edge())].joined) {
            const double length = loop().trace[u(edge())].length();
            if (against_) {
                std::reverse(places_.begin(), places_.end());
                for (double &place : places_) {
                    place = length - place;
                }
            }
            loop().edge[u(edge())].along = places_;
        }
        places_.assign(1, 0.0);
        ++edge_;
    }

private:
    std::vector<LoopSamples> &loops_;
    const std::vector<EdgeOfPanel> &edges_;
    bool against_;
    std::vector<double> corners_;
    std::vector<double> places_{0.0};
    size_t edge_{0};
};

void sampleSeam(std::vector<LoopSamples> &loops, const Seam &seam, double edgeLength) {
    Side a(loops, seam.a, false);
    Side b(loops, seam.b, !seam.rightToWrong);
    const std::vector<SeamCut> cuts =
        seamCuts(a.corners(), b.corners(), std::max(kJoinedEdge, kSameCut * edgeLength));
    for (size_t i = 1; i < cuts.size(); ++i) {
        const SeamCut &from = cuts[i - 1];
        const SeamCut &to = cuts[i];
        const double lengthA = to.a - from.a;
        const double lengthB = to.b - from.b;
        const bool whole = from.atA && from.atB && to.atA && to.atB;
        if (whole && 0.5 * (lengthA + lengthB) < kJoinedEdge && canJoin(a.loop(), a.edge()) &&
            canJoin(b.loop(), b.edge())) {
            join(a.loop(), a.edge());
            join(b.loop(), b.edge());
        } else {
            const int32_t least = std::max(leastSteps(a.loop()), leastSteps(b.loop()));
            const int32_t steps = stepsFor(std::max(lengthA, lengthB), edgeLength, least);
            for (int32_t k = 1; k <= steps; ++k) {
                const double t = static_cast<double>(k) / steps;
                a.add(from.a + t * lengthA);
                b.add(from.b + t * lengthB);
            }
        }
        if (to.atA) {
            a.finishEdge();
        }
        if (to.atB) {
            b.finishEdge();
        }
    }
}

} // namespace

std::vector<SeamCut> seamCuts(const std::vector<double> &a, const std::vector<double> &b, double near) {
    const auto shareOf = [](const std::vector<double> &corners, size_t i) {
        return corners.back() > 0.0 ? corners[i] / corners.back()
                                    : static_cast<double>(i) / static_cast<double>(corners.size() - 1);
    };
    std::vector<SeamCut> cuts{{0.0, 0.0, true, true}};
    size_t i = 1;
    size_t j = 1;
    while (i < a.size() - 1 || j < b.size() - 1) {
        const double shareA = shareOf(a, i);
        const double shareB = shareOf(b, j);
        const bool bothInside = i < a.size() - 1 && j < b.size() - 1;
        const double apart = std::abs(shareA - shareB) * std::max(a.back(), b.back());
        if (bothInside && apart < near) {
            cuts.push_back({a[i++], b[j++], true, true});
        } else if (j == b.size() - 1 || (i < a.size() - 1 && shareA < shareB)) {
            cuts.push_back({a[i++], shareA * b.back(), true, false});
        } else {
            cuts.push_back({shareB * a.back(), b[j++], false, true});
        }
    }
    cuts.push_back({a.back(), b.back(), true, true});
    return cuts;
}

std::vector<LoopSamples> sampleOutlines(const SewingPattern &pattern, double edgeLength) {
    std::vector<LoopSamples> loops;
    for (const Panel &panel : pattern.panels) {
        loops.push_back(traceLoop(panel.outline));
    }
    for (const Seam &seam : pattern.seams) {
        sampleSeam(loops, seam, edgeLength);
    }
    for (LoopSamples &loop : loops) {
        sampleUnsewn(loop, edgeLength);
        for (size_t c = 0; c < loop.corner.size(); ++c) {
            loop.corner[c] = cornerRoot(loop, static_cast<int32_t>(c));
        }
    }
    return loops;
}

LoopSamples sampleLoop(const PanelLoop &loop, double edgeLength) {
    LoopSamples samples = traceLoop(loop);
    sampleUnsewn(samples, edgeLength);
    for (size_t c = 0; c < samples.corner.size(); ++c) {
        samples.corner[c] = cornerRoot(samples, static_cast<int32_t>(c));
    }
    return samples;
}

} // namespace selvage
