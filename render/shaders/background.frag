// The place around the stage, where nothing else was drawn.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "studio.glsl"
#include "light.glsl"
#include "noise.glsl"
#include "outdoors.glsl"
#include "place.glsl"

layout(location = 0) in vec3 inRay;
layout(location = 1) flat in int inEye;
layout(location = 0) out vec4 outColor;

void main() {
    const vec3 direction = normalize(inRay);
    const float angle = max(length(dFdx(direction)), length(dFdy(direction)));
    outColor = finishDithered(placeRadiance(frame.eyes[inEye].position.xyz, direction, angle));
}
