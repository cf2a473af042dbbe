#include "sim/panel_cloth.h"

namespace selvage {

DVec2 weftOf(const Panel &panel) {
    const DVec2 warp = panel.grain;
    const bool turned = signedArea(panel.outline) < 0.0;
    return turned ? DVec2(-warp.y, warp.x) : DVec2(warp.y, -warp.x);
}

MeshShape panelShape(const Panel &panel, const PanelMesh &mesh) {
    MeshShape shape;
    const bool turned = signedArea(panel.outline) < 0.0;
    const DVec2 warp = panel.grain;
    const DVec2 weft = weftOf(panel);
    for (const DVec2 &p : mesh.position) {
        shape.uv.emplace_back(glm::dot(p, weft), glm::dot(p, warp));
        shape.position.push_back(transformPoint(panel.placement, Vec3(Vec2(p), 0.0F)));
    }
    shape.triangles = mesh.triangles;
    if (turned) {
        for (size_t t = 0; t < shape.triangles.size(); t += 3) {
            std::swap(shape.triangles[t + 1], shape.triangles[t + 2]);
        }
    }
    return shape;
}

Result<Cloth> makePanelCloth(const Panel &panel, const PanelMesh &mesh, const Fabric &fabric) {
    auto cloth = makeMeshCloth(panelShape(panel, mesh), fabric, {});
    if (!cloth) {
        return Error{"piece '" + panel.name + "': " + cloth.error().message};
    }
    return cloth;
}

} // namespace selvage
