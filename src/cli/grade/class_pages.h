// The results of a class: one row per student, as CSV and as a page with pictures.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cli/grade/grade.h"

namespace marrow::cli {

struct ClassRow {
  std::string name;              ///< of the student's folder
  std::string fingerprint;       ///< of the files that were graded
  std::array<Score, 6> tasks{};  ///< by task; 0: without the extra task
  std::vector<std::string>
      troubles;  ///< "find_joints did not return within 10 s (12 checks)", "does not compile: ..."
  std::vector<std::string> remarks;  ///< for the grader
  bool has_picture = false;
};

ClassRow row_of(const std::string& name, const Marks& marks);
/// One row as JSON and back; none for other text.
std::string saved_row(const ClassRow& row);
std::optional<ClassRow> read_row(const std::string& text);

std::string class_csv(const std::vector<ClassRow>& rows);
std::string class_page(const std::vector<ClassRow>& rows, const std::string& isolation);

}  // namespace marrow::cli
