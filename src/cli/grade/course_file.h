// marrow grade --course FILE: what a course chooses, as JSON. Format: src/course/README.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "course/check.h"

namespace marrow::cli {

/// The letters of rig.h that a course may rename.
inline constexpr const char* kLetters[] = {"L", "Ul", "B", "W", "T", "U"};

/// When work is due, and what it costs to be late.
struct Deadline {
  std::string time{};                    ///< as in the file
  std::optional<std::int64_t> minute{};  ///< see minute_of(); none: nothing is late
  int late_days = 0;                     ///< how many days later work is still accepted
  int per_day = 0;                       ///< percent of the points that each day late costs
};
/// "2027-03-01 23:59" in minutes since 1970; text after it is ignored. None for other text.
std::optional<std::int64_t> minute_of(const std::string& time);

struct CourseFile {
  std::vector<int> tasks;             ///< to grade, ascending; empty: all
  std::map<std::string, int> points;  ///< by check name, where they differ from the assignment's
  course::Dialect dialect;
  Deadline deadline;
};

/// Throws io::Error with the file, the line or the key, and what was expected there.
CourseFile read_course(const std::string& path);
/// Reads a course from a file's text; `file` is the name for error messages.
CourseFile course_in(const std::string& file, const std::string& text);

/// The checks of a course, with its points and letters. Sets course::dialect().
std::vector<course::Check> checks_of(const CourseFile& file);

/// Differences between the course and the assignment sheet, for students, one sentence or more per
/// line; empty if there are none. Precondition: checks_of() was called.
std::vector<std::string> in_this_course(const CourseFile& file);

}  // namespace marrow::cli
