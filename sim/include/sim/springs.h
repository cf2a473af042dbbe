// The springs of a topology, one after the other. Those of a grid follow from its rows and columns and are
// told without being kept: they would be half of all that a grid needs. In the order of their first particle;
// of each weft, warp, both diagonals, and flexion along weft and warp.
#pragma once

#include "sim/cloth.h"

#include <cstddef>
#include <vector>

namespace selvage {

// Of a grid's spring with both ends and its kind: the rest length (m) and the shape, from restUv.
Spring gridSpring(const ClothTopology &topology, int32_t a, int32_t b, SpringKind kind);

// True where a topology's springs are those of its rows and columns.
inline bool springsFollow(const ClothTopology &topology) {
    return topology.columnCount > 0 && topology.keptSprings.empty();
}

// Calls body(a, b, kind) for each spring of a grid, kind by kind around each particle.
template <typename Body> void forGridSprings(const ClothTopology &topology, const Body &body) {
    const int32_t columns = topology.columnCount;
    const int32_t rows = topology.rowCount;
    int32_t a = 0;
    for (int32_t row = 0; row < rows; ++row) {
        for (int32_t column = 0; column < columns; ++column, ++a) {
            if (column + 1 < columns) {
                body(a, a + 1, SpringKind::Weft);
            }
            if (row + 1 < rows) {
                body(a, a + columns, SpringKind::Warp);
                if (column + 1 < columns) {
                    body(a, a + columns + 1, SpringKind::Shear);
                }
                if (column > 0) {
                    body(a, a + columns - 1, SpringKind::Shear);
                }
            }
            if (column + 2 < columns) {
                body(a, a + 2, SpringKind::Flexion);
            }
            if (row + 2 < rows) {
                body(a, a + 2 * columns, SpringKind::Flexion);
            }
        }
    }
}

// Calls body(spring) for all springs in turn.
template <typename Body> void forSprings(const ClothTopology &topology, const Body &body) {
    if (springsFollow(topology)) {
        forGridSprings(
            topology, [&](int32_t a, int32_t b, SpringKind kind) { body(gridSpring(topology, a, b, kind)); });
        return;
    }
    for (const Spring &spring : topology.keptSprings) {
        body(spring);
    }
}

// Calls body(a, b) for the ends of all springs but flexion in turn.
template <typename Body> void forNeighbours(const ClothTopology &topology, const Body &body) {
    if (springsFollow(topology)) {
        forGridSprings(topology, [&](int32_t a, int32_t b, SpringKind kind) {
            if (kind != SpringKind::Flexion) {
                body(a, b);
            }
        });
        return;
    }
    for (const Spring &spring : topology.keptSprings) {
        if (spring.kind != SpringKind::Flexion) {
            body(spring.a, spring.b);
        }
    }
}

// Calls body(a, b, rest length in m) for the structural springs in turn, as fast as can be.
template <typename Body> void forStructural(const ClothTopology &topology, const Body &body) {
    if (!springsFollow(topology)) {
        for (const Spring &spring : topology.keptSprings) {
            if (isStructural(spring.kind)) {
                body(spring.a, spring.b, spring.restLength);
            }
        }
        return;
    }
    const int32_t columns = topology.columnCount;
    const auto rest = [&](int32_t a, int32_t b) {
        const Vec2 d = topology.restUv[static_cast<size_t>(b)] - topology.restUv[static_cast<size_t>(a)];
        return d.x == 0.0F || d.y == 0.0F ? std::abs(d.x + d.y) : glm::length(d); // no root along the thread
    };
    int32_t a = 0;
    for (int32_t row = 0; row < topology.rowCount; ++row) {
        for (int32_t column = 0; column < columns; ++column, ++a) {
            if (column + 1 < columns) {
                body(a, a + 1, rest(a, a + 1));
            }
            if (row + 1 < topology.rowCount) {
                body(a, a + columns, rest(a, a + columns));
            }
        }
    }
}

// All of them. Allocates.
std::vector<Spring> springsOf(const ClothTopology &topology);

} // namespace selvage
