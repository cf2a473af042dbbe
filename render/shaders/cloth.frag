// Thin woven cloth, two-sided: wrapped diffuse, light that comes through from behind, fibre sheen (Estevez and Kulla
// 2017), and the anisotropic gloss of floating silk threads (Burley 2012). The second colour floats across the first,
// as in damask, so its gloss runs the other way.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "studio.glsl"
#include "light.glsl"
#include "noise.glsl"
#include "cloth_pattern.glsl"
#include "cloth_weave.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in vec2 inUv;
layout(location = 3) flat in int inEye;
layout(location = 4) in float inWetness;
layout(location = 5) in vec4 inPaint; // w: 1, less how much it is highlighted
layout(location = 0) out vec4 outColor;

const float kSoakedColor = 0.42; // share of its colour that soaked cloth has left
const float kReachable = 2.5;    // how much more than a held cloth the part glows that a hand could take
const float kSoakedGloss = 0.55; // and of its roughness

struct Fabric {
    vec3 color;
    vec3 normal;  // towards the eye
    vec3 warp;    // unit, along u
    vec3 weft;    // unit, along v
    float alphaWarp;
    float alphaWeft;
};

// Directions of the threads on the surface, from how position and uv change over the pixel.
void threadDirections(vec3 normal, out vec3 warp, out vec3 weft) {
    const vec3 px = dFdx(inPosition);
    const vec3 py = dFdy(inPosition);
    const vec2 ux = dFdx(inUv);
    const vec2 uy = dFdy(inUv);
    const float turn = ux.x * uy.y - ux.y * uy.x < 0.0 ? -1.0 : 1.0;
    vec3 u = (px * uy.y - py * ux.y) * turn;
    u -= normal * dot(normal, u);
    const float size = dot(u, u);
    const vec3 helper = abs(normal.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    warp = size > 1e-20 ? u * inversesqrt(size) : normalize(cross(helper, normal));
    weft = cross(normal, warp);
}

// Viridis (Smith, van der Walt 2015) at five stations, in linear light.
vec3 scaleColor(float place) {
    const vec3 kStations[5] = vec3[](vec3(0.058, 0.000, 0.089), vec3(0.043, 0.085, 0.260), vec3(0.015, 0.282, 0.265),
                                     vec3(0.112, 0.586, 0.121), vec3(0.984, 0.799, 0.018));
    const float at = clamp(place, 0.0, 1.0) * 4.0;
    const int first = min(int(at), 3);
    return mix(kStations[first], kStations[first + 1], at - float(first));
}

// What is dyed or printed; `accent`: the share of the second colour where it floats across the first.
vec3 printedColor(float footprint, Threads threads, out float accent, out float hem) {
    const vec2 extent = item.extra.zw;
    const bool edged = extent.x > 0.0 && extent.y > 0.0;
    accent = 0.0;
    hem = edged ? hemLine(inUv, extent, footprint) : 0.0;
    switch (item.print) {
    case kPrintStripes:
        return stripes(inUv, footprint);
    case kPrintTartan:
        return mix(sett(inUv.x, footprint), sett(inUv.y, footprint), threads.warpTop);
    case kPrintStitched:
        accent = edged ? stitches(inUv, extent, footprint) : 0.0;
        return item.color.rgb;
    case kPrintNone:
        return item.color.rgb;
    default:
        break;
    }
    const Pattern pattern = scarfPattern(inUv, extent, footprint);
    accent = pattern.accent;
    hem = pattern.hem;
    return mix(item.color.rgb, item.accent.rgb, accent);
}

Fabric fabricAt(vec3 toEye) {
    const float footprint = max(length(dFdx(inUv)), length(dFdy(inUv)));
    Threads threads = threadsAt(item.weave, inUv, item.thread, footprint);
    if (!gl_FrontFacing) {
        threads.warpTop = 1.0 - threads.warpTop; // what is on top here is below there
    }
    float accent;
    float hem;
    Fabric fabric;
    fabric.color = printedColor(footprint, threads, accent, hem);
    vec3 normal = normalize(inNormal);
    normal = gl_FrontFacing ? normal : -normal;
    threadDirections(normal, fabric.warp, fabric.weft);
    fabric.normal =
        facingNormal(normalize(normal + fabric.warp * threads.slope.x + fabric.weft * threads.slope.y), toEye);
    if (item.weave == kWeaveDenim) {
        const vec3 kUndyed = vec3(0.30, 0.31, 0.32); // weft, half in the shade of the warp
        fabric.color = mix(kUndyed, fabric.color, threads.warpTop) * twillLines(inUv, item.thread, footprint);
        fabric.color *= 1.0 + 0.5 * fadedNoise(inUv * vec2(14.0, 420.0), footprint, 1.0 / 420.0);
        fabric.color = mix(fabric.color, item.accent.rgb, accent);
    }
    fabric.color *= threads.shade * threadStreaks(inUv, footprint) * (1.0 - 0.28 * hem);
    // Water between the fibres scatters less back and shines as one film.
    fabric.color *= mix(1.0, kSoakedColor, inWetness);
    // Smooth along a floating thread, rough across it; short floats shine no way in particular.
    const float alpha = max(item.color.w * item.color.w * mix(1.0, kSoakedGloss, inWetness), 0.02);
    const bool satin = item.weave == kWeaveSatin;
    const vec2 stretch = satin ? vec2(2.9, 0.30) : vec2(1.0);
    const vec2 alphas = min(sqrt(alpha * alpha * stretch + addedRoughness(normal)), vec2(1.0));
    fabric.alphaWarp = satin ? mix(alphas.x, alphas.y, accent) : alphas.x;
    fabric.alphaWeft = satin ? mix(alphas.y, alphas.x, accent) : alphas.y;
    return fabric;
}

// Burley 2012: anisotropic GGX, D term.
float anisotropicGgx(Fabric fabric, vec3 h) {
    const float x = dot(h, fabric.warp) / fabric.alphaWarp;
    const float y = dot(h, fabric.weft) / fabric.alphaWeft;
    const float z = dot(h, fabric.normal);
    const float d = x * x + y * y + z * z;
    return 1.0 / (kPi * fabric.alphaWarp * fabric.alphaWeft * d * d);
}

// Estevez and Kulla 2017, Eq. 2: fibres standing up, brightest where they are seen sideways.
float charlie(float roughness, float nh) {
    const float inverse = 1.0 / max(roughness, 0.07);
    const float sine = sqrt(max(1.0 - nh * nh, 0.0078125));
    return (2.0 + inverse) * pow(sine, inverse) / (2.0 * kPi);
}

// Many thin layers of silk reflect more than one smooth surface would, partly in the dye's colour.
vec3 mirrorTint(vec3 color) { return item.weave == kWeaveSatin ? 0.045 + 0.30 * color : vec3(0.035); }

vec3 keyGloss(Fabric fabric, vec3 toEye, float sheen) {
    const vec3 l = frame.toLight.xyz;
    const vec3 h = normalize(l + toEye);
    const float nl = max(dot(fabric.normal, l), 0.0);
    const float nv = max(dot(fabric.normal, toEye), 0.03);
    const float nh = max(dot(fabric.normal, h), 0.0);
    const float alpha = sqrt(fabric.alphaWarp * fabric.alphaWeft);
    const vec3 f0 = mirrorTint(fabric.color);
    const vec3 fresnel = f0 + (1.0 - f0) * schlick(max(dot(h, toEye), 0.0)) * 0.6;
    const vec3 gloss = fresnel * anisotropicGgx(fabric, h) * smithVisibility(alpha, nl, nv);
    const vec3 fibre = sqrt(fabric.color) * sheen * charlie(0.45, nh) / (4.0 * (nl + nv - nl * nv));
    return (gloss + fibre) * nl;
}

// The studio in the threads: reflected about a normal that leans along the smoother direction.
vec3 studioGloss(Fabric fabric, vec3 toEye, float sheen, vec3 ambient) {
    const float nv = max(dot(fabric.normal, toEye), 0.03);
    const bool alongWeft = fabric.alphaWeft < fabric.alphaWarp;
    const vec3 thread = alongWeft ? fabric.weft : fabric.warp;
    const vec3 flattened = normalize(fabric.normal * 1.0 + 0.35 * normalize(toEye - thread * dot(toEye, thread)));
    const float roughness = min(sqrt(sqrt(fabric.alphaWarp * fabric.alphaWeft)), 1.0);
    const vec3 f0 = mirrorTint(fabric.color);
    const vec3 mirror = studioReflection(reflect(-toEye, flattened), roughness) *
                        (f0 + 0.48 * (1.0 - item.color.w) * schlick(nv));
    return mirror + sqrt(fabric.color) * ambient * (sheen * 0.55 * pow(1.0 - nv, 3.0));
}

void main() {
    const vec3 toEye = normalize(frame.eyes[inEye].position.xyz - inPosition);
    if (item.surface == kSurfaceStretch) { // shaded just enough to show the folds
        const vec3 normal = normalize(inNormal) * (gl_FrontFacing ? 1.0 : -1.0);
        const float shade = mix(0.55, 1.0, 0.5 + 0.5 * dot(normal, frame.toLight.xyz));
        outColor = encode(scaleColor(inUv.x) * shade);
        return;
    }
    const Fabric fabric = fabricAt(toEye);
    const float sheen = item.accent.w;
    const float transmission = item.extra.x;
    const vec3 n = fabric.normal;
    const float nl = dot(n, frame.toLight.xyz);
    const float key = keyVisibility(inPosition, nl < 0.0 ? -n : n);
    const float sky = skyVisibility(inPosition, n);

    const float kWrap = 0.25;
    const float front = wrappedDiffuse(nl, kWrap) * (1.0 - 0.5 * transmission);
    const float behind = wrappedDiffuse(-nl, kWrap) * transmission;
    const float rim = wrappedDiffuse(dot(n, kToRim), 0.3) + transmission * wrappedDiffuse(-dot(n, kToRim), 0.3);
    const vec3 ambient = mix(studioDiffuse(n, sky), studioDiffuse(-n, sky), 0.5 * transmission);
    const vec3 tint = fabric.color * mix(vec3(1.0), sqrt(fabric.color), 0.5) * 1.25; // through thread and back
    vec3 color = frame.lightColor.rgb * (key / kPi) * (fabric.color * front + tint * behind);
    color += fabric.color * (kRimColor * (rim / kPi) + ambient);
    color += frame.lightColor.rgb * key * keyGloss(fabric, toEye, sheen);
    color += studioGloss(fabric, toEye, sheen, ambient) * mix(0.4, 1.0, sky);
    outColor = finish(addHighlight(color, max(item.extra.y, kReachable * (1.0 - inPaint.w)), dot(n, toEye)));
}
