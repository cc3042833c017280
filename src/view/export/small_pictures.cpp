#include "view/export/small_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "scene/joint_places.h"
#include "view/picture/picking.h"

namespace marrow::view {
namespace {

constexpr float kTrialAir = 1.3f;      // margin around the framed points
constexpr float kLeastWeight = 0.05f;  // vertices with a smaller weight are ignored
constexpr float kHardlyBent = 0.2f;    // sine of the angle between a bone and its parent's
constexpr float kRing = 0.042f;        // radius of the mark, as a share of the picture's height
constexpr float kFullTurn = 6.2831853f;
// At most about this many triangles choose a view: of more, every second, third, ... is used.
constexpr std::size_t kMostSeen = 6'000;

glm::vec3 image(const glm::mat4& matrix, const glm::vec3& point) {
  return glm::vec3(matrix * glm::vec4(point, 1.0f));
}

/// The joint's bone in the world.
struct Limb {
  std::size_t index = 0;
  glm::vec3 base{0.0f}, tip{0.0f};
  glm::vec3 parent_base{0.0f};  ///< equal to `base` for a root
};

/// A triangle in world space.
struct SeenTriangle {
  std::array<glm::vec3, 3> corners;
  float share = 0.0f;  ///< its area times the joint's mean weight on it
};

/// The joint's skin, and triangles that may hide it.
struct Subject {
  std::vector<glm::vec3> held;          ///< vertices that the joint moves, world space
  std::vector<SeenTriangle> triangles;  ///< of all meshes that the skeleton deforms
  std::optional<glm::vec3> complaint;   ///< the place of the worst meter
};

Limb limb_of(const Skeleton& skeleton, const PosedSkeleton& posed, std::size_t joint) {
  const Joint& here = skeleton.joints[joint];
  const glm::mat4 world = posed.world_from_skeleton * posed.posed[joint];
  Limb limb{joint, glm::vec3(world[3]), image(world, here.extent), glm::vec3(world[3])};
  if (here.parent >= 0)
    limb.parent_base =
        image(posed.world_from_skeleton, glm::vec3(posed.posed[std::size_t(here.parent)][3]));
  return limb;
}

float weight_of(const Influences& rows, std::size_t vertex, std::size_t joint) {
  for (std::uint32_t k = rows.row_begin(vertex); k < rows.row_end(vertex); ++k) {
    if (rows.joint[k] == joint) return rows.weight[k];
  }
  return 0.0f;
}

void add_mesh(const DeformedMesh& mesh, std::size_t joint, std::size_t stride, Subject& subject) {
  std::vector<glm::vec3> world(mesh.bind_positions.size());
  std::vector<float> weights(mesh.bind_positions.size());
  for (std::size_t i = 0; i < world.size(); ++i) {
    world[i] = image(mesh.world_from_output, mesh.positions()[i]);
    weights[i] = weight_of(mesh.influences, i, joint);
    if (weights[i] >= kLeastWeight) subject.held.push_back(world[i]);
  }
  const std::vector<std::uint32_t>& corners = mesh.surface->triangles;
  for (std::size_t t = 0; t + 2 < corners.size(); t += 3 * stride) {
    const std::uint32_t a = corners[t], b = corners[t + 1], c = corners[t + 2];
    const float area = 0.5f * glm::length(glm::cross(world[b] - world[a], world[c] - world[a]));
    subject.triangles.push_back(
        {{world[a], world[b], world[c]}, area * (weights[a] + weights[b] + weights[c]) / 3.0f});
  }
}

/// The middle of an edge, deformed.
std::optional<glm::vec3> place_in_world(const Deformer& deformed, const EdgePlace& edge) {
  const DeformedMesh* mesh = deformed.mesh(edge.mesh);
  if (!mesh || std::max(edge.a, edge.b) >= mesh->bind_positions.size()) return std::nullopt;
  return image(mesh->world_from_output,
               0.5f * (mesh->positions()[edge.a] + mesh->positions()[edge.b]));
}

Subject subject_of(const Deformer& deformed, Id rig, std::size_t joint, const JointTrial& trial) {
  const auto is_seen = [&](const DeformedMesh& mesh) { return mesh.skeleton == rig; };
  std::size_t count = 0;
  for (const DeformedMesh& mesh : deformed.meshes())
    count += is_seen(mesh) ? mesh.surface->triangles.size() / 3 : 0;
  Subject subject;
  subject.complaint = place_in_world(deformed, trial.where);
  for (const DeformedMesh& mesh : deformed.meshes()) {
    if (is_seen(mesh)) add_mesh(mesh, joint, count / kMostSeen + 1, subject);
  }
  return subject;
}

glm::vec3 unit_or(const glm::vec3& vector, const glm::vec3& otherwise) {
  const float length = glm::length(vector);
  return length > 1e-6f ? vector / length : otherwise;
}

glm::vec3 direction_of(const Camera& camera) {
  return glm::normalize(eye_of(camera) - camera.target);
}

/// Moves the camera back until the joint's vertices and bone, and some of the parent's bone, fill a
/// square.
Camera filled(Camera camera, const Limb& limb, const std::vector<glm::vec3>& held) {
  const glm::mat3 view(view_from_world(camera));
  Bounds seen;
  for (const glm::vec3& point : {limb.base, limb.tip, glm::mix(limb.base, limb.parent_base, 0.5f)})
    seen.add(view * point);
  for (const glm::vec3& point : held) seen.add(view * point);
  const glm::vec3 half = 0.5f * (seen.high - seen.low);
  camera.target = glm::transpose(view) * seen.center();
  camera.distance =
      kTrialAir * std::max({half.x, half.y, 1e-3f}) / std::tan(0.5f * camera.field_of_view) +
      half.z;
  return camera;
}

/// A small depth picture of nearness (one over the distance along the view), to find hidden
/// triangles.
class DepthSketch {
 public:
  explicit DepthSketch(const Camera& camera)
      : clip_from_world_(clip_from_view(camera, 1.0f) * view_from_world(camera)),
        near_(0.01f * camera.distance) {}

