// Every edit as a plain value. apply() is the only road by which a scene changes: menus, drags, typed numbers, scripts and batch
// commands all take it, so each can be undone, named, logged, replayed and tested.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

namespace op {

/// World-space increment U on nodes or joints (not both kinds at once); only the top-most of `targets` take it. Joints: Ul' = L^-1 W_p^-1 U
/// W; nodes: the same with the node's own parent. `verb` names the step ("Rotate").
struct ApplyIncrement {
  std::vector<Id> targets;
  glm::mat4 increment{1.0f};
  std::string verb = "Move";
};
/// Numeric fields, pasted and blended poses. `what` is the step's name ("Paste pose"); empty: named after the joints.
struct SetUserLocal {
  std::vector<Pose::Entry> entries;
  std::string what{};
};
/// Inverse kinematics (rig/ik.h): turns joints of one skeleton so that the tip of each handle's posed bone comes as near as can be to its
/// target in world space, all handles solved together. Pinned joints that are no handles are held where they are, before any handle gets
/// its way, and where nothing speaks against it their bases too. Locked joints never turn.
struct Reach {
  struct Handle {
    Id joint = kNoId;
    glm::vec3 target{0.0f};
    std::optional<glm::vec3> base{};  ///< where the bone's base shall be, as far as the tips leave it free: a foot stays flat
  };
  Id skeleton_node = kNoId;
  std::vector<Handle> handles;
  bool whole_body = false;  ///< every ancestor may turn; otherwise those up to the next joint that branches
  std::vector<Id> held{};   ///< joints that neither turn nor are moved by what turns: those in the user's hand
};
struct ResetPose {
  Id skeleton_node = kNoId;
  std::vector<Id> joints;
};  ///< Ul = I; no joints: all
struct SetNodeLocal {
  Id node = kNoId;
  glm::mat4 local{1.0f};
};
struct SetRadius {
  std::vector<Id> joints;
  std::vector<float> radii;
};  ///< one a joint; clamped to >= 0
/// Gives `to` what mirrors `from` across the plane of mirror_pairs(): B' = R B F, e' = F e and the radius, where R reflects skeleton space
/// and F one axis of the joint's own frame (or all three), so that the frame stays a proper one. F is the one by which `to` already is most
/// like a mirror image: the rig keeps its own habit of how axes run. Children of `to` keep their bind matrices; Ul stays.
struct MirrorJoint {
  Id from = kNoId;
  Id to = kNoId;
};
/// Mirrors one side onto the other: each of `joints` that takes a side by its name is mirrored onto its partner as by MirrorJoint; where
/// there is none one is made, below the mirrored parent. Children of a joint that is mirrored too follow. No joints: all of `side`
/// ("L" -> "R" when true).
struct MirrorSide {
  Id skeleton_node = kNoId;
  std::vector<Id> joints;
  bool left_to_right = true;
};
/// Cuts a bone into `pieces` (2 to 16) of equal length, a chain: the first keeps id and name, the radius is inherited, the children hang
/// below the last and keep their place.
struct SplitJoint {
  Id joint = kNoId;
  int pieces = 2;
};
/// Several joints get other names at once; they may swap. One name a joint, unique in the end.
struct RenameJoints {
  std::vector<Id> joints;
  std::vector<std::string> names;
};
struct SetLocked {
  std::vector<Id> joints;
  bool locked = true;
};
struct SetPinned {
  std::vector<Id> joints;
  bool pinned = true;
};
struct SetLimits {
  Id joint = kNoId;
  std::optional<RotationLimits> limits;
};
struct SetExtent {
  Id joint = kNoId;
  glm::vec3 extent{0.0f};
};
struct SetFalloff {
  Id skeleton_node = kNoId;
  Falloff falloff = Falloff::inverse;
};
/// Another falloff (none: as it is) and every radius times a factor >= 0, in one step: what a comparison of settings is taken over by.
struct SetReach {
  Id skeleton_node = kNoId;
  std::optional<Falloff> falloff;
  float radius_factor = 1.0f;
};
/// Drags the tip of the posed bone; see tip_moved in rig/rest_edits.h.
struct MoveTip {
  Id joint = kNoId;
  glm::mat4 increment{1.0f};
  bool children_ride = true;
};
/// Drags a joint's base on the rest side: L_j translates so that the posed origin moves by U; children and tip ride along.
struct MoveBase {
  Id joint = kNoId;
  glm::mat4 increment{1.0f};
};
/// A new joint below `parent` (kNoId: a root) of the skeleton, its posed bone from `base` to `tip`, both in world space. An empty name gets
/// "joint". The id is scene.next_id. Without a skeleton_node the joint begins a new skeleton at the world's origin, to which every unbound
/// mesh is bound; the skeleton's node then takes scene.next_id and the joint the id after it.
struct AddJoint {
  Id skeleton_node = kNoId;
  Id parent = kNoId;
  glm::vec3 base{0.0f}, tip{0.0f};
  float radius = 0.1f;  ///< skeleton units
  std::string name;
};
struct DeleteJoint {
  Id joint = kNoId;
  bool subtree = false;
};
struct ReparentJoint {
  Id joint = kNoId;
  Id new_parent = kNoId;
};
struct Rename {
  Id target = kNoId;
  std::string name;
};  ///< node or joint; a joint's name must be unique in its skeleton
struct AddSkeleton {
  std::string name = "Skeleton";
  Id parent = kNoId;
};  ///< an empty one, at the parent node's origin
struct AddNodes {
  Scene nodes;
};  ///< import: merged() under fresh ids
struct DeleteNode {
  Id node = kNoId;
};  ///< with everything below; meshes bound to a deleted skeleton become rigid
struct ReparentNode {
  Id node = kNoId;
  Id new_parent = kNoId;
};  ///< keeps its place in the world
struct Bind {
  Id mesh_node = kNoId;
  Id skeleton_node = kNoId;
};  ///< kNoId: unbind
struct UseExplicitWeights {
  Id mesh_node = kNoId;
  bool use = true;
};  ///< or the capsules
/// How much of each shape is blended in: any finite numbers, mostly from 0 to 1.
struct SetMorphWeights {
  Id mesh_node = kNoId;
  std::vector<std::size_t> shapes;  ///< indices into Mesh::morph_targets
  std::vector<float> weights;
};  ///< one a shape
struct SetVisible {
  Id node = kNoId;
  bool visible = true;
};
struct StorePose {
  Id skeleton_node = kNoId;
  std::string name;
};  ///< the present pose; replaces one of that name
struct ApplyPose {
  Id skeleton_node = kNoId;
  std::string name;
};
struct DeletePose {
  Id skeleton_node = kNoId;
  std::string name;
};
struct RenamePose {
  Id skeleton_node = kNoId;
  std::string name;
  std::string new_name;
};
/// A motion at the end of the scene's; under a name of its own where another has its name.
struct AddMotion {
  std::shared_ptr<const Motion> motion;
};
struct RenameMotion {
  std::size_t motion = 0;  ///< index into Scene::motions
  std::string name;        ///< no other motion's
};
struct DeleteMotion {
  std::size_t motion = 0;
};
/// Several edits as one step, done in this order; refused as a whole when one is.
struct Sequence;

}  // namespace op

