// The bench's cloth cut along a line, hemmed or darted: its mesh first, then the panels' outlines along the
// edges that parted, then which vertices lie along which edge of the outlines.
#include "bench_dart.h"
#include "bench_reshape.h"
#include "bench_trim.h"
#include "disjoint_sets.h"
#include "maths/index.h"
#include "outline_match.h"
#include "pattern_pieces.h"
#include "sim/panel_cloth.h"
#include "sim/pattern_edit.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace selvage {

namespace {

constexpr double kOverEdge = 0.004;   // m, that a cut goes on beyond the outline which it opens
constexpr double kBeforeEdge = 0.002; // m, that one which does not stays away from it
constexpr float kJump = 0.1F;         // m, in the flat fabric, farther than a hand goes in a step
constexpr double kReach = 0.75;       // –, of an edge's length, between a corner and its vertex

// A vertex of the cut panels: a particle, as a panel has it.
struct CutVertex {
    int32_t panel{0}; // before the cut
    int32_t particle{0};
    Vec2 uv{0.0F};

    auto key() const { return std::tuple(panel, particle, uv.x, uv.y); }
};

// The part of a cut inside one panel.
struct PanelLine {
    int32_t panel{0};
    std::vector<Vec2> uv;
    bool opensStart{false}; // it parts the cloth there, too
    bool opensEnd{false};
};

class ShapeCutter {
public:
    explicit ShapeCutter(const BenchShape &now) : now_(now), worn_(wornShape(now.garment)) {}

    // `goes`: per particle, whether it is taken away with what the lines part from the rest; none: all stays.
    Reshaped cut(std::span<const std::span<const MeshPoint>> lines, std::span<const uint8_t> goes = {}) {
        auto cut = cutMeshAlong(worn_.shape, lines, sidesOf(lines));
        if (!cut) {
            return finished(BenchNote::BadCut);
        }
        cut_ = std::move(*cut);
        takeVertices();
        edge_ = equilateralEdge(cut_.shape.cornerUv);
        for (const PanelLine &each : panelLines()) {
            if (!cutPattern(each)) {
                return finished(BenchNote::BadPattern);
            }
        }
        splitSeams();
        const bool isSorted = sortPieces() && (goes.empty() || dropPieces(goes));
        return finished(isSorted ? fillShape() : BenchNote::BadPattern);
    }

    // A wedge is taken out.
    Reshaped cutDart(const DartCut &dart, std::span<const uint8_t> fixed) {
        auto cut = cutMeshAlongV(worn_.shape, dart.line, worn_.panel);
        auto pattern = cutWedge(now_.pattern, dart);
        if (!cut || !pattern) {
            return finished(BenchNote::BadDart);
        }
        cut_ = std::move(*cut);
        pattern_ = std::move(*pattern);
        home_.push_back(dart.panel);
        edge_ = equilateralEdge(cut_.shape.cornerUv);
        takeVertices();
        const std::vector<PanelLine> lines = panelLines();
        const bool isOne = lines.size() == 1 && lines[0].opensStart && lines[0].opensEnd;
        const Wedge wedge = isOne ? wedgeOf(cut_, fixed) : Wedge{BenchNote::BadDart, {}};
        if (wedge.note != BenchNote::None) {
            return finished(wedge.note);
        }
        dropWedge(wedge.goes);
        made_.legs = partLegs(dart.panel, dart.tip, pattern_);
        const BenchNote note = made_.legs[0].panel >= 0 ? fillShape() : BenchNote::BadDart;
        return finished(note == BenchNote::CutAtSeam ? BenchNote::BadDart : note);
    }

private:
    Reshaped finished(BenchNote note) {
        made_.note = note;
        if (note == BenchNote::None) {
            fillParts();
            made_.edgeNow = edgesNow(now_.garment, made_.shape.garment, made_.back, home_);
        }
        return std::move(made_);
    }

