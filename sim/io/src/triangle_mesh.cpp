// The table of formats, and the way from a file to a clean mesh.
#include "io/triangle_mesh.h"

#include "file_bytes.h"
#include "raw_mesh.h"

#include <algorithm>

namespace selvage {

namespace {

struct MeshFormat {
    const char *extension;
    Result<RawMesh> (*parse)(const MeshSource &);
};

constexpr MeshFormat kFormats[] = {{".obj", parseObj}, {".gltf", parseGltf}, {".glb", parseGltf},
                                   {".stl", parseStl}, {".ply", parsePly},   {".off", parseOff}};

const MeshFormat *formatOf(const std::filesystem::path &path) {
    const std::string extension = extensionOf(path);
    const auto *format = std::find_if(std::begin(kFormats), std::end(kFormats),
                                      [&](const MeshFormat &f) { return extension == f.extension; });
    return format == std::end(kFormats) ? nullptr : format;
}

} // namespace

bool isMeshFile(const std::filesystem::path &path) {
    return formatOf(path) != nullptr;
}

std::string meshExtensions() {
    std::string known;
    for (const MeshFormat &each : kFormats) {
        known += std::string(known.empty() ? "" : ", ") + each.extension;
    }
    return known;
}

Result<TriangleMesh> parseTriangleMesh(std::span<const std::byte> bytes, const std::string &name,
                                       const std::filesystem::path &folder,
                                       const MeshImportOptions &options) {
    const MeshFormat *format = formatOf(name);
    if (format == nullptr) {
        return Error{name + ": '" + extensionOf(name) + "' is no format of meshes; expected one of " +
                     meshExtensions()};
    }
    if (bytes.empty()) {
        return Error{name + ": the file is empty"};
    }
    auto raw = format->parse({bytes, name, folder});
    if (!raw) {
        return raw.error();
    }
    auto mesh = cleanMesh(raw.value(), name);
    if (mesh) {
        placeMesh(mesh.value(), raw.value(), options);
    }
    return mesh;
}

Result<TriangleMesh> readTriangleMesh(const std::filesystem::path &path, const MeshImportOptions &options) {
    const auto bytes = readBytes(path, kMeshFileBytesMax);
    if (!bytes) {
        return bytes.error();
    }
    return parseTriangleMesh(bytes.value(), path.string(), path.parent_path(), options);
}

} // namespace selvage
