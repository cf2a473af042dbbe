// The open air: a hazy summer sky with clouds and a line of hills, by direction. Needs noise.glsl.
const vec3 kHaze = vec3(0.66, 0.72, 0.76);
const vec3 kZenith = vec3(0.13, 0.30, 0.62);
const vec3 kHills = vec3(0.20, 0.29, 0.27);

float cloudCover(vec2 p) {
    float sum = 0.0;
    float share = 0.5;
    for (int i = 0; i < 5; ++i) {
        sum += share * valueNoise(p);
        p = mat2(1.6, 1.2, -1.2, 1.6) * p + 3.7;
        share *= 0.5;
    }
    return smoothstep(0.46, 0.78, sum);
}

// Height of the farther and the nearer hills over the horizon, as the sine of the elevation.
vec2 hillHeights(vec2 level) {
    const float around = atan(level.x, -level.y);
    const float far = 0.030 + 0.050 * valueNoise(vec2(around * 3.1 + 40.0, 1.5)) + 0.010 * valueNoise(vec2(around * 13.0 + 60.0, 4.5));
    const float near = 0.012 + 0.040 * valueNoise(vec2(around * 2.2 + 80.0, 7.5)) + 0.006 * valueNoise(vec2(around * 41.0 + 90.0, 2.5));
    return vec2(far, near);
}

vec3 skyRadiance(vec3 direction) {
    const float up = max(direction.y, 0.0);
    vec3 color = mix(kHaze, kZenith, 1.0 - exp(-3.2 * up));
    const vec2 plane = direction.xz / (up + 0.12);
    color = mix(color, vec3(0.88, 0.88, 0.87), 0.75 * cloudCover(1.3 * plane + 11.0) * smoothstep(0.02, 0.25, up));
    const vec2 hills = hillHeights(direction.xz / max(length(direction.xz), 1e-4));
    const float edge = max(fwidth(direction.y), 1e-4);
    color = mix(color, mix(kHills, kHaze, 0.62), clamp((hills.x - direction.y) / edge, 0.0, 1.0));
    return mix(color, mix(kHills, kHaze, 0.36), clamp((hills.y - direction.y) / edge, 0.0, 1.0));
}

// The haze between the eye and something at a distance (m): at the horizon the ground goes over into the near hills.
vec3 addHaze(vec3 color, float distance) { return mix(mix(kHills, kHaze, 0.36), color, exp(-distance / 40.0)); }
