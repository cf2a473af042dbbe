// Names of OpenXR results, from the registry's own list.
#include "openxr_api.h"

#include <openxr/openxr_reflection.h>

namespace selvage {

std::string xrResultName(XrResult result) {
    switch (result) {
#define SELVAGE_RESULT_NAME(name, value)                                                                     \
    case name:                                                                                               \
        return #name;
        XR_LIST_ENUM_XrResult(SELVAGE_RESULT_NAME)
#undef SELVAGE_RESULT_NAME
    }
    return "XrResult " + std::to_string(static_cast<int>(result));
}

Error xrError(const char *call, XrResult result) {
    const std::string text(call);
    return Error{text.substr(0, text.find('(')) + " failed: " + xrResultName(result)};
}

} // namespace selvage
