// Replace mesh and Take weights, from the command to the toast.
#include "editor/files/mesh_edits.h"

#include "editor/commands/command_registry.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "io/formats.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Dressed : DressedFigure {
  std::string new_file = (scratch("mesh_edits") / "new.glb").string();
  Dressed() { io::save(new_file, file, {}); }
};

}  // namespace

TEST_CASE_FIXTURE(Dressed,
                  "Replace mesh asks for a file, is one step, and counts in one sentence") {
  Editor editor = editor_with(scene);
  REQUIRE(run_command(editor, "mesh.replace"));
  REQUIRE(editor.files.browser);
  CHECK(editor.files.browser->task == FileTask::replace_mesh);
  finish_browser(editor, new_file);
  CHECK(steps(editor) == 2);
  CHECK(last_step(editor) == "Replace the mesh of body");
  CHECK(editor.document.scene().nodes[1].mesh->positions.size() == fine->positions.size());
  CHECK(
      editor.toasts.back().text ==
      "body has the mesh \"remeshed\" of new.glb: 338 of 338 vertices found their weights, 0 were "
      "filled in smoothly. Ctrl+Z brings back what was.");
  CHECK_FALSE(editor.toasts.back().is_error);
  run_command(editor, "edit.undo");
  CHECK(editor.document.scene() == scene);
}

TEST_CASE_FIXTURE(Dressed, "a file without a mesh, or with another scene's id, changes nothing") {
  Editor editor = editor_with(scene);
  request_new_mesh(editor, (source() / "tests" / "data" / "walk_y_up.bvh").string(), body);
  CHECK(editor.toasts.back().is_error);
  CHECK(contains(editor.toasts.back().text, "no mesh with faces"));
  request_new_mesh(editor, new_file, rig);
  CHECK(editor.toasts.back().is_error);
  CHECK(editor.document.scene() == scene);
}

TEST_CASE_FIXTURE(Dressed,
                  "an edit meanwhile is kept: the mesh is replaced in the scene as it is") {
  Editor editor = editor_with(scene);
  editor.files.loading.patience = 0.0;
  request_new_mesh(editor, new_file, body);
  REQUIRE(perform(editor, op::Rename{body, "torso"}));
  while (is_loading(editor.files)) advance_loading(editor, false);
  CHECK(steps(editor) == 3);
  CHECK(editor.document.scene().nodes[1].name == "torso");
  CHECK(editor.document.scene().nodes[1].mesh->positions.size() == fine->positions.size());
}

SOLVED_CASE("Take weights finds body and clothes by the selection, or where there is one of each") {
  Dressed dressed;
  const Id shirt = dressed.add_shirt(), body = dressed.body;
  Editor editor = editor_with(dressed.scene);
  const auto meant = [&](std::vector<Id> selection) {
    editor.document.select(std::move(selection));
    const WeightsTaken taken = weights_to_take(editor.document);
    return std::pair(taken.mesh, taken.source);
  };
  CHECK(meant({}) == std::pair(shirt, body));
  CHECK(meant({shirt}) == std::pair(shirt, body));
  CHECK(meant({shirt, body}) == std::pair(shirt, body));
  CHECK(meant({body, shirt}) == std::pair(body, shirt));
  CHECK(meant({body}) == std::pair(kNoId, kNoId));
  CHECK_FALSE(run_command(editor, "mesh.take_weights"));
  CHECK(mesh_to_replace(editor.document) == body);
  meant({});
  CHECK(mesh_to_replace(editor.document) == kNoId);
  CHECK(command("mesh.take_weights").live_label(editor) == "Take weights of shirt from body");
  REQUIRE(run_command(editor, "mesh.take_weights"));
  CHECK(steps(editor) == 2);
  CHECK(editor.document.scene().nodes[2].bound_to == dressed.rig);
  CHECK(contains(editor.toasts.back().text, "shirt has the weights of body: 302 of 302 vertices"));
  run_command(editor, "edit.undo");
  CHECK(editor.document.scene() == dressed.scene);
}
