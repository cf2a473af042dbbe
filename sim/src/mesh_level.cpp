// Packing of springs into blocks, sweeps and transfers.
#include "mesh_level.h"

#include "lanes.h"
#include "maths/index.h"
#include "wide.h"

#include <algorithm>
#include <array>

namespace selvage {

namespace {

// Open blocks that a spring may go to. More spread the work of one place over a longer time, fewer leave more
// blocks unfilled.
constexpr size_t kOpenBlocks = 32;
constexpr size_t kAnchorsMax = 1024;
// Blocks between two that share a particle, so that the second need not wait for the first, and how far ahead
// such a block is looked for: 1.8 instead of 2.1 ns a spring.
constexpr int32_t kGap = 2;
constexpr size_t kLookAhead = 64;

// Puts each spring into the first open block that has none of its particles.
class Packer {
public:
    explicit Packer(int32_t count) : padding_(count) {}

    void add(const LevelSpring &spring) {
        for (const int32_t block : open_) {
            if (fits(spring, block)) {
                put(spring, block);
                return;
            }
        }
        if (open_.size() == kOpenBlocks) {
            open_.erase(open_.begin());
        }
        open_.push_back(static_cast<int32_t>(members_.size()));
        members_.emplace_back();
        put(spring, open_.back());
    }

    std::vector<SpringBlock> blocks() const {
        std::vector<SpringBlock> out(members_.size());
        for (size_t i = 0; i < out.size(); ++i) {
            for (size_t k = 0; k < u(kBlock); ++k) {
                const bool filled = k < members_[i].size();
                out[i].a[k] = filled ? members_[i][k].a : padding_;
                out[i].b[k] = filled ? members_[i][k].b : padding_ + 1;
                const float length = filled ? members_[i][k].length : 1.0F;
                out[i].lengthSquared[k] = length * length;
            }
        }
        return out;
    }

private:
    bool fits(const LevelSpring &spring, int32_t block) const {
        for (const LevelSpring &other : members_[u(block)]) {
            if (other.a == spring.a || other.a == spring.b || other.b == spring.a || other.b == spring.b) {
                return false;
            }
        }
        return true;
    }

    void put(const LevelSpring &spring, int32_t block) {
        members_[u(block)].push_back(spring);
        if (members_[u(block)].size() == u(kBlock)) {
            open_.erase(std::find(open_.begin(), open_.end(), block));
        }
    }

