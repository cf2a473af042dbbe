// The wind made visible: fine threads that drift with it, slow down behind what shelters from it and slide
// around obstacles. A picture only: the cloth knows nothing of them.
#pragma once

#include "render/renderer.h"
#include "sim/wind.h"

#include <array>
#include <span>
#include <vector>

namespace selvage {

inline constexpr size_t kMoteCount = 260;
inline constexpr size_t kMoteTrail = 8; // points along a thread
inline constexpr size_t kMoteVertices = kMoteCount * kMoteTrail * 2;

class WindMotes {
public:
    WindMotes();

    // dt: s. Obstacles with their present poses.
    void advance(const Wind &wind, const WindSettings &settings, std::span<const Collider> colliders,
                 float dt);
    // As ribbons that face the eye, whose pixels are `pixel` rad wide; kMoteVertices of them.
    void write(const Vec3 &eye, float pixel, std::span<Vertex> vertices) const;
    // Scattered anew, for another scene.
    void restart();

    // Where a thread's head is, m.
    const Vec3 &position(size_t mote) const { return motes_[mote].trail.front(); }

private:
    struct Mote {
        std::array<Vec3, kMoteTrail> trail; // m, the head first
        float age{0.0F};                    // s
        float life{1.0F};                   // s
        float open{1.0F};                   // –, of the wind here
        float phase{0.0F};                  // rad, of its swaying
    };
    void scatter(Mote &mote);
    void drift(const Wind &wind, std::span<const Collider> colliders, float dt);
    float random(float low, float high);

    std::vector<Mote> motes_;
    uint32_t seed_{1};
    size_t looked_{0};       // motes whose shelter is looked at next
    float sinceTrail_{0.0F}; // s
};

// The triangles of the ribbons.
std::vector<uint32_t> moteIndices();

} // namespace selvage
