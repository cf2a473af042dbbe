// Saves are not trusted: a file may have been damaged or written by hand, and acts at the bench trust the
// bench. Acts are checked by going through them, as undo and redo would.
#include "bench_planner.h"
#include "maths/index.h"
#include "sim/bench_save.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace selvage {

namespace {

constexpr size_t kBandsMax = 8;
constexpr float kFarthest = 1e4F; // m, and m/s

bool isWithin(int32_t index, size_t count) {
    return index >= 0 && u(index) < count;
}

bool areUsable(const std::vector<Vec3> &values) {
    return std::all_of(values.begin(), values.end(), [](const Vec3 &v) {
        return isFinite(v) && std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}) < kFarthest;
    });
}

// Where what is said next stands: "act 3: the pins".
Error fault(const std::string &place, const std::string &what) {
    return Error{place + what};
}

Result<void> checkEdges(const BenchShape &shape) {
    const Garment &garment = shape.garment;
    for (size_t p = 0; p < garment.edges.size(); ++p) {
        const std::string panel = "panel '" + shape.pattern.panels[p].name + "'";
        if (garment.edges[p].size() != shape.pattern.panels[p].outline.size()) {
            return fault(panel, ": expected as many rows of vertices as the outline has edges");
        }
        for (const std::vector<int32_t> &edge : garment.edges[p]) {
            const bool good = !edge.empty() && std::all_of(edge.begin(), edge.end(), [&](int32_t v) {
                return v >= garment.firstParticle[p] && v < garment.firstParticle[p + 1];
            });
            if (!good) {
                return fault(panel, ": expected vertices of its own along every edge");
            }
        }
    }
    return {};
}

Result<void> checkMesh(const BenchShape &shape) {
    const Garment &garment = shape.garment;
    const size_t panels = shape.pattern.panels.size();
    const size_t vertices = garment.shape.uv.size();
    const std::vector<int32_t> &first = garment.firstParticle;
    if (first.size() != panels + 1 || garment.edges.size() != panels || shape.origin.size() != panels ||
        first.front() != 0 || u(first.back()) != vertices || !std::is_sorted(first.begin(), first.end())) {
        return fault("the mesh", ": expected vertices and edges of every panel");
    }
    if (garment.shape.position.size() != vertices || !areUsable(garment.shape.position)) {
        return fault("the mesh", ": expected a place of every vertex");
    }
    const std::vector<int32_t> &corners = garment.shape.triangles;
    std::set<std::pair<int32_t, int32_t>> sides;
    for (size_t c = 0; c < corners.size(); ++c) {
        const int32_t next = corners[c % 3 == 2 ? c - 2 : std::min(c + 1, corners.size() - 1)];
        const auto panelOf = [&](int32_t v) { return std::upper_bound(first.begin(), first.end(), v); };
        if (corners.size() % 3 != 0 || !isWithin(corners[c], vertices) || !isWithin(next, vertices) ||
            panelOf(corners[c]) != panelOf(next) || !sides.insert({corners[c], next}).second) {
            return fault("triangle " + std::to_string(c / 3),
                         ": expected three vertices of one panel, and no other triangle on its sides");
        }
    }
    return checkEdges(shape);
}

Result<void> checkSeams(const BenchShape &shape) {
    for (const Seam &seam : shape.pattern.seams) {
        for (const std::vector<EdgeOfPanel> *side : {&seam.a, &seam.b}) {
            for (const EdgeOfPanel &e : *side) {
                if (!isWithin(e.panel, shape.garment.edges.size()) ||
                    !isWithin(e.edge, shape.garment.edges[u(e.panel)].size())) {
                    return fault("the seams", ": expected edges that are there");
                }
            }
        }
    }
    if (shape.garment.seams.size() > 1) {
        return fault("the mesh", ": expected one list of joined vertices");
    }
    for (const std::vector<ParticlePair> &seam : shape.garment.seams) {
        for (const ParticlePair &pair : seam) {
            if (!isWithin(pair.a, shape.garment.shape.uv.size()) ||
                !isWithin(pair.b, shape.garment.shape.uv.size())) {
                return fault("the joined vertices", ": expected vertices that are there");
            }
        }
    }
    return {};
}

// The bench's state at one moment of its history.
struct Moment {
    const BenchShape *shape{nullptr};
    std::vector<Pin> pins;
    std::vector<Waistband> bands;
};

class SaveCheck {
public:
    SaveCheck(const BenchSave &save, size_t clothCount) : save_(save), clothCount_(clothCount) {}

    Result<void> check() {
        if (save_.shape == nullptr) {
            return fault("the bench", ": expected a shape");
        }
        if (save_.acts.size() > kBenchActsMax || save_.done > save_.acts.size()) {
            return fault("the acts", ": expected at most " + std::to_string(kBenchActsMax) +
                                         ", and no more of them done than there are");
        }
        const Moment now{save_.shape.get(), save_.pins, save_.bands};
        if (auto good = checkState("", now, save_.position, save_.velocity); !good) {
            return good;
        }
        if (!std::isfinite(save_.time)) {
            return fault("the time", ": expected a finite number");
        }
        if (auto good = walk(now, false); !good) {
            return good;
        }
        return walk(now, true);
    }

private:
    Result<void> checkState(const std::string &place, const Moment &moment, const std::vector<Vec3> &position,
                            const std::vector<Vec3> &velocity) const {
        if (moment.shape->drawn == nullptr) {
            return fault(place, "the shape: expected panels that can be drawn");
        }
        const auto particles = u(moment.shape->garment.sewnCount);
        if (position.size() != particles || velocity.size() != particles || !areUsable(position) ||
            !areUsable(velocity)) {
            return fault(place, "the cloth: expected a place and a velocity of each of its " +
                                    std::to_string(particles) + " particles");
        }
        if (moment.pins.size() > kBenchPinsMax || moment.bands.size() > kBandsMax) {
            return fault(place, "too many pins or waistbands");
        }
        for (const Pin &pin : moment.pins) {
            if (!isGood(pin, particles)) {
                return fault(place, "the pins: expected particles that are there");
            }
        }
        for (const Waistband &band : moment.bands) {
            if (!isGood(band, *moment.shape)) {
                return fault(place, "the waistbands: expected edges that are there and shares up to 1");
            }
        }
        return {};
    }

