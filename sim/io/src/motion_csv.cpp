// Reads and writes motion files; the format is documented in io/motion_csv.h. A row is an array of floats in
// the order in which we write the columns (time apart, it is a double); the reader maps a file's columns onto
// that order.
#include "io/motion_csv.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <charconv>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <optional>
#include <vector>

namespace selvage {

namespace {

constexpr int kPoseFields = 7;
constexpr int kButtonFields = 12;
constexpr int kHeadColumn = 0;
constexpr int kGripColumn = kHeadColumn + kPoseFields;
constexpr int kAimColumn = kGripColumn + kHandCount * kPoseFields;
constexpr int kButtonColumn = kAimColumn + kHandCount * kPoseFields;
constexpr int kActiveLeft = kButtonColumn + 6;
constexpr int kTrackedLeft = kButtonColumn + 7;
constexpr int kOriginMoved = kButtonColumn + kHandCount * kButtonFields;
constexpr int kColumnCount = kOriginMoved + 1;
constexpr int kRequiredColumns = kAimColumn; // and the time

// Field of the file to column of the row: these stand for the time, the mark, and a column that is not ours.
constexpr int kTimeField = -1;
constexpr int kIgnoredField = -2;
constexpr int kStateField = -3;
constexpr int kCutField = -4;

constexpr double kUnitTolerance = 1e-5;  // on a quaternion's squared length
constexpr double kZeroQuaternion = 1e-6; // squared length below which a quaternion means "not tracked"
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Row {
    double time{0.0};
    StepMark mark;
    std::array<float, kColumnCount> values{};
};

using Columns = std::bitset<kColumnCount>;

int gripColumn(size_t hand) {
    return kGripColumn + static_cast<int>(hand) * kPoseFields;
}
int aimColumn(size_t hand) {
    return kAimColumn + static_cast<int>(hand) * kPoseFields;
}
int buttonColumn(size_t hand) {
    return kButtonColumn + static_cast<int>(hand) * kButtonFields;
}

std::vector<std::string> makeColumnNames() {
    std::vector<std::string> names;
    for (const char *pose : {"head_", "left_", "right_", "left_aim_", "right_aim_"}) {
        for (const char *field : {"px", "py", "pz", "qx", "qy", "qz", "qw"}) {
            names.push_back(std::string(pose) + field);
        }
    }
    for (const char *hand : {"left_", "right_"}) {
        for (const char *field : {"grab", "pinch", "trigger", "stick_x", "stick_y", "menu", "active",
                                  "tracked", "tool", "undo", "redo", "tool_wish"}) {
            names.push_back(std::string(hand) + field);
        }
    }
    names.emplace_back("origin_moved");
    return names;
}

// Names of the columns in the order of Row::values.
const std::vector<std::string> &columnNames() {
    static const std::vector<std::string> names = makeColumnNames();
    return names;
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

void splitFields(std::string_view line, std::vector<std::string_view> &fields) {
    fields.clear();
    for (size_t begin = 0;;) {
        const size_t comma = line.find(',', begin);
        fields.push_back(trim(line.substr(begin, comma - begin)));
        if (comma == std::string_view::npos) {
            return;
        }
        begin = comma + 1;
    }
}

// Text quoted in a message: short and on one line whatever the file holds.
std::string inQuotes(std::string_view text) {
    constexpr size_t kShown = 40;
    std::string out = "\"";
    for (const char c : text.substr(0, kShown)) {
        const auto byte = static_cast<unsigned char>(c);
        out += (byte < 0x20 || byte == 0x7F) ? '?' : c;
    }
    return out + (text.size() > kShown ? "...\"" : "\"");
}

// What is wrong with the text of a number; nothing when `value` has been set.
template <typename T> std::optional<std::string> readNumber(std::string_view text, T &value) {
    const bool plus = text.size() > 1 && text.front() == '+' && text[1] != '-';
    const std::string_view digits = plus ? text.substr(1) : text;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (code == std::errc::result_out_of_range) {
        return "is out of range, expected a number that a float can hold";
    }
    if (code != std::errc() || end != digits.data() + digits.size()) {
        return "is no number, expected one such as 0.25 or -1e-3";
    }
    if (!std::isfinite(value)) {
        return "is not finite, expected a finite number";
    }
    return std::nullopt;
}

// What is wrong with the text of a state's hash; nothing when `state` has been set.
std::optional<std::string> readState(std::string_view text, uint64_t &state) {
    constexpr int kHexadecimal = 16;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), state, kHexadecimal);
    if (code != std::errc() || end != text.data() + text.size()) {
        return "is no state, expected up to 16 hexadecimal digits";
    }
    return std::nullopt;
}

Pose poseFrom(const float *f) {
    return {Quat(f[6], f[3], f[4], f[5]), Vec3(f[0], f[1], f[2])};
}

double squaredLength(const Quat &q) {
    const glm::dvec4 v(q.x, q.y, q.z, q.w);
    return glm::dot(v, v);
}

// The pose with a unit quaternion; nothing where the file says "not tracked".
std::optional<Pose> trackedPose(const float *fields) {
    Pose pose = poseFrom(fields);
    const double n2 = squaredLength(pose.orientation);
    if (n2 < kZeroQuaternion) {
        return std::nullopt;
    }
    if (std::abs(n2 - 1.0) > kUnitTolerance) {
        const double scale = 1.0 / std::sqrt(n2);
        Quat &q = pose.orientation;
        q = Quat(static_cast<float>(q.w * scale), static_cast<float>(q.x * scale),
                 static_cast<float>(q.y * scale), static_cast<float>(q.z * scale));
    }
    return pose;
}

// The last poses that were tracked, for the rows that have none.
struct LastKnown {
    Pose head{TrackedInput{}.head};
    std::array<std::optional<Pose>, kHandCount> grip;
    std::array<std::optional<Pose>, kHandCount> aim;
};

void readPoses(const Row &row, const Columns &present, size_t index, LastKnown &last, HandInput &hand) {
    const std::optional<Pose> grip = trackedPose(&row.values[static_cast<size_t>(gripColumn(index))]);
    if (grip) {
        last.grip[index] = grip;
    }
    hand.tracked = hand.tracked && grip.has_value();
    hand.active = hand.active && last.grip[index].has_value();
    hand.grip = last.grip[index].value_or(Pose{});

    const auto aimStart = static_cast<size_t>(aimColumn(index));
    if (!present[aimStart]) {
        hand.aim = hand.grip;
        return;
    }
    if (const std::optional<Pose> aim = trackedPose(&row.values[aimStart])) {
        last.aim[index] = aim;
    }
    hand.aim = last.aim[index].value_or(hand.grip);
}

void readButtons(const float *f, HandInput &hand) {
    hand.grab = std::clamp(f[0], 0.0F, 1.0F);
    hand.pinch = std::clamp(f[1], 0.0F, 1.0F);
    hand.trigger = std::clamp(f[2], 0.0F, 1.0F);
    hand.stick = Vec2(std::clamp(f[3], -1.0F, 1.0F), std::clamp(f[4], -1.0F, 1.0F));
    hand.menu = f[5] >= 0.5F;
    hand.active = f[6] >= 0.5F;
    hand.tracked = f[7] >= 0.5F;
    hand.tool = f[8] >= 0.5F;
    hand.undo = f[9] >= 0.5F;
    hand.redo = f[10] >= 0.5F;
    hand.toolWish = static_cast<uint8_t>(std::clamp(std::round(f[11]), 0.0F, 255.0F));
}

TrackedInput inputFrom(const Row &row, const Columns &present, LastKnown &last) {
    TrackedInput input;
    input.time = row.time;
    last.head = trackedPose(&row.values[kHeadColumn]).value_or(last.head);
    input.head = last.head;
    input.originMoved = row.values[kOriginMoved] >= 0.5F;
    for (size_t i = 0; i < input.hands.size(); ++i) {
        readButtons(&row.values[static_cast<size_t>(buttonColumn(i))], input.hands[i]);
        readPoses(row, present, i, last, input.hands[i]);
    }
    return input;
}

class Reader {
public:
    Reader(std::string_view text, const std::string &name) : text_(text), name_(name) {}

