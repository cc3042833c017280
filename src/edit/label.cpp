// What the history calls each operation.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "edit/mirror.h"
#include "edit/operation.h"
#include "scene/morph.h"

namespace marrow {
namespace {

std::string name_of(const Scene& scene, Id id) {
  if (const Node* node = find_node(scene, id)) return node->name;
  const JointRef ref = find_joint(scene, id);
  if (ref.node < 0) return fmt::format("#{}", id);
  return scene.nodes[static_cast<std::size_t>(ref.node)].skeleton->joints[static_cast<std::size_t>(ref.joint)].name;
}

/// "elbow.L", or "3 joints".
std::string names_of(const Scene& scene, const std::vector<Id>& ids) {
  if (ids.size() == 1) return name_of(scene, ids.front());
  const bool are_nodes = !ids.empty() && find_node(scene, ids.front()) != nullptr;
  return fmt::format("{} {}", ids.size(), are_nodes ? "objects" : "joints");
}

/// `digits` significant ones, trailing zeros left out; whole numbers stay whole and only extremes get an exponent.
std::string number(float value, int digits) {
  const float size = std::abs(value);
  if (size >= std::pow(10.0f, static_cast<float>(digits)) && size < 1e7f) return fmt::format("{:.0f}", value);
  return fmt::format("{:.{}g}", value, digits);
}

/// "0.12 -> 0.19", with as many digits as it takes to see that they differ.
std::string change(float before, float after) {
  constexpr int kUsual = 3, kAll = 9;
  int digits = kUsual;
  while (digits < kAll && before != after && number(before, digits) == number(after, digits)) ++digits;
  return number(before, digits) + " -> " + number(after, digits);
}

std::string text(const Scene& scene, const op::ApplyIncrement& operation) {
  return operation.verb + " " + names_of(scene, operation.targets);
}

std::string text(const Scene& scene, const op::SetUserLocal& operation) {
  if (!operation.what.empty()) return operation.what;
  std::vector<Id> joints;
  for (const Pose::Entry& entry : operation.entries) joints.push_back(entry.joint);
  return "Pose " + names_of(scene, joints);
}

std::string text(const Scene& scene, const op::Reach& operation) {
  std::vector<Id> joints;
  for (const op::Reach::Handle& handle : operation.handles) joints.push_back(handle.joint);
  return "Reach with " + names_of(scene, joints);
}

std::string text(const Scene& scene, const op::ResetPose& operation) {
  return operation.joints.empty() ? std::string("Reset pose") : "Reset " + names_of(scene, operation.joints);
}

std::string text(const Scene& scene, const op::SetNodeLocal& operation) { return "Place " + name_of(scene, operation.node); }

/// "shin.L and shin.R 0.054 -> 0.068": a pair that gets one radius. Otherwise empty.
std::string pair_text(const Scene& scene, const op::SetRadius& operation) {
  if (operation.joints.size() != 2 || operation.radii.size() != 2 || operation.radii[0] != operation.radii[1]) return {};
  const JointRef one = find_joint(scene, operation.joints[0]), other = find_joint(scene, operation.joints[1]);
  if (one.node < 0 || one.node != other.node) return {};
  const std::vector<Joint>& joints = scene.nodes[static_cast<std::size_t>(one.node)].skeleton->joints;
  const Joint& a = joints[static_cast<std::size_t>(one.joint)];
  const Joint& b = joints[static_cast<std::size_t>(other.joint)];
  if (mirrored_name(a.name) != b.name) return {};
  return a.name + " and " + b.name + " " + change(a.radius, std::max(operation.radii[0], 0.0f));
}

std::string text(const Scene& scene, const op::SetRadius& operation) {
  if (const std::string pair = pair_text(scene, operation); !pair.empty()) return "Radius " + pair;
  if (operation.joints.size() != 1 || operation.radii.size() != 1) return "Radius of " + names_of(scene, operation.joints);
  const JointRef ref = find_joint(scene, operation.joints.front());
  if (ref.node < 0) return "Radius";
  const Joint& joint = scene.nodes[static_cast<std::size_t>(ref.node)].skeleton->joints[static_cast<std::size_t>(ref.joint)];
  return "Radius " + joint.name + " " + change(joint.radius, std::max(operation.radii.front(), 0.0f));
}

std::string text(const Scene& scene, const op::MirrorJoint& operation) {
  return "Mirror " + name_of(scene, operation.from) + " to " + name_of(scene, operation.to);
}

std::string text(const Scene& scene, const op::MirrorSide& operation) {
  if (operation.joints.empty()) return operation.left_to_right ? "Mirror left to right" : "Mirror right to left";
  return "Mirror " + names_of(scene, operation.joints);
}

std::string text(const Scene& scene, const op::SplitJoint& operation) {
  return fmt::format("Split {} in {}", name_of(scene, operation.joint), operation.pieces);
}

std::string text(const Scene& scene, const op::Rename& operation) {
  return "Rename " + name_of(scene, operation.target) + " to " + operation.name;
}

std::string text(const Scene& scene, const op::RenameJoints& operation) {
  if (operation.joints.size() == 1 && operation.names.size() == 1) return text(scene, op::Rename{operation.joints[0], operation.names[0]});
  return "Rename " + names_of(scene, operation.joints);
}

std::string text(const Scene& scene, const op::SetLocked& operation) {
  return (operation.locked ? "Lock " : "Unlock ") + names_of(scene, operation.joints);
}

std::string text(const Scene& scene, const op::SetPinned& operation) {
  return (operation.pinned ? "Pin " : "Unpin ") + names_of(scene, operation.joints);
}

std::string text(const Scene& scene, const op::SetLimits& operation) {
  return (operation.limits ? "Limit " : "Free ") + name_of(scene, operation.joint);
}

std::string text(const Scene& scene, const op::SetExtent& operation) { return "Extent of " + name_of(scene, operation.joint); }

std::string text(const Scene&, const op::SetFalloff& operation) { return std::string("Falloff ") + falloff_name(operation.falloff); }

std::string text(const Scene&, const op::SetReach& operation) {
  const std::string radii = operation.radius_factor == 1.0f ? std::string() : "radii x " + number(operation.radius_factor, 3);
  if (!operation.falloff) return radii.empty() ? "Radii" : "Scale " + radii;
  return std::string("Falloff ") + falloff_name(*operation.falloff) + (radii.empty() ? "" : ", " + radii);
}

std::string text(const Scene& scene, const op::MoveTip& operation) { return "Move tip of " + name_of(scene, operation.joint); }

std::string text(const Scene& scene, const op::MoveBase& operation) { return "Move base of " + name_of(scene, operation.joint); }

std::string text(const Scene& scene, const op::AddJoint& operation) {
  const std::string wanted = operation.name.empty() ? "joint" : operation.name;
  const Node* node = find_node(scene, operation.skeleton_node);
  return "Add " + (node && node->skeleton ? unique_joint_name(*node->skeleton, wanted) : wanted);
}

std::string text(const Scene& scene, const op::DeleteJoint& operation) {
  return "Delete " + name_of(scene, operation.joint) + (operation.subtree ? " and all below" : "");
}

std::string text(const Scene& scene, const op::ReparentJoint& operation) {
  if (operation.new_parent == kNoId) return "Make " + name_of(scene, operation.joint) + " a root";
  return "Hang " + name_of(scene, operation.joint) + " below " + name_of(scene, operation.new_parent);
}

std::string text(const Scene&, const op::AddSkeleton& operation) { return "Add " + operation.name; }

std::string text(const Scene&, const op::AddNodes& operation) {
  const std::vector<Node>& nodes = operation.nodes.nodes;
  return "Import " + (nodes.size() == 1 ? nodes.front().name : fmt::format("{} objects", nodes.size()));
}

std::string text(const Scene& scene, const op::DeleteNode& operation) { return "Delete " + name_of(scene, operation.node); }

std::string text(const Scene& scene, const op::ReparentNode& operation) {
  if (operation.new_parent == kNoId) return "Move " + name_of(scene, operation.node) + " to the top";
  return "Hang " + name_of(scene, operation.node) + " below " + name_of(scene, operation.new_parent);
}

std::string text(const Scene& scene, const op::Bind& operation) {
  if (operation.skeleton_node == kNoId) return "Unbind " + name_of(scene, operation.mesh_node);
  return "Bind " + name_of(scene, operation.mesh_node) + " to " + name_of(scene, operation.skeleton_node);
}

std::string text(const Scene& scene, const op::UseExplicitWeights& operation) {
  return "Weight " + name_of(scene, operation.mesh_node) + (operation.use ? " as imported" : " by capsules");
}

std::string text(const Scene& scene, const op::SetMorphWeights& operation) {
  const Node* node = find_node(scene, operation.mesh_node);
  const std::string all = fmt::format("Morph {}", name_of(scene, operation.mesh_node));
  if (operation.shapes.size() != 1 || operation.weights.size() != 1 || !node || !node->mesh) return all;
  const std::size_t shape = operation.shapes.front();
  const float before = shape < node->morph_weights.size() ? node->morph_weights[shape] : 0.0f;
  return fmt::format("Morph {} {}", morph_target_name(*node->mesh, shape), change(before, operation.weights.front()));
}

std::string text(const Scene& scene, const op::SetVisible& operation) {
  return (operation.visible ? "Show " : "Hide ") + name_of(scene, operation.node);
}

std::string text(const Scene&, const op::StorePose& operation) { return "Store pose " + operation.name; }

std::string text(const Scene&, const op::ApplyPose& operation) { return "Apply pose " + operation.name; }

std::string text(const Scene&, const op::DeletePose& operation) { return "Delete pose " + operation.name; }

std::string text(const Scene&, const op::RenamePose& operation) { return "Rename pose " + operation.name + " to " + operation.new_name; }

std::string motion_name(const Scene& scene, std::size_t motion) {
  return motion < scene.motions.size() ? scene.motions[motion]->name : fmt::format("#{}", motion);
}

std::string text(const Scene&, const op::AddMotion& operation) {
  return "Add motion" + (operation.motion ? " " + operation.motion->name : std::string());
}

std::string text(const Scene& scene, const op::RenameMotion& operation) {
  return "Rename motion " + motion_name(scene, operation.motion) + " to " + operation.name;
}

std::string text(const Scene& scene, const op::DeleteMotion& operation) { return "Delete motion " + motion_name(scene, operation.motion); }

std::string text(const Scene& scene, const op::Sequence& operation) {
  if (!operation.what.empty() || operation.operations.empty()) return operation.what;
  return label(scene, operation.operations.front());
}

}  // namespace

std::string label(const Scene& before, const Operation& operation) {
  return std::visit([&](const auto& alternative) { return text(before, alternative); }, operation);
}

}  // namespace marrow
