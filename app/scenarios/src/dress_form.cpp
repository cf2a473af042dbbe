// Girths of a trunk by height, and what it stands on.
#include "dress_form.h"

#include "ring_loft.h"
#include "solids.h"

namespace selvage {

namespace {

constexpr int32_t kEndRings = 12;

// From the hip to the neck.
std::vector<RingKey> trunkKeys(const FormSize &size) {
    const float nape = size.waistHeight + size.backLength;
    const float shoulder = nape - 0.055F;
    const float half = 0.5F * size.shoulderWidth;
    const Ring neck = ringOf(size.neckGirth, 1.0F, 1.0F, 2.0F);
    return {{size.waistHeight - size.waistToHip, ringOf(size.hipGirth, 0.62F, 0.76F, 2.2F)},
            {size.waistHeight, ringOf(size.waistGirth, 0.72F, 0.68F, 2.1F)},
            {size.waistHeight + 0.6F * size.waistToBust,
             ringOf(glm::mix(size.waistGirth, size.bustGirth, 0.55F), 0.72F, 0.70F, 2.2F)},
            {size.waistHeight + size.waistToBust, ringOf(size.bustGirth, 0.84F, 0.66F, 2.3F)},
            {shoulder - 0.11F, {0.90F * half, 0.115F, 0.105F, 2.5F}},
            {shoulder - 0.03F, {0.97F * half, 0.075F, 0.085F, 2.4F}},
            {shoulder, {0.90F * half, 0.062F, 0.074F, 2.2F}},
            {shoulder + 0.035F, {1.45F * neck[0], 1.0F * neck[0], 1.12F * neck[0], 2.0F}},
            {nape + 0.005F, {1.02F * neck[0], neck[1], neck[2], 2.0F}},
            {nape + 0.055F, scaled(neck, 0.94F, 2.0F)},
            {nape + 0.068F, scaled(neck, 0.75F, 2.0F)}};
}

} // namespace

PlainMesh makeDressForm(const FormSize &size) {
    const Ring hem = ringOf(0.90F * size.hipGirth, 0.68F, 0.72F, 2.2F);
    std::vector<RingKey> keys = {{size.waistHeight - 0.36F, scaled(hem, 0.6F, 2.0F)},
                                 {size.waistHeight - 0.345F, scaled(hem, 0.92F, 2.1F)},
                                 {size.waistHeight - 0.32F, hem}};
    const std::vector<RingKey> trunk = trunkKeys(size);
    keys.insert(keys.end(), trunk.begin(), trunk.end());
    return loftRings(keys, {}, {});
}

PlainMesh makeTrunk(const FormSize &size, float crotchHeight) {
    const std::vector<RingKey> keys = trunkKeys(size);
    return loftRings(keys, {keys.front().height - crotchHeight, kEndRings}, {});
}

Collider formKnob(const FormSize &size, const Vec3 &place) {
    return makeBall(place + Vec3(0.0F, size.waistHeight + size.backLength + 0.085F, 0.0F), 0.022F);
}

void addFormStand(World &world, const FormSize &size, const Vec3 &place) {
    const float under = size.waistHeight - 0.35F;
    world.colliders.push_back(
        makeRod(place + Vec3(0.0F, 0.05F, 0.0F), place + Vec3(0.0F, under, 0.0F), 0.018F));
    world.colliders.push_back(makeBlock(place + Vec3(0.0F, 0.03F, 0.0F), Vec3(0.20F, 0.018F, 0.20F), 0.018F));
    world.colliders.push_back(formKnob(size, place));
}

} // namespace selvage
