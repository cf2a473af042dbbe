// Where the stage stands: a round studio with panelled walls, windows and a soft box under the ceiling, or a meadow under
// a summer sky with hills in haze. Ray by ray, so that it has depth for two eyes. All lines are filtered by footprint. Needs noise.glsl and
// outdoors.glsl.
const float kRoomRadius = 6.5; // m
const float kRoomHeight = 3.6; // m
const vec2 kRoomCenter = vec2(0.0, -0.8);

bool isOutdoors() { return frame.lightColor.w > 0.5; }

// ---- The studio ----

// A picture-frame moulding: lit on one side, shaded on the other. d: m, signed, from its middle line.
float moulding(float d, float footprint) {
    return 1.0 + 0.16 * lineCoverage(d - 0.012, 0.009, footprint) - 0.22 * lineCoverage(d + 0.010, 0.009, footprint);
}

float boxDistance(vec2 p, vec2 middle, vec2 halfSize) {
    const vec2 q = abs(p - middle) - halfSize;
    return max(q.x, q.y);
}

// Three tall windows towards the strip light; returns light and, in w, their share of the wall.
vec4 windows(float toStrip, float height, float footprint) {
    const float kPitch = 1.75;
    const float column = clamp(round(toStrip / kPitch), -1.0, 1.0);
    const vec2 p = vec2(toStrip - column * kPitch, height - 1.95);
    const float glass = edgeCoverage(boxDistance(p, vec2(0.0), vec2(0.56, 1.15)), footprint);
    const float bars = max(lineCoverage(p.x, 0.02, footprint), repeatedLines(p.y + 0.02, 0.575, 0.04, footprint));
    const vec3 sky = mix(vec3(1.05, 1.08, 1.10), vec3(0.85, 0.97, 1.15), smoothstep(-1.0, 1.0, p.y));
    return vec4(mix(sky, vec3(0.30, 0.29, 0.27), bars), glass);
}

// p: m, from the room's centre on the floor.
vec3 wallRadiance(vec3 p, float footprint) {
    const vec2 side = normalize(p.xz);
    const float around = atan(side.y, side.x) * kRoomRadius;
    const float kPanel = 2.0 * kPi * kRoomRadius / 22.0;
    const vec2 at = vec2((fract(around / kPanel) - 0.5) * kPanel, p.y);
    const float light = (0.80 + 0.20 * dot(side, -kToStrip)) * mix(0.62, 1.0, smoothstep(0.0, 1.1, p.y)) *
                        mix(0.74, 1.0, smoothstep(kRoomHeight, kRoomHeight - 1.3, p.y));
    vec3 paint = vec3(0.470, 0.455, 0.425);
    paint *= moulding(boxDistance(at, vec2(0.0, 1.98), vec2(0.70, 1.18)), footprint);
    paint *= moulding(boxDistance(at, vec2(0.0, 0.47), vec2(0.70, 0.17)), footprint);
    paint *= moulding(0.5 * (p.y - 0.74), footprint); // rail
    const float skirting = edgeCoverage(p.y - 0.17, footprint);
    paint = mix(paint, vec3(0.56, 0.55, 0.52), skirting) * moulding(p.y - 0.17, footprint);
    const float toStrip = atan(side.y * kToStrip.x - side.x * kToStrip.y, dot(side, kToStrip)) * kRoomRadius;
    const vec4 glass = windows(toStrip, p.y, footprint);
    return mix(paint * light, glass.rgb, glass.w);
}

vec3 ceilingRadiance(vec2 p, float footprint) {
    const vec2 box = kToBox.xz / kToBox.y * kRoomHeight;
    const vec2 q = vec2(dot(p - box, vec2(0.80, 0.60)), dot(p - box, vec2(-0.60, 0.80)));
    const float d = boxDistance(q, vec2(0.0), vec2(1.0, 0.65));
    const float lamp = edgeCoverage(d, footprint);
    const float glow = 0.16 * exp(-1.4 * max(d, 0.0));
    return mix(vec3(0.40, 0.39, 0.37) + glow, vec3(1.6, 1.57, 1.50), lamp);
}

vec3 roomRadiance(vec3 eye, vec3 direction, float angle) {
    const vec2 from = eye.xz - kRoomCenter;
    const float a = max(dot(direction.xz, direction.xz), 1e-9);
    const float b = dot(from, direction.xz);
    const float c = dot(from, from) - kRoomRadius * kRoomRadius;
    const float inside = b * b - a * c;
    if (inside <= 0.0) {
        return studioRadiance(direction); // seen from outside, past the room
    }
    const float toWall = (-b + sqrt(inside)) / a;
    const float toCeiling = direction.y > 0.0 ? (kRoomHeight - eye.y) / direction.y : 1e9;
    if (toCeiling > 0.0 && toCeiling < toWall) {
        return ceilingRadiance((eye + toCeiling * direction).xz - kRoomCenter,
                               toCeiling * angle / max(direction.y, 0.05));
    }
    const vec3 p = eye + toWall * direction - vec3(kRoomCenter.x, 0.0, kRoomCenter.y);
    return wallRadiance(vec3(p.x, max(p.y, 0.0), p.z), toWall * angle);
}

// ---- The meadow ----

// Grass by its patches, tufts and blades, each gone before it could alias.
vec3 grassColor(vec2 p, float footprint) {
    float tone = 1.0;
    tone += 0.35 * fadedNoise(p * 0.35, footprint, 2.8);
    tone += 0.35 * fadedNoise(p * 1.9 + 5.0, footprint, 0.5);
    tone += 0.30 * fadedNoise(p * 11.0, footprint, 0.09);
    tone += 0.55 * fadedNoise(p * vec2(52.0, 31.0), footprint, 0.02);
    tone += 0.70 * fadedNoise(p * vec2(170.0, 95.0) + 3.0, footprint, 0.006);
    tone += 0.70 * fadedNoise(p * vec2(520.0, 230.0), footprint, 0.002);
    const float dry = 0.5 + fadedNoise(p * 0.8 + 11.0, footprint, 1.2);
    return mix(vec3(0.085, 0.140, 0.035), vec3(0.150, 0.150, 0.055), clamp(dry, 0.0, 1.0)) * tone;
}

vec3 meadowRadiance(vec3 eye, vec3 direction, float angle) {
    vec3 color = skyRadiance(direction);
    if (direction.y < -1e-3) {
        const float distance = eye.y / -direction.y;
        const vec2 p = (eye + distance * direction).xz;
        const float lit = max(frame.toLight.y, 0.0) / kPi;
        const vec3 grass = grassColor(p, distance * angle / max(-direction.y, 0.02));
        const vec3 ground = grass * (frame.lightColor.rgb * lit + studioDiffuse(vec3(0.0, 1.0, 0.0), 1.0));
        color = mix(color, addHaze(ground, distance), edgeCoverage(direction.y + 2e-3, angle));
    }
    return color;
}

// What is seen from `eye` in a direction (unit) that meets nothing on the stage. angle: rad, of a pixel.
vec3 placeRadiance(vec3 eye, vec3 direction, float angle) {
    return isOutdoors() ? meadowRadiance(eye, direction, angle) : roomRadiance(eye, direction, angle);
}
