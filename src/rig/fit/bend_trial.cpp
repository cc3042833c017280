#include "rig/fit/bend_trial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/index.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
// The loss if every vertex were uncovered, and if every vertex bled.
constexpr double kUncovered = 400.0;
constexpr double kBleeding = 100.0;

std::vector<int> all_joints(const Skeleton& skeleton) {
  std::vector<int> joints(skeleton.joints.size());
  std::iota(joints.begin(), joints.end(), 0);
  return joints;
}

}  // namespace

BendTrials::BendTrials(const Scene& scene, Id skeleton, const Motion* motion,
                       std::size_t most_times)
    : scene_(scene), node_(skeleton), motion_(motion) {
  skeleton_ = find_node(scene, skeleton)->skeleton;
  scene_ = with_capsules(scene, skeleton, capsule_settings_of(*skeleton_));
  if (motion_ != nullptr)
    times_ = trial_times(*motion_, double(motion_->timing.frame_rate), most_times);
  const int threads = std::max(thread_limit(), 1);
  for (int k = 0; k < threads; ++k) benches_.push_back(std::make_unique<Bench>());
  Bench& bench = *benches_.front();
  bench.deformer.update(scene_);
  bench.measures.update(scene_, bench.deformer);
  for (const DeformedMesh& mesh : bench.deformer.meshes())
    if (mesh.skeleton == node_) vertices_ += mesh.mesh->positions.size();
}

Scene BendTrials::scene_with(const CapsuleSettings& capsules) const {
  return with_capsules(scene_, node_, capsules);
}

/// These joints, their parents and children, and all joints that share a vertex with `joints`.
std::vector<int> BendTrials::touched_by(const Scene& scene, const std::vector<int>& joints) {
  Bench& bench = *benches_.front();
  bench.deformer.update(scene);
  std::vector<char> is_touched(skeleton_->joints.size(), 0), is_changed = is_touched;
  for (const int j : joints) is_touched[std::size_t(j)] = is_changed[std::size_t(j)] = 1;
  for (std::size_t j = 0; j < is_touched.size(); ++j) {
    const int parent = skeleton_->joints[j].parent;
    if (parent < 0) continue;
    if (is_changed[j]) is_touched[std::size_t(parent)] = 1;
    if (is_changed[std::size_t(parent)]) is_touched[j] = 1;
  }
  for (const DeformedMesh& mesh : bench.deformer.meshes()) {
    if (mesh.skeleton != node_) continue;
    const Influences& rows = mesh.influences;
    for (std::uint32_t v = 0; v < mesh.mesh->positions.size(); ++v) {
      const auto begin = rows.joint.begin() + rows.row_begin(v),
                 end = rows.joint.begin() + rows.row_end(v);
      if (std::any_of(begin, end, [&](std::uint32_t j) { return is_changed[j] != 0; }))
        std::for_each(begin, end, [&](std::uint32_t j) { is_touched[j] = 1; });
    }
  }
  std::vector<int> touched;
  for (std::size_t j = 0; j < is_touched.size(); ++j)
    if (is_touched[j]) touched.push_back(int(j));
  return touched;
}

void BendTrials::try_joints(const Scene& scene, const std::vector<int>& joints, BendTrial& trial) {
  const std::size_t workers = std::min(benches_.size(), joints.size());
  parallel_for_each(workers, 1, [&](std::size_t w) {
    Bench& bench = *benches_[w];
    bench.deformer.update(scene);
    const std::vector<std::uint32_t> captured = bench.deformer.skeleton(node_)->captured;
    for (std::size_t k = w; k < joints.size(); k += workers) {
      const auto j = std::size_t(joints[k]);
      trial.badness[j] = kUnknown;
      if (captured[j] == 0) continue;
      const JointTrial its = try_joint(scene, node_, j, bench.deformer, bench.measures);
      trial.badness[j] = its.badness;
    }
  });
}

/// Measures all joints at all times, because the motion moves them together.
void BendTrials::try_times(const Scene& scene, BendTrial& trial) {
  std::vector<MotionSample> samples(times_.size());
  const std::size_t workers = std::min(benches_.size(), times_.size());
  parallel_for_each(workers, 1, [&](std::size_t w) {
    for (std::size_t k = w; k < times_.size(); k += workers)
      samples[k] = sample_at(scene, node_, *motion_, times_[k], benches_[w]->deformer,
                             benches_[w]->measures);
  });
  std::fill(trial.badness.begin(), trial.badness.end(), kUnknown);
  for (const MotionSample& sample : samples)
    for (std::size_t j = 0; j < sample.badness.size(); ++j) {
      const double its = double(sample.badness[j]);
      if (!std::isnan(its) && !(its <= trial.badness[j])) trial.badness[j] = its;
    }
}

