#include "sim/fit.h"

#include "maths/index.h"
#include "mesh_solver.h"

#include <cmath>

namespace selvage {

namespace {

constexpr float kPi = 3.14159265F;

// Lengths of the images of unit steps along warp and weft less one: the columns of the deformation gradient.
bool stretchOf(const Cloth &cloth, size_t triangle, float &warp, float &weft) {
    const ClothTopology &topology = *cloth.topology;
    const auto t = static_cast<int32_t>(triangle);
    const auto at = [&](size_t k) { return cloth.position[u(topology.triangles[3 * triangle + k])]; };
    const Vec2 a = restCorner(topology, t, 1) - restCorner(topology, t, 0);
    const Vec2 b = restCorner(topology, t, 2) - restCorner(topology, t, 0);
    const float area = a.x * b.y - a.y * b.x;
    if (area == 0.0F) {
        return false;
    }
    const Vec3 toA = at(1) - at(0);
    const Vec3 toB = at(2) - at(0);
    weft = glm::length(b.y * toA - a.y * toB) / std::abs(area) - 1.0F;
    warp = glm::length(a.x * toB - b.x * toA) / std::abs(area) - 1.0F;
    return true;
}

} // namespace

std::vector<MeasureLine> measureLines(const BodyMeasures &body) {
    std::vector<MeasureLine> lines;
    for (const MeasureLine &line : {MeasureLine{"bust", body.bustHeight, body.bustGirth},
                                    MeasureLine{"waist", body.waistHeight, body.waistGirth},
                                    MeasureLine{"hip", body.hipHeight, body.hipGirth}}) {
        if (line.girth > 0.0F) {
            lines.push_back(line);
        }
    }
    return lines;
}

std::optional<float> clothGirth(std::span<const Vec3> position, std::span<const int32_t> triangles,
                                float height, const Vec3 &centre) {
    for (const BodySection &section : sectionsOf(position, triangles, 1, height)) {
        const Vec2 off(section.centre.x - centre.x, section.centre.z - centre.z);
        if (section.closed && glm::length(off) < section.girth / (2.0F * kPi)) {
            return section.length;
        }
    }
    return std::nullopt;
}

void appendWarpWeftStretch(const Cloth &cloth, WarpWeftStretch &out) {
    for (size_t t = 0; t < cloth.topology->triangles.size() / 3; ++t) {
        float warp = 0.0F;
        float weft = 0.0F;
        if (stretchOf(cloth, t, warp, weft)) {
            out.warp.push_back(warp);
            out.weft.push_back(weft);
        }
    }
}

bool addContactPressure(const World &world, size_t cloth, int32_t collider, float dt, std::span<float> sum) {
    const MeshSolver *mesh = world.solvers[cloth].mesh.get();
    if (mesh == nullptr) {
        return false;
    }
    const Cloth &worn = world.cloths[cloth];
    const float d = dt / static_cast<float>(substepCount(world.settings));
    for (size_t i = 0; i < sum.size(); ++i) {
        const float area = worn.topology->restArea[i];
        if (mesh->contacts.collider[i] == collider && area > 0.0F) {
            sum[i] += mesh->contacts.pushed[i] * worn.mass[i] / (d * d * area);
        }
    }
    return true;
}

void appendDistance(const Cloth &cloth, const MeshTree &mesh, const Pose &pose, std::vector<float> &out) {
    const Pose toMesh = inverse(pose);
    for (const Vec3 &x : cloth.position) {
        out.push_back(closestPoint(mesh, transformPoint(toMesh, x)).distance);
    }
}

} // namespace selvage
