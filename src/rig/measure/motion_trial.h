// The meters over a whole motion: when and where does the rig break while it moves?
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/progress.h"
#include "rig/measure/range_of_motion.h"

namespace marrow {

/// Volume, thickness, stretch and weight jump of Meters, in this order; NaN: not measured.
using MeterValues = std::array<float, 4>;

MeterValues values_of(const Meters& meters);
/// Meters with these values, graded as in trials, without places.
Meters meters_of(const MeterValues& values);
/// As meters_of(), without the weight jump, which would be as bad at every time because no pose
/// changes the weights.
Meters posed_meters_of(const MeterValues& values);

/// A skeleton's meters at one time of a motion.
struct MotionSample {
  float seconds = 0.0f;
  MeterValues model{};
  std::vector<MeterValues> joints{};  ///< one per joint
  /// One per joint: badness_of(posed_meters_of()); NaN if nothing was measured.
  std::vector<float> badness{};
};

/// The times k / `rate` of a motion and its end. If there are more than `most` of these: `most`
/// evenly spread times.
std::vector<float> trial_times(const Motion& motion, double rate, std::size_t most);

/// The sample at one time of a motion. Leaves `deformer` and `measures` at that time. Measures
/// nothing if there is no such skeleton.
MotionSample sample_at(const Scene& scene, Id skeleton, const Motion& motion, float seconds,
                       Deformer& deformer, Measures& measures);

/// The time at which a joint is worst.
struct WorstOfMotion {
  int joint = -1;  ///< index; -1: nothing was measured
  float seconds = 0.0f;
  MeterValues values{};
  double badness = 0.0;   ///< badness_of(posed_meters_of(values))
  std::string complaint;  ///< complaint_of(posed_meters_of(values))
};

/// The worst sample of one joint; the first of equal ones.
WorstOfMotion worst_of(const std::vector<MotionSample>& samples, std::size_t joint);
/// worst_of() of all joints that have values, worst first (equal ones in joint order).
std::vector<WorstOfMotion> worst_of_all(const std::vector<MotionSample>& samples);

/// Samples at these times. Calls `progress` before each; if it stops, returns the samples so far.
std::vector<MotionSample> try_motion(const Scene& scene, Id skeleton, const Motion& motion,
                                     const std::vector<float>& times, const Tasks& tasks,
                                     const ProgressCallback& progress = {});

}  // namespace marrow
