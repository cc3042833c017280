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

constexpr double kHoleStep = 0.999;  // of a weight: at a hole, or from capsule to capsule

Band band_of(const JointTrial& trial) {
  const Meters& meters = trial.meters;
  return std::max(std::max(meters.volume.band, meters.section.band),
                  std::max(meters.stretch.band, meters.step.band));
}

/// What spoils these joints, by the most frequent decider.
void tell_what_is_left(const std::vector<const JointTrial*>& worst, const char* band, bool jumps,
                       TrialSummary& summary) {
  std::array<std::size_t, kDeciders> counts{};
  std::size_t holes = 0;
  for (const JointTrial* trial : worst) {
    if (trial->decides >= 0) ++counts[static_cast<std::size_t>(trial->decides)];
    holes += trial->decides == kByStep && trial->meters.step.value >= kHoleStep ? 1 : 0;
  }
  const std::size_t torn = counts[kByStep] + counts[kByStretch],
                    thinned = counts[kByVolume] + counts[kBySection];
  if (torn >= thinned && 2 * holes > torn) {
    summary.left = fmt::format(
        "{} of {} {}: skin goes from one capsule straight to the next. Fit "
        "all radii so that they overlap.",
        torn, worst.size(), band);
    summary.cure = Cure::fit_all;
  } else if (torn >= thinned && jumps) {
    summary.left = fmt::format(
        "{} of {} {}: weights jump where a capsule ends. The linear falloff "
        "lets them fade.",
        torn, worst.size(), band);
    summary.cure = Cure::linear_falloff;
  } else if (torn >= thinned) {
    summary.left = fmt::format(
        "{} of {} {}: edges stretch at the bend. A finer mesh there, or a "
        "bone split in two, spreads it.",
        torn, worst.size(), band);
  } else {
    summary.left = fmt::format(
        "{} of {} {}: linear blending thins a quarter turn. Split the bone, "
        "so that more joints share the twist.",
        thinned, worst.size(), band);
  }
}

}  // namespace

TrialSummary summary_of(const std::vector<JointTrial>& trials, Falloff falloff,
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
    const bool jumps = choice_row(falloff).at_surface == AtSurface::jumps;
    tell_what_is_left(poor.empty() ? fair : poor, poor.empty() ? "fair" : "poor", jumps, summary);
  }
  if (!has_capsules) summary.cure = Cure::none;
  return summary;
}

std::string summary_words(const TrialSummary& summary) {
  return fmt::format("Score {:.0f} of 100 \u00b7 {} {}: {} poor, {} fair, {} good", summary.score,
                     summary.joints, summary.joints == 1 ? "joint" : "joints", summary.poor,
                     summary.fair, summary.good);
}

}  // namespace marrow
