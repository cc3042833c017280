// Picking at UI scale 1, 1.5 and 2: distances in pixels grow with the interface.
#include "editor/drag_state.h"
#include "editor/posed_joints.h"
#include "editor/session.h"
#include "editor/viewport/canvas.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"
#include "support/mouse.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr float kScales[] = {1.0f, 1.5f, 2.0f};

/// The arm alone in the picture, as many pixels large as at scale 1.
Editor scaled_editor(float scale) {
  Editor editor = arm_editor();
  editor.ui_scale = scale;
  editor.show.capsules = false;
  editor.show.mesh = false;
  editor.tab = Tab::pose;
  editor.tool = Tool::select;
  return editor;
}

}  // namespace

SOLVED_CASE("A joint's ball is hit within 10 pixels of the design, not beyond, at every scale") {
  for (const float scale : kScales) {
    const Editor editor = scaled_editor(scale);
    const glm::vec2 ball = pixel_of(editor, {0.0f, 0.8f, 0.0f});
    for (const glm::vec2 way :
         {glm::vec2(1.0f, 0.0f), glm::vec2(-0.6f, 0.8f), glm::vec2(0.0f, -1.0f)}) {
      const std::vector<view::Pick> near = picks_at(editor, ball + way * 9.6f * scale);
      REQUIRE_FALSE(near.empty());
      CHECK(near.front().id == kElbow);
      CHECK(picks_at(editor, ball + way * 10.4f * scale).empty());
    }
  }
}

SOLVED_CASE("Of two balls within reach the nearer one is hit at every scale") {
  for (const float scale : kScales) {
    Editor editor = scaled_editor(scale);
    editor.camera.distance = 8.0f * 0.8f * 600.0f /
                             (2.0f * 8.0f * std::tan(editor.camera.field_of_view * 0.5f)) /
                             (12.0f * scale);
    const glm::vec2 elbow = pixel_of(editor, {0.0f, 0.8f, 0.0f}),
                    wrist = pixel_of(editor, {0.0f, 1.6f, 0.0f});
    REQUIRE(glm::distance(elbow, wrist) < 14.0f * scale);
    CHECK(picks_at(editor, glm::mix(elbow, wrist, 0.4f)).front().id == kElbow);
    CHECK(picks_at(editor, glm::mix(elbow, wrist, 0.6f)).front().id == kWrist);
  }
}

SOLVED_CASE(
    "A rim is hit within 5 pixels of the design, and goes before the ball, at every scale") {
  for (const float scale : kScales) {
    Editor editor = scaled_editor(scale);
    editor.show.capsules = true;
    editor.tab = Tab::rig;
    const auto kind_beside = [&](float pixels) {
      // The silhouette of the shoulder's capsule below, where no other capsule is near.
      const view::WorldCapsule capsule = *world_capsule(editor, kShoulder);
      glm::vec2 rim =
          pixel_of(editor, capsule.base + glm::vec3(capsule.radii.at_origin, 0.0f, 0.0f));
      const auto is_rim = [&](glm::vec2 pixel) {
        const std::vector<view::Pick> picks = picks_at(editor, pixel);
        return !picks.empty() && picks.front().kind == view::PickKind::rim;
      };
      return is_rim(rim + glm::vec2(pixels, 0.0f));
    };
    CHECK(kind_beside(0.0f));
    CHECK(kind_beside(4.0f * scale));
    CHECK_FALSE(kind_beside(7.0f * scale));
  }
}

SOLVED_CASE(
    "A ring of the gizmo stands and is hit where the scale puts it, before the joints beneath") {
  for (const float scale : kScales) {
    Editor editor = scaled_editor(scale);
    editor.tool = Tool::rotate;
    editor.document.select({kElbow});
    const glm::vec2 middle = pixel_of(editor, {0.0f, 0.8f, 0.0f});
    const float ring = 1.2f * kGizmoPixels * scale;
    const auto handle = [&](float pixels) {
      update_hover(editor, middle + glm::vec2(-0.8f, 0.6f) * pixels);
      return editor.viewport.hovered_handle;
    };
    CHECK(handle(ring) == GizmoHandle::center);
    CHECK(handle(ring + 5.0f * scale) == GizmoHandle::center);
    CHECK(handle(ring - 5.0f * scale) == GizmoHandle::center);
    CHECK(handle(ring + 10.0f * scale) == GizmoHandle::none);
  }
}

