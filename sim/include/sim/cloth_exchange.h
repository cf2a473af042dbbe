// A cloth that gives way to one in which some of its particles are joined, between two steps. The new one and
// all that its steps need are made beforehand, on any thread, so that the step in which it takes over does
// not allocate.
#pragma once

#include "sim/air.h"
#include "sim/integrator.h"

namespace selvage {

struct World;

struct ClothExchange {
    std::vector<int32_t> newParticle; // per particle of the cloth that goes, the one it becomes a part of
    std::vector<float> share;         // –, per such particle, of how many parts of that one it is
    // What takes over, and afterwards what it took over from.
    Cloth other;
    ClothSolver solver;
    ClothAir air;
    std::vector<float> wetness; // –
    std::vector<float> follow;  // scratch, per particle of the cloth that goes
};

// When newParticle, share and other are set: all that the other cloth's steps need. Allocates.
void prepareExchange(ClothExchange &exchange, const Integrator &integrator);

// Joined particles are at the mean of theirs and move as in the mean; what is pinned and held stays so. Does
// not allocate.
void exchangeCloth(World &world, size_t cloth, ClothExchange &exchange);

} // namespace selvage
