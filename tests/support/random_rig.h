// Random scenes by seeds, for laws; equal on every machine (no standard distributions).
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "editor/session.h"
#include "scene/scene.h"

namespace marrow::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2654435761u + 1) {}
  std::uint64_t bits() {  // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  float uniform(float low = 0.0f, float high = 1.0f) {
    return low + (high - low) * float(bits() >> 40) * 0x1p-24f;
  }
  int below(int count) { return int(bits() % std::uint64_t(count)); }
  bool chance(float p) { return uniform() < p; }
  /// Draws x and y in separate statements: compilers evaluate arguments in different orders.
  glm::vec2 vec2(glm::vec2 size) {
    const float y = uniform(-size.y, size.y);
    return {uniform(-size.x, size.x), y};
  }
  glm::vec3 vec3(float size = 1.0f) {
    return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
  }
  glm::vec3 direction() {
    glm::vec3 v = vec3();
    while (glm::length(v) < 0.1f) v = vec3();
    return glm::normalize(v);
  }
  glm::mat4 rotation() {
    const glm::vec3 axis = direction();
    return glm::rotate(glm::mat4(1.0f), uniform(-3.1f, 3.1f), axis);
  }
  glm::mat4 rigid(float size = 1.0f) {
    const glm::mat4 turned = rotation();
    return glm::translate(glm::mat4(1.0f), vec3(size)) * turned;
  }
  /// A matrix that rotates and scales unevenly, with scale factors in [0.5, 2].
  glm::mat4 affine(float size = 1.0f) {
    const glm::vec3 factors{uniform(0.5f, 2.0f), uniform(0.5f, 2.0f), uniform(0.5f, 2.0f)};
    const glm::mat4 turned = rotation() * glm::scale(glm::mat4(1.0f), factors);
    return rigid(size) * turned;
  }

 private:
  std::uint64_t state_;
};

struct RigOptions {
  int joints = 8;
  int roots = 1;
  bool posed = true;
  bool scaled = false;  ///< L and Ul have uneven scales, not only rotations and translations
};

/// Joints named j0, j1, ...; ids first_id, first_id + 1, ...
inline Skeleton random_skeleton(Random& random, const RigOptions& options, Id first_id = 100) {
  Skeleton skeleton;
  for (int j = 0; j < options.joints; ++j) {
    Joint joint{.id = first_id + Id(j),
                .name = std::string("j").append(std::to_string(j)),
                .parent = j < options.roots ? -1 : random.below(j),
                .bind_local = options.scaled ? random.affine(0.5f) : random.rigid(0.5f)};
    if (options.posed) joint.user_local = options.scaled ? random.affine(0.2f) : random.rigid(0.2f);
    joint.extent = random.vec3(0.5f);
    joint.radius = random.uniform(0.1f, 0.6f);
    skeleton.joints.push_back(joint);
  }
  return skeleton;
}

/// Two bones of length 1 on top of each other along y; the upper one is the lower one's child.
inline Skeleton bone_pair(Id lower, Id upper, float radius) {
  return {.joints = {{.id = lower, .name = "lower", .extent = {0, 1, 0}, .radius = radius},
                     {.id = upper,
                      .name = "upper",
                      .parent = 0,
                      .bind_local = glm::translate(glm::mat4(1.0f), {0, 1, 0}),
                      .extent = {0, 1, 0},
                      .radius = radius}}};
}

/// Node 1 "rig" has the skeleton, node 2 "skin" the mesh that it deforms, both at the origin.
inline Scene bound_scene(Skeleton skeleton, std::shared_ptr<const Mesh> mesh) {
  Scene scene;
  Node rig{
      .id = 1, .name = "rig", .skeleton = std::make_shared<const Skeleton>(std::move(skeleton))};
  Node skin{.id = 2, .name = "skin", .mesh = std::move(mesh), .bound_to = 1};
  scene.nodes = {rig, skin};
  scene.next_id = 100000;
  return scene;
}

/// Turns the target of `track` by these rotations at these times, linear between them.
inline std::shared_ptr<const Motion> turning_motion(const std::string& name, MotionTrack track,
                                                    const std::vector<float>& times,
                                                    const std::vector<glm::quat>& turns) {
  MotionChannel channel{MotionProperty::rotation, Interpolation::linear, times, {}};
  for (const glm::quat& turn : turns)
    channel.values.insert(channel.values.end(), {turn.x, turn.y, turn.z, turn.w});
  track.channels = {channel};
  return std::make_shared<const Motion>(Motion{name, {track}, {}});
}

