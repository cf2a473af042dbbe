// Sewing while the cloth is simulated: the two sides of every seam are drawn together with a capped force and
// speed, and when all of them lie together, the cloth of panels gives way to one that is sewn. That one and
// all that its steps need are made beforehand, so that the step in which it takes over does not allocate.
// Only the default solver on meshes draws seams together.
#pragma once

#include "sim/cloth_exchange.h"
#include "sim/garment.h"

#include <memory>

namespace selvage {

struct World;

struct SewingSettings {
    float closed{0.002F}; // m: a pair that is nearer lies together
    float speed{4.0F};    // m/s, at which the sides of a pair approach each other at most
    // m, that a pass brings a pair nearer at most: the cap of the seams' force, the same for any substep,
    // since what resists acts once a substep, too.
    float passMax{0.008F};
    float damping{8.0F};        // 1/s, of the panels until they are sewn, instead of the fabric's
    float friction{0.1F};       // –, until then, instead of the fabric's
    float thickness{0.003F};    // m, until then, where the fabric's is more: what is worn tight closes, too
    std::vector<int32_t> stage; // per seam, when it is its turn: 0, 1, …; empty: all at once
    float stageTime{1.0F};      // s, after which the next stage has its turn even if seams are open
    std::vector<int32_t> belt;  // particles that are held at a height until beltTime after sewing
    float beltHeight{0.0F};     // m
    float beltTime{1.0F};       // s
    bool weightless{true};      // no gravity until sewn
};

enum class SewingState : uint8_t {
    Closing,
    Belted, // sewn, the belt still held
    Done
};

// What the solver does besides, in a substep.
struct SeamPulls {
    std::vector<ParticlePair> pairs; // those whose turn it is
    std::vector<int32_t> belt;
    float beltHeight{0.0F}; // m
    float speed{0.0F};      // m/s
    float passMax{0.0F};    // m
    float damping{0.0F};    // 1/s
    float friction{0.0F};   // –
    float thickness{0.0F};  // m, at most
    bool panels{true};      // weightless, with damping, friction and thickness above
};

struct Sewing {
    int32_t cloth{0};
    Garment garment;
    SewingSettings settings;
    SewingState state{SewingState::Closing};
    int32_t stage{0};
    float stageTime{0.0F}; // s, since its turn
    float time{0.0F};      // s, since the beginning of this state
    float gap{0.0F};       // m, of the pair farthest apart
    SeamPulls pulls;
    ClothExchange exchange; // to the sewn cloth
};

// Adds a cloth of the garment's panels to the world, to be sewn; before prepareWorld(). Fails as
// makeMeshCloth does.
Result<void> addGarment(World &world, Garment garment, const Fabric &fabric, SewingSettings settings);

// Of a world that is being prepared: what the sewn cloths need. Allocates.
void prepareSewing(World &world);

// At the end of a step of dt seconds. Does not allocate.
void advanceSewing(World &world, float dt);

// Whether any garment's seams are open yet.
bool isSewing(const World &world);

// Which particle of the cloth each vertex of the garment's panels is now; empty where the cloth is no garment
// or its panels are not sewn yet, and vertices are particles. To draw a garment with the texture of its
// panels.
std::span<const int32_t> vertexParticles(const World &world, size_t cloth);

} // namespace selvage
