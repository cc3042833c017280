#include "cli/grade/viva.h"

#include <algorithm>
#include <fmt/format.h>
#include <regex>
#include <sstream>

#include "base/hash.h"
#include "base/text.h"
#include "cli/grade/grade.h"
#include "cli/json_text.h"
#include "io/write_file.h"

namespace marrow::cli {
namespace {

using course::Check;
using course::Result;
using course::Stage;
using course::Statement;
using course::Verdict;

/// Whether the numbers of a text are short enough for a board.
bool has_short_numbers(const std::string& text) {
  static const std::regex kLong("[0-9.]{6}");
  return !std::regex_search(text, kLong);
}

/// Whether a statement can be asked alone: some continue the statement before.
bool is_complete_case(const Statement& one) {
  const bool goes_on = one.what.starts_with("its ") || one.what.starts_with("that ") ||
                       one.what.starts_with("with an ") || one.what.starts_with("below ");
  return !goes_on && one.stage != Stage::find_joints &&
         one.what.find_first_of("([") != std::string::npos;
}

bool asks_why(const Statement& one) {
  if (one.stage == Stage::weights) return true;
  // A normal that does not change explains nothing.
  return one.stage == Stage::normals && one.what.find(one.expected) == std::string::npos;
}

std::mt19937 random_of(const std::string& name) {
  Fnv1a hash;
  for (const char letter : name) hash.add(static_cast<unsigned char>(letter));
  std::seed_seq seed{course::input_seed(), unsigned(hash.value()), unsigned(hash.value() >> 32)};
  return std::mt19937(seed);
}

std::vector<std::string> lines_of_code(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string without_line(const std::string& text, std::size_t line) {
  std::vector<std::string> lines = lines_of_code(text);
  lines.at(line).clear();
  std::string rest;
  for (const std::string& one : lines) rest += one + "\n";
  return rest;
}

/// "expected 1; got 2" for a failed check, else the verdict and what happened.
std::string verdict_in_words(const Result& result) {
  return result.verdict == Verdict::failed
             ? fmt::format("expected {}; got {}", result.outcome.expected, result.outcome.got)
             : fmt::format("{} {}", name_of(result.verdict), result.outcome.got);
}

}  // namespace

std::optional<VivaQuestion> viva_question(const std::vector<const Check*>& checks, bool why,
                                          std::mt19937& random) {
  std::vector<const Check*> order = checks;
  course::shuffle_values(order, random);
  for (const Check* check : order) {
    if (check->is_timed || check->run == nullptr) continue;  // the instructor's checks have none
    std::vector<Statement> statements = statements_of(*check);
    std::erase_if(statements, [&](const Statement& one) {
      const bool is_short = has_short_numbers(one.what + (why ? "" : one.expected));
      return !is_complete_case(one) || (why && !asks_why(one)) ||
             (!is_short && !(why && one.stage == Stage::normals));
    });
    if (statements.empty()) continue;
    const Statement& one = statements[random() % statements.size()];
    return VivaQuestion{fmt::format("{}: {} ...?{}", check->name, one.what, why ? " And why?" : ""),
                        fmt::format("{}\nRule: {}", one.expected, one.law)};
  }
  return std::nullopt;
}

std::vector<CodeLine> removable_lines(const std::map<int, std::string>& texts) {
  static const std::regex kStatement(
      R"((if|for|while)\b.*;|[A-Za-z_][A-Za-z0-9_.>()\[\]-]*\s*([-+*/]?=|\+\+|\(|\.).*;)");
  static const std::regex kOther(R"((return|using|const|auto|static|break|continue)\b.*)");
  std::vector<CodeLine> lines;
  for (const auto& [task, text] : texts) {
    const std::vector<std::string> all = lines_of_code(text);
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::string line(trimmed(all[i]));
      const std::string code(trimmed(std::string_view(line).substr(0, line.find("//"))));
      if (code.size() < 200 && std::regex_match(code, kStatement) &&
          !std::regex_match(code, kOther))
        lines.push_back({task, i, std::move(line)});
    }
  }
  return lines;
}

Viva::Viva(const SubmissionBuilder& builder, const Submission& submission,
           std::vector<Result> results, std::filesystem::path work, unsigned user, Run run)
    : builder_(builder),
      submission_(submission),
      results_(std::move(results)),
      work_(std::move(work)),
      user_(user),
      run_(std::move(run)),
      inputs_(options_of_inputs()) {
  std::mt19937 random = random_of(submission.name);
  std::vector<const Check*> checks;
  std::map<int, std::string> with_passes;
  for (const Result& result : results_) {
    checks.push_back(result.check);
    if (result.verdict == Verdict::passed)
      with_passes[result.check->task] = submission.texts.at(result.check->task);
  }
  if (const auto question = viva_question(checks, false, random)) questions_.push_back(*question);
  why_ = viva_question(checks, true, random);
  for (int draw = 0; !why_ && draw < 4; ++draw)  // without task 4: asks about another case
    if (auto other = viva_question(checks, false, random);
        other && other->question != questions_.front().question)
      why_ = std::move(other);
  lines_ = removable_lines(with_passes);
  course::shuffle_values(lines_, random);
}

bool Viva::try_next() {
  if (lines_.empty() || tries_ == kMostTries) return false;
  ++tries_;
  line_ = lines_.back();
  lines_.pop_back();
  mutant_ = submission_;
  mutant_.texts[line_.task] = without_line(mutant_.texts.at(line_.task), line_.line);
  build_ = builder_.start(mutant_, work_, user_);
  return true;
}

void Viva::compare(const std::vector<Result>& without) {
  constexpr std::size_t kMostChecks = 3;
  std::vector<std::string> broken;
  for (const Result& now : without)
    if (now.verdict != Verdict::passed && now.verdict != Verdict::killed)
      broken.push_back(fmt::format("{}: {}", now.check->name, verdict_in_words(now)));
  const bool breaks = !broken.empty();
  if (!breaks) {
    idle_ = line_;
    return;
  }
  const std::size_t count = broken.size();
  broken.resize(std::min(count, kMostChecks));
  std::string answer = fmt::format("Of {} checks of task {} that passed, {} fail without it.",
                                   without.size(), line_.task, count);
  for (const std::string& one : broken) answer += "\n" + one;
  questions_.push_back({fmt::format("{}, line {}:\n{}\nWhat breaks if this line is removed?",
                                    submission_.files.at(line_.task).filename().string(),
                                    line_.line + 1, line_.text),
                        answer});
  lines_.clear();
  idle_.reset();
}

bool Viva::poll() {
  if (build_) {
    if (!build_->poll()) return false;
    std::vector<const Check*> checks;
    for (const Result& result : results_)
      if (result.check->task == line_.task && result.verdict == Verdict::passed)
        checks.push_back(result.check);
    if (build_->problem().empty() && !build_->left_out().contains(line_.task))
      runner_ = run_(checks);
    build_.reset();
  }
  if (runner_) {
    runner_->poll();
    if (!runner_->is_done()) return false;
    compare(runner_->results());
    runner_.reset();
  }
  if (try_next()) return false;
  if (idle_)
    questions_.push_back(
        {fmt::format("{}, line {}:\n{}\nWhat is it for? Which input would need it?",
                     submission_.files.at(idle_->task).filename().string(), idle_->line + 1,
                     idle_->text),
         "Without it every check that passed still passes: accept the student's own reason."});
  idle_.reset();
  if (why_) questions_.push_back(*why_);
  why_.reset();
  return true;
}

void Viva::write_to(const std::filesystem::path& folder) const {
  std::string text = fmt::format("Viva: {}\nInputs: {}\n", submission_.name, inputs_);
  nlohmann::ordered_json json = {
      {"student", submission_.name}, {"inputs", inputs_}, {"questions", nlohmann::json::array()}};
  const auto indented = [](const std::string& lines) {
    return std::regex_replace(lines, std::regex("\n"), "\n   ");
  };
  for (const VivaQuestion& one : questions_) {
    json["questions"].push_back({{"question", one.question}, {"answer", one.answer}});
    text += fmt::format("\n{}. {}\n   Answer: {}\n", json["questions"].size(),
                        indented(one.question), indented(one.answer));
  }
  if (questions_.empty()) text += "\nNothing to ask: no check has a case for it.\n";
  io::write_file(folder / "viva.txt", text);
  io::write_file(folder / "viva.json", json_text(json));
}

}  // namespace marrow::cli
