// From leg to leg, from edge to edge: the row of edges that the line becomes, and the parting along it.
#include "sim/mesh_cut.h"

#include "cut_legs.h"
#include "cut_trace.h"
#include "cut_write.h"
#include "flat_move.h"
#include "maths/index.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace selvage {

namespace {

constexpr double kSnap =
    0.2; // –, of an edge's length, or all edges' mean: nearer to a particle, that is taken
constexpr double kTouch = 0.02; // –, nearer to a particle of the line itself, the line touches itself
constexpr double kEquilateral = 0.433; // –, area of a triangle over the square of its edge
constexpr int32_t kFlipPasses = 3;
constexpr int32_t kStraightenPasses = 2;
constexpr int32_t kRelaxPasses = 3;
constexpr int32_t kMatchPasses = 3; // flips between them let move what could not
constexpr double kMatched = 0.45; // –, of an edge's length: what is nearer on both legs of a V is one knot
constexpr uint8_t kShared = 2;    // locked for good: a particle in which fans touch

class Cutter {
public:
    Cutter(FlatMesh mesh, size_t particles) : base_(mesh), mesh_(std::move(mesh)) {
        double area = 0.0;
        for (const auto &uv : mesh_.uv) {
            area += 0.5 * crossOf(uv[1] - uv[0], uv[2] - uv[0]);
        }
        edge_ = std::sqrt(area / static_cast<double>(mesh_.uv.size()) / kEquilateral);
        const size_t count = mesh_.particle.size();
        moved_.assign(count, 0);
        onPath_.assign(count, 0);
        next_.assign(count, -1);
        locked_.assign(count, 0);
        for (size_t v = particles; v < count; ++v) { // fans that touch in one particle
            locked_[v] = locked_[u(mesh_.particle[v])] = kShared;
        }
    }

    // One line after the other.
    Result<void> follow(const CutTrace &trace) {
        trace_ = &trace;
        first_ = path_.size();
        closed_ = false;
        nodeVertex_.assign(trace.nodes.size(), -1);
        for (const CutLeg &leg : trace.legs) {
            insert(leg.from);
            insert(leg.to);
            if (const auto done = march(leg); !done) {
                return done;
            }
        }
        return {};
    }

    void flipBesidePath() {
        std::vector<int32_t> beside;
        bool flips = true;
        for (int32_t pass = 0; pass < kFlipPasses && flips; ++pass) {
            beside.clear();
            for (size_t v = 0; v < onPath_.size(); ++v) {
                if (onPath_[v] != 0) {
                    mesh_.gatherStar(static_cast<int32_t>(v), star_);
                    for (const FlatCorner &c : star_.corners) {
                        beside.push_back(c.triangle);
                    }
                }
            }
            std::sort(beside.begin(), beside.end());
            beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
            flips = false;
            for (const int32_t t : beside) {
                for (int32_t k = 0; k < 3; ++k) {
                    const auto &corner = mesh_.corner[u(t)];
                    flips = (!isPathEdge(corner[u(k)], corner[u(followingCorner(k))]) &&
                             flipIfBetter(mesh_, t, k)) ||
                            flips;
                }
            }
        }
    }

    // Moves those onto the line that could not be before.
    void straighten() {
        for (int32_t pass = 0; pass < kStraightenPasses && !beside_.empty(); ++pass) {
            const size_t moved = std::erase_if(beside_, [&](const Beside &b) {
                const FlatPoint at = seenFrom(b.vertex, b.panel, b.place);
                const bool moves = moveVertex(mesh_, at, b.place, &b.direction);
                moved_[u(b.vertex)] = moves ? 1 : moved_[u(b.vertex)];
                return moves;
            });
            if (moved == 0) {
                return;
            }
            flipBesidePath();
        }
    }

    // Of the V that was followed, which is one line.
    Result<void> matchV(int32_t point) {
        size_t node = 0;
        while (node + 1 < nodeVertex_.size() && trace_->nodes[node].point != point) {
            ++node;
        }
        const int32_t tip = nodeVertex_[node];
        if (closed_ || !leadsThrough(path_, tip)) {
            return Error{"the line: expected a V with its tip inside the cloth, and no gap on its way"};
        }
        for (int32_t pass = 0; pass < kMatchPasses; ++pass) {
            match(tip, pass == 0 ? kMatched * edge_ : HUGE_VAL);
            flipBesidePath();
        }
        return {};
    }