    // Per triangle its panel; where a line goes over a seam of a panel with itself, that counts as two,
    // parted halfway between the places on both sides, since within one panel a line is straight.
    std::vector<int32_t> sidesOf(std::span<const std::span<const MeshPoint>> lines) const {
        std::vector<int32_t> side = worn_.panel;
        auto next = static_cast<int32_t>(now_.pattern.panels.size());
        for (const std::span<const MeshPoint> line : lines) {
            next += partSides(line, next, side) ? 1 : 0;
        }
        return side;
    }

    bool partSides(std::span<const MeshPoint> line, int32_t next, std::vector<int32_t> &side) const {
        for (size_t i = 1; i < line.size(); ++i) {
            const int32_t panel = side[u(line[i].triangle)];
            const Vec2 a = flatPlace(worn_, line[i - 1]);
            const Vec2 b = flatPlace(worn_, line[i]);
            if (side[u(line[i - 1].triangle)] != panel || glm::distance(a, b) < kJump) {
                continue;
            }
            for (size_t t = 0; t < side.size(); ++t) {
                const Vec2 middle = flatPlace(worn_, {static_cast<int32_t>(t), Vec3(1.0F / 3.0F)});
                if (side[t] == panel && glm::distance(middle, b) < glm::distance(middle, a)) {
                    side[t] = next;
                }
            }
            return true;
        }
        return false;
    }

    Vec2 uvOf(size_t corner) const {
        return cut_.shape.cornerUv.empty() ? cut_.shape.uv[u(cut_.shape.triangles[corner])]
                                           : cut_.shape.cornerUv[corner];
    }
    int32_t panelOf(size_t triangle) const { return worn_.panel[u(cut_.home[triangle])]; }

    void takeVertices() {
        std::map<decltype(CutVertex{}.key()), int32_t> index;
        for (size_t c = 0; c < cut_.shape.triangles.size(); ++c) {
            const CutVertex vertex{panelOf(c / 3), cut_.shape.triangles[c], uvOf(c)};
            const auto [at, isNew] = index.insert({vertex.key(), static_cast<int32_t>(vertices_.size())});
            if (isNew) {
                vertices_.push_back(vertex);
            }
            corners_.push_back(at->second);
        }
    }

    // The corner of the triangle in which the side from a to b begins; -1: there is none.
    int32_t cornerOfSide(int32_t a, int32_t b) const {
        const auto found = side_.find({a, b});
        return found == side_.end() ? -1 : found->second;
    }

    // The cut's edges inside panels, in rows; those along seams part no panel.
    std::vector<PanelLine> panelLines() {
        for (size_t c = 0; c < corners_.size(); ++c) {
            const size_t next = c % 3 == 2 ? c - 2 : c + 1;
            side_[{cut_.shape.triangles[c], cut_.shape.triangles[next]}] = static_cast<int32_t>(c);
        }
        std::vector<PanelLine> lines;
        const CutEdge *before = nullptr;
        for (const CutEdge &edge : cut_.edges) {
            const bool goesOn = before != nullptr && before->left[1] == edge.left[0];
            before = &edge;
            int32_t c = cornerOfSide(edge.left[0], edge.left[1]);
            const bool isTurned = c < 0;
            c = isTurned ? cornerOfSide(edge.left[1], edge.left[0]) : c;
            int32_t o = cornerOfSide(edge.right[1], edge.right[0]);
            o = o < 0 ? cornerOfSide(edge.right[0], edge.right[1]) : o;
            if (c < 0 || o < 0 || panelOf(u(c) / 3) != panelOf(u(o) / 3)) {
                before = nullptr;
                continue;
            }
            const size_t after = u(c) % 3 == 2 ? u(c) - 2 : u(c) + 1;
            const Vec2 from = uvOf(isTurned ? after : u(c));
            const Vec2 to = uvOf(isTurned ? u(c) : after);
            const int32_t panel = panelOf(u(c) / 3);
            if (!goesOn || lines.empty() || lines.back().panel != panel || lines.back().uv.back() != from) {
                lines.push_back({panel, {from}, edge.left[0] != edge.right[0], false});
            }
            lines.back().uv.push_back(to);
            lines.back().opensEnd = edge.left[1] != edge.right[1];
        }
        joinEnds(lines);
        return lines;
    }

