// The table of formats, and the way from a file to a clean mesh.
#include "io/triangle_mesh.h"

#include "raw_mesh.h"

#include <algorithm>
#include <fstream>

namespace selvage {

namespace {

struct MeshFormat {
    const char *extension;
    Result<RawMesh> (*parse)(const MeshSource &);
};

constexpr MeshFormat kFormats[] = {{".obj", parseObj}, {".gltf", parseGltf}, {".glb", parseGltf},
                                   {".stl", parseStl}, {".ply", parsePly},   {".off", parseOff}};

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

Result<std::vector<std::byte>> readBytes(const std::filesystem::path &path) {
    std::error_code failed;
    const uintmax_t size = std::filesystem::file_size(path, failed);
    if (failed) {
        return Error{path.string() + ": " + failed.message()};
    }
    if (size > kMeshFileBytesMax) {
        return Error{path.string() + ": " + std::to_string(size) + " bytes; expected at most " +
                     std::to_string(kMeshFileBytesMax)};
    }
    std::vector<std::byte> bytes(size);
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char *>(bytes.data()), static_cast<std::streamsize>(size));
    if (!file) {
        return Error{path.string() + ": cannot be read"};
    }
    return bytes;
}

} // namespace

Result<TriangleMesh> parseTriangleMesh(std::span<const std::byte> bytes, const std::string &name,
                                       const std::filesystem::path &folder,
                                       const MeshImportOptions &options) {
    const std::string extension = lowered(std::filesystem::path(name).extension().string());
    const auto *format = std::find_if(std::begin(kFormats), std::end(kFormats),
                                      [&](const MeshFormat &f) { return extension == f.extension; });
    if (format == std::end(kFormats)) {
        std::string known;
        for (const MeshFormat &each : kFormats) {
            known += std::string(known.empty() ? "" : ", ") + each.extension;
        }
        return Error{name + ": '" + extension + "' is no format of meshes; expected one of " + known};
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
    const auto bytes = readBytes(path);
    if (!bytes) {
        return bytes.error();
    }
    return parseTriangleMesh(bytes.value(), path.string(), path.parent_path(), options);
}

} // namespace selvage
