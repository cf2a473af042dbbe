// The shape's colour, in the colours and covered as its place in the atlas says, inside its clip rectangle.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "overlay.glsl"

layout(set = 0, binding = 0) uniform sampler2D atlas;

layout(constant_id = 0) const bool kEncodeSrgb = false; // the target takes sRGB values as they are

layout(location = 0) in vec2 inUv;
layout(location = 1) in vec4 inColor;
layout(location = 2) in vec2 inPosition;
layout(location = 0) out vec4 outColor;

void main() {
    vec4 texel = texture(atlas, inUv); // in linear light
    if (kEncodeSrgb) {
        const vec3 high = 1.055 * pow(texel.rgb, vec3(1.0 / 2.4)) - 0.055;
        texel.rgb = mix(12.92 * texel.rgb, high, step(0.0031308, texel.rgb));
    }
    outColor = inColor * texel;
    if (any(lessThan(inPosition, plane.clip.xy)) || any(greaterThanEqual(inPosition, plane.clip.zw))) {
        discard;
    }
}
