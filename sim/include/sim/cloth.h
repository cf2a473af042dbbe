// One piece of cloth: particles joined by springs (Desbrun, Schröder, Barr 1999; Meyer et al. 2000; Provot
// 1995). The topology never changes and is shared; the particles' state is kept in arrays, one array a field.
#pragma once

#include "maths/pose.h"
#include "sim/fabric.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace selvage {

enum class SpringKind : uint8_t {
    Structural, // neighbours along warp and weft
    Shear,      // cell diagonals
    Flexion     // every other particle along warp and weft
};

struct Spring {
    int32_t a{0};
    int32_t b{0};
    float restLength{0.0F}; // m
    SpringKind kind{SpringKind::Structural};
};

// A spring seen from one of its particles.
struct SpringEnd {
    int32_t spring{0};
    int32_t other{0}; // the particle at the far end
};

struct ClothTopology {
    uint64_t id{0}; // changes whenever the connectivity does
    int32_t particleCount{0};
    int32_t columnCount{0}; // of a grid; 0 otherwise
    int32_t rowCount{0};
    std::vector<Spring> springs;
    std::vector<int32_t> triangles;      // 3 per triangle, counter-clockwise seen from the face
    std::vector<Vec2> restUv;            // m, in the flat fabric: x along weft, y along warp
    std::vector<Vec2> cornerUv;          // m, 3 per triangle, its rest shape; empty: its particles' restUv
    std::vector<float> restArea;         // m², share of each particle
    std::vector<int32_t> springEndStart; // particleCount + 1 offsets into springEnds
    std::vector<SpringEnd> springEnds;   // the springs around each particle, ascending
};

struct Cloth {
    std::shared_ptr<const ClothTopology> topology;
    Fabric fabric;
    // Per particle:
    std::vector<Vec3> position;    // m
    std::vector<Vec3> velocity;    // m/s
    std::vector<float> mass;       // kg
    std::vector<uint8_t> fixed;    // 1: pinned or held, moves only as told
    std::vector<Vec3> fixedTarget; // m, where a fixed particle is at the end of the running substep

    int32_t particleCount() const { return topology->particleCount; }
};

struct GridSize {
    int32_t columns{2}; // particles along the width, >= 2
    int32_t rows{2};    // particles along the height, >= 2
    float width{1.0F};  // m
    float height{1.0F}; // m
};

// The grid closest to `points` particles with nearly square cells.
GridSize gridOfPoints(float width, float height, int32_t points);

// A flat rectangular cloth: the sheet's middle at the pose's position, its width along local x, its height
// along local z, its face towards local +y. Particle index = row * columns + column, row 0 at local -z. Mass
// follows from area and density.
Cloth makeGridCloth(const GridSize &size, const Fabric &fabric, const Pose &pose);

// Any network of masses and springs: a chain, a volume (Desbrun 1999, §6). `position`: m; `mass`: kg, of each
// particle. It has no triangles, so it can be simulated but not drawn.
Cloth makeNetwork(std::span<const Vec3> position, float mass, std::vector<Spring> springs,
                  const Fabric &fabric);

// Per-particle masses from area and density, e.g. after the fabric changed.
void updateMasses(Cloth &cloth);

float springStiffness(const Fabric &fabric, SpringKind kind); // N/m

// Smooth unit normals, area-weighted, of the face side. normals.size() == particleCount().
void computeNormals(const Cloth &cloth, std::span<Vec3> normals);

} // namespace selvage
