// Indices are int32_t, so that meshes are small and -1 can mean none; containers want size_t.
#pragma once

#include <cstddef>
#include <cstdint>

namespace selvage {

// An index that is not negative, as containers take it.
inline size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

} // namespace selvage
