// The bodies behind apply(), one overload an operation, and what they share. Only the .cpp files of this room include it.
//
// Each body is given a scene that keeps the rules of scene.h and returns a changed copy, or a reason in the user's words. It looks after
// what its own words can explain; apply() holds the result against all rules once more, so a body need not repeat them.
#pragma once

#include <fmt/format.h>
#include <glm/glm.hpp>
#include <string>
#include <utility>
#include <vector>

#include "edit/operation.h"
#include "base/index.h"

namespace marrow {

// operations_pose.cpp: the pose side, Ul.
Applied applied(const Scene& scene, const op::ApplyIncrement& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::SetUserLocal& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::ResetPose& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::StorePose& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::ApplyPose& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::DeletePose& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::RenamePose& operation, const Tasks& tasks);

// operations_reach.cpp: the pose side by inverse kinematics, and what it keeps to.
Applied applied(const Scene& scene, const op::Reach& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::SetPinned& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::SetLimits& operation, const Tasks& tasks);

// operations_joints.cpp: the rest side, L, e and r.
Applied applied(const Scene& scene, const op::SetRadius& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::SetExtent& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::SetFalloff& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::SetReach& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::MoveTip& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::MoveBase& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::AddJoint& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::DeleteJoint& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::ReparentJoint& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::SplitJoint& operation, const Tasks& tasks);

// operations_mirror.cpp: the rest side, from one side of the body to the other.
Applied applied(const Scene& scene, const op::MirrorJoint& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::MirrorSide& operation, const Tasks& tasks);

// operations_names.cpp: names and locks.
Applied applied(const Scene& scene, const op::RenameJoints& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::SetLocked& operation, const Tasks& tasks);

// operations_motions.cpp: what is played.
Applied applied(const Scene& scene, const op::AddMotion& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::RenameMotion& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::DeleteMotion& operation, const Tasks& tasks);

// operation.cpp
Applied applied(const Scene& scene, const op::Sequence& operation, const Tasks& tasks);

// operations_nodes.cpp: the tree of nodes and what meshes follow.
Applied applied(const Scene& scene, const op::SetNodeLocal& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::Rename& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::AddSkeleton& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::AddNodes& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::DeleteNode& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::ReparentNode& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::Bind& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::UseExplicitWeights& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::SetMorphWeights& operation, const Tasks& tasks);
Applied applied(const Scene& scene, const op::SetVisible& operation, const Tasks& tasks);

/// The nodes half of ApplyIncrement (operations_nodes.cpp): every target must be a node.
Applied incremented_nodes(const Scene& scene, const op::ApplyIncrement& operation);

// ---- shared, operations_shared.cpp ----------------------------------------------------------------------------------------------------

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
SkeletonNode skeleton_node(const Scene& scene, Id id);

/// A joint named by an operation; `place` is its (last) position in the operation's list.
struct NamedJoint {
  int node = -1;
  int joint = -1;
  std::size_t place = 0;
};
struct NamedJoints {
  std::vector<NamedJoint> joints;  ///< by node, then by joint, each once
  Id missing = kNoId;              ///< the first id that is no joint's
};
/// Finds all in one walk over the scene's joints.
NamedJoints named_joints(const Scene& scene, const std::vector<Id>& ids);

/// Cuts a list ordered by node into one part a skeleton.
std::vector<std::vector<NamedJoint>> by_skeleton(const std::vector<NamedJoint>& joints);

/// W in skeleton space; what a student's body gets wrong is made harmless as in the Deformer.
std::vector<glm::mat4> posed_of(const Skeleton& skeleton, const Tasks& tasks);

/// S W_p of a joint; S for a root.
glm::mat4 world_from_parent(const Skeleton& skeleton, const std::vector<glm::mat4>& posed, const glm::mat4& world_from_skeleton, int joint);

/// Why nothing can be placed in the posed frame of `joint` (-1: of the skeleton): when its matrix cannot be inverted, the name of the
/// highest joint from there upwards of which that is true. Otherwise empty.
std::string singular_joint(const Skeleton& skeleton, const std::vector<glm::mat4>& posed, const glm::mat4& world_from_skeleton, int joint);

/// Finite, with 0 0 0 1 as its last row: what an increment must be.
bool is_usable(const glm::mat4& matrix);

/// A product of affine matrices is affine; rounding in an inverse may leave a trace in its last row, which is taken away here. A last row
/// that is really wrong stays and is refused later.
glm::mat4 without_rounding(glm::mat4 matrix);

}  // namespace marrow
