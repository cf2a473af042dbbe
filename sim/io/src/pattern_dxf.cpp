// Sewing patterns from DXF. AAMA-292 and ASTM D6673 keep a piece in a block and tell by the layer what a line
// is: 1 boundary, 4 and 80 to 83 notches, 6 the line that a half piece is mirrored at, 7 grain, 8 internal
// lines, 11 cut-outs, 13 drill holes, 14 sewing line, 15 notes, 84 to 87 copies for checking. A plain drawing
// has closed outlines only. Where there are a boundary and a sewing line, the inner one is the outline.
#include "dxf_entities.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

namespace selvage {

namespace {

constexpr double kSameEnd = 5e-4;       // –, of the drawing: ends of lines that meet
constexpr double kNearlyClosed = 0.02;  // –, of its length: an outline open by less is meant to be closed
constexpr double kFoldTolerance = 1e-3; // –, of the piece: how far edges may lie off the mirror line
constexpr size_t kNotchesMax = 1000;    // of a piece
constexpr int32_t kInsertDepthMax = 16;
constexpr size_t kEdgesMin = size_t{1} << 16U; // of inserted blocks, beside twice the file's bytes

constexpr int32_t kBoundary = 1; // layers
constexpr int32_t kNotch = 4;
constexpr int32_t kMirror = 6;
constexpr int32_t kGrain = 7;
constexpr int32_t kInternal = 8;
constexpr int32_t kCutOut = 11;
constexpr int32_t kDrill = 13;
constexpr int32_t kSewing = 14;
constexpr int32_t kNoLayer = -1;

int32_t layerOf(const DxfEntity &entity) {
    int32_t layer = kNoLayer;
    const char *end = entity.layer.data() + entity.layer.size();
    const auto [after, code] = std::from_chars(entity.layer.data(), end, layer);
    return code == std::errc() && after == end ? layer : kNoLayer;
}

bool isNotch(int32_t layer) {
    return layer == kNotch || (layer >= 80 && layer <= 83);
}

PatternBox boxOfAll(const std::vector<DxfEntity> &entities) {
    PatternBox box{DVec2(HUGE_VAL), DVec2(-HUGE_VAL)};
    for (const DxfEntity &entity : entities) {
        for (const PanelEdge &edge : entity.edges) {
            box.low = glm::min(box.low, glm::min(edge.start, edge.end));
            box.high = glm::max(box.high, glm::max(edge.start, edge.end));
        }
    }
    return box;
}

// Curves that are not closed, chained end to end, in the order of the file.
class Chainer {
public:
    Chainer(std::vector<PanelLoop> curves, double tolerance)
        : curves_(std::move(curves)), tolerance_(tolerance), used_(curves_.size(), 0) {
        for (size_t i = 0; i < curves_.size(); ++i) {
            cells_[cellOf(curves_[i].front().start)].insert(i);
            cells_[cellOf(curves_[i].back().end)].insert(i);
        }
    }

    std::vector<PanelLoop> chains() {
        std::vector<PanelLoop> chains;
        for (size_t i = 0; i < curves_.size(); ++i) {
            if (used_[i] != 0) {
                continue;
            }
            take(i);
            PanelLoop chain = std::move(curves_[i]);
            while (extend(chain)) {
            }
            chains.push_back(std::move(chain));
        }
        return chains;
    }

private:
    using Cell = std::pair<int64_t, int64_t>;

    Cell cellOf(const DVec2 &p) const {
        return {std::llround(p.x / tolerance_), std::llround(p.y / tolerance_)};
    }

    void take(size_t i) {
        used_[i] = 1;
        cells_[cellOf(curves_[i].front().start)].erase(i);
        cells_[cellOf(curves_[i].back().end)].erase(i);
    }

    // Adds the first curve that starts or ends where the chain ends.
    bool extend(PanelLoop &chain) {
        const DVec2 end = chain.back().end;
        if (glm::distance(end, chain.front().start) <= tolerance_ && chain.size() > 1) {
            return false; // closed
        }
        const Cell middle = cellOf(end);
        size_t best = curves_.size();
        for (int64_t dx = -1; dx <= 1; ++dx) {
            for (int64_t dy = -1; dy <= 1; ++dy) {
                const auto cell = cells_.find({middle.first + dx, middle.second + dy});
                if (cell != cells_.end() && !cell->second.empty()) {
                    best = std::min(best, firstNear(cell->second, end));
                }
            }
        }
        if (best == curves_.size()) {
            return false;
        }
        take(best);
        PanelLoop &curve = curves_[best];
        if (glm::distance(curve.front().start, end) > tolerance_) {
            std::reverse(curve.begin(), curve.end());
            for (PanelEdge &edge : curve) {
                edge = reversed(edge);
            }
        }
        chain.insert(chain.end(), curve.begin(), curve.end());
        return true;
    }

