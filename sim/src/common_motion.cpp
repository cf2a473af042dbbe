// Two passes over the vertices: their motions gathered at the nodes, and the nodes' means spread again.
#include "common_motion.h"

#include "lanes.h"
#include "maths/index.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kSlow = 0.10F;       // –, of an edge in a substep: not worth the search
constexpr float kCell = 8.0F;        // –, mean edges
constexpr size_t kNodes = 8192;      // at most; beyond, cells are wider
constexpr float kStrainMost = 0.25F; // –, of the map
// What may touch an obstacle in this substep counts more than its neighbours, so that the map does not lead
// into the obstacle, and so does what is held, whose motion is known.
constexpr float kLeadingWeight = 32.0F;
constexpr float kNearWay = 1.5F;   // –, of the fastest way
constexpr float kRubbed = 0.25F;   // –, of its way along an obstacle that friction may take
constexpr float kHalfCell = 0.87F; // –, half a cell's diagonal

float squared(const Vec3 &v) {
    return glm::dot(v, v);
}

} // namespace

CommonMotion::CommonMotion(size_t vertexCount, float edge)
    : edge_(edge), shift_(vertexCount, Vec4(0.0F)), surface_(vertexCount), nodes_(kNodes), sides_(kNodes) {}

void CommonMotion::chooseGrid(std::span<const Vec4> position) {
    Vec4 low(1e30F);
    Vec4 high(-1e30F);
    for (const Vec4 &x : position) {
        low = glm::min(low, x);
        high = glm::max(high, x);
    }
    for (cell_ = kCell * edge_;; cell_ *= 1.25F) {
        origin_ = Vec3(low) - 1.5F * cell_;
        std::array<float, 3> count{};
        for (int axis = 0; axis < 3; ++axis) {
            count[static_cast<size_t>(axis)] = std::floor((high[axis] - origin_[axis]) / cell_) + 3.0F;
        }
        if (count[0] * count[1] * count[2] <= static_cast<float>(kNodes)) {
            for (size_t axis = 0; axis < 3; ++axis) {
                nodeCount_[axis] = static_cast<int32_t>(count[axis]);
            }
            return;
        }
    }
}

// Calls visit(node, weight) for the 27 nodes around; the middle one, in whose cell the vertex is, is the
// 14th.
template <typename Visit> void CommonMotion::visitNodes(const Vec4 &at, const Visit &visit) {
    std::array<int32_t, 3> first{};
    std::array<std::array<float, 3>, 3> weight{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<size_t>(axis);
        const float place = (at[axis] - origin_[axis]) / cell_;
        first[a] = static_cast<int32_t>(place - 0.5F);
        const float f = place - static_cast<float>(first[a]);
        weight[a] = {0.5F * (1.5F - f) * (1.5F - f), 0.75F - (f - 1.0F) * (f - 1.0F),
                     0.5F * (f - 0.5F) * (f - 0.5F)};
    }
    for (int32_t z = 0; z < 3; ++z) {
        for (int32_t y = 0; y < 3; ++y) {
            const float rowWeight = weight[2][u(z)] * weight[1][u(y)];
            const int32_t row = ((first[2] + z) * nodeCount_[1] + first[1] + y) * nodeCount_[0] + first[0];
            for (int32_t x = 0; x < 3; ++x) {
                visit(u(row + x), rowWeight * weight[0][u(x)]);
            }
        }
    }
}

// Takes out of a way what leads into an obstacle within reach; false where there is none.
bool CommonMotion::turnAside(const Vec3 &at, float reach, const ContactScene &scene, Vec3 &way,
                             Vec4 &surface) {
    const Vec3 place = (at - origin_) / cell_ + 0.5F;
    const glm::ivec3 cell(place);
    Side &side = sides_[u((cell.z * nodeCount_[1] + cell.y) * nodeCount_[0] + cell.x)];
    if (side == Side::Unknown) {
        const Vec3 middle = origin_ + cell_ * Vec3(cell);
        const bool clear =
            std::all_of(scene.colliders.begin(), scene.colliders.end(), [&](const Collider &collider) {
                return sampleCollider(collider, collider.pose, middle).distance > reach + kHalfCell * cell_;
            });
        side = clear ? Side::Clear : Side::Near;
    }
    if (side == Side::Clear) {
        return false;
    }
    bool near = false;
    for (const Collider &collider : scene.colliders) {
        const SurfaceSample sample = sampleCollider(collider, collider.pose, at);
        if (sample.distance < reach) {
            const float goes = glm::dot(surfaceMotion(collider, scene, at), sample.normal);
            way += std::max(0.0F, goes - glm::dot(way, sample.normal)) * sample.normal;
            surface = Vec4(sample.normal, goes);
            near = true;
        }
    }
    return near;
}

