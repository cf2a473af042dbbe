// Meshes to cut, and what is true of a cut one, found without the code that cuts.
#pragma once

#include "pattern_shapes.h"
#include "sim/garment.h"
#include "sim/mesh_cut.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace selvage {

inline size_t at(int32_t i) {
    return static_cast<size_t>(i);
}

inline Vec2 cornerPlace(const MeshShape &shape, size_t corner) {
    return shape.cornerUv.empty() ? shape.uv[at(shape.triangles[corner])] : shape.cornerUv[corner];
}

inline double flatArea(const MeshShape &shape) {
    double sum = 0.0;
    for (size_t c = 0; c < shape.triangles.size(); c += 3) {
        const DVec2 a(cornerPlace(shape, c));
        const DVec2 p = DVec2(cornerPlace(shape, c + 1)) - a;
        const DVec2 q = DVec2(cornerPlace(shape, c + 2)) - a;
        sum += 0.5 * (p.x * q.y - p.y * q.x);
    }
    return sum;
}

// Degrees, the smallest of each triangle; negative where it is inverted.
inline std::vector<double> smallestAngles(const MeshShape &shape) {
    std::vector<double> angles;
    for (size_t c = 0; c < shape.triangles.size(); c += 3) {
        double smallest = 180.0;
        for (size_t k = 0; k < 3; ++k) {
            const DVec2 p(cornerPlace(shape, c + k));
            const DVec2 a = DVec2(cornerPlace(shape, c + (k + 1) % 3)) - p;
            const DVec2 b = DVec2(cornerPlace(shape, c + (k + 2) % 3)) - p;
            smallest =
                std::min(smallest, glm::degrees(std::atan2(std::abs(a.x * b.y - a.y * b.x), glm::dot(a, b))));
        }
        angles.push_back(smallest);
    }
    return angles;
}

// Edges of one triangle only.
inline std::vector<std::pair<int32_t, int32_t>> bordersOf(const MeshShape &shape) {
    std::set<std::pair<int32_t, int32_t>> sides;
    for (size_t c = 0; c < shape.triangles.size(); ++c) {
        sides.emplace(shape.triangles[c], shape.triangles[c % 3 == 2 ? c - 2 : c + 1]);
    }
    std::vector<std::pair<int32_t, int32_t>> borders;
    std::copy_if(sides.begin(), sides.end(), std::back_inserter(borders), [&](const auto &side) {
        return !sides.contains({side.second, side.first});
    });
    return borders;
}

struct Topology {
    bool manifold{true}; // an edge has two sides at most, a particle one fan
    int pieces{0};
    int loops{0}; // borders
};

// By union-find over corners and by walking borders.
inline Topology topologyOf(const MeshShape &shape) {
    Topology topology;
    std::map<std::pair<int32_t, int32_t>, size_t> sides;
    std::vector<size_t> piece(shape.triangles.size() / 3);
    std::iota(piece.begin(), piece.end(), 0);
    const auto root = [](std::vector<size_t> &into, size_t i) {
        while (into[i] != i) {
            i = into[i] = into[into[i]];
        }
        return i;
    };
    for (size_t c = 0; c < shape.triangles.size(); ++c) {
        const size_t next = c % 3 == 2 ? c - 2 : c + 1;
        topology.manifold = sides.emplace(std::pair(shape.triangles[c], shape.triangles[next]), c).second &&
                            topology.manifold;
    }
    std::vector<size_t> fan(shape.triangles.size()); // corners around one particle
    std::iota(fan.begin(), fan.end(), 0);
    std::map<int32_t, std::vector<int32_t>> border;
    for (const auto &[side, c] : sides) {
        const auto other = sides.find({side.second, side.first});
        if (other == sides.end()) {
            border[side.first].push_back(side.second);
            continue;
        }
        const size_t d = other->second;
        piece[root(piece, c / 3)] = root(piece, d / 3);
        fan[root(fan, c)] = root(fan, d % 3 == 2 ? d - 2 : d + 1);
    }
    std::map<int32_t, std::set<size_t>> fans;
    for (size_t c = 0; c < shape.triangles.size(); ++c) {
        fans[shape.triangles[c]].insert(root(fan, c));
    }
    for (const auto &[particle, each] : fans) {
        topology.manifold = topology.manifold && each.size() == 1;
    }
    for (size_t t = 0; t < piece.size(); ++t) {
        topology.pieces += root(piece, t) == t ? 1 : 0;
    }
    std::set<int32_t> seen;
    for (const auto &[from, to] : border) {
        topology.manifold = topology.manifold && to.size() == 1;
        topology.loops += seen.contains(from) ? 0 : 1;
        for (int32_t i = from; seen.insert(i).second && border.contains(i);) {
            i = border[i].front();
        }
    }
    return topology;
}

