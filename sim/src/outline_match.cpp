// Dynamic programming over the corners, for every vertex that the first of them may be at.
#include "outline_match.h"

#include "maths/index.h"

#include <algorithm>
#include <limits>
#include <map>

namespace selvage {

namespace {

// Closed rows of border vertices; none where a vertex is in two.
std::vector<std::vector<int32_t>> bordersOf(std::span<const int32_t> triangles) {
    std::map<std::pair<int32_t, int32_t>, int32_t> sides;
    for (size_t c = 0; c < triangles.size(); ++c) {
        ++sides[{triangles[c], triangles[c % 3 == 2 ? c - 2 : c + 1]}];
    }
    std::map<int32_t, int32_t> next;
    for (const auto &[side, count] : sides) {
        if (sides.count({side.second, side.first}) == 0 && !next.insert(side).second) {
            return {};
        }
    }
    std::vector<std::vector<int32_t>> borders;
    while (!next.empty()) {
        std::vector<int32_t> &border = borders.emplace_back();
        int32_t at = next.begin()->first;
        for (auto found = next.find(at); found != next.end(); found = next.find(at)) {
            border.push_back(at);
            at = found->second;
            next.erase(found);
        }
    }
    return borders;
}

// Where along the border each corner is, from its first vertex on.
struct Match {
    double cost{std::numeric_limits<double>::infinity()}; // m²
    std::vector<size_t> at;                               // per corner
};

double squaredDistance(const DVec2 &a, const DVec2 &b) {
    return glm::dot(a - b, a - b);
}

// With the first corner at the first vertex.
Match matchFrom(const PanelLoop &outline, std::span<const DVec2> place, std::span<const int32_t> border) {
    const size_t n = border.size();
    const auto cost = [&](size_t corner, size_t i) {
        return squaredDistance(outline[corner].start, place[u(border[i])]);
    };
    std::vector<double> sum(n, std::numeric_limits<double>::infinity());
    sum[0] = cost(0, 0);
    std::vector<std::vector<size_t>> from(outline.size(), std::vector<size_t>(n, 0));
    for (size_t corner = 1; corner < outline.size(); ++corner) {
        std::vector<double> further(n);
        size_t best = 0; // of the corner before, up to i
        for (size_t i = 0; i < n; ++i) {
            best = sum[i] < sum[best] ? i : best;
            from[corner][i] = best;
            further[i] = sum[best] + cost(corner, i);
        }
        sum = std::move(further);
    }
    const auto least = static_cast<size_t>(std::min_element(sum.begin(), sum.end()) - sum.begin());
    Match match{sum[least], std::vector<size_t>(outline.size(), 0)};
    size_t i = least;
    for (size_t corner = outline.size(); corner-- > 1;) {
        match.at[corner] = i;
        i = from[corner][i];
    }
    return match;
}

} // namespace

std::vector<std::vector<int32_t>> matchOutline(const PanelLoop &outline, std::span<const DVec2> place,
                                               std::span<const int32_t> triangles, double reach) {
    Match best;
    std::vector<int32_t> row; // the border of the best one, from its first corner on
    for (std::vector<int32_t> &border : bordersOf(triangles)) {
        for (size_t turned = 0; turned < border.size(); ++turned) {
            if (squaredDistance(outline.front().start, place[u(border.front())]) <= reach * reach) {
                Match match = matchFrom(outline, place, border);
                if (match.cost < best.cost) {
                    best = std::move(match);
                    row = border;
                }
            }
            std::rotate(border.begin(), border.begin() + 1, border.end());
        }
    }
    std::vector<std::vector<int32_t>> edges;
    for (size_t e = 0; e < best.at.size(); ++e) {
        const bool isLast = e + 1 == best.at.size();
        const size_t end = isLast ? row.size() : best.at[e + 1];
        if (squaredDistance(outline[e].start, place[u(row[best.at[e]])]) > reach * reach) {
            return {};
        }
        std::vector<int32_t> &edge = edges.emplace_back();
        for (size_t i = best.at[e]; i <= end; ++i) {
            edge.push_back(row[i % row.size()]);
        }
    }
    return edges;
}

} // namespace selvage
