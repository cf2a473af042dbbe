// Cloth against itself and against other cloth, with the fabric's thickness, for any solver.
//
// A substep starts where a smooth map of space, the motion that parts of the cloth have in common, takes the
// vertices. From there all features that may meet before its end are found, with the plane halfway between
// them; they come from a list that is kept up to date over the substeps. Pairs nearer than the thickness are
// pushed apart along the normal, with friction, and at the end every vertex's way is turned along its planes
// and then shortened so that it stays in a ball it may move in freely and on its side of all its planes: what
// was not crossed before is not crossed after. What is held is kept back like the rest, but not by more than
// half an edge. Where there is no room for all pairs only the common motion is left, for some substeps; then
// contact is off. What is crossed all the same is drawn back or let go, and counted; see tangles.h.
#pragma once

#include "maths/pose.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace selvage {

struct Cloth;
struct ContactScene;

enum class SelfContactResponse : uint8_t {
    KeepApart,
    ReverseAsPrinted // see velocity_reversal.h; of the papers' methods, the default one always keeps apart
};

struct SelfContactSettings {
    bool enabled{false};
    SelfContactResponse response{SelfContactResponse::KeepApart}; // read when the world is prepared
    // Largest way (–, of a mean edge length) that a vertex may go in a substep beside the common motion.
    float wayMax{1.5F};
};

struct SelfContactReport {
    int32_t lists{0};      // how often all was listed anew
    int64_t patchPairs{0}; // listed by it, summed over the substeps
    int64_t tests{0};      // of features, summed over the substeps
    int32_t near{0};       // pairs of features that may touch, in the last substep
    int32_t touching{0};   // of them pushed in the last substep
    int64_t cut{0};        // vertices whose way was shortened, summed over the substeps
    int64_t leftOut{0};    // pairs that there was no room for; 0 unless the cloth is crushed
    int32_t stopped{0};    // substeps in which nothing but common motion was allowed because of that
    int32_t loose{0};      // substeps without contact, after too many such, or when too much is crossed
    int32_t crossings{0};  // edges through triangles when last looked for
    // Of the response as printed, summed over the substeps:
    int64_t triangleTests{0}; // of triangles against triangles
    int32_t halvings{0};      // steps of its binary searches
    float timeLost{0.0F};     // s, that all cloths were behind because of them
};

class SelfContact {
public:
    // For cloths as they are, which must not cross themselves or each other. Allocates.
    explicit SelfContact(std::span<const Cloth> cloths);
    ~SelfContact();
    SelfContact(const SelfContact &) = delete;
    SelfContact &operator=(const SelfContact &) = delete;

    // Positions (m) with inverse masses (1/kg up to a factor per cloth, 0 = fixed) of a cloth's particles, to
    // be read and written between the stages of a substep.
    std::span<Vec4> positions(size_t cloth);
    // Velocities (m/s), read by gather().
    std::span<Vec4> velocities(size_t cloth);

    // Starts a substep among obstacles: lists what may touch before its end.
    void beginSubstep(const SelfContactSettings &settings, const ContactScene &scene,
                      SelfContactReport &report);
    // One pass of pushing apart what is nearer than the thickness.
    void push(SelfContactReport &report);
    // Shortens ways; the last thing that changes positions in a substep.
    void cut(SelfContactReport &report);

private:
    void gather(const SelfContactSettings &settings, const ContactScene &scene);
    void lookForTangles(SelfContactReport &report);
    void makeRoomForHeld();
    void turnAlong();

    struct State;
    std::unique_ptr<State> state_;
};

} // namespace selvage
