// Fine threads that drift with the wind: as light as the studio, soft across, uv.y is how much is left of them. And
// ghosts: clear where they face the eye, seen at their rims.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "studio.glsl"
#include "light.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in vec2 inUv;
layout(location = 3) flat in int inEye;
layout(location = 0) out vec4 outColor;

void main() {
    if (item.surface == kSurfaceGhost) {
        const float facing = abs(dot(normalize(inNormal), normalize(frame.eyes[inEye].position.xyz - inPosition)));
        outColor = vec4(finish(item.color.rgb).rgb, item.extra.x * mix(1.0, 0.15, facing));
        return;
    }
    const float across = 1.0 - inUv.x * inUv.x;
    const vec3 toEye = frame.eyes[inEye].position.xyz - inPosition;
    const float near = smoothstep(0.4, 1.5, length(toEye)); // none right before the eye
    outColor = vec4(finish(item.color.rgb).rgb, across * inUv.y * near);
}
