// The rest side of joints: bind locals, extents, radii, and the tree of joints itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/operations/behavior.h"

namespace marrow::op {

struct SetRadius {
  std::vector<Id> joints;
  std::vector<float> radii;        ///< one per joint; clamped to >= 0
  std::vector<float> tip_radii{};  ///< at the tips of tapered capsules; empty: none is tapered

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, joints}; }
  bool operator==(const SetRadius&) const = default;

  static SetRadius to(std::vector<Id> joints, const std::vector<Radii>& radii);
};

struct SetExtent {
  Id joint = kNoId;
  glm::vec3 extent{0.0f};

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint}}; }
  bool operator==(const SetExtent&) const = default;
};

/// Sets choices (none: unchanged) and multiplies all radii, also those at tips, by a factor >= 0.
struct SetSkeletonChoices {
  Id skeleton_node = kNoId;
  SkeletonChoices choices{};
  float radius_factor = 1.0f;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::keep, {}}; }
  bool operator==(const SetSkeletonChoices&) const = default;
};

/// Drags the tip of the posed bone; see tip_moved in rig/rest_edits.h. Motions keep the Ul of
/// children that ride.
struct MoveTip {
  Id joint = kNoId;
  glm::mat4 increment{1.0f};
  bool children_ride = true;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint}}; }
  bool operator==(const MoveTip&) const = default;
};

/// Drags a joint's base at rest: L_j translates so that the posed origin moves by U; children and
/// tip follow. Motions keep its Ul.
struct MoveBase {
  Id joint = kNoId;
  glm::mat4 increment{1.0f};

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint}}; }
  bool operator==(const MoveBase&) const = default;
};

/// A new joint below `parent` (kNoId: a root) of the skeleton, its posed bone from `base` to `tip`
/// in world space. An empty name becomes "joint"; the id is scene.next_id. Without a skeleton_node
/// it starts a new skeleton at the world's origin and binds all unbound meshes to it; then the node
/// gets scene.next_id and the joint the id after it.
struct AddJoint {
  Id skeleton_node = kNoId;
  Id parent = kNoId;
  glm::vec3 base{0.0f}, tip{0.0f};
  float radius = 0.1f;  ///< skeleton units
  std::string name;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {parent}}; }
  bool operator==(const AddJoint&) const = default;
};

struct DeleteJoint {
  Id joint = kNoId;
  bool subtree = false;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const DeleteJoint&) const = default;
};

struct ReparentJoint {
  Id joint = kNoId;
  Id new_parent = kNoId;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint, new_parent}}; }
  bool operator==(const ReparentJoint&) const = default;
};

/// Cuts a bone into a chain of `pieces` (2 to 16) of equal length: the first keeps id and name,
/// radii are inherited, the children go below the last and keep their place.
struct SplitJoint {
  Id joint = kNoId;
  int pieces = 2;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint}}; }
  bool operator==(const SplitJoint&) const = default;
};

}  // namespace marrow::op
