// A flat line as points on a panel's mesh.
#include "flat_mesh.h"
#include "maths/index.h"
#include "sim/mesh_cut.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace selvage {

namespace {

constexpr double kInside = -1e-9; // –, of a triangle's corners: on its edge by rounding

struct Drawn {
    DVec2 place{0.0};            // m, in the mesh's coordinates
    std::optional<MeshPoint> on; // nothing: outside
};

class Drawer {
public:
    Drawer(const FlatMesh &mesh, int32_t which) : mesh_(mesh), which_(which) {}

    Result<std::vector<MeshPoint>> draw(std::span<const Vec2> line) {
        const auto any = std::find(mesh_.panel.begin(), mesh_.panel.end(), which_);
        if (any == mesh_.panel.end()) {
            return Error{"the line: there is no panel " + std::to_string(which_)};
        }
        const bool mirrored = mesh_.mirrored[static_cast<size_t>(any - mesh_.panel.begin())] != 0;
        for (const Vec2 &point : line) {
            const DVec2 place(mirrored ? -point.x : point.x, point.y);
            points_.push_back({place, find(place)});
        }
        trim();
        const size_t before = trimmed_;
        std::reverse(points_.begin(), points_.end());
        trim();
        std::reverse(points_.begin(), points_.end());
        trimmed_ = before;
        std::vector<MeshPoint> drawn;
        for (size_t i = 0; i < points_.size(); ++i) {
            if (!points_[i].on) {
                return Error{"the line: point " + std::to_string(trimmed_ + i) + " lies beside the panel"};
            }
            drawn.push_back(*points_[i].on);
        }
        if (drawn.size() < 2) {
            return Error{"the line: no part of it lies on the panel"};
        }
        return drawn;
    }

private:
    std::optional<MeshPoint> find(const DVec2 &place) const {
        std::optional<MeshPoint> found;
        double deepest = kInside;
        for (size_t t = 0; t < mesh_.corner.size(); ++t) {
            if (mesh_.panel[t] != which_) {
                continue;
            }
            const auto share = barycentric(mesh_.uv[t], place);
            const double depth = std::min({share[0], share[1], share[2]});
            if (depth >= deepest) {
                deepest = depth;
                found = MeshPoint{static_cast<int32_t>(t), Vec3(share[0], share[1], share[2])};
            }
        }
        return found;
    }

    // Where the way from a to b first meets the panel's border.
    std::optional<Drawn> entry(const DVec2 &a, const DVec2 &b) const {
        std::optional<Drawn> first;
        double least = HUGE_VAL;
        for (size_t t = 0; t < mesh_.corner.size(); ++t) {
            for (int32_t k = 0; k < 3; ++k) {
                const auto triangle = static_cast<int32_t>(t);
                const DVec2 &p = mesh_.uv[t][u(k)];
                const DVec2 &q = mesh_.uv[t][u(followingCorner(k))];
                const double sp = crossOf(b - a, p - a);
                const double sq = crossOf(b - a, q - a);
                if (mesh_.panel[t] != which_ || (sp < 0.0) == (sq < 0.0) ||
                    (!mesh_.isBorder(triangle, k) && !mesh_.isSeam(triangle, k))) {
                    continue;
                }
                const double share = sp / (sp - sq);
                const DVec2 place = glm::mix(p, q, share);
                const double along = glm::dot(place - a, b - a) / glm::dot(b - a, b - a);
                if (along >= 0.0 && along <= 1.0 && along < least) {
                    least = along;
                    MeshPoint on{triangle, Vec3(0.0F)};
                    on.share[k] = static_cast<float>(1.0 - share);
                    on.share[followingCorner(k)] = static_cast<float>(share);
                    first = Drawn{place, on};
                }
            }
        }
        return first;
    }

    // What the line begins with outside the panel.
    void trim() {
        while (!points_.empty() && !points_.front().on) {
            const auto in = points_.size() > 1 ? entry(points_[0].place, points_[1].place) : std::nullopt;
            if (in) {
                points_.front() = *in;
            } else {
                points_.erase(points_.begin());
                ++trimmed_;
            }
        }
    }

    const FlatMesh &mesh_;
    int32_t which_;
    std::vector<Drawn> points_;
    size_t trimmed_{0}; // points before the first one left
};

} // namespace

Result<std::vector<MeshPoint>> drawOnPanel(const MeshShape &shape, std::span<const Vec2> line,
                                           std::span<const int32_t> panel, int32_t which) {
    const auto mesh = makeFlatMesh(shape, panel);
    if (!mesh) {
        return mesh.error();
    }
    if (line.size() > kCutPointsMax || !std::all_of(line.begin(), line.end(), [](const Vec2 &p) {
            return std::isfinite(p.x) && std::isfinite(p.y);
        })) {
        return Error{"the line: expected at most " + std::to_string(kCutPointsMax) + " finite points, got " +
                     std::to_string(line.size())};
    }
    return Drawer(mesh.value(), which).draw(line);
}

} // namespace selvage
