// Spring bones: chains of joints that swing after what they hang on, such as hair, tails and strips
// of cloth. What they are made of stands here, in the terms of the glTF extension
// VRMC_springBone 1.0 (github.com/vrm-c/vrm-specification); rig/springs/ makes them swing.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// A sphere, or a capsule, that stands on a joint or a node and moves with it.
struct SpringCollider {
  Id target = kNoId;       ///< one whose target is gone stops nothing
  glm::vec3 offset{0.0f};  ///< the center, or one end of the capsule's axis; target's frame
  std::optional<glm::vec3> tail{};     ///< the other end; none: a sphere
  float radius = 0.0f;                 ///< >= 0, in the target's frame
  std::optional<float> tail_radius{};  ///< likewise, of a tapered capsule: at its tail
  bool operator==(const SpringCollider&) const = default;
};

/// Colliders that chains name together.
struct SpringGroup {
  std::string name{};
  std::vector<std::size_t> colliders{};  ///< indices into Springs::colliders
  bool operator==(const SpringGroup&) const = default;
};

/// How one joint of a chain swings. Its tail is the origin of the chain's next joint.
struct SpringJoint {
  Id joint = kNoId;            ///< of one chain only; one that is gone is passed over
  float hit_radius = 0.0f;     ///< of the sphere about the tail that hits colliders, joint's frame
  float stiffness = 1.0f;      ///< >= 0: pull towards rest, world units a second
  float gravity_power = 0.0f;  ///< world units a second along `gravity`
  glm::vec3 gravity{0.0f, -1.0f, 0.0f};  ///< world space
  float drag = 0.5f;                     ///< share of the speed that each step loses, from 0 to 1
  bool operator==(const SpringJoint&) const = default;
};

struct SpringChain {
  std::string name{};
  std::vector<SpringJoint> joints{};  ///< each below the one before it, not always its child
  Id end = kNoId;     ///< a joint below the last one, whose origin is the last tail; none: the tip
                      ///< of the last one's bone
  Id center = kNoId;  ///< a joint or a node: its own movement gives the chain no speed
  std::vector<std::size_t> groups{};  ///< indices into Springs::groups: what the chain stays out of
  bool operator==(const SpringChain&) const = default;
};

struct Springs {
  std::vector<SpringCollider> colliders{};
  std::vector<SpringGroup> groups{};
  std::vector<SpringChain> chains{};
  bool operator==(const Springs&) const = default;
};

/// The place of a joint in chains.
struct SpringPlace {
  std::size_t chain = 0, joint = 0;
  bool operator==(const SpringPlace&) const = default;
};
std::optional<SpringPlace> find_spring(const Springs& springs, Id joint);

/// The colliders that a chain stays out of, each once.
std::vector<std::size_t> colliders_of(const Springs& springs, std::size_t chain);

/// Takes a collider out; the indices of the others follow.
void remove_collider(Springs& springs, std::size_t collider);

/// The first broken rule of this header, in words; empty when all is well. Ids may be those of
/// nothing.
std::string why_invalid(const Springs& springs);

}  // namespace marrow
