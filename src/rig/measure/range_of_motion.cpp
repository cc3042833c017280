#include "rig/measure/range_of_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include "rig/rig_check.h"
#include "scene/falloff.h"

namespace marrow {

namespace {

/// A meter in words, and its badness; NaN: nothing to measure.
struct Verdict {
  std::string words;
  Band band = Band::unknown;
  double badness = 0.0;
  EdgePlace where{};
};

using Verdicts = std::array<Verdict, 5>;

Verdicts verdicts_on(const Meters& meters) {
  const auto verdict = [](const char* name, const Meter& meter, double badness,
                          const std::string& value) {
    const bool is_measured = !std::isnan(meter.value);
    return Verdict{fmt::format("{} {}", name, is_measured ? value : "\u2013"), meter.band,
                   is_measured ? badness : meter.value, meter.where};
  };
  const double volume = meters.volume.value, thickness = meters.thickness.value,
               stretch = meters.stretch.value, jump = meters.weight_jump.value,
               follows = meters.follows.value;
  return {verdict("volume", meters.volume, std::abs(volume - 1.0) / kTrialLimits.volume,
                  fmt::format("{:.1f} %", 100.0 * volume)),
          verdict("thickness", meters.thickness,
                  std::max(0.0, (1.0 - thickness) / kTrialLimits.thickness),
                  fmt::format("{:.2f}", thickness)),
          verdict("stretch", meters.stretch, std::max(0.0, (stretch - 1.0) / kTrialLimits.stretch),
                  fmt::format("{:.1f}\u00d7", stretch)),
          verdict("weight jump", meters.weight_jump, jump / kTrialLimits.weight_jump,
                  fmt::format("{:.2f}", jump)),
          verdict("follows", meters.follows, std::max(0.0, (1.0 - follows) / kTrialLimits.stays),
                  fmt::format("{:.2f}", follows))};
}

/// Index of the decisive verdict; -1 if nothing is measured.
int worst_of(const Verdicts& verdicts) {
  int worst = -1;
  for (int i = 0; i < int(verdicts.size()); ++i) {
    const double badness = verdicts[std::size_t(i)].badness;
    if (std::isnan(badness)) continue;
    if (worst < 0 || badness > verdicts[std::size_t(worst)].badness) worst = i;
  }
  return worst;
}

Verdict worst_verdict(const Meters& meters) {
  const Verdicts verdicts = verdicts_on(meters);
  const int worst = worst_of(verdicts);
  return worst < 0 ? Verdict{} : verdicts[std::size_t(worst)];
}

constexpr double kGoodShare = 0.4;  // up to this share of its limit a meter is good

/// Along the bone, in the joint's frame.
glm::vec3 twist_axis(const glm::vec3& extent) {
  const float length = glm::length(extent);
  return length > 0.0f ? extent / length : glm::vec3(0.0f, 1.0f, 0.0f);
}

}  // namespace

std::vector<JointMotion> motions_of(const Skeleton& skeleton, std::size_t joint) {
  RIG_CHECK(joint < skeleton.joints.size());
  const Joint& moving = skeleton.joints[joint];
  const glm::vec3 along = twist_axis(moving.extent);
  const glm::vec3 across = std::abs(along.x) <= std::abs(along.z) ? glm::vec3(1.0f, 0.0f, 0.0f)
                                                                  : glm::vec3(0.0f, 0.0f, 1.0f);
  std::vector<JointMotion> motions;
  for (const auto& [name, axis] : {std::pair{"flex", across}, std::pair{"twist", along}}) {
    for (const float degrees : {90.0f, -90.0f}) {
      const glm::mat4 turn = glm::rotate(glm::mat4(1.0f), glm::radians(degrees), axis);
      motions.push_back(
          {moving.id, fmt::format("{} {:+.0f}", name, degrees), turn * moving.user_local});
    }
  }
  return motions;
}

Band band_of(double badness) {
  return std::isnan(badness)     ? Band::unknown
         : badness <= kGoodShare ? Band::good
         : badness < 1.0         ? Band::fair
                                 : Band::poor;
}

Meters graded(Meters meters) {
  const Verdicts verdicts = verdicts_on(meters);
  Meter* const each[] = {&meters.volume, &meters.thickness, &meters.stretch, &meters.weight_jump,
                         &meters.follows};
  for (std::size_t i = 0; i < verdicts.size(); ++i) each[i]->band = band_of(verdicts[i].badness);
  return meters;
}

double badness_of(const Meters& meters) { return worst_verdict(meters).badness; }

std::string complaint_of(const Meters& meters) { return worst_verdict(meters).words; }

double trial_score(double badness, double follows) {
  constexpr double kWell = 0.9;  // the skin at a bone's ends turns half-way with the next bone
  const double share = std::isnan(follows) ? 1.0 : std::min(1.0, follows / kWell);
  return 100.0 * share / (1.0 + badness);
}

EdgePlace where_of(const Meters& meters) { return worst_verdict(meters).where; }

std::vector<std::pair<std::string, Band>> lines_of(const Meters& meters) {
  std::vector<std::pair<std::string, Band>> lines;
  for (Verdict& verdict : verdicts_on(meters))
    lines.emplace_back(std::move(verdict.words), verdict.band);
  return lines;
}

Scene moved(const Scene& scene, const JointMotion& motion) {
  Scene result = scene;
  const JointRef at = find_joint(scene, motion.joint);
  if (at.node >= 0)
    edit_skeleton(result, at.node).joints[std::size_t(at.joint)].user_local = motion.user_local;
  return result;
}

JointTrial try_joint(const Scene& scene, Id skeleton, std::size_t joint, Deformer& deformer,
                     Measures& measures) {
  JointTrial trial;
  const Node* rig = find_node(scene, skeleton);
  if (!rig || !rig->skeleton || joint >= rig->skeleton->joints.size()) return trial;
  trial.joint = rig->skeleton->joints[joint].id;
  for (const JointMotion& motion : motions_of(*rig->skeleton, joint)) {
    const Scene bent = moved(scene, motion);
    deformer.update(bent);
    measures.update(bent, deformer);
    const Meters& meters = measures.joint(trial.joint);
    const double badness = badness_of(meters);
    if (trial.worst.joint != kNoId && badness <= trial.badness) continue;
    trial.worst = motion;
    trial.meters = graded(meters);
    trial.badness = badness;
  }
  trial.complaint = complaint_of(trial.meters);
  trial.decides = worst_of(verdicts_on(trial.meters));
  trial.where = where_of(trial.meters);
  return trial;
}

bool owns_skin(const Scene& scene, Id joint, Deformer& deformer, Measures& measures) {
  deformer.update(scene);
  measures.update(scene, deformer);
  return measures.follows(joint).band != Band::unknown;
}

std::vector<JointTrial> range_of_motion(const Scene& scene, Id skeleton, const Tasks& tasks,
                                        const ProgressCallback& progress) {
  Deformer deformer = Deformer::with(tasks);
  deformer.update(scene);
  std::vector<JointTrial> trials;
  const PosedSkeleton* rig = deformer.skeleton(skeleton);
  if (!rig) return trials;
  const std::vector<std::uint32_t> captured = rig->captured;
  const std::vector<Joint>& rig_joints = find_node(scene, skeleton)->skeleton->joints;
  Measures measures;
  for (std::size_t j = 0; j < captured.size(); ++j) {
    if (!goes_on(progress, double(j) / double(captured.size()))) break;
    if (captured[j] == 0 && !owns_skin(scene, rig_joints[j].id, deformer, measures)) continue;
    trials.push_back(try_joint(scene, skeleton, j, deformer, measures));
  }
  std::stable_sort(trials.begin(), trials.end(),
                   [](const JointTrial& a, const JointTrial& b) { return a.badness > b.badness; });
  return trials;
}

namespace {

/// In the order of JointTrial::decides.
enum Decider { kByVolume, kByThickness, kByStretch, kByWeightJump, kByFollowing, kDeciders };

/// A weight jump this large is at a hole or between two capsules.
constexpr double kHoleJump = 0.999;

Band band_of(const JointTrial& trial) {
  const Meters& meters = trial.meters;
  return std::max({meters.volume.band, meters.thickness.band, meters.stretch.band,
                   meters.weight_jump.band, meters.follows.band});
}

/// The settings on which a remedy depends, besides the trials.
struct Setting {
  bool has_capsules;
  bool jumps;  ///< weights jump where a capsule ends
  Blend blend;
};

struct Left {
  const char* what;
  const char* remedy = "";
};

Left torn_by(const Setting& setting, bool by_holes) {
  if (!setting.has_capsules)
    return {"weights of the file jump over single edges. Use the capsules, or smooth them."};
  if (by_holes)
    return {"skin goes from one capsule straight to the next.",
            "Fit all radii so that they overlap."};
  if (setting.jumps)
    return {"weights jump where a capsule ends.", "The linear falloff lets them fade."};
  return {"edges stretch at the bend. A finer mesh there, or a bone split in two, spreads it."};
}

Left kept_by(const Setting& setting) {
  if (!setting.has_capsules)
    return {"weights of the file leave skin nearest to a bone to other joints. Use the capsules."};
  return {"skin nearest to a bone follows other joints.", "Fit all radii."};
}

Left thinned_by(const Setting& setting) {
  if (setting.blend == Blend::linear)
    return {"linear blending thins a quarter turn.", "Dual quaternions keep its girth."};
  return {"a quarter turn thins the skin. Split the bone, so that more joints share the twist."};
}

/// Names the most frequent problem of these joints.
void tell_what_is_left(const std::vector<const JointTrial*>& worst, const char* band,
                       const Setting& setting, TrialSummary& summary) {
  std::array<std::size_t, kDeciders> counts{};
  std::size_t holes = 0;
  for (const JointTrial* trial : worst) {
    if (trial->decides >= 0) ++counts[std::size_t(trial->decides)];
    holes +=
        trial->decides == kByWeightJump && trial->meters.weight_jump.value >= kHoleJump ? 1 : 0;
  }
  const std::size_t torn = counts[kByWeightJump] + counts[kByStretch],
                    thinned = counts[kByVolume] + counts[kByThickness], kept = counts[kByFollowing],
                    most = std::max({torn, thinned, kept});
  const Left left = torn == most   ? torn_by(setting, 2 * holes > torn)
                    : kept == most ? kept_by(setting)
                                   : thinned_by(setting);
  summary.left = fmt::format("{} of {} {}: {}", most, worst.size(), band, left.what);
  summary.remedy = left.remedy;
}

}  // namespace

TrialSummary summary_of(const std::vector<JointTrial>& trials, const Skeleton& skeleton,
                        std::size_t uncovered, bool has_capsules) {
  TrialSummary summary{.joints = trials.size(), .left = {}, .remedy = {}};
  std::vector<const JointTrial*> poor, fair;
  double sum = 0.0;
  for (const JointTrial& trial : trials) {
    sum += trial_score(trial.badness, trial.meters.follows.value);
    const Band band = band_of(trial);
    if (band == Band::poor) poor.push_back(&trial);
    if (band == Band::fair) fair.push_back(&trial);
  }
  summary.poor = poor.size();
  summary.fair = fair.size();
  summary.good = trials.size() - poor.size() - fair.size();
  if (!trials.empty()) summary.score = sum / double(trials.size());
  if (uncovered > 0 && has_capsules) {
    summary.left = fmt::format("{} {} no joint, and the skin tears around {}.", uncovered,
                               uncovered == 1 ? "vertex follows" : "vertices follow",
                               uncovered == 1 ? "it" : "them");
    summary.remedy = "Fit all radii first.";
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