    size_t firstNear(const std::set<size_t> &cell, const DVec2 &end) const {
        for (const size_t i : cell) {
            if (glm::distance(curves_[i].front().start, end) <= tolerance_ ||
                glm::distance(curves_[i].back().end, end) <= tolerance_) {
                return i;
            }
        }
        return curves_.size();
    }

    std::vector<PanelLoop> curves_;
    double tolerance_;
    std::vector<uint8_t> used_;
    std::map<Cell, std::set<size_t>> cells_;
};

// Outlines of the entities on a layer (kNoLayer: on any), each closed or nearly so.
std::vector<PanelLoop> closedLoops(const std::vector<DxfEntity> &entities, int32_t layer, double tolerance) {
    std::vector<PanelLoop> loops;
    std::vector<PanelLoop> open;
    for (const DxfEntity &entity : entities) {
        if (entity.kind != DxfKind::Curve || (layer != kNoLayer && layerOf(entity) != layer)) {
            continue;
        }
        const bool meets = glm::distance(entity.edges.front().start, entity.edges.back().end) <= tolerance;
        (entity.closed || (meets && entity.edges.size() > 1) ? loops : open).push_back(entity.edges);
    }
    for (PanelLoop &chain : Chainer(std::move(open), tolerance).chains()) {
        const double gap = glm::distance(chain.front().start, chain.back().end);
        if (chain.size() > 1 && gap <= kNearlyClosed * loopLength(chain)) {
            loops.push_back(std::move(chain));
        }
    }
    for (PanelLoop &loop : loops) {
        loop = joinLines(loop);
    }
    std::erase_if(loops, [](const PanelLoop &loop) { return loop.empty() || signedArea(loop) == 0.0; });
    return loops;
}

std::string uppercase(std::string_view text) {
    std::string upper(text);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return upper;
}

// What follows "KEY:" in a note; nothing where it is another note.
std::optional<std::string> noteAfter(const std::string &text, const char *key) {
    const std::string upper = uppercase(text);
    const size_t at = upper.find(key);
    const size_t colon = at == 0 ? text.find(':') : std::string::npos;
    if (colon == std::string::npos) {
        return std::nullopt;
    }
    const size_t begin = text.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? std::string() : text.substr(begin);
}

int32_t countIn(std::string_view text) {
    int32_t count = 0;
    const size_t at = text.find_first_of("0123456789");
    if (at != std::string_view::npos) {
        std::from_chars(text.data() + at, text.data() + text.size(), count);
    }
    return count > 0 && count < 1000 ? count : 1;
}

// "Fabric, Cut 2" and the notes of ASTM D6673.
void readNote(const std::string &text, Panel &panel) {
    if (const auto name = noteAfter(text, "PIECE NAME"); name && !name->empty()) {
        panel.name = *name;
    } else if (const auto quantity = noteAfter(text, "QUANTITY")) {
        panel.quantity = countIn(*quantity);
    } else if (const auto material = noteAfter(text, "MATERIAL")) {
        panel.fabric = *material;
    } else if (const size_t cut = uppercase(text).find(", CUT "); cut != std::string::npos) {
        panel.fabric = text.substr(0, cut);
        panel.quantity = countIn(std::string_view(text).substr(cut));
    }
}

class DxfPatternReader {
public:
    DxfPatternReader(DxfFile file, size_t bytes)
        : file_(std::move(file)), edgesLeft_(kEdgesMin + 2 * bytes) {}

