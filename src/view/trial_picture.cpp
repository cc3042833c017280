#include "view/trial_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace marrow::view {

namespace {

constexpr float kAir = 1.3f;           // around what fills the picture
constexpr float kLeastWeight = 0.05f;  // a vertex that follows less is not what the picture is about
constexpr float kHardlyBent = 0.2f;    // sine of the angle between a bone and its parent's
constexpr float kRing = 0.042f;        // radius of the mark, of the picture's height
constexpr float kFullTurn = 6.2831853f;
constexpr std::size_t kMostSeen = 20'000;  // vertices looked at to choose a view; of larger meshes every second, third, ...

glm::vec3 image(const glm::mat4& matrix, const glm::vec3& point) { return glm::vec3(matrix * glm::vec4(point, 1.0f)); }

/// The joint as it stands in the world.
struct Limb {
  std::size_t index = 0;
  glm::vec3 base{0.0f}, tip{0.0f};
  glm::vec3 parent_base{0.0f};  ///< `base` for a root
};

/// A vertex in world space and how much of it is the joint's.
struct SeenPoint {
  glm::vec3 position{0.0f};
  float weight = 0.0f;
};

Limb limb_of(const Skeleton& skeleton, const PosedSkeleton& posed, std::size_t joint) {
  const Joint& here = skeleton.joints[joint];
  const glm::mat4 world = posed.world_from_skeleton * posed.posed[joint];
  Limb limb{joint, glm::vec3(world[3]), image(world, here.extent), glm::vec3(world[3])};
  if (here.parent >= 0) limb.parent_base = image(posed.world_from_skeleton, glm::vec3(posed.posed[std::size_t(here.parent)][3]));
  return limb;
}

float weight_of(const Influences& rows, std::size_t vertex, std::size_t joint) {
  for (std::uint32_t k = rows.row_begin[vertex]; k < rows.row_begin[vertex + 1]; ++k) {
    if (rows.joint[k] == joint) return rows.weight[k];
  }
  return 0.0f;
}

/// All source vertices that the skeleton deforms.
std::vector<SeenPoint> points_of(const Deformer& deformed, Id rig, std::size_t joint) {
  std::vector<SeenPoint> points;
  for (const DeformedMesh& mesh : deformed.meshes()) {
    if (mesh.skeleton != rig) continue;
    for (std::size_t i = 0; i < mesh.mesh->positions.size(); ++i) {
      points.push_back({image(mesh.world_from_output, mesh.positions[i]), weight_of(mesh.influences, i, joint)});
    }
  }
  return points;
}

glm::vec3 unit_or(const glm::vec3& vector, const glm::vec3& otherwise) {
  const float length = glm::length(vector);
  return length > 1e-6f ? vector / length : otherwise;
}

glm::vec3 direction_of(const Camera& camera) { return glm::normalize(eye_of(camera) - camera.target); }

/// Moves the camera back, without turning it, until the joint's vertices and its bone fill a square picture; some of the parent's bone
/// shows what it hangs on.
Camera filled(Camera camera, const Limb& limb, const std::vector<SeenPoint>& points) {
  const glm::mat3 view(view_from_world(camera));
  Bounds seen;
  for (const glm::vec3& point : {limb.base, limb.tip, glm::mix(limb.base, limb.parent_base, 0.5f)}) seen.add(view * point);
  for (const SeenPoint& point : points) {
    if (point.weight >= kLeastWeight) seen.add(view * point.position);
  }
  const glm::vec3 half = 0.5f * (seen.high - seen.low);
  camera.target = glm::transpose(view) * seen.center();
  camera.distance = kAir * std::max({half.x, half.y, 1e-3f}) / std::tan(0.5f * camera.field_of_view) + half.z;
  return camera;
}

/// A small picture of depths, made of dots: enough to say what hides what.
class DepthSketch {
 public:
  explicit DepthSketch(const Camera& camera) : clip_from_world_(clip_from_view(camera, 1.0f) * view_from_world(camera)) {
    depths_.fill(std::numeric_limits<float>::max());
  }

  void add(const glm::vec3& point) {
    float depth = 0.0f;
    if (float* cell = cell_of(point, depth)) *cell = std::min(*cell, depth);
  }
  bool shows(const glm::vec3& point, float tolerance) {
    float depth = 0.0f;
    const float* cell = cell_of(point, depth);
    return cell && depth <= *cell + tolerance;
  }

