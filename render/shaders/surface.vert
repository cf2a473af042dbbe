// Every mesh: to world space and on to the eye.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "eye.glsl"
#include "frame.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in vec2 inUv;
layout(location = 3) in float inWetness;
layout(location = 4) in vec4 inPaint;

layout(location = 0) out vec3 outPosition;
layout(location = 1) out vec3 outNormal;
layout(location = 2) out vec2 outUv;
layout(location = 3) flat out int outEye;
layout(location = 4) out float outWetness;
layout(location = 5) out vec4 outPaint; // colour and roughness, shares of the material's; of cloth see cloth.frag

void main() {
    const int eye = chooseEye();
    const vec4 world = item.model * vec4(inPosition, 1.0);
    // The cofactor matrix turns normals rightly under uneven scale as well.
    const mat3 m = mat3(item.model);
    const mat3 cofactor = mat3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));
    outPosition = world.xyz;
    outNormal = normalize(cofactor * inNormal);
    outUv = inUv;
    outEye = eye;
    outWetness = inWetness;
    outPaint = vec4(inPaint.rgb * inPaint.rgb, inPaint.a);
    gl_Position = frame.eyes[eye].viewProjection * world;
}
