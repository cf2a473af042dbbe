// Any bytes as a sewing pattern of the format that this program is named after: read and audited, or a
// message.
#include "io/pattern_file.h"
#include "sim/panel_mesh.h"

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
    const auto file = parsePattern(std::as_bytes(std::span(data, size)), SELVAGE_FUZZ_NAME, {});
    if (!file) {
        require(file.error().message.starts_with(SELVAGE_FUZZ_NAME));
        return 0;
    }
    const SewingPattern &pattern = file.value().pattern;
    require(!pattern.panels.empty());
    require(!auditText(file.value()).empty());
    const auto meshes = meshPattern(pattern, {0.05, 1});
    require(!meshes || patternFaults(pattern).empty());
    if (!meshes) {
        return 0;
    }
    for (const PanelMesh &mesh : meshes.value()) {
        require(!mesh.triangles.empty());
        for (const int32_t v : mesh.triangles) {
            require(v >= 0 && static_cast<size_t>(v) < mesh.position.size());
        }
    }
    for (const Seam &seam : pattern.seams) {
        require(!seamPairs(seam, meshes.value()).empty());
    }
    return 0;
}
