// What the headset is like and what is asked of it: picture size, blending, refresh rate.
#pragma once

#include "headset_runtime.h"

#include <optional>

namespace selvage {

// The recommended size of one eye's picture; the larger one where the eyes differ. Fails when there are not
// two eyes.
Result<VkExtent2D> recommendedExtent(const Runtime &runtime);

// Opaque where it is offered; see-through headsets offer only their own mode.
XrEnvironmentBlendMode chooseBlendMode(const Runtime &runtime);

// What the lens of an eye hides; nothing where the runtime does not say, or says what cannot be.
std::vector<Vec2> hiddenArea(const Runtime &runtime, XrSession session, uint32_t eye);

// Asks for 90 Hz where it is listed and gives the rate to expect; nothing where the runtime does not say.
// Called at the start and at each session begin, since some runtimes forget it while the headset is off. A
// refusal does no harm.
std::optional<double> requestRefreshRate(const Runtime &runtime, XrSession session);

} // namespace selvage
