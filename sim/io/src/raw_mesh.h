// What the readers of mesh files share: a mesh as the file has it, before it is cleaned, and one function a
// format.
#pragma once

#include "io/triangle_mesh.h"

#include <cstddef>
#include <limits>
#include <map>

namespace selvage {

struct RawMesh {
    std::vector<glm::dvec3> position; // in the file's unit and axes; not finite: could not be read
    std::vector<int32_t> corners;     // vertices of all faces in a row; negative: not there
    std::vector<int32_t> faceEnd;     // one past a face's last corner
    std::vector<int32_t> facePlace;   // where a face stands in the file, in `placeWord`s
    const char *placeWord{"line"};
    std::vector<Paint> paints;         // of the file's materials
    std::vector<int32_t> faceMaterial; // index into `paints`; -1: none
    int32_t material{-1};              // of the faces that come next
    std::optional<LengthUnit> unit;    // where the format says so
    std::optional<UpAxis> up;
};

inline constexpr double kUnreadable = std::numeric_limits<double>::quiet_NaN();

// The file that a reader is given.
struct MeshSource {
    std::span<const std::byte> bytes;
    std::string name;
    std::filesystem::path folder;
    MaterialFiles materials; // reads the libraries that it names

    std::string_view text() const { return {reinterpret_cast<const char *>(bytes.data()), bytes.size()}; }
};

// "name:line: message"
inline Error errorAt(const MeshSource &source, int64_t line, const std::string &message) {
    return {source.name + ":" + std::to_string(line) + ": " + message};
}

inline void finishFace(RawMesh &mesh, int64_t place) {
    mesh.faceEnd.push_back(static_cast<int32_t>(mesh.corners.size()));
    mesh.facePlace.push_back(static_cast<int32_t>(place));
    mesh.faceMaterial.push_back(mesh.material);
}

// Materials by name, in RawMesh::paints.
using MaterialNames = std::map<std::string, int32_t, std::less<>>;

// Adds those of an MTL file's text.
void addMaterials(std::string_view text, RawMesh &mesh, MaterialNames &names);
std::string trimmed(std::string_view text); // without blanks at its ends

Result<RawMesh> parseObj(const MeshSource &source);
Result<RawMesh> parseGltf(const MeshSource &source);
Result<RawMesh> parseStl(const MeshSource &source);
Result<RawMesh> parsePly(const MeshSource &source);
Result<RawMesh> parseOff(const MeshSource &source);

// Welds, cuts polygons, drops what is no use and turns what is the wrong way round. Fails where nothing is
// left.
Result<TriangleMesh> cleanMesh(const RawMesh &raw, const std::string &name);

// Unit and axis, given or guessed: to metres and +y up. The guess is in the audit.
void placeMesh(TriangleMesh &mesh, const RawMesh &raw, const MeshImportOptions &options);

} // namespace selvage
