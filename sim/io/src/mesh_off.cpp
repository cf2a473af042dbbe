// OFF (Object File Format): counts, vertices, polygons, one a line. Colours and normals behind the numbers
// are skipped.
#include "raw_mesh.h"
#include "text_scanner.h"

namespace selvage {

namespace {

// The next line that says something.
std::string_view sayingLine(TextScanner &scanner) {
    while (!scanner.atEnd()) {
        std::string_view line = scanner.restOfLine();
        line = line.substr(0, line.find('#'));
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
            return line;
        }
    }
    return {};
}

bool addPolygon(RawMesh &mesh, std::string_view line, int64_t place) {
    TextScanner words(line);
    const auto count = words.number<int32_t>();
    if (!count || *count < 1 || static_cast<size_t>(*count) > line.size()) {
        return false;
    }
    for (int32_t k = 0; k < *count; ++k) {
        mesh.corners.push_back(words.number<int32_t>().value_or(-1));
    }
    finishFace(mesh, place);
    return true;
}

} // namespace

Result<RawMesh> parseOff(const MeshSource &source) {
    TextScanner scanner(source.text());
    std::string_view line = sayingLine(scanner);
    TextScanner head(line);
    if (!head.word().ends_with("OFF")) {
        return errorAt(source, scanner.line(), "expected the word OFF");
    }
    std::string_view counts = line.substr(head.offset());
    if (counts.find_first_not_of(" \t") == std::string_view::npos) {
        counts = sayingLine(scanner);
    }
    TextScanner numbers(counts);
    const auto vertexCount = numbers.number<uint64_t>();
    const auto faceCount = numbers.number<uint64_t>();
    if (!vertexCount || !faceCount) {
        return errorAt(source, scanner.line() - 1, "expected the numbers of vertices and of faces");
    }
    const size_t left = source.bytes.size() - scanner.offset(); // a line of either takes at least 4 bytes
    if (*vertexCount > left / 4 || *faceCount > left / 4) {
        return errorAt(source, scanner.line() - 1,
                       std::to_string(*vertexCount) + " vertices and " + std::to_string(*faceCount) +
                           " faces are more than the file has room for");
    }
    RawMesh mesh;
    for (uint64_t i = 0; i < *vertexCount; ++i) {
        TextScanner words(sayingLine(scanner));
        glm::dvec3 position;
        for (int axis = 0; axis < 3; ++axis) {
            position[axis] = words.number<double>().value_or(kUnreadable);
        }
        mesh.position.push_back(position);
    }
    for (uint64_t f = 0; f < *faceCount; ++f) {
        const std::string_view polygon = sayingLine(scanner);
        if (!addPolygon(mesh, polygon, scanner.line() - 1)) {
            return errorAt(source, scanner.line() - 1, "expected a number of corners and the corners");
        }
    }
    return mesh;
}

} // namespace selvage
