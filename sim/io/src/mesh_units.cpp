// Unit and up axis: given, stated by the format, or guessed from what people make: things of a few
// centimetres to a few metres that stand on height 0.
#include "raw_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr float kMetresMax = 20.0F;       // the longest side of what is modelled in metres
constexpr float kCentimetresMax = 600.0F; // and in centimetres
constexpr float kOnFloor = 0.01F;         // –, of its height: how near the floor is to 0
constexpr float kTallest = 1.5F;          // –, of the next longest side: this stands upright

struct Box {
    Vec3 low{0.0F};
    Vec3 high{0.0F};
};

Box boxOf(const TriangleMesh &mesh) {
    Box box{mesh.position.front(), mesh.position.front()};
    for (const Vec3 &p : mesh.position) {
        box.low = glm::min(box.low, p);
        box.high = glm::max(box.high, p);
    }
    return box;
}

UpAxis guessUp(const Box &box) {
    const Vec3 size = box.high - box.low;
    const auto standsOn = [&](int axis) {
        return size[axis] > 0.0F && std::abs(box.low[axis]) < kOnFloor * size[axis];
    };
    if (standsOn(1)) {
        return UpAxis::Y;
    }
    return standsOn(2) || size.z > kTallest * std::max(size.x, size.y) ? UpAxis::Z : UpAxis::Y;
}

// A slim upright thing as tall as a person in inches is taken for one.
bool isPersonInInches(const Vec3 &size, int up) {
    const float others = std::max(size[(up + 1) % 3], size[(up + 2) % 3]);
    return size[up] >= 55.0F && size[up] <= 80.0F && size[up] > 2.2F * others;
}

LengthUnit guessUnit(const Box &box, UpAxis up) {
    const Vec3 size = box.high - box.low;
    const float longest = std::max({size.x, size.y, size.z});
    if (longest <= kMetresMax) {
        return LengthUnit::Metre;
    }
    if (isPersonInInches(size, static_cast<int>(up))) {
        return LengthUnit::Inch;
    }
    return longest <= kCentimetresMax ? LengthUnit::Centimetre : LengthUnit::Millimetre;
}

Vec3 turnUp(const Vec3 &p, UpAxis up) {
    switch (up) {
    case UpAxis::X:
        return {-p.y, p.x, p.z};
    case UpAxis::Y:
        return p;
    case UpAxis::Z:
        return {p.x, p.z, -p.y};
    }
    return p;
}

constexpr std::array<const char *, 3> kAxisNames{"x", "y", "z"};

} // namespace

void placeMesh(TriangleMesh &mesh, const RawMesh &raw, const MeshImportOptions &options) {
    const Box box = boxOf(mesh);
    MeshAudit &audit = mesh.audit;
    audit.upGuessed = !options.up && !raw.up;
    audit.up = options.up ? *options.up : raw.up ? *raw.up : guessUp(box);
    audit.unitGuessed = !options.unit && !raw.unit;
    audit.unit = options.unit ? *options.unit : raw.unit ? *raw.unit : guessUnit(box, audit.up);
    for (Vec3 &p : mesh.position) {
        p = static_cast<float>(metresOf(audit.unit)) * turnUp(p, audit.up);
    }
    const Box placed = boxOf(mesh);
    audit.size = placed.high - placed.low;
}

std::optional<UpAxis> upAxisNamed(std::string_view name) {
    for (size_t k = 0; k < kAxisNames.size(); ++k) {
        if (name == kAxisNames[k]) {
            return static_cast<UpAxis>(k);
        }
    }
    return std::nullopt;
}

const char *nameOf(UpAxis up) {
    return kAxisNames[static_cast<size_t>(up)];
}

} // namespace selvage
