// Flips, removal of vertices, and the choice of which stay.
#include "mesh_coarsening.h"

#include "maths/index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace selvage {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kFlat = 1e-6;        // rad, of an angle sum
constexpr double kConeMax = 0.5;      // rad; more pointed vertices stay
constexpr double kOutlineTurn = 0.45; // rad; corners of the outline that turn more stay
constexpr double kSliver = 1e-6;      // –, of an edge
constexpr int kScaleSteps = 40;       // bisections

using Point = PlanePoint;
using Weights = TriangleWeights;

// A vertex that is gone, in the list of the triangle where it lies.
struct Resident {
    Weights weight{};
    int32_t nextOne{-1};
};

class Coarsener {
public:
    explicit Coarsener(const IntrinsicMesh &fine)
        : mesh_(fine), residents_(u(fine.vertexCount)), firstOf_(fine.corner.size() / 3, -1) {}

    Coarsening run();

private:
    int32_t from(int32_t h) const { return mesh_.corner[u(h)]; }
    int32_t to(int32_t h) const { return mesh_.corner[u(nextHalf(h))]; }
    double lengthOf(int32_t h) const { return mesh_.length[u(h)]; }
    bool onBorder(int32_t v) const {
        return mesh_.outgoing[u(v)] >= 0 && mesh_.twin[u(mesh_.outgoing[u(v)])] < 0;
    }
    // The next half-edge out of the same vertex, turning left; -1 past the border.
    int32_t turned(int32_t h) const { return mesh_.twin[u(previousHalf(h))]; }
    double angleAt(int32_t h) const {
        return angleBetween(lengthOf(h), lengthOf(previousHalf(h)), lengthOf(nextHalf(h)));
    }

    template <typename Each> void aroundVertex(int32_t v, const Each &each) const {
        const int32_t first = mesh_.outgoing[u(v)];
        for (int32_t h = first; h >= 0;) {
            each(h);
            h = turned(h);
            if (h == first) {
                return;
            }
        }
    }

    double angleSum(int32_t v) const;
    bool areNeighbours(int32_t a, int32_t b) const;
    std::vector<uint8_t> chooseKept() const;
    bool staysAlways(int32_t v) const;

    struct Diamond {
        Point a, b, c, d; // the edge from a to b, c to its left, d to its right
    };
    Diamond layOut(int32_t h) const;
    bool mayFlip(int32_t h, double &quality) const;
    void flip(int32_t h);
    void rehome(int32_t v, int32_t face, const Weights &weight);
    int32_t takeResidents(int32_t face);

    bool flatten(int32_t v);
    void scaleAround(int32_t v, double factor);
    bool thinOut(int32_t v, int32_t degree);
    bool removeVertex(int32_t v);
    void mergeThree(int32_t v);
    bool cutEar(int32_t v);
    void makeDelaunay();
    Coarsening compact();

    IntrinsicMesh mesh_;
    std::vector<Resident> residents_; // per vertex
    std::vector<int32_t> firstOf_;    // per triangle, its first resident
};

double Coarsener::angleSum(int32_t v) const {
    double sum = 0.0;
    aroundVertex(v, [&](int32_t h) { sum += angleAt(h); });
    return sum;
}

bool Coarsener::areNeighbours(int32_t a, int32_t b) const {
    bool found = false;
    aroundVertex(a, [&](int32_t h) { found = found || to(h) == b || from(previousHalf(h)) == b; });
    return found;
}

bool Coarsener::staysAlways(int32_t v) const {
    if (mesh_.locked[u(v)] != 0) {
        return true;
    }
    const double sum = angleSum(v);
    return onBorder(v) ? std::abs(sum - kPi) > kOutlineTurn : std::abs(sum - 2.0 * kPi) > kConeMax;
}

