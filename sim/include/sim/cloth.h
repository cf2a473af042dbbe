// One piece of cloth: particles joined by springs (Desbrun, Schröder, Barr 1999; Meyer et al. 2000; Provot
// 1995). The topology never changes and is shared; the particles' state is kept in arrays, one array a field.
#pragma once

#include "maths/pose.h"
#include "sim/fabric.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace selvage {

enum class SpringKind : uint8_t {
    Weft,   // neighbours across: structural
    Warp,   // neighbours lengthwise: structural
    Shear,  // cell diagonals, along the bias
    Flexion // every other particle along warp and weft
};

inline bool isStructural(SpringKind kind) {
    return kind == SpringKind::Weft || kind == SpringKind::Warp;
}

struct Spring {
    int32_t a{0};
    int32_t b{0};
    float restLength{0.0F}; // m
    SpringKind kind{SpringKind::Weft};
    // Stiffness per unit of the fabric's constant, from the rest shape: –, of flexion springs 1/m². A network
    // that is no grid may leave it at 1: then the fabric's constants are the springs'.
    float shape{1.0F};
};

// How the springs of a grid stand for its cloth.
enum class SpringLayout : uint8_t {
    // Each for the strip of cloth around it, half a strip at a border: a sheet is as stiff as its fabric with
    // any number of particles, and two borders sewn together make whole springs.
    Material,
    // All springs of a kind alike, as in the papers' grids, where constants are those of single springs. The
    // same as Material for the inner springs of square cells.
    Papers
};

// A spring seen from one of its particles, with what forces are made of.
struct SpringEnd {
    int32_t spring{0};
    int32_t other{0};       // the particle at the far end
    float restLength{0.0F}; // m
    float shape{1.0F};      // as of the spring
    SpringKind kind{SpringKind::Weft};
};

// The springs around each particle, ascending, for what gathers along them in the order of memory. As large
// as all else that is known of a grid, so only the methods that are built on springs have them made.
struct SpringEnds {
    uint64_t topology{0};       // whose id they were made for; 0: for none
    std::vector<int32_t> start; // particleCount + 1 offsets into ends
    std::vector<SpringEnd> ends;

    std::span<const SpringEnd> around(int32_t particle) const {
        const int32_t *first = start.data() + particle;
        return {ends.data() + first[0], static_cast<size_t>(first[1] - first[0])};
    }
};

struct ClothTopology {
    uint64_t id{0}; // changes whenever the connectivity does
    int32_t particleCount{0};
    int32_t columnCount{0}; // of a grid; 0 otherwise
    int32_t rowCount{0};
    SpringLayout layout{SpringLayout::Material};
    bool network{false};             // not a sheet: masses and springs, whose triangles bound a volume
    std::vector<Spring> keptSprings; // of what is no grid; a grid's own are told by springs.h
    std::vector<int32_t> triangles;  // 3 per triangle, counter-clockwise seen from the face
    // m, in the flat fabric: x along weft, y along warp. Rows and columns of a grid need not be evenly
    // spaced.
    std::vector<Vec2> restUv;
    std::vector<Vec2> cornerUv;  // m, 3 per triangle, its rest shape; empty: its particles' restUv
    std::vector<float> restArea; // m², share of each particle
};

// Allocates.
SpringEnds makeSpringEnds(const ClothTopology &topology);

// Cloth::fixed
inline constexpr uint8_t kPinned = 1; // at a place of its own
inline constexpr uint8_t kHeld = 2;   // by a hand

struct Cloth {
    std::shared_ptr<const ClothTopology> topology;
    Fabric fabric;
    // Per particle:
    std::vector<Vec3> position;    // m
    std::vector<Vec3> velocity;    // m/s
    std::vector<float> mass;       // kg
    std::vector<uint8_t> fixed;    // not 0: pinned or held, moves only as told
    std::vector<Vec3> fixedTarget; // m, where a fixed particle is at the end of the running substep

    int32_t particleCount() const { return topology->particleCount; }
};

// Calls body(particle) for each fixed one in turn; looks at 8 particles at once, since few are fixed.
template <typename Body> void forFixed(const Cloth &cloth, const Body &body) {
    const auto count = static_cast<size_t>(cloth.particleCount());
    for (size_t first = 0; first < count; first += 8) {
        uint64_t any = 0;
        const size_t block = std::min<size_t>(8, count - first);
        std::memcpy(&any, &cloth.fixed[first], block);
        for (size_t i = first; any != 0 && i < first + block; ++i) {
            if (cloth.fixed[i] != 0) {
                body(static_cast<int32_t>(i));
            }
        }
    }
}

struct GridSize {
    int32_t columns{2}; // particles along the width, >= 2
    int32_t rows{2};    // particles along the height, >= 2
    float width{1.0F};  // m
    float height{1.0F}; // m
    SpringLayout layout{SpringLayout::Material};
};

// The grid closest to `points` particles with nearly square cells.
GridSize gridOfPoints(float width, float height, int32_t points);

// A flat rectangular cloth: the sheet's middle at the pose's position, its width along local x, its height
// along local z, its face towards local +y. Particle index = row * columns + column, row 0 at local -z. Mass
// follows from area and density.
Cloth makeGridCloth(const GridSize &size, const Fabric &fabric, const Pose &pose);

// To be called when particles, springs and triangles of a topology are set: gives it an id of its own.
void finishTopology(ClothTopology &topology);

// Any network of masses and springs: a chain, a volume (Desbrun 1999, §6). `position`: m; `mass`: kg, of each
// particle. `surface`: the triangles of its surface (3 particles each, counter-clockwise seen from outside),
// to be drawn; a network is never treated as cloth.
Cloth makeNetwork(std::span<const Vec3> position, float mass, std::vector<Spring> springs,
                  const Fabric &fabric, std::vector<int32_t> surface = {});

// Per-particle masses from area and density, e.g. after the fabric changed.
void updateMasses(Cloth &cloth);

// What the fabric says about a kind of spring: N/m, and N m for flexion.
inline float stiffnessConstant(const Fabric &fabric, SpringKind kind) {
    switch (kind) {
    case SpringKind::Weft:
        return fabric.weftStiffness;
    case SpringKind::Warp:
        return fabric.warpStiffness;
    case SpringKind::Shear:
        return fabric.shearStiffness;
    case SpringKind::Flexion:
        return fabric.bendingRigidity;
    }
    return 0.0F;
}

// N/m, of one spring.
inline float springStiffness(const Fabric &fabric, const Spring &spring) {
    return stiffnessConstant(fabric, spring.kind) * spring.shape;
}
inline float springStiffness(const Fabric &fabric, const SpringEnd &end) {
    return stiffnessConstant(fabric, end.kind) * end.shape;
}

// Critical elongation (–) of a kind of spring. Flexion springs have none: along a row they are bounded by the
// structural springs they bridge.
float maxStretch(const Fabric &fabric, SpringKind kind);

// Smooth unit normals, area-weighted, of the face side. normals.size() == particleCount().
void computeNormals(const Cloth &cloth, std::span<Vec3> normals);

} // namespace selvage
