// The state's way from one cloth to the other.
#include "sim/cloth_exchange.h"

#include "maths/index.h"
#include "sim/world.h"

#include <algorithm>

namespace selvage {

namespace {

template <typename Value>
void addParts(const ClothExchange &exchange, const std::vector<Value> &from, std::vector<Value> &to) {
    std::fill(to.begin(), to.end(), Value(0.0F));
    for (size_t i = 0; i < from.size(); ++i) {
        to[u(exchange.newParticle[i])] += exchange.share[i] * from[i];
    }
}

void passFollow(HandState &hand, ClothExchange &exchange) {
    const std::vector<int32_t> &now = exchange.newParticle;
    std::copy_n(hand.follow.begin(), now.size(), exchange.follow.begin());
    std::fill(hand.follow.begin(), hand.follow.end(), 0.0F);
    for (size_t i = 0; i < now.size(); ++i) {
        hand.follow[u(now[i])] = std::max(hand.follow[u(now[i])], exchange.follow[i]);
    }
}

// Whoever holds the cloth holds the other one where it was.
void passHolds(World &world, size_t cloth, const Cloth &from, ClothExchange &exchange) {
    const std::vector<int32_t> &now = exchange.newParticle;
    Cloth &other = exchange.other;
    std::fill(other.fixed.begin(), other.fixed.end(), uint8_t{0});
    for (size_t i = 0; i < now.size(); ++i) {
        if (from.fixed[i] != 0) {
            other.fixed[u(now[i])] = from.fixed[i];
            other.position[u(now[i])] = from.position[i];
            other.velocity[u(now[i])] = from.velocity[i];
        }
    }
    for (Pin &pin : world.pins) {
        pin.particle = u(pin.cloth) == cloth ? now[u(pin.particle)] : pin.particle;
    }
    for (HandState &hand : world.hands) {
        if (hand.cloth < 0 || u(hand.cloth) != cloth) {
            continue;
        }
        for (HeldParticle &held : hand.held) {
            held.particle = now[u(held.particle)];
        }
        passFollow(hand, exchange);
    }
}

} // namespace

void prepareExchange(ClothExchange &exchange, const Integrator &integrator) {
    exchange.follow.assign(exchange.newParticle.size(), 0.0F);
    exchange.wetness.assign(exchange.other.position.size(), 0.0F);
    prepareSolver(exchange.other, exchange.solver);
    static_cast<void>(integrator.prepare(exchange.other, exchange.solver));
    prepareAir(exchange.other, exchange.air);
}

void exchangeCloth(World &world, size_t cloth, ClothExchange &exchange) {
    Cloth &going = world.cloths[cloth];
    Cloth &other = exchange.other;
    addParts(exchange, going.position, other.position);
    addParts(exchange, going.velocity, other.velocity);
    addParts(exchange, world.water.wetness[cloth], exchange.wetness);
    other.fabric = going.fabric; // which may have been changed
    updateMasses(other);
    passHolds(world, cloth, going, exchange);
    other.fixedTarget = other.position;
    std::swap(going, other);
    std::swap(world.solvers[cloth], exchange.solver);
    std::swap(world.air[cloth], exchange.air);
    std::swap(world.water.wetness[cloth], exchange.wetness);
    world.solvers[cloth].filterValid = false;
}

} // namespace selvage
