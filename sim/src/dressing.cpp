// Parts of a garment, their heights, and the order of its seams.
#include "sim/dressing.h"

#include "maths/index.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace selvage {

namespace {

constexpr float kNeighbours = 0.03F; // m: panels whose seams start nearer are one part
constexpr float kOverlap = 0.5F;     // –, of the smaller panel's box, from which on two are front and back
constexpr float kTopShare = 0.75F;   // –, of a panel's height: above it is its top
constexpr float kTipping = 0.05F;    // m, that a panel's top sinks when its sides are drawn round the body
constexpr float kNearStep = 0.01F;   // m
constexpr float kLiftStep = 0.01F;   // m
constexpr int32_t kLiftStepsMax = 30;
constexpr float kSightStep = 0.01F; // m

struct Box {
    Vec3 low{1e9F};
    Vec3 high{-1e9F};
    Vec3 middle() const { return 0.5F * (low + high); }
};

Box boxOf(const Garment &garment, size_t panel) {
    Box box;
    for (int32_t i = garment.firstParticle[panel]; i < garment.firstParticle[panel + 1]; ++i) {
        box.low = glm::min(box.low, garment.shape.position[u(i)]);
        box.high = glm::max(box.high, garment.shape.position[u(i)]);
    }
    return box;
}

size_t panelOf(const Garment &garment, int32_t particle) {
    const auto &first = garment.firstParticle;
    return static_cast<size_t>(std::upper_bound(first.begin(), first.end(), particle) - first.begin()) - 1;
}

// Seen from the front, how much of the smaller one's box the two have in common.
float overlapOf(const Box &a, const Box &b) {
    const auto area = [](const Vec3 &size) { return std::max(0.0F, size.x) * std::max(0.0F, size.y); };
    const float smaller = std::min(area(a.high - a.low), area(b.high - b.low));
    return area(glm::min(a.high, b.high) - glm::max(a.low, b.low)) / std::max(smaller, 1e-9F);
}

class Planner {
public:
    Planner(const SewingPattern &pattern, const Collider &body, const BodyMeasures &measures,
            const DressingOptions &options, Garment garment)
        : pattern_(pattern), body_(body), measures_(measures), options_(options) {
        plan_.garment = std::move(garment);
    }

    Result<Dressing> plan() {
        for (size_t p = 0; p < pattern_.panels.size(); ++p) {
            boxes_.push_back(boxOf(plan_.garment, p));
        }
        findParts();
        findShoulders();
        findBelt();
        bringNear();
        if (const auto lifted = liftTrunks(); !lifted) {
            return lifted.error();
        }
        orderSeams();
        plan_.settings.speed = options_.fastest;
        return std::move(plan_);
    }

private:
    Vec3 &at(int32_t particle) { return plan_.garment.shape.position[u(particle)]; }

    size_t part(size_t panel) const {
        while (into_[panel] != panel) {
            panel = into_[panel];
        }
        return panel;
    }

    // Front and back, and what starts side by side, go together.
    void findParts() {
        into_.resize(boxes_.size());
        std::iota(into_.begin(), into_.end(), size_t{0});
        for (size_t a = 0; a < boxes_.size(); ++a) {
            for (size_t b = a + 1; b < boxes_.size(); ++b) {
                if (overlapOf(boxes_[a], boxes_[b]) > kOverlap) {
                    into_[part(b)] = part(a);
                }
            }
        }
        for (const std::vector<ParticlePair> &seam : plan_.garment.seams) {
            float apart = 0.0F;
            for (const ParticlePair &pair : seam) {
                apart += glm::distance(at(pair.a), at(pair.b)) / static_cast<float>(seam.size());
            }
            if (!seam.empty() && apart < kNeighbours) {
                into_[part(panelOf(plan_.garment, seam[0].b))] = part(panelOf(plan_.garment, seam[0].a));
            }
        }
    }

