// The table of named parameters: what --set changes before a run, and what the panel changes while it runs.
#pragma once

#include "sim/world.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace selvage {

// How a person is offered a parameter; all of them can be set by name.
enum class ParameterControl : uint8_t {
    None,      // by name only
    Slider,    // evenly
    LogSlider, // by factors
    Whole,     // whole numbers
    Switch     // 0 or 1
};

struct Parameter {
    const char *key;
    float minimum; // of what may be set
    float maximum;
    const char *unit;
    void (*apply)(World &world, float value); // between any two steps; may allocate
    float (*read)(const World &world);        // as the first cloth has it
    // For a person: a name, and the range of a slider, which is narrower than what may be set.
    ParameterControl control{ParameterControl::None};
    const char *label{""};
    float low{0.0F};
    float high{0.0F};
};

inline constexpr int32_t kParameterMax = 48;

// In the order in which they are listed; at most kParameterMax.
std::span<const Parameter> parameters();
const Parameter *findParameter(std::string_view key); // nullptr when there is none of that name

// All of a fabric at once, for every cloth, between any two steps.
void setFabric(World &world, const Fabric &fabric);

} // namespace selvage