    Result<RawPattern> read(const std::string &name) {
        readUnit();
        for (const DxfBlock &block : file_.blocks) {
            addPieceOf(block);
        }
        isAama_ = !raw_.pattern.panels.empty();
        raw_.format = isAama_ ? "DXF with the layers of AAMA and ASTM D6673" : "DXF";
        std::vector<DxfEntity> plain;
        if (!expand(file_.entities, 0, plain)) {
            return Error{name + ": its blocks are inserted in each other too often or too deep"};
        }
        readUnitNotes(plain);
        if (!isAama_) {
            addPlainPieces(plain);
        }
        if (file_.otherEntities > 0) {
            raw_.notes.push_back(std::to_string(file_.otherEntities) + " entities were left out, such as " +
                                 file_.otherKind);
        }
        nameApart();
        return std::move(raw_);
    }

private:
    void readUnit() {
        constexpr std::pair<int32_t, double> kUnits[] = {
            {1, 0.0254}, {2, 0.3048}, {4, 0.001}, {5, 0.01}, {6, 1.0}};
        for (const auto &[code, metres] : kUnits) {
            if (file_.unitsCode == code) {
                raw_.metresPerUnit = metres;
                raw_.unitReason = "the drawing's $INSUNITS";
            }
        }
        if (!raw_.metresPerUnit) {
            raw_.unitReason = "the drawing tells no unit";
        }
    }

    void readUnitNotes(const std::vector<DxfEntity> &entities) {
        for (const DxfEntity &entity : entities) {
            const auto units = entity.kind == DxfKind::Text ? noteAfter(entity.text, "UNITS") : std::nullopt;
            if (units && !raw_.metresPerUnit) {
                raw_.metric = uppercase(*units).starts_with("METRIC");
                raw_.english = uppercase(*units).starts_with("ENGLISH");
                raw_.unitReason = "the note 'UNITS: " + *units + "'";
            }
        }
    }

    // A block with an outline on the layer of boundaries or of sewing lines is a piece.
    void addPieceOf(const DxfBlock &block) {
        const PatternBox box = boxOfAll(block.entities);
        const double size = std::max(box.high.x - box.low.x, box.high.y - box.low.y);
        if (!(size > 0.0)) {
            return;
        }
        const std::vector<PanelLoop> boundary = closedLoops(block.entities, kBoundary, kSameEnd * size);
        const std::vector<PanelLoop> sewing = closedLoops(block.entities, kSewing, kSameEnd * size);
        if (boundary.empty() && sewing.empty()) {
            return;
        }
        Panel panel;
        panel.name = block.name;
        takeOutline(boundary, sewing, panel);
        panel.holes = closedLoops(block.entities, kCutOut, kSameEnd * size);
        std::optional<PanelLine> mirror;
        for (const DxfEntity &entity : block.entities) {
            readMark(entity, panel, mirror);
        }
        if (mirror && !unfold(panel, mirror->points.front(), mirror->points.back(), kFoldTolerance * size)) {
            raw_.notes.push_back("piece '" + panel.name + "': no edge lies on its mirror line");
        }
        readUnitNotes(block.entities);
        raw_.pattern.panels.push_back(std::move(panel));
    }

    // Of a boundary and a sewing line, the inner one; the largest where there are several.
    static void takeOutline(const std::vector<PanelLoop> &boundary, const std::vector<PanelLoop> &sewing,
                            Panel &panel) {
        const auto areaOf = [](const PanelLoop *loop) { return std::abs(signedArea(*loop)); };
        const auto largest = [&](const std::vector<PanelLoop> &loops) {
            const PanelLoop *best = nullptr;
            for (const PanelLoop &loop : loops) {
                best = best == nullptr || areaOf(&loop) > areaOf(best) ? &loop : best;
            }
            return best;
        };
        const PanelLoop *a = largest(boundary);
        const PanelLoop *b = largest(sewing);
        const PanelLoop *inner = a == nullptr || (b != nullptr && areaOf(b) <= areaOf(a)) ? b : a;
        const PanelLoop *outer = inner == a ? b : a;
        panel.outline = *inner;
        if (outer != nullptr) {
            panel.lines.push_back({LineUse::Cut, pointsOf(*outer)});
        }
    }

    void readMark(const DxfEntity &entity, Panel &panel, std::optional<PanelLine> &mirror) const {
        const int32_t layer = layerOf(entity);
        if (entity.kind == DxfKind::Text) {
            readNote(entity.text, panel);
        } else if (entity.kind == DxfKind::Point) {
            if (isNotch(layer)) {
                addNotch(entity.at, panel);
            } else if (layer == kDrill) {
                panel.lines.push_back({LineUse::Drill, {entity.at}});
            }
        } else if (entity.kind == DxfKind::Curve) {
            const DVec2 from = entity.edges.front().start;
            const DVec2 to = entity.edges.back().end;
            if (layer == kMirror && !mirror) {
                mirror = PanelLine{LineUse::Fold, {from, to}};
            } else if (layer == kGrain && from != to) {
                panel.grain = glm::normalize(to - from);
                panel.grainGiven = true;
            } else if (layer == kInternal) {
                panel.lines.push_back({LineUse::Internal, pointsOf(entity.edges)});
            } else if (isNotch(layer)) {
                addNotch(from, panel);
            }
        }
    }