    // Whether a side of a seam runs across at its panel's top.
    bool isTop(const std::vector<ParticlePair> &seam, int32_t ParticlePair::*side) {
        const Box &box = boxes_[panelOf(plan_.garment, seam[0].*side)];
        float height = 0.0F;
        for (const ParticlePair &pair : seam) {
            height += at(pair.*side).y / static_cast<float>(seam.size());
        }
        const Vec3 along = at(seam.back().*side) - at(seam.front().*side);
        return height > box.low.y + kTopShare * (box.high.y - box.low.y) &&
               std::abs(along.x) > std::abs(along.y);
    }

    // Seams of one part, from before the body to behind it, over its top.
    void findShoulders() {
        for (size_t s = 0; s < plan_.garment.seams.size(); ++s) {
            const std::vector<ParticlePair> &seam = plan_.garment.seams[s];
            if (seam.empty() || isWaist(pattern_.seams[s])) {
                continue;
            }
            const size_t a = panelOf(plan_.garment, seam[0].a);
            const size_t b = panelOf(plan_.garment, seam[0].b);
            const float middle = body_.pose.position.z;
            const bool around = (boxes_[a].middle().z > middle) != (boxes_[b].middle().z > middle);
            if (around && part(a) == part(b) && isTop(seam, &ParticlePair::a) &&
                isTop(seam, &ParticlePair::b)) {
                plan_.shoulders.push_back(static_cast<int32_t>(s));
            }
        }
    }

    bool isWaist(const EdgeOfPanel &edge) const {
        return pattern_.panels[u(edge.panel)].outline[u(edge.edge)].label == kWaistLabel;
    }
    bool isWaist(const Seam &seam) const {
        const auto at = [&](const EdgeOfPanel &edge) { return isWaist(edge); };
        return std::any_of(seam.a.begin(), seam.a.end(), at) || std::any_of(seam.b.begin(), seam.b.end(), at);
    }

    void shiftPart(size_t root, float up) {
        for (size_t p = 0; p < boxes_.size(); ++p) {
            if (part(p) != root) {
                continue;
            }
            for (int32_t i = plan_.garment.firstParticle[p]; i < plan_.garment.firstParticle[p + 1]; ++i) {
                at(i).y += up;
            }
            boxes_[p].low.y += up;
            boxes_[p].high.y += up;
        }
    }

    // The waist's edges, whose panels go to the body's waist.
    void findBelt() {
        std::vector<int32_t> &belt = plan_.settings.belt;
        for (size_t p = 0; p < pattern_.panels.size(); ++p) {
            for (size_t e = 0; e < pattern_.panels[p].outline.size(); ++e) {
                if (pattern_.panels[p].outline[e].label == kWaistLabel) {
                    const std::vector<int32_t> &edge = plan_.garment.edges[p][e];
                    belt.insert(belt.end(), edge.begin(), edge.end());
                }
            }
        }
        std::sort(belt.begin(), belt.end());
        belt.erase(std::unique(belt.begin(), belt.end()), belt.end());
        if (belt.empty()) {
            return;
        }
        float height = 0.0F;
        for (const int32_t i : belt) {
            height += at(i).y / static_cast<float>(belt.size());
        }
        plan_.settings.beltHeight =
            body_.pose.position.y +
            (options_.waistHeight > 0.0F ? options_.waistHeight : measures_.waistHeight);
        shiftPart(part(panelOf(plan_.garment, belt.front())), plan_.settings.beltHeight - height);
    }

    // What lies on one side of the body, before or behind it, comes as near as its clearance lets it.
    void bringNear() {
        for (size_t root = 0; root < boxes_.size(); ++root) {
            for (const float side : {1.0F, -1.0F}) {
                std::vector<int32_t> particles;
                for (size_t p = 0; p < boxes_.size(); ++p) {
                    const bool here = side * (boxes_[p].middle().z - body_.pose.position.z) > 0.0F;
                    for (int32_t i = plan_.garment.firstParticle[p];
                         part(p) == root && here && i < plan_.garment.firstParticle[p + 1]; ++i) {
                        particles.push_back(i);
                    }
                }
                moveNear(particles, side);
            }
        }
    }