 private:
  static constexpr int kSide = 40;
  /// Null outside of the picture. `depth` is the distance along the view.
  float* cell_of(const glm::vec3& point, float& depth) {
    const glm::vec4 clip = clip_from_world_ * glm::vec4(point, 1.0f);
    if (std::max(std::abs(clip.x), std::abs(clip.y)) >= clip.w) return nullptr;
    depth = clip.w;
    const glm::ivec2 cell(glm::vec2(kSide) * (0.5f + 0.5f * glm::vec2(clip) / clip.w));
    return &depths_[std::size_t(std::min(cell.y, kSide - 1) * kSide + std::min(cell.x, kSide - 1))];
  }
  glm::mat4 clip_from_world_;
  std::array<float, kSide * kSide> depths_{};
};

/// The share of what the joint moves that the camera sees, by weight.
float visible_share(const Camera& camera, const std::vector<SeenPoint>& points) {
  DepthSketch sketch(camera);
  const std::size_t stride = points.size() / kMostSeen + 1;
  for (std::size_t i = 0; i < points.size(); i += stride) sketch.add(points[i].position);
  const float tolerance = 0.03f * camera.distance;
  double all = 0.0, seen = 0.0;
  for (std::size_t i = 0; i < points.size(); i += stride) {
    if (points[i].weight < kLeastWeight) continue;
    all += double(points[i].weight);
    if (sketch.shows(points[i].position, tolerance)) seen += double(points[i].weight);
  }
  return all > 0.0 ? float(seen / all) : 1.0f;
}

/// How well a bend is seen from this direction: best across the plane that bone and parent span; where they are in line, across the bone.
float bend_shown(const Limb& limb, const glm::vec3& direction) {
  const glm::vec3 bone = unit_or(limb.tip - limb.base, glm::vec3(0.0f, 1.0f, 0.0f));
  const glm::vec3 across = glm::cross(unit_or(limb.base - limb.parent_base, bone), bone);
  if (glm::length(across) > kHardlyBent) return std::abs(glm::dot(glm::normalize(across), direction));
  return 1.0f - std::abs(glm::dot(bone, direction));
}

/// Of many directions around the joint the one that shows most of it, its bend, and rather its front than its back.
Camera best_camera(const Limb& limb, const std::vector<SeenPoint>& points) {
  constexpr int kAround = 16;
  const Camera front;
  Camera best = filled(front, limb, points);
  float best_score = -1.0f;
  for (const float pitch : {0.15f, 0.5f, 0.85f, -0.3f}) {
    for (int step = 0; step < kAround; ++step) {
      Camera camera = front;
      camera.yaw = front.yaw + kFullTurn * float(step) / float(kAround);
      camera.pitch = pitch;
      camera = filled(camera, limb, points);
      const glm::vec3 direction = direction_of(camera);
      const float habit = 1.0f + 0.25f * glm::dot(direction, direction_of(front)) - 0.2f * std::abs(pitch - front.pitch);
      const float score = habit * (0.4f + 0.6f * bend_shown(limb, direction)) * visible_share(camera, points);
      if (score <= best_score) continue;
      best_score = score;
      best = camera;
    }
  }
  return best;
}

/// A ring around the edge that the complaint is about, light on dark so that it stands out on any colour of the mesh.
void mark_complaint(const Deformer& deformed, const JointTrial& trial, const Camera& camera, Overlay& overlay) {
  constexpr int kCorners = 32;
  const EdgePlace place = where_of(trial.meters);
  const DeformedMesh* mesh = deformed.mesh(place.mesh);
  if (!mesh || std::max(place.a, place.b) >= mesh->positions.size()) return;
  const glm::vec3 middle = image(mesh->world_from_output, 0.5f * (mesh->positions[place.a] + mesh->positions[place.b]));
  const float radius = world_per_pixel(camera, middle, 1.0f) * kRing;
  const glm::mat3 world_from_view = glm::transpose(glm::mat3(view_from_world(camera)));
  std::vector<glm::vec3> ring;
  for (int corner = 0; corner <= kCorners; ++corner) {
    const float angle = kFullTurn * float(corner) / float(kCorners);
    ring.push_back(middle + radius * (world_from_view[0] * std::cos(angle) + world_from_view[1] * std::sin(angle)));
  }
  overlay.lines.push_back({ring, Color(0.05f, 0.06f, 0.07f, 0.75f), 4.5f});
  overlay.lines.push_back({std::move(ring), Color(1.0f), 2.0f});
}

}  // namespace

Picture picture_of_trial(const Scene& bent, const Deformer& deformed, const JointTrial& trial) {
  Picture picture;
  picture.scene = &bent;
  picture.deformed = &deformed;
  picture.show.grid = false;
  picture.show.joints = false;
  picture.show.colors = MeshColors::joint_weight;
  picture.show.heat_joint = trial.joint;
  for (const Node& node : bent.nodes) {
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints) {
      if (joint.id != trial.joint) picture.show.hidden.insert(joint.id);
    }
  }
  const JointRef at = find_joint(bent, trial.joint);
  if (at.node < 0) return picture;
  const Node& rig = bent.nodes[std::size_t(at.node)];
  const PosedSkeleton* posed = deformed.skeleton(rig.id);
  if (!posed) return picture;
  const Limb limb = limb_of(*rig.skeleton, *posed, std::size_t(at.joint));
  picture.camera = best_camera(limb, points_of(deformed, rig.id, limb.index));
  mark_complaint(deformed, trial, picture.camera, picture.overlay);
  return picture;
}

}  // namespace marrow::view
