// The one translation unit that holds volk's code: the loader for Vulkan's entry points, so that a machine
// without Vulkan gets a sentence instead of a missing library at start.
#define VOLK_IMPLEMENTATION
#include <volk.h>
