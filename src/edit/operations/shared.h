// Functions that the families of operations share. Only the .cpp files of edit/ include it.
#pragma once

#include <fmt/format.h>
#include <glm/glm.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "edit/operations/behavior.h"

namespace marrow {

template <typename... Arguments>
Applied refused(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  return {std::nullopt, fmt::format(text, std::forward<Arguments>(arguments)...)};
}

/// "There is no joint with the id 17; it may have been deleted."
Applied refused_missing(const char* kind, Id id);

/// "No further joint: this document has used up all its ids."
Applied refused_full();

/// A node that has a skeleton, or a refusal.
struct SkeletonNode {
  int node = -1;
  Applied refusal;
};
SkeletonNode find_skeleton_node(const Scene& scene, Id id);

/// A node that has a mesh, or a refusal.
struct MeshNode {
  int node = -1;
  Applied refusal;
};
MeshNode find_mesh_node(const Scene& scene, Id id);

/// A joint named by an operation; `place` is its (last) position in the operation's list.
struct NamedJoint {
  int node = -1;
  int joint = -1;
  std::size_t place = 0;
};
struct NamedJoints {
  std::vector<NamedJoint> joints;  ///< by node, then by joint, each once
  Id missing = kNoId;              ///< the first id that belongs to no joint
};
/// Finds all joints in one pass over the scene.
NamedJoints named_joints(const Scene& scene, const std::vector<Id>& ids);

/// Splits a list sorted by node into one part per skeleton.
std::vector<std::vector<NamedJoint>> by_skeleton(const std::vector<NamedJoint>& joints);

/// W per joint in skeleton space; wrong results of the tasks are made harmless as in the Deformer.
std::vector<glm::mat4> posed_of(const Skeleton& skeleton, const Tasks& tasks);

/// S W_p of a joint; S for a root.
glm::mat4 world_from_parent(const Skeleton& skeleton, const std::vector<glm::mat4>& posed,
                            const glm::mat4& world_from_skeleton, int joint);

/// The name of the highest joint from `joint` (-1: the skeleton) upwards whose posed matrix cannot
/// be inverted, so that nothing can be placed there. Empty without one.
std::string singular_joint(const Skeleton& skeleton, const std::vector<glm::mat4>& posed,
                           const glm::mat4& world_from_skeleton, int joint);

/// Finite, with 0 0 0 1 as its last row: a valid increment.
bool is_usable(const glm::mat4& matrix);

/// Removes rounding errors from the last row of a product of affine matrices. A last row with
/// larger errors stays and is refused later.
glm::mat4 without_rounding(glm::mat4 matrix);

}  // namespace marrow