    // A line that returns to its first point and leaves the panel in between is one part there.
    static void joinEnds(std::vector<PanelLine> &lines) {
        const auto goesOn = [](const PanelLine &a, const PanelLine &b) {
            return &a != &b && a.panel == b.panel && a.uv.back() == b.uv.front();
        };
        for (size_t k = lines.size(); k-- > 0;) {
            const auto next = std::find_if(lines.begin(), lines.end(),
                                           [&](const PanelLine &line) { return goesOn(lines[k], line); });
            if (next != lines.end()) {
                lines[k].uv.insert(lines[k].uv.end(), next->uv.begin() + 1, next->uv.end());
                lines[k].opensEnd = next->opensEnd;
                lines.erase(next);
                k = std::min(k, lines.size());
            }
        }
    }

    // Where the line opens an outline it goes on beyond it, else it stays away from it.
    static void settleEnd(const PanelLoop &outline, bool opens, DVec2 &end, const DVec2 &before) {
        const DVec2 way = glm::normalize(end - before);
        if (opens) {
            end += kOverEdge * way;
        } else if (nearestOnOutline(outline, end).distance < 0.5 * kBeforeEdge &&
                   glm::distance(end, before) > 2.0 * kBeforeEdge) {
            end -= kBeforeEdge * way;
        }
    }

    bool cutPattern(const PanelLine &line) {
        const Panel &old = now_.pattern.panels[u(line.panel)];
        std::vector<DVec2> points;
        for (const Vec2 &uv : line.uv) {
            points.push_back(planePlace(old, now_.origin[u(line.panel)], uv));
        }
        const DVec2 middle = 0.5 * (points[(points.size() - 1) / 2] + points[(points.size() - 1) / 2 + 1]);
        settleEnd(old.outline, line.opensStart, points.front(), points[1]);
        settleEnd(old.outline, line.opensEnd, points.back(), points[points.size() - 2]);
        const int32_t panel = pieceWith(line.panel, middle);
        auto pattern = panel < 0 ? Result<SewingPattern>(Error{}) : cutPanel(pattern_, panel, points);
        if (!pattern) {
            return false;
        }
        pattern_ = std::move(*pattern);
        home_.resize(pattern_.panels.size(), line.panel);
        return true;
    }

    // A seam whose both sides were cut into as many edges is as many seams, each to be unpicked by itself.
    void splitSeams() {
        std::vector<Seam> seams;
        for (const Seam &seam : pattern_.seams) {
            if (seam.a.size() != seam.b.size()) {
                seams.push_back(seam);
                continue;
            }
            for (size_t e = 0; e < seam.a.size(); ++e) {
                seams.push_back({{seam.a[e]}, {seam.b[e]}, seam.rightToWrong});
            }
        }
        pattern_.seams = std::move(seams);
    }

    // The piece of a panel in which a place of its plane lies; -1: none.
    int32_t pieceWith(int32_t panel, const DVec2 &place) const {
        for (size_t p = 0; p < home_.size(); ++p) {
            if (home_[p] == panel && isInside(pieceOf(pattern_.panels[p]).outline, place)) {
                return static_cast<int32_t>(p);
            }
        }
        return -1;
    }

