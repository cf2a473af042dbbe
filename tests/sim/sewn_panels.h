// Two square panels of one cut, the right side of the first sewn to the left side of the second: in the flat
// cloth both begin at nothing.
#pragma once

#include "sim/mesh_cloth.h"

#include <gtest/gtest.h>
#include <utility>

namespace selvage {

inline constexpr float kSewnEdge = 0.02F;                      // m
inline constexpr int32_t kSewnRow = 6;                         // particles
inline constexpr int32_t kFirstOfSecond = kSewnRow * kSewnRow; // particle, that only the second has

inline Cloth twoSewnPanels() {
    MeshShape shape;
    const auto addParticle = [&](int32_t row, int32_t column) {
        shape.uv.push_back(kSewnEdge * Vec2(column, row));
    };
    const auto addCorner = [&](int32_t panel, int32_t row, int32_t column) {
        const bool isShared = panel == 0 || column == 0;
        shape.triangles.push_back(isShared ? row * kSewnRow + (panel == 0 ? column : kSewnRow - 1)
                                           : kFirstOfSecond + row * (kSewnRow - 1) + column - 1);
        shape.cornerUv.push_back(kSewnEdge * Vec2(column, row));
    };
    for (int32_t panel = 0; panel < 2; ++panel) {
        for (int32_t row = 0; row < kSewnRow; ++row) {
            for (int32_t column = panel; column < kSewnRow; ++column) {
                addParticle(row, column);
            }
        }
    }
    constexpr std::array kCorners{std::pair(0, 0), std::pair(0, 1), std::pair(1, 0),
                                  std::pair(1, 0), std::pair(0, 1), std::pair(1, 1)};
    for (int32_t cell = 0; cell < 2 * (kSewnRow - 1) * (kSewnRow - 1); ++cell) {
        const int32_t within = cell % ((kSewnRow - 1) * (kSewnRow - 1));
        for (const auto &[row, column] : kCorners) {
            addCorner(cell / ((kSewnRow - 1) * (kSewnRow - 1)), within / (kSewnRow - 1) + row,
                      within % (kSewnRow - 1) + column);
        }
    }
    auto cloth = makeMeshCloth(shape, Fabric{}, Pose{});
    EXPECT_TRUE(cloth) << cloth.error().message;
    return std::move(cloth.value());
}

} // namespace selvage
