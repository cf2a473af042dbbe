// How the commands end: 0 done, or one of these, with a sentence on standard error.
#pragma once

#include <cstdio>
#include <string>

namespace selvage {

inline constexpr int kFailed = 1;
inline constexpr int kWrongUse = 2;

inline int complain(int code, const std::string &message) {
    std::fprintf(stderr, "selvage-lab: %s\n", message.c_str());
    return code;
}

} // namespace selvage
