// Pins and IK targets of motions: playing them, editing at a time, files.
#include <glm/gtc/matrix_transform.hpp>

#include "edit/derived.h"
#include "edit/keying.h"
#include "edit/motions/bake_springs.h"
#include "edit/motions/remade.h"
#include "edit/pose_edit.h"
#include "edit/support.h"
#include "io/file.h"
#include "io/formats.h"
#include "rig/ik/bone_stand.h"
#include "rig/playback.h"
#include "rig/skinning/deformer.h"
#include "scene/keys.h"
#include "scene/motion_sampling.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The sample, whose hips go down by 0.12 and back up within two seconds.
struct Crouching {
  Scene scene = io::load(media() / "human.glb").scene;
  Id hips = id("hips"), foot = id("foot.L"), shin = id("shin.L"), thigh = id("thigh.L"),
     hand = id("hand.L");

  Crouching() {
    Motion motion;
    motion.name = "crouch";
    motion.timing.length = 2.0f;
    MotionTrack track = track_as_it_stands(scene, hips);
    const glm::vec3 at = track.translation, low = at + down();
    track.channels = {{MotionProperty::translation,
                       Interpolation::linear,
                       {0.0f, 1.0f, 2.0f},
                       {at.x, at.y, at.z, low.x, low.y, low.z, at.x, at.y, at.z}}};
    motion.tracks = {track};
    scene.motions = {std::make_shared<const Motion>(std::move(motion))};
    scene.next_id += 1;
  }
  /// 0.12 downwards in the world, in the space of the hips' parent.
  glm::vec3 down() const {
    const JointRef ref = find_joint(scene, hips);
    return glm::inverse(glm::mat3(world_from_node(scene, ref.node))) * glm::vec3(0, -0.12f, 0);
  }
  Id id(const std::string& name) const { return joint_named(scene, name).id; }
  const Motion& motion() const { return *scene.motions.front(); }
  static glm::dvec3 tip(const Scene& posed, Id joint) {
    return stand_of_bone(posed, find_joint(posed, joint)).tip;
  }
  /// The largest distance between tips of two poses, world units.
  static double apart(const Scene& a, const Scene& b, const std::vector<Id>& joints) {
    double farthest = 0.0;
    for (const Id joint : joints)
      farthest = std::max(farthest, glm::distance(tip(a, joint), tip(b, joint)));
    return farthest;
  }
  double leg() const { return limb_length(scene, find_joint(scene, foot)); }
  double away(const Scene& posed, Id joint, const glm::dvec3& from) const {
    return glm::distance(tip(posed, joint), from) / leg();
  }
  /// The scene with the joint pinned or released at a time.
  Scene pinned(const Scene& from, Id joint, float seconds, bool is_pinned = true) const {
    Applied applied = apply(from, pin_edit(from, {0, seconds}, {joint}, is_pinned, "Pin"),
                            tasks_of(Backend::fast));
    REQUIRE(applied.scene);
    CHECK(why_invalid(*applied.scene->motions.front()) == "");
    return *std::move(applied.scene);
  }
};

constexpr double kHeld = 2e-4;  // of the leg

}  // namespace

TEST_CASE_FIXTURE(Crouching, "a motion without targets plays its keys, bit for bit") {
  for (const float seconds : {0.0f, 0.3f, 1.0f, 5.0f})
    CHECK(same_content(at_time(scene, motion(), seconds), keyed_at_time(scene, motion(), seconds)));
}

TEST_CASE_FIXTURE(Crouching, "a pinned foot stays while the hips go down, and its knee bends") {
  const Scene held = pinned(scene, foot, 0.0f);
  const Motion& holds = *held.motions.front();
  const glm::dvec3 place = tip(scene, foot);
  for (float seconds = 0.0f; seconds <= 2.0f; seconds += 0.13f) {
    const Scene now = at_time(held, holds, seconds);
    CHECK(away(now, foot, place) < kHeld);
    CHECK(joint_of(now, foot)->pinned);
    CHECK(same_content(now, at_time(held, holds, seconds)));  // whatever time was evaluated before
  }
  CHECK_FALSE(joint_of(held, foot)->pinned);  // the scene's own pins are others
  CHECK(away(at_time(scene, motion(), 1.0f), foot, place) > 0.1);
  const Scene low = at_time(held, holds, 1.0f);
  CHECK(joint_of(low, shin)->user_local != joint_of(scene, shin)->user_local);
  CHECK(joint_of(low, hand)->user_local == joint_of(scene, hand)->user_local);
  const BoneStand before = stand_of_bone(scene, find_joint(scene, foot)),
                  after = stand_of_bone(low, find_joint(low, foot));
  CHECK(glm::distance(before.base, after.base) / leg() < 1e-2);  // it stays flat
}

