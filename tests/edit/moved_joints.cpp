// Joints moved at rest: their turns are as large about the new places.
#include "edit/support.h"
#include "scene/motion_sampling.h"
#include "support/random_rig.h"

namespace marrow::test {

namespace {

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

/// A posed tree and a motion.
Scene moving_tree(Random& random) {
  Skeleton skeleton = random_skeleton(random, {.joints = 6 + random.below(8), .roots = 2});
  Scene scene;
  scene.motions = {std::make_shared<const Motion>(motion_of_all(random, skeleton))};
  Node rig{.id = 1, .name = "rig"};
  rig.local = random.rigid();
  rig.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  scene.nodes = {rig};
  scene.next_id = 1000;
  return scene;
}

const Skeleton& tree_of(const Scene& scene) { return *scene.nodes[0].skeleton; }

}  // namespace

SOLVED_CASE("motions keep Ul where joints move: dragged by the base or ridden by a tip") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Scene scene = moving_tree(random);
    const Skeleton& before = tree_of(scene);
    const Id joint = before.joints[std::size_t(random.below(6))].id;
    const glm::mat4 aside = glm::translate(glm::mat4(1.0f), random.vec3(0.4f));
    for (const Operation& edit :
         {Operation(op::MoveBase{joint, aside}), Operation(op::MoveTip{joint, aside, true})}) {
      const Scene moved = applied_to(scene, edit);
      for (const float time : {0.0f, 0.3f, 1.0f}) {
        const Scene was = keyed_at_time(scene, *scene.motions[0], time),
                    is = keyed_at_time(moved, *moved.motions[0], time);
        for (std::size_t j = 0; j < before.joints.size(); ++j)
          CHECK(difference(tree_of(is).joints[j].user_local, tree_of(was).joints[j].user_local) <
                1e-4f);
      }
    }
  }
}

}  // namespace marrow::test
