// The table of pattern formats, and the way from a file's unit to metres.
#include "io/pattern_file.h"

#include "file_bytes.h"
#include "raw_pattern.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

struct PatternFormat {
    const char *extension;
    Result<RawPattern> (*parse)(const PatternSource &);
};

constexpr PatternFormat kFormats[] = {{".json", parseGarmentCode}};

constexpr double kCornerTurn = 0.94;     // cos 20 degrees: a polyline that turns more has a corner there
constexpr size_t kInnerPointsMax = 4096; // of one edge of a polyline

const PatternFormat *formatOf(const std::filesystem::path &path) {
    const std::string extension = extensionOf(path);
    const auto *format = std::find_if(std::begin(kFormats), std::end(kFormats),
                                      [&](const PatternFormat &f) { return extension == f.extension; });
    return format == std::end(kFormats) ? nullptr : format;
}

void scaleLoop(PanelLoop &loop, double scale) {
    for (PanelEdge &edge : loop) {
        edge.start *= scale;
        edge.end *= scale;
        for (DVec2 &p : edge.through) {
            p *= scale;
        }
    }
}

void scalePattern(SewingPattern &pattern, double scale) {
    for (Panel &panel : pattern.panels) {
        scaleLoop(panel.outline, scale);
        for (PanelLoop &hole : panel.holes) {
            scaleLoop(hole, scale);
        }
        for (PanelLine &line : panel.lines) {
            for (DVec2 &p : line.points) {
                p *= scale;
            }
        }
        for (Notch &notch : panel.notches) {
            notch.along *= scale;
        }
        panel.placement.position *= static_cast<float>(scale);
    }
}

// The longest side of any piece, in the file's unit.
double longestSide(const SewingPattern &pattern) {
    double longest = 0.0;
    for (const Panel &panel : pattern.panels) {
        if (!panel.outline.empty()) {
            const PatternBox box = boxOf(panel.outline);
            longest = std::max({longest, box.high.x - box.low.x, box.high.y - box.low.y});
        }
    }
    return longest;
}

struct UnitGuess {
    LengthUnit unit;
    UnitSource source;
};

// From how long the longest piece would be: pieces of garments reach from 0.2 to 2.5 m.
UnitGuess guessUnit(const RawPattern &raw, double longest) {
    if (raw.english) {
        return {LengthUnit::Inch, UnitSource::Likely};
    }
    if (raw.metric) {
        return {longest >= 200.0 ? LengthUnit::Millimetre : LengthUnit::Centimetre, UnitSource::Likely};
    }
    if (longest >= 250.0) {
        return {LengthUnit::Millimetre, UnitSource::Likely};
    }
    if (longest >= 100.0) {
        return {LengthUnit::Centimetre, UnitSource::Unsure};
    }
    if (longest >= 20.0) { // 20 cm to 1 m, or 50 cm to 2.5 m
        return {LengthUnit::Inch, UnitSource::Unsure};
    }
    return {longest >= 4.0 ? LengthUnit::Inch : LengthUnit::Metre, UnitSource::Unsure};
}

PatternFile toMetres(RawPattern raw, const PatternImportOptions &options) {
    PatternFile file;
    file.format = std::move(raw.format);
    file.notes = std::move(raw.notes);
    if (options.unit) {
        file.metresPerUnit = metresOf(*options.unit);
        file.unitSource = UnitSource::Given;
    } else if (raw.metresPerUnit) {
        file.metresPerUnit = *raw.metresPerUnit;
        file.unitReason = std::move(raw.unitReason);
    } else {
        const double longest = longestSide(raw.pattern);
        const UnitGuess guess = guessUnit(raw, longest);
        file.metresPerUnit = metresOf(guess.unit);
        file.unitSource = guess.source;
        file.unitReason = std::move(raw.unitReason);
    }
    file.pattern = std::move(raw.pattern);
    scalePattern(file.pattern, file.metresPerUnit);
    return file;
}

// The mirror image of p in the line through a along `direction` (of unit length).
DVec2 mirrored(const DVec2 &p, const DVec2 &a, const DVec2 &direction) {
    const DVec2 from = p - a;
    return a + 2.0 * glm::dot(from, direction) * direction - from;
}

PanelEdge mirrored(const PanelEdge &edge, const DVec2 &a, const DVec2 &direction) {
    PanelEdge image = edge;
    image.start = mirrored(edge.start, a, direction);
    image.end = mirrored(edge.end, a, direction);
    for (DVec2 &p : image.through) {
        p = mirrored(p, a, direction);
    }
    return image;
}

void unfoldMarks(Panel &panel, const DVec2 &a, const DVec2 &direction, const std::vector<int32_t> &numberNow,
                 int32_t halfCount) {
    const std::vector<Notch> halves = std::move(panel.notches);
    panel.notches.clear();
    for (const Notch &notch : halves) {
        const int32_t edge = numberNow[static_cast<size_t>(notch.edge)];
        if (edge < 0) {
            continue; // on the fold
        }
        const int32_t image = 2 * halfCount - 1 - edge;
        const double length = edgeLength(panel.outline[static_cast<size_t>(edge)]);
        panel.notches.push_back({edge, notch.along});
        panel.notches.push_back({image, length - notch.along});
    }
    for (size_t h = 0, count = panel.holes.size(); h < count; ++h) {
        PanelLoop image;
        for (auto edge = panel.holes[h].rbegin(); edge != panel.holes[h].rend(); ++edge) {
            image.push_back(reversed(mirrored(*edge, a, direction)));
        }
        panel.holes.push_back(std::move(image));
    }
    for (size_t l = 0, count = panel.lines.size(); l < count; ++l) {
        PanelLine image = panel.lines[l];
        for (DVec2 &p : image.points) {
            p = mirrored(p, a, direction);
        }
        if (image.use != LineUse::Fold) {
            panel.lines.push_back(std::move(image));
        }
    }
}

