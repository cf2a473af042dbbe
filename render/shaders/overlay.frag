// The shape's colour, covered as its letter or edge in the atlas says, inside its clip rectangle.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "overlay.glsl"

layout(set = 0, binding = 0) uniform sampler2D atlas;

layout(location = 0) in vec2 inUv;
layout(location = 1) in vec4 inColor;
layout(location = 2) in vec2 inPosition;
layout(location = 0) out vec4 outColor;

void main() {
    outColor = vec4(inColor.rgb, inColor.a * texture(atlas, inUv).r);
    if (any(lessThan(inPosition, plane.clip.xy)) || any(greaterThanEqual(inPosition, plane.clip.zw))) {
        discard;
    }
}
