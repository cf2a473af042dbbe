// Ground outdoors, by its height over the river: grass above, earth and sand at the shore, gravel under water. All
// patterns are filtered by the pixel's footprint. The item's accent.x is the water's height (m).
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "studio.glsl"
#include "light.glsl"
#include "noise.glsl"
#include "outdoors.glsl"
#include "place.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in vec2 inUv;
layout(location = 3) flat in int inEye;
layout(location = 0) out vec4 outColor;

// Stones of about a size (m): brightness around 1 of the stone at p.
float gravel(vec2 p, float size, float footprint) {
    const vec2 warp = vec2(valueNoise(2.3 * p / size), valueNoise(2.3 * p / size + 17.0)) - 0.5;
    const vec2 at = p / size + 0.35 * warp;
    const ivec2 cell = ivec2(floor(at));
    float nearest = 9.0;
    float second = 9.0;
    float tone = 0.5;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            const ivec2 c = cell + ivec2(x, y);
            const vec2 middle = vec2(c) + 0.15 + 0.7 * vec2(hash(c), hash(c + 91));
            const float d = length(at - middle);
            second = min(second, max(d, nearest));
            tone = d < nearest ? hash(c + 37) : tone;
            nearest = min(nearest, d);
        }
    }
    const float gap = 1.0 - smoothstep(0.03, 0.20, second - nearest);
    const float weight = detailWeight(footprint, size);
    return 1.0 + weight * (0.50 * (tone - 0.5) - 0.30 * gap + 0.45 * (0.32 - nearest)); // rounded: paler in the middle
}

vec3 groundColor(vec2 p, float over, float footprint) {
    const float wander = 0.05 * (valueNoise(2.3 * p) - 0.5) + 0.03 * (valueNoise(9.0 * p) - 0.5);
    const vec3 stones = vec3(0.27, 0.245, 0.21) * gravel(p, 0.055, footprint) * mix(1.0, gravel(p + 7.0, 0.021, footprint), 0.6);
    const vec3 sand = vec3(0.33, 0.27, 0.185) * (1.0 + 0.25 * fadedNoise(p * 160.0, footprint, 1.0 / 160.0)) *
                      (1.0 + 0.20 * (valueNoise(5.0 * p) - 0.5));
    vec3 color = mix(stones, sand, smoothstep(-0.16, 0.02, over + 2.0 * wander));
    color = mix(color, grassColor(p, footprint), smoothstep(0.075, 0.125, over + wander));
    const float wet = 1.0 - smoothstep(0.0, 0.045, over + 0.3 * wander);
    return color * mix(1.0, 0.55, wet);
}

void main() {
    const vec3 away = frame.eyes[inEye].position.xyz - inPosition;
    const vec3 toEye = normalize(away);
    const vec2 p = inPosition.xz;
    const vec2 f = fwidth(p);
    const float over = inPosition.y - item.accent.x;
    const vec3 albedo = groundColor(p, over, max(f.x, f.y));
    const vec3 n = normalize(inNormal);
    const float nl = max(dot(n, frame.toLight.xyz), 0.0);
    const float key = nl > 0.0 ? keyVisibility(inPosition, n) : 0.0;
    const float sky = skyVisibility(inPosition, n);
    // Light that reaches the bed has been through the water twice.
    const vec3 through = exp(min(over, 0.0) * vec3(1.9, 0.75, 0.62));
    const vec3 dome = mix(kHaze * 0.5, kZenith + 0.18, 0.6);
    const vec3 color = albedo * through * (frame.lightColor.rgb * (nl * key / kPi) + dome * (0.35 + 0.65 * sky));
    outColor = finishDithered(addHaze(color, length(away)));
}
