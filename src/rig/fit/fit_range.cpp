// Fits to meters: a search over radii, one joint (and its partner on the other side) at a time.
#include <algorithm>

#include "rig/fit/bend_trial.h"

namespace marrow {

namespace {

constexpr std::size_t kTimesToSearch = 12, kTimesToScore = 60;
constexpr int kMostSweeps = 6;
/// The least reduction of the loss for which distances through the body are chosen: they are
/// measured again at each change of a bone.
constexpr double kBodyGain = 1.0;
constexpr std::size_t kMostGaps = 40;
constexpr int kTakersOfGap = 3;
constexpr float kFirstStep = 0.25f, kLeastStep = 0.03f;  // shares of a radius
constexpr double kLittleLoss = 0.02;  // the search ends after a sweep that gains less

/// Joints whose radii change together: one joint, or one on each side.
struct JointGroup {
  std::vector<int> joints;
  float step = kFirstStep;
};

class RangeFitting {
 public:
  RangeFitting(const Scene& scene, Id skeleton, const Motion* motion, const FitFreedom& freedom,
               const FitProgress& progress, CapsuleFit& fit)
      : scene_(scene),
        motion_(motion),
        trials_(scene, skeleton, motion, kTimesToSearch),
        freedom_(freedom),
        progress_(progress),
        fit_(fit) {}

  void run() {
    std::optional<BendTrial> start = trials_.whole(fit_.capsules, 0.0, 0.05, trial_progress_);
    if (!start) return stop();
    start_ = std::move(*start);
    if (!choose_start()) return;
    make_groups();
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      const double before = best_.score.loss;
      if (!fill_gaps() || !scale_all(sweep) || !sweep_groups(sweep)) return;
      if (is_done() || best_.score.loss > before - kLittleLoss) break;
    }
    if (is_better(best_, start_) && is_better_at_more_times()) fit_.capsules = best_.capsules;
  }

 private:
  void stop() { fit_.is_stopped = true; }

  /// Neither the loss nor the score may be worse than with the scene's own capsules.
  static bool is_better(const BendTrial& trial, const BendTrial& start) {
    return trial.score.loss < start.score.loss && trial.score.score >= start.score.score;
  }

  /// The search tried only a few times of the motion, so the result is compared at more.
  bool is_better_at_more_times() {
    if (motion_ == nullptr) return true;
    BendTrials trials(scene_, fit_.skeleton, motion_, kTimesToScore);
    const std::optional<BendTrial> start = trials.whole(fit_.capsules, 1.0, 1.0, trial_progress_),
                                   best = trials.whole(best_.capsules, 1.0, 1.0, trial_progress_);
    fit_.is_stopped = !start || !best;
    return start && best && is_better(*best, *start);
  }

  bool tell(double share) {
    fit_.curve.push_back(best_.score.loss);
    if (!progress_ || progress_({share, best_.score.loss, "trying radii"})) return true;
    stop();
    return false;
  }

  /// Chooses where the search begins: the best of the scene's capsules and, for each metric and
  /// falloff allowed, the capsules that fit the joints' skin.
  bool choose_start() {
    best_ = start_;
    std::vector<CapsuleSettings> starts;
    for (const auto& metric : kMetrics)
      for (const auto& falloff : kFalloffs) {
        if (freedom_.metric.value_or(metric.value) != metric.value ||
            freedom_.falloff.value_or(falloff.value) != falloff.value)
          continue;
        CapsuleSettings one = fit_.capsules;
        one.falloff = falloff.value;
        one.metric = metric.value;
        make_even(one);
        starts.push_back(std::move(one));
      }
    for (std::size_t s = 0; s < starts.size(); ++s) {
      const double from = 0.05 + 0.25 * double(s) / double(starts.size()),
                   to = 0.05 + 0.25 * double(s + 1) / double(starts.size());
      const std::optional<BendTrial> trial =
          trials_.whole(trials_.fitted(starts[s]), from, to, trial_progress_);
      if (!trial) return stop(), false;
      fit_.choices.push_back({starts[s].falloff, starts[s].metric, trial->score.loss});
      const bool is_free = starts[s].metric != start_.capsules.metric && !freedom_.metric;
      if (trial->score.loss < best_.score.loss - (is_free ? kBodyGain : 0.0)) best_ = *trial;
    }
    return tell(0.3);
  }

