// The list of features that may meet, kept up to date from substep to substep: most of a cloth moves so
// little against the rest that what was found for it still holds, so only what has to do with vertices that
// used up the way allowed for is searched for again.
#pragma once

#include "near_features.h"
#include "patch_pairs.h"
#include "patches.h"
#include "smooth_pairs.h"

#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

class CommonMotion;
struct SelfContactReport;

class ContactList {
public:
    // `least` (m): the list holds all features nearer than twice that, however little they move; `edge` (m):
    // a mean edge. Allocates.
    ContactList(const Patches &patches, float least, float edge);

    // For vertices here that may go so far (w) in this substep, m, after `motion` brought them here. Does not
    // allocate.
    void update(const Patches &patches, std::span<const Vec4> vertices, const CommonMotion &motion,
                SelfContactReport &report);
    // As findNearFeatures(), of the list; to be called after each update with the same vertices. Does not
    // allocate.
    int64_t findNear(std::span<const Vec4> vertices, float thickness, std::vector<NearFeatures> &out);

    // Complete and without doubles after findNear().
    const FeatureList &features() const { return features_; }
    // Whether there was room for all.
    bool complete() const { return complete_; }

private:
    enum class Search : uint8_t { None, Some, All };

    int64_t list(const Patches &patches, std::span<const Vec4> vertices, Search search,
                 SelfContactReport &report);
    Search findGone(const Patches &patches, std::span<const Vec4> vertices);
    void place(size_t vertex, const Vec4 &at);
    int64_t findAll(const Patches &patches, SelfContactReport &report);
    int64_t findGoneAgain(const Patches &patches, SelfContactReport &report);
    bool hasGrown() const;

    float least_;           // m
    float edge_;            // m
    float aheadMost_{0.0F}; // m
    std::vector<PatchRecord> records_;
    SortedBins bins_;
    GroupedBoxes groups_;
    PatchBoxes boxes_;
    PatchShapes shapes_;
    SmoothPairs smooth_;
    std::vector<PatchPair> pairs_;
    FeatureList features_;
    bool hasList_{false};
    bool complete_{true};
    size_t sizeThen_{0};             // features when all were listed
    std::vector<Vec4> carried_;      // m, by the common motion since all were listed
    float strain_{0.0F};             // –, of that motion
    float nearing_{0.0F};            // m, that any two vertices may have come nearer by it
    std::vector<Vec4> listed_;       // m: where a vertex was, less what it was carried, and its reach
    std::vector<uint8_t> gone_;      // per vertex: not 0 = is searched for again
    std::vector<Vec4> marked_;       // the vertices, w with its sign bit set where they are gone
    std::vector<uint8_t> patchGone_; // per patch: has such a vertex
    std::vector<int32_t> gonePatches_;
};

} // namespace selvage
