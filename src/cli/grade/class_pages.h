// The results of a class: one row per student, as CSV and as a page.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/grade/grade.h"
#include "cli/grade/roster.h"

namespace marrow::cli {

struct ClassRow {
  std::string name;                       ///< of the hand-in
  std::string fingerprint;                ///< of the files that were graded
  std::array<Score, kTasks + 1> tasks{};  ///< by task; 0: without the extra tasks
  /// "find_joints did not return within 10 s (12 checks)", "does not compile: ..."
  std::vector<std::string> troubles;
  std::vector<std::string> remarks;  ///< for the grader
  /// The likely reasons of failed checks, each with its task and listed once.
  std::set<std::pair<int, std::string>> mistakes;

  // Not saved with the row, because a roster may change:
  Person person;
  bool is_missing = false;           ///< in the roster, but nothing was handed in
  bool is_stranger = false;          ///< there is a roster, and this student is not in it
  std::optional<int> days_late{};    ///< none: no deadline, or an unknown time
  std::optional<double> deducted{};  ///< points without extra tasks, less the deduction
};

int extra_of(const ClassRow& row);  ///< points of all extra tasks
ClassRow row_of(const std::string& name, const Marks& marks);
/// One row as JSON, and back; read_row() gives none for other text.
std::string saved_row(const ClassRow& row);
std::optional<ClassRow> read_row(const std::string& text);

/// The rows with names, email addresses and ids from the roster, otherwise from the platform. A
/// group gets one row per student. With a roster, hand-ins of unlisted students are marked, and
/// listed students who handed in nothing follow with one row each, in the order of the roster.
std::vector<ClassRow> with_people(const std::vector<ClassRow>& rows,
                                  const std::vector<HandIn>& hand_ins, const Roster* roster);

/// The rows with days_late, and with the points after the deduction for them. Nothing is deducted
/// for a student without a time in the roster, and the row states that.
std::vector<ClassRow> with_late_days(std::vector<ClassRow> rows, const Deadline& deadline);

/// results.csv. It has columns for name, email and id if any row has them, and for late days after
/// with_late_days().
std::string class_csv(const std::vector<ClassRow>& rows);
/// A page with the `notes`, a table of mistakes, the most frequent first, and a table of students.
std::string class_page(const std::vector<ClassRow>& rows, const std::vector<std::string>& notes);
/// Writes both into the folder and appends to over_time.csv: for each mistake, and once for all,
/// the time, the submissions, their mean points, and how many made the mistake. Throws io::Error.
void write_class(const std::filesystem::path& folder, const std::vector<ClassRow>& rows,
                 const std::vector<std::string>& notes);
/// Students without a submission and submissions without a student; empty if there are none.
std::vector<std::string> roster_notes(const std::vector<ClassRow>& rows);

}  // namespace marrow::cli
