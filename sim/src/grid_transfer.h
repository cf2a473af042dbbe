// What goes from one level of a grid to the next: weights and positions to the coarser one, corrections back.
//
// Nodes of a level with many of them are particles of the cloth, picked from the finer level. Those of a
// level with few stand for so much of it that what the interpolated correction does to that one particle says
// little, and forces that are measured in one place and act in others do work in a circle: the cloth would
// flutter. There a node is the mean of what it moves,
//
//   x_c = W^-1 P^T M x,   W = diag(P^T M 1),
//
// with the interpolation P and the masses M, so that the correction W^-1 grad C of a coarse limit, which P
// brings to the finer level, is M^-1 times the gradient of C(x_c(x)): a force that a potential has.
#pragma once

#include "grid_level.h"

namespace selvage {

class Workers;

// The coarse nodes' weights from their lines' masses, those on fixed nodes of the finer level zero.
void weighCoarser(const GridLevel &fine, GridLevel &coarse);

// A coarse level is told of all fixed particles of the finest one by column and row, after `forgetFixed()`.
// Each that is no node of it is held by an anchor or, since that is no force that a potential has, by the
// nearest node where the others are means.
void forgetFixed(GridLevel &coarse);
void holdFixed(int32_t column, int32_t row, GridLevel &coarse);

// Where means are in the flat fabric. Does nothing to a level with many nodes.
void placeMeans(const GridLevel &finest, const GridLevel &fine, GridLevel &coarse);

// Where the coarse nodes are, as positions and as start: means where the level has few and `means` asks for
// them, else the places of the nodes that both levels have.
void restrictPositions(const GridLevel &finest, const GridLevel &fine, GridLevel &coarse, bool means,
                       Workers &workers);

// Adds the coarse level's displacement since its start, bilinearly interpolated, to the fine level's free
// nodes.
void prolongDisplacement(const GridLevel &coarse, GridLevel &fine, Workers &workers);

} // namespace selvage