    Result<MotionFile> read();

private:
    bool nextLine(std::string_view &line);
    Error fail(const std::string &what) const {
        return {name_ + ":" + std::to_string(std::max<size_t>(lineNumber_, 1)) + ": " + what};
    }
    void readComment(std::string_view line);
    Result<void> readHeader(std::string_view line);
    Result<int> fieldColumn(std::string_view field) const;
    Result<void> checkColumns() const;
    bool cutShort() const;
    std::optional<std::string> parseFields(Row &row) const;
    Result<void> readRow(std::string_view line);

    std::string_view text_;
    const std::string &name_;
    size_t lineNumber_{0};
    bool lineEnded_{true};                 // the line read last had its line end
    std::vector<std::string_view> fields_; // of the line read last, kept for its memory
    std::vector<int> columns_;             // of each field of the file; empty before the header
    Columns present_;
    bool hasTime_{false};
    bool hasState_{false};
    LastKnown last_;
    MotionFile file_;
};

bool Reader::nextLine(std::string_view &line) {
    if (text_.empty()) {
        return false;
    }
    const size_t end = text_.find('\n');
    lineEnded_ = end != std::string_view::npos;
    line = trim(text_.substr(0, end));
    text_.remove_prefix(lineEnded_ ? end + 1 : text_.size());
    ++lineNumber_;
    return true;
}

void Reader::readComment(std::string_view line) {
    line.remove_prefix(1);
    const size_t equals = line.find('=');
    if (!columns_.empty() || equals == std::string_view::npos) {
        return;
    }
    const std::string_view key = trim(line.substr(0, equals));
    const bool isKey = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-' || c == '.';
    });
    if (isKey) {
        file_.properties[std::string(key)] = trim(line.substr(equals + 1));
    }
}

