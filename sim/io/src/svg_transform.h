// SVG's transforms, and what they make of outlines.
#pragma once

#include "sim/sewing_pattern.h"

#include <string_view>

namespace selvage {

// x' = a x + c y + e, y' = b x + d y + f
struct Affine {
    double a{1.0}, b{0.0}, c{0.0}, d{1.0}, e{0.0}, f{0.0};

    DVec2 operator()(const DVec2 &p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
    // Keeps circles round.
    bool isSimilarity() const {
        const double scale = std::abs(a) + std::abs(b) + std::abs(c) + std::abs(d);
        const auto near = [&](double x, double y) { return std::abs(x - y) <= 1e-9 * scale; };
        return (near(a, d) && near(b, -c)) || (near(a, -d) && near(b, c));
    }
};

Affine operator*(const Affine &outer, const Affine &inner);

// A list of transforms, the last one nearest to the element; nothing where it cannot be read.
std::optional<Affine> parseTransform(std::string_view text);

// Circles that are squeezed become cubic curves.
PanelLoop placed(const PanelLoop &loop, const Affine &to);

} // namespace selvage
