// What parts of the cloth have in common in their motion. A continuous map of space that stretches it by less
// than its own size takes nothing through anything, so vertices may follow such a map for free, and only what
// they do beside it has to be watched by self-contact. The map: mean velocities at the nodes of a coarse
// grid, quadratic splines in between (as in particle-in-cell methods; Steffen, Kirby, Berzins 2008), so
// smooth that on the length of an edge it is as good as straight.
#pragma once

#include "maths/pose.h"
#include "sim/contact.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

class CommonMotion {
public:
    // `edge`: m, a mean one. Allocates.
    CommonMotion(size_t vertexCount, float edge);

    // For a substep that starts with these places (m; w = 0: held) and velocities (m/s). O(vertices); nothing
    // but the fastest velocity is looked for while all is slow.
    void estimate(std::span<const Vec4> position, std::span<const Vec4> velocity, const ContactScene &scene);

    // The map at each vertex, m, and (w, m) how much of it an obstacle may take back.
    std::span<const Vec4> shift() const { return shift_; }
    // –, how much it stretches or shortens what lies in it.
    float strain() const { return strain_; }
    // m, how much nearer to each other it may take any two vertices, and up to which distance the strain says
    // that better.
    float nearing() const { return nearing_; }
    float cell() const { return cell_; }

private:
    enum class Side : uint8_t { Unknown, Clear, Near };

    void chooseGrid(std::span<const Vec4> position);
    bool turnAside(const Vec3 &at, float reach, const ContactScene &scene, Vec3 &way, Vec4 &surface);
    void gather(std::span<const Vec4> position, std::span<const Vec4> velocity, const ContactScene &scene,
                float reach);
    void limitStrain();
    void spread(std::span<const Vec4> position);
    template <typename Visit> void visitNodes(const Vec4 &at, const Visit &visit);

    float edge_;
    std::vector<Vec4> shift_;
    std::vector<Vec4> surface_; // per vertex: normal of an obstacle nearby, or 0, and its way along it, m
    float strain_{0.0F};
    float nearing_{0.0F};
    Vec3 origin_{0.0F};                  // m
    float cell_{1.0F};                   // m
    std::array<int32_t, 3> nodeCount_{}; // along each axis
    std::vector<Vec4> nodes_;            // m, and weight
    std::vector<Side> sides_;            // of the cells around the nodes: near an obstacle or clear of all
};

} // namespace selvage
