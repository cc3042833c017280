// The judge: `marrow grade` alone, for machines without the libraries of a window
// (MARROW_JUDGE_ONLY).
#include <string>

#include "cli/commands.h"
#include "cli/printing.h"
#include "editor/version.h"
#include "platform/interrupts.h"

namespace {

using namespace marrow;

cli::Job declare_judge(cli::Options&) {
  return []() -> int {
    throw cli::UsageError("expected a command; this program has only: marrow grade");
  };
}

constexpr cli::Command kJudge = {
    "marrow", "The judge of the assignment, built without the editor and its other commands.",
    declare_judge};

}  // namespace

int main(int argc, char** argv) try {
  const cli::Command* const commands[] = {&cli::kGrade};
  const cli::Job job = cli::job_of(argc, argv, kJudge, std::string("marrow ") + kVersion, commands);
  return platform::status_after_signals(cli::with_output_written(job()));
} catch (const cli::UsageError& error) {
  cli::print_error(std::string(error.what()) + " (marrow --help lists what is possible)");
  return cli::kWrongUsage;
} catch (const std::exception& error) {
  cli::print_error(error.what());
  return cli::kFailed;
}
