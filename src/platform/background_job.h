// A result that is computed in the background. Defines for all jobs how work is canceled, what
// happens to work whose result is no longer wanted, and how exceptions are reported.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/progress.h"
#include "platform/jobs.h"

namespace marrow::platform {

/// What a job needs besides its work.
struct JobRules {
  std::string out_of_memory;  ///< the problem to report for std::bad_alloc, as a sentence
  const char* words = "";     ///< the progress's first words, until the work sets others
  /// For writing a file: destroying the job waits for the whole work instead of stopping it.
  bool must_finish = false;
};

/// One run of a job: BackgroundJob without the type of its result.
class JobRun {
 public:
  /// Does a part of the work; returns true when all is done. Destroyed, with all that it has
  /// captured, as soon as the work has ended.
  using Step = std::function<bool(Progress& progress)>;

  JobRun(JobRules rules, Step step);
  ~JobRun();
  JobRun(const JobRun&) = delete;
  JobRun& operator=(const JobRun&) = delete;

  Progress& progress() { return progress_; }
  bool is_done() const { return job_.is_done(); }
  bool wait(double seconds) const { return job_.wait(seconds); }
  // Precondition: is_done().
  bool has_result() const { return !was_stopped_ && problem_.empty(); }
  const std::string& problem() const { return problem_; }

 private:
  std::optional<Job::Moment> advance();
  bool make_step();

  const JobRules rules_;
  Progress progress_;
  Step step_;
  bool was_stopped_ = false;  ///< used by the job alone until it is done; so is problem_
  std::string problem_;
  Job job_;  ///< last: it uses all of the above
};

/// How the work ended. With neither a result nor a problem it was canceled.
template <typename Result>
struct JobOutcome {
  std::optional<Result> result;
  std::string problem;  ///< why there is no result, as a sentence
};

/// At most one current run of some work, and earlier runs that were dropped and have not ended yet.
/// The destructor stops all of them and waits for them.
template <typename Result>
class BackgroundJob {
 public:
  /// Does a part of the work. Returns the result, or none to be called again: a page without
  /// threads draws frames in between. Throws Stopped if `progress` wants to stop, or any other
  /// exception as the problem to report. Must own what it uses.
  using Work = std::function<std::optional<Result>(Progress& progress)>;

  BackgroundJob() = default;  ///< begins nothing
  BackgroundJob(BackgroundJob&&) noexcept = default;
  BackgroundJob& operator=(BackgroundJob&&) noexcept = default;

  /// Calls drop(), then begins to work.
  void begin(JobRules rules, Work work) {
    drop();
    result_ = std::make_shared<std::optional<Result>>();
    run_ = std::make_unique<JobRun>(std::move(rules),
                                    [result = result_, work = std::move(work)](Progress& progress) {
                                      *result = work(progress);
                                      return result->has_value();
                                    });
  }
  /// For a Cancel button: asks the work to stop soon. The run then ends with neither a result nor a
  /// problem. Returns false if it is too late: there will be a result.
  bool cancel() { return run_ != nullptr && run_->progress().stop(); }
  /// Cancels the work and forgets it at once; it ends by itself. For a result that is no longer
  /// wanted, for example because its document was replaced.
  void drop() {
    std::erase_if(dropped_, [](const auto& run) { return run->is_done(); });
    if (run_ != nullptr) run_->progress().stop();
    if (run_ != nullptr && !run_->is_done()) dropped_.push_back(std::move(run_));
    run_.reset();
    result_.reset();
  }

  /// True from begin() until drop() or take().
  bool has_begun() const { return run_ != nullptr; }
  bool is_done() const { return run_ != nullptr && run_->is_done(); }
  bool is_running() const { return run_ != nullptr && !run_->is_done(); }
  /// Precondition: has_begun().
  const Progress& progress() const { return run_->progress(); }
  /// Job::wait() of the current run; true if there is none.
  bool wait(double seconds) const { return run_ == nullptr || run_->wait(seconds); }

  /// nullptr if it is not done, was canceled or had a problem.
  const Result* result() const { return is_done() && run_->has_result() ? &**result_ : nullptr; }
  /// Why there is no result, as a sentence; empty until it is done.
  std::string problem() const { return is_done() ? run_->problem() : std::string(); }
  /// Precondition: it is done. Returns the outcome once; afterwards no run has begun.
  JobOutcome<Result> take() {
    JobOutcome<Result> outcome{std::nullopt, run_->problem()};
    if (run_->has_result()) outcome.result = std::move(*result_);
    run_.reset();
    result_.reset();
    return outcome;
  }

  /// True while dropped work is still running.
  bool is_ending() const { return number_ending() > 0; }
  std::size_t number_ending() const {
    return static_cast<std::size_t>(std::count_if(dropped_.begin(), dropped_.end(),
                                                  [](const auto& r) { return !r->is_done(); }));
  }
  /// Waits for all dropped work, at most `seconds` per run. False if some has not ended by then.
  bool wait_for_dropped(double seconds) const {
    return std::all_of(dropped_.begin(), dropped_.end(),
                       [&](const auto& run) { return run->wait(seconds); });
  }

 private:
  std::shared_ptr<std::optional<Result>> result_;  ///< used by the run alone until it is done
  std::vector<std::unique_ptr<JobRun>> dropped_;
  std::unique_ptr<JobRun> run_;
};

}  // namespace marrow::platform
