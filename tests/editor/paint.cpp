// The paint tool: a press over the mesh becomes a stroke, one step of the history.
#include "editor/paint/paint.h"

#include "editor/commands/command_registry.h"
#include "editor/commands/status_words.h"
#include "editor/drag_state.h"
#include "editor/tools.h"
#include "editor/viewport/canvas.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/gizmo_overlay.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::test;

namespace {

Editor paint_editor(Brush brush = Brush::add) {
  Editor editor = arm_editor(Tab::pose, {kElbow});
  use_brush(editor, brush);
  return editor;
}

const Node& arm(const Editor& editor) { return editor.document.scene().nodes[0]; }

/// One call is one frame.
void frame(Editor& editor, glm::vec2 pixel, bool pressed, bool released, Pointer keys = {}) {
  CanvasEvents events;
  events.pointer = keys;
  events.pointer.pixel = pixel;
  events.is_over = true;
  events.pressed[kLeft] = pressed;
  events.released[kLeft] = released;
  events.held[kLeft] = !released;
  handle_canvas(editor, events);
}

void stroke(Editor& editor, glm::vec2 from, glm::vec2 to, const Pointer& keys = {}) {
  frame(editor, from, true, false, keys);
  frame(editor, (from + to) * 0.5f, false, false, keys);
  frame(editor, to, false, true, keys);
}

float weight_of(Editor& editor, std::uint32_t joint) {
  const Influences& rows = deformed(editor).mesh(kArmMesh)->influences;
  float sum = 0.0f;
  for (std::uint32_t v = 0; v < editor.document.scene().nodes[0].mesh->positions.size(); ++v)
    for (std::uint32_t k = rows.row_begin(v); k < rows.row_end(v); ++k)
      if (rows.joint[k] == joint) sum += rows.weight[k];
  return sum;
}

const glm::vec3 kLow{0.0f, 0.5f, 0.5f}, kHigh{0.0f, 1.1f, 0.5f};

}  // namespace

SOLVED_CASE("A stroke of the brush is one step, follows the pointer, and is named") {
  Editor editor = paint_editor();
  const float before = weight_of(editor, 1);
  const std::size_t at_start = steps(editor);
  stroke(editor, pixel_of(editor, kLow), pixel_of(editor, kHigh));
  CHECK(steps(editor) == at_start + 1);
  CHECK(last_step(editor).starts_with("Paint elbow: Add, "));
  REQUIRE(arm(editor).touch_ups);
  CHECK(weight_of(editor, 1) > before + 1.0f);
  CHECK(editor.document.selection() == std::vector<Id>{kElbow});
  const std::size_t whole = arm(editor).touch_ups->vertices.size();
  REQUIRE(editor.document.undo());
  CHECK(arm(editor).touch_ups == nullptr);
  CHECK(weight_of(editor, 1) == before);
  // A shorter way reaches fewer.
  stroke(editor, pixel_of(editor, kLow), pixel_of(editor, kLow));
  CHECK(arm(editor).touch_ups->vertices.size() < whole);
}

SOLVED_CASE("Esc and the right button leave nothing of a stroke") {
  Editor editor = paint_editor();
  const Scene before = editor.document.scene();
  const std::size_t at_start = steps(editor);
  frame(editor, pixel_of(editor, kLow), true, false);
  frame(editor, pixel_of(editor, kHigh), false, false);
  CHECK(std::holds_alternative<PaintDrag>(editor.drag));
  CHECK(arm(editor).touch_ups != nullptr);
  CHECK(drag_text(editor).starts_with("Add   elbow"));
  CHECK_FALSE(drag_keys(editor).empty());
  cancel_or_clear(editor);
  CHECK(editor.document.scene() == before);
  CHECK(steps(editor) == at_start);
  CHECK(deformed(editor).mesh(kArmMesh)->painted().size() == 0);
  CHECK(paints(editor));
  cancel_or_clear(editor);  // without a stroke it leaves the tool, not the selection
  CHECK_FALSE(paints(editor));
  CHECK(editor.document.selection() == std::vector<Id>{kElbow});
}

