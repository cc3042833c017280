#include "rig/measure/motion_trial.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rig/playback.h"
#include "scene/stance.h"

namespace marrow {

namespace {

float posed_badness(const MeterValues& values) {
  const bool has_any = std::any_of(values.begin(), values.begin() + 3,
                                   [](float value) { return !std::isnan(value); });
  return has_any ? float(badness_of(posed_meters_of(values)))
                 : std::numeric_limits<float>::quiet_NaN();
}

}  // namespace

MeterValues values_of(const Meters& meters) {
  return {float(meters.volume.value), float(meters.thickness.value), float(meters.stretch.value),
          float(meters.weight_jump.value)};
}

Meters meters_of(const MeterValues& values) {
  Meters meters;
  meters.volume.value = double(values[0]);
  meters.thickness.value = double(values[1]);
  meters.stretch.value = double(values[2]);
  meters.weight_jump.value = double(values[3]);
  return graded(meters);
}

Meters posed_meters_of(const MeterValues& values) {
  MeterValues posed = values;
  posed[3] = std::numeric_limits<float>::quiet_NaN();
  return meters_of(posed);
}

std::vector<float> trial_times(const Motion& motion, double rate, std::size_t most) {
  constexpr double kSameTime = 1e-3;  // seconds
  const auto end = double(duration_of(motion));
  const double steps = std::floor(end * rate + kSameTime * rate);
  if (steps + 2.0 > double(most)) return sample_times(motion, most);
  std::vector<float> times;
  for (double k = 0.0; k <= steps; k += 1.0) times.push_back(float(std::min(k / rate, end)));
  if (end - double(times.back()) > kSameTime) times.push_back(float(end));
  return times;
}

MotionSample sample_at(const Scene& scene, Id skeleton, const Motion& motion, float seconds,
                       Deformer& deformer, Measures& measures) {
  MotionSample sample{seconds, values_of({}), {}, {}};
  const Node* rig = find_node(scene, skeleton);
  if (rig == nullptr || !rig->skeleton) return sample;
  const Scene then = at_time(scene, motion, seconds);
  deformer.update(then);
  measures.update(then, deformer);
  sample.model = values_of(measures.model(skeleton));
  for (const Joint& joint : rig->skeleton->joints) {
    sample.joints.push_back(values_of(measures.joint(joint.id)));
    sample.badness.push_back(posed_badness(sample.joints.back()));
  }
  return sample;
}

WorstOfMotion worst_of(const std::vector<MotionSample>& samples, std::size_t joint) {
  WorstOfMotion worst;
  for (const MotionSample& sample : samples) {
    if (joint >= sample.badness.size() || std::isnan(sample.badness[joint])) continue;
    const auto badness = double(sample.badness[joint]);
    if (worst.joint >= 0 && badness <= worst.badness) continue;
    worst = {int(joint), sample.seconds, sample.joints[joint], badness, {}};
  }
  if (worst.joint >= 0) worst.complaint = complaint_of(posed_meters_of(worst.values));
  return worst;
}

std::vector<WorstOfMotion> worst_of_all(const std::vector<MotionSample>& samples) {
  std::vector<WorstOfMotion> all;
  const std::size_t joints = samples.empty() ? 0 : samples.front().joints.size();
  for (std::size_t j = 0; j < joints; ++j)
    if (WorstOfMotion worst = worst_of(samples, j); worst.joint >= 0)
      all.push_back(std::move(worst));
  std::stable_sort(all.begin(), all.end(), [](const WorstOfMotion& a, const WorstOfMotion& b) {
    return a.badness > b.badness;
  });
  return all;
}

std::vector<MotionSample> try_motion(const Scene& scene, Id skeleton, const Motion& motion,
                                     const std::vector<float>& times, const Tasks& tasks,
                                     const ProgressCallback& progress) {
  Deformer deformer = Deformer::with(tasks);
  Measures measures;
  std::vector<MotionSample> samples;
  for (const float time : times) {
    if (!goes_on(progress, double(samples.size()) / double(times.size()))) break;
    samples.push_back(sample_at(scene, skeleton, motion, time, deformer, measures));
  }
  return samples;
}

}  // namespace marrow
