// The table of formats of worn garments.
#include "io/garment_file.h"

#include "file_bytes.h"
#include "format_table.h"
#include "garment_writers.h"
#include "maths/index.h"

namespace selvage {

namespace {

struct GarmentFormat {
    const char *extension;
    Result<std::string> (*write)(const GarmentMesh &);
};

constexpr GarmentFormat kFormats[] = {{".obj", objText}, {".gltf", gltfText}, {".glb", glbBytes}};

} // namespace

Result<void> writeGarment(const std::filesystem::path &path, const GarmentMesh &garment) {
    const GarmentFormat *format = formatOf(kFormats, path);
    if (format == nullptr) {
        return Error{path.string() + ": this is no format of garments; expected one of " +
                     garmentExtensions()};
    }
    const auto text = format->write(garment);
    if (!text) {
        return Error{path.string() + ": " + text.error().message};
    }
    return writeText(path, text.value());
}

bool isGarmentFile(const std::filesystem::path &path) {
    return formatOf(kFormats, path) != nullptr;
}

std::string garmentExtensions() {
    return extensionsOf(kFormats);
}

std::vector<Vec3> particleNormals(const GarmentMesh &garment) {
    std::vector<Vec3> normals(garment.position.size(), Vec3(0.0F));
    for (size_t t = 0; t < garment.triangles.size(); t += 3) {
        const auto particle = [&](size_t k) { return u(garment.particleOf[u(garment.triangles[t + k])]); };
        const Vec3 a = garment.position[particle(0)];
        const Vec3 twiceArea =
            glm::cross(garment.position[particle(1)] - a, garment.position[particle(2)] - a);
        for (size_t k = 0; k < 3; ++k) {
            normals[particle(k)] += twiceArea;
        }
    }
    for (Vec3 &normal : normals) {
        const float length = glm::length(normal);
        normal = length > 0.0F ? normal / length : Vec3(0.0F, 1.0F, 0.0F);
    }
    return normals;
}

PanelRange rangeOf(const GarmentMesh &garment, size_t panel) {
    const bool last = panel + 1 == garment.panels.size();
    return {3 * u(garment.panels[panel].firstTriangle),
            last ? garment.triangles.size() : 3 * u(garment.panels[panel + 1].firstTriangle),
            u(garment.panels[panel].firstVertex),
            last ? garment.uv.size() : u(garment.panels[panel + 1].firstVertex)};
}

bool isWhole(const GarmentMesh &garment, size_t firstCorner) {
    const auto particle = [&](size_t k) { return garment.particleOf[u(garment.triangles[firstCorner + k])]; };
    return particle(0) != particle(1) && particle(1) != particle(2) && particle(2) != particle(0);
}

} // namespace selvage
