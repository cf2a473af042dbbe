// A sheet falls onto any mesh: `--set mesh=FILE`, by default onto a figure of our own. The mesh stands on the
// floor and is touched as voxels (sim/voxel_solid.h); the cloth keeps most of a cell away from it, so that
// its edges and faces stay outside where it bends around something thin.
#include "io/triangle_mesh.h"
#include "mesh_obstacle.h"
#include "pawn.h"
#include "scenario_table.h"
#include "sheet.h"
#include "solids.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace selvage {

namespace {

constexpr Vec3 kPlace(0.0F, 0.0F, -1.6F); // m, where the mesh stands
constexpr float kDrop = 0.1F;             // m, from the sheet to the top of the mesh
constexpr double kLength = 10.0;          // s
constexpr float kShellCells = 0.8F;       // cells of the sheet, kept away from the mesh
constexpr float kShellSpare = 0.004F;     // m, that distances are right for beyond the fabric's thickness
constexpr float kLongest = 3.0F;          // m, that a mesh of a guessed unit may be long
constexpr float kFitting = 1.8F;          // m, that it is made instead

// What this scene is set with, taken out of the settings that all scenes share.
struct MeshSettings {
    std::string file;
    MeshImportOptions import;
    float size{0.0F}; // m, of the longest side; 0: as the file says
    VoxelOptions voxels;
};

Error badSetting(const std::string &key, const std::string &value, const char *expected) {
    return {"--set " + key + "=" + value + ": expected " + expected};
}

Result<float> lengthSetting(const std::string &key, const std::string &text) {
    float value = 0.0F;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || !(value >= 1e-4F && value <= 100.0F)) {
        return badSetting(key, text, "metres from 0.0001 to 100");
    }
    return value;
}

// True where the key was one of ours.
Result<bool> applyMeshSetting(MeshSettings &out, const std::string &key, const std::string &value) {
    if (key == "mesh") {
        out.file = value;
    } else if (key == "mesh-unit") {
        out.import.unit = unitNamed(value);
        if (!out.import.unit) {
            return badSetting(key, value, "m, cm, mm or in");
        }
    } else if (key == "mesh-up") {
        out.import.up = upAxisNamed(value);
        if (!out.import.up) {
            return badSetting(key, value, "x, y or z");
        }
    } else if (key == "mesh-size" || key == "mesh-accuracy") {
        const auto length = lengthSetting(key, value);
        if (!length) {
            return length.error();
        }
        (key == "mesh-size" ? out.size : out.voxels.accuracy) = length.value();
    } else if (key == "mesh-voxels") {
        if (value != "trilinear" && value != "nearest-plane") {
            return badSetting(key, value, "trilinear or nearest-plane");
        }
        out.voxels.mode = value == "trilinear" ? VoxelMode::Trilinear : VoxelMode::NearestPlane;
    } else {
        return false;
    }
    return true;
}

Result<MeshSettings> takeMeshSettings(std::map<std::string, std::string> &settings) {
    MeshSettings out;
    for (auto it = settings.begin(); it != settings.end();) {
        const auto ours = applyMeshSetting(out, it->first, it->second);
        if (!ours) {
            return ours.error();
        }
        it = ours.value() ? settings.erase(it) : std::next(it);
    }
    return out;
}

// Files in units that none of ours fits come out as giants, on which a sheet would be a handkerchief and
// which take minutes to turn into voxels.
void chooseSize(MeshSettings &settings, const MeshAudit &audit, const ScenarioOptions &options) {
    const float longest = std::max({audit.size.x, audit.size.y, audit.size.z});
    if (settings.size > 0.0F || !audit.unitGuessed || longest <= kLongest) {
        return;
    }
    settings.size = kFitting;
    if (options.notice != nullptr) {
        char text[200];
        std::snprintf(text, sizeof text,
                      "its unit is not known, and in %s it is %.1f m long: it is made %.1f m; "
                      "mesh-unit=m|cm|mm|in or mesh-size=METRES says otherwise",
                      nameOf(audit.unit), static_cast<double>(longest), static_cast<double>(kFitting));
        options.notice(settings.file + ": " + text);
    }
}

Result<PlainMesh> loadMesh(MeshSettings &settings, const ScenarioOptions &options) {
    if (settings.file.empty()) {
        return makePawn();
    }
    auto mesh = readTriangleMesh(settings.file, settings.import);
    if (!mesh) {
        return mesh.error();
    }
    chooseSize(settings, mesh->audit, options);
    return PlainMesh{std::move(mesh->position), std::move(mesh->triangles), std::move(mesh->paint)};
}

// Stands the mesh on the origin, its longest side `size` (m; 0: as it is). Returns its height (m).
float standUp(PlainMesh &mesh, float size) {
    Vec3 low = mesh.position.front();
    Vec3 high = low;
    for (const Vec3 &p : mesh.position) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    const Vec3 sides = high - low;
    const float scale = size > 0.0F ? size / std::max({sides.x, sides.y, sides.z}) : 1.0F;
    const Vec3 foot(0.5F * (low.x + high.x), low.y, 0.5F * (low.z + high.z));
    for (Vec3 &p : mesh.position) {
        p = scale * (p - foot);
    }
    return scale * sides.y;
}

} // namespace

Result<World> buildDrapeMesh(const ScenarioOptions &options) {
    ScenarioOptions shared = options;
    auto settings = takeMeshSettings(shared.settings);
    if (!settings) {
        return settings.error();
    }
    auto mesh = loadMesh(*settings, options);
    if (!mesh) {
        return mesh.error();
    }
    const float height = standUp(*mesh, settings->size);
    World world;
    auto made = makeSheet(options, kPlace + Vec3(0.0F, height + kDrop, 0.0F));
    if (!made) {
        return made.error();
    }
    world.cloths.push_back(std::move(*made));
    Cloth &sheet = world.cloths.front();
    sheet.fabric.thickness = kShellCells / (std::sqrt(static_cast<float>(sheet.particleCount())) - 1.0F);
    float thickness = sheet.fabric.thickness;
    if (const auto given = shared.settings.find("thickness"); given != shared.settings.end()) {
        const auto length = lengthSetting(given->first, given->second);
        thickness = length ? length.value() : thickness; // what is wrong is said by finishSheet()
    }
    settings->voxels.reach = std::max(settings->voxels.reach, thickness + kShellSpare);
    Collider floor; // a plane through the origin
    world.colliders.push_back(
        makeMeshCollider(std::move(*mesh), placedAt(kPlace), settings->voxels, options));
    world.colliders.push_back(floor);
    if (const auto finished = finishSheet(world, shared); !finished) {
        return finished.error();
    }
    return world;
}

Motion scriptDrapeMesh() {
    return watch({0.7F, 1.65F, -0.1F}, {0.0F, 0.95F, -1.6F}, kLength);
}

std::vector<double> picturesDrapeMesh() {
    return {0.2, 0.6, 1.2, 3.0, 10.0};
}

} // namespace selvage
