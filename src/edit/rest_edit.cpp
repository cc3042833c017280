#include "edit/rest_edit.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "base/index.h"
#include "edit/motions/bake_ik.h"
#include "edit/operations/shared.h"
#include "rig/playback.h"
#include "scene/joint_places.h"
#include "scene/normals.h"
#include "scene/stance.h"

namespace marrow {
namespace {

/// Turns a joint of the posed skeleton so that the bone to `next` points in a direction, unit
/// length, skeleton space. True if it had to turn.
bool point_bone(Skeleton& skeleton, int joint, int next, const glm::dvec3& direction) {
  constexpr double kThere = 1.7e-3;  // radians
  const glm::dmat4 posed = posed_place(skeleton, joint);
  const glm::dvec3 origin(posed[3]);
  const glm::dvec3 bone = unit_or_zero(glm::dvec3(posed_place(skeleton, next)[3]) - origin);
  const glm::dvec3 across = glm::cross(bone, direction);
  const double angle = std::atan2(glm::length(across), glm::dot(bone, direction));
  if (!(angle > kThere) || across == glm::dvec3(0.0)) return false;
  const glm::dmat4 turned = glm::translate(glm::dmat4(1.0), origin) *
                            glm::rotate(glm::dmat4(1.0), angle, glm::normalize(across)) *
                            glm::translate(glm::dmat4(1.0), -origin) * posed;
  Joint& moved = skeleton.joints[at(joint)];
  const glm::dmat4 frame = posed * glm::inverse(glm::dmat4(moved.user_local));  // W_p L
  moved.user_local = without_rounding(glm::mat4(glm::inverse(frame) * turned));
  return true;
}

}  // namespace

Operation rest_edit(const Scene& scene, Id skeleton_node, const Tasks& tasks) {
  const op::MakeRest rest{skeleton_node};
  if (std::none_of(scene.motions.begin(), scene.motions.end(),
                   [&](const auto& motion) { return has_ik(scene, *motion); }))
    return rest;
  op::Sequence edits{{rest}, label(scene, rest)};
  const Applied after = apply(scene, rest, tasks);
  for (std::size_t m = 0; after.scene && m < scene.motions.size(); ++m)
    if (const auto kept = with_ik_kept(scene, *after.scene, scene.motions[m]);
        kept != scene.motions[m])
      edits.operations.push_back(op::set_tracks(*after.scene, m, *kept, edits.what));
  return edits.operations.size() > 1 ? Operation(std::move(edits)) : rest;
}

std::optional<Operation> figure_rest(const Scene& scene, Id skeleton_node, FigureStance stance,
                                     const Tasks& tasks) {
  const Node* node = find_node(scene, skeleton_node);
  if (node == nullptr || !node->skeleton) return std::nullopt;
  Skeleton figure = *node->skeleton;
  for (Joint& joint : figure.joints) joint.user_local = glm::mat4(1.0f);
  const BodyJoints body = body_joints(figure);
  const std::vector<glm::dmat4> rest = rest_places(figure);
  const glm::dvec3 up = unit_or_zero(upwards(body, rest));
  glm::dvec3 left = leftwards(body, rest);
  left = unit_or_zero(left - glm::dot(left, up) * up);
  if (up == glm::dvec3(0.0) || left == glm::dvec3(0.0)) return std::nullopt;
  op::SetUserLocal arms;
  for (const std::size_t side : {0u, 1u}) {
    const BodyJoints::Limb& arm = body.arms[side];
    if (arm.upper < 0 || arm.lower < 0) return std::nullopt;
    const glm::dvec3 out = side == 0 ? left : -left,
                     direction = stance == FigureStance::t ? out : glm::normalize(out - up);
    for (const auto& [joint, next] : {std::pair(arm.upper, arm.lower), {arm.lower, arm.end}})
      if (next >= 0 && point_bone(figure, joint, next, direction))
        arms.entries.push_back({figure.joints[at(joint)].id, figure.joints[at(joint)].user_local});
  }
  if (arms.entries.empty()) return std::nullopt;
  op::Sequence edits{{op::ResetPose{skeleton_node, {}}, std::move(arms)},
                     stance == FigureStance::t ? "A-pose to T-pose" : "T-pose to A-pose"};
  const Applied turned = apply(scene, edits, tasks);
  edits.operations.push_back(rest_edit(turned.scene ? *turned.scene : scene, skeleton_node, tasks));
  return edits;
}

}  // namespace marrow
