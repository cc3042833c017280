// Motions without a window: playing leaves no trace, poses become keys, a BVH file finds its
// skeleton.
#include "editor/pose/transport.h"

#include <SDL_keycode.h>
#include <algorithm>
#include <fstream>

#include "app/dialogs.h"
#include "base/text.h"
#include "editor/commands/command_registry.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/pose/retarget_setup.h"
#include "editor/pose/shelf.h"
#include "editor/session.h"
#include "editor/tools.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport_state.h"
#include "io/formats.h"
#include "scene/keys.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

std::shared_ptr<const Motion> wave() {
  return elbow_motion("wave", {0.0f, 1.0f, 2.0f}, {0.0f, glm::half_pi<float>(), 0.0f});
}

glm::mat4 turn_about_z(float degrees) { return about_z(glm::radians(degrees)); }

/// The arm with a motion of two seconds that bends its elbow.
Editor waving_editor() { return editor_with(arm_with({wave()})); }

void frame(Editor& editor, double seconds = 0.1) {
  editor.now += seconds;
  editor.wants_redraw = false;
  update_shown(editor, editor.shelf, editor.transport);
}

const glm::mat4& elbow_local(const Scene& scene) { return joint_by_id(scene, kElbow).user_local; }

const char* const kActor =
    "HIERARCHY\nROOT Shoulder\n{\n OFFSET 0 0 0\n CHANNELS 6 Xposition Yposition Zposition "
    "Zrotation Xrotation Yrotation\n"
    " JOINT Elbow\n {\n  OFFSET 0 1 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "  JOINT Wrist\n  {\n   OFFSET 0 1 0\n   CHANNELS 3 Zrotation Xrotation Yrotation\n   End "
    "Site\n   {\n    OFFSET 0 0.5 0\n   }\n  }\n "
    "}\n}\n"
    "MOTION\nFrames: 3\nFrame Time: 0.5\n0 0 0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 90 0 0 0 0 0\n0 0 0 "
    "0 0 0 0 0 0 0 0 0\n";

/// Where the tests of this file put files.
struct Folder {
  std::filesystem::path path = scratch("transport");
  ~Folder() { std::filesystem::remove_all(path); }
  std::string actor() const {
    std::ofstream(path / "bend.bvh") << kActor;
    return (path / "bend.bvh").string();
  }
};

}  // namespace

TEST_CASE("Playing shows the motion; the document never hears of it") {
  Editor editor = waving_editor();
  const Scene before = editor.document.scene();
  toggle_playing(editor, editor.transport);
  frame(editor, 0.0);
  CHECK(editor.wants_redraw);
  CHECK(elbow_local(shown_scene(editor, editor.shelf)) == glm::mat4(1.0f));
  for (int i = 0; i < 5; ++i) frame(editor);
  CHECK(editor.transport.seconds == doctest::Approx(0.5));
  CHECK_FALSE(elbow_local(shown_scene(editor, editor.shelf)) == glm::mat4(1.0f));
  CHECK(editor.document.committed() == before);
  CHECK_FALSE(editor.document.is_dirty());
  CHECK(steps(editor) == 1);
  toggle_playing(editor, editor.transport);
  const Scene paused = shown_scene(editor, editor.shelf);
  frame(editor, 5.0);
  CHECK_FALSE(editor.wants_redraw);
  CHECK(shown_scene(editor, editor.shelf) == paused);
  run_command(editor, "motion.stop");
  frame(editor);
  CHECK(&shown_scene(editor, editor.shelf) == &editor.document.scene());
}

TEST_CASE("At the end it goes round, or stops there and begins anew when asked again") {
  Editor editor = waving_editor();
  toggle_playing(editor, editor.transport);
  frame(editor, 2.5);
  CHECK(editor.transport.seconds == doctest::Approx(0.5));
  CHECK(editor.transport.is_playing);
  run_command(editor, "motion.loop");
  frame(editor, 2.5);
  CHECK(editor.transport.seconds == 2.0);
  CHECK_FALSE(editor.transport.is_playing);
  CHECK(shows_motion(editor));
  toggle_playing(editor, editor.transport);
  CHECK(editor.transport.seconds == 0.0);
  CHECK(editor.transport.is_playing);
}

