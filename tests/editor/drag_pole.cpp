// The arrow at an elbow or a knee, and the message of a drag whose pins fall short.
#include <cmath>

#include "editor/commands/command_registry.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/drag_ik.h"
#include "editor/viewport_state.h"
#include "io/formats.h"
#include "rig/ik/elbows.h"
#include "support/mouse.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The sample in Pose, seen from the front and somewhat above, the left knee selected.
Editor knee_editor() {
  Editor editor = editor_with(io::load(media() / "human.glb").scene, Tab::pose, {}, Tool::select);
  editor.show.joints = true;
  editor.camera = *io::load(media() / "human.glb").scene.camera;
  editor.camera.pitch = 0.5f;
  editor.document.select({id_of(editor, "shin.L")});
  deformed(editor);
  return editor;
}

const Joint& active_knee(const Editor& editor) {
  return *joint_of(editor.document.scene(), editor.document.active());
}

/// The pixel at which the arrow is grabbed: its head.
std::optional<glm::vec2> arrow_pixel(const Editor& editor) {
  view::Overlay overlay;
  add_pole(overlay, editor, editor.viewport);
  if (overlay.lines.size() < 2) return std::nullopt;
  const glm::vec2 pixel = pixel_of(editor, overlay.lines[1].points[1]);
  CHECK(pole_at(editor, pixel));
  CHECK_FALSE(pole_at(editor, pixel + glm::vec2(0.0f, 12.0f)));
  return pixel;
}

}  // namespace

SOLVED_CASE("an elbow's arrow is there in Pose alone, and turns the bend in one step") {
  Editor editor = knee_editor();
  const std::optional<glm::vec2> head = arrow_pixel(editor);
  REQUIRE(head.has_value());
  view::Overlay overlay;
  add_pole(overlay, editor, editor.viewport);
  CHECK_FALSE(overlay.lines.empty());
  const Scene before = editor.document.scene();
  const glm::dvec3 first = elbow_of(before, active_knee(editor).id)->pole;
  REQUIRE(begin_pole_drag(editor, {.pixel = *head}));
  update_drag(editor, {.pixel = *head + glm::vec2(25.0f, 0.0f)});
  CHECK(drag_text(editor).find("Bend of shin.L") == 0);
  REQUIRE(active_knee(editor).pole.has_value());
  const double turned = std::acos(glm::dot(glm::dvec3(*active_knee(editor).pole), first));
  CHECK(turned > 0.2);
  // The arrow follows the pointer.
  const std::optional<glm::vec2> now = arrow_pixel(editor);
  CHECK(now->x > head->x + 10.0f);
  update_drag(editor, {.pixel = *head + glm::vec2(25.0f, 0.0f), .snap = true});
  const double fifteens =
      std::acos(glm::dot(glm::dvec3(*active_knee(editor).pole), first)) / 0.2617993877991494;
  CHECK(std::abs(fifteens - std::round(fifteens)) < 1e-3);
  CHECK(std::abs(fifteens - turned / 0.2617993877991494) < 0.51);  // the nearest one
  end_drag(editor);
  CHECK(last_step(editor) == "Turn the bend of shin.L");
  CHECK(steps(editor) == 2);
  REQUIRE(editor.document.undo());
  CHECK(editor.document.scene() == before);
  editor.tab = Tab::rig;
  CHECK_FALSE(arrow_pixel(editor).has_value());
}

SOLVED_CASE("Esc restores the bend to the bit; other joints have no arrow") {
  Editor editor = knee_editor();
  const Scene before = editor.document.scene();
  const glm::vec2 head = *arrow_pixel(editor);
  REQUIRE(begin_pole_drag(editor, {.pixel = head}));
  update_drag(editor, {.pixel = head + glm::vec2(-30.0f, 0.0f)});
  CHECK_FALSE(editor.document.scene() == before);
  cancel_drag(editor);
  CHECK(editor.document.scene() == before);
  const JointRef hips = find_joint(before, std::string_view("hips"));
  editor.document.select(
      {before.nodes[std::size_t(hips.node)].skeleton->joints[std::size_t(hips.joint)].id});
  CHECK_FALSE(arrow_pixel(editor).has_value());
  CHECK_FALSE(begin_pole_drag(editor, {.pixel = head}));
}

SOLVED_CASE("an elbow's arrow turns by a tenth with Shift held; a click on it is no step") {
  double turned[2] = {0.0, 0.0};
  for (const bool is_precise : {false, true}) {
    Editor editor = knee_editor();
    const glm::vec2 head = *arrow_pixel(editor);
    const glm::dvec3 first = elbow_of(editor.document.scene(), active_knee(editor).id)->pole;
    REQUIRE(begin_pole_drag(editor, {.pixel = head}));
    update_drag(editor, {.pixel = head + glm::vec2(25.0f, 0.0f), .precise = is_precise});
    turned[is_precise] = std::acos(glm::dot(glm::dvec3(*active_knee(editor).pole), first));
  }
  CHECK(turned[1] == doctest::Approx(0.1 * turned[0]).epsilon(0.02));
  Editor editor = knee_editor();
  REQUIRE(begin_pole_drag(editor, {.pixel = *arrow_pixel(editor)}));
  end_drag(editor);
  CHECK_FALSE(editor.document.in_gesture());
  CHECK(steps(editor) == 1);
}

SOLVED_CASE("a drag says which pinned tip falls short, and by how much") {
  Editor editor = knee_editor();
  const Id hips = id_of(editor, "hips");
  editor.document.select({id_of(editor, "foot.L")});
  run_command(editor, "pose.pin");
  editor.document.select({hips});
  editor.tool = Tool::move;
  const Gizmo gizmo = gizmo_of(editor);
  const glm::vec2 middle = pixel_of(editor, gizmo.origin);
  REQUIRE(grab_gizmo(editor, GizmoHandle::y, {.pixel = middle}));
  update_drag(editor, {.pixel = middle + glm::vec2(0.0f, 20.0f)});
  CHECK(shortfall_text(editor).empty());
  update_drag(editor, {.pixel = middle + glm::vec2(0.0f, -160.0f)});
  CHECK(shortfall_text(editor).starts_with("foot.L 0."));
  CHECK(drag_text(editor).ends_with(" short"));
  view::Overlay overlay;
  add_tips(overlay, editor, editor.viewport);
  CHECK(overlay.dots.size() >= 2);  // the pin's needle, and the place that it falls short of
}
