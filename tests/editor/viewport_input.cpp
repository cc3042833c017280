// Mouse events over the picture: which press becomes which drag, what a click selects.
#include "editor/drag_state.h"
#include "editor/session.h"
#include "editor/viewport/canvas.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"
#include "support/mouse.h"

using namespace marrow;
using namespace marrow::test;

SOLVED_CASE(
    "A click takes a joint's ball before a capsule and a capsule before the mesh; beside "
    "everything it clears") {
  Editor editor = arm_editor(Tab::pose, {}, Tool::select);
  Mouse mouse(editor);
  mouse.click(pixel_of(editor, {0.0f, 0.8f, 0.0f}));
  CHECK(editor.document.selection() == std::vector<Id>{kElbow});
  mouse.click(pixel_of(editor, {0.2f, 0.3f, 0.0f}));
  CHECK(editor.document.selection() == std::vector<Id>{kShoulder});
  mouse.click({5.0f, 5.0f});
  CHECK(editor.document.selection().empty());
}

SOLVED_CASE("Repeated clicks at one pixel walk through everything that lies there, and come back") {
  Editor editor = arm_editor(Tab::pose, {}, Tool::select);
  Mouse mouse(editor);
  const glm::vec2 pixel = pixel_of(editor, {0.2f, 1.6f, 0.0f});  // in the reach of elbow and wrist
  std::set<Id> seen;
  std::vector<Id> order;
  for (int i = 0; i < 6; ++i) {
    mouse.click(pixel);
    seen.insert(editor.document.active());
    order.push_back(editor.document.active());
  }
  CHECK(seen.count(kElbow) == 1);
  CHECK(seen.count(kWrist) == 1);
  CHECK(order[seen.size()] == order[0]);
}

SOLVED_CASE("Shift adds to the selection and Ctrl takes away") {
  Editor editor = arm_editor(Tab::pose, {}, Tool::select);
  Mouse mouse(editor);
  mouse.click(pixel_of(editor, {0.0f, 0.8f, 0.0f}));
  mouse.state.pointer.precise = true;
  mouse.click(pixel_of(editor, {0.0f, 1.6f, 0.0f}));
  CHECK(editor.document.selection() == std::vector<Id>{kElbow, kWrist});
  mouse.state.pointer = {.snap = true};
  mouse.click(pixel_of(editor, {0.0f, 0.8f, 0.0f}));
  CHECK(editor.document.selection() == std::vector<Id>{kWrist});
}

SOLVED_CASE(
    "The mesh stands for the joint that holds most of the vertex in Pose, and for itself in "
    "Layout") {
  Editor editor = arm_editor(Tab::pose, {}, Tool::select);
  editor.show.capsules = false;
  Mouse mouse(editor);
  mouse.click(pixel_of(
      editor,
      {0.3f, 0.6f, 0.0f}));  // in reach of the shoulder's bone and, a little farther, the elbow's
  CHECK(editor.document.active() == kShoulder);
  mouse.click(pixel_of(editor, {0.3f, 1.0f, 0.0f}));
  CHECK(editor.document.active() == kElbow);
  editor.tab = Tab::layout;
  mouse.click(pixel_of(editor, {0.3f, 0.4f, 0.0f}));
  CHECK(editor.document.active() == kArmMesh);
}

SOLVED_CASE("A ring under the pointer is dragged, not clicked through, and one drag is one step") {
  Editor editor = arm_editor(Tab::pose, {kElbow}, Tool::rotate);
  Mouse mouse(editor);
  const glm::vec2 middle = pixel_of(editor, {0.0f, 0.8f, 0.0f});
  const float reach = 1.2f * kGizmoPixels;
  mouse.move(middle + glm::vec2(reach, 0.0f));
  CHECK(editor.viewport.hovered_handle == GizmoHandle::center);
  mouse.press(kLeft);
  CHECK(is_editing(editor));
  mouse.move(middle + glm::vec2(0.0f, -reach));
  mouse.release(kLeft);
  CHECK_FALSE(is_dragging(editor));
  CHECK(editor.document.active() == kElbow);
  CHECK(steps(editor) == 2);
}

