// selvage-lab acts: what acts at the dress bench cost while frames run at their rate, without a display.
#pragma once

#include <cstdint>

namespace selvage {

struct ActsOptions {
    int32_t points{4000}; // particles wanted
    int32_t rounds{3};    // of all acts
};

int actsCommand(const ActsOptions &options); // exit code

} // namespace selvage
