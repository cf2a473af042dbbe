// Taking saves and putting them back.
#include "sim/bench_save.h"

#include "bench_tools.h"
#include "maths/index.h"
#include "sim/world.h"

#include <algorithm>

namespace selvage {

namespace {

// Without what hands still pull.
void takeBands(const Bench &bench, std::vector<Waistband> &bands) {
    bands.assign(bench.bands.begin(), bench.bands.end());
    for (const BenchHand &hand : bench.hands) {
        if (hand.band >= 0 && hand.bandIsNew) {
            bands.pop_back(); // nobody else began one meanwhile
        } else if (hand.band >= 0) {
            bands[u(hand.band)] = hand.bandBefore;
        }
    }
}

class Hasher {
public:
    template <typename Value> void add(const std::vector<Value> &values) {
        addOne(values.size());
        addBytes(values.data(), values.size() * sizeof(Value));
    }
    template <typename Value> void addOne(const Value &value) {
        static_assert(std::has_unique_object_representations_v<Value> || std::is_floating_point_v<Value>);
        addBytes(&value, sizeof(Value));
    }
    void add(const std::string &text) {
        addOne(text.size());
        addBytes(text.data(), text.size());
    }
    void add(const Pose &pose) {
        for (const float value : {pose.position.x, pose.position.y, pose.position.z, pose.orientation.x,
                                  pose.orientation.y, pose.orientation.z, pose.orientation.w}) {
            addOne(value);
        }
    }
    void add(const PanelLoop &loop) {
        addOne(loop.size());
        for (const PanelEdge &edge : loop) {
            addOne(edge.curve);
            add(std::vector<DVec2>{edge.start, edge.end});
            add(edge.through);
            add(edge.label);
        }
    }
    void add(const Panel &panel) {
        add(panel.name);
        add(panel.outline);
        addOne(panel.holes.size());
        for (const PanelLoop &hole : panel.holes) {
            add(hole);
        }
        for (const PanelLine &line : panel.lines) {
            addOne(line.use);
            add(line.points);
        }
        for (const Notch &notch : panel.notches) {
            addOne(notch.edge);
            addOne(notch.along);
        }
        add(std::vector<DVec2>{panel.grain});
        addOne(panel.grainGiven);
        add(panel.fabric);
        add(panel.label);
        addOne(panel.quantity);
        addOne(panel.unfolded);
        add(panel.placement);
    }
    void add(const BenchShape &shape) {
        for (const Panel &panel : shape.pattern.panels) {
            add(panel);
        }
        for (const Seam &seam : shape.pattern.seams) {
            add(seam.a);
            add(seam.b);
            addOne(seam.rightToWrong);
        }
        const Garment &garment = shape.garment;
        add(garment.shape.triangles);
        add(garment.shape.uv);
        add(garment.shape.position);
        add(garment.firstParticle);
        for (const auto &panel : garment.edges) {
            for (const auto &edge : panel) {
                add(edge);
            }
        }
        for (const auto &seam : garment.seams) {
            add(seam);
        }
        add(garment.sewnParticle);
        add(garment.share);
        add(shape.origin);
        add(shape.drawn->triangles);
        add(shape.drawn->restUv);
    }
    void add(const Waistband &band) {
        addOne(band.edge.panel);
        addOne(band.edge.edge);
        addOne(band.share);
        addOne(band.goal);
        addOne(band.hooked);
    }
    void add(const std::vector<Waistband> &bands) {
        addOne(bands.size());
        for (const Waistband &band : bands) {
            add(band);
        }
    }
    void add(const BenchAct &act) {
        addOne(act.kind);
        add(std::vector<Pin>{act.pin});
        addOne(act.index);
        add(act.band);
        addOne(act.isNew);
        addOne(act.work);
        if (act.past != nullptr) {
            const BenchState &other = act.past->other;
            add(other.shape);
            add(other.position);
            add(other.velocity);
            add(other.pins);
            add(other.bands);
            add(act.past->forth);
            add(act.past->back);
        }
    }
    uint64_t value() const { return hash_; }

private:
    void addBytes(const void *data, size_t size) {
        const auto *bytes = static_cast<const unsigned char *>(data);
        for (size_t i = 0; i < size; ++i) {
            hash_ = (hash_ ^ bytes[i]) * 0x100000001b3ULL;
        }
    }

