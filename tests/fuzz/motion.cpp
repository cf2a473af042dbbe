// Any bytes as a motion file.
#include "io/motion_csv.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const auto motion = selvage::parseMotionCsv(text, SELVAGE_FUZZ_NAME);
    static_cast<void>(motion);
    return 0;
}
