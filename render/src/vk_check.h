// Vulkan results as errors. VK_CHECK is on in every build: a failing call makes the enclosing function return
// an Error that names the call, the result and the place.
#pragma once

#include "maths/result.h"

#include <string>
#include <volk.h>

namespace selvage {

// "VK_ERROR_DEVICE_LOST" and so on; the number for results this program does not know.
std::string vkResultName(VkResult result);

// "vkQueueSubmit(...) failed: VK_ERROR_DEVICE_LOST (renderer.cpp:120)".
Error vkError(const char *call, VkResult result, const char *file, int line);

} // namespace selvage

// For functions that return Result<T>: gives up with the error when the call does not succeed.
#define VK_CHECK(call)                                                                                       \
    do {                                                                                                     \
        const VkResult vkCheckResult = (call);                                                               \
        if (vkCheckResult != VK_SUCCESS) {                                                                   \
            return ::selvage::vkError(#call, vkCheckResult, __FILE__, __LINE__);                             \
        }                                                                                                    \
    } while (false)

// The same for calls of our own that return Result<...>.
#define SELVAGE_TRY(call)                                                                                    \
    do {                                                                                                     \
        if (auto tryResult = (call); !tryResult) {                                                           \
            return tryResult.error();                                                                        \
        }                                                                                                    \
    } while (false)
