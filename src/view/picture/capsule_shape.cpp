#include "view/picture/capsule_shape.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace marrow::view {

glm::mat4 frame_along(const glm::vec3& base, const glm::vec3& tip) {
  const float length = glm::distance(base, tip);
  const glm::vec3 z = length > 0.0f ? (tip - base) / length : glm::vec3(0, 0, 1);
  const glm::vec3 helper = std::abs(z.x) < 0.8f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
  const glm::vec3 x = glm::normalize(glm::cross(helper, z));
  return {glm::vec4(x, 0), glm::vec4(glm::cross(z, x), 0), glm::vec4(z, 0), glm::vec4(base, 1)};
}

namespace {

CapsuleShape shape_of(const Joint& joint, const glm::mat4& world_from_bind, const glm::mat4& bind) {
  const glm::vec3 base(bind[3]);
  const glm::vec3 tip(bind * glm::vec4(joint.extent, 1.0f));
  CapsuleShape shape;
  shape.joint = joint.id;
  shape.length = glm::distance(base, tip);
  shape.radii = joint.radii();
  if (!(shape.length > 0.0f)) shape.radii.at_tip = shape.radii.at_origin;  // t is 0 there
  shape.world_from_bone = world_from_bind * frame_along(base, tip);
  return shape;
}

/// The horizon of the sphere of radius r about `center` as unit normals: n(angle) = cos_tilt
/// towards + sin_tilt (across cos(angle) + beside sin(angle)); angle 0 is nearest to `outward`.
struct Horizon {
  glm::vec3 center{0.0f}, towards{0.0f}, across{0.0f}, beside{0.0f};
  float cos_tilt = 0.0f, sin_tilt = 1.0f;

  Horizon(const glm::vec3& center_, float radius, const glm::vec4& eye, const glm::vec3& outward)
      : center(center_) {
    const glm::vec3 line = glm::vec3(eye) - eye.w * center;
    const float distance = glm::length(line);
    towards = line / distance;
    cos_tilt = std::min(eye.w * radius / distance, 1.0f);
    sin_tilt = std::sqrt(1.0f - cos_tilt * cos_tilt);
    glm::vec3 side = outward - towards * glm::dot(outward, towards);
    if (glm::length(side) < 1e-6f)
      side =
          glm::cross(towards, std::abs(towards.x) < 0.8f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0));
    across = glm::normalize(side);
    beside = glm::cross(towards, across);
  }
  glm::vec3 normal(float angle) const {
    return towards * cos_tilt + (across * std::cos(angle) + beside * std::sin(angle)) * sin_tilt;
  }
  /// The angle where the horizon crosses the plane through the center normal to `outward`.
  float crossing(const glm::vec3& outward) const {
    const float cosine =
        -cos_tilt * glm::dot(towards, outward) / (sin_tilt * glm::dot(across, outward));
    return std::acos(std::clamp(cosine, -1.0f, 1.0f));
  }
};

void add_arc(std::vector<glm::vec3>& curve, const Horizon& horizon, float radius, float half_angle,
             int segments) {
  for (int i = 0; i <= segments; ++i) {
    const float angle = half_angle * (2.0f * float(i) / float(segments) - 1.0f);
    curve.push_back(horizon.center + radius * horizon.normal(angle));
  }
}

/// Computed in the bone's own frame, where the capsule is round; affine maps preserve silhouettes.
std::vector<glm::vec3> round_silhouette(float length, const Radii& radii, const glm::vec4& eye,
                                        int segments) {
  const glm::vec3 up(0, 0, 1), tip(0, 0, length);
  const float from_axis = glm::length(glm::vec2(eye)), radius = radii.largest();
  const bool end_on = from_axis <= eye.w * radius * 1.0001f + 1e-6f * glm::length(glm::vec3(eye));
  std::vector<glm::vec3> curve;
  if (end_on || length <= 0.0f) {
    const bool is_tip = radii.is_tapered() ? radii.at_tip == radius : eye.z > 0.5f * length * eye.w;
    const glm::vec3 center = is_tip ? tip : glm::vec3(0.0f);
    if (glm::length(glm::vec3(eye) - eye.w * center) <= eye.w * radius) return curve;
    const float beyond = eye.w > 0.0f ? std::max(eye.z - length, -eye.z) : 1.0f;
    if (end_on && length > 0.0f && beyond <= 0.0f)
      return curve;  // the eye is inside the tube between the two ends
    add_arc(curve, Horizon(center, radius, eye, glm::vec3(1, 0, 0)), radius, glm::pi<float>(),
            2 * segments);
  } else {
    const Horizon at_base(glm::vec3(0.0f), radii.at_origin, eye, -up),
        at_tip(tip, radii.at_tip, eye, up);
    add_arc(curve, at_base, radii.at_origin, at_base.crossing(-up), segments);
    add_arc(curve, at_tip, radii.at_tip, at_tip.crossing(up), segments);
    curve.push_back(curve.front());
  }
  curve.back() = curve.front();
  return curve;
}

}  // namespace

float mean_scale(const glm::mat4& matrix) {
  return (glm::length(glm::vec3(matrix[0])) + glm::length(glm::vec3(matrix[1])) +
          glm::length(glm::vec3(matrix[2]))) /
         3.0f;
}

bool is_shown(const Scene& scene, Id node) {
  for (int i = node_index(scene, node); i >= 0; i = scene.nodes[std::size_t(i)].parent)
    if (!scene.nodes[std::size_t(i)].visible) return false;
  return true;
}

std::vector<CapsuleShape> capsule_shapes(const Scene& scene, const Deformer& deformed) {
  std::vector<CapsuleShape> shapes;
  for (const PosedSkeleton& posed : deformed.skeletons()) {
    const Node* node = find_node(scene, posed.node);
    if (!node || !node->skeleton || !is_shown(scene, posed.node)) continue;
    const std::vector<Joint>& joints = node->skeleton->joints;
    const std::size_t count = std::min({joints.size(), posed.skinning.size(), posed.bind.size()});
    for (std::size_t j = 0; j < count; ++j) {
      if (!(joints[j].radii().largest() > 0.0f)) continue;
      CapsuleShape shape =
          shape_of(joints[j], posed.world_from_skeleton * posed.skinning[j], posed.bind[j]);
      shape.skeleton = posed.node;
      if (is_finite(shape.world_from_bone)) shapes.push_back(shape);
    }
  }
  return shapes;
}

std::vector<glm::vec3> silhouette(const CapsuleShape& shape, const glm::vec4& eye, int segments) {
  if (!is_invertible(shape.world_from_bone)) return {};
  const glm::vec4 eye_in_bone = glm::inverse(shape.world_from_bone) * eye;
  std::vector<glm::vec3> curve = round_silhouette(shape.length, shape.radii, eye_in_bone, segments);
  for (glm::vec3& point : curve) point = glm::vec3(shape.world_from_bone * glm::vec4(point, 1.0f));
  return curve;
}

std::vector<glm::vec3> circle(const glm::vec3& center, const glm::vec3& normal, float radius,
                              int segments) {
  const glm::vec3 other =
      std::abs(normal.y) < 0.9f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f);
  const glm::vec3 u = glm::normalize(glm::cross(normal, other));
  const glm::vec3 v = glm::cross(normal, u);
  std::vector<glm::vec3> points;
  for (int i = 0; i <= segments; ++i) {
    const float angle = glm::two_pi<float>() * float(i % segments) / float(segments);
    points.push_back(center + radius * (std::cos(angle) * u + std::sin(angle) * v));
  }
  return points;
}

}  // namespace marrow::view
