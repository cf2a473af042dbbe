// Motion files: tracked head and hands over time as comma-separated text. This is the one place that documents the
// format.
//
//   # lines starting with # are comments; "# key=value" pairs before the header are kept (scenario, dt, ...)
//   t,head_px,head_py,head_pz,head_qx,head_qy,head_qz,head_qw,left_px,...,left_qw,right_px,...,right_qw
//       [,left_grab,left_pinch,left_trigger,left_stick_x,left_stick_y,left_menu,left_active,left_tracked, right_...]
//       [,left_aim_px,...,left_aim_qw, right_aim_...]
//
// One row an instant: t in s, ascending (equal times and gaps allowed); positions in m, right-handed, +y up,
// -z forward; quaternions x y z w, normalised on reading. Columns in any order; the first 22 are required. Where the
// optional columns are missing, buttons are 0, hands are active and the aim pose is the grip pose. A row with an
// all-zero quaternion means "not tracked": the last known pose is kept and `tracked` is off (before the first usable
// pose the hand is not active). Numbers are written with 9 digits so that a float comes back bit for bit.
#pragma once

#include "maths/motion.h"
#include "maths/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace selvage {

struct MotionFile {
    Motion motion;
    std::map<std::string, std::string> properties; // from the "# key=value" comments
};

// Reads a motion from text. `name` is used in messages: "name:line: what was wrong, what was expected". Fails on
// missing columns, text that is no number, NaN or infinity, decreasing time, or no rows.
Result<MotionFile> parseMotionCsv(std::string_view text, const std::string &name);
Result<MotionFile> readMotionCsv(const std::filesystem::path &path);

// The header lines and one line per sample, exactly what parseMotionCsv reads back.
std::string motionCsvHeader(const std::map<std::string, std::string> &properties);
std::string motionCsvRow(const TrackedInput &input);
Result<void> writeMotionCsv(const std::filesystem::path &path, const MotionFile &file);

} // namespace selvage
