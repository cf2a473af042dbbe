// See gallery.h.
#include "gallery.h"

#include "solids.h"

#include <cmath>

namespace selvage {

namespace {

constexpr float kPlane = -1.75F;    // m, z of the hanging cloths
constexpr float kWall = -2.20F;     // m, z of the wall's face
constexpr float kRail = 0.012F;     // m, radius
constexpr float kBelowRail = 0.03F; // m, from a rail's middle to the cloth

} // namespace

std::vector<Collider> galleryColliders(int32_t columns) {
    const float half = 0.5F * static_cast<float>(columns) * kGalleryPitch + 0.1F;
    std::vector<Collider> colliders = {
        makeFloorSolid(), makeBlock(Vec3(0.0F, 1.4F, kWall - 0.05F), Vec3(half + 0.6F, 1.4F, 0.05F), 0.01F)};
    for (const float height : kRailHeight) {
        colliders.push_back(makeBlock(Vec3(0.0F, height, kPlane), Vec3(half, kRail, kRail), kRail));
    }
    return colliders;
}

Vec3 galleryPlace(int32_t row, int32_t column, int32_t columns) {
    const float x = (static_cast<float>(column) - 0.5F * static_cast<float>(columns - 1)) * kGalleryPitch;
    return {x, kRailHeight.at(static_cast<size_t>(row)) - kBelowRail, kPlane};
}

Cloth hungCloth(int32_t side, float size, const Fabric &fabric, const Vec3 &place) {
    const Quat upright = glm::angleAxis(glm::half_pi<float>(), Vec3(1.0F, 0.0F, 0.0F));
    const GridSize grid{side, side, size, size, SpringLayout::Papers};
    return makeGridCloth(grid, fabric, {upright, place - Vec3(0.0F, 0.5F * size, 0.0F)});
}

void gatherCorners(Cloth &cloth, float share) {
    const ClothTopology &topology = *cloth.topology;
    const float width = topology.restUv[static_cast<size_t>(topology.columnCount - 1)].x;
    const float middle =
        0.5F * (cloth.position[0].x + cloth.position[static_cast<size_t>(topology.columnCount - 1)].x);
    // An arc of a circle would be exact; a half sine of this height is as long within a few per cent.
    const float bulge = 0.6F * width * std::sqrt(std::max(0.0F, 1.0F - share * share)) / 2.0F;
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const float u = topology.restUv[i].x / width;
        Vec3 &p = cloth.position[i];
        p.x = middle + share * (p.x - middle);
        p.z += bulge * std::sin(glm::pi<float>() * u);
    }
}

std::span<const Vec3> galleryColours() {
    static constexpr std::array<Vec3, 4> kColours = {Vec3(0.5F), Vec3(0.50F, 0.48F, 0.44F),
                                                     Vec3(0.16F, 0.15F, 0.14F), Vec3(0.16F, 0.15F, 0.14F)};
    return kColours;
}

} // namespace selvage
