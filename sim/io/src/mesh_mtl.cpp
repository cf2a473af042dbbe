// Materials of Wavefront's MTL: the colour (Kd, taken for sRGB as most programs do) and the exponent of the
// gloss (Ns). Textures and all else is left out; what cannot be read leaves the material as it was.
#include "raw_mesh.h"
#include "text_scanner.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

// IEC 61966-2-1. What is no number becomes black.
float toLinear(double value) {
    const double share = value > 0.0 ? std::min(value, 1.0) : 0.0;
    return static_cast<float>(share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4));
}

// "r g b" or "r" alone; nothing for spectra.
std::optional<Vec3> colourOf(TextScanner &words) {
    const auto red = words.number<double>();
    if (!red) {
        return std::nullopt;
    }
    const double green = words.number<double>().value_or(*red);
    const double blue = words.number<double>().value_or(green);
    return Vec3(toLinear(*red), toLinear(green), toLinear(blue));
}

// Walter et al. 2007, §5.2: the width of a microfacet lobe as wide as that of Phong's exponent.
float roughnessOf(double exponent) {
    const double width = std::sqrt(2.0 / (std::max(exponent, 0.0) + 2.0));
    return static_cast<float>(std::sqrt(width));
}

} // namespace

void addMaterials(std::string_view text, RawMesh &mesh, MaterialNames &names) {
    bool open = false; // a material has begun
    TextScanner lines(text);
    while (!lines.atEnd()) {
        TextScanner words(lines.restOfLine());
        const std::string_view key = words.word();
        if (key == "newmtl") {
            names.insert_or_assign(trimmed(words.restOfLine()), static_cast<int32_t>(mesh.paints.size()));
            mesh.paints.emplace_back();
            open = true;
        } else if (key == "Kd" && open) {
            Paint &paint = mesh.paints.back();
            paint.colour = colourOf(words).value_or(paint.colour);
        } else if (key == "Ns" && open) {
            if (const auto exponent = words.number<double>()) {
                mesh.paints.back().roughness = roughnessOf(*exponent);
            }
        }
    }
}

std::string trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const size_t begin = text.find_first_not_of(kBlanks);
    return begin == std::string_view::npos
               ? std::string()
               : std::string(text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1));
}

} // namespace selvage
