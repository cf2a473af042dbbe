// Drag and lift, triangle by triangle, then gathered by the particles: each takes the mean of the triangles
// around it, weighted with their mass. So a flat sheet is accelerated as a whole, and the means can never
// overshoot: the fastest relative motion only gets smaller.
#include "sim/air.h"

#include "maths/index.h"
#include "sim/mesh_cloth.h"
#include "sim/springs.h"
#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kTrianglesAtOnce = 512; // for one worker
constexpr int32_t kParticlesAtOnce = 1024;
constexpr float kSmallestArea = 1e-12F; // m²; smaller triangles have no normal and feel nothing
constexpr float kCalm = 1e-3F;          // m/s, below which nobody looks for shelter

struct Triangle {
    Vec3 centre;   // m
    Vec3 velocity; // m/s
    Vec3 normal;   // unit
    float area;    // m²
    float open;    // –, share of the wind that reaches it
};

SELVAGE_INLINE inline Triangle triangleOf(const Cloth &cloth, const int32_t *corner, float open) {
    const Vec3 &x0 = cloth.position[u(corner[0])];
    const Vec3 &x1 = cloth.position[u(corner[1])];
    const Vec3 &x2 = cloth.position[u(corner[2])];
    const Vec3 cross = glm::cross(x1 - x0, x2 - x0);
    const float twice = glm::length(cross);
    const Vec3 velocity =
        cloth.velocity[u(corner[0])] + cloth.velocity[u(corner[1])] + cloth.velocity[u(corner[2])];
    return {(x0 + x1 + x2) / 3.0F, velocity / 3.0F, cross / std::max(twice, kSmallestArea), 0.5F * twice,
            open};
}

// m/s, what the air does to a triangle in dt: the force ½ rho C A |v| v on its mass.
SELVAGE_INLINE inline Vec3 changeInAir(const Triangle &triangle, const AirScene &scene, float mass,
                                       float dt) {
    if (scene.settings.density <= 0.0F) {
        return Vec3(0.0F);
    }
    const Vec3 wind = triangle.open * windAt(scene.wind, triangle.centre);
    const Vec3 relative = wind - (triangle.velocity - scene.lead);
    const float rate = 0.5F * scene.settings.density * triangle.area * glm::length(relative) * dt / mass;
    const float across = glm::dot(relative, triangle.normal);
    const Vec3 normal = across * triangle.normal;
    const float normalRate = std::min(scene.settings.normal * rate, kAirMost);
    const float tangentialRate = std::min(scene.settings.tangential * rate, kAirMost);
    return normalRate * normal + tangentialRate * (relative - normal);
}

// –, of a triangle.
SELVAGE_INLINE inline float wetnessOf(const AirScene &scene, const int32_t *corner) {
    const auto &wet = scene.wetness;
    return wet.empty() ? 0.0F : (wet[u(corner[0])] + wet[u(corner[1])] + wet[u(corner[2])]) / 3.0F;
}

// m/s, what air and water do to a triangle in dt.
SELVAGE_INLINE inline Vec3 changeOf(const Triangle &triangle, const AirScene &scene, float wetness,
                                    float mass, float dt) {
    if (triangle.area < kSmallestArea || mass <= 0.0F) {
        return Vec3(0.0F);
    }
    const float under =
        scene.water != nullptr ? shareUnderWater(*scene.waterSettings, *scene.water, triangle.centre) : 0.0F;
    Vec3 change(0.0F);
    if (under < 1.0F) {
        change += (1.0F - under) * changeInAir(triangle, scene, mass, dt);
    }
    if (under > 0.0F) {
        const WetPiece piece{triangle.centre, triangle.normal, triangle.velocity - scene.lead,
                             mass / triangle.area, wetness};
        change += under * changeInWater(*scene.waterSettings, piece, scene.gravity, dt);
    }
    return change;
}

// The share of the wind that reaches each triangle: all are looked at when the wind begins, then a part of
// them in each step.
void lookForShelter(const Cloth &cloth, ClothAir &air, const AirScene &scene, Workers &workers) {
    if (scene.settings.density <= 0.0F || scene.wind.speed + scene.wind.push < kCalm) {
        air.looked = -1;
        return;
    }
    const bool all = air.looked < 0;
    air.looked = (air.looked + 1) % kLooks;
    const auto triangleCount = static_cast<int32_t>(air.open.size());
    workers.forBlocks(triangleCount, kTrianglesAtOnce, [&](int32_t begin, int32_t end) {
        for (int32_t t = begin; t < end; ++t) {
            if (all || t % kLooks == air.looked) {
                const Vec3 centre = triangleOf(cloth, &cloth.topology->triangles[3 * u(t)], 1.0F).centre;
                air.open[u(t)] =
                    windOpenness(scene.colliders, scene.windSettings, centre, -scene.wind.direction);
            }
        }
    });
}

