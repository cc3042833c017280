// Solves for capsules: radii, tapers, falloff and metric that come as near as they can to what is
// wanted. Nothing is changed; the result is a value that an edit applies.
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

/// How far a fit is.
struct FitMoment {
  double share = 0.0;  ///< of the work, 0 to 1
  double error = 0.0;  ///< the least so far, of what is fitted now; 0: none yet
  const char* words = "";
};
/// A ProgressCallback that receives the error too, from one thread at a time; returns false to
/// stop.
using FitProgress = std::function<bool(const FitMoment&)>;

/// What may be solved for.
struct FitFreedom {
  bool tapers = false;               ///< the radius at a tip may be another one
  std::optional<Falloff> falloff{};  ///< none: each is tried, the best is taken
  std::optional<Metric> metric{};    ///< none: each is tried, the best is taken
  /// Joints on two sides, by index, whose radii are to stay equal. For fits to meters.
  std::vector<std::pair<int, int>> sides{};
  bool operator==(const FitFreedom&) const = default;
};

struct CapsuleFit {
  Id skeleton = kNoId;
  CapsuleSettings capsules{};  ///< the best; those of the scene where nothing is better
  /// What each choice of falloff and metric came to, in the order tried; the best has the least.
  struct Choice {
    Falloff falloff = Falloff::inverse;
    Metric metric = Metric::straight;
    double error = 0.0;
  };
  std::vector<Choice> choices{};
  std::vector<double> curve{};  ///< the least error after each round of work
  bool is_stopped = false;      ///< by the progress: the rest means nothing
  std::string problem{};        ///< why there is nothing to fit; empty: all is well
};

/// Capsules whose weights come near to those that the skeleton's meshes came with (Mesh::weights),
/// by least squares. Errors of the result: root of the mean squared error of a vertex's row.
CapsuleFit fit_to_weights(const Scene& scene, Id skeleton, const FitFreedom& freedom,
                          const FitProgress& progress = {});

/// How well a rig bends, by its meters.
struct BendScore {
  double score = 0.0;  ///< 0 to 100, the mean of the joints' 100 / (1 + badness): trial_summary.h
  std::size_t joints = 0, poor = 0;
  std::size_t uncovered = 0, bleeding = 0;  ///< vertices
  /// What a fit minimizes: 100 - score, but under the limits of one falloff whichever there is,
  /// and with penalties for vertices that are uncovered or bleed, and for joints that hold none of
  /// their skin any more.
  double loss = 0.0;
};

/// Capsules that bend well over the range of motion (range_of_motion.h), or over some times of a
/// motion, found by trying radii: no trial changes more than one joint and its neighbors.
/// The score and the loss are never worse than those of the scene with its capsules (under the
/// falloff and the metric that are asked for).
CapsuleFit fit_to_range(const Scene& scene, Id skeleton, const FitFreedom& freedom,
                        const FitProgress& progress = {});
CapsuleFit fit_to_motion(const Scene& scene, Id skeleton, const Motion& motion,
                         const FitFreedom& freedom, const FitProgress& progress = {});

/// Of a scene whose meshes use the capsules. Over the range of motion, or over a motion.
BendScore bend_score(const Scene& scene, Id skeleton, const Motion* motion = nullptr,
                     const ProgressCallback& progress = {});

}  // namespace marrow
