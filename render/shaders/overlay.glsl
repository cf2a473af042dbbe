// The push constants of flat shapes. The C++ side is src/overlay.cpp.
layout(push_constant) uniform Plane {
    vec4 clip;         // low x, low y, high x, high y (pixels)
    vec4 column[2][3]; // of each eye: a pixel's clip coordinates are x * first + y * second + third
} plane;