    // Which piece each triangle is in now: that of the first triangle that it hangs together with.
    bool sortPieces() {
        DisjointSets sets(vertices_.size());
        for (size_t c = 0; c < corners_.size(); ++c) {
            sets.join(corners_[c], corners_[c % 3 == 2 ? c - 2 : c + 1]);
        }
        std::map<int32_t, int32_t> pieceOfRoot;
        for (size_t t = 0; t < corners_.size() / 3; ++t) {
            const auto [at, isNew] = pieceOfRoot.insert({sets.of(corners_[3 * t]), -1});
            if (isNew) {
                const int32_t panel = panelOf(t);
                const Vec2 middle = (uvOf(3 * t) + uvOf(3 * t + 1) + uvOf(3 * t + 2)) / 3.0F;
                const Panel &old = now_.pattern.panels[u(panel)];
                at->second = std::count(home_.begin(), home_.end(), panel) == 1
                                 ? panel
                                 : pieceWith(panel, planePlace(old, now_.origin[u(panel)], middle));
            }
            piece_.push_back(at->second);
        }
        return std::find(piece_.begin(), piece_.end(), -1) == piece_.end();
    }

    // False where a piece would go in part only, or none.
    bool dropPieces(std::span<const uint8_t> goes) {
        const std::vector<uint8_t> parts = partsThatGo(worn_.shape, cut_, goes);
        std::vector<uint8_t> dropped(pattern_.panels.size(), 0);
        std::vector<uint8_t> kept(pattern_.panels.size(), 0);
        for (size_t t = 0; t < piece_.size(); ++t) {
            (parts[u(cut_.shape.triangles[3 * t])] != 0 ? dropped : kept)[u(piece_[t])] = 1;
        }
        for (size_t p = 0; p < kept.size(); ++p) {
            if (kept[p] == dropped[p]) {
                return false;
            }
        }
        return dropPanels(dropped);
    }

    // The last panel, which has been parted from another one.
    void dropWedge(std::span<const uint8_t> goes) {
        std::vector<uint8_t> dropped(pattern_.panels.size(), 0);
        dropped.back() = 1;
        for (size_t t = 0; t < goes.size(); ++t) {
            piece_.push_back(goes[t] != 0 ? static_cast<int32_t>(dropped.size()) - 1 : panelOf(t));
        }
        dropPanels(dropped);
    }

    // False where all or none would go.
    bool dropPanels(std::span<const uint8_t> dropped) {
        std::vector<int32_t> now(dropped.size(), -1);
        int32_t count = 0;
        for (size_t p = 0; p < dropped.size(); ++p) {
            now[p] = dropped[p] != 0 ? -1 : count++;
        }
        for (int32_t &piece : piece_) {
            piece = now[u(piece)];
        }
        std::vector<std::string> whole;
        for (const int32_t home : home_) {
            whole.push_back(now_.pattern.panels[u(home)].name);
        }
        keepPanels(now, whole, pattern_);
        for (size_t p = now.size(); p-- > 0;) {
            if (now[p] < 0) {
                home_.erase(home_.begin() + static_cast<std::ptrdiff_t>(p));
            }
        }
        return count > 0 && u(count) < dropped.size();
    }

    // Vertices and triangles panel by panel.
    BenchNote fillShape() {
        BenchShape &shape = made_.shape;
        shape.pattern = pattern_;
        const auto panels = static_cast<int32_t>(pattern_.panels.size());
        number_.assign(vertices_.size(), -1);
        std::vector<int32_t> particle;
        Garment &garment = shape.garment;
        for (int32_t p = 0; p < panels; ++p) {
            shape.origin.push_back(now_.origin[u(home_[u(p)])]);
            garment.firstParticle.push_back(static_cast<int32_t>(particle.size()));
            const size_t firstCorner = garment.shape.triangles.size();
            std::vector<DVec2> place(particle.size());
            for (size_t c = 0; c < corners_.size(); ++c) {
                if (piece_[c / 3] != p) {
                    continue;
                }
                const CutVertex &vertex = vertices_[u(corners_[c])];
                int32_t &number = number_[u(corners_[c])];
                if (number < 0) {
                    number = static_cast<int32_t>(particle.size());
                    particle.push_back(vertex.particle);
                    garment.shape.uv.push_back(vertex.uv);
                    garment.shape.position.push_back(cut_.shape.position[u(vertex.particle)]);
                    place.push_back(
                        planePlace(now_.pattern.panels[u(vertex.panel)], shape.origin.back(), vertex.uv));
                }
                garment.shape.triangles.push_back(number);
            }
            garment.edges.push_back(matchOutline(pattern_.panels[u(p)].outline, place,
                                                 std::span(garment.shape.triangles).subspan(firstCorner),
                                                 kReach * edge_));
            if (garment.edges.back().empty()) {
                return BenchNote::CutAtSeam;
            }
        }
        garment.firstParticle.push_back(static_cast<int32_t>(particle.size()));
        joinAlike(particle, shape);
        auto drawn = makeMeshCloth(garment.shape, *findFabric("cotton"), {});
        shape.drawn = drawn ? drawn->topology : nullptr;
        return drawn ? BenchNote::None : BenchNote::NoSheet;
    }