    static void addNotch(const DVec2 &at, Panel &panel) {
        if (panel.notches.size() < kNotchesMax && panel.outline.size() < kNotchesMax) {
            panel.notches.push_back(nearestOnOutline(panel.outline, at).place);
        }
    }

    // The entities with blocks in the place of their inserts. An insert takes the first block of its name
    // that was not taken yet, and the last one once all are.
    bool expand(const std::vector<DxfEntity> &entities, int32_t depth, std::vector<DxfEntity> &out) {
        for (const DxfEntity &entity : entities) {
            if (edgesLeft_ <= entity.edges.size() || depth > kInsertDepthMax) {
                return false;
            }
            edgesLeft_ -= entity.edges.size() + 1;
            if (entity.kind != DxfKind::Insert) {
                out.push_back(entity);
                continue;
            }
            const DxfBlock *block = nextBlock(entity.text);
            std::vector<DxfEntity> inner;
            if (block == nullptr) {
                continue;
            }
            if (!expand(block->entities, depth + 1, inner)) {
                return false;
            }
            for (DxfEntity &each : inner) {
                place(entity, block->base, each);
                out.push_back(std::move(each));
            }
        }
        return true;
    }

    const DxfBlock *nextBlock(const std::string &name) {
        if (blockNumbers_.empty()) {
            for (size_t b = 0; b < file_.blocks.size(); ++b) {
                blockNumbers_[file_.blocks[b].name].push_back(b);
            }
        }
        const auto found = blockNumbers_.find(name);
        if (found == blockNumbers_.end()) {
            return nullptr;
        }
        size_t &taken = blocksTaken_[name];
        const size_t number = found->second[std::min(taken, found->second.size() - 1)];
        ++taken;
        return &file_.blocks[number];
    }

    // Arcs stay arcs: a scale that differs by axis is taken for its mean.
    static void place(const DxfEntity &insert, const DVec2 &base, DxfEntity &entity) {
        const double angle = glm::radians(insert.angleDeg);
        const double mean = std::sqrt(std::abs(insert.scale.x * insert.scale.y));
        const DVec2 scale(std::copysign(mean, insert.scale.x), std::copysign(mean, insert.scale.y));
        const auto move = [&](DVec2 &p) {
            const DVec2 q = scale * (p - base);
            p = insert.at + DVec2(std::cos(angle) * q.x - std::sin(angle) * q.y,
                                  std::sin(angle) * q.x + std::cos(angle) * q.y);
        };
        move(entity.at);
        for (PanelEdge &edge : entity.edges) {
            move(edge.start);
            move(edge.end);
            std::for_each(edge.through.begin(), edge.through.end(), move);
        }
    }

    void addPlainPieces(const std::vector<DxfEntity> &entities) {
        const PatternBox all = boxOfAll(entities);
        const double size = std::max(all.high.x - all.low.x, all.high.y - all.low.y);
        if (!(size > 0.0)) {
            return;
        }
        for (Panel &panel : piecesOf(closedLoops(entities, kNoLayer, kSameEnd * size))) {
            panel.name = "piece " + std::to_string(raw_.pattern.panels.size() + 1);
            raw_.pattern.panels.push_back(std::move(panel));
        }
    }

    // "DETAIL" twice becomes "DETAIL" and "DETAIL (2)".
    void nameApart() {
        std::map<std::string, int32_t> seen;
        for (Panel &panel : raw_.pattern.panels) {
            const int32_t count = ++seen[panel.name];
            if (count > 1) {
                panel.name += " (" + std::to_string(count) + ")";
            }
        }
    }

    DxfFile file_;
    RawPattern raw_;
    bool isAama_{false};
    size_t edgesLeft_;
    std::map<std::string, std::vector<size_t>> blockNumbers_;
    std::map<std::string, size_t> blocksTaken_;
};

} // namespace

Result<RawPattern> parseDxfPattern(const PatternSource &source) {
    auto file = readDxf(source);
    if (!file) {
        return file.error();
    }
    return DxfPatternReader(std::move(file.value()), source.bytes.size()).read(source.name);
}

} // namespace selvage
