// Motions are added, renamed and deleted as steps; the history counts their bytes.
// A document at a time of a motion: its picture, and edits of it, with keys and without.
#include "edit/keying.h"
#include "edit/support.h"
#include "rig/joint_pose.h"
#include "rig/playback.h"
#include "scene/keys.h"
#include "support/matrices.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::shared_ptr<const Motion> motion_of(const std::string& name, Id target, std::size_t keys = 2) {
  MotionTrack track;
  track.target = target;
  MotionChannel channel;
  for (std::size_t key = 0; key < keys; ++key) {
    channel.times.push_back(float(key));
    channel.values.insert(channel.values.end(), {0.0f, float(key), 0.0f});
  }
  track.channels = {channel};
  return std::make_shared<const Motion>(Motion{name, {track}});
}

struct Rigged {
  Random random{1};
  Document document{implementation(), full_scene(random)};
  Id joint = document.scene().nodes[1].skeleton->joints[2].id;

  void refused(const Operation& operation, const std::string& words) {
    const std::string before = bits_of(document.scene());
    CHECK_FALSE(document.perform(operation));
    CHECK(contains(document.reason(), words));
    CHECK(bits_of(document.scene()) == before);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& motion : document.scene().motions) all.push_back(motion->name);
    return all;
  }
};

using Names = std::vector<std::string>;

glm::mat4 turned(float degrees) { return about_z(glm::radians(degrees)); }

/// A random scene with a motion of two seconds that turns one of its joints.
struct Moving {
  Random random{7};
  Scene start = moving_scene(random);
  Document document{implementation(), start, "Open"};
  Id skeleton = start.nodes[1].id;
  Id joint = start.nodes[1].skeleton->joints[2].id, other = start.nodes[1].skeleton->joints[3].id;

  static Scene moving_scene(Random& random) {
    Scene scene = full_scene(random);
    // Keys have no shear.
    scene.nodes[0].local = scene.nodes[1].local = glm::mat4(1.0f);
    for (Joint& one : edit_skeleton(scene, 1).joints)
      one.user_local =
          glm::inverse(one.bind_local) * compose(decompose(one.bind_local * one.user_local));
    const Joint& joint = scene.nodes[1].skeleton->joints[2];
    MotionTrack track = held_motion(scene, {joint.id}, "").tracks.front();
    track.channels = {
        {MotionProperty::rotation, Interpolation::linear, {0.0f, 2.0f}, {0, 0, 0, 1, 0, 0, 1, 0}}};
    scene.motions = {std::make_shared<const Motion>(Motion{"turn", {track}})};
    REQUIRE(why_invalid(scene).empty());
    return scene;
  }
  const Motion& motion() const { return *document.scene().motions.front(); }
  Scene shown(float seconds) const { return at_time(document.committed(), motion(), seconds); }
  static glm::mat4 user_local(const Scene& scene, Id id) { return joint_of(scene, id)->user_local; }
};

bool are_near(const glm::mat4& a, const glm::mat4& b, float limit) {
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      if (!(std::abs(a[column][row] - b[column][row]) <= limit * (1.0f + std::abs(a[column][row]))))
        return false;
  return true;
}

}  // namespace

TEST_CASE_FIXTURE(
    Rigged,
    "a motion is added under a name of its own, renamed and deleted, each one step with a name") {
  CHECK(document.perform(op::AddMotion{motion_of("walk", joint)}));
  CHECK(document.perform(op::AddMotion{motion_of("walk", joint)}));
  CHECK(document.perform(op::AddMotion{motion_of("", document.scene().nodes[0].id)}));
  CHECK(names() == Names{"walk", "walk.001", "motion"});
  CHECK(document.perform(op::RenameMotion{1, "run"}));
  CHECK(document.perform(op::DeleteMotion{0}));
  CHECK(names() == Names{"run", "motion"});
  Names labels;
  for (const History::Step& step : document.history().steps()) labels.push_back(step.label);
  CHECK(labels == Names{"New scene", "Add motion walk", "Add motion walk", "Add motion ",
                        "Rename motion walk.001 to run", "Delete motion walk"});
  CHECK(document.undo());
  CHECK(document.undo());
  CHECK(names() == Names{"walk", "walk.001", "motion"});
  CHECK(document.redo());
  CHECK(names() == Names{"walk", "run", "motion"});
}

TEST_CASE_FIXTURE(Rigged, "what cannot be is refused in a sentence and nothing changes") {
  REQUIRE(document.perform(op::AddMotion{motion_of("walk", joint)}));
  REQUIRE(document.perform(op::AddMotion{motion_of("run", joint)}));
  refused(op::AddMotion{}, "no motion");
  refused(op::AddMotion{motion_of("ghost", 9999)}, "moves nothing");
  auto bad = std::make_shared<Motion>(*motion_of("bad", joint));
  bad->tracks[0].channels[0].times[1] = 0.0f;
  refused(op::AddMotion{bad}, "times that do not rise");
  refused(op::RenameMotion{0, "run"}, "Another motion is called \"run\"");
  refused(op::RenameMotion{0, ""}, "name");
  refused(op::RenameMotion{7, "jump"}, "no such motion");
  refused(op::DeleteMotion{2}, "no such motion");
  const std::string before = bits_of(document.scene());
  CHECK(document.perform(op::RenameMotion{0, "walk"}));  // its own name: nothing to do
  CHECK(bits_of(document.scene()) == before);
}

