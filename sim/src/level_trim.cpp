// Particles in sets by what hangs together above and below the height, then the contour between those that
// stay and those that go, from triangle to triangle (marching, as in Lorensen and Cline 1987, in the plane).
#include "level_trim.h"

#include "disjoint_sets.h"
#include "maths/index.h"

#include <algorithm>
#include <map>
#include <utility>

namespace selvage {

namespace {

constexpr float kInward = 0.02F; // –, of the way to a triangle's middle, that a line's inner points have

size_t nextCorner(size_t c) {
    return c % 3 == 2 ? c - 2 : c + 1;
}

class Trimmer {
public:
    Trimmer(std::span<const int32_t> triangles, std::span<const Vec3> place, float height)
        : corners_(triangles), place_(place), height_(height), area_(place.size(), 0.0F) {
        for (size_t c = 0; c < corners_.size(); ++c) {
            side_[{corners_[c], corners_[nextCorner(c)]}] = static_cast<int32_t>(c);
        }
    }

    LevelTrim trim(std::span<const Vec2> uv, int32_t at, float least) {
        LevelTrim made;
        made.goes.assign(place_.size(), 0);
        takeSheet(at);
        measure(uv);
        if (!keepLargest()) {
            std::copy(inSheet_.begin(), inSheet_.end(), made.goes.begin());
            made.share = 1.0F;
            return made;
        }
        dropReached(least, made.goes);
        float all = 0.0F;
        for (size_t i = 0; i < place_.size(); ++i) {
            all += inSheet_[i] != 0 ? area_[i] : 0.0F;
            made.share += made.goes[i] != 0 ? area_[i] : 0.0F;
        }
        made.share /= all;
        drawLines(made);
        return made;
    }

private:
    bool isAbove(int32_t i) const { return place_[u(i)].y >= height_; }

    int32_t across(size_t c) const {
        const auto found = side_.find({corners_[nextCorner(c)], corners_[c]});
        return found == side_.end() ? -1 : found->second;
    }

    template <typename Rule> DisjointSets joined(const Rule &isOne) const {
        DisjointSets sets(place_.size());
        for (size_t c = 0; c < corners_.size(); ++c) {
            if (isOne(corners_[c], corners_[nextCorner(c)])) {
                sets.join(corners_[c], corners_[nextCorner(c)]);
            }
        }
        return sets;
    }

    void takeSheet(int32_t at) {
        DisjointSets sets = joined([](int32_t, int32_t) { return true; });
        const int32_t sheet = sets.of(corners_[3 * u(at)]);
        for (size_t i = 0; i < place_.size(); ++i) {
            inSheet_.push_back(sets.of(static_cast<int32_t>(i)) == sheet ? 1 : 0);
        }
    }

    // m², of the flat fabric, a third of each triangle to each of its corners.
    void measure(std::span<const Vec2> uv) {
        for (size_t c = 0; c < corners_.size(); c += 3) {
            const Vec2 b = uv[c + 1] - uv[c];
            const Vec2 d = uv[c + 2] - uv[c];
            for (size_t k = c; k < c + 3; ++k) {
                area_[u(corners_[k])] += std::abs(b.x * d.y - b.y * d.x) / 6.0F;
            }
        }
    }

    // The largest part above stays. False where nothing is above.
    bool keepLargest() {
        DisjointSets sets = joined([&](int32_t a, int32_t b) { return isAbove(a) && isAbove(b); });
        std::vector<float> sum(place_.size(), 0.0F);
        int32_t largest = -1;
        for (size_t i = 0; i < place_.size(); ++i) {
            const auto p = static_cast<int32_t>(i);
            if (inSheet_[i] != 0 && isAbove(p)) {
                sum[u(sets.of(p))] += area_[i];
            }
        }
        for (size_t i = 0; i < sum.size(); ++i) {
            if (sum[i] > 0.0F && (largest < 0 || sum[i] > sum[u(largest)])) {
                largest = static_cast<int32_t>(i);
            }
        }
        for (size_t i = 0; i < place_.size(); ++i) {
            const auto p = static_cast<int32_t>(i);
            stays_.push_back(inSheet_[i] != 0 && isAbove(p) && sets.of(p) == largest ? 1 : 0);
        }
        return largest >= 0;
    }

