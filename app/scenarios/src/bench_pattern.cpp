// See bench_pattern.h.
#include "bench_pattern.h"

#include "io/pattern_file.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr double kSlit = 0.004;        // m, between the sides of a piece that is opened
constexpr double kSmooth = 0.98;       // –, cosine of the angle up to which an edge goes on smoothly
constexpr int32_t kCurvePieces = 48;   // of a curve that becomes part of a longer edge
constexpr int32_t kCopiesMax = 8;      // of a piece
constexpr float kRingShape = 4.0F;     // –, from which on a piece is long and narrow
constexpr float kApart = 0.03F;        // m, between pieces side by side
constexpr float kNearest = 0.19F;      // m, from the axis to those
constexpr float kRingNearest = 0.145F; // m, from the axis to a ring
constexpr float kRingApart = 0.02F;    // m, between a ring's ends
constexpr float kRingOver = 0.02F;     // m, of a ring over the waist

PanelLoop turnedRound(const PanelLoop &loop) {
    PanelLoop turned;
    for (auto edge = loop.rbegin(); edge != loop.rend(); ++edge) {
        turned.push_back(reversed(*edge));
    }
    return turned;
}

DVec2 flipped(const DVec2 &p) {
    return {-p.x, p.y};
}

PanelLoop flipped(const PanelLoop &loop) {
    PanelLoop image = turnedRound(loop);
    for (PanelEdge &edge : image) {
        edge.start = flipped(edge.start);
        edge.end = flipped(edge.end);
        std::transform(edge.through.begin(), edge.through.end(), edge.through.begin(),
                       [](const DVec2 &p) { return flipped(p); });
    }
    return image;
}

Panel flipped(const Panel &panel) {
    Panel image = panel;
    image.outline = flipped(panel.outline);
    for (PanelLoop &hole : image.holes) {
        hole = flipped(hole);
    }
    for (PanelLine &line : image.lines) {
        std::transform(line.points.begin(), line.points.end(), line.points.begin(),
                       [](const DVec2 &p) { return flipped(p); });
    }
    for (Notch &notch : image.notches) {
        notch.along = edgeLength(panel.outline[static_cast<size_t>(notch.edge)]) - notch.along;
        notch.edge = static_cast<int32_t>(panel.outline.size()) - 1 - notch.edge;
    }
    image.grain = flipped(panel.grain);
    return image;
}

// What lies left of the middle, then what lies there once, then the others: as they meet round a body.
void cutCopies(SewingPattern &pattern) {
    std::vector<Panel> copies;
    for (Panel &panel : pattern.panels) {
        const int32_t count = std::min(panel.quantity, kCopiesMax);
        panel.quantity = 1;
        for (int32_t k = 2; k <= count; ++k) {
            copies.push_back(k % 2 == 0 ? flipped(panel) : panel);
            copies.back().name += ' ';
            copies.back().name += std::to_string(k);
        }
    }
    pattern.panels.insert(pattern.panels.end(), copies.rbegin(), copies.rend());
}

// A narrow slit from the outline to the hole, from corner to corner where they are nearest.
void openHole(Panel &panel) {
    PanelLoop hole = panel.holes.front();
    if ((signedArea(hole) > 0.0) == (signedArea(panel.outline) > 0.0)) {
        hole = turnedRound(hole);
    }
    size_t from = 0;
    size_t to = 0;
    const auto apart = [&](size_t a, size_t b) {
        return glm::distance(panel.outline[a].start, hole[b].start);
    };
    for (size_t a = 0; a < panel.outline.size(); ++a) {
        for (size_t b = 0; b < hole.size(); ++b) {
            if (apart(a, b) < apart(from, to) - kSlit) {
                from = a;
                to = b;
            }
        }
    }
    PanelLoop loop = panel.outline;
    std::rotate(loop.begin(), loop.begin() + static_cast<std::ptrdiff_t>(from), loop.end());
    std::rotate(hole.begin(), hole.begin() + static_cast<std::ptrdiff_t>(to), hole.end());
    PanelEdge there;
    there.start = loop.front().start;
    there.end = hole.front().start;
    loop.front() = partOf(loop.front(), kSlit, edgeLength(loop.front()));
    hole.back() = partOf(hole.back(), 0.0, edgeLength(hole.back()) - kSlit);
    PanelEdge back;
    back.start = hole.back().end;
    back.end = loop.front().start;
    loop.push_back(there);
    loop.insert(loop.end(), hole.begin(), hole.end());
    loop.push_back(back);
    panel.outline = std::move(loop);
    panel.holes.erase(panel.holes.begin());
    panel.notches.clear(); // of edges that are other ones now
}

