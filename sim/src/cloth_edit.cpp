// New topologies from old ones, and the way of the state from one to the other.
#include "sim/cloth_edit.h"

#include "maths/index.h"
#include "sim/mesh_cloth.h"
#include "sim/springs.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace selvage {

namespace {

bool isBelow(int32_t i, size_t count) {
    return i >= 0 && u(i) < count;
}

Error wrongIndex(const char *what, int32_t i, size_t count) {
    return Error{std::string("an edit of cloth names ") + what + " " + std::to_string(i) +
                 ", expected one from 0 to " + std::to_string(count) + " (exclusive)"};
}

Result<void> checkAll(const char *what, std::span<const int32_t> indices, size_t count) {
    for (const int32_t i : indices) {
        if (!isBelow(i, count)) {
            return wrongIndex(what, i, count);
        }
    }
    return {};
}

Result<void> checkEdit(const ClothTopology &old, const ClothEdit &edit) {
    const size_t triangles = old.triangles.size() / 3;
    const size_t oldParticles = u(old.particleCount);
    const size_t particles = oldParticles + edit.splits.size();
    const size_t springs = springsOf(old).size();
    for (const auto &[what, indices, count] :
         {std::tuple{"spring", std::span<const int32_t>(edit.removedSprings), springs},
          std::tuple{"triangle", std::span<const int32_t>(edit.removedTriangles), triangles}}) {
        if (auto checked = checkAll(what, indices, count); !checked) {
            return checked;
        }
    }
    for (const ClothEdit::Split &split : edit.splits) {
        if (!isBelow(split.particle, oldParticles)) {
            return wrongIndex("particle", split.particle, oldParticles);
        }
        if (auto checked = checkAll("spring", split.springs, springs); !checked) {
            return checked;
        }
        if (auto checked = checkAll("triangle", split.triangles, triangles); !checked) {
            return checked;
        }
    }
    for (const Spring &spring : edit.addedSprings) {
        if (const int32_t ends[] = {spring.a, spring.b}; !checkAll("particle", ends, particles)) {
            return checkAll("particle", ends, particles);
        }
    }
    for (const ClothEdit::Merge &merge : edit.merges) {
        if (const int32_t both[] = {merge.kept, merge.gone}; !checkAll("particle", both, particles)) {
            return checkAll("particle", both, particles);
        }
    }
    return {};
}

// The parts of an edit, one after the other, on a copy of the old topology.
class Editor {
public:
    Editor(const ClothTopology &old, const ClothEdit &edit, EditPlan &plan)
        : old_(old), edit_(edit), plan_(plan), springs_(springsOf(old)), triangles_(old.triangles),
          uv_(old.restUv), area_(old.restArea) {}

    void build() {
        splitParticles();
        springs_.insert(springs_.end(), edit_.addedSprings.begin(), edit_.addedSprings.end());
        mergeParticles();
        auto topology = std::make_shared<ClothTopology>();
        writeParticles(*topology);
        writeSprings(*topology);
        writeTriangles(*topology);
        finishTopology(*topology);
        plan_.topology = topology;
    }

private:
    float triangleArea(int32_t t) const {
        const Vec2 a = restCorner(old_, t, 1) - restCorner(old_, t, 0);
        const Vec2 b = restCorner(old_, t, 2) - restCorner(old_, t, 0);
        return 0.5F * std::abs(a.x * b.y - a.y * b.x);
    }

    // Area of the triangles around each particle, of the old topology.
    std::vector<float> areaAround() const {
        std::vector<float> around(u(old_.particleCount), 0.0F);
        for (size_t k = 0; k < old_.triangles.size(); ++k) {
            around[u(old_.triangles[k])] += triangleArea(static_cast<int32_t>(k / 3));
        }
        return around;
    }