    // Parts the particles along the path.
    void open() {
        parts_ = partMesh(mesh_, path_);
        for (const int32_t v : parts_.from) {
            moved_.push_back(moved_[u(v)]);
        }
    }

    bool hasParted(bool all) const {
        return all ? parts_.edges.size() == path_.size() : !parts_.edges.empty();
    }

    MeshCut result(const MeshShape &shape) const {
        return writeCut(shape, {base_, mesh_, moved_}, parts_.edges);
    }

    // Opens small angles beside the cut, after it is opened.
    void relax(bool keepsPath) {
        const auto isOnPath = [&](int32_t v) { return u(v) >= onPath_.size() || onPath_[u(v)] != 0; };
        std::vector<int32_t> near;
        std::vector<uint8_t> listed(mesh_.particle.size(), 0);
        for (size_t v = 0; v < listed.size(); ++v) {
            if (isOnPath(static_cast<int32_t>(v))) {
                mesh_.gatherStar(static_cast<int32_t>(v), star_);
                for (const FlatCorner &c : star_.corners) {
                    for (const int32_t corner : mesh_.corner[u(c.triangle)]) {
                        if (listed[u(corner)] == 0) {
                            listed[u(corner)] = 1;
                            near.push_back(corner);
                        }
                    }
                }
            }
        }
        for (int32_t pass = 0; pass < kRelaxPasses; ++pass) {
            for (const int32_t v : near) {
                const bool isKept = keepsPath && isOnPath(v);
                if (!isKept && (u(v) >= locked_.size() || locked_[u(v)] != kShared) &&
                    relaxVertex(mesh_, v)) {
                    moved_[u(v)] = 1;
                }
            }
            for (const int32_t v : near) {
                mesh_.gatherStar(v, star_);
                for (const FlatCorner &c : star_.corners) {
                    flipIfBetter(mesh_, c.triangle, c.k);
                }
            }
        }
    }

private:
    void match(int32_t tip, double near) {
        const std::vector<int32_t> moved = matchLegs(mesh_, tip, near, path_);
        for (size_t v = moved_.size(); v < mesh_.particle.size(); ++v) {
            madeVertex(static_cast<int32_t>(v));
        }
        for (const int32_t v : moved) {
            moved_[u(v)] = 1;
        }
        std::fill(next_.begin(), next_.end(), -1); // what is on the path stays so
        for (const auto &[from, to] : path_) {
            onPath_[u(from)] = onPath_[u(to)] = 1;
            next_[u(from)] = to;
        }
    }

    std::string pointName(int32_t node) const { return std::to_string(trace_->nodes[u(node)].point); }

    Error crossesItself(const CutLeg &leg) const {
        return Error{"the line: crosses or touches itself after point " + pointName(leg.from)};
    }

    bool isConstrained(int32_t t, int32_t k) const { return mesh_.isBorder(t, k) || mesh_.isSeam(t, k); }

    bool isPathEdge(int32_t a, int32_t b) const { return next_[u(a)] == b || next_[u(b)] == a; }

    int32_t madeVertex(int32_t v) {
        moved_.push_back(0);
        onPath_.push_back(0);
        next_.push_back(-1);
        locked_.push_back(0);
        return v;
    }

    // A node as a vertex that is there, or in an edge, or in a face.
    void insert(int32_t number) {
        if (nodeVertex_[u(number)] >= 0) {
            return;
        }
        const CutNode &node = trace_->nodes[u(number)];
        const FlatPoint at = node.edge >= 0 ? insertOnEdge(node) : insertInside(node);
        settle(at, node.place, nullptr);
        locked_[u(at.vertex)] = std::max<uint8_t>(locked_[u(at.vertex)], 1);
        nodeVertex_[u(number)] = at.vertex;
    }

