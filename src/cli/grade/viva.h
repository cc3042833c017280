// marrow grade --viva: three questions about a submission, with computed answers for the examiner.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cli/grade/submission_builder.h"
#include "course/judge.h"
#include "course/runner.h"

namespace marrow::cli {

struct VivaQuestion {
  std::string question, answer;
};

/// A case of one of these checks, in words; the answer is what the check expects, and its law.
/// Drawn by `random` from the checks whose numbers can be computed at a board; none if there are
/// none. `why`: drawn from the checks about weights and normals, and asks for the reason, too.
std::optional<VivaQuestion> viva_question(const std::vector<const course::Check*>& checks, bool why,
                                          std::mt19937& random);

/// A line of a file, counted from 0.
struct CodeLine {
  int task = 0;
  std::size_t line = 0;
  std::string text;  ///< without the blanks around it
};
/// Lines of these files (by task) that hold one whole statement: no declarations, returns or
/// comments.
std::vector<CodeLine> removable_lines(const std::map<int, std::string>& texts);

/// Asks about one submission: what a case gives, what breaks without one of its lines, and why a
/// normal or a weight is what it is. For the second it compiles the submission again without a line
/// and runs the checks of that task, until one that passed no longer does; at most kMostTries
/// times.
class Viva {
 public:
  /// Starts the checks on the submission's program, built in its folder.
  using Run = std::function<std::unique_ptr<course::Runner>(std::vector<const course::Check*>)>;
  static constexpr int kMostTries = 8;

  /// `results`: of all checks that were run. Builder and submission must outlive this.
  Viva(const SubmissionBuilder& builder, const Submission& submission,
       std::vector<course::Result> results, std::filesystem::path work, unsigned user, Run run);
  /// Goes on with it; never blocks. True once it has ended.
  bool poll();
  /// Writes viva.txt and viva.json, for the examiner alone, because they have the answers.
  void write_to(const std::filesystem::path& folder) const;

 private:
  bool try_next();
  void compare(const std::vector<course::Result>& without);

  const SubmissionBuilder& builder_;
  const Submission& submission_;
  const std::vector<course::Result> results_;
  const std::filesystem::path work_;
  const unsigned user_;
  const Run run_;
  std::string inputs_;
  std::vector<VivaQuestion> questions_;
  std::optional<VivaQuestion> why_;
  std::vector<CodeLine> lines_;   ///< to try, the next one last
  CodeLine line_;                 ///< without which it is compiled now
  std::optional<CodeLine> idle_;  ///< a line without which every check gave the same verdict
  int tries_ = 0;
  Submission mutant_;
  std::unique_ptr<Build> build_;
  std::unique_ptr<course::Runner> runner_;
};

}  // namespace marrow::cli
