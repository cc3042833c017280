// Buttons by preset, boxes asked for with B, double clicks, and the camera about the selection.
#include <cmath>

#include "editor/keymap/mouse_bindings.h"
#include "editor/posed_joints.h"
#include "editor/preferences_state.h"
#include "editor/session.h"
#include "editor/viewport/canvas.h"
#include "editor/viewport/drag.h"
#include "editor/viewport_state.h"
#include "support/mouse.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The effect of a drag over empty ground on the camera.
DragAction seen(const Camera& before, const Editor& after) {
  if (after.camera.yaw != before.yaw || after.camera.pitch != before.pitch)
    return DragAction::orbit;
  if (after.camera.distance != before.distance) return DragAction::dolly;
  return after.camera.target != before.target ? DragAction::pan : DragAction::none;
}

}  // namespace

SOLVED_CASE(
    "In every preset each button with each key held does to the camera what the table of the mouse "
    "says") {
  for (const KeymapPreset preset :
       {KeymapPreset::blender, KeymapPreset::maya, KeymapPreset::scotty3d}) {
    for (const MouseButton button : {kLeft, kMiddle, kRight}) {
      for (int keys = 0; keys < 8; ++keys) {
        const HeldKeys held{
            .ctrl = (keys & 1) != 0, .shift = (keys & 2) != 0, .alt = (keys & 4) != 0};
        Editor editor = arm_editor(Tab::pose, {}, Tool::select);
        editor.preferences.keymap = preset;
        const Camera before = editor.camera;
        const CanvasAnswer answer =
            Mouse(editor, held).drag(button, {30.0f, 30.0f}, {90.0f, 70.0f});
        const DragAction meant = mouse_binding(preset, button, held).drag;
        CHECK(seen(before, editor) == (meant == DragAction::edit ? DragAction::none : meant));
        CHECK_FALSE(answer.wants_menu);
        CHECK_FALSE(is_dragging(editor));
      }
    }
  }
}

SOLVED_CASE("A button that has no drag still has its click: the menu of the Maya preset") {
  Editor editor = arm_editor(Tab::pose, {}, Tool::select);
  editor.preferences.keymap = KeymapPreset::maya;
  CHECK(Mouse(editor).drag(kRight, {30.0f, 30.0f}, {30.0f, 30.0f}).wants_menu);
}

TEST_CASE("Orbiting about a point keeps it where it is on the screen and as far away") {
  for (auto& random : rounds<Random>(2, 200)) {
    Camera camera{.target = random.vec3(2.0f), .distance = random.uniform(2.0f, 9.0f)};
    camera.yaw = random.uniform(-3.0f, 3.0f);
    camera.pitch = random.uniform(-1.5f, 1.5f);
    camera.orthographic = random.chance(0.3f);
    const glm::vec3 center = camera.target + random.vec3(0.5f);
    const Camera turned =
        orbited_about(camera, random.uniform(-2.0f, 2.0f), random.uniform(-2.0f, 2.0f), center);
    CHECK(turned.distance == camera.distance);
    CHECK(glm::distance(project(turned, center, {800, 600}).pixel,
                        project(camera, center, {800, 600}).pixel) < 0.05f);
    CHECK(glm::distance(eye_of(turned), center) ==
          doctest::Approx(glm::distance(eye_of(camera), center)).epsilon(1e-4));
    const Camera about_target = orbited_about(camera, 0.3f, 0.1f, camera.target),
                 plain = orbited(camera, 0.3f, 0.1f);
    CHECK(glm::distance(about_target.target, plain.target) < 1e-6f);
    CHECK(about_target.yaw == plain.yaw);
  }
}

SOLVED_CASE(
    "The camera orbits about what is selected, or about its target where the preferences say so or "
    "nothing is") {
  for (const bool about_selection : {true, false}) {
    Editor editor = arm_editor(Tab::pose, {}, Tool::select);
    editor.preferences.orbits_about_selection = about_selection;
    editor.camera.target = {1.0f, 0.0f, 0.5f};
    editor.document.select({kWrist});
    const glm::vec3 kept = about_selection ? glm::vec3(0.0f, 1.8f, 0.0f) : editor.camera.target;
    const glm::vec2 before = pixel_of(editor, kept);
    Mouse(editor).drag(kMiddle, {30.0f, 30.0f}, {200.0f, 80.0f});
    CHECK(std::abs(editor.camera.yaw) > 0.5f);
    CHECK(glm::distance(pixel_of(editor, kept), before) < 0.1f);
  }
}

SOLVED_CASE(
    "After B a drag is a box even where a handle or a rim is in the way; Esc and the right button "
    "forget it") {
  Editor editor = arm_editor(Tab::pose, {kElbow}, Tool::rotate);
  const Scene start = editor.document.scene();
  const glm::vec2 on_ring =
      pixel_of(editor, {0.0f, 0.8f, 0.0f}) + glm::vec2(1.2f * kGizmoPixels, 0.0f);
  arm_box(editor, editor.viewport);
  Mouse(editor).drag(kLeft, on_ring, pixel_of(editor, {-0.8f, 2.2f, 0.0f}));
  CHECK(editor.document.scene() == start);
  CHECK(editor.document.selection() == std::vector<Id>{kElbow, kWrist});
  CHECK_FALSE(editor.viewport.is_box_armed);
  for (const bool by_key : {true, false}) {
    arm_box(editor, editor.viewport);
    if (by_key)
      cancel_or_clear(editor);
    else
      CHECK_FALSE(Mouse(editor).drag(kRight, {30.0f, 30.0f}, {30.0f, 30.0f}).wants_menu);
    CHECK_FALSE(editor.viewport.is_box_armed);
    CHECK(editor.document.selection().size() == 2);
  }
}

