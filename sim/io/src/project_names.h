// What project files call things: writer and reader have the same tables.
#pragma once

#include "io/project_file.h"

#include <optional>
#include <string_view>

namespace selvage {

inline constexpr const char *kProjectFormat = "selvage project";
inline constexpr int32_t kProjectVersion = 1;

inline constexpr const char *kCurveNames[] = {"line", "quadratic", "cubic", "arc", "polyline"};
inline constexpr const char *kUseNames[] = {"internal", "sew", "cut", "fold", "drill"};
inline constexpr const char *kActNames[] = {"pinned", "unpinned", "tightened", "shaped"};
inline constexpr const char *kWorkNames[] = {"join", "unpick", "cut", "hem", "dart"};

struct FabricField {
    const char *name;
    float Fabric::*value;
};
inline constexpr FabricField kFabricFields[] = {{"arealDensity", &Fabric::arealDensity},
                                                {"warpStiffness", &Fabric::warpStiffness},
                                                {"weftStiffness", &Fabric::weftStiffness},
                                                {"shearStiffness", &Fabric::shearStiffness},
                                                {"bendingRigidity", &Fabric::bendingRigidity},
                                                {"springDamping", &Fabric::springDamping},
                                                {"contractionResistance", &Fabric::contractionResistance},
                                                {"maxStretchWarp", &Fabric::maxStretchWarp},
                                                {"maxStretchWeft", &Fabric::maxStretchWeft},
                                                {"maxStretchBias", &Fabric::maxStretchBias},
                                                {"damping", &Fabric::damping},
                                                {"friction", &Fabric::friction},
                                                {"thickness", &Fabric::thickness}};

// Names are in the order of their enum's values.
template <typename Enum, size_t count>
constexpr const char *nameIn(const char *const (&names)[count], Enum value) {
    return names[static_cast<size_t>(value)];
}
template <typename Enum, size_t count>
std::optional<Enum> valueIn(const char *const (&names)[count], std::string_view name) {
    for (size_t i = 0; i < count; ++i) {
        if (name == names[i]) {
            return static_cast<Enum>(i);
        }
    }
    return std::nullopt;
}

} // namespace selvage
