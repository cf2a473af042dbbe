// Everything is made of beads and of rods between two points.
#include "bench_marks.h"

#include <algorithm>
#include <array>

namespace selvage {

namespace {

constexpr float kHeadRadius = 0.0045F;         // m, of a pin
constexpr float kPinLength = 0.026F;           // m
constexpr float kPinRadius = 0.0009F;          // m
constexpr float kThread = 0.0028F;             // m, radius of what marks an edge
constexpr float kChalk = 0.0032F;              // m, radius of a line to cut along
constexpr Vec3 kInHand(0.0F, 0.012F, -0.055F); // m, of a tool, from the palm
const Paint kRed{Vec3(0.62F, 0.03F, 0.04F), 0.25F};
const Paint kSteel{Vec3(0.55F, 0.56F, 0.58F), 0.30F};
const Paint kGold{Vec3(0.95F, 0.55F, 0.06F), 0.45F};
const Paint kTurquoise{Vec3(0.0F, 0.42F, 0.48F), 0.8F};
const Paint kBlue{Vec3(0.04F, 0.16F, 0.50F), 0.55F};

// The 18 points of an octahedron of which each edge was halved, and its 32 triangles.
struct Bead {
    std::array<Vec3, kBeadVertices> points{};
    std::vector<uint32_t> triangles;
};

Bead makeBead() {
    Bead bead;
    const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    std::copy(std::begin(axes), std::end(axes), bead.points.begin());
    size_t count = 6;
    const auto middle = [&](uint32_t a, uint32_t b) {
        const Vec3 point = glm::normalize(bead.points[a] + bead.points[b]);
        const auto end = bead.points.begin() + static_cast<std::ptrdiff_t>(count);
        const auto old = std::find_if(bead.points.begin(), end,
                                      [&](const Vec3 &p) { return glm::distance(p, point) < 0.01F; });
        if (old == end) {
            bead.points[count++] = point;
        }
        return static_cast<uint32_t>(old - bead.points.begin());
    };
    for (uint32_t octant = 0; octant < 8; ++octant) {
        std::array<uint32_t, 3> corner{};
        for (uint32_t axis = 0; axis < 3; ++axis) {
            corner[axis] = axis + ((octant >> axis & 1U) != 0U ? 3U : 0U);
        }
        const bool isMirrored = (octant == 1 || octant == 2 || octant == 4 || octant == 7);
        if (isMirrored) {
            std::swap(corner[1], corner[2]);
        }
        const auto [a, b, c] = corner;
        const uint32_t ab = middle(a, b);
        const uint32_t bc = middle(b, c);
        const uint32_t ca = middle(c, a);
        bead.triangles.insert(bead.triangles.end(), {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca});
    }
    return bead;
}

const Bead &bead() {
    static const Bead kBead = makeBead();
    return kBead;
}

class Marks {
public:
    explicit Marks(std::span<Vertex> vertices) : vertices_(vertices) {
        std::fill(vertices.begin(), vertices.end(), Vertex{Vec3(0.0F), Vec3(0.0F, 1.0F, 0.0F), Vec2(0.0F)});
    }

    void addBead(const Vec3 &at, float radius, const Paint &paint) {
        if (beads_ == kMarkBeads) {
            return;
        }
        size_t v = kBeadVertices * beads_++;
        for (const Vec3 &point : bead().points) {
            put(v++, at + radius * point, point, paint);
        }
    }

    // Four-sided, of radius `from` at a and `to` at b.
    void addRod(const Vec3 &a, const Vec3 &b, float from, float to, const Paint &paint) {
        const Vec3 way = b - a;
        if (rods_ == kMarkRods || glm::length(way) < 1e-6F) {
            return;
        }
        const Vec3 along = glm::normalize(way);
        const Vec3 across = glm::normalize(
            glm::cross(along, std::abs(along.y) < 0.9F ? Vec3(0.0F, 1.0F, 0.0F) : Vec3(1.0F, 0.0F, 0.0F)));
        const Vec3 third = glm::cross(along, across);
        size_t v = kMarkBeads * kBeadVertices + kRodVertices * rods_++;
        for (const Vec3 &out : {across, third, -across, -third}) {
            put(v++, a + from * out, out, paint);
            put(v++, b + to * out, out, paint);
        }
    }

private:
    void put(size_t v, const Vec3 &position, const Vec3 &normal, const Paint &paint) {
        vertices_[v] = {position, normal, Vec2(0.0F)};
        vertices_[v].paint = packPaint(paint);
    }

