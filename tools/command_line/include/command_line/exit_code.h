// How all our programs end: 0 done, or one of these, with a sentence on standard error.
#pragma once

namespace selvage {

inline constexpr int kFailed = 1;
inline constexpr int kWrongUse = 2;

} // namespace selvage
