#include "constrained_delaunay.h"

#include "maths/index.h"

#include <algorithm>
#include <cassert>
#include <deque>

namespace selvage {

namespace {

constexpr int32_t kFar = 1 << 26; // corners of the triangle around everything
constexpr int32_t kOuterPoints = 3;

// A triangle and its corner k; the edge that it stands for lies opposite, from corner k + 1 to corner k + 2.
struct Side {
    int32_t triangle{-1};
    int32_t k{0};
};

struct Face {
    std::array<int32_t, 3> corner{};
    std::array<int32_t, 3> beyond{-1, -1, -1}; // the neighbour opposite each corner
    std::array<bool, 3> fixed{};               // the edge opposite each corner may not be flipped
};

int32_t next(int32_t k) {
    return k == 2 ? 0 : k + 1;
}

int32_t before(int32_t k) {
    return k == 0 ? 2 : k - 1;
}

class Builder {
public:
    Builder(std::span<const LatticeRing> rings, std::span<const LatticePoint> inner) {
        point_ = {{-kFar, -kFar}, {kFar, -kFar}, {0, kFar}};
        faceOf_.assign(u(kOuterPoints), 0);
        faces_.push_back({{0, 1, 2}, {-1, -1, -1}, {}});
        for (const LatticeRing &ring : rings) {
            for (const LatticePoint &p : ring) {
                insert(p);
            }
        }
        firstInner_ = static_cast<int32_t>(point_.size());
        for (const LatticePoint &p : inner) {
            insert(p);
        }
        int32_t first = kOuterPoints;
        for (const LatticeRing &ring : rings) {
            const auto count = static_cast<int32_t>(ring.size());
            for (int32_t i = 0; i < count; ++i) {
                force(first + i, first + (i + 1) % count);
            }
            first += count;
        }
        flipAll();
    }

    void smooth() {
        for (int32_t v = firstInner_; v < static_cast<int32_t>(point_.size()); ++v) {
            moveToMiddle(v);
        }
        flipAll();
    }

    Triangulation inside() const {
        const std::vector<int32_t> depth = depths();
        Triangulation result;
        result.point.assign(point_.begin() + kOuterPoints, point_.end());
        for (size_t f = 0; f < faces_.size(); ++f) {
            if (depth[f] % 2 == 1) {
                const auto &c = faces_[f].corner;
                result.triangle.push_back({c[0] - kOuterPoints, c[1] - kOuterPoints, c[2] - kOuterPoints});
            }
        }
        return result;
    }

private:
    const LatticePoint &at(int32_t face, int32_t k) const { return point_[u(faces_[u(face)].corner[u(k)])]; }

    int32_t cornerOf(int32_t face, int32_t vertex) const {
        const auto &c = faces_[u(face)].corner;
        return c[0] == vertex ? 0 : c[1] == vertex ? 1 : 2;
    }

    // The corner of `face` that looks at its neighbour `other`.
    int32_t sideTowards(int32_t face, int32_t other) const {
        const auto &b = faces_[u(face)].beyond;
        return b[0] == other ? 0 : b[1] == other ? 1 : 2;
    }

    void link(int32_t face, int32_t k, int32_t other, int32_t otherK) {
        faces_[u(face)].beyond[u(k)] = other;
        if (other >= 0) {
            faces_[u(other)].beyond[u(otherK)] = face;
        }
    }

    void own(int32_t face) {
        for (const int32_t v : faces_[u(face)].corner) {
            faceOf_[u(v)] = face;
        }
    }

    // The face that p lies in or on: walks over edges that p lies beyond. Ends, since the triangulation is
    // Delaunay when it is called.
    int32_t locate(const LatticePoint &p) const {
        int32_t face = last_;
        for (;;) {
            int32_t k = 0;
            while (k < 3 && turn(at(face, next(k)), at(face, before(k)), p) >= 0) {
                ++k;
            }
            if (k == 3) {
                return face;
            }
            face = faces_[u(face)].beyond[u(k)];
        }
    }

    void insert(const LatticePoint &p) {
        const int32_t face = locate(p);
        const auto v = static_cast<int32_t>(point_.size());
        point_.push_back(p);
        faceOf_.push_back(face);
        int32_t onEdge = -1;
        for (int32_t k = 0; k < 3; ++k) {
            if (turn(at(face, next(k)), at(face, before(k)), p) == 0) {
                onEdge = k;
            }
        }
        if (onEdge >= 0) {
            splitEdge({face, onEdge}, v);
        } else {
            splitFace(face, v);
        }
        flipPending();
        last_ = faceOf_[u(v)];
    }