    // A new particle takes from the old one's area the share of the triangles that it takes.
    void splitParticles() {
        plan_.source.resize(u(old_.particleCount));
        std::iota(plan_.source.begin(), plan_.source.end(), 0);
        const std::vector<float> around = areaAround();
        for (const ClothEdit::Split &split : edit_.splits) {
            const auto made = static_cast<int32_t>(uv_.size());
            plan_.source.push_back(split.particle);
            uv_.push_back(old_.restUv[u(split.particle)]);
            float taken = 0.0F;
            for (const int32_t t : split.triangles) {
                taken += triangleArea(t);
                std::replace(triangles_.begin() + 3 * t, triangles_.begin() + 3 * t + 3, split.particle,
                             made);
            }
            for (const int32_t s : split.springs) {
                Spring &spring = springs_[u(s)];
                spring.a = spring.a == split.particle ? made : spring.a;
                spring.b = spring.b == split.particle ? made : spring.b;
            }
            taken *= old_.restArea[u(split.particle)] / std::max(around[u(split.particle)], 1e-12F);
            taken = std::min(taken, 0.9F * area_[u(split.particle)]); // something is left
            area_[u(split.particle)] -= taken;
            area_.push_back(taken);
        }
        for (size_t i = 0; i < area_.size(); ++i) {
            plan_.share.push_back(area_[i] / old_.restArea[u(plan_.source[i])]);
        }
    }

    int32_t root(int32_t i) const {
        while (plan_.newIndex[u(i)] != i) {
            i = plan_.newIndex[u(i)];
        }
        return i;
    }

    // Until the end newIndex says into which particle each has been merged; then where that one is.
    void mergeParticles() {
        std::vector<int32_t> &into = plan_.newIndex;
        into.resize(uv_.size());
        std::iota(into.begin(), into.end(), 0);
        for (const ClothEdit::Merge &merge : edit_.merges) {
            into[u(root(merge.gone))] = root(merge.kept);
        }
        std::vector<int32_t> roots(into.size());
        for (size_t i = 0; i < into.size(); ++i) {
            roots[i] = root(static_cast<int32_t>(i));
        }
        std::vector<int32_t> place(into.size(), -1);
        for (size_t i = 0; i < into.size(); ++i) {
            if (roots[i] == static_cast<int32_t>(i)) {
                place[i] = particleCount_++;
            }
        }
        for (size_t i = 0; i < into.size(); ++i) {
            into[i] = place[u(roots[i])];
        }
    }

    void writeParticles(ClothTopology &to) const {
        to.particleCount = particleCount_;
        to.layout = old_.layout;
        to.restUv.assign(u(particleCount_), Vec2(0.0F));
        to.restArea.assign(u(particleCount_), 0.0F);
        for (size_t i = uv_.size(); i-- > 0;) { // so that the first of several gives the place in the fabric
            to.restUv[u(plan_.newIndex[i])] = uv_[i];
            to.restArea[u(plan_.newIndex[i])] += area_[i];
        }
    }

    void writeSprings(ClothTopology &to) const {
        std::vector<uint8_t> removed(springs_.size(), 0);
        for (const int32_t s : edit_.removedSprings) {
            removed[u(s)] = 1;
        }
        for (size_t s = 0; s < springs_.size(); ++s) {
            Spring spring = springs_[s];
            spring.a = plan_.newIndex[u(spring.a)];
            spring.b = plan_.newIndex[u(spring.b)];
            if (removed[s] == 0 && spring.a != spring.b) {
                to.keptSprings.push_back(spring);
            }
        }
    }

    void writeTriangles(ClothTopology &to) const {
        std::vector<uint8_t> removed(triangles_.size() / 3, 0);
        for (const int32_t t : edit_.removedTriangles) {
            removed[u(t)] = 1;
        }
        for (size_t t = 0; t < removed.size(); ++t) {
            const int32_t a = plan_.newIndex[u(triangles_[3 * t])];
            const int32_t b = plan_.newIndex[u(triangles_[3 * t + 1])];
            const int32_t c = plan_.newIndex[u(triangles_[3 * t + 2])];
            if (removed[t] == 0 && a != b && b != c && c != a) {
                to.triangles.insert(to.triangles.end(), {a, b, c});
                for (int32_t k = 0; k < 3; ++k) {
                    to.cornerUv.push_back(restCorner(old_, static_cast<int32_t>(t), k));
                }
            }
        }
    }

