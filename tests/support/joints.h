// Finds joints of a scene, which must exist.
#pragma once

#include "scene/scene.h"
#include "support/support.h"

namespace marrow::test {

inline const Joint& joint_by_id(const Scene& scene, Id id) {
  const Joint* joint = joint_of(scene, id);
  REQUIRE(joint != nullptr);
  return *joint;
}

/// The first skeleton in the scene.
inline const Skeleton& first_skeleton(const Scene& scene) {
  for (const Node& node : scene.nodes)
    if (node.skeleton) return *node.skeleton;
  FAIL("no skeleton");
  std::abort();
}

inline const Joint& joint_named(const Scene& scene, std::string_view name) {
  const JointRef ref = find_joint(scene, name);
  REQUIRE(ref.node >= 0);
  return scene.nodes[std::size_t(ref.node)].skeleton->joints[std::size_t(ref.joint)];
}

/// Finds a joint by name, to change it.
inline Joint& edit_joint(Scene& scene, std::string_view name) {
  const JointRef ref = find_joint(scene, name);
  REQUIRE(ref.node >= 0);
  return edit_skeleton(scene, ref.node).joints[std::size_t(ref.joint)];
}

}  // namespace marrow::test