    void splitFace(int32_t face, int32_t v) {
        const Face old = faces_[u(face)];
        const auto fresh = static_cast<int32_t>(faces_.size());
        const std::array<int32_t, 3> part{face, fresh, fresh + 1};
        faces_.resize(faces_.size() + 2);
        for (int32_t k = 0; k < 3; ++k) { // part k keeps the edge opposite corner k, with v in its place
            Face &f = faces_[u(part[u(k)])];
            f = {{v, old.corner[u(next(k))], old.corner[u(before(k))]},
                 {-1, part[u(next(k))], part[u(before(k))]},
                 {old.fixed[u(k)], false, false}};
            const int32_t other = old.beyond[u(k)];
            link(part[u(k)], 0, other, other >= 0 ? sideTowards(other, face) : 0);
            pending_.push_back({part[u(k)], 0});
        }
        for (const int32_t f : part) {
            own(f);
        }
    }

    // v lies on the edge opposite corner k: both faces there fall in two.
    void splitEdge(const Side &side, int32_t v) {
        const int32_t f = side.triangle;
        const int32_t g = faces_[u(f)].beyond[u(side.k)];
        const int32_t gk = sideTowards(g, f);
        const Face oldF = faces_[u(f)];
        const Face oldG = faces_[u(g)];
        const int32_t a = oldF.corner[u(side.k)];
        const int32_t b = oldF.corner[u(next(side.k))];
        const int32_t c = oldF.corner[u(before(side.k))];
        const int32_t d = oldG.corner[u(gk)];
        const auto f2 = static_cast<int32_t>(faces_.size());
        const int32_t g2 = f2 + 1;
        faces_.resize(faces_.size() + 2);
        const int32_t beyondAb = oldF.beyond[u(before(side.k))];
        const int32_t beyondCa = oldF.beyond[u(next(side.k))];
        const int32_t beyondDc = oldG.beyond[u(before(gk))];
        const int32_t beyondBd = oldG.beyond[u(next(gk))];
        // Found before the faces change, since both neighbours may be one face.
        const auto towards = [&](int32_t other, int32_t face) {
            return other >= 0 ? sideTowards(other, face) : 0;
        };
        const std::array<int32_t, 4> back{towards(beyondAb, f), towards(beyondCa, f), towards(beyondDc, g),
                                          towards(beyondBd, g)};
        faces_[u(f)] = {{v, a, b}, {beyondAb, g2, f2}, {oldF.fixed[u(before(side.k))], false, false}};
        faces_[u(f2)] = {{v, c, a}, {beyondCa, f, g}, {oldF.fixed[u(next(side.k))], false, false}};
        faces_[u(g)] = {{v, d, c}, {beyondDc, f2, g2}, {oldG.fixed[u(before(gk))], false, false}};
        faces_[u(g2)] = {{v, b, d}, {beyondBd, g, f}, {oldG.fixed[u(next(gk))], false, false}};
        link(f, 0, beyondAb, back[0]);
        link(f2, 0, beyondCa, back[1]);
        link(g, 0, beyondDc, back[2]);
        link(g2, 0, beyondBd, back[3]);
        for (const int32_t face : {f, f2, g, g2}) {
            own(face);
            pending_.push_back({face, 0});
        }
    }

    // Turns the edge opposite corner k of a face into the quad's other diagonal. Afterwards the new edge lies
    // opposite corner 1 of this face and corner 1 of its neighbour.
    void flip(const Side &side) {
        const int32_t f = side.triangle;
        const int32_t g = faces_[u(f)].beyond[u(side.k)];
        const int32_t gk = sideTowards(g, f);
        const Face oldF = faces_[u(f)];
        const Face oldG = faces_[u(g)];
        const int32_t a = oldF.corner[u(side.k)];
        const int32_t b = oldF.corner[u(next(side.k))];
        const int32_t c = oldF.corner[u(before(side.k))];
        const int32_t d = oldG.corner[u(gk)];
        const int32_t beyondAb = oldF.beyond[u(before(side.k))];
        const int32_t beyondCa = oldF.beyond[u(next(side.k))];
        const int32_t beyondDc = oldG.beyond[u(before(gk))];
        const int32_t beyondBd = oldG.beyond[u(next(gk))];
        const int32_t backCa = beyondCa >= 0 ? sideTowards(beyondCa, f) : 0;
        const int32_t backBd = beyondBd >= 0 ? sideTowards(beyondBd, g) : 0;
        faces_[u(f)] = {{a, b, d},
                        {beyondBd, g, beyondAb},
                        {oldG.fixed[u(next(gk))], false, oldF.fixed[u(before(side.k))]}};
        faces_[u(g)] = {{d, c, a},
                        {beyondCa, f, beyondDc},
                        {oldF.fixed[u(next(side.k))], false, oldG.fixed[u(before(gk))]}};
        if (beyondBd >= 0) {
            faces_[u(beyondBd)].beyond[u(backBd)] = f;
        }
        if (beyondCa >= 0) {
            faces_[u(beyondCa)].beyond[u(backCa)] = g;
        }
        own(f);
        own(g);
    }

