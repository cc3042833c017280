// Solves for capsules: radii, tapers, falloff and metric that come as near to a goal as they can.
// Changes nothing; the result is a value that an edit applies.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/progress.h"
#include "rig/skinning/capsule_settings.h"
#include "scene/motion.h"
#include "scene/scene.h"

namespace marrow {

struct FitMoment {
  double share = 0.0;      ///< work that is done, 0 to 1
  double error = 0.0;      ///< the least error or loss so far; 0: not known yet
  const char* words = "";  ///< what the fit is doing
};
/// A ProgressCallback that also receives the error. Called by one thread at a time; returns false
/// to stop.
using FitProgress = std::function<bool(const FitMoment&)>;

/// The degrees of freedom of a fit.
struct FitFreedom {
  bool tapers = false;               ///< the radius at a tip may differ
  std::optional<Falloff> falloff{};  ///< nullopt: tries each and uses the best
  std::optional<Metric> metric{};    ///< nullopt: tries each and uses the best
  /// Pairs of left and right joints, by index, whose radii stay equal. For fits to meters.
  std::vector<std::pair<int, int>> sides{};
  bool operator==(const FitFreedom&) const = default;
};

struct CapsuleFit {
  Id skeleton = kNoId;
  CapsuleSettings capsules{};  ///< the best found; the scene's if none is better
  /// The result of each choice of falloff and metric, in the order tried; the best has the least
  /// error.
  struct Choice {
    Falloff falloff = Falloff::inverse;
    Metric metric = Metric::straight;
    double error = 0.0;
  };
  std::vector<Choice> choices{};
  std::vector<double> curve{};  ///< the least error after each round of work
  bool is_stopped = false;      ///< by the progress callback: all other members are invalid
  std::string problem{};        ///< why there is nothing to fit; empty: success
};

/// Fits capsules, by least squares, to the weights that the skeleton's meshes came with
/// (Mesh::weights). The result's errors are root mean squares over the vertices' rows.
CapsuleFit fit_to_weights(const Scene& scene, Id skeleton, const FitFreedom& freedom,
                          const FitProgress& progress = {});

/// How well a rig bends, by its meters.
struct BendScore {
  /// The mean of the joints' trial_score(), 0 to 100; see TrialSummary.
  double score = 0.0;
  std::size_t joints = 0, poor = 0;         ///< joints that should move skin; the poor ones
  double follows = 1.0;                     ///< the least of the joints' Meters::follows
  std::size_t uncovered = 0, bleeding = 0;  ///< numbers of vertices
  /// What a fit minimizes: 100 - score, and penalties for vertices that are uncovered or bleed.
  double loss = 0.0;
};

/// Fits capsules that bend well over the range of motion (range_of_motion.h), or over some times of
/// a motion, by trying radii, mostly those of one joint (and its partner on the other side) at
/// once. Score and loss are never worse than those of the scene with its capsules (under the
/// falloff and the metric of `freedom`, if set).
CapsuleFit fit_to_range(const Scene& scene, Id skeleton, const FitFreedom& freedom,
                        const FitProgress& progress = {});
CapsuleFit fit_to_motion(const Scene& scene, Id skeleton, const Motion& motion,
                         const FitFreedom& freedom, const FitProgress& progress = {});

/// Score of a scene whose meshes use the capsules, over the range of motion or over a motion.
BendScore bend_score(const Scene& scene, Id skeleton, const Motion* motion = nullptr,
                     const ProgressCallback& progress = {});

}  // namespace marrow
