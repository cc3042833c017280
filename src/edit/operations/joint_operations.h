// Edits of joints at rest: bind locals, extents, radii, and the tree of joints itself.
#pragma once

#include "edit/operations/behavior.h"

namespace marrow::op {

struct SetRadius {
  std::vector<Id> joints;
  std::vector<float> radii;        ///< one per joint; clamped to >= 0
  std::vector<float> tip_radii{};  ///< radii at the tips; empty: no capsule is tapered

  MARROW_OPERATION(SetRadius);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, joints}; }

  static SetRadius to(std::vector<Id> joints, const std::vector<Radii>& radii);
};

struct SetExtent {
  Id joint = kNoId;
  glm::vec3 extent{0.0f};
  std::optional<float> roll{};  ///< Joint::roll; none: unchanged, and the extent is not a guess now

  MARROW_OPERATION(SetExtent);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint}}; }
};

/// Sets choices (none: unchanged) and multiplies all radii, also those at tips, by a factor >= 0.
struct SetSkeletonChoices {
  Id skeleton_node = kNoId;
  SkeletonChoices choices{};
  float radius_factor = 1.0f;

  MARROW_OPERATION(SetSkeletonChoices);
  Locks locks(const Scene&) const { return {Locks::Rule::keep, {}}; }
};

/// Drags the tip of the posed bone; see tip_moved in rig/rest_edits.h. Motions keep the Ul of
/// children that ride.
struct MoveTip {
  Id joint = kNoId;
  glm::mat4 increment{1.0f};
  bool children_ride = true;

  MARROW_OPERATION(MoveTip);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint}}; }
};

/// Drags a joint's base at rest: L_j translates so that the posed origin moves by U; children and
/// tip follow. Motions keep the joint's Ul.
struct MoveBase {
  Id joint = kNoId;
  glm::mat4 increment{1.0f};

  MARROW_OPERATION(MoveBase);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint}}; }
};

/// Adds a joint below `parent` (kNoId: a root) of the skeleton; its posed bone goes from `base` to
/// `tip`, world space. An empty name becomes "joint"; the id is scene.next_id. Without a
/// skeleton_node it starts a new skeleton at the world's origin and binds all unbound meshes to it;
/// then the node gets scene.next_id and the joint the id after it.
struct AddJoint {
  Id skeleton_node = kNoId;
  Id parent = kNoId;
  glm::vec3 base{0.0f}, tip{0.0f};
  float radius = 0.1f;  ///< skeleton units
  std::string name;

  MARROW_OPERATION(AddJoint);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {parent}}; }
};

struct DeleteJoint {
  Id joint = kNoId;
  bool subtree = false;

  MARROW_OPERATION(DeleteJoint);
  Locks locks(const Scene& before) const;
};

struct ReparentJoint {
  Id joint = kNoId;
  Id new_parent = kNoId;

  MARROW_OPERATION(ReparentJoint);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint, new_parent}}; }
};

/// Cuts a bone into a chain of `pieces` (2 to 16) of equal length: the first keeps id and name,
/// radii are inherited, the children go below the last and keep their place.
struct SplitJoint {
  Id joint = kNoId;
  int pieces = 2;

  MARROW_OPERATION(SplitJoint);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint}}; }
};

}  // namespace marrow::op
