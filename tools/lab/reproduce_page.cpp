// See reproduce_page.h.
#include "reproduce_page.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <fstream>

namespace selvage {

namespace {

constexpr std::array<Verdict, 4> kVerdicts = {Verdict::Reproduced, Verdict::Corrected, Verdict::Beyond,
                                              Verdict::NotReproduced};

const char *nameOf(Verdict verdict) {
    switch (verdict) {
    case Verdict::Reproduced:
        return "reproduced";
    case Verdict::Corrected:
        return "corrected";
    case Verdict::Beyond:
        return "beyond";
    case Verdict::NotReproduced:
        return "not reproduced";
    }
    return "";
}

const char *classOf(Verdict verdict) {
    return verdict == Verdict::NotReproduced ? "notreproduced" : nameOf(verdict);
}

const char *meaningOf(Verdict verdict) {
    switch (verdict) {
    case Verdict::Reproduced:
        return "what the paper says is what we measure";
    case Verdict::Corrected:
        return "the printed form is wrong, as measured, and ours holds";
    case Verdict::Beyond:
        return "holds, and ours does more than the paper asks";
    case Verdict::NotReproduced:
        return "a criterion is missed, or a part is not built; the row says which";
    }
    return "";
}

std::string badge(Verdict verdict) {
    return std::string("<span class=\"verdict ") + classOf(verdict) + "\">" + nameOf(verdict) + "</span>";
}

size_t countOf(const Page &page, Verdict verdict, const Chapter *chapter = nullptr) {
    return static_cast<size_t>(
        std::count_if(page.entries.begin(), page.entries.end(), [&](const Entry &entry) {
            return verdictOf(entry) == verdict && (chapter == nullptr || entry.chapter == chapter);
        }));
}

std::string boundText(const Criterion &criterion) {
    if (criterion.bound == Bound::AtMost && criterion.limit == 0.0) {
        return "none";
    }
    return std::string(criterion.bound == Bound::AtMost ? "at most " : "at least ") +
           chosenText(criterion.limit) + (*criterion.unit == '\0' ? "" : std::string(" ") + criterion.unit);
}

std::string criteriaHtml(const Finding &finding) {
    std::string html =
        "<div class=\"scroll\"><table><thead><tr><th>measured</th><th class=\"number\">value</th>"
        "<th>asked for</th><th></th></tr></thead><tbody>";
    for (const Criterion &criterion : finding.criteria) {
        const bool met = isMet(criterion);
        const std::string unit = *criterion.unit == '\0' ? "" : std::string(" ") + criterion.unit;
        html += "<tr><td>" + escapeHtml(criterion.what) + "</td><td class=\"number\">" +
                escapeHtml(figureText(criterion.measured) + unit) + "</td><td>" +
                escapeHtml(boundText(criterion)) + "</td><td class=\"" + (met ? "met\">✓" : "missed\">✗") +
                "</td></tr>";
    }
    return html + "</tbody></table></div>";
}

std::string exhibitsHtml(const std::vector<Exhibit> &exhibits) {
    std::string html;
    for (const Exhibit &exhibit : exhibits) {
        html += "<figure>" + exhibit.html + "<figcaption>" + escapeHtml(exhibit.caption) +
                "</figcaption></figure>\n";
    }
    return html;
}

std::string reasonOf(const Entry &entry) {
    if (verdictOf(entry) != Verdict::NotReproduced) {
        return entry.row->remark;
    }
    if (!entry.finding.missing.empty()) {
        return entry.finding.missing;
    }
    const auto missed = std::find_if(entry.finding.criteria.begin(), entry.finding.criteria.end(),
                                     [](const Criterion &criterion) { return !isMet(criterion); });
    return missed == entry.finding.criteria.end()
               ? "nothing was measured"
               : "missed: " + missed->what + " is " + figureText(missed->measured) + " " + missed->unit +
                     ", not " + boundText(*missed);
}

std::string linkTo(const char *id) {
    return std::string("<a href=\"#") + id + "\">" + id + "</a>";
}

std::string entryHtml(const Page &page, const Entry &entry) {
    const Verdict verdict = verdictOf(entry);
    std::string html = std::string("<article id=\"") + entry.row->id + "\" data-verdict=\"" +
                       classOf(verdict) + "\">\n<header><span class=\"id\">" + entry.row->id + "</span><h3>" +
                       escapeHtml(entry.row->claim) + "</h3>" + badge(verdict) + "</header>\n";
    if (const std::string reason = reasonOf(entry); !reason.empty()) {
        html += "<p class=\"" + std::string(classOf(verdict)) + "\">" + escapeHtml(reason) + "</p>\n";
    }
    html += "<div class=\"columns\">" + criteriaHtml(entry.finding);
    if (entry.sameAs < 0) {
        html += exhibitsHtml(entry.finding.exhibits);
    } else {
        html += "<p class=\"sans faint\">The experiment, with its pictures, is that of " +
                linkTo(page.entries[static_cast<size_t>(entry.sameAs)].row->id) + ".</p>";
    }
    html += "</div>\n<dl class=\"where\"><dt>see</dt><dd><code class=\"command\">" +
            escapeHtml(entry.row->command) + "</code></dd><dt>code</dt><dd><code class=\"file\">" +
            escapeHtml(entry.row->file) + "</code></dd></dl>\n</article>\n";
    return html;
}

std::string indexHtml(const Page &page) {
    std::string html = "<nav aria-label=\"Rows\">\n";
    for (const Chapter &chapter : chapters()) {
        html += std::string("<div class=\"chapter\"><div><a href=\"#") + chapter.key + "\">" +
                escapeHtml(chapter.title) + "</a><div class=\"counts\">";
        for (const Verdict verdict : kVerdicts) {
            if (const size_t count = countOf(page, verdict, &chapter); count > 0) {
                html += std::string("<span class=\"") + classOf(verdict) + "\">" + std::to_string(count) +
                        " " + nameOf(verdict) + "</span> ";
            }
        }
        html += "</div></div><div class=\"ids\">";
        for (const Entry &entry : page.entries) {
            if (entry.chapter == &chapter) {
                html += std::string("<a class=\"") + classOf(verdictOf(entry)) + "\" href=\"#" +
                        entry.row->id + "\">" + entry.row->id + "</a>";
            }
        }
        html += "</div></div>\n";
    }
    html += page.peers.criteria.empty() ? ""
                                        : std::string("<div class=\"chapter\"><div><a href=\"#") + kPeersId +
                                              "\">Beside another engine</a></div><div></div></div>\n";
    html += "</nav>\n<div class=\"legend\">";
    for (const Verdict verdict : kVerdicts) {
        html += badge(verdict) + "<span>" + escapeHtml(meaningOf(verdict)) + "</span>\n";
    }
    return html + "</div>\n";
}

std::string chapterHtml(const Page &page, const Chapter &chapter) {
    std::string rows;
    for (const Entry &entry : page.entries) {
        rows += entry.chapter == &chapter ? entryHtml(page, entry) : "";
    }
    return rows.empty() ? rows
                        : std::string("<section><h2 id=\"") + chapter.key + "\">" +
                              escapeHtml(chapter.title) + "</h2>\n<p class=\"faint\">" +
                              escapeHtml(chapter.source) + "</p>\n" + rows + "</section>\n";
}

std::string peersHtml(const Page &page) {
    if (page.peers.criteria.empty()) {
        return {};
    }
    return std::string("<section id=\"") + kPeersId +
           "\"><h2>Beside another engine</h2>\n<p>Two jobs by which cloth solvers are compared, each run "
           "whole with "
           "one thread: <em>hang</em> (a square metre let go level, held by two corners) and <em>drape</em> "
           "(the same "
           "sheet falls on a ball). A solver that hardly moves hardly stretches, so the motion of the first "
           "second "
           "is compared with a converged solution in double precision, too.</p>\n<article>\n<div "
           "class=\"columns\">" +
           criteriaHtml(page.peers) + exhibitsHtml(page.peers.exhibits) +
           "</div>\n<dl class=\"where\"><dt>see</dt><dd><code class=\"command\">selvage-bench --jobs-only "
           "--sides 33,65 "
           "--out peers.json</code></dd><dt>code</dt><dd><code "
           "class=\"file\">tools/bench/bullet.cpp</code></dd></dl>\n"
           "</article>\n<p>Another engine is a function like <code>runBullet</code> in "
           "<code>tools/bench/bullet.cpp</code>: it builds the sheet of a job (side × side particles, the "
           "pins of "
           "<em>hang</em>, the ball of <em>drape</em>) with the engine's own means, and gives "
           "<code>runJob</code> a "
           "<code>JobRunner</code> of two functions: one that advances a frame of 1/90 s, and one that "
           "writes the "
           "particles' positions row by row. <code>runJob</code> times the first, scores the second and "
           "returns a "
           "<code>JobResult</code>; <code>runJobs</code> in <code>tools/bench/main.cpp</code> calls it for "
           "every setting "
           "worth a point of the curve. The engine's library is linked to <code>selvage-bench</code> in "
           "<code>tools/CMakeLists.txt</code>, to nothing else.</p>\n</section>\n";
}

std::string processorName() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("model name", 0) == 0) {
            return line.substr(line.find(':') + 2);
        }
    }
    return "an unknown processor";
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    char text[32];
    std::strftime(text, sizeof(text), "%Y-%m-%d", std::localtime(&now));
    return text;
}

} // namespace

