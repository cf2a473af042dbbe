// Neighbours from corners, and the changes that keep them right.
#include "flat_mesh.h"

#include "maths/index.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace selvage {

namespace {

constexpr size_t kGrowth = 8;      // –, one in so many triangles may be added without moving the others
constexpr double kThinnest = 1e-7; // –, height of a triangle over its longest side

int32_t indexOf(const std::array<int32_t, 3> &corners, int32_t vertex) {
    return corners[0] == vertex ? 0 : corners[1] == vertex ? 1 : 2;
}

std::string nameOf(const MeshShape &shape, size_t t) {
    return "triangle " + std::to_string(t) + " (particles " + std::to_string(shape.triangles[3 * t]) + ", " +
           std::to_string(shape.triangles[3 * t + 1]) + ", " + std::to_string(shape.triangles[3 * t + 2]) +
           ")";
}

class Builder {
public:
    Builder(const MeshShape &shape, std::span<const int32_t> panel) : shape_(shape), panel_(panel) {}

    Result<FlatMesh> build() {
        for (const auto step : {&Builder::checkSizes, &Builder::addTriangles, &Builder::joinNeighbours,
                                &Builder::addVertices}) {
            if (const auto done = (this->*step)(); !done) {
                return done.error();
            }
        }
        namePanels();
        return std::move(mesh_);
    }

private:
    Result<void> checkSizes() {
        const size_t corners = shape_.triangles.size();
        if (corners == 0 || corners % 3 != 0 ||
            (!shape_.cornerUv.empty() && shape_.cornerUv.size() != corners) ||
            (!shape_.position.empty() && shape_.position.size() != shape_.uv.size()) ||
            (!panel_.empty() && panel_.size() != corners / 3)) {
            return Error{
                "a mesh of " + std::to_string(corners) +
                " corners: expected three a triangle, with as many places and a third as many panels"};
        }
        return {};
    }

    Result<void> addTriangles() {
        const size_t count = shape_.triangles.size() / 3;
        reserve(count + count / kGrowth + 1000);
        mesh_.corner.resize(count);
        mesh_.uv.resize(count);
        mesh_.across.assign(count, {-1, -1, -1});
        mesh_.home.resize(count);
        mesh_.mirrored.assign(count, 0);
        for (size_t t = 0; t < count; ++t) {
            for (size_t k = 0; k < 3; ++k) {
                const int32_t particle = shape_.triangles[3 * t + k];
                if (particle < 0 || u(particle) >= shape_.uv.size()) {
                    return Error{nameOf(shape_, t) + ": there is no particle " + std::to_string(particle)};
                }
                mesh_.corner[t][k] = particle;
                mesh_.uv[t][k] =
                    DVec2(shape_.cornerUv.empty() ? shape_.uv[u(particle)] : shape_.cornerUv[3 * t + k]);
            }
            mesh_.home[t] = static_cast<int32_t>(t);
            if (const auto turned = turnOver(t); !turned) {
                return turned;
            }
        }
        return {};
    }

    // Room for what a cut adds.
    void reserve(size_t triangles) {
        mesh_.corner.reserve(triangles);
        mesh_.uv.reserve(triangles);
        mesh_.across.reserve(triangles);
        mesh_.panel.reserve(triangles);
        mesh_.home.reserve(triangles);
        mesh_.mirrored.reserve(triangles);
        mesh_.particle.reserve(triangles);
        mesh_.around.reserve(triangles);
    }

    Result<void> turnOver(size_t t) {
        std::array<DVec2, 3> &uv = mesh_.uv[t];
        const double twice = crossOf(uv[1] - uv[0], uv[2] - uv[0]);
        const double longest =
            std::max({glm::distance(uv[0], uv[1]), glm::distance(uv[1], uv[2]), glm::distance(uv[2], uv[0])});
        const auto &c = mesh_.corner[t];
        const bool repeats = c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
        if (repeats || !(std::abs(twice) > kThinnest * longest * longest) || !std::isfinite(twice)) {
            return Error{nameOf(shape_, t) + ": expected three corners that are not in line"};
        }
        if (twice < 0.0) {
            mesh_.mirrored[t] = 1;
            for (DVec2 &place : uv) {
                place.x = -place.x;
            }
        }
        return {};
    }

