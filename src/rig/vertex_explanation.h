// Explains a vertex's place: every joint's distance, weight and contribution, from the deformer.
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
  float distance = 0.0f;  ///< d, to the bone at bind, by the skeleton's metric; infinite: too far
                          ///< to be measured
  float radius = 0.0f;    ///< r, of a tapered capsule r(t)
  bool is_in = false;     ///< the joint stands in the vertex's list
  float raw =
      0.0f;  ///< the falloff's value before normalising (1/d for inverse distance); 0 when out
  float weight = 0.0f;         ///< w
  glm::vec3 closest{0.0f};     ///< point of the bone nearest to the vertex, at bind
  std::vector<glm::vec3> path;  ///< of a term that is in: from the vertex to the bone, at bind, as d
                               ///< was measured
  glm::vec3 candidate{
      0.0f};  ///< T v (v with morph targets): where this joint alone would put the vertex
  bool should_be_in = false;  ///< by the contract: d < r, d measured here and not by the functions
  float should_weigh = 0.0f;  ///< by the contract, given that
  glm::vec3 contribution{0.0f};  ///< w T v; the sum of these is v'
};

struct VertexExplanation {
  Id mesh = kNoId, skeleton = kNoId;  ///< nodes
  std::string mesh_name;
  std::uint32_t vertex = 0;  ///< source vertex
  Falloff falloff = Falloff::inverse;
  Metric metric = Metric::straight;
  Blend blend = Blend::linear;    ///< that is shown; linear while centers wait
  bool has_file_weights = false;  ///< the weights came with the mesh: d and r decide nothing
  bool is_painted = false;        ///< touch-ups changed the weights
  bool has_given_weights() const { return has_file_weights || is_painted; }
  glm::vec3 bind{0.0f};   ///< v, skeleton space: what the capsules hold or not
  glm::vec3 rest{0.0f};   ///< v as skin() takes it: the same, moved by active morph targets
  glm::vec3 posed{0.0f};  ///< v' as the deformer has it
  std::optional<glm::vec3> center{};  ///< c, at bind, that the blend turns the vertex about
  glm::vec3 should_be{0.0f};  ///< v' by contract and blend, from W B^-1 of these functions' W, B
  std::vector<VertexTerm> terms;  ///< those that are in, heaviest first; then the others, nearest
                                  ///< to their capsule first
  std::size_t in_count =
      0;  ///< how many of them are in; 0: uncovered, the vertex stays where it is
};

/// None without the mesh, its binding, or the vertex. `deformer` is up to date with `scene`.
std::optional<VertexExplanation> explain_vertex(const Scene& scene, const Deformer& deformer,
                                                Id mesh, std::uint32_t vertex);

/// "0.1250", or "far": farther than distances through the body were measured.
std::string distance_text(float distance);

/// The table as aligned text: all joints with a weight, and the three nearest others.
std::string explanation_text(const VertexExplanation& explanation);

/// True if the deformer's list, weights and v' follow the contract for these d, r, B and W; with
/// file weights only v' is checked. Where d and r differ by rounding only, both lists are right.
bool follows_contract(const VertexExplanation& explanation);

/// A doctest case in C++ on rig.h that rebuilds the vertex and its joints from numbers and expects
/// the contract's list, weights and v', so it fails for wrong functions. Joints are roots with L =
/// B, which keeps every B, W and T. File weights are given as they are.
std::string explanation_test(const VertexExplanation& explanation, const Scene& scene,
                             const Deformer& deformer);

// ---- Slow motion: v -> B^-1 v -> W B^-1 v -> the weighted mean

/// The stages; the way from one to the next is drawn as a motion.
inline constexpr float kStageHome =
    1.0f;  ///< B^-1 v: the joint has come home to the origin, the vertex with it
inline constexpr float kStagePosed = 2.0f;    ///< W B^-1 v
inline constexpr float kStageBlended = 3.0f;  ///< v'

/// The matrix that has carried joint and vertex so far: I at 0, B^-1 at 1, W B^-1 from 2 on.
/// Between, the joint's frame goes from B to I, then to W: translation, scale and any shear
/// linearly, rotation by slerp. B is invertible.
glm::mat4 skinning_at_stage(const glm::mat4& bind, const glm::mat4& posed, float stage);

/// The place of a term's vertex at a stage of 0 to 3, skeleton space; after 2 straight to
/// `explanation.posed`.
glm::vec3 term_at_stage(const VertexExplanation& explanation, const VertexTerm& term,
                        const glm::mat4& bind, const glm::mat4& posed, float stage);

/// "const glm::mat4 W(...);" that reads back bit for bit; one line per column.
std::string matrix_as_cpp(std::string_view name, const glm::mat4& matrix);
/// "W = np.array([[...], ...])"; one line per row, as on paper.
std::string matrix_as_numpy(std::string_view name, const glm::mat4& matrix);

}  // namespace marrow
