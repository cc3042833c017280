// Functions that the families of operations share. Only the .cpp files of edit/ include it.
#pragma once

#include <fmt/format.h>
#include <glm/glm.hpp>

#include "base/index.h"
#include "edit/operations/behavior.h"
#include "edit/operations/line.h"

namespace marrow {

template <typename... Arguments>
Applied refused(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  return {std::nullopt, fmt::format(text, std::forward<Arguments>(arguments)...)};
}

/// "There is no joint with the id 17; it may have been deleted."
Applied refused_missing(const char* kind, Id id);

/// "No further joint: this document has used up all its ids."
Applied refused_full();

/// A node with a skeleton or with a mesh, or a refusal.
struct FoundNode {
  int node = -1;
  Applied refusal;
};
FoundNode find_skeleton_node(const Scene& scene, Id id);
FoundNode find_mesh_node(const Scene& scene, Id id);
/// The reason to refuse an edit for which the mesh would need a skeleton.
std::string follows_no_skeleton(const Node& mesh);

/// A joint named by an operation; `place` is its (last) position in the operation's list.
struct NamedJoint {
  int node = -1;
  int joint = -1;
  std::size_t place = 0;
};
struct NamedJoints {
  std::vector<NamedJoint> joints;  ///< sorted by node, then by joint, each once
  Id missing = kNoId;              ///< the first id that belongs to no joint
};
/// Finds all joints in one pass over the scene.
NamedJoints named_joints(const Scene& scene, const std::vector<Id>& ids);

/// Splits a list sorted by node into one part per skeleton.
std::vector<std::vector<NamedJoint>> by_skeleton(const std::vector<NamedJoint>& joints);

/// Changes joints of a copy of the scene. change(joint, place in `ids`) returns the reason to
/// refuse the edit, or an empty text.
template <typename Change>
Applied with_joints(const Scene& scene, const std::vector<Id>& ids, const Change& change) {
  const NamedJoints named = named_joints(scene, ids);
  if (named.missing != kNoId) return refused_missing("joint", named.missing);
  Scene result = scene;
  for (const std::vector<NamedJoint>& part : by_skeleton(named.joints)) {
    Skeleton& skeleton = edit_skeleton(result, part.front().node);
    for (const NamedJoint& one : part)
      if (std::string why = change(skeleton.joints[at(one.joint)], one.place); !why.empty())
        return {std::nullopt, std::move(why)};
  }
  return {std::move(result), {}};
}

/// Changes a copy of the scene if the node was found. change(copy, node) returns as above.
template <typename Change>
Applied with_node(const Scene& scene, const FoundNode& found, const Change& change) {
  if (found.node < 0) return found.refusal;
  Scene result = scene;
  if (std::string why = change(result, found.node); !why.empty())
    return {std::nullopt, std::move(why)};
  return {std::move(result), {}};
}

/// Changes a copy of one skeleton. change(skeleton) returns the reason to refuse the edit, or an
/// empty text.
template <typename Change>
Applied with_skeleton_of(const Scene& scene, Id node, const Change& change) {
  return with_node(scene, find_skeleton_node(scene, node),
                   [&](Scene& result, int found) { return change(edit_skeleton(result, found)); });
}

/// Changes a copy of a node with a mesh: change(node), as above.
template <typename Change>
Applied with_mesh_node(const Scene& scene, Id mesh_node, const Change& change) {
  return with_node(scene, find_mesh_node(scene, mesh_node),
                   [&](Scene& result, int found) { return change(result.nodes[at(found)]); });
}

/// W per joint in skeleton space; wrong results of the tasks are made harmless as in the Deformer.
std::vector<glm::mat4> posed_of(const Skeleton& skeleton, const Tasks& tasks);

/// S W_p of a joint; S for a root.
glm::mat4 world_from_parent(const Skeleton& skeleton, const std::vector<glm::mat4>& posed,
                            const glm::mat4& world_from_skeleton, int joint);

/// Empty if something can be placed below `joint` (-1: the skeleton), that is if its posed matrix
/// can be inverted. Else the name of the highest joint, from `joint` upwards, whose matrix cannot.
std::string singular_joint(const Skeleton& skeleton, const std::vector<glm::mat4>& posed,
                           const glm::mat4& world_from_skeleton, int joint);

/// Finite, with 0 0 0 1 as its last row: a valid increment.
bool is_usable(const glm::mat4& matrix);

/// Removes rounding errors from the last row of a product of affine matrices. A last row with
/// larger errors stays and is refused later.
glm::mat4 without_rounding(glm::mat4 matrix);

// Parts of labels.

/// The name of a node or a joint; "#17" for one that does not exist.
std::string shown_name(const Scene& scene, Id id);

/// "elbow.L", or "3 joints".
std::string names_of(const Scene& scene, const std::vector<Id>& ids);

/// `digits` significant digits without trailing zeros; whole numbers stay whole; exponents only for
/// extremes.
std::string number(float value, int digits);

/// "0.12 -> 0.19", with enough digits to differ.
std::string change(float before, float after);

}  // namespace marrow
