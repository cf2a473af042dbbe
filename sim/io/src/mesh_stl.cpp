// STL, binary or text: loose triangles, three corners each. The stored normals are not used.
#include "raw_mesh.h"
#include "text_scanner.h"

#include <cstring>

namespace selvage {

namespace {

constexpr size_t kHeaderBytes = 80;
constexpr size_t kTriangleBytes = 50; // normal, three corners, two bytes of attributes

void addTriangle(RawMesh &mesh, int64_t place) {
    const auto first = static_cast<int32_t>(mesh.position.size()) - 3;
    mesh.corners.insert(mesh.corners.end(), {first, first + 1, first + 2});
    finishFace(mesh, place);
}

RawMesh parseBinary(std::span<const std::byte> bytes, uint32_t count) {
    RawMesh mesh;
    mesh.placeWord = "triangle";
    for (uint32_t t = 0; t < count; ++t) {
        float corner[9];
        std::memcpy(corner, bytes.data() + kHeaderBytes + 4 + t * kTriangleBytes + 12, sizeof(corner));
        for (int k = 0; k < 9; k += 3) {
            mesh.position.emplace_back(corner[k], corner[k + 1], corner[k + 2]);
        }
        addTriangle(mesh, t);
    }
    return mesh;
}

Result<RawMesh> parseText(const MeshSource &source) {
    RawMesh mesh;
    TextScanner scanner(source.text());
    int corners = 0;
    for (std::string_view word = scanner.word(); !word.empty(); word = scanner.word()) {
        if (word == "solid" || word == "endsolid") {
            scanner.restOfLine(); // a name may say anything
        } else if (word == "vertex") {
            glm::dvec3 position;
            for (int axis = 0; axis < 3; ++axis) {
                position[axis] = scanner.number<double>().value_or(kUnreadable);
            }
            mesh.position.push_back(position);
            ++corners;
        } else if (word == "endloop") {
            if (corners != 3) {
                return errorAt(source, scanner.line(),
                               "a facet of " + std::to_string(corners) + " corners; expected 3");
            }
            addTriangle(mesh, scanner.line());
            corners = 0;
        }
    }
    return mesh;
}

} // namespace

Result<RawMesh> parseStl(const MeshSource &source) {
    const std::span<const std::byte> bytes = source.bytes;
    if (bytes.size() >= kHeaderBytes + 4) {
        uint32_t count = 0;
        std::memcpy(&count, bytes.data() + kHeaderBytes, sizeof(count));
        const uint64_t wanted = kHeaderBytes + 4 + uint64_t{count} * kTriangleBytes;
        const bool text = source.text().starts_with("solid");
        if (wanted == bytes.size() || (!text && wanted < bytes.size())) {
            return parseBinary(bytes, count);
        }
        if (!text) {
            return Error{source.name + ": the header promises " + std::to_string(count) + " triangles (" +
                         std::to_string(wanted) + " bytes), but the file has " +
                         std::to_string(bytes.size()) + " bytes"};
        }
    }
    if (!source.text().starts_with("solid")) {
        return errorAt(source, 1, "expected 'solid' or a binary STL of at least 84 bytes");
    }
    return parseText(source);
}

} // namespace selvage