void blowOnTriangles(Cloth &cloth, ClothAir &air, const AirScene &scene, float dt, Workers &workers) {
    lookForShelter(cloth, air, scene, workers);
    const ClothTopology &topology = *cloth.topology;
    const auto triangleCount = static_cast<int32_t>(air.restArea.size());
    workers.forBlocks(triangleCount, kTrianglesAtOnce, [&](int32_t begin, int32_t end) {
        for (int32_t t = begin; t < end; ++t) {
            const int32_t *corner = &topology.triangles[3 * u(t)];
            const float mass = cloth.mass[u(corner[0])] + cloth.mass[u(corner[1])] + cloth.mass[u(corner[2])];
            const float area = topology.restArea[u(corner[0])] + topology.restArea[u(corner[1])] +
                               topology.restArea[u(corner[2])];
            const float own = air.restArea[u(t)] * mass / area; // kg, of the triangle
            const Triangle triangle = triangleOf(cloth, corner, air.open[u(t)]);
            air.change[u(t)] = Vec4(own * changeOf(triangle, scene, wetnessOf(scene, corner), own, dt), own);
        }
    });
    workers.forBlocks(cloth.particleCount(), kParticlesAtOnce, [&](int32_t begin, int32_t end) {
        for (int32_t i = begin; i < end; ++i) {
            Vec4 sum(0.0F);
            for (int32_t k = air.triangleStart[u(i)]; k < air.triangleStart[u(i) + 1]; ++k) {
                sum += air.change[u(air.trianglesAround[u(k)])];
            }
            if (cloth.fixed[u(i)] == 0 && sum.w > 0.0F) {
                cloth.velocity[u(i)] += Vec3(sum) / sum.w;
            }
        }
    });
}

// Of each particle, the sum of the differences to its neighbours, and the longest of their springs (w).
void sumDifferences(const Cloth &cloth, std::span<Vec4> sums) {
    std::fill(sums.begin(), sums.end(), Vec4(0.0F));
    forStructural(*cloth.topology, [&](int32_t i, int32_t j, float restLength) {
        Vec4 &a = sums[u(i)];
        Vec4 &b = sums[u(j)];
        const Vec3 d = cloth.position[u(i)] - cloth.position[u(j)];
        a = Vec4(Vec3(a) + d, std::max(a.w, restLength));
        b = Vec4(Vec3(b) - d, std::max(b.w, restLength));
    });
}

// Meyer et al. 2000, §4.1: the sum of the differences to the neighbours; where that is zero, a cross product.
Vec3 normalAsPrinted(const Cloth &cloth, const ClothAir &air, int32_t i) {
    const Vec3 sum(air.change[u(i)]);
    const float longest = air.change[u(i)].w; // m
    if (glm::length(sum) < 1e-5F * longest && air.triangleStart[u(i)] < air.triangleStart[u(i) + 1]) {
        const int32_t first = air.trianglesAround[u(air.triangleStart[u(i)])];
        return triangleOf(cloth, &cloth.topology->triangles[3 * u(first)], 1.0F).normal;
    }
    const float length = glm::length(sum);
    return length > 0.0F ? sum / length : Vec3(0.0F);
}

void blowAsPrinted(Cloth &cloth, ClothAir &air, const AirScene &scene, float dt, Workers &workers) {
    sumDifferences(cloth, {air.change.data(), u(cloth.particleCount())});
    workers.forBlocks(cloth.particleCount(), kParticlesAtOnce, [&](int32_t begin, int32_t end) {
        for (int32_t i = begin; i < end; ++i) {
            if (cloth.fixed[u(i)] != 0) {
                continue;
            }
            const Vec3 &point = cloth.position[u(i)];
            const float open =
                windOpenness(scene.colliders, scene.windSettings, point, -scene.wind.direction);
            const Vec3 wind = open * windAt(scene.wind, point);
            const Vec3 normal = normalAsPrinted(cloth, air, i);
            // Meyer 2000, §4.1, Eq. 5
            const Vec3 force = scene.settings.drag * glm::length(wind) * glm::dot(normal, wind) * normal;
            cloth.velocity[u(i)] += dt / cloth.mass[u(i)] * force;
        }
    });
}

} // namespace

void prepareAir(const Cloth &cloth, ClothAir &air) {
    const ClothTopology &topology = *cloth.topology;
    const size_t triangleCount = topology.triangles.size() / 3;
    const auto particleCount = u(cloth.particleCount());
    air.restArea.resize(triangleCount);
    air.open.assign(triangleCount, 1.0F);
    air.looked = -1;
    air.change.assign(std::max(triangleCount, particleCount), Vec4(0.0F));
    air.triangleStart.assign(particleCount + 1, 0);
    for (size_t t = 0; t < triangleCount; ++t) {
        const int32_t *corner = &topology.triangles[3 * t];
        const auto triangle = static_cast<int32_t>(t);
        const Vec2 a = restCorner(topology, triangle, 1) - restCorner(topology, triangle, 0);
        const Vec2 b = restCorner(topology, triangle, 2) - restCorner(topology, triangle, 0);
        air.restArea[t] = 0.5F * std::abs(a.x * b.y - a.y * b.x);
        for (int k = 0; k < 3; ++k) {
            ++air.triangleStart[u(corner[k]) + 1];
        }
    }
    for (size_t i = 0; i < particleCount; ++i) {
        air.triangleStart[i + 1] += air.triangleStart[i];
    }
    air.trianglesAround.resize(3 * triangleCount);
    std::vector<int32_t> next(air.triangleStart.begin(), air.triangleStart.end() - 1);
    for (size_t c = 0; c < topology.triangles.size(); ++c) {
        air.trianglesAround[u(next[u(topology.triangles[c])]++)] = static_cast<int32_t>(c / 3);
    }
}

void blow(Cloth &cloth, ClothAir &air, const AirScene &scene, float dt, Workers &workers) {
    switch (scene.settings.law) {
    case AirLaw::Triangles:
        blowOnTriangles(cloth, air, scene, dt, workers);
        return;
    case AirLaw::MeyerAsPrinted:
        blowAsPrinted(cloth, air, scene, dt, workers);
        return;
    }
}

} // namespace selvage
