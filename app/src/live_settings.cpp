// Changes in the order in which they were made, and the figures of a world.
#include "live_settings.h"

#include "sim/diagnostics.h"
#include "sim/springs.h"

#include <cmath>
#include <cstdio>

namespace selvage {

void change(LiveSettings &settings, size_t slot, float value) {
    settings.levels[slot] = {value, ++settings.changeCount};
}

void forget(LiveSettings &settings) {
    settings.levels.fill({});
}

size_t nextChange(const LiveSettings &settings, uint64_t seen) {
    size_t next = kLiveSlots;
    for (size_t slot = 0; slot < kLiveSlots; ++slot) {
        const uint64_t number = settings.levels[slot].number;
        if (number > seen && (next == kLiveSlots || number < settings.levels[next].number)) {
            next = slot;
        }
    }
    return next;
}

const char *nameOf(size_t slot) {
    switch (slot) {
    case kFabricSlot:
        return "fabric";
    case kIntegratorSlot:
        return "integrator";
    case kStepSlot:
        return "dt";
    default:
        return slot < parameters().size() ? parameters()[slot].key : "";
    }
}

std::string describe(const LiveSettings &settings) {
    std::string text;
    uint64_t seen = 0;
    for (size_t slot = nextChange(settings, seen); slot < kLiveSlots; slot = nextChange(settings, seen)) {
        const LiveSettings::Level &level = settings.levels[slot];
        seen = level.number;
        std::array<char, 64> value{};
        std::snprintf(value.data(), value.size(), "%.9g", static_cast<double>(level.value));
        const auto index = static_cast<size_t>(level.value);
        text += text.empty() ? "" : " ";
        text += std::string(nameOf(slot)) + "=";
        text += slot == kFabricSlot       ? fabrics()[index].name
                : slot == kIntegratorSlot ? integrators()[index].name
                                          : value.data();
    }
    return text;
}

Result<void> applyChange(World &world, size_t slot, float value) {
    const auto index = static_cast<size_t>(std::max(value, 0.0F));
    if (slot == kIntegratorSlot) {
        return index < integrators().size() ? selectIntegrator(world, integrators()[index]) : Result<void>();
    }
    if (slot == kFabricSlot && index < fabrics().size() && !world.cloths.empty()) {
        // The thickness stays the scene's: distances to its obstacles were prepared for that one.
        Fabric fabric = fabrics()[index];
        fabric.thickness = world.cloths.front().fabric.thickness;
        setFabric(world, fabric);
    } else if (slot < parameters().size()) {
        const Parameter &parameter = parameters()[slot];
        parameter.apply(world, std::clamp(value, parameter.minimum, parameter.maximum));
    }
    completeWorld(world);
    return {};
}

void readWorld(const World &world, Readouts &readouts) {
    for (size_t i = 0; i < parameters().size(); ++i) {
        readouts.parameters[i] = parameters()[i].read(world);
    }
    readouts.integrator = world.settings.integrator->name;
    readouts.fabric = world.cloths.empty() ? "" : world.cloths.front().fabric.name;
    readouts.energy = 0.0;
    readouts.points = 0;
    for (const Cloth &cloth : world.cloths) {
        readouts.energy += energyOf(cloth, world.settings.gravity);
        readouts.points += static_cast<int32_t>(cloth.position.size());
    }
}

void readStretch(const World &world, std::vector<std::vector<float>> &stretch) {
    stretch.resize(world.cloths.size());
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        const Cloth &cloth = world.cloths[c];
        std::vector<float> &out = stretch[c];
        out.assign(cloth.position.size(), 0.0F);
        forStructural(*cloth.topology, [&](int32_t a, int32_t b, float restLength) {
            if (!(restLength > 0.0F)) {
                return;
            }
            const float value = glm::distance(cloth.position[static_cast<size_t>(a)],
                                              cloth.position[static_cast<size_t>(b)]) /
                                    restLength -
                                1.0F;
            for (const int32_t end : {a, b}) {
                float &at = out[static_cast<size_t>(end)];
                at = std::abs(value) > std::abs(at) ? value : at;
            }
        });
    }
}

} // namespace selvage
