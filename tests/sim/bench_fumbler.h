// Two hands that do anything at the dress bench, and what must hold whatever they do.
#pragma once

#include "bench_person.h"

#include <random>

namespace selvage {

// All that acts change, but the cloth's motion.
inline uint64_t makingHash(const World &world) {
    uint64_t hash = 0xcbf29ce484222325ULL;
    const auto add = [&](const auto &values) {
        for (const std::byte b : std::as_bytes(std::span(values))) {
            hash = (hash ^ static_cast<uint64_t>(b)) * 0x100000001b3ULL;
        }
    };
    const ClothTopology &topology = *world.cloths[0].topology;
    add(topology.triangles);
    add(topology.restUv);
    add(topology.cornerUv);
    add(world.bench->shape.garment.sewnParticle);
    for (const Pin &pin : world.pins) {
        add(std::array{pin.cloth, pin.particle});
    }
    for (const Waistband &band : world.bench->bands) {
        add(std::array{band.edge.panel, band.edge.edge, band.hooked ? 1 : 0});
        add(std::array{band.share, band.goal});
    }
    add(std::array{world.bench->shape.pattern.panels.size(), world.bench->shape.pattern.seams.size()});
    return hash;
}

// Every edge has one or two triangles, which run along it in opposite directions, and what is known of
// vertices and edges fits.
inline void expectValid(const World &world) {
    const Garment &garment = world.bench->shape.garment;
    const Cloth &cloth = world.cloths[0];
    ASSERT_EQ(garment.sewnCount, cloth.particleCount());
    ASSERT_EQ(garment.edges.size(), world.bench->shape.pattern.panels.size());
    for (size_t p = 0; p < garment.edges.size(); ++p) {
        ASSERT_EQ(garment.edges[p].size(), world.bench->shape.pattern.panels[p].outline.size());
        for (const std::vector<int32_t> &edge : garment.edges[p]) {
            for (const int32_t v : edge) {
                EXPECT_GE(v, garment.firstParticle[p]);
                EXPECT_LT(v, garment.firstParticle[p + 1]);
            }
        }
    }
    std::map<std::pair<int32_t, int32_t>, int> sides;
    const std::vector<int32_t> &corners = cloth.topology->triangles;
    for (size_t c = 0; c < corners.size(); ++c) {
        ++sides[{corners[c], corners[c % 3 == 2 ? c - 2 : c + 1]}];
    }
    for (const auto &[side, count] : sides) {
        EXPECT_EQ(count, 1) << side.first << " to " << side.second;
    }
    for (const Pin &pin : world.pins) {
        EXPECT_EQ(cloth.fixed.at(static_cast<size_t>(pin.particle)), kPinned);
    }
    for (const Waistband &band : world.bench->bands) {
        EXPECT_GE(band.edge.panel, 0);
    }
    EXPECT_TRUE(patternFaults(world.bench->shape.pattern).empty());
}

// Both hands do anything at any time.
class Fumbler {
public:
    // `hems`, `darts`: one of so many acts trims, or takes in; 0: none.
    Fumbler(World &world, uint64_t seed, size_t hems = 0, size_t darts = 0)
        : world_(world), random_(seed), hems_(hems), darts_(darts) {
        for (HandInput &hand : tracked_.hands) {
            hand.active = true;
        }
    }

    void act() {
        const size_t h = below(2);
        HandInput &hand = tracked_.hands[h];
        if (darts_ > 0 && below(darts_) == 0) {
            takeIn(hand);
            return;
        }
        hand.toolWish = static_cast<uint8_t>(1 + below(kToolCount));
        if (hems_ > 0 && below(hems_) == 0) {
            hand.toolWish = 1 + static_cast<uint8_t>(BenchTool::Hem);
        }
        go(hand, anywhere(), 8);
        const size_t kind = below(12);
        if (kind == 0) {
            hand.undo = true;
            run(1 + static_cast<int32_t>(below(25)));
            hand.undo = false;
        } else if (kind == 1) {
            hand.redo = true;
            run(1 + static_cast<int32_t>(below(25)));
            hand.redo = false;
        } else if (kind == 2) {
            hand.grab = hand.grab > 0.5F ? 0.0F : 1.0F; // takes or drops
        } else {
            hand.trigger = 1.0F;
            run(1);
            for (size_t k = below(4); k-- > 0;) {
                go(hand, anywhere(hand.grip.position, 0.12F), 8);
            }
            hand.trigger = 0.0F;
            run(1 + static_cast<int32_t>(below(30)));
        }
        hand.toolWish = 0;
        run(1);
    }
    void letGo() {
        for (HandInput &hand : tracked_.hands) {
            hand = HandInput{};
        }
        run(600); // a seam on its way is sewn or given up
    }
    void press(bool redo) {
        HandInput &hand = tracked_.hands[0];
        hand.active = true;
        (redo ? hand.redo : hand.undo) = true;
        run(1);
        hand.redo = hand.undo = false;
        run(20);
    }

private:
    static constexpr size_t kToolCount = 6; // that take nothing away

