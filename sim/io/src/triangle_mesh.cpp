// The table of formats, and the way from a file to a clean mesh.
#include "io/triangle_mesh.h"

#include "file_bytes.h"
#include "format_table.h"
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

// From the mesh's folder; nothing where there is no folder or no such file.
std::string materialFile(const std::filesystem::path &folder, const std::string &name) {
    constexpr uintmax_t kBytesMax = uintmax_t{4} << 20U;
    const std::filesystem::path path = folder / name;
    std::error_code failed;
    if (folder.empty() || !std::filesystem::is_regular_file(path, failed)) {
        return {};
    }
    const auto bytes = readBytes(path, kBytesMax);
    return bytes ? std::string(reinterpret_cast<const char *>(bytes.value().data()), bytes.value().size())
                 : std::string();
}

// What can be: nothing reflects more than white paper, and nothing is quite smooth.
Paint sound(const Paint &paint) {
    constexpr float kWhitest = 0.85F;
    constexpr float kSmoothest = 0.1F;
    const auto within = [](float value, float low, float high) {
        return value > low ? std::min(value, high) : low; // false for NaN
    };
    Paint out;
    for (int channel = 0; channel < 3; ++channel) {
        out.colour[channel] = within(paint.colour[channel], 0.0F, kWhitest);
    }
    out.roughness = within(paint.roughness, kSmoothest, 1.0F);
    return out;
}

// Of a face's material to its triangles.
void paintTriangles(TriangleMesh &mesh, const RawMesh &raw) {
    const auto known = [](int32_t material) { return material >= 0; };
    if (std::none_of(raw.faceMaterial.begin(), raw.faceMaterial.end(), known)) {
        return;
    }
    for (const int32_t face : mesh.faceOfTriangle) {
        const int32_t material = raw.faceMaterial[static_cast<size_t>(face)];
        mesh.paint.push_back(material < 0 ? Paint{} : sound(raw.paints[static_cast<size_t>(material)]));
    }
}

} // namespace

bool isMeshFile(const std::filesystem::path &path) {
    return formatOf(kFormats, path) != nullptr;
}

std::string meshExtensions() {
    return extensionsOf(kFormats);
}

Result<TriangleMesh> parseTriangleMesh(std::span<const std::byte> bytes, const std::string &name,
                                       const std::filesystem::path &folder,
                                       const MeshImportOptions &options) {
    const MeshFormat *format = formatOf(kFormats, name);
    if (format == nullptr) {
        return Error{name + ": '" + extensionOf(name) + "' is no format of meshes; expected one of " +
                     meshExtensions()};
    }
    if (bytes.empty()) {
        return Error{name + ": the file is empty"};
    }
    const MaterialFiles beside = [&folder](const std::string &file) { return materialFile(folder, file); };
    auto raw = format->parse({bytes, name, folder, options.materials ? options.materials : beside});
    if (!raw) {
        return raw.error();
    }
    auto mesh = cleanMesh(raw.value(), name);
    if (mesh) {
        paintTriangles(mesh.value(), raw.value());
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
