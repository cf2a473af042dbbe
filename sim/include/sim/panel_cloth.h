// A meshed panel as cloth: each triangle keeps its shape in the flat fabric, warp along the grain.
#pragma once

#include "sim/mesh_cloth.h"
#include "sim/panel_mesh.h"

namespace selvage {

// Unit, in the panel's plane: seen from the face, weft is to the right of warp, the grain.
DVec2 weftOf(const Panel &panel);

// The panel's particles (as in the mesh), placed in space. The face is the side from which the outline runs
// counter-clockwise: neighbours in a seam then agree on it, since they run along it in opposite directions.
MeshShape panelShape(const Panel &panel, const PanelMesh &mesh);

// Fails as makeMeshCloth does.
Result<Cloth> makePanelCloth(const Panel &panel, const PanelMesh &mesh, const Fabric &fabric);

} // namespace selvage
