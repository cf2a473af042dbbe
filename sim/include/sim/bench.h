// The dress bench (Meyer et al. 2000, §6): a garment that hands pin, tighten and sew while it is simulated.
// Each hand has a tool, which its tool button changes, and uses it with its trigger, as near to the cloth as
// it takes hold. All follows from the step's TrackedInput, so that a recording replays. The seams' pull and
// the waistband are the default solver's on meshes.
//
//   wind       the trigger sends wind the way the hand points (sim/wind.h)
//   pin        fixes the particle that is nearest, or nearest of those the hand holds; an old pin in reach
//              comes out, into the hand if that holds the cloth around it
//   waistband  while pulled, the rows beside the nearest edge, beyond sewn darts too, get shorter at rest,
//              down to a share of the body's girth; when let go, its ends are hooked to each other if they
//              are near
//   seam       picks the nearest edge, then a second one: they are drawn together and become one
//   unpick     the nearest seam comes apart
//   cut        while pulled, the hand's way over the cloth is drawn; when let go, the cloth is cut along it,
//              and so are its panels
//   hem        while pulled, shows the height of the hand's place on the cloth; when let go, what hangs lower
//              of all that is sewn to it is taken away
//   dart       drawn like a cut, a V from the border of a panel to a place inside it and back; when let go,
//              the wedge is taken out of cloth and panel, and its legs are drawn together and become one
//
// The cloth that an act leads to is made on a thread of its own and takes over a fixed number of steps later
// (that of a seam at the earliest then, when all of it is closed): same input, same bits.
//
// Every act can be undone and done again. What comes apart by that stays where it is; what becomes one again
// is put back, with all of the cloth, to where it was then. Pins and waistbands are as they were.
#pragma once

#include "sim/bench_act.h"
#include "sim/body_measure.h"
#include "sim/garment.h"
#include "sim/hands.h"
#include "sim/mesh_cut.h"
#include "sim/sewing.h"

#include <array>
#include <memory>
#include <string_view>

namespace selvage {

struct World;
struct ClothSolver;
class BenchPlanner;

enum class BenchTool : uint8_t { Wind, Pin, Waistband, Seam, Unpick, Cut, Hem, Dart };
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

// Why an act was not done.
enum class BenchNote : uint8_t {
    None,
    Busy,          // another one is on its way
    NothingDone,   // to be undone
    NothingLeft,   // to be done again
    NoSeam,        // in reach
    NoSheet,       // the cloth would be none
    ShortCut,      // nothing was drawn
    BadCut,        // the line crosses itself, leaves the cloth or follows its border
    CutAtSeam,     // it ends on a seam
    BadPattern,    // the panels cannot be cut along it
    NoHemHere,     // the hand is away from the cloth, or nothing hangs lower
    HemTooHigh,    // more than half of the cloth hangs lower
    HemHeld,       // pins or hands have what hangs lower
    ShortDart,     // nothing was drawn
    DartOffBorder, // it begins or ends inside a panel
    DartEdges,     // on two edges that do not meet
    DartAtSeam,    // on, over or at cloth that is sewn
    DartNarrow,    // at its mouth
    DartWide,      // at its tip
    DartTip,       // is not inside
    DartHeld,      // pins or hands have what would be taken out
    BadDart,       // the cloth or the panel cannot be cut along it
    NotClosed      // a seam in time
};
// A sentence; empty for None.
std::string_view sentenceOf(BenchNote note);

struct BenchHand {
    BenchTool tool{BenchTool::Wind};
    bool toolDown{false}; // its button was down
    uint8_t wish{0};      // was this
    bool trigger{false};  // is pulled, by our own hysteresis
    int32_t band{-1};     // being tightened
    Waistband bandBefore; // what it was then
    bool bandIsNew{false};
    std::vector<MeshPoint> line; // of a cut or dart, on the cloth now; of a hem one point
    // The edge picked first for a seam; no panel: none.
    EdgeOfPanel picked{-1, -1};
};

// A seam on its way.
struct BenchClosing {
    bool active{false};
    bool isHook{false};               // of a waistband
    bool isDart{false};               // whose wedge is the latest act, and one with this
    BenchSeam seam;                   // where it is none
    bool dropped{false};              // undone before it was done
    std::vector<ParticlePair> joined; // of vertices
    float time{0.0F};                 // s
    int32_t steps{0};                 // since it began
    float gap{0.0F};                  // m, of the pair farthest apart
    SeamPulls pulls;
};

// How the cloth hung.
struct BenchHang {
    std::vector<Vec3> place;    // m, per particle
    std::vector<uint8_t> fixed; // per particle
};

// Any other act that changes the cloth, on its way.
struct BenchWait {
    bool active{false};
    BenchWork work{BenchWork::Unpick};
    bool isRedo{false};          // of BenchWork::Return
    int32_t steps{0};            // since it began
    std::vector<MeshPoint> line; // of a cut or dart, or the point of a hem
    BenchHang hang;              // when that was asked for
};

struct Bench {
    Bench();
    ~Bench();
    Bench(const Bench &) = delete;
    Bench &operator=(const Bench &) = delete;

    BenchSettings settings;
    int32_t cloth{0};
    BenchShape shape;
    std::shared_ptr<const BenchShape> kept; // the same, never changed, so that any thread may read it
    // m, of the body at heights from girthLow (m) on, kGirthStep apart; empty: there is no body.
    std::vector<float> girths;
    float girthLow{0.0F};
    std::vector<MeasureLine> measures; // of the body, for the tape; heights in the world
    Vec3 bodyPlace{0.0F};              // m

    std::array<BenchHand, kHandCount> hands;
    std::vector<Waistband> bands;
    BenchClosing closing;
    BenchWait wait;
    BenchHistory history;
    BenchNote note{BenchNote::None};
    uint32_t noteCount{0}; // counts the notes
    bool undoDown{false};  // a button was
    bool redoDown{false};
    std::vector<float> depth; // m, scratch per particle
    std::unique_ptr<BenchPlanner> planner;
};

inline constexpr float kGirthStep = 0.01F; // m

// Adds the pattern's panels, placed, as one cloth to the world and a bench around them; before
// prepareWorld(). Seams of the pattern are left open. Fails as makeGarment and makeMeshCloth do.
Result<void> addBench(World &world, SewingPattern pattern, const PanelMeshOptions &options,
                      const Fabric &fabric);

// m, on the bench's cloth.
Vec3 placeOf(const Cloth &cloth, const MeshPoint &point);

// The sewn edge nearest to a place. Does not allocate.
struct SeamPick {
    EdgeOfPanel edge{-1, -1};
    std::array<int32_t, 2> particles{}; // of the nearest piece of it
    float distance{1e9F};               // m
};
SeamPick nearestSeam(const World &world, const Vec3 &at);

// The girths of a body that stands at `place`. O(sections * n).
void measureGirths(std::span<const Vec3> position, std::span<const int32_t> triangles, const Vec3 &place,
                   Bench &bench);

// Of a world that is being prepared. Allocates.
void prepareBench(World &world);

// At the start of a step, when the hands have moved. Does not allocate.
void useBench(World &world, const TrackedInput &tracked, float dt);

// At the end of a step of dt seconds: what is ready takes over. Does not allocate.
void advanceBench(World &world, float dt);

} // namespace selvage