  void draw(const SeenTriangle& triangle) {
    std::array<glm::vec4, 3> clip;
    for (std::size_t c = 0; c < 3; ++c)
      clip[c] = clip_from_world_ * glm::vec4(triangle.corners[c], 1.0f);
    const float nearest = std::min({clip[0].w, clip[1].w, clip[2].w}),
                farthest = std::max({clip[0].w, clip[1].w, clip[2].w});
    if (nearest >= near_) return fill({seen(clip[0]), seen(clip[1]), seen(clip[2])});
    if (farthest <= near_) return;
    std::vector<glm::vec3> before_eye;  // the part of the triangle in front of the eye
    for (std::size_t c = 0; c < 3; ++c) {
      const glm::vec4 &here = clip[c], &next = clip[(c + 1) % 3];
      if (here.w >= near_) before_eye.push_back(seen(here));
      if ((here.w >= near_) != (next.w >= near_))
        before_eye.push_back(seen(glm::mix(here, next, (near_ - here.w) / (next.w - here.w))));
    }
    for (std::size_t c = 2; c < before_eye.size(); ++c)
      fill({before_eye[0], before_eye[c - 1], before_eye[c]});
  }

  bool shows(const glm::vec3& point) const {
    constexpr float kTolerance = 0.97f;
    const glm::vec4 clip = clip_from_world_ * glm::vec4(point, 1.0f);
    if (std::max(std::abs(clip.x), std::abs(clip.y)) >= clip.w) return false;
    const glm::ivec2 at = glm::min(cell(seen(clip)), kSide - 1);
    return 1.0f / clip.w >= kTolerance * nearness_[std::size_t(at.y * kSide + at.x)];
  }

