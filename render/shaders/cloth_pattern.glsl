// The scarf's drawing, in metres of rest shape: hem, border of lines and lozenges, a field of eight-petalled flowers in
// half drop. Edges are covered analytically by the pixel's footprint. Further prints are stripes, tartan and sewn hems.

struct Pattern {
    float accent; // share of the second colour
    float hem;    // share of the hem line
};

// Signed distance (m) to a lens of half length a along x and half width b < a (after Quilez, "vesica").
float lensDistance(vec2 p, float a, float b) {
    p = abs(p);
    const float d = 0.5 * (a * a - b * b) / b;
    const bool nearTip = a * p.y < d * (p.x - a);
    return nearTip ? length(p - vec2(a, 0.0)) : length(p + vec2(0.0, d)) - (d + b);
}

float flowerDistance(vec2 p, float size) {
    p = abs(p);
    p = p.y > p.x ? p.yx : p;
    const float straight = lensDistance(p - vec2(0.58 * size, 0.0), 0.42 * size, 0.19 * size);
    const vec2 q = vec2(p.x + p.y, p.y - p.x) * 0.70710678;
    const float diagonal = lensDistance(q - vec2(0.52 * size, 0.0), 0.20 * size, 0.07 * size);
    return min(min(straight, diagonal), length(p) - 0.11 * size);
}

// Flowers on the lattice and on its half drop; small dots between them.
float fieldPattern(vec2 uv, vec2 inner, float scale, float footprint) {
    const vec2 count = max(round(inner / (0.069 * scale)), vec2(1.0));
    const vec2 pitch = inner / count;
    const vec2 a = (fract(uv / pitch) - 0.5) * pitch;
    const vec2 b = (fract(uv / pitch + 0.5) - 0.5) * pitch;
    const float flower = flowerDistance(a, 0.021 * scale);
    // No halved buds along the border.
    const vec2 corner = floor(uv / pitch + 0.5);
    const bool whole = all(greaterThan(corner, vec2(0.5))) && all(lessThan(corner, count - 0.5));
    const float bud = whole ? flowerDistance(b, 0.010 * scale) : 1.0;
    return 0.78 * edgeCoverage(min(flower, bud), footprint);
}

float borderPattern(float d, float along, float scale, float footprint) {
    const float outer = lineCoverage(d - 0.0125 * scale, 0.0011 * scale, footprint);
    const float inner = lineCoverage(d - 0.0520 * scale, 0.0011 * scale, footprint);
    const float middle = 0.0325 * scale;
    const float band = edgeCoverage(abs(d - middle) - 0.0135 * scale, footprint);
    const float pitch = 0.020 * scale;
    const vec2 c = vec2((fract(along / pitch) - 0.5) * pitch, d - middle);
    const float lozenge = dot(abs(c), vec2(0.82, 0.57)) - 0.0051 * scale;
    const float cut = edgeCoverage(lozenge, footprint);
    const float dot = edgeCoverage(length(c) - 0.0016 * scale, footprint);
    return max(max(outer, inner), band * (1.0 - cut) + dot * band);
}

Pattern scarfPattern(vec2 uv, vec2 extent, float footprint) {
    if (extent.x <= 0.0 || extent.y <= 0.0) {
        return Pattern(0.0, 0.0);
    }
    const float scale = clamp(min(extent.x, extent.y) / 0.4, 0.25, 2.0);
    const vec2 toEdge = min(uv, extent - uv);
    const float d = min(toEdge.x, toEdge.y);
    const float hem = edgeCoverage(d - 0.005 * scale, footprint);
    // Seen from its own side, each border runs from the middle of the edge, so that corners meet evenly.
    const float along = toEdge.x < toEdge.y ? uv.y - 0.5 * extent.y : uv.x - 0.5 * extent.x;
    const float kBorder = 0.062 * scale;
    const float border = borderPattern(d, along, scale, footprint);
    const float field = d > kBorder ? fieldPattern(uv - kBorder, extent - 2.0 * kBorder, scale, footprint) : 0.0;
    return Pattern(max(border, field), hem);
}

// Shirting: a stripe of the first colour with a finer one on each side, along the warp, on a ground of the second.
vec3 stripes(vec2 uv, float footprint) {
    const float kPitch = 0.036;
    const float wide = repeatedLines(uv.y, kPitch, 0.0075, footprint);
    const float fine = repeatedLines(uv.y + 0.0085, kPitch, 0.0016, footprint) +
                       repeatedLines(uv.y - 0.0085, kPitch, 0.0016, footprint);
    return mix(item.accent.rgb, item.color.rgb, clamp(wide + fine, 0.0, 1.0));
}

// The colours of a tartan's threads in order, the same both ways.
vec3 sett(float at, float footprint) {
    const float kPitch = 0.14;
    const float broad = repeatedLines(at, kPitch, 0.050, footprint);
    const float pair = repeatedLines(at + 0.070, kPitch, 0.022, footprint);
    const float line = repeatedLines(at + 0.070, kPitch, 0.003, footprint);
    vec3 color = mix(item.color.rgb, item.color.rgb * 0.16, broad);
    color = mix(color, 0.4 * item.accent.rgb + 0.05, pair);
    return mix(color, item.accent.rgb * 1.1, line);
}

// Seams sewn a hem's width from the edge, in dashes of the second colour.
float stitches(vec2 uv, vec2 extent, float footprint) {
    const vec2 toEdge = min(uv, extent - uv);
    const float d = min(toEdge.x, toEdge.y);
    const float along = toEdge.x < toEdge.y ? uv.y : uv.x;
    const float dash = repeatedLines(along, 0.0040, 0.0028, footprint);
    return max(lineCoverage(d - 0.008, 0.0005, footprint), lineCoverage(d - 0.015, 0.0005, footprint)) * dash;
}

float hemLine(vec2 uv, vec2 extent, float footprint) {
    const vec2 toEdge = min(uv, extent - uv);
    return edgeCoverage(min(toEdge.x, toEdge.y) - 0.006, footprint);
}
