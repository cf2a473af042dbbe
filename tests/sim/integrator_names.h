// The integrators that tests are run with, one after the other, and a test's name for each.
#pragma once

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace selvage {

inline auto integratorNames() {
    return testing::Values("desbrun", "desbrun-dense", "euler", "midpoint", "symplectic", "implicit-cg",
                           "kang-cho", "bilayered", "selvage");
}

inline std::string testNameOf(const testing::TestParamInfo<const char *> &integrator) {
    std::string name = integrator.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

} // namespace selvage
