// The levels of an irregular cloth, and what follows from its fixed particles: weights, anchors, tethers.
#include "maths/index.h"
#include "mesh_coarsening.h"
#include "mesh_solver.h"
#include "sim/mesh_cloth.h"
#include "sim/springs.h"

#include <algorithm>
#include <numeric>

namespace selvage {

namespace {

constexpr int32_t kCoarsest = 16;       // nodes; no level below has fewer than a third of that
constexpr double kThinning = 0.8;       // –, of the nodes; a level that keeps more is not worth having
constexpr int32_t kDistanceNodes = 512; // at most, where distances over the fabric are measured
constexpr float kOneHold = 0.16F;       // m, of fixed particles that need no second tether
constexpr float kUnbounded = 1e30F;     // m²
// –, weight of fixed nodes that spares an anchor: one beside them would swing its free nodes about them.
constexpr float kStandsFor = 0.25F;
constexpr float kWeightMin = 1e-4F; // –

// Of the side from corner k of a triangle: its spring's, or the flat fabric's where it has none.
double sideLength(const ClothTopology &topology, const SpringEnds &springs, int32_t triangle, int32_t k) {
    const int32_t a = topology.triangles[u(3 * triangle + k)];
    const int32_t b = topology.triangles[u(3 * triangle + (k + 1) % 3)];
    for (const SpringEnd &end : springs.around(a)) {
        if (end.other == b && end.kind != SpringKind::Flexion) {
            return static_cast<double>(end.restLength);
        }
    }
    return static_cast<double>(
        glm::distance(restCorner(topology, triangle, k), restCorner(topology, triangle, (k + 1) % 3)));
}

IntrinsicMesh finestMesh(const ClothTopology &topology) {
    const SpringEnds springs = makeSpringEnds(topology);
    std::vector<double> lengths;
    lengths.reserve(topology.triangles.size());
    for (int32_t c = 0; c < static_cast<int32_t>(topology.triangles.size()); ++c) {
        lengths.push_back(sideLength(topology, springs, c / 3, c % 3));
    }
    return makeIntrinsicMesh(topology.particleCount, topology.triangles, lengths);
}

MeshLevel finestLevel(const ClothTopology &topology) {
    std::vector<LevelSpring> springs;
    forSprings(topology, [&](const Spring &spring) {
        if (spring.kind != SpringKind::Flexion) {
            springs.push_back({spring.a, spring.b, spring.restLength});
        }
    });
    MeshLevel level = makeMeshLevel(topology.particleCount, springs);
    std::copy(topology.restArea.begin(), topology.restArea.end(), level.area.begin());
    return level;
}

// Interpolation only between the nodes: a particle outside its triangle goes to the nearest side.
Parents parentsOf(const PlaceInTriangle &place) {
    Parents parents;
    double sum = 0.0;
    for (size_t k = 0; k < 3; ++k) {
        sum += std::max(0.0, place.weight[k]);
    }
    for (size_t k = 0; k < 3; ++k) {
        parents.node[k] = place.vertex[k];
        parents.weight[k] = sum > 0.0 ? static_cast<float>(std::max(0.0, place.weight[k]) / sum) : 0.0F;
    }
    return parents;
}

void addLevel(MeshSolver &mesh, const Coarsening &coarsening) {
    MeshLevel &fine = mesh.levels.back();
    MeshLevel coarse = makeMeshLevel(coarsening.mesh.vertexCount, springsOf(coarsening.mesh));
    coarse.source = coarsening.source;
    fine.parents.reserve(u(fine.count));
    for (const PlaceInTriangle &place : coarsening.place) {
        fine.parents.push_back(parentsOf(place));
    }
    for (size_t i = 0; i < u(fine.count); ++i) {
        for (size_t k = 0; k < 3; ++k) {
            coarse.area[u(fine.parents[i].node[k])] += fine.parents[i].weight[k] * fine.area[i];
        }
    }
    mesh.levels.push_back(std::move(coarse));
}

// Whatever measures distances stops at the first level that is small enough.
void addDistances(MeshSolver &mesh, const IntrinsicMesh &at, const Coarsening *coarser) {
    const bool isMeasured = !mesh.geodesics.distance.empty();
    if (isMeasured) {
        return;
    }
    mesh.reach.emplace_back(u(at.vertexCount), 0.0F);
    if (at.vertexCount <= kDistanceNodes || coarser == nullptr) {
        mesh.distanceLevel = mesh.levels.size() - 1;
        mesh.distanceMesh = at;
        mesh.geodesics = makeGeodesics(at);
        return;
    }
    auto &distances = mesh.parentDistance.emplace_back();
    distances.reserve(coarser->place.size());
    for (const PlaceInTriangle &place : coarser->place) {
        distances.emplace_back(place.distance[0], place.distance[1], place.distance[2]);
    }
}

// The first level that is small enough, or the coarsest, is bent.
void addBending(MeshSolver &mesh, const IntrinsicMesh &at, const Coarsening *coarser) {
    const bool isMade = !mesh.bending.ahead.empty();
    if (!isMade && (coarser == nullptr || !isTooFineToBend(mesh.levels.back()))) {
        makeMeshBending(at, mesh.levels, mesh.bending);
    }
}

void buildLevels(const ClothTopology &topology, MeshSolver &mesh) {
    IntrinsicMesh at = finestMesh(topology);
    mesh.levels.push_back(finestLevel(topology));
    while (at.vertexCount > kCoarsest) {
        Coarsening coarsening = coarsen(at);
        if (coarsening.mesh.vertexCount > kThinning * at.vertexCount) {
            break;
        }
        addBending(mesh, at, &coarsening);
        addDistances(mesh, at, &coarsening);
        addLevel(mesh, coarsening);
        at = std::move(coarsening.mesh);
    }
    addBending(mesh, at, nullptr);
    addDistances(mesh, at, nullptr);
}

// Inverse masses, one for a particle of mean mass: those of coarse nodes from what each really moves when its
// displacement is interpolated.
void weighLevels(const Cloth &cloth, MeshSolver &mesh) {
    double total = 0.0;
    for (const float m : cloth.mass) {
        total += static_cast<double>(m);
    }
    mesh.unitMass = static_cast<float>(total / static_cast<double>(cloth.mass.size()));
    MeshLevel &fine = mesh.levels.front();
    for (size_t i = 0; i < cloth.mass.size(); ++i) {
        fine.w[i] = cloth.fixed[i] != 0 ? 0.0F : mesh.unitMass / cloth.mass[i];
    }
    shareCorrections(fine);
    for (size_t l = 1; l < mesh.levels.size(); ++l) {
        MeshLevel &level = mesh.levels[l];
        for (size_t c = 0; c < u(level.count); ++c) {
            const bool fixed = mesh.levels[l - 1].w[u(level.source[c])] == 0.0F;
            level.w[c] = fixed ? 0.0F : mesh.meanArea / level.area[c];
        }
        shareCorrections(level);
    }
}

// A small list of nodes and their weights, as a particle is interpolated from them.
struct Blend {
    static constexpr size_t kMax = 32;
    size_t count{0};
    int32_t node[kMax]{};
    float weight[kMax]{};