    // Corners by their particle, so that an edge's other side is found among few.
    Result<void> joinNeighbours() {
        first_.assign(shape_.uv.size() + 1, 0);
        for (const int32_t particle : shape_.triangles) {
            ++first_[u(particle) + 1];
        }
        for (size_t i = 1; i < first_.size(); ++i) {
            first_[i] += first_[i - 1];
        }
        corners_.resize(shape_.triangles.size());
        std::vector<int32_t> following(corners_.size()); // where the edge from that corner ends
        std::vector<int32_t> next(first_.begin(), first_.end() - 1);
        for (size_t t = 0; t < mesh_.corner.size(); ++t) {
            for (int32_t k = 0; k < 3; ++k) {
                const auto i = u(next[u(mesh_.corner[t][u(k)])]++);
                corners_[i] = static_cast<int32_t>(3 * t) + k;
                following[i] = mesh_.corner[t][u(followingCorner(k))];
            }
        }
        for (int32_t from = 0; u(from) < shape_.uv.size(); ++from) {
            for (int32_t i = first_[u(from)]; i < first_[u(from) + 1]; ++i) {
                const int32_t to = following[u(i)];
                const auto begin = following.begin();
                const int32_t same = static_cast<int32_t>(
                    std::count(begin + first_[u(from)], begin + first_[u(from) + 1], to));
                if (same > 1) {
                    return Error{nameOf(shape_, u(corners_[u(i)] / 3)) +
                                 ": expected one neighbour beyond the edge of particles " +
                                 std::to_string(from) + " and " + std::to_string(to) +
                                 ", facing to the same side"};
                }
                const auto other = std::find(begin + first_[u(to)], begin + first_[u(to) + 1], from);
                if (other != begin + first_[u(to) + 1]) {
                    mesh_.across[u(corners_[u(i)] / 3)][u(corners_[u(i)] % 3)] =
                        corners_[static_cast<size_t>(other - begin)] / 3;
                }
            }
        }
        return {};
    }

    // Fans that touch in one particle only get a vertex each.
    Result<void> addVertices() {
        const size_t count = shape_.uv.size();
        mesh_.particle.resize(count);
        mesh_.around.assign(count, -1);
        std::vector<uint8_t> seen(shape_.triangles.size(), 0);
        FlatStar star;
        for (size_t particle = 0; particle < count; ++particle) {
            mesh_.particle[particle] = static_cast<int32_t>(particle);
            for (int32_t i = first_[particle]; i < first_[particle + 1]; ++i) {
                if (seen[u(corners_[u(i)])] != 0) {
                    continue;
                }
                auto vertex = static_cast<int32_t>(particle);
                const int32_t before = mesh_.around[particle];
                mesh_.around[particle] = corners_[u(i)] / 3;
                mesh_.gatherStar(vertex, star);
                if (before >= 0) {
                    vertex = static_cast<int32_t>(mesh_.particle.size());
                    mesh_.particle.push_back(static_cast<int32_t>(particle));
                    mesh_.around.push_back(mesh_.around[particle]);
                    mesh_.around[particle] = before;
                }
                for (const FlatCorner &c : star.corners) {
                    seen[u(3 * c.triangle + c.k)] = 1;
                    mesh_.corner[u(c.triangle)][u(c.k)] = vertex;
                }
            }
        }
        return {};
    }

    void namePanels() {
        if (!panel_.empty()) {
            mesh_.panel.assign(panel_.begin(), panel_.end());
            return;
        }
        mesh_.panel.assign(mesh_.corner.size(), 0); // so that only places tell what is sewn
        std::vector<int32_t> name(mesh_.corner.size(), -1);
        std::vector<int32_t> open;
        int32_t count = 0;
        for (size_t t = 0; t < name.size(); ++t) {
            if (name[t] < 0) {
                name[t] = count;
                open.push_back(static_cast<int32_t>(t));
                spread(open, name, count++);
            }
        }
        mesh_.panel = std::move(name);
    }

    void spread(std::vector<int32_t> &open, std::vector<int32_t> &name, int32_t number) const {
        while (!open.empty()) {
            const int32_t t = open.back();
            open.pop_back();
            for (int32_t k = 0; k < 3; ++k) {
                const int32_t other = mesh_.across[u(t)][u(k)];
                if (other >= 0 && name[u(other)] < 0 && !mesh_.isSeam(t, k)) {
                    name[u(other)] = number;
                    open.push_back(other);
                }
            }
        }
    }

    const MeshShape &shape_;
    std::span<const int32_t> panel_;
    std::vector<int32_t> first_;   // per particle, and one past the last: into corners_
    std::vector<int32_t> corners_; // 3 * triangle + k
    FlatMesh mesh_;
};

double cosineAt(const DVec2 &at, const DVec2 &p, const DVec2 &q) {
    const DVec2 a = p - at;
    const DVec2 b = q - at;
    return glm::dot(a, b) / std::sqrt(glm::dot(a, a) * glm::dot(b, b));
}

// How deep in the triangle a place lies: its smallest share of a corner, negative outside.
double depthIn(const FlatMesh &mesh, int32_t triangle, const DVec2 &place) {
    const auto share = barycentric(mesh.uv[u(triangle)], place);
    return std::min({share[0], share[1], share[2]});
}

} // namespace

