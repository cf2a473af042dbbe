#include "svg_transform.h"

#include "svg_path.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

std::optional<Affine> affineOf(const std::string &kind, std::vector<double> n) {
    const size_t count = n.size();
    n.resize(6, 0.0);
    if (kind == "matrix" && count == 6) {
        return Affine{n[0], n[1], n[2], n[3], n[4], n[5]};
    }
    if (kind == "translate" && (count == 1 || count == 2)) {
        return Affine{1.0, 0.0, 0.0, 1.0, n[0], n[1]};
    }
    if (kind == "scale" && (count == 1 || count == 2)) {
        return Affine{n[0], 0.0, 0.0, count == 1 ? n[0] : n[1], 0.0, 0.0};
    }
    const double angle = glm::radians(n[0]);
    if (kind == "rotate" && (count == 1 || count == 3)) {
        const double c = std::cos(angle);
        const double s = std::sin(angle);
        return Affine{1, 0, 0, 1, n[1], n[2]} * Affine{c, s, -s, c, 0, 0} * Affine{1, 0, 0, 1, -n[1], -n[2]};
    }
    if (kind == "skewX" && count == 1) {
        return Affine{1.0, 0.0, std::tan(angle), 1.0, 0.0, 0.0};
    }
    if (kind == "skewY" && count == 1) {
        return Affine{1.0, std::tan(angle), 0.0, 1.0, 0.0, 0.0};
    }
    return std::nullopt;
}

// A circle that is squeezed is none: in two cubics a half, of the two quarters.
void squeeze(const PanelEdge &arc, PanelLoop &out) {
    const DVec2 chord = arc.end - arc.start;
    const DVec2 rise = arc.through.front() - 0.5 * (arc.start + arc.end);
    const double c = 0.5 * glm::length(chord);
    const double s = glm::length(rise);
    const bool left = chord.x * rise.y - chord.y * rise.x > 0.0;
    const double radius = s > 0.0 ? (c * c + s * s) / (2.0 * s) : 0.0;
    const double angle = 4.0 * std::atan2(s, c) * (left ? -1.0 : 1.0); // spanned, signed
    const DVec2 centre = s > 0.0 ? arc.through.front() - radius / s * rise : arc.start;
    const int pieces =
        std::max(1, static_cast<int>(std::ceil(std::abs(angle) / glm::half_pi<double>() - 1e-9)));
    const double step = angle / pieces;
    const double handle = 4.0 / 3.0 * std::tan(0.25 * step);
    const DVec2 from = arc.start - centre;
    DVec2 p = from;
    for (int k = 1; k <= pieces; ++k) {
        const double turn = k * step;
        const DVec2 q(std::cos(turn) * from.x - std::sin(turn) * from.y,
                      std::sin(turn) * from.x + std::cos(turn) * from.y);
        out.push_back({EdgeCurve::Cubic,
                       centre + p,
                       k == pieces ? arc.end : centre + q,
                       {centre + p + handle * DVec2(-p.y, p.x), centre + q - handle * DVec2(-q.y, q.x)},
                       {}});
        p = q;
    }
}

} // namespace

Affine operator*(const Affine &outer, const Affine &inner) {
    const DVec2 x = DVec2(outer.a * inner.a + outer.c * inner.b, outer.b * inner.a + outer.d * inner.b);
    const DVec2 y = DVec2(outer.a * inner.c + outer.c * inner.d, outer.b * inner.c + outer.d * inner.d);
    const DVec2 origin = outer({inner.e, inner.f});
    return {x.x, x.y, y.x, y.y, origin.x, origin.y};
}

std::optional<Affine> parseTransform(std::string_view text) {
    constexpr const char *kBlanks = " \t\r\n,";
    Affine all;
    for (;;) {
        const size_t begin = text.find_first_not_of(kBlanks);
        if (begin == std::string_view::npos) {
            return all;
        }
        const size_t open = text.find('(', begin);
        const size_t close = open == std::string_view::npos ? open : text.find(')', open);
        if (close == std::string_view::npos) {
            return std::nullopt;
        }
        std::string kind(text.substr(begin, open - begin));
        kind.erase(kind.find_last_not_of(kBlanks) + 1);
        const auto one = affineOf(kind, svgNumbers(text.substr(open + 1, close - open - 1)));
        if (!one) {
            return std::nullopt;
        }
        all = all * *one;
        text.remove_prefix(close + 1);
    }
}

PanelLoop placed(const PanelLoop &loop, const Affine &to) {
    PanelLoop out;
    for (const PanelEdge &edge : loop) {
        if (edge.curve == EdgeCurve::Arc && !to.isSimilarity()) {
            squeeze(edge, out);
        } else {
            out.push_back(edge);
        }
    }
    for (PanelEdge &edge : out) {
        edge.start = to(edge.start);
        edge.end = to(edge.end);
        for (DVec2 &p : edge.through) {
            p = to(p);
        }
    }
    return out;
}

} // namespace selvage