void BendTrials::count_holes(const Scene& scene, const std::vector<int>& joints, BendTrial& trial) {
  Bench& bench = *benches_.front();
  bench.deformer.update(scene);
  bench.measures.update(scene, bench.deformer);
  trial.uncovered = 0;
  for (const DeformedMesh& mesh : bench.deformer.meshes())
    if (mesh.skeleton == node_) trial.uncovered += mesh.coverage.uncovered;
  for (std::size_t j = 0; j < skeleton_->joints.size(); ++j)
    trial.follows[j] = bench.measures.follows(skeleton_->joints[j].id).value;
  for (const int j : joints)
    trial.bleeding[std::size_t(j)] =
        bench.measures.bleed(skeleton_->joints[std::size_t(j)].id).count;
}

void BendTrials::sum_up(BendTrial& trial) const {
  BendScore& score = trial.score;
  score = {};
  for (std::size_t j = 0; j < trial.badness.size(); ++j) {
    const double follows = trial.follows[j];
    const bool holds_skin = !std::isnan(trial.badness[j]);
    if (!holds_skin && std::isnan(follows)) continue;
    ++score.joints;
    if (holds_skin) score.score += trial_score(trial.badness[j], follows);
    score.poor += !holds_skin || trial.badness[j] >= 1.0 || 1.0 - follows >= kTrialLimits.stays;
    score.follows = std::min(score.follows, std::isnan(follows) ? 1.0 : follows);
  }
  if (score.joints > 0) score.score /= double(score.joints);
  score.uncovered = trial.uncovered;
  for (const std::uint32_t its : trial.bleeding) score.bleeding += its;
  const double of_all = 1.0 / double(std::max<std::size_t>(vertices_, 1));
  score.loss = 100.0 - score.score +
               (kUncovered * double(score.uncovered) + kBleeding * double(score.bleeding)) * of_all;
}

std::optional<BendTrial> BendTrials::whole(const CapsuleSettings& capsules, double from, double to,
                                           const ProgressCallback& progress) {
  constexpr std::size_t kAtOnce = 8;
  const std::size_t joints = skeleton_->joints.size();
  BendTrial trial;
  trial.capsules = capsules;
  trial.badness.assign(joints, kUnknown);
  trial.follows.assign(joints, kUnknown);
  trial.bleeding.assign(joints, 0);
  const Scene scene = scene_with(capsules);
  const std::vector<int> all = all_joints(*skeleton_);
  for (std::size_t begin = 0; motion_ == nullptr && begin < joints; begin += kAtOnce) {
    const double share = from + (to - from) * double(begin) / double(joints);
    if (!goes_on(progress, share)) return std::nullopt;
    const std::size_t end = std::min(begin + kAtOnce, joints);
    try_joints(scene, {all.begin() + std::ptrdiff_t(begin), all.begin() + std::ptrdiff_t(end)},
               trial);
  }
  if (!goes_on(progress, to)) return std::nullopt;
  if (motion_ != nullptr) try_times(scene, trial);
  count_holes(scene, all, trial);
  sum_up(trial);
  return trial;
}

BendTrial BendTrials::changed(const BendTrial& trial, const std::vector<int>& joints,
                              CapsuleSettings capsules) {
  BendTrial other = trial;
  other.capsules = std::move(capsules);
  const Scene before = scene_with(trial.capsules), scene = scene_with(other.capsules);
  if (motion_ != nullptr) {
    try_times(scene, other);
  } else {
    std::vector<int> touched = touched_by(before, joints);
    for (const int j : touched_by(scene, joints)) touched.push_back(j);
    sort_unique(touched);
    try_joints(scene, touched, other);
  }
  count_holes(scene, joints, other);
  sum_up(other);
  return other;
}

CapsuleSettings BendTrials::fitted(const CapsuleSettings& capsules) {
  Bench& bench = *benches_.front();
  const Scene scene = scene_with(capsules);
  bench.deformer.update(scene);
  bench.measures.update(scene, bench.deformer);
  CapsuleSettings result = capsules;
  for (std::size_t j = 0; j < skeleton_->joints.size(); ++j) {
    const Fit fit = bench.measures.fit(skeleton_->joints[j].id);  // trials draw in radii that bleed
    if (fit.has_skin && !skeleton_->joints[j].locked)
      result.radii[j] = capsules.radii[j].with_largest(fit.radius);
  }
  return result;
}

std::vector<BendTrials::Gap> BendTrials::gaps(const CapsuleSettings& capsules) {
  Bench& bench = *benches_.front();
  const Scene scene = scene_with(capsules);
  bench.deformer.update(scene);
  bench.measures.update(scene, bench.deformer);
  std::vector<Gap> gaps;
  for (const Island& island : bench.measures.islands(node_))
    gaps.push_back({bench.measures.needed_radii(island)});
  return gaps;
}

}  // namespace marrow
