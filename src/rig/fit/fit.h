// Solves for capsules: radii, tapers, falloff and metric that come as near as they can to what is
// wanted. Nothing is changed; the result is a value that an edit applies.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rig/fit/capsule_solver.h"
#include "rig/fit/posed_meshes.h"
#include "rig/skinning/capsule_settings.h"

namespace marrow {

/// What may be solved for.
struct FitFreedom {
  bool tapers = false;               ///< the radius at a tip may be another one
  std::optional<Falloff> falloff{};  ///< none: each is tried, the best is taken
  std::optional<Metric> metric{};    ///< likewise
  /// Joints may stand in other places at rest, with the bones that end in them, and free ends of
  /// bones may move (place_points.h), as far as each gains by it. They are found under the best
  /// choice of falloff and metric.
  bool places = false;
  /// Joints on two sides, by index, whose radii are to stay equal, and places mirror images. For
  /// fits to meters.
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
  std::vector<double> curve{};                  ///< the least error after each round of work
  bool is_stopped = false;                      ///< by the progress: the rest means nothing
  std::string problem{};                        ///< why there is nothing to fit; empty: all is well
  std::shared_ptr<const PosedTargets> posed{};  ///< of fit_to_meshes()
};

/// Capsules whose weights come near to those that the skeleton's meshes came with (Mesh::weights),
/// by least squares. Errors of the result: root of the mean squared error of a vertex's row. Places
/// (FitFreedom) are judged by the weights alone: joints go where the weights say that they stood.
/// What turns about them then goes elsewhere than the file's joints would take it.
CapsuleFit fit_to_weights(const Scene& scene, Id skeleton, const FitFreedom& freedom,
                          const FitProgress& progress = {});

/// Capsules whose linear blending brings the vertices near to where posed surfaces have them, the
/// bones moved as posed_targets() finds, wherever the joints stand. Errors: root of the mean
/// squared distance, skeleton units.
CapsuleFit fit_to_meshes(const Scene& scene, Id skeleton, const std::vector<PosedSurface>& surfaces,
                         const FitFreedom& freedom, const FitProgress& progress = {});
/// Mean distance of the vertices from the posed surfaces, skeleton units, by the weights that the
/// scene's capsules make.
double mesh_error(const Scene& scene, Id skeleton, const PosedTargets& posed);

/// How well a rig bends, by its meters.
struct BendScore {
  double score = 0.0;  ///< 0 to 100, the mean of the joints' 100 / (1 + badness): trial_summary.h
  std::size_t joints = 0, poor = 0;
  std::size_t uncovered = 0, bleeding = 0;  ///< vertices
  /// What a fit makes less: 100 - score, but under the limits of one falloff whichever there is,
  /// and with penalties for vertices that are uncovered or bleed, and for joints that hold none of
  /// their skin any more.
  double loss = 0.0;
};

/// Capsules that bend well over the range of motion (range_of_motion.h), or over some times of a
/// motion, found by trying radii: no trial changes more than one joint and what stands beside it.
/// The score and the loss are never worse than those of the scene with its capsules (under the
/// falloff and the metric that are asked for).
CapsuleFit fit_to_range(const Scene& scene, Id skeleton, const FitFreedom& freedom,
                        const FitProgress& progress = {});
CapsuleFit fit_to_motion(const Scene& scene, Id skeleton, const Motion& motion,
                         const FitFreedom& freedom, const FitProgress& progress = {});

/// Of a scene whose meshes use the capsules. Over the range of motion, or over a motion.
BendScore bend_score(const Scene& scene, Id skeleton, const Motion* motion = nullptr,
                     const FitProgress& progress = {});

/// How far the rows that capsules make now are from the weights of the file.
struct WeightErrors {
  std::size_t vertices = 0;
  double mean = 0.0;        ///< of misplaced_weight()
  double same_lists = 0.0;  ///< share of the vertices that the same joints hold
  struct OfMesh {
    Id mesh = kNoId;
    std::vector<float> misplaced;  ///< one per source vertex
  };
  std::vector<OfMesh> meshes;
};
/// Of the meshes of a skeleton that have weights of their own.
WeightErrors weight_errors(const Scene& scene, Id skeleton);

/// How far vertices of one scene are from those of another, over the range of motion.
struct VertexErrors {
  double mean = 0.0;   ///< over vertices and motions, world units
  double way = 0.0;    ///< how far the file's weights move them: the mean distance to the pose now
  double worst = 0.0;  ///< of one vertex in one motion
  double size = 0.0;   ///< the diagonal of the meshes at rest
};
/// Of the meshes of a skeleton that have weights of their own: these weights, and the joints where
/// `wanted` has them, against the capsules and the joints of `scene`. Both turn by the same Ul.
VertexErrors vertex_errors(const Scene& wanted, const Scene& scene, Id skeleton,
                           const FitProgress& progress = {});

}  // namespace marrow
