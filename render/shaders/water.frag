// A river's surface: ripples that the current carries, the sky by Fresnel's law, the sun, tint by the way the light
// goes through the water, foam at the shore. Blended: alpha is what hides the bed. The item: extra = (drift in m,
// highlight, half width in m, depth in m), color.w = slope of the banks; the model's origin is the river's middle.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "studio.glsl"
#include "light.glsl"
#include "noise.glsl"
#include "outdoors.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in vec2 inUv;
layout(location = 3) flat in int inEye;
layout(location = 0) out vec4 outColor;

// Slopes of one layer of ripples, each about `size` metres, faded by the footprint.
vec2 rippleSlope(vec2 p, float size, float footprint) {
    const vec2 q = p / size;
    const float e = 0.08;
    const float here = valueNoise(q);
    const vec2 slope = vec2(valueNoise(q + vec2(e, 0.0)) - here, valueNoise(q + vec2(0.0, e)) - here) / e;
    return slope * detailWeight(footprint, 2.5 * size);
}

// Long waves as sim/src/water.cpp has them, then layers that drift a little faster and slower than the current, so that
// the pattern changes as it goes by.
vec3 surfaceNormal(vec2 p, float drift, float calm, float footprint) {
    const vec2 q = vec2(p.x - drift, p.y);
    vec2 slope = 0.006 * (vec2(4.1, 1.3) * cos(dot(q, vec2(4.1, 1.3)) + 0.3) + vec2(6.7, -3.1) * cos(dot(q, vec2(6.7, -3.1)) + 2.1) +
                          0.7 * vec2(10.9, 5.3) * cos(dot(q, vec2(10.9, 5.3)) + 4.4));
    slope += 0.080 * rippleSlope(vec2(p.x - 1.15 * drift, p.y) + 3.0, 0.21, footprint);
    slope += 0.075 * rippleSlope(vec2(p.x - 0.85 * drift, p.y + 0.06 * drift), 0.09, footprint);
    slope += 0.055 * rippleSlope(vec2(p.x - drift, p.y - 0.05 * drift) * mat2(0.8, 0.6, -0.6, 0.8), 0.035, footprint);
    slope *= calm;
    return normalize(vec3(-slope.x, 1.0, -slope.y));
}

void main() {
    const vec3 middle = item.model[3].xyz;
    const float drift = item.extra.x;
    const float toShore = item.extra.z - abs(inPosition.z - middle.z); // m
    const float depth = clamp(toShore * item.color.w, 0.0, item.extra.w);
    const vec2 p = inPosition.xz;
    const vec3 away = frame.eyes[inEye].position.xyz - inPosition;
    const vec3 toEye = normalize(away);
    const vec2 f = fwidth(p);
    const float footprint = max(f.x, f.y);
    const vec3 n = surfaceNormal(p, drift, smoothstep(0.0, 0.25, toShore) * 0.75 + 0.25, footprint);
    const float nv = max(dot(n, toEye), 0.02);

    const float fresnel = 0.02 + 0.98 * schlick(nv);
    vec3 mirrored = reflect(-toEye, n);
    mirrored.y = abs(mirrored.y);
    const vec3 sky = skyRadiance(mirrored);
    const float key = keyVisibility(inPosition, vec3(0.0, 1.0, 0.0));
    const vec3 h = normalize(frame.toLight.xyz + toEye);
    const float glint = ggx(0.045, max(dot(n, h), 0.0)) * smithVisibility(0.045, max(dot(n, frame.toLight.xyz), 0.0), nv) *
                        (0.02 + 0.98 * schlick(max(dot(h, toEye), 0.0)));
    const vec3 reflected = fresnel * sky + frame.lightColor.rgb * (glint * key);

    // Snell: seen from above at any angle the ray goes down at no less than 41 degrees.
    const float down = sqrt(1.0 - (1.0 - nv * nv) / 1.77);
    const float path = depth / down;
    const float clear = exp(-1.5 * path);
    const vec3 body = vec3(0.030, 0.085, 0.070) * (0.45 + 0.55 * key);
    vec3 color = reflected + (1.0 - fresnel) * (1.0 - clear) * body;
    float alpha = 1.0 - (1.0 - fresnel) * clear;

    // Foam where ripples run up the shore.
    const float lace = valueNoise(vec2(p.x - 0.35 * drift, p.y) * 38.0) * 0.6 + valueNoise(vec2(p.x - 0.6 * drift, p.y) * 91.0) * 0.4;
    const float reach = 0.030 + 0.030 * valueNoise(vec2(4.0 * p.x - 2.0 * drift, p.y));
    const float foam = (1.0 - smoothstep(0.0, reach, toShore)) * smoothstep(0.42, 0.62, lace) * 0.7;
    color = mix(color, vec3(0.62) * (0.5 + 0.5 * key), foam);
    alpha = mix(alpha, 1.0, foam) * smoothstep(0.0, 0.012, toShore);
    color = addHaze(color / max(alpha, 1e-3), length(away)); // alpha is applied by the blending
    outColor = vec4(finish(color).rgb, alpha);
}