/// A closed grid of quads: a capped cylinder along y from 0 to `height`; the caps' centers are on
/// the axis.
inline Mesh capped_cylinder(int rings, int around, float height = 2.0f, float radius = 0.5f) {
  Mesh mesh;
  const auto ring_vertex = [&](int ring, int at) {
    return std::uint32_t(ring * around + at % around);
  };
  for (int ring = 0; ring < rings; ++ring) {
    for (int at = 0; at < around; ++at) {
      const float angle = 6.28318530718f * float(at) / float(around);
      const float y = height * float(ring) / float(rings - 1);
      mesh.positions.push_back({radius * std::cos(angle), y, -radius * std::sin(angle)});
    }
  }
  const auto face = [&](std::initializer_list<std::uint32_t> corners) {
    mesh.corner_vertex.insert(mesh.corner_vertex.end(), corners);
    mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
  };
  for (int ring = 0; ring + 1 < rings; ++ring) {
    for (int at = 0; at < around; ++at) {
      face({ring_vertex(ring, at), ring_vertex(ring, at + 1), ring_vertex(ring + 1, at + 1),
            ring_vertex(ring + 1, at)});
    }
  }
  const std::uint32_t low = std::uint32_t(mesh.positions.size()), high = low + 1;
  mesh.positions.push_back({0.0f, 0.0f, 0.0f});
  mesh.positions.push_back({0.0f, height, 0.0f});
  for (int at = 0; at < around; ++at) {
    face({low, ring_vertex(0, at + 1), ring_vertex(0, at)});
    face({high, ring_vertex(rings - 1, at), ring_vertex(rings - 1, at + 1)});
  }
  return mesh;
}

/// A closed box of quads that face outward, with eight vertices.
inline void add_box(Mesh& mesh, const glm::vec3& low, const glm::vec3& high) {
  const auto first = std::uint32_t(mesh.positions.size());
  for (std::uint32_t i = 0; i < 8; ++i)
    mesh.positions.push_back(
        {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  constexpr std::uint32_t kFaces[][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto& face : kFaces) {
    for (const std::uint32_t corner : face) mesh.corner_vertex.push_back(first + corner);
    mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
  }
}

/// Weight 1 of one joint below y = 1 and of another joint above.
inline ExplicitWeights halves(const Mesh& mesh, Id low, Id high) {
  ExplicitWeights weights{{0}, {}, {}};
  for (const glm::vec3& position : mesh.positions) {
    weights.joint.push_back(position.y < 1.0f ? low : high);
    weights.weight.push_back(1.0f);
    weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
  }
  return weights;
}

/// A cylinder with its own weights and touch-ups on two bones, a child of its skeleton's node; and
/// a finer cylinder, in a file, at the same place in the world.
struct DressedFigure {
  Random random{3};
  Scene scene, file;
  Id rig = 0, body = 0, low = 0, high = 0;
  std::shared_ptr<const Mesh> fine = std::make_shared<Mesh>(capped_cylinder(21, 16));

  DressedFigure() {
    rig = take_id(scene), body = take_id(scene), low = take_id(scene), high = take_id(scene);
    Skeleton skeleton = bone_pair(low, high, 0.7f);
    skeleton.joints[0].name = "low", skeleton.joints[1].name = "high";
    const glm::mat4 place = random.rigid(2.0f);
    scene.nodes.push_back({.id = rig,
                           .name = "rig",
                           .local = place,
                           .skeleton = std::make_shared<const Skeleton>(skeleton)});
    auto mesh = std::make_shared<Mesh>(capped_cylinder(11, 12));
    mesh->weights = halves(*mesh, low, high);
    TouchUps painted{{}, {0}, {low, high}, {-0.5f, 0.5f}};
    painted.end_row(0);
    scene.nodes.push_back({.id = body,
                           .name = "body",
                           .parent = 0,
                           .mesh = mesh,
                           .bound_to = rig,
                           .explicit_weights = true,
                           .touch_ups = std::make_shared<const TouchUps>(painted),
                           .touch_up_strength = 0.75f});
    file.nodes = {{.id = 1, .name = "a hat", .mesh = std::make_shared<Mesh>(capped_cylinder(4, 5))},
                  {.id = 2, .name = "remeshed", .local = place, .mesh = fine}};
    file.nodes[0].local = glm::translate(glm::mat4(1.0f), {9, 9, 9});
    file.next_id = 3;
  }
  /// Adds a wider cylinder that is not bound.
  Id add_shirt() {
    const Id shirt = take_id(scene);
    scene.nodes.push_back({.id = shirt,
                           .name = "shirt",
                           .parent = 0,
                           .mesh = std::make_shared<Mesh>(capped_cylinder(15, 20, 2.0f, 0.54f))});
    return shirt;
  }
};

}  // namespace marrow::test
