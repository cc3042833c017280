// Springs are set as steps; baking makes keys of their swing and changes no other key.

#include "edit/motions/bake_springs.h"
#include "edit/spring_edits.h"
#include "edit/support.h"
#include "rig/playback.h"
#include "rig/springs/simulation.h"
#include "scene/joint_places.h"
#include "support/springy.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// A figure with a tail, its motion, and keys of the tail's own: a rotation and a translation.
Scene swaying(std::uint64_t seed, float seconds = 2.0f) {
  Random random(seed);
  Scene scene = springy_scene(random, {.is_turned = true});
  Motion motion = sway(random, seconds);
  const MotionTrack rest{.target = kFirstLink + 1, .translation = {0.0f, 0.0f, -0.2f}};
  put_key(motion, rest, MotionProperty::rotation,
          {.seconds = 0.5f, .value = {1.0f, 0.0f, 0.0f, 0.0f}, .in = {}, .out = {}});
  put_key(motion, rest, MotionProperty::translation,
          {.seconds = 0.7f, .value = {0.01f, 0.0f, -0.2f}, .in = {}, .out = {}});
  motion.timing.length = seconds;
  scene.motions = {std::make_shared<Motion>(std::move(motion))};
  return scene;
}

op::SetTracks bake_edit(const Scene& scene) {
  return op::set_tracks(scene, 0, with_baked_springs(scene, *scene.motions[0], {}), "Bake springs");
}

Scene baked(const Scene& scene, const SpringBake& options) {
  Scene result = scene;
  result.motions[0] =
      std::make_shared<Motion>(with_baked_springs(scene, *scene.motions[0], options));
  return result;
}

/// The tail's last tip, world space.
glm::dvec3 tip_of(const Scene& scene) {
  const Skeleton& skeleton = *scene.nodes[0].skeleton;
  const int last = int(skeleton.joints.size()) - 1;
  return glm::dvec3(posed_place(skeleton, last) *
                    glm::dvec4(glm::dvec3(skeleton.joints.back().extent), 1.0));
}

const MotionChannel& rotation_of(const Motion& motion, Id joint) {
  const MotionChannel* channel = find_channel(motion, joint, MotionProperty::rotation);
  REQUIRE(channel != nullptr);
  return *channel;
}

}  // namespace

TEST_CASE("springs are set and taken out as steps; undo gives back what was there") {
  Scene scene = full_scene(1);
  Document document(implementation(), scene);
  const Id joint = scene.nodes[1].skeleton->joints[2].id;
  Springs springs{.chains = {{.name = "tail", .joints = {{.joint = joint}}}}};
  REQUIRE(document.perform(op::SetSprings{springs, "Springs of tail"}));
  REQUIRE(document.scene().springs);
  CHECK(*document.scene().springs == springs);
  CHECK(document.history().steps().back().label == "Springs of tail");
  REQUIRE(document.perform(op::SetSprings{}));
  CHECK_FALSE(document.scene().springs);
  CHECK(document.undo());
  CHECK(*document.scene().springs == springs);
  REQUIRE(document.perform(op::SetSprings{Springs{}}));
  CHECK_FALSE(document.scene().springs);
}

TEST_CASE("springs that break a rule are refused in a sentence") {
  Document document(implementation(), full_scene(2));
  const auto refused = [&](const Springs& springs, const std::string& words) {
    CHECK_FALSE(document.perform(op::SetSprings{springs}));
    CHECK(contains(document.reason(), words));
    CHECK_FALSE(document.scene().springs);
  };
  refused({.chains = {{.joints = {}}}}, "without joints");
  refused({.chains = {{.joints = {{.joint = 3}, {.joint = 3}}}}}, "twice");
  refused({.chains = {{.joints = {{.joint = 3}}, .groups = {0}}}}, "does not exist");
  refused({.chains = {{.joints = {{.joint = 3, .drag = 1.5f}}}}}, "out of its range");
  refused({.chains = {{.joints = {{.joint = 3, .stiffness = -1.0f}}}}}, "out of its range");
  refused({.colliders = {{.target = 3, .radius = -1.0f}}}, "radius");
  refused({.colliders = {{.target = 3, .radius = 1.0f, .tail_radius = 1.0f}}}, "radius");
  refused({.groups = {{.colliders = {0}}}}, "does not exist");
  refused({.chains = {{.name = "a\nb", .joints = {{.joint = 3}}}}}, "line breaks");
}