  /// Removes tapers, except from locked joints: the fit to the skin keeps the shape of a capsule,
  /// good or bad.
  void make_even(CapsuleSettings& capsules) const {
    for (std::size_t j = 0; j < capsules.radii.size(); ++j) {
      const float radius = capsules.radii[j].largest();
      if (!trials_.skeleton().joints[j].locked) capsules.radii[j] = {radius, radius};
    }
  }

  void make_groups() {
    const std::vector<Joint>& joints = trials_.skeleton().joints;
    std::vector<int> other(joints.size(), -1);
    for (const auto& [a, b] : freedom_.sides) other[std::size_t(a)] = b, other[std::size_t(b)] = a;
    for (int j = 0; j < int(joints.size()); ++j) {
      const int partner = other[std::size_t(j)];
      if (joints[std::size_t(j)].locked) continue;
      if (partner < 0 || joints[std::size_t(partner)].locked) {
        groups_.push_back({{j}});
      } else if (partner > j) {
        groups_.push_back({{j, partner}});
      }
    }
  }

  bool try_radii(const std::vector<int>& joints, const std::vector<Radii>& radii) {
    CapsuleSettings capsules = best_.capsules;
    for (std::size_t k = 0; k < joints.size(); ++k)
      capsules.radii[std::size_t(joints[k])] = radii[k];
    BendTrial trial = trials_.changed(best_, joints, std::move(capsules));
    if (!(trial.score.loss < best_.score.loss - 1e-6)) return false;
    best_ = std::move(trial);
    return true;
  }

  /// For each uncovered island, tries the capsules that have to grow least to hold it.
  bool fill_gaps() {
    std::vector<BendTrials::Gap> gaps = trials_.gaps(best_.capsules);
    gaps.resize(std::min(gaps.size(), kMostGaps));
    for (const BendTrials::Gap& gap : gaps) {
      if (!tell(0.3)) return false;
      std::vector<const JointGroup*> takers;
      const auto growth = [&](const JointGroup& group) {
        const auto j = std::size_t(group.joints.front());
        return gap.needed[j] / std::max(best_.capsules.radii[j].largest(), 1e-12f);
      };
      for (const JointGroup& group : groups_) takers.push_back(&group);
      const auto few = std::min<std::size_t>(takers.size(), kTakersOfGap);
      std::partial_sort(
          takers.begin(), takers.begin() + std::ptrdiff_t(few), takers.end(),
          [&](const JointGroup* a, const JointGroup* b) { return growth(*a) < growth(*b); });
      for (std::size_t k = 0; k < few; ++k) {
        const float needed = gap.needed[std::size_t(takers[k]->joints.front())];
        std::vector<Radii> radii;
        for (const int j : takers[k]->joints) {
          const Radii& now = best_.capsules.radii[std::size_t(j)];
          radii.push_back(now.with_largest(std::max(now.largest(), needed)));
        }
        if (try_radii(takers[k]->joints, radii)) break;
      }
    }
    return true;
  }

  /// Tries to scale all radii together, only in the first sweep.
  bool scale_all(int sweep) {
    if (sweep > 0) return true;
    for (const float factor : {0.8f, 0.9f, 1.15f, 1.3f}) {
      CapsuleSettings scaled = best_.capsules;
      for (std::size_t j = 0; j < scaled.radii.size(); ++j) {
        if (trials_.skeleton().joints[j].locked) continue;
        scaled.radii[j] = scaled.radii[j].scaled(factor);
      }
      const std::optional<BendTrial> trial = trials_.whole(scaled, 0.3, 0.35, trial_progress_);
      if (!trial) return stop(), false;
      if (trial->score.loss < best_.score.loss) best_ = *trial;
    }
    return tell(0.35);
  }

