// One row per fabric.
#include "fabric_look.h"

namespace selvage {

namespace {

// What colours a fabric has beside the scene's own two.
enum class Dye : uint8_t { Scene, OnWhite, Indigo, Muted };

struct FabricLook {
    std::string_view name;
    Weave weave;
    Print print;
    Dye dye;
    float thread; // m
    float roughness;
    float sheen;
    float transmission;
};

constexpr FabricLook kLooks[] = {
    {"silk", Weave::Satin, Print::Scarf, Dye::Scene, 0.0003F, 0.38F, 0.6F, 0.35F},
    {"cotton", Weave::Plain, Print::Stripes, Dye::OnWhite, 0.0004F, 0.78F, 0.25F, 0.25F},
    {"denim", Weave::Denim, Print::Stitched, Dye::Indigo, 0.0006F, 0.85F, 0.15F, 0.0F},
    {"wool", Weave::Twill, Print::Tartan, Dye::Scene, 0.0007F, 0.85F, 0.9F, 0.05F},
    {"jersey", Weave::Knit, Print::None, Dye::Muted, 0.0012F, 0.80F, 0.4F, 0.15F},
    {"bunting", Weave::Plain, Print::Scarf, Dye::Scene, 0.0005F, 0.62F, 0.25F, 0.40F},
    // The sheet of the comparison jobs: its checks show how it is stretched and sheared.
    {"sheet", Weave::Plain, Print::Tartan, Dye::Scene, 0.0004F, 0.75F, 0.25F, 0.2F},
};

const FabricLook &lookOf(std::string_view fabric) {
    for (const FabricLook &look : kLooks) {
        if (look.name == fabric) {
            return look;
        }
    }
    return kLooks[0];
}

void dye(Material &material, Dye how, const SceneLook &look) {
    switch (how) {
    case Dye::Scene:
        material.color = look.cloth;
        material.accent = look.border;
        break;
    case Dye::OnWhite:
        material.color = look.cloth;
        material.accent = Vec3(0.74F, 0.72F, 0.67F);
        break;
    case Dye::Indigo:
        material.color = Vec3(0.020F, 0.045F, 0.130F);
        material.accent = Vec3(0.62F, 0.28F, 0.07F);
        break;
    case Dye::Muted:
        material.color = glm::mix(look.cloth, Vec3(0.35F), 0.35F);
        material.accent = look.border;
        break;
    }
}

} // namespace

Material clothMaterial(std::string_view fabric, const Vec2 &extent, const SceneLook &look) {
    const FabricLook &own = lookOf(fabric);
    Material material;
    material.surface = Surface::Cloth;
    material.weave = own.weave;
    material.print = own.print;
    material.thread = own.thread;
    material.roughness = own.roughness;
    material.sheen = own.sheen;
    material.transmission = own.transmission;
    material.extent = extent;
    dye(material, own.dye, look);
    return material;
}

} // namespace selvage