 private:
  static constexpr int kSide = 28;
  /// x and y in cells, z the nearness.
  static glm::vec3 seen(const glm::vec4& clip) {
    return {float(kSide) * (0.5f + 0.5f * glm::vec2(clip) / clip.w), 1.0f / clip.w};
  }
  static glm::ivec2 cell(const glm::vec3& at) {
    return glm::ivec2(glm::clamp(glm::floor(glm::vec2(at)), -1.0f, float(kSide)));
  }

  void fill(const std::array<glm::vec3, 3>& p) {
    const glm::ivec2 low = cell(glm::min(glm::min(p[0], p[1]), p[2])),
                     high = cell(glm::max(glm::max(p[0], p[1]), p[2]));
    for (int y = std::max(low.y, 0); y <= std::min(high.y, kSide - 1); ++y) {
      for (int x = std::max(low.x, 0); x <= std::min(high.x, kSide - 1); ++x) {
        float& nearest = nearness_[std::size_t(y * kSide + x)];
        nearest = std::max(nearest, nearness_at(p, glm::vec2(x, y) + 0.5f));
      }
    }
  }

  /// The triangle's nearness at a point of the picture; 0 outside. Nearness is linear on the
  /// picture.
  static float nearness_at(const std::array<glm::vec3, 3>& p, const glm::vec2& at) {
    const auto turn = [](const glm::vec2& a, const glm::vec2& b) { return a.x * b.y - a.y * b.x; };
    const glm::vec2 ab(p[1] - p[0]), ac(p[2] - p[0]), to = at - glm::vec2(p[0]);
    const float whole = turn(ab, ac);
    if (whole == 0.0f) return 0.0f;
    const float b = turn(to, ac) / whole, c = turn(ab, to) / whole;
    if (b < 0.0f || c < 0.0f || b + c > 1.0f) return 0.0f;
    return p[0].z + b * (p[1].z - p[0].z) + c * (p[2].z - p[0].z);
  }

