// The studio's wall, a soft vertical gradient, or the open sky.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "studio.glsl"
#include "light.glsl"
#include "noise.glsl"
#include "outdoors.glsl"

layout(location = 0) in vec3 inRay;
layout(location = 0) out vec4 outColor;

void main() {
    const vec3 direction = normalize(inRay);
    outColor = finishDithered(frame.lightColor.w > 0.5 ? skyRadiance(direction) : studioRadiance(direction));
}
