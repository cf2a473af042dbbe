#include "svg_path.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

namespace selvage {

namespace {

constexpr double kPi = std::numbers::pi;

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == ',';
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// Numbers and letters one after the other; numbers need nothing between them where they can be told apart.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    size_t at() const { return at_; }
    bool atEnd() {
        skipBlanks();
        return at_ >= text_.size();
    }
    char peek() { return atEnd() ? '\0' : text_[at_]; }
    char take() { return text_[at_++]; }

    bool atNumber() {
        skipBlanks();
        size_t i = at_;
        i += i < text_.size() && (text_[i] == '+' || text_[i] == '-') ? 1 : 0;
        i += i < text_.size() && text_[i] == '.' ? 1 : 0;
        return i < text_.size() && isDigit(text_[i]);
    }

    std::optional<double> number() {
        if (!atNumber()) {
            return std::nullopt;
        }
        const char *begin = text_.data() + at_ + (text_[at_] == '+' ? 1 : 0);
        double value = 0.0;
        const auto [end, code] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (code != std::errc() || !(std::abs(value) < 1e9)) {
            return std::nullopt;
        }
        at_ = static_cast<size_t>(end - text_.data());
        return value;
    }

    // Of an arc: one digit, which the next number may follow at once.
    std::optional<bool> flag() {
        const char c = peek();
        if (c != '0' && c != '1') {
            return std::nullopt;
        }
        ++at_;
        return c == '1';
    }

private:
    void skipBlanks() {
        while (at_ < text_.size() && isBlank(text_[at_])) {
            ++at_;
        }
    }

    std::string_view text_;
    size_t at_{0};
};

DVec2 turned(const DVec2 &p, double angle) {
    return {std::cos(angle) * p.x - std::sin(angle) * p.y, std::sin(angle) * p.x + std::cos(angle) * p.y};
}

struct EllipseArc {
    DVec2 radius{0.0};
    double rotation{0.0}; // rad
    bool large{false};
    bool sweep{false}; // towards growing angles
};

// SVG 1.1, §F.6.5: from end points to centre, then in pieces of at most a right angle, each a cubic.
void addEllipse(const DVec2 &start, const DVec2 &end, EllipseArc arc, PanelLoop &edges) {
    const DVec2 half = turned(0.5 * (start - end), -arc.rotation);
    const DVec2 scaled = half / arc.radius;
    const double reach = glm::dot(scaled, scaled);
    if (reach > 1.0) {
        arc.radius *= std::sqrt(reach);
    }
    const DVec2 unit = half / arc.radius; // on the unit circle, half the chord
    const double square = glm::dot(unit, unit);
    const double off = std::sqrt(std::max(1.0 / square - 1.0, 0.0)) * (arc.large == arc.sweep ? -1.0 : 1.0);
    const DVec2 centre(off * unit.y, -off * unit.x); // on the unit circle, from the chord's middle
    const DVec2 from = unit - centre;
    const DVec2 to = -unit - centre;
    const double first = std::atan2(from.y, from.x);
    double span = std::atan2(to.y, to.x) - first;
    if (arc.sweep && span < 0.0) {
        span += 2.0 * kPi;
    } else if (!arc.sweep && span > 0.0) {
        span -= 2.0 * kPi;
    }
    const auto place = [&](const DVec2 &onUnit) {
        return 0.5 * (start + end) + turned((centre + onUnit) * arc.radius, arc.rotation);
    };
    const int pieces = std::max(1, static_cast<int>(std::ceil(std::abs(span) / (0.5 * kPi) - 1e-9)));
    const double step = span / pieces;
    const double handle = 4.0 / 3.0 * std::tan(0.25 * step);
    DVec2 last = start;
    for (int k = 0; k < pieces; ++k) {
        const double a = first + k * step;
        const double b = a + step;
        const DVec2 p(std::cos(a), std::sin(a));
        const DVec2 q(std::cos(b), std::sin(b));
        const DVec2 next = k + 1 == pieces ? end : place(q);
        edges.push_back({EdgeCurve::Cubic,
                         last,
                         next,
                         {place(p + handle * DVec2(-p.y, p.x)), place(q - handle * DVec2(-q.y, q.x))},
                         {}});
        last = next;
    }
}

class PathReader {
public:
    explicit PathReader(std::string_view data) : scanner_(data) {}

    Result<std::vector<SvgSubpath>> read() {
        char command = '\0';
        while (!scanner_.atEnd()) {
            const char c = scanner_.peek();
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
                command = scanner_.take();
            } else if (command == 'M' || command == 'm') {
                command = command == 'M' ? 'L' : 'l'; // further pairs are lines
            } else if (command == '\0' || command == 'Z' || command == 'z') {
                return bad("a command");
            }
            if (paths_.empty() && command != 'M' && command != 'm') {
                return bad("'M'");
            }
            if (!draw(command)) {
                return bad(expected_);
            }
        }
        return std::move(paths_);
    }

private:
    Error bad(const std::string &what) {
        return {"path data, character " + std::to_string(scanner_.at()) + ": expected " + what};
    }

