// A skeleton: joints with their bind (rest) side and the user's transforms. Letters of the README:
// L bind_local, Ul user_local, e extent, r radius,
// r(t) along a tapered capsule.
#pragma once

#include <algorithm>
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

/// Limits of a joint's rotation: Euler angles of Ul, R = Rz(z) Ry(y) Rx(x), radians, lower <= 0 <=
/// upper per axis.
struct RotationLimits {
  glm::vec3 lower{0.0f}, upper{0.0f};
  bool operator==(const RotationLimits&) const = default;
};

struct Joint {
  Id id = kNoId;
  std::string name{};  ///< unique within its skeleton, valid UTF-8, not empty
  int parent = -1;  ///< index into Skeleton::joints, always smaller than this joint's; -1: a root
  glm::mat4 bind_local{
      1.0f};  ///< L: joint -> parent joint (a root: -> skeleton) at bind time; affine, invertible
  glm::mat4 user_local{
      1.0f};  ///< Ul: the user's transform in the joint's own frame; identity is the rest pose
  glm::vec3 extent{0.0f};  ///< e: the bone is the segment from the joint's origin to e, in the
                           ///< joint's bind frame
  float radius =
      0.1f;  ///< r: the capsule is every point nearer than r to that segment (skeleton units)
  /// r1 of a tapered capsule: the radius at e, while `radius` is the one at the origin. None, the
  /// course's capsule: the same all along.
  std::optional<float> tip_radius{};
  bool extent_guessed = false;  ///< the file did not say where the bone ends
  bool locked = false;  ///< edits that name this joint are refused; it still follows its parents
  bool pinned =
      false;  ///< inverse kinematics keeps the tip of the posed bone where it is in the world
  std::optional<RotationLimits> limits{};  ///< what inverse kinematics keeps to; other edits do not
  /// The way an elbow or a knee points when it bends, in the frame of L, of any length; zero: the
  /// joint is no elbow. Without it edit/elbows.h finds out.
  std::optional<glm::vec3> pole{};
  std::string carried{};  ///< of a glTF node: see mesh.h
  bool operator==(const Joint&) const = default;

  bool is_tapered() const { return tip_radius.has_value(); }
  float radius_at_tip() const { return tip_radius.value_or(radius); }
  float largest_radius() const { return std::max(radius, radius_at_tip()); }
  /// r(t), t in [0, 1] along the bone: radius + t (tip_radius - radius).
  float radius_at(float t) const {
    return tip_radius ? radius + t * (*tip_radius - radius) : radius;
  }
  /// Equal radii are no taper.
  void set_radii(float at_origin, float at_tip) {
    radius = at_origin;
    tip_radius = at_tip == at_origin ? std::nullopt : std::optional(at_tip);
  }
};

/// A stored pose. Joints that it does not name keep what they have.
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
  Metric metric = Metric::straight;  ///< of d_ij
  Blend blend = Blend::linear;
  std::vector<Pose> poses{};
  bool operator==(const Skeleton&) const = default;
};

/// Some of a skeleton's choices; none: left as it is.
struct SkeletonChoices {
  std::optional<Falloff> falloff{};
  std::optional<Metric> metric{};
  std::optional<Blend> blend{};
  bool operator==(const SkeletonChoices&) const = default;

  void apply_to(Skeleton& skeleton) const;
  /// Without those that the skeleton has already.
  SkeletonChoices differing_from(const Skeleton& skeleton) const;
};

/// Calls visit(member of Skeleton, member of SkeletonChoices) for each choice that a skeleton has.
template <typename Visit>
void for_each_choice(const Visit& visit) {
  visit(&Skeleton::falloff, &SkeletonChoices::falloff);
  visit(&Skeleton::metric, &SkeletonChoices::metric);
  visit(&Skeleton::blend, &SkeletonChoices::blend);
}

/// Index of a joint by id or by name; -1 when there is none.
int joint_index(const Skeleton& skeleton, Id id);
int joint_index(const Skeleton& skeleton, std::string_view name);

/// B_j and W_j, skeleton space, computed here and not by a student's functions. -1: the identity.
glm::dmat4 rest_place(const Skeleton& skeleton, int joint);
glm::dmat4 posed_place(const Skeleton& skeleton, int joint);

/// True when `joint` is `ancestor` or stands below it.
bool is_in_subtree(const Skeleton& skeleton, int ancestor, int joint);

/// Sorts joints parents first, keeping siblings' order; fixes parent indices. Precondition: no
/// cycles, parent indices are -1 or in range.
void sort_parents_first(Skeleton& skeleton);

/// The name itself if free, otherwise with the smallest free suffix .001, .002, ...
std::string unique_joint_name(const Skeleton& skeleton, std::string_view wanted);

}  // namespace marrow
