// The table of pattern formats, and the way from a file's unit to metres.
#include "io/pattern_file.h"

#include "file_bytes.h"
#include "format_table.h"
#include "raw_pattern.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

struct PatternFormat {
    const char *extension;
    Result<RawPattern> (*parse)(const PatternSource &);
    Result<std::string> (*write)(const SewingPattern &);
};

constexpr PatternFormat kFormats[] = {{".json", parseGarmentCode, garmentCodeText},
                                      {".svg", parseSvgPattern, svgPatternText},
                                      {".dxf", parseDxfPattern, dxfPatternText}};

Error noFormat(const std::string &name) {
    return {name + ": this is no format of sewing patterns; expected one of " + patternExtensions()};
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
        file.unitSource = raw.unitLikely ? UnitSource::Likely : UnitSource::Stated;
        file.unitReason = std::move(raw.unitReason);
    } else {
        const double longest = longestSide(raw.pattern);
        const UnitGuess guess = guessUnit(raw, longest);
        file.metresPerUnit = metresOf(guess.unit);
        file.unitSource = guess.source;
        file.unitReason = std::move(raw.unitReason);
    }
    file.pattern = std::move(raw.pattern);
    for (Panel &panel : file.pattern.panels) { // names are shown in lines of text
        std::replace_if(
            panel.name.begin(), panel.name.end(), [](unsigned char c) { return c < ' '; }, ' ');
    }
    scalePattern(file.pattern, file.metresPerUnit);
    return file;
}

} // namespace

Result<PatternFile> parsePattern(std::span<const std::byte> bytes, const std::string &name,
                                 const PatternImportOptions &options) {
    const PatternFormat *format = formatOf(kFormats, name);
    if (format == nullptr) {
        return noFormat(name);
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
    if (raw.value().pattern.panels.size() > kPiecesMax) {
        return Error{name + ": " + std::to_string(raw.value().pattern.panels.size()) +
                     " pieces; expected at most " + std::to_string(kPiecesMax)};
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

Result<void> writePattern(const std::filesystem::path &path, const SewingPattern &pattern) {
    const PatternFormat *format = formatOf(kFormats, path);
    if (format == nullptr) {
        return noFormat(path.string());
    }
    const auto text = format->write(pattern);
    if (!text) {
        return Error{path.string() + ": " + text.error().message};
    }
    return writeText(path, text.value());
}

bool isPatternFile(const std::filesystem::path &path) {
    return formatOf(kFormats, path) != nullptr;
}

std::string patternExtensions() {
    return extensionsOf(kFormats);
}

} // namespace selvage