    // `count` numbers into numbers_.
    bool take(size_t count) {
        expected_ = "a number";
        numbers_.clear();
        while (numbers_.size() < count) {
            const auto number = scanner_.number();
            if (!number) {
                return false;
            }
            numbers_.push_back(*number);
        }
        return true;
    }

    DVec2 point(size_t pair, bool relative) const {
        const DVec2 p(numbers_[2 * pair], numbers_[2 * pair + 1]);
        return relative ? at_ + p : p;
    }

    void lineTo(const DVec2 &p) { curveTo(EdgeCurve::Line, {}, p); }

    void curveTo(EdgeCurve curve, std::vector<DVec2> controls, const DVec2 &p) {
        if (paths_.back().closed) { // a path goes on where the one before was closed
            paths_.emplace_back();
            start_ = at_;
        }
        control_ = controls.empty() ? p : controls.back();
        if (curve != EdgeCurve::Line || p != at_) {
            paths_.back().edges.push_back({curve, at_, p, std::move(controls), {}});
        }
        at_ = p;
    }

    bool draw(char command) {
        const bool relative = command >= 'a';
        const char kind = static_cast<char>(relative ? command - 'a' + 'A' : command);
        const bool ok = drawKind(kind, relative);
        last_ = kind;
        return ok;
    }

    bool drawKind(char kind, bool relative) {
        switch (kind) {
        case 'M':
            return moveTo(relative);
        case 'L':
            return take(2) && (lineTo(point(0, relative)), true);
        case 'H':
            return take(1) && (lineTo({numbers_[0] + (relative ? at_.x : 0.0), at_.y}), true);
        case 'V':
            return take(1) && (lineTo({at_.x, numbers_[0] + (relative ? at_.y : 0.0)}), true);
        case 'C':
            return take(6) &&
                   (curveTo(EdgeCurve::Cubic, {point(0, relative), point(1, relative)}, point(2, relative)),
                    true);
        case 'S':
            return take(4) && (curveTo(EdgeCurve::Cubic, {mirroredControl("CS"), point(0, relative)},
                                       point(1, relative)),
                               true);
        case 'Q':
            return take(4) && (curveTo(EdgeCurve::Quadratic, {point(0, relative)}, point(1, relative)), true);
        case 'T':
            return take(2) &&
                   (curveTo(EdgeCurve::Quadratic, {mirroredControl("QT")}, point(0, relative)), true);
        case 'A':
            return arcTo(relative);
        case 'Z':
            close();
            return true;
        default:
            expected_ = "a command of SVG";
            return false;
        }
    }

    // The control point of a curve that goes on smoothly after one of the given kinds.
    DVec2 mirroredControl(std::string_view kinds) const {
        return kinds.find(last_) != std::string_view::npos ? 2.0 * at_ - control_ : at_;
    }

    bool moveTo(bool relative) {
        if (!take(2)) {
            return false;
        }
        at_ = point(0, relative);
        start_ = at_;
        if (paths_.empty() || !paths_.back().edges.empty()) {
            paths_.emplace_back();
        }
        paths_.back().closed = false;
        return true;
    }

    bool arcTo(bool relative) {
        if (!take(3)) {
            return false;
        }
        EllipseArc arc;
        arc.radius = glm::abs(DVec2(numbers_[0], numbers_[1]));
        arc.rotation = glm::radians(numbers_[2]);
        expected_ = "0 or 1";
        const auto large = scanner_.flag();
        const auto sweep = large ? scanner_.flag() : std::nullopt;
        if (!sweep || !take(2)) {
            return false;
        }
        arc.large = *large;
        arc.sweep = *sweep;
        const DVec2 end = point(0, relative);
        if (end == at_) {
            return true; // draws nothing
        }
        if (!(std::min(arc.radius.x, arc.radius.y) > 1e-9)) {
            lineTo(end);
        } else if (arc.radius.x == arc.radius.y) {
            const PanelEdge edge = makeArc(at_, end, arc.radius.x, arc.large, arc.sweep);
            curveTo(EdgeCurve::Arc, edge.through, end);
        } else {
            PanelLoop pieces;
            addEllipse(at_, end, arc, pieces);
            for (PanelEdge &piece : pieces) {
                curveTo(piece.curve, std::move(piece.through), piece.end);
            }
        }
        return true;
    }

    void close() {
        if (paths_.back().closed || paths_.back().edges.empty()) {
            return;
        }
        lineTo(start_);
        paths_.back().closed = true;
    }

    Scanner scanner_;
    std::vector<SvgSubpath> paths_;
    std::vector<double> numbers_;
    DVec2 at_{0.0};
    DVec2 start_{0.0};
    DVec2 control_{0.0}; // the last one
    char last_{'\0'};
    std::string expected_;
};

} // namespace

Result<std::vector<SvgSubpath>> parseSvgPath(std::string_view data) {
    return PathReader(data).read();
}

std::vector<double> svgNumbers(std::string_view text) {
    Scanner scanner(text);
    std::vector<double> numbers;
    while (const auto number = scanner.number()) {
        numbers.push_back(*number);
    }
    return numbers;
}

} // namespace selvage