// What is wrong with the text of a count; nothing when `count` has been set.
std::optional<std::string> readCount(std::string_view text, uint32_t &count) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (code != std::errc() || end != text.data() + text.size()) {
        return "is no count, expected a whole number of 0 or more";
    }
    return std::nullopt;
}

Result<int> Reader::fieldColumn(std::string_view field) const {
    if (field == "t") {
        return kTimeField;
    }
    if (field == "state") {
        return kStateField;
    }
    if (field == "cut") {
        return kCutField;
    }
    const auto &names = columnNames();
    const auto found = std::find(names.begin(), names.end(), field);
    if (found != names.end()) {
        return static_cast<int>(found - names.begin());
    }
    if (field.starts_with("head_") || field.starts_with("left_") || field.starts_with("right_")) {
        return fail("unknown column " + inQuotes(field) +
                    ", expected one of head_px ... right_tracked as listed in io/motion_csv.h");
    }
    return kIgnoredField;
}

Result<void> Reader::readHeader(std::string_view line) {
    splitFields(line, fields_);
    for (const std::string_view field : fields_) {
        const Result<int> column = fieldColumn(field);
        if (!column) {
            return column.error();
        }
        const int c = column.value();
        const bool again = c == kTimeField    ? hasTime_
                           : c == kStateField ? hasState_
                                              : c >= 0 && present_[static_cast<size_t>(c)];
        if (again) {
            return fail("column " + inQuotes(field) + " appears twice, expected it once");
        }
        if (c == kTimeField) {
            hasTime_ = true;
        } else if (c == kStateField) {
            hasState_ = true;
        } else if (c >= 0) {
            present_.set(static_cast<size_t>(c));
        }
        columns_.push_back(c);
    }
    return checkColumns();
}

Result<void> Reader::checkColumns() const {
    if (!hasTime_) {
        return fail("column \"t\" is missing, expected a header line \"t,head_px,...,right_qw\"");
    }
    for (int first = 0; first < kButtonColumn; first += kPoseFields) {
        bool given = first < kRequiredColumns;
        for (int c = first; c < first + kPoseFields; ++c) {
            given = given || present_[static_cast<size_t>(c)];
        }
        for (int c = first; given && c < first + kPoseFields; ++c) {
            if (!present_[static_cast<size_t>(c)]) {
                return fail("column " + inQuotes(columnNames()[static_cast<size_t>(c)]) +
                            " is missing, expected a position px py pz and a quaternion qx qy qz qw");
            }
        }
    }
    return {};
}

