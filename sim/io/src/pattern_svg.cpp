// Sewing patterns from SVG: each closed outline is a piece, one within it (of the same path) a hole. In files
// of FreeSewing, whose parts are groups, the sewing line alone is taken ("fabric" without "sa"), the arrows
// for the fold and the grain and the number to cut are understood, and pieces on the fold are unfolded. In
// ours, a group of the class "piece" is a piece with its marks (pattern_write_svg.cpp). Stylesheets, clipping
// and text on paths are not looked at.
#include "raw_pattern.h"
#include "svg_length.h"
#include "svg_path.h"
#include "svg_transform.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <pugixml.hpp>

namespace selvage {

namespace {

constexpr double kPixelsPerInch = 96.0; // CSS
constexpr int32_t kDepthMax = 200;      // of groups in groups
constexpr size_t kEdgesMin = size_t{1}
                             << 16U;    // a file may repeat elements: its edges are bounded by its size
constexpr double kNearlyClosed = 0.02;  // –, of its length: a path open by less is meant to be closed
constexpr double kSmallestPiece = 0.01; // –, of the largest piece: smaller ones are signs
constexpr int32_t kQuantityMax = 999;
constexpr size_t kNotchesMax = 1000;      // of a piece
constexpr double kFoldTolerance = 0.0005; // –, of the piece: how far edges may lie off the fold

bool hasWord(std::string_view list, std::string_view word) {
    for (size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
        const size_t end = at + word.size();
        if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) {
            return true;
        }
    }
    return false;
}

bool isHidden(const pugi::xml_node &node) {
    const std::string_view style = node.attribute("style").value();
    return std::strcmp(node.attribute("display").value(), "none") == 0 ||
           style.find("display:none") != std::string_view::npos ||
           style.find("display: none") != std::string_view::npos;
}

// The name without a namespace's prefix.
std::string_view localName(const pugi::xml_node &node) {
    const std::string_view name = node.name();
    const size_t colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

double numberOf(const pugi::xml_node &node, const char *attribute) {
    const auto length = svgLengthOf(node.attribute(attribute).value());
    return length ? length->value : 0.0;
}

PanelLoop ellipseLoop(const DVec2 &centre, const DVec2 &radius) {
    char data[512];
    std::snprintf(data, sizeof(data),
                  "M %.17g %.17g A %.17g %.17g 0 0 1 %.17g %.17g A %.17g %.17g 0 0 1 %.17g %.17g",
                  centre.x - radius.x, centre.y, radius.x, radius.y, centre.x + radius.x, centre.y, radius.x,
                  radius.y, centre.x - radius.x, centre.y);
    const auto paths = parseSvgPath(data);
    return paths && !paths.value().empty() ? paths.value().front().edges : PanelLoop{};
}

SvgSubpath polygonOf(const std::vector<double> &numbers, bool closed) {
    SvgSubpath path;
    path.closed = closed;
    for (size_t i = 2; i + 1 < numbers.size(); i += 2) {
        path.edges.push_back(
            {EdgeCurve::Line, {numbers[i - 2], numbers[i - 1]}, {numbers[i], numbers[i + 1]}, {}, {}});
    }
    if (closed && !path.edges.empty()) {
        path.edges.push_back({EdgeCurve::Line, path.edges.back().end, path.edges.front().start, {}, {}});
    }
    return path;
}

// Half circles and lines; nothing for other elements. Corners of rectangles are taken as sharp.
Result<std::vector<SvgSubpath>> outlinesOf(const pugi::xml_node &node) {
    const std::string_view kind = localName(node);
    const DVec2 centre(numberOf(node, "cx"), numberOf(node, "cy"));
    if (kind == "path") {
        return parseSvgPath(node.attribute("d").value());
    }
    if (kind == "circle" || kind == "ellipse") {
        const bool round = kind == "circle";
        const DVec2 radius(numberOf(node, round ? "r" : "rx"), numberOf(node, round ? "r" : "ry"));
        return std::vector<SvgSubpath>{{ellipseLoop(centre, glm::abs(radius)), true}};
    }
    if (kind == "rect") {
        const DVec2 low(numberOf(node, "x"), numberOf(node, "y"));
        const DVec2 high = low + DVec2(numberOf(node, "width"), numberOf(node, "height"));
        return std::vector<SvgSubpath>{
            polygonOf({low.x, low.y, high.x, low.y, high.x, high.y, low.x, high.y}, true)};
    }
    if (kind == "polygon" || kind == "polyline") {
        return std::vector<SvgSubpath>{
            polygonOf(svgNumbers(node.attribute("points").value()), kind == "polygon")};
    }
    return std::vector<SvgSubpath>{};
}

DVec2 sizeOf(const PanelLoop &loop) {
    const PatternBox box = boxOf(loop);
    return box.high - box.low;
}

// An arrow or a fold mark of a FreeSewing part, from end to end.
struct Arrow {
    DVec2 from{0.0};
    DVec2 to{0.0};
};

// What is known of the part that is being read.
struct Part {
    std::string name;
    std::vector<Arrow> folds;
    std::optional<Arrow> grain;
    int32_t quantity{1};
    size_t firstPanel{0};
    // Of a group of ours:
    bool ours{false};
    std::string fabric;
    std::vector<DVec2> notches;
    std::vector<PanelLine> lines;
};

class SvgReader {
public:
    explicit SvgReader(const PatternSource &source)
        : source_(source), edgesLeft_(kEdgesMin + 2 * source.bytes.size()) {}

    Result<RawPattern> read() {
        pugi::xml_document document;
        const auto parsed = document.load_buffer(source_.bytes.data(), source_.bytes.size());
        const pugi::xml_node root = document.document_element();
        if (!parsed) {
            return errorAt(parsed.offset, parsed.description());
        }
        if (localName(root) != "svg") {
            return errorAt(0, "expected the element <svg>");
        }
        freeSewing_ =
            !root.attribute("freesewing").empty() || hasWord(root.attribute("class").value(), "freesewing");
        raw_.format = freeSewing_ ? "SVG of FreeSewing" : "SVG";
        readUnit(root);
        indexIds(root);
        Part whole;
        const Affine yUp{1.0, 0.0, 0.0, -1.0, 0.0, 0.0};
        const auto walked = walk(root, yUp, whole, 0);
        if (!walked) {
            return walked.error();
        }
        if (!freeSewing_) {
            dropSigns();
        }
        if (openPaths_ > 0) {
            raw_.notes.push_back(std::to_string(openPaths_) + " open paths are not pieces and were left out");
        }
        return std::move(raw_);
    }

private:
    Error errorAt(ptrdiff_t offset, const std::string &message) const {
        const auto end = std::min(static_cast<size_t>(std::max<ptrdiff_t>(offset, 0)), source_.bytes.size());
        const auto line = 1 + std::count(source_.text().begin(),
                                         source_.text().begin() + static_cast<ptrdiff_t>(end), '\n');
        return {source_.name + ":" + std::to_string(line) + ": " + message};
    }

    Error errorAt(const pugi::xml_node &node, const std::string &message) const {
        const std::string id = node.attribute("id").value();
        std::string place = std::string("<") + node.name() + ">";
        if (!id.empty()) {
            place += " '" + id + "'";
        }
        return errorAt(node.offset_debug(), place + ": " + message);
    }

    void readUnit(const pugi::xml_node &root) {
        const auto width = svgLengthOf(root.attribute("width").value());
        const auto height = svgLengthOf(root.attribute("height").value());
        const std::vector<double> box = svgNumbers(root.attribute("viewBox").value());
        const bool boxed = box.size() == 4 && box[2] > 0.0 && box[3] > 0.0;
        const double pixel = 0.0254 / kPixelsPerInch;
        const auto scaleOf = [&](const std::optional<SvgLength> &length,
                                 double side) -> std::optional<double> {
            const auto metres = length ? metresOfSvgUnit(length->unit) : std::nullopt;
            return metres && length->value > 0.0 ? std::optional(*metres * length->value / side)
                                                 : std::nullopt;
        };
        const auto across = boxed ? scaleOf(width, box[2]) : std::nullopt;
        const auto along = boxed ? scaleOf(height, box[3]) : std::nullopt;
        if (across || along) {
            // As large as fits into both, as without preserveAspectRatio.
            raw_.metresPerUnit = across && along ? std::min(*across, *along) : across ? *across : *along;
            raw_.unitReason = "the drawing's size and its view box";
        } else if (width && metresOfSvgUnit(width->unit)) {
            raw_.metresPerUnit = pixel;
            raw_.unitReason = "pixels of 1/96 inch, since there is no view box";
        } else if (!boxed || (width && (width->unit.empty() || width->unit == "px"))) {
            const bool scaled = boxed && width->value > 0.0;
            raw_.metresPerUnit = scaled ? pixel * width->value / box[2] : pixel;
            raw_.unitLikely = true;
            raw_.unitReason = "pixels of 1/96 inch, as SVG has it";
        } else {
            raw_.unitReason = "the drawing gives its size in no unit of length";
        }
        if (raw_.metresPerUnit && !(*raw_.metresPerUnit > 1e-9 && *raw_.metresPerUnit < 1e3)) {
            raw_.metresPerUnit.reset();
            raw_.unitReason = "the drawing's size and its view box make no sense";
        }
    }

    void indexIds(const pugi::xml_node &root) {
        // Depth first without recursion: files may be as deep as they are long.
        pugi::xml_node node = root;
        for (;;) {
            if (const pugi::xml_attribute id = node.attribute("id")) {
                byId_.try_emplace(id.value(), node);
            }
            if (node.first_child()) {
                node = node.first_child();
                continue;
            }
            while (node != root && !node.next_sibling()) {
                node = node.parent();
            }
            if (node == root) {
                return;
            }
            node = node.next_sibling();
        }
    }

    Result<void> walk(const pugi::xml_node &node, const Affine &outer, Part &part, int32_t depth) {
        if (depth > kDepthMax) {
            return errorAt(node, "expected at most " + std::to_string(kDepthMax) + " groups in each other");
        }
        if (edgesLeft_ == 0) {
            return errorAt(node, "the file repeats its elements too often");
        }
        --edgesLeft_;
        if (isHidden(node)) {
            return {};
        }
        Affine to = outer;
        if (const pugi::xml_attribute transform = node.attribute("transform")) {
            const auto own = parseTransform(transform.value());
            if (!own) {
                return errorAt(node, "expected a transform, got '" + std::string(transform.value()) + "'");
            }
            to = outer * *own;
        }
        const std::string_view kind = localName(node);
        if (kind == "g" || kind == "a" || kind == "svg" || kind == "switch") {
            return walkGroup(node, to, part, depth);
        }
        if (kind == "use") {
            return walkUse(node, to, part, depth);
        }
        if (kind == "text") {
            readText(node, part);
            return {};
        }
        return addOutlines(node, to, part);
    }

    Result<void> walkGroup(const pugi::xml_node &node, const Affine &to, Part &part, int32_t depth) {
        const std::string_view id = node.attribute("id").value();
        const size_t mark = id.find("-part-");
        if (freeSewing_ && id.starts_with("fs-stack-") && mark != std::string_view::npos) {
            Part own;
            own.name = std::string(id.substr(mark + 6));
            own.firstPanel = raw_.pattern.panels.size();
            const auto walked = walkChildren(node, to, own, depth);
            finishPart(own);
            return walked;
        }
        if (hasWord(node.attribute("class").value(), "piece") && !part.ours) {
            Part own;
            own.ours = true;
            own.name = node.child("title").child_value();
            own.fabric = node.attribute("data-fabric").value();
            own.quantity = glm::clamp(node.attribute("data-quantity").as_int(1), 1, kQuantityMax);
            own.firstPanel = raw_.pattern.panels.size();
            const auto walked = walkChildren(node, to, own, depth);
            finishPart(own);
            return walked;
        }
        return walkChildren(node, to, part, depth);
    }

    Result<void> walkChildren(const pugi::xml_node &node, const Affine &to, Part &part, int32_t depth) {
        for (const pugi::xml_node &child : node.children()) {
            if (child.type() != pugi::node_element) {
                continue;
            }
            if (const auto walked = walk(child, to, part, depth + 1); !walked) {
                return walked.error();
            }
        }
        return {};
    }

    Result<void> walkUse(const pugi::xml_node &node, const Affine &to, Part &part, int32_t depth) {
        pugi::xml_attribute link = node.attribute("href");
        link = link ? link : node.attribute("xlink:href");
        const std::string_view target = link.value();
        const auto found = target.starts_with("#") ? byId_.find(target.substr(1)) : byId_.end();
        if (found == byId_.end()) {
            return {};
        }
        const Affine moved = to * Affine{1, 0, 0, 1, numberOf(node, "x"), numberOf(node, "y")};
        return freeSewing_ ? Result<void>()
                           : walk(found->second, moved, part, depth + 1); // there: signs only
    }

    // "...cut,2,..." of a part's title.
    static void readText(const pugi::xml_node &node, Part &part) {
        for (const pugi::xml_node &span : node.children()) {
            const std::string_view text = span.child_value();
            const size_t at = text.find(":cut,");
            int32_t count = 0;
            if (at != std::string_view::npos) {
                std::from_chars(text.data() + at + 5, text.data() + text.size(), count);
            }
            if (count > 0 && count <= kQuantityMax) {
                part.quantity = count;
            }
        }
    }

    Result<void> addOutlines(const pugi::xml_node &node, const Affine &to, Part &part) {
        const std::string_view classes = node.attribute("class").value();
        const std::string_view marker = node.attribute("marker-start").value();
        const bool fold = marker.find("cutonfold") != std::string_view::npos;
        const bool grain = marker.find("grainline") != std::string_view::npos;
        if (freeSewing_ && !fold && !grain && !isSewingLine(classes)) {
            return {};
        }
        const auto paths = outlinesOf(node);
        if (!paths) {
            return errorAt(node, paths.error().message);
        }
        std::vector<SvgSubpath> loops;
        for (const SvgSubpath &path : paths.value()) {
            if (path.edges.size() > edgesLeft_) {
                return errorAt(node, "the file repeats its elements too often");
            }
            edgesLeft_ -= path.edges.size();
            if (!path.edges.empty()) {
                loops.push_back({placed(path.edges, to), path.closed});
            }
        }
        if (freeSewing_ && (fold || grain)) {
            for (const SvgSubpath &path : loops) {
                addArrow({path.edges.front().start, path.edges.back().end}, fold, part);
            }
            return {};
        }
        if (!(part.ours && addMark(classes, loops, part))) {
            addPieces(node, loops, part);
        }
        return {};
    }

    // False where it is none of ours.
    static bool addMark(std::string_view classes, const std::vector<SvgSubpath> &paths, Part &part) {
        const bool notch = hasWord(classes, "notch");
        const bool grain = hasWord(classes, "grain");
        const bool internal = hasWord(classes, "internal");
        const bool cut = hasWord(classes, "cut");
        for (const SvgSubpath &path : paths) {
            const Arrow arrow{path.edges.front().start, path.edges.back().end};
            if (notch && part.notches.size() < kNotchesMax) {
                part.notches.push_back(arrow.from);
            } else if (grain) {
                part.grain = arrow;
            } else if (internal) {
                part.lines.push_back({LineUse::Internal, pointsOf(path.edges)});
            } else if (cut) {
                part.lines.push_back({LineUse::Cut, pointsOf(path.edges)});
            }
        }
        return notch || grain || internal || cut;
    }

    static bool isSewingLine(std::string_view classes) {
        const bool material = hasWord(classes, "fabric") || hasWord(classes, "lining") ||
                              hasWord(classes, "interfacing") || hasWord(classes, "canvas") ||
                              hasWord(classes, "various");
        return material && !hasWord(classes, "sa");
    }

    static void addArrow(const Arrow &arrow, bool fold, Part &part) {
        if (fold) {
            part.folds.push_back(arrow);
        } else {
            part.grain = arrow;
        }
    }

    std::string nameOf(const pugi::xml_node &node, const Part &part) const {
        const std::string title = node.child("title").child_value();
        const std::string label = node.attribute("inkscape:label").value();
        const std::string id = node.attribute("id").value();
        const std::string number = "piece " + std::to_string(raw_.pattern.panels.size() + 1);
        return !part.name.empty() ? part.name
               : !title.empty()   ? title
               : !label.empty()   ? label
               : !id.empty()      ? id
                                  : number;
    }

    void addPieces(const pugi::xml_node &node, std::vector<SvgSubpath> &paths, const Part &part) {
        std::vector<PanelLoop> loops;
        for (const SvgSubpath &path : paths) {
            const double gap = glm::distance(path.edges.front().start, path.edges.back().end);
            const PanelLoop loop = joinLines(path.edges);
            const bool closed = path.closed || gap <= kNearlyClosed * loopLength(loop);
            if (loop.empty() || !closed || signedArea(loop) == 0.0) {
                ++openPaths_;
            } else {
                loops.push_back(loop);
            }
        }
        for (Panel &panel : part.ours ? pieceOf(std::move(loops)) : piecesOf(std::move(loops))) {
            panel.name = nameOf(node, part);
            if (freeSewing_) {
                panel.fabric = materialOf(node.attribute("class").value());
            }
            raw_.pattern.panels.push_back(std::move(panel));
        }
    }

    // Of ours the first outline is the piece's, whatever the others look like.
    static std::vector<Panel> pieceOf(std::vector<PanelLoop> loops) {
        std::vector<Panel> panels(loops.empty() ? 0 : 1);
        for (Panel &panel : panels) {
            panel.outline = std::move(loops.front());
            panel.holes.assign(std::make_move_iterator(loops.begin() + 1),
                               std::make_move_iterator(loops.end()));
        }
        return panels;
    }

    static std::string materialOf(std::string_view classes) {
        return std::string(classes.substr(0, classes.find(' ')));
    }

    // What the part's marks say of all its pieces.
    void finishPart(const Part &part) {
        for (size_t p = part.firstPanel; p < raw_.pattern.panels.size(); ++p) {
            Panel &panel = raw_.pattern.panels[p];
            panel.quantity = part.quantity;
            const DVec2 size = sizeOf(panel.outline);
            const double tolerance = kFoldTolerance * std::max(size.x, size.y);
            for (const Arrow &fold : part.folds) {
                if (!unfold(panel, fold.from, fold.to, tolerance)) {
                    raw_.notes.push_back("piece '" + panel.name + "': no edge lies on its fold line");
                }
            }
            // A fold lies along the grain where nothing else is said.
            const std::optional<Arrow> grain = part.grain           ? part.grain
                                               : part.folds.empty() ? std::nullopt
                                                                    : std::optional(part.folds.front());
            if (grain && grain->from != grain->to) {
                panel.grain = glm::normalize(grain->to - grain->from);
                panel.grainGiven = true;
            }
            if (part.ours) {
                finishOurs(part, panel);
            }
        }
    }

    static void finishOurs(const Part &part, Panel &panel) {
        panel.fabric = part.fabric;
        panel.lines.insert(panel.lines.end(), part.lines.begin(), part.lines.end());
        for (const DVec2 &at : part.notches) {
            panel.notches.push_back(nearestOnOutline(panel.outline, at).place);
        }
    }

    void dropSigns() {
        double largest = 0.0;
        for (const Panel &panel : raw_.pattern.panels) {
            const DVec2 size = sizeOf(panel.outline);
            largest = std::max({largest, size.x, size.y});
        }
        const size_t dropped = std::erase_if(raw_.pattern.panels, [&](const Panel &panel) {
            const DVec2 size = sizeOf(panel.outline);
            return std::max(size.x, size.y) < kSmallestPiece * largest;
        });
        if (dropped > 0) {
            raw_.notes.push_back(std::to_string(dropped) +
                                 " outlines were left out as too small for a piece");
        }
    }

    const PatternSource &source_;
    RawPattern raw_;
    bool freeSewing_{false};
    std::map<std::string, pugi::xml_node, std::less<>> byId_;
    size_t edgesLeft_;
    size_t openPaths_{0};
};

} // namespace

Result<RawPattern> parseSvgPattern(const PatternSource &source) {
    return SvgReader(source).read();
}

} // namespace selvage