bool isSmooth(const PanelEdge &before, const PanelEdge &after) {
    const EdgeTrace a = traceEdge(before);
    const EdgeTrace b = traceEdge(after);
    const DVec2 out = a.point.back() - pointAt(a, a.length() - std::min(0.002, 0.5 * a.length()));
    const DVec2 in = pointAt(b, std::min(0.002, 0.5 * b.length())) - b.point.front();
    return glm::dot(out, in) > kSmooth * glm::length(out) * glm::length(in);
}

// The points of an edge but its ends.
void addThrough(const PanelEdge &edge, std::vector<DVec2> &points) {
    if (edge.curve == EdgeCurve::Polyline) {
        points.insert(points.end(), edge.through.begin(), edge.through.end());
    } else if (edge.curve != EdgeCurve::Line) {
        const EdgeTrace trace = traceEdge(edge);
        for (int32_t k = 1; k < kCurvePieces; ++k) {
            points.push_back(pointAt(trace, trace.length() * k / kCurvePieces));
        }
    }
}

// Where a hand takes an edge, it means all of it, from corner to corner.
void joinSmoothEdges(Panel &panel) {
    const PanelLoop &old = panel.outline;
    const auto before = [&](size_t e) -> const PanelEdge & { return old[(e + old.size() - 1) % old.size()]; };
    size_t corner = 0;
    while (corner < old.size() && isSmooth(before(corner), old[corner])) {
        ++corner;
    }
    if (corner == old.size()) {
        return;
    }
    PanelLoop loop;
    std::vector<Notch> place(old.size()); // where each one begins now
    double along = 0.0;
    for (size_t k = 0; k < old.size(); ++k) {
        const size_t e = (corner + k) % old.size();
        if (k == 0 || !isSmooth(before(e), old[e])) {
            loop.push_back(old[e]);
            along = 0.0;
        } else {
            PanelEdge whole;
            whole.curve = EdgeCurve::Polyline;
            whole.start = loop.back().start;
            whole.label = loop.back().label;
            addThrough(loop.back(), whole.through);
            whole.through.push_back(old[e].start);
            addThrough(old[e], whole.through);
            whole.end = old[e].end;
            loop.back() = std::move(whole);
        }
        place[e] = {static_cast<int32_t>(loop.size()) - 1, along};
        along += edgeLength(old[e]);
    }
    for (Notch &notch : panel.notches) {
        const Notch &start = place[static_cast<size_t>(notch.edge)];
        notch = {start.edge, start.along + notch.along};
    }
    panel.outline = std::move(loop);
}

// A piece of the bench as it lies flat.
struct Piece {
    size_t first{0}; // vertex
    size_t last{0};  // one past them
    Vec2 low{1e9F};  // m
    Vec2 high{-1e9F};
    bool isCircle{false};
    Vec2 opening{0.0F}; // m, of a circle that was opened, at its rim

    Vec2 size() const { return high - low; }
    bool isLong() const {
        const Vec2 s = size();
        return std::max(s.x, s.y) > kRingShape * std::min(s.x, s.y);
    }
};

// A circle that was opened: an edge goes all round it.
bool isCircle(const Panel &panel) {
    return std::any_of(panel.outline.begin(), panel.outline.end(), [&](const PanelEdge &edge) {
        const PatternBox box = boxOf(panel.outline);
        return glm::distance(edge.start, edge.end) < 2.0 * kSlit &&
               edgeLength(edge) > 2.0 * (box.high.x - box.low.x);
    });
}

std::vector<Piece> piecesOf(const BenchShape &shape) {
    std::vector<Piece> pieces;
    const Garment &garment = shape.garment;
    for (size_t p = 0; p < shape.pattern.panels.size(); ++p) {
        Piece piece;
        piece.first = static_cast<size_t>(garment.firstParticle[p]);
        piece.last = static_cast<size_t>(garment.firstParticle[p + 1]);
        piece.isCircle = isCircle(shape.pattern.panels[p]);
        piece.opening = shape.pattern.panels[p].outline.front().start;
        for (size_t v = piece.first; v < piece.last; ++v) {
            piece.low = glm::min(piece.low, Vec2(garment.shape.position[v]));
            piece.high = glm::max(piece.high, Vec2(garment.shape.position[v]));
        }
        pieces.push_back(piece);
    }
    return pieces;
}

