// From outlines to triangles: rings of samples, a hexagonal lattice inside, constrained Delaunay.
#include "sim/panel_mesh.h"

#include "constrained_delaunay.h"
#include "edge_samples.h"
#include "maths/index.h"
#include "outline.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace selvage {

namespace {

constexpr double kEdgeLengthMin = 0.001; // m
constexpr double kEdgeLengthMax = 1.0;   // m
constexpr double kClearance = 0.6;       // –, of the edge length: how far inner points stay from outlines
constexpr double kSliverDeg = 10.0;
constexpr double kCellsMax = 1000.0; // either way, of the grid that finds near segments

// A point in the middle of every run of joined edges, by its first corner.
std::vector<DVec2> cornerPlaces(const PanelLoop &loop, const LoopSamples &samples) {
    std::vector<DVec2> sum(loop.size(), DVec2(0.0));
    std::vector<double> count(loop.size(), 0.0);
    for (size_t c = 0; c < loop.size(); ++c) {
        sum[u(samples.corner[c])] += loop[c].start;
        count[u(samples.corner[c])] += 1.0;
    }
    for (size_t c = 0; c < loop.size(); ++c) {
        sum[c] /= std::max(count[c], 1.0);
    }
    return sum;
}

// An outline's particles in order, and where each edge has them.
struct SampledRing {
    DrawnRing drawn;
    std::vector<std::vector<int32_t>> edgeVertices;
};

SampledRing ringOf(const PanelLoop &loop, const LoopSamples &samples, const DVec2 &middle) {
    SampledRing ring;
    const std::vector<DVec2> corners = cornerPlaces(loop, samples);
    std::vector<int32_t> vertexOfCorner(loop.size(), -1);
    const auto cornerVertex = [&](size_t corner, size_t edge) {
        const auto root = u(samples.corner[corner]);
        if (vertexOfCorner[root] < 0) {
            vertexOfCorner[root] = static_cast<int32_t>(ring.drawn.ring.size());
            ring.drawn.ring.push_back(toLattice(corners[root], middle));
            ring.drawn.edgeOfSegment.push_back(static_cast<int32_t>(edge));
        }
        return vertexOfCorner[root];
    };
    for (size_t e = 0; e < loop.size(); ++e) {
        std::vector<int32_t> vertices{cornerVertex(e, e)};
        const std::vector<double> &along = samples.edge[e].along;
        if (!along.empty()) {
            ring.drawn.edgeOfSegment[u(vertices.front())] = static_cast<int32_t>(e);
        }
        for (size_t k = 1; k + 1 < along.size(); ++k) {
            vertices.push_back(static_cast<int32_t>(ring.drawn.ring.size()));
            ring.drawn.ring.push_back(toLattice(pointAt(samples.trace[e], along[k]), middle));
            ring.drawn.edgeOfSegment.push_back(static_cast<int32_t>(e));
        }
        if (!along.empty()) {
            const size_t end = (e + 1) % loop.size();
            vertices.push_back(cornerVertex(end, end));
        }
        ring.edgeVertices.push_back(std::move(vertices));
    }
    return ring;
}

// Whether a point is nearer to any segment than a radius: segments by the square cells that they pass.
class NearRings {
public:
    NearRings(std::span<const LatticeRing> rings, double radius) : radius_(radius) {
        for (const LatticeRing &ring : rings) {
            for (const LatticePoint &p : ring) {
                low_ = glm::min(low_, glm::dvec2(p.x, p.y));
                high_ = glm::max(high_, glm::dvec2(p.x, p.y));
            }
        }
        const glm::dvec2 size = high_ - low_;
        cell_ = std::max(radius, std::max(size.x, size.y) / kCellsMax);
        columns_ = static_cast<int32_t>(size.x / cell_) + 1;
        rows_ = static_cast<int32_t>(size.y / cell_) + 1;
        cells_.resize(u(columns_) * u(rows_));
        for (const LatticeRing &ring : rings) {
            for (size_t i = 0; i < ring.size(); ++i) {
                add(ring[i], ring[(i + 1) % ring.size()]);
            }
        }
    }

    const glm::dvec2 &low() const { return low_; }
    const glm::dvec2 &high() const { return high_; }

    bool isNear(const glm::dvec2 &p) const {
        const auto &cell = cells_[u(rowOf(p.y)) * u(columns_) + u(columnOf(p.x))];
        return std::any_of(cell.begin(), cell.end(), [&](const auto &s) {
            const glm::dvec2 d = s[1] - s[0];
            const double t = glm::clamp(glm::dot(p - s[0], d) / glm::dot(d, d), 0.0, 1.0);
            return glm::distance(p, s[0] + t * d) < radius_;
        });
    }

private:
    int32_t columnOf(double x) const {
        return glm::clamp(static_cast<int32_t>((x - low_.x) / cell_), 0, columns_ - 1);
    }
    int32_t rowOf(double y) const {
        return glm::clamp(static_cast<int32_t>((y - low_.y) / cell_), 0, rows_ - 1);
    }

