// The history saved as a script and done again, from the commands to the toast.
#include "editor/files/scripts.h"

#include <fstream>

#include "editor/commands/command_registry.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "io/formats.h"
#include "support/app_scene.h"
#include "support/joints.h"

using namespace marrow;
using namespace marrow::test;

namespace {

Editor waving() { return editor_with(io::load(media() / "human.glb").scene); }

void turn_joint(Editor& editor, std::string_view joint, float radians) {
  REQUIRE(perform(
      editor, op::ApplyIncrement{
                  {joint_named(editor.document.scene(), joint).id}, about_z(radians), "Rotate"}));
}

}  // namespace

SOLVED_CASE("steps are saved, from the first or from one on, and done again in another scene") {
  const std::string whole = (scratch("scripts") / "whole.marrow").string(),
                    end = (scratch("scripts") / "end.marrow").string();
  Editor editor = waving();
  CHECK_FALSE(is_enabled(editor, command("edit.save_script")));
  turn_joint(editor, "forearm.L", 0.5f);
  turn_joint(editor, "head", 0.2f);
  REQUIRE(run_command(editor, "edit.save_script"));
  REQUIRE(editor.files.browser);
  finish_browser(editor, whole);
  CHECK(editor.toasts.back().text == "Saved 2 steps as whole.marrow");
  editor.files.script_from = 1;
  save_script(editor, end);
  CHECK(editor.toasts.back().text == "Saved 1 step as end.marrow");

  Editor again = waving();
  REQUIRE(run_command(again, "edit.run_script"));
  finish_browser(again, whole);
  CHECK(steps(again) == 3);
  CHECK(same_content(again.document.scene(), editor.document.scene()));
  CHECK(again.toasts.back().text == "whole.marrow: 2 steps; the History tab goes through them");
  run_command(again, "edit.undo");
  run_script_file(again, end);
  CHECK(same_content(again.document.scene(), editor.document.scene()));
}

SOLVED_CASE("a script that cannot be done changes nothing, not even what was undone") {
  const std::filesystem::path folder = scratch("scripts");
  const std::string broken = (folder / "broken.marrow").string();
  std::ofstream(broken) << "turn forearm.L about world z by 40\nturn tail";
  Editor editor = waving();
  turn_joint(editor, "head", 0.2f);
  run_command(editor, "edit.undo");
  const Scene before = editor.document.scene();
  run_script_file(editor, broken);
  CHECK(editor.document.scene() == before);
  CHECK(editor.document.history().can_redo());
  CHECK(editor.toasts.back().is_error);
  CHECK(contains(editor.toasts.back().text, "broken.marrow: line 2: column 6: expected the name"));
  run_script_file(editor, (folder / "none.marrow").string());
  CHECK(editor.toasts.back().is_error);
  CHECK(editor.document.scene() == before);
}