// Greedily, what must stay first, then the border, so that it is thinned evenly.
std::vector<uint8_t> Coarsener::chooseKept() const {
    std::vector<uint8_t> kept(u(mesh_.vertexCount), 0);
    std::vector<uint8_t> beside(u(mesh_.vertexCount), 0);
    const auto keep = [&](int32_t v) {
        kept[u(v)] = 1;
        aroundVertex(v, [&](int32_t h) { beside[u(to(h))] = beside[u(from(previousHalf(h)))] = 1; });
    };
    for (int32_t v = 0; v < mesh_.vertexCount; ++v) {
        if (staysAlways(v)) {
            keep(v);
        }
    }
    for (const bool border : {true, false}) {
        for (int32_t v = 0; v < mesh_.vertexCount; ++v) {
            if (kept[u(v)] == 0 && beside[u(v)] == 0 && onBorder(v) == border) {
                keep(v);
            }
        }
    }
    return kept;
}

Coarsener::Diamond Coarsener::layOut(int32_t h) const {
    const int32_t t = mesh_.twin[u(h)];
    const double base = lengthOf(h);
    Diamond diamond;
    diamond.b = {base, 0.0};
    diamond.c = cornerAbove(base, lengthOf(previousHalf(h)), lengthOf(nextHalf(h)));
    diamond.d = cornerAbove(base, lengthOf(nextHalf(t)), lengthOf(previousHalf(t)));
    diamond.d.y = -diamond.d.y;
    return diamond;
}

// Whether the edge's two triangles can be cut along the other diagonal without turning one over; the triangle
// at the edge's start may become a line, since it is about to go. `quality`: how good the one at its end is.
bool Coarsener::mayFlip(int32_t h, double &quality) const {
    const int32_t t = mesh_.twin[u(h)];
    if (t < 0 || h / 3 == t / 3) {
        return false;
    }
    const int32_t c = from(previousHalf(h));
    const int32_t d = from(previousHalf(t));
    if (c == d || areNeighbours(c, d)) {
        return false;
    }
    const Diamond q = layOut(h);
    const double height = q.c.y - q.d.y;
    const double crossing = height > 0.0 ? (q.d.x * q.c.y - q.c.x * q.d.y) / height : -1.0;
    if (!(crossing >= -kSliver * q.b.x && crossing <= (1.0 - kSliver) * q.b.x)) {
        return false;
    }
    const double across = std::hypot(q.c.x - q.d.x, q.c.y - q.d.y);
    const double longest = std::max({across, lengthOf(nextHalf(h)), lengthOf(previousHalf(t))});
    quality = doubleArea(q.d, q.b, q.c) / (longest * longest);
    return true;
}

void Coarsener::rehome(int32_t v, int32_t face, const Weights &weight) {
    residents_[u(v)] = {weight, firstOf_[u(face)]};
    firstOf_[u(face)] = v;
}

int32_t Coarsener::takeResidents(int32_t face) {
    const int32_t first = firstOf_[u(face)];
    firstOf_[u(face)] = -1;
    return first;
}

