// What the bench's tools share.
#pragma once

#include "bench_planner.h"

namespace selvage {

// The particles' places along an edge of a panel, as they are now.
struct EdgePick {
    EdgeOfPanel edge{-1, -1};
    float distance{1e9F}; // m
};

// The edge nearest to a place, but those that are sewn and `but`.
EdgePick nearestEdge(const World &world, const Vec3 &at, const EdgeOfPanel &but);

const std::vector<int32_t> &verticesOf(const Bench &bench, const EdgeOfPanel &edge);
float distanceToSegment(const Vec3 &p, const Vec3 &a, const Vec3 &b); // m
bool isSame(const EdgeOfPanel &a, const EdgeOfPanel &b);
bool isSewn(const SewingPattern &pattern, const EdgeOfPanel &edge);

// m, in the flat fabric, of the way from vertex to vertex.
float flatLength(const Bench &bench, std::span<const int32_t> vertices);

// Begins to draw two rows of vertices together; pairs of them by their share of the row's length. Rows with
// as many vertices are paired one by one; else each vertex of the longer list goes with the one of the other
// list that is nearest to its share, so that several may become one. Nothing happens while another seam is
// on its way.
void beginClosing(World &world, std::span<const int32_t> a, std::span<const int32_t> b, bool sameWay);

void advanceClosing(World &world, float dt);

// Begins to draw the legs of a wedge together that is gone since the latest act.
void beginDart(World &world, const std::array<EdgeOfPanel, 2> &legs);

// Whether the sum of the pairs' distances is smaller when both rows are taken from their starts.
bool liesSameWay(const World &world, std::span<const int32_t> a, std::span<const int32_t> b);

// Fills in the waistbands' springs of a solver that is new to the bench's cloth.
void pickBands(const World &world, ClothSolver &solver);
// Of one of them; after that of those before it.
void pickBand(const World &world, size_t band, ClothSolver &solver);

void say(Bench &bench, BenchNote note);

// Whether an act is on its way that others have to wait for.
bool isBusy(const Bench &bench);

// A plan is begun, and when it is made takes over.
BenchOrder orderFor(const World &world, BenchWork work);
void beginWait(World &world, const BenchOrder &order, bool isRedo);
void advanceWait(World &world);
void takeOver(World &world, BenchPlan &plan, BenchWork work);

void undoAct(World &world, bool isRedo);
// The latest one.
void undoLatest(World &world);

// After the shape, the pins and the waistbands changed.
void settle(World &world);

// Which waistbands have their ends joined.
void readHooks(Bench &bench);

void pressUnpick(World &world, const Vec3 &at);
// Adds the place on the cloth that is nearest to `at`, if it is `step` (m) from the one before.
void drawCut(World &world, BenchHand &hand, const Vec3 &at, float step);
void endCut(World &world, BenchHand &hand, const Vec3 &at);
void endDart(World &world, BenchHand &hand, const Vec3 &at);
// The place on the cloth that is nearest to `at`, if it is in reach.
void pressHem(World &world, BenchHand &hand, const Vec3 &at);
void moveHem(World &world, BenchHand &hand, const Vec3 &at);
void endHem(World &world, BenchHand &hand);

void pullWaistband(World &world, BenchHand &hand, float pull, float dt);
void beginWaistband(World &world, BenchHand &hand, const Vec3 &at);
void endWaistband(World &world, BenchHand &hand);

} // namespace selvage
