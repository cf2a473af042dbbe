// A panel taken apart: what its edges have become, so that seams and notches can follow.
#pragma once

#include "sim/sewing_pattern.h"

#include <span>

namespace selvage {

struct PieceEdge {
    PanelEdge edge;
    int32_t origin{-1}; // the panel's edge that it is a part of; -1: new
    double from{0.0};   // m, along that one, where this part starts
};

struct PanelPiece {
    std::vector<PieceEdge> outline;
    std::vector<PanelLoop> holes;
};

// The whole outline.
PanelPiece pieceOf(const Panel &panel);

// Splits an outline's edge (by its place in the piece); the places are in metres along it, ascending.
void splitEdge(PanelPiece &piece, size_t edge, std::span<const double> along);

// The pattern with pieces in a panel's stead: the first takes its place, the others come last. Seams go on
// with the parts of their edges, without those that are gone, notches and lines with the piece that has them.
SewingPattern replacePanel(const SewingPattern &pattern, int32_t panel,
                           const std::vector<PanelPiece> &pieces);

// Whether a point lies inside an outline, of which it may have drawn edges.
bool isInside(const std::vector<PieceEdge> &outline, const DVec2 &point);

} // namespace selvage
