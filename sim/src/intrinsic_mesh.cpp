// Pairing of half-edges, and what single triangles tell.
#include "intrinsic_mesh.h"

#include "maths/index.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

struct Half {
    int32_t low;
    int32_t high;
    int32_t index;
};

// Pairs the halves of every edge that two triangles share; locks the ends of all others that are no border.
void pairHalves(IntrinsicMesh &mesh) {
    std::vector<Half> halves;
    halves.reserve(mesh.corner.size());
    for (int32_t h = 0; h < static_cast<int32_t>(mesh.corner.size()); ++h) {
        const int32_t a = mesh.corner[u(h)];
        const int32_t b = mesh.corner[u(nextHalf(h))];
        halves.push_back({std::min(a, b), std::max(a, b), h});
    }
    std::sort(halves.begin(), halves.end(), [](const Half &p, const Half &q) {
        return p.low != q.low ? p.low < q.low : p.high != q.high ? p.high < q.high : p.index < q.index;
    });
    for (size_t i = 0; i < halves.size();) {
        size_t end = i + 1;
        while (end < halves.size() && halves[end].low == halves[i].low &&
               halves[end].high == halves[i].high) {
            ++end;
        }
        const bool isPair =
            end - i == 2 && mesh.corner[u(halves[i].index)] != mesh.corner[u(halves[i + 1].index)];
        if (isPair) {
            mesh.twin[u(halves[i].index)] = halves[i + 1].index;
            mesh.twin[u(halves[i + 1].index)] = halves[i].index;
        } else if (end - i > 1) {
            mesh.locked[u(halves[i].low)] = mesh.locked[u(halves[i].high)] = 1;
        }
        i = end;
    }
}

} // namespace

PlanePoint cornerAbove(double base, double toStart, double toEnd) {
    const double x = (toStart * toStart - toEnd * toEnd + base * base) / (2.0 * base);
    return {x, std::sqrt(std::max(0.0, toStart * toStart - x * x))};
}

std::vector<MeshDiagonal> diagonalsOf(const IntrinsicMesh &mesh) {
    std::vector<MeshDiagonal> diagonals;
    for (int32_t h = 0; h < static_cast<int32_t>(mesh.corner.size()); ++h) {
        const int32_t t = mesh.twin[u(h)];
        if (t < h) {
            continue;
        }
        const double base = mesh.length[u(h)];
        const PlanePoint c = cornerAbove(base, mesh.length[u(previousHalf(h))], mesh.length[u(nextHalf(h))]);
        const PlanePoint d = cornerAbove(base, mesh.length[u(nextHalf(t))], mesh.length[u(previousHalf(t))]);
        const double crossing = (d.x * c.y + c.x * d.y) / (c.y + d.y);
        const int32_t a = mesh.corner[u(previousHalf(h))];
        const int32_t b = mesh.corner[u(previousHalf(t))];
        if (a != b && crossing >= 0.0 && crossing <= base) {
            diagonals.push_back({a, b, std::hypot(c.x - d.x, c.y + d.y)});
        }
    }
    return diagonals;
}

double triangleArea(double a, double b, double c) {
    const PlanePoint top = cornerAbove(a, b, c);
    return 0.5 * a * top.y;
}

IntrinsicMesh makeIntrinsicMesh(int32_t vertexCount, std::span<const int32_t> triangles,
                                std::span<const double> lengths) {
    IntrinsicMesh mesh;
    mesh.vertexCount = vertexCount;
    mesh.corner.assign(triangles.begin(), triangles.end());
    mesh.length.assign(lengths.begin(), lengths.end());
    mesh.twin.assign(triangles.size(), -1);
    mesh.outgoing.assign(u(vertexCount), -1);
    mesh.locked.assign(u(vertexCount), 0);
    pairHalves(mesh);
    std::vector<int32_t> corners(u(vertexCount), 0);
    std::vector<int32_t> borders(u(vertexCount), 0);
    for (int32_t h = 0; h < static_cast<int32_t>(mesh.corner.size()); ++h) {
        const auto v = u(mesh.corner[u(h)]);
        ++corners[v];
        borders[v] += mesh.twin[u(h)] < 0 ? 1 : 0;
        if (mesh.outgoing[v] < 0 || mesh.twin[u(h)] < 0) {
            mesh.outgoing[v] = h;
        }
    }
    for (size_t v = 0; v < u(vertexCount); ++v) {
        // More than one fan of triangles meets at the vertex where one turn around it does not see them all.
        int32_t seen = 0;
        for (int32_t h = mesh.outgoing[v]; h >= 0;) {
            ++seen;
            h = mesh.twin[u(previousHalf(h))];
            h = h == mesh.outgoing[v] ? -1 : h;
        }
        if (seen != corners[v] || borders[v] > 1 || corners[v] == 0) {
            mesh.locked[v] = 1;
        }
    }
    return mesh;
}

double doubleArea(const PlanePoint &a, const PlanePoint &b, const PlanePoint &c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

TriangleWeights weightsIn(const PlanePoint &a, const PlanePoint &b, const PlanePoint &c,
                          const PlanePoint &p) {
    const double area = doubleArea(a, b, c);
    return {doubleArea(p, b, c) / area, doubleArea(a, p, c) / area, doubleArea(a, b, p) / area};
}

double angleBetween(double a, double b, double opposite) {
    const double cosine = (a * a + b * b - opposite * opposite) / (2.0 * a * b);
    return std::acos(std::clamp(cosine, -1.0, 1.0));
}

double distanceToCorner(const IntrinsicMesh &mesh, int32_t h, const TriangleWeights &weight) {
    const double ahead = mesh.length[u(h)];
    const double behind = mesh.length[u(previousHalf(h))];
    const double across = mesh.length[u(nextHalf(h))];
    const double wa = weight[u((h + 1) % 3)];
    const double wb = weight[u((h + 2) % 3)];
    const double product = ahead * ahead + behind * behind - across * across; // twice the sides' dot product
    const double square = wa * wa * ahead * ahead + wb * wb * behind * behind + wa * wb * product;
    return std::sqrt(std::max(0.0, square));
}

} // namespace selvage
