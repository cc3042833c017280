#include "editor/viewport/ghost_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "edit/mirror.h"
#include "editor/posed_joints.h"
#include "editor/rays.h"
#include "editor/session.h"
#include "editor/viewport/bone.h"
#include "editor/viewport_state.h"

namespace marrow {
namespace {

constexpr float kBelowSkin = 0.25f;     // depth near the surface, share of the thickness
constexpr float kSnapPixels = 10.0f;    // distance from the plane of symmetry, at UI scale 1
constexpr float kChosenPixels = 12.0f;  // distance at which a choice ends, at UI scale 1
// Shares of the scene's size:
constexpr float kLeastShare = 1e-4f;  // a thinner solid is ignored
constexpr float kWallShare = 5e-3f;   // a thinner solid is a wall of something hollow
constexpr float kNearShare = 0.02f;   // solids within this distance are about equally near
constexpr float kAboutAsThick = 0.95f;
constexpr float kClearlyThinner = 0.7f;
constexpr float kOffOriginShare = 0.05f;  // share of the model's width

float depth_along(const Ray& ray, const glm::vec3& point) {
  return glm::dot(point - ray.origin, ray.direction) / glm::dot(ray.direction, ray.direction);
}

bool is_chosen_place(const Session& session, const ViewportState& viewport, glm::vec2 pixel) {
  return glm::distance(viewport.chosen_pixel, pixel) <= kChosenPixels * session.ui_scale;
}

/// The point whose nearest solid is used: the place chosen for the bone's end, else the point where
/// the bone begins. None without an active joint.
std::optional<glm::vec3> bone_start(const Session& session, const ViewportState& viewport,
                                    glm::vec2 pixel) {
  const auto* held = std::get_if<BoneDrag>(&session.drag);
  if (held && held->chosen) return held->chosen;
  if (viewport.chosen_solid && is_chosen_place(session, viewport, pixel))
    return viewport.chosen_solid;
  if (held) return held->bone.base;
  if (const std::optional<view::WorldCapsule> active =
          world_capsule(session, session.document.active()))
    return active->tip;
  return std::nullopt;
}

/// The point at the depth of `from`, else of the camera's target.
glm::vec3 point_in_air(const Session& session, const Ray& ray,
                       const std::optional<glm::vec3>& from) {
  const glm::vec3 reference = from.value_or(session.camera.target);
  const glm::vec3 facing = glm::normalize(session.camera.target - eye_of(session.camera));
  const std::optional<float> t = hit_plane(ray, reference, facing);
  return t ? ray.origin + ray.direction * *t : reference;
}

/// The body's plane of symmetry, in bind space: with the bone's parent at rest.
struct SymmetryPlane {
  glm::mat4 world_from_bind{1.0f};
  int axis = 0;
  float offset = 0.0f;
};

/// x of the scene's middle, or 0 if the middle is near 0, as for bodies modeled at the origin.
float middle_without_joints(const Session& session) {
  const Bounds bounds = world_bounds(session.deformer, session.document.scene());
  if (bounds.empty()) return 0.0f;
  const float middle = bounds.center().x, width = bounds.high.x - bounds.low.x;
  return std::abs(middle) <= kOffOriginShare * width ? 0.0f : middle;
}

/// The plane for a new bone; none if its parent belongs to a side, or editing is not symmetric.
std::optional<SymmetryPlane> plane_for_bone(const Session& session, Id parent) {
  if (!session.is_symmetric) return std::nullopt;
  const Scene& scene = session.document.scene();
  const Id skeleton = shown_or_first_skeleton(session);
  const Node* node = find_node(scene, skeleton);
  const PosedSkeleton* posed = session.deformer.skeleton(skeleton);
  if (!node || !node->skeleton || node->skeleton->joints.empty() || !posed)
    return SymmetryPlane{.offset = middle_without_joints(session)};
  if (posed->bind.size() != node->skeleton->joints.size() ||
      posed->skinning.size() != posed->bind.size())
    return std::nullopt;
  const MirrorPairs pairs = sides_of_body(scene, node_index(scene, skeleton), posed->bind);
  const int joint = joint_index(*node->skeleton, parent);
  if (joint >= 0 && pairs.other[std::size_t(joint)] != joint) return std::nullopt;
  glm::mat4 world_from_bind = posed->world_from_skeleton;
  if (joint >= 0) world_from_bind *= posed->skinning[std::size_t(joint)];
  if (!is_invertible(world_from_bind)) return std::nullopt;
  return SymmetryPlane{world_from_bind, pairs.axis, pairs.offset};
}

Id parent_of_new_bone(const Session& session) {
  const auto* held = std::get_if<BoneDrag>(&session.drag);
  return held ? held->bone.parent : session.document.active();
}

/// Width of the solid around a point along the unit vector `direction`; infinity outside of solids.
float width_along(const Session& session, const ViewportState& viewport, const glm::vec3& point,
                  const glm::vec3& direction, float size) {
  const Ray ray{point - direction * size, direction};
  for (const view::Solid& solid : view::solids_on(session.deformer, ray, kLeastShare * size,
                                                  kWallShare * size, viewport.ray_boxes.get()))
    if (solid.enter <= size && size <= solid.leave) return solid.thickness();
  return std::numeric_limits<float>::infinity();
}

/// How thick the body is at a point: its depth along the view, or, if clearly less, its least width
/// across the view. An arm seen from its end is deeper than it is thick.
float thickness_around(const Session& session, const ViewportState& viewport,
                       const glm::vec3& point, float depth, float size) {
  const Ray center = ray_at(session, 0.5f * session.picture_size),
            side = ray_at(session, {session.picture_size.x, 0.5f * session.picture_size.y});
  const glm::vec3 forward = glm::normalize(center.direction);
  glm::vec3 right = side.origin + side.direction - center.origin - center.direction;
  right -= forward * glm::dot(right, forward);
  if (!(glm::length(right) > 0.0f) || !(size > 0.0f)) return depth;
  right = glm::normalize(right);
  const float across =
      std::min(width_along(session, viewport, point, right, size),
               width_along(session, viewport, point, glm::cross(right, forward), size));
  return across < kClearlyThinner * depth ? across : depth;
}

/// Moves the point onto the plane of symmetry if the plane is only a few pixels away.
void snap_to_middle(const Session& session, GhostPoint& ghost) {
  const std::optional<SymmetryPlane> plane = plane_for_bone(session, parent_of_new_bone(session));
  if (!plane) return;
  glm::vec4 in_bind = glm::inverse(plane->world_from_bind) * glm::vec4(ghost.point, 1.0f);
  in_bind[plane->axis] = plane->offset;
  const glm::vec3 snapped(plane->world_from_bind * in_bind);
  const float pixel = world_per_pixel(session.camera, ghost.point, session.picture_size.y);
  if (!(glm::distance(snapped, ghost.point) <= kSnapPixels * session.ui_scale * pixel)) return;
  ghost.point = snapped;
  ghost.is_in_middle = true;
}

}  // namespace

int chosen_solid(const std::vector<view::Solid>& solids, std::optional<float> from, float near) {
  const auto away = [&](const view::Solid& solid) {
    return from ? std::max({solid.enter - *from, *from - solid.leave, 0.0f}) : 0.0f;
  };
  float least = std::numeric_limits<float>::infinity();
  for (const view::Solid& solid : solids) least = std::min(least, away(solid));
  int best = -1;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    if (least > 0.0f ? away(solids[i]) > least + near : away(solids[i]) > 0.0f) continue;
    const bool is_thicker =
        best < 0 || solids[std::size_t(best)].thickness() < kAboutAsThick * solids[i].thickness();
    if (is_thicker) best = int(i);
  }
  return best;
}

