// marrow grade --course FILE: what a course chooses, as JSON. Format: src/course/README.md.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "course/check.h"

namespace marrow::cli {

struct CourseFile {
  std::vector<int> tasks;             ///< that are graded, ascending; empty: all
  std::map<std::string, int> points;  ///< of checks by name, where they are others
  course::Dialect dialect;
};

/// Throws io::Error with the file, the line or the key, and what was expected there.
CourseFile read_course(const std::string& path);

/// The checks of a course, with its points and letters. Sets course::dialect().
std::vector<course::Check> checks_of(const CourseFile& file);

}  // namespace marrow::cli
