// The meters over a whole motion: when does the rig break while it moves, and where?
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/progress.h"
#include "rig/measure/range_of_motion.h"

namespace marrow {

/// Volume, section, stretch and step of Meters, in this order; NaN: there is nothing to measure.
using MeterValues = std::array<float, 4>;

MeterValues values_of(const Meters& meters);
/// Meters with these values, graded by the limits; they say nowhere.
Meters meters_of(const MeterValues& values, const TrialLimits& limits);
/// The same without the step: what a pose changes. Weights are those of the bind pose at every
/// time, so a step would be as bad at all of them.
Meters posed_meters_of(const MeterValues& values, const TrialLimits& limits);

/// A skeleton's meters at one time of a motion.
struct MotionSample {
  float seconds = 0.0f;
  MeterValues model{};
  std::vector<MeterValues> joints{};  ///< one per joint
  /// One per joint: badness_of() what a pose changes, by the limits of the skeleton's falloff; NaN
  /// where nothing is measured.
  std::vector<float> badness{};
};

/// The times k / `rate` of a motion and its end; evenly spread, where these are more than `most`.
std::vector<float> trial_times(const Motion& motion, double rate, std::size_t most);

/// The sample at a time. `deformer` and `measures` are left there. Without such a skeleton nothing
/// is measured.
MotionSample sample_at(const Scene& scene, Id skeleton, const Motion& motion, float seconds,
                       Deformer& deformer, Measures& measures);

/// The time at which a joint is worst.
struct WorstOfMotion {
  int joint = -1;  ///< index; -1: nothing was measured
  float seconds = 0.0f;
  MeterValues values{};
  double badness = 0.0;   ///< badness_of() what a pose changes
  std::string complaint;  ///< complaint_of() the same
};

/// The worst sample of one joint; of equal ones the first.
WorstOfMotion worst_of(const std::vector<MotionSample>& samples, std::size_t joint,
                       const TrialLimits& limits);
/// That of every joint that has any, the worst first (equal ones in joint order).
std::vector<WorstOfMotion> worst_of_all(const std::vector<MotionSample>& samples,
                                        const TrialLimits& limits);

/// Samples at these times. `progress` is called before each; stopped by it, only those before.
std::vector<MotionSample> try_motion(const Scene& scene, Id skeleton, const Motion& motion,
                                     const std::vector<float>& times, const Tasks& tasks,
                                     const ProgressCallback& progress = {});

}  // namespace marrow
