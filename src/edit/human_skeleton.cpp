#include "edit/human_skeleton.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <utility>

#include "base/index.h"
#include "edit/mirror.h"
#include "scene/figure_shape.h"
#include "scene/stance.h"

namespace marrow {
namespace {

/// The middle and the left side of a figure 1.75 high on the ground, arms held down by 32 degrees.
const std::vector<HumanBone>& left_half() {
  static const std::vector<HumanBone> bones = {
      {"hips", -1, {0.0f, 0.93f, -0.006f}, {0.0f, 1.05f, -0.010f}, 0.161f},
      {"spine", 0, {0.0f, 1.05f, -0.010f}, {0.0f, 1.175f, -0.016f}, 0.140f},
      {"chest", 1, {0.0f, 1.175f, -0.016f}, {0.0f, 1.35f, -0.018f}, 0.180f},
      {"neck", 2, {0.0f, 1.425f, -0.022f}, {0.0f, 1.515f, -0.006f}, 0.066f},
      {"head", 3, {0.0f, 1.515f, -0.006f}, {0.0f, 1.66f, 0.008f}, 0.119f},
      {"clavicle.L", 2, {0.025f, 1.385f, -0.020f}, {0.157f, 1.376f, -0.020f}, 0.071f},
      {"upper_arm.L", 5, {0.172f, 1.375f, -0.020f}, {0.395f, 1.232f, -0.028f}, 0.070f},
      {"forearm.L", 6, {0.395f, 1.232f, -0.028f}, {0.596f, 1.106f, -0.006f}, 0.046f},
      {"hand.L", 7, {0.596f, 1.106f, -0.006f}, {0.713f, 1.034f, 0.012f}, 0.074f},
      {"thigh.L", 0, {0.086f, 0.885f, -0.004f}, {0.108f, 0.48f, 0.006f}, 0.097f},
      {"shin.L", 9, {0.108f, 0.48f, 0.006f}, {0.122f, 0.078f, -0.024f}, 0.068f},
      {"foot.L", 10, {0.122f, 0.078f, -0.024f}, {0.137f, 0.03f, 0.098f}, 0.089f},
      {"toe.L", 11, {0.137f, 0.03f, 0.098f}, {0.144f, 0.026f, 0.155f}, 0.046f}};
  return bones;
}

constexpr int kMiddle = 5, kSide = 8;  // bones in the middle, bones of one side
constexpr std::size_t kUpperArm = 6, kHand = 8;
constexpr float kHeight = 1.75f, kDepthMiddle = 0.031f;
constexpr float kSkinBeyondTip = 0.021f;  // of the fingers

/// Turns the arm about the shoulder until its tip is `reach` from the middle; an arm that is too
/// short for that is stretched a little.
void reach_out(std::vector<HumanBone>& half, float reach) {
  constexpr float kHanging = 0.17f, kMostStretch = 1.25f;  // cosine: 80 degrees below level
  const glm::vec3 shoulder = half[kUpperArm].base;
  const glm::vec2 arm(half[kHand].tip - shoulder);
  const float share = (reach - shoulder.x) / glm::length(arm);
  const float turn = std::atan2(-arm.y, arm.x) - std::acos(std::clamp(share, kHanging, 1.0f));
  const glm::mat3 turned(glm::rotate(glm::mat4(1.0f), turn, {0.0f, 0.0f, 1.0f}));
  const float stretch = std::clamp(share, 1.0f, kMostStretch);
  for (std::size_t bone = kUpperArm; bone <= kHand; ++bone)
    for (glm::vec3* end : {&half[bone].base, &half[bone].tip})
      *end = shoulder + stretch * (turned * (*end - shoulder));
}

/// The bones, followed by the mirror images of the left ones.
std::vector<HumanBone> with_right_side(std::vector<HumanBone> bones) {
  for (std::size_t left = kMiddle; left < kMiddle + kSide; ++left) {
    HumanBone right = bones[left];
    right.name = *mirrored_name(right.name);
    if (right.parent >= kMiddle) right.parent += kSide;
    for (glm::vec3* end : {&right.base, &right.tip}) end->x = -end->x;
    bones.push_back(std::move(right));
  }
  return bones;
}

Skeleton human_joints(const std::vector<HumanBone>& bones, Scene& scene) {
  Skeleton skeleton;
  for (const HumanBone& bone : bones) {
    const glm::vec3 above = bone.parent < 0 ? glm::vec3(0.0f) : bones[at(bone.parent)].base;
    Joint joint{.id = take_id(scene), .name = bone.name, .parent = bone.parent};
    joint.bind_local = glm::translate(glm::mat4(1.0f), bone.base - above);
    joint.extent = bone.tip - bone.base;
    joint.radius = bone.radius;
    skeleton.joints.push_back(std::move(joint));
  }
  return skeleton;
}

/// "joint", "joint.L.003": the name of a joint that nobody has named.
bool is_drawn_name(std::string_view name) {
  if (!name.starts_with("joint")) return false;
  name.remove_prefix(5);
  if (name.starts_with(".L") || name.starts_with(".R")) name.remove_prefix(2);
  return name.find_first_not_of(".0123456789") == std::string_view::npos;
}

}  // namespace

std::vector<HumanBone> human_bones_in(const Bounds& box) {
  constexpr float kLying = 2.0f;  // times as long along z as high: the figure's up is z
  if (box.empty()) return {};
  const glm::vec3 size = box.high - box.low;
  const UpAxis up = size.z > kLying * size.y ? UpAxis::z : UpAxis::y;
  const glm::mat3 figure_from_world(turn_of(up, UpAxis::y));
  Bounds figure;
  for (const glm::vec3& corner : box.corners()) figure.add(figure_from_world * corner);
  const float scale = (figure.high.y - figure.low.y) / kHeight;
  if (!(scale > 0.0f)) return {};

  std::vector<HumanBone> half = left_half();
  reach_out(half, 0.5f * (figure.high.x - figure.low.x) / scale - kSkinBeyondTip);
  std::vector<HumanBone> bones = with_right_side(std::move(half));
  const glm::vec3 ground(figure.center().x, figure.low.y, figure.center().z - scale * kDepthMiddle);
  for (HumanBone& bone : bones) {
    for (glm::vec3* end : {&bone.base, &bone.tip})
      *end = glm::transpose(figure_from_world) * (ground + scale * *end);
    bone.radius *= scale;
  }
  return bones;
}

Bounds bounds_of_unbound(const Scene& scene) {
  Bounds box;
  for (int n = 0; n < int(scene.nodes.size()); ++n) {
    if (!is_unbound_mesh(scene, n)) continue;
    const glm::mat4 world = world_from_node(scene, n);
    for (const glm::vec3& point : scene.nodes[at(n)].mesh->positions)
      box.add(glm::vec3(world * glm::vec4(point, 1.0f)));
  }
  return box;
}

Operation human_skeleton(const Scene& scene, const std::vector<HumanBone>& bones) {
  Scene added;
  Node node{.id = take_id(added), .name = "Skeleton"};
  node.skeleton = std::make_shared<const Skeleton>(human_joints(bones, added));
  added.nodes.push_back(std::move(node));
  op::Sequence step{{op::AddNodes{std::move(added)}}, "Add human skeleton"};
  for (int n = 0; n < int(scene.nodes.size()); ++n)
    if (is_unbound_mesh(scene, n))
      step.operations.push_back(op::Bind{scene.nodes[at(n)].id, scene.next_id});
  return step;
}

std::optional<op::RenameJoints> figure_names(const Skeleton& skeleton) {
  static constexpr std::string_view kNames[] = {// in the order of BodyPart
                                                "",      "",         "hips",      "spine",   "neck",
                                                "head",  "clavicle", "upper_arm", "forearm", "hand",
                                                "thigh", "shin",     "foot",      "toe"};
  const std::vector<JointRole> roles = roles_by_shape(skeleton);
  std::size_t chest = 0;
  for (std::size_t j = 0; j < roles.size(); ++j)
    if (roles[j].part == BodyPart::spine && roles[j].rank > 0) chest = j;
  op::RenameJoints edit;
  Skeleton named = skeleton;
  for (std::size_t j = 0; j < roles.size(); ++j) {
    const auto& [part, side, rank] = roles[j];
    std::string& name = named.joints[j].name;
    if (part == BodyPart::none || !is_drawn_name(name)) continue;
    const bool is_left = side == BodySide::left;
    if (is_left_name(name).value_or(is_left) != is_left) return std::nullopt;  // it faces -z
    const std::string wanted(j > 0 && j == chest ? "chest" : kNames[std::size_t(part)]);
    name = unique_joint_name(named, wanted + (side == BodySide::none ? "" : is_left ? ".L" : ".R"));
    edit.joints.push_back(named.joints[j].id);
    edit.names.push_back(name);
  }
  return edit.joints.empty() ? std::nullopt : std::optional(std::move(edit));
}

}  // namespace marrow