// All that must be true of a cut mesh beside where it is cut.
inline void expectWhole(const MeshShape &before, const MeshCut &cut) {
    EXPECT_TRUE(topologyOf(cut.shape).manifold);
    EXPECT_NEAR(flatArea(cut.shape), flatArea(before), 1e-6 * std::abs(flatArea(before)));
    const auto cloth = makeMeshCloth(cut.shape, Fabric{}, {});
    EXPECT_TRUE(cloth) << (cloth ? "" : cloth.error().message);
    ASSERT_EQ(cut.source.size(), cut.shape.uv.size());
    ASSERT_EQ(cut.home.size(), cut.shape.triangles.size() / 3);
    for (const ParticleSource &source : cut.source) {
        EXPECT_NEAR(source.share.x + source.share.y + source.share.z, 1.0F, 1e-6F);
        for (int k = 0; k < 3; ++k) {
            EXPECT_GE(source.share[k], 0.0F);
            EXPECT_LT(at(source.particle[static_cast<size_t>(k)]), before.uv.size());
        }
    }
    const double sign = flatArea(before) > 0.0 ? 1.0 : -1.0; // of meshes that are all one or the other
    for (size_t c = 0; before.cornerUv.empty() && c < cut.shape.triangles.size(); c += 3) {
        const DVec2 a(cornerPlace(cut.shape, c));
        const DVec2 p = DVec2(cornerPlace(cut.shape, c + 1)) - a;
        const DVec2 q = DVec2(cornerPlace(cut.shape, c + 2)) - a;
        EXPECT_GT(sign * (p.x * q.y - p.y * q.x), 0.0) << "triangle " << c / 3 << " is inverted";
    }
}

// A square metre in triangles of 2 cm, about 3,000 particles.
inline MeshShape squareMetre(double edge = 0.02) {
    auto garment = makeGarment(patternOf(panelOf("sheet", rectangle(1.0, 1.0))), {edge});
    EXPECT_TRUE(garment);
    MeshShape shape = std::move(garment->shape);
    for (Vec3 &x : shape.position) {
        x.z = 0.0F;
    }
    return shape;
}

// Cuts a mesh of one panel along a line in its flat coordinates.
inline Result<MeshCut> cutFlat(const MeshShape &shape, std::span<const Vec2> line,
                               std::span<const int32_t> panel) {
    const auto drawn = drawOnPanel(shape, line, panel, 0);
    return drawn ? cutMesh(shape, drawn.value(), panel) : Result<MeshCut>(drawn.error());
}

inline std::vector<int32_t> onePanel(const MeshShape &shape) {
    return std::vector<int32_t>(shape.triangles.size() / 3, 0);
}

inline double uniform(std::mt19937_64 &random, double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
}

// 2 to 4 segments of 8 to 18 cm, each turned by up to 60 degrees from the one before.
inline std::vector<Vec2> randomLine(std::mt19937_64 &random) {
    std::vector<Vec2> line;
    while (line.empty()) {
        DVec2 p(uniform(random, 0.05, 0.95), uniform(random, 0.05, 0.95));
        double heading = uniform(random, 0.0, 6.283185);
        line.push_back(Vec2(p));
        const auto segments = static_cast<int>(uniform(random, 2.0, 5.0));
        for (int s = 0; s < segments; ++s) {
            p += uniform(random, 0.08, 0.18) * DVec2(std::cos(heading), std::sin(heading));
            heading += uniform(random, -1.05, 1.05);
            line.push_back(Vec2(p));
        }
        if (std::any_of(line.begin(), line.end(), [](const Vec2 &q) {
                return std::min(q.x, q.y) < 0.03F || std::max(q.x, q.y) > 0.97F;
            })) {
            line.clear();
        }
    }
    return line;
}

inline double distanceToLine(const DVec2 &p, const std::vector<DVec2> &line) {
    double least = HUGE_VAL;
    for (size_t i = 1; i < line.size(); ++i) {
        const DVec2 d = line[i] - line[i - 1];
        const double t = glm::clamp(glm::dot(p - line[i - 1], d) / glm::dot(d, d), 0.0, 1.0);
        least = std::min(least, glm::distance(p, line[i - 1] + t * d));
    }
    return least;
}

} // namespace selvage
