// Building of cloth from a rectangular grid: structural, shear and flexion springs (Provot 1995; Meyer 2000,
// §2).
#include "sim/cloth.h"

#include "sim/springs.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <limits>

namespace selvage {

namespace {

std::atomic<uint64_t> nextTopologyId{1};

class GridBuilder {
public:
    GridBuilder(const GridSize &size, ClothTopology &topology) : size_(size), topology_(topology) {}

    void build() {
        const auto particles = static_cast<size_t>(size_.columns) * static_cast<size_t>(size_.rows);
        topology_.restUv.reserve(particles);
        topology_.restArea.reserve(particles);
        topology_.triangles.reserve(6 * particles);
        addRestShape();
        addTriangles();
    }

private:
    int32_t index(int32_t column, int32_t row) const { return row * size_.columns + column; }

    void addRestShape() {
        const float dx = size_.width / static_cast<float>(size_.columns - 1);
        const float dy = size_.height / static_cast<float>(size_.rows - 1);
        for (int32_t row = 0; row < size_.rows; ++row) {
            for (int32_t column = 0; column < size_.columns; ++column) {
                topology_.restUv.emplace_back(static_cast<float>(column) * dx, static_cast<float>(row) * dy);
                const float shareX = column == 0 || column == size_.columns - 1 ? 0.5F : 1.0F;
                const float shareY = row == 0 || row == size_.rows - 1 ? 0.5F : 1.0F;
                topology_.restArea.push_back(dx * dy * shareX * shareY);
            }
        }
    }

    // The diagonals alternate so that the mesh has no preferred direction.
    void addTriangles() {
        auto &t = topology_.triangles;
        for (int32_t row = 0; row + 1 < size_.rows; ++row) {
            for (int32_t column = 0; column + 1 < size_.columns; ++column) {
                const int32_t p00 = index(column, row);
                const int32_t p10 = index(column + 1, row);
                const int32_t p01 = index(column, row + 1);
                const int32_t p11 = index(column + 1, row + 1);
                if ((row + column) % 2 == 0) {
                    t.insert(t.end(), {p00, p01, p11, p00, p11, p10});
                } else {
                    t.insert(t.end(), {p00, p01, p10, p10, p01, p11});
                }
            }
        }
    }

    GridSize size_;
    ClothTopology &topology_;
};

// The shapes of a grid's springs.
class SpringShaper {
public:
    explicit SpringShaper(const ClothTopology &topology) : topology_(topology) {}

    float shapeOf(const Spring &spring) const {
        if (topology_.layout == SpringLayout::Papers) {
            return spring.kind == SpringKind::Flexion ? flexionOfPapers() : 1.0F;
        }
        const Vec2 d = glm::abs(uv(spring.b) - uv(spring.a));
        if (spring.kind == SpringKind::Shear) {
            // A shear angle g stretches both diagonals of a cell by g dx dy / |d|; together they are to store
            // G/2 g² dx dy.
            return glm::dot(d, d) / (2.0F * d.x * d.y);
        }
        const bool alongRow = spring.a / topology_.columnCount == spring.b / topology_.columnCount;
        const float length = alongRow ? d.x : d.y;
        const float strip = alongRow ? rowShare(spring.a) : columnShare(spring.a);
        if (spring.kind == SpringKind::Flexion) {
            // Over two cells, half its length apart; see kFlexionShare.
            return strip / (0.5F * length) / (kFlexionShare * length * length);
        }
        return strip / length;
    }

private:
    Vec2 uv(int32_t i) const { return topology_.restUv[static_cast<size_t>(i)]; }

    // Width (m) of the strip of cloth around a particle's row and around its column.
    float rowShare(int32_t i) const {
        const int32_t row = i / topology_.columnCount;
        const int32_t before = row > 0 ? i - topology_.columnCount : i;
        const int32_t after = row + 1 < topology_.rowCount ? i + topology_.columnCount : i;
        return 0.5F * (uv(after).y - uv(before).y);
    }
    float columnShare(int32_t i) const {
        const int32_t column = i % topology_.columnCount;
        const int32_t before = column > 0 ? i - 1 : i;
        const int32_t after = column + 1 < topology_.columnCount ? i + 1 : i;
        return 0.5F * (uv(after).x - uv(before).x);
    }

    // Of two mean cells along the weft, for all flexion springs.
    float flexionOfPapers() const {
        const float width = uv(topology_.columnCount - 1).x - uv(0).x;
        const float length = 2.0F * width / static_cast<float>(topology_.columnCount - 1);
        return 1.0F / (kPapersFlexionShare * length * length);
    }

