// See svg_plot.h.
#include "svg_plot.h"

#include "html_page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace selvage {

namespace {

constexpr double kWidth = 480.0; // px, of the whole picture
constexpr double kLeft = 62.0;   // px, of the frame
constexpr double kRight = 468.0;
constexpr double kTop = 12.0;
constexpr double kHeight = 236.0; // px, of the frame
constexpr double kAxisSpace = 46.0;
constexpr double kLegendLine = 19.0;
constexpr size_t kNameMost = 24; // letters that fit beside another name
constexpr size_t kColours = 8;
constexpr size_t kPointsMost = 600; // of a line; more are thinned to the extremes of as many intervals

struct Scale {
    double low{0.0};
    double high{1.0};
    bool logarithmic{false};
    double from{0.0}; // px
    double to{1.0};

    double at(double value) const {
        const double part =
            logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
        return from + (to - from) * part;
    }
    bool shows(double value) const { return std::isfinite(value) && (!logarithmic || value > 0.0); }
};

double niceStep(double range) {
    const double rough = range / 5.0;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (rough <= factor * power) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

Scale scaleOf(const PlotAxis &axis, const std::vector<PlotSeries> &series,
              std::vector<double> PlotSeries::*values) {
    Scale scale{1e300, -1e300, axis.logarithmic, 0.0, 1.0};
    for (const PlotSeries &one : series) {
        for (const double value : one.*values) {
            if (scale.shows(value)) {
                scale.low = std::min(scale.low, value);
                scale.high = std::max(scale.high, value);
            }
        }
    }
    if (axis.low < axis.high) {
        scale.low = axis.low;
        scale.high = axis.high;
    } else if (scale.low > scale.high) {
        scale.low = axis.logarithmic ? 1.0 : 0.0;
        scale.high = axis.logarithmic ? 10.0 : 1.0;
    } else if (axis.logarithmic) {
        scale.low = std::pow(10.0, std::floor(std::log10(scale.low) + 1e-9));
        scale.high = std::max(std::pow(10.0, std::ceil(std::log10(scale.high) - 1e-9)), 10.0 * scale.low);
    } else {
        const double range = std::max(scale.high - scale.low, 1e-9 * std::max(1.0, std::abs(scale.high)));
        const double step = niceStep(range);
        scale.low = step * std::floor(scale.low / step + 1e-9);
        scale.high = std::max(step * std::ceil(scale.high / step - 1e-9), scale.low + step);
    }
    return scale;
}

std::vector<double> ticksOf(const Scale &scale) {
    std::vector<double> ticks;
    if (scale.logarithmic) {
        const double decades = std::log10(scale.high / scale.low);
        const double every = std::max(1.0, std::ceil(decades / 6.0));
        for (double e = std::ceil(std::log10(scale.low) - 1e-9); e <= std::log10(scale.high) + 1e-9;
             e += every) {
            ticks.push_back(std::pow(10.0, e));
        }
        return ticks;
    }
    const double step = niceStep(scale.high - scale.low);
    for (double k = std::ceil(scale.low / step - 1e-9); k * step <= scale.high + 1e-9 * step; k += 1.0) {
        ticks.push_back(k * step);
    }
    return ticks;
}

std::string tickText(double value, const Scale &scale) {
    char text[48];
    const double exponent = scale.logarithmic ? std::round(std::log10(value)) : 0.0;
    if (scale.logarithmic && std::abs(exponent) > 3.0) {
        std::snprintf(text, sizeof(text), "10<tspan dy=\"-5\" font-size=\"9\">%.0f</tspan>", exponent);
    } else {
        std::snprintf(text, sizeof(text), "%.5g", std::abs(value) < 1e-12 ? 0.0 : value);
    }
    return text;
}

std::string element(const char *format, double a, double b, double c, double d) {
    char text[256];
    std::snprintf(text, sizeof(text), format, a, b, c, d);
    return text;
}

void appendAxes(const Plot &plot, const Scale &x, const Scale &y, std::string &svg) {
    for (const double tick : ticksOf(x)) {
        const double at = x.at(tick);
        svg += element(R"(<line class="grid" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>)", at, kTop, at,
                       kTop + kHeight);
        svg += element(R"(<text class="tick" text-anchor="middle" x="%.1f" y="%.1f">)", at,
                       kTop + kHeight + 17.0, 0.0, 0.0);
        svg += tickText(tick, x) + "</text>";
    }
    for (const double tick : ticksOf(y)) {
        const double at = y.at(tick);
        svg +=
            element(R"(<line class="grid" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>)", kLeft, at, kRight, at);
        svg += element(R"(<text class="tick" text-anchor="end" x="%.1f" y="%.1f">)", kLeft - 6.0, at + 4.0,
                       0.0, 0.0);
        svg += tickText(tick, y) + "</text>";
    }
    svg += element(R"(<rect class="frame" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>)", kLeft, kTop,
                   kRight - kLeft, kHeight);
    svg += element(R"(<text class="label" text-anchor="middle" x="%.1f" y="%.1f">)", 0.5 * (kLeft + kRight),
                   kTop + kHeight + 36.0, 0.0, 0.0);
    svg += escapeHtml(plot.x.label) + "</text>";
    svg += element(
        "<text class=\"label\" text-anchor=\"middle\" transform=\"translate(%.1f %.1f) rotate(-90)\">", 13.0,
        kTop + 0.5 * kHeight, 0.0, 0.0);
    svg += escapeHtml(plot.y.label) + "</text>";
}

struct PlotPoint {
    double x;
    double y;
};

// px. Of long series the lowest and the highest of equally many neighbours are kept, so that no peak is lost.
std::vector<PlotPoint> pointsOf(const PlotSeries &series, const Scale &x, const Scale &y) {
    std::vector<PlotPoint> points;
    for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
        if (x.shows(series.x[i]) && y.shows(series.y[i])) {
            points.push_back({x.at(series.x[i]), std::clamp(y.at(series.y[i]), kTop, kTop + kHeight)});
        }
    }
    if (points.size() <= kPointsMost) {
        return points;
    }
    std::vector<PlotPoint> thinned;
    const size_t run = 2 * points.size() / kPointsMost + 1;
    for (size_t i = 0; i < points.size(); i += run) {
        const auto first = points.begin() + static_cast<std::ptrdiff_t>(i);
        const auto last = points.begin() + static_cast<std::ptrdiff_t>(std::min(i + run, points.size()));
        auto [low, high] = std::minmax_element(
            first, last, [](const PlotPoint &a, const PlotPoint &b) { return a.y < b.y; });
        if (high < low) {
            std::swap(low, high);
        }
        thinned.push_back(*low);
        if (low != high) {
            thinned.push_back(*high);
        }
    }
    return thinned;
}

void appendSeries(const PlotSeries &series, size_t number, const Scale &x, const Scale &y, std::string &svg) {
    const std::string colour{'c', static_cast<char>('0' + number % kColours)};
    const std::vector<PlotPoint> points = pointsOf(series, x, y);
    if (series.mark != PlotMark::Points && points.size() > 1) {
        svg += "<polyline class=\"line " + colour + "\" points=\"";
        for (const PlotPoint &p : points) {
            svg += element("%.1f,%.1f ", p.x, p.y, 0.0, 0.0);
        }
        svg += "\"/>";
    }
    if (series.mark != PlotMark::Line || points.size() == 1) {
        for (const PlotPoint &p : points) {
            svg += "<circle class=\"dot " + colour + "\"";
            svg += element(R"( cx="%.1f" cy="%.1f" r="3.4"/>)", p.x, p.y, 0.0, 0.0);
        }
    }
}

// Names side by side, where none is so long that it would run into the next.
size_t legendColumns(const Plot &plot) {
    const bool isLong = std::any_of(plot.series.begin(), plot.series.end(),
                                    [](const PlotSeries &series) { return series.name.size() > kNameMost; });
    return isLong ? 1 : 2;
}

double legendHeight(const Plot &plot) {
    const size_t columns = legendColumns(plot);
    const size_t lines = plot.series.size() < 2 ? 0 : (plot.series.size() + columns - 1) / columns;
    return kLegendLine * static_cast<double>(lines);
}

void appendLegend(const Plot &plot, std::string &svg) {
    const size_t columns = legendColumns(plot);
    for (size_t s = 0; s < plot.series.size() && plot.series.size() > 1; ++s) {
        const double x = kLeft + 0.5 * (kRight - kLeft) * static_cast<double>(s % columns);
        const size_t line = s / columns;
        const double y = kTop + kHeight + kAxisSpace + kLegendLine * static_cast<double>(line) + 6.0;
        const std::string colour{'c', static_cast<char>('0' + s % kColours)};
        if (plot.series[s].mark != PlotMark::Points) {
            svg += R"(<line class="line )" + colour;
            svg += element(R"(" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>)", x, y, x + 18.0, y);
        }
        if (plot.series[s].mark != PlotMark::Line) {
            svg += R"(<circle class="dot )" + colour;
            svg += element(R"(" cx="%.1f" cy="%.1f" r="3.4"/>)", x + 9.0, y, 0.0, 0.0);
        }
        svg += element(R"(<text class="label" x="%.1f" y="%.1f">)", x + 24.0, y + 4.0, 0.0, 0.0);
        svg += escapeHtml(plot.series[s].name) + "</text>";
    }
}

} // namespace