TEST_CASE_FIXTURE(Crouching, "locks and pins of the scene do not count while it plays") {
  const Scene held = pinned(scene, foot, 0.0f);
  Scene locked = held;
  for (Joint& joint : edit_skeleton(locked, find_joint(locked, foot).node).joints)
    if (joint.id == shin || joint.id == thigh) joint.locked = joint.pinned = true;
  const Scene a = at_time(held, *held.motions.front(), 0.8f),
              b = at_time(locked, *locked.motions.front(), 0.8f);
  for (const Id joint : {foot, shin, thigh})
    CHECK(joint_of(a, joint)->user_local == joint_of(b, joint)->user_local);
}

TEST_CASE_FIXTURE(Crouching, "a pin says how much, and a target out of reach is reached for") {
  Motion drawn = motion();
  const MotionTrack rest = track_as_it_stands(scene, hand);
  const glm::dvec3 was = tip(at_time(scene, motion(), 0.5f), hand);
  const glm::vec3 to = glm::vec3(was) + glm::vec3(0.0f, 0.05f, 0.02f);
  const std::vector<float> numbers = {to.x, to.y, to.z};
  set_key(drawn, rest, MotionProperty::ik_target, 0.0f, numbers);
  CHECK(pin_at(drawn, hand, 1.0f) == 1.0);
  CHECK(away(at_time(scene, drawn, 0.5f), hand, glm::dvec3(to)) < kHeld);
  for (const float share : {0.0f, 0.25f, 0.5f, 1.0f}) {
    Motion partly = drawn;
    const std::vector<float> value = {share};
    set_key(partly, rest, MotionProperty::pin, 0.0f, value);
    const Scene now = at_time(scene, partly, 0.5f);
    CHECK(away(now, hand, glm::mix(was, glm::dvec3(to), double(share))) < kHeld);
    CHECK(joint_of(now, hand)->pinned == (share >= 0.5f));
  }
  Motion far = drawn;
  const std::vector<float> sky = {float(was.x), float(was.y) + 1e6f, float(was.z)};
  set_key(far, rest, MotionProperty::ik_target, 0.0f, sky);
  const Scene stretched = at_time(scene, far, 0.5f);
  CHECK(tip(stretched, hand).y > was.y);
  CHECK(why_invalid(stretched).empty());
  const std::vector<float> nowhere = {3e38f, -3e38f, 3e38f};
  set_key(far, rest, MotionProperty::ik_target, 0.0f, nowhere);
  CHECK(why_invalid(at_time(scene, far, 0.5f)).empty());
}

TEST_CASE_FIXTURE(Crouching, "a foot that is let go leaves from the pose it had") {
  const Scene held = pinned(scene, foot, 0.5f), free = pinned(held, foot, 1.0f, false);
  const Motion &holds = *held.motions.front(), &lets = *free.motions.front();
  const glm::dvec3 place = tip(at_time(scene, motion(), 0.5f), foot);
  CHECK(away(at_time(free, lets, 0.75f), foot, place) < kHeld);
  CHECK(away(at_time(free, lets, 1.0f), foot, place) < kHeld);
  // Before its pin it moves as it did, except where a smooth key follows its neighbors.
  CHECK(away(at_time(free, lets, 0.25f), foot, tip(at_time(scene, motion(), 0.25f), foot)) < 2e-3);
  CHECK_FALSE(joint_of(at_time(free, lets, 1.0f), foot)->pinned);
  CHECK(away(at_time(free, lets, 2.0f), foot, place) > 0.01);
  CHECK(away(at_time(held, holds, 2.0f), foot, place) < kHeld);
  // Pinned again elsewhere: until its release it stays where it was.
  const Scene again = pinned(free, foot, 1.5f);
  CHECK(away(at_time(again, *again.motions.front(), 0.75f), foot, place) < kHeld);
  CHECK(away(at_time(again, *again.motions.front(), 1.9f), foot,
             tip(at_time(free, lets, 1.5f), foot)) < kHeld);
}

TEST_CASE_FIXTURE(Crouching,
                  "a joint that a track held without keys stays held once it is pinned") {
  Scene still = scene;
  Motion motion = *scene.motions.front();
  MotionTrack track = track_as_it_stands(scene, shin);
  track.rotation = track.rotation * glm::angleAxis(0.4f, glm::vec3(1, 0, 0));
  motion.tracks.push_back(track);
  still.motions = {std::make_shared<const Motion>(motion)};
  const Scene held = pinned(still, shin, 0.0f);
  CHECK(glm::distance(tip(at_time(held, *held.motions.front(), 0.0f), shin),
                      tip(at_time(still, motion, 0.0f), shin)) < 1e-5);
}

