// The studio as light: a warm grey cyclorama with a large soft box overhead. Radiance by direction for backgrounds and
// mirror-like light, irradiance / pi by normal for diffuse light, and a weak cool rim light from behind the stage.
const vec3 kWallLow = vec3(0.47, 0.445, 0.415);
const vec3 kWallHigh = vec3(0.150, 0.158, 0.172);
const vec3 kFloorBounce = vec3(0.215, 0.180, 0.145);
const vec3 kSkyLight = vec3(0.44, 0.455, 0.48);
const vec3 kToRim = vec3(0.5145, 0.4287, -0.7426); // unit
const vec3 kRimColor = vec3(0.52, 0.62, 0.80);
const vec3 kToBox = vec3(-0.2873, 0.9100, 0.2989); // unit

vec3 studioRadiance(vec3 direction) {
    const float up = smoothstep(-0.02, 0.85, direction.y);
    const float down = smoothstep(0.0, -0.7, direction.y);
    return mix(kWallLow, kWallHigh, up) * (1.0 - 0.28 * down);
}

// The studio seen in a surface of this roughness: the wall's gradient and the soft box, both blurred.
vec3 studioReflection(vec3 direction, float roughness) {
    const float width = mix(0.10, 0.75, roughness);
    const float box = smoothstep(cos(0.55 + width), cos(max(0.40 - width, 0.0)), dot(direction, kToBox));
    const float up = smoothstep(-0.5 - roughness, 0.5 + roughness, direction.y);
    const vec3 wall = mix(kFloorBounce, kWallLow * 0.8, up);
    return wall + vec3(1.25, 1.22, 1.16) * box * mix(1.0, 0.45, roughness);
}

// Irradiance / pi from the dome, split so that contact can darken what comes from above.
vec3 studioDiffuse(vec3 normal, float skyOpen) {
    const float up = 0.5 + 0.5 * normal.y;
    const vec3 side = 0.06 * (1.0 - normal.y * normal.y) * vec3(0.95, 1.0, 1.1);
    return mix(kFloorBounce, kSkyLight, up * up * (3.0 - 2.0 * up)) * mix(1.0, skyOpen, 0.35 + 0.65 * up) + side;
}
