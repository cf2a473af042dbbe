// Long series of random acts of two hands at the dress bench.
#include "bench_fumbler.h"

namespace selvage {
namespace {

TEST(BenchRandomActs, ThreeHundredOfAnyKindLeaveAValidClothAndAreUndoneToTheStart) {
    std::array<int, 6> kinds{};
    for (const uint64_t seed : {1, 2, 3, 4}) {
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
    for (const int count : fumbled.kinds) {
        EXPECT_GT(count, 0);
    }
}

TEST(BenchRandomActs, GiveTheSameBitsAgainAndWithTwoWorkers) {
    const uint64_t hash = fumble(5, 100, 1).hash;
    EXPECT_EQ(fumble(5, 100, 1).hash, hash);
    EXPECT_EQ(fumble(5, 100, 2).hash, hash);
}

} // namespace
} // namespace selvage