// True when the line read last, already split, is one that a killed recorder left unfinished.
bool Reader::cutShort() const {
    if (lineEnded_ || fields_.size() > columns_.size()) {
        return false;
    }
    double number = 0.0;
    const bool lastIsNumber = columns_.back() == kIgnoredField || !readNumber(fields_.back(), number);
    return fields_.size() < columns_.size() || !lastIsNumber;
}

// What is wrong with the fields; nothing when `row` has been filled.
std::optional<std::string> Reader::parseFields(Row &row) const {
    if (fields_.size() != columns_.size()) {
        return "the row has " + std::to_string(fields_.size()) + " fields, expected " +
               std::to_string(columns_.size()) + " as in the header";
    }
    for (size_t i = 0; i < fields_.size(); ++i) {
        const int c = columns_[i];
        if (c == kIgnoredField) {
            continue;
        }
        const std::optional<std::string> problem =
            c == kTimeField    ? readNumber(fields_[i], row.time)
            : c == kStateField ? readState(fields_[i], row.mark.state)
            : c == kCutField   ? readCount(fields_[i], row.mark.cut)
                               : readNumber(fields_[i], row.values[static_cast<size_t>(c)]);
        if (problem) {
            const std::string column = c == kTimeField    ? "t"
                                       : c == kStateField ? "state"
                                       : c == kCutField   ? "cut"
                                                          : columnNames()[static_cast<size_t>(c)];
            return "column " + column + ": " + inQuotes(fields_[i]) + " " + *problem;
        }
    }
    return std::nullopt;
}

Result<void> Reader::readRow(std::string_view line) {
    splitFields(line, fields_);
    if (cutShort()) {
        return {};
    }
    Row row;
    for (const int c :
         {kActiveLeft, kTrackedLeft, kActiveLeft + kButtonFields, kTrackedLeft + kButtonFields}) {
        row.values[static_cast<size_t>(c)] = 1.0F; // holds where the file has no such column
    }
    if (const std::optional<std::string> problem = parseFields(row)) {
        return fail(*problem);
    }
    auto &samples = file_.motion.samples;
    if (!samples.empty() && row.time < samples.back().time) {
        return fail("t decreases from " + std::to_string(samples.back().time) + " to " +
                    std::to_string(row.time) + ", expected ascending times");
    }
    samples.push_back(inputFrom(row, present_, last_));
    if (hasState_) {
        file_.marks.push_back(row.mark);
    }
    return {};
}

Result<MotionFile> Reader::read() {
    if (text_.starts_with(kByteOrderMark)) {
        text_.remove_prefix(kByteOrderMark.size());
    }
    std::string_view line;
    while (nextLine(line)) {
        if (line.empty()) {
            continue;
        }
        if (line.front() == '#') {
            readComment(line);
            continue;
        }
        const Result<void> done = columns_.empty() ? readHeader(line) : readRow(line);
        if (!done) {
            return done.error();
        }
    }
    if (columns_.empty()) {
        return fail("no header, expected a line \"t,head_px,...,right_qw\"");
    }
    if (file_.motion.samples.empty()) {
        return fail("no rows, expected at least one row of numbers after the header");
    }
    return std::move(file_);
}

template <typename T> void appendNumber(std::string &out, T value) {
    std::array<char, 32> buffer{};
    const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    out.append(buffer.data(), end);
}

void storePose(const Pose &pose, float *f) {
    if (!isUsable(pose)) {
        return; // zeros: not tracked
    }
    const Quat &q = pose.orientation;
    const std::array<float, kPoseFields> fields{
        pose.position.x, pose.position.y, pose.position.z, q.x, q.y, q.z, q.w};
    std::copy(fields.begin(), fields.end(), f);
}