SOLVED_CASE("What cannot be painted says why, and changes nothing") {
  const auto said = [](Editor& editor) {
    editor.toasts.clear();
    const std::size_t at_start = steps(editor);
    stroke(editor, pixel_of(editor, kLow), pixel_of(editor, kHigh));
    CHECK(steps(editor) == at_start);
    CHECK_FALSE(is_dragging(editor));
    return editor.toasts.empty() ? std::string() : editor.toasts.back().text;
  };
  Editor editor = paint_editor();
  editor.document.select({});
  CHECK(said(editor).starts_with("Select the joint"));
  CHECK_FALSE(why_no_paint(editor).empty());
  editor.document.select({kElbow});
  CHECK(why_no_paint(editor).empty());
  REQUIRE(perform(editor, op::SetLocked{{kElbow}, true}));
  CHECK(contains(said(editor), "locked"));
  REQUIRE(perform(editor, op::SetLocked{{kElbow}, false}));
  REQUIRE(perform(editor, op::SetTouchUpStrength{kArmMesh, 0.0f}));
  CHECK(contains(said(editor), "dialed down to 0"));
  REQUIRE(perform(editor, op::SetTouchUpStrength{kArmMesh, 1.0f}));
  REQUIRE(perform(editor, op::Bind{kArmMesh, kNoId}));
  CHECK(contains(said(editor), "follows no skeleton"));
}

SOLVED_CASE("Brushes of all joints need none; Shift smooths; Ctrl+click selects") {
  Editor editor = paint_editor(Brush::smooth);
  editor.document.select({});
  stroke(editor, pixel_of(editor, kLow), pixel_of(editor, kHigh));
  CHECK(last_step(editor).starts_with("Paint Arm: Smooth"));
  editor.painting.brush = Brush::add;
  stroke(editor, pixel_of(editor, kLow), pixel_of(editor, kHigh), {.precise = true});
  CHECK(last_step(editor).starts_with("Paint Arm: Smooth"));
  const std::size_t at_start = steps(editor);
  const glm::vec2 wrist = pixel_of(editor, {0.0f, 1.6f, 0.0f});
  stroke(editor, wrist, wrist, {.snap = true});
  CHECK(editor.document.selection() == std::vector<Id>{kWrist});
  CHECK(steps(editor) == at_start);
}

SOLVED_CASE("Beside the mesh a drag turns the view") {
  Editor editor = paint_editor();
  const float yaw = editor.camera.yaw;
  const std::size_t at_start = steps(editor);
  stroke(editor, {5.0f, 5.0f}, {105.0f, 5.0f});
  CHECK(editor.camera.yaw != yaw);
  CHECK(steps(editor) == at_start);
  CHECK(editor.document.selection() == std::vector<Id>{kElbow});
}

SOLVED_CASE("A locked joint keeps its weights whatever is painted") {
  Editor editor = paint_editor();
  REQUIRE(perform(editor, op::SetLocked{{kShoulder}, true}));
  const float held = weight_of(editor, 0), others = weight_of(editor, 2);
  editor.painting.strength = 1.0f;
  stroke(editor, pixel_of(editor, kLow), pixel_of(editor, kHigh));
  CHECK(weight_of(editor, 0) == doctest::Approx(held).epsilon(1e-4));
  CHECK(weight_of(editor, 2) < others);
}

