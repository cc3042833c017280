// Joints in other places at rest: they go where they are sent, all else stays, and what turned
// before turns as much about the new places.
#include "edit/support.h"
#include "scene/motion_sampling.h"
#include "support/random_rig.h"

namespace marrow::test {

namespace {

constexpr Id kPlacedRig = 1, kBlade = 2;

/// A motion with translations and rotations of each joint, linear and cubic.
Motion motion_of_all(Random& random, const Skeleton& skeleton) {
  Motion motion{"all", {}, {}};
  for (const Joint& joint : skeleton.joints) {
    const glm::vec3 held = random.vec3();
    MotionTrack track{.target = joint.id, .translation = held};
    const bool is_cubic = random.chance(0.5f);
    MotionChannel way{MotionProperty::translation,
                      is_cubic ? Interpolation::cubic : Interpolation::linear,
                      {0.0f, 1.0f},
                      {}};
    for (int k = 0; k < (is_cubic ? 18 : 6); ++k) way.values.push_back(random.uniform(-1.0f, 1.0f));
    const MotionChannel turn{MotionProperty::rotation,
                             Interpolation::linear,
                             {0.0f, 1.0f},
                             {0.0f, 0.0f, 0.0f, 1.0f, 0.6f, 0.0f, 0.0f, 0.8f}};
    track.channels.push_back(turn);
    if (random.chance(0.6f)) track.channels.push_back(way);
    motion.tracks.push_back(std::move(track));
  }
  return motion;
}

/// A posed tree, a sword in one of its joints, a collider on another, and a motion.
Scene scene_with_sword(Random& random) {
  Skeleton skeleton = random_skeleton(random, {.joints = 6 + random.below(8), .roots = 2});
  const Id hand = skeleton.joints[std::size_t(random.below(6))].id,
           head = skeleton.joints[std::size_t(random.below(6))].id;
  Scene scene;
  scene.motions = {std::make_shared<const Motion>(motion_of_all(random, skeleton))};
  Node rig{.id = kPlacedRig, .name = "rig"}, sword{.id = kBlade, .name = "sword"};
  rig.local = random.rigid();
  rig.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  sword.parent = 0;
  sword.joint = hand;
  sword.local = random.rigid();
  scene.nodes = {rig, sword};
  const glm::vec3 offset = random.vec3();
  Springs springs;
  springs.colliders.push_back({.target = head, .offset = offset, .radius = 0.1f});
  scene.springs = std::make_shared<const Springs>(std::move(springs));
  scene.next_id = 1000;
  return scene;
}

const Skeleton& placed_rig(const Scene& scene) { return *scene.nodes[0].skeleton; }

struct Sent {
  std::vector<glm::vec3> origins, ends;
  op::PlaceJoints edit;
};

/// Some joints and some ends, by random ways.
Sent sent(Random& random, const Skeleton& skeleton) {
  Sent sent;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    sent.origins.push_back(random.chance(0.5f) ? random.vec3(0.3f) : glm::vec3(0.0f));
    sent.ends.push_back(random.chance(0.5f) ? random.vec3(0.3f) : glm::vec3(0.0f));
    sent.edit.joints.push_back(skeleton.joints[j].id);
  }
  sent.edit.places = displaced(skeleton, sent.origins, sent.ends);
  return sent;
}

glm::vec3 bone_end(const Skeleton& skeleton, int joint) {
  const glm::vec3& extent = skeleton.joints[std::size_t(joint)].extent;
  return glm::vec3(rest_place(skeleton, joint) * glm::dvec4(glm::dvec3(extent), 1.0));
}

}  // namespace

TEST_CASE("joints go where they are sent; frames, bones' other ends, props and colliders stay") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Scene scene = scene_with_sword(random);
    const Skeleton& before = placed_rig(scene);
    const Sent way = sent(random, before);
    const Scene moved = applied_to(scene, way.edit);
    const Skeleton& after = placed_rig(moved);
    for (int j = 0; j < int(before.joints.size()); ++j) {
      const glm::mat4 was(rest_place(before, j)), is(rest_place(after, j));
      const glm::vec3 by = way.origins[std::size_t(j)], end_by = way.ends[std::size_t(j)];
      CHECK(difference(is, glm::translate(glm::mat4(1.0f), by) * was) < 1e-5f);
      CHECK(glm::distance(bone_end(after, j), bone_end(before, j) + end_by) < 1e-5f);
      CHECK(after.joints[std::size_t(j)].user_local == before.joints[std::size_t(j)].user_local);
    }
    const auto at_rest = [](const Scene& one, Id joint, const glm::vec4& point) {
      const Skeleton& skeleton = placed_rig(one);
      return glm::vec3(rest_place(skeleton, joint_index(skeleton, joint)) * glm::dvec4(point));
    };
    const Id hand = scene.nodes[1].joint;
    CHECK(glm::distance(at_rest(moved, hand, moved.nodes[1].local[3]),
                        at_rest(scene, hand, scene.nodes[1].local[3])) < 1e-5f);
    const SpringCollider &old = scene.springs->colliders[0], &now = moved.springs->colliders[0];
    CHECK(glm::distance(at_rest(moved, now.target, {now.offset, 1.0f}),
                        at_rest(scene, old.target, {old.offset, 1.0f})) < 1e-5f);
  }
}

TEST_CASE("motions keep Ul where joints move: placed, dragged by the base or ridden by a tip") {
  if (lacks_implementation("joints that move")) return;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Scene scene = scene_with_sword(random);
    const Skeleton& before = placed_rig(scene);
    const Id joint = before.joints[std::size_t(random.below(6))].id;
    const glm::mat4 aside = glm::translate(glm::mat4(1.0f), random.vec3(0.4f));
    for (const Operation& edit :
         {Operation(sent(random, before).edit), Operation(op::MoveBase{joint, aside}),
          Operation(op::MoveTip{joint, aside, true})}) {
      const Scene moved = applied_to(scene, edit);
      for (const float time : {0.0f, 0.3f, 1.0f}) {
        const Scene was = keyed_at_time(scene, *scene.motions[0], time),
                    is = keyed_at_time(moved, *moved.motions[0], time);
        for (std::size_t j = 0; j < before.joints.size(); ++j)
          CHECK(difference(placed_rig(is).joints[j].user_local,
                           placed_rig(was).joints[j].user_local) < 1e-4f);
      }
    }
  }
}

TEST_CASE("places that cannot be are refused in words") {
  Random random(3);
  const Scene scene = scene_with_sword(random);
  const Id joint = placed_rig(scene).joints[1].id;
  CHECK(holds(refusal(scene, op::PlaceJoints{{joint}, {}}), "one per joint"));
  CHECK(holds(refusal(scene, op::PlaceJoints{{joint}, {{glm::vec3(NAN), glm::vec3(0.0f)}}}),
              "finite"));
  CHECK(holds(refusal(scene, op::PlaceJoints{{99999}, {{}}}), "99999"));
}

}  // namespace marrow::test