void storeButtons(const HandInput &hand, float *f) {
    const auto flag = [](bool down) { return down ? 1.0F : 0.0F; };
    const std::array<float, kButtonFields> fields{
        hand.grab,       hand.pinch,      hand.trigger,      hand.stick.x,
        hand.stick.y,    flag(hand.menu), flag(hand.active), flag(hand.tracked),
        flag(hand.tool), flag(hand.undo), flag(hand.redo),   static_cast<float>(hand.toolWish)};
    std::transform(fields.begin(), fields.end(), f, [](float v) { return std::isfinite(v) ? v : 0.0F; });
}

Row rowFrom(const TrackedInput &input) {
    Row row;
    row.time = input.time;
    storePose(input.head, &row.values[kHeadColumn]);
    row.values[kOriginMoved] = input.originMoved ? 1.0F : 0.0F;
    for (size_t i = 0; i < input.hands.size(); ++i) {
        storePose(input.hands[i].grip, &row.values[static_cast<size_t>(gripColumn(i))]);
        storePose(input.hands[i].aim, &row.values[static_cast<size_t>(aimColumn(i))]);
        storeButtons(input.hands[i], &row.values[static_cast<size_t>(buttonColumn(i))]);
    }
    return row;
}

} // namespace

Result<MotionFile> parseMotionCsv(std::string_view text, const std::string &name) {
    return Reader(text, name).read();
}

Result<MotionFile> readMotionCsv(const std::filesystem::path &path) {
    const std::string name = path.string();
    std::error_code code;
    const uintmax_t bytes = std::filesystem::file_size(path, code);
    if (code) {
        return Error{name + ": cannot be read (" + code.message() + "), expected a motion file"};
    }
    if (bytes > kMotionFileBytesMax) {
        return Error{name + ": " + std::to_string(bytes >> 20U) + " MiB, expected a motion file of at most " +
                     std::to_string(kMotionFileBytesMax >> 20U) + " MiB"};
    }
    std::string text(bytes, '\0');
    std::ifstream in(path, std::ios::binary);
    if (!in.read(text.data(), static_cast<std::streamsize>(bytes))) {
        return Error{name + ": reading failed, expected a readable motion file"};
    }
    return parseMotionCsv(text, name);
}

std::string motionCsvHeader(const std::map<std::string, std::string> &properties, bool withMarks) {
    std::string out;
    for (const auto &[key, value] : properties) {
        out.append("# ").append(key).append("=");
        const auto begin = static_cast<ptrdiff_t>(out.size());
        out.append(value).append("\n");
        std::replace_if(
            out.begin() + begin, out.end() - 1, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    }
    out += 't';
    for (const std::string &name : columnNames()) {
        out += withMarks && name == columnNames().back() ? ",state,cut" : "";
        out.append(",").append(name);
    }
    return out + '\n';
}

std::string motionCsvRow(const TrackedInput &input, const std::optional<StepMark> &mark) {
    const Row row = rowFrom(input);
    std::string out;
    appendNumber(out, row.time);
    for (size_t column = 0; column < row.values.size(); ++column) {
        if (mark && column + 1 == row.values.size()) {
            std::array<char, 32> text{};
            std::snprintf(text.data(), text.size(), ",%016" PRIx64 ",%" PRIu32, mark->state, mark->cut);
            out += text.data();
        }
        out += ',';
        appendNumber(out, row.values[column]);
    }
    return out + "\n";
}

Result<void> writeMotionCsv(const std::filesystem::path &path, const MotionFile &file) {
    std::ofstream out(path, std::ios::binary);
    const bool hasMarks = !file.marks.empty();
    out << motionCsvHeader(file.properties, hasMarks);
    for (size_t i = 0; i < file.motion.samples.size(); ++i) {
        out << motionCsvRow(file.motion.samples[i], hasMarks ? std::optional(file.marks[i]) : std::nullopt);
    }
    out.flush();
    if (!out) {
        return Error{path.string() +
                     ": writing failed, expected a folder that can be written and space in it"};
    }
    return {};
}

} // namespace selvage
