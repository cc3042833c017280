#include "edit/recovery/autosave.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "io/error.h"

namespace marrow {
namespace {

// The pause between two snapshots, as a multiple of the time that writing one takes.
constexpr double kPatience = 20.0;

}  // namespace

Autosave::Autosave(std::filesystem::path parent, std::string version, Pace pace)
    : pace_(pace),
      folder_(std::move(parent), std::move(version)),
      job_([this] { return step(); }) {}

Autosave::~Autosave() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  job_.wake();
  job_.wait(platform::Job::kAsLongAsItTakes);
}

void Autosave::note(Scene scene, RecoveryFacts facts, std::uint64_t commits) {
  {
    const std::lock_guard lock(mutex_);
    waiting_ = Waiting{std::move(scene), std::move(facts), commits};
  }
  job_.wake();
}

void Autosave::forget(std::uint64_t commits) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.reset();
    forgets_ = true;
    edits_at_ = commits;
  }
  job_.wake();
}

void Autosave::take_over(ClaimedRecovery orphan) {
  const std::lock_guard lock(mutex_);
  taken_over_.push_back(std::move(orphan));
}

Autosave::Report Autosave::report() const {
  const std::lock_guard lock(mutex_);
  Report report = report_;
  report.is_idle = !waiting_ && !forgets_ && !is_writing_;
  report.is_writing = is_writing_;
  return report;
}

std::string Autosave::take_problem() {
  const std::lock_guard lock(mutex_);
  return std::exchange(problem_, {});
}

std::optional<Autosave::Clock::time_point> Autosave::step() {
  std::unique_lock lock(mutex_);
  if (forgets_) {
    clear(lock);
  } else if (waiting_ && (ends_ || due() <= Clock::now())) {
    write(lock);
  }
  if (forgets_ || (waiting_ && ends_)) return platform::Job::kAtOnce;
  if (waiting_) return due();
  return ends_ ? std::nullopt : std::optional(platform::Job::kWhenWoken);
}

/// Due time of the waiting snapshot. Precondition: one waits; the mutex is held.
Autosave::Clock::time_point Autosave::due() const {
  const auto after = [&](double seconds) {
    return began_ +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  };
  if (has_failed_) return after(pace_.retry);
  if (began_ == Clock::time_point{} || waiting_->commits >= edits_at_ + pace_.edits)
    return Clock::time_point{};
  return after(std::clamp(kPatience * report_.seconds, pace_.shortest,
                          std::max(pace_.shortest, pace_.longest)));
}

void Autosave::write(std::unique_lock<std::mutex>& lock) {
  std::optional<Waiting> taken = std::exchange(waiting_, std::nullopt);
  std::vector<ClaimedRecovery> replaced = std::exchange(taken_over_, {});
  const std::uint64_t commits = taken->commits;
  is_writing_ = true;
  began_ = Clock::now();
  lock.unlock();
  std::string problem;
  std::uint64_t bytes = 0;
  try {
    bytes = folder_.write(taken->scene, taken->facts);
    for (ClaimedRecovery& orphan : replaced) orphan.discard();
    replaced.clear();
    taken.reset();  // it may be the last owner of a mesh, which is freed here, without the lock
  } catch (const io::Error& error) {
    problem = error.what();
  }
  lock.lock();
  is_writing_ = false;
  if (problem.empty()) {
    edits_at_ = std::max(edits_at_, commits);
    report_ = {report_.snapshots + 1,
               commits,
               bytes,
               std::chrono::duration<double>(Clock::now() - began_).count(),
               true,
               true};
    has_failed_ = false;
    return;
  }
  if (!has_failed_) problem_ = std::move(problem);
  has_failed_ = true;
  std::move(replaced.begin(), replaced.end(), std::back_inserter(taken_over_));
  if (!waiting_ && !ends_ && !forgets_) waiting_ = std::move(taken);  // tried again later
}

void Autosave::clear(std::unique_lock<std::mutex>& lock) {
  forgets_ = false;
  is_writing_ = true;
  std::vector<ClaimedRecovery> done = std::exchange(taken_over_, {});
  lock.unlock();
  folder_.clear();
  for (ClaimedRecovery& orphan : done) orphan.discard();
  done.clear();
  lock.lock();
  is_writing_ = false;
  report_.has_snapshot = false;
}

}  // namespace marrow