void CommonMotion::gather(std::span<const Vec4> position, std::span<const Vec4> velocity,
                          const ContactScene &scene, float reach) {
    const auto count = u(nodeCount_[0] * nodeCount_[1] * nodeCount_[2]);
    std::fill_n(nodes_.begin(), count, Vec4(0.0F));
    std::fill_n(sides_.begin(), count, Side::Unknown);
    for (size_t i = 0; i < position.size(); ++i) {
        Vec3 way = scene.dt * Vec3(velocity[i]);
        surface_[i] = Vec4(0.0F);
        const bool near = turnAside(Vec3(position[i]), reach, scene, way, surface_[i]);
        const float counts = near || position[i].w == 0.0F ? kLeadingWeight : 1.0F;
        const Lanes value = selvage::spread(counts) * Lanes{way.x, way.y, way.z, 1.0F};
        visitNodes(position[i], [&](size_t node, float weight) {
            store(nodes_[node], load(nodes_[node]) + selvage::spread(weight) * value);
        });
    }
    for (size_t n = 0; n < count; ++n) {
        const float weight = nodes_[n].w;
        nodes_[n] = weight > 0.0F ? Vec4(Vec3(nodes_[n]) / weight, weight) : Vec4(0.0F);
    }
}

// The derivatives of such splines are means of the differences between neighbouring nodes.
void CommonMotion::limitStrain() {
    const std::array<int32_t, 3> step{1, nodeCount_[0], nodeCount_[0] * nodeCount_[1]};
    const auto count = u(step[2] * nodeCount_[2]);
    float sum = 0.0F;
    for (const int32_t s : step) {
        float most = 0.0F;
        for (size_t n = 0; n + u(s) < count; ++n) {
            const Vec4 &a = nodes_[n];
            const Vec4 &b = nodes_[n + u(s)];
            if (a.w > 0.0F && b.w > 0.0F) {
                most = std::max(most, squared(Vec3(a) - Vec3(b)));
            }
        }
        sum += most;
    }
    strain_ = std::sqrt(sum) / cell_;
    const float scale = strain_ > kStrainMost ? kStrainMost / strain_ : 1.0F;
    strain_ *= scale;
    for (size_t n = 0; n < count; ++n) {
        nodes_[n] *= scale;
    }
}

void CommonMotion::spread(std::span<const Vec4> position) {
    Vec3 low(1e30F);
    Vec3 high(-1e30F);
    for (size_t i = 0; i < position.size(); ++i) {
        Lanes sum = selvage::spread(0.0F);
        visitNodes(position[i],
                   [&](size_t node, float weight) { sum += selvage::spread(weight) * load(nodes_[node]); });
        const Vec3 shift(sum[0], sum[1], sum[2]);
        const Vec3 normal(surface_[i]);
        const float into = surface_[i].w - glm::dot(normal, shift);
        const float along = normal != Vec3(0.0F) ? kRubbed * glm::length(shift) : 0.0F;
        shift_[i] = Vec4(shift, std::max(into, along));
        low = glm::min(low, shift);
        high = glm::max(high, shift);
    }
    nearing_ = glm::length(high - low);
}

void CommonMotion::estimate(std::span<const Vec4> position, std::span<const Vec4> velocity,
                            const ContactScene &scene) {
    float fastest = 0.0F;
    for (const Vec4 &v : velocity) {
        fastest = std::max(fastest, squared(Vec3(v)));
    }
    const float way = std::sqrt(fastest) * scene.dt;
    strain_ = 0.0F;
    nearing_ = 0.0F;
    if (way < kSlow * edge_) {
        std::fill(shift_.begin(), shift_.end(), Vec4(0.0F));
        return;
    }
    chooseGrid(position);
    gather(position, velocity, scene, kNearWay * way + edge_ * kSlow);
    limitStrain();
    spread(position);
}

} // namespace selvage
