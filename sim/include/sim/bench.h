// The dress bench (Meyer et al. 2000, §6): a garment that hands pin, tighten and sew while it is simulated.
// Each hand has a tool, which its tool button changes, and uses it with its trigger, as near to the cloth as
// it takes hold. All follows from the step's TrackedInput, so that a recording replays. The seams' pull and
// the waistband are the default solver's on meshes.
//
//   wind       the trigger sends wind the way the hand points (sim/wind.h)
//   pin        fixes the particle that is nearest, or nearest of those the hand holds; an old pin in reach
//              comes out, into the hand if that holds the cloth around it
//   waistband  while pulled, the rows beside the nearest edge get shorter at rest, down to a share of the
//              body's girth; when let go, its ends are hooked to each other if they are near
//   seam       picks the nearest edge, then a second one: they are drawn together and become one
//
// A seam's cloth is made on a thread of its own and takes over a fixed number of steps later at the earliest,
// when all of the seam is closed: same input, same bits.
#pragma once

#include "sim/garment.h"
#include "sim/hands.h"
#include "sim/sewing.h"

#include <array>
#include <memory>
#include <string_view>

namespace selvage {

struct World;
struct ClothSolver;
class SeamPlanner;

enum class BenchTool : uint8_t { Wind, Pin, Waistband, Seam };
std::string_view nameOf(BenchTool tool);
size_t benchToolCount();

struct BenchSettings {
    float reach{0.05F};        // m, from the palm to what a tool takes
    float edgeReach{0.15F};    // m, the same to an edge
    float bandDepth{0.05F};    // m, of the rows that a waistband has
    float bandRatio{0.95F};    // –, of the body's girth, around the cloth's thickness
    float bandTime{1.5F};      // s, that the whole shortening takes
    float hookReach{0.12F};    // m, between a waistband's ends
    float seamSpeed{0.6F};     // m/s, at which the sides of a pair approach each other at first
    float seamPassMax{0.004F}; // m, that a pass brings a pair nearer at most: the cap of the force
    float seamClosed{0.002F};  // m: a pair that is nearer lies together
    float seamTimeMax{5.0F};   // s, after which a seam that does not close is given up
};

// What is sewn at the bench.
struct BenchSeam {
    EdgeOfPanel a;
    EdgeOfPanel b;
    bool sameWay{false}; // both sides from their edges' starts
};

// An edge whose rows are elastic.
struct Waistband {
    EdgeOfPanel edge;
    float share{1.0F}; // –, its length at rest now, of that in the flat fabric
    float goal{1.0F};  // –, the same at the end
    bool hooked{false};
};

struct BenchHand {
    BenchTool tool{BenchTool::Wind};
    bool toolDown{false}; // its button was down
    uint8_t wish{0};      // was this
    bool trigger{false};  // is pulled, by our own hysteresis
    int32_t band{-1};     // being tightened
    // The edge picked first for a seam; no panel: none.
    EdgeOfPanel picked{-1, -1};
};

// A seam on its way.
struct BenchClosing {
    bool active{false};
    bool isHook{false}; // of a waistband
    BenchSeam seam;     // where it is none
    size_t joinedBefore{0};
    float time{0.0F}; // s
    int32_t steps{0}; // since it began
    float gap{0.0F};  // m, of the pair farthest apart
    SeamPulls pulls;
};

struct Bench {
    Bench();
    ~Bench();
    Bench(const Bench &) = delete;
    Bench &operator=(const Bench &) = delete;

    BenchSettings settings;
    SewingPattern pattern; // as it was when the bench began
    int32_t cloth{0};
    Garment garment; // its panels, nothing sewn
    // m, of the body at heights from girthLow (m) on, kGirthStep apart; empty: there is no body.
    std::vector<float> girths;
    float girthLow{0.0F};

    std::array<BenchHand, kHandCount> hands;
    std::vector<Waistband> bands;
    std::vector<BenchSeam> seams;
    std::vector<int32_t> particleOf;  // per vertex of the garment's panels
    std::vector<ParticlePair> joined; // of vertices
    BenchClosing closing;
    std::vector<float> depth; // m, scratch per particle
    std::unique_ptr<SeamPlanner> planner;
};

inline constexpr float kGirthStep = 0.01F; // m

// Adds the pattern's panels, placed, as one cloth to the world and a bench around them; before
// prepareWorld(). Seams of the pattern are left open. Fails as makeGarment and makeMeshCloth do.
Result<void> addBench(World &world, SewingPattern pattern, const PanelMeshOptions &options,
                      const Fabric &fabric);

// The girths of a body that stands at `place`. O(sections * n).
void measureGirths(std::span<const Vec3> position, std::span<const int32_t> triangles, const Vec3 &place,
                   Bench &bench);

// Of a world that is being prepared. Allocates.
void prepareBench(World &world);

// At the start of a step, when the hands have moved. Does not allocate.
void useBench(World &world, const TrackedInput &tracked, float dt);

// At the end of a step of dt seconds: a seam that is closed is sewn. Does not allocate.
void advanceBench(World &world, float dt);

// The pattern with all seams that were sewn at the bench. Allocates.
SewingPattern sewnPattern(const Bench &bench);

} // namespace selvage
