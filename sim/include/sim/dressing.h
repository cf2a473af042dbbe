// Dressing a body without hands: where a pattern's panels go before they are sewn, and in which order their
// seams close. Panels stay as the pattern places them but for heights: a trunk's panels are lifted until its
// shoulder seams have a free way above the shoulders, panels with a waist go to the body's waist and are held
// there until they are worn.
#pragma once

#include "sim/body_measure.h"
#include "sim/collider.h"
#include "sim/sewing.h"

namespace selvage {

// The label of edges that lie at the waist, as GarmentCode writes it.
inline constexpr const char *kWaistLabel = "lower_interface";

struct DressingOptions {
    double edgeLength{0.02}; // m
    float clearance{0.02F}; // m, that the ways of shoulder seams keep from the body; within its voxels' reach
    float waistHeight{0.0F}; // m, in the body's space; 0: where the body is narrowest
    float fastest{4.0F};     // m/s
    bool inStages{false};    // shoulders first, then each part, then the parts to each other
};

struct Dressing {
    Garment garment; // placed round the body
    SewingSettings settings;
    float lifted{0.0F};             // m, the trunk's panels
    std::vector<int32_t> shoulders; // seams
};

// Fails as makeGarment does, and where a shoulder seam has no free way.
Result<Dressing> planDressing(const SewingPattern &pattern, const Collider &body,
                              const BodyMeasures &measures, const DressingOptions &options);

// "the seam of 'front', edge 2 and 'back', edge 5, is 12.3 mm open": the one that is widest open.
std::string widestSeam(const SewingPattern &pattern, const Garment &garment, std::span<const Vec3> position);

} // namespace selvage