    bool mayFlip(const Side &side) const {
        const Face &face = faces_[u(side.triangle)];
        const int32_t g = face.beyond[u(side.k)];
        return g >= 0 && !face.fixed[u(side.k)] &&
               inCircle(point_[u(face.corner[0])], point_[u(face.corner[1])], point_[u(face.corner[2])],
                        at(g, sideTowards(g, side.triangle)));
    }

    void flipPending() {
        while (!pending_.empty()) {
            const Side side = pending_.back();
            pending_.pop_back();
            if (!mayFlip(side)) {
                continue;
            }
            const int32_t g = faces_[u(side.triangle)].beyond[u(side.k)];
            flip(side);
            for (const int32_t face : {side.triangle, g}) {
                pending_.push_back({face, 0});
                pending_.push_back({face, 2});
            }
        }
    }

    void flipAll() {
        for (int32_t f = static_cast<int32_t>(faces_.size()) - 1; f >= 0; --f) {
            for (int32_t k = 2; k >= 0; --k) {
                pending_.push_back({f, k});
            }
        }
        flipPending();
    }

    // The side of a face at `a` whose edge the line from a to b leaves by, or that has b as a corner.
    Side towards(int32_t a, int32_t b) const {
        int32_t face = faceOf_[u(a)];
        for (;;) {
            const int32_t k = cornerOf(face, a);
            const LatticePoint &p = at(face, next(k));
            const LatticePoint &q = at(face, before(k));
            const bool isEnd =
                faces_[u(face)].corner[u(next(k))] == b || faces_[u(face)].corner[u(before(k))] == b;
            if (isEnd ||
                (turn(point_[u(a)], p, point_[u(b)]) > 0 && turn(point_[u(a)], point_[u(b)], q) > 0)) {
                return {face, k};
            }
            face = faces_[u(face)].beyond[u(next(k))]; // counter-clockwise round a, which is never at the rim
        }
    }

    bool crosses(int32_t a, int32_t b, int32_t c, int32_t d) const {
        if (a == c || a == d || b == c || b == d) {
            return false;
        }
        const auto side = [&](int32_t from, int32_t to, int32_t p) {
            const int64_t turned = turn(point_[u(from)], point_[u(to)], point_[u(p)]);
            return turned > 0 ? 1 : turned < 0 ? -1 : 0;
        };
        return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
    }

    // The face with the directed edge from c to d, not both of them outermost points.
    Side findEdge(int32_t c, int32_t d) const {
        if (c < kOuterPoints) { // its faces do not go all the way round: look from the other end
            const Side back = findEdge(d, c);
            const int32_t g = faces_[u(back.triangle)].beyond[u(back.k)];
            return {g, sideTowards(g, back.triangle)};
        }
        int32_t face = faceOf_[u(c)];
        for (;;) {
            const int32_t k = cornerOf(face, c);
            if (faces_[u(face)].corner[u(next(k))] == d) {
                return {face, before(k)};
            }
            face = faces_[u(face)].beyond[u(next(k))];
        }
    }

    // All edges that the segment from a to b crosses, from a on, as pairs of points.
    std::deque<std::array<int32_t, 2>> crossed(int32_t a, int32_t b) const {
        std::deque<std::array<int32_t, 2>> edges;
        Side side = towards(a, b);
        for (;;) {
            const Face &face = faces_[u(side.triangle)];
            const int32_t c = face.corner[u(next(side.k))];
            const int32_t d = face.corner[u(before(side.k))];
            if (c == b || d == b) {
                return edges;
            }
            edges.push_back({c, d});
            const int32_t g = face.beyond[u(side.k)];
            const int32_t gk = sideTowards(g, side.triangle);
            const int32_t apex = faces_[u(g)].corner[u(gk)];
            if (apex == b) {
                return edges;
            }
            // c lies right of the segment and d left of it; the next edge joins the apex to the other side.
            const bool apexIsLeft = turn(point_[u(a)], point_[u(b)], point_[u(apex)]) > 0;
            side = findEdge(apexIsLeft ? c : apex, apexIsLeft ? apex : d);
        }
    }