    bool isGood(const Pin &pin, size_t particles) const {
        return isWithin(pin.cloth, clothCount_) && isWithin(pin.particle, particles) &&
               isFinite(pin.offset) && pin.collider == -1;
    }

    static bool isGood(const Waistband &band, const BenchShape &shape) {
        return isWithin(band.edge.panel, shape.garment.edges.size()) &&
               isWithin(band.edge.edge, shape.garment.edges[u(band.edge.panel)].size()) &&
               band.share > 0.0F && band.share <= 1.0F && band.goal > 0.0F && band.goal <= 1.0F;
    }

    // Undoes all that is done, or does all that is undone again.
    Result<void> walk(Moment moment, bool isRedo) const {
        const size_t count = isRedo ? save_.acts.size() - save_.done : save_.done;
        for (size_t k = 0; k < count; ++k) {
            const size_t a = isRedo ? save_.done + k : save_.done - 1 - k;
            const std::string place = "act " + std::to_string(a) + ": ";
            if (auto good = go(place, save_.acts[a], isRedo, moment); !good) {
                return good;
            }
        }
        return {};
    }

    Result<void> go(const std::string &place, const BenchAct &act, bool isRedo, Moment &moment) const {
        if (act.kind == BenchAct::Kind::Shaped) {
            return goShaped(place, act, isRedo, moment);
        }
        if (act.kind == BenchAct::Kind::Tightened) {
            return goTightened(place, act, isRedo, moment);
        }
        const bool adds = isRedo == (act.kind == BenchAct::Kind::Pinned);
        const size_t count = moment.pins.size() + (adds ? 1 : 0);
        if (!isWithin(act.index, count) || count > kBenchPinsMax ||
            !isGood(act.pin, u(moment.shape->garment.sewnCount))) {
            return fault(place, "expected a pin that is there");
        }
        if (adds) {
            moment.pins.insert(moment.pins.begin() + act.index, act.pin);
        } else {
            moment.pins.erase(moment.pins.begin() + act.index);
        }
        return {};
    }

    static Result<void> goTightened(const std::string &place, const BenchAct &act, bool isRedo,
                                    Moment &moment) {
        const bool adds = act.isNew && isRedo;
        const size_t count = moment.bands.size() + (adds ? 1 : 0);
        const bool isLast = u(act.index) + 1 == count;
        if (!isWithin(act.index, count) || (act.isNew && !isLast) || count > kBandsMax ||
            !isGood(act.band, *moment.shape)) {
            return fault(place, "expected a waistband that is there");
        }
        if (adds) {
            moment.bands.push_back(act.band);
        } else if (act.isNew) {
            moment.bands.pop_back();
        }
        return {};
    }

    Result<void> goShaped(const std::string &place, const BenchAct &act, bool isRedo, Moment &moment) const {
        if (act.past == nullptr || act.work == BenchWork::Return) {
            return fault(place, "expected the state beside it");
        }
        const BenchState &other = act.past->other;
        const Moment next{&other.shape, other.pins, other.bands};
        if (auto good = checkState(place, next, other.position, other.velocity); !good) {
            return good;
        }
        const Garment &before = isRedo ? moment.shape->garment : next.shape->garment;
        const Garment &after = isRedo ? next.shape->garment : moment.shape->garment;
        if (!areGood(act.past->forth, before, after) || !areGood(act.past->back, after, before)) {
            return fault(place, "expected the particles' ways forth and back, in their order");
        }
        moment = next;
        return {};
    }

    static bool areGood(const std::vector<ParticlePart> &parts, const Garment &from, const Garment &to) {
        return std::is_sorted(parts.begin(), parts.end(),
                              [](const ParticlePart &a, const ParticlePart &b) { return a.from < b.from; }) &&
               std::all_of(parts.begin(), parts.end(), [&](const ParticlePart &part) {
                   return isWithin(part.from, u(from.sewnCount)) && isWithin(part.to, u(to.sewnCount)) &&
                          std::isfinite(part.share) && std::abs(part.share) <= 2.0F;
               });
    }

    const BenchSave &save_;
    size_t clothCount_;
};

} // namespace

Result<void> completeShape(BenchShape &shape) {
    if (shape.pattern.panels.empty()) {
        return fault("the pattern", ": expected a panel");
    }
    if (auto good = checkMesh(shape); !good) {
        return good;
    }
    if (auto good = checkSeams(shape); !good) {
        return good;
    }
    if (const auto faults = patternFaults(shape.pattern); !faults.empty()) {
        return Error{faults.front()};
    }
    joinSeams(shape.garment);
    const Fabric &any = fabrics().front();
    const auto drawn = makeMeshCloth(shape.garment.shape, any, {});
    const auto worn = makeBenchCloth(shape.garment, any);
    if (!drawn || !worn) {
        return drawn ? worn.error() : drawn.error();
    }
    shape.drawn = drawn.value().topology;
    return {};
}

Result<void> checkSave(const BenchSave &save, size_t clothCount) {
    return SaveCheck(save, clothCount).check();
}

} // namespace selvage