    std::vector<std::vector<LevelSpring>> members_;
    std::vector<int32_t> open_; // oldest first
    int32_t padding_;           // two particles from here on are not there
};

// The same blocks with kGap others between any two that share a particle, where that can be had.
std::vector<SpringBlock> spreadOut(const std::vector<SpringBlock> &blocks, int32_t count) {
    std::vector<SpringBlock> out;
    out.reserve(blocks.size());
    std::vector<int32_t> lastAt(u(count), -kGap - 1); // per particle
    std::vector<uint8_t> taken(blocks.size(), 0);
    const auto isFree = [&](int32_t i) {
        return i >= count || static_cast<int32_t>(out.size()) - lastAt[u(i)] > kGap;
    };
    for (size_t head = 0; head < blocks.size(); head += taken[head]) {
        size_t chosen = head;
        for (size_t i = head; i < std::min(head + kLookAhead, blocks.size()); ++i) {
            const SpringBlock &block = blocks[i];
            if (taken[i] == 0 && std::all_of(block.a, block.a + kBlock, isFree) &&
                std::all_of(block.b, block.b + kBlock, isFree)) {
                chosen = i;
                break;
            }
        }
        if (taken[chosen] != 0) { // the head itself went before
            continue;
        }
        taken[chosen] = 1;
        for (size_t k = 0; k < u(kBlock); ++k) {
            for (const int32_t i : {blocks[chosen].a[k], blocks[chosen].b[k]}) {
                if (i < count) {
                    lastAt[u(i)] = static_cast<int32_t>(out.size());
                }
            }
        }
        out.push_back(blocks[chosen]);
    }
    return out;
}

// Corrects both ends of springs k and k + 4: their shares are lanes k and k + 4 of sa and sb.
template <int k>
SELVAGE_INLINE inline void moveEnds(Vec4 *x, const SpringBlock &block, const Pair &a, const Pair &b,
                                    const Pair &sa, const Pair &sb) {
    const Pair d = b - a;
    const Pair shareA = __builtin_shufflevector(sa, sa, k, k, k, k, k + 4, k + 4, k + 4, k + 4);
    const Pair shareB = __builtin_shufflevector(sb, sb, k, k, k, k, k + 4, k + 4, k + 4, k + 4);
    storePair(x[block.a[k]], x[block.a[k + 4]], a + d * shareA);
    storePair(x[block.b[k]], x[block.b[k + 4]], b - d * shareB);
}

SELVAGE_INLINE inline void limitBlock(Vec4 *x, const SpringBlock &block, const Pair &extension,
                                      const Pair &compression) {
    Pair a[4];
    Pair b[4];
    for (size_t k = 0; k < 4; ++k) {
        loadPair(x[block.a[k]], x[block.a[k + 4]], a[k]);
        loadPair(x[block.b[k]], x[block.b[k + 4]], b[k]);
    }
    PairColumns d;
    transposePairs(b[0] - a[0], b[1] - a[1], b[2] - a[2], b[3] - a[3], d);
    const Pair squared = d.x * d.x + d.y * d.y + d.z * d.z;
    Pair rest;
    Pair sa;
    Pair sb;
    std::memcpy(&rest, block.lengthSquared, sizeof(rest));
    std::memcpy(&sa, block.shareA, sizeof(sa));
    std::memcpy(&sb, block.shareB, sizeof(sb));
    const Pair excess = squared - rest;
    const Pair wanted = excess * (excess > 0.0F ? extension : compression);
    const Pair s = wanted / (squared + rest);
    sa *= s;
    sb *= s;
    moveEnds<0>(x, block, a[0], b[0], sa, sb);
    moveEnds<1>(x, block, a[1], b[1], sa, sb);
    moveEnds<2>(x, block, a[2], b[2], sa, sb);
    moveEnds<3>(x, block, a[3], b[3], sa, sb);
}

SELVAGE_INLINE inline void limitBlocks(Vec4 *x, std::span<const SpringBlock> blocks, const MeshSweep &sweep) {
    const Pair extension = Pair{} + sweep.extension;
    const Pair compression = Pair{} + sweep.compression;
    for (size_t i = 0; i < blocks.size(); ++i) {
        const SpringBlock &block = blocks[sweep.backwards ? blocks.size() - 1 - i : i];
        limitBlock(x, block, extension, compression);
    }
}

SELVAGE_INLINE inline void displace(Vec4 *start, const Vec4 *x, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        store(start[i], load(x[i]) - load(start[i]));
    }
}

SELVAGE_INLINE inline void addInterpolated(const Vec4 *coarse, const Parents *parents, const float *w,
                                           Vec4 *x, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        const Parents &p = parents[i];
        const Lanes moved = load(coarse[p.node[0]]) * spread(p.weight[0]) +
                            load(coarse[p.node[1]]) * spread(p.weight[1]) +
                            load(coarse[p.node[2]]) * spread(p.weight[2]);
        store(x[i], w[i] > 0.0F ? load(x[i]) + moved : load(x[i]));
    }
}

} // namespace

MeshLevel makeMeshLevel(int32_t count, std::span<const LevelSpring> springs) {
    MeshLevel level;
    level.count = count;
    const size_t n = (u(count) + 2 + 3) / 4 * 4;
    level.x.assign(n, Vec4(0.0F));
    level.start.assign(n, Vec4(0.0F));
    level.w.assign(n, 1.0F);
    level.area.assign(n, 0.0F);
    Packer packer(count);
    for (const LevelSpring &spring : springs) {
        packer.add(spring);
    }
    level.blocks = spreadOut(packer.blocks(), count);
    level.anchors.reserve(std::min(kAnchorsMax, n));
    return level;
}

std::vector<LevelSpring> springsOf(const IntrinsicMesh &mesh) {
    std::vector<LevelSpring> springs;
    for (int32_t h = 0; h < static_cast<int32_t>(mesh.corner.size()); ++h) {
        if (mesh.twin[u(h)] < h) {
            const int32_t following = nextHalf(h);
            springs.push_back(
                {mesh.corner[u(h)], mesh.corner[u(following)], static_cast<float>(mesh.length[u(h)])});
        }
    }
    for (const MeshDiagonal &diagonal : diagonalsOf(mesh)) {
        springs.push_back({diagonal.a, diagonal.b, static_cast<float>(diagonal.length)});
    }
    return springs;
}

void shareCorrections(MeshLevel &level) {
    for (SpringBlock &block : level.blocks) {
        for (size_t k = 0; k < u(kBlock); ++k) {
            const float wa = level.w[u(block.a[k])];
            const float wb = level.w[u(block.b[k])];
            const float sum = wa + wb;
            block.shareA[k] = sum > 0.0F ? wa / sum : 0.0F;
            block.shareB[k] = sum > 0.0F ? wb / sum : 0.0F;
        }
    }
}

void sweepLevel(MeshLevel &level, const MeshSweep &sweep) {
    runWide([&]() SELVAGE_INLINE { limitBlocks(level.x.data(), level.blocks, sweep); });
}

void holdAnchors(MeshLevel &level) {
    for (const MeshAnchor &anchor : level.anchors) {
        Vec4 moved(0.0F);
        float sum = 0.0F;
        for (int32_t k = 0; k < anchor.count; ++k) {
            const size_t i = u(anchor.node[k]);
            moved += anchor.weight[k] * (level.x[i] - level.start[i]);
            sum += anchor.weight[k] * anchor.weight[k] * level.w[i];
        }
        for (int32_t k = 0; k < anchor.count && sum > 0.0F; ++k) {
            const size_t i = u(anchor.node[k]);
            level.x[i] -= (anchor.weight[k] * level.w[i] / sum) * moved;
        }
    }
}

void packPositions(const Axes &from, std::vector<Vec4> &to) {
    runWide([&]() SELVAGE_INLINE {
        for (size_t i = 0; i < to.size(); i += 4) {
            const Lanes x = load4(&from[0][i]);
            const Lanes y = load4(&from[1][i]);
            const Lanes z = load4(&from[2][i]);
            const Lanes low = __builtin_shufflevector(x, y, 0, 4, 1, 5); // x0 y0 x1 y1
            const Lanes high = __builtin_shufflevector(x, y, 2, 6, 3, 7);
            const Lanes depth0 = __builtin_shufflevector(z, spread(0.0F), 0, 4, 1, 5);
            const Lanes depth2 = __builtin_shufflevector(z, spread(0.0F), 2, 6, 3, 7);
            store(to[i], __builtin_shufflevector(low, depth0, 0, 1, 4, 5));
            store(to[i + 1], __builtin_shufflevector(low, depth0, 2, 3, 6, 7));
            store(to[i + 2], __builtin_shufflevector(high, depth2, 0, 1, 4, 5));
            store(to[i + 3], __builtin_shufflevector(high, depth2, 2, 3, 6, 7));
        }
    });
}

void unpackPositions(const std::vector<Vec4> &from, Axes &to) {
    runWide([&]() SELVAGE_INLINE {
        for (size_t i = 0; i < from.size(); i += 4) {
            const Columns columns =
                transpose(load(from[i]), load(from[i + 1]), load(from[i + 2]), load(from[i + 3]));
            store4(&to[0][i], columns.x);
            store4(&to[1][i], columns.y);
            store4(&to[2][i], columns.z);
        }
    });
}

void injectPositions(const MeshLevel &fine, MeshLevel &coarse) {
    for (size_t i = 0; i < u(coarse.count); ++i) {
        coarse.x[i] = coarse.start[i] = fine.x[u(coarse.source[i])];
    }
}

void prolongDisplacement(MeshLevel &coarse, MeshLevel &fine) {
    runWide([&]() SELVAGE_INLINE {
        displace(coarse.start.data(), coarse.x.data(), coarse.count);
        addInterpolated(coarse.start.data(), fine.parents.data(), fine.w.data(), fine.x.data(), fine.count);
    });
}

} // namespace selvage
