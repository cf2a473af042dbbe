// A vertex moves alike in all panels that it is sewn to.
#include "flat_move.h"

#include "maths/index.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr double kSlideMax = 0.35;      // –, of a border's edge, that a particle may slide along it
constexpr double kInLine = 1e-5;        // –, sine of the angle between two edges that are one line
constexpr double kMovedCosine = 0.985;  // of 10 degrees
constexpr double kGoodCosine = 0.906;   // of 25 degrees
constexpr double kRelaxedCosine = 1e-3; // –, that a vertex has to win by moving
constexpr double kBetterCosine = 1e-6;  // –, that a flip has to win

constexpr std::array<double, 3> kSteps{1.0, 0.5, 0.2}; // –, of the way to the neighbours' middle

// The corners between two edges of a border or seam: where the vertex is, and its neighbours along them.
struct Sector {
    DVec2 here{0.0};
    DVec2 first{0.0};
    DVec2 second{0.0};

    bool isStraight() const {
        const DVec2 a = first - here;
        const DVec2 b = second - here;
        return std::abs(crossOf(a, b)) < kInLine * glm::length(a) * glm::length(b) && glm::dot(a, b) < 0.0;
    }
};

class Mover {
public:
    Mover(FlatMesh &mesh, const FlatPoint &at) : mesh_(mesh), at_(at) {
        mesh_.gatherStar(at.vertex, star_);
        for (size_t i = 0; i < star_.corners.size(); ++i) {
            const auto [t, k] = star_.corners[i];
            if (mesh_.isBorder(t, k) || mesh_.isSeam(t, k)) {
                begin_.push_back(i);
            }
        }
    }

    // Unless a smaller angle than that of the cosine `limit` comes of it.
    bool move(const DVec2 &place, const DVec2 *direction, double limit) {
        limit_ = limit;
        if (begin_.empty()) {
            return moveTo([&](size_t) { return place; });
        }
        const bool alongOneLine = begin_.size() == (star_.closed ? 2U : 1U);
        return alongOneLine && slide(place, direction);
    }

    double worst() const {
        return worstWith([&](size_t i) { return mesh_.place(star_.corners[i]); });
    }

    // To the middle of its neighbours; along a border, of those along it.
    DVec2 middle() const {
        DVec2 sum(0.0);
        double count = 0.0;
        for (size_t i = 0; i < star_.corners.size(); ++i) {
            const auto [t, k] = star_.corners[i];
            const bool last = !star_.closed && i + 1 == star_.corners.size();
            if (begin_.empty() || std::find(begin_.begin(), begin_.end(), i) != begin_.end()) {
                sum += mesh_.place({t, followingCorner(k)});
                count += 1.0;
            }
            if (last) {
                sum += mesh_.place({t, precedingCorner(k)});
                count += 1.0;
            }
        }
        return sum / count;
    }

private:
    template <typename PlaceOf> double worstWith(const PlaceOf &placeOf) const {
        double worst = 0.0;
        for (size_t i = 0; i < star_.corners.size(); ++i) {
            const FlatCorner &c = star_.corners[i];
            worst = std::max(worst, worstCosine(placeOf(i), mesh_.uv[u(c.triangle)][u(followingCorner(c.k))],
                                                mesh_.uv[u(c.triangle)][u(precedingCorner(c.k))]));
        }
        return worst;
    }

    // Of the corners from begin_[s] on; fills sectorOf for them.
    Sector sectorAt(size_t s, std::vector<size_t> &sectorOf) const {
        const size_t count = star_.corners.size();
        const size_t last = begin_.size() == 1 ? count - 1 : (begin_[1 - s] + count - 1) % count;
        for (size_t i = begin_[s]; i != last; i = (i + 1) % count) {
            sectorOf[i] = s;
        }
        sectorOf[last] = s;
        const FlatCorner &a = star_.corners[begin_[s]];
        const FlatCorner &b = star_.corners[last];
        return {mesh_.place(a), mesh_.place({a.triangle, followingCorner(a.k)}),
                mesh_.place({b.triangle, precedingCorner(b.k)})};
    }