bool turnsAt(const DVec2 &before, const DVec2 &at, const DVec2 &after) {
    const DVec2 in = at - before;
    const DVec2 out = after - at;
    return glm::dot(in, out) < kCornerTurn * glm::length(in) * glm::length(out);
}

} // namespace

bool unfold(Panel &panel, const DVec2 &a, const DVec2 &b, double tolerance) {
    const double length = glm::distance(a, b);
    if (!(length > 0.0)) {
        return false;
    }
    const DVec2 direction = (b - a) / length;
    const auto onLine = [&](const DVec2 &p) {
        const DVec2 from = p - a;
        return std::abs(from.x * direction.y - from.y * direction.x) <= tolerance;
    };
    const auto onFold = [&](const PanelEdge &edge) {
        return onLine(edge.start) && onLine(edge.end) &&
               std::all_of(edge.through.begin(), edge.through.end(), onLine);
    };
    const auto count = panel.outline.size();
    size_t first = 0; // the first edge after the fold
    while (first < count &&
           !(onFold(panel.outline[(first + count - 1) % count]) && !onFold(panel.outline[first]))) {
        ++first;
    }
    if (first == count) {
        return false;
    }
    PanelLoop half;
    std::vector<int32_t> numberNow(count, -1);
    for (size_t k = 0; k < count && !onFold(panel.outline[(first + k) % count]); ++k) {
        numberNow[(first + k) % count] = static_cast<int32_t>(half.size());
        half.push_back(panel.outline[(first + k) % count]);
    }
    const size_t folded =
        static_cast<size_t>(std::count_if(panel.outline.begin(), panel.outline.end(), onFold));
    if (half.size() + folded != count || half.empty()) {
        return false; // the fold is interrupted: what should become of the rest?
    }
    // The ends snap to the line, so that both halves meet.
    half.front().start = 0.5 * (half.front().start + mirrored(half.front().start, a, direction));
    half.back().end = 0.5 * (half.back().end + mirrored(half.back().end, a, direction));
    panel.outline = half;
    for (auto edge = half.rbegin(); edge != half.rend(); ++edge) {
        panel.outline.push_back(reversed(mirrored(*edge, a, direction)));
    }
    unfoldMarks(panel, a, direction, numberNow, static_cast<int32_t>(half.size()));
    panel.unfolded = true;
    return true;
}

PanelLoop edgesOfPolyline(std::vector<DVec2> points) {
    points.erase(std::unique(points.begin(), points.end()), points.end());
    while (points.size() > 1 && points.back() == points.front()) {
        points.pop_back();
    }
    const size_t count = points.size();
    PanelLoop loop;
    if (count < 2) {
        return loop;
    }
    size_t first = 0; // a corner to start with
    while (first < count &&
           !turnsAt(points[(first + count - 1) % count], points[first], points[(first + 1) % count])) {
        ++first;
    }
    first %= count;
    PanelEdge edge;
    edge.start = points[first];
    for (size_t k = 1; k <= count; ++k) {
        const DVec2 &p = points[(first + k) % count];
        const bool corner = k == count || edge.through.size() >= kInnerPointsMax ||
                            turnsAt(points[(first + k - 1) % count], p, points[(first + k + 1) % count]);
        if (!corner) {
            edge.through.push_back(p);
            continue;
        }
        edge.end = p;
        edge.curve = edge.through.empty() ? EdgeCurve::Line : EdgeCurve::Polyline;
        loop.push_back(std::move(edge));
        edge = {};
        edge.start = p;
    }
    return loop;
}

Result<PatternFile> parsePattern(std::span<const std::byte> bytes, const std::string &name,
                                 const PatternImportOptions &options) {
    const PatternFormat *format = formatOf(name);
    if (format == nullptr) {
        return Error{name + ": this is no format of sewing patterns; expected one of " + patternExtensions()};
    }
    if (bytes.empty()) {
        return Error{name + ": the file is empty"};
    }
    auto raw = format->parse({bytes, name});
    if (!raw) {
        return raw.error();
    }
    if (raw.value().pattern.panels.empty()) {
        return Error{name + ": no closed outline of a piece was found"};
    }
    return toMetres(std::move(raw.value()), options);
}

Result<PatternFile> readPattern(const std::filesystem::path &path, const PatternImportOptions &options) {
    const auto bytes = readBytes(path, kPatternFileBytesMax);
    if (!bytes) {
        return bytes.error();
    }
    return parsePattern(bytes.value(), path.string(), options);
}

bool isPatternFile(const std::filesystem::path &path) {
    return formatOf(path) != nullptr;
}

std::string patternExtensions() {
    std::string known;
    for (const PatternFormat &each : kFormats) {
        known += std::string(known.empty() ? "" : ", ") + each.extension;
    }
    return known;
}

} // namespace selvage
