// How the commands end: with a sentence on standard error where they fail.
#pragma once

#include "command_line/exit_code.h"

#include <cstdio>
#include <string>

namespace selvage {

inline int complain(int code, const std::string &message) {
    std::fprintf(stderr, "selvage-lab: %s\n", message.c_str());
    return code;
}

} // namespace selvage
