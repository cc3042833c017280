// A figure with tails that swing, for tests of spring bones.
#pragma once

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <memory>
#include <string>
#include <vector>

#include "scene/keys.h"
#include "scene/scene.h"

namespace marrow::test {

inline constexpr Id kSpringNode = 1, kSpringHips = 10, kFirstLink = 20;

struct SpringyOptions {
  int links = 4;
  float bone = 0.2f;
  bool is_turned = false;  ///< links at random angles to one another at rest
  glm::vec3 gravity{0.0f, -1.0f, 0.0f};
  float stiffness = 1.0f, gravity_power = 0.3f, drag = 0.4f, hit_radius = 0.02f;
};

/// Hips 1 above the ground, and a chain of links of length `bone` from their back. No colliders.
template <typename Random>
Scene springy_scene(Random& random, const SpringyOptions& options = {}) {
  Skeleton skeleton;
  const auto add = [&](Id id, const std::string& name, int parent, const glm::mat4& local) {
    skeleton.joints.push_back({.id = id,
                               .name = name,
                               .parent = parent,
                               .bind_local = local,
                               .extent = {0.0f, 0.0f, -options.bone},
                               .radius = 0.1f});
  };
  Springs springs;
  springs.chains.push_back({.name = "tail"});
  add(kSpringHips, "hips", -1, glm::translate(glm::mat4(1.0f), glm::vec3(0.0f, 1.0f, 0.0f)));
  for (int link = 0; link < options.links; ++link) {
    const glm::vec3 place(0.0f, 0.0f, -options.bone);
    const glm::mat4 turn =
        options.is_turned
            ? glm::rotate(glm::mat4(1.0f), random.uniform(-0.6f, 0.6f), random.direction())
            : glm::mat4(1.0f);
    add(kFirstLink + Id(link), "tail" + std::to_string(link), link,
        glm::translate(glm::mat4(1.0f), place) * turn);
    springs.chains[0].joints.push_back({.joint = kFirstLink + Id(link),
                                        .hit_radius = options.hit_radius,
                                        .stiffness = options.stiffness,
                                        .gravity_power = options.gravity_power,
                                        .gravity = options.gravity,
                                        .drag = options.drag});
  }
  Scene scene;
  scene.nodes = {{.id = kSpringNode,
                  .name = "Skeleton",
                  .skeleton = std::make_shared<Skeleton>(std::move(skeleton))}};
  scene.next_id = 100;
  scene.springs = std::make_shared<Springs>(std::move(springs));
  return scene;
}

/// Adds colliders as one group, which all chains stay out of.
inline void add_colliders(Scene& scene, std::vector<SpringCollider> colliders) {
  Springs springs = *scene.springs;
  SpringGroup group{.name = "body"};
  for (SpringCollider& collider : colliders) {
    group.colliders.push_back(springs.colliders.size());
    springs.colliders.push_back(std::move(collider));
  }
  for (SpringChain& chain : springs.chains) chain.groups.push_back(springs.groups.size());
  springs.groups.push_back(std::move(group));
  scene.springs = std::make_shared<Springs>(std::move(springs));
}

/// The hips sway and turn at random, with a key every quarter of a second.
template <typename Random>
Motion sway(Random& random, float seconds, float place = 0.2f, float angle = 0.8f) {
  Motion motion{"sway", {}, {}};
  const MotionTrack rest{.target = kSpringHips, .translation = {0.0f, 1.0f, 0.0f}};
  for (float t = 0.0f; t <= seconds; t += 0.25f) {
    const glm::vec3 at = rest.translation + random.vec3(place);
    const glm::quat turn = glm::angleAxis(random.uniform(-angle, angle), random.direction());
    put_key(motion, rest, MotionProperty::translation,
            {.seconds = t, .value = {at.x, at.y, at.z}, .in = {}, .out = {}});
    put_key(motion, rest, MotionProperty::rotation,
            {.seconds = t, .value = {turn.x, turn.y, turn.z, turn.w}, .in = {}, .out = {}});
  }
  return motion;
}

}  // namespace marrow::test
