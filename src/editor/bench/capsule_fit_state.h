// Capsules being solved for, while the window "Fit the capsules" is open. No ImGui.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "platform/jobs.h"
#include "rig/fit/fit_report.h"
#include "scene/scene.h"

namespace marrow {

struct CapsuleFitChoices {
  FitTo to = FitTo::weights;
  bool tapers = false;
  std::optional<Falloff> falloff{};  ///< none: each is tried
  std::optional<Metric> metric{};    ///< none: each is tried
  std::size_t motion = 0;            ///< index into Scene::motions
  bool operator==(const CapsuleFitChoices&) const = default;
};

/// Solves beside the window, on a copy of the scene.
class CapsuleFitJob {
 public:
  CapsuleFitJob(Scene scene, Id skeleton, FitWish wish);
  ~CapsuleFitJob() { stop_ = true; }
  CapsuleFitJob(const CapsuleFitJob&) = delete;
  CapsuleFitJob& operator=(const CapsuleFitJob&) = delete;

  void stop() { stop_ = true; }
  bool is_stopped() const { return stop_; }
  bool is_done() const { return job_.is_done(); }
  bool wait(double seconds) const { return job_.wait(seconds); }         ///< Job::wait()
  float share() const { return share_; }                                 ///< that is done
  std::vector<float> curve() const;                                      ///< of the error so far
  const CapsuleFit& fit() const { return fit_; }                         ///< when it is done
  const std::vector<FitMeasure>& measures() const { return measures_; }  ///< likewise

 private:
  void run();

  const Scene scene_;
  const Id skeleton_;
  const FitWish wish_;
  std::atomic<bool> stop_ = false;
  std::atomic<float> share_ = 0.0f;
  mutable std::mutex mutex_;
  std::vector<float> curve_;  ///< under the mutex
  CapsuleFit fit_;
  std::vector<FitMeasure> measures_;
  platform::Job job_;  ///< last: it uses all of the above
};

struct CapsuleFitState {
  bool is_open = false;
  bool wants_focus = false;
  CapsuleFitChoices choices;
  bool shows_both = true;  ///< before and after, divided in the picture

  /// What the job is of.
  struct MadeOf {
    Id skeleton = kNoId;
    std::uint64_t commits = 0;
    CapsuleFitChoices choices;
    bool operator==(const MadeOf&) const = default;
  } made_of;
  std::shared_ptr<CapsuleFitJob> job;
  std::vector<std::shared_ptr<CapsuleFitJob>> ending;  ///< stopped, but not at their end yet
  bool had_ended = false;                              ///< the job, in the frame before
  int frames_to_settle = 0;
  bool is_compared = false;  ///< the swipe view was opened for what this job found

  void drop_job() {
    std::erase_if(ending, [](const auto& one) { return one->is_done(); });
    if (job != nullptr) job->stop();
    if (is_running()) ending.push_back(job);
    job.reset();
  }
  bool is_running() const { return job != nullptr && !job->is_done(); }
  /// Why the job found nothing; empty: it did, or is under way.
  std::string problem() const {
    return job != nullptr && job->is_done() ? job->fit().problem : std::string();
  }
  /// The job, when it found something.
  const CapsuleFitJob* found() const {
    const bool has_found = job != nullptr && job->is_done() && !job->is_stopped() &&
                           job->fit().problem.empty() && !job->fit().is_stopped;
    return has_found ? job.get() : nullptr;
  }
};

}  // namespace marrow
