#include "platform/jobs.h"

#include <algorithm>
#include <vector>

namespace marrow::platform {

struct Job::Inside {
  std::function<std::optional<Moment>()> step;
  Moment next = kAtOnce;
  bool is_woken = false, is_done = false, is_running = false;

  /// Does a step if one is due.
  bool advance() {
    if (is_done || is_running || (!is_woken && next > Clock::now())) return false;
    is_woken = false;
    is_running = true;
    const std::optional<Moment> again = step();
    is_running = false;
    is_done = !again;
    next = again.value_or(kWhenWoken);
    return true;
  }
};

namespace {

std::vector<Job::Inside*> jobs;  ///< in the order of their making
std::size_t next_in_turn = 0;    ///< of these

std::chrono::duration<double, std::milli> since(Job::Moment begin) {
  return Job::Clock::now() - begin;
}

}  // namespace

Job::Job(std::function<std::optional<Moment>()> step) : inside_(std::make_unique<Inside>()) {
  inside_->step = std::move(step);
  jobs.push_back(inside_.get());
}

Job::~Job() { std::erase(jobs, inside_.get()); }

void Job::wake() { inside_->is_woken = true; }

bool Job::is_done() const { return inside_->is_done; }

/// A job that waits for a moment is waited for; one that waits to be woken never ends by itself.
bool Job::wait(double seconds) const {
  const Moment begin = Clock::now();
  while (!inside_->is_done && since(begin).count() < seconds * 1000.0)
    if (!inside_->advance() && inside_->next == kWhenWoken) break;
  return inside_->is_done;
}

void advance_jobs(double milliseconds) {
  const Job::Moment begin = Job::Clock::now();
  std::size_t idle = 0;  // jobs in turn that had nothing to do
  while (idle < jobs.size()) {
    next_in_turn = (next_in_turn + 1) % jobs.size();
    idle = jobs[next_in_turn]->advance() ? 0 : idle + 1;
    if (since(begin).count() >= milliseconds) return;
  }
}

/// The page's only thread must go on.
void pause(double milliseconds) { advance_jobs(milliseconds); }

}  // namespace marrow::platform