    FlatPoint insertOnEdge(const CutNode &node) {
        const auto &uv = base_.uv[u(node.triangle)];
        const DVec2 way = uv[u(followingCorner(node.edge))] - uv[u(node.edge)];
        FlatCorner nearest{node.triangle, node.edge};
        double share = 0.0;
        double least = HUGE_VAL;
        for (size_t t = 0; t < mesh_.corner.size(); ++t) {
            for (int32_t k = 0; mesh_.home[t] == node.triangle && k < 3; ++k) {
                const auto triangle = static_cast<int32_t>(t);
                const DVec2 &p = mesh_.uv[t][u(k)];
                const DVec2 d = mesh_.uv[t][u(followingCorner(k))] - p;
                const double f = glm::clamp(glm::dot(node.place - p, d) / glm::dot(d, d), 0.0, 1.0);
                const double distance = glm::distance(node.place, p + f * d);
                if (distance < least && glm::dot(d, way) > 0.0 && isConstrained(triangle, k)) {
                    least = distance;
                    nearest = {triangle, k};
                    share = f;
                }
            }
        }
        return snapOrSplit(nearest, share);
    }

    // An end of edge k if it is near, else a vertex in it.
    FlatPoint snapOrSplit(const FlatCorner &c, double share) {
        const FlatCorner end{c.triangle, followingCorner(c.k)};
        // Not only of this edge, or else cut after cut halves it.
        const double length = glm::distance(mesh_.place(c), mesh_.place(end));
        const double snap = glm::clamp(kSnap * edge_ / length, kSnap, 0.5);
        if (share < snap || share > 1.0 - snap) {
            const FlatCorner &taken = share < 0.5 ? c : end;
            return {mesh_.corner[u(taken.triangle)][u(taken.k)], mesh_.place(taken)};
        }
        return split(c, share);
    }

    FlatPoint split(const FlatCorner &c, double share) {
        const int32_t made = madeVertex(mesh_.splitEdge(c.triangle, c.k, share));
        return {made, mesh_.uv[u(c.triangle)][u(followingCorner(c.k))]};
    }

    FlatPoint insertInside(const CutNode &node) {
        const int32_t t = locate(mesh_, node.place, node.triangle);
        const auto &uv = mesh_.uv[u(t)];
        const double near = kSnap * std::max(edge_, meanEdge(mesh_, t));
        int32_t corner = 0;
        int32_t edge = 0;
        double toCorner = HUGE_VAL;
        double toEdge = HUGE_VAL;
        for (int32_t k = 0; k < 3; ++k) {
            const DVec2 d = uv[u(followingCorner(k))] - uv[u(k)];
            const double away = crossOf(d, node.place - uv[u(k)]) / glm::length(d);
            if (glm::distance(uv[u(k)], node.place) < toCorner) {
                toCorner = glm::distance(uv[u(k)], node.place);
                corner = k;
            }
            if (away < toEdge) {
                toEdge = away;
                edge = k;
            }
        }
        if (toCorner < near) {
            return {mesh_.corner[u(t)][u(corner)], uv[u(corner)]};
        }
        if (toEdge < near) {
            const DVec2 d = uv[u(followingCorner(edge))] - uv[u(edge)];
            const double share = glm::dot(node.place - uv[u(edge)], d) / glm::dot(d, d);
            return snapOrSplit({t, edge}, glm::clamp(share, 0.0, 1.0));
        }
        return {madeVertex(mesh_.splitFace(t, node.place)), node.place};
    }

    // Moves a vertex that is not the line's yet.
    void settle(const FlatPoint &at, const DVec2 &place, const DVec2 *direction) {
        if (locked_[u(at.vertex)] == 0 && onPath_[u(at.vertex)] == 0 && at.place != place) {
            const bool moves = moveVertex(mesh_, at, place, direction);
            moved_[u(at.vertex)] = moves ? 1 : moved_[u(at.vertex)];
        }
    }

