// A skeleton: joints with their bind (rest) transforms and the user's transforms. Letters as in the
// README: L bind_local, Ul user_local, e extent, r radius, r(t) along a tapered capsule.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/blend.h"
#include "scene/falloff.h"
#include "scene/mesh.h"
#include "scene/metric.h"

namespace marrow {

/// Limits of a joint's rotation as Euler angles, R = Rz(z) Ry(y) Rx(x), in radians. lower <= 0 <=
/// upper on each axis. They apply to the angles of R(rest) times the rotation of Ul.
struct RotationLimits {
  glm::vec3 lower{0.0f}, upper{0.0f};
  glm::vec3 rest{0.0f};  ///< the angles at rest; not 0 once a pose became the rest pose
  bool operator==(const RotationLimits&) const = default;
};

/// Radii of a capsule at both ends of its bone. Equal radii make the course's capsule.
struct Radii {
  float at_origin = 0.0f, at_tip = 0.0f;
  bool operator==(const Radii&) const = default;

  bool is_tapered() const { return at_origin != at_tip; }
  float largest() const { return std::max(at_origin, at_tip); }
  float smallest() const { return std::min(at_origin, at_tip); }
  /// r(t) = r0 + t (r1 - r0), t in [0, 1] along the bone.
  float at(double t) const {
    return is_tapered() ? float(double(at_origin) + t * (double(at_tip) - double(at_origin)))
                        : at_origin;
  }
  Radii scaled(float factor) const { return {at_origin * factor, at_tip * factor}; }
  /// The same shape with the given radius at the larger end.
  Radii with_largest(float radius) const {
    if (!is_tapered()) return {radius, radius};
    return at_origin > at_tip ? Radii{radius, radius * (at_tip / at_origin)}
                              : Radii{radius * (at_origin / at_tip), radius};
  }
  /// True if the shapes are equal up to rounding.
  bool has_shape_of(const Radii& other) const {
    const Radii mine = with_largest(1.0f), its = other.with_largest(1.0f);
    return std::abs(mine.at_origin - its.at_origin) < 1e-5f &&
           std::abs(mine.at_tip - its.at_tip) < 1e-5f;
  }
};

struct Joint {
  Id id = kNoId;
  std::string name{};  ///< unique within its skeleton, valid UTF-8, not empty
  int parent = -1;     ///< index into Skeleton::joints, smaller than this joint's; -1: a root
  /// L: joint -> parent joint (a root: -> skeleton) at bind time. Affine, invertible.
  glm::mat4 bind_local{1.0f};
  /// Ul: the user's transform in the joint's frame. The identity is the rest pose.
  glm::mat4 user_local{1.0f};
  /// e: the bone is the segment from the joint's origin to e, in the joint's bind frame.
  glm::vec3 extent{0.0f};
  /// r: the capsule is every point closer than r to that segment (skeleton units).
  float radius = 0.1f;
  /// The radius at e of a tapered capsule, where `radius` is the radius at the origin. None:
  /// `radius` at both ends, the course's capsule.
  std::optional<float> tip_radius{};
  bool extent_guessed = false;  ///< the file does not state where the bone ends
  float roll = 0.0f;            ///< turns bone_axes() about the bone, in radians
  bool locked = false;          ///< edits of this joint are refused; it still follows its parents
  /// Inverse kinematics keeps the tip of the posed bone at its place in the world.
  bool pinned = false;
  std::optional<RotationLimits> limits{};  ///< obeyed by inverse kinematics only
  /// The direction in which an elbow or a knee points when it bends, in the frame of L, of any
  /// length; zero: the joint is not an elbow. None: rig/ik/elbows.h finds it.
  std::optional<glm::vec3> pole{};
  /// The part of the body that the file states, in the words of VRM: "leftUpperArm". Empty: not
  /// stated; joint_roles.h guesses it by the name.
  std::string human_bone{};
  std::string carried{};  ///< members of a glTF node: see mesh.h
  bool operator==(const Joint&) const = default;

  Radii radii() const { return {radius, tip_radius.value_or(radius)}; }
  void set_radii(const Radii& radii) {
    radius = radii.at_origin;
    tip_radius = radii.is_tapered() ? std::optional(radii.at_tip) : std::nullopt;
  }
};

/// A stored pose. Applying it does not change joints without an entry.
struct Pose {
  struct Entry {
    Id joint = kNoId;
    glm::mat4 user_local{1.0f};
    bool operator==(const Entry&) const = default;
  };
  std::string name{};
  std::vector<Entry> entries{};
  bool operator==(const Pose&) const = default;
};

struct Skeleton {
  std::vector<Joint> joints{};  ///< parents before children
  Falloff falloff = Falloff::inverse;
  Metric metric = Metric::straight;  ///< how d_ij is measured
  Blend blend = Blend::linear;
  std::vector<Pose> poses{};
  bool operator==(const Skeleton&) const = default;
};

/// Some of a skeleton's choices. None: unchanged.
struct SkeletonChoices {
  std::optional<Falloff> falloff{};
  std::optional<Metric> metric{};
  std::optional<Blend> blend{};
  bool operator==(const SkeletonChoices&) const = default;

  void apply_to(Skeleton& skeleton) const;
  /// The choices that the skeleton does not have yet.
  SkeletonChoices differing_from(const Skeleton& skeleton) const;
};

/// Calls visit(member of Skeleton, member of SkeletonChoices) for each choice that a skeleton has.
template <typename Visit>
void for_each_choice(const Visit& visit) {
  visit(&Skeleton::falloff, &SkeletonChoices::falloff);
  visit(&Skeleton::metric, &SkeletonChoices::metric);
  visit(&Skeleton::blend, &SkeletonChoices::blend);
}

/// The axes of Scotty3D's pose angles, unit columns x, y, z in the frame of `extent`: y is the
/// bone's direction (the frame's y axis for a bone without length), x is nearest to the frame's x
/// axis (z for a bone along x); then `roll` radians turn x and z about y.
glm::dmat3 bone_axes(const glm::dvec3& extent, double roll);

/// Index of a joint by id or by name; -1 if none.
int joint_index(const Skeleton& skeleton, Id id);
int joint_index(const Skeleton& skeleton, std::string_view name);

/// True if `joint` is `ancestor` or is below it.
bool is_in_subtree(const Skeleton& skeleton, int ancestor, int joint);

/// Sorts joints parents first and updates parent indices. Siblings keep their order. Precondition:
/// no cycles; parent indices are -1 or in range.
void sort_parents_first(Skeleton& skeleton);

/// The wanted name if it is free, otherwise with the smallest free suffix .001, .002, ...
std::string unique_joint_name(const Skeleton& skeleton, std::string_view wanted);

}  // namespace marrow