    uint64_t hash_{0xcbf29ce484222325ULL};
};

} // namespace

void reserveSave(const World &world, size_t particles, BenchSave &save) {
    const Bench &bench = *world.bench;
    save.position.reserve(particles);
    save.velocity.reserve(particles);
    save.pins.reserve(world.pins.capacity());
    save.bands.reserve(bench.bands.capacity());
    save.acts.reserve(kBenchActsMax);
}

bool takeSave(const World &world, BenchSave &save) {
    const Bench &bench = *world.bench;
    const Cloth &cloth = world.cloths[u(bench.cloth)];
    if (save.position.capacity() < cloth.position.size() || save.pins.capacity() < world.pins.size() ||
        save.bands.capacity() < bench.bands.size() || save.acts.capacity() < bench.history.acts.size()) {
        return false;
    }
    save.shape = bench.kept;
    save.fabric = cloth.fabric;
    save.position.assign(cloth.position.begin(), cloth.position.end());
    save.velocity.assign(cloth.velocity.begin(), cloth.velocity.end());
    save.pins.assign(world.pins.begin(), world.pins.end());
    takeBands(bench, save.bands);
    for (size_t h = 0; h < bench.hands.size(); ++h) {
        save.tools[h] = bench.hands[h].tool;
    }
    save.acts.assign(bench.history.acts.begin(), bench.history.acts.end());
    save.done = bench.history.done;
    save.time = world.time;
    return true;
}

Result<void> restoreBench(World &world, const BenchSave &save) {
    if (world.bench == nullptr) {
        return Error{"the scene has no dress bench; expected one that has"};
    }
    if (auto checked = checkSave(save, world.cloths.size()); !checked) {
        return checked;
    }
    Bench &bench = *world.bench;
    auto cloth = makeBenchCloth(save.shape->garment, save.fabric);
    if (!cloth) {
        return cloth.error();
    }
    cloth->position = save.position;
    cloth->velocity = save.velocity;
    cloth->fixedTarget = save.position;
    world.cloths[u(bench.cloth)] = std::move(*cloth);
    bench.shape = *save.shape;
    world.pins = save.pins;
    bench.bands = save.bands;
    world.time = save.time;
    prepareWorld(world, world.workers->threadCount());
    world.pins.assign(save.pins.begin(), save.pins.end()); // their places on moving obstacles as they were
    bench.history.acts.assign(save.acts.begin(), save.acts.end());
    bench.history.done = save.done;
    bench.history.changes = 0;
    for (size_t h = 0; h < bench.hands.size(); ++h) {
        bench.hands[h].tool = save.tools[h];
    }
    settle(world);
    return {};
}

uint64_t saveHash(const BenchSave &save) {
    Hasher hasher;
    hasher.add(*save.shape);
    const Fabric &fabric = save.fabric;
    hasher.add(std::string(fabric.name));
    hasher.add(std::vector<float>{fabric.arealDensity, fabric.warpStiffness, fabric.weftStiffness,
                                  fabric.shearStiffness, fabric.bendingRigidity, fabric.springDamping,
                                  fabric.contractionResistance, fabric.maxStretchWarp, fabric.maxStretchWeft,
                                  fabric.maxStretchBias, fabric.damping, fabric.friction, fabric.thickness});
    hasher.addOne(fabric.elastic);
    hasher.add(save.position);
    hasher.add(save.velocity);
    hasher.add(save.pins);
    hasher.add(save.bands);
    for (const BenchTool tool : save.tools) {
        hasher.addOne(tool);
    }
    hasher.addOne(save.acts.size());
    for (const BenchAct &act : save.acts) {
        hasher.add(act);
    }
    hasher.addOne(save.done);
    hasher.addOne(save.time);
    return hasher.value();
}

} // namespace selvage