    // To all cells within a radius of the segment's box. Segments are short, so that their boxes fit them.
    void add(const LatticePoint &a, const LatticePoint &b) {
        const glm::dvec2 p(a.x, a.y);
        const glm::dvec2 q(b.x, b.y);
        const glm::dvec2 from = glm::min(p, q) - radius_;
        const glm::dvec2 to = glm::max(p, q) + radius_;
        for (int32_t row = rowOf(from.y); row <= rowOf(to.y); ++row) {
            for (int32_t column = columnOf(from.x); column <= columnOf(to.x); ++column) {
                cells_[u(row) * u(columns_) + u(column)].push_back({p, q});
            }
        }
    }

    double radius_;
    double cell_{0.0};
    glm::dvec2 low_{HUGE_VAL};
    glm::dvec2 high_{-HUGE_VAL};
    int32_t columns_{0};
    int32_t rows_{0};
    std::vector<std::vector<std::array<glm::dvec2, 2>>> cells_;
};

// Where a horizontal line passes through the rings, ascending: inside from each odd place to the next.
std::vector<double> passesOf(std::span<const LatticeRing> rings, double y) {
    std::vector<double> passes;
    for (const LatticeRing &ring : rings) {
        for (size_t i = 0; i < ring.size(); ++i) {
            const LatticePoint &a = ring[i];
            const LatticePoint &b = ring[(i + 1) % ring.size()];
            if ((a.y <= y) != (b.y <= y)) {
                passes.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
            }
        }
    }
    std::sort(passes.begin(), passes.end());
    return passes;
}

// A hexagonal lattice inside, kClearance away from the rings; row after row to and fro, so that each point is
// near the one before.
std::vector<LatticePoint> innerPoints(std::span<const LatticeRing> rings, double edge) {
    const NearRings near(rings, kClearance * edge);
    const double rowHeight = edge * std::sqrt(0.75);
    std::vector<LatticePoint> points;
    int32_t row = 0;
    for (double y = near.low().y + 0.5 * rowHeight; y < near.high().y; y += rowHeight, ++row) {
        const std::vector<double> passes = passesOf(rings, y);
        const size_t first = points.size();
        const double shift = row % 2 == 0 ? 0.0 : 0.5;
        for (size_t i = 0; i + 1 < passes.size(); i += 2) {
            for (double k = std::ceil(passes[i] / edge - shift); (k + shift) * edge < passes[i + 1];
                 k += 1.0) {
                const glm::dvec2 p((k + shift) * edge, y);
                if (!near.isNear(p)) {
                    points.push_back(
                        {static_cast<int32_t>(std::lround(p.x)), static_cast<int32_t>(std::lround(p.y))});
                }
            }
        }
        if (row % 2 == 1) {
            std::reverse(points.begin() + static_cast<std::ptrdiff_t>(first), points.end());
        }
    }
    return points;
}

class PanelMesher {
public:
    PanelMesher(const Panel &panel, const LoopSamples &samples, const PanelMeshOptions &options)
        : panel_(panel), options_(options) {
        const PatternBox box = boxOf(panel.outline);
        middle_ = 0.5 * (box.low + box.high);
        outline_ = ringOf(panel.outline, samples, middle_);
        rings_.push_back(outline_.drawn.ring);
        for (const PanelLoop &hole : panel.holes) {
            addHole(hole);
        }
    }

    Result<PanelMesh> mesh() {
        if (const auto checked = check(); !checked) {
            return checked.error();
        }
        const auto inner = innerPoints(rings_, options_.edgeLength * kLatticePerMetre);
        const Triangulation flat = triangulate(rings_, inner, options_.smoothing);
        PanelMesh mesh;
        for (const LatticePoint &p : flat.point) {
            mesh.position.push_back(middle_ + DVec2(p.x, p.y) / kLatticePerMetre);
        }
        for (const auto &corners : flat.triangle) {
            mesh.triangles.insert(mesh.triangles.end(), corners.begin(), corners.end());
        }
        mesh.edgeVertices = std::move(outline_.edgeVertices);
        return mesh;
    }

private:
    // What is smaller than an edge cannot be shown: drill holes are no cut-outs.
    void addHole(const PanelLoop &hole) {
        const PatternBox box = boxOf(hole);
        const DVec2 size = box.high - box.low;
        if (std::max(size.x, size.y) >= options_.edgeLength) {
            rings_.push_back(ringOf(hole, sampleLoop(hole, options_.edgeLength), middle_).drawn.ring);
        }
    }

    Result<void> check() const {
        const std::string piece = "piece '" + panel_.name + "': ";
        for (const LatticeRing &ring : rings_) {
            if (ring.size() < 3) {
                return Error{piece + "an outline is too small to be meshed"};
            }
            for (size_t i = 0; i < ring.size(); ++i) {
                if (ring[i] == ring[(i + 1) % ring.size()]) {
                    return Error{piece + "two points of an outline are less than a micrometre apart"};
                }
            }
        }
        const auto crossing = findCrossing(rings_);
        if (!crossing) {
            return {};
        }
        const auto named = [&](const SegmentOfRing &s) {
            return s.ring == 0 ? "edge " + std::to_string(outline_.drawn.edgeOfSegment[u(s.segment)])
                               : std::string("a hole");
        };
        return Error{piece + named(crossing->first) + " and " + named(crossing->second) +
                     " cross or touch when drawn with edges of " +
                     std::to_string(1000.0 * options_.edgeLength) + " mm"};
    }

