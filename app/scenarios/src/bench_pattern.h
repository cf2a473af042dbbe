// A pattern of a person's own on the dress bench: its pieces as many as are to be cut, made such that a hand
// can sew them, and hung round the form.
#pragma once

#include "scenarios/scenario.h"
#include "sim/sewing_pattern.h"

#include <filesystem>

namespace selvage {

// Of a file. Pieces to be cut several times are there so often, every second one mirrored; one with a hole,
// as a full circle, is opened from its outline to the hole, so that it has an edge all round; and edges that
// go on smoothly are one. Fails as readPattern does, and with the first of patternFaults().
Result<SewingPattern> benchPattern(const std::filesystem::path &path);

// Places the particles of the world's bench and pins them: circles lie round the form at its waist, long
// narrow pieces go round it as rings above, the others stand side by side round it, their tops at the waist.
// `axis`: m, of the form, at its waist's height.
void hangPieces(World &world, const Vec3 &axis);

} // namespace selvage