    std::span<Vertex> vertices_;
    size_t beads_{0};
    size_t rods_{0};
};

void addPin(Marks &marks, const Vec3 &tip, const Vec3 &out) {
    const Vec3 head = tip + kPinLength * out;
    marks.addRod(tip - 0.3F * kPinLength * out, head, 0.4F * kPinRadius, kPinRadius, kSteel);
    marks.addBead(head, kHeadRadius, kRed);
}

void addNeedle(Marks &marks, const Pose &place) {
    const auto at = [&](float y) { return transformPoint(place, Vec3(0.0F, y, 0.0F)); };
    marks.addRod(at(-0.035F), at(0.0F), 0.0003F, 0.0015F, kSteel);
    marks.addRod(at(0.0F), at(0.03F), 0.0015F, 0.0018F, kSteel);
    marks.addBead(at(0.032F), 0.0026F, kSteel);
    marks.addRod(at(0.032F), transformPoint(place, Vec3(0.02F, 0.01F, 0.01F)), 0.0007F, 0.0007F, kGold);
}

void addBand(Marks &marks, const Pose &place) {
    constexpr int32_t kParts = 20;
    constexpr float kRadius = 0.026F; // m
    const auto at = [&](int32_t k) {
        const float angle = glm::two_pi<float>() * static_cast<float>(k) / kParts;
        return transformPoint(place, Vec3(kRadius * std::cos(angle), 0.0F, 0.7F * kRadius * std::sin(angle)));
    };
    for (int32_t k = 0; k < kParts; ++k) {
        marks.addRod(at(k), at(k + 1), 0.004F, 0.004F, kBlue);
    }
}

// Open scissors: two blades and two rings.
void addScissors(Marks &marks, const Pose &place) {
    for (const float side : {-1.0F, 1.0F}) {
        const auto at = [&](float x, float y) { return transformPoint(place, Vec3(side * x, y, 0.0F)); };
        marks.addRod(at(0.0F, 0.0F), at(0.011F, 0.055F), 0.0028F, 0.0004F, kSteel);
        marks.addRod(at(0.0F, 0.0F), at(-0.010F, -0.026F), 0.0026F, 0.0020F, kSteel);
        constexpr int32_t kParts = 10;
        const auto ring = [&](int32_t k) {
            const float angle = glm::two_pi<float>() * static_cast<float>(k) / kParts;
            return at(-0.015F + 0.009F * std::cos(angle), -0.036F + 0.012F * std::sin(angle));
        };
        for (int32_t k = 0; k < kParts; ++k) {
            marks.addRod(ring(k), ring(k + 1), 0.0022F, 0.0022F, kRed);
        }
    }
    marks.addBead(place.position, 0.003F, kSteel);
}

// A handle with a fork, of which one point has a bead.
void addUnpicker(Marks &marks, const Pose &place) {
    const auto at = [&](float x, float y) { return transformPoint(place, Vec3(x, y, 0.0F)); };
    marks.addRod(at(0.0F, -0.045F), at(0.0F, 0.0F), 0.0045F, 0.0035F, kBlue);
    marks.addRod(at(0.0F, 0.0F), at(0.0F, 0.035F), 0.0016F, 0.0004F, kSteel);
    marks.addRod(at(0.0F, 0.008F), at(0.009F, 0.024F), 0.0014F, 0.0010F, kSteel);
    marks.addBead(at(0.009F, 0.025F), 0.0026F, kRed);
}

// A ruler on a foot, with chalk at a height of it.
void addHemMarker(Marks &marks, const Pose &place) {
    const auto at = [&](float x, float y) { return transformPoint(place, Vec3(x, y, 0.0F)); };
    marks.addRod(at(-0.018F, -0.045F), at(0.018F, -0.045F), 0.0035F, 0.0035F, kSteel);
    marks.addRod(at(0.0F, -0.045F), at(0.0F, 0.055F), 0.0024F, 0.0024F, kSteel);
    marks.addRod(at(0.0F, 0.012F), at(0.024F, 0.012F), 0.0030F, 0.0022F, kTurquoise);
    marks.addBead(at(0.0F, 0.012F), 0.0045F, kRed);
}

// Two legs of chalk that meet in a bead.
void addDart(Marks &marks, const Pose &place) {
    const auto at = [&](float x, float y) { return transformPoint(place, Vec3(x, y, 0.0F)); };
    marks.addRod(at(-0.014F, -0.030F), at(0.0F, 0.040F), 0.0026F, 0.0012F, kTurquoise);
    marks.addRod(at(0.014F, -0.030F), at(0.0F, 0.040F), 0.0026F, 0.0012F, kTurquoise);
    marks.addBead(at(0.0F, 0.040F), 0.0035F, kRed);
}

void addTool(Marks &marks, BenchTool tool, const Pose &hand) {
    const Pose place = compose(hand, {Quat(1.0F, 0.0F, 0.0F, 0.0F), kInHand});
    switch (tool) {
    case BenchTool::Wind: // seen where it blows
        break;
    case BenchTool::Pin:
        addPin(marks, place.position, place.orientation * Vec3(0.0F, 1.0F, 0.0F));
        break;
    case BenchTool::Waistband:
        addBand(marks, place);
        break;
    case BenchTool::Seam:
        addNeedle(marks, place);
        break;
    case BenchTool::Unpick:
        addUnpicker(marks, place);
        break;
    case BenchTool::Cut:
        addScissors(marks, place);
        break;
    case BenchTool::Hem:
        addHemMarker(marks, place);
        break;
    case BenchTool::Dart:
        addDart(marks, place);
        break;
    }
}

} // namespace

std::vector<uint32_t> markIndices() {
    std::vector<uint32_t> indices;
    for (size_t b = 0; b < kMarkBeads; ++b) {
        for (const uint32_t corner : bead().triangles) {
            indices.push_back(static_cast<uint32_t>(b * kBeadVertices) + corner);
        }
    }
    for (size_t r = 0; r < kMarkRods; ++r) {
        const auto first = static_cast<uint32_t>(kMarkBeads * kBeadVertices + r * kRodVertices);
        for (uint32_t side = 0; side < 4; ++side) {
            const uint32_t a = first + 2 * side;
            const uint32_t b = first + 2 * ((side + 1) % 4);
            indices.insert(indices.end(), {a, b, a + 1, b, b + 1, a + 1});
        }
    }
    return indices;
}

void writeMarks(const BenchFrame &frame, std::span<const std::optional<Pose>> hands,
                std::span<Vertex> vertices) {
    Marks marks(vertices);
    for (size_t h = 0; h < hands.size(); ++h) {
        if (hands[h]) {
            addTool(marks, frame.tools[h].tool, *hands[h]);
        }
        const std::vector<Vec3> &picked = frame.tools[h].picked;
        for (size_t k = 0; k + 1 < picked.size(); ++k) {
            marks.addRod(picked[k], picked[k + 1], kThread, kThread, kGold);
        }
        const std::vector<Vec3> &line = frame.tools[h].line;
        for (size_t k = 0; k + 1 < line.size(); ++k) {
            marks.addRod(line[k], line[k + 1], kChalk, kChalk, kTurquoise);
        }
        const std::vector<Vec3> &level = frame.tools[h].level;
        for (size_t k = 0; k + 1 < level.size(); k += 2) {
            marks.addRod(level[k], level[k + 1], kChalk, kChalk, kTurquoise);
        }
    }
    for (size_t p = 0; p < frame.pins.size(); ++p) {
        addPin(marks, frame.pins[p], frame.pinNormals[p]);
    }
}

} // namespace selvage