    const ClothTopology &old_;
    const ClothEdit &edit_;
    EditPlan &plan_;
    std::vector<Spring> springs_;
    std::vector<int32_t> triangles_;
    std::vector<Vec2> uv_;
    std::vector<float> area_;
    int32_t particleCount_{0};
};

// The cloth in its new topology: sums of mass and momentum, means of places.
Cloth transferred(const Cloth &from, const EditPlan &plan) {
    Cloth to;
    to.topology = plan.topology;
    to.fabric = from.fabric;
    const size_t n = u(plan.topology->particleCount);
    to.position.assign(n, Vec3(0.0F));
    to.velocity.assign(n, Vec3(0.0F));
    to.mass.assign(n, 0.0F);
    to.fixed.assign(n, 0);
    for (size_t i = 0; i < plan.source.size(); ++i) {
        to.mass[u(plan.newIndex[i])] += plan.share[i] * from.mass[u(plan.source[i])];
    }
    for (size_t i = 0; i < plan.source.size(); ++i) {
        const size_t s = u(plan.source[i]);
        const size_t p = u(plan.newIndex[i]);
        const float weight = plan.share[i] * from.mass[s] / to.mass[p];
        to.position[p] += weight * from.position[s];
        to.velocity[p] += weight * from.velocity[s];
    }
    for (size_t i = 0; i < plan.source.size(); ++i) { // whatever is fixed is not moved by what joins it
        const size_t s = u(plan.source[i]);
        const size_t p = u(plan.newIndex[i]);
        if (from.fixed[s] != 0 && to.fixed[p] == 0) {
            to.fixed[p] = from.fixed[s];
            to.position[p] = from.position[s];
            to.velocity[p] = from.velocity[s];
        }
    }
    to.fixedTarget = to.position;
    return to;
}

void remapHolders(World &world, int32_t cloth, const EditPlan &plan) {
    for (Pin &pin : world.pins) {
        pin.particle = pin.cloth == cloth ? plan.newIndex[u(pin.particle)] : pin.particle;
    }
    const auto particles = u(plan.topology->particleCount);
    for (HandState &hand : world.hands) {
        hand.held.reserve(u(heldMax(plan.topology->particleCount)));
        if (hand.follow.size() < particles) {
            hand.follow.resize(particles, 0.0F);
        }
        if (hand.cloth != cloth) {
            continue;
        }
        std::vector<float> follow(hand.follow.size(), 0.0F);
        for (size_t i = 0; i < plan.source.size(); ++i) {
            float &f = follow[u(plan.newIndex[i])];
            f = std::max(f, hand.follow[u(plan.source[i])]);
        }
        hand.follow = std::move(follow);
        for (HeldParticle &h : hand.held) {
            h.particle = plan.newIndex[u(h.particle)];
        }
    }
}

} // namespace

Result<EditPlan> planEdit(const Cloth &cloth, const ClothEdit &edit, const Integrator &integrator,
                          float substepDt) {
    if (auto checked = checkEdit(*cloth.topology, edit); !checked) {
        return checked.error();
    }
    EditPlan plan;
    plan.before = cloth.topology->id;
    Editor(*cloth.topology, edit, plan).build();
    plan.solver = std::make_unique<ClothSolver>();
    Cloth planned = transferred(cloth, plan);
    prepareSolver(planned, *plan.solver);
    // Where it cannot serve the new cloth, applyEdit() finds that too.
    static_cast<void>(integrator.prepare(planned, *plan.solver));
    if (substepDt > 0.0F && plan.solver->filter.factory != nullptr) {
        // Hands may let go until the plan is applied: only pins are eliminated.
        std::replace(planned.fixed.begin(), planned.fixed.end(), kHeld, uint8_t{0});
        keepFilterAtOnce(planned, substepDt, FilterForm::Corrected, plan.solver->filter);
    }
    return plan;
}

Result<void> applyEdit(World &world, int32_t cloth, EditPlan plan) {
    Cloth &edited = world.cloths[u(cloth)];
    if (edited.topology->id != plan.before) {
        return Error{"an edit of cloth expects the topology it was planned for"};
    }
    edited = transferred(edited, plan);
    prepareAir(edited, world.air[u(cloth)]);
    world.water.wetness[u(cloth)].resize(u(edited.particleCount()), 0.0F);
    remapHolders(world, cloth, plan);
    const uint64_t refactors = world.solvers[u(cloth)].filter.refactorCount;
    world.solvers[u(cloth)] = std::move(*plan.solver);
    world.solvers[u(cloth)].filter.refactorCount += refactors;
    if (!methodOf(world, u(cloth)).prepare(edited, world.solvers[u(cloth)])) {
        return selectIntegrator(world, *findIntegrator("desbrun"));
    }
    return {};
}

} // namespace selvage