    // The vertex's place in a panel, that near `place`, if it is at several.
    FlatPoint seenFrom(int32_t vertex, int32_t panel, const DVec2 &place) {
        mesh_.gatherStar(vertex, star_);
        FlatPoint at{vertex, place};
        double nearest = HUGE_VAL;
        for (const FlatCorner &c : star_.corners) {
            const double distance = glm::distance(mesh_.place(c), place);
            if (mesh_.panel[u(c.triangle)] == panel && distance < nearest) {
                nearest = distance;
                at.place = mesh_.place(c);
            }
        }
        return at;
    }

    Result<void> march(const CutLeg &leg) {
        FlatPoint at = seenFrom(nodeVertex_[u(leg.from)], leg.panel, leg.start);
        const int32_t goal = nodeVertex_[u(leg.to)];
        double along = 0.0;
        for (size_t step = 0; at.vertex != goal; ++step) {
            mesh_.gatherStar(at.vertex, star_);
            const FlatPoint before = at;
            if (!reaches(at, leg, goal)) {
                const auto crossing = step < mesh_.corner.size() ? nextCrossing(at, leg, along) : Crossing{};
                if (crossing.corner.triangle < 0) {
                    return Error{"the line: the cloth cannot be cut after point " + pointName(leg.from)};
                }
                along = crossing.along;
                if (!pass(crossing, leg, at)) {
                    return crossesItself(leg);
                }
            }
            if (!append(before.vertex, at.vertex)) {
                return crossesItself(leg);
            }
        }
        return {};
    }

    // Whether the goal is a neighbour in this panel; then that is where `at` is.
    bool reaches(FlatPoint &at, const CutLeg &leg, int32_t goal) const {
        for (const FlatCorner &c : star_.corners) {
            for (const int32_t k : {followingCorner(c.k), precedingCorner(c.k)}) {
                if (mesh_.corner[u(c.triangle)][u(k)] == goal && mesh_.panel[u(c.triangle)] == leg.panel &&
                    mesh_.place(c) == at.place) {
                    at = {goal, mesh_.uv[u(c.triangle)][u(k)]};
                    return true;
                }
            }
        }
        return false;
    }

    struct Crossing {
        FlatCorner corner{-1, 0}; // whose edge the line crosses
        double share{0.0};        // –, of the edge
        double along{0.0};        // –, of the leg
        DVec2 place{0.0};
    };

    // Where the line leaves the star of the vertex.
    Crossing nextCrossing(const FlatPoint &at, const CutLeg &leg, double along) const {
        const DVec2 d = leg.end - leg.start;
        Crossing found;
        for (const FlatCorner &c : star_.corners) {
            if (mesh_.panel[u(c.triangle)] != leg.panel || mesh_.place(c) != at.place) {
                continue;
            }
            const FlatCorner edge{c.triangle, followingCorner(c.k)};
            const DVec2 p = mesh_.place(edge);
            const DVec2 q = mesh_.place({c.triangle, precedingCorner(c.k)});
            const double sp = crossOf(d, p - leg.start);
            const double sq = crossOf(d, q - leg.start);
            if (!(sp <= 0.0 && sq >= 0.0 && sp < sq)) {
                continue;
            }
            const double share = sp / (sp - sq);
            const DVec2 place = glm::mix(p, q, share);
            const double there = glm::dot(place - leg.start, d) / glm::dot(d, d);
            if (there > along && (found.corner.triangle < 0 || there < found.along)) {
                found = {edge, share, there, place};
            }
        }
        return found;
    }

    // To the vertex at the crossing, one that is there or a new one. False where that is the line's own.
    bool pass(const Crossing &crossing, const CutLeg &leg, FlatPoint &at) {
        const FlatCorner &c = crossing.corner;
        const FlatCorner end{c.triangle, followingCorner(c.k)};
        const auto &corner = mesh_.corner[u(c.triangle)];
        const FlatCorner near = crossing.share < 0.5 ? c : end;
        const bool own = onPath_[u(corner[u(near.k)])] != 0;
        const double apart = std::min(crossing.share, 1.0 - crossing.share);
        if (isPathEdge(corner[u(c.k)], corner[u(end.k)]) || (own && apart < kTouch)) {
            return false;
        }
        at = own ? split(c, crossing.share) : snapOrSplit(c, crossing.share);
        const DVec2 direction = leg.end - leg.start;
        const DVec2 foot = leg.start + glm::dot(at.place - leg.start, direction) /
                                           glm::dot(direction, direction) * direction;
        settle(at, foot, &direction);
        if (moved_[u(at.vertex)] == 0 && locked_[u(at.vertex)] == 0 && at.place != foot) {
            beside_.push_back({at.vertex, leg.panel, foot, direction});
        }
        at = seenFrom(at.vertex, leg.panel, at.place);
        return true;
    }

