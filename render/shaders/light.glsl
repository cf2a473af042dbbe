// Shadows, specular terms and the tone curve shared by all surfaces.
layout(set = 0, binding = 1) uniform sampler2DShadow keyMap;
layout(set = 0, binding = 2) uniform sampler2D keyDepth; // the same map, read as depth
layout(set = 0, binding = 3) uniform sampler2D skyDepth; // the map from straight above, read as depth

layout(constant_id = 0) const bool kEncodeSrgb = false; // for targets without an sRGB format
layout(constant_id = 1) const bool kShadows = true;

const int kShadowTaps = 16;
const int kBlockerTaps = 8;
const float kSearchTexels = 6.0;    // blockers farther off do not soften a shadow
const float kPenumbraSlope = 0.045; // half width of the penumbra per distance: a soft box 4.5 degrees across
// Evenly spread points of the unit disk (Vogel's sunflower): each the golden angle further round. A fixed pattern: noise
// would differ between the eyes. The rotation is cheaper than sine and cosine of each angle on software drivers.
const mat2 kGoldenTurn = mat2(-0.73736888, 0.67549029, -0.67549029, -0.73736888);

// The blockers around uv: how much nearer to the light than p they are (mean, map units), and the share of taps that
// found one.
vec2 findBlockers(vec3 p, float radius) {
    float sum = 0.0;
    float count = 0.0;
    vec2 direction = vec2(radius, 0.0);
    for (int i = 0; i < kBlockerTaps; ++i) {
        direction = kGoldenTurn * direction;
        const float reach = sqrt((float(i) + 0.5) / float(kBlockerTaps));
        const float d = textureLod(keyDepth, p.xy + reach * direction, 0.0).r;
        if (d < p.z) {
            sum += p.z - d;
            count += 1.0;
        }
    }
    return vec2(sum / max(count, 1.0), count / float(kBlockerTaps));
}

// 1 = lit by the key light. `facing` is the normal turned towards the light; the point is moved along it against
// acne, more where the light grazes. The penumbra widens with the distance to what casts it (Fernando 2005, PCSS).
float keyVisibility(vec3 position, vec3 facing) {
    if (!kShadows) {
        return 1.0;
    }
    const float texel = frame.shadowTexel.x;
    const float grazing = 1.0 - clamp(dot(facing, frame.toLight.xyz), 0.0, 1.0);
    const vec3 moved = position + facing * texel * (1.2 + 2.2 * grazing) + frame.toLight.xyz * texel * 0.8;
    const vec3 p = (frame.keyShadow * vec4(moved, 1.0)).xyz;
    if (any(lessThan(p, vec3(0.0))) || any(greaterThan(p, vec3(1.0)))) {
        return 1.0;
    }
    const vec2 blockers = findBlockers(p, kSearchTexels * frame.shadowTexel.y);
    if (blockers.y == 0.0 || blockers.y == 1.0) {
        return 1.0 - blockers.y; // nothing or all around is in the way: no penumbra here
    }
    const float gapMetres = blockers.x * frame.toLight.w;
    const float radius = clamp(gapMetres * kPenumbraSlope / texel, 1.4, kSearchTexels) * frame.shadowTexel.y;
    float lit = 0.0;
    vec2 direction = vec2(radius, 0.0);
    for (int i = 0; i < kShadowTaps; ++i) {
        direction = kGoldenTurn * direction;
        const float reach = sqrt((float(i) + 0.5) / float(kShadowTaps));
        lit += textureLod(keyMap, vec3(p.xy + reach * direction, p.z), 0.0);
    }
    return lit / float(kShadowTaps);
}

// How much of the sky something hides that is `gap` metres above: fully from a centimetre on, less the higher it is,
// because then it fills less of the sky.
vec4 skyHidden(vec4 gap) {
    const vec4 high = gap / 0.35;
    return clamp(gap / 0.01, 0.0, 1.0) / (1.0 + high * high);
}

