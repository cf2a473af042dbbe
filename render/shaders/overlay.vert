// Flat shapes: positions in pixels of their plane, colours in sRGB. The plane lies on top of the picture or in the world.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "eye.glsl"
#include "overlay.glsl"

layout(location = 0) in vec2 inPosition;
layout(location = 1) in vec2 inUv;
layout(location = 2) in vec4 inColor;
layout(location = 0) out vec2 outUv;
layout(location = 1) out vec4 outColor;
layout(location = 2) out vec2 outPosition;

layout(constant_id = 0) const bool kEncodeSrgb = false; // the target takes sRGB values as they are

void main() {
    const int eye = chooseEye();
    const vec3 low = inColor.rgb / 12.92;
    const vec3 high = pow((inColor.rgb + 0.055) / 1.055, vec3(2.4));
    const vec3 linear = mix(low, high, step(0.04045, inColor.rgb));
    outColor = vec4(kEncodeSrgb ? inColor.rgb : linear, inColor.a);
    outUv = inUv;
    outPosition = inPosition;
    gl_Position = plane.column[eye][0] * inPosition.x + plane.column[eye][1] * inPosition.y + plane.column[eye][2];
}
