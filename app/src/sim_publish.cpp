// What the simulation tells the frame thread of a world.
#include "sim_thread.h"

namespace selvage {

namespace {

// From a sewn garment's particles to the vertices of its panels, as which it is drawn: never fewer, so that
// from the end on no value is overwritten before it is read.
template <typename T> void spread(std::span<const int32_t> particleOf, std::vector<T> &values) {
    if (particleOf.empty()) {
        return;
    }
    values.resize(std::max(values.size(), particleOf.size()));
    for (size_t i = particleOf.size(); i-- > 0;) {
        values[i] = values[static_cast<size_t>(particleOf[i])];
    }
}

} // namespace

std::shared_ptr<const SceneShape> shapeOf(const World &world, const Scenario &scenario) {
    auto shape = std::make_shared<SceneShape>();
    for (const Cloth &cloth : world.cloths) {
        shape->cloths.push_back(cloth.topology);
    }
    if (world.bench != nullptr) {
        shape->cloths[static_cast<size_t>(world.bench->cloth)] = world.bench->shape.drawn;
    }
    shape->colliders = world.colliders;
    shape->look = &scenario.look;
    shape->water = world.settings.water;
    return shape;
}

// Cloth that was cut is drawn anew; what the bench would not do is told.
void SimThread::followBench() {
    const Bench &bench = *world_.bench;
    if (shape_->cloths[static_cast<size_t>(bench.cloth)] != bench.shape.drawn) {
        shape_ = shapeOf(world_, scenarios()[static_cast<size_t>(scenarioIndex_)]);
    }
    if (bench.noteCount != notesTold_ && bench.note != BenchNote::None) {
        tell(std::string(sentenceOf(bench.note)));
    }
    notesTold_ = bench.noteCount;
}

void SimThread::readFigures(Readouts &out) const {
    readWorld(world_, out);
    out.dt = dt_;
    out.stretchP99 = report_.stretchP99();
    out.contacts = lastStep_.contacts;
    out.selfTests = lastStep_.selfContact.tests + lastStep_.selfContact.triangleTests;
    out.sweeps = lastStep_.sweeps;
    out.timeUp = timeUp_;
    out.recording = options_.recorder != nullptr;
    out.recorded = !recorded_.empty();
}

void SimThread::publish(const SimRequest &request) {
    if (world_.bench != nullptr) {
        followBench();
    }
    SimFrame &frame = frames_.back();
    frame.requestNumber = request.number;
    frame.displayTime = request.paused ? request.displayTime : time_;
    frame.shape = shape_;
    frame.stepMs = stepMs_;
    frame.steps = world_.stepCount;
    frame.stepsDone = stepsDone_;
    frame.worldTime = world_.time;
    frame.paused = request.paused;
    frame.replays = options_.replay.has_value();
    frame.wind = world_.wind;
    frame.windSettings = world_.settings.wind;
    frame.airDensity = world_.settings.air.density;
    frame.notice = notice_;
    frame.offer = offer_;
    if (request.wantsReadouts) {
        readFigures(frame.readouts);
    }
    if (request.wantsStretch) {
        readStretch(world_, frame.stretch);
    }
    frame.bench.present = world_.bench != nullptr;
    frame.position.resize(world_.cloths.size());
    frame.normal.resize(world_.cloths.size());
    frame.fabric.resize(world_.cloths.size());
    for (size_t c = 0; c < world_.cloths.size(); ++c) {
        const Cloth &cloth = world_.cloths[c];
        frame.position[c].assign(cloth.position.begin(), cloth.position.end());
        frame.fabric[c] = cloth.fabric.name;
        frame.normal[c].resize(cloth.position.size());
        computeNormals(cloth, frame.normal[c]);
        if (world_.bench != nullptr && c == static_cast<size_t>(world_.bench->cloth)) {
            readBench(world_, frame.normal[c], frame.bench);
        }
        spread(vertexParticles(world_, c), frame.position[c]);
        spread(vertexParticles(world_, c), frame.normal[c]);
        if (request.wantsStretch) {
            spread(vertexParticles(world_, c), frame.stretch[c]);
        }
    }
    frame.wetness.resize(world_.cloths.size());
    for (size_t c = 0; c < world_.cloths.size(); ++c) {
        const std::vector<float> &wet = world_.water.wetness[c];
        frame.wetness[c].assign(wet.begin(), wet.end());
        spread(vertexParticles(world_, c), frame.wetness[c]);
    }
    frame.waterDrift = world_.water.drift;
    frame.colliderPose.resize(world_.colliders.size());
    for (size_t c = 0; c < world_.colliders.size(); ++c) {
        frame.colliderPose[c] = world_.colliders[c].pose;
    }
    for (size_t h = 0; h < frame.hands.size(); ++h) {
        const HandState &hand = world_.hands[h];
        SimHand &out = frame.hands[h];
        out.present = hand.present;
        out.holding = hand.holding();
        out.open = hand.present && hand.tracked && !hand.closed && !hand.holding();
        out.reach = world_.handSettings.grabRadius;
        out.pull = hand.pull;
        out.tracking = hand.tracking;
        out.anchor = hand.anchor;
        out.grabCount = hand.grabCount;
        out.releaseCount = hand.releaseCount;
        out.slipCount = hand.slipCount;
        out.follow.assign(hand.follow.begin(), hand.holding() ? hand.follow.end() : hand.follow.begin());
        if (hand.holding()) {
            spread(vertexParticles(world_, static_cast<size_t>(hand.cloth)), out.follow);
        }
    }
    frames_.publish();
}

} // namespace selvage
