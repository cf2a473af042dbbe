// Motion files: tracked head and hands over time as comma-separated text. This is the one place that
// documents the format.
//
//   # lines starting with # are comments; "# key=value" pairs before the header are kept (scenario, dt, ...)
//   t,head_px,head_py,head_pz,head_qx,head_qy,head_qz,head_qw,left_px,...,left_qw,right_px,...,right_qw
//       [,left_aim_px,...,left_aim_qw,right_aim_px,...,right_aim_qw]
//       [,left_grab,left_pinch,left_trigger,left_stick_x,left_stick_y,left_menu,left_active,left_tracked,
//        left_tool,left_undo,left_redo,left_tool_wish,right_...]
//       [,state][,cut][,origin_moved]
//
// One row an instant: t in s, ascending (equal times and gaps allowed); positions in m, right-handed, +y up,
// -z forward; quaternions x y z w. Columns in any order; the first 22 are required, an aim pose is given
// whole or not at all. Other columns are ignored, unless their name starts with head_, left_ or right_ (a
// misspelt column must not pass unseen). `state` is the hash of the world's state (sim/diagnostics.h) before
// the step that read the row, in hexadecimal, or 0 where it is not known; `cut` (with `state`) where the step
// before that was cut short as its time was up: which of its questions whether it was up was the first to be
// answered yes, or 0 where none was. Grab, pinch, trigger are 0…1 and
// sticks -1…1 (clamped); menu, active, tracked, tool, undo, redo are 0 or 1, tool_wish is the wanted tool's
// number from 1 on or 0 (0…255, clamped), and origin_moved is 0 or 1: the tracking origin has jumped since
// the row before (recentred). Where the optional columns are missing, buttons are 0, hands are active and the
// aim pose is the grip pose.
//
// A quaternion is normalised on reading, unless its squared length is within 1e-5 of 1: rounding of our own
// arithmetic stays as it was written. An all-zero one means "not tracked": the last known pose is kept and
// `tracked` is off (before the first usable pose the hand is not active; an aim pose falls back on the grip
// pose).
//
// Numbers are written as the shortest text that reads back to the same bits. Line ends are LF or CRLF, a byte
// order mark is skipped. A last line without its line end that lacks fields or breaks off inside a number is
// what a killed recorder leaves: it is dropped. Since the last column written is one digit long, no cut goes
// unseen.
#pragma once

#include "maths/motion.h"
#include "maths/result.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace selvage {

// Larger files are refused: 512 MiB are about three hours at 90 Hz.
inline constexpr uintmax_t kMotionFileBytesMax = uintmax_t{512} << 20U;

// What a recording keeps beside what a step read.
struct StepMark {
    uint64_t state{0}; // before the step
    uint32_t cut{0};   // of the step before

    friend bool operator==(const StepMark &, const StepMark &) = default;
};

struct MotionFile {
    Motion motion;
    // From the "# key=value" comments: keys of letters, digits, '_', '-', '.'; values without surrounding
    // spaces.
    std::map<std::string, std::string> properties;
    std::vector<StepMark> marks{}; // columns `state` and `cut`, one per sample; empty without `state`
};

// Reads a motion from text. `name` is used in messages: "name:line: what was wrong, what was expected". Fails
// on missing, doubled or misspelt columns, text that is no number, NaN or infinity, decreasing time, or no
// rows.
Result<MotionFile> parseMotionCsv(std::string_view text, const std::string &name);
Result<MotionFile> readMotionCsv(const std::filesystem::path &path);

// The header lines and one line per sample, exactly what parseMotionCsv reads back. What a reader would
// refuse is never written: an unusable pose becomes "not tracked", a button that is not finite 0, a line
// break in a property a space.
std::string motionCsvHeader(const std::map<std::string, std::string> &properties, bool withMarks);
std::string motionCsvRow(const TrackedInput &input, const std::optional<StepMark> &mark);
Result<void> writeMotionCsv(const std::filesystem::path &path, const MotionFile &file);

} // namespace selvage
