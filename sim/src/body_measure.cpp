// Plane sections, their convex hulls, and axes through their middles.
#include "sim/body_measure.h"

#include "maths/index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

namespace selvage {

namespace {

constexpr float kStep = 0.005F; // m, between the heights that are looked at
// –, of the height: where a waist, the legs and the arms' sections are looked for.
constexpr float kWaistLow = 0.57F;
constexpr float kWaistHigh = 0.68F;
constexpr float kBustLow = 0.69F;
constexpr float kBustHigh = 0.78F;
constexpr float kHipLow = 0.46F;
constexpr float kLegTop = 0.42F;
constexpr float kLegBottom = 0.04F;
constexpr float kNeck = 0.84F;
constexpr float kArmStart = 0.17F; // from the middle
constexpr float kShoulder = 0.10F; // from the middle
constexpr float kArmLeap = 0.06F;  // m, of the girth from one height to the next where arms join the trunk
constexpr float kBeyond = 0.3F;    // m, that an axis goes on beyond the body

int32_t rootOf(const std::vector<int32_t> &into, int32_t i) {
    while (into[u(i)] != i) {
        i = into[u(i)];
    }
    return i;
}

// Where a plane cuts the mesh's edges, and which cuts belong to one outline.
struct Cuts {
    std::vector<Vec3> point;
    std::vector<int32_t> into;
    std::map<std::pair<int32_t, int32_t>, int32_t> number; // of an edge's cut
    std::vector<std::array<int32_t, 2>> lines;             // across triangles
};

int32_t cutOf(Cuts &cuts, std::span<const Vec3> position, std::array<int32_t, 2> edge, int32_t axis,
              float at) {
    const auto [low, high] = std::minmax(edge[0], edge[1]);
    const auto next = static_cast<int32_t>(cuts.point.size());
    const auto [found, isNew] = cuts.number.try_emplace({low, high}, next);
    if (isNew) {
        const Vec3 a = position[u(low)];
        const Vec3 b = position[u(high)];
        cuts.point.push_back(a + (at - a[axis]) / (b[axis] - a[axis]) * (b - a));
        cuts.into.push_back(next);
    }
    return found->second;
}

Cuts cutMesh(std::span<const Vec3> position, std::span<const int32_t> triangles, int32_t axis, float at) {
    Cuts cuts;
    for (size_t t = 0; t < triangles.size(); t += 3) {
        int32_t ends[3]{};
        int32_t count = 0;
        for (size_t k = 0; k < 3; ++k) {
            const int32_t a = triangles[t + k];
            const int32_t b = triangles[t + (k + 1) % 3];
            if ((position[u(a)][axis] < at) != (position[u(b)][axis] < at)) {
                ends[count++] = cutOf(cuts, position, {a, b}, axis, at);
            }
        }
        if (count == 2) {
            cuts.lines.push_back({ends[0], ends[1]});
            cuts.into[u(rootOf(cuts.into, ends[0]))] = rootOf(cuts.into, ends[1]);
        }
    }
    return cuts;
}

float cross(const Vec2 &o, const Vec2 &a, const Vec2 &b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

// Andrew 1979: the lower and the upper chain.
float hullLength(std::vector<Vec2> points) {
    std::sort(points.begin(), points.end(),
              [](const Vec2 &a, const Vec2 &b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    float length = 0.0F;
    for (const bool upper : {false, true}) {
        std::vector<Vec2> chain;
        for (const Vec2 &p : points) {
            const auto turns = [&] {
                const float c = cross(chain[chain.size() - 2], chain.back(), p);
                return upper ? c >= 0.0F : c <= 0.0F;
            };
            while (chain.size() >= 2 && turns()) {
                chain.pop_back();
            }
            chain.push_back(p);
        }
        for (size_t i = 1; i < chain.size(); ++i) {
            length += glm::distance(chain[i - 1], chain[i]);
        }
    }
    return length;
}

BodySection sectionOf(const std::vector<Vec3> &outline, int32_t axis) {
    BodySection section;
    std::vector<Vec2> flat;
    Vec3 low = outline.front();
    Vec3 high = low;
    for (const Vec3 &p : outline) {
        flat.emplace_back(p[(axis + 1) % 3], p[(axis + 2) % 3]);
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    section.centre = 0.5F * (low + high);
    section.halfSize = 0.5F * (high - low);
    section.girth = hullLength(std::move(flat));
    return section;
}

class Measurer {
public:
    Measurer(std::span<const Vec3> position, std::span<const int32_t> triangles)
        : position_(position), triangles_(triangles) {
        low_ = high_ = position.front();
        for (const Vec3 &p : position) {
            low_ = glm::min(low_, p);
            high_ = glm::max(high_, p);
        }
    }

    BodyMeasures measure() {
        body_.height = high_.y;
        findTrunk();
        findHead();
        findLegs();
        findArm(Limb::LeftArm, 1.0F);
        findArm(Limb::RightArm, -1.0F);
        return body_;
    }

private:
    float at(float share) const { return low_.y + share * (high_.y - low_.y); }

    std::vector<BodySection> level(float y) const { return sectionsOf(position_, triangles_, 1, y); }

    void findTrunk() {
        for (float y = at(kWaistLow); y < at(kWaistHigh); y += kStep) {
            const auto sections = level(y);
            if (!sections.empty() && (body_.waistGirth == 0.0F || sections[0].girth < body_.waistGirth)) {
                body_.waistGirth = sections[0].girth;
                body_.waistHeight = y;
                middle_ = sections[0].centre;
            }
        }
        for (float y = at(kHipLow); y < body_.waistHeight; y += kStep) {
            const auto sections = level(y);
            if (!sections.empty() && sections[0].girth > body_.hipGirth) {
                body_.hipGirth = sections[0].girth;
                body_.hipHeight = y;
            }
        }
        findBust();
    }

    void findBust() {
        float below = HUGE_VALF;
        float front = -HUGE_VALF;
        for (float y = at(kBustLow); y < at(kBustHigh); y += kStep) {
            const auto sections = level(y);
            if (sections.empty() || sections[0].girth > below + kArmLeap) {
                return;
            }
            below = sections[0].girth;
            if (sections[0].centre.z + sections[0].halfSize.z > front) {
                front = sections[0].centre.z + sections[0].halfSize.z;
                body_.bustGirth = below;
                body_.bustHeight = y;
            }
        }
    }

    std::vector<Vec3> &axis(Limb limb) { return body_.axis[static_cast<size_t>(limb)]; }

    void findHead() {
        axis(Limb::Head).push_back(middle_);
        for (float y = at(kNeck); y < at(1.0F); y += 4.0F * kStep) {
            const auto sections = level(y);
            if (!sections.empty()) {
                const auto nearest =
                    std::min_element(sections.begin(), sections.end(), [&](auto &a, auto &b) {
                        return std::abs(a.centre.x - middle_.x) < std::abs(b.centre.x - middle_.x);
                    });
                axis(Limb::Head).push_back(nearest->centre);
            }
        }
        axis(Limb::Head).push_back(axis(Limb::Head).back() + Vec3(0.0F, kBeyond, 0.0F));
    }

    // The two pieces with the longest girths, one on either side of the middle.
    void findLegs() {
        std::vector<Vec3> legs[2];
        for (float y = at(kLegTop); y > at(kLegBottom); y -= 4.0F * kStep) {
            const auto sections = level(y);
            if (sections.size() < 2) {
                continue;
            }
            const bool firstIsLeft = sections[0].centre.x > sections[1].centre.x;
            legs[0].push_back(sections[firstIsLeft ? 0 : 1].centre);
            legs[1].push_back(sections[firstIsLeft ? 1 : 0].centre);
        }
        for (const size_t side : {0U, 1U}) {
            if (legs[side].empty()) {
                continue;
            }
            std::vector<Vec3> &leg = axis(side == 0 ? Limb::LeftLeg : Limb::RightLeg);
            leg.push_back(middle_);
            leg.insert(leg.end(), legs[side].begin(), legs[side].end());
            leg.push_back(leg.back() - Vec3(0.0F, kBeyond, 0.0F));
        }
    }

    // In planes across, outwards; of several pieces (a hip, a knee) the highest.
    void findArm(Limb limb, float side) {
        std::vector<Vec3> arm;
        const float tip = side > 0.0F ? high_.x - middle_.x : middle_.x - low_.x;
        for (float x = kArmStart * (high_.y - low_.y); x < tip - kStep; x += 4.0F * kStep) {
            const auto sections = sectionsOf(position_, triangles_, 0, middle_.x + side * x);
            if (!sections.empty()) {
                arm.push_back(std::max_element(sections.begin(), sections.end(), [](auto &a, auto &b) {
                                  return a.centre.y < b.centre.y;
                              })->centre);
            }
        }
        if (arm.size() < 3) {
            return;
        }
        const Vec3 onward = glm::normalize(arm.back() - arm.front());
        // Through the shoulder, so that an armhole goes round it.
        const float inwards = kShoulder * (high_.y - low_.y) - std::abs(arm.front().x - middle_.x);
        const Vec3 shoulder = arm.front() + inwards / std::abs(onward.x) * onward;
        axis(limb).push_back(middle_);
        axis(limb).emplace_back(middle_.x, shoulder.y, middle_.z);
        axis(limb).push_back(shoulder);
        axis(limb).insert(axis(limb).end(), arm.begin(), arm.end());
        axis(limb).push_back(arm.back() + kBeyond * onward);
    }

    std::span<const Vec3> position_;
    std::span<const int32_t> triangles_;
    Vec3 low_;
    Vec3 high_;
    Vec3 middle_{0.0F};
    BodyMeasures body_;
};

// +1 where the way from p to q crosses the triangle along its normal, -1 against it.
int32_t crossing(const Vec3 &p, const Vec3 &q, const std::array<Vec3, 3> &triangle) {
    const auto volume = [](const Vec3 &a, const Vec3 &b, const Vec3 &c, const Vec3 &d) {
        const glm::dvec3 o(d);
        return glm::dot(glm::dvec3(a) - o, glm::cross(glm::dvec3(b) - o, glm::dvec3(c) - o));
    };
    const auto &[a, b, c] = triangle;
    const double before = volume(a, b, c, p);
    const double after = volume(a, b, c, q);
    if ((before < 0.0) == (after < 0.0)) {
        return 0;
    }
    const bool one = volume(a, b, p, q) < 0.0;
    const bool two = volume(b, c, p, q) < 0.0;
    const bool three = volume(c, a, p, q) < 0.0;
    return one == two && two == three ? (before < 0.0 ? -1 : 1) : 0;
}

} // namespace

std::vector<BodySection> sectionsOf(std::span<const Vec3> position, std::span<const int32_t> triangles,
                                    int32_t axis, float at) {
    const Cuts cuts = cutMesh(position, triangles, axis, at);
    std::map<int32_t, std::vector<Vec3>> outlines;
    for (size_t i = 0; i < cuts.point.size(); ++i) {
        outlines[rootOf(cuts.into, static_cast<int32_t>(i))].push_back(cuts.point[i]);
    }
    std::map<int32_t, float> length;
    std::map<int32_t, size_t> lines;
    for (const auto &[a, b] : cuts.lines) {
        const int32_t root = rootOf(cuts.into, a);
        length[root] += glm::distance(cuts.point[u(a)], cuts.point[u(b)]);
        ++lines[root];
    }
    std::vector<BodySection> sections;
    sections.reserve(outlines.size());
    for (const auto &[root, outline] : outlines) {
        sections.push_back(sectionOf(outline, axis));
        sections.back().length = length[root];
        sections.back().closed = lines[root] == outline.size(); // an open one has a point more than lines
    }
    std::stable_sort(sections.begin(), sections.end(),
                     [](const BodySection &a, const BodySection &b) { return a.girth > b.girth; });
    return sections;
}

BodyMeasures measureBody(std::span<const Vec3> position, std::span<const int32_t> triangles) {
    return position.empty() ? BodyMeasures{} : Measurer(position, triangles).measure();
}

LimbLinks linksOf(std::span<const Vec3> loop, const BodyMeasures &body) {
    LimbLinks links;
    Vec3 middle(0.0F);
    for (const Vec3 &p : loop) {
        middle += p / static_cast<float>(loop.size());
    }
    for (size_t limb = 0; limb < kLimbCount; ++limb) {
        const std::vector<Vec3> &axis = body.axis[limb];
        for (size_t s = 1; s < axis.size(); ++s) {
            for (size_t i = 0; i < loop.size(); ++i) {
                links.count[limb] +=
                    crossing(axis[s - 1], axis[s], {middle, loop[i], loop[(i + 1) % loop.size()]});
            }
        }
    }
    const auto sum = [&](int32_t less) {
        int32_t total = 0;
        for (size_t limb = 0; limb < kLimbCount; ++limb) {
            total += body.axis[limb].empty() ? 0 : std::abs(links.count[limb] - less);
        }
        return total;
    };
    int32_t best = 0;
    for (const int32_t count : links.count) {
        best = sum(count) < sum(best) ? count : best;
    }
    for (size_t limb = 0; limb < kLimbCount; ++limb) {
        links.count[limb] = body.axis[limb].empty() ? 0 : links.count[limb] - best;
    }
    return links;
}

std::vector<std::vector<int32_t>> borderLoops(std::span<const int32_t> triangles) {
    std::map<std::pair<int32_t, int32_t>, int32_t> edges;
    for (size_t t = 0; t < triangles.size(); t += 3) {
        for (size_t k = 0; k < 3; ++k) {
            ++edges[{triangles[t + k], triangles[t + (k + 1) % 3]}];
        }
    }
    std::multimap<int32_t, int32_t> next;
    for (const auto &[edge, count] : edges) {
        if (!edges.contains({edge.second, edge.first})) {
            next.insert(edge);
        }
    }
    std::vector<std::vector<int32_t>> loops;
    while (!next.empty()) {
        std::vector<int32_t> &loop = loops.emplace_back();
        for (auto at = next.begin(); at != next.end(); at = next.find(loop.back())) {
            loop.push_back(at->second);
            next.erase(at);
        }
    }
    return loops;
}

} // namespace selvage
