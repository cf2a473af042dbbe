// A worn garment to files: OBJ, glTF and GLB as a mesh, MDD as the motion of an OBJ's vertices. Metres, +y
// up, a texture coordinate being the place in the flat panel.
#pragma once

#include "maths/pose.h"
#include "maths/result.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace selvage {

struct GarmentPanel {
    std::string name;
    std::string fabric;
    int32_t firstVertex{0}; // its vertices and triangles go on to the next panel's
    int32_t firstTriangle{0};
};

// Panels keep their own vertices; those that a seam joins share a particle.
struct GarmentMesh {
    std::vector<Vec3> position;      // m, per particle
    std::vector<int32_t> particleOf; // per vertex
    std::vector<Vec2> uv;            // m, per vertex: along weft and warp from the panel's low corner
    std::vector<int32_t> triangles;  // 3 vertices each, counter-clockwise seen from the face
    std::vector<GarmentPanel> panels;
};

// Writes in the format of the extension; a file that is there is replaced when all of it is written.
// OBJ: a vertex a particle, so that the mesh is one, a group a panel, vt in metres. glTF, GLB: a node and a
// mesh a panel, a material a fabric, normals that are smooth across seams, TEXCOORD_0 = (weft, 1 - warp) in
// metres, since glTF's textures begin at the top. Fails where the file cannot be written.
Result<void> writeGarment(const std::filesystem::path &path, const GarmentMesh &garment);

// Whether the extension is one of garmentExtensions().
bool isGarmentFile(const std::filesystem::path &path);
std::string garmentExtensions(); // ".obj, .gltf, .glb"

// Positions (m, +y up) of the same particles at several times (s).
struct GarmentMotion {
    std::vector<float> time;
    std::vector<std::vector<Vec3>> position; // per time, per particle
};

// As MDD, big-endian whatever the machine: counts of frames and points (int32), the times, then x, y, z of
// every point frame after frame (float32). Points are in the order of the OBJ's vertices. Fails for more than
// 2^31 bytes, and where the file cannot be written.
Result<void> writeMotion(const std::filesystem::path &path, const GarmentMotion &motion);

} // namespace selvage
