// What the bench's acts change, and how they are undone: every act that changes the cloth keeps the state
// that the bench is not in, the one before it or, while it is undone, the one after it.
#pragma once

#include "sim/cloth_exchange.h"
#include "sim/garment.h"

#include <memory>
#include <span>
#include <vector>

namespace selvage {

// What is sewn at the bench.
struct BenchSeam {
    EdgeOfPanel a{-1, -1};
    EdgeOfPanel b{-1, -1};
    bool sameWay{false}; // both sides from their edges' starts
};

// An edge whose rows are elastic.
struct Waistband {
    EdgeOfPanel edge;
    float share{1.0F}; // –, its length at rest now, of that in the flat fabric
    float goal{1.0F};  // –, the same at the end
    bool hooked{false};
};

// What the bench's cloth is made from.
struct BenchShape {
    SewingPattern pattern; // the panels as they are now, with the seams that were sewn
    // Its panels; one seam of all vertices that are one particle, so that sewnParticle is the cloth's
    // particle of each vertex.
    Garment garment;
    std::vector<DVec2> origin; // m, per panel: where uv 0 lies along weft and warp in the panel's plane
    std::shared_ptr<const ClothTopology> drawn; // of the panels, for drawing
};

enum class BenchWork : uint8_t { Join, Unpick, Cut, Hem, Dart, Return };

// A state of the bench that it is not in.
struct BenchState {
    BenchShape shape;
    std::vector<Vec3> position; // m, per particle, when it was left
    std::vector<Vec3> velocity; // m/s
    std::vector<Pin> pins;      // of the world
    std::vector<Waistband> bands;
};

struct BenchPast {
    BenchState other;
    std::vector<ParticlePart> forth; // from the particles before the act to those after it
    std::vector<ParticlePart> back;
};

struct BenchAct {
    enum class Kind : uint8_t { Pinned, Unpinned, Tightened, Shaped };
    Kind kind{Kind::Pinned};
    Pin pin{};
    int32_t index{0};  // in the world's pins or the bench's waistbands
    Waistband band{};  // in the state that the bench is not in
    bool isNew{false}; // the act made the waistband
    BenchWork work{BenchWork::Join};
    std::shared_ptr<const BenchPast> past{}; // of a shaped one; never changed, so that any thread may read it
};

// Acts beyond this many are forgotten, the oldest first.
inline constexpr size_t kBenchActsMax = 4096;

struct BenchHistory {
    std::vector<BenchAct> acts;
    size_t done{0};             // of them; the others are undone
    std::vector<BenchAct> gone; // to be freed by the planner
    uint32_t changes{0};        // counts the acts done, undone and done again
};

// Adds an act; what was undone is gone. Does not allocate.
void record(BenchHistory &history, BenchAct act);

} // namespace selvage
