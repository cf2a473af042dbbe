// The default solver's parts together: the same bits for every vector width and number of workers.
#include "same_bits.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

// Tall enough to be swept in bands and large enough for several workers.
TEST(GridSolver, GivesTheSameBitsForEveryWidthAndWorkerCount) {
    for (const char *name : {"silk", "jersey"}) { // inextensible, elastic
        expectSameBits(makeGridCloth({83, 121, 0.8F, 1.0F}, *findFabric(name), Pose{}), name);
    }
}

} // namespace
} // namespace selvage
