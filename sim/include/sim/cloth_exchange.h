// A cloth that gives way to one in which some of its particles are joined or parted, between two steps. The
// new one and
// all that its steps need are made beforehand, on any thread, so that the step in which it takes over does
// not allocate.
#pragma once

#include "sim/air.h"
#include "sim/hands.h"
#include "sim/integrator.h"
#include "sim/pin.h"

#include <array>

namespace selvage {

struct World;

// A particle of the new cloth has this share (–) of one of the cloth that goes; all its shares are 1
// together.
struct ParticlePart {
    int32_t from{0};
    int32_t to{0};
    float share{1.0F};
};

struct ClothExchange {
    std::vector<ParticlePart> parts; // ascending by `from`
    // What takes over, and afterwards what it took over from.
    Cloth other;
    ClothSolver solver;
    ClothAir air;
    std::vector<float> wetness; // –
    // Room for what hands hold and for pins, as those of the world have it.
    std::array<std::vector<HeldParticle>, kHandCount> held;
    std::array<std::vector<float>, kHandCount> follow;
    std::vector<Pin> pins;
};

// When parts and other are set: all that the other cloth's steps need, and room for hands and pins of a world
// in which a hand holds at most as many particles and so many pins are. Allocates.
void prepareExchange(ClothExchange &exchange, const Integrator &integrator, size_t particleMax,
                     size_t pinMax);

// Joined particles are at the mean of theirs and move as in the mean; what is pinned and held stays so, on
// both sides of what is parted. Does not allocate.
void exchangeCloth(World &world, size_t cloth, ClothExchange &exchange);

} // namespace selvage
