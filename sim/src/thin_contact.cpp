// The distance to a mesh is not convex along an edge, so middles are looked at, a block at a time: with the
// particles they are half as far from each other, and what is thin is wider than that with the fabric's
// thickness around it.
#include "thin_contact.h"

#include "feature_press.h"
#include "maths/index.h"
#include "mesh_measure.h"

namespace selvage {

namespace {

constexpr float kKept = 0.5F;       // –, of the thickness, that middles keep away: chords sink in
constexpr float kTolerance = 1e-5F; // m, less is not pushed

// Edges or faces, by their corners.
template <size_t corners> struct Parts {
    std::array<int32_t, corners> slots[kBlock];
    int32_t count{0};
};

template <size_t corners, typename Place>
Vec3 middleOf(const std::array<int32_t, corners> &slots, const Place &place) {
    Vec3 sum(0.0F);
    for (const int32_t slot : slots) {
        sum += place(slot);
    }
    return sum / static_cast<float>(corners);
}

// m, of a push by `depth`, by which what was inside at the start of the substep comes out slowly.
float slowed(const Pass &pass, const Vec3 &start, float depth, GridContacts &contacts) {
    if (depth <= kDeep) {
        return depth;
    }
    const Vec3 local = apply(pass.startToLocal, start);
    const float before = sampleVoxels(pass.collider->mesh->voxels, local).distance;
    const float held = std::max(0.0F, kKept * pass.thickness - before - pass.recovery);
    contacts.recovers |= held > 0.0F;
    return depth - held;
}

template <size_t corners>
bool pressParts(const Pass &pass, const GridParticles &p, const Parts<corners> &parts,
                GridContacts &contacts) {
    const auto now = [&](int32_t slot) { return nowAt(p, slot); };
    const auto before = [&](int32_t slot) { return at(*p.previous, slot); };
    Block middle;
    Block local;
    Pushes pushes;
    float weight[kBlock];
    for (int32_t k = 0; k < parts.count; ++k) {
        const Vec3 place = middleOf(parts.slots[k], now);
        middle.x[k] = place.x;
        middle.y[k] = place.y;
        middle.z[k] = place.z;
        weight[k] = 1.0F;
    }
    runWide([&]() SELVAGE_INLINE {
        transform(pass.toLocal, middle.x, middle.y, middle.z, parts.count, local);
        measureMesh(pass, local, weight, parts.count, pushes);
    });
    std::array<float, corners> share;
    share.fill(1.0F / static_cast<float>(corners));
    bool any = false;
    for (int32_t k = 0; pushes.any && k < parts.count; ++k) {
        float depth = pushes.depth[k] - (1.0F - kKept) * pass.thickness;
        if (depth <= kTolerance) {
            continue;
        }
        const auto &slots = parts.slots[k];
        const Vec3 normal = pass.toWorld * in(pushes.normal, k);
        depth -= glm::dot(normal, middleOf(slots, now) - in(middle, k)); // its neighbours have moved it
        depth = slowed(pass, middleOf(slots, before), depth, contacts);
        if (depth > kTolerance) {
            pressTogether<corners>(pass, p, contacts, slots, share, depth * normal);
            any = true;
        }
    }
    return any;
}

// Hands out edges or faces a block at a time.
template <size_t corners> class Presser {
public:
    Presser(const Pass &pass, const GridParticles &particles, GridContacts &contacts)
        : pass_(pass), particles_(particles), contacts_(contacts) {}
    void add(const std::array<int32_t, corners> &slots) {
        parts_.slots[parts_.count++] = slots;
        if (parts_.count == kBlock) {
            finish();
        }
    }
    bool finish() {
        any_ |= pressParts<corners>(pass_, particles_, parts_, contacts_);
        parts_.count = 0;
        return any_;
    }

private:
    const Pass &pass_;
    const GridParticles &particles_;
    GridContacts &contacts_;
    Parts<corners> parts_;
    bool any_{false};
};

} // namespace

bool touchThin(const Pass &pass, const GridParticles &particles, const ClothFeatures &features,
               GridContacts &contacts) {
    Presser<2> edges(pass, particles, contacts);
    for (size_t e = 0; e < features.edges.size(); ++e) {
        if ((features.edgeNear[e] & bitOf(pass)) != 0) {
            edges.add({features.edges[e].a, features.edges[e].b});
        }
    }
    const bool anyEdge = edges.finish();
    Presser<3> faces(pass, particles, contacts);
    for (const int32_t slot : features.near) {
        for (int32_t k = features.cornerStart[u(slot)];
             isNear(pass, features, slot) && k < features.cornerStart[u(slot + 1)]; ++k) {
            faces.add({slot, features.corners[u(2 * k)], features.corners[u(2 * k + 1)]});
        }
    }
    const bool anyFace = faces.finish();
    return anyEdge || anyFace;
}

} // namespace selvage
