// A sewn tube, and a player at which anything is done to it at random.
#pragma once

#include "cut_meshes.h"
#include "sim/garment_history.h"
#include "sim/mesh_seam.h"
#include "sim/pattern_edit.h"

namespace selvage {

using Edges = std::vector<std::array<int32_t, 2>>;

inline SewingPattern tube() {
    SewingPattern pattern;
    pattern.panels = {panelOf("front", rectangle(0.4, 0.3)), panelOf("back", rectangle(0.4, 0.3))};
    pattern.panels[1].outline = polygon({{0.0, 0.0}, {0.0, 0.3}, {0.4, 0.3}, {0.4, 0.0}});
    pattern.panels[0].placement.position = Vec3(0.0F, 0.0F, 0.1F);
    pattern.seams = {{{{0, 1}}, {{1, 2}}}, {{{0, 3}}, {{1, 0}}}};
    return pattern;
}

struct Sewn {
    Garment garment;
    MeshShape shape;
    std::vector<int32_t> panel;

    explicit Sewn(const SewingPattern &pattern, double edge = 0.03) {
        auto made = makeGarment(pattern, {edge});
        EXPECT_TRUE(made);
        garment = std::move(*made);
        shape = sewnShape(garment, garment.shape.position);
        EXPECT_EQ(shape.triangles.size(), garment.shape.triangles.size());
        panel = panelsOf(garment);
    }

    static std::vector<int32_t> panelsOf(const Garment &garment) {
        std::vector<int32_t> panels;
        for (size_t c = 0; c < garment.shape.triangles.size(); c += 3) {
            const auto after = std::upper_bound(garment.firstParticle.begin(), garment.firstParticle.end(),
                                                garment.shape.triangles[c]);
            panels.push_back(static_cast<int32_t>(after - garment.firstParticle.begin()) - 1);
        }
        return panels;
    }

    // Where the seam's particles are now.
    Edges seam(size_t number) const {
        const std::vector<ParticlePair> &pairs = garment.seams[number];
        const int32_t a = garment.sewnParticle[at(pairs[1].a)];
        const int32_t b = garment.sewnParticle[at(pairs[2].a)];
        Edges edges = seamThrough(shape, a, b, panel);
        EXPECT_EQ(edges.size() + 1, pairs.size());
        return edges;
    }
};

// The acts that a hand makes at a player, any of them at any time.
class ActPlayer {
public:
    ActPlayer() {
        const Sewn sewn(tube(), 0.04);
        state_.pattern = std::make_shared<const SewingPattern>(tube());
        state_.shape = std::make_shared<const MeshShape>(sewn.shape);
        state_.panel = std::make_shared<const std::vector<int32_t>>(sewn.panel);
        state_.position = std::make_shared<const std::vector<Vec3>>(sewn.shape.position);
        state_.velocity =
            std::make_shared<const std::vector<Vec3>>(sewn.shape.uv.size(), Vec3(0.1F, 0.2F, 0.3F));
        state_.pins = std::make_shared<const std::vector<Pin>>();
    }

    const GarmentState &state() const { return state_; }
    GarmentHistory &history() { return history_; }
    int count(size_t kind) const { return counts_.at(kind); }

    void actAtRandom(std::mt19937_64 &random) {
        const auto kind = static_cast<size_t>(uniform(random, 0.0, 8.0));
        GarmentState after = state_;
        bool done = false;
        switch (kind) {
        case 0: // cut
        case 1:
            done = cut(random, after);
            break;
        case 2:
            done = sew(random, after);
            break;
        case 3:
            done = unpick(random, after);
            break;
        case 4:
            done = dart(random, after);
            break;
        case 5: {
            auto pins = *state_.pins;
            pins.push_back({0, static_cast<int32_t>(uniform(random, 0.0, 0.999 * count()))});
            after.pins = std::make_shared<const std::vector<Pin>>(std::move(pins));
            done = true;
            break;
        }
        default:
            if (const GarmentState *other = kind == 6 ? history_.undo() : history_.redo()) {
                state_ = *other;
                ++counts_.at(kind);
            }
            return;
        }
        if (done) {
            history_.act(state_, after);
            state_ = after;
            ++counts_.at(kind);
        }
    }

    void undoAll() {
        while (const GarmentState *before = history_.undo()) {
            state_ = *before;
        }
    }
    void redoAll() {
        while (const GarmentState *after = history_.redo()) {
            state_ = *after;
        }
    }

private:
    double count() const { return static_cast<double>(state_.shape->uv.size()); }

    bool cut(std::mt19937_64 &random, GarmentState &after) const {
        const double x = uniform(random, 0.05, 0.35);
        const double y = uniform(random, 0.05, 0.25);
        const std::vector<Vec2> line{{x, y},
                                     {x + uniform(random, -0.1, 0.1), y + uniform(random, -0.1, 0.1)}};
        const int32_t panel = uniform(random, 0.0, 1.0) < 0.5 ? 0 : 1;
        const auto drawn = drawOnPanel(*state_.shape, line, *state_.panel, panel);
        if (!drawn || count() > 1500.0) {
            return false;
        }
        const auto cut = cutMesh(*state_.shape, drawn.value(), *state_.panel);
        if (cut) {
            after = withCut(state_, cut.value());
        }
        return static_cast<bool>(cut);
    }