  /// Enlarges a group's radii by these shares, at the origins and at the tips. Returns false,
  /// without a change, if that does not reduce the loss.
  bool try_along(const JointGroup& group, float by_origin, float by_tip) {
    std::vector<Radii> radii;
    for (const int j : group.joints) {
      const Radii& now = best_.capsules.radii[std::size_t(j)];
      radii.push_back({now.at_origin * (1.0f + by_origin), now.at_tip * (1.0f + by_tip)});
    }
    return try_radii(group.joints, radii);
  }

  bool improve(JointGroup& group) {
    const float up = group.step, down = 1.0f / (1.0f + group.step) - 1.0f;
    bool any = try_along(group, up, up) || try_along(group, down, down);
    if (freedom_.tapers)
      for (const float by : {up, down}) {
        any |= try_along(group, by, 0.0f);
        any |= try_along(group, 0.0f, by);
      }
    return any;
  }

  bool sweep_groups(int sweep) {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const double share = (double(sweep) + double(g) / double(groups_.size())) / kMostSweeps;
      if (!tell(0.35 + 0.65 * share)) return false;
      if (groups_[g].step >= kLeastStep && !improve(groups_[g])) groups_[g].step *= 0.5f;
    }
    return true;
  }

  bool is_done() const {
    return std::all_of(groups_.begin(), groups_.end(),
                       [](const JointGroup& one) { return one.step < kLeastStep; });
  }

  const Scene& scene_;
  const Motion* motion_;
  BendTrials trials_;
  const FitFreedom& freedom_;
  const FitProgress& progress_;
  /// Progress of a trial of all joints; its loss is not known yet and is reported as 0.
  const ProgressCallback trial_progress_ = [this](double share) {
    return !progress_ || progress_({share, 0.0, "moving joints"});
  };
  CapsuleFit& fit_;
  std::vector<JointGroup> groups_;
  BendTrial start_, best_;
};

CapsuleFit fit_to_bending(const Scene& scene, Id skeleton, const Motion* motion,
                          const FitFreedom& freedom, const FitProgress& progress) {
  const Node* node = find_node(scene, skeleton);
  if (!node || !node->skeleton || node->skeleton->joints.empty())
    return {.skeleton = skeleton, .problem = "there is no skeleton with joints"};
  const bool has_mesh = std::any_of(scene.nodes.begin(), scene.nodes.end(), [&](const Node& one) {
    return one.mesh && one.bound_to == skeleton;
  });
  if (!has_mesh) return {.skeleton = skeleton, .problem = "no mesh is bound to this skeleton"};
  CapsuleFit fit{.skeleton = skeleton, .capsules = capsule_settings_of(*node->skeleton)};
  fit.capsules.falloff = freedom.falloff.value_or(fit.capsules.falloff);
  fit.capsules.metric = freedom.metric.value_or(fit.capsules.metric);
  RangeFitting(scene, skeleton, motion, freedom, progress, fit).run();
  return fit;
}

}  // namespace

CapsuleFit fit_to_range(const Scene& scene, Id skeleton, const FitFreedom& freedom,
                        const FitProgress& progress) {
  return fit_to_bending(scene, skeleton, nullptr, freedom, progress);
}

CapsuleFit fit_to_motion(const Scene& scene, Id skeleton, const Motion& motion,
                         const FitFreedom& freedom, const FitProgress& progress) {
  return fit_to_bending(scene, skeleton, &motion, freedom, progress);
}

BendScore bend_score(const Scene& scene, Id skeleton, const Motion* motion,
                     const ProgressCallback& progress) {
  const Node* node = find_node(scene, skeleton);
  if (!node || !node->skeleton) return {};
  BendTrials trials(scene, skeleton, motion, kTimesToScore);
  const std::optional<BendTrial> trial =
      trials.whole(capsule_settings_of(*node->skeleton), 0.0, 1.0, progress);
  return trial ? trial->score : BendScore{};
}

}  // namespace marrow