namespace {

/// Size of the scene, in multiples of the ray's direction.
float size_along(const Session& session, const Ray& ray) {
  return world_bounds(session.deformer, session.document.scene()).diagonal() /
         glm::length(ray.direction);
}

std::vector<view::Solid> solids_below(const Session& session, const ViewportState& viewport,
                                      const Ray& ray) {
  const float size = size_along(session, ray);
  return view::solids_on(session.deformer, ray, kLeastShare * size, kWallShare * size,
                         viewport.ray_boxes.get());
}

}  // namespace

glm::vec3 middle_below(const Session& session, const ViewportState& viewport, glm::vec2 pixel,
                       const glm::vec3& from) {
  const Ray ray = ray_at(session, pixel);
  const std::vector<view::Solid> solids = solids_below(session, viewport, ray);
  const int chosen =
      chosen_solid(solids, depth_along(ray, from), kNearShare * size_along(session, ray));
  return chosen < 0 ? point_in_air(session, ray, from)
                    : ray.origin + solids[std::size_t(chosen)].middle() * ray.direction;
}

GhostPoint ghost_point(const Session& session, const ViewportState& viewport, glm::vec2 pixel,
                       bool near_surface) {
  const Ray ray = ray_at(session, pixel);
  const float size = size_along(session, ray);
  const std::vector<view::Solid> solids = solids_below(session, viewport, ray);
  const std::optional<glm::vec3> from = bone_start(session, viewport, pixel);
  GhostPoint ghost;
  ghost.chosen = chosen_solid(solids, from ? std::optional(depth_along(ray, *from)) : std::nullopt,
                              kNearShare * size);
  const auto at = [&](float t) { return ray.origin + t * ray.direction; };
  for (const view::Solid& solid : solids)
    ghost.solids.push_back({at(solid.enter), at(solid.leave)});
  if (ghost.chosen < 0) {
    ghost.point = point_in_air(session, ray, from);
  } else {
    const GhostPoint::Solid& solid = ghost.solids[std::size_t(ghost.chosen)];
    const float depth = near_surface ? kBelowSkin : 0.5f;
    ghost.point = glm::mix(solid.front, solid.back, depth);
    ghost.thickness = thickness_around(session, viewport, ghost.point,
                                       2.0f * depth * glm::distance(solid.front, solid.back),
                                       size * glm::length(ray.direction));
  }
  snap_to_middle(session, ghost);
  return ghost;
}

glm::vec3 next_solid(const GhostPoint& ghost, int by) {
  const int count = int(ghost.solids.size());
  const int next = (((ghost.chosen + by) % count) + count) % count;
  const GhostPoint::Solid& solid = ghost.solids[std::size_t(next)];
  return 0.5f * (solid.front + solid.back);
}

void choose_solid(ViewportState& viewport, glm::vec2 pixel, const glm::vec3& middle) {
  viewport.chosen_solid = middle;
  viewport.chosen_pixel = pixel;
}

void drop_old_choice(const Session& session, ViewportState& viewport, glm::vec2 pixel) {
  if (!is_chosen_place(session, viewport, pixel)) viewport.chosen_solid.reset();
}

}  // namespace marrow
