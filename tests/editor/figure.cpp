// Rig > Make a skeleton: search, markers under the pointer and by keys, the skeleton as one step.
#include "edit/figure/figure_rig.h"
#include "editor/camera_move.h"
#include "editor/commands/command_registry.h"
#include "editor/figure/figure_markers.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/mesh_edits.h"
#include "editor/long_edit.h"
#include "editor/session.h"
#include "editor/viewport/drag_marker.h"
#include "io/formats.h"
#include "support/mouse.h"

using namespace marrow;
using namespace marrow::test;

namespace {

void end_search(Editor& editor) {
  REQUIRE(editor.figure.search.wait(1e9));
  advance_figure(editor);
}

/// The sample without its skeleton, its markers found.
Editor editor_with_markers() {
  Editor editor = editor_with(without_skeletons(io::load((media() / "human.glb").string()).scene));
  frame_all(editor);
  editor.camera_move.reset();
  REQUIRE(run_command(editor, "rig.make_skeleton"));
  end_search(editor);
  REQUIRE(shows_markers(editor));
  return editor;
}

glm::vec3 place_of(const Editor& editor, std::size_t marker) {
  return (*editor.figure.markers)[marker].position;
}

void build(Editor& editor) { REQUIRE(run_command(editor, "figure.build")); }

}  // namespace

SOLVED_CASE("a figure without bones is rigged: markers, one step, all of it covered") {
  Editor editor = editor_with_markers();
  const Scene before = editor.document.scene();
  CHECK(steps(editor) == 1);
  build(editor);
  CHECK_FALSE(shows_markers(editor));
  CHECK(steps(editor) == 2);
  CHECK(last_step(editor) == "Make a skeleton");
  CHECK(coverage(deformed(editor)).uncovered == 0);
  CHECK(id_of(editor, "forearm.L") != kNoId);
  CHECK(editor.tab == Tab::pose);
  editor.document.undo();
  CHECK(same_bits(editor.document.scene(), before));
}

TEST_CASE("a marker is dragged, its partner follows; Esc brings both back, then takes all away") {
  Editor editor = editor_with_markers();
  Mouse mouse(editor);
  const glm::vec3 elbow = place_of(editor, Marker::elbow_l),
                  other = place_of(editor, Marker::elbow_r);
  const glm::vec2 at = pixel_of(editor, elbow);
  mouse.move(at);
  CHECK(editor.viewport.hovered_marker == Marker::elbow_l);
  mouse.state.is_over = false;
  mouse.frame();
  CHECK_FALSE(editor.viewport.hovered_marker);
  mouse.state.is_over = true;
  CHECK(marker_title((*editor.figure.markers)[Marker::hand_end_l]) == "hand end.L");
  mouse.pull(kLeft, at, at + glm::vec2(0.0f, 40.0f));
  CHECK(place_of(editor, Marker::elbow_l) != elbow);
  CHECK(place_of(editor, Marker::elbow_r) != other);
  run_command(editor, "edit.cancel");
  CHECK(place_of(editor, Marker::elbow_l) == elbow);
  CHECK(place_of(editor, Marker::elbow_r) == other);
  mouse.release(kLeft);

  mouse.drag(kLeft, at, at + glm::vec2(0.0f, 12.0f));
  const glm::vec3 moved = place_of(editor, Marker::elbow_l);
  CHECK(moved.y < elbow.y);
  CHECK(place_of(editor, Marker::elbow_r).y == doctest::Approx(moved.y).epsilon(0.01));
  CHECK(editor.figure.active == Marker::elbow_l);
  CHECK(steps(editor) == 1);  // nothing of it is in the document
  run_command(editor, "edit.cancel");
  CHECK_FALSE(shows_markers(editor));
}

