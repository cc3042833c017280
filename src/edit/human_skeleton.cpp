#include "edit/human_skeleton.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <span>
#include <utility>

#include "base/index.h"
#include "edit/mirror.h"
#include "edit/operations/shared.h"
#include "edit/rest_edit.h"
#include "scene/joint_places.h"
#include "scene/joint_roles.h"
#include "scene/normals.h"
#include "scene/stance.h"

namespace marrow {
namespace {

constexpr float kHeight = 1.75f, kDepthMiddle = 0.031f, kSkin = 0.021f;
constexpr float kHandBone = 0.75f;  // of the way from wrist to finger tips

/// A point as one marker and shares of the ways from it to two others.
struct BonePoint {
  std::size_t from;
  std::size_t towards = from;
  float share = 0.0f;
  std::size_t also = from;
  float its_share = 0.0f;

  glm::vec3 in(const FigureMarkers& markers, bool is_right) const {
    const auto place = [&](std::size_t marker) {
      return markers[is_right ? markers.mirrored(marker) : marker].position;
    };
    return place(from) + share * (place(towards) - place(from)) +
           its_share * (place(also) - place(from));
  }
};

struct BoneByMarkers {
  const char* name;
  int parent;
  BonePoint base, tip;
  float radius;  ///< of a figure 1.75 high
};

/// The middle and the left side.
std::span<const BoneByMarkers> human_half() {
  using enum Marker::Index;
  static const BoneByMarkers bones[] = {
      {"hips", -1, {hips}, {hips, chest, 0.49f}, 0.161f},
      {"spine", 0, {hips, chest, 0.49f}, {chest}, 0.140f},
      {"chest", 1, {chest}, {chest, neck, 0.7f}, 0.180f},
      {"neck", 2, {neck}, {head}, 0.066f},
      {"head", 3, {head}, {head, head_top, 0.617f}, 0.119f},
      {"clavicle.L",
       2,
       {neck, shoulder_l, 0.145f, chest, 0.131f},
       {neck, shoulder_l, 0.913f, chest, 0.014f},
       0.071f},
      {"upper_arm.L", 5, {shoulder_l}, {elbow_l}, 0.070f},
      {"forearm.L", 6, {elbow_l}, {wrist_l}, 0.046f},
      {"hand.L", 7, {wrist_l}, {wrist_l, hand_end_l, kHandBone}, 0.074f},
      {"thigh.L", 0, {hip_l}, {knee_l}, 0.097f},
      {"shin.L", 9, {knee_l}, {ankle_l}, 0.068f},
      {"foot.L", 10, {ankle_l}, {ball_l}, 0.089f},
      {"toe.L", 11, {ball_l}, {toe_end_l}, 0.046f},
  };
  return bones;
}

/// With the names that Rigify gives the legs. Radii of a trunk 1 long.
std::span<const BoneByMarkers> animal_half() {
  using enum QuadrupedMarker::Index;
  static const BoneByMarkers bones[] = {
      {"hips", -1, {hips}, {spine}, 0.16f},
      {"spine", 0, {spine}, {chest}, 0.16f},
      {"chest", 1, {chest}, {neck}, 0.16f},
      {"neck", 2, {neck}, {neck, head, 0.5f}, 0.1f},
      {"neck.001", 3, {neck, head, 0.5f}, {head}, 0.1f},
      {"head", 4, {head}, {nose}, 0.1f},
      {"front_thigh.L", 2, {shoulder_l}, {elbow_l}, 0.06f},
      {"front_shin.L", 6, {elbow_l}, {wrist_l}, 0.05f},
      {"front_foot.L", 7, {wrist_l}, {front_toe_l}, 0.05f},
      {"thigh.L", 0, {hip_l}, {knee_l}, 0.08f},
      {"shin.L", 9, {knee_l}, {ankle_l}, 0.05f},
      {"foot.L", 10, {ankle_l}, {ball_l}, 0.05f},
      {"toe.L", 11, {ball_l}, {hind_toe_l}, 0.05f},
  };
  return bones;
}

/// Bones of these rows, and of the right side.
std::vector<FigureBone> both_sides(std::span<const BoneByMarkers> half,
                                   const FigureMarkers& markers, float scale) {
  std::vector<FigureBone> bones;
  std::size_t middle = 0;
  while (!mirrored_name(half[middle].name)) ++middle;
  const std::size_t side = half.size() - middle;
  for (std::size_t j = 0; j < half.size() + side; ++j) {
    const bool is_right = j >= half.size();
    const BoneByMarkers& source = half[is_right ? j - side : j];
    FigureBone bone{source.name, source.parent, source.base.in(markers, is_right),
                    source.tip.in(markers, is_right), source.radius * scale};
    if (is_right) bone.name = *mirrored_name(bone.name);
    if (is_right && bone.parent >= int(middle)) bone.parent += int(side);
    bones.push_back(std::move(bone));
  }
  return bones;
}

/// A bone from each marker to the next, the first one below `parent`.
void add_chain(std::vector<FigureBone>& bones, const char* name, int parent,
               std::span<const MarkerPlace> places, float radius) {
  for (std::size_t m = 0; m + 1 < places.size(); ++m) {
    bones.push_back({fmt::format("{}.{:03}", name, m + 1), parent, places[m].position,
                     places[m + 1].position, radius});
    parent = int(bones.size()) - 1;
  }
}

/// Of a figure 1.75 high on the ground, arms held down by 32 degrees.
FigureMarkers usual_markers() {
  constexpr glm::vec3 kMiddle[] = {{0.0f, 1.75f, 0.017f},
                                   {0.0f, 1.515f, -0.006f},
                                   {0.0f, 1.425f, -0.022f},
                                   {0.0f, 1.175f, -0.016f},
                                   {0.0f, 0.93f, -0.006f}};
  constexpr glm::vec3 kLeft[] = {
      {0.172f, 1.375f, -0.020f}, {0.395f, 1.232f, -0.028f}, {0.596f, 1.106f, -0.006f},
      {0.752f, 1.010f, 0.018f},  {0.086f, 0.885f, -0.004f}, {0.108f, 0.480f, 0.006f},
      {0.122f, 0.078f, -0.024f}, {0.137f, 0.030f, 0.098f},  {0.144f, 0.026f, 0.155f}};
  FigureMarkers markers = markers_of(FigureTemplate::humanoid);
  for (std::size_t m = 0; m < std::size(kMiddle); ++m) markers[m].position = kMiddle[m];
  for (std::size_t m = 0; m < std::size(kLeft); ++m) {
    const std::size_t left = Marker::shoulder_l + m;
    markers[left].position = kLeft[m];
    markers[markers.mirrored(left)].position = kLeft[m] * glm::vec3(-1.0f, 1.0f, 1.0f);
  }
  markers.height = kHeight;
  return markers;
}

/// Turns the left arm about the shoulder until the tip of its last bone is `reach` from the middle;
/// an arm that is too short for that is stretched a little.
glm::mat3 arm_reaching(const FigureMarkers& markers, float reach) {
  constexpr float kHanging = 0.17f, kMostStretch = 1.25f;  // cosine: 80 degrees below level
  const glm::vec3 shoulder = markers[Marker::shoulder_l].position;
  const glm::vec3 arm =
      glm::mix(markers[Marker::wrist_l].position, markers[Marker::hand_end_l].position, kHandBone) -
      shoulder;
  const float share = (reach - shoulder.x) / std::hypot(arm.x, arm.y);
  const float turn = std::atan2(-arm.y, arm.x) - std::acos(std::clamp(share, kHanging, 1.0f));
  return std::clamp(share, 1.0f, kMostStretch) *
         glm::mat3(glm::rotate(glm::mat4(1.0f), turn, {0.0f, 0.0f, 1.0f}));
}

/// "joint", "joint.L.003": a name that the program gave.
bool is_drawn_name(std::string_view name) {
  if (!name.starts_with("joint")) return false;
  name.remove_prefix(5);
  if (name.starts_with(".L") || name.starts_with(".R")) name.remove_prefix(2);
  return name.find_first_not_of(".0123456789") == std::string_view::npos;
}

/// Empty for a part without a name of its own, such as a finger.
std::string name_of_role(const JointRole& role, int spines) {
  constexpr std::pair<BodyPart, const char*> kNames[] = {
      {BodyPart::hips, "hips"},         {BodyPart::spine, "spine"},
      {BodyPart::neck, "neck"},         {BodyPart::head, "head"},
      {BodyPart::clavicle, "clavicle"}, {BodyPart::upper_arm, "upper_arm"},
      {BodyPart::forearm, "forearm"},   {BodyPart::hand, "hand"},
      {BodyPart::thigh, "thigh"},       {BodyPart::shin, "shin"},
      {BodyPart::foot, "foot"},         {BodyPart::toe, "toe"}};
  if (role.part == BodyPart::spine && role.rank + 1 == spines) return "chest";
  for (const auto& [part, name] : kNames)
    if (part == role.part)
      return name + std::string(role.side == BodySide::none   ? ""
                                : role.side == BodySide::left ? ".L"
                                                              : ".R");
  return {};
}

}  // namespace

std::vector<FigureBone> figure_bones(const FigureMarkers& markers) {
  const auto between = [](const FigureMarkers& of, std::size_t one, std::size_t other) {
    return glm::distance(of[one].position, of[other].position);
  };
  if (markers.shape == FigureTemplate::humanoid)
    return both_sides(human_half(), markers,
                      between(markers, Marker::hips, Marker::neck) /
                          between(usual_markers(), Marker::hips, Marker::neck));
  std::vector<FigureBone> bones;
  if (markers.shape == FigureTemplate::chain) {
    add_chain(bones, "chain", -1, markers.places, 0.5f * between(markers, 0, 1));
    return bones;
  }
  using Animal = QuadrupedMarker;
  const float trunk = between(markers, Animal::hips, Animal::neck);
  bones = both_sides(animal_half(), markers, trunk);
  if (const std::span places(markers.places); places.size() > Animal::tail)
    add_chain(bones, "tail", 0, places.subspan(Animal::tail), 0.06f * trunk);
  return bones;
}

std::vector<FigureBone> human_bones_in(const Bounds& box) {
  constexpr float kLying = 2.0f;  // times as long along z as high: the figure's up is z
  if (box.empty()) return {};
  const glm::vec3 size = box.high - box.low;
  const bool is_lying = size.y > 0.0f && size.z > kLying * size.y;
  const glm::mat3 figure_from_world(turn_of(is_lying ? UpAxis::z : UpAxis::y, UpAxis::y));
  Bounds figure;
  for (const glm::vec3& corner : box.corners()) figure.add(figure_from_world * corner);
  const float scale = (figure.high.y - figure.low.y) / kHeight;
  if (!(scale > 0.0f)) return {};

  FigureMarkers markers = usual_markers();
  const glm::mat3 arm = arm_reaching(markers, 0.5f * size.x / scale - kSkin);
  const glm::vec3 ground(figure.center().x, figure.low.y, figure.center().z - scale * kDepthMiddle);
  const glm::vec3 shoulder = markers[Marker::shoulder_l].position, image(-1.0f, 1.0f, 1.0f);
  for (const std::size_t marker : {Marker::elbow_l, Marker::wrist_l, Marker::hand_end_l}) {
    glm::vec3& place = markers[marker].position;
    place = shoulder + arm * (place - shoulder);
    markers[markers.mirrored(marker)].position = image * place;
  }
  for (MarkerPlace& place : markers.places)
    place.position = glm::transpose(figure_from_world) * (ground + scale * place.position);
  return figure_bones(markers);
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

/// Turns a joint at rest so that the bone to `next` points in a direction, unit length, skeleton
/// space.
static void point_bone(Skeleton& skeleton, int joint, int next, const glm::dvec3& direction,
                       std::vector<Pose::Entry>& turned) {
  constexpr double kThere = 1.7e-3;  // radians
  const glm::dmat4 place = posed_place(skeleton, joint);
  const glm::dvec3 bone = unit_or_zero(glm::dvec3(posed_place(skeleton, next)[3] - place[3]));
  const glm::dvec3 across = glm::cross(bone, direction);
  const double angle = std::atan2(glm::length(across), glm::dot(bone, direction));
  if (!(angle > kThere) || across == glm::dvec3(0.0)) return;
  glm::dmat4 moved = glm::rotate(glm::dmat4(1.0), angle, across) * place;
  moved[3] = place[3];
  glm::mat4& user_local = skeleton.joints[at(joint)].user_local;
  user_local = without_rounding(glm::mat4(glm::inverse(place) * moved));
  turned.push_back({skeleton.joints[at(joint)].id, user_local});
}

struct Arm {
  BodyJoints::Limb joints, leg;  ///< of the same side
  glm::dvec3 up, out, front;     ///< unit directions
};
struct ArmDirections {
  glm::dvec3 upper, lower;  ///< unit length, skeleton space
};

/// Resets the pose of a figure and turns its arms by the shortest way. Empty where no arms are
/// found, or where they are there within 0.1 degrees.
static std::vector<Pose::Entry> turn_arms(
    Skeleton& figure, const std::function<ArmDirections(const Arm&)>& directions) {
  for (Joint& joint : figure.joints) joint.user_local = glm::mat4(1.0f);
  const BodyJoints body = body_joints(figure);
  const std::vector<glm::dmat4> rest = rest_places(figure);
  const glm::dvec3 up = unit_or_zero(upwards(body, rest)), aside = leftwards(body, rest);
  const glm::dvec3 left = unit_or_zero(aside - glm::dot(aside, up) * up);
  if (up == glm::dvec3(0.0) || left == glm::dvec3(0.0)) return {};
  for (const BodyJoints::Limb& arm : body.arms)
    if (arm.upper < 0 || arm.lower < 0) return {};
  std::vector<Pose::Entry> turned;
  for (const std::size_t side : {0u, 1u}) {
    const BodyJoints::Limb& arm = body.arms[side];
    const ArmDirections to =
        directions({arm, body.legs[side], up, side == 0 ? left : -left, glm::cross(left, up)});
    point_bone(figure, arm.upper, arm.lower, to.upper, turned);
    if (arm.end >= 0) point_bone(figure, arm.lower, arm.end, to.lower, turned);
  }
  return turned;
}

/// Hanging beside the thigh, the elbow a little bent.
static ArmDirections hanging(const Skeleton& figure, const Arm& arm) {
  constexpr double kLeast = 0.17, kMost = 0.7;  // sines
  constexpr double kBend = 0.2;
  const auto place = [&](int joint) { return glm::dvec3(rest_place(figure, joint)[3]); };
  const glm::dvec3 shoulder = place(arm.joints.upper), elbow = place(arm.joints.lower);
  double length = glm::distance(shoulder, elbow), room = 0.0;
  if (arm.joints.end >= 0) length += glm::distance(elbow, place(arm.joints.end));
  if (arm.leg.upper >= 0)
    room = glm::dot(place(arm.leg.upper) - shoulder, arm.out) +
           double(figure.joints[at(arm.leg.upper)].radius) +
           double(figure.joints[at(arm.joints.lower)].radius);
  const double sine = std::clamp(length > 0.0 ? room / length : 0.0, kLeast, kMost);
  const glm::dvec3 down = glm::normalize(arm.out * sine - arm.up * std::sqrt(1.0 - sine * sine));
  return {down, glm::normalize(down + kBend * arm.front)};
}

static void store_neutral_pose(Skeleton& skeleton) {
  Skeleton figure = skeleton;
  std::vector<Pose::Entry> turned =
      turn_arms(figure, [&](const Arm& arm) { return hanging(skeleton, arm); });
  if (!turned.empty()) skeleton.poses.push_back({"Neutral", std::move(turned)});
}

Operation human_skeleton(const Scene& scene, const std::vector<FigureBone>& bones, std::string what,
                         const SkeletonChoices& choices) {
  Scene added;
  added.nodes = {{.id = take_id(added), .name = "Skeleton"}};
  Skeleton skeleton;
  for (const FigureBone& bone : bones) {
    Joint joint{.id = take_id(added), .name = bone.name, .parent = bone.parent};
    const glm::vec3 above = bone.parent < 0 ? glm::vec3(0.0f) : bones[at(bone.parent)].base;
    joint.bind_local = glm::translate(glm::mat4(1.0f), bone.base - above);
    joint.extent = bone.tip - bone.base;
    joint.radius = bone.radius;
    skeleton.joints.push_back(std::move(joint));
  }
  choices.apply_to(skeleton);
  store_neutral_pose(skeleton);
  added.nodes[0].skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  return bound_skeleton(scene, std::move(added), std::move(what));
}

Operation bound_skeleton(const Scene& scene, Scene rig, std::string what) {
  op::Sequence step{{op::AddNodes{std::move(rig)}}, std::move(what)};
  for (int n = 0; n < int(scene.nodes.size()); ++n)
    if (is_unbound_mesh(scene, n))
      step.operations.push_back(op::Bind{scene.nodes[at(n)].id, scene.next_id});
  return step;
}

std::optional<op::RenameJoints> figure_names(const Skeleton& skeleton) {
  const auto [roles, by_shape] = body_roles(skeleton);
  const auto count_of = [roles = roles](BodyPart part) {
    return int(std::count_if(roles.begin(), roles.end(),
                             [&](const JointRole& role) { return role.part == part; }));
  };
  if (!by_shape || up_at_rest(skeleton) != UpAxis::y || count_of(BodyPart::hips) == 0)
    return std::nullopt;
  op::RenameJoints edit;
  Skeleton named = skeleton;
  for (std::size_t j = 0; j < named.joints.size(); ++j) {
    std::string& name = named.joints[j].name;
    const std::string wanted = name_of_role(roles[j], count_of(BodyPart::spine));
    if (wanted.empty() || !is_drawn_name(name)) continue;
    if (is_left_name(name) && is_left_name(name) != is_left_name(wanted)) return std::nullopt;
    name = unique_joint_name(named, wanted);
    edit.joints.push_back(named.joints[j].id);
    edit.names.push_back(name);
  }
  return edit.joints.empty() ? std::nullopt : std::optional(std::move(edit));
}

std::optional<Operation> figure_rest(const Scene& scene, Id skeleton_node, FigureStance stance,
                                     const Tasks& tasks) {
  Scene turned = scene;
  Skeleton& figure = edit_skeleton(turned, node_index(scene, skeleton_node));
  op::SetUserLocal arms{turn_arms(figure, [&](const Arm& arm) {
    const glm::dvec3 straight =
        stance == FigureStance::t ? arm.out : glm::normalize(arm.out - arm.up);
    return ArmDirections{straight, straight};
  })};
  if (arms.entries.empty()) return std::nullopt;
  return op::Sequence{
      {op::ResetPose{skeleton_node, {}}, std::move(arms), rest_edit(turned, skeleton_node, tasks)},
      stance == FigureStance::t ? "A-pose to T-pose" : "T-pose to A-pose"};
}

}  // namespace marrow
