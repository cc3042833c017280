// Spring bones: chains of joints that swing after the joint they hang on, such as hair, tails and
// strips of cloth. This is their data, in the terms of the glTF extension VRMC_springBone 1.0
// (github.com/vrm-c/vrm-specification). rig/springs/ simulates them.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// A sphere or a capsule that is fixed to a joint or a node.
struct SpringCollider {
  Id target = kNoId;       ///< a collider without its target has no effect
  glm::vec3 offset{0.0f};  ///< the center, or one end of the capsule's axis, in the target's frame
  std::optional<glm::vec3> tail{};     ///< the other end; none: a sphere
  float radius = 0.0f;                 ///< >= 0, in the target's frame
  std::optional<float> tail_radius{};  ///< radius at the tail of a tapered capsule; none: `radius`
  bool operator==(const SpringCollider&) const = default;
};

/// Colliders that chains refer to as a group.
struct SpringGroup {
  std::string name{};
  std::vector<std::size_t> colliders{};  ///< indices into Springs::colliders
  bool operator==(const SpringGroup&) const = default;
};

/// How one joint of a chain swings. The joint's tail is the origin of the next joint in the chain.
struct SpringJoint {
  Id joint = kNoId;  ///< in at most one chain; a missing joint is skipped
  /// radius of the sphere around the tail that hits colliders, joint's frame
  float hit_radius = 0.0f;
  float stiffness = 1.0f;                ///< >= 0: pull towards rest, world units per second
  float gravity_power = 0.0f;            ///< world units per second along `gravity`
  glm::vec3 gravity{0.0f, -1.0f, 0.0f};  ///< world space
  float drag = 0.5f;                     ///< share of the speed lost in each step, from 0 to 1
  bool operator==(const SpringJoint&) const = default;
};

struct SpringChain {
  std::string name{};
  std::vector<SpringJoint> joints{};  ///< each below the joint before it, not always its child
  /// A joint below the last one, whose origin is the last tail. kNoId: the tip of the last joint's
  /// bone.
  Id end = kNoId;
  Id center = kNoId;  ///< a joint or a node whose own movement does not make the chain swing
  /// indices into Springs::groups: the colliders that the chain stays out of
  std::vector<std::size_t> groups{};
  bool operator==(const SpringChain&) const = default;
};

struct Springs {
  std::vector<SpringCollider> colliders{};
  std::vector<SpringGroup> groups{};
  std::vector<SpringChain> chains{};
  bool operator==(const Springs&) const = default;
};

/// The position of a joint in the chains.
struct SpringPlace {
  std::size_t chain = 0, joint = 0;
  bool operator==(const SpringPlace&) const = default;
};
std::optional<SpringPlace> find_spring(const Springs& springs, Id joint);

/// The colliders that a chain stays out of, without duplicates.
std::vector<std::size_t> colliders_of(const Springs& springs, std::size_t chain);

/// Removes a collider and updates the indices of the others.
void remove_collider(Springs& springs, std::size_t collider);

/// The first broken rule of this header, in words; empty if valid. Does not check that the ids
/// exist.
std::string why_invalid(const Springs& springs);

}  // namespace marrow