    const Panel &panel_;
    const PanelMeshOptions &options_;
    DVec2 middle_{0.0};
    SampledRing outline_;
    std::vector<LatticeRing> rings_;
};

double cornerAngle(const DVec2 &at, const DVec2 &p, const DVec2 &q) {
    const DVec2 a = p - at;
    const DVec2 b = q - at;
    return std::atan2(std::abs(a.x * b.y - a.y * b.x), glm::dot(a, b));
}

// The vertices along one side of a seam, step by step: more than one where an edge follows on another.
std::vector<std::vector<PanelVertex>> sideVertices(const std::vector<EdgeOfPanel> &side, bool against,
                                                   const std::vector<PanelMesh> &meshes) {
    std::vector<std::vector<PanelVertex>> steps(1);
    for (const EdgeOfPanel &e : side) {
        std::vector<int32_t> along = meshes[u(e.panel)].edgeVertices[u(e.edge)];
        if (against) {
            std::reverse(along.begin(), along.end());
        }
        for (size_t k = 0; k < along.size(); ++k) {
            if (k > 0) {
                steps.emplace_back();
            }
            const PanelVertex vertex{e.panel, along[k]};
            if (steps.back().empty() || !(steps.back().back() == vertex)) {
                steps.back().push_back(vertex);
            }
        }
    }
    return steps;
}

} // namespace

Result<std::vector<PanelMesh>> meshPattern(const SewingPattern &pattern, const PanelMeshOptions &options) {
    if (!(options.edgeLength >= kEdgeLengthMin && options.edgeLength <= kEdgeLengthMax)) {
        return Error{"the edge length: expected 0.001 to 1 m, got " + std::to_string(options.edgeLength)};
    }
    if (const auto faults = patternFaults(pattern); !faults.empty()) {
        return Error{faults.front()};
    }
    double vertices = 0.0;
    for (const Panel &panel : pattern.panels) {
        vertices += std::abs(signedArea(panel.outline)) / (0.866 * options.edgeLength * options.edgeLength) +
                    loopLength(panel.outline) / options.edgeLength;
        for (const PanelLoop &hole : panel.holes) {
            vertices += loopLength(hole) / options.edgeLength;
        }
    }
    if (vertices > kPanelVerticesMax) {
        return Error{"edges of " + std::to_string(1000.0 * options.edgeLength) + " mm would make about " +
                     std::to_string(static_cast<int64_t>(vertices)) + " particles; expected at most " +
                     std::to_string(kPanelVerticesMax)};
    }
    const std::vector<LoopSamples> samples = sampleOutlines(pattern, options.edgeLength);
    std::vector<PanelMesh> meshes;
    for (size_t p = 0; p < pattern.panels.size(); ++p) {
        auto mesh = PanelMesher(pattern.panels[p], samples[p], options).mesh();
        if (!mesh) {
            return mesh.error();
        }
        meshes.push_back(std::move(mesh.value()));
    }
    return meshes;
}

std::vector<SeamPair> seamPairs(const Seam &seam, const std::vector<PanelMesh> &meshes) {
    const auto a = sideVertices(seam.a, false, meshes);
    const auto b = sideVertices(seam.b, !seam.rightToWrong, meshes);
    assert(a.size() == b.size());
    std::vector<SeamPair> pairs;
    for (size_t step = 0; step < a.size(); ++step) {
        const size_t count = std::max(a[step].size(), b[step].size());
        for (size_t k = 0; k < count; ++k) {
            pairs.push_back(
                {a[step][std::min(k, a[step].size() - 1)], b[step][std::min(k, b[step].size() - 1)]});
        }
    }
    return pairs;
}

MeshQuality meshQuality(const std::vector<PanelMesh> &meshes) {
    std::vector<double> angles;
    for (const PanelMesh &mesh : meshes) {
        for (size_t t = 0; t < mesh.triangles.size(); t += 3) {
            const auto corner = [&](size_t k) -> const DVec2 & {
                return mesh.position[u(mesh.triangles[t + k % 3])];
            };
            double smallest = HUGE_VAL;
            for (size_t k = 0; k < 3; ++k) {
                smallest = std::min(smallest, cornerAngle(corner(k), corner(k + 1), corner(k + 2)));
            }
            angles.push_back(glm::degrees(smallest));
        }
    }
    MeshQuality quality;
    if (angles.empty()) {
        return quality;
    }
    std::sort(angles.begin(), angles.end());
    quality.minAngleDeg = angles.front();
    quality.angleP1Deg = angles[angles.size() / 100];
    quality.slivers =
        static_cast<int32_t>(std::lower_bound(angles.begin(), angles.end(), kSliverDeg) - angles.begin());
    return quality;
}

} // namespace selvage
