// Plots of numbers as SVG inside an HTML page: axes with units, ticks, a legend. Colours come from the page's
// style sheet (classes c0 to c7), so that they suit light and dark.
#pragma once

#include <string>
#include <vector>

namespace selvage {

enum class PlotMark : uint8_t { Line, Points, LineAndPoints };

struct PlotSeries {
    std::string name;
    std::vector<double> x;
    std::vector<double> y; // as many; what is not finite, or not above 0 on a logarithmic axis, is left out
    PlotMark mark{PlotMark::Line};
};

struct PlotAxis {
    std::string label; // with its unit
    bool logarithmic{false};
    // Where the range shall not follow from the values; equal: it does.
    double low{0.0};
    double high{0.0};
};

struct Plot {
    PlotAxis x;
    PlotAxis y;
    std::vector<PlotSeries> series; // at most 8
};

// Well-formed XML. O(points).
std::string toSvg(const Plot &plot);

// The plot's palette and marks, for the page's style sheet.
const char *plotStyle();

} // namespace selvage
