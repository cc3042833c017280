// Which motion is chosen, what it is called, and its Auto-key: over undo, redo and other files.
#include <cmath>

#include "editor/commands/command_registry.h"
#include "editor/pose/shelf.h"
#include "editor/pose/transport.h"
#include "editor/session.h"
#include "io/formats.h"
#include "rig/playback.h"
#include "support/app_scene.h"
#include "support/matrices.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::shared_ptr<const Motion> bending(const char* name) {
  return elbow_motion(name, {0.0f, 2.0f}, {0.0f, glm::half_pi<float>()});
}

Scene scene_with_motions(const std::vector<const char*>& names) {
  std::vector<std::shared_ptr<const Motion>> motions;
  for (const char* name : names) motions.push_back(bending(name));
  return arm_with(motions);
}

void draw_frame(Editor& editor) {
  editor.now += 0.1;
  update_shown(editor, editor.shelf, editor.transport);
}

}  // namespace

SOLVED_CASE("A file that is opened begins with its first motion, at 0") {
  Editor editor = editor_with(scene_with_motions({"walk", "run"}));
  choose_motion(editor, editor.transport, 1);
  seek(editor, editor.transport, 1.5);
  draw_frame(editor);
  REQUIRE(editor.transport.seconds == doctest::Approx(1.5));
  replace_document(editor, Document(tasks_of(Backend::textbook), scene_with_motions({"a", "b"})));
  draw_frame(editor);
  CHECK(editor.transport.motion == 0);
  CHECK(editor.transport.seconds == 0.0);
}

SOLVED_CASE("Auto-key is on again after everything was undone and redone") {
  Editor editor = arm_editor(Tab::pose);
  new_motion(editor, editor.transport);
  seek(editor, editor.transport, 1.0);
  draw_frame(editor);
  REQUIRE(is_auto_key(editor));
  const glm::mat4 turned = about_z(glm::radians(30.0f));
  REQUIRE(perform(editor, op::SetUserLocal{{{kElbow, turned}}}));
  draw_frame(editor);
  REQUIRE(steps(editor) == 3);
  while (editor.document.undo()) draw_frame(editor);
  CHECK(editor.document.scene().motions.empty());
  CHECK_FALSE(is_auto_key(editor));
  while (editor.document.redo()) draw_frame(editor);
  REQUIRE(editor.document.scene().motions.size() == 1);
  CHECK(is_auto_key(editor));
  CHECK(editor.transport.seconds == doctest::Approx(1.0));
  while (editor.document.undo()) draw_frame(editor);
  REQUIRE(perform(editor, op::AddMotion{bending("wave")}));  // nothing is left to redo
  draw_frame(editor);
  CHECK_FALSE(is_auto_key(editor));
}

TEST_CASE("A motion is told from others by the end of its name, in whole words") {
  const Scene scene = scene_with_motions({"Armature|walk", "Armature|walk 2", "Armature|run"});
  CHECK(distinct_name(scene, 0) == "\u2026walk");
  CHECK(distinct_name(scene, 1) == "\u2026walk 2");
  CHECK(distinct_name(scene, 2) == "\u2026run");
  CHECK(distinct_name(scene_with_motions({"walk", "walk 2"}), 1) == "walk 2");
  CHECK(distinct_name(scene_with_motions({"one two", "one"}), 1) == "one");
  CHECK(distinct_name(scene_with_motions({"Armature|walk"}), 0) == "Armature|walk");
}

SOLVED_CASE(
    "The sample's stored poses make a motion in one step: through all of them, back, and it "
    "plays") {
  Scene sample = io::load(media() / "human.glb").scene;
  sample.motions.clear();
  Editor editor = editor_with(sample);
  REQUIRE(run_command(editor, "motion.of_poses"));
  const Scene& own = editor.document.committed();
  const Skeleton skeleton = *find_node(own, shown_skeleton(editor))->skeleton;
  REQUIRE(own.motions.size() == 1);
  const Motion motion = *own.motions.front();
  CHECK(steps(editor) == 2);
  CHECK(editor.transport.is_playing);
  CHECK(duration_of(motion) == float(skeleton.poses.size() + 1));
  CHECK(why_invalid(motion).empty());
  for (std::size_t k = 0; k < skeleton.poses.size(); ++k) {
    const Scene at_pose = at_time(own, motion, float(k + 1));
    for (const Pose::Entry& entry : skeleton.poses[k].entries)
      CHECK(largest_difference(joint_of(at_pose, entry.joint)->user_local, entry.user_local) <
            1e-4f);
  }
  for (const float seconds : {0.0f, duration_of(motion)})
    for (const Joint& joint : skeleton.joints)
      CHECK(largest_difference(joint_of(at_time(own, motion, seconds), joint.id)->user_local,
                               joint.user_local) < 1e-4f);
  run_command(editor, "edit.undo");
  CHECK(editor.document.scene().motions.empty());
}

SOLVED_CASE(
    "The sample has a wave of two seconds by keys of one arm, which does not play by itself and "
    "begins and ends in the saved pose") {
  Editor editor = editor_with(io::load(media() / "human.glb").scene);
  const Scene own = editor.document.committed();
  const Motion* wave = chosen_motion(editor, editor.transport);
  REQUIRE(wave != nullptr);
  CHECK(wave->name == "Wave");
  CHECK(duration_of(*wave) == 2.0f);
  draw_frame(editor);
  CHECK_FALSE(shows_motion(editor));
  CHECK(editor.document.scene() == own);
  for (const MotionTrack& track : wave->tracks) {
    const std::string& name = joint_of(own, track.target)->name;
    CHECK((name == "forearm.R" || name == "hand.R"));
    const auto matrix = [&](float seconds) {
      return joint_of(at_time(own, *wave, seconds), track.target)->user_local;
    };
    for (const float seconds : {0.0f, 1.0f, 2.0f})
      CHECK(largest_difference(matrix(seconds), joint_of(own, track.target)->user_local) < 1e-4f);
    CHECK(largest_difference(matrix(0.25f), matrix(0.75f)) > 0.1f);
  }
  CHECK(wave->tracks.size() == 2);
}