SOLVED_CASE("A box with Shift adds and with Ctrl takes away") {
  Editor editor = arm_editor(Tab::pose, {kShoulder}, Tool::select);
  const glm::vec2 upper = pixel_of(editor, {-1.2f, 2.4f, 0.0f}),
                  lower = pixel_of(editor, {1.2f, 1.0f, 0.0f});
  Mouse(editor, {.shift = true}).drag(kLeft, upper, lower);
  CHECK(editor.document.selection() == std::vector<Id>{kShoulder, kElbow, kWrist});
  Mouse(editor, {.ctrl = true})
      .drag(kLeft, pixel_of(editor, {-1.2f, 2.4f, 0.0f}), pixel_of(editor, {1.2f, 1.5f, 0.0f}));
  CHECK(editor.document.selection() == std::vector<Id>{kShoulder, kElbow});
}

SOLVED_CASE(
    "A double click takes the whole chain below; a slow second click goes on to what lies behind "
    "and says which of how many") {
  Editor editor = arm_editor(Tab::pose, {}, Tool::select);
  const glm::vec2 pixel = pixel_of(editor, {0.25f, 1.6f, 0.0f});
  editor.now = 3.0;
  Mouse(editor).click(pixel);
  const Id first = editor.document.active();
  Mouse(editor).click(pixel);
  CHECK(editor.document.active() != first);
  CHECK(editor.viewport.cycle_index == 1);
  CHECK(editor.viewport.cycle_until > editor.now);

  Editor other = arm_editor(Tab::pose, {}, Tool::select);
  const glm::vec2 elbow = pixel_of(other, {0.0f, 0.8f, 0.0f});
  Mouse(other).click(elbow);
  Mouse(other).click(elbow, true);
  const std::vector<Id> chain = other.document.selection();
  CHECK(std::set<Id>(chain.begin(), chain.end()) == std::set<Id>{kElbow, kWrist});

  other.tool = Tool::move;  // whose middle covers the ball
  other.document.select({kElbow});
  Mouse(other).click(elbow, true);
  CHECK(other.document.selection().size() == 2);
}

SOLVED_CASE("Clicks go on to what lies behind only while the one before is still selected") {
  Editor editor = arm_editor(Tab::pose, {}, Tool::select);
  const glm::vec2 pixel = pixel_of(editor, {0.25f, 1.6f, 0.0f});
  Mouse(editor).click(pixel);
  const Id first = editor.document.active();
  Mouse(editor).click({3.0f, 3.0f});  // nothing there
  REQUIRE(editor.document.selection().empty());
  Mouse(editor).click(pixel);
  CHECK(editor.document.active() == first);
}

SOLVED_CASE("A double click on what is selected takes its chain, not that of what lies behind") {
  for (const int clicks : {1, 2}) {  // the first thing there, and the one behind it
    Editor editor = arm_editor(Tab::pose, {}, Tool::select);
    const glm::vec2 pixel = pixel_of(editor, {0.25f, 1.6f, 0.0f});
    for (int i = 0; i < clicks; ++i) Mouse(editor).click(pixel);
    const Id chosen = editor.document.active();
    Mouse(editor).click(pixel);
    REQUIRE(editor.document.active() != chosen);
    Mouse(editor).click(pixel, true);
    const std::vector<Id>& chain = editor.document.selection();
    REQUIRE_FALSE(chain.empty());
    CHECK(chain.front() == chosen);
  }
}

SOLVED_CASE(
    "In Pose a partner follows only where symmetric posing was asked for; in Rig where editing is "
    "symmetric") {
  Scene scene = arm_scene();
  Skeleton& skeleton = edit_skeleton(scene, 1);
  skeleton.joints[1].name = "arm.L";
  skeleton.joints[2].name = "arm.R";
  skeleton.joints[2].parent = 0;
  skeleton.joints[1].bind_local = glm::translate(glm::mat4(1.0f), {0.5f, 0.8f, 0.0f});
  skeleton.joints[2].bind_local = glm::translate(glm::mat4(1.0f), {-0.5f, 0.8f, 0.0f});
  skeleton.joints[1].extent = {0.8f, 0.0f, 0.0f};
  skeleton.joints[2].extent = {-0.8f, 0.0f, 0.0f};
  for (const bool asked : {false, true}) {
    Editor editor = editor_with(scene, Tab::pose, {}, Tool::rotate);
    editor.is_symmetric_pose = asked;
    editor.document.select({kElbow});
    REQUIRE(grab_gizmo(editor, GizmoHandle::z, {.pixel = {430.0f, 300.0f}}));
    for (const char key : {'3', '0'}) type_into_drag(editor, key, {});
    end_drag(editor);
    CHECK(world_capsule(editor, kElbow)->tip.y > 1.1f);
    CHECK((world_capsule(editor, kWrist)->tip.y > 1.1f) == asked);
    CHECK(steps(editor) == 2);

    Editor rig = editor_with(scene, Tab::rig, {}, Tool::move);
    rig.is_symmetric = asked;
    rig.document.select({kElbow});
    REQUIRE(grab_gizmo(rig, GizmoHandle::y, {.pixel = {430.0f, 300.0f}}));
    for (const char key : {'.', '5'}) type_into_drag(rig, key, {});
    end_drag(rig);
    CHECK(world_capsule(rig, kElbow)->tip.y == doctest::Approx(1.3f));
    CHECK(world_capsule(rig, kWrist)->tip.y == doctest::Approx(asked ? 1.3f : 0.8f));
  }
}
