// Flat shapes on top of the picture: positions in pixels, colours in sRGB.
#version 450

layout(location = 0) in vec2 inPosition;
layout(location = 1) in vec2 inUv;
layout(location = 2) in vec4 inColor;
layout(location = 0) out vec2 outUv;
layout(location = 1) out vec4 outColor;

layout(push_constant) uniform Picture { vec2 perPixel; } picture; // clip units

layout(constant_id = 0) const bool kEncodeSrgb = false; // the target takes sRGB values as they are

void main() {
    const vec3 low = inColor.rgb / 12.92;
    const vec3 high = pow((inColor.rgb + 0.055) / 1.055, vec3(2.4));
    const vec3 linear = mix(low, high, step(0.04045, inColor.rgb));
    outColor = vec4(kEncodeSrgb ? inColor.rgb : linear, inColor.a);
    outUv = inUv;
    gl_Position = vec4(inPosition * picture.perPixel - 1.0, 0.0, 1.0);
}
