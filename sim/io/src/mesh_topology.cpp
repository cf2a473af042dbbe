// Edges as a sorted list of (lower particle, higher particle, triangle).
#include "mesh_topology.h"

#include "maths/index.h"

#include <algorithm>
#include <numeric>

namespace selvage {

namespace {

struct EdgeSide {
    int32_t low;
    int32_t high;
    int32_t triangle;
    bool forward; // the triangle runs from low to high

    bool sameEdge(const EdgeSide &other) const { return low == other.low && high == other.high; }
};

std::vector<EdgeSide> sortedEdges(const TriangleMesh &mesh) {
    std::vector<EdgeSide> edges;
    edges.reserve(mesh.triangles.size());
    for (size_t k = 0; k < mesh.triangles.size(); ++k) {
        const size_t t = k / 3;
        const int32_t a = mesh.triangles[k];
        const int32_t b = mesh.triangles[3 * t + (k + 1) % 3];
        edges.push_back({std::min(a, b), std::max(a, b), static_cast<int32_t>(t), a < b});
    }
    std::sort(edges.begin(), edges.end(), [](const EdgeSide &a, const EdgeSide &b) {
        if (a.low != b.low) {
            return a.low < b.low;
        }
        return a.high != b.high ? a.high < b.high : a.triangle < b.triangle;
    });
    return edges;
}

// Calls visit(begin, end) for the sides of every edge.
template <typename Visit> void forEdges(const std::vector<EdgeSide> &edges, const Visit &visit) {
    for (size_t begin = 0; begin < edges.size();) {
        size_t end = begin + 1;
        while (end < edges.size() && edges[end].sameEdge(edges[begin])) {
            ++end;
        }
        visit(begin, end);
        begin = end;
    }
}

int32_t rootOf(std::vector<int32_t> &parent, int32_t i) {
    while (parent[u(i)] != i) {
        parent[u(i)] = parent[u(parent[u(i)])];
        i = parent[u(i)];
    }
    return i;
}

void unite(std::vector<int32_t> &parent, int32_t a, int32_t b) {
    parent[u(rootOf(parent, a))] = rootOf(parent, b);
}

std::vector<int32_t> everyoneAlone(size_t count) {
    std::vector<int32_t> parent(count);
    std::iota(parent.begin(), parent.end(), 0);
    return parent;
}

struct Neighbour {
    int32_t triangle{-1};
    bool agrees{true};
};

// Six times the signed volume between a triangle and `origin`.
double volumeOf(const TriangleMesh &mesh, int32_t t, const glm::dvec3 &origin) {
    const glm::dvec3 a = glm::dvec3(mesh.position[u(mesh.triangles[u(3 * t)])]) - origin;
    const glm::dvec3 b = glm::dvec3(mesh.position[u(mesh.triangles[u(3 * t + 1)])]) - origin;
    const glm::dvec3 c = glm::dvec3(mesh.position[u(mesh.triangles[u(3 * t + 2)])]) - origin;
    return glm::dot(a, glm::cross(b, c));
}

} // namespace

void turnAlike(TriangleMesh &mesh) {
    const std::vector<EdgeSide> edges = sortedEdges(mesh);
    const size_t count = mesh.triangles.size() / 3;
    std::vector<std::vector<Neighbour>> around(count);
    std::vector<char> open(count, 0);
    forEdges(edges, [&](size_t begin, size_t end) {
        if (end - begin == 2) {
            const EdgeSide &a = edges[begin];
            const EdgeSide &b = edges[begin + 1];
            around[u(a.triangle)].push_back({b.triangle, a.forward != b.forward});
            around[u(b.triangle)].push_back({a.triangle, a.forward != b.forward});
        }
        for (size_t k = begin; k < end; ++k) {
            open[u(edges[k].triangle)] |= end - begin == 1 ? 1 : 0;
        }
    });
    std::vector<char> seen(count, 0);
    std::vector<char> turned(count, 0);
    std::vector<int32_t> piece;
    for (int32_t first = 0; first < static_cast<int32_t>(count); ++first) {
        if (seen[u(first)] != 0) {
            continue;
        }
        piece.assign(1, first);
        seen[u(first)] = 1;
        for (size_t k = 0; k < piece.size(); ++k) {
            for (const Neighbour &next : around[u(piece[k])]) {
                if (seen[u(next.triangle)] == 0) {
                    seen[u(next.triangle)] = 1;
                    turned[u(next.triangle)] = static_cast<char>(turned[u(piece[k])] ^ (next.agrees ? 0 : 1));
                    piece.push_back(next.triangle);
                }
            }
        }
        const glm::dvec3 origin(mesh.position[u(mesh.triangles[u(3 * first)])]);
        double volume = 0.0;
        size_t turnedCount = 0;
        bool isOpen = false;
        for (const int32_t t : piece) {
            volume += (turned[u(t)] != 0 ? -1.0 : 1.0) * volumeOf(mesh, t, origin);
            turnedCount += turned[u(t)] != 0 ? 1 : 0;
            isOpen |= open[u(t)] != 0;
        }
        if (isOpen ? 2 * turnedCount > piece.size() : volume < 0.0) {
            for (const int32_t t : piece) {
                turned[u(t)] = static_cast<char>(turned[u(t)] ^ 1);
            }
        }
    }
    for (size_t t = 0; t < count; ++t) {
        if (turned[t] != 0) {
            std::swap(mesh.triangles[3 * t + 1], mesh.triangles[3 * t + 2]);
            ++mesh.audit.turnedFaces;
        }
    }
}

void countTopology(TriangleMesh &mesh) {
    const std::vector<EdgeSide> edges = sortedEdges(mesh);
    std::vector<int32_t> pieceOf = everyoneAlone(mesh.triangles.size() / 3);
    std::vector<int32_t> borderOf = everyoneAlone(mesh.position.size());
    std::vector<char> onBorder(mesh.position.size(), 0);
    MeshAudit &audit = mesh.audit;
    forEdges(edges, [&](size_t begin, size_t end) {
        audit.nonManifoldEdges += end - begin > 2 ? 1 : 0;
        for (size_t k = begin + 1; k < end; ++k) {
            unite(pieceOf, edges[k].triangle, edges[begin].triangle);
        }
        if (end - begin == 1) {
            ++audit.borderEdges;
            unite(borderOf, edges[begin].low, edges[begin].high);
            onBorder[u(edges[begin].low)] = 1;
            onBorder[u(edges[begin].high)] = 1;
        }
    });
    for (int32_t t = 0; t < static_cast<int32_t>(pieceOf.size()); ++t) {
        audit.components += pieceOf[u(t)] == t ? 1 : 0;
    }
    for (int32_t p = 0; p < static_cast<int32_t>(borderOf.size()); ++p) {
        audit.holes += onBorder[u(p)] != 0 && borderOf[u(p)] == p ? 1 : 0;
    }
}

} // namespace selvage
