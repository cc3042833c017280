#include "platform/background_job.h"

#include <exception>
#include <new>

namespace marrow::platform {

JobRun::JobRun(JobRules rules, Step step)
    : rules_(std::move(rules)),
      progress_(rules_.words),
      step_(std::move(step)),
      job_([this] { return advance(); }) {}

JobRun::~JobRun() {
  if (rules_.must_finish)
    job_.wait(Job::kAsLongAsItTakes);
  else
    progress_.stop();
}

std::optional<Job::Moment> JobRun::advance() {
  if (!make_step()) return Job::kAtOnce;
  step_ = nullptr;
  return std::nullopt;
}

/// Returns true if the work has ended.
bool JobRun::make_step() {
  bool is_done = true;
  try {
    if (!progress_.wants_stop()) is_done = step_(progress_);
  } catch (const Stopped&) {
    was_stopped_ = true;
  } catch (const std::bad_alloc&) {
    problem_ = rules_.out_of_memory;
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
  // With a result there is nothing left to stop.
  if (is_done ? progress_.forbid_stop() : !progress_.wants_stop()) return is_done;
  was_stopped_ = true;  // even if there is a result or a problem
  problem_.clear();
  return true;
}

}  // namespace marrow::platform
