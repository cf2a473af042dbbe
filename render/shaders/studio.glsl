// The place as light: a sky over grass outdoors, else the studio: a warm grey cyclorama with a large soft box overhead and a tall strip light at the front left.
// Radiance by direction for backgrounds and mirror-like light, irradiance / pi by normal for diffuse light, and a weak
// cool rim light from behind the stage.
const vec3 kWallLow = vec3(0.47, 0.445, 0.415);
const vec3 kWallHigh = vec3(0.150, 0.158, 0.172);
const vec3 kFloorBounce = vec3(0.200, 0.168, 0.136);
const vec3 kSkyLight = vec3(0.400, 0.415, 0.440);
const vec3 kSideLight = vec3(0.215, 0.222, 0.230);
const vec3 kToRim = vec3(0.5145, 0.4287, -0.7426); // unit
const vec3 kRimColor = vec3(0.52, 0.62, 0.80);
const vec3 kToBox = vec3(-0.2873, 0.9100, 0.2989);  // unit
const vec2 kToStrip = vec2(-0.6600, 0.7513);        // x and z, unit

vec3 studioRadiance(vec3 direction) {
    const float up = smoothstep(-0.02, 0.85, direction.y);
    const float down = smoothstep(0.0, -0.7, direction.y);
    return mix(kWallLow, kWallHigh, up) * (1.0 - 0.28 * down);
}

// The studio seen in a surface of this roughness: wall, soft box and strip light, all blurred.
vec3 studioReflection(vec3 direction, float roughness) {
    if (frame.lightColor.w > 0.5) { // the sky over grass; the sun itself is the key light
        const float open = smoothstep(-0.15 - 0.6 * roughness, 0.15 + 0.6 * roughness, direction.y);
        return mix(vec3(0.10, 0.13, 0.06), mix(vec3(0.64, 0.72, 0.80), vec3(0.30, 0.45, 0.70), open * open), open);
    }
    const float width = mix(0.10, 0.75, roughness);
    const float box = smoothstep(cos(0.55 + width), cos(max(0.40 - width, 0.0)), dot(direction, kToBox));
    const float level = length(direction.xz);
    const float azimuth = dot(direction.xz, kToStrip) / max(level, 1e-4);
    const float strip = smoothstep(cos(0.30 + width), cos(max(0.22 - width, 0.0)), azimuth) *
                        smoothstep(0.15, 0.75, level) * smoothstep(-0.75, 0.1, direction.y);
    const float up = smoothstep(-0.5 - roughness, 0.5 + roughness, direction.y);
    const vec3 wall = mix(kFloorBounce, kWallLow * 0.7, up);
    const float spread = mix(1.0, 0.5, roughness); // a wider image of the same light is dimmer
    return wall + spread * (vec3(1.30, 1.27, 1.20) * box + vec3(1.55, 1.60, 1.68) * strip);
}

// Irradiance / pi from the dome, split so that contact can darken what comes from above.
vec3 studioDiffuse(vec3 normal, float skyOpen) {
    const float up = 0.5 + 0.5 * normal.y;
    if (frame.lightColor.w > 0.5) {
        const vec3 sky = mix(vec3(0.13, 0.15, 0.08), vec3(0.42, 0.51, 0.64), up * up * (3.0 - 2.0 * up));
        return sky * mix(1.0, skyOpen, 0.25 + 0.60 * up);
    }
    const float toStrip = 0.5 + 0.5 * dot(normal.xz, kToStrip);
    const vec3 dome = mix(kFloorBounce, kSkyLight, up * up * (3.0 - 2.0 * up));
    return dome * mix(1.0, skyOpen, 0.25 + 0.60 * up) * (0.72 + 0.28 * toStrip) + kSideLight * toStrip * toStrip;
}
