// A panel at the dress bench and a person who works there.
#pragma once

#include "pattern_shapes.h"
#include "sim/diagnostics.h"
#include "sim/world.h"

#include <gtest/gtest.h>
#include <map>

namespace selvage {

inline constexpr float kWidth = 0.5F;  // m, of the panel
inline constexpr float kHeight = 0.2F; // m
inline constexpr double kEdge = 0.025; // m
inline constexpr float kSlit = 0.1F;   // m, between the ends of a panel bent to a tube
inline constexpr EdgeOfPanel kTop{0, 2};
inline constexpr EdgeOfPanel kRight{0, 1};
inline constexpr EdgeOfPanel kLeft{0, 3};

// A panel in the plane z = 0, its low left corner at the origin; no gravity.
inline World flatPanel(PanelLoop outline) {
    World world;
    world.settings.gravity = Vec3(0.0F);
    const auto added =
        addBench(world, patternOf(panelOf("skirt", std::move(outline))), {kEdge}, *findFabric("cotton"));
    EXPECT_TRUE(added) << (added ? "" : added.error().message);
    return world;
}

inline World flatPanel(int32_t threads = 1) {
    World world = flatPanel(rectangle(kWidth, kHeight));
    prepareWorld(world, threads);
    return world;
}

// Bends a panel round the y axis: a tube with a slit towards +z.
inline void bend(World &world, float slit) {
    const float around = kWidth + slit;
    for (Vec3 &position : world.cloths[0].position) {
        const float angle = glm::two_pi<float>() * (position.x + 0.5F * slit) / around;
        const float radius = around / glm::two_pi<float>();
        position = Vec3(radius * std::sin(angle), position.y, radius * std::cos(angle));
    }
}

inline World bentPanel(int32_t threads = 1, PanelLoop outline = rectangle(kWidth, kHeight)) {
    World world = flatPanel(std::move(outline));
    bend(world, kSlit);
    prepareWorld(world, threads);
    return world;
}

// A person at the bench: the right hand, where it is and what it presses.
struct Person {
    World &world;
    TrackedInput tracked{};
    StepReport report{};

    explicit Person(World &of) : world(of) {
        HandInput &right = tracked.hand(Hand::Right);
        right.active = true;
    }
    HandInput &hand() { return tracked.hand(Hand::Right); }
    BenchHand &bench() { return world.bench->hands[1]; }
    Bench &whole() { return *world.bench; }

    void wait(int32_t steps = 1) {
        for (int32_t s = 0; s < steps; ++s) {
            report = step(world, {.tracked = tracked});
            EXPECT_EQ(report.nonFinite, 0);
        }
    }
    // Slowly enough that nothing is bridged.
    void moveTo(const Vec3 &place) {
        const Vec3 from = hand().grip.position;
        for (int32_t s = 1; s <= 30; ++s) {
            hand().grip.position = glm::mix(from, place, static_cast<float>(s) / 30.0F);
            wait();
        }
    }
    void take(BenchTool tool) {
        while (bench().tool != tool) {
            hand().tool = true;
            wait();
            hand().tool = false;
            wait();
        }
    }
    // Long enough that what was begun is done.
    void settle() { wait(20); }
    void undo() {
        hand().undo = true;
        wait();
        hand().undo = false;
        settle();
    }
    void redo() {
        hand().redo = true;
        wait();
        hand().redo = false;
        settle();
    }
    // With the trigger pulled along straight lines.
    void draw(const std::vector<Vec3> &line) {
        moveTo(line.front());
        hand().trigger = 1.0F;
        wait();
        for (const Vec3 &place : line) {
            moveTo(place);
        }
        hand().trigger = 0.0F;
        wait();
    }
    void cut(const std::vector<Vec3> &line) {
        take(BenchTool::Cut);
        draw(line);
        settle();
    }
    void press() {
        hand().trigger = 1.0F;
        wait();
        hand().trigger = 0.0F;
        wait();
    }
    void pressAt(const Vec3 &place) {
        moveTo(place);
        press();
    }
    void pull(float seconds) {
        hand().trigger = 1.0F;
        wait(static_cast<int32_t>(std::lround(90.0F * seconds)));
        hand().trigger = 0.0F;
        wait();
    }
};

inline const std::vector<int32_t> &edgeOf(const World &world, const EdgeOfPanel &edge) {
    return world.bench->shape.garment.edges[static_cast<size_t>(edge.panel)][static_cast<size_t>(edge.edge)];
}

inline Vec3 vertexAt(const World &world, int32_t vertex) {
    const auto particle =
        static_cast<size_t>(world.bench->shape.garment.sewnParticle[static_cast<size_t>(vertex)]);
    return world.cloths[0].position[particle];
}

inline Vec3 middleOf(const World &world, const EdgeOfPanel &edge) {
    const std::vector<int32_t> &vertices = edgeOf(world, edge);
    return vertexAt(world, vertices[vertices.size() / 2]);
}

inline float lengthOf(const World &world, const EdgeOfPanel &edge) {
    const std::vector<int32_t> &vertices = edgeOf(world, edge);
    float length = 0.0F;
    for (size_t k = 0; k + 1 < vertices.size(); ++k) {
        length += glm::distance(vertexAt(world, vertices[k]), vertexAt(world, vertices[k + 1]));
    }
    return length;
}

inline float fastest(const World &world) {
    float speed = 0.0F;
    for (const Vec3 &v : world.cloths[0].velocity) {
        speed = std::max(speed, glm::length(v));
    }
    return speed;
}

// Every edge has one or two triangles, which run along it in opposite directions, and all are one piece.
inline void expectOneValidPiece(const Cloth &cloth) {
    const ClothTopology &topology = *cloth.topology;
    std::map<std::pair<int32_t, int32_t>, int> sides;
    std::vector<int32_t> piece(static_cast<size_t>(cloth.particleCount()));
    for (size_t i = 0; i < piece.size(); ++i) {
        piece[i] = static_cast<int32_t>(i);
    }
    for (size_t c = 0; c < topology.triangles.size(); ++c) {
        const int32_t a = topology.triangles[c];
        const int32_t b = topology.triangles[c % 3 == 2 ? c - 2 : c + 1];
        ++sides[{a, b}];
        const int32_t from = piece[static_cast<size_t>(b)];
        std::replace(piece.begin(), piece.end(), from, piece[static_cast<size_t>(a)]);
    }
    for (const auto &[side, count] : sides) {
        EXPECT_EQ(count, 1) << side.first << " to " << side.second;
    }
    EXPECT_EQ(std::count(piece.begin(), piece.end(), piece.front()), static_cast<int64_t>(piece.size()));
}

} // namespace selvage
