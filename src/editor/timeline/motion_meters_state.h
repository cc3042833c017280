// Meters over the chosen motion, measured beside the window. No ImGui.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "platform/jobs.h"
#include "rig/measure/motion_trial.h"
#include "scene/scene.h"

namespace marrow {

/// Measures a motion on a copy of the scene, a frame of it at a time, with the program's own
/// functions.
class MotionMetering {
 public:
  MotionMetering(Scene scene, Id skeleton, std::shared_ptr<const Motion> motion);
  MotionMetering(const MotionMetering&) = delete;
  MotionMetering& operator=(const MotionMetering&) = delete;

  bool is_done() const { return job_.is_done(); }
  bool wait(double seconds) const { return job_.wait(seconds); }  ///< Job::wait()
  std::size_t wanted() const { return times_.size(); }            ///< samples
  /// How many there are so far, and those from `first` on.
  std::size_t count() const { return count_; }
  std::vector<MotionSample> samples_from(std::size_t first) const;

 private:
  std::optional<platform::Job::Moment> step();

  const Scene scene_;
  const Id skeleton_;
  const std::shared_ptr<const Motion> motion_;
  const std::vector<float> times_;
  Deformer deformer_;  ///< of the job alone
  Measures measures_;  ///< likewise
  mutable std::mutex mutex_;
  std::vector<MotionSample> samples_;  ///< under the mutex
  std::atomic<std::size_t> count_{0};
  platform::Job job_;  ///< last: it uses all of the above
};

struct MotionMetersState {
  bool is_open = false;  ///< the strips are shown in place of the rows
  std::shared_ptr<MotionMetering> metering;
  std::vector<MotionSample> samples;  ///< those so far, by time
  std::vector<WorstOfMotion> worst;   ///< of each joint, the worst first

  /// What they are of.
  struct MadeOf {
    std::shared_ptr<const Motion> motion;
    Id skeleton = kNoId;
    std::uint64_t commits = 0;
    bool operator==(const MadeOf&) const = default;
  } made_of;
};

}  // namespace marrow
