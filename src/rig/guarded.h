// Calls the functions of a Tasks and replaces harmful results: wrong size, missing joint, number
// that is not finite, exception. The replacement is harmless (rest pose, uncovered or unmoved
// vertex), and `problems` gets one sentence per function. Wrong but harmless results pass, so that
// the author sees them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rig/rig.h"

namespace marrow::guarded {

using Problems = std::vector<std::string>;
/// Adds the problems that are not in the list yet.
void add_new(const Problems& from, Problems& to);

/// B, or the identity for a joint whose matrix is not finite or not affine.
std::vector<glm::mat4> bind_matrices(const Tasks& tasks, const Skeleton& skeleton,
                                     Problems& problems);

/// W, or B for a joint whose matrix is not usable.
std::vector<glm::mat4> posed_matrices(const Tasks& tasks, const Skeleton& skeleton,
                                      const std::vector<glm::mat4>& bind, Problems& problems);

/// T, or the identity for a joint whose matrix is not usable.
std::vector<glm::mat4> skinning_matrices(const Tasks& tasks, const Skeleton& skeleton,
                                         const std::vector<glm::mat4>& posed,
                                         const std::vector<glm::mat4>& bind, Problems& problems);

/// One list per position: ascending, indices in range, no duplicates.
JointLists find_joints(const Tasks& tasks, const Skeleton& skeleton,
                       const std::vector<glm::mat4>& bind, const std::vector<glm::vec3>& positions,
                       Problems& problems);

/// d_ij by tasks.closest_on_line_segment, always finite. Without a usable point: the distance to
/// the bone's start.
float distance_to_bone(const Tasks& tasks, const glm::vec3& start, const glm::vec3& end,
                       const glm::vec3& position, Problems& problems);

/// One finite weight per distance; an empty result leaves the vertex uncovered.
std::vector<float> inverse_distance_weights(const Tasks& tasks, const std::vector<float>& distances,
                                            Problems& problems);

/// Outputs have the size of their inputs. Results that are not finite become the input vertex.
void skin(const Tasks& tasks, const std::vector<glm::mat4>& skinning, const Influences& influences,
          const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
          std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals,
          Problems& problems);

/// As skin(), by tasks.dual_quaternion and tasks.blend_dual_quaternions: v' = Q P v, with Q the
/// blended rigid parts of the T, P the mean of their stretches. Unusable results leave it at rest.
void skin_by_dual_quaternions(const Tasks& tasks, const std::vector<glm::mat4>& skinning,
                              const Influences& influences, const std::vector<glm::vec3>& positions,
                              const std::vector<glm::vec3>& normals,
                              std::vector<glm::vec3>& out_positions,
                              std::vector<glm::vec3>& out_normals, Problems& problems);

/// A mesh for the contract's delta_mush (rig.h).
struct WeldedSurface {
  /// Surface of the source vertices. Only the first vertex at each place has neighbors; a vertex
  /// without a row has none.
  MushSurface surface;
  /// One per shading vertex: the first source vertex at its place.
  std::vector<std::uint32_t> vertex;
};

/// Delta mush by tasks.delta_mush, with `steps` of smoothing. `positions` and `normals`, one per
/// shading vertex, come from linear blending and are changed in place; positions stay where the
/// result is not usable. Normals turn by the same F F0^T, from tasks.smooth and
/// tasks.surface_frame, and stay where both frames are the identity.
void delta_mush(const Tasks& tasks, const WeldedSurface& mesh, int steps,
                const std::vector<glm::vec3>& rest_positions,
                const std::vector<glm::vec3>& rest_normals, std::vector<glm::vec3>& positions,
                std::vector<glm::vec3>& normals, Problems& problems);

/// As skin(), with tasks.blend_about_center where a vertex's center is not the vertex itself:
/// v' = R P (v - c) + M c, with R the blend of the rigid parts, P the mean of the stretches, M the
/// mean of the T. `centers`: at rest, one per vertex. Unusable results leave the vertex at rest.
void skin_about_centers(const Tasks& tasks, const std::vector<glm::mat4>& skinning,
                        const Influences& influences, const std::vector<glm::vec3>& positions,
                        const std::vector<glm::vec3>& normals,
                        const std::vector<glm::vec3>& centers,
                        std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals,
                        Problems& problems);

/// One vector per free joint; all zeros if the size is wrong or a number is not finite.
std::vector<glm::vec3> ik_gradient(const Tasks& tasks, const Skeleton& skeleton,
                                   const std::vector<glm::mat4>& posed,
                                   const glm::mat4& world_from_skeleton,
                                   const std::vector<IkPull>& pulls, const std::vector<int>& free,
                                   Problems& problems);

/// Always finite: 0 replaces a result that is not.
float cubic_unit_spline(const Tasks& tasks, float t, float position0, float position1,
                        float tangent0, float tangent1, Problems& problems);
float catmull_rom(const Tasks& tasks, const std::vector<Knot>& knots, float time,
                  Problems& problems);

}  // namespace marrow::guarded