    // False where the line has been there, unless it ends where it began.
    bool append(int32_t from, int32_t to) {
        const bool closes = path_.size() > first_ + 1 && to == path_[first_][0];
        if (closed_ || next_[u(from)] >= 0 || isPathEdge(from, to) || (onPath_[u(to)] != 0 && !closes)) {
            return false;
        }
        closed_ = closes;
        next_[u(from)] = to;
        onPath_[u(from)] = onPath_[u(to)] = 1;
        path_.push_back({from, to});
        return true;
    }

    FlatMesh base_;
    FlatMesh mesh_;
    const CutTrace *trace_{nullptr};
    struct Beside {
        int32_t vertex{0};
        int32_t panel{0};
        DVec2 place{0.0}; // m, on the line
        DVec2 direction{0.0};
    };
    std::vector<Beside> beside_; // vertices of the path that are not on the line
    double edge_{0.0};           // m, of all triangles, if they were equilateral
    FlatStar star_;              // scratch
    std::vector<int32_t> nodeVertex_;
    std::vector<std::array<int32_t, 2>> path_; // edges
    size_t first_{0};                          // of this line
    bool closed_{false};                       // it is
    FlatParts parts_;
    // Per vertex:
    std::vector<uint8_t> moved_;
    std::vector<uint8_t> onPath_;
    std::vector<uint8_t> locked_; // may not move any more
    std::vector<int32_t> next_;   // on the path
};

// `isV`: of one line, of three points.
Result<MeshCut> cutAlong(const MeshShape &shape, std::span<const std::span<const MeshPoint>> lines,
                         std::span<const int32_t> panel, bool isV) {
    const auto mesh = makeFlatMesh(shape, panel);
    if (!mesh) {
        return mesh.error();
    }
    Cutter cutter(mesh.value(), shape.uv.size());
    std::vector<CutTrace> traces;
    traces.reserve(lines.size()); // so that they stay in their places
    for (const std::span<const MeshPoint> line : lines) {
        auto trace = traceLine(mesh.value(), line);
        if (!trace) {
            return trace.error();
        }
        traces.push_back(std::move(*trace));
        if (const auto followed = cutter.follow(traces.back()); !followed) {
            return followed.error();
        }
    }
    cutter.flipBesidePath();
    cutter.straighten();
    if (const auto matched = isV ? cutter.matchV(1) : Result<void>{}; !matched) {
        return matched.error();
    }
    cutter.open();
    if (!cutter.hasParted(isV)) {
        return Error{"the line: expected cloth on both sides of it, it follows the border"};
    }
    cutter.relax(isV);
    return cutter.result(shape);
}

} // namespace

Result<MeshCut> cutMesh(const MeshShape &shape, std::span<const MeshPoint> line,
                        std::span<const int32_t> panel) {
    return cutMeshAlong(shape, std::span(&line, 1), panel);
}

Result<MeshCut> cutMeshAlong(const MeshShape &shape, std::span<const std::span<const MeshPoint>> lines,
                             std::span<const int32_t> panel) {
    return cutAlong(shape, lines, panel, false);
}

Result<MeshCut> cutMeshAlongV(const MeshShape &shape, std::span<const MeshPoint, 3> points,
                              std::span<const int32_t> panel) {
    // Near the tip the leg that is cut second may touch what the first one moved.
    const std::array<MeshPoint, 3> backwards{points[2], points[1], points[0]};
    const std::array<std::span<const MeshPoint>, 2> ways{points, backwards};
    auto cut = cutAlong(shape, std::span(ways).first(1), panel, true);
    return cut ? std::move(cut) : cutAlong(shape, std::span(ways).last(1), panel, true);
}

} // namespace selvage
