// The compiled shaders. Each .inc file is glslc's "-mfmt=c" output: a braced list of words.
#include "shaders.h"

#include "render/renderer.h"

namespace selvage {

namespace {

constexpr uint32_t kSurfaceTwoPass[] =
#include "surface.vert.twopass.inc"
    ;
constexpr uint32_t kSurfaceLayered[] =
#include "surface.vert.layered.inc"
    ;
constexpr uint32_t kSurfaceMultiview[] =
#include "surface.vert.multiview.inc"
    ;
constexpr uint32_t kBackgroundTwoPass[] =
#include "background.vert.twopass.inc"
    ;
constexpr uint32_t kBackgroundLayered[] =
#include "background.vert.layered.inc"
    ;
constexpr uint32_t kBackgroundMultiview[] =
#include "background.vert.multiview.inc"
    ;
constexpr uint32_t kHiddenTwoPass[] =
#include "hidden.vert.twopass.inc"
    ;
constexpr uint32_t kHiddenLayered[] =
#include "hidden.vert.layered.inc"
    ;
constexpr uint32_t kHiddenMultiview[] =
#include "hidden.vert.multiview.inc"
    ;
constexpr uint32_t kShadow[] =
#include "shadow.vert.inc"
    ;
constexpr uint32_t kSolid[] =
#include "solid.frag.inc"
    ;
constexpr uint32_t kCloth[] =
#include "cloth.frag.inc"
    ;
constexpr uint32_t kFloor[] =
#include "floor.frag.inc"
    ;
constexpr uint32_t kGround[] =
#include "ground.frag.inc"
    ;
constexpr uint32_t kWater[] =
#include "water.frag.inc"
    ;
constexpr uint32_t kBackground[] =
#include "background.frag.inc"
    ;

constexpr uint32_t kMote[] =
#include "mote.frag.inc"
    ;
constexpr uint32_t kOverlayTwoPass[] =
#include "overlay.vert.twopass.inc"
    ;
constexpr uint32_t kOverlayLayered[] =
#include "overlay.vert.layered.inc"
    ;
constexpr uint32_t kOverlayMultiview[] =
#include "overlay.vert.multiview.inc"
    ;
constexpr uint32_t kOverlayFragment[] =
#include "overlay.frag.inc"
    ;

ShaderCode chooseByMode(StereoMode mode, ShaderCode twoPass, ShaderCode layered, ShaderCode multiview) {
    switch (mode) {
    case StereoMode::TwoPass:
        return twoPass;
    case StereoMode::Layered:
        return layered;
    case StereoMode::Multiview:
        return multiview;
    }
    return twoPass;
}

} // namespace

ShaderCode surfaceVertexShader(StereoMode mode) {
    return chooseByMode(mode, kSurfaceTwoPass, kSurfaceLayered, kSurfaceMultiview);
}
ShaderCode backgroundVertexShader(StereoMode mode) {
    return chooseByMode(mode, kBackgroundTwoPass, kBackgroundLayered, kBackgroundMultiview);
}
ShaderCode hiddenVertexShader(StereoMode mode) {
    return chooseByMode(mode, kHiddenTwoPass, kHiddenLayered, kHiddenMultiview);
}
ShaderCode shadowVertexShader() {
    return kShadow;
}
ShaderCode solidFragmentShader() {
    return kSolid;
}
ShaderCode clothFragmentShader() {
    return kCloth;
}
ShaderCode floorFragmentShader() {
    return kFloor;
}
ShaderCode groundFragmentShader() {
    return kGround;
}
ShaderCode waterFragmentShader() {
    return kWater;
}
ShaderCode backgroundFragmentShader() {
    return kBackground;
}
ShaderCode moteFragmentShader() {
    return kMote;
}
ShaderCode overlayVertexShader(StereoMode mode) {
    return chooseByMode(mode, kOverlayTwoPass, kOverlayLayered, kOverlayMultiview);
}
ShaderCode overlayFragmentShader() {
    return kOverlayFragment;
}

} // namespace selvage
