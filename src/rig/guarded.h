// Calls the functions of a Tasks and corrects what would do harm: a wrong size, a joint that is not
// there, a number that is not finite, an exception. The harmless result (rest pose, uncovered
// vertex, vertex unmoved) takes its place, and a sentence in `problems` names it, once per
// function. Results that are wrong but harmless pass, so that the author of the functions sees what
// they do.
#pragma once

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

/// d_ij by tasks.closest_on_line_segment, always finite; where that gives no usable point, the
/// distance to the bone's start.
float distance_to_bone(const Tasks& tasks, const glm::vec3& start, const glm::vec3& end,
                       const glm::vec3& position, Problems& problems);

/// One weight per distance, all finite; or none at all, which leaves the vertex uncovered.
std::vector<float> inverse_distance_weights(const Tasks& tasks, const std::vector<float>& distances,
                                            Problems& problems);

/// Outputs have the size of their inputs; what is not finite is replaced by its input.
void skin(const Tasks& tasks, const std::vector<glm::mat4>& skinning, const Influences& influences,
          const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
          std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals,
          Problems& problems);

/// One vector per free joint; all zeros when the size is wrong or a number not finite.
std::vector<glm::vec3> ik_gradient(const Tasks& tasks, const Skeleton& skeleton,
                                   const std::vector<glm::mat4>& posed,
                                   const glm::mat4& world_from_skeleton,
                                   const std::vector<IkPull>& pulls, const std::vector<int>& free,
                                   Problems& problems);

}  // namespace marrow::guarded
