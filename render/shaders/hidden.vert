// What cannot be seen through the lens: depth only, on the near plane, so that nothing behind it is shaded.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "eye.glsl"

layout(location = 0) in vec3 inCorner; // x and y of the picture, and the eye

void main() {
    const bool own = int(inCorner.z) == chooseEye();
    gl_Position = own ? vec4(inCorner.xy, 1.0, 1.0) : vec4(0.0, 0.0, 2.0, 1.0); // the other eye's: a point outside
}
