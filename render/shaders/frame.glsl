// What every shader sees: the frame's uniforms and the item's push constants. The C++ side is src/gpu_layout.h.
struct Eye {
    mat4 viewProjection;
    vec4 position;  // m
    vec4 rayCenter; // view ray through the middle of the picture; world = center + x * right + y * down, x, y in -1..1
    vec4 rayRight;
    vec4 rayDown;
};

layout(set = 0, binding = 0, std140) uniform Frame {
    Eye eyes[2];
    mat4 keyShadow; // world to shadow map, 0..1
    mat4 skyShadow; // the same for the map seen from straight above
    vec4 toLight;   // unit, towards the key light
    vec4 lightColor; // w: 1 outdoors, 0 in the studio
    vec4 shadowTexel; // key: m, share of the map; sky: m, share of the map
    vec4 exposure; // x
} frame;

layout(push_constant) uniform Item {
    mat4 model;
    vec4 color;  // linear; w = roughness
    vec4 accent; // linear; w = sheen
    vec4 extra;  // transmission, highlight, extent in uv (m)
    uint surface;
    uint weave;
    uint print;
    float thread; // m between threads
} item;

const uint kSurfaceSolid = 0;
const uint kSurfaceCloth = 1;
const uint kSurfaceFloor = 2;
const uint kSurfaceHand = 3;
const uint kSurfaceLine = 4;
const uint kSurfaceStretch = 7;
const uint kSurfaceGrass = 9;
const uint kSurfaceGhost = 10;

const uint kWeaveSatin = 0;
const uint kWeavePlain = 1;
const uint kWeaveDenim = 2;
const uint kWeaveTwill = 3;
const uint kWeaveKnit = 4;

const uint kPrintScarf = 0;
const uint kPrintNone = 1;
const uint kPrintStripes = 2;
const uint kPrintTartan = 3;
const uint kPrintStitched = 4;

const float kPi = 3.14159265;
