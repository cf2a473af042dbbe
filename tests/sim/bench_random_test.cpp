// Long series of random acts of two hands at the dress bench.
#include "bench_fumbler.h"

namespace selvage {
namespace {

TEST(BenchRandomActs, ThreeHundredOfAnyKindLeaveAValidClothAndAreUndoneToTheStart) {
    std::array<int, 6> kinds{}; // all but hems and darts
    for (const uint64_t seed : {1U, 2U, 3U, 4U}) {
        const Fumbled fumbled = fumble(seed, 300, 1);
        EXPECT_GT(fumbled.most, 20U);
        for (size_t k = 0; k < kinds.size(); ++k) {
            kinds[k] += fumbled.kinds[k];
        }
    }
    for (const int count : kinds) {
        EXPECT_GT(count, 0);
    }
}

TEST(BenchRandomActs, AThousandLeaveAValidClothAfterEachAndAreUndoneToTheStart) {
    const Fumbled fumbled = fumble(6, 1000, 1);
    for (size_t k = 0; k < 6; ++k) {
        EXPECT_GT(fumbled.kinds[k], 0);
    }
}

TEST(BenchRandomActs, WithHemsAmongThemLeaveAValidClothAndAreUndoneToTheStart) {
    int hems = 0;
    for (const uint64_t seed : {7U, 8U, 9U, 10U}) {
        hems += fumble(seed, 300, 1, 2).kinds[6];
    }
    EXPECT_GT(hems, 10); // few are possible: most would take away a pin, or more than half
}

TEST(BenchRandomActs, WithDartsAmongThemLeaveAValidClothAndAreUndoneToTheStart) {
    int darts = 0;
    for (const uint64_t seed : {12U, 13U, 14U, 15U}) {
        darts += fumble(seed, 300, 1, 0, 3).kinds[7];
    }
    EXPECT_GT(darts, 10);
}

TEST(BenchRandomActs, GiveTheSameBitsAgainAndWithTwoWorkers) {
    const uint64_t hash = fumble(5, 100, 1).hash;
    EXPECT_EQ(fumble(5, 100, 1).hash, hash);
    EXPECT_EQ(fumble(5, 100, 2).hash, hash);
    const uint64_t hemmed = fumble(11, 100, 1, 2).hash;
    EXPECT_EQ(fumble(11, 100, 1, 2).hash, hemmed);
    EXPECT_EQ(fumble(11, 100, 2, 2).hash, hemmed);
    const uint64_t darted = fumble(16, 100, 1, 0, 3).hash;
    EXPECT_EQ(fumble(16, 100, 1, 0, 3).hash, darted);
    EXPECT_EQ(fumble(16, 100, 2, 0, 3).hash, darted);
}

} // namespace
} // namespace selvage
