// Spring chains in motion: the algorithm of VRMC_springBone 1.0, in steps of constant length, in
// double precision, on one thread. The same scenes give the same bits.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <memory>
#include <vector>

#include "scene/scene.h"

namespace marrow {

/// Seconds per step. The extension's forces and drag are per step, so programs that step 60 times
/// per second swing alike.
inline constexpr double kSpringStep = 1.0 / 60.0;

/// A joint that swings, and its present rotation: the R of its local transform T R S, joint ->
/// parent.
struct SwungJoint {
  Id joint = kNoId;
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  bool operator==(const SwungJoint&) const = default;
};

/// How a tail leaves a collider.
enum class SpringContact {
  /// As in the specification: pushed straight out, then back to the bone's length. That puts the
  /// tail inside again if the collider is between the bone's ends.
  pushed,
  /// Pushed, then the bone turns further until the tail is out, if it can get out.
  turned,
};

/// Each joint of a chain carries a mass at its tail: the origin of the next joint, or the tip of
/// its bone. A step moves the tail x by Verlet integration in world space,
///
///     x' = x + (x - x_before) (1 - drag) + dt stiffness a + dt gravity_power gravity,
///
/// with a the unit direction of the tail at rest under the posed parent. Then the tail goes back to
/// the bone's length from the joint's origin, and out of the colliders. The joint turns from a to
/// the new tail; T and S stay as posed. Rest is the rotation of L: the pose's rotation of a joint
/// that swings is ignored. x and x_before are stored in the space of the chain's center.
///
/// Beyond the specification, radii scale with the node that they belong to, and capsules may be
/// tapered: r(t) as in rig/README.md, with t where the axis is nearest to the tail.
///
/// Joints without length, mirrored joints and joints below a parent that cannot be inverted stay at
/// rest.
class SpringSimulation {
 public:
  /// Starts every chain of the scene at rest under the scene's pose, without speed.
  explicit SpringSimulation(const Scene& scene, SpringContact contact = SpringContact::turned);
  ~SpringSimulation();
  SpringSimulation(SpringSimulation&&) noexcept;
  SpringSimulation& operator=(SpringSimulation&&) noexcept;

  /// One step of kSpringStep. `posed`: the same scene in its pose after the step. Precondition: it
  /// has the nodes and joints of the constructor's scene.
  void step(const Scene& posed);

  /// Parents before children within a skeleton; empty if no chain can swing.
  const std::vector<SwungJoint>& joints() const;
  /// The tails in world space, in the order of joints().
  std::vector<glm::dvec3> tails() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow
