// Measurements, summed in double.
#include "sim/diagnostics.h"

#include "maths/index.h"
#include "sim/springs.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace selvage {

namespace {

using Vec3d = glm::dvec3;

Vec3d centreInDouble(const Cloth &cloth) {
    Vec3d sum(0.0);
    double mass = 0.0;
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        sum += static_cast<double>(cloth.mass[i]) * Vec3d(cloth.position[i]);
        mass += static_cast<double>(cloth.mass[i]);
    }
    return sum / mass;
}

void hashBytes(uint64_t &hash, const std::vector<Vec3> &values) {
    for (const Vec3 &v : values) {
        unsigned char bytes[sizeof(Vec3)];
        std::memcpy(bytes, &v, sizeof(Vec3));
        for (const unsigned char b : bytes) {
            hash = (hash ^ b) * 0x100000001b3ULL;
        }
    }
}

} // namespace

void appendStretch(const Cloth &cloth, std::vector<float> &out) {
    forStructural(*cloth.topology, [&](int32_t a, int32_t b, float restLength) {
        out.push_back(glm::distance(cloth.position[u(a)], cloth.position[u(b)]) / restLength - 1.0F);
    });
}

void appendPenetration(const World &world, const Cloth &cloth, std::vector<float> &out) {
    for (const Vec3 &x : cloth.position) {
        float deepest = 0.0F;
        for (const Collider &collider : world.colliders) {
            deepest = std::max(deepest, -sampleCollider(collider, collider.pose, x).distance);
        }
        out.push_back(deepest);
    }
}

namespace {

// One mesh, ready to be asked.
struct ExactSolid {
    MeshTree whole;
    MeshTree surface; // without what is buried
    Pose pose;

    float depthAt(const Vec3 &point) const {
        const Vec3 local = inverseTransformPoint(pose, point);
        return windingNumber(whole, local) > kInsideWinding ? closestPoint(surface, local).distance : 0.0F;
    }
};

ExactSolid makeExactSolid(const Collider &collider, Workers &workers) {
    const MeshSolid &mesh = *collider.mesh;
    const MeshTree whole = makeMeshTree(mesh.position, mesh.triangles);
    const MeshTree surface =
        makeSurfaceTree(mesh.position, mesh.triangles, whole, 0.1F * mesh.voxels.voxel, workers);
    return {whole, surface, collider.pose};
}

void addDepths(const ExactSolid &solid, const Cloth &cloth, MeshPenetration &out) {
    const std::vector<Vec3> &x = cloth.position;
    for (const Vec3 &p : x) {
        out.particles = std::max(out.particles, solid.depthAt(p));
    }
    forStructural(*cloth.topology, [&](int32_t a, int32_t b, float) {
        out.edgeCentres = std::max(out.edgeCentres, solid.depthAt(0.5F * (x[u(a)] + x[u(b)])));
    });
    const std::vector<int32_t> &triangles = cloth.topology->triangles;
    for (size_t k = 0; k < triangles.size(); k += 3) {
        const Vec3 middle = (x[u(triangles[k])] + x[u(triangles[k + 1])] + x[u(triangles[k + 2])]) / 3.0F;
        out.faceCentres = std::max(out.faceCentres, solid.depthAt(middle));
    }
}

} // namespace

MeshPenetration meshPenetration(const World &world) {
    MeshPenetration out;
    for (const Collider &collider : world.colliders) {
        if (collider.shape == ColliderShape::Mesh) {
            const ExactSolid solid = makeExactSolid(collider, *world.workers);
            out.any = true;
            out.solid &= collider.mesh->voxels.isSolid();
            for (const Cloth &cloth : world.cloths) {
                addDepths(solid, cloth, out);
            }
        }
    }
    return out;
}

Momentum momentumOf(const Cloth &cloth) {
    const Vec3d centre = centreInDouble(cloth);
    Vec3d linear(0.0);
    Vec3d angular(0.0);
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const Vec3d p = static_cast<double>(cloth.mass[i]) * Vec3d(cloth.velocity[i]);
        linear += p;
        angular += glm::cross(Vec3d(cloth.position[i]) - centre, p);
    }
    return {{linear.x, linear.y, linear.z}, {angular.x, angular.y, angular.z}};
}

double energyOf(const Cloth &cloth, const Vec3 &gravity) {
    double energy = 0.0;
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const auto m = static_cast<double>(cloth.mass[i]);
        const Vec3d v(cloth.velocity[i]);
        energy += 0.5 * m * glm::dot(v, v) - m * glm::dot(Vec3d(gravity), Vec3d(cloth.position[i]));
    }
    forSprings(*cloth.topology, [&](const Spring &spring) {
        const double length =
            glm::distance(Vec3d(cloth.position[u(spring.a)]), Vec3d(cloth.position[u(spring.b)]));
        const double extension = length - static_cast<double>(spring.restLength);
        const double share = extension < 0.0 ? static_cast<double>(cloth.fabric.contractionResistance) : 1.0;
        energy +=
            0.5 * share * static_cast<double>(springStiffness(cloth.fabric, spring)) * extension * extension;
    });
    return energy;
}

Vec3 centreOfMass(const Cloth &cloth) {
    return Vec3(centreInDouble(cloth));
}

uint64_t stateHash(const World &world) {
    uint64_t hash = 0xcbf29ce484222325ULL;
    for (const Cloth &cloth : world.cloths) {
        hashBytes(hash, cloth.position);
        hashBytes(hash, cloth.velocity);
    }
    return hash;
}

double quantile(std::vector<float> &values, double fraction) {
    if (values.empty()) {
        return 0.0;
    }
    const auto index = static_cast<size_t>(std::lround(fraction * static_cast<double>(values.size() - 1)));
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(index), values.end());
    return static_cast<double>(values[index]);
}

} // namespace selvage
