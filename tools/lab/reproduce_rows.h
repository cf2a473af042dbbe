// The table of `selvage-lab reproduce`: what the five papers claim and what is wrong in them, one row each,
// and the experiment that shows it. Adding a row is a line in the table of its paper.
#pragma once

#include "html_page.h"
#include "scenarios/scenario.h"
#include "svg_plot.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace selvage {

enum class Verdict : uint8_t { Reproduced, Corrected, Beyond, NotReproduced };

enum class Bound : uint8_t { AtMost, AtLeast };

// What a measured number must be for the claim to hold.
struct Criterion {
    std::string what;
    double measured{0.0};
    Bound bound{Bound::AtMost};
    double limit{0.0};
    const char *unit{""};
};
bool isMet(const Criterion &criterion); // a number that is none meets nothing

struct Exhibit {
    std::string caption; // text
    std::string html;    // picture, plot or table
};

struct Finding {
    std::vector<Criterion> criteria; // at least one; the claim holds where all are met
    std::vector<Exhibit> exhibits;
    std::string missing; // what of the claim is not built; then it counts as not reproduced
};

// What experiments know of the run that they are part of.
struct Laboratory {
    std::filesystem::path programs; // folder of selvage and selvage-bench
    std::filesystem::path scratch;  // folder for files that may be deleted
    bool quick{false};              // shorter runs, smaller sizes, fewer pictures
};

struct Row {
    const char *id;      // of the paper's initial and a number; E: an erratum
    const char *claim;   // in our words
    const char *command; // shows it by itself
    const char *file;    // where the equation lives
    Verdict whenMet;     // the verdict where the criteria are met, else it is not reproduced
    const char *remark;  // corrected: how; beyond: in what; may be empty
    // Rows may share one experiment, which then runs once.
    Finding (*measure)(const Laboratory &laboratory);
};

struct Chapter {
    const char *key; // for links
    const char *title;
    const char *source; // authors, where and when it appeared
    std::span<const Row> (*rows)();
};

std::span<const Row> desbrunRows();
std::span<const Row> meyerRows();
std::span<const Row> kangChoRows();
std::span<const Row> chungYenRows();
std::span<const Row> liuLiRows();
std::span<const Row> errataRows();
Finding measurePeers(const Laboratory &laboratory);
std::span<const Chapter> chapters();

// ---- Exhibits ----

inline Exhibit plotExhibit(std::string caption, const Plot &plot) {
    return {std::move(caption), toSvg(plot)};
}
inline Exhibit tableExhibit(std::string caption, const HtmlTable &table) {
    return {std::move(caption), toHtml(table)};
}

// A picture of a scene at a time (s) of its script, by the application beside this program; 0: at the scene's
// best moment. Where that cannot draw, a line says why.
struct PictureOrder {
    const char *scene;
    double time{0.0};
    std::vector<std::string> settings{}; // key=value
    const char *integrator{""};
};
Exhibit pictureExhibit(const Laboratory &laboratory, const PictureOrder &order, const std::string &caption);

// One of the pictures that a scene has of its own script.
struct Station {
    size_t number; // from 0
    const char *caption;
};
// Several of them from one run.
std::vector<Exhibit> stationExhibits(const Laboratory &laboratory, const char *scene,
                                     const std::vector<Station> &stations);

} // namespace selvage
