// Dragged tips, pins and limits through functions of the viewport and the panels.
#include "editor/viewport/drag_ik.h"

#include <cmath>

#include "edit/pose_edit.h"
#include "editor/bench/compare.h"
#include "editor/commands/command_registry.h"
#include "editor/panels/field_edit.h"
#include "editor/panels/panel_state.h"
#include "editor/session.h"
#include "editor/viewport/canvas.h"
#include "editor/viewport/drag.h"
#include "editor/viewport_state.h"
#include "io/formats.h"
#include "support/mouse.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The arm of app_scene.h in Pose, nothing selected, the elbow slightly bent to the eye.
Editor posing_editor() {
  Scene scene = arm_scene();
  edit_skeleton(scene, 1).joints[1].user_local =
      glm::rotate(glm::mat4(1.0f), 0.3f, glm::vec3(1.0f, 0.0f, 0.0f));
  Editor editor = editor_with(scene, Tab::pose, {}, Tool::select);
  return editor;
}

glm::vec3 tip_of(const Editor& editor, Id joint) {
  return glm::vec3(*world_tip(editor.document.scene(), joint));
}

}  // namespace

SOLVED_CASE(
    "the tip under the pointer is found in Pose alone, within ten pixels at any interface scale") {
  Editor editor = posing_editor();
  const glm::vec2 tip = pixel_of(editor, tip_of(editor, kWrist));
  CHECK(tip_at(editor, tip) == kWrist);
  CHECK(tip_at(editor, tip + glm::vec2(9.0f, 0.0f)) == kWrist);
  CHECK(tip_at(editor, tip + glm::vec2(11.0f, 0.0f)) == kNoId);
  editor.ui_scale = 2.0f;
  CHECK(tip_at(editor, tip + glm::vec2(19.0f, 0.0f)) == kWrist);
  editor.tab = Tab::rig;
  CHECK(tip_at(editor, tip) == kNoId);
}

SOLVED_CASE(
    "a tip that is dragged follows the pointer, its limb follows, and it is one step that undo "
    "takes back") {
  Editor editor = posing_editor();
  const Scene before = editor.document.scene();
  const glm::vec2 from = pixel_of(editor, tip_of(editor, kWrist)),
                  to = from + glm::vec2(70.0f, 60.0f);
  const float depth = tip_of(editor, kWrist).z;
  Mouse(editor).drag(kLeft, from, to, 6);
  CHECK(glm::distance(pixel_of(editor, tip_of(editor, kWrist)), to) < 0.1f);
  CHECK(tip_of(editor, kWrist).z ==
        doctest::Approx(depth).epsilon(1e-3));  // in the plane that faces the camera
  CHECK(joint_named(editor, kShoulder).user_local != glm::mat4(1.0f));
  CHECK(last_step(editor) == "IK: wrist");
  CHECK(editor.document.active() == kWrist);
  REQUIRE(editor.document.undo());
  CHECK(editor.document.scene() == before);
}

SOLVED_CASE("a click on a tip selects, and moves nothing") {
  Editor editor = posing_editor();
  const Scene before = editor.document.scene();
  Mouse(editor).click(pixel_of(editor, tip_of(editor, kElbow)));  // where the wrist begins
  CHECK(editor.document.scene() == before);
  CHECK(editor.document.active() == kWrist);
}

SOLVED_CASE("Esc and the right button restore to the bit; nothing is left in the history") {
  for (const bool by_button : {false, true}) {
    Editor editor = posing_editor();
    const Scene before = editor.document.scene();
    const glm::vec2 from = pixel_of(editor, tip_of(editor, kWrist));
    Mouse mouse(editor);
    mouse.pull(kLeft, from, from + glm::vec2(50.0f, 80.0f), 6);
    CHECK_FALSE(editor.document.scene() == before);
    CHECK(drag_text(editor).find("IK: wrist") == 0);
    if (by_button)
      mouse.press(kRight);
    else
      cancel_or_clear(editor);
    CHECK(editor.document.scene() == before);
    CHECK(editor.document.history().steps().size() == 1);
    CHECK_FALSE(is_dragging(editor));
  }
}

