// Every row of the integrator table with more than one worker.
#include "integrator_names.h"
#include "measure/sheet.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace selvage {
namespace {

class EveryIntegrator : public testing::TestWithParam<const char *> {};

TEST_P(EveryIntegrator, IsTheSameForAnyNumberOfThreads) {
    uint64_t hashes[2] = {};
    for (const int32_t threads : {1, 3}) {
        World world = sheetWorld(25, 200.0F, GetParam());
        pinTwoCorners(world);
        prepareWorld(world, threads);
        for (int s = 0; s < 30; ++s) {
            step(world, emptyInput());
        }
        hashes[threads / 2] = stateHash(world);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

INSTANTIATE_TEST_SUITE_P(Integrators, EveryIntegrator, integratorNames(), testNameOf);

} // namespace
} // namespace selvage