TEST_CASE_FIXTURE(Crouching,
                  "with keys P pins in the motion, and edits hold what is pinned there") {
  if (lacks_implementation("pins of motions")) return;
  Document document(implementation(), scene, "Open");
  document.show_time(MotionTime{0, 0.0f});
  REQUIRE(document.perform(op::SetPinned{{foot}, true}));  // without keys it is the scene's own
  CHECK(joint_of(document.committed(), foot)->pinned);
  REQUIRE(document.undo());
  document.make_keys(true);
  REQUIRE(document.perform(op::SetPinned{{foot}, true}));
  CHECK_FALSE(joint_of(document.committed(), foot)->pinned);
  CHECK(joint_of(document.scene(), foot)->pinned);
  CHECK(document.history().steps().back().label == "Pin foot.L");
  const glm::dvec3 place = tip(scene, foot);

  document.show_time(MotionTime{0, 1.0f});
  const auto targets = [&] {
    return find_channel(*document.committed().motions[0], foot, MotionProperty::ik_target)
        ->times.size();
  };
  const glm::mat4 lower = glm::translate(glm::mat4(1.0f), glm::vec3(0.03f, -0.05f, 0.0f));
  document.begin();
  REQUIRE(document.update(
      holding_pins(document.gesture_start(), op::ApplyIncrement{{hips}, lower, "Move"}, false)));
  const Scene in_hand = document.scene();
  REQUIRE(document.commit());
  CHECK(away(document.scene(), foot, place) < kHeld);
  CHECK(targets() == 1);
  CHECK(apart(document.scene(), in_hand, {hips, shin, foot, hand}) < 1e-3);

  // Dragging its tip moves the target along.
  const glm::vec3 step = glm::vec3(place) + glm::vec3(0.0f, 0.06f, 0.05f);
  const Id node = document.scene().nodes[std::size_t(find_joint(scene, foot).node)].id;
  REQUIRE(document.perform(op::SolveIk{node, {{foot, step}}, false, {}}));
  CHECK(targets() == 2);
  CHECK(away(document.scene(), foot, glm::dvec3(step)) < kHeld);
  document.show_time(MotionTime{0, 0.0f});
  CHECK(away(document.scene(), foot, place) < kHeld);

  // Moving keys edits no pose, and shown pins do not become the scene's.
  const std::size_t steps = document.history().steps().size();
  Motion moved = *document.committed().motions[0];
  retime_keys(moved, {{hips, MotionProperty::translation, 2.0f}}, [](float) { return 1.8f; });
  REQUIRE(document.perform(op::set_tracks(document.committed(), 0, moved, "Move 1 key")));
  CHECK(std::holds_alternative<op::SetTracks>(*document.history().steps().back().operation));
  CHECK(document.history().steps().size() == steps + 1);
  CHECK_FALSE(joint_of(document.committed(), foot)->pinned);
  while (document.undo()) {
  }
  document.show_time({});
  CHECK(document.scene() == scene);
}

TEST_CASE_FIXTURE(Crouching, "after an edit of a time the motion shows what was in hand") {
  if (lacks_implementation("edits of pinned times")) return;
  Random random(11);
  const std::vector<Id> joints = {hips, thigh, shin, foot, hand, id("chest"), id("forearm.L")};
  Document document(implementation(), scene, "Open");
  document.make_keys(true);
  for (int round = 0; round < trials(200); ++round) {
    document.show_time(MotionTime{0, float(random.below(9)) * 0.25f});
    const Id joint = joints[std::size_t(random.below(int(joints.size())))];
    if (random.chance(0.2f)) {
      const Scene was = document.scene();
      document.perform(op::SetPinned{{joint}, !joint_of(document.scene(), joint)->pinned});
      INFO(round);
      CHECK(apart(document.scene(), was, joints) < 2e-3);
      continue;
    }
    const glm::mat4 turn = glm::rotate(glm::mat4(1.0f), random.uniform(-0.3f, 0.3f),
                                       glm::normalize(random.vec3() + glm::vec3(0.01f)));
    document.begin();
    const bool is_made = document.update(
        holding_pins(document.gesture_start(), op::ApplyIncrement{{joint}, turn, "Rotate"}, false));
    const Scene in_hand = document.scene();
    if (!document.commit() || !is_made) continue;
    INFO(round);
    CHECK(apart(document.scene(), in_hand, joints) < 3e-3);
    CHECK(why_invalid(document.committed()).empty());
  }
  document.show_time({});
  while (document.undo()) {
  }
  CHECK(document.scene() == scene);
}