    void moveNear(const std::vector<int32_t> &particles, float side) {
        const auto isFree = [&](int32_t i) {
            const Vec3 next = at(i) - Vec3(0.0F, 0.0F, side * kNearStep);
            return side * (next.z - body_.pose.position.z) > options_.clearance &&
                   sampleCollider(body_, body_.pose, next).distance >= options_.clearance;
        };
        while (!particles.empty() && std::all_of(particles.begin(), particles.end(), isFree)) {
            for (const int32_t i : particles) {
                at(i).z -= side * kNearStep;
            }
        }
    }

    bool isClear(const ParticlePair &pair, float up) {
        const Vec3 raise(0.0F, up, 0.0F);
        const Vec3 way = at(pair.b) - at(pair.a);
        const auto steps = static_cast<int32_t>(glm::length(way) / kSightStep) + 1;
        for (int32_t s = 0; s <= steps; ++s) {
            const Vec3 p = at(pair.a) + raise + static_cast<float>(s) / static_cast<float>(steps) * way;
            if (sampleCollider(body_, body_.pose, p).distance < options_.clearance) {
                return false;
            }
        }
        return true;
    }

    Result<void> liftTrunks() {
        for (size_t root = 0; root < boxes_.size(); ++root) {
            std::vector<ParticlePair> pairs;
            int32_t first = -1;
            for (const int32_t s : plan_.shoulders) {
                const std::vector<ParticlePair> &seam = plan_.garment.seams[u(s)];
                if (part(panelOf(plan_.garment, seam[0].a)) == root) {
                    pairs.insert(pairs.end(), seam.begin(), seam.end());
                    first = first < 0 ? s : first;
                }
            }
            float up = 0.0F;
            const auto clear = [&](const ParticlePair &pair) { return isClear(pair, up); };
            while (!std::all_of(pairs.begin(), pairs.end(), clear)) {
                up += kLiftStep;
                if (up > kLiftStep * kLiftStepsMax) {
                    return Error{
                        "the shoulder seam at " + nameOf(pattern_, pattern_.seams[u(first)].a.front()) +
                        ": expected a free way above the body within 30 cm of where the pattern has it"};
                }
            }
            up += pairs.empty() ? 0.0F : kTipping;
            shiftPart(root, up);
            plan_.lifted = std::max(plan_.lifted, up);
        }
        return {};
    }

    void orderSeams() {
        if (!options_.inStages) {
            return;
        }
        for (size_t s = 0; s < plan_.garment.seams.size(); ++s) {
            const std::vector<ParticlePair> &seam = plan_.garment.seams[s];
            const bool shoulder =
                std::count(plan_.shoulders.begin(), plan_.shoulders.end(), static_cast<int32_t>(s)) > 0;
            const bool inside = !seam.empty() && part(panelOf(plan_.garment, seam[0].a)) ==
                                                     part(panelOf(plan_.garment, seam[0].b));
            plan_.settings.stage.push_back(shoulder ? 0 : inside ? 1 : 2);
        }
    }

    const SewingPattern &pattern_;
    const Collider &body_;
    const BodyMeasures &measures_;
    const DressingOptions &options_;
    std::vector<Box> boxes_;
    std::vector<size_t> into_;
    Dressing plan_;
};

} // namespace

Result<Dressing> planDressing(const SewingPattern &pattern, const Collider &body,
                              const BodyMeasures &measures, const DressingOptions &options) {
    auto garment = makeGarment(pattern, {options.edgeLength});
    if (!garment) {
        return garment.error();
    }
    return Planner(pattern, body, measures, options, std::move(*garment)).plan();
}

std::string widestSeam(const SewingPattern &pattern, const Garment &garment, std::span<const Vec3> position) {
    size_t widest = 0;
    float gap = -1.0F;
    for (size_t s = 0; s < garment.seams.size(); ++s) {
        for (const ParticlePair &pair : garment.seams[s]) {
            const float apart = glm::distance(position[u(pair.a)], position[u(pair.b)]);
            widest = apart > gap ? s : widest;
            gap = std::max(gap, apart);
        }
    }
    if (gap < 0.0F) {
        return "there are no seams";
    }
    const Seam &seam = pattern.seams[widest];
    return "the seam of " + nameOf(pattern, seam.a.front()) + " and " + nameOf(pattern, seam.b.front()) +
           " is " + std::to_string(1000.0F * gap) + " mm open";
}

} // namespace selvage
