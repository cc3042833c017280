// The results of a class: one row per student, as CSV and as a page with pictures.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/grade/grade.h"
#include "cli/grade/hand_ins.h"

namespace marrow::cli {

struct ClassRow {
  std::string name;                       ///< of the hand-in
  std::string fingerprint;                ///< of the files that were graded
  std::array<Score, kTasks + 1> tasks{};  ///< by task; 0: without the extra tasks
  std::vector<std::string>
      troubles;  ///< "find_joints did not return within 10 s (12 checks)", "does not compile: ..."
  std::vector<std::string> remarks;  ///< for the grader
  /// The likely reason of each failed check that has one, after its task; none of them twice.
  std::set<std::pair<int, std::string>> mistakes;
  bool has_picture = false;

  // Not saved with the row, as a roster may change:
  Person person;
  bool is_missing = false;   ///< in the roster, and nothing was handed in
  bool is_stranger = false;  ///< there is a roster without this student
};

int extra_of(const ClassRow& row);  ///< points of all extra tasks
ClassRow row_of(const std::string& name, const Marks& marks);
/// One row as JSON and back; none for other text.
std::string saved_row(const ClassRow& row);
std::optional<ClassRow> read_row(const std::string& text);

/// With name, email and id, where there are any.
std::string class_csv(const std::vector<ClassRow>& rows);
/// A page with the `notes` above a table of mistakes, the most frequent first, and one of students.
std::string class_page(const std::vector<ClassRow>& rows, const std::vector<std::string>& notes);
/// Students without a submission and submissions without a student; empty if there are none.
std::vector<std::string> roster_notes(const std::vector<ClassRow>& rows);

}  // namespace marrow::cli