SOLVED_CASE(
    "A click may tremble by 4 pixels of the design before it becomes a box, at every scale") {
  for (const float scale : kScales) {
    Editor editor = scaled_editor(scale);
    editor.tab = Tab::rig;  // in Pose a tip would be dragged
    const glm::vec2 ball = pixel_of(editor, {0.0f, 0.8f, 0.0f});
    Mouse(editor).drag(kLeft, ball, ball + glm::vec2(3.6f * scale, 0.0f));
    CHECK(editor.document.active() == kElbow);
    editor.document.select({});
    Mouse(editor).drag(kLeft, ball, ball + glm::vec2(4.5f * scale, 0.0f));
    CHECK(editor.document.selection().empty());
  }
}

SOLVED_CASE(
    "Clicks within 3 pixels of the design go on to what lies behind, farther ones begin anew, at "
    "every scale") {
  for (const float scale : kScales) {
    Editor editor = scaled_editor(scale);
    editor.show.capsules = true;
    const glm::vec2 pixel =
        pixel_of(editor, {0.25f, 1.6f, 0.0f});  // well within the reach of elbow and wrist
    click_at(editor, pixel, false, false);
    const Id first = editor.document.active();
    REQUIRE(editor.viewport.cycle_ids.size() >= 2);
    click_at(editor, pixel + glm::vec2(0.0f, 2.6f * scale), false, false);
    CHECK(editor.document.active() != first);
    click_at(editor, pixel + glm::vec2(0.0f, 2.6f * scale), false, false);
    click_at(editor, pixel + glm::vec2(0.0f, 6.0f * scale), false, false);
    CHECK(editor.document.active() == first);
    CHECK(editor.viewport.cycle_index == 0);
  }
}

SOLVED_CASE("The other end of a bone is taken within 9 pixels of the design at every scale") {
  for (const float scale : kScales) {
    for (const float pixels : {8.5f, 9.6f}) {
      Editor editor = scaled_editor(scale);
      editor.camera.distance = 3.0f;  // the handles of one end do not reach the other
      editor.tab = Tab::rig;
      editor.tool = Tool::move;
      editor.document.select({kElbow});
      const glm::vec2 base = pixel_of(editor, world_capsule(editor, kElbow)->base);
      const glm::vec2 press = base + glm::vec2(-0.8f, 0.6f) * pixels * scale;
      Mouse(editor).drag(kLeft, press, press);
      CHECK((editor.viewport.rig_end == RigEnd::base) == (pixels < 9.0f));
    }
  }
}

SOLVED_CASE("A bone shorter than 6 pixels of the design is a slip of the hand at every scale") {
  for (const float scale : kScales) {
    for (const float pixels : {5.0f, 7.5f}) {
      Editor editor = scaled_editor(scale);
      editor.tab = Tab::rig;
      editor.document.select({kWrist});
      const glm::vec2 tip = pixel_of(editor, world_capsule(editor, kWrist)->tip);
      REQUIRE(begin_add_joint(editor, {.pixel = tip + glm::vec2(0.0f, -pixels * scale)}, true));
      end_drag(editor);
      CHECK((steps(editor) == 2) == (pixels > 6.0f));
    }
  }
}

SOLVED_CASE(
    "A drag across the picture turns the camera as far at every scale, counted in pixels of the "
    "design") {
  for (const float scale : kScales) {
    Editor editor = scaled_editor(scale);
    REQUIRE(begin_camera_drag(editor, {.pixel = {100.0f, 100.0f}}, CameraMotion::orbit));
    update_drag(editor, {.pixel = {100.0f + 40.0f * scale, 100.0f}});
    CHECK(editor.camera.yaw == doctest::Approx(-0.3f));
    end_drag(editor);
    REQUIRE(begin_camera_drag(editor, {.pixel = {100.0f, 100.0f}}, CameraMotion::dolly));
    update_drag(editor, {.pixel = {100.0f, 100.0f + 50.0f * scale}});
    CHECK(editor.camera.distance == doctest::Approx(8.0f * std::exp(0.4f)));
  }
}