    // From somewhere at a border, both ways along it.
    bool sew(std::mt19937_64 &random, GarmentState &after) const {
        const auto borders = bordersOf(*state_.shape);
        std::map<int32_t, int32_t> next(borders.begin(), borders.end());
        std::map<int32_t, int32_t> previous;
        for (const auto &[a, b] : borders) {
            previous[b] = a;
        }
        const auto start =
            borders[static_cast<size_t>(uniform(random, 0.0, 0.999 * static_cast<double>(borders.size())))]
                .first;
        std::vector<ParticlePair> pairs;
        int32_t a = start;
        int32_t b = start;
        for (int i = 0; i < 3; ++i) {
            a = next[a];
            b = previous[b];
            if (a == b || next[a] == b) {
                break;
            }
            pairs.push_back({a, b});
        }
        const auto sewn = pairs.empty() ? Result<SewnMesh>(Error{}) : sewMesh(*state_.shape, pairs);
        if (sewn && topologyOf(sewn.value().shape).manifold) {
            after = withSeam(state_, sewn.value());
            return true;
        }
        return false;
    }

    bool unpick(std::mt19937_64 &random, GarmentState &after) const {
        const auto triangles = static_cast<double>(state_.shape->triangles.size()) / 3.0;
        const auto first = static_cast<size_t>(uniform(random, 0.0, 0.999 * triangles));
        for (size_t i = 0; i < state_.shape->triangles.size() / 3; ++i) {
            const size_t c = 3 * ((first + i) % (state_.shape->triangles.size() / 3));
            const Edges seam = seamThrough(*state_.shape, state_.shape->triangles[c],
                                           state_.shape->triangles[c + 1], *state_.panel);
            if (seam.empty()) {
                continue;
            }
            const auto parted = partMeshAt(*state_.shape, seam, *state_.panel);
            EXPECT_TRUE(parted);
            after = withCut(state_, parted.value());
            return true;
        }
        return false;
    }

    bool dart(std::mt19937_64 &random, GarmentState &after) const {
        const Panel &panel = state_.pattern->panels[0];
        const auto edges = static_cast<double>(panel.outline.size());
        const auto edge = static_cast<int32_t>(uniform(random, 0.0, 0.999 * edges));
        const DVec2 tip(uniform(random, 0.05, 0.35), uniform(random, 0.05, 0.25));
        auto pattern = addDart(*state_.pattern, {{0, edge}, uniform(random, 0.02, 0.3), 0.01, tip});
        if (pattern) {
            after.pattern = std::make_shared<const SewingPattern>(std::move(*pattern));
        }
        return static_cast<bool>(pattern);
    }

    GarmentState state_;
    GarmentHistory history_;
    std::array<int, 8> counts_{};
};

inline void expectValid(const GarmentState &state) {
    const size_t n = state.shape->uv.size();
    ASSERT_EQ(state.position->size(), n);
    ASSERT_EQ(state.velocity->size(), n);
    ASSERT_EQ(state.panel->size(), state.shape->triangles.size() / 3);
    EXPECT_TRUE(topologyOf(*state.shape).manifold);
    for (size_t i = 0; i < n; ++i) {
        EXPECT_TRUE(isFinite((*state.position)[i]));
        EXPECT_LT(glm::distance((*state.velocity)[i], Vec3(0.1F, 0.2F, 0.3F)), 1e-5F);
    }
    for (const Pin &pin : *state.pins) {
        EXPECT_LT(at(pin.particle), n);
    }
    const auto cloth = makeMeshCloth(*state.shape, Fabric{}, {});
    EXPECT_TRUE(cloth) << (cloth ? "" : cloth.error().message);
    EXPECT_EQ(patternFaults(*state.pattern), std::vector<std::string>{});
}

inline void actAndUndo(int acts, int seed) {
    std::mt19937_64 random(static_cast<uint64_t>(seed));
    ActPlayer player;
    const GarmentState start = player.state();
    const uint64_t hash = stateHash(start);
    for (int i = 0; i < acts; ++i) {
        player.actAtRandom(random);
        expectValid(player.state());
        ASSERT_FALSE(testing::Test::HasFailure()) << "act " << i;
    }
    player.redoAll();
    const uint64_t end = stateHash(player.state());
    const size_t done = player.history().undoable();
    player.undoAll();
    EXPECT_EQ(stateHash(player.state()), hash);
    EXPECT_EQ(player.state().pattern, start.pattern);
    EXPECT_EQ(player.history().redoable(), done);
    player.redoAll();
    EXPECT_EQ(stateHash(player.state()), end);
    std::printf("cuts %d+%d, seams %d, unpicked %d, darts %d, pins %d, undone %d, redone %d; %zu particles\n",
                player.count(0), player.count(1), player.count(2), player.count(3), player.count(4),
                player.count(5), player.count(6), player.count(7), player.state().shape->uv.size());
}

} // namespace selvage
