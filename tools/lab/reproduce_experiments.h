// Experiments that rows of several papers share, and small helpers of all of them.
#pragma once

#include "measure/methods.h"
#include "measure/play.h"
#include "reproduce_rows.h"

namespace selvage {

// ---- Experiments ----

Finding measureFilterShapes(const Laboratory &);   // W for loose, typical and rigid springs
Finding measureMomenta(const Laboratory &);        // a free spin with and without the corrector
Finding measureNetworks(const Laboratory &);       // chain, sheet and volume by one method
Finding measurePostStep(const Laboratory &);       // stretch before and after, stop rules
Finding measurePostures(const Laboratory &);       // the scene postures
Finding measureOrgan(const Laboratory &);          // the scene organ
Finding measurePlasticContact(const Laboratory &); // impact and friction
Finding measureExplosions(const Laboratory &);     // explicit against implicit
Finding measureFrameRate(const Laboratory &);      // steps while somebody does their worst
Finding measureWindLaws(const Laboratory &);       // Eq. 5 on points and ours on triangles
Finding measureVelocityReversal(const Laboratory &);
Finding measureDirectUpdate(const Laboratory &); // Kang's and Cho's Eq. 6
Finding measureDivisions(const Laboratory &);    // Table 1 and its number of sub-intervals
Finding measureArctangent(const Laboratory &);   // the adjustment curve
Finding measureBroadPhases(const Laboratory &);
Finding measureRandomWind(const Laboratory &);
Finding measureSpringCounts(const Laboratory &);  // of 4,225 points
Finding measureDenseMesh(const Laboratory &);     // the same, draping
Finding measureUnequalMasses(const Laboratory &); // W with the average mass
Finding measureExplicitStep(const Laboratory &);  // the longest step of explicit methods

// ---- Helpers ----

inline double squared(double x) {
    return x * x;
}

// –, of the longest structural spring.
inline double largestStretch(const Cloth &cloth) {
    std::vector<float> stretch;
    appendStretch(cloth, stretch);
    return quantile(stretch, 1.0);
}

// Slope of a line through the logarithms.
double logSlope(const std::vector<double> &x, const std::vector<double> &y);

inline PlotSeries lineOf(std::string name) {
    return {std::move(name), {}, {}, PlotMark::Line};
}
inline PlotSeries pointsOf(std::string name) {
    return {std::move(name), {}, {}, PlotMark::LineAndPoints};
}
inline void append(PlotSeries &series, double x, double y) {
    series.x.push_back(x);
    series.y.push_back(y);
}

} // namespace selvage