TEST_CASE_FIXTURE(Rigged, "the history counts a motion once, however many steps share it") {
  const std::size_t empty = document.history().memory();
  REQUIRE(document.perform(op::AddMotion{motion_of("long", joint, 100'000)}));
  const std::size_t with = document.history().memory();
  CHECK(with - empty > 1'600'000);
  CHECK(with - empty < 2'000'000);
  for (int step = 0; step < 5; ++step)
    REQUIRE(document.perform(op::SetRadius{{joint}, {1.0f + float(step)}}));
  CHECK(document.history().memory() - with < 200'000);
}

TEST_CASE_FIXTURE(Rigged, "keys, their timing and the order of motions are steps of their own") {
  REQUIRE(document.perform(op::AddMotion{motion_of("walk", joint)}));
  REQUIRE(document.perform(op::AddMotion{motion_of("run", joint)}));
  REQUIRE(document.perform(op::AddMotion{motion_of("jump", joint)}));
  CHECK(document.perform(op::MoveMotion{0, 2}));
  CHECK(names() == Names{"run", "jump", "walk"});
  CHECK(document.perform(op::MoveMotion{2, 1}));
  CHECK(names() == Names{"run", "walk", "jump"});
  const Id other = document.scene().nodes[1].skeleton->joints[0].id;
  Motion changed = *document.scene().motions[1];
  set_key(changed, {.target = other}, MotionProperty::scale, 0.5f, std::vector<float>{1, 2, 3});
  delete_keys(changed, {{joint, MotionProperty::translation, 0.0f},
                        {joint, MotionProperty::translation, 1.0f}});
  const op::SetTracks edit = op::set_tracks(document.scene(), 1, changed, "Key two");
  CHECK(edit.removed == std::vector<Id>{joint});
  const std::string before = bits_of(document.scene());
  CHECK(document.perform(edit));
  CHECK(*document.scene().motions[1] == changed);
  CHECK(document.history().steps().back().label == "Key two");
  CHECK(document.perform(op::SetMotionTiming{1, {.length = 3.0f, .frame_rate = 24.0f}}));
  CHECK(duration_of(*document.scene().motions[1]) == 3.0f);
  CHECK(document.undo());
  CHECK(document.undo());
  CHECK(bits_of(document.scene()) == before);
}

TEST_CASE_FIXTURE(Rigged, "keys that cannot be are refused, and locked joints keep theirs") {
  REQUIRE(document.perform(op::AddMotion{motion_of("walk", joint)}));
  const auto with = [&](Id target, float second) {
    Motion motion = *motion_of("x", target);
    motion.tracks[0].channels[0].times[1] = second;
    return op::SetTracks{0, motion.tracks, {}, ""};
  };
  refused(with(joint, 0.0f), "times that do not rise");
  refused(with(9999, 1.0f), "no joint or node with the id 9999");
  refused(op::SetTracks{3, {}, {}, ""}, "no such motion");
  refused(op::MoveMotion{0, 1}, "no such motion");
  refused(op::SetMotionTiming{0, {.length = -1.0f}}, "a length");
  refused(op::SetMotionTiming{0, {.loop_begin = 2.0f, .loop_end = 1.0f}}, "loop");
  REQUIRE(document.perform(op::SetLocked{{joint}, true}));
  refused(with(joint, 2.0f), "is locked");
}

TEST_CASE_FIXTURE(Moving, "showing a time is no edit, and hiding it brings back every bit") {
  document.show_time(MotionTime{0, 0.7f});
  CHECK(same_content(document.scene(), shown(0.7f)));
  CHECK_FALSE(document.scene() == start);
  CHECK(document.committed() == start);
  CHECK_FALSE(document.is_dirty());
  CHECK(document.history().steps().size() == 1);
  document.show_time(MotionTime{0, 1.2f});
  CHECK(same_content(document.scene(), shown(1.2f)));
  document.show_time({});
  CHECK(document.scene() == start);
  document.show_time(MotionTime{5, 0.0f});
  CHECK_FALSE(document.shown_time());
  CHECK(document.scene() == start);
}

TEST_CASE_FIXTURE(Moving, "a pose edit of a time becomes keys there; the scene's own pose stays") {
  if (lacks_implementation("times of motions")) return;
  document.make_keys(true);
  document.show_time(MotionTime{0, 1.0f});
  const Scene before = document.scene();
  const Operation turn = op::ApplyIncrement{{other}, turned(30.0f), "Rotate"};
  const Scene wanted = *apply(before, turn, document.tasks()).scene;
  REQUIRE(document.perform(turn));
  CHECK(document.history().steps().size() == 2);
  CHECK(document.history().steps().back().label == label(before, turn));
  CHECK(document.shown_time() == MotionTime{0, 1.0f});
  for (const Id id : {joint, other}) {
    CHECK(are_near(user_local(document.scene(), id), user_local(wanted, id), 1e-4f));
    CHECK(user_local(document.committed(), id) == user_local(start, id));
  }
  CHECK(find_key(motion(), {other, MotionProperty::rotation, 1.0f}));
  CHECK(find_key(motion(), {other, MotionProperty::rotation, 0.0f}));  // as it was until then
  CHECK_FALSE(find_key(motion(), {joint, MotionProperty::rotation, 1.0f}));
  document.show_time(MotionTime{0, 0.0f});
  CHECK(are_near(user_local(document.scene(), other), user_local(start, other), 1e-4f));
  CHECK(document.undo());
  CHECK(document.committed() == start);
  CHECK(document.shown_time() == MotionTime{0, 0.0f});
  CHECK(same_content(document.scene(), shown(0.0f)));
}

TEST_CASE_FIXTURE(Moving, "without keys the pose of the time and the edit become the scene's") {
  if (lacks_implementation("times of motions")) return;
  document.show_time(MotionTime{0, 1.0f});
  const Operation turn = op::ApplyIncrement{{other}, turned(30.0f), "Rotate"};
  const Scene wanted = *apply(document.scene(), turn, document.tasks()).scene;
  REQUIRE(document.perform(turn));
  CHECK_FALSE(document.shown_time());
  CHECK(same_content(document.scene(), wanted));
  CHECK(document.history().steps().size() == 2);
  CHECK(document.history().steps().back().label == label(start, turn));
  CHECK(document.undo());
  CHECK(document.scene() == start);
}

TEST_CASE_FIXTURE(Moving, "other edits leave the pose alone, and the time is shown on") {
  document.show_time(MotionTime{0, 1.0f});
  for (const Operation& edit :
       {Operation(op::SetRadius{{other}, {0.7f}}), Operation(op::Rename{skeleton, "figure"}),
        Operation(op::StorePose{skeleton, "now"})}) {
    const Scene seen = document.scene();
    REQUIRE(document.perform(edit));
    CHECK(changed_poses(start, document.committed()).empty());
    CHECK(same_content(with_pose(document.scene(), seen), document.scene()));
    CHECK(document.shown_time());
  }
  const auto& poses = find_node(document.committed(), skeleton)->skeleton->poses;
  const Pose& stored = poses.back();
  CHECK(stored.name == "now");
  for (const Pose::Entry& entry : stored.entries)
    CHECK(entry.user_local == user_local(document.scene(), entry.joint));
}

TEST_CASE_FIXTURE(Moving, "a gesture at a time is one step of keys, and canceling it leaves none") {
  if (lacks_implementation("times of motions")) return;
  document.make_keys(true);
  document.show_time(MotionTime{0, 1.5f});
  const Scene seen = document.scene();
  document.begin();
  for (int i = 1; i < 5; ++i)
    CHECK(document.update(op::ApplyIncrement{{joint}, turned(float(i)), "Rotate"}));
  document.cancel();
  CHECK(same_content(document.scene(), seen));
  CHECK(document.committed() == start);
  document.begin();
  for (int i = 1; i < 5; ++i)
    CHECK(document.update(op::ApplyIncrement{{joint}, turned(float(i)), "Rotate"}));
  const Scene last = document.scene();
  CHECK(document.commit());
  CHECK(document.history().steps().size() == 2);
  CHECK(are_near(user_local(document.scene(), joint), user_local(last, joint), 1e-4f));
  CHECK(find_key(motion(), {joint, MotionProperty::rotation, 1.5f}));
}

TEST_CASE_FIXTURE(Moving, "keys that are moved in a gesture show another pose meanwhile") {
  document.show_time(MotionTime{0, 1.0f});
  Motion moved = motion();
  retime_keys(moved, all_keys(moved), [](float seconds) { return seconds / 2.0f; });
  document.begin();
  CHECK(document.update(op::set_tracks(document.scene(), 0, moved, "Move keys")));
  CHECK(same_content(document.scene(), at_time(document.scene(), moved, 1.0f)));
  CHECK(document.commit());
  CHECK(same_content(document.scene(), shown(1.0f)));
  CHECK(changed_poses(start, document.committed()).empty());
  CHECK(document.history().steps().back().label == "Move keys");
}

TEST_CASE_FIXTURE(Moving, "a pose is taken from a time as one step") {
  const Scene wanted = shown(1.3f);
  REQUIRE(document.perform(op::PoseAt{0, 1.3f}));
  CHECK(same_content(document.scene(), with_pose(start, wanted)));
  CHECK(document.history().steps().back().label == "Pose of turn at 0:01.30");
  CHECK_FALSE(document.perform(op::PoseAt{9, 0.0f}));
}

TEST_CASE_FIXTURE(Moving, "a motion of one key each holds everything where it stands") {
  std::vector<Id> all;
  for (const Joint& one : start.nodes[1].skeleton->joints) all.push_back(one.id);
  const Motion held = held_motion(start, all, "held");
  CHECK(held.tracks.size() == all.size());
  const Scene played = at_time(start, held, 5.0f);
  for (const Id id : all) CHECK(are_near(user_local(played, id), user_local(start, id), 1e-4f));
}