TEST_CASE("Scrubbing shows a time and holds it while the slider is held") {
  Editor editor = waving_editor();
  toggle_playing(editor, editor.transport);
  editor.transport.is_scrubbed = true;
  seek(editor, editor.transport, 1.25);
  frame(editor, 0.5);
  CHECK(editor.transport.seconds == 1.25);
  editor.transport.is_scrubbed = false;
  frame(editor, 0.5);
  CHECK(editor.transport.seconds == 1.75);
  seek(editor, editor.transport, 99.0);
  CHECK(editor.transport.seconds == 2.0);
  seek(editor, editor.transport, -1.0);
  CHECK(editor.transport.seconds == 0.0);
}

SOLVED_CASE("Esc, the motion deleted, a pose or another scene return to the document's own pose") {
  Editor editor = waving_editor();
  const auto play = [&] {
    stop_motion(editor, editor.transport);
    seek(editor, editor.transport, 0.7);
    toggle_playing(editor, editor.transport);
    frame(editor);
    REQUIRE(shows_motion(editor));
  };
  const auto is_over = [&] {
    frame(editor);
    CHECK(editor.document.scene() == editor.document.committed());
    CHECK_FALSE(shows_motion(editor));
    CHECK_FALSE(editor.transport.is_playing);
  };
  play();
  cancel_or_clear(editor);  // Esc
  is_over();
  play();
  perform(editor, op::DeleteMotion{0});
  is_over();
  CHECK(chosen_motion(editor, editor.transport) == nullptr);
  run_command(editor, "edit.undo");
  play();
  perform(editor, op::ApplyIncrement{{kWrist}, turn_about_z(20.0f), "Rotate"});
  is_over();
  play();
  editor.document = Document(tasks_of(Backend::textbook), Scene());
  is_over();
}

TEST_CASE("What is no pose is edited while a motion plays; a drag halts it") {
  Editor editor = waving_editor();
  seek(editor, editor.transport, 0.7);
  toggle_playing(editor, editor.transport);
  perform(editor, op::SetRadius{{kWrist}, {0.3f}});
  frame(editor);
  CHECK(editor.transport.is_playing);
  run_command(editor, "edit.undo");
  frame(editor);
  CHECK(editor.transport.is_playing);
  const double seconds = editor.transport.seconds;
  editor.document.begin();
  const glm::mat4 held = elbow_local(editor.document.scene());
  frame(editor);
  CHECK(editor.transport.seconds == seconds);
  CHECK(elbow_local(editor.document.scene()) == held);
  editor.document.cancel();
  frame(editor);
  CHECK(editor.transport.seconds > seconds);
}

SOLVED_CASE("The gizmo stands where the motion shows the joint, and is not there while it plays") {
  Editor editor = waving_editor();
  editor.tab = Tab::pose;
  set_tool(editor, editor.viewport, Tool::rotate);
  editor.document.select({kWrist});
  const auto place = [&] {
    deformed(editor);
    return gizmo_target(editor, editor.transport, editor.viewport)->frame[3];
  };
  const glm::vec4 own = place();
  seek(editor, editor.transport, 1.0);
  frame(editor);
  CHECK(glm::distance(place(), own) > 0.5f);
  toggle_playing(editor, editor.transport);
  CHECK_FALSE(gizmo_target(editor, editor.transport, editor.viewport));
  stop_motion(editor, editor.transport);
  CHECK(place() == own);
}

SOLVED_CASE("A wave by hand: a new motion, three poses at three times, and it plays") {
  Editor editor = arm_editor(Tab::pose);
  run_command(editor, "motion.new");
  CHECK(is_auto_key(editor));
  REQUIRE(chosen_motion(editor, editor.transport) != nullptr);
  CHECK(chosen_motion(editor, editor.transport)->name == "Motion 1");
  CHECK(duration_of(*chosen_motion(editor, editor.transport)) == 3.0f);
  const glm::mat4 first = elbow_local(editor.document.scene());
  for (const double seconds : {1.0, 2.0}) {
    seek(editor, editor.transport, seconds);
    perform(editor,
            op::ApplyIncrement{{kElbow}, turn_about_z(seconds < 1.5 ? 40.0f : -80.0f), "Rotate"});
    frame(editor);
    CHECK(shows_motion(editor));
  }
  CHECK(steps(editor) == 4);
  const Motion& motion = *chosen_motion(editor, editor.transport);
  CHECK(find_channel(motion, kElbow, MotionProperty::rotation)->times ==
        std::vector<float>{0.0f, 1.0f, 2.0f});
  const auto angle = [&](double seconds) {
    seek(editor, editor.transport, seconds);
    const glm::mat4 turned = glm::inverse(first) * elbow_local(editor.document.scene());
    return glm::degrees(std::atan2(turned[0].y, turned[0].x));
  };
  CHECK(angle(0.0) == doctest::Approx(0.0).epsilon(1e-3));
  CHECK(angle(1.0) == doctest::Approx(40.0).epsilon(1e-3));
  CHECK(angle(2.0) == doctest::Approx(-40.0).epsilon(1e-3));
  CHECK(angle(1.5) < 30.0);
  cancel_or_clear(editor);  // Esc leaves neither the motion nor Auto-key
  CHECK(is_auto_key(editor));
  run_command(editor, "motion.stop");
  CHECK(elbow_local(editor.document.scene()) == first);
  CHECK_FALSE(is_auto_key(editor));
}

