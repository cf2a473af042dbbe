// Wavefront OBJ: v and vn per particle, vt per vertex of a panel.
#include "garment_writers.h"

#include <algorithm>
#include <charconv>

namespace selvage {

namespace {

// With the digits that tell it from its neighbours.
void append(std::string &text, float value) {
    char digits[32];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), value);
    text += ' ';
    text.append(std::begin(digits), end.ptr);
}

void appendLine(std::string &text, const char *kind, const float *values, int32_t count) {
    text += kind;
    for (int32_t k = 0; k < count; ++k) {
        append(text, values[k]);
    }
    text += '\n';
}

// One word: groups with blanks in their names are several.
std::string groupName(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return c <= ' '; }, '_');
    return name.empty() ? "panel" : name;
}

void appendFace(std::string &text, const GarmentMesh &garment, size_t corner) {
    text += 'f';
    for (size_t k = 0; k < 3; ++k) {
        const int32_t vertex = garment.triangles[corner + k];
        const std::string particle = std::to_string(garment.particleOf[static_cast<size_t>(vertex)] + 1);
        text += ' ';
        text += particle;
        text += '/';
        text += std::to_string(vertex + 1);
        text += '/';
        text += particle;
    }
    text += '\n';
}

} // namespace

Result<std::string> objText(const GarmentMesh &garment) {
    std::string text =
        "# A garment by Selvage: metres, +y up; a group a panel. vt: the place in the flat panel in\n"
        "# metres, along weft and warp from its low corner.\n";
    for (const Vec3 &p : garment.position) {
        appendLine(text, "v", &p.x, 3);
    }
    for (const Vec2 &uv : garment.uv) {
        appendLine(text, "vt", &uv.x, 2);
    }
    for (const Vec3 &n : particleNormals(garment)) {
        appendLine(text, "vn", &n.x, 3);
    }
    for (size_t p = 0; p < garment.panels.size(); ++p) {
        text += "g " + groupName(garment.panels[p].name) + "\n";
        const PanelRange range = rangeOf(garment, p);
        for (size_t corner = range.firstCorner; corner < range.endCorner; corner += 3) {
            if (isWhole(garment, corner)) {
                appendFace(text, garment, corner);
            }
        }
    }
    return text;
}

} // namespace selvage