    // Makes the segment from a to b an edge that stays.
    void force(int32_t a, int32_t b) {
        auto edges = crossed(a, b);
        while (!edges.empty()) {
            const auto [c, d] = edges.front();
            edges.pop_front();
            const Side side = findEdge(c, d);
            const int32_t apex = faces_[u(side.triangle)].corner[u(side.k)];
            const int32_t g = faces_[u(side.triangle)].beyond[u(side.k)];
            const int32_t far = faces_[u(g)].corner[u(sideTowards(g, side.triangle))];
            if (!crosses(apex, far, c,
                         d)) { // the quad is not convex: later, when its neighbours have changed
                edges.push_back({c, d});
                continue;
            }
            flip(side);
            if (crosses(a, b, apex, far)) {
                edges.push_back({apex, far});
            }
        }
        const Side one = findEdge(a, b);
        const int32_t g = faces_[u(one.triangle)].beyond[u(one.k)];
        faces_[u(one.triangle)].fixed[u(one.k)] = true;
        faces_[u(g)].fixed[u(sideTowards(g, one.triangle))] = true;
    }

    void moveToMiddle(int32_t v) {
        glm::dvec2 sum(0.0);
        double weight = 0.0;
        int32_t face = faceOf_[u(v)];
        do {
            const int32_t k = cornerOf(face, v);
            const LatticePoint &p = at(face, next(k));
            const LatticePoint &q = at(face, before(k));
            const auto area = static_cast<double>(turn(point_[u(v)], p, q));
            sum += area *
                   (glm::dvec2(point_[u(v)].x, point_[u(v)].y) + glm::dvec2(p.x, p.y) + glm::dvec2(q.x, q.y));
            weight += 3.0 * area;
            face = faces_[u(face)].beyond[u(next(k))];
        } while (face != faceOf_[u(v)]);
        const glm::dvec2 middle = sum / weight;
        const LatticePoint moved{static_cast<int32_t>(std::lround(middle.x)),
                                 static_cast<int32_t>(std::lround(middle.y))};
        if (keepsFaces(v, moved)) {
            point_[u(v)] = moved;
        }
    }

    // Whether all triangles around v stay counter-clockwise when it moves.
    bool keepsFaces(int32_t v, const LatticePoint &moved) const {
        int32_t face = faceOf_[u(v)];
        do {
            const int32_t k = cornerOf(face, v);
            if (turn(moved, at(face, next(k)), at(face, before(k))) <= 0) {
                return false;
            }
            face = faces_[u(face)].beyond[u(next(k))];
        } while (face != faceOf_[u(v)]);
        return true;
    }

    // How many rings enclose each face, from those at the outermost points inwards.
    std::vector<int32_t> depths() const {
        std::vector<int32_t> depth(faces_.size(), -1);
        std::deque<int32_t> queue{faceOf_[0]};
        depth[u(faceOf_[0])] = 0;
        while (!queue.empty()) {
            const int32_t face = queue.front();
            queue.pop_front();
            for (size_t k = 0; k < 3; ++k) {
                const int32_t other = faces_[u(face)].beyond[k];
                if (other < 0 || depth[u(other)] >= 0) {
                    continue;
                }
                const bool across = faces_[u(face)].fixed[k];
                depth[u(other)] = depth[u(face)] + (across ? 1 : 0);
                across ? queue.push_back(other) : queue.push_front(other);
            }
        }
        return depth;
    }

    std::vector<LatticePoint> point_; // the outer three first
    std::vector<int32_t> faceOf_;     // any face at each point
    std::vector<Face> faces_;
    std::vector<Side> pending_; // edges that may have to be flipped
    int32_t last_{0};
    int32_t firstInner_{0};
};

} // namespace

Triangulation triangulate(std::span<const LatticeRing> rings, std::span<const LatticePoint> inner,
                          int32_t smoothing) {
    Builder builder(rings, inner);
    for (int32_t pass = 0; pass < smoothing; ++pass) {
        builder.smooth();
    }
    return builder.inside();
}

} // namespace selvage
