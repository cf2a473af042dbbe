// How the bench's cloth gives way to another one, the acts that brought it there, back and forth, and why one
// was not done.
#include "bench_planner.h"
#include "bench_tools.h"
#include "maths/index.h"
#include "sim/world.h"
#include "waistband.h"

#include <algorithm>

namespace selvage {

namespace {

// Steps from an act's beginning to its end. A plan takes some milliseconds a thousand particles.
constexpr int32_t kWaitSteps = 18;

void leaveState(const World &world, BenchState &state) {
    const Cloth &cloth = world.cloths[u(world.bench->cloth)];
    state.position.assign(cloth.position.begin(), cloth.position.end());
    state.velocity.assign(cloth.velocity.begin(), cloth.velocity.end());
    state.pins.assign(world.pins.begin(), world.pins.end());
    state.bands.assign(world.bench->bands.begin(), world.bench->bands.end());
}

void exchange(World &world, BenchPlan &plan) {
    Bench &bench = *world.bench;
    leaveState(world, plan.leaving);
    exchangeCloth(world, u(bench.cloth), plan.exchange);
    if (world.selfContact != nullptr) {
        world.selfContact.swap(plan.selfContact);
        world.reversal.swap(plan.reversal); // made for the cloth before, and not the default solver's
    }
    if (const auto &mesh = world.solvers[u(bench.cloth)].mesh; mesh != nullptr) {
        mesh->pulls = &bench.closing.pulls;
    }
    bench.depth.swap(plan.depth);
    std::swap(bench.wait.hang, plan.hang);
    for (BenchHand &hand : bench.hands) {
        hand.line.clear();
    }
}

// The plan's shape, and leaves it the one before.
void takeShape(Bench &bench, BenchPlan &plan) {
    std::swap(bench.shape, plan.shape);
    bench.kept.swap(plan.kept);
    plan.leaving.shape = std::move(plan.shape);
}

void followEdges(const std::vector<std::vector<EdgeOfPanel>> &edgeNow, Bench &bench) {
    if (edgeNow.empty()) {
        return;
    }
    for (Waistband &band : bench.bands) {
        band.edge = edgeNow[u(band.edge.panel)][u(band.edge.edge)];
    }
    std::erase_if(bench.bands, [](const Waistband &band) { return band.edge.panel < 0; });
    for (BenchHand &hand : bench.hands) {
        hand.picked = {-1, -1};
    }
}

// A waistband and the hooks at its ends are one act.
void mergeHook(BenchHistory &history, BenchState &leaving) {
    if (history.done == 0) {
        return;
    }
    BenchAct &last = history.acts[history.done - 1];
    if (last.kind != BenchAct::Kind::Tightened) {
        return;
    }
    if (last.isNew) {
        leaving.bands.pop_back();
    } else {
        leaving.bands[u(last.index)] = last.band;
    }
    history.acts.resize(--history.done);
}

void repin(World &world, const std::vector<Pin> &pins) {
    Cloth &cloth = world.cloths[u(world.bench->cloth)];
    std::replace(cloth.fixed.begin(), cloth.fixed.end(), kPinned, uint8_t{0});
    world.pins.assign(pins.begin(), pins.end());
    for (const Pin &pin : world.pins) {
        if (pin.cloth == world.bench->cloth) {
            cloth.fixed[u(pin.particle)] = kPinned;
        }
    }
    for (HandState &hand : world.hands) {
        if (hand.cloth == world.bench->cloth) {
            std::erase_if(hand.held,
                          [&](const HeldParticle &held) { return cloth.fixed[u(held.particle)] == kPinned; });
        }
    }
}

// A particle is fixed by one of both, so that a hand lets it go.
void pinAgain(World &world, const Pin &pin, int32_t index) {
    for (HandState &hand : world.hands) {
        if (hand.cloth == pin.cloth) {
            std::erase_if(hand.held, [&](const HeldParticle &held) { return held.particle == pin.particle; });
        }
    }
    world.cloths[u(pin.cloth)].fixed[u(pin.particle)] = kPinned;
    world.pins.insert(world.pins.begin() + index, pin);
    world.solvers[u(pin.cloth)].filterValid = false;
}

void unpinAgain(World &world, const Pin &pin, int32_t index) {
    world.cloths[u(pin.cloth)].fixed[u(pin.particle)] = 0;
    world.pins.erase(world.pins.begin() + index);
    world.solvers[u(pin.cloth)].filterValid = false;
}

// `isThere`: the waistband shall be, as the act has it.
void changeBand(World &world, BenchAct &act, bool isRedo) {
    Bench &bench = *world.bench;
    const auto &mesh = world.solvers[u(bench.cloth)].mesh;
    if (act.isNew && isRedo) {
        bench.bands.push_back(act.band);
        pickBand(world, u(act.index), world.solvers[u(bench.cloth)]);
    } else if (act.isNew) {
        act.band = bench.bands.back();
        bench.bands.pop_back();
        if (mesh != nullptr) {
            dropBand(act.index, *mesh);
        }
    } else {
        std::swap(act.band, bench.bands[u(act.index)]);
        if (mesh != nullptr) {
            setBand(bench.bands[u(act.index)].share, act.index, *mesh);
        }
    }
    readHooks(bench);
}

void beginReturn(World &world, bool isRedo) {
    BenchHistory &history = world.bench->history;
    BenchOrder order = orderFor(world, BenchWork::Return);
    order.past = history.acts[history.done - (isRedo ? 0 : 1)].past;
    order.isRedo = isRedo;
    beginWait(world, order, isRedo);
}

void returnTo(World &world, BenchPlan &plan, bool isRedo) {
    Bench &bench = *world.bench;
    BenchAct &act = bench.history.acts[bench.history.done - (isRedo ? 0 : 1)];
    const BenchState &other = act.past->other;
    const bool isJoined = act.work == BenchWork::Dart || isRedo == (act.work == BenchWork::Join);
    Cloth &cloth = world.cloths[u(bench.cloth)];
    if (isJoined) {
        for (HandState &hand : world.hands) {
            if (hand.cloth == bench.cloth) {
                releaseParticles(hand, cloth);
            }
        }
    }
    exchange(world, plan);
    takeShape(bench, plan);
    if (isJoined) { // together again means where it was
        std::copy(other.position.begin(), other.position.end(), cloth.position.begin());
        std::copy(other.velocity.begin(), other.velocity.end(), cloth.velocity.begin());
        std::copy(other.position.begin(), other.position.end(), cloth.fixedTarget.begin());
    }
    repin(world, other.pins);
    bench.bands.assign(other.bands.begin(), other.bands.end());
    for (BenchHand &hand : bench.hands) {
        hand.picked = {-1, -1};
    }
    plan.past->other = std::move(plan.leaving);
    plan.gone = std::move(act.past);
    act.past = std::move(plan.past);
    bench.history.done = isRedo ? bench.history.done + 1 : bench.history.done - 1;
    ++bench.history.changes;
    settle(world);
}

void goOn(World &world, bool isRedo) {
    BenchHistory &history = world.bench->history;
    BenchAct &act = history.acts[history.done - (isRedo ? 0 : 1)];
    if (act.kind == BenchAct::Kind::Shaped) {
        beginReturn(world, isRedo);
        return;
    }
    if (act.kind == BenchAct::Kind::Tightened) {
        changeBand(world, act, isRedo);
    } else if (isRedo == (act.kind == BenchAct::Kind::Pinned)) {
        pinAgain(world, act.pin, act.index);
    } else {
        unpinAgain(world, act.pin, act.index);
    }
    history.done = isRedo ? history.done + 1 : history.done - 1;
    ++history.changes;
}

// What a hand has begun is left out first.
bool dropBegun(Bench &bench) {
    bool any = false;
    for (BenchHand &hand : bench.hands) {
        any = any || hand.picked.panel >= 0 || !hand.line.empty();
        hand.picked = {-1, -1};
        hand.line.clear();
    }
    if (bench.closing.active && !bench.closing.dropped) {
        bench.closing.dropped = true;
        bench.closing.pulls.pairs.clear();
        any = true;
    }
    return any;
}

} // namespace

void record(BenchHistory &history, BenchAct act) {
    const auto leave = [&](BenchAct &gone) {
        if (gone.past != nullptr) {
            history.gone.push_back(std::move(gone));
        }
    };
    while (history.acts.size() > history.done) {
        leave(history.acts.back());
        history.acts.pop_back();
    }
    if (history.acts.size() == kBenchActsMax) {
        leave(history.acts.front());
        history.acts.erase(history.acts.begin());
        --history.done;
    }
    history.acts.push_back(std::move(act));
    ++history.done;
    ++history.changes;
}

void settle(World &world) {
    Bench &bench = *world.bench;
    readHooks(bench);
    pickBands(world, world.solvers[u(bench.cloth)]);
}

std::string_view sentenceOf(BenchNote note) {
    switch (note) {
    case BenchNote::None:
        break;
    case BenchNote::Busy:
        return "Wait until what was begun is done";
    case BenchNote::NothingDone:
        return "There is nothing to undo";
    case BenchNote::NothingLeft:
        return "There is nothing to redo";
    case BenchNote::NoSeam:
        return "There is no seam near the hand";
    case BenchNote::NoSheet:
        return "That would make no cloth that lies flat";
    case BenchNote::ShortCut:
        return "Draw a line on the cloth with the trigger pulled to cut along it";
    case BenchNote::BadCut:
        return "The cloth cannot be cut along this line: it crosses itself or follows the border";
    case BenchNote::CutAtSeam:
        return "A cut must not end on a seam: go on beyond it, or stop before it";
    case BenchNote::BadPattern:
        return "The panels cannot be cut along this line";
    case BenchNote::NoHemHere:
        return "Pull the trigger at the cloth where its hem shall be, and let go: what hangs lower is taken "
               "away";
    case BenchNote::HemTooHigh:
        return "A hem takes away no more than half of the cloth";
    case BenchNote::HemHeld:
        return "Pins or hands hold what the hem would take away";
    case BenchNote::ShortDart:
        return "Pull the trigger at the border of the cloth, draw to the dart's tip and back, and let go";
    case BenchNote::DartOffBorder:
        return "A dart begins and ends at the border of a panel";
    case BenchNote::DartEdges:
        return "A dart begins and ends on one edge of a panel, or on two that meet";
    case BenchNote::DartAtSeam:
        return "A dart must stay in one panel and away from what is sewn";
    case BenchNote::DartNarrow:
        return "The dart is narrower than the cloth's triangles: begin and end farther apart";
    case BenchNote::DartWide:
        return "The dart is wider than 60 degrees at its tip: draw it longer, or narrower";
    case BenchNote::DartTip:
        return "The dart's tip must lie inside the panel";
    case BenchNote::DartHeld:
        return "Pins or hands hold what the dart would take out";
    case BenchNote::BadDart:
        return "No dart can be taken out there";
    case BenchNote::NotClosed:
        return "The seam did not close and is given up";
    }
    return {};
}

void say(Bench &bench, BenchNote note) {
    bench.note = note;
    ++bench.noteCount;
}

bool isBusy(const Bench &bench) {
    return bench.wait.active || bench.closing.active ||
           std::any_of(bench.hands.begin(), bench.hands.end(),
                       [](const BenchHand &hand) { return hand.band >= 0; });
}

BenchOrder orderFor(const World &world, BenchWork work) {
    const Bench &bench = *world.bench;
    BenchOrder order;
    order.work = work;
    order.now = &bench.shape;
    order.cloth = bench.cloth;
    order.integrator = &methodOf(world, u(bench.cloth));
    order.particleMax = world.hands[0].follow.size();
    order.pinMax = world.pins.capacity();
    order.bandMax = bench.bands.capacity();
    return order;
}

void beginWait(World &world, const BenchOrder &order, bool isRedo) {
    Bench &bench = *world.bench;
    bench.wait.active = true;
    bench.wait.work = order.work;
    bench.wait.isRedo = isRedo;
    bench.wait.steps = 0;
    bench.planner->begin(order, bench.history.gone);
}

void takeOver(World &world, BenchPlan &plan, BenchWork work) {
    Bench &bench = *world.bench;
    exchange(world, plan);
    if (work == BenchWork::Join && bench.closing.isHook) {
        mergeHook(bench.history, plan.leaving);
    }
    takeShape(bench, plan);
    followEdges(plan.edgeNow, bench);
    settle(world);
    if (work == BenchWork::Join && bench.closing.isDart) { // of the plan's past, the wedge is in place
        BenchAct &dart = bench.history.acts[bench.history.done - 1];
        plan.gone = std::move(dart.past);
        dart.past = std::move(plan.past);
        ++bench.history.changes;
        return;
    }
    plan.past->other = std::move(plan.leaving);
    record(bench.history, {.kind = BenchAct::Kind::Shaped, .work = work, .past = std::move(plan.past)});
}

void undoAct(World &world, bool isRedo) {
    Bench &bench = *world.bench;
    if (!isRedo && !bench.wait.active && dropBegun(bench)) {
        return;
    }
    const BenchHistory &history = bench.history;
    if (isBusy(bench)) {
        say(bench, BenchNote::Busy);
    } else if (isRedo ? history.done == history.acts.size() : history.done == 0) {
        say(bench, isRedo ? BenchNote::NothingLeft : BenchNote::NothingDone);
    } else {
        dropBegun(bench);
        goOn(world, isRedo);
    }
}

void undoLatest(World &world) {
    goOn(world, false);
}

void advanceWait(World &world) {
    BenchWait &wait = world.bench->wait;
    if (!wait.active || ++wait.steps < kWaitSteps) {
        return;
    }
    wait.active = false;
    BenchPlan &plan = world.bench->planner->wait();
    if (plan.note != BenchNote::None) {
        say(*world.bench, plan.note);
    } else if (wait.work == BenchWork::Return) {
        returnTo(world, plan, wait.isRedo);
    } else {
        const std::array<EdgeOfPanel, 2> legs = plan.legs;
        takeOver(world, plan, wait.work);
        if (wait.work == BenchWork::Dart) {
            beginDart(world, legs);
        }
    }
}

} // namespace selvage
