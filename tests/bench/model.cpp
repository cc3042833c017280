#include "bench/model.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>
#include <string>

#include "support/random_rig.h"

namespace marrow::bench {

namespace {

using test::Random;

constexpr float kPi = 3.14159265f;
constexpr float kThickness = 0.22f;  // radius of a tube, in lengths of its bone
constexpr double kMeanInfluences = 2.0;

struct Bone {
  int parent = -1;
  glm::vec3 start{0.0f}, end{0.0f};
  float length() const { return glm::distance(start, end); }
};

float distance_to(const Bone& bone, const glm::vec3& point) {
  const glm::vec3 along = bone.end - bone.start;
  const float t =
      glm::clamp(glm::dot(point - bone.start, along) / glm::dot(along, along), 0.0f, 1.0f);
  return glm::distance(point, bone.start + t * along);
}

/// The one of several tips that keeps farthest from all bones: limbs that do not grow through each
/// other.
glm::vec3 free_tip(Random& random, const std::vector<Bone>& bones, const Bone& parent,
                   float length) {
  const glm::vec3 ahead = glm::normalize(parent.end - parent.start);
  glm::vec3 best = parent.end + length * ahead;
  float best_room = -1.0f;
  for (int attempt = 0; attempt < 12; ++attempt) {
    const glm::vec3 tip = parent.end + length * glm::normalize(ahead + 0.9f * random.direction());
    float room = 1e30f;
    for (const Bone& bone : bones) room = std::min(room, distance_to(bone, tip));
    if (room > best_room) {
      best_room = room;
      best = tip;
    }
  }
  return best;
}

std::vector<Bone> grow_bones(Random& random, int joints) {
  std::vector<Bone> bones{{-1, glm::vec3(0.0f), {0.0f, 0.3f, 0.0f}}};
  for (int j = 1; j < joints; ++j) {
    const int parent = random.chance(0.8f) ? j - 1 : random.below(j);
    const Bone& below = bones[std::size_t(parent)];
    bones.push_back(
        {parent, below.end, free_tip(random, bones, below, random.uniform(0.22f, 0.38f))});
  }
  return bones;
}

/// The bone lies along y in its joint's own frame, as modeling programs have it.
glm::mat4 frame_of(const Bone& bone) {
  const glm::vec3 y = glm::normalize(bone.end - bone.start);
  const glm::vec3 x =
      glm::normalize(glm::cross(y, std::abs(y.x) < 0.7f ? glm::vec3(1, 0, 0) : glm::vec3(0, 0, 1)));
  return {glm::vec4(x, 0.0f), glm::vec4(y, 0.0f), glm::vec4(glm::cross(x, y), 0.0f),
          glm::vec4(bone.start, 1.0f)};
}

/// Vertices on a helix around the bone: a tube for any number of them.
void add_tube(Mesh& mesh, const Bone& bone, std::size_t count) {
  const glm::mat4 frame = frame_of(bone);
  const float length = bone.length(), radius = kThickness * length;
  const auto around =
      std::size_t(std::clamp(std::sqrt(float(count) * 2.0f * kPi * kThickness), 4.0f, 4096.0f));
  const auto first = std::uint32_t(mesh.positions.size());
  for (std::size_t k = 0; k < count; ++k) {
    const float angle = 2.0f * kPi * float(k % around) / float(around);
    const float y = float(k) / float(count - 1);
    const float bulge = radius * (0.85f + 0.15f * std::sin(kPi * y));
    mesh.positions.emplace_back(
        frame * glm::vec4(bulge * std::cos(angle), y * length, -bulge * std::sin(angle), 1.0f));
  }
  for (std::uint32_t k = 0; k + around + 1 < count; ++k) {
    const std::uint32_t a = first + k, above = a + std::uint32_t(around);
    mesh.corner_vertex.insert(mesh.corner_vertex.end(), {a, a + 1, above + 1, above});
    mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
  }
}

Mesh wrap(const std::vector<Bone>& bones, std::size_t vertices) {
  Mesh mesh;
  mesh.positions.reserve(vertices);
  for (std::size_t j = 0; j < bones.size(); ++j) {
    const std::size_t count = vertices * (j + 1) / bones.size() - vertices * j / bones.size();
    add_tube(mesh, bones[j], count);
  }
  return mesh;
}

/// How many capsules hold a vertex in the mean, from some thousand vertices, when they are `factor`
/// times as wide as the tubes.
double mean_influences(const std::vector<Bone>& bones, const std::vector<glm::vec3>& positions,
                       float factor) {
  const std::size_t step = std::max<std::size_t>(1, positions.size() / 4000);
  std::size_t held = 0, asked = 0;
  for (std::size_t i = 0; i < positions.size(); i += step, ++asked) {
    for (const Bone& bone : bones)
      held += distance_to(bone, positions[i]) < factor * kThickness * bone.length();
  }
  return double(held) / double(asked);
}

float capsule_factor(const std::vector<Bone>& bones, const std::vector<glm::vec3>& positions) {
  float low = 1.02f, high = 8.0f;  // every vertex is in its own bone's capsule
  for (int step = 0; step < 24; ++step) {
    const float middle = 0.5f * (low + high);
    (mean_influences(bones, positions, middle) < kMeanInfluences ? low : high) = middle;
  }
  return low;
}

Joint joint_of(const std::vector<Bone>& bones, std::size_t j, float factor) {
  const Bone& bone = bones[j];
  const glm::mat4 frame = frame_of(bone);
  return {.id = Id(1000 + j),
          .name = std::string("bone").append(std::to_string(j)),
          .parent = bone.parent,
          .bind_local = bone.parent < 0
                            ? frame
                            : glm::affineInverse(frame_of(bones[std::size_t(bone.parent)])) * frame,
          .extent = {0.0f, bone.length(), 0.0f},
          .radius = factor * kThickness * bone.length()};
}

}  // namespace

Model make_model(std::size_t vertices, int joints) {
  Random random(std::uint64_t(joints) * 77 + 5);
  const std::vector<Bone> bones = grow_bones(random, joints);
  Model model;
  auto mesh = std::make_shared<Mesh>(wrap(bones, vertices));
  const float factor = capsule_factor(bones, mesh->positions);
  for (std::size_t j = 0; j < bones.size(); ++j)
    model.skeleton.joints.push_back(joint_of(bones, j, factor));
  model.mesh = std::move(mesh);
  return model;
}

std::vector<glm::mat4> turned_joints(int joints, int pose) {
  Random random(std::uint64_t(pose) * 1001 + 9);
  std::vector<glm::mat4> turned;
  for (int j = 0; j < joints; ++j) {
    const float angle = glm::radians(random.uniform(-35.0f, 35.0f));
    turned.push_back(glm::rotate(glm::mat4(1.0f), angle, random.direction()));
  }
  return turned;
}

Skeleton with_pose(const Skeleton& skeleton, int pose) {
  Skeleton posed = skeleton;
  const std::vector<glm::mat4> turned = turned_joints(int(skeleton.joints.size()), pose);
  for (std::size_t j = 0; j < turned.size(); ++j) posed.joints[j].user_local = turned[j];
  return posed;
}

Scene scene_of(const Model& model) {
  Scene scene;
  scene.nodes = {
      {.id = 1, .name = "rig", .skeleton = std::make_shared<const Skeleton>(model.skeleton)},
      {.id = 2, .name = "skin", .mesh = model.mesh, .bound_to = 1}};
  for (const Joint& joint : model.skeleton.joints)
    scene.next_id = std::max(scene.next_id, joint.id + 1);
  return scene;
}

Motion turning(const Skeleton& skeleton, double seconds, int keys) {
  Motion motion;
  motion.name = "turning";
  motion.timing.length = float(seconds);
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    MotionTrack track{.target = joint.id,
                      .translation = glm::vec3(joint.bind_local[3]),
                      .rotation = glm::normalize(glm::quat_cast(glm::mat3(joint.bind_local)))};
    MotionChannel turns{MotionProperty::rotation, Interpolation::linear, {}, {}};
    for (int key = 0; key < keys; ++key) {
      const auto time = float(seconds * key / (keys - 1));
      const glm::quat turn =
          track.rotation *
          glm::angleAxis(0.3f * std::sin(2.0f * time + float(j)), glm::vec3(0.0f, 0.0f, 1.0f));
      turns.times.push_back(time);
      turns.values.insert(turns.values.end(), {turn.x, turn.y, turn.z, turn.w});
    }
    track.channels.push_back(std::move(turns));
    motion.tracks.push_back(std::move(track));
  }
  return motion;
}

std::vector<glm::mat4> rest_matrices(const Skeleton& skeleton) {
  std::vector<glm::mat4> rest;
  for (const Joint& joint : skeleton.joints) {
    rest.push_back(joint.parent < 0 ? joint.bind_local
                                    : rest[std::size_t(joint.parent)] * joint.bind_local);
  }
  return rest;
}

}  // namespace marrow::bench
