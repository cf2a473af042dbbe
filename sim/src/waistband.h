// Elastic bands in a cloth, for the solver on meshes: the springs of some rows beside a line get shorter
// along it at rest, and keep their width.
//   L'² = L² - (1 - s²) a²,  a the spring's part along the line, s the band's length as a share of the flat's
// Only the finest level's springs change: the coarser ones only keep cloth from being longer than it is.
#pragma once

#include "mesh_solver.h"

namespace selvage {

// Makes room for all that pickBand() can find. Allocates.
void reserveBands(MeshSolver &mesh);

// Adds the springs of which both ends are no deeper than `depthMax` below the line to a band, but those of
// bands that were before. `depth`: m, per particle. Does not allocate.
void pickBand(std::span<const float> depth, float depthMax, int32_t band, MeshSolver &mesh);

// Its springs are as before. Does not allocate.
void dropBand(int32_t band, MeshSolver &mesh);

// `share`: –, of the band's length in the flat fabric.
void setBand(float share, int32_t band, MeshSolver &mesh);

} // namespace selvage
