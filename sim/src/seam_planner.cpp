// See seam_planner.h.
#include "seam_planner.h"

#include "maths/index.h"
#include "waistband.h"

namespace selvage {

namespace {

// From each particle of the cloth now to that of the garment sewn further.
void mapParticles(const SeamOrder &order, const Garment &sewn, ClothExchange &exchange) {
    std::vector<int32_t> partsBefore(u(order.particleCount), 0);
    std::vector<int32_t> partsAfter(u(sewn.sewnCount), 0);
    exchange.newParticle.assign(u(order.particleCount), 0);
    exchange.share.assign(u(order.particleCount), 0.0F);
    for (size_t v = 0; v < order.particleOf->size(); ++v) {
        const int32_t particle = (*order.particleOf)[v];
        exchange.newParticle[u(particle)] = sewn.sewnParticle[v];
        ++partsBefore[u(particle)];
        ++partsAfter[u(sewn.sewnParticle[v])];
    }
    for (size_t i = 0; i < exchange.share.size(); ++i) {
        exchange.share[i] =
            static_cast<float>(partsBefore[i]) / static_cast<float>(partsAfter[u(exchange.newParticle[i])]);
    }
}

} // namespace

SeamPlanner::SeamPlanner(std::vector<Cloth> cloths, const Integrator &integrator)
    : cloths_(std::move(cloths)), integrator_(&integrator), thread_([this] { work(); }) {}

SeamPlanner::~SeamPlanner() {
    stopping_.store(true);
    begun_.fetch_add(1);
    begun_.notify_all();
    thread_.join();
}

void SeamPlanner::begin(const SeamOrder &order) {
    order_ = order;
    begun_.fetch_add(1);
    begun_.notify_all();
}

SeamPlan &SeamPlanner::wait() {
    const uint32_t begun = begun_.load();
    for (uint32_t done = done_.load(); done != begun; done = done_.load()) {
        done_.wait(done);
    }
    return plan_;
}

void SeamPlanner::work() {
    for (uint32_t done = 0;;) {
        begun_.wait(done);
        if (stopping_.load()) {
            return;
        }
        makePlan();
        done_.store(++done);
        done_.notify_all();
    }
}

void SeamPlanner::makePlan() {
    plan_ = SeamPlan{};
    Garment sewn = *order_.garment;
    sewn.seams.assign(1, *order_.joined);
    joinSeams(sewn);
    Cloth &now = cloths_[u(order_.cloth)];
    auto made = makeMeshCloth(sewnShape(sewn, sewn.shape.position), now.fabric, {});
    if (!made) {
        return;
    }
    now = *made;
    mapParticles(order_, sewn, plan_.exchange);
    plan_.exchange.other = std::move(*made);
    prepareExchange(plan_.exchange, *integrator_);
    if (plan_.exchange.solver.mesh != nullptr) {
        reserveBands(*plan_.exchange.solver.mesh);
    }
    plan_.particleOf = std::move(sewn.sewnParticle);
    plan_.selfContact = std::make_unique<SelfContact>(cloths_);
    plan_.made = true;
}

} // namespace selvage
