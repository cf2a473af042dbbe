// One triangle over the whole picture at infinite distance (reversed depth 0).
#version 450
#extension GL_GOOGLE_include_directive : require
#include "eye.glsl"
#include "frame.glsl"

layout(location = 0) out vec3 outRay;
layout(location = 1) flat out int outEye;

void main() {
    const int eye = chooseEye();
    const vec2 p = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2) * 2.0 - 1.0;
    const Eye e = frame.eyes[eye];
    outEye = eye;
    outRay = e.rayCenter.xyz + p.x * e.rayRight.xyz + p.y * e.rayDown.xyz;
    gl_Position = vec4(p, 0.0, 1.0);
}
