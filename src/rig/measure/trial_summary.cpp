#include "rig/measure/trial_summary.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "scene/falloff.h"

namespace marrow {
namespace {

using Cure = Advice::Cure;

/// In the order of JointTrial::decides.
enum Decider { kByVolume, kBySection, kByStretch, kByStep, kDeciders };

/// Of a weight: a step this large is at a hole or between two capsules.
constexpr double kHoleStep = 0.999;

Band band_of(const JointTrial& trial) {
  const Meters& meters = trial.meters;
  return std::max(std::max(meters.volume.band, meters.section.band),
                  std::max(meters.stretch.band, meters.step.band));
}

/// The deciding meters of a skeleton's joints.
struct Setting {
  bool has_capsules;
  bool jumps;  ///< weights jump where a capsule ends
  Blend blend;
};

struct Left {
  const char* what;
  Cure cure;
};

Left torn_by(const Setting& setting, bool by_holes) {
  if (!setting.has_capsules)
    return {"weights of the file step over single edges. Use the capsules, or smooth them.",
            Cure::none};
  if (by_holes)
    return {"skin goes from one capsule straight to the next. Fit all radii so that they overlap.",
            Cure::fit_all};
  if (setting.jumps)
    return {"weights jump where a capsule ends. The linear falloff lets them fade.",
            Cure::linear_falloff};
  return {"edges stretch at the bend. A finer mesh there, or a bone split in two, spreads it.",
          Cure::none};
}

Left thinned_by(const Setting& setting) {
  if (setting.blend == Blend::linear)
    return {"linear blending thins a quarter turn. Dual quaternions keep its girth.",
            Cure::dual_quaternions};
  return {"a quarter turn thins the skin. Split the bone, so that more joints share the twist.",
          Cure::none};
}

/// Names the most frequent problem of these joints.
void tell_what_is_left(const std::vector<const JointTrial*>& worst, const char* band,
                       const Setting& setting, TrialSummary& summary) {
  std::array<std::size_t, kDeciders> counts{};
  std::size_t holes = 0;
  for (const JointTrial* trial : worst) {
    if (trial->decides >= 0) ++counts[static_cast<std::size_t>(trial->decides)];
    holes += trial->decides == kByStep && trial->meters.step.value >= kHoleStep ? 1 : 0;
  }
  const std::size_t torn = counts[kByStep] + counts[kByStretch],
                    thinned = counts[kByVolume] + counts[kBySection];
  const bool is_torn = torn >= thinned;
  const Left left = is_torn ? torn_by(setting, 2 * holes > torn) : thinned_by(setting);
  summary.left =
      fmt::format("{} of {} {}: {}", is_torn ? torn : thinned, worst.size(), band, left.what);
  summary.cure = left.cure;
}

}  // namespace

TrialSummary summary_of(const std::vector<JointTrial>& trials, const Skeleton& skeleton,
                        std::size_t uncovered, bool has_capsules) {
  TrialSummary summary{.joints = trials.size(), .left = {}};
  std::vector<const JointTrial*> poor, fair;
  double sum = 0.0;
  for (const JointTrial& trial : trials) {
    sum += 100.0 / (1.0 + trial.badness);
    const Band band = band_of(trial);
    if (band == Band::poor) poor.push_back(&trial);
    if (band == Band::fair) fair.push_back(&trial);
  }
  summary.poor = poor.size();
  summary.fair = fair.size();
  summary.good = trials.size() - poor.size() - fair.size();
  if (!trials.empty()) summary.score = sum / static_cast<double>(trials.size());
  if (uncovered > 0 && has_capsules) {
    summary.left = fmt::format("{} {} no joint, and the skin tears around {}: fit all radii first.",
                               uncovered, uncovered == 1 ? "vertex follows" : "vertices follow",
                               uncovered == 1 ? "it" : "them");
    summary.cure = Cure::fit_all;
  } else if (!poor.empty() || !fair.empty()) {
    const Setting setting{.has_capsules = has_capsules,
                          .jumps = choice_row(skeleton.falloff).at_surface == AtSurface::jumps,
                          .blend = skeleton.blend};
    tell_what_is_left(poor.empty() ? fair : poor, poor.empty() ? "fair" : "poor", setting, summary);
  }
  return summary;
}

std::string summary_words(const TrialSummary& summary) {
  return fmt::format("Score {:.0f} of 100 \u00b7 {} {}: {} poor, {} fair, {} good", summary.score,
                     summary.joints, summary.joints == 1 ? "joint" : "joints", summary.poor,
                     summary.fair, summary.good);
}

}  // namespace marrow