SOLVED_CASE("Keys by hand: of the selection, the pose, and what differs; locked joints get none") {
  Editor editor = waving_editor();
  editor.tab = Tab::pose;
  const auto has_key = [&](Id joint, float seconds) {
    return find_key(*chosen_motion(editor, editor.transport),
                    {joint, MotionProperty::rotation, seconds})
        .has_value();
  };
  seek(editor, editor.transport, 0.5);
  editor.document.select({kWrist});
  run_command(editor, "motion.key");
  CHECK(has_key(kWrist, 0.5f));
  CHECK_FALSE(has_key(kElbow, 0.5f));
  CHECK(last_step(editor) == "Key wrist at 0:00.50");
  perform(editor, op::SetLocked{{kWrist}, true});
  seek(editor, editor.transport, 1.5);
  run_command(editor, "motion.key_pose");
  CHECK(has_key(kElbow, 1.5f));
  CHECK_FALSE(has_key(kWrist, 1.5f));
  run_command(editor, "motion.key_changes");
  CHECK(editor.toasts.back().is_error);  // nothing differs
  perform(editor, op::ApplyIncrement{{kElbow}, turn_about_z(10.0f), "Rotate"});
  CHECK_FALSE(shows_motion(editor));
  const glm::mat4 posed = elbow_local(editor.document.scene());
  run_command(editor, "motion.key_changes");
  CHECK(shows_motion(editor));
  CHECK(glm::distance(elbow_local(editor.document.scene())[0], posed[0]) < 1e-5f);
}

TEST_CASE("Back and forth: the loop turns round at both ends of its part") {
  Editor editor = waving_editor();
  perform(editor, op::SetMotionTiming{0, {.length = 2.0f, .loop_begin = 0.5f, .loop_end = 1.5f}});
  run_command(editor, "motion.bounce");
  seek(editor, editor.transport, 1.2);
  toggle_playing(editor, editor.transport);
  frame(editor, 0.0);
  frame(editor, 0.5);
  CHECK(editor.transport.seconds == doctest::Approx(1.3));
  frame(editor, 0.6);
  CHECK(editor.transport.seconds == doctest::Approx(0.7));
  frame(editor, 0.4);
  CHECK(editor.transport.seconds == doctest::Approx(0.7));
  frame(editor, 0.1);
  CHECK(editor.transport.seconds == doctest::Approx(0.8));
}

TEST_CASE("Keeping a pose is one step and shows what was shown; locked joints stay") {
  Editor editor = waving_editor();
  seek(editor, editor.transport, 1.0);
  frame(editor);
  const glm::mat4 wanted = elbow_local(shown_scene(editor, editor.shelf));
  run_command(editor, "motion.keep_pose");
  frame(editor);
  CHECK(steps(editor) == 2);
  CHECK(last_step(editor) == "Pose of wave at 0:01.00");
  CHECK(elbow_local(editor.document.scene()) == wanted);
  CHECK(&shown_scene(editor, editor.shelf) == &editor.document.scene());
  CHECK_FALSE(run_command(editor, "motion.keep_pose"));  // nothing is shown any more
  run_command(editor, "edit.undo");
  perform(editor, op::SetLocked{{kElbow}, true});
  seek(editor, editor.transport, 1.0);
  frame(editor);
  const Scene before = editor.document.committed();
  keep_pose(editor, editor.transport);
  CHECK(editor.document.scene() == before);
  CHECK_FALSE(shows_motion(editor));
}