    const ClothTopology &topology_;
};

} // namespace

SpringEnds makeSpringEnds(const ClothTopology &topology) {
    SpringEnds made{.topology = topology.id, .start = {}, .ends = {}};
    made.start.assign(static_cast<size_t>(topology.particleCount) + 1, 0);
    forSprings(topology, [&](const Spring &spring) {
        ++made.start[static_cast<size_t>(spring.a) + 1];
        ++made.start[static_cast<size_t>(spring.b) + 1];
    });
    for (size_t i = 1; i < made.start.size(); ++i) {
        made.start[i] += made.start[i - 1];
    }
    made.ends.resize(static_cast<size_t>(made.start.back()));
    std::vector<int32_t> next(made.start.begin(), made.start.end() - 1);
    int32_t index = 0;
    forSprings(topology, [&](const Spring &spring) {
        SpringEnd end{index++, spring.b, spring.restLength, spring.shape, spring.kind};
        made.ends[static_cast<size_t>(next[static_cast<size_t>(spring.a)]++)] = end;
        end.other = spring.a;
        made.ends[static_cast<size_t>(next[static_cast<size_t>(spring.b)]++)] = end;
    });
    return made;
}

void finishTopology(ClothTopology &topology) {
    topology.id = nextTopologyId++;
}

Spring gridSpring(const ClothTopology &topology, int32_t a, int32_t b, SpringKind kind) {
    Spring spring{.a = a, .b = b, .kind = kind};
    spring.restLength =
        glm::distance(topology.restUv[static_cast<size_t>(a)], topology.restUv[static_cast<size_t>(b)]);
    spring.shape = SpringShaper(topology).shapeOf(spring);
    return spring;
}

std::vector<Spring> springsOf(const ClothTopology &topology) {
    std::vector<Spring> springs;
    springs.reserve(springsFollow(topology) ? 6 * static_cast<size_t>(topology.particleCount)
                                            : topology.keptSprings.size());
    forSprings(topology, [&](const Spring &spring) { springs.push_back(spring); });
    return springs;
}

GridSize gridOfPoints(float width, float height, int32_t points) {
    const float cell = std::sqrt(width * height / static_cast<float>(std::max(points, 4)));
    GridSize size{2, 2, width, height};
    size.columns = std::max(2, static_cast<int32_t>(std::lround(width / cell)) + 1);
    size.rows = std::max(2, (points + size.columns / 2) / size.columns);
    return size;
}

Cloth makeGridCloth(const GridSize &size, const Fabric &fabric, const Pose &pose) {
    assert(size.columns >= 2 && size.rows >= 2);
    auto topology = std::make_shared<ClothTopology>();
    topology->id = nextTopologyId++;
    topology->particleCount = size.columns * size.rows;
    topology->columnCount = size.columns;
    topology->rowCount = size.rows;
    topology->layout = size.layout;
    GridBuilder(size, *topology).build();

    Cloth cloth;
    cloth.topology = topology;
    cloth.fabric = fabric;
    const auto n = static_cast<size_t>(topology->particleCount);
    cloth.position.resize(n);
    cloth.velocity.assign(n, Vec3(0.0F));
    cloth.mass.resize(n);
    cloth.fixed.assign(n, 0);
    const Vec2 middle(size.width * 0.5F, size.height * 0.5F);
    for (size_t i = 0; i < n; ++i) {
        const Vec2 uv = topology->restUv[i] - middle;
        cloth.position[i] = transformPoint(pose, Vec3(uv.x, 0.0F, uv.y));
    }
    cloth.fixedTarget = cloth.position;
    updateMasses(cloth);
    return cloth;
}

Cloth makeNetwork(std::span<const Vec3> position, float mass, std::vector<Spring> springs,
                  const Fabric &fabric, std::vector<int32_t> surface) {
    const size_t n = position.size();
    auto topology = std::make_shared<ClothTopology>();
    topology->particleCount = static_cast<int32_t>(n);
    topology->network = true;
    topology->keptSprings = std::move(springs);
    topology->triangles = std::move(surface);
    topology->restUv.assign(n, Vec2(0.0F));
    topology->restArea.assign(n, mass / fabric.arealDensity);
    finishTopology(*topology);

    Cloth cloth;
    cloth.topology = topology;
    cloth.fabric = fabric;
    cloth.position.assign(position.begin(), position.end());
    cloth.velocity.assign(n, Vec3(0.0F));
    cloth.mass.assign(n, mass);
    cloth.fixed.assign(n, 0);
    cloth.fixedTarget = cloth.position;
    return cloth;
}

void updateMasses(Cloth &cloth) {
    for (size_t i = 0; i < cloth.mass.size(); ++i) {
        cloth.mass[i] = cloth.topology->restArea[i] * cloth.fabric.arealDensity;
    }
}

float maxStretch(const Fabric &fabric, SpringKind kind) {
    switch (kind) {
    case SpringKind::Weft:
        return fabric.maxStretchWeft;
    case SpringKind::Warp:
        return fabric.maxStretchWarp;
    case SpringKind::Shear:
        return fabric.maxStretchBias;
    case SpringKind::Flexion:
        break;
    }
    return std::numeric_limits<float>::max();
}

void computeNormals(const Cloth &cloth, std::span<Vec3> normals) {
    assert(normals.size() == cloth.position.size());
    std::fill(normals.begin(), normals.end(), Vec3(0.0F));
    const auto &t = cloth.topology->triangles;
    for (size_t i = 0; i + 2 < t.size(); i += 3) {
        const auto a = static_cast<size_t>(t[i]);
        const auto b = static_cast<size_t>(t[i + 1]);
        const auto c = static_cast<size_t>(t[i + 2]);
        const Vec3 areaNormal =
            glm::cross(cloth.position[b] - cloth.position[a], cloth.position[c] - cloth.position[a]);
        normals[a] += areaNormal;
        normals[b] += areaNormal;
        normals[c] += areaNormal;
    }
    for (Vec3 &n : normals) {
        const float length = glm::length(n);
        n = length > 1e-12F ? n / length : Vec3(0.0F, 1.0F, 0.0F);
    }
}

} // namespace selvage
