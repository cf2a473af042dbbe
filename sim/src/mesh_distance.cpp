// The tree is built by halving the triangles along the longest side of their middles' box, which gives the
// same tree for the same mesh and bounds its depth.
#include "sim/mesh_distance.h"

#include "maths/index.h"
#include "sim/workers.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kLeafTriangles = 4;
constexpr int32_t kStackMax = 64;  // depth is at most log2(triangles) + 1
constexpr float kFarFactor = 2.0F; // – times its reach: from there on a node is a dipole

struct Builder {
    MeshTree &tree;

    void build(int32_t begin, int32_t end);
    void summarise(MeshTree::Node &node, int32_t begin, int32_t end) const;
};

Vec3 middleOf(const MeshTree::Triangle &t) {
    return (t.a + t.b + t.c) / 3.0F;
}

void Builder::summarise(MeshTree::Node &node, int32_t begin, int32_t end) const {
    node.low = Vec3(std::numeric_limits<float>::max());
    node.high = -node.low;
    glm::dvec3 middle(0.0);
    glm::dvec3 areaNormal(0.0);
    double area = 0.0;
    for (int32_t t = begin; t < end; ++t) {
        const MeshTree::Triangle &triangle = tree.triangles[u(t)];
        for (const Vec3 &corner : {triangle.a, triangle.b, triangle.c}) {
            node.low = glm::min(node.low, corner);
            node.high = glm::max(node.high, corner);
        }
        const glm::dvec3 normal =
            0.5 * glm::cross(glm::dvec3(triangle.b - triangle.a), glm::dvec3(triangle.c - triangle.a));
        const double size = glm::length(normal);
        areaNormal += normal;
        area += size;
        middle += size * glm::dvec3(middleOf(triangle));
    }
    node.areaNormal = Vec3(areaNormal);
    node.middle = area > 0.0 ? Vec3(middle / area) : 0.5F * (node.low + node.high);
    float reach = 0.0F; // squared
    for (int32_t t = begin; t < end; ++t) {
        const MeshTree::Triangle &triangle = tree.triangles[u(t)];
        for (const Vec3 &corner : {triangle.a, triangle.b, triangle.c}) {
            const Vec3 away = corner - node.middle;
            reach = std::max(reach, glm::dot(away, away));
        }
    }
    node.reach = std::sqrt(reach);
}

void Builder::build(int32_t begin, int32_t end) {
    const size_t index = tree.nodes.size();
    tree.nodes.emplace_back();
    summarise(tree.nodes[index], begin, end);
    if (end - begin <= kLeafTriangles) {
        tree.nodes[index].first = begin;
        tree.nodes[index].count = end - begin;
        return;
    }
    Vec3 low(std::numeric_limits<float>::max());
    Vec3 high = -low;
    for (int32_t t = begin; t < end; ++t) {
        const Vec3 middle = middleOf(tree.triangles[u(t)]);
        low = glm::min(low, middle);
        high = glm::max(high, middle);
    }
    const Vec3 size = high - low;
    const int axis = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
    const int32_t half = begin + (end - begin) / 2;
    const auto first = tree.triangles.begin();
    std::nth_element(first + begin, first + half, first + end,
                     [axis](const MeshTree::Triangle &a, const MeshTree::Triangle &b) {
                         return middleOf(a)[axis] < middleOf(b)[axis];
                     });
    build(begin, half);
    tree.nodes[index].first = static_cast<int32_t>(tree.nodes.size());
    build(half, end);
}

float squaredDistance(const MeshTree::Node &node, const Vec3 &p) {
    const Vec3 outside = glm::max(glm::max(node.low - p, p - node.high), Vec3(0.0F));
    return glm::dot(outside, outside);
}

// atan2 within 1e-5 rad, without branches: a ninth-degree fit of the arctangent on 0...1 (Hastings 1955).
float arcTangent(float y, float x) {
    const float ax = std::abs(x);
    const float ay = std::abs(y);
    const float t = std::min(ax, ay) / std::max(std::max(ax, ay), 1e-30F);
    const float s = t * t;
    float angle =
        t * (0.9998660F + s * (-0.3302995F + s * (0.1801410F + s * (-0.0851330F + s * 0.0208351F))));
    angle = ay > ax ? glm::half_pi<float>() - angle : angle;
    angle = x < 0.0F ? glm::pi<float>() - angle : angle;
    return std::copysign(angle, y);
}

// The solid angle (rad) that a triangle fills, seen from p (van Oosterom and Strackee 1983).
float solidAngle(const MeshTree::Triangle &t, const Vec3 &p) {
    const Vec3 a = t.a - p;
    const Vec3 b = t.b - p;
    const Vec3 c = t.c - p;
    const float la = glm::length(a);
    const float lb = glm::length(b);
    const float lc = glm::length(c);
    const float volume = glm::dot(a, glm::cross(b, c));
    const float rest = la * lb * lc + glm::dot(a, b) * lc + glm::dot(b, c) * la + glm::dot(c, a) * lb;
    return 2.0F * arcTangent(volume, rest);
}

} // namespace

MeshTree makeMeshTree(std::span<const Vec3> position, std::span<const int32_t> triangles) {
    MeshTree tree;
    const auto count = static_cast<int32_t>(triangles.size() / 3);
    for (int32_t t = 0; t < count; ++t) {
        tree.triangles.push_back({position[u(triangles[u(3 * t)])], position[u(triangles[u(3 * t + 1)])],
                                  position[u(triangles[u(3 * t + 2)])], t});
    }
    if (count > 0) {
        tree.nodes.reserve(u(count));
        Builder{tree}.build(0, count);
    }
    return tree;
}

// Ericson, Real-Time Collision Detection, §5.1.5.
Vec3 closestPoint(const MeshTree::Triangle &t, const Vec3 &p) {
    const Vec3 ab = t.b - t.a;
    const Vec3 ac = t.c - t.a;
    const Vec3 ap = p - t.a;
    const float d1 = glm::dot(ab, ap);
    const float d2 = glm::dot(ac, ap);
    if (d1 <= 0.0F && d2 <= 0.0F) {
        return t.a;
    }
    const Vec3 bp = p - t.b;
    const float d3 = glm::dot(ab, bp);
    const float d4 = glm::dot(ac, bp);
    if (d3 >= 0.0F && d4 <= d3) {
        return t.b;
    }
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0F && d1 >= 0.0F && d3 <= 0.0F) {
        return t.a + d1 / (d1 - d3) * ab;
    }
    const Vec3 cp = p - t.c;
    const float d5 = glm::dot(ab, cp);
    const float d6 = glm::dot(ac, cp);
    if (d6 >= 0.0F && d5 <= d6) {
        return t.c;
    }
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0F && d2 >= 0.0F && d6 <= 0.0F) {
        return t.a + d2 / (d2 - d6) * ac;
    }
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0.0F && d4 - d3 >= 0.0F && d5 - d6 >= 0.0F) {
        return t.b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (t.c - t.b);
    }
    const float sum = 1.0F / (va + vb + vc);
    return t.a + vb * sum * ab + vc * sum * ac;
}

ClosestPoint closestPoint(const MeshTree &tree, const Vec3 &from, float limit, int32_t seed) {
    ClosestPoint best;
    float bestSquared = limit < 1e18F ? limit * limit : std::numeric_limits<float>::max();
    const auto tryTriangle = [&](int32_t slot) {
        const Vec3 point = closestPoint(tree.triangles[u(slot)], from);
        const Vec3 d = from - point;
        const float squared = glm::dot(d, d);
        if (squared < bestSquared) {
            bestSquared = squared;
            best.point = point;
            best.slot = slot;
        }
    };
    if (seed >= 0) {
        tryTriangle(seed);
    }
    int32_t stack[kStackMax];
    int32_t depth = 0;
    int32_t at = tree.nodes.empty() || squaredDistance(tree.nodes[0], from) >= bestSquared ? -1 : 0;
    while (at >= 0) {
        const MeshTree::Node &node = tree.nodes[u(at)];
        if (node.count > 0) {
            for (int32_t t = node.first; t < node.first + node.count; ++t) {
                tryTriangle(t);
            }
            at = -1;
        } else {
            int32_t near = at + 1;
            int32_t far = node.first;
            float nearSquared = squaredDistance(tree.nodes[u(near)], from);
            float farSquared = squaredDistance(tree.nodes[u(far)], from);
            if (farSquared < nearSquared) {
                std::swap(near, far);
                std::swap(nearSquared, farSquared);
            }
            if (farSquared < bestSquared) {
                stack[depth++] = far;
            }
            at = nearSquared < bestSquared ? near : -1;
        }
        while (at < 0 && depth > 0) {
            --depth;
            at = squaredDistance(tree.nodes[u(stack[depth])], from) < bestSquared ? stack[depth] : -1;
        }
    }
    best.distance = best.slot < 0 ? limit : std::sqrt(bestSquared);
    return best;
}

float windingNumber(const MeshTree &tree, const Vec3 &at) {
    if (tree.nodes.empty()) {
        return 0.0F;
    }
    float angle = 0.0F; // rad
    int32_t stack[kStackMax];
    int32_t depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const int32_t index = stack[--depth];
        const MeshTree::Node &node = tree.nodes[u(index)];
        const Vec3 away = node.middle - at;
        const float squared = glm::dot(away, away);
        const float far = kFarFactor * node.reach;
        if (squared > far * far) {
            angle += glm::dot(node.areaNormal, away) / (squared * std::sqrt(squared));
        } else if (node.count > 0) {
            for (int32_t t = node.first; t < node.first + node.count; ++t) {
                angle += solidAngle(tree.triangles[u(t)], at);
            }
        } else {
            stack[depth++] = node.first;
            stack[depth++] = index + 1;
        }
    }
    return angle / (4.0F * glm::pi<float>());
}

namespace {

struct Sides {
    float front; // –, winding number in front of the triangle
    float back;
};

Sides sidesOf(const MeshTree &tree, const MeshTree::Triangle &t, float step) {
    const Vec3 point = middleOf(t);
    const Vec3 offset = step * glm::normalize(glm::cross(t.b - t.a, t.c - t.a));
    return {windingNumber(tree, point + offset), windingNumber(tree, point - offset)};
}

bool isBuriedAt(const MeshTree &tree, const Vec3 &point, const Vec3 &offset) {
    return windingNumber(tree, point + offset) > kInsideWinding &&
           windingNumber(tree, point - offset) > kInsideWinding;
}

// The middle first, which nearly always decides; then points ten steps apart all over the triangle.
bool isBuried(const MeshTree &tree, const MeshTree::Triangle &t, float step) {
    constexpr int32_t kRowsMax = 40; // a larger triangle counts as part of the surface
    const Vec3 ab = t.b - t.a;
    const Vec3 ac = t.c - t.a;
    const Vec3 offset = step * glm::normalize(glm::cross(ab, ac));
    if (!isBuriedAt(tree, middleOf(t), offset)) {
        return false;
    }
    const float longest = std::max(glm::length(ab), std::max(glm::length(ac), glm::distance(t.b, t.c)));
    const float rows = std::max(std::ceil(longest / (10.0F * step)), 2.0F);
    const auto rowCount = static_cast<int32_t>(std::min(rows, kRowsMax + 1.0F));
    bool buried = rowCount <= kRowsMax;
    for (int32_t i = 0; buried && i <= rowCount; ++i) {
        for (int32_t k = 0; buried && k <= rowCount - i; ++k) {
            // Pulled a little towards the middle, since corners lie on the neighbours too.
            const Vec2 part = 0.98F * Vec2(i, k) / rows + 0.02F / 3.0F;
            buried = isBuriedAt(tree, t.a + part.x * ab + part.y * ac, offset);
        }
    }
    return buried;
}

// One flag a triangle of the mesh.
std::vector<uint8_t> findBuried(const MeshTree &tree, float step, Workers &workers) {
    std::vector<uint8_t> buried(tree.triangles.size(), 0);
    workers.forBlocks(static_cast<int32_t>(tree.nodes.size()), 256, [&](int32_t begin, int32_t end) {
        for (int32_t n = begin; n < end; ++n) {
            const MeshTree::Node &leaf = tree.nodes[u(n)];
            // Small triangles side by side: where the first is at the surface, so are all.
            const bool small = leaf.reach < 10.0F * step;
            for (int32_t k = leaf.first; k < leaf.first + leaf.count; ++k) {
                const MeshTree::Triangle &t = tree.triangles[u(k)];
                buried[u(t.index)] = isBuried(tree, t, step) ? 1 : 0;
                if (small && buried[u(t.index)] == 0) {
                    break;
                }
            }
        }
    });
    return buried;
}

} // namespace

MeshTree makeSurfaceTree(std::span<const Vec3> position, std::span<const int32_t> triangles,
                         const MeshTree &whole, float step, Workers &workers) {
    const std::vector<uint8_t> buried = findBuried(whole, step, workers);
    std::vector<int32_t> kept;
    for (size_t k = 0; k < triangles.size(); ++k) {
        if (buried[k / 3] == 0) {
            kept.push_back(triangles[k]);
        }
    }
    return kept.empty() || kept.size() == triangles.size() ? whole : makeMeshTree(position, kept);
}

float clearShare(const MeshTree &tree, int32_t sampleCount) {
    const auto count = static_cast<int32_t>(tree.triangles.size());
    if (count == 0) {
        return 0.0F;
    }
    const float step = 1e-3F * glm::length(tree.nodes[0].high - tree.nodes[0].low);
    const auto isClear = [](float w) { return std::abs(w - kInsideWinding) > kClearWinding; };
    const int32_t stride = std::max(1, count / sampleCount);
    double area = 0.0;
    double clear = 0.0;
    for (int32_t t = 0; t < count; t += stride) {
        const MeshTree::Triangle &triangle = tree.triangles[u(t)];
        const auto size =
            static_cast<double>(glm::length(glm::cross(triangle.b - triangle.a, triangle.c - triangle.a)));
        const Sides sides = sidesOf(tree, triangle, step);
        area += size;
        clear += isClear(sides.front) && isClear(sides.back) ? size : 0.0;
    }
    return area > 0.0 ? static_cast<float>(clear / area) : 0.0F;
}

} // namespace selvage
