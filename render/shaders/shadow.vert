// Depth only, into the key light's map (instance 0) or the one from straight above (instance 1).
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) in vec3 inPosition;

void main() {
    const mat4 toMap = gl_InstanceIndex == 0 ? frame.keyShadow : frame.skyShadow;
    const vec4 p = toMap * (item.model * vec4(inPosition, 1.0));
    gl_Position = vec4(p.xy * 2.0 - 1.0, p.z, 1.0);
}
