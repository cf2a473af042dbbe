// A sweep along x over all segments, each tested against those whose boxes it meets.
#include "lattice.h"

#include <algorithm>

namespace selvage {

namespace {

struct Segment {
    LatticePoint a;
    LatticePoint b;
    SegmentOfRing of;
    int32_t ringSize{0};

    int32_t left() const { return std::min(a.x, b.x); }
    int32_t right() const { return std::max(a.x, b.x); }
    int32_t low() const { return std::min(a.y, b.y); }
    int32_t high() const { return std::max(a.y, b.y); }
};

std::vector<Segment> segmentsOf(std::span<const LatticeRing> rings) {
    std::vector<Segment> segments;
    for (size_t r = 0; r < rings.size(); ++r) {
        const LatticeRing &ring = rings[r];
        for (size_t i = 0; i < ring.size(); ++i) {
            segments.push_back({ring[i],
                                ring[(i + 1) % ring.size()],
                                {static_cast<int32_t>(r), static_cast<int32_t>(i)},
                                static_cast<int32_t>(ring.size())});
        }
    }
    return segments;
}

int sideOf(int64_t turned) {
    return turned > 0 ? 1 : turned < 0 ? -1 : 0;
}

// The boxes of both meet already.
bool meet(const Segment &s, const Segment &t) {
    const int a = sideOf(turn(s.a, s.b, t.a));
    const int b = sideOf(turn(s.a, s.b, t.b));
    const int c = sideOf(turn(t.a, t.b, s.a));
    const int d = sideOf(turn(t.a, t.b, s.b));
    return a * b <= 0 && c * d <= 0;
}

// Whether `next`, that starts where `s` ends, runs back on it.
bool foldsBack(const Segment &s, const Segment &next) {
    const int64_t along = (int64_t{s.b.x} - s.a.x) * (int64_t{next.b.x} - next.a.x) +
                          (int64_t{s.b.y} - s.a.y) * (int64_t{next.b.y} - next.a.y);
    return turn(s.a, s.b, next.b) == 0 && along < 0;
}

bool collide(const Segment &s, const Segment &t) {
    if (s.of.ring == t.of.ring) {
        const bool tFollows = (s.of.segment + 1) % s.ringSize == t.of.segment;
        const bool sFollows = (t.of.segment + 1) % s.ringSize == s.of.segment;
        if (tFollows || sFollows) {
            return (tFollows && foldsBack(s, t)) || (sFollows && foldsBack(t, s));
        }
    }
    return meet(s, t);
}

} // namespace

bool encloses(const LatticeRing &ring, const LatticePoint &p) {
    bool inside = false;
    for (size_t i = 0; i < ring.size(); ++i) {
        const LatticePoint &a = ring[i];
        const LatticePoint &b = ring[(i + 1) % ring.size()];
        if ((a.y <= p.y) != (b.y <= p.y)) {
            const bool upwards = b.y > a.y;
            inside ^= (turn(a, b, p) > 0) == upwards;
        }
    }
    return inside;
}

std::optional<RingCrossing> findCrossing(std::span<const LatticeRing> rings) {
    std::vector<Segment> segments = segmentsOf(rings);
    std::stable_sort(segments.begin(), segments.end(),
                     [](const Segment &s, const Segment &t) { return s.left() < t.left(); });
    std::vector<size_t> open;
    for (size_t i = 0; i < segments.size(); ++i) {
        const Segment &s = segments[i];
        std::erase_if(open, [&](size_t k) { return segments[k].right() < s.left(); });
        for (const size_t k : open) {
            const Segment &t = segments[k];
            if (t.high() >= s.low() && t.low() <= s.high() && collide(s, t)) {
                const bool inOrder =
                    t.of.ring < s.of.ring || (t.of.ring == s.of.ring && t.of.segment < s.of.segment);
                return inOrder ? RingCrossing{t.of, s.of} : RingCrossing{s.of, t.of};
            }
        }
        open.push_back(i);
    }
    return std::nullopt;
}

} // namespace selvage