void Coarsener::flip(int32_t h) {
    const int32_t t = mesh_.twin[u(h)];
    const int32_t f = h / 3;
    const int32_t g = t / 3;
    const Diamond q = layOut(h);
    const std::array<int32_t, 4> outer{previousHalf(t), nextHalf(h), previousHalf(h),
                                       nextHalf(t)}; // d-b, b-c, c-a, a-d
    const std::array<int32_t, 4> moved{3 * f, 3 * f + 1, 3 * g, 3 * g + 1};
    const std::array<int32_t, 4> start{from(outer[0]), from(outer[1]), from(outer[2]), from(outer[3])};
    std::array<int32_t, 4> twins{};
    std::array<double, 4> lengths{};
    for (size_t k = 0; k < 4; ++k) {
        twins[k] = mesh_.twin[u(outer[k])];
        lengths[k] = lengthOf(outer[k]);
    }
    // Where its residents lie, before its corners change.
    const auto spotOf = [&](int32_t edge, const Point &a, const Point &b, const Point &c, int32_t v) {
        const Weights &w = residents_[u(v)].weight;
        const size_t k = u(edge % 3); // the weight of the edge's start
        const double wa = w[k];
        const double wb = w[(k + 1) % 3];
        const double wc = w[(k + 2) % 3];
        return Point{wa * a.x + wb * b.x + wc * c.x, wa * a.y + wb * b.y + wc * c.y};
    };
    const bool startIsLine = doubleArea(q.c, q.a, q.d) < kSliver * q.b.x * q.b.x; // nothing lies in it
    const int32_t lists[2] = {takeResidents(f), takeResidents(g)};
    for (int side = 0; side < 2; ++side) {
        for (int32_t v = lists[side]; v >= 0;) {
            const int32_t following = residents_[u(v)].nextOne;
            const Point p = side == 0 ? spotOf(h, q.a, q.b, q.c, v) : spotOf(t, q.b, q.a, q.d, v);
            const Weights atEnd = weightsIn(q.d, q.b, q.c, p);
            const bool inEnd = startIsLine || atEnd[1] >= 0.0;
            rehome(v, inEnd ? f : g, inEnd ? atEnd : weightsIn(q.c, q.a, q.d, p));
            v = following;
        }
    }
    const std::array<int32_t, 6> corners{start[0], start[1], start[2], start[2], start[3], start[0]};
    for (size_t k = 0; k < 3; ++k) {
        mesh_.corner[u(3 * f) + k] = corners[k];
        mesh_.corner[u(3 * g) + k] = corners[3 + k];
    }
    for (size_t k = 0; k < 4; ++k) {
        mesh_.twin[u(moved[k])] = twins[k];
        mesh_.length[u(moved[k])] = lengths[k];
        if (twins[k] >= 0) {
            mesh_.twin[u(twins[k])] = moved[k];
        }
        // The new half-edges out of b, c, a and d; on the border those without a twin.
        int32_t &out = mesh_.outgoing[u(start[k])];
        if (mesh_.twin[u(moved[k])] < 0 || out / 3 == f || out / 3 == g) {
            out = moved[k];
        }
    }
    const double across = std::hypot(q.c.x - q.d.x, q.c.y - q.d.y);
    mesh_.twin[u(3 * f + 2)] = 3 * g + 2;
    mesh_.twin[u(3 * g + 2)] = 3 * f + 2;
    mesh_.length[u(3 * f + 2)] = mesh_.length[u(3 * g + 2)] = across;
}

void Coarsener::scaleAround(int32_t v, double factor) {
    aroundVertex(v, [&](int32_t h) {
        mesh_.length[u(h)] *= factor;
        mesh_.length[u(previousHalf(h))] *= factor;
    });
}

// Makes the angles around an inner vertex, or one where the outline turns inwards, add up to a full or half
// turn by scaling its edges (Liu et al. 2023): the curvature goes to its neighbours.
bool Coarsener::flatten(int32_t v) {
    const bool border = onBorder(v);
    const double wanted = border ? kPi : 2.0 * kPi;
    const double sum = angleSum(v);
    if (std::abs(sum - wanted) < kFlat || (border && sum < wanted)) {
        return true;
    }
    double low = 0.7;
    double high = 1.4;
    const auto sumAt = [&](double factor) {
        double total = 0.0;
        aroundVertex(v, [&](int32_t h) {
            total +=
                angleBetween(factor * lengthOf(h), factor * lengthOf(previousHalf(h)), lengthOf(nextHalf(h)));
        });
        return total;
    };
    if (sumAt(low) < wanted || sumAt(high) > wanted) {
        return false;
    }
    for (int step = 0; step < kScaleSteps; ++step) {
        const double middle = 0.5 * (low + high);
        (sumAt(middle) > wanted ? low : high) = middle;
    }
    const double factor = 0.5 * (low + high);
    bool isTriangle = true;
    aroundVertex(v, [&](int32_t h) {
        const double a = factor * lengthOf(h);
        const double b = factor * lengthOf(previousHalf(h));
        const double c = lengthOf(nextHalf(h));
        isTriangle = isTriangle && a + b > c * (1.0 + kSliver) && std::abs(a - b) < c * (1.0 - kSliver);
    });
    if (isTriangle) {
        scaleAround(v, factor);
    }
    return isTriangle;
}

// Flips edges of the vertex away until it has only that many.
bool Coarsener::thinOut(int32_t v, int32_t degree) {
    while (true) {
        int32_t count = 0;
        int32_t best = -1;
        double bestQuality = -1.0;
        aroundVertex(v, [&](int32_t h) {
            double quality = 0.0;
            count += mesh_.twin[u(h)] >= 0 ? 1 : 0;
            if (mayFlip(h, quality) && quality > bestQuality) {
                bestQuality = quality;
                best = h;
            }
        });
        if (count <= degree) {
            return count == degree;
        }
        if (best < 0) {
            return false;
        }
        flip(best);
    }
}