    void add(int32_t n, float w) {
        for (size_t k = 0; k < count; ++k) {
            if (node[k] == n) {
                weight[k] += w;
                return;
            }
        }
        if (count < kMax) {
            node[count] = n;
            weight[count++] = w;
        }
    }
};

Blend blendOfCoarser(const Blend &blend, const MeshLevel &level) {
    Blend out;
    for (size_t k = 0; k < blend.count; ++k) {
        const Parents &parents = level.parents[u(blend.node[k])];
        for (size_t p = 0; p < 3; ++p) {
            if (parents.weight[p] > kWeightMin) {
                out.add(parents.node[p], blend.weight[k] * parents.weight[p]);
            }
        }
    }
    return out;
}

// The heaviest few nodes of a blend.
MeshAnchor anchorOf(const Blend &blend) {
    MeshAnchor anchor;
    bool taken[Blend::kMax]{};
    float sum = 0.0F;
    while (anchor.count < MeshAnchor::kNodesMax && u(anchor.count) < blend.count) {
        size_t heaviest = Blend::kMax;
        for (size_t k = 0; k < blend.count; ++k) {
            const bool better = heaviest == Blend::kMax || blend.weight[k] > blend.weight[heaviest];
            heaviest = !taken[k] && better ? k : heaviest;
        }
        taken[heaviest] = true;
        anchor.node[anchor.count] = blend.node[heaviest];
        anchor.weight[anchor.count++] = blend.weight[heaviest];
        sum += blend.weight[heaviest];
    }
    for (int32_t k = 0; k < anchor.count; ++k) {
        anchor.weight[k] /= sum;
    }
    return anchor;
}

float fixedShare(const MeshAnchor &anchor, const MeshLevel &level) {
    float share = 0.0F;
    for (int32_t k = 0; k < anchor.count; ++k) {
        share += level.w[u(anchor.node[k])] == 0.0F ? anchor.weight[k] : 0.0F;
    }
    return share;
}

// Fixed particles between a level's nodes. Where fixed nodes are near these stand for them.
void placeAnchors(MeshSolver &mesh) {
    for (MeshLevel &level : mesh.levels) {
        level.anchors.clear();
    }
    for (const int32_t i : mesh.fixed) {
        Blend blend;
        blend.add(i, 1.0F);
        for (size_t l = 1; l < mesh.levels.size(); ++l) {
            MeshLevel &level = mesh.levels[l];
            blend = blendOfCoarser(blend, mesh.levels[l - 1]);
            const MeshAnchor anchor = anchorOf(blend);
            if (fixedShare(anchor, level) < kStandsFor && level.anchors.size() < level.anchors.capacity()) {
                level.anchors.push_back(anchor);
            }
        }
    }
}

// Distances from one particle to the nodes of the level that measures, then interpolated to all particles:
// what is convex is never too short between the nodes.
void measureReach(MeshSolver &mesh, int32_t from) {
    auto &distance = mesh.geodesics.distance;
    std::fill(distance.begin(), distance.end(), kUnreached);
    Blend seeds; // weights are distances here
    seeds.add(from, 0.0F);
    for (size_t l = 0; l < mesh.distanceLevel; ++l) {
        Blend coarser;
        for (size_t k = 0; k < seeds.count; ++k) {
            const size_t i = u(seeds.node[k]);
            const bool isNode = mesh.levels[l].parents[i].node[0] == mesh.levels[l].parents[i].node[1];
            for (size_t p = 0; p < (isNode ? 1U : 3U) && coarser.count < Blend::kMax; ++p) {
                coarser.node[coarser.count] = mesh.levels[l].parents[i].node[p];
                coarser.weight[coarser.count++] =
                    seeds.weight[k] + mesh.parentDistance[l][i][static_cast<int>(p)];
            }
        }
        seeds = coarser;
    }
    for (size_t k = 0; k < seeds.count; ++k) {
        double &d = distance[u(seeds.node[k])];
        d = std::min(d, static_cast<double>(seeds.weight[k]));
    }
    spreadDistances(mesh.distanceMesh, mesh.geodesics);
    std::copy(distance.begin(), distance.end(), mesh.reach[mesh.distanceLevel].begin());
    for (size_t l = mesh.distanceLevel; l > 0; --l) {
        const std::vector<float> &coarse = mesh.reach[l];
        for (size_t i = 0; i < mesh.reach[l - 1].size(); ++i) {
            const Parents &p = mesh.levels[l - 1].parents[i];
            const bool isAlone = p.weight[0] + p.weight[1] + p.weight[2] == 0.0F;
            mesh.reach[l - 1][i] = isAlone ? static_cast<float>(kUnreached)
                                           : p.weight[0] * coarse[u(p.node[0])] +
                                                 p.weight[1] * coarse[u(p.node[1])] +
                                                 p.weight[2] * coarse[u(p.node[2])];
        }
    }
}

// Two tethers for every particle, to what holds the cloth: first the fixed particle that is on the most
// levels, then the one farthest from it. A particle can be no farther away than over the fabric.
void tieTethers(MeshSolver &mesh) {
    mesh.tetherCount = 0;
    int32_t holder = -1;
    for (const int32_t i : mesh.fixed) {
        holder = holder < 0 || mesh.depth[u(i)] > mesh.depth[u(holder)] ? i : holder;
    }
    while (holder >= 0 && mesh.tetherCount < 2) {
        measureReach(mesh, holder);
        std::vector<float> &squared = mesh.tetherReach[mesh.tetherCount];
        const std::vector<float> &reach = mesh.reach.front();
        for (size_t i = 0; i < reach.size(); ++i) {
            squared[i] = reach[i] * reach[i];
        }
        int32_t farthest = holder;
        for (const int32_t i : mesh.fixed) {
            squared[u(i)] = kUnbounded; // whatever is fixed stays where it is told to be
            farthest = reach[u(i)] > reach[u(farthest)] ? i : farthest;
        }
        mesh.tetherHolder[mesh.tetherCount++] = holder;
        holder = reach[u(farthest)] > kOneHold ? farthest : -1;
    }
}

} // namespace

std::shared_ptr<MeshSolver> makeMeshSolver(const Cloth &cloth) {
    auto mesh = std::make_shared<MeshSolver>();
    mesh->particleCount = cloth.particleCount();
    const size_t n = cloth.position.size();
    buildLevels(*cloth.topology, *mesh);
    const size_t padded = mesh->levels.front().x.size();
    for (size_t axis = 0; axis < 3; ++axis) {
        mesh->position[axis].assign(padded, 0.0F);
        mesh->previous[axis].assign(padded, 0.0F);
        mesh->velocity[axis].assign(padded, 0.0F);
    }
    std::vector<int32_t> slots(n);
    std::iota(slots.begin(), slots.end(), 0);
    mesh->contacts = makeGridContacts(*cloth.topology, padded);
    mesh->contacts.features = makeClothFeatures(*cloth.topology, padded, slots);
    mesh->fixed.reserve(n);
    for (const float area : cloth.topology->restArea) {
        mesh->meanArea += area / static_cast<float>(n);
    }
    for (auto &reach : mesh->tetherReach) {
        reach.assign(padded, kUnbounded);
    }
    mesh->depth.assign(n, 0);
    std::vector<int32_t> particleOf(n);
    for (size_t i = 0; i < n; ++i) {
        particleOf[i] = static_cast<int32_t>(i);
    }
    for (size_t l = 1; l < mesh->levels.size(); ++l) {
        std::vector<int32_t> coarse;
        coarse.reserve(mesh->levels[l].source.size());
        for (const int32_t from : mesh->levels[l].source) {
            coarse.push_back(particleOf[u(from)]);
            mesh->depth[u(coarse.back())] = static_cast<uint8_t>(l);
        }
        particleOf = std::move(coarse);
    }
    return mesh;
}

void refreshMeshSolver(const Cloth &cloth, MeshSolver &mesh) {
    mesh.fixed.clear();
    forFixed(cloth, [&](int32_t i) { mesh.fixed.push_back(i); });
    mesh.arealDensity = cloth.fabric.arealDensity;
    weighLevels(cloth, mesh);
    placeAnchors(mesh);
    tieTethers(mesh);
    mesh.bending.madeForFactor = -1.0F;
}

} // namespace selvage
