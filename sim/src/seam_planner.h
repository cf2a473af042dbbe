// Makes the cloth that a new seam leads to, and all that its steps need, on a thread of its own.
#pragma once

#include "sim/cloth_exchange.h"
#include "sim/garment.h"
#include "sim/self_contact.h"

#include <atomic>
#include <thread>

namespace selvage {

struct SeamPlan {
    ClothExchange exchange;
    std::vector<int32_t> particleOf; // per vertex of the garment's panels, its particle then
    std::unique_ptr<SelfContact> selfContact;
    bool made{false}; // false: the sewn cloth would be none
};

// What a plan is made from. It must not change until the plan is there.
struct SeamOrder {
    const Garment *garment{nullptr};                  // its panels
    const std::vector<ParticlePair> *joined{nullptr}; // of vertices, all that are to be one
    const std::vector<int32_t> *particleOf{nullptr};  // per vertex, now
    int32_t cloth{0};
    int32_t particleCount{0}; // of the cloth now
};

class SeamPlanner {
public:
    // `cloths`: those of the world, whose fabrics and topologies are kept for self-contact.
    SeamPlanner(std::vector<Cloth> cloths, const Integrator &integrator);
    ~SeamPlanner();
    SeamPlanner(const SeamPlanner &) = delete;
    SeamPlanner &operator=(const SeamPlanner &) = delete;

    // Begins a plan; none may be under way. Does not allocate.
    void begin(const SeamOrder &order);
    // Waits until the plan is made, which it long is: it is asked for many steps after it was begun.
    SeamPlan &wait();

private:
    void work();
    void makePlan();

    std::vector<Cloth> cloths_;
    const Integrator *integrator_;
    SeamOrder order_;
    SeamPlan plan_;
    std::atomic<uint32_t> begun_{0}; // counts the plans
    std::atomic<uint32_t> done_{0};
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

} // namespace selvage