std::string toSvg(const Plot &plot) {
    Scale x = scaleOf(plot.x, plot.series, &PlotSeries::x);
    Scale y = scaleOf(plot.y, plot.series, &PlotSeries::y);
    x.from = kLeft;
    x.to = kRight;
    y.from = kTop + kHeight;
    y.to = kTop;
    std::string svg = R"(<svg class="plot" role="img" xmlns="http://www.w3.org/2000/svg")";
    svg += element(R"( viewBox="0 0 %.0f %.0f">)", kWidth, kTop + kHeight + kAxisSpace + legendHeight(plot),
                   0.0, 0.0);
    svg += "<title>" + escapeHtml(plot.y.label + " against " + plot.x.label) + "</title>";
    appendAxes(plot, x, y, svg);
    for (size_t s = 0; s < plot.series.size(); ++s) {
        appendSeries(plot.series[s], s, x, y, svg);
    }
    appendLegend(plot, svg);
    return svg + "</svg>";
}

// Okabe's and Ito's colours, which differ for all kinds of sight, darker on white and lighter on black.
const char *plotStyle() {
    return R"(
:root { --c0:#0072b2; --c1:#d55e00; --c2:#00855e; --c3:#b3478f; --c4:#9a7300; --c5:#3a8fc7; --c6:#6b6b6b; --c7:#000000; }
@media (prefers-color-scheme: dark) {
:root { --c0:#56b4e9; --c1:#ff8c42; --c2:#2fd0a0; --c3:#e494c8; --c4:#f0e442; --c5:#8fb8ff; --c6:#a8a8a8; --c7:#ffffff; } }
svg.plot { display:block; width:100%; max-width:34rem; height:auto; font:12px system-ui, sans-serif; }
svg.plot .grid { stroke:var(--rule); stroke-width:1; }
svg.plot .frame { fill:none; stroke:var(--faint); stroke-width:1; }
svg.plot text { fill:var(--ink); }
svg.plot .tick { fill:var(--faint); font-size:11px; }
svg.plot .line { fill:none; stroke-width:2; stroke-linejoin:round; }
.c0 { stroke:var(--c0); } .c1 { stroke:var(--c1); } .c2 { stroke:var(--c2); } .c3 { stroke:var(--c3); }
.c4 { stroke:var(--c4); } .c5 { stroke:var(--c5); } .c6 { stroke:var(--c6); } .c7 { stroke:var(--c7); }
.dot.c0 { fill:var(--c0); } .dot.c1 { fill:var(--c1); } .dot.c2 { fill:var(--c2); } .dot.c3 { fill:var(--c3); }
.dot.c4 { fill:var(--c4); } .dot.c5 { fill:var(--c5); } .dot.c6 { fill:var(--c6); } .dot.c7 { fill:var(--c7); }
)";
}

} // namespace selvage