TEST_CASE("Motions are chosen, renamed and deleted; each is a step") {
  Editor editor = waving_editor();
  Motion nod = *wave();
  nod.name = "nod";
  REQUIRE(perform(editor, op::AddMotion{std::make_shared<const Motion>(nod)}));
  choose_motion(editor, editor.transport, 1);
  CHECK(chosen_motion(editor, editor.transport)->name == "nod");
  choose_motion(editor, editor.transport, 7);
  CHECK(chosen_motion(editor, editor.transport)->name == "nod");
  rename_motion(editor, editor.transport, "bow");
  CHECK(chosen_motion(editor, editor.transport)->name == "bow");
  rename_motion(editor, editor.transport, "wave");  // another's
  CHECK(editor.toasts.back().is_error);
  delete_motion(editor);
  frame(editor);
  CHECK(chosen_motion(editor, editor.transport)->name == "wave");
  delete_motion(editor);
  CHECK(chosen_motion(editor, editor.transport) == nullptr);
  run_command(editor, "edit.undo");
  CHECK(chosen_motion(editor, editor.transport)->name == "wave");
}

TEST_CASE(
    "Without a motion Space says what to do, and the strip is there where there is a skeleton") {
  Editor editor = arm_editor(Tab::pose);
  CHECK(command_for(editor, {SDLK_SPACE, false, false, false})->id == std::string("motion.play"));
  run_command(editor, "motion.play");
  CHECK_FALSE(shows_motion(editor));
  CHECK(contains(editor.toasts.back().text, "New motion"));
  CHECK(transport_height(editor, editor.shelf, editor.transport) > 0.0f);
  editor.shelf.is_open = false;
  CHECK(transport_height(editor, editor.shelf, editor.transport) == 0.0f);
  editor.tab = Tab::layout;
  CHECK(transport_height(editor, editor.shelf, editor.transport) == 0.0f);
  Editor waving = waving_editor();
  waving.tab = Tab::layout;
  CHECK(transport_height(waving, waving.shelf, waving.transport) > 0.0f);
}

TEST_CASE(
    "A BVH file dropped on a skeleton is offered to it, joint by joint; adding it is one step, and "
    "it plays") {
  const Folder folder;
  Editor editor = arm_editor();
  drop_file(editor, folder.actor());
  REQUIRE(editor.transport.retarget);
  CHECK(has_dialog(editor));
  CHECK_FALSE(editor.files.dropped);
  RetargetDialog& dialog = *editor.transport.retarget;
  CHECK(dialog.motion().name == "bend");
  CHECK(dialog.onto == kArmSkeleton);
  REQUIRE(dialog.choices.table.rows.size() == 3);
  CHECK(paired(dialog.choices.table) == 3);
  CHECK(retarget_summary(dialog) == "3 of 3 joints matched.");
  dialog.choices.table.rows[2].from = kNoId;  // by hand
  CHECK(finish_retarget(editor));
  CHECK_FALSE(has_dialog(editor));
  CHECK(steps(editor) == 2);
  CHECK(last_step(editor) == "Add motion bend");
  REQUIRE(chosen_motion(editor, editor.transport) != nullptr);
  CHECK(chosen_motion(editor, editor.transport)->tracks.size() == 2);
  CHECK(editor.transport.is_playing);
  seek(editor, editor.transport, 0.5);
  frame(editor, 0.0);
  const glm::mat4 bent = elbow_local(shown_scene(editor, editor.shelf));
  CHECK(bent[0].y == doctest::Approx(1.0f));  // a quarter turn about z
  run_command(editor, "edit.undo");
  frame(editor);
  CHECK(editor.document.scene().motions.empty());
  CHECK(&shown_scene(editor, editor.shelf) == &editor.document.scene());
}

TEST_CASE(
    "A motion that nothing follows is refused in the dialog; on an empty scene a BVH file is "
    "opened") {
  const Folder folder;
  Editor editor = arm_editor();
  request_import(editor, folder.actor());
  REQUIRE(editor.transport.retarget);
  for (RetargetRow& row : editor.transport.retarget->choices.table.rows) row.from = kNoId;
  CHECK_FALSE(finish_retarget(editor));
  CHECK(contains(editor.transport.retarget->problem, "Nothing would move here"));
  CHECK(steps(editor) == 1);
  Editor empty = editor_with(Scene());
  drop_file(empty, folder.actor());
  CHECK_FALSE(empty.transport.retarget);
  REQUIRE(empty.document.scene().motions.size() == 1);
  toggle_playing(empty, empty.transport);
  frame(empty, 0.25);
  CHECK(shows_motion(empty));
}