    // A V from a place on an edge to one inside and back to the edge.
    void takeIn(HandInput &hand) {
        const Garment &garment = world_.bench->shape.garment;
        const auto &edges = garment.edges[below(garment.edges.size())];
        const std::vector<int32_t> &edge = edges[below(edges.size())];
        const size_t first = below(edge.size());
        const Vec3 from = vertexAt(world_, edge[first]); // as long as the garment is this one
        const Vec3 to = vertexAt(world_, edge[std::min(edge.size() - 1, first + 1 + below(3))]);
        hand.toolWish = 1 + static_cast<uint8_t>(BenchTool::Dart);
        go(hand, from, 8);
        hand.trigger = 1.0F;
        run(1);
        go(hand, anywhere(0.5F * (from + to), 0.12F), 12);
        go(hand, to, 12);
        hand.trigger = 0.0F;
        run(1 + static_cast<int32_t>(below(120)));
        hand.toolWish = 0;
        run(1);
    }

    size_t below(size_t count) { return static_cast<size_t>(random_() % count); }
    float uniform(float low, float high) {
        return low + (high - low) * static_cast<float>(random_() >> 40U) / static_cast<float>(1U << 24U);
    }
    // Near some particle, or one that is not far from there.
    Vec3 anywhere(const Vec3 &from = Vec3(0.0F), float far = 1e9F) {
        const std::vector<Vec3> &position = world_.cloths[0].position;
        Vec3 place = position[below(position.size())];
        for (int32_t look = 0; look < 200 && glm::distance(place, from) > far; ++look) {
            place = position[below(position.size())];
        }
        return place + Vec3(uniform(-0.03F, 0.03F), uniform(-0.03F, 0.03F), uniform(-0.03F, 0.03F));
    }
    void go(HandInput &hand, const Vec3 &to, int32_t steps) {
        const Vec3 from = hand.grip.position;
        for (int32_t s = 1; s <= steps; ++s) {
            hand.grip.position = glm::mix(from, to, static_cast<float>(s) / static_cast<float>(steps));
            run(1);
        }
    }
    void run(int32_t steps) {
        for (int32_t s = 0; s < steps; ++s) {
            ASSERT_EQ(step(world_, {.tracked = tracked_}).nonFinite, 0);
        }
    }

    World &world_;
    std::mt19937_64 random_;
    size_t hems_;
    size_t darts_;
    TrackedInput tracked_;
};

struct Fumbled {
    uint64_t hash{0};
    size_t most{0};   // acts that could be undone
    int32_t tries{0}; // some of which changed nothing
    // Of those at the end: pins in and out, waistbands, seams, unpicked, cuts, hems, darts.
    std::array<int, 8> kinds{};
};

// Until so many acts were done, undone or done again; then all are undone, and done again.
inline Fumbled fumble(uint64_t seed, uint32_t acts, int32_t threads, size_t hems = 0, size_t darts = 0) {
    World world = bentPanel(threads);
    world.settings.wind.steered = true;
    world.settings.air.density = 1.2F;
    const uint64_t start = makingHash(world);
    Fumbler fumbler(world, seed, hems, darts);
    Fumbled fumbled;
    while (world.bench->history.changes < acts && !testing::Test::HasFailure()) {
        fumbler.act();
        expectValid(world);
        fumbled.most = std::max(fumbled.most, world.bench->history.done);
        ++fumbled.tries;
        EXPECT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", try " << fumbled.tries;
    }
    fumbler.letGo();
    fumbled.hash = stateHash(world);
    for (const BenchAct &act : world.bench->history.acts) {
        const bool isShaped = act.kind == BenchAct::Kind::Shaped;
        ++fumbled.kinds[isShaped ? 3 + static_cast<size_t>(act.work) : static_cast<size_t>(act.kind)];
    }
    std::printf(
        "seed %d, %d tries: pins %d, out %d, waistbands %d, seams %d, unpicked %d, cuts %d, hems %d, darts "
        "%d; %zu panels, at most %zu acts\n",
        static_cast<int>(seed), fumbled.tries, fumbled.kinds[0], fumbled.kinds[1], fumbled.kinds[2],
        fumbled.kinds[3], fumbled.kinds[4], fumbled.kinds[5], fumbled.kinds[6], fumbled.kinds[7],
        world.bench->shape.pattern.panels.size(), fumbled.most);
    const uint64_t end = makingHash(world);
    const size_t done = world.bench->history.done;
    for (size_t a = 0; a < done; ++a) {
        fumbler.press(false);
    }
    EXPECT_EQ(world.bench->history.done, 0U) << sentenceOf(world.bench->note);
    EXPECT_EQ(makingHash(world), start) << "seed " << seed;
    for (size_t a = 0; a < done; ++a) {
        fumbler.press(true);
    }
    EXPECT_EQ(makingHash(world), end) << "seed " << seed;
    return fumbled;
}

} // namespace selvage
