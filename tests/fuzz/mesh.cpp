// Any bytes as a mesh file of the format that this program is named after, and as the library of its
// materials: a clean mesh or a message.
#include "io/triangle_mesh.h"

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
    MeshImportOptions options;
    options.materials = [&](const std::string &) {
        return std::string(reinterpret_cast<const char *>(data), size);
    };
    const auto mesh = parseTriangleMesh(std::as_bytes(std::span(data, size)), SELVAGE_FUZZ_NAME, {}, options);
    if (!mesh) {
        require(mesh.error().message.starts_with(SELVAGE_FUZZ_NAME));
        return 0;
    }
    const TriangleMesh &m = mesh.value();
    require(!m.triangles.empty() && m.triangles.size() == 3 * m.faceOfTriangle.size());
    require(m.paint.empty() || m.triangles.size() == 3 * m.paint.size());
    for (const int32_t p : m.triangles) {
        require(p >= 0 && static_cast<size_t>(p) < m.position.size());
    }
    for (const int32_t p : m.particleOfVertex) {
        require(p >= -1 && p < static_cast<int32_t>(m.position.size()));
    }
    for (const Vec3 &p : m.position) {
        require(isFinite(p));
    }
    return 0;
}