TEST_CASE("markers by keys: the next one, a nudge up the view, front and back, one side alone") {
  Editor editor = editor_with_markers();
  editor.figure.active = Marker::head_top;
  run_command(editor, "figure.next");
  CHECK(editor.figure.active == Marker::head);
  run_command(editor, "figure.previous");
  run_command(editor, "figure.previous");
  CHECK((*editor.figure.markers)[editor.figure.active].name == "little_end.R");
  editor.figure.active = Marker::wrist_l;
  const glm::vec3 wrist = place_of(editor, Marker::wrist_l);
  run_command(editor, "figure.symmetric");
  const glm::vec3 other = place_of(editor, Marker::wrist_r);
  run_command(editor, "figure.up");
  CHECK(pixel_of(editor, place_of(editor, Marker::wrist_l)).y < pixel_of(editor, wrist).y);
  CHECK(place_of(editor, Marker::wrist_r) == other);
  const glm::vec3 now = place_of(editor, Marker::wrist_l);
  run_command(editor, "figure.turn");
  CHECK(place_of(editor, Marker::wrist_r) == now);
  // Keys of the markers belong to others while there are none.
  close_figure(editor);
  CHECK_FALSE(is_enabled(editor, command("figure.build")));
  CHECK(command_for(editor, {keys::kTab}) != &command("figure.next"));
}

TEST_CASE("twist joints that were asked for stay when fingers are searched again") {
  Editor editor = editor_with_markers();
  CHECK_FALSE(editor.figure.markers->has_twists);
  FigureWish wish = editor.figure.wish;
  wish.has_twists = true;
  wish.fingers = 0;
  begin_figure(editor, wish);
  end_search(editor);
  REQUIRE(shows_markers(editor));
  CHECK(editor.figure.markers->has_twists);
}

TEST_CASE("markers go with the scene they belong to; a box is refused with what to do") {
  Editor editor = editor_with_markers();
  REQUIRE(perform(editor, op::DeleteNode{editor.document.scene().nodes.front().id}));
  advance_figure(editor);
  CHECK_FALSE(shows_markers(editor));

  Scene scene;
  scene.nodes = {{.id = take_id(scene), .name = "Box"}};
  scene.nodes[0].mesh = std::make_shared<const Mesh>(capped_cylinder(12, 6));
  Editor box = editor_with(scene);
  REQUIRE(run_command(box, "rig.make_skeleton"));
  end_search(box);
  CHECK_FALSE(shows_markers(box));
  CHECK(contains(box.figure.refusal, "Add human skeleton"));
  CHECK(box.toasts.empty());  // the panel says it
  // The panel stays, with the choice of what it is.
  CHECK(has_figure(box));
  CHECK(run_command(box, "rig.make_skeleton"));
  box.right_tab = RightTab::history;
  end_search(box);
  REQUIRE_FALSE(box.toasts.empty());
  CHECK(box.toasts.back().text == box.figure.refusal);
  CHECK(close_figure(box));
  CHECK_FALSE(has_figure(box));
}

SOLVED_CASE("Cancel while the skeleton is being built leaves the scene without one") {
  Editor editor = editor_with_markers();
  editor.long_edit.patience = 0.0;
  REQUIRE(run_command(editor, "figure.build"));
  CHECK(close_figure(editor));
  while (editor.long_edit.job.has_begun()) advance_long_edit(editor, false);
  CHECK(steps(editor) == 1);
  CHECK_FALSE(shows_markers(editor));
}

SOLVED_CASE("the skeleton of a file is carried over as one step, and its skin is covered") {
  Editor editor = editor_with(io::load(media() / "human.obj").scene);
  const Scene before = editor.document.scene();
  REQUIRE(run_command(editor, "rig.take_skeleton"));
  REQUIRE(editor.files.browser);
  CHECK(editor.files.browser->task == FileTask::skeleton_of);
  finish_browser(editor, (media() / "human.glb").string());
  CHECK(steps(editor) == 2);
  CHECK(editor.tab == Tab::pose);
  REQUIRE(skeleton_on_show(editor) != nullptr);
  CHECK(skeleton_on_show(editor)->joints.size() == 21);
  CHECK(coverage(deformed(editor)).uncovered == 0);
  CHECK_FALSE(is_enabled(editor, command("rig.take_skeleton")));
  run_command(editor, "edit.undo");
  CHECK(editor.document.scene() == before);

  take_skeleton(editor, (media() / "bar.glb").string());
  CHECK(editor.document.scene() == before);
  CHECK(editor.toasts.back().is_error);
}
