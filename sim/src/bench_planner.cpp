// See bench_planner.h.
#include "bench_planner.h"

#include "bench_reshape.h"
#include "maths/index.h"
#include "waistband.h"

#include <algorithm>
#include <array>
#include <map>

namespace selvage {

BenchPlanner::BenchPlanner(std::vector<Cloth> cloths)
    : cloths_(std::move(cloths)), thread_([this] { work(); }) {
    gone_.reserve(kBenchActsMax);
}

BenchPlanner::~BenchPlanner() {
    stopping_.store(true);
    begun_.fetch_add(1);
    begun_.notify_all();
    thread_.join();
}

void BenchPlanner::begin(const BenchOrder &order, std::vector<BenchAct> &gone) {
    order_ = order;
    gone_.swap(gone);
    begun_.fetch_add(1);
    begun_.notify_all();
}

BenchPlan &BenchPlanner::wait() {
    const uint32_t begun = begun_.load();
    for (uint32_t done = done_.load(); done != begun; done = done_.load()) {
        done_.wait(done);
    }
    return plan_;
}

void BenchPlanner::work() {
    for (uint32_t done = 0;;) {
        begun_.wait(done);
        if (stopping_.load()) {
            return;
        }
        gone_.clear();
        makePlan();
        done_.store(++done);
        done_.notify_all();
    }
}

namespace {

Reshaped reshape(const BenchOrder &order) {
    switch (order.work) {
    case BenchWork::Join:
        return joinShape(*order.now, *order.joined, order.seam);
    case BenchWork::Unpick:
        return unpickShape(*order.now, order.edge);
    case BenchWork::Cut:
        return cutShape(*order.now, order.line);
    case BenchWork::Hem:
        return hemShape(*order.now, order.hem);
    case BenchWork::Dart:
        return dartShape(*order.now, order.line, order.fixed);
    case BenchWork::Return:
        break;
    }
    return {};
}

// The way through both.
std::vector<ParticlePart> chained(std::span<const ParticlePart> first, std::span<const ParticlePart> second) {
    std::map<std::pair<int32_t, int32_t>, float> share;
    for (const ParticlePart &part : first) {
        auto next = std::lower_bound(second.begin(), second.end(), part.to,
                                     [](const ParticlePart &p, int32_t from) { return p.from < from; });
        for (; next != second.end() && next->from == part.to; ++next) {
            share[{part.from, next->to}] += part.share * next->share;
        }
    }
    std::vector<ParticlePart> parts;
    parts.reserve(share.size());
    for (const auto &[pair, value] : share) {
        parts.push_back({pair.first, pair.second, value});
    }
    return parts;
}

// Whether every edge has one or two triangles, which run along it in opposite directions.
bool isSheet(const ClothTopology &topology) {
    const std::vector<int32_t> &corners = topology.triangles;
    std::vector<std::array<int32_t, 2>> sides;
    sides.reserve(corners.size());
    for (size_t c = 0; c < corners.size(); ++c) {
        sides.push_back({corners[c], corners[c % 3 == 2 ? c - 2 : c + 1]});
    }
    std::sort(sides.begin(), sides.end());
    return std::adjacent_find(sides.begin(), sides.end()) == sides.end();
}

void reserveState(const BenchOrder &order, BenchState &state) {
    const auto count = u(order.now->garment.sewnCount);
    state.position.reserve(count);
    state.velocity.reserve(count);
    state.pins.reserve(order.pinMax);
    state.bands.reserve(order.bandMax);
}

} // namespace

Result<Cloth> makeBenchCloth(const Garment &garment, const Fabric &fabric) {
    const bool isSewn = !garment.seams.empty();
    return makeMeshCloth(isSewn ? sewnShape(garment, garment.shape.position) : garment.shape, fabric, {});
}

void BenchPlanner::makePlan() {
    plan_ = BenchPlan{};
    reserveState(order_, plan_.leaving);
    plan_.past = std::make_shared<BenchPast>();
    if (order_.work == BenchWork::Return) {
        plan_.shape = order_.past->other.shape;
        plan_.past->forth = order_.past->forth;
        plan_.past->back = order_.past->back;
        plan_.exchange.parts = order_.isRedo ? order_.past->forth : order_.past->back;
    } else {
        Reshaped made = reshape(order_);
        plan_.note = made.note;
        if (plan_.note != BenchNote::None) {
            return;
        }
        plan_.shape = std::move(made.shape);
        plan_.edgeNow = std::move(made.edgeNow);
        plan_.legs = made.legs;
        plan_.exchange.parts = made.forth;
        if (order_.past != nullptr) {
            plan_.past->other = order_.past->other;
            plan_.past->forth = chained(order_.past->forth, made.forth);
            plan_.past->back = chained(made.back, order_.past->back);
        } else {
            plan_.past->forth = std::move(made.forth);
            plan_.past->back = std::move(made.back);
        }
    }
    plan_.kept = std::make_shared<const BenchShape>(plan_.shape);
    Cloth &now = cloths_[u(order_.cloth)];
    const Garment &garment = plan_.shape.garment;
    plan_.depth.assign(u(garment.sewnCount), 0.0F);
    plan_.hang.place.reserve(u(garment.sewnCount));
    plan_.hang.fixed.reserve(u(garment.sewnCount));
    auto made = makeBenchCloth(garment, now.fabric);
    if (!made || !isSheet(*made->topology)) {
        plan_.note = BenchNote::NoSheet;
        return;
    }
    now = *made;
    plan_.exchange.other = std::move(*made);
    prepareExchange(plan_.exchange, *order_.integrator, order_.particleMax, order_.pinMax);
    if (plan_.exchange.solver.mesh != nullptr) {
        reserveBands(*plan_.exchange.solver.mesh);
    }
    plan_.selfContact = std::make_unique<SelfContact>(cloths_);
}

} // namespace selvage
