// Straight lines by unfolding: what is visible from a point through the edge of a triangle is a wedge, which
// every further triangle narrows (as in Mitchell, Mount, Papadimitriou 1987, §4, without its shadows), the
// nearest triangle first.
#include "cut_trace.h"

#include "maths/index.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace selvage {

namespace {

constexpr double kInward = 1e-6;     // –, of the way to a triangle's middle: points do not lie on edges
constexpr double kPassedOver = 0.1;  // –, of the edges' length
constexpr double kShortest = 1e-4;   // m, of a line
constexpr double kNoLength = 1e-7;   // m
constexpr double kSamePlace = 1e-6;  // m
constexpr double kDetour = 1.000001; // –, of the flat distance in a panel
constexpr size_t kWindowsUsual = 1000;
constexpr size_t kWindowsMax = 200000;

DVec2 times(const DVec2 &a, const DVec2 &b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

DVec2 over(const DVec2 &a, const DVec2 &b) {
    return times(a, {b.x, -b.y}) / glm::dot(b, b);
}

double distanceToSegment(const DVec2 &p, const DVec2 &q) {
    const DVec2 d = q - p;
    const double square = glm::dot(d, d);
    const double t = square > 0.0 ? glm::clamp(-glm::dot(p, d) / square, 0.0, 1.0) : 0.0;
    return glm::length(p + t * d);
}

// An edge seen from the start of the line, which is the origin.
struct Window {
    int32_t triangle{0}; // that it opens into
    int32_t edge{0};     // of that triangle
    DVec2 p{0.0};        // m, where that edge starts, to the left, and where it ends, as unfolded
    DVec2 q{0.0};
    DVec2 right{0.0}; // what is visible lies between these two directions
    DVec2 left{0.0};
    int32_t parent{-1};
    double near{0.0}; // m, no point of the edge is nearer
};

struct Seen {
    int32_t window{-1}; // through which it is; -1: in the same triangle
    DVec2 place{0.0};   // m, as unfolded
};

class Unfolding {
public:
    Unfolding(const FlatMesh &mesh, const CutNode &from, const CutNode &to)
        : mesh_(mesh), from_(from), to_(to) {}

    // The nearest straight way that is no longer than `longest` (m). In one panel that is the straight one,
    // if nothing is in its way, which is looked at first.
    std::optional<Seen> find(double longest) {
        straight_ = mesh_.panel[u(from_.triangle)] == mesh_.panel[u(to_.triangle)];
        auto seen = straight_ ? search(longest) : std::nullopt;
        if (!seen) {
            straight_ = false;
            windows_.clear();
            heap_.clear();
            seen = search(longest);
        }
        return seen;
    }

    // The seams on the way, first to last: the place on either side.
    struct Crossing {
        CutNode before;
        CutNode after;
    };
    std::vector<Crossing> seamsTo(const Seen &seen) const {
        std::vector<Crossing> crossings;
        for (int32_t w = seen.window; w >= 0; w = windows_[u(w)].parent) {
            const Window &window = windows_[u(w)];
            if (!mesh_.isSeam(window.triangle, window.edge)) {
                continue;
            }
            const double p = crossOf(seen.place, window.p);
            const double q = crossOf(seen.place, window.q);
            const double t = p == q ? 0.5 : glm::clamp(p / (p - q), 0.0, 1.0);
            const int32_t other = mesh_.across[u(window.triangle)][u(window.edge)];
            const int32_t end = mesh_.corner[u(window.triangle)][u(followingCorner(window.edge))];
            const int32_t j = mesh_.corner[u(other)][0] == end ? 0 : mesh_.corner[u(other)][1] == end ? 1 : 2;
            crossings.push_back({nodeOn(other, j, 1.0 - t), nodeOn(window.triangle, window.edge, t)});
        }
        std::reverse(crossings.begin(), crossings.end());
        return crossings;
    }

private:
    std::optional<Seen> search(double longest) {
        if (from_.triangle == to_.triangle) {
            return Seen{-1, to_.place - from_.place};
        }
        windows_.reserve(kWindowsUsual);
        heap_.reserve(kWindowsUsual);
        for (int32_t k = 0; k < 3; ++k) {
            const DVec2 a = mesh_.uv[u(from_.triangle)][u(k)] - from_.place;
            const DVec2 b = mesh_.uv[u(from_.triangle)][u(followingCorner(k))] - from_.place;
            open(from_.triangle, k, {a, b, a, b}, -1);
        }
        std::optional<Seen> best;
        double shortest = longest;
        while (!heap_.empty() && windows_.size() < kWindowsMax) {
            std::pop_heap(heap_.begin(), heap_.end(), farther());
            const int32_t w = heap_.back();
            heap_.pop_back();
            if (windows_[u(w)].near > shortest) {
                break;
            }
            if (windows_[u(w)].triangle == to_.triangle) {
                const DVec2 place = unfolded(windows_[u(w)], to_.place);
                if (isSeen(windows_[u(w)], place) && glm::length(place) <= shortest) {
                    shortest = glm::length(place);
                    best = Seen{w, place};
                }
                continue;
            }
            pass(w);
        }
        return best;
    }

    struct Farther {
        const std::vector<Window> &windows;
        bool operator()(int32_t a, int32_t b) const { return windows[u(a)].near > windows[u(b)].near; }
    };
    Farther farther() const { return {windows_}; }

    CutNode nodeOn(int32_t triangle, int32_t edge, double t) const {
        const auto &uv = mesh_.uv[u(triangle)];
        return {triangle, edge, glm::mix(uv[u(edge)], uv[u(followingCorner(edge))], t), from_.point};
    }

    // What is seen of an edge from a to b: what lies between two directions.
    struct Wedge {
        DVec2 a{0.0}; // m, as unfolded
        DVec2 b{0.0};
        DVec2 right{0.0};
        DVec2 left{0.0};
    };

    // From a triangle over its edge k.
    void open(int32_t triangle, int32_t k, const Wedge &wedge, int32_t parent) {
        const int32_t other = mesh_.across[u(triangle)][u(k)];
        const DVec2 way = to_.place - from_.place;
        const bool passes = !straight_ || (crossOf(wedge.right, way) >= 0.0 &&
                                           crossOf(way, wedge.left) >= 0.0 && !mesh_.isSeam(triangle, k));
        if (other < 0 || !passes || windows_.size() >= kWindowsMax) {
            return;
        }
        const int32_t start = mesh_.corner[u(triangle)][u(followingCorner(k))];
        const auto &corner = mesh_.corner[u(other)];
        const int32_t j = corner[0] == start ? 0 : corner[1] == start ? 1 : 2;
        windows_.push_back({other, j, wedge.b, wedge.a, wedge.right, wedge.left, parent,
                            distanceToSegment(wedge.a, wedge.b)});
        heap_.push_back(static_cast<int32_t>(windows_.size()) - 1);
        std::push_heap(heap_.begin(), heap_.end(), farther());
    }

    // A place in the window's triangle; where the sides of a seam differ in length, the far one is scaled.
    DVec2 unfolded(const Window &w, const DVec2 &place) const {
        const auto &uv = mesh_.uv[u(w.triangle)];
        const DVec2 &p = uv[u(w.edge)];
        const DVec2 &q = uv[u(followingCorner(w.edge))];
        return w.p + times(place - p, over(w.q - w.p, q - p));
    }

    static bool isSeen(const Window &w, const DVec2 &place) {
        return crossOf(w.right, place) >= 0.0 && crossOf(place, w.left) >= 0.0;
    }

    void pass(int32_t index) {
        const Window w = windows_[u(index)];
        const int32_t k1 = followingCorner(w.edge);
        const int32_t k2 = followingCorner(k1);
        const DVec2 apex = unfolded(w, mesh_.uv[u(w.triangle)][u(k2)]);
        const bool rightOfApex = crossOf(w.right, apex) > 0.0;
        const bool leftOfApex = crossOf(apex, w.left) > 0.0;
        if (rightOfApex) {
            open(w.triangle, k1, {w.q, apex, w.right, leftOfApex ? apex : w.left}, index);
        }
        if (leftOfApex) {
            open(w.triangle, k2, {apex, w.p, rightOfApex ? apex : w.right, w.left}, index);
        }
    }

    const FlatMesh &mesh_;
    CutNode from_;
    CutNode to_;
    bool straight_{false}; // looks only at what the flat line passes
    std::vector<Window> windows_;
    std::vector<int32_t> heap_;
};

class Tracer {
public:
    Tracer(const FlatMesh &mesh, std::span<const MeshPoint> line) : mesh_(mesh), line_(line) {}

    Result<CutTrace> trace() {
        if (const auto checked = check(); !checked) {
            return checked.error();
        }
        passOver();
        double length = 0.0;
        trace_.nodes.push_back(points_.front());
        for (size_t i = 1; i < points_.size(); ++i) {
            if (!connect(points_[i - 1], points_[i])) {
                return Error{"the line: from point " + std::to_string(points_[i - 1].point) + " to point " +
                             std::to_string(points_[i].point) + " no straight way lies on the cloth"};
            }
        }
        for (const CutLeg &leg : trace_.legs) {
            length += glm::distance(leg.start, leg.end);
        }
        if (!(length >= kShortest)) {
            return Error{"the line: expected 0.1 mm of cloth to cut, got " + std::to_string(1000.0 * length) +
                         " mm"};
        }
        return std::move(trace_);
    }

private:
    Result<void> check() {
        if (line_.size() < 2 || line_.size() > kCutPointsMax) {
            return Error{"the line: expected 2 to " + std::to_string(kCutPointsMax) + " points, got " +
                         std::to_string(line_.size())};
        }
        for (size_t i = 0; i < line_.size(); ++i) {
            const glm::dvec3 share(line_[i].share);
            const double sum = share.x + share.y + share.z;
            const double least = std::min({share.x, share.y, share.z});
            if (line_[i].triangle < 0 || u(line_[i].triangle) >= mesh_.corner.size() ||
                !(std::abs(sum - 1.0) < 1e-3) || !(least > -1e-3)) {
                return Error{"the line: point " + std::to_string(i) +
                             " does not lie on the cloth; expected a triangle from 0 to " +
                             std::to_string(mesh_.corner.size()) +
                             " (exclusive) and shares of its corners that are 1 together"};
            }
            const auto &uv = mesh_.uv[u(line_[i].triangle)];
            const glm::dvec3 inner = glm::mix(glm::max(share, 0.0) / sum, glm::dvec3(1.0 / 3.0), kInward);
            points_.push_back({line_[i].triangle, -1, inner.x * uv[0] + inner.y * uv[1] + inner.z * uv[2],
                               static_cast<int32_t>(i)});
        }
        return {};
    }

    int32_t panelOf(const CutNode &node) const { return mesh_.panel[u(node.triangle)]; }

    // A hand draws many points: those between two that are farther apart than an edge go, unless they lie
    // beside the straight line between them (Douglas and Peucker 1973).
    void passOver() {
        std::vector<uint8_t> kept(points_.size(), 0);
        const auto isApart = [&](size_t i) {
            return panelOf(points_[i]) != panelOf(points_[i - 1]) ||
                   glm::distance(points_[i].place, points_[i - 1].place) >
                       meanEdge(mesh_, points_[i].triangle);
        };
        size_t begin = 0;
        for (size_t i = 1; i <= points_.size(); ++i) {
            if (i == points_.size() || isApart(i)) {
                keep(begin, i - 1, kept);
                begin = i;
            }
        }
        std::vector<CutNode> left;
        for (size_t i = 0; i < points_.size(); ++i) {
            if (kept[i] != 0) {
                left.push_back(points_[i]);
            }
        }
        points_ = std::move(left);
    }

    void keep(size_t first, size_t last, std::vector<uint8_t> &kept) const {
        std::vector<std::array<size_t, 2>> open{{first, last}};
        kept[first] = kept[last] = 1;
        while (!open.empty()) {
            const auto [a, b] = open.back();
            open.pop_back();
            size_t worst = a;
            double far = kPassedOver * meanEdge(mesh_, points_[a].triangle);
            for (size_t i = a + 1; i < b; ++i) {
                const DVec2 from = points_[a].place - points_[i].place;
                const double distance = distanceToSegment(from, points_[b].place - points_[i].place);
                if (distance > far) {
                    far = distance;
                    worst = i;
                }
            }
            if (worst != a) {
                kept[worst] = 1;
                open.push_back({a, worst});
                open.push_back({worst, b});
            }
        }
    }

    int32_t addNode(const CutNode &node) {
        trace_.nodes.push_back(node);
        return static_cast<int32_t>(trace_.nodes.size()) - 1;
    }

    void addLeg(int32_t from, const CutNode &a, int32_t to, const CutNode &b) {
        trace_.legs.push_back({from, to, panelOf(a), a.place, b.place});
    }

    bool connect(const CutNode &a, const CutNode &b) {
        const auto from = static_cast<int32_t>(trace_.nodes.size()) - 1;
        const bool samePanel = panelOf(a) == panelOf(b);
        const double longest = samePanel ? kDetour * glm::distance(a.place, b.place) : HUGE_VAL;
        Unfolding unfolding(mesh_, a, b);
        const auto seen = unfolding.find(longest);
        if (!seen) {
            return samePanel && crossGaps(from, a, b);
        }
        int32_t last = from;
        CutNode start = a;
        for (const Unfolding::Crossing &crossing : unfolding.seamsTo(*seen)) {
            const int32_t node = addNode(crossing.before);
            addLeg(last, start, node, crossing.before);
            last = node;
            start = crossing.after;
        }
        const int32_t end = addNode(b);
        addLeg(last, start, end, b);
        return true;
    }

    struct Pass {
        double along{0.0}; // –
        bool out{false};
        CutNode node;
    };

    // Where the straight line from a to b goes out of the panel and comes into it again.
    std::vector<Pass> passesOf(const CutNode &a, const CutNode &b) const {
        const DVec2 d = b.place - a.place;
        std::vector<Pass> passes;
        for (size_t t = 0; t < mesh_.corner.size(); ++t) {
            if (mesh_.panel[t] != panelOf(a)) {
                continue;
            }
            for (int32_t k = 0; k < 3; ++k) {
                const auto triangle = static_cast<int32_t>(t);
                const DVec2 &p = mesh_.uv[t][u(k)];
                const DVec2 &q = mesh_.uv[t][u(followingCorner(k))];
                const double sp = crossOf(d, p - a.place);
                const double sq = crossOf(d, q - a.place);
                if ((sp < 0.0) == (sq < 0.0) ||
                    (!mesh_.isBorder(triangle, k) && !mesh_.isSeam(triangle, k))) {
                    continue;
                }
                const DVec2 x = glm::mix(p, q, sp / (sp - sq));
                const double along = glm::dot(x - a.place, d) / glm::dot(d, d);
                if (along > 0.0 && along < 1.0) {
                    passes.push_back({along, sp < sq, {triangle, k, x, a.point}});
                }
            }
        }
        std::sort(passes.begin(), passes.end(), [](const Pass &p, const Pass &q) {
            return p.along != q.along ? p.along < q.along : p.out && !q.out;
        });
        return passes;
    }

    bool crossGaps(int32_t from, const CutNode &a, const CutNode &b) {
        bool inside = true;
        int32_t last = from;
        CutNode start = a;
        std::vector<Pass> passes = passesOf(a, b);
        const double same = kSamePlace / glm::distance(a.place, b.place);
        for (size_t i = 0; i < passes.size(); ++i) {
            if (passes[i].out != inside && i + 1 < passes.size() &&
                passes[i + 1].along - passes[i].along < same) {
                std::swap(passes[i], passes[i + 1]); // both sides of a slit, but for rounding
            }
            const Pass &pass = passes[i];
            if (pass.out != inside) {
                return false; // pieces of the panel lie on each other
            }
            inside = !pass.out;
            const int32_t node = addNode(pass.node);
            if (pass.out && glm::distance(start.place, pass.node.place) > kNoLength) {
                addLeg(last, start, node, pass.node);
            }
            last = node;
            start = pass.node;
        }
        if (!inside) {
            return false;
        }
        const int32_t end = addNode(b);
        if (glm::distance(start.place, b.place) > kNoLength) {
            addLeg(last, start, end, b);
        }
        return true;
    }

    const FlatMesh &mesh_;
    std::span<const MeshPoint> line_;
    std::vector<CutNode> points_;
    CutTrace trace_;
};

} // namespace

double meanEdge(const FlatMesh &mesh, int32_t triangle) {
    const auto &uv = mesh.uv[u(triangle)];
    return (glm::distance(uv[0], uv[1]) + glm::distance(uv[1], uv[2]) + glm::distance(uv[2], uv[0])) / 3.0;
}

Result<CutTrace> traceLine(const FlatMesh &mesh, std::span<const MeshPoint> line) {
    return Tracer(mesh, line).trace();
}

} // namespace selvage
