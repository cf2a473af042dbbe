// Both legs from the tip outwards, like the zipper of a merge.
#include "cut_legs.h"

#include "flat_move.h"
#include "maths/index.h"

#include <algorithm>
#include <cassert>

namespace selvage {

namespace {

constexpr double kShortest = 0.15; // –, of an edge, that is split off

// A vertex of a leg.
struct Knot {
    int32_t vertex{0};
    double along{0.0}; // –, of the leg, from the tip
};

struct Leg {
    std::vector<Knot> knots; // from the tip on
    double length{0.0};      // m
};

class Matcher {
public:
    Matcher(FlatMesh &mesh, double near) : mesh_(mesh), near_(near) {}

    std::vector<int32_t> match(int32_t tip, std::vector<std::array<int32_t, 2>> &path) {
        const auto at = std::find_if(path.begin(), path.end(),
                                     [&](const std::array<int32_t, 2> &edge) { return edge[0] == tip; });
        Leg before = legFrom({tip});
        Leg after = legFrom({tip});
        for (auto edge = at; edge != path.begin();) {
            add((*--edge)[0], before);
        }
        for (auto edge = at; edge != path.end(); ++edge) {
            add((*edge)[1], after);
        }
        share(before);
        share(after);
        zip(before, after);
        path.clear();
        for (size_t k = before.knots.size(); k-- > 1;) {
            path.push_back({before.knots[k].vertex, before.knots[k - 1].vertex});
        }
        for (size_t k = 1; k < after.knots.size(); ++k) {
            path.push_back({after.knots[k - 1].vertex, after.knots[k].vertex});
        }
        return std::move(moved_);
    }

private:
    static Leg legFrom(const Knot &tip) { return {{tip}, 0.0}; }

    void add(int32_t vertex, Leg &leg) const {
        leg.length += glm::distance(placeOf(leg.knots.back().vertex), placeOf(vertex));
        leg.knots.push_back({vertex, leg.length});
    }

    static void share(Leg &leg) {
        for (Knot &knot : leg.knots) {
            knot.along /= leg.length;
        }
    }

    DVec2 placeOf(int32_t vertex) const {
        const int32_t t = mesh_.around[u(vertex)];
        const auto &corner = mesh_.corner[u(t)];
        return mesh_.place({t, corner[0] == vertex ? 0 : corner[1] == vertex ? 1 : 2});
    }

    void zip(Leg &a, Leg &b) {
        const double near = 2.0 * near_ / (a.length + b.length);
        for (size_t i = 1; i + 1 < std::max(a.knots.size(), b.knots.size()); ++i) {
            const bool aIsOver = i + 1 >= a.knots.size(); // only the end is left
            const bool bIsOver = i + 1 >= b.knots.size();
            const double apart = a.knots[i].along - b.knots[i].along;
            if (!aIsOver && !bIsOver && std::abs(apart) < near) {
                const double middle = 0.5 * (a.knots[i].along + b.knots[i].along);
                slide(a, i, middle);
                slide(b, i, middle);
            } else if (bIsOver || (!aIsOver && apart < 0.0)) {
                split(b, i, a.knots[i].along);
            } else {
                split(a, i, b.knots[i].along);
            }
        }
    }

    // A new vertex before the i-th.
    void split(Leg &leg, size_t i, double along) {
        const Knot from = leg.knots[i - 1];
        const Knot to = leg.knots[i];
        const double share =
            glm::clamp((along - from.along) / (to.along - from.along), kShortest, 1.0 - kShortest);
        mesh_.gatherStar(from.vertex, star_);
        int32_t made = -1;
        for (size_t c = 0; c < star_.corners.size() && made < 0; ++c) {
            const auto [t, k] = star_.corners[c];
            if (mesh_.corner[u(t)][u(followingCorner(k))] == to.vertex) {
                made = mesh_.splitEdge(t, k, share);
            } else if (mesh_.corner[u(t)][u(precedingCorner(k))] ==
                       to.vertex) { // at a border, from beside it
                made = mesh_.splitEdge(t, precedingCorner(k), 1.0 - share);
            }
        }
        assert(made >= 0);
        leg.knots.insert(leg.knots.begin() + static_cast<std::ptrdiff_t>(i), {made, along});
    }

    void slide(Leg &leg, size_t i, double along) {
        Knot &knot = leg.knots[i];
        const Knot &next = leg.knots[along < knot.along ? i - 1 : i + 1];
        const DVec2 here = placeOf(knot.vertex);
        const double share = (along - knot.along) / (next.along - knot.along);
        if (moveVertex(mesh_, {knot.vertex, here}, glm::mix(here, placeOf(next.vertex), share), nullptr)) {
            knot.along = along;
            moved_.push_back(knot.vertex);
        }
    }

    FlatMesh &mesh_;
    double near_; // m
    FlatStar star_;
    std::vector<int32_t> moved_;
};

} // namespace

bool leadsThrough(std::span<const std::array<int32_t, 2>> path, int32_t tip) {
    bool hasTip = false;
    for (size_t e = 1; e < path.size(); ++e) {
        hasTip = hasTip || path[e][0] == tip;
        if (path[e][0] != path[e - 1][1]) {
            return false;
        }
    }
    return hasTip;
}

std::vector<int32_t> matchLegs(FlatMesh &mesh, int32_t tip, double near,
                               std::vector<std::array<int32_t, 2>> &path) {
    return Matcher(mesh, near).match(tip, path);
}

} // namespace selvage