SOLVED_CASE(
    "The right button restores an edit under way and opens no menu; alone, a click of it asks for "
    "the menu and a drag pans") {
  Editor editor = arm_editor(Tab::pose, {kElbow}, Tool::rotate);
  const Scene start = editor.document.scene();
  Mouse mouse(editor);
  const glm::vec2 middle = pixel_of(editor, {0.0f, 0.8f, 0.0f});
  mouse.move(middle + glm::vec2(108.0f, 0.0f));
  mouse.press(kLeft);
  mouse.move(middle + glm::vec2(0.0f, 108.0f));
  CHECK_FALSE(editor.document.scene() == start);
  mouse.press(kRight);
  CHECK(editor.document.scene() == start);
  CHECK_FALSE(mouse.release(kRight).wants_menu);
  mouse.release(kLeft);
  CHECK(steps(editor) == 1);

  mouse.move({20.0f, 20.0f});
  mouse.press(kRight);
  CHECK(mouse.release(kRight).wants_menu);
  const Camera before = editor.camera;
  mouse.press(kRight);
  mouse.move({120.0f, 20.0f});
  CHECK_FALSE(mouse.release(kRight).wants_menu);
  CHECK(editor.camera.target != before.target);
  CHECK(editor.camera.yaw == before.yaw);
}

SOLVED_CASE("Orbit and pan need no middle button") {
  Editor editor = arm_editor(Tab::pose, {}, Tool::select);
  Mouse mouse(editor);
  const Camera start = editor.camera;
  mouse.state.alt = true;
  mouse.drag(kLeft, {400.0f, 300.0f}, {500.0f, 330.0f});
  CHECK(editor.camera.yaw != start.yaw);
  CHECK(editor.camera.pitch > start.pitch);
  CHECK(editor.camera.target == start.target);
  const Camera turned = editor.camera;
  mouse.state.pointer.precise = true;
  mouse.drag(kLeft, {400.0f, 300.0f}, {500.0f, 330.0f});
  CHECK(editor.camera.yaw == turned.yaw);
  CHECK(editor.camera.target != turned.target);
  CHECK(editor.document.selection().empty());
}

SOLVED_CASE(
    "The wheel goes towards what is under the pointer, which stays where it is on the screen") {
  Editor editor = arm_editor(Tab::pose, {}, Tool::select);
  Mouse mouse(editor);
  const glm::vec2 pixel = pixel_of(editor, {0.2f, 1.8f, 0.45f});
  const std::vector<glm::vec3> hits = view::mesh_hits(editor.deformer, ray_at(editor, pixel), 1);
  REQUIRE(hits.size() == 1);
  mouse.state.wheel = {0.0f, 3.0f};
  mouse.move(pixel);
  CHECK(editor.camera.distance < 8.0f);
  CHECK(glm::distance(pixel_of(editor, hits[0]), pixel) < 0.5f);
}

/// Moves the pointer to the silhouette of the elbow's capsule, inside the chain, where no other rim
/// is as near; returns the place.
static glm::vec2 move_to_rim(const Editor& editor, Mouse& mouse) {
  glm::vec2 pixel = pixel_of(editor, {0.6f, 1.2f, 0.0f});
  mouse.move(pixel);
  for (int i = 0; i < 20 && editor.viewport.hovered.kind != view::PickKind::rim; ++i)
    mouse.move(pixel += glm::vec2(0.5f, 0.0f));
  REQUIRE(editor.viewport.hovered.kind == view::PickKind::rim);
  return pixel;
}

SOLVED_CASE(
    "In Rig a capsule's rim is dragged from where it is seen, and the pointer over a panel lets it "
    "go") {
  Editor editor = arm_editor(Tab::rig, {}, Tool::radius);
  Mouse mouse(editor);
  glm::vec2 pixel = move_to_rim(editor, mouse);
  const Id grabbed = editor.viewport.hovered.id;
  mouse.press(kLeft);
  mouse.move(pixel + glm::vec2(40.0f, 0.0f));
  mouse.state.is_over = false;
  mouse.move(pixel + glm::vec2(60.0f, 0.0f));
  mouse.release(kLeft);
  CHECK(joint_named(editor, grabbed).radius > 0.7f);
  CHECK(editor.document.selection() == std::vector<Id>{grabbed});
  CHECK(steps(editor) == 2);
  mouse.frame();
  CHECK(editor.viewport.hovered.kind == view::PickKind::nothing);
}

SOLVED_CASE("A box takes the joints whose middle lies in it") {
  Editor editor = arm_editor(Tab::pose, {}, Tool::select);
  Mouse mouse(editor);
  const glm::vec2 upper = pixel_of(editor, {-1.2f, 2.4f, 0.0f}),
                  lower = pixel_of(editor, {1.2f, 1.0f, 0.0f});
  mouse.drag(kLeft, upper, lower);
  CHECK(editor.document.selection() == std::vector<Id>{kElbow, kWrist});
}

