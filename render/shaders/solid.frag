// Everything that is neither cloth nor floor: painted or plastic bodies, hands (soft, light bleeds past the
// terminator), and plain lines.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "studio.glsl"
#include "light.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in vec2 inUv;
layout(location = 3) flat in int inEye;
layout(location = 5) flat in vec4 inPaint;
layout(location = 0) out vec4 outColor;

void main() {
    if (item.surface == kSurfaceLine) {
        outColor = finish(item.color.rgb);
        return;
    }
    const vec3 base = item.color.rgb * inPaint.rgb;
    const bool hand = item.surface == kSurfaceHand;
    const vec3 toEye = normalize(frame.eyes[inEye].position.xyz - inPosition);
    const vec3 n = facingNormal(normalize(inNormal), toEye);
    const vec3 l = frame.toLight.xyz;
    const float nl = dot(n, l);
    const float nv = max(dot(n, toEye), 0.02);
    const float wrap = hand ? 0.45 : 0.0;
    // Where the light grazes, a shadow map sees the surface in its own way: a round body would get
    // a hard edge there, were it not dim before.
    const float shadow = nl > -wrap ? keyVisibility(inPosition, nl < 0.0 ? -n : n) : 0.0;
    const float key = hand ? shadow : shadow * smoothstep(-0.02, 0.30, nl);
    const float sky = skyVisibility(inPosition, n);

    // Red travels farthest under skin: its terminator is the softest.
    const vec3 reach = hand ? vec3(wrap, 0.55 * wrap, 0.40 * wrap) : vec3(wrap);
    const vec3 lit = vec3(wrappedDiffuse(nl, reach.r), wrappedDiffuse(nl, reach.g), wrappedDiffuse(nl, reach.b));
    const float rim = wrappedDiffuse(dot(n, kToRim), 0.1);
    vec3 color = base * (frame.lightColor.rgb * lit * (key / kPi) + kRimColor * (rim / kPi) +
                                   studioDiffuse(n, sky));

    const float painted = item.color.w * inPaint.a;
    const float squared = painted * painted;
    const float alpha = sqrt(squared * squared + addedRoughness(n));
    const float roughness = min(sqrt(alpha), 1.0);
    const vec3 h = normalize(l + toEye);
    const float fresnel = 0.04 + 0.96 * schlick(max(dot(h, toEye), 0.0));
    const float frontNl = max(nl, 0.0);
    const float specular = ggx(alpha, max(dot(n, h), 0.0)) * smithVisibility(alpha, frontNl, nv) * fresnel;
    color += frame.lightColor.rgb * (specular * frontNl * key);
    const float mirror = 0.04 + (1.0 - roughness) * 0.6 * schlick(nv);
    color += studioReflection(reflect(-toEye, n), roughness) * mirror * mix(0.35, 1.0, sky);
    if (hand) {
        color += base * (0.22 * pow(1.0 - nv, 3.0)) * studioDiffuse(n, sky);
    }
    outColor = finish(addHighlight(color, item.extra.y, nv));
}