TEST_CASE_FIXTURE(Crouching, "between keys of pinned limbs nothing jumps") {
  if (lacks_implementation("edits of pinned times")) return;
  Random random(5);
  const std::vector<Id> joints = {
      hips, thigh, shin, foot, hand, id("forearm.L"), id("upper_arm.L")};
  for (int round = 0; round < trials(10); ++round) {
    Document document(implementation(), scene, "Open");
    document.make_keys(true);
    document.show_time(MotionTime{0, 0.0f});
    REQUIRE(document.perform(op::SetPinned{{foot, hand}, true}));
    for (const float seconds : {0.5f, 1.0f, 1.5f, 2.0f}) {
      document.show_time(MotionTime{0, seconds});
      for (const Id joint : {hips, thigh, id("forearm.L")}) {
        const glm::mat4 turn = glm::rotate(glm::mat4(1.0f), random.uniform(-0.15f, 0.15f),
                                           glm::normalize(random.vec3() + glm::vec3(0.01f)));
        document.perform(
            holding_pins(document.scene(), op::ApplyIncrement{{joint}, turn, "Rotate"}, false));
      }
    }
    const Scene own = document.committed();
    Scene last = at_time(own, *own.motions[0], 0.0f);
    double farthest = 0.0;
    for (int step = 1; step <= 2000; ++step) {
      const Scene now = at_time(own, *own.motions[0], float(step) * 1e-3f);
      farthest = std::max(farthest, apart(now, last, joints));
      last = now;
    }
    INFO(round);
    CHECK(farthest < 0.01);  // in a millisecond; its hand is 0.25 long
  }
}

TEST_CASE_FIXTURE(Crouching, "as keys alone it looks the same at frames, and other keys stay") {
  const Scene held = pinned(pinned(scene, foot, 0.25f), hand, 0.5f);
  const Motion& holds = *held.motions.front();
  const Motion keys = with_ik_baked(held, holds);
  CHECK(why_invalid(keys) == "");
  CHECK_FALSE(has_ik(held, keys));
  CHECK(*find_channel(keys, hips, MotionProperty::translation) ==
        *find_channel(holds, hips, MotionProperty::translation));
  for (int frame = 0; frame <= 60; ++frame) {
    const Scene a = at_time(held, holds, float(frame) / 30.0f),
                b = at_time(held, keys, float(frame) / 30.0f);
    CHECK(apart(a, b, {foot, hand, shin}) < 1e-5);
  }
  CHECK(with_ik_baked(scene, motion()) == motion());
  CHECK(with_ik_baked(held, holds, [](double) { return false; }) == holds);
}

TEST_CASE_FIXTURE(Crouching, "files keep pins, and other programs are given what they look like") {
  const Scene held = pinned(pinned(scene, foot, 0.25f), hand, 0.5f);
  Deformer deformer(tasks_of(Backend::fast));
  deformer.update(held);
  const std::filesystem::path folder = scratch("pins");
  io::save(folder / "own.glb", held, derived_from(deformer, held), {});
  const auto says_version_5 = [&](const char* file) {
    return io::read_file(folder / file).find("\"version\":5") != std::string::npos;
  };
  CHECK(says_version_5("own.glb"));
  io::save(folder / "before.glb", scene, {}, {});  // what older programs open stays so
  CHECK_FALSE(says_version_5("before.glb"));
  const Scene own = io::load(folder / "own.glb").scene;
  CHECK(same_content(own, held));
  io::save(folder / "other.glb", held, derived_from(deformer, held),
           {.purpose = io::Purpose::exchange});
  const Scene other = io::load(folder / "other.glb").scene;
  const auto of_other = [&](const std::string& name) {
    for (const Node& node : other.nodes)
      if (node.skeleton)
        for (const Joint& joint : node.skeleton->joints)
          if (joint.name == name) return joint.id;
    return kNoId;
  };
  std::filesystem::remove_all(folder);
  REQUIRE(other.motions.size() == 1);
  CHECK_FALSE(has_ik(other, *other.motions[0]));
  for (int frame = 0; frame <= 60; frame += 5) {
    const float seconds = float(frame) / 30.0f;
    const Scene a = at_time(held, *held.motions[0], seconds),
                b = at_time(other, *other.motions[0], seconds);
    for (const char* name : {"foot.L", "hand.L"})
      CHECK(glm::distance(stand_of_bone(a, find_joint(a, id(name))).base,
                          stand_of_bone(b, find_joint(b, of_other(name))).base) < 1e-4);
  }
}

TEST_CASE_FIXTURE(Crouching, "changing the timing moves pins, too") {
  const Scene held = pinned(pinned(scene, foot, 0.5f), foot, 1.0f, false);
  const TimeCurve twice({{0.0, 0.0}, {4.0, 2.0}});
  const Motion slow = retimed(*held.motions.front(), twice);
  for (const float seconds : {0.25f, 0.75f, 1.5f})
    CHECK(glm::distance(tip(at_time(held, slow, 2.0f * seconds), foot),
                        tip(at_time(held, *held.motions.front(), seconds), foot)) < 1e-4);
}
