// Draws meshes for one or two eyes with Vulkan: one shadow-casting light, multisampling, reversed depth.
// Knows meshes, materials and eyes; knows nothing of cloth simulation or of OpenXR.
#pragma once

#include "maths/paint.h"
#include "maths/result.h"
#include "maths/tracking.h"
#include "render/gpu.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace selvage {

inline constexpr int kEyeMax = 2;

enum class StereoMode { TwoPass, Layered, Multiview };

struct RendererOptions {
    StereoMode stereo{StereoMode::TwoPass};
    int samples{4};          // 1 or 4
    int shadowMapSize{2048}; // texels along one side; 0 = no shadows
    VkFormat colorFormat{VK_FORMAT_R8G8B8A8_SRGB};
};

// The stereo mode that is right for this GPU: multiview, else layered, and two-pass on software drivers.
StereoMode preferredStereoMode(const Gpu &gpu);

// One vertex; also the layout of the mapped buffers that dynamic meshes are written into.
struct Vertex {
    Vec3 position;               // m
    Vec3 normal;                 // unit
    Vec2 uv;                     // m along warp and weft for cloth (rest shape), free for others
    float wetness{0.0F};         // –, of cloth: 0 dry … 1 soaked
    uint32_t paint{0xffffffffU}; // of solids: what packPaint() gives; multiplies the material's. Of cloth:
                                 // highlightPaint()
};

// Ground and Water are outdoors: material.accent.x is the water's height (m). Water is a level mesh about the
// river's middle, its item's model without turn: transmission = how far the current has carried the ripples
// (m), extent = half the river's width and its depth (m), roughness = slope of its banks.
// Stretch: cloth in the colours of a scale, uv.x is the place on it (0…1). Mote: blended over what is behind,
// uv.x runs from -1 to 1 across a thread, uv.y is its opacity. Grass: the blades of makeGrass(). Ghost:
// blended, seen through all that was drawn, transmission = opacity at its rim.
enum class Surface : uint32_t { Solid, Cloth, Floor, Hand, Line, Ground, Water, Stretch, Mote, Grass, Ghost };

// How cloth is made: which threads lie on top.
enum class Weave : uint32_t {
    Satin, // long floats that shine across
    Plain,
    Denim, // warp in the first colour, weft in the second
    Twill,
    Knit
};

// What is drawn on cloth. Scarf: border and motif in the second colour. Stripes: of the first on the second.
// Tartan: of both. Stitched: hems sewn in the second.
enum class Print : uint32_t { Scarf, None, Stripes, Tartan, Stitched };

// How a mesh looks. Colours are linear, 0…1.
struct Material {
    Surface surface{Surface::Solid};
    Vec3 color{0.8F};
    Vec3 accent{0.8F}; // cloth: border and motif; floor: grid lines
    float roughness{0.6F};
    float sheen{0.0F};        // cloth: strength of the fibre sheen
    float transmission{0.0F}; // cloth: share of light that comes through from behind
    Weave weave{Weave::Satin};
    Print print{Print::Scarf};
    float thread{0.0003F}; // m between threads
    Vec2 extent{1.0F}; // cloth: size in uv (m), where the border lies; 0 = plain cloth, no border or motif
};

// Eight bits each: roots of the colour's channels, red in the low byte, and the roughness in the high one.
uint32_t packPaint(const Paint &paint);

// Of a vertex of cloth that a hand could take: 0…1.
uint32_t highlightPaint(float highlight);

using MeshId = uint32_t;

struct DrawItem {
    MeshId mesh{0};
    Mat4 model{1.0F}; // may scale unevenly, must not mirror
    Material material;
    float highlight{0.0F}; // 0…1, tint of what a hand holds or could take
    bool wireframe{false};
    bool castsShadow{true};
};

struct Light {
    Vec3 direction{-0.4F, -1.0F, -0.3F}; // the way it travels; need not be unit
    Vec3 color{3.0F, 2.9F, 2.7F};        // irradiance, linear
    Vec3 shadowCenter{0.0F, 0.8F, 0.0F}; // m, middle of the shadowed region
    float shadowRadius{2.5F};            // m
};

// One eye's view. fov angles in radians as in OpenXR: left and down are negative.
struct EyeView {
    Pose pose;
    float fovLeft{-0.78F};
    float fovRight{0.78F};
    float fovUp{0.78F};
    float fovDown{-0.78F};
    // Corners of triangles, three each, on the plane one metre before the eye (m, x right, y up), that cannot
    // be seen through the lens: nothing is shaded there.
    std::span<const Vec2> hidden{};
};

// A vertex of something flat on top of the picture, or on a plane in the world.
struct OverlayVertex {
    Vec2 position;     // pixels from the upper left corner, y down
    Vec2 uv;           // 0…1 in the atlas
    uint32_t color{0}; // sRGB, red in the low byte, alpha (not premultiplied) in the high one
};

// Consecutive triangles of a piece under one clip rectangle.
struct OverlayDraw {
    Vec2 clipLow{0.0F}; // pixels
    Vec2 clipHigh{0.0F};
    uint32_t firstIndex{0};
    uint32_t indexCount{0};
    uint32_t firstVertex{0}; // added to each index
};

struct OverlayPiece {
    std::span<const OverlayVertex> vertices;
    std::span<const uint16_t> indices;
    std::span<const OverlayDraw> draws;
    std::optional<Mat4> model{}; // where it lies, in place of FrameScene::overlayModel
};

// Letters, edges and pictures, row by row: red, green, blue (sRGB) and coverage of each pixel, 0…255. A shape
// has its own colour times that of the atlas, where letters and edges are white.
struct OverlayAtlas {
    uint32_t width{0};
    uint32_t height{0};
    std::span<const uint8_t> rgba;
};

