// Makes a skeleton from a table of bones, fits its capsules to a mesh, and poses it. Skeleton space
// is world space.
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
  double radius = 0.1;  ///< radius of the capsule, before fit_radii()
};

/// The bones, plus a mirror image ".R" of each bone whose name ends in ".L"; parents first.
std::vector<Bone> with_right_side(const std::vector<Bone>& bones);

/// Makes joints whose y axis is along the bone and whose z axis points forward (up for bones that
/// point forward).
Skeleton skeleton_of(const std::vector<Bone>& bones, Scene& scene);

/// Enlarges capsules by whole millimeters until every point is `slack` inside a capsule. For each
/// point the capsule with the nearest surface grows.
void fit_radii(Skeleton& skeleton, const std::vector<glm::vec3>& points, double slack);

/// The number of points that no capsule holds.
std::size_t uncovered(const Skeleton& skeleton, const std::vector<glm::vec3>& points);

/// Shrinks one joint's radius by whole millimeters until at least `wanted` points are uncovered.
void uncover(Skeleton& skeleton, const std::string& joint, const std::vector<glm::vec3>& points,
             std::size_t wanted);

/// Poses a skeleton by increments in world space, one joint after the other. Use it from the root
/// outwards.
class Poser {
 public:
  explicit Poser(Skeleton& skeleton) : skeleton_(skeleton) {}

  void move(const std::string& joint, const glm::dvec3& by);
  /// Turns a joint about its origin.
  void turn(const std::string& joint, const glm::dvec3& axis, double degrees);
  /// Turns the bone by the shortest way into a direction, then twists it.
  void aim(const std::string& joint, const glm::dvec3& direction, double twist_degrees = 0.0);
  /// Bends two connected bones so that the tip of the second reaches a place. The joint between
  /// them points towards `pole`.
  void two_bone_ik(const std::string& upper, const std::string& lower, const glm::dvec3& target,
                   const glm::dvec3& pole);
  /// Gives a joint its world orientation at rest, turned about y.
  void level(const std::string& joint, double turn_degrees);

  glm::dvec3 base(const std::string& joint) const;
  glm::dvec3 tip(const std::string& joint) const;

 private:
  std::size_t index(const std::string& joint) const;
  std::vector<glm::dmat4> posed() const;
  void apply(std::size_t joint, const glm::dmat4& increment);

  Skeleton& skeleton_;
};

/// Stores the current pose under a name.
void store_pose(Skeleton& skeleton, const std::string& name);
void reset_pose(Skeleton& skeleton);

}  // namespace marrow::media
