// Ready-made meshes: sphere, capsule, box with rounded edges, floor disc, and the shading of any other.
// Metres, centred at the origin, triangles counter-clockwise seen from outside. Hands and controllers are in
// hand_shapes.cpp.
#include "render/renderer.h"

#include <algorithm>
#include <numbers>
#include <random>

namespace selvage {

namespace {

constexpr float kPi = std::numbers::pi_v<float>;

// Two triangles per cell of a grid of columns x rows vertices, counter-clockwise when u x v points outwards.
void addGridIndices(MeshData &mesh, uint32_t first, uint32_t columns, uint32_t rows) {
    for (uint32_t row = 0; row + 1 < rows; ++row) {
        for (uint32_t column = 0; column + 1 < columns; ++column) {
            const uint32_t a = first + row * columns + column;
            const uint32_t b = a + 1;
            const uint32_t c = a + columns;
            const uint32_t d = c + 1;
            mesh.indices.insert(mesh.indices.end(), {a, b, d, a, d, c});
        }
    }
}

// Positions along one side of a rounded box: close together on the two rounded ends.
std::vector<float> roundedSteps(float half, float radius) {
    constexpr int kRoundSteps = 4;
    std::vector<float> steps;
    for (int i = 0; i <= kRoundSteps; ++i) {
        // Equal angles from the 45° edge to the flat part.
        const float angle = kPi / 4.0F * (1.0F - static_cast<float>(i) / kRoundSteps);
        steps.push_back(-half + radius * (1.0F - std::tan(angle)));
    }
    for (int i = kRoundSteps; i >= 0; --i) {
        steps.push_back(-steps[static_cast<size_t>(i)]);
    }
    return steps;
}

void addBoxFace(MeshData &mesh, const Vec3 &half, float radius, int axis, float sign) {
    const int uAxis = (axis + 1) % 3;
    const int vAxis = (axis + 2) % 3;
    const std::vector<float> us = roundedSteps(half[uAxis], radius);
    const std::vector<float> vs = roundedSteps(half[vAxis], radius);
    const auto first = static_cast<uint32_t>(mesh.vertices.size());
    for (const float v : vs) {
        for (const float u : us) {
            Vec3 p(0.0F);
            p[axis] = sign * half[axis];
            p[uAxis] = sign * u; // mirrored with the face, so that u x v always points outwards
            p[vAxis] = v;
            const Vec3 core = glm::clamp(p, -half + radius, half - radius);
            const Vec3 normal = glm::normalize(p - core);
            mesh.vertices.push_back({core + radius * normal, normal, Vec2(u, v)});
        }
    }
    addGridIndices(mesh, first, static_cast<uint32_t>(us.size()), static_cast<uint32_t>(vs.size()));
}

// Sides of a polygon that stays within 0.1 mm of a circle: a multiple of four, from 16 to `most`.
uint32_t sidesOf(float radius, uint32_t most) {
    constexpr float kSagitta = 1e-4F; // m
    const float quarter = std::ceil(0.25F * kPi * std::sqrt(radius / (2.0F * kSagitta)));
    return std::clamp(4 * static_cast<uint32_t>(quarter), 16U, most);
}

} // namespace

MeshData makeSphere(float radius, float scale) {
    const uint32_t columns = sidesOf(radius * scale, 96) + 1;
    const uint32_t rows = (columns - 1) / 2 + 1;
    MeshData mesh;
    for (uint32_t row = 0; row < rows; ++row) {
        // From the south pole up.
        const float polar = kPi * (1.0F - static_cast<float>(row) / static_cast<float>(rows - 1));
        for (uint32_t column = 0; column < columns; ++column) {
            const float around = 2.0F * kPi * static_cast<float>(column) / static_cast<float>(columns - 1);
            const Vec3 n(std::sin(polar) * std::sin(around), std::cos(polar),
                         std::sin(polar) * std::cos(around));
            mesh.vertices.push_back({radius * n, n, radius * Vec2(around, kPi - polar)});
        }
    }
    addGridIndices(mesh, 0, columns, rows);
    return mesh;
}

MeshData makeLevel(const Vec2 &halfSize, float cell) {
    const auto columns = static_cast<uint32_t>(std::max(1.0F, std::ceil(2.0F * halfSize.x / cell))) + 1;
    const auto rows = static_cast<uint32_t>(std::max(1.0F, std::ceil(2.0F * halfSize.y / cell))) + 1;
    MeshData mesh;
    for (uint32_t row = 0; row < rows; ++row) {
        for (uint32_t column = 0; column < columns; ++column) {
            const Vec2 share(static_cast<float>(column) / static_cast<float>(columns - 1),
                             1.0F - static_cast<float>(row) / static_cast<float>(rows - 1));
            const Vec2 at = halfSize * (2.0F * share - 1.0F);
            mesh.vertices.push_back({{at.x, 0.0F, at.y}, {0.0F, 1.0F, 0.0F}, at});
        }
    }
    addGridIndices(mesh, 0, columns, rows);
    return mesh;
}

MeshData makeCapsule(float radius, float halfLength) {
    const uint32_t columns = sidesOf(radius, 64) + 1;
    const uint32_t halfRows = (columns - 1) / 4 + 1; // of one cap; the two equators bound the straight part
    MeshData mesh;
    for (uint32_t row = 0; row < 2 * halfRows; ++row) {
        const bool upper = row >= halfRows;
        const auto step = static_cast<float>(upper ? row - 1 : row);
        const float polar =
            kPi * (1.0F - step / static_cast<float>(2 * halfRows - 2)); // from the south pole up
        for (uint32_t column = 0; column < columns; ++column) {
            const float around = 2.0F * kPi * static_cast<float>(column) / static_cast<float>(columns - 1);
            const Vec3 n(std::sin(polar) * std::sin(around), std::cos(polar),
                         std::sin(polar) * std::cos(around));
            const Vec3 middle(0.0F, upper ? halfLength : -halfLength, 0.0F);
            mesh.vertices.push_back({middle + radius * n, n, radius * Vec2(around, kPi - polar)});
        }
    }
    addGridIndices(mesh, 0, columns, 2 * halfRows);
    return mesh;
}

uint32_t packPaint(const Paint &paint) {
    const auto byte = [](float share) {
        return static_cast<uint32_t>(std::lround(255.0F * std::clamp(share, 0.0F, 1.0F)));
    };
    const Vec3 root = glm::sqrt(glm::max(paint.colour, Vec3(0.0F)));
    return byte(root.r) | byte(root.g) << 8U | byte(root.b) << 16U | byte(paint.roughness) << 24U;
}

uint32_t highlightPaint(float highlight) {
    return packPaint({Vec3(1.0F), 1.0F - highlight});
}

MeshData makeShaded(std::span<const Vec3> position, std::span<const int32_t> triangles,
                    std::span<const Paint> paint) {
    constexpr float kSmooth = 0.7071F; // cosine of the sharpest bend that is shaded as a curve
    std::vector<Vec3> areaNormal;
    std::vector<std::vector<uint32_t>> around(position.size()); // triangles of each position
    for (size_t k = 0; k < triangles.size(); k += 3) {
        const auto corner = [&](size_t c) { return static_cast<size_t>(triangles[k + c]); };
        const Vec3 &a = position[corner(0)];
        areaNormal.push_back(glm::cross(position[corner(1)] - a, position[corner(2)] - a));
        for (size_t c = 0; c < 3; ++c) {
            around[corner(c)].push_back(static_cast<uint32_t>(k / 3));
        }
    }
    MeshData mesh;
    for (size_t k = 0; k < triangles.size(); ++k) {
        const auto p = static_cast<size_t>(triangles[k]);
        const Vec3 own = areaNormal[k / 3];
        Vec3 sum = own;
        for (const uint32_t t : around[p]) {
            const Vec3 &other = areaNormal[t];
            const bool smooth = glm::dot(own, other) > kSmooth * glm::length(own) * glm::length(other);
            sum += smooth && t != k / 3 ? other : Vec3(0.0F);
        }
        mesh.vertices.push_back({position[p], sum / std::max(glm::length(sum), 1e-30F), Vec2(0.0F)});
        if (!paint.empty()) {
            mesh.vertices.back().paint = packPaint(paint[k / 3]);
        }
        mesh.indices.push_back(static_cast<uint32_t>(k));
    }
    return mesh;
}

MeshData makeBox(const Vec3 &halfExtents, float edgeRadius) {
    const float smallest = std::min({halfExtents.x, halfExtents.y, halfExtents.z});
    const float radius = std::min(edgeRadius, 0.99F * smallest);
    MeshData mesh;
    for (int axis = 0; axis < 3; ++axis) {
        addBoxFace(mesh, halfExtents, radius, axis, 1.0F);
        addBoxFace(mesh, halfExtents, radius, axis, -1.0F);
    }
    return mesh;
}

MeshData makeFloor(float halfSize) {
    constexpr uint32_t kSegments = 64;
    MeshData mesh;
    const Vec3 up(0.0F, 1.0F, 0.0F);
    mesh.vertices.push_back({Vec3(0.0F), up, Vec2(0.0F)});
    for (uint32_t i = 0; i < kSegments; ++i) {
        const float angle = 2.0F * kPi * static_cast<float>(i) / kSegments;
        const Vec2 rim(std::cos(angle), -std::sin(angle)); // counter-clockwise seen from above
        mesh.vertices.push_back({halfSize * Vec3(rim.x, 0.0F, rim.y), up, rim});
        mesh.indices.insert(mesh.indices.end(), {0, i + 1, (i + 1) % kSegments + 1});
    }
    return mesh;
}

MeshData makeGrass(float radius, int32_t blades) {
    constexpr float kHeight = 0.13F; // m, of the highest
    constexpr float kHalfWidth = 0.0042F;
    std::minstd_rand engine(1);
    const auto share = [&engine] {
        return static_cast<float>(engine() - std::minstd_rand::min()) /
               static_cast<float>(std::minstd_rand::max() - std::minstd_rand::min());
    };
    const Vec3 up(0.0F, 1.0F, 0.0F);
    MeshData mesh;
    for (int32_t b = 0; b < blades; ++b) {
        const float outwards = share(); // evenly: as many in every ring
        const float angle = 2.0F * kPi * share();
        const Vec3 root = radius * outwards * Vec3(std::cos(angle), 0.0F, std::sin(angle));
        const float height = kHeight * (0.35F + 0.65F * share()) * (1.0F - outwards * outwards);
        const float facing = 2.0F * kPi * share();
        const Vec3 side = kHalfWidth * Vec3(std::cos(facing), 0.0F, std::sin(facing));
        const float lean = 2.0F * kPi * share();
        const Vec3 tip = root + height * Vec3(0.6F * std::cos(lean), 1.0F, 0.6F * std::sin(lean));
        const float tone = 0.7F + 0.6F * share();
        const auto first = static_cast<uint32_t>(mesh.vertices.size());
        mesh.vertices.push_back({root - side, up, Vec2(tone, 0.0F)});
        mesh.vertices.push_back({root + side, up, Vec2(tone, 0.0F)});
        mesh.vertices.push_back({tip, up, Vec2(tone, 1.0F)});
        mesh.indices.insert(mesh.indices.end(), {first, first + 1, first + 2});
    }
    return mesh;
}

} // namespace selvage