TEST_CASE("baking changes the rotations of joints that swing and no other key") {
  const Scene scene = swaying(3);
  Document document(implementation(), scene);
  REQUIRE(why_no_bake(document.scene(), 0) == "");
  REQUIRE(document.perform(bake_edit(document.scene())));
  CHECK(document.history().steps().back().label == "Bake springs");
  const Motion &before = *scene.motions[0], &after = *document.scene().motions[0];
  CHECK(*find_track(after, kSpringHips) == *find_track(before, kSpringHips));
  CHECK(after.name == before.name);
  CHECK(after.timing == before.timing);
  CHECK(after.tracks.size() == 5);
  const Id keyed = kFirstLink + 1;
  CHECK(*find_channel(after, keyed, MotionProperty::translation) ==
        *find_channel(before, keyed, MotionProperty::translation));
  for (Id joint = kFirstLink; joint < kFirstLink + 4; ++joint) {
    const MotionChannel& channel = rotation_of(after, joint);
    CHECK(channel.interpolation == Interpolation::linear);
    REQUIRE(channel.times.size() == 61);
    for (std::size_t frame = 0; frame < 61; ++frame)
      CHECK(channel.times[frame] == doctest::Approx(double(frame) / 30.0));
  }
  CHECK(why_invalid(document.scene()) == "");
  CHECK(document.undo());
  CHECK(*document.scene().motions[0] == before);
}

TEST_CASE("baking twice gives the same bits: a baked rotation is not heard") {
  const Scene once = baked(swaying(4), {}), twice = baked(once, {});
  CHECK(*once.motions[0] == *twice.motions[0]);
}

TEST_CASE("keys at one time are the same at 30 and at 60 frames a second") {
  Scene slow = swaying(5), fast = slow;
  Motion motion = *slow.motions[0];
  motion.timing.frame_rate = 60.0f;
  fast.motions[0] = std::make_shared<Motion>(motion);
  slow = baked(slow, {});
  fast = baked(fast, {});
  const MotionChannel &at_30 = rotation_of(*slow.motions[0], kFirstLink + 3),
                      &at_60 = rotation_of(*fast.motions[0], kFirstLink + 3);
  REQUIRE(at_60.times.size() == 2 * at_30.times.size() - 1);
  for (std::size_t key = 0; key < at_30.times.size(); ++key) {
    CHECK(at_30.times[key] == at_60.times[2 * key]);
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(at_30.values[4 * key + i] == at_60.values[8 * key + i]);
  }
}

TEST_CASE("the baked motion, played, shows the simulation at each of its steps") {
  Scene scene = swaying(6, 3.0f);
  Motion motion = *scene.motions[0];
  motion.timing.frame_rate = 60.0f;
  scene.motions[0] = std::make_shared<Motion>(motion);
  const Scene keys = baked(scene, {.settle = 0.0f});
  const auto at_step = [](const Scene& of, int step) {
    return at_time(of, *of.motions[0], float(step * kSpringStep));
  };
  SpringSimulation springs(at_step(scene, 0));
  for (int step = 1; step <= 180; ++step) {
    springs.step(at_step(scene, step));
    CHECK(glm::distance(tip_of(at_step(keys, step)), springs.tails().back()) < 1e-5);
  }
}

TEST_CASE("a chain that settles begins without speed; without, it begins at rest") {
  Scene scene = swaying(7);
  const Scene at_once = baked(scene, {.settle = 0.0f}), settled = baked(scene, {.settle = 4.0f});
  const auto tip_at = [](const Scene& of, float seconds) {
    return tip_of(at_time(of, *of.motions[0], seconds));
  };
  const Scene longer = baked(scene, {.settle = 5.0f});
  CHECK(glm::distance(tip_at(settled, 0.0f), tip_at(longer, 0.0f)) < 1e-5);
  CHECK(glm::distance(tip_at(settled, 0.0f), tip_at(at_once, 0.0f)) > 0.02);
}

