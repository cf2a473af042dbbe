// Runs the experiments, with a line of progress, and writes the page.
#include "reproduce_command.h"

#include "child_process.h"
#include "exit_code.h"
#include "reproduce_page.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <unistd.h>

namespace selvage {

namespace {

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

bool isWanted(const ReproduceOptions &options, const char *id) {
    return options.only.empty() || std::any_of(options.only.begin(), options.only.end(),
                                               [&](const auto &one) { return upper(one) == upper(id); });
}

// The first of `only` that is no row's id; empty: all are.
std::string unknownId(const ReproduceOptions &options) {
    for (const std::string &wanted : options.only) {
        bool known = upper(wanted) == upper(kPeersId);
        for (const Chapter &chapter : chapters()) {
            const auto rows = chapter.rows();
            known |= std::any_of(rows.begin(), rows.end(),
                                 [&](const Row &row) { return upper(wanted) == upper(row.id); });
        }
        if (!known) {
            return wanted;
        }
    }
    return {};
}

class Progress {
public:
    explicit Progress(size_t count) : count_(count), watched_(isatty(STDERR_FILENO) != 0) {}
    void show(const char *id, const char *claim) {
        ++done_;
        const double seconds = secondsSoFar();
        std::fprintf(stderr,
                     watched_ ? "\r\x1b[K%3zu/%zu %5.0f s  %-5s %.60s" : "%3zu/%zu %5.0f s  %-5s %.60s\n",
                     done_, count_, seconds, id, claim);
        std::fflush(stderr);
    }
    void finish() const { std::fputs(watched_ ? "\r\x1b[K" : "", stderr); }
    double secondsSoFar() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

private:
    size_t count_;
    size_t done_{0};
    bool watched_;
    std::chrono::steady_clock::time_point begin_{std::chrono::steady_clock::now()};
};

std::vector<Entry> wantedEntries(const ReproduceOptions &options) {
    std::vector<Entry> entries;
    for (const Chapter &chapter : chapters()) {
        for (const Row &row : chapter.rows()) {
            if (isWanted(options, row.id)) {
                entries.push_back({&chapter, &row, {}, -1});
            }
        }
    }
    return entries;
}

// Measures each row, an experiment that several share only once.
void measure(const Laboratory &laboratory, std::vector<Entry> &entries, Progress &progress) {
    for (size_t e = 0; e < entries.size(); ++e) {
        Entry &entry = entries[e];
        progress.show(entry.row->id, entry.row->claim);
        for (size_t before = 0; before < e && entry.sameAs < 0; ++before) {
            entry.sameAs =
                entries[before].row->measure == entry.row->measure ? static_cast<int32_t>(before) : -1;
        }
        entry.finding = entry.sameAs < 0 ? entry.row->measure(laboratory)
                                         : entries[static_cast<size_t>(entry.sameAs)].finding;
    }
}

int listRows() {
    for (const Chapter &chapter : chapters()) {
        for (const Row &row : chapter.rows()) {
            std::printf("%-5s %s\n", row.id, row.claim);
        }
    }
    return 0;
}

} // namespace

int reproduceCommand(const ReproduceOptions &options) {
    if (options.list) {
        return listRows();
    }
    if (const std::string unknown = unknownId(options); !unknown.empty()) {
        return complain(kWrongUse,
                        "--only " + unknown + ": there is no such row; see selvage-lab reproduce --list");
    }
    Laboratory laboratory{programFolder(), options.out / "scratch", options.quick};
    std::error_code error;
    std::filesystem::create_directories(laboratory.scratch, error);
    if (error) {
        return complain(kFailed, options.out.string() + ": cannot be made: " + error.message());
    }
    std::vector<Entry> entries = wantedEntries(options);
    const bool peers = isWanted(options, kPeersId);
    Progress progress(entries.size() + (peers ? 1 : 0));
    measure(laboratory, entries, progress);
    Page page{std::move(entries), {}, options.quick, 0.0};
    if (peers) {
        progress.show(kPeersId, "the jobs hang and drape beside Bullet");
        page.peers = measurePeers(laboratory);
    }
    page.seconds = progress.secondsSoFar();
    progress.finish();
    std::filesystem::remove_all(laboratory.scratch, error);
    const std::filesystem::path path = options.out / "index.html";
    std::ofstream file(path, std::ios::binary);
    file << toHtml(page);
    file.close();
    if (!file) {
        return complain(kFailed, path.string() + ": cannot be written");
    }
    std::printf("%s: %s\n", path.c_str(), countsText(page).c_str());
    return 0;
}

} // namespace selvage