    // Of the other parts those go that have some of the border and reach low enough; the others stay.
    void dropReached(float least, std::vector<uint8_t> &goes) {
        DisjointSets sets =
            joined([&](int32_t a, int32_t b) { return stays_[u(a)] == 0 && stays_[u(b)] == 0; });
        std::vector<uint8_t> hasBorder(place_.size(), 0);
        for (size_t c = 0; c < corners_.size(); ++c) {
            if (across(c) >= 0) {
                continue;
            }
            for (const int32_t i : {corners_[c], corners_[nextCorner(c)]}) {
                hasBorder[u(sets.of(i))] = 1;
            }
        }
        std::vector<float> lowest(place_.size(), height_);
        for (size_t i = 0; i < place_.size(); ++i) {
            float &low = lowest[u(sets.of(static_cast<int32_t>(i)))];
            low = std::min(low, place_[i].y);
        }
        for (size_t i = 0; i < place_.size(); ++i) {
            const auto part = u(sets.of(static_cast<int32_t>(i)));
            const bool isReached = hasBorder[part] != 0 && lowest[part] < height_ - least;
            goes[i] = inSheet_[i] != 0 && stays_[i] == 0 && isReached ? 1 : 0;
        }
    }

    // Whether the contour crosses the side from this corner to the next.
    bool isCrossed(size_t c, std::span<const uint8_t> goes) const {
        return goes[u(corners_[c])] != goes[u(corners_[nextCorner(c)])];
    }

    MeshPoint crossing(size_t c) const {
        const float a = place_[u(corners_[c])].y;
        const float b = place_[u(corners_[nextCorner(c)])].y;
        const float t = a == b ? 0.5F : glm::clamp((height_ - a) / (b - a), 0.0F, 1.0F);
        MeshPoint point{static_cast<int32_t>(c / 3), Vec3(0.0F)};
        point.share[static_cast<int32_t>(c % 3)] = 1.0F - t;
        point.share[static_cast<int32_t>(nextCorner(c) % 3)] = t;
        return point;
    }

    // Of the two sides of c's triangle that the contour crosses the one that is not c.
    size_t otherSide(size_t c, std::span<const uint8_t> goes) const {
        const size_t next = nextCorner(c);
        return isCrossed(next, goes) ? next : nextCorner(next);
    }

    // From the side c on through its triangle and the following ones.
    std::vector<MeshPoint> lineFrom(size_t c, std::span<const uint8_t> goes,
                                    std::vector<uint8_t> &passed) const {
        std::vector<MeshPoint> line;
        const bool isOpen = across(c) < 0;
        if (isOpen) {
            line.push_back(crossing(c));
        }
        for (auto enter = static_cast<int32_t>(c); enter >= 0 && passed[u(enter) / 3] == 0;) {
            passed[u(enter) / 3] = 1;
            const size_t leave = otherSide(u(enter), goes);
            const Vec3 middle = 0.5F * (crossing(u(enter)).share + crossing(leave).share);
            line.push_back({enter / 3, glm::mix(middle, Vec3(1.0F / 3.0F), kInward)});
            enter = across(leave);
            if (enter < 0) {
                line.push_back(crossing(leave));
            }
        }
        if (!isOpen) {
            line.push_back(line.front());
        }
        return line;
    }

    void drawLines(LevelTrim &made) const {
        std::vector<uint8_t> passed(corners_.size() / 3, 0);
        for (const bool fromBorder : {true, false}) {
            for (size_t c = 0; c < corners_.size(); ++c) {
                if (passed[c / 3] == 0 && isCrossed(c, made.goes) && (across(c) < 0) == fromBorder) {
                    made.lines.push_back(lineFrom(c, made.goes, passed));
                }
            }
        }
    }

    std::span<const int32_t> corners_;
    std::span<const Vec3> place_;
    float height_;
    std::map<std::pair<int32_t, int32_t>, int32_t> side_; // the corner that begins it
    // Per particle:
    std::vector<float> area_;
    std::vector<uint8_t> inSheet_;
    std::vector<uint8_t> stays_;
};

} // namespace

LevelTrim trimBelow(std::span<const int32_t> triangles, std::span<const Vec2> uv, std::span<const Vec3> place,
                    int32_t at, float height, float least) {
    return Trimmer(triangles, place, height).trim(uv, at, least);
}

} // namespace selvage
