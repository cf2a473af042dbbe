// The studio's wall: a soft vertical gradient.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "studio.glsl"
#include "light.glsl"

layout(location = 0) in vec3 inRay;
layout(location = 0) out vec4 outColor;

void main() { outColor = finishDithered(studioRadiance(normalize(inRay))); }
