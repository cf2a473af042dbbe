// The page of `selvage-lab reproduce`.
#pragma once

#include "reproduce_rows.h"

namespace selvage {

inline constexpr const char *kPeersId = "peers"; // of the section beside other engines

struct Entry {
    const Chapter *chapter;
    const Row *row;
    Finding finding;
    int32_t sameAs{-1}; // the earlier entry whose experiment this is; -1: its own
};

struct Page {
    std::vector<Entry> entries;
    Finding peers; // without criteria: left out
    bool quick{false};
    double seconds{0.0}; // s, that the measurements took
};

Verdict verdictOf(const Entry &entry);

std::string toHtml(const Page &page);

// "60 reproduced, ...": how many rows have which verdict.
std::string countsText(const Page &page);

} // namespace selvage