// Its three triangles become one, in which it and their residents lie.
void Coarsener::mergeThree(int32_t v) {
    std::array<int32_t, 3> spoke{};
    size_t count = 0;
    aroundVertex(v, [&](int32_t h) { spoke[count++] = h; });
    const std::array<int32_t, 3> rim{nextHalf(spoke[0]), nextHalf(spoke[1]), nextHalf(spoke[2])};
    const double base = lengthOf(rim[0]);
    const Point a{};
    const Point b{base, 0.0};
    const Point c = cornerAbove(base, lengthOf(rim[2]), lengthOf(rim[1]));
    const Weights own =
        weightsIn(a, b, c, cornerAbove(base, lengthOf(spoke[0]), lengthOf(previousHalf(spoke[0]))));
    const int32_t face = spoke[0] / 3;
    std::array<int32_t, 3> lists{};
    std::array<int32_t, 3> corners{};
    std::array<int32_t, 3> twins{};
    std::array<double, 3> lengths{};
    for (size_t k = 0; k < 3; ++k) {
        lists[k] = takeResidents(spoke[k] / 3);
        corners[k] = to(spoke[k]);
        twins[k] = mesh_.twin[u(rim[k])];
        lengths[k] = lengthOf(rim[k]);
    }
    for (size_t k = 0; k < 3; ++k) {
        for (int32_t r = lists[k]; r >= 0;) {
            const int32_t following = residents_[u(r)].nextOne;
            const Weights &w = residents_[u(r)].weight;
            const size_t at = u(spoke[k] % 3);
            Weights now{own[0] * w[at], own[1] * w[at], own[2] * w[at]};
            now[k] += w[(at + 1) % 3];
            now[(k + 1) % 3] += w[(at + 2) % 3];
            rehome(r, face, now);
            r = following;
        }
    }
    rehome(v, face, own);
    for (size_t k = 0; k < 3; ++k) {
        const int32_t h = 3 * face + static_cast<int32_t>(k);
        int32_t &out = mesh_.outgoing[u(corners[k])];
        const bool isGone = out / 3 == spoke[0] / 3 || out / 3 == spoke[1] / 3 || out / 3 == spoke[2] / 3;
        out = isGone ? h : out;
        mesh_.twin[u(h)] = twins[k];
        mesh_.length[u(h)] = lengths[k];
        if (twins[k] >= 0) {
            mesh_.twin[u(twins[k])] = h;
        }
    }
    for (const int32_t h : spoke) {
        std::fill_n(mesh_.corner.begin() + 3 * (h / 3), 3, -1);
    }
    std::copy(corners.begin(), corners.end(), mesh_.corner.begin() + 3 * face);
    mesh_.outgoing[u(v)] = -1;
}

// A border vertex with a single triangle: cut off. What lies in it is told by the triangle behind.
bool Coarsener::cutEar(int32_t v) {
    const int32_t h = mesh_.outgoing[u(v)];
    const int32_t rim = nextHalf(h);
    const int32_t behind = mesh_.twin[u(rim)];
    if (behind < 0) {
        return false;
    }
    const Diamond q = layOut(rim); // a = to(h), b = the other neighbour, c = v, d = behind
    const auto move = [&](int32_t r, const Point &p) {
        Weights weight = weightsIn(q.b, q.a, q.d, p);
        Weights placed{};
        for (size_t k = 0; k < 3; ++k) {
            placed[(u(behind % 3) + k) % 3] = weight[k];
        }
        rehome(r, behind / 3, placed);
    };
    for (int32_t r = takeResidents(h / 3); r >= 0;) {
        const int32_t following = residents_[u(r)].nextOne;
        const Weights &w = residents_[u(r)].weight;
        const double wv = w[u(h % 3)];
        const double wa = w[u(rim % 3)];
        const double wb = w[u(previousHalf(h) % 3)];
        move(r, {wv * q.c.x + wa * q.a.x + wb * q.b.x, wv * q.c.y + wa * q.a.y + wb * q.b.y});
        r = following;
    }
    move(v, q.c);
    const int32_t other = from(behind); // now starts the border edge
    std::fill_n(mesh_.corner.begin() + 3 * (h / 3), 3, -1);
    mesh_.twin[u(behind)] = -1;
    mesh_.outgoing[u(other)] = behind;
    mesh_.outgoing[u(v)] = -1;
    return true;
}

