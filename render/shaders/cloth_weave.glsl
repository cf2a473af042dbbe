// Fabric at thread scale: which thread lies on top, how its surface leans, how bright it is. All of it goes to its mean
// before it could alias.
struct Threads {
    vec2 slope;    // along warp and weft
    float shade;   // around 1
    float warpTop; // share of the warp threads in what is seen
};

// After how many weft threads a weave repeats, and the share of the warp on its face.
float warpShare(uint weave) {
    return weave == kWeaveSatin ? 2.0 / 3.0 : weave == kWeaveDenim ? 0.75 : 0.5;
}

bool warpOnTop(uint weave, ivec2 cell) {
    switch (weave) {
    case kWeavePlain:
        return ((cell.x + cell.y) & 1) == 0;
    case kWeaveDenim: // three over, one under
        return ((cell.x + cell.y) & 3) != 0;
    case kWeaveTwill: // two over, two under
        return ((cell.x + cell.y) & 3) < 2;
    default:
        return (cell.x + cell.y) % 3 != 0;
    }
}

Threads wovenThreads(uint weave, vec2 uv, float thread, float weight) {
    const vec2 q = uv / thread;
    const vec2 f = fract(q) - 0.5;
    const bool warp = warpOnTop(weave, ivec2(floor(q)));
    const float across = warp ? f.x : f.y;
    const float along = warp ? f.y : f.x;
    const float lift = weave == kWeavePlain ? 0.8 : 0.35; // a short float curves more
    const vec2 slope = warp ? vec2(1.1 * across, lift * along) : vec2(lift * along, 1.1 * across);
    const float shade = 1.12 - 1.45 * across * across;
    return Threads(slope * weight, mix(1.0, shade, weight), mix(warpShare(weave), warp ? 1.0 : 0.0, weight));
}

// Columns of V: two legs that lean towards the middle of their column.
Threads knittedThreads(vec2 uv, float wale, float weight) {
    const vec2 q = vec2(uv.y, uv.x) / vec2(wale, 0.8 * wale);
    const float side = fract(q.x) - 0.5;
    const float leg = fract(q.y + 1.1 * abs(side)) - 0.5;
    const float across = abs(side) - 0.25;
    const float groove = smoothstep(0.5, 0.36, abs(side)) * smoothstep(0.0, 0.10, abs(side));
    const float shade = (1.15 - 1.5 * leg * leg) * mix(0.72, 1.08, groove);
    return Threads(vec2(1.0 * leg, 1.6 * across * sign(side)) * weight, mix(1.0, shade, weight), 0.5);
}

Threads threadsAt(uint weave, vec2 uv, float thread, float footprint) {
    const bool knit = weave == kWeaveKnit;
    const float weight = detailWeight(footprint, thread);
    if (weight <= 0.0) {
        return Threads(vec2(0.0), 1.0, warpShare(weave));
    }
    return knit ? knittedThreads(uv, thread, weight) : wovenThreads(weave, uv, thread, weight);
}

// The lines that a twill draws across the cloth, still seen where single threads are not.
float twillLines(vec2 uv, float thread, float footprint) {
    const float weight = detailWeight(footprint, 4.0 * thread);
    const float place = fract((uv.x + uv.y) / (4.0 * thread)) - 0.5;
    return 1.0 + weight * 0.22 * (1.0 - 12.0 * place * place);
}

// Threads are never quite even: faint streaks along warp and weft.
float threadStreaks(vec2 uv, float footprint) {
    float tone = 1.0;
    tone += 0.06 * fadedNoise(uv * vec2(900.0, 22.0), footprint, 1.0 / 900.0);
    tone += 0.06 * fadedNoise(uv * vec2(22.0, 900.0), footprint, 1.0 / 900.0);
    tone += 0.05 * fadedNoise(uv * vec2(170.0, 6.0), footprint, 1.0 / 170.0);
    tone += 0.05 * fadedNoise(uv * vec2(6.0, 170.0), footprint, 1.0 / 170.0);
    return tone;
}