bool FlatMesh::isBorder(int32_t triangle, int32_t k) const {
    return across[u(triangle)][u(k)] < 0;
}

bool FlatMesh::isSeam(int32_t triangle, int32_t k) const {
    const int32_t other = across[u(triangle)][u(k)];
    if (other < 0) {
        return false;
    }
    const int32_t j = indexOf(corner[u(other)], corner[u(triangle)][u(followingCorner(k))]);
    return panel[u(triangle)] != panel[u(other)] || mirrored[u(triangle)] != mirrored[u(other)] ||
           uv[u(triangle)][u(k)] != uv[u(other)][u(followingCorner(j))] ||
           uv[u(triangle)][u(followingCorner(k))] != uv[u(other)][u(j)];
}

DVec2 FlatMesh::place(const FlatCorner &c) const {
    return uv[u(c.triangle)][u(c.k)];
}

void FlatMesh::gatherStar(int32_t vertex, FlatStar &star) const {
    star.corners.clear();
    const int32_t start = around[u(vertex)];
    int32_t t = start;
    while (true) { // clockwise, to the border or round
        const int32_t k = indexOf(corner[u(t)], vertex);
        const int32_t next = across[u(t)][u(k)];
        if (next < 0 || next == start) {
            star.closed = next == start;
            break;
        }
        t = next;
    }
    const int32_t first = t;
    while (true) {
        const int32_t k = indexOf(corner[u(t)], vertex);
        star.corners.push_back({t, k});
        t = across[u(t)][u(followingCorner(followingCorner(k)))];
        if (t < 0 || t == first) {
            break;
        }
    }
}

int32_t FlatMesh::splitEdge(int32_t triangle, int32_t k, double share) {
    const auto made = static_cast<int32_t>(particle.size());
    const auto half = static_cast<int32_t>(corner.size());
    const int32_t other = across[u(triangle)][u(k)];
    particle.push_back(-1);
    around.push_back(triangle);
    // On either side the triangle keeps its edge's start, the new one has its end.
    const auto halve = [&](int32_t t, int32_t e, const DVec2 &at) {
        const int32_t e1 = followingCorner(e);
        const int32_t e2 = followingCorner(e1);
        const auto n = static_cast<int32_t>(corner.size());
        const int32_t end = corner[u(t)][u(e1)];
        const int32_t far = corner[u(t)][u(e2)];
        const int32_t next = across[u(t)][u(e1)];
        const std::array<DVec2, 3> places{at, uv[u(t)][u(e1)], uv[u(t)][u(e2)]};
        corner.push_back({made, end, far});
        uv.push_back(places);
        across.push_back({-1, next, t});
        panel.push_back(panel[u(t)]);
        home.push_back(home[u(t)]);
        mirrored.push_back(mirrored[u(t)]);
        if (next >= 0) {
            across[u(next)][u(indexOf(corner[u(next)], far))] = n;
        }
        corner[u(t)][u(e1)] = made;
        uv[u(t)][u(e1)] = at;
        across[u(t)][u(e1)] = n;
        around[u(end)] = n;
    };
    const DVec2 place = glm::mix(uv[u(triangle)][u(k)], uv[u(triangle)][u(followingCorner(k))], share);
    if (other < 0) {
        halve(triangle, k, place);
        return made;
    }
    const int32_t j = indexOf(corner[u(other)], corner[u(triangle)][u(followingCorner(k))]);
    const DVec2 beyond = isSeam(triangle, k)
                             ? glm::mix(uv[u(other)][u(followingCorner(j))], uv[u(other)][u(j)], share)
                             : place; // to the bit, or it would be a seam
    halve(triangle, k, place);
    halve(other, j, beyond);
    across[u(triangle)][u(k)] = half + 1;
    across[u(half)][0] = other;
    across[u(other)][u(j)] = half;
    across[u(half) + 1][0] = triangle;
    return made;
}