struct FrameScene {
    std::span<const DrawItem> items;
    Light light;
    std::array<EyeView, kEyeMax> eyes;
    int eyeCount{2};
    float nearPlane{0.05F}; // m; the far plane is at infinity
    bool outdoors{false};   // a meadow under the sky, else a studio
    float exposure{1.0F};   // –, of all but the overlay; below 1 the picture is dim
    // Instead of the place: one even colour (linear, shown as it is), for passthrough and for tests.
    bool flatBackground{false};
    Vec3 background{0.0F};
    // Over all else, in this order; needs setOverlayAtlas().
    std::span<const OverlayPiece> overlay;
    // Where it lies in the world: takes its pixels (x, y, 0) to m. What is nearer hides it; it hides nothing
    // in the depth target. Without a value it lies on top of each eye's picture.
    std::optional<Mat4> overlayModel;
};

// Where the frame goes. For each eye one single-layer colour view, or one array image with a layer per eye.
// After draw() the images are in `finalLayout`.
struct FrameTarget {
    VkExtent2D extent{};                  // of one eye: what is drawn, from the upper left corner on
    VkExtent2D imageExtent{};             // of the images, where they are larger and the extent changes often
    std::array<VkImage, kEyeMax> image{}; // the image holding this eye (may be the same image twice)
    std::array<uint32_t, kEyeMax> layer{}; // its array layer
    // Optional (VK_NULL_HANDLE): single-sample D32_SFLOAT images with the same layers, for a depth layer.
    // They receive the reversed depth (near plane 1, infinity 0) and are left in
    // DEPTH_STENCIL_ATTACHMENT_OPTIMAL.
    std::array<VkImage, kEyeMax> depthImage{};
    VkFormat depthFormat{VK_FORMAT_UNDEFINED}; // draw() fails on any other format than D32_SFLOAT
    VkImageLayout finalLayout{VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSemaphore waitSemaphore{VK_NULL_HANDLE};   // optional: image is ready (window swapchains)
    VkSemaphore signalSemaphore{VK_NULL_HANDLE}; // optional: drawing is done
};

struct RenderStats {
    double gpuMs{0.0};     // last finished frame, whole; 0 where timestamps are missing
    double shadowMs{0.0};  // its shadow pass
    uint64_t triangles{0}; // of both eyes
    uint64_t draws{0};     // items drawn, of both eyes; not those of the shadow maps
};

class Renderer {
public:
    // Fails with the Vulkan call and its result.
    static Result<std::unique_ptr<Renderer>> create(Gpu &gpu, const RendererOptions &options);
    ~Renderer();

    // A mesh that never changes. Triangles counter-clockwise seen from outside; indices.size() % 3 == 0.
    // Blocks until it is uploaded. Mesh 0 is nobody's: items that name it are skipped, and it is what comes
    // back when memory runs out (the next beginFrame() then says so).
    MeshId addMesh(std::span<const Vertex> vertices, std::span<const uint32_t> indices);
    // A mesh whose vertices are written anew each frame (at most vertexCapacity of them).
    MeshId addDynamicMesh(uint32_t vertexCapacity, std::span<const uint32_t> indices);
    // Frees a mesh (a scenario was changed, a cloth was cut), and its number for another. Waits for the GPU.
    void removeMesh(MeshId mesh);

    // The atlas of all overlays; once. Blocks until it is uploaded.
    Result<void> setOverlayAtlas(const OverlayAtlas &atlas);

    // Waits until this frame's buffers are free (never longer than the GPU is behind), then returns. Call
    // once per frame before dynamicVertices().
    Result<void> beginFrame();
    // The mapped vertices of a dynamic mesh for this frame, write-only, length vertexCapacity.
    std::span<Vertex> dynamicVertices(MeshId mesh);
    // Records and submits the frame. Does not wait for the GPU.
    // Where the stereo mode needs one array image with the eyes in neighbouring layers and the target has
    // separate images, it draws one eye after the other.
    Result<void> draw(const FrameScene &scene, const FrameTarget &target);

    RenderStats stats() const;
    // Blocks until the GPU is idle (shutdown, resize, readback).
    void waitIdle();

private:
    struct State;
    explicit Renderer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

// Ready-made shapes, metres, centred at the origin.
struct MeshData {
    std::vector<Vertex> vertices;
    std::vector<uint32_t> indices;
};
// As many triangles as it needs when it is drawn `scale` times as large.
MeshData makeSphere(float radius, float scale = 1.0F);
// Edges rounded by edgeRadius (m), inside the extents; by default what a planed wooden edge has.
MeshData makeBox(const Vec3 &halfExtents, float edgeRadius = 0.006F);
// About a piece of the y axis from -halfLength to halfLength (m).
MeshData makeCapsule(float radius, float halfLength);
MeshData makeFloor(float halfSize);
// Blades of grass on level ground within `radius` (m), the denser and higher the nearer to the middle, with
// the ground's normal; uv: the blade's brightness, and 0 at its root … 1 at its tip. The same every time.
MeshData makeGrass(float radius, int32_t blades);
// Level, facing up, from -halfSize to halfSize (m) along x and z; cells of about `cell` m.
MeshData makeLevel(const Vec2 &halfSize, float cell);
// Any mesh (positions in m, 3 indices per triangle), smooth but for creases of more than 45 degrees. `paint`:
// one a triangle, or none.
MeshData makeShaded(std::span<const Vec3> position, std::span<const int32_t> triangles,
                    std::span<const Paint> paint = {});
MeshData makeController(); // OpenXR grip pose at the origin, -z forward
// OpenXR grip pose at the palm: -z runs from little finger to thumb, fingers hang down (-y), half closed.
MeshData makeHand(Hand side);

} // namespace selvage
