// Naive surface nets on a regular grid; see surface_nets.h.
#include "surface_nets.h"

#include <algorithm>

namespace selvage {

namespace {

struct Grid {
    glm::ivec3 size{0}; // corner count along each axis
    std::vector<float> distance;
    std::vector<int32_t> cellVertex; // -1: the surface does not cross this cell

    size_t at(const glm::ivec3 &c) const { return static_cast<size_t>((c.z * size.y + c.y) * size.x + c.x); }
};

Vec3 gradient(const DistanceFunction &distance, const Vec3 &p, float h) {
    const Vec3 x(h, 0.0F, 0.0F);
    const Vec3 y(0.0F, h, 0.0F);
    const Vec3 z(0.0F, 0.0F, h);
    return Vec3(distance(p + x) - distance(p - x), distance(p + y) - distance(p - y),
                distance(p + z) - distance(p - z)) /
           (2.0F * h);
}

Grid sampleGrid(const DistanceFunction &distance, const SampledRegion &region) {
    Grid grid;
    grid.size = glm::ivec3(glm::ceil((region.high - region.low) / region.cell)) + 1;
    const size_t count = static_cast<size_t>(grid.size.x) * static_cast<size_t>(grid.size.y) *
                         static_cast<size_t>(grid.size.z);
    grid.distance.resize(count);
    grid.cellVertex.assign(count, -1);
    for (int z = 0; z < grid.size.z; ++z) {
        for (int y = 0; y < grid.size.y; ++y) {
            for (int x = 0; x < grid.size.x; ++x) {
                const glm::ivec3 corner(x, y, z);
                grid.distance[grid.at(corner)] = distance(region.low + Vec3(corner) * region.cell);
            }
        }
    }
    return grid;
}

constexpr glm::ivec3 cornerOffset(int corner) {
    return {corner & 1, (corner >> 1) & 1, (corner >> 2) & 1};
}

// Mean of the crossings of the cell's 12 edges, in cells from the cell's low corner; false when there is
// none.
bool meanCrossing(const Grid &grid, const glm::ivec3 &cell, Vec3 &mean) {
    Vec3 sum(0.0F);
    int crossings = 0;
    for (int a = 0; a < 8; ++a) {
        for (int axis = 0; axis < 3; ++axis) {
            const int b = a | (1 << axis);
            if (b == a) {
                continue;
            }
            const float da = grid.distance[grid.at(cell + cornerOffset(a))];
            const float db = grid.distance[grid.at(cell + cornerOffset(b))];
            if ((da < 0.0F) != (db < 0.0F)) {
                sum += glm::mix(Vec3(cornerOffset(a)), Vec3(cornerOffset(b)), da / (da - db));
                ++crossings;
            }
        }
    }
    if (crossings == 0) {
        return false;
    }
    mean = sum / static_cast<float>(crossings);
    return true;
}

Vertex surfaceVertex(const DistanceFunction &distance, Vec3 p, float cell) {
    constexpr int kProjections = 3;
    Vec3 normal(0.0F, 1.0F, 0.0F);
    for (int i = 0; i <= kProjections; ++i) {
        const Vec3 g = gradient(distance, p, 0.25F * cell);
        const float length = std::max(glm::length(g), 1e-6F);
        normal = g / length;
        if (i < kProjections) {
            p -= normal * (distance(p) / length);
        }
    }
    return {p, normal, Vec2(p.x, p.y)};
}

void addVertices(const DistanceFunction &distance, const SampledRegion &region, Grid &grid, MeshData &mesh) {
    for (int z = 0; z + 1 < grid.size.z; ++z) {
        for (int y = 0; y + 1 < grid.size.y; ++y) {
            for (int x = 0; x + 1 < grid.size.x; ++x) {
                const glm::ivec3 cell(x, y, z);
                Vec3 mean(0.0F);
                if (meanCrossing(grid, cell, mean)) {
                    grid.cellVertex[grid.at(cell)] = static_cast<int32_t>(mesh.vertices.size());
                    const Vec3 p = region.low + (Vec3(cell) + mean) * region.cell;
                    mesh.vertices.push_back(surfaceVertex(distance, p, region.cell));
                }
            }
        }
    }
}

// The quad around the grid edge from `corner` along `axis`, if the surface crosses that edge.
void addQuad(const Grid &grid, const glm::ivec3 &corner, int axis, MeshData &mesh) {
    glm::ivec3 u(0);
    glm::ivec3 v(0);
    glm::ivec3 along(0);
    along[axis] = 1;
    u[(axis + 1) % 3] = 1;
    v[(axis + 2) % 3] = 1;
    const bool startInside = grid.distance[grid.at(corner)] < 0.0F;
    const bool endInside = grid.distance[grid.at(corner + along)] < 0.0F;
    if (startInside == endInside) {
        return;
    }
    const int32_t quad[4] = {grid.cellVertex[grid.at(corner - u - v)], grid.cellVertex[grid.at(corner - v)],
                             grid.cellVertex[grid.at(corner)], grid.cellVertex[grid.at(corner - u)]};
    const int order[2][6] = {{0, 2, 1, 0, 3, 2}, {0, 1, 2, 0, 2, 3}};
    for (const int i : order[startInside ? 1 : 0]) {
        mesh.indices.push_back(static_cast<uint32_t>(quad[i]));
    }
}

} // namespace

MeshData meshDistanceFunction(const DistanceFunction &distance, const SampledRegion &region) {
    Grid grid = sampleGrid(distance, region);
    MeshData mesh;
    addVertices(distance, region, grid, mesh);
    for (int z = 1; z + 1 < grid.size.z; ++z) {
        for (int y = 1; y + 1 < grid.size.y; ++y) {
            for (int x = 1; x + 1 < grid.size.x; ++x) {
                for (int axis = 0; axis < 3; ++axis) {
                    addQuad(grid, {x, y, z}, axis, mesh);
                }
            }
        }
    }
    return mesh;
}

} // namespace selvage