    void fillParts() {
        std::vector<int32_t> now(cut_.source.size(), -1); // per particle of the cut mesh
        for (size_t v = 0; v < vertices_.size(); ++v) {
            if (number_[v] >= 0) { // it is not taken away
                now[u(vertices_[v].particle)] = made_.shape.garment.sewnParticle[u(number_[v])];
            }
        }
        for (size_t q = 0; q < now.size(); ++q) {
            const ParticleSource &source = cut_.source[q];
            for (int32_t i = 0; i < 3 && now[q] >= 0; ++i) {
                if (source.share[i] != 0.0F) {
                    made_.forth.push_back({source.particle[u(i)], now[q], source.share[i]});
                }
            }
            if (now[q] >= 0 && q < worn_.shape.uv.size()) {
                made_.back.push_back({now[q], static_cast<int32_t>(q), 1.0F});
            }
        }
        const auto byFrom = [](const ParticlePart &a, const ParticlePart &b) {
            return std::pair(a.from, a.to) < std::pair(b.from, b.to);
        };
        std::sort(made_.forth.begin(), made_.forth.end(), byFrom);
        std::sort(made_.back.begin(), made_.back.end(), byFrom);
    }

    const BenchShape &now_;
    WornShape worn_;
    MeshCut cut_;
    std::vector<CutVertex> vertices_;
    std::vector<int32_t> corners_; // per corner of the cut mesh, its vertex
    std::map<std::pair<int32_t, int32_t>, int32_t> side_;
    double edge_{0.0}; // m
    SewingPattern pattern_{now_.pattern};
    std::vector<int32_t> home_ = [this] { // per panel, the one before the cut
        std::vector<int32_t> home(now_.pattern.panels.size());
        std::iota(home.begin(), home.end(), 0);
        return home;
    }();
    std::vector<int32_t> piece_;  // per triangle, its panel after the cut
    std::vector<int32_t> number_; // per vertex, its number in the garment
    Reshaped made_;
};

} // namespace

Reshaped cutShape(const BenchShape &now, std::span<const MeshPoint> line) {
    return ShapeCutter(now).cut(std::span(&line, 1));
}

Reshaped hemShape(const BenchShape &now, const Hem &hem) {
    const LevelTrim trim = hemOf(wornShape(now.garment).shape, hem);
    Reshaped made;
    made.note = noteOf(trim, hem);
    if (made.note != BenchNote::None) {
        return made;
    }
    const std::vector<std::span<const MeshPoint>> lines(trim.lines.begin(), trim.lines.end());
    return ShapeCutter(now).cut(lines, trim.goes);
}

Reshaped dartShape(const BenchShape &now, std::span<const MeshPoint> drawn, std::span<const uint8_t> fixed) {
    const DartCut dart = dartOf(now, wornShape(now.garment), drawn);
    Reshaped made;
    made.note = dart.note;
    return dart.note == BenchNote::None ? ShapeCutter(now).cutDart(dart, fixed) : made;
}

} // namespace selvage
