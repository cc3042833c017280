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

/// Asks about a case of one of `checks`; the answer is the expected result and its law. Draws from
/// the checks whose numbers can be computed at a board; none if there are none. `why`: draws from
/// the checks about weights and normals, and asks for the reason, too.
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
/// normal or a weight is what it is. For the second question it compiles and checks the submission
/// again without a line, at most kMostTries times, until a check that passed fails.
class Viva {
 public:
  /// Starts checks on the program that was built in `work`.
  using Run = std::function<std::unique_ptr<course::Runner>(std::vector<const course::Check*>)>;
  static constexpr int kMostTries = 8;

  /// `results`: of all checks that were run. Builder and submission must outlive this.
  Viva(const SubmissionBuilder& builder, const Submission& submission,
       std::vector<course::Result> results, std::filesystem::path work, unsigned user, Run run);
  /// Does the next step without blocking. Returns true once all questions are found.
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
  CodeLine line_;                 ///< the line that the current build leaves out
  std::optional<CodeLine> idle_;  ///< a line whose removal changes no check's verdict
  int tries_ = 0;
  Submission mutant_;
  std::unique_ptr<Build> build_;
  std::unique_ptr<course::Runner> runner_;
};

}  // namespace marrow::cli
