#include "view/picture/picking.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "view/picture/capsule_shape.h"
#include "view/picture/eye_view.h"

namespace marrow::view {

namespace {
constexpr float kBallPixels = 10.0f;
constexpr float kRimPixels = 5.0f;
constexpr int kSilhouetteSegments = 24;

/// A candidate and its distance from the pointer on the screen.
struct Near {
  Pick pick;
  float pixels = 0.0f;
};

struct Probe {
  const Picture& picture;
  glm::vec2 pixel;
  glm::vec2 viewport;
  Ray ray;

  Projected project(const glm::vec3& world) const {
    return marrow::project(picture.camera, world, viewport);
  }
  float t_of(const glm::vec3& world) const {
    return glm::dot(world - ray.origin, ray.direction) / glm::dot(ray.direction, ray.direction);
  }
};

/// Sorts candidates: those clearly nearer to the pointer (by half a pixel) first, others front to
/// back.
void append_nearest(std::vector<Pick>& picks, std::vector<Near>& found) {
  std::stable_sort(found.begin(), found.end(), [](const Near& a, const Near& b) {
    const float step_a = std::floor(a.pixels * 2.0f), step_b = std::floor(b.pixels * 2.0f);
    return step_a != step_b ? step_a < step_b : a.pick.t < b.pick.t;
  });
  for (const Near& near : found) picks.push_back(near.pick);
}

void append_front_to_back(std::vector<Pick>& picks, std::vector<Pick>& found) {
  std::stable_sort(found.begin(), found.end(),
                   [](const Pick& a, const Pick& b) { return a.t < b.t; });
  picks.insert(picks.end(), found.begin(), found.end());
}

void add_balls(std::vector<Pick>& picks, const Probe& probe) {
  std::vector<Near> found;
  for (const PosedSkeleton& posed : probe.picture.deformed->skeletons()) {
    const Node* node = find_node(*probe.picture.scene, posed.node);
    if (!node || !node->skeleton || !is_shown(*probe.picture.scene, posed.node)) continue;
    const std::vector<Joint>& joints = node->skeleton->joints;
    for (std::size_t j = 0; j < std::min(joints.size(), posed.posed.size()); ++j) {
      const glm::vec3 base(posed.world_from_skeleton * posed.posed[j][3]);
      const Projected seen = probe.project(base);
      const float pixels = glm::distance(seen.pixel, probe.pixel);
      if (seen.visible && pixels <= kBallPixels * probe.picture.ui_scale)
        found.push_back({{PickKind::joint, joints[j].id, probe.t_of(base), base, -1}, pixels});
    }
  }
  append_nearest(picks, found);
}

/// Screen distance from the pointer to the piece a b, and its approximate world point.
Near nearest_on_piece(const Probe& probe, const glm::vec3& a, const glm::vec3& b,
                      const Projected& seen_a, const Projected& seen_b) {
  const glm::vec2 along = seen_b.pixel - seen_a.pixel;
  const float squared = glm::dot(along, along);
  const float s =
      squared > 0.0f ? std::clamp(glm::dot(probe.pixel - seen_a.pixel, along) / squared, 0.0f, 1.0f)
                     : 0.0f;
  Near near;
  near.pixels = glm::distance(probe.pixel, seen_a.pixel + along * s);
  near.pick.point = glm::mix(a, b, s);
  return near;
}

void add_rims(std::vector<Pick>& picks, const Probe& probe, const std::vector<CapsuleShape>& shapes,
              const EyeView& view) {
  std::vector<Near> found;
  for (const CapsuleShape& shape : shapes) {
    Near best;
    best.pixels = std::numeric_limits<float>::infinity();
    const std::vector<glm::vec3> curve = silhouette(shape, view.eye, kSilhouetteSegments);
    Projected before = curve.empty() ? Projected{} : probe.project(curve.front());
    for (std::size_t i = 1; i < curve.size(); ++i) {
      const Projected seen = probe.project(curve[i]);
      if (before.visible && seen.visible) {
        const Near near = nearest_on_piece(probe, curve[i - 1], curve[i], before, seen);
        if (near.pixels < best.pixels) best = near;
      }
      before = seen;
    }
    if (!(best.pixels <= kRimPixels * view.ui_scale)) continue;
    best.pick = {PickKind::rim, shape.joint, probe.t_of(best.pick.point), best.pick.point, -1};
    found.push_back(best);
  }
  const auto first = std::ptrdiff_t(picks.size());
  append_nearest(picks, found);
  // If rims are close together, a selected joint's rim comes first.
  const auto is_selected = [&](const Pick& one) {
    return probe.picture.show.selected.count(one.id) > 0;
  };
  std::stable_partition(picks.begin() + first, picks.end(), is_selected);
}

void add_capsules(std::vector<Pick>& picks, const Probe& probe,
                  const std::vector<CapsuleShape>& shapes) {
  std::vector<Pick> found;
  for (const CapsuleShape& shape : shapes) {
    if (!is_invertible(shape.world_from_bone)) continue;
    // In the bone's frame the capsule is round under any matrix, and t does not change.
    const Ray ray = transformed(glm::inverse(shape.world_from_bone), probe.ray);
    const std::optional<float> t = hit_capsule(ray, glm::vec3(0.0f), glm::vec3(0, 0, shape.length),
                                               shape.radii.at_origin, shape.radii.at_tip);
    if (t)
      found.push_back(
          {PickKind::capsule, shape.joint, *t, probe.ray.origin + *t * probe.ray.direction, -1});
  }
  append_front_to_back(picks, found);
}

void add_meshes(std::vector<Pick>& picks, const Probe& probe, RayBoxes* boxes) {
  std::vector<Pick> found;
  if (boxes) boxes->forget_all_but(*probe.picture.deformed);
  for (const DeformedMesh& mesh : probe.picture.deformed->meshes()) {
    if (!is_shown(*probe.picture.scene, mesh.node)) continue;
    const std::vector<MeshHit> hits = mesh_hits(mesh, probe.ray, 1, boxes);
    if (hits.empty()) continue;
    found.push_back({PickKind::mesh, mesh.node, hits[0].t, hits[0].point,
                     nearest_source_vertex(mesh, hits[0])});
  }
  append_front_to_back(picks, found);
}
}  // namespace

std::vector<Pick> pick(const Picture& picture, glm::vec2 pixel, glm::vec2 viewport, bool rims,
                       RayBoxes* boxes) {
  std::vector<Pick> picks;
  if (!(viewport.x >= 1.0f && viewport.y >= 1.0f)) return picks;
  const Probe probe{picture, pixel, viewport, ray_through_pixel(picture.camera, pixel, viewport)};
  std::vector<CapsuleShape> shapes;
  if (picture.show.capsules) shapes = capsule_shapes(*picture.scene, *picture.deformed);
  std::erase_if(shapes, [&](const CapsuleShape& shape) {
    return picture.show.hidden.count(shape.joint) > 0;
  });
  if (rims)
    add_rims(picks, probe, shapes, make_eye_view(picture.camera, viewport, picture.ui_scale));
  if (picture.show.joints) add_balls(picks, probe);
  add_capsules(picks, probe, shapes);
  if (picture.show.mesh) add_meshes(picks, probe, boxes);
  return picks;
}

std::vector<glm::vec3> mesh_hits(const Deformer& deformed, const Ray& world_ray,
                                 std::size_t at_most, RayBoxes* boxes) {
  std::vector<MeshHit> hits;
  if (boxes) boxes->forget_all_but(deformed);
  for (const DeformedMesh& mesh : deformed.meshes()) {
    const std::vector<MeshHit> found = mesh_hits(mesh, world_ray, at_most, boxes);
    hits.insert(hits.end(), found.begin(), found.end());
  }
  std::stable_sort(hits.begin(), hits.end(),
                   [](const MeshHit& a, const MeshHit& b) { return a.t < b.t; });
  hits.resize(std::min(hits.size(), at_most));
  std::vector<glm::vec3> points;
  for (const MeshHit& hit : hits) points.push_back(hit.point);
  return points;
}

std::vector<WorldCapsule> world_capsules(const Scene& scene, const Deformer& deformed) {
  std::vector<WorldCapsule> capsules;
  for (const PosedSkeleton& posed : deformed.skeletons()) {
    const Node* node = find_node(scene, posed.node);
    if (!node || !node->skeleton) continue;
    const std::vector<Joint>& joints = node->skeleton->joints;
    const std::size_t count = std::min({joints.size(), posed.posed.size(), posed.skinning.size()});
    for (std::size_t j = 0; j < count; ++j) {
      const glm::mat4 world_from_joint = posed.world_from_skeleton * posed.posed[j];
      const float scale = mean_scale(posed.world_from_skeleton * posed.skinning[j]);
      capsules.push_back({joints[j].id, glm::vec3(world_from_joint[3]),
                          glm::vec3(world_from_joint * glm::vec4(joints[j].extent, 1.0f)),
                          joints[j].radii().scaled(scale)});
    }
  }
  return capsules;
}

}  // namespace marrow::view
