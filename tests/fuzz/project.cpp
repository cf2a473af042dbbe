// Any bytes as a project of the dress bench: read, and then written and read to the same, or a message.
#include "io/project_file.h"

#include <cstdlib>

namespace {

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace selvage;
    const auto project = parseProject(std::as_bytes(std::span(data, size)), SELVAGE_FUZZ_NAME);
    if (!project) {
        require(project.error().message.starts_with(SELVAGE_FUZZ_NAME));
        return 0;
    }
    const std::string text = projectText(project.value());
    const auto again = parseProject(std::as_bytes(std::span(text)), SELVAGE_FUZZ_NAME);
    require(static_cast<bool>(again));
    require(saveHash(again.value().bench) == saveHash(project.value().bench));
    return 0;
}
