// From bones named in a table to a skeleton whose capsules hold a mesh, and from a skeleton to a
// pose. Skeleton space is world space.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "editor/session.h"
#include "scene/scene.h"

namespace marrow::media {

struct Bone {
  std::string name;
  std::string parent;  ///< empty: a root
  glm::dvec3 base{0.0}, tip{0.0};
  double radius = 0.1;  ///< of its capsule, before fit_radii()
};

/// The bones and, for those whose names end in ".L", their mirror images ".R", parents first.
std::vector<Bone> with_right_side(const std::vector<Bone>& bones);

/// Joints whose y axis runs along the bone and whose z axis looks forward (for bones that run
/// forward: up).
Skeleton skeleton_of(const std::vector<Bone>& bones, Scene& scene);

/// Enlarges capsules, by whole millimetres, until every point lies `slack` inside of one: each
/// point asks the capsule whose surface is nearest.
void fit_radii(Skeleton& skeleton, const std::vector<glm::vec3>& points, double slack);

/// How many points no capsule holds.
std::size_t uncovered(const Skeleton& skeleton, const std::vector<glm::vec3>& points);

/// Shrinks one joint's radius by whole millimetres until at least `wanted` points are uncovered.
void uncover(Skeleton& skeleton, const std::string& joint, const std::vector<glm::vec3>& points,
             std::size_t wanted);

/// Poses a skeleton by increments in world space, one joint after the other, from the root to the
/// fingers.
class Poser {
 public:
  explicit Poser(Skeleton& skeleton) : skeleton_(skeleton) {}

  void move(const std::string& joint, const glm::dvec3& by);
  /// About the joint's origin.
  void turn(const std::string& joint, const glm::dvec3& axis, double degrees);
  /// Turns the bone the short way into a direction, then about itself.
  void aim(const std::string& joint, const glm::dvec3& direction, double twist_degrees = 0.0);
  /// Bends two bones that follow each other so that the tip of the second reaches a place; the
  /// joint between them goes towards `pole`.
  void two_bone_ik(const std::string& upper, const std::string& lower, const glm::dvec3& target,
                   const glm::dvec3& pole);
  /// Stands a joint as it stood at rest, turned about y.
  void level(const std::string& joint, double turn_degrees);

  glm::dvec3 base(const std::string& joint) const;
  glm::dvec3 tip(const std::string& joint) const;

 private:
  std::size_t index(const std::string& joint) const;
  std::vector<glm::dmat4> posed() const;
  void apply(std::size_t joint, const glm::dmat4& increment);

  Skeleton& skeleton_;
};

/// Keeps the present pose under a name.
void store_pose(Skeleton& skeleton, const std::string& name);
void reset_pose(Skeleton& skeleton);

}  // namespace marrow::media
