// Places are compared where they would be without the common motion since all were listed. That motion
// strains distances a little, which the vertices' reach has to make up for.
#include "contact_list.h"

#include "common_motion.h"
#include "maths/index.h"
#include "sim/self_contact.h"

#include <algorithm>

namespace selvage {

namespace {

// A list allows for more way than a vertex may go in this substep:
constexpr float kAhead = 1.7F;     // –, of that way
constexpr float kAheadMost = 0.5F; // –, of a mean edge
// Where the common motion strains so much that the list will not hold anyway:
constexpr float kStrained = 0.04F;      // –, in a substep
constexpr float kAheadStrained = 0.05F; // –, of a mean edge
constexpr size_t kPairsPerPatch = 100;
constexpr size_t kListedPerVertex = 150;
// Searching again pays for at most one in so many patches.
constexpr size_t kSomePatches = 16;
// What was listed for a vertex that moved faster or was folded then: a list that has grown so much is made
// anew.
constexpr float kStrainMost = 0.2F; // –, of the common motion since all were listed
constexpr size_t kGrowth = 2;       // –
constexpr size_t kGrowthFree = 2;   // per vertex

} // namespace

ContactList::ContactList(const Patches &patches, float least, float edge)
    : least_(least), edge_(edge), bins_(patches.count), groups_(patches.count),
      boxes_(makePatchBoxes(patches)), smooth_(makeSmoothPairs(patches)) {
    const auto vertices = u(patches.vertexCount);
    records_.resize(u(patches.count));
    pairs_.reserve(kPairsPerPatch * u(patches.count));
    shapes_.resize(patches.count);
    features_.vertexTriangle.reserve(kListedPerVertex * vertices);
    features_.edgeEdge.reserve(kListedPerVertex * vertices);
    listed_.resize(vertices);
    carried_.resize(vertices);
    gone_.resize(vertices);
    marked_.resize(vertices);
    patchGone_.resize(u(patches.count));
    gonePatches_.reserve(u(patches.count));
}

void ContactList::place(size_t vertex, const Vec4 &at) {
    const float ahead = std::min(kAhead * at.w, aheadMost_);
    listed_[vertex] = Vec4(Vec3(at) - Vec3(carried_[vertex]), std::max(at.w, least_) + ahead);
}

bool ContactList::hasGrown() const {
    return features_.vertexTriangle.size() + features_.edgeEdge.size() >
           kGrowth * sizeThen_ + kGrowthFree * listed_.size();
}

// Marks the vertices that may come nearer to others than their listed reach says.
ContactList::Search ContactList::findGone(const Patches &patches, std::span<const Vec4> vertices) {
    int32_t count = 0;
    for (size_t i = 0; i < listed_.size(); ++i) {
        const Vec3 moved = Vec3(vertices[i]) - Vec3(carried_[i]) - Vec3(listed_[i]);
        const float room = (1.0F - strain_) * listed_[i].w - std::max(vertices[i].w, least_);
        gone_[i] = ((room < 0.0F) | (glm::dot(moved, moved) > room * room)) ? 1 : 0;
        count += gone_[i];
    }
    if (count == 0) {
        return Search::None;
    }
    gonePatches_.clear();
    for (size_t p = 0; p < u(patches.count); ++p) {
        const Four &v = patches.corners[p];
        patchGone_[p] = gone_[u(v[0])] | gone_[u(v[1])] | gone_[u(v[2])] | gone_[u(v[3])];
        if (patchGone_[p] != 0) {
            gonePatches_.push_back(static_cast<int32_t>(p));
        }
    }
    return kSomePatches * gonePatches_.size() > u(patches.count) ? Search::All : Search::Some;
}

// Returns how many pairs there was no room for.
int64_t ContactList::findAll(const Patches &patches, SelfContactReport &report) {
    boxPatches(patches, listed_, boxes_);
    const int64_t pairCount = bins_.findPairs(boxes_, pairs_);
    recordPatches(patches, shapes_, listed_, records_);
    features_.vertexTriangle.clear();
    features_.edgeEdge.clear();
    features_.oldVertexTriangles = 0;
    features_.oldEdges = 0;
    smooth_.close();
    ++report.lists;
    report.patchPairs += pairCount;
    return std::max<int64_t>(0, pairCount - static_cast<int64_t>(pairs_.capacity()));
}

// Lists the features of marked vertices again; the old ones are dropped when the list is gone through next.
// Returns how many pairs there was no room for.
int64_t ContactList::findGoneAgain(const Patches &patches, SelfContactReport &report) {
    placeSome(patches, gonePatches_, shapes_, listed_, records_, boxes_);
    features_.oldVertexTriangles = features_.vertexTriangle.size();
    features_.oldEdges = features_.edgeEdge.size();
    int64_t pairCount = groups_.findPairsOf(gonePatches_, patchGone_, boxes_, pairs_);
    pairCount += findOpen(smooth_, gonePatches_, pairs_);
    const SearchCount search = listFeatures(records_, pairs_, gone_, features_);
    report.patchPairs += pairCount;
    report.tests += search.tests;
    const int64_t kept = std::min(pairCount, static_cast<int64_t>(pairs_.capacity()));
    pairs_.clear();
    return search.leftOut + pairCount - kept;
}

void ContactList::update(const Patches &patches, std::span<const Vec4> vertices, const CommonMotion &motion,
                         SelfContactReport &report) {
    strain_ += motion.strain();
    nearing_ += motion.nearing();
    aheadMost_ = edge_ * (motion.strain() > kStrained ? kAheadStrained : kAheadMost);
    for (size_t i = 0; i < carried_.size(); ++i) {
        carried_[i] += motion.shift()[i];
    }
    shapePatches(patches, vertices, shapes_);
    // Strain is known between neighbouring nodes only: it says nothing of what comes from afar.
    const bool anew =
        !hasList_ || !complete_ || strain_ > kStrainMost || nearing_ > motion.cell() || hasGrown();
    int64_t leftOut = list(patches, vertices, anew ? Search::All : findGone(patches, vertices), report);
    if (leftOut > 0) { // perhaps for what was near before, or was allowed for
        aheadMost_ = edge_ * kAheadStrained;
        leftOut = list(patches, vertices, Search::All, report);
    }
    report.leftOut += leftOut;
    hasList_ = true;
    complete_ = leftOut == 0;
}

// Returns how many pairs there was no room for.
int64_t ContactList::list(const Patches &patches, std::span<const Vec4> vertices, Search search,
                          SelfContactReport &report) {
    int64_t leftOut = 0;
    pairs_.clear();
    if (search == Search::All) {
        std::fill(carried_.begin(), carried_.end(), Vec4(0.0F));
        strain_ = 0.0F;
        nearing_ = 0.0F;
        for (size_t i = 0; i < listed_.size(); ++i) {
            place(i, vertices[i]);
        }
        leftOut = findAll(patches, report);
    } else if (search == Search::Some) {
        for (size_t i = 0; i < listed_.size(); ++i) {
            if (gone_[i] != 0) {
                place(i, vertices[i]);
            }
        }
        leftOut = findGoneAgain(patches, report);
    }
    // The features of pairs that cease to be smooth are listed as if they had never been.
    const size_t pairsBefore = pairs_.size();
    const int64_t opened = openPairs(smooth_, shapes_, pairs_);
    const size_t openedKept = pairs_.size() - pairsBefore;
    const SearchCount found = listFeatures(records_, pairs_, {}, features_);
    report.patchPairs += opened;
    report.tests += found.tests;
    if (search == Search::All) {
        sizeThen_ = features_.vertexTriangle.size() + features_.edgeEdge.size();
    }
    return leftOut + found.leftOut + opened - static_cast<int64_t>(openedKept);
}

int64_t ContactList::findNear(std::span<const Vec4> vertices, float thickness,
                              std::vector<NearFeatures> &out) {
    if (features_.oldVertexTriangles + features_.oldEdges == 0) {
        return findNearFeatures(features_, vertices, thickness, out);
    }
    for (size_t i = 0; i < vertices.size(); ++i) {
        marked_[i] = Vec4(Vec3(vertices[i]), gone_[i] != 0 ? -vertices[i].w : vertices[i].w);
    }
    return findNearFeatures(features_, marked_, thickness, out);
}

} // namespace selvage