class Hanging {
public:
    Hanging(World &world, const Vec3 &axis)
        : world_(world), axis_(axis), pieces_(piecesOf(world.bench->shape)),
          flat_(world.bench->shape.garment.shape.position), place_(world.cloths[0].position) {}

    void hang() {
        float sum = 0.0F;
        for (const Piece &piece : pieces_) {
            sum += piece.isCircle || piece.isLong() ? 0.0F : piece.size().x + kApart;
        }
        const float radius = std::max(kNearest, sum / glm::two_pi<float>());
        float along = -0.5F * sum;
        float over = kRingOver;
        for (const Piece &piece : pieces_) {
            if (piece.isCircle) {
                lay(piece);
            } else if (piece.isLong()) {
                over += ring(piece, over) + kApart;
            } else {
                stand(piece, radius, along + 0.5F * kApart);
                along += piece.size().x + kApart;
            }
        }
        world_.cloths[0].fixedTarget = place_;
    }

private:
    Vec3 around(float angle, float radius, float over) const {
        return axis_ + Vec3(radius * std::sin(angle), over, radius * std::cos(angle));
    }

    // Opened at the back.
    void lay(const Piece &piece) {
        const Vec2 middle = 0.5F * (piece.low + piece.high);
        const Vec2 back = glm::normalize(piece.opening - middle);
        for (size_t v = piece.first; v < piece.last; ++v) {
            const Vec2 at = Vec2(flat_[v]) - middle;
            place_[v] = axis_ + Vec3(back.y * at.x - back.x * at.y, 0.0F, -glm::dot(back, at));
        }
        for (const float angle : {0.4F, 2.0F, 3.5F, 5.1F}) {
            pinNearest(piece, around(angle, 0.0F, 0.0F) + 0.01F * around(angle, 1.0F, 0.0F) - 0.01F * axis_);
        }
    }

    // Its height, m.
    float ring(const Piece &piece, float over) {
        const bool isUpright = piece.size().y > piece.size().x; // in the pattern
        const float length = isUpright ? piece.size().y : piece.size().x;
        const float height = isUpright ? piece.size().x : piece.size().y;
        const float radius = std::max(kRingNearest, (length + kRingApart) / glm::two_pi<float>());
        for (size_t v = piece.first; v < piece.last; ++v) {
            const Vec2 at = Vec2(flat_[v]) - piece.low;
            const Vec2 turned = isUpright ? Vec2(at.y, piece.size().x - at.x) : at;
            place_[v] = around((turned.x - 0.5F * length) / radius, radius, over + turned.y);
        }
        for (const float share : {-0.48F, -0.24F, 0.0F, 0.24F, 0.48F}) {
            pinNearest(piece, around(share * length / radius, radius, over + height));
        }
        return height;
    }

    void stand(const Piece &piece, float radius, float along) {
        for (size_t v = piece.first; v < piece.last; ++v) {
            const Vec2 at(flat_[v].x - piece.low.x, flat_[v].y - piece.high.y);
            place_[v] = around((along + at.x) / radius, radius, at.y);
        }
        for (const float share : {0.02F, 0.5F, 0.98F}) {
            pinNearest(piece, around((along + share * piece.size().x) / radius, radius, 0.0F));
        }
    }

    void pinNearest(const Piece &piece, const Vec3 &at) {
        size_t nearest = piece.first;
        for (size_t v = piece.first; v < piece.last; ++v) {
            nearest = glm::distance(place_[v], at) < glm::distance(place_[nearest], at) ? v : nearest;
        }
        world_.pins.push_back({.cloth = 0, .particle = static_cast<int32_t>(nearest)});
    }

    World &world_;
    Vec3 axis_;
    std::vector<Piece> pieces_;
    const std::vector<Vec3> &flat_; // m, per vertex
    std::vector<Vec3> &place_;
};

} // namespace

Result<SewingPattern> benchPattern(const std::filesystem::path &path) {
    auto file = readPattern(path, {});
    if (!file) {
        return file.error();
    }
    SewingPattern pattern = std::move(file->pattern);
    cutCopies(pattern);
    for (Panel &panel : pattern.panels) {
        if (panel.holes.size() == 1) {
            openHole(panel);
        }
        joinSmoothEdges(panel);
    }
    pattern.seams.clear();
    const std::vector<std::string> faults = patternFaults(pattern);
    if (!faults.empty()) {
        return Error{path.string() + ": " + faults.front()};
    }
    return pattern;
}

void hangPieces(World &world, const Vec3 &axis) {
    Hanging(world, axis).hang();
}

} // namespace selvage
