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
    for (const ParticlePart &part : exchange.parts) {
        to[u(part.to)] += part.share * from[u(part.from)];
    }
}

// Calls body(particle) for each that a particle becomes a part of.
template <typename Body> void forParts(const ClothExchange &exchange, int32_t particle, const Body &body) {
    auto part = std::lower_bound(exchange.parts.begin(), exchange.parts.end(), particle,
                                 [](const ParticlePart &p, int32_t from) { return p.from < from; });
    for (; part != exchange.parts.end() && part->from == particle; ++part) {
        body(part->to);
    }
}

void passHand(HandState &hand, size_t h, size_t cloth, ClothExchange &exchange) {
    std::vector<HeldParticle> &held = exchange.held[h];
    std::vector<float> &follow = exchange.follow[h];
    held.clear();
    std::fill(follow.begin(), follow.end(), 0.0F);
    if (hand.cloth < 0 || u(hand.cloth) != cloth) {
        held.assign(hand.held.begin(), hand.held.end());
        std::copy(hand.follow.begin(), hand.follow.end(), follow.begin());
    } else {
        for (const HeldParticle &h0 : hand.held) {
            forParts(exchange, h0.particle, [&](int32_t to) {
                const bool isPinned = exchange.other.fixed[u(to)] == kPinned;
                if (!isPinned && held.size() < held.capacity()) {
                    held.push_back({to, h0.offset});
                }
            });
        }
        for (const ParticlePart &part : exchange.parts) {
            follow[u(part.to)] = std::max(follow[u(part.to)], hand.follow[u(part.from)]);
        }
    }
    hand.held.swap(held);
    hand.follow.swap(follow);
}

void passPins(World &world, size_t cloth, ClothExchange &exchange) {
    exchange.pins.clear();
    const auto add = [&](const Pin &pin) {
        const bool isThere = std::any_of(exchange.pins.begin(), exchange.pins.end(), [&](const Pin &other) {
            return other.cloth == pin.cloth && other.particle == pin.particle;
        });
        if (!isThere && exchange.pins.size() < exchange.pins.capacity()) {
            exchange.pins.push_back(pin);
        }
    };
    for (const Pin &pin : world.pins) {
        if (u(pin.cloth) != cloth) {
            add(pin);
            continue;
        }
        forParts(exchange, pin.particle, [&](int32_t to) {
            Pin passed = pin;
            passed.particle = to;
            add(passed);
        });
    }
    world.pins.swap(exchange.pins);
}

// Whoever holds the cloth holds the other one where it was.
void passHolds(World &world, size_t cloth, const Cloth &from, ClothExchange &exchange) {
    Cloth &other = exchange.other;
    std::fill(other.fixed.begin(), other.fixed.end(), uint8_t{0});
    for (const ParticlePart &part : exchange.parts) {
        const bool isPinned = other.fixed[u(part.to)] == kPinned; // for good, whoever holds the rest of it
        if (from.fixed[u(part.from)] != 0 && !isPinned) {
            other.fixed[u(part.to)] = from.fixed[u(part.from)];
            other.position[u(part.to)] = from.position[u(part.from)];
            other.velocity[u(part.to)] = from.velocity[u(part.from)];
        }
    }
    passPins(world, cloth, exchange);
    for (size_t h = 0; h < world.hands.size(); ++h) {
        passHand(world.hands[h], h, cloth, exchange);
    }
}

} // namespace

void prepareExchange(ClothExchange &exchange, const Integrator &integrator, size_t particleMax,
                     size_t pinMax) {
    const size_t room = std::max(particleMax, exchange.other.position.size());
    for (size_t h = 0; h < exchange.held.size(); ++h) {
        exchange.held[h].reserve(room);
        exchange.follow[h].assign(room, 0.0F);
    }
    exchange.pins.reserve(pinMax);
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
