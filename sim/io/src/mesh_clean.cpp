// From a file's polygons to a clean mesh: weld, cut, drop, turn, count. Tolerances are relative to the size
// of what the faces use, so that a stray vertex far away changes nothing.
#include "ear_clip.h"
#include "maths/index.h"
#include "mesh_topology.h"
#include "raw_mesh.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace selvage {

namespace {

constexpr double kWeldTolerance = 1e-6; // –, of the diagonal
constexpr double kAreaTolerance = 1e-9; // –, of the longest edge squared: twice the area of what has none
constexpr int64_t kEarBudget = 30'000'000; // points tried against ears; about 0.1 s

bool isUsable(const glm::dvec3 &p) {
    constexpr double kLargest = 1e18; // squares and products still fit into single precision
    return std::abs(p.x) < kLargest && std::abs(p.y) < kLargest && std::abs(p.z) < kLargest; // false for NaN
}

class Cleaner {
public:
    explicit Cleaner(const RawMesh &raw) : raw_(raw) {}

    TriangleMesh run() {
        mesh_.audit.fileVertices = static_cast<int32_t>(raw_.position.size());
        mesh_.audit.fileFaces = static_cast<int32_t>(raw_.faceEnd.size());
        findUsed();
        weld();
        cutFaces();
        dropRepeated();
        compact();
        return std::move(mesh_);
    }

private:
    void findUsed();
    void weld();
    void cutFaces();
    void cutFace(const std::vector<int32_t> &polygon, int32_t face);
    void dropRepeated();
    void compact();
    bool faceIsUsable(int32_t begin, int32_t end, int32_t face);
    int32_t faceBegin(int32_t face) const { return face == 0 ? 0 : raw_.faceEnd[u(face) - 1]; }