SOLVED_CASE("Shift moves a tenth from where it is held, Ctrl in whole steps") {
  Editor editor = posing_editor();
  const glm::vec3 start = tip_of(editor, kWrist);
  const glm::vec2 from = pixel_of(editor, start);
  REQUIRE(begin_ik_drag(editor, editor.viewport, kWrist, {.pixel = from}));
  update_drag(editor, {.pixel = from + glm::vec2(30.0f, 30.0f)});
  const glm::vec3 there = tip_of(editor, kWrist);
  update_drag(editor, {.pixel = from + glm::vec2(30.0f, 30.0f), .precise = true});
  CHECK(glm::distance(tip_of(editor, kWrist), there) < 1e-4f);
  update_drag(editor, {.pixel = from + glm::vec2(60.0f, 60.0f), .precise = true});
  CHECK(glm::distance(tip_of(editor, kWrist), there) ==
        doctest::Approx(0.1f * glm::distance(there, start)).epsilon(0.02));
  cancel_drag(editor);

  REQUIRE(begin_ik_drag(editor, editor.viewport, kWrist, {.pixel = from}));
  update_drag(editor, {.pixel = from + glm::vec2(33.0f, 41.0f), .snap = true});
  const glm::vec3 motion = (tip_of(editor, kWrist) - start) / move_step(editor, editor.viewport);
  CHECK(std::abs(motion.x - std::round(motion.x)) < 1e-2f);
  CHECK(std::abs(motion.y - std::round(motion.y)) < 1e-2f);
  CHECK(glm::length(motion) > 0.9f);
}

SOLVED_CASE(
    "out of reach the arm stretches towards the pointer, and standing still changes nothing more") {
  Editor editor = posing_editor();
  const glm::vec2 from = pixel_of(editor, tip_of(editor, kWrist)),
                  far = from + glm::vec2(380.0f, -100.0f);
  REQUIRE(begin_ik_drag(editor, editor.viewport, kWrist, {.pixel = from}));
  update_drag(editor, {.pixel = far});
  const glm::vec3 stretched = tip_of(editor, kWrist);
  CHECK(glm::length(stretched) == doctest::Approx(2.0f).epsilon(1e-4));
  update_drag(editor, {.pixel = far});
  CHECK(tip_of(editor, kWrist) == stretched);
  end_drag(editor);
}

SOLVED_CASE(
    "P pins the selected tips, again lets them go; while pinned the gizmo and typed fields leave "
    "them where they are") {
  Editor editor = posing_editor();
  editor.document.select({kWrist});
  run_command(editor, "pose.pin");
  CHECK(joint_named(editor, kWrist).pinned);
  CHECK(last_step(editor) == "Pin wrist");
  const glm::vec3 held = tip_of(editor, kWrist);

  // The gizmo: the shoulder is moved towards the wrist.
  editor.document.select({kShoulder});
  editor.tool = Tool::move;
  const Gizmo gizmo = gizmo_of(editor);
  const glm::vec2 middle = pixel_of(editor, gizmo.origin);
  REQUIRE(grab_gizmo(editor, GizmoHandle::y, {.pixel = middle + glm::vec2(0.0f, -40.0f)}));
  update_drag(editor, {.pixel = middle + glm::vec2(0.0f, -70.0f)});
  CHECK(glm::distance(tip_of(editor, kWrist), held) < 1e-4f);
  CHECK(joint_named(editor, kElbow).user_local !=
        joint_named(editor_with(arm_scene()), kElbow).user_local);
  end_drag(editor);
  CHECK(last_step(editor) == "Move shoulder");

  // A typed field.
  const glm::mat4 lifted = glm::translate(glm::mat4(1.0f), glm::vec3(0.05f, 0.3f, 0.0f));
  const FieldEvents all{.began = true, .changed = true, .ended = true};
  apply_field(editor, editor.panels, all, op::SetUserLocal{{{kShoulder, lifted}}});
  CHECK(joint_named(editor, kShoulder).user_local == lifted);
  CHECK(glm::distance(tip_of(editor, kWrist), held) < 1e-4f);

  editor.document.select({kWrist});
  run_command(editor, "pose.pin");
  CHECK_FALSE(joint_named(editor, kWrist).pinned);
}

SOLVED_CASE("Unpin all lets go of every pin in one step; the whole body is a switch") {
  Editor editor = posing_editor();
  CHECK_FALSE(has_pins(editor));
  editor.document.select({kWrist, kElbow});
  toggle_pins(editor);
  CHECK(has_pins(editor));
  const std::size_t steps = editor.document.history().steps().size();
  run_command(editor, "pose.unpin_all");
  CHECK_FALSE(has_pins(editor));
  CHECK(editor.document.history().steps().size() == steps + 1);
  CHECK_FALSE(editor.whole_body);
  run_command(editor, "pose.whole_body");
  CHECK(editor.whole_body);
}