int32_t FlatMesh::splitFace(int32_t triangle, const DVec2 &place) {
    const auto made = static_cast<int32_t>(particle.size());
    const auto n = static_cast<int32_t>(corner.size());
    const auto c = corner[u(triangle)];
    const auto p = uv[u(triangle)];
    const auto beyond = across[u(triangle)];
    particle.push_back(-1);
    around.push_back(triangle);
    corner[u(triangle)] = {c[0], c[1], made};
    uv[u(triangle)] = {p[0], p[1], place};
    across[u(triangle)] = {beyond[0], n, n + 1};
    corner.push_back({c[1], c[2], made});
    uv.push_back({p[1], p[2], place});
    across.push_back({beyond[1], n + 1, triangle});
    corner.push_back({c[2], c[0], made});
    uv.push_back({p[2], p[0], place});
    across.push_back({beyond[2], triangle, n});
    for (int32_t i = 0; i < 2; ++i) {
        panel.push_back(panel[u(triangle)]);
        home.push_back(home[u(triangle)]);
        mirrored.push_back(mirrored[u(triangle)]);
        if (beyond[u(i + 1)] >= 0) {
            auto &back = across[u(beyond[u(i + 1)])];
            back[u(indexOf(corner[u(beyond[u(i + 1)])], c[u(followingCorner(i + 1))]))] = n + i;
        }
    }
    around[u(c[0])] = triangle;
    around[u(c[1])] = triangle;
    around[u(c[2])] = n;
    return made;
}

void FlatMesh::flip(int32_t triangle, int32_t k) {
    const int32_t other = across[u(triangle)][u(k)];
    const int32_t k1 = followingCorner(k);
    const int32_t k2 = followingCorner(k1);
    const int32_t a = corner[u(triangle)][u(k)];
    const int32_t b = corner[u(triangle)][u(k1)];
    const int32_t c = corner[u(triangle)][u(k2)];
    const int32_t j = indexOf(corner[u(other)], b);
    const int32_t j2 = followingCorner(followingCorner(j));
    const int32_t d = corner[u(other)][u(j2)];
    const DVec2 pa = uv[u(triangle)][u(k)];
    const DVec2 pb = uv[u(triangle)][u(k1)];
    const DVec2 pc = uv[u(triangle)][u(k2)];
    const DVec2 pd = uv[u(other)][u(j2)];
    const int32_t bc = across[u(triangle)][u(k1)];
    const int32_t ca = across[u(triangle)][u(k2)];
    const int32_t ad = across[u(other)][u(followingCorner(j))];
    const int32_t db = across[u(other)][u(j2)];
    corner[u(triangle)] = {c, a, d};
    uv[u(triangle)] = {pc, pa, pd};
    across[u(triangle)] = {ca, ad, other};
    corner[u(other)] = {d, b, c};
    uv[u(other)] = {pd, pb, pc};
    across[u(other)] = {db, bc, triangle};
    if (ad >= 0) {
        across[u(ad)][u(indexOf(corner[u(ad)], d))] = triangle;
    }
    if (bc >= 0) {
        across[u(bc)][u(indexOf(corner[u(bc)], c))] = other;
    }
    around[u(a)] = triangle;
    around[u(b)] = other;
    around[u(c)] = triangle;
    around[u(d)] = triangle;
}

Result<FlatMesh> makeFlatMesh(const MeshShape &shape, std::span<const int32_t> panel) {
    return Builder(shape, panel).build();
}

double worstCosine(const DVec2 &a, const DVec2 &b, const DVec2 &c) {
    if (!(crossOf(b - a, c - a) > 0.0)) {
        return 2.0;
    }
    return std::max({cosineAt(a, b, c), cosineAt(b, c, a), cosineAt(c, a, b)});
}

std::array<double, 3> barycentric(const std::array<DVec2, 3> &triangle, const DVec2 &place) {
    const double whole = crossOf(triangle[1] - triangle[0], triangle[2] - triangle[0]);
    const double b = crossOf(place - triangle[0], triangle[2] - triangle[0]) / whole;
    const double c = crossOf(triangle[1] - triangle[0], place - triangle[0]) / whole;
    return {1.0 - b - c, b, c};
}

int32_t locate(const FlatMesh &mesh, const DVec2 &place, int32_t hint) {
    int32_t t = hint;
    for (size_t step = 0; step < mesh.corner.size(); ++step) {
        const auto share = barycentric(mesh.uv[u(t)], place);
        const auto least = static_cast<int32_t>(std::min_element(share.begin(), share.end()) - share.begin());
        if (share[u(least)] >= 0.0) {
            return t;
        }
        const int32_t edge = followingCorner(least); // opposite to that corner
        if (mesh.isBorder(t, edge) || mesh.isSeam(t, edge)) {
            break;
        }
        t = mesh.across[u(t)][u(edge)];
    }
    int32_t best = t;
    double deepest = depthIn(mesh, t, place);
    for (size_t each = 0; each < mesh.corner.size() && deepest < 0.0; ++each) {
        const auto candidate = static_cast<int32_t>(each);
        if (mesh.panel[each] == mesh.panel[u(hint)] && depthIn(mesh, candidate, place) > deepest) {
            best = candidate;
            deepest = depthIn(mesh, candidate, place);
        }
    }
    return best;
}

} // namespace selvage