TEST_CASE("a motion that begins where it ends, played ahead: so do its springs") {
  Scene scene = swaying(8);
  Motion motion = *scene.motions[0];
  for (const MotionProperty property : {MotionProperty::translation, MotionProperty::rotation}) {
    Key first = *find_key(motion, {kSpringHips, property, 0.0f});
    first.seconds = 2.0f;
    put_key(motion, *find_track(motion, kSpringHips), property, first);
  }
  scene.motions[0] = std::make_shared<Motion>(motion);
  const auto gap = [&](const SpringBake& options) {
    const Scene done = baked(scene, options);
    return glm::distance(tip_of(at_time(done, *done.motions[0], 0.0f)),
                         tip_of(at_time(done, *done.motions[0], 2.0f)));
  };
  CHECK(gap({.settle = 0.0f, .rounds = 2}) < 1e-4);
  CHECK(gap({.settle = 2.0f}) > 1e-3);
}

TEST_CASE("baking tells how far it is and can be stopped") {
  const Scene scene = swaying(9);
  double last = -1.0;
  const Motion& motion = *scene.motions[0];
  CHECK_FALSE(with_baked_springs(scene, motion, {}, [&](double share) {
                CHECK(share >= last);
                CHECK(share <= 1.0);
                last = share;
                return true;
              }) == motion);
  CHECK(last > 0.95);
  CHECK(with_baked_springs(scene, motion, {}, [](double share) { return share < 0.5; }) == motion);
}

TEST_CASE("what cannot be baked says why, a locked joint refuses") {
  Scene scene = swaying(10);
  CHECK(why_no_bake(scene, 1) == "There is no motion to bake springs into.");
  Scene without = scene;
  without.springs.reset();
  CHECK(why_no_bake(without, 0) == "Nothing swings: no joint is in a chain of springs.");
  Springs gone{.chains = {{.joints = {{.joint = 77}}}}};
  without.springs = std::make_shared<Springs>(gone);
  CHECK(why_no_bake(without, 0) == "Nothing swings: the joints of the chains are gone.");
  edit_skeleton(scene, 0).joints[2].locked = true;
  Document document(implementation(), scene);
  CHECK_FALSE(document.perform(bake_edit(scene)));
  CHECK(contains(document.reason(), "tail1 is locked"));
}

TEST_CASE("an added file brings its springs, which follow its joints' new ids") {
  Random random(11);
  Scene one = springy_scene(random);
  add_colliders(one, {{.target = kSpringHips, .radius = 0.1f}});
  const Scene two = merged(one, one);
  REQUIRE(why_invalid(two) == "");
  REQUIRE(two.springs->chains.size() == 2);
  const Skeleton& added = *two.nodes[1].skeleton;
  for (std::size_t j = 0; j < 4; ++j)
    CHECK(two.springs->chains[1].joints[j].joint == added.joints[j + 1].id);
  CHECK(two.springs->colliders[1].target == added.joints[0].id);
  CHECK(two.springs->chains[1].groups == std::vector<std::size_t>{1});
  CHECK(two.springs->groups[1].colliders == std::vector<std::size_t>{1});
  CHECK(two.springs->chains[0] == one.springs->chains[0]);
}

TEST_CASE("a collider made from a tapered capsule has both radii and keeps its shape") {
  Random random(13);
  Scene scene = springy_scene(random);
  Joint& hips = edit_skeleton(scene, 0).joints[0];
  hips.radius = 0.2f;
  hips.tip_radius = 0.1f;
  Springs springs = *scene.springs;
  add_colliders(springs, scene, 0, {hips.id});
  SpringCollider& collider = springs.colliders.back();
  CHECK(collider.radius == 0.2f);
  CHECK(collider.tail_radius == 0.1f);
  set_collider_radius(collider, 0.4f);
  CHECK(collider.tail_radius.value() == doctest::Approx(0.2f));
  for (const float radius : {0.0f, 0.3f}) {
    set_collider_radius(collider, radius);
    CHECK(collider.radius == radius);
    CHECK(collider.tail_radius.value() == doctest::Approx(0.2f));
  }
}

SOLVED_CASE("a joint that is deleted leaves its chain, and undo brings it back") {
  const Scene scene = swaying(12);
  Document document(implementation(), scene);
  REQUIRE(document.perform(op::DeleteJoint{kFirstLink + 1, false}));
  SpringSimulation without(document.scene());
  CHECK(without.joints().size() == 3);
  REQUIRE(document.undo());
  SpringSimulation with(document.scene());
  CHECK(with.joints().size() == 4);
  CHECK(*document.scene().springs == *scene.springs);
}
