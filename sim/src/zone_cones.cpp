// See zone_cones.h.
#include "zone_cones.h"

#include "maths/index.h"
#include "triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace selvage {

namespace {

constexpr float kWidest = 1.4F;      // rad; far enough from a right angle for single precision
constexpr float kAll = 4.0F;         // rad, of a cone that holds every direction
constexpr double kLeastTurn = 1e-14; // m², of three points that are surely not in a line

using Edge = std::array<int32_t, 2>;

Edge unordered(const Edge &edge) {
    return {std::min(edge[0], edge[1]), std::max(edge[0], edge[1])};
}

// Leaves the edges that are not run through both ways.
void cancelOpposite(std::vector<Edge> &edges) {
    std::map<Edge, int32_t> times; // with their order less those against it
    for (const Edge &edge : edges) {
        times[unordered(edge)] += edge[0] < edge[1] ? 1 : -1;
    }
    edges.clear();
    for (const auto &[edge, count] : times) {
        for (int32_t k = 0; k < std::abs(count); ++k) {
            edges.push_back(count > 0 ? edge : Edge{edge[1], edge[0]});
        }
    }
}

bool formOneCurve(const std::vector<Edge> &edges) {
    std::map<int32_t, int32_t> next;
    for (const Edge &edge : edges) {
        if (!next.emplace(edge[0], edge[1]).second) {
            return false;
        }
    }
    if (edges.empty()) {
        return false; // a closed surface
    }
    size_t count = 0;
    int32_t at = edges.front()[0];
    do {
        const auto step = next.find(at);
        if (step == next.end() || ++count > edges.size()) {
            return false;
        }
        at = step->second;
    } while (at != edges.front()[0]);
    return count == edges.size();
}

double turn(const glm::dvec2 &a, const glm::dvec2 &b, const glm::dvec2 &c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Whether p and q lie surely on one side of the line through a and b.
bool onOneSide(const glm::dvec2 &a, const glm::dvec2 &b, const glm::dvec2 &p, const glm::dvec2 &q) {
    const double first = turn(a, b, p);
    const double second = turn(a, b, q);
    return std::min(first, second) > kLeastTurn || std::max(first, second) < -kLeastTurn;
}

} // namespace

ZoneCones::ZoneCones(std::span<const TreeNode> nodes, std::span<const Triangle> triangles)
    : cones_(nodes.size()), contourStart_(nodes.size()), contourEnd_(nodes.size()),
      isOneCurve_(nodes.size()) {
    findContours(nodes, triangles);
}

void ZoneCones::findContours(std::span<const TreeNode> nodes, std::span<const Triangle> triangles) {
    size_t longest = 0;
    std::vector<Edge> edges;
    for (size_t n = nodes.size(); n-- > 0;) {
        edges.clear();
        if (nodes[n].triangle >= 0) {
            const Triangle &t = triangles[u(nodes[n].triangle)];
            edges = {{t[0], t[1]}, {t[1], t[2]}, {t[2], t[0]}};
        } else {
            for (const size_t child : {u(nodes[n].left), u(nodes[n].right)}) {
                edges.insert(edges.end(),
                             contours_.begin() + static_cast<std::ptrdiff_t>(contourStart_[child]),
                             contours_.begin() + static_cast<std::ptrdiff_t>(contourEnd_[child]));
            }
            cancelOpposite(edges);
        }
        contourStart_[n] = contours_.size();
        contours_.insert(contours_.end(), edges.begin(), edges.end());
        contourEnd_[n] = contours_.size();
        isOneCurve_[n] = formOneCurve(edges) ? 1 : 0;
        longest = std::max(longest, edges.size());
    }
    segments_.reserve(longest);
}

// Provot 1997: the axis halves the angle between both axes.
ZoneCones::Cone ZoneCones::join(const Cone &a, const Cone &b) {
    const float wider = std::max(a.angle, b.angle);
    const Vec3 sum = a.axis + b.axis;
    if (wider > kWidest || glm::dot(sum, sum) < 1e-6F) {
        return {a.axis, kAll};
    }
    const float between = std::atan2(glm::length(glm::cross(a.axis, b.axis)), glm::dot(a.axis, b.axis));
    return {glm::normalize(sum), 0.5F * between + wider};
}

void ZoneCones::refit(std::span<const TreeNode> nodes, std::span<const Triangle> triangles,
                      std::span<const Vec3> vertices) {
    vertices_ = vertices;
    for (size_t n = nodes.size(); n-- > 0;) {
        if (nodes[n].triangle < 0) {
            cones_[n] = join(cones_[u(nodes[n].left)], cones_[u(nodes[n].right)]);
            continue;
        }
        const Triangle &t = triangles[u(nodes[n].triangle)];
        const Vec3 e = vertices[u(t[1])] - vertices[u(t[0])];
        const Vec3 f = vertices[u(t[2])] - vertices[u(t[0])];
        const Vec3 normal = glm::cross(e, f);
        const float size = glm::length(normal);
        // The direction of a sliver's normal is not known.
        const bool isThin = !(size > 1e-5F * (glm::dot(e, e) + glm::dot(f, f)));
        cones_[n] = isThin ? Cone{Vec3(0.0F, 1.0F, 0.0F), kAll} : Cone{normal / size, 0.0F};
    }
}

bool ZoneCones::isFree(int32_t node) {
    const Cone &cone = cones_[u(node)];
    if (isOneCurve_[u(node)] == 0 || cone.angle > kWidest) {
        return false;
    }
    const glm::dvec3 axis = glm::normalize(glm::dvec3(cone.axis));
    const glm::dvec3 beside = std::abs(axis.x) < 0.5 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
    const glm::dvec3 right = glm::normalize(glm::cross(axis, beside));
    const glm::dvec3 up = glm::cross(axis, right);
    const auto seen = [&](int32_t v) {
        const glm::dvec3 x(vertices_[u(v)]);
        return glm::dvec2(glm::dot(x, right), glm::dot(x, up));
    };
    segments_.clear();
    for (size_t k = contourStart_[u(node)]; k < contourEnd_[u(node)]; ++k) {
        const Edge &edge = contours_[k];
        segments_.push_back({seen(edge[0]), seen(edge[1]), edge});
    }
    const auto low = [](const Segment &s) { return std::min(s.from.x, s.to.x); };
    const auto high = [](const Segment &s) { return std::max(s.from.x, s.to.x); };
    std::sort(segments_.begin(), segments_.end(), [&](const Segment &s, const Segment &t) {
        return std::pair(low(s), s.vertex) < std::pair(low(t), t.vertex);
    });
    for (size_t i = 0; i < segments_.size(); ++i) {
        const Segment &s = segments_[i];
        for (size_t j = i + 1; j < segments_.size() && low(segments_[j]) <= high(s); ++j) {
            const Segment &t = segments_[j];
            const bool follow = s.vertex[1] == t.vertex[0] || t.vertex[1] == s.vertex[0];
            const bool apart = std::max(s.from.y, s.to.y) < std::min(t.from.y, t.to.y) ||
                               std::max(t.from.y, t.to.y) < std::min(s.from.y, s.to.y);
            if (!follow && !apart && !onOneSide(s.from, s.to, t.from, t.to) &&
                !onOneSide(t.from, t.to, s.from, s.to)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace selvage
