// Spring chains in motion: the algorithm of VRMC_springBone 1.0, in steps of one length and in
// double precision, on one thread. The same scenes give the same bits.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <memory>
#include <vector>

#include "scene/scene.h"

namespace marrow {

/// Seconds of one step. The extension's forces and drag count per step: programs that show 60
/// pictures a second swing the same way.
inline constexpr double kSpringStep = 1.0 / 60.0;

/// A joint that swings, and its rotation now: the R of its local transform T R S, joint -> parent.
struct SwungJoint {
  Id joint = kNoId;
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  bool operator==(const SwungJoint&) const = default;
};

/// How a tail leaves a collider that it has got into.
enum class SpringContact {
  pushed,  ///< as the specification says: pushed straight out, then back to the bone's length,
           ///< which takes it in again where the collider is between the bone's ends
  turned,  ///< the bone then turns on until the tail is out, where it can get there
};

/// Each joint of a chain carries a mass at its tail: the origin of the next joint, or the tip of
/// its bone. A step moves the tail x by Verlet integration in world space,
///
///     x' = x + (x - x_before) (1 - drag) + dt stiffness a + dt gravity_power gravity,
///
/// a the unit direction of the tail at rest under the posed parent; then back to the bone's length
/// about the joint's origin, and out of the colliders. The joint turns from a to the new tail; T
/// and S stay as posed. Rest is the rotation of L: one that the pose gives to a joint that swings
/// is not heard. x and x_before are kept in the space of the chain's center.
///
/// Beyond the specification, radii scale with what they stand on, and capsules may be tapered: r(t)
/// is that of math.md, t where the axis is nearest to the tail.
///
/// What stays at rest: joints without length, mirrored ones, those below a parent that cannot be
/// inverted.
class SpringSimulation {
 public:
  /// Every chain of the scene hangs as at rest under the scene's pose, without speed.
  explicit SpringSimulation(const Scene& scene, SpringContact contact = SpringContact::turned);
  ~SpringSimulation();
  SpringSimulation(SpringSimulation&&) noexcept;
  SpringSimulation& operator=(SpringSimulation&&) noexcept;

  /// One step of kSpringStep. `posed`: the same scene in its pose after the step. Precondition: its
  /// nodes and joints are those of the scene that this began with.
  void step(const Scene& posed);

  /// Parents before children within a skeleton; none where no chain can swing.
  const std::vector<SwungJoint>& joints() const;
  /// By joints(): the tail, world space.
  std::vector<glm::dvec3> tails() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow
