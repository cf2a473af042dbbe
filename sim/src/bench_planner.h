// Makes the cloth that an act at the bench leads to, and all that its steps need, on a thread of its own; and
// frees there what the acts before left behind.
#pragma once

#include "sim/bench.h"
#include "sim/self_contact.h"
#include "sim/velocity_reversal.h"

#include <atomic>
#include <thread>

namespace selvage {

struct BenchPlan {
    BenchNote note{BenchNote::None}; // why there is none
    BenchShape shape;
    std::shared_ptr<const BenchShape> kept; // the same
    ClothExchange exchange;
    std::unique_ptr<SelfContact> selfContact;
    std::shared_ptr<BenchPast> past; // of the act, but for the state that it will leave
    // Per panel and edge of the shape before, the one it is now; nothing: as it was.
    std::vector<std::vector<EdgeOfPanel>> edgeNow;
    std::array<EdgeOfPanel, 2> legs{}; // of a dart
    std::vector<float> depth;          // the bench's scratch
    BenchHang hang;                    // and its room
    // Room for the state that is left, and what takeovers leave to be freed.
    BenchState leaving;
    std::shared_ptr<const BenchPast> gone;
    std::unique_ptr<VelocityReversal> reversal;
};

// Where a garment is trimmed: level, at a height, as it hung when that was asked for.
struct Hem {
    int32_t triangle{0};              // of the garment
    float height{0.0F};               // m
    std::span<const Vec3> place;      // m, per particle
    std::span<const uint8_t> fixed{}; // per particle: pinned or held
};

// What a plan is made from. It must not change until the plan is there.
struct BenchOrder {
    BenchWork work{BenchWork::Join};
    const BenchShape *now{nullptr};
    int32_t cloth{0};
    const Integrator *integrator{nullptr};
    size_t particleMax{0}; // that a hand may hold
    size_t pinMax{0};
    size_t bandMax{0};
    // Of BenchWork::Join.
    const std::vector<ParticlePair> *joined{nullptr}; // of vertices, to be one as well
    BenchSeam seam;                                   // no panel: of a waistband's ends
    // Of BenchWork::Unpick: an edge of the seam.
    std::array<int32_t, 2> edge{};
    // Of BenchWork::Cut and Dart: on the cloth.
    std::span<const MeshPoint> line;
    std::span<const uint8_t> fixed; // of a dart, per particle: pinned or held
    // Of BenchWork::Hem.
    Hem hem;
    // Of BenchWork::Return; of Join, the act that becomes one with it.
    std::shared_ptr<const BenchPast> past;
    bool isRedo{false};
};

// The cloth of a bench's garment. Fails as makeMeshCloth does.
Result<Cloth> makeBenchCloth(const Garment &garment, const Fabric &fabric);

class BenchPlanner {
public:
    // `cloths`: those of the world, whose fabrics and topologies are kept for self-contact.
    explicit BenchPlanner(std::vector<Cloth> cloths);
    ~BenchPlanner();
    BenchPlanner(const BenchPlanner &) = delete;
    BenchPlanner &operator=(const BenchPlanner &) = delete;

    // Begins a plan; none may be under way. Takes what is `gone` to be freed. Does not allocate.
    void begin(const BenchOrder &order, std::vector<BenchAct> &gone);
    // Waits until the plan is made, which it long is: it is asked for many steps after it was begun.
    BenchPlan &wait();

private:
    void work();
    void makePlan();

    std::vector<Cloth> cloths_;
    BenchOrder order_;
    BenchPlan plan_;
    std::vector<BenchAct> gone_;
    std::atomic<uint32_t> begun_{0}; // counts the plans
    std::atomic<uint32_t> done_{0};
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

} // namespace selvage