TEST_CASE("Times are written as clocks show them") {
  CHECK(time_text(0.0) == "0:00.00");
  CHECK(time_text(11.267) == "0:11.27");
  CHECK(time_text(59.999) == "1:00.00");
  CHECK(time_text(3725.5) == "62:05.50");
}

TEST_CASE("The preview shows both figures before anything is added, and follows every choice") {
  Editor editor = editor_with(io::load(media() / "human.glb").scene);
  drop_file(editor, (source() / "tests" / "data" / "walk_z_up.bvh").string());
  REQUIRE(editor.transport.retarget);
  RetargetDialog& dialog = *editor.transport.retarget;
  CHECK(dialog.choices.reading.up == UpAxis::z);
  CHECK(retarget_doubts(editor, dialog).empty());
  const auto highest = [](const Preview& preview) {
    float high = -1e30f;
    for (const PreviewBone& bone : preview.bones) high = std::max({high, bone.from.y, bone.to.y});
    return high;
  };
  editor.now += 0.5;
  advance_preview(editor, dialog);
  CHECK(dialog.preview_seconds == doctest::Approx(0.5));
  for (const Preview& preview :
       {preview_of_file(editor, dialog), preview_of_figure(editor, dialog)}) {
    CHECK(preview.bones.size() > 15);
    CHECK(highest(preview) > 0.8f);
    CHECK(highest(preview) < 1.3f);
  }
  const glm::vec2 travels = preview_of_figure(editor, dialog).travel;
  dialog.choices.in_place = true;
  CHECK(glm::distance(preview_of_figure(editor, dialog).travel, travels) > 0.1f);
  dialog.choices.reading.up = UpAxis::y;
  CHECK_FALSE(retarget_doubts(editor, dialog).empty());
  REQUIRE_FALSE(dialog.trial->result.cures.empty());
  apply_cure(dialog, dialog.trial->result.cures[0]);
  CHECK(dialog.choices.reading.up == UpAxis::z);
  CHECK(dialog.choices.in_place);
  CHECK(retarget_doubts(editor, dialog).empty());
  CHECK(steps(editor) == 1);
}

TEST_CASE("The camera follows a figure that goes far, unless that is turned off for its motion") {
  Editor editor = editor_with(io::load(media() / "human.glb").scene);
  TransportState& transport = editor.transport;
  drop_file(editor, (source() / "tests" / "data" / "walk_z_up.bvh").string());
  REQUIRE(finish_retarget(editor));
  transport.is_playing = false;
  const Camera before = editor.camera;
  const std::size_t walk = transport.motion;
  const auto moved_at = [&](double seconds) {
    seek(editor, transport, seconds);
    frame(editor, 0.0);
    return editor.camera.target - before.target;
  };
  const glm::vec3 moved = moved_at(1.0);
  CHECK(glm::length(moved) > 0.5f);
  CHECK(moved.y == 0.0f);
  REQUIRE(transport.figure);
  CHECK(joint_of(editor.document.committed(), transport.figure->joint)->name == "hips");
  transport.figure->joint = kNoId;  // it is found once in each version of the document
  CHECK(glm::length(moved_at(0.75)) < 1e-5f);
  REQUIRE(perform(editor, op::Rename{editor.document.committed().nodes.front().id, "Figure"}));
  CHECK(glm::distance(moved_at(1.0), moved) < 1e-5f);
  editor.camera = orbited(editor.camera, 0.5f, 0.0f);  // the user's turn stays
  CHECK(glm::length(moved_at(0.5)) < glm::length(moved));
  stop_motion(editor, transport);
  CHECK(glm::distance(editor.camera.target, before.target) < 1e-5f);
  CHECK(editor.camera.yaw == doctest::Approx(before.yaw + 0.5f));

  run_command(editor, "motion.follow");
  CHECK(glm::length(moved_at(1.0)) < 1e-5f);
  rename_motion(editor, transport, "Stroll");
  CHECK(glm::length(moved_at(1.0)) < 1e-5f);
  duplicate_motion(editor, transport);  // another motion, for which nothing was chosen
  CHECK(glm::length(moved_at(1.0)) > 0.5f);
  choose_motion(editor, transport, walk);
  CHECK(glm::length(moved_at(1.0)) < 1e-5f);

  Editor waving = waving_editor();  // on the spot
  frame(waving);
  CHECK_FALSE(waving.transport.follows);
}
