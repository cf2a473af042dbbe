// What the stage stands on. In the studio oak boards with a faint measuring grid (10 cm, stronger at 0.5 m) up to the
// wall, outdoors grass that goes over into what the background shows. All patterns are filtered by the pixel's footprint.
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

const float kBoardWidth = 0.145; // m
const float kBoardLength = 1.9;  // m
const float kBladeFootprint = 0.1; // m: a blade has the colour of its patch

// Brightness of the wood around 1: board by board, and the grain along them.
float woodTone(vec2 p, vec2 footprint) {
    const float column = floor(p.x / kBoardWidth);
    const float shift = hash(ivec2(int(column), 7)) * kBoardLength;
    const float row = floor((p.y + shift) / kBoardLength);
    const float board = hash(ivec2(int(column), int(row)));
    const vec2 local = p + vec2(0.0, 17.3 * board);
    const float across = footprint.x;
    float tone = 1.0 + 0.16 * (board - 0.5) * detailWeight(across, 2.0 * kBoardWidth);
    tone += 0.10 * fadedNoise(local * vec2(38.0, 1.6), across, 1.0 / 38.0);
    tone += 0.09 * fadedNoise(local * vec2(150.0, 4.0), across, 1.0 / 150.0);
    tone += 0.08 * fadedNoise(local * vec2(620.0, 9.0), across, 1.0 / 620.0);
    return tone;
}

float boardGaps(vec2 p, vec2 footprint) {
    const float kGap = 0.0022; // m
    const float column = floor(p.x / kBoardWidth);
    const float shift = hash(ivec2(int(column), 7)) * kBoardLength;
    const float ends = repeatedLines(p.y + shift, kBoardLength, kGap, footprint.y);
    return max(repeatedLines(p.x, kBoardWidth, kGap, footprint.x), ends * detailWeight(footprint.x, kBoardWidth));
}

float gridLines(vec2 p, vec2 footprint, float pitch, float width) {
    return max(repeatedLines(p.x, pitch, width, footprint.x), repeatedLines(p.y, pitch, width, footprint.y));
}

vec3 floorColor(vec2 p, vec2 footprint) {
    vec3 color = item.color.rgb * woodTone(p, footprint);
    color *= 1.0 - 0.55 * boardGaps(p, footprint);
    const float fine = gridLines(p, footprint, 0.1, 0.0016);
    const float coarse = gridLines(p, footprint, 0.5, 0.0036);
    return mix(color, item.accent.rgb, max(0.22 * fine, 0.50 * coarse));
}

// Boards mirror the studio a little.
vec3 boardGloss(vec3 n, vec3 toEye, float key, float sky) {
    const vec3 l = frame.toLight.xyz;
    const float nl = max(dot(n, l), 0.0);
    const float nv = max(dot(n, toEye), 0.02);
    const float alpha = item.color.w * item.color.w;
    const vec3 h = normalize(l + toEye);
    const float fresnel = 0.04 + 0.96 * schlick(dot(h, toEye));
    const float specular = ggx(alpha, max(dot(n, h), 0.0)) * smithVisibility(alpha, nl, nv) * fresnel;
    const float mirror = 0.04 + 0.5 * (1.0 - item.color.w) * schlick(nv);
    return frame.lightColor.rgb * (specular * nl * key) +
           studioReflection(reflect(-toEye, n), item.color.w) * mirror * sky * 0.6;
}

void main() {
    const vec3 eye = frame.eyes[inEye].position.xyz;
    const vec3 toEye = normalize(eye - inPosition);
    const vec2 footprint = fwidth(inPosition.xz);
    const bool outdoors = isOutdoors();
    vec3 albedo;
    if (item.surface == kSurfaceGrass) {
        albedo = grassColor(inPosition.xz, kBladeFootprint) * inUv.x * mix(0.45, 1.7, inUv.y);
    } else if (outdoors) {
        albedo = grassColor(inPosition.xz, max(footprint.x, footprint.y));
    } else {
        albedo = floorColor(inPosition.xz, footprint);
    }
    const vec3 n = normalize(inNormal);
    const float nl = max(dot(n, frame.toLight.xyz), 0.0);
    const float key = nl > 0.0 ? keyVisibility(inPosition, n) : 0.0;
    const float sky = skyVisibility(inPosition, n);
    vec3 color = albedo * (frame.lightColor.rgb * (nl * key / kPi) + studioDiffuse(n, sky));
    const float angle = max(length(dFdx(toEye)), length(dFdy(toEye)));
    if (outdoors) {
        outColor = finishDithered(addHighlight(addHaze(color, distance(eye, inPosition)), item.extra.y, 1.0));
        return;
    }
    color += boardGloss(n, toEye, key, sky);
    const float toWall = kRoomRadius - distance(inPosition.xz, kRoomCenter);
    color = addHighlight(color * mix(0.55, 1.0, smoothstep(-0.1, 0.9, toWall)), item.extra.y, 1.0);
    const float beyond = edgeCoverage(toWall, max(footprint.x, footprint.y));
    if (beyond > 0.0) {
        color = mix(color, placeRadiance(eye, -toEye, angle), beyond);
    }
    outColor = finishDithered(color);
}