SOLVED_CASE(
    "while a drag goes by a gradient that somebody wrote, what is wrong with it is said, and which "
    "check shows it") {
  static Tasks wrong;
  wrong = tasks_of(Backend::textbook);
  const auto said_of = [](const Tasks& tasks) {
    Editor editor(tasks);
    editor.document = Document(tasks, posing_editor().document.scene());
    editor.deformer = Deformer(tasks);
    deformed(editor);
    editor.tab = Tab::pose;
    editor.picture_size = posing_editor().picture_size;
    editor.camera = posing_editor().camera;
    const glm::vec2 from = pixel_of(editor, tip_of(editor, kWrist));
    Mouse(editor).pull(kLeft, from, from + glm::vec2(70.0f, 60.0f), 6);
    return drag_refusal(editor);
  };
  CHECK(said_of(wrong).empty());
  wrong.ik_gradient = student::tasks().ik_gradient;
  CHECK(said_of(wrong).starts_with(
      "ik_gradient is zero: nothing turns. Task 5's check \"gradient by hand\" shows it."));
}

SOLVED_CASE("a locked joint's tip is not taken in hand, and the reason is said") {
  Editor editor = posing_editor();
  REQUIRE(perform(editor, op::SetLocked{{kWrist}, true}));
  CHECK_FALSE(begin_ik_drag(editor, editor.viewport, kWrist,
                            {.pixel = pixel_of(editor, tip_of(editor, kWrist))}));
  REQUIRE_FALSE(editor.toasts.empty());
  CHECK(contains(editor.toasts.back().text, "wrist is locked"));
  CHECK_FALSE(is_dragging(editor));
}

SOLVED_CASE("limits typed in a panel are kept by a drag") {
  Editor editor = posing_editor();
  const RotationLimits hinge{glm::vec3(0.0f), glm::vec3(1.0f, 0.0f, 0.0f)};
  const FieldEvents all{.began = true, .changed = true, .ended = true};
  apply_field(editor, editor.panels, all, op::SetLimits{kElbow, hinge});
  CHECK(last_step(editor) == "Limit elbow");
  const glm::vec2 from = pixel_of(editor, tip_of(editor, kWrist));
  Mouse(editor).drag(kLeft, from, from + glm::vec2(120.0f, 90.0f), 6);
  const glm::mat4 elbow = joint_named(editor, kElbow).user_local;
  CHECK(glm::length(glm::vec3(elbow[0]) - glm::vec3(1.0f, 0.0f, 0.0f)) <
        1e-5f);  // it turns about x alone
  CHECK(std::atan2(elbow[1][2], elbow[1][1]) < 1.0f + 1e-5f);
}

SOLVED_CASE(
    "pins and the tip in hand are drawn, of the same size on the screen however near the camera "
    "is") {
  Editor editor = posing_editor();
  const auto ring_pixels = [&] {
    view::Overlay overlay;
    add_tips(overlay, editor, editor.viewport);
    REQUIRE_FALSE(overlay.lines.empty());
    const std::vector<glm::vec3>& ring = overlay.lines.front().points;
    return glm::distance(pixel_of(editor, ring.front()), pixel_of(editor, ring[ring.size() / 2]));
  };
  editor.document.select({kWrist});
  toggle_pins(editor);
  const float near = ring_pixels();
  editor.camera.distance *= 4.0f;
  CHECK(ring_pixels() == doctest::Approx(near).epsilon(0.02));
  editor.ui_scale = 2.0f;
  CHECK(ring_pixels() == doctest::Approx(2.0f * near).epsilon(0.02));
  editor.tab = Tab::rig;
  view::Overlay overlay;
  add_tips(overlay, editor, editor.viewport);
  CHECK(overlay.lines.empty());
}

SOLVED_CASE(
    "while posing is symmetric the partner's tip goes where the pulled one has its mirror image") {
  Editor editor = editor_with(io::load(media() / "human.glb").scene, Tab::pose);
  editor.is_symmetric_pose = true;
  const Id left = id_of(editor, "hand.L"), right = id_of(editor, "hand.R");
  REQUIRE(perform(editor, op::ResetPose{shown_skeleton(editor), {}}));
  deformed(editor);
  const glm::vec2 tip = pixel_of(editor, tip_of(editor, left));
  REQUIRE(begin_ik_drag(editor, editor.viewport, left, {.pixel = tip}));
  update_drag(editor, {.pixel = tip + glm::vec2(-20.0f, -30.0f)});
  end_drag(editor);
  const glm::vec3 pulled = tip_of(editor, left), image = tip_of(editor, right);
  CHECK(glm::distance(image, {-pulled.x, pulled.y, pulled.z}) < 1e-3f);
  CHECK(pixel_of(editor, pulled).y < tip.y - 20.0f);
  CHECK(editor.document.history().current() == 2);
}