  glm::mat4 clip_from_world_;
  float near_;
  std::array<float, kSide * kSide> nearness_{};
};

/// The visible share of the joint's skin, by area and weight; smaller if the place of the complaint
/// is hidden.
float visible_share(const Camera& camera, const Subject& subject) {
  constexpr float kHiddenComplaint = 0.7f;
  DepthSketch sketch(camera);
  for (const SeenTriangle& triangle : subject.triangles) sketch.draw(triangle);
  double all = 0.0, visible = 0.0;
  for (const SeenTriangle& triangle : subject.triangles) {
    if (triangle.share <= 0.0f) continue;
    all += double(triangle.share);
    const glm::vec3 middle =
        (triangle.corners[0] + triangle.corners[1] + triangle.corners[2]) / 3.0f;
    if (sketch.shows(middle)) visible += double(triangle.share);
  }
  const float share = all > 0.0 ? float(visible / all) : 1.0f;
  return subject.complaint && !sketch.shows(*subject.complaint) ? kHiddenComplaint * share : share;
}

/// How visible a bend is from this direction: most if perpendicular to the plane of the bone and
/// its parent, or to a straight bone.
float bend_shown(const Limb& limb, const glm::vec3& direction) {
  const glm::vec3 bone = unit_or(limb.tip - limb.base, glm::vec3(0.0f, 1.0f, 0.0f));
  const glm::vec3 across = glm::cross(unit_or(limb.base - limb.parent_base, bone), bone);
  if (glm::length(across) > kHardlyBent)
    return std::abs(glm::dot(glm::normalize(across), direction));
  return 1.0f - std::abs(glm::dot(bone, direction));
}

/// A camera and its value, which ignores occlusion: high if it shows the bend, preferably from the
/// front.
struct Candidate {
  Camera camera;
  float promise = 0.0f;
};

/// Many directions around the joint, the most promising first.
std::vector<Candidate> candidates_for(const Limb& limb, const std::vector<glm::vec3>& held) {
  constexpr int kAround = 16;
  const Camera front;
  std::vector<Candidate> candidates;
  for (const float pitch : {0.15f, 0.5f, 0.85f, -0.3f}) {
    for (int step = 0; step < kAround; ++step) {
      Camera camera = front;
      camera.yaw = front.yaw + kFullTurn * float(step) / float(kAround);
      camera.pitch = pitch;
      const glm::vec3 direction = direction_of(camera);
      const float habit = 1.0f + 0.25f * glm::dot(direction, direction_of(front)) -
                          0.2f * std::abs(pitch - front.pitch);
      candidates.push_back(
          {filled(camera, limb, held), habit * (0.4f + 0.6f * bend_shown(limb, direction))});
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.promise > b.promise; });
  return candidates;
}

/// The candidate with the best value, taking occlusion into account.
Camera best_camera(const Limb& limb, const Subject& subject) {
  Camera best;
  float best_score = -1.0f;
  for (const Candidate& candidate : candidates_for(limb, subject.held)) {
    if (candidate.promise <= best_score) break;
    const float score = candidate.promise * visible_share(candidate.camera, subject);
    if (score <= best_score) continue;
    best_score = score;
    best = candidate.camera;
  }
  return best;
}

/// A ring around a place, light on dark, to be visible on any color.
void add_ring(const glm::vec3& middle, const Camera& camera, Overlay& overlay) {
  constexpr int kCorners = 32;
  const float radius = world_per_pixel(camera, middle, 1.0f) * kRing;
  const glm::mat3 world_from_view = glm::transpose(glm::mat3(view_from_world(camera)));
  std::vector<glm::vec3> ring;
  for (int corner = 0; corner <= kCorners; ++corner) {
    const float angle = kFullTurn * float(corner) / float(kCorners);
    ring.push_back(middle + radius * (world_from_view[0] * std::cos(angle) +
                                      world_from_view[1] * std::sin(angle)));
  }
  overlay.lines.push_back({ring, Color(0.05f, 0.06f, 0.07f, 0.75f), 4.5f});
  overlay.lines.push_back({std::move(ring), Color(1.0f), 2.0f});
}

constexpr float kAir = 1.06f;  // margin around the framed points

bool has_mesh(const Scene& scene, Id skeleton) {
  return std::any_of(scene.nodes.begin(), scene.nodes.end(),
                     [&](const Node& node) { return node.mesh && node.bound_to == skeleton; });
}

/// Bounds of points in the camera's directions.
struct Seen {
  glm::mat3 view_from_world;
  Bounds bounds{};
  void add(const glm::vec3& world, float radius = 0.0f) {
    const glm::vec3 point = view_from_world * world;
    bounds.add(point - radius);
    bounds.add(point + radius);
  }
};

/// Adds the bones of a pose, with the thickness of their capsules.
void add_pose(Seen& seen, const Skeleton& skeleton, const glm::mat4& world_from_skeleton,
              const Pose& pose) {
  Skeleton posed = skeleton;
  for (Joint& joint : posed.joints) joint.user_local = glm::mat4(1.0f);
  for (const Pose::Entry& entry : pose.entries)
    if (const int joint = joint_index(skeleton, entry.joint); joint >= 0)
      posed.joints[std::size_t(joint)].user_local = entry.user_local;
  const std::vector<glm::dmat4> places = posed_places(posed);
  for (std::size_t j = 0; j < places.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    const glm::mat4 place = world_from_skeleton * glm::mat4(places[j]);
    const glm::vec3 base(place[3]), tip(place * glm::vec4(joint.extent, 1.0f));
    const float world_per_unit = glm::length(glm::vec3(world_from_skeleton[0]));
    for (const glm::vec3& end : {base, tip})
      if (is_finite(end)) seen.add(end, joint.radius * world_per_unit);
  }
}

/// Moves the camera, without turning it, until the bounds fill the picture.
Camera filled(Camera camera, const Seen& seen, float aspect) {
  const glm::vec3 half = 0.5f * (seen.bounds.high - seen.bounds.low);
  camera.target = glm::transpose(seen.view_from_world) * seen.bounds.center();
  camera.distance =
      kAir * std::max({half.y, half.x / aspect, 1e-3f}) / std::tan(0.5f * camera.field_of_view) +
      half.z;
  return camera;
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
  Subject subject = subject_of(deformed, rig.id, limb.index, trial);
  if (subject.held.empty() && rig.skeleton->joints[limb.index].parent < 0)
    for (const SeenTriangle& triangle : subject.triangles)
      subject.held.insert(subject.held.end(), triangle.corners.begin(), triangle.corners.end());
  picture.camera = best_camera(limb, subject);
  if (subject.complaint) add_ring(*subject.complaint, picture.camera, picture.overlay);
  return picture;
}

Camera camera_for_poses(const Scene& scene, const Deformer& at_rest, Id skeleton, float aspect) {
  const Camera front;
  Seen seen{glm::mat3(view_from_world(front))};
  for (const DeformedMesh& mesh : at_rest.meshes())
    if (mesh.skeleton == skeleton)
      for (const glm::vec3& point : mesh.positions())
        seen.add(glm::vec3(mesh.world_from_output * glm::vec4(point, 1.0f)));
  const Node* node = find_node(scene, skeleton);
  if (seen.bounds.empty() && node && node->skeleton)
    for (const WorldCapsule& capsule : world_capsules(scene, at_rest))
      if (joint_index(*node->skeleton, capsule.joint) >= 0) {
        seen.add(capsule.base, capsule.radii.at_origin);
        seen.add(capsule.tip, capsule.radii.at_tip);
      }
  if (seen.bounds.empty()) return front;
  if (node && node->skeleton)
    for (const Pose& pose : node->skeleton->poses)
      add_pose(seen, *node->skeleton, world_from_node(scene, node_index(scene, skeleton)), pose);
  return filled(front, seen, aspect);
}

Scene scene_of_pose(const Scene& scene, Id skeleton, const std::vector<Pose::Entry>& pose) {
  Scene posed = scene;
  // A node is visible only if all its ancestors are.
  std::vector<char> is_needed(posed.nodes.size(), 0);
  for (std::size_t n = 0; n < posed.nodes.size(); ++n)
    if (const Node& node = posed.nodes[n];
        node.id == skeleton || (node.mesh && node.bound_to == skeleton))
      for (int up = int(n); up >= 0; up = posed.nodes[std::size_t(up)].parent)
        is_needed[std::size_t(up)] = 1;
  for (std::size_t n = 0; n < posed.nodes.size(); ++n) posed.nodes[n].visible = is_needed[n] != 0;
  const int index = node_index(posed, skeleton);
  if (index < 0 || !posed.nodes[std::size_t(index)].skeleton) return posed;
  Skeleton& changed = edit_skeleton(posed, index);
  for (Joint& joint : changed.joints) joint.user_local = glm::mat4(1.0f);
  for (const Pose::Entry& entry : pose)
    if (const int joint = joint_index(changed, entry.joint); joint >= 0)
      changed.joints[std::size_t(joint)].user_local = entry.user_local;
  return posed;
}

Picture picture_of_pose(const Scene& posed, const Deformer& deformed, Id skeleton,
                        const Camera& camera) {
  Picture picture;
  picture.scene = &posed;
  picture.deformed = &deformed;
  picture.camera = camera;
  picture.transparent = true;
  picture.show.grid = false;
  picture.show.joints = false;
  picture.show.uncovered = false;
  picture.show.capsules = !has_mesh(posed, skeleton);
  return picture;
}

}  // namespace marrow::view
