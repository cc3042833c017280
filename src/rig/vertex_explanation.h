// Explains a vertex's position: distance, weight and contribution of every joint, from the
// deformer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/skinning/deformer.h"

namespace marrow {

/// One joint's influence on a vertex. Points are in skeleton space.
struct VertexTerm {
  Id joint = kNoId;
  std::size_t index = 0;  ///< in Skeleton::joints
  std::string name;
  /// d, to the bone at bind, by the skeleton's metric; infinite if too far to be measured.
  float distance = 0.0f;
  float radius = 0.0f;  ///< r; r(t) of a tapered capsule
  bool is_in = false;   ///< the joint is in the vertex's list
  /// The falloff's value before normalizing (1/d for inverse distance); 0 if the joint is out.
  float raw = 0.0f;
  float weight = 0.0f;      ///< w
  glm::vec3 closest{0.0f};  ///< point of the bone nearest to the vertex, at bind
  /// If the joint is in: the line along which d was measured, from the vertex to the bone, at bind.
  std::vector<glm::vec3> path;
  /// T v, v with morph targets: the place of the vertex if this joint alone moved it.
  glm::vec3 candidate{0.0f};
  /// Membership by the contract: d < r, with d computed here, not by the functions.
  bool should_be_in = false;
  float should_weigh = 0.0f;  ///< weight by the contract, given the membership above
};

struct VertexExplanation {
  Id mesh = kNoId, skeleton = kNoId;  ///< nodes
  std::string mesh_name;
  std::uint32_t vertex = 0;  ///< source vertex
  Falloff falloff = Falloff::inverse;
  Metric metric = Metric::straight;
  Blend blend = Blend::linear;    ///< as shown; linear while centers are deferred
  bool has_file_weights = false;  ///< weights came with the mesh: d and r decide nothing
  bool is_painted = false;        ///< touch-ups changed the weights
  bool has_given_weights() const { return has_file_weights || is_painted; }
  glm::vec3 bind{0.0f};               ///< v, skeleton space: tested against the capsules
  glm::vec3 rest{0.0f};               ///< v as skin() reads it: moved by active morph targets
  glm::vec3 posed{0.0f};              ///< v' by the deformer
  std::optional<glm::vec3> center{};  ///< c at bind, if the blend turns the vertex about one
  glm::vec3 should_be{0.0f};          ///< v' by contract and blend, with T = W B^-1
  /// Joints that are in, heaviest first; then the others, nearest to their capsule first.
  std::vector<VertexTerm> terms;
  /// Number of joints that are in. 0: the vertex is uncovered and stays in place.
  std::size_t in_count = 0;
};

/// nullopt without the mesh, its binding, or the vertex. `deformer` must be up to date with
/// `scene`.
std::optional<VertexExplanation> explain_vertex(const Scene& scene, const Deformer& deformer,
                                                Id mesh, std::uint32_t vertex);

/// "0.1250", or "far": farther than distances through the body were measured.
std::string distance_text(float distance);

/// The table as aligned text: all joints with a weight, and the three nearest others.
std::string explanation_text(const VertexExplanation& explanation);

/// True if the deformer's list, weights and v' follow the contract for these d, r, B and W. With
/// file weights only v' is checked. If d and r differ by rounding only, both lists are accepted.
bool follows_contract(const VertexExplanation& explanation);

/// A doctest case in C++ on rig.h that rebuilds the vertex and its joints from numbers and expects
/// the contract's list, weights and v', so that it fails for wrong functions. Joints become roots
/// with L = B, which keeps every B, W and T. File weights are written as they are.
std::string explanation_test(const VertexExplanation& explanation, const Scene& scene,
                             const Deformer& deformer);

// ---- Slow motion: v -> B^-1 v -> W B^-1 v -> the weighted mean

/// The stages; the motion between them is animated.
/// B^-1 v: the joint is back at the origin, and the vertex moved with it.
inline constexpr float kStageHome = 1.0f;
inline constexpr float kStagePosed = 2.0f;    ///< W B^-1 v
inline constexpr float kStageBlended = 3.0f;  ///< v'

/// The matrix applied to joint and vertex so far: I at 0, B^-1 at 1, W B^-1 from 2 on. In between
/// the joint's frame goes from B to I, then to W: translation, scale and shear linearly, rotation
/// by slerp. B must be invertible.
glm::mat4 skinning_at_stage(const glm::mat4& bind, const glm::mat4& posed, float stage);

/// The place of a term's vertex at a stage of 0 to 3, skeleton space. After 2 it goes straight to
/// `explanation.posed`.
glm::vec3 term_at_stage(const VertexExplanation& explanation, const VertexTerm& term,
                        const glm::mat4& bind, const glm::mat4& posed, float stage);

/// "const glm::mat4 W(...);" that reads back bit for bit; one line per column.
std::string matrix_as_cpp(std::string_view name, const glm::mat4& matrix);
/// "W = np.array([[...], ...])"; one line per row, as on paper.
std::string matrix_as_numpy(std::string_view name, const glm::mat4& matrix);

}  // namespace marrow
