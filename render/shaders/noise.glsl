// Value noise with a fixed, integer hash: the same on every driver.
float hash(ivec2 p) {
    uint h = uint(p.x) * 0x27d4eb2du ^ uint(p.y) * 0x165667b1u;
    h = (h ^ (h >> 15)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return float((h ^ (h >> 16)) & 0xffffu) / 65535.0;
}

// Smooth, 0..1, one feature per unit.
float valueNoise(vec2 p) {
    const vec2 cell = floor(p);
    const vec2 f = p - cell;
    const vec2 s = f * f * (3.0 - 2.0 * f);
    const ivec2 i = ivec2(cell);
    return mix(mix(hash(i), hash(i + ivec2(1, 0)), s.x), mix(hash(i + ivec2(0, 1)), hash(i + ivec2(1, 1)), s.x), s.y);
}

// Weight of detail of this size (m) under a pixel of this footprint (m): gone before it could alias.
float detailWeight(float footprint, float size) { return 1.0 - smoothstep(0.25, 0.6, footprint / size); }

// Noise around 0 with one feature per unit of p, which is `size` metres, faded by the footprint; free once it is gone.
float fadedNoise(vec2 p, float footprint, float size) {
    const float weight = detailWeight(footprint, size);
    return weight > 0.0 ? weight * (valueNoise(p) - 0.5) : 0.0;
}

// Share of the pixel inside a line of this half width at distance d, both in m.
float lineCoverage(float d, float halfWidth, float footprint) {
    const float w = max(footprint, 1e-6);
    return clamp((halfWidth - abs(d)) / w + 0.5, 0.0, 1.0) * min(1.0, 2.0 * halfWidth / w);
}

// Share of the pixel on the negative side of an edge at distance d.
float edgeCoverage(float d, float footprint) { return clamp(0.5 - d / max(footprint, 1e-6), 0.0, 1.0); }

// Share of the pixel [p - w/2, p + w/2] covered by lines of this width repeated every `pitch`: the exact integral of
// the pattern, so it goes to its mean in the distance instead of to moire.
float repeatedLines(float p, float pitch, float width, float footprint) {
    const float w = max(footprint, 1e-5);
    const float a = (p - 0.5 * w + 0.5 * width) / pitch;
    const float b = (p + 0.5 * w + 0.5 * width) / pitch;
    const float share = width / pitch;
    const float covered = (floor(b) - floor(a)) * share + min(fract(b), share) - min(fract(a), share);
    return clamp(covered * pitch / w, 0.0, 1.0);
}