    const RawMesh &raw_;
    TriangleMesh mesh_;
    std::vector<char> faceUsable_;
    std::vector<char> vertexUsed_;
    std::vector<int32_t> particle_;    // of every vertex; -1: not used
    std::vector<glm::dvec3> position_; // of the particles
    glm::dvec3 low_{1e300};            // of what is used
    glm::dvec3 high_{-1e300};
    int64_t earBudget_{kEarBudget};
};

bool Cleaner::faceIsUsable(int32_t begin, int32_t end, int32_t face) {
    const auto vertexCount = static_cast<int32_t>(raw_.position.size());
    for (int32_t k = begin; k < end; ++k) {
        const int32_t v = raw_.corners[u(k)];
        const bool there = v >= 0 && v < vertexCount;
        if (there && isUsable(raw_.position[u(v)])) {
            continue;
        }
        if (mesh_.audit.unusableFaces++ == 0) {
            mesh_.audit.unusableReason =
                std::string(raw_.placeWord) + " " + std::to_string(raw_.facePlace[u(face)]) + ": " +
                (there ? "vertex " + std::to_string(v) +
                             " of the file (counted from 0) is not finite or could not be read"
                       : "the face names a vertex that is not there");
        }
        return false;
    }
    return true;
}

void Cleaner::findUsed() {
    const auto faceCount = static_cast<int32_t>(raw_.faceEnd.size());
    faceUsable_.assign(u(faceCount), 0);
    vertexUsed_.assign(raw_.position.size(), 0);
    for (int32_t f = 0; f < faceCount; ++f) {
        const int32_t begin = faceBegin(f);
        const int32_t end = raw_.faceEnd[u(f)];
        faceUsable_[u(f)] = faceIsUsable(begin, end, f) ? 1 : 0;
        for (int32_t k = begin; faceUsable_[u(f)] != 0 && k < end; ++k) {
            const int32_t v = raw_.corners[u(k)];
            vertexUsed_[u(v)] = 1;
            low_ = glm::min(low_, raw_.position[u(v)]);
            high_ = glm::max(high_, raw_.position[u(v)]);
        }
    }
}

// Vertices closer than the tolerance become one particle: cells four times as wide, so that few points need
// to look into more than their own.
void Cleaner::weld() {
    const double tolerance = std::max(glm::length(high_ - low_) * kWeldTolerance, 1e-30);
    std::unordered_map<uint64_t, std::vector<int32_t>> cells;
    const auto cellOf = [&](const glm::dvec3 &p) {
        return glm::i64vec3(glm::floor((p - low_) / (4.0 * tolerance)));
    };
    const auto keyOf = [](const glm::i64vec3 &c) {
        return static_cast<uint64_t>(c.x) * 73856093U ^ static_cast<uint64_t>(c.y) * 19349663U ^
               static_cast<uint64_t>(c.z) * 83492791U;
    };
    const auto find = [&](const glm::dvec3 &p) {
        const glm::i64vec3 a = cellOf(p - tolerance);
        const glm::i64vec3 b = cellOf(p + tolerance);
        for (int64_t x = a.x; x <= b.x; ++x) {
            for (int64_t y = a.y; y <= b.y; ++y) {
                for (int64_t z = a.z; z <= b.z; ++z) {
                    const auto cell = cells.find(keyOf({x, y, z}));
                    for (size_t k = 0; cell != cells.end() && k < cell->second.size(); ++k) {
                        const int32_t other = cell->second[k];
                        if (glm::distance(position_[u(other)], p) <= tolerance) {
                            return other;
                        }
                    }
                }
            }
        }
        return -1;
    };
    particle_.assign(raw_.position.size(), -1);
    for (size_t v = 0; v < raw_.position.size(); ++v) {
        if (vertexUsed_[v] == 0) {
            ++mesh_.audit.unusedVertices;
            continue;
        }
        particle_[v] = find(raw_.position[v]);
        if (particle_[v] >= 0) {
            ++mesh_.audit.weldedVertices;
            continue;
        }
        particle_[v] = static_cast<int32_t>(position_.size());
        cells[keyOf(cellOf(raw_.position[v]))].push_back(particle_[v]);
        position_.push_back(raw_.position[v]);
    }
}

void Cleaner::cutFace(const std::vector<int32_t> &polygon, int32_t face) {
    std::vector<int32_t> cut{0, 1, 2};
    if (polygon.size() > 3) {
        std::vector<glm::dvec3> outline;
        outline.reserve(polygon.size());
        for (const int32_t p : polygon) {
            outline.push_back(position_[u(p)]);
        }
        cut.clear();
        clipEars(outline, earBudget_, cut);
    }
    bool any = false;
    for (size_t k = 0; k < cut.size(); k += 3) {
        const int32_t a = polygon[u(cut[k])];
        const int32_t b = polygon[u(cut[k + 1])];
        const int32_t c = polygon[u(cut[k + 2])];
        const glm::dvec3 ab = position_[u(b)] - position_[u(a)];
        const glm::dvec3 ac = position_[u(c)] - position_[u(a)];
        const glm::dvec3 bc = ac - ab;
        const double longest = std::max({glm::dot(ab, ab), glm::dot(ac, ac), glm::dot(bc, bc)});
        if (glm::length(glm::cross(ab, ac)) > kAreaTolerance * longest) {
            mesh_.triangles.insert(mesh_.triangles.end(), {a, b, c});
            mesh_.faceOfTriangle.push_back(face);
            any = true;
        }
    }
    mesh_.audit.degenerateFaces += any ? 0 : 1;
}

void Cleaner::cutFaces() {
    std::vector<int32_t> polygon;
    for (int32_t f = 0; f < static_cast<int32_t>(faceUsable_.size()); ++f) {
        if (faceUsable_[u(f)] == 0) {
            continue;
        }
        polygon.clear();
        for (int32_t k = faceBegin(f); k < raw_.faceEnd[u(f)]; ++k) {
            const int32_t p = particle_[u(raw_.corners[u(k)])];
            if (polygon.empty() || polygon.back() != p) {
                polygon.push_back(p);
            }
        }
        while (polygon.size() > 1 && polygon.back() == polygon.front()) {
            polygon.pop_back();
        }
        if (polygon.size() < 3) {
            ++mesh_.audit.degenerateFaces;
            continue;
        }
        cutFace(polygon, f);
    }
}

// Of triangles with the same three corners the first one stays.
void Cleaner::dropRepeated() {
    struct Corners {
        std::array<int32_t, 3> sorted;
        int32_t triangle;
        bool even; // the sorted order is a rotation of the triangle's own
    };
    std::vector<Corners> all;
    const auto count = static_cast<int32_t>(mesh_.faceOfTriangle.size());
    for (int32_t t = 0; t < count; ++t) {
        std::array<int32_t, 3> c{mesh_.triangles[u(3 * t)], mesh_.triangles[u(3 * t + 1)],
                                 mesh_.triangles[u(3 * t + 2)]};
        std::rotate(c.begin(), std::min_element(c.begin(), c.end()), c.end());
        const bool even = c[1] < c[2];
        all.push_back({{c[0], std::min(c[1], c[2]), std::max(c[1], c[2])}, t, even});
    }
    std::sort(all.begin(), all.end(), [](const Corners &a, const Corners &b) {
        return a.sorted != b.sorted ? a.sorted < b.sorted : a.triangle < b.triangle;
    });
    std::vector<char> drop(u(count), 0);
    for (size_t k = 1, first = 0; k < all.size(); ++k) {
        if (all[k].sorted != all[first].sorted) {
            first = k;
            continue;
        }
        drop[u(all[k].triangle)] = 1;
        (all[k].even == all[first].even ? mesh_.audit.duplicateFaces : mesh_.audit.doubledFaces) += 1;
    }
    int32_t kept = 0;
    for (int32_t t = 0; t < count; ++t) {
        if (drop[u(t)] == 0) {
            std::copy_n(mesh_.triangles.begin() + 3 * t, 3, mesh_.triangles.begin() + 3 * kept);
            mesh_.faceOfTriangle[u(kept)] = mesh_.faceOfTriangle[u(t)];
            ++kept;
        }
    }
    mesh_.triangles.resize(u(3 * kept));
    mesh_.faceOfTriangle.resize(u(kept));
}

// Leaves out particles that lost all their triangles.
void Cleaner::compact() {
    std::vector<int32_t> renamed(position_.size(), -1);
    for (const int32_t p : mesh_.triangles) {
        renamed[u(p)] = 0;
    }
    // Near the middle, where single precision is finest, would be better still, but the place is the file's.
    for (size_t p = 0; p < renamed.size(); ++p) {
        if (renamed[p] == 0) {
            renamed[p] = static_cast<int32_t>(mesh_.position.size());
            mesh_.position.emplace_back(position_[p]);
        }
    }
    for (int32_t &p : mesh_.triangles) {
        p = renamed[u(p)];
    }
    mesh_.particleOfVertex.resize(particle_.size());
    for (size_t v = 0; v < particle_.size(); ++v) {
        mesh_.particleOfVertex[v] = particle_[v] < 0 ? -1 : renamed[u(particle_[v])];
    }
}

} // namespace

Result<TriangleMesh> cleanMesh(const RawMesh &raw, const std::string &name) {
    TriangleMesh mesh = Cleaner(raw).run();
    if (mesh.triangles.empty()) {
        std::string message =
            name + ": no triangle is left of " + std::to_string(mesh.audit.fileFaces) + " faces";
        if (mesh.audit.unusableFaces > 0) {
            message += "; " + mesh.audit.unusableReason;
        } else if (mesh.audit.degenerateFaces > 0) {
            message += "; all of them are without area";
        }
        return Error{message};
    }
    turnAlike(mesh);
    countTopology(mesh);
    return mesh;
}

} // namespace selvage