// 1 = nothing close above: a wide, soft look up that grounds things where they touch. Surfaces that face down do not
// see up in any case; for them the map would only show its texels. A box of 5 texels with linear ends: of the 6 x 6
// texels around the point, first and last of a row share the fraction f and the four between count fully.
float skyVisibility(vec3 position, vec3 normal) {
    const float facing = smoothstep(0.05, 0.65, normal.y);
    const vec3 moved = position + vec3(0.0, 0.010, 0.0) + 0.015 * normal;
    const vec3 p = (frame.skyShadow * vec4(moved, 1.0)).xyz;
    if (!kShadows || facing <= 0.0 || any(lessThan(p, vec3(0.0))) || any(greaterThan(p, vec3(1.0)))) {
        return 1.0;
    }
    const float texel = frame.shadowTexel.w;
    const vec2 t = p.xy / texel - 0.5;
    const vec2 base = floor(t);
    const vec2 f = t - base;
    float hidden = 0.0;
    for (int y = 0; y < 3; ++y) {
        const vec2 rows = vec2(y == 0 ? 1.0 - f.y : 1.0, y == 2 ? f.y : 1.0);
        for (int x = 0; x < 3; ++x) {
            const vec2 columns = vec2(x == 0 ? 1.0 - f.x : 1.0, x == 2 ? f.x : 1.0);
            const vec2 corner = base + 2.0 * vec2(x, y) - 1.0; // where the four texels meet
            const vec4 share = skyHidden((p.z - textureGather(skyDepth, corner * texel)) * frame.toLight.w);
            hidden += dot(share.wz, columns) * rows.x + dot(share.xy, columns) * rows.y;
        }
    }
    return mix(1.0, 1.0 - hidden / 25.0, facing);
}

// Lambert that reaches `wrap` beyond the terminator and keeps its energy.
float wrappedDiffuse(float cosine, float wrap) {
    return max(cosine + wrap, 0.0) / ((1.0 + wrap) * (1.0 + wrap));
}

float ggx(float alpha, float nh) {
    const float a2 = alpha * alpha;
    const float d = nh * nh * (a2 - 1.0) + 1.0;
    return a2 / (kPi * d * d);
}

// Height-correlated Smith visibility, the cheap form (Hammon 2017).
float smithVisibility(float alpha, float nl, float nv) {
    return 0.5 / mix(2.0 * nl * nv, nl + nv, alpha);
}

// Normals that turn within a pixel act like a rougher surface; without this, highlights on thin folds sparkle
// (Tokuyoshi and Kaplanyan 2019, Eq. 9, in screen space).
float addedRoughness(vec3 normal) {
    const vec3 x = dFdx(normal);
    const vec3 y = dFdy(normal);
    return min(0.5 * (dot(x, x) + dot(y, y)), 0.18); // to alpha squared
}

float schlick(float cosine) {
    const float m = clamp(1.0 - cosine, 0.0, 1.0);
    return m * m * m * m * m;
}

// Smooth normals may point away from the eye at silhouettes; bent back so that no term sees a negative cosine.
vec3 facingNormal(vec3 normal, vec3 toEye) {
    const float nv = dot(normal, toEye);
    return nv < 0.05 ? normalize(normal + (0.05 - nv) * toEye) : normal;
}

// Khronos PBR Neutral (2024): identity up to 0.8, then rolls off towards white keeping the hue.
vec3 toneCurve(vec3 color) {
    const float kStart = 0.8 - 0.04;
    const float kDesaturation = 0.15;
    const float low = min(color.r, min(color.g, color.b));
    const float offset = low < 0.08 ? low - 6.25 * low * low : 0.04;
    color -= offset;
    const float peak = max(color.r, max(color.g, color.b));
    if (peak < kStart) {
        return color;
    }
    const float d = 1.0 - kStart;
    const float newPeak = 1.0 - d * d / (peak + d - kStart);
    color *= newPeak / peak;
    const float g = 1.0 - 1.0 / (kDesaturation * (peak - newPeak) + 1.0);
    return mix(color, vec3(newPeak), g);
}

vec4 encode(vec3 color) {
    if (kEncodeSrgb) {
        color = mix(12.92 * color, 1.055 * pow(color, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, color));
    }
    return vec4(color, 1.0);
}

vec4 finish(vec3 linear) { return encode(clamp(toneCurve(linear * frame.exposure.x), 0.0, 1.0)); }

// The same with half a step of noise (Jimenez 2014), against bands in wide smooth gradients. One step of 1/255 in sRGB
// is about 2.2 * sqrt(c) / 255 in linear light.
vec4 finishDithered(vec3 linear) {
    const vec3 color = clamp(toneCurve(linear * frame.exposure.x), 0.0, 1.0);
    const float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    return encode(clamp(color + noise * 2.2 / 255.0 * sqrt(color), 0.0, 1.0));
}

// What a hand holds or could take glows a little, most along its outline.
vec3 addHighlight(vec3 color, float highlight, float nv) {
    const vec3 kTint = vec3(1.0, 0.72, 0.34);
    const float outline = pow(1.0 - clamp(nv, 0.0, 1.0), 2.0);
    return mix(color, color * 1.15 + 0.10 * kTint, 0.6 * highlight) + highlight * outline * 0.35 * kTint;
}
