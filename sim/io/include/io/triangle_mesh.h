// Triangle meshes from files: OBJ, glTF and GLB (node transforms baked in), STL, PLY and OFF, text or binary.
// What comes out is clean: one particle a position, no face twice (neither doubled nor back to back), none
// without area, polygons cut into triangles that keep their area, metres and +y up. What had to be done to
// get there is counted.
//
// Files are not trusted: counts are checked against the file's size before anything is allocated, a face that
// uses what is not there is dropped and counted, and a file of which nothing is left is an error that names
// the file and the line or element. Of materials the colour and the roughness are read (OBJ and glTF);
// textures, normals and skins are not.
#pragma once

#include "io/length_unit.h"
#include "maths/paint.h"
#include "maths/pose.h"
#include "maths/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace selvage {

// Larger files are refused.
inline constexpr uintmax_t kMeshFileBytesMax = uintmax_t{256} << 20U;

enum class UpAxis : uint8_t { X, Y, Z };

// The text of a library of materials (.mtl) that a mesh's file names; empty where there is none.
using MaterialFiles = std::function<std::string(const std::string &name)>;

struct MeshImportOptions {
    std::optional<LengthUnit> unit; // nothing: as the format says, else guessed from the size
    std::optional<UpAxis> up;       // nothing: as the format says, else guessed from the shape
    MaterialFiles materials{};      // nothing: they are files in the mesh's folder
};

// What was found and done, in numbers of faces where nothing else is said.
struct MeshAudit {
    int32_t fileVertices{0};
    int32_t fileFaces{0};
    int32_t unusableFaces{0};    // dropped: they use a vertex that is not there or not a finite number
    std::string unusableReason;  // of the first of them, with its line or element
    int32_t degenerateFaces{0};  // dropped: without area
    int32_t duplicateFaces{0};   // dropped: the same corners as an earlier one, seen from the same side
    int32_t doubledFaces{0};     // dropped: the same corners as an earlier one, back to back
    int32_t turnedFaces{0};      // turned round to agree with their neighbours
    int32_t weldedVertices{0};   // of the file, that share their place with an earlier one
    int32_t unusedVertices{0};   // of the file, that no face uses
    int32_t components{0};       // pieces that hang together by edges
    int32_t holes{0};            // groups of border edges that hang together
    int32_t borderEdges{0};      // of one triangle
    int32_t nonManifoldEdges{0}; // of three and more triangles
    Vec3 size{0.0F};             // m
    LengthUnit unit{LengthUnit::Metre};
    UpAxis up{UpAxis::Y};
    bool unitGuessed{false};
    bool upGuessed{false};
};

struct TriangleMesh {
    std::vector<Vec3> position;            // m, +y up; of the particles
    std::vector<int32_t> triangles;        // 3 per triangle, counter-clockwise seen from outside
    std::vector<int32_t> faceOfTriangle;   // the file's face that a triangle is of, from 0
    std::vector<int32_t> particleOfVertex; // of every vertex of the file; -1: no face uses it
    std::vector<Paint> paint;              // one a triangle; empty: the file has no colours
    MeshAudit audit;
};

// A mesh from a file's bytes. `name` is used in messages, its extension says the format; `folder` is where
// files that it names are looked for (empty: nowhere).
Result<TriangleMesh> parseTriangleMesh(std::span<const std::byte> bytes, const std::string &name,
                                       const std::filesystem::path &folder, const MeshImportOptions &options);
Result<TriangleMesh> readTriangleMesh(const std::filesystem::path &path, const MeshImportOptions &options);

// Whether the extension is one of meshExtensions().
bool isMeshFile(const std::filesystem::path &path);
std::string meshExtensions(); // ".obj, .gltf, …"

// "x", "y", "z"; nothing for other texts.
std::optional<UpAxis> upAxisNamed(std::string_view name);
const char *nameOf(UpAxis up);

} // namespace selvage
