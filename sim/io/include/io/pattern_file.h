// Sewing patterns from and to files: GarmentCode's JSON, SVG (as FreeSewing writes it, and any paths) and DXF
// (plain, AAMA, ASTM D6673). What comes out is in metres, +y up, each half piece unfolded; patternFaults
// tells what is wrong with it.
//
// Files are not trusted: counts are checked against the file's size, and a file of which no piece can be read
// is an error that names the file and the line or element.
#pragma once

#include "io/length_unit.h"
#include "sim/sewing_pattern.h"

#include <cstddef>
#include <filesystem>
#include <span>

namespace selvage {

// Larger files are refused.
inline constexpr uintmax_t kPatternFileBytesMax = uintmax_t{16} << 20U;

struct PatternImportOptions {
    std::optional<LengthUnit> unit; // nothing: as the file says, else guessed from the size
};

enum class UnitSource : uint8_t { Given, Stated, Likely, Unsure };

struct PatternFile {
    SewingPattern pattern;
    std::string format;
    double metresPerUnit{1.0};
    UnitSource unitSource{UnitSource::Stated};
    std::string unitReason;
    std::vector<std::string> notes; // what was left out or taken for something
};

// A pattern from a file's bytes. `name` is used in messages, its extension says the format.
Result<PatternFile> parsePattern(std::span<const std::byte> bytes, const std::string &name,
                                 const PatternImportOptions &options);
Result<PatternFile> readPattern(const std::filesystem::path &path, const PatternImportOptions &options);

// Writes a pattern without faults in the format of the extension; a file that is there is replaced when all
// of it is written. GarmentCode has seams and placement but no notches or lines, its warp runs along y, and
// a seam of several edges becomes several (withSingleEdgeSeams);
// SVG (mm) and DXF-AAMA (mm) lay the pieces out side by side, whole, with grain line, name, and a notch at a
// third of either side of every seam beside the seam's number. Fails where the format cannot say it, and
// where the file cannot be written.
Result<void> writePattern(const std::filesystem::path &path, const SewingPattern &pattern);

// Whether the extension is one of patternExtensions().
bool isPatternFile(const std::filesystem::path &path);
std::string patternExtensions(); // ".json, .svg, .dxf"

// The audit in a tailor's words, a line a fact: pieces and sizes, the unit and how surely, outlines that are
// open, seams with their lengths and ease, what looks wrong, and how it meshes. Meshes the pattern, so that
// it takes a moment.
std::string auditText(const PatternFile &file);

} // namespace selvage
