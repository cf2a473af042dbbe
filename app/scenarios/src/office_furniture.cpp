// See office_furniture.h.
#include "office_furniture.h"

#include "io/furniture_catalogue.h"
#include "mesh_obstacle.h"

#include <array>

namespace selvage {

namespace {

constexpr const char *kFolder = "/usr/share/sweethome3d/furniture"; // of the package
constexpr const char *kKey = "furniture";
constexpr float kBustFoot = 1.37F; // m, where the mannequin is cut off
constexpr float kReach = 0.012F;   // m, from the surface, beyond the fabric's thickness

struct Piece {
    const char *catalogue;
    const char *id;
    Pose OfficePlaces::*place;
    Vec3 colour;    // where it brings none
    float accuracy; // m, of its voxels
};

constexpr std::array<Piece, 4> kPieces = {
    {{"Scopia.sh3f", "Scopia#mannequinBrunette", &OfficePlaces::bust, Vec3(0.70F, 0.66F, 0.58F), 0.0006F},
     {"BlendSwap-CC-0.sh3f", "Blend Swap CC-0#lbDesk", &OfficePlaces::desk, Vec3(0.36F, 0.23F, 0.12F),
      0.001F},
     {"Scopia.sh3f", "Scopia#desk_lamp2", &OfficePlaces::lamp, Vec3(0.05F, 0.22F, 0.13F), 0.0006F},
     {"Scopia.sh3f", "Scopia#office_chair", &OfficePlaces::chair, Vec3(0.06F, 0.07F, 0.09F), 0.0008F}}};

// What lies above a height, moved down by it.
PlainMesh cutOff(const TriangleMesh &mesh, float height) {
    PlainMesh upper;
    std::vector<int32_t> kept(mesh.position.size(), -1);
    for (size_t i = 0; i < mesh.position.size(); ++i) {
        if (mesh.position[i].y >= height) {
            kept[i] = static_cast<int32_t>(upper.position.size());
            upper.position.push_back(mesh.position[i] - Vec3(0.0F, height, 0.0F));
        }
    }
    for (size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        const std::array<int32_t, 3> corners = {kept[static_cast<size_t>(mesh.triangles[t])],
                                                kept[static_cast<size_t>(mesh.triangles[t + 1])],
                                                kept[static_cast<size_t>(mesh.triangles[t + 2])]};
        if (corners[0] >= 0 && corners[1] >= 0 && corners[2] >= 0) {
            upper.triangles.insert(upper.triangles.end(), corners.begin(), corners.end());
            upper.paint.push_back(mesh.paint[t / 3]);
        }
    }
    return upper;
}

// As the scene has the piece: the mannequin down to its chest, the desk as high as ours.
PlainMesh shapeOf(const TriangleMesh &mesh, const Piece &piece, const OfficePlaces &places) {
    if (piece.place == &OfficePlaces::bust) {
        return cutOff(mesh, kBustFoot);
    }
    PlainMesh whole{mesh.position, mesh.triangles, mesh.paint};
    if (piece.place == &OfficePlaces::desk) {
        for (Vec3 &p : whole.position) {
            p *= places.deskTop / mesh.audit.size.y;
        }
    }
    return whole;
}

} // namespace

std::string takeFurnitureFolder(ScenarioOptions &options) {
    std::string folder = kFolder;
    if (const auto given = options.settings.find(kKey); given != options.settings.end()) {
        folder = given->second == "own" ? "" : given->second;
        options.settings.erase(given);
    }
    return folder;
}

Result<std::vector<Collider>> officeFurniture(const std::string &folder, const OfficePlaces &places,
                                              const ScenarioOptions &options) {
    std::vector<Collider> colliders;
    std::error_code absent;
    if (folder.empty() || !std::filesystem::exists(folder, absent)) {
        return colliders;
    }
    for (const Piece &piece : kPieces) {
        auto mesh = readFurniture(std::filesystem::path(folder) / piece.catalogue, piece.id);
        if (!mesh) {
            return mesh.error();
        }
        if (mesh->paint.empty()) {
            mesh->paint.assign(mesh->faceOfTriangle.size(), Paint{piece.colour});
        }
        PlainMesh shape = shapeOf(*mesh, piece, places);
        if (shape.triangles.empty()) {
            return Error{folder + ": " + piece.id + ": expected a mannequin of more than 1.37 m"};
        }
        VoxelOptions voxels;
        voxels.accuracy = piece.accuracy;
        voxels.reach = kReach;
        colliders.push_back(makeMeshCollider(std::move(shape), places.*piece.place, voxels, options));
    }
    return colliders;
}

} // namespace selvage