SOLVED_CASE(
    "A transform started with a key follows the pointer with no button held; a click confirms it") {
  Editor editor = arm_editor(Tab::pose, {kElbow}, Tool::select);
  Mouse mouse(editor);
  mouse.move({500.0f, 300.0f});
  begin_transform(editor, Tool::rotate);
  CHECK(is_editing(editor));
  mouse.move({420.0f, 200.0f});
  CHECK(is_editing(editor));
  mouse.press(kLeft);
  mouse.release(kLeft);
  CHECK_FALSE(is_dragging(editor));
  CHECK(steps(editor) == 2);
  CHECK(editor.document.active() == kElbow);
}

SOLVED_CASE("In Rig a click on the other end of the bone moves the gizmo there") {
  Editor editor = arm_editor(Tab::rig, {kElbow}, Tool::move);
  Mouse mouse(editor);
  mouse.click(pixel_of(editor, {0.0f, 0.8f, 0.0f}));
  CHECK(editor.viewport.rig_end == RigEnd::base);
  CHECK(editor.document.active() == kElbow);
}

namespace {

/// Moves the mouse to a handle of the gizmo above an object that is not the active one.
bool find_handle_over_another(Mouse& mouse) {
  const Editor& editor = mouse.editor;
  const std::optional<GizmoTarget> target = gizmo_target(editor, editor.transport, editor.viewport);
  if (!target) return false;
  for (const GizmoShape& shape : shapes(gizmo_on(editor, *target)))
    for (const glm::vec3& point : shape.line) {
      mouse.move(glm::round(pixel_of(editor, point)));
      if (editor.viewport.hovered_handle == GizmoHandle::none) continue;
      const std::vector<view::Pick> picks = picks_at(editor, mouse.state.pointer.pixel);
      if (!picks.empty() && picks.front().id != editor.document.active()) return true;
    }
  return false;
}

}  // namespace

SOLVED_CASE("A click on a handle of the gizmo selects what lies below it and moves nothing") {
  constexpr std::pair<Tab, Tool> kGizmos[] = {
      {Tab::pose, Tool::rotate}, {Tab::pose, Tool::scale}, {Tab::rig, Tool::move}};
  for (const auto& [tab, tool] : kGizmos) {
    CAPTURE(int(tool));
    Editor editor = arm_editor(Tab::pose, {}, Tool::select);
    editor.tab = tab;
    editor.tool = tool;
    editor.document.select({kElbow});
    const Scene start = editor.document.scene();
    Mouse mouse(editor);
    REQUIRE(find_handle_over_another(mouse));
    const glm::vec2 pixel = mouse.state.pointer.pixel;
    const Id below = picks_at(editor, pixel).front().id;
    mouse.press(kLeft);
    CHECK(is_editing(editor));
    mouse.move(pixel + glm::vec2(2.0f, 1.0f));  // a hand is not still
    mouse.release(kLeft);
    CHECK_FALSE(is_dragging(editor));
    CHECK(editor.document.scene() == start);
    CHECK(steps(editor) == 1);
    CHECK(editor.document.selection() == std::vector<Id>{below});
  }
}

SOLVED_CASE("A click on a handle with nothing below it leaves the selection") {
  Editor editor = arm_editor(Tab::pose, {kElbow}, Tool::rotate);
  Mouse mouse(editor);
  const glm::vec2 ring =
      pixel_of(editor, {0.0f, 0.8f, 0.0f}) + glm::vec2(1.2f * kGizmoPixels, 0.0f);
  REQUIRE(picks_at(editor, ring).empty());
  mouse.click(ring);
  CHECK(editor.document.selection() == std::vector<Id>{kElbow});
  CHECK(steps(editor) == 1);
}

SOLVED_CASE("Shift+click on a capsule's rim adds its joint, and a click selects it alone") {
  Editor editor = arm_editor(Tab::rig, {}, Tool::radius);
  Mouse mouse(editor);
  glm::vec2 pixel = move_to_rim(editor, mouse);
  const Id rim = editor.viewport.hovered.id, other = rim == kShoulder ? kWrist : kShoulder;
  editor.document.select({other});
  mouse.state.pointer.precise = true;
  mouse.click(pixel);
  CHECK(editor.document.selection() == std::vector<Id>{other, rim});
  mouse.state.pointer.precise = false;
  mouse.click(pixel);
  CHECK(editor.document.selection() == std::vector<Id>{rim});
  CHECK(steps(editor) == 1);
}