SOLVED_CASE("All of painting can be done by commands") {
  Editor editor = arm_editor(Tab::pose, {kElbow});
  editor.viewport.is_over = false;
  CHECK(editor.show.colors == view::MeshColors::plain);
  REQUIRE(run_command(editor, "tool.paint"));
  CHECK(paints(editor));
  CHECK(editor.show.colors == view::MeshColors::joint_weight);
  for (const char* id :
       {"paint.take_away", "paint.smooth", "paint.sharpen", "paint.erase", "paint.add"})
    REQUIRE(run_command(editor, id));
  CHECK(editor.painting.brush == Brush::add);
  const PaintSettings before = editor.painting;
  REQUIRE(run_command(editor, "paint.larger"));
  CHECK(editor.painting.radius > before.radius);
  REQUIRE(run_command(editor, "paint.smaller"));
  CHECK(editor.painting.radius == doctest::Approx(before.radius));
  REQUIRE(run_command(editor, "paint.stronger"));
  CHECK(editor.painting.strength == 0.55f);
  REQUIRE(run_command(editor, "paint.weaker"));
  CHECK(editor.painting.strength == 0.5f);
  REQUIRE(run_command(editor, "paint.front_only"));
  CHECK(editor.painting.front_only);
  const std::size_t at_start = steps(editor);
  REQUIRE(run_command(editor, "paint.dab"));  // in the middle of the picture
  CHECK(steps(editor) == at_start + 1);
  REQUIRE(arm(editor).touch_ups);
  REQUIRE(run_command(editor, "paint.remove"));
  CHECK(arm(editor).touch_ups == nullptr);
  CHECK_FALSE(run_command(editor, "paint.remove"));
  REQUIRE(run_command(editor, "paint.next_brush"));
  CHECK(editor.painting.brush == Brush::take_away);
  set_tool(editor, editor.viewport, Tool::select);
  CHECK(editor.show.colors == view::MeshColors::plain);
  CHECK_FALSE(run_command(editor, "paint.dab"));
  for (const KeymapPreset preset :
       {KeymapPreset::blender, KeymapPreset::maya, KeymapPreset::scotty3d})
    for (const char* id : {"tool.paint", "paint.next_brush", "paint.larger", "paint.smaller",
                           "paint.stronger", "paint.weaker", "paint.front_only", "paint.dab"})
      CHECK_FALSE(shortcuts_of(preset, command(id)).empty());
}

SOLVED_CASE("The ring of the brush lies on the mesh; the tree tells what was painted") {
  Editor editor = paint_editor();
  update_hover(editor, pixel_of(editor, kLow));
  REQUIRE(editor.viewport.brush);
  CHECK(editor.viewport.brush->middle.z == doctest::Approx(0.5f).epsilon(0.05));
  CHECK(editor.viewport.brush->normal.z > 0.9f);
  CHECK(editor.viewport.hovered.kind == view::PickKind::nothing);
  const std::size_t lines = overlay_of(editor).lines.size();
  update_hover(editor, {5.0f, 5.0f});
  CHECK_FALSE(editor.viewport.brush);
  CHECK(overlay_of(editor).lines.size() == lines - 2);
  CHECK(painted_words(editor, kArmSkeleton, 1).empty());
  CHECK(painted_share(editor, kArmSkeleton, 1) == 0.0f);
  stroke(editor, pixel_of(editor, kLow), pixel_of(editor, kHigh));
  CHECK(painted_words(editor, kArmSkeleton, 1).ends_with(" % painted"));
  CHECK(painted_share(editor, kArmSkeleton, 1) > 0.05f);
  CHECK(painted_share(editor, kArmSkeleton, 1) <= 1.0f);
  bool says_smooth = false;
  for (const NowHint& hint : hints_now(editor, {.shift = true}))
    says_smooth |= hint.words == "smooth";
  CHECK(says_smooth);
}

SOLVED_CASE("Symmetric strokes go to the other side, where the brush says so") {
  for (const bool is_symmetric : {true, false}) {
    Scene scene = arm_scene();
    Skeleton skeleton = *scene.nodes[1].skeleton;
    skeleton.joints[1].name = "hand.L";
    skeleton.joints[2].name = "hand.R";
    for (int side : {1, 2}) {
      Joint& joint = skeleton.joints[std::size_t(side)];
      joint.parent = 0;
      joint.bind_local = glm::translate(glm::mat4(1.0f), {side == 1 ? 0.25f : -0.25f, 1.0f, 0.0f});
      joint.extent = {0.0f, 0.5f, 0.0f};
    }
    scene.nodes[1].skeleton = std::make_shared<const Skeleton>(skeleton);
    Editor editor = editor_with(scene);
    editor.document.select({kElbow});
    use_brush(editor, Brush::add);
    editor.is_symmetric = is_symmetric;
    const float left = weight_of(editor, 1), right = weight_of(editor, 2);
    const glm::vec2 pixel = pixel_of(editor, {0.3f, 1.2f, 0.4f});
    stroke(editor, pixel, pixel);
    CHECK(weight_of(editor, 1) > left + 0.1f);
    CHECK((weight_of(editor, 2) > right + 0.1f) == is_symmetric);
  }
}
