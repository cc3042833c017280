// Calls the functions of a Tasks and corrects harmful results: a wrong size, a missing joint, a
// number that is not finite, an exception. A harmless result (rest pose, uncovered vertex, unmoved
// vertex) replaces it, and `problems` gets a sentence, once per function. Wrong but harmless
// results pass, so that the author sees them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rig/rig.h"

namespace marrow::guarded {

using Problems = std::vector<std::string>;

/// B, or the identity for a joint whose matrix is not finite or not affine.
std::vector<glm::mat4> bind_matrices(const Tasks& tasks, const Skeleton& skeleton,
                                     Problems& problems);

/// W, or B where it is not usable.
std::vector<glm::mat4> posed_matrices(const Tasks& tasks, const Skeleton& skeleton,
                                      const std::vector<glm::mat4>& bind, Problems& problems);

/// T, or the identity where it is not usable.
std::vector<glm::mat4> skinning_matrices(const Tasks& tasks, const Skeleton& skeleton,
                                         const std::vector<glm::mat4>& posed,
                                         const std::vector<glm::mat4>& bind, Problems& problems);

/// One ascending list per position, every index in range, none twice.
JointLists find_joints(const Tasks& tasks, const Skeleton& skeleton,
                       const std::vector<glm::mat4>& bind, const std::vector<glm::vec3>& positions,
                       Problems& problems);

/// d_ij by tasks.closest_on_line_segment, always finite; without a usable point the distance to the
/// bone's start.
float distance_to_bone(const Tasks& tasks, const glm::vec3& start, const glm::vec3& end,
                       const glm::vec3& position, Problems& problems);

/// One finite weight per distance; or none, which leaves the vertex uncovered.
std::vector<float> inverse_distance_weights(const Tasks& tasks, const std::vector<float>& distances,
                                            Problems& problems);

/// Outputs have the size of their inputs; an input replaces what is not finite.
void skin(const Tasks& tasks, const std::vector<glm::mat4>& skinning, const Influences& influences,
          const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
          std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals,
          Problems& problems);

/// The same by tasks.dual_quaternion and blend_dual_quaternions: v' = Q P v, with Q the blended
/// rigid parts of the T and P the mean of their stretches. The rest pose where they are not usable.
void skin_by_dual_quaternions(const Tasks& tasks, const std::vector<glm::mat4>& skinning,
                              const Influences& influences, const std::vector<glm::vec3>& positions,
                              const std::vector<glm::vec3>& normals,
                              std::vector<glm::vec3>& out_positions,
                              std::vector<glm::vec3>& out_normals, Problems& problems);

/// A mesh for the contract's delta_mush (rig.h).
struct WeldedSurface {
  MushSurface surface;  ///< of the source vertices; only the first ones at their place have
                        ///< neighbours, and those without a row have none
  std::vector<std::uint32_t> vertex;  ///< of each shading vertex: the first one at its place
};

/// Delta mush, in `steps` of smoothing, of the `positions` and `normals` that linear blending made,
/// per shading vertex, by tasks.delta_mush; positions by linear blending where that is not usable.
/// Normals go by the same F F0^T, of tasks.smooth and tasks.surface_frame, and stay where both
/// frames are the identity.
void delta_mush(const Tasks& tasks, const WeldedSurface& mesh, int steps,
                const std::vector<glm::vec3>& rest_positions,
                const std::vector<glm::vec3>& rest_normals, std::vector<glm::vec3>& positions,
                std::vector<glm::vec3>& normals, Problems& problems);

/// The same by tasks.skin, and by tasks.blend_about_center where a vertex has another center than
/// itself: v' = R P (v - c) + M c, with R of their rigid parts, P the mean of the stretches and M
/// the mean of the T. `centers`: at rest, one per vertex. The rest pose where it is not usable.
void skin_about_centers(const Tasks& tasks, const std::vector<glm::mat4>& skinning,
                        const Influences& influences, const std::vector<glm::vec3>& positions,
                        const std::vector<glm::vec3>& normals,
                        const std::vector<glm::vec3>& centers,
                        std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals,
                        Problems& problems);

/// One vector per free joint; all zeros when the size is wrong or a number not finite.
std::vector<glm::vec3> ik_gradient(const Tasks& tasks, const Skeleton& skeleton,
                                   const std::vector<glm::mat4>& posed,
                                   const glm::mat4& world_from_skeleton,
                                   const std::vector<IkPull>& pulls, const std::vector<int>& free,
                                   Problems& problems);

/// A finite number; 0 where there is none.
float cubic_unit_spline(const Tasks& tasks, float t, float position0, float position1,
                        float tangent0, float tangent1, Problems& problems);
float catmull_rom(const Tasks& tasks, const std::vector<Knot>& knots, float time,
                  Problems& problems);

}  // namespace marrow::guarded