    bool slide(const DVec2 &place, const DVec2 *direction) {
        std::vector<size_t> sectorOf(star_.corners.size(), 0);
        std::array<Sector, 2> sector;
        const Sector *seen = nullptr;
        for (size_t s = 0; s < begin_.size(); ++s) {
            sector.at(s) = sectorAt(s, sectorOf);
            if (!sector.at(s).isStraight()) {
                return false;
            }
            if (s == 1) { // so that the same neighbour is the first of both
                std::swap(sector[1].first, sector[1].second);
            }
            seen = seen == nullptr && sector.at(s).here == at_.place ? &sector.at(s) : seen;
        }
        if (seen == nullptr) {
            return false;
        }
        const double toFirst = shareAlong(seen->first - seen->here, place - seen->here, direction);
        const double toSecond = shareAlong(seen->second - seen->here, place - seen->here, direction);
        const double share = std::max(toFirst, toSecond);
        return share > 0.0 && share < kSlideMax && moveTo([&](size_t i) {
                   const Sector &s = sector.at(sectorOf[i]);
                   return glm::mix(s.here, toFirst > toSecond ? s.first : s.second, share);
               });
    }

    // How far along an edge (–) a place is, or a line through it crosses.
    static double shareAlong(const DVec2 &edge, const DVec2 &place, const DVec2 *direction) {
        if (direction == nullptr) {
            return glm::dot(place, edge) / glm::dot(edge, edge);
        }
        const double across = crossOf(edge, *direction);
        return across == 0.0 ? 0.0 : crossOf(place, *direction) / across;
    }

    // To where `placeOf` has the star's i-th corner.
    template <typename PlaceOf> bool moveTo(const PlaceOf &placeOf) {
        if (worstWith(placeOf) > limit_) {
            return false;
        }
        for (size_t i = 0; i < star_.corners.size(); ++i) {
            const FlatCorner &c = star_.corners[i];
            mesh_.uv[u(c.triangle)][u(c.k)] = placeOf(i);
        }
        return true;
    }

    FlatMesh &mesh_;
    FlatPoint at_;
    FlatStar star_;
    double limit_{0.0};
    std::vector<size_t> begin_; // corners that an edge of a border or seam comes before
};

bool areNeighbours(const FlatMesh &mesh, int32_t a, int32_t b) {
    FlatStar star;
    mesh.gatherStar(a, star);
    return std::any_of(star.corners.begin(), star.corners.end(), [&](const FlatCorner &c) {
        const auto &corner = mesh.corner[u(c.triangle)];
        return corner[0] == b || corner[1] == b || corner[2] == b;
    });
}

} // namespace

bool moveVertex(FlatMesh &mesh, const FlatPoint &at, const DVec2 &place, const DVec2 *direction) {
    Mover mover(mesh, at);
    return mover.move(place, direction, std::max(kMovedCosine, mover.worst()));
}

bool relaxVertex(FlatMesh &mesh, int32_t vertex) {
    const int32_t t = mesh.around[u(vertex)];
    int32_t k = 0;
    while (mesh.corner[u(t)][u(k)] != vertex) {
        ++k;
    }
    const FlatPoint at{vertex, mesh.place({t, k})};
    Mover mover(mesh, at);
    const double worst = mover.worst();
    if (worst < kGoodCosine) {
        return false;
    }
    const DVec2 middle = mover.middle();
    return std::any_of(kSteps.begin(), kSteps.end(), [&](double step) {
        return mover.move(glm::mix(at.place, middle, step), nullptr, worst - kRelaxedCosine);
    });
}

bool flipIfBetter(FlatMesh &mesh, int32_t triangle, int32_t k) {
    const int32_t other = mesh.across[u(triangle)][u(k)];
    if (other < 0 || mesh.isSeam(triangle, k)) {
        return false;
    }
    const int32_t b = mesh.corner[u(triangle)][u(followingCorner(k))];
    int32_t j = 0; // the edge as the other triangle has it starts at b
    while (mesh.corner[u(other)][u(j)] != b) {
        ++j;
    }
    const DVec2 pa = mesh.place({triangle, k});
    const DVec2 pb = mesh.place({triangle, followingCorner(k)});
    const DVec2 pc = mesh.place({triangle, precedingCorner(k)});
    const DVec2 pd = mesh.place({other, precedingCorner(j)});
    const double before = std::max(worstCosine(pa, pb, pc), worstCosine(pb, pa, pd));
    const double after = std::max(worstCosine(pc, pa, pd), worstCosine(pd, pb, pc));
    if (after > before - kBetterCosine || areNeighbours(mesh, mesh.corner[u(triangle)][u(precedingCorner(k))],
                                                        mesh.corner[u(other)][u(precedingCorner(j))])) {
        return false;
    }
    mesh.flip(triangle, k);
    return true;
}

} // namespace selvage
