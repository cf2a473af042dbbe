// Label-correcting propagation over triangles.
#include "geodesic.h"

#include "maths/index.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr double kNearer = 1e-9; // m, that counts as an improvement

// The third corner of a triangle with base ab, when a and b are that far from the source: the source is laid
// flat below the base, and the way goes straight if it crosses the base.
double across(double base, double toA, double toB, double sourceA, double sourceB) {
    const double around = std::min(sourceA + toA, sourceB + toB);
    const auto spot = [base](double fromA, double fromB, double side, double &x, double &y) {
        x = (fromA * fromA - fromB * fromB + base * base) / (2.0 * base);
        const double square = fromA * fromA - x * x;
        y = side * std::sqrt(std::max(0.0, square));
        return square >= 0.0;
    };
    double x = 0.0;
    double y = 0.0;
    double sourceX = 0.0;
    double sourceY = 0.0;
    spot(toA, toB, 1.0, x, y);
    if (!spot(sourceA, sourceB, -1.0, sourceX, sourceY)) {
        return around;
    }
    const double height = y - sourceY;
    const double crossing = height > 0.0 ? (sourceX * y - x * sourceY) / height : -1.0;
    return crossing >= 0.0 && crossing <= base ? std::hypot(x - sourceX, height) : around;
}

} // namespace

Geodesics makeGeodesics(const IntrinsicMesh &mesh) {
    Geodesics geodesics;
    geodesics.distance.assign(u(mesh.vertexCount), kUnreached);
    geodesics.waiting.assign(u(mesh.vertexCount) + 1, 0);
    geodesics.isWaiting.assign(u(mesh.vertexCount), 0);
    return geodesics;
}

void spreadDistances(const IntrinsicMesh &mesh, Geodesics &geodesics) {
    auto &distance = geodesics.distance;
    const auto capacity = static_cast<int32_t>(geodesics.waiting.size());
    int32_t head = 0;
    int32_t tail = 0;
    const auto push = [&](int32_t v) {
        if (geodesics.isWaiting[u(v)] == 0) {
            geodesics.isWaiting[u(v)] = 1;
            geodesics.waiting[u(tail)] = v;
            tail = tail + 1 == capacity ? 0 : tail + 1;
        }
    };
    const auto offer = [&](int32_t v, double value) {
        if (value < distance[u(v)] - kNearer) {
            distance[u(v)] = value;
            push(v);
        }
    };
    for (int32_t v = 0; v < mesh.vertexCount; ++v) {
        if (distance[u(v)] < kUnreached) {
            push(v);
        }
    }
    while (head != tail) {
        const int32_t v = geodesics.waiting[u(head)];
        head = head + 1 == capacity ? 0 : head + 1;
        geodesics.isWaiting[u(v)] = 0;
        const int32_t first = mesh.outgoing[u(v)];
        for (int32_t h = first; h >= 0;) {
            const int32_t ahead = nextHalf(h);
            const int32_t behind = previousHalf(h);
            const int32_t p = mesh.corner[u(ahead)];
            const int32_t q = mesh.corner[u(behind)];
            const double vp = mesh.length[u(h)];
            const double pq = mesh.length[u(ahead)];
            const double qv = mesh.length[u(behind)];
            const double here = distance[u(v)];
            offer(p, across(qv, vp, pq, here, distance[u(q)]));
            offer(q, across(vp, qv, pq, here, distance[u(p)]));
            h = mesh.twin[u(behind)];
            h = h == first ? -1 : h;
        }
    }
}

} // namespace selvage
