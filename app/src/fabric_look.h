// How fabrics look: each preset its weave, print, gloss and colours, tuned to the colours of the scene.
#pragma once

#include "render/renderer.h"
#include "scenarios/scenario.h"

#include <string_view>

namespace selvage {

// For a cloth of that fabric with rest coordinates up to `extent` (m). Fabrics that have no look of their own
// look like silk.
Material clothMaterial(std::string_view fabric, const Vec2 &extent, const SceneLook &look);

} // namespace selvage