using Operation =
    std::variant<op::ApplyIncrement, op::SetUserLocal, op::Reach, op::ResetPose, op::SetNodeLocal, op::SetRadius, op::MirrorJoint,
                 op::MirrorSide, op::SplitJoint, op::RenameJoints, op::SetLocked, op::SetPinned, op::SetLimits, op::SetExtent,
                 op::SetFalloff, op::SetReach, op::MoveTip, op::MoveBase, op::AddJoint, op::DeleteJoint, op::ReparentJoint, op::Rename,
                 op::AddSkeleton, op::AddNodes, op::DeleteNode, op::ReparentNode, op::Bind, op::UseExplicitWeights, op::SetMorphWeights,
                 op::SetVisible, op::StorePose, op::ApplyPose, op::DeletePose, op::RenamePose, op::AddMotion, op::RenameMotion,
                 op::DeleteMotion, op::Sequence>;

struct op::Sequence {
  std::vector<Operation> operations;
  std::string what{};  ///< the step's name; empty: the first operation's
};

struct Applied {
  std::optional<Scene> scene;  ///< set on success; fulfils why_invalid(scene) == ""
  std::string reason;  ///< otherwise why not, for the user ("elbow.L cannot move: shoulder.L has a zero scale"); the input is untouched
};

/// Applies an edit to a scene. `tasks` are the kinematics and increments used (a student's, in a handout).
Applied apply(const Scene& scene, const Operation& operation, const Tasks& tasks);

/// The step's name for the history, derived from the operation and the scene before it: "Rotate elbow.L", "Radius knee.L 0.12 -> 0.19".
std::string label(const Scene& before, const Operation& operation);

}  // namespace marrow
