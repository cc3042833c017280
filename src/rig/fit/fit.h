// Solves for capsules: radii, tapers, falloff and metric that come as near as they can to what is
// wanted. Nothing is changed; the result is a value that an edit applies.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rig/fit/capsule_solver.h"

namespace marrow {

/// What may be solved for.
struct FitFreedom {
  bool tapers = false;               ///< the radius at a tip may be another one
  std::optional<Falloff> falloff{};  ///< none: each is tried, the best is taken
  std::optional<Metric> metric{};    ///< likewise
  bool operator==(const FitFreedom&) const = default;
};

/// All that says which vertices the joints of a skeleton hold, and how strongly.
struct Capsules {
  Falloff falloff = Falloff::inverse;
  Metric metric = Metric::straight;
  std::vector<CapsuleRadii> radii{};  ///< one per joint
  bool operator==(const Capsules&) const = default;
};

Capsules capsules_of(const Skeleton& skeleton);
/// The scene with these capsules, which all meshes of the skeleton then use, also those with
/// weights of their own. Unchanged without a skeleton of as many joints.
Scene with_capsules(const Scene& scene, Id skeleton, const Capsules& capsules);

struct CapsuleFit {
  Id skeleton = kNoId;
  Capsules capsules;  ///< the best; those of the scene where nothing is better
  /// What each choice of falloff and metric came to, in the order tried; the best has the least.
  struct Choice {
    Falloff falloff = Falloff::inverse;
    Metric metric = Metric::straight;
    double error = 0.0;
  };
  std::vector<Choice> choices;
  std::vector<double> curve;  ///< the least error after each round of work
  bool is_stopped = false;    ///< by the progress: the rest means nothing
  std::string problem;        ///< why there is nothing to fit; empty: all is well
};

/// Capsules whose weights come near to those that the skeleton's meshes came with (Mesh::weights),
/// by least squares. Errors of the result: root of the mean squared error of a vertex's row.
CapsuleFit fit_to_weights(const Scene& scene, Id skeleton, const FitFreedom& freedom,
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
  double worst = 0.0;  ///< of one vertex in one motion
  double size = 0.0;   ///< the diagonal of the meshes at rest
};
/// Of the meshes of a skeleton that have weights of their own, these weights against capsules.
VertexErrors vertex_errors(const Scene& scene, Id skeleton, const FitProgress& progress = {});

}  // namespace marrow
