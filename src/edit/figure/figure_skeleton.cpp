#include "edit/figure/figure_skeleton.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <string>
#include <string_view>
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

/// "joint", "joint.L.003": a name that the program gave.
bool is_drawn_name(std::string_view name) {
  if (!name.starts_with("joint")) return false;
  name.remove_prefix(5);
  if (name.starts_with(".L") || name.starts_with(".R")) name.remove_prefix(2);
  return name.find_first_not_of(".0123456789") == std::string_view::npos;
}

/// Empty for a part that has no name here, such as a finger.
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

/// Turns a joint at rest so that the bone to `next` points in a direction, unit length, skeleton
/// space.
void point_bone(Skeleton& skeleton, int joint, int next, const glm::dvec3& direction,
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
  BodyJoints::Limb joints, leg;  ///< an arm, and the leg on its side
  glm::dvec3 up, out, front;     ///< unit directions
};
struct ArmDirections {
  glm::dvec3 upper, lower;  ///< unit length, skeleton space
};

/// Resets the pose of a figure and turns its arms by the shortest way. Empty where no arms are
/// found, or if they have these directions already, within 0.1 degrees.
std::vector<Pose::Entry> turn_arms(Skeleton& figure,
                                   const std::function<ArmDirections(const Arm&)>& directions) {
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

/// Directions of an arm that hangs next to the thigh, its elbow a little bent.
ArmDirections hanging(const Skeleton& figure, const Arm& arm) {
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

/// The least height of joints and bone ends.
double lowest_point(const Skeleton& figure, std::vector<glm::dmat4> places, const glm::dvec3& up) {
  for (std::size_t j = 0; j < figure.joints.size(); ++j)
    places.push_back(glm::translate(places[j], glm::dvec3(figure.joints[j].extent)));
  return heights_of(places, up).low;
}

/// Stores no pose if an arm, or what was taken for one, would reach below the feet.
void store_neutral_pose(Skeleton& skeleton) {
  Skeleton figure = skeleton;
  std::vector<Pose::Entry> turned =
      turn_arms(figure, [&](const Arm& arm) { return hanging(skeleton, arm); });
  if (turned.empty()) return;
  const std::vector<glm::dmat4> rest = rest_places(skeleton);
  const glm::dvec3 up = unit_or_zero(upwards(body_joints(skeleton), rest));
  if (lowest_point(figure, posed_places(figure), up) >= lowest_point(figure, rest, up))
    skeleton.poses.push_back({"Neutral", std::move(turned)});
}

/// A scene whose only node has the skeleton.
Scene rig_of(const std::vector<FigureBone>& bones) {
  Scene rig;
  rig.nodes = {{.id = take_id(rig), .name = "Skeleton"}};
  Skeleton skeleton;
  for (const FigureBone& bone : bones) {
    Joint joint{.id = take_id(rig), .name = bone.name, .parent = bone.parent};
    const glm::vec3 above = bone.parent < 0 ? glm::vec3(0.0f) : bones[at(bone.parent)].base;
    joint.bind_local = glm::translate(glm::mat4(1.0f), bone.base - above);
    joint.extent = bone.tip - bone.base;
    joint.radius = bone.radius;
    skeleton.joints.push_back(std::move(joint));
  }
  rig.nodes[0].skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  return rig;
}

}  // namespace

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

Operation human_skeleton(const Scene& scene, const std::vector<FigureBone>& bones) {
  return bound_skeleton(scene, rig_of(bones), "Add human skeleton");
}

Operation made_skeleton(const Scene& scene, const std::vector<FigureBone>& bones) {
  Scene rig = rig_of(bones);
  Skeleton& skeleton = edit_skeleton(rig, 0);
  skeleton.falloff = Falloff::linear;
  skeleton.blend = Blend::dual_quaternion;
  store_neutral_pose(skeleton);
  return bound_skeleton(scene, std::move(rig), "Make a skeleton");
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