Verdict verdictOf(const Entry &entry) {
    const auto &criteria = entry.finding.criteria;
    const bool met = !criteria.empty() && entry.finding.missing.empty() &&
                     std::all_of(criteria.begin(), criteria.end(), isMet);
    return met ? entry.row->whenMet : Verdict::NotReproduced;
}

std::string countsText(const Page &page) {
    std::string text;
    for (const Verdict verdict : kVerdicts) {
        text += (text.empty() ? "" : ", ") + std::to_string(countOf(page, verdict)) + " " + nameOf(verdict);
    }
    return text;
}

std::string toHtml(const Page &page) {
    char seconds[32];
    std::snprintf(seconds, sizeof(seconds), "%.0f s", page.seconds);
    std::string body =
        "<h1>Five papers on interactive cloth, measured anew</h1>\n<p class=\"lead\">Every claim, figure and "
        "table of the papers, and every mistake found in them, beside what this program does. Each row "
        "has a criterion that was set beforehand; its verdict follows from the numbers beside it, which "
        "were measured when this page was made.</p>\n<p class=\"sans faint\">" +
        escapeHtml(countsText(page)) + ". Made on " + today() + " in " + seconds +
        (page.quick ? " by a quick run (shorter measurements, fewer pictures)" : "") + " on " +
        escapeHtml(processorName()) + ", by <code>selvage-lab reproduce" + (page.quick ? " --quick" : "") +
        "</code>.</p>\n" + indexHtml(page);
    for (const Chapter &chapter : chapters()) {
        body += chapterHtml(page, chapter);
    }
    body += peersHtml(page);
    return htmlPage("Five papers on interactive cloth, measured anew", plotStyle(), body);
}

} // namespace selvage