bool Coarsener::removeVertex(int32_t v) {
    if (!flatten(v)) {
        return false;
    }
    if (onBorder(v)) {
        return thinOut(v, 0) && cutEar(v);
    }
    if (!thinOut(v, 3)) {
        return false;
    }
    mergeThree(v);
    return true;
}

void Coarsener::makeDelaunay() {
    constexpr int kPassMax = 50;
    bool changed = true;
    for (int pass = 0; changed && pass < kPassMax; ++pass) {
        changed = false;
        for (int32_t h = 0; h < static_cast<int32_t>(mesh_.corner.size()); ++h) {
            const int32_t t = mesh_.twin[u(h)];
            if (mesh_.corner[u(h)] < 0 || t < h) {
                continue;
            }
            const double opposite = angleAt(previousHalf(h)) + angleAt(previousHalf(t));
            double quality = 0.0;
            if (opposite > kPi + kFlat && mayFlip(h, quality)) {
                flip(h);
                changed = true;
            }
        }
    }
}

Coarsening Coarsener::compact() {
    Coarsening out;
    std::vector<int32_t> numberOf(u(mesh_.vertexCount), -1);
    for (int32_t v = 0; v < mesh_.vertexCount; ++v) {
        if (mesh_.outgoing[u(v)] >= 0) {
            numberOf[u(v)] = static_cast<int32_t>(out.source.size());
            out.source.push_back(v);
            out.mesh.locked.push_back(mesh_.locked[u(v)]);
        }
    }
    out.mesh.vertexCount = static_cast<int32_t>(out.source.size());
    out.place.resize(u(mesh_.vertexCount));
    std::vector<int32_t> faceOf(mesh_.corner.size() / 3, -1);
    int32_t faces = 0;
    for (size_t f = 0; f < faceOf.size(); ++f) {
        faceOf[f] = mesh_.corner[3 * f] >= 0 ? faces++ : -1;
    }
    for (size_t f = 0; f < faceOf.size(); ++f) {
        if (faceOf[f] < 0) {
            continue;
        }
        for (size_t h = 3 * f; h < 3 * f + 3; ++h) {
            const int32_t t = mesh_.twin[h];
            out.mesh.corner.push_back(numberOf[u(mesh_.corner[h])]);
            out.mesh.twin.push_back(t < 0 ? -1 : 3 * faceOf[u(t / 3)] + t % 3);
            out.mesh.length.push_back(mesh_.length[h]);
        }
        for (int32_t v = firstOf_[f]; v >= 0; v = residents_[u(v)].nextOne) {
            for (size_t k = 0; k < 3; ++k) {
                out.place[u(v)].vertex[k] = numberOf[u(mesh_.corner[3 * f + k])];
                out.place[u(v)].weight[k] = residents_[u(v)].weight[k];
                out.place[u(v)].distance[k] =
                    distanceToCorner(mesh_, static_cast<int32_t>(3 * f + k), residents_[u(v)].weight);
            }
        }
    }
    for (int32_t v = 0; v < mesh_.vertexCount; ++v) {
        const int32_t h = mesh_.outgoing[u(v)];
        if (h >= 0) {
            const int32_t self = numberOf[u(v)];
            out.mesh.outgoing.push_back(3 * faceOf[u(h / 3)] + h % 3);
            out.place[u(v)] = {{self, self, self}, {1.0, 0.0, 0.0}, {}};
        }
    }
    return out;
}

Coarsening Coarsener::run() {
    const std::vector<uint8_t> kept = chooseKept();
    for (int32_t v = 0; v < mesh_.vertexCount; ++v) {
        if (kept[u(v)] == 0) {
            removeVertex(v); // what cannot go stays
        }
    }
    makeDelaunay();
    return compact();
}

} // namespace

Coarsening coarsen(const IntrinsicMesh &fine) {
    return Coarsener(fine).run();
}

} // namespace selvage
