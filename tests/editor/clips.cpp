// Motions of any file, in the dialog that lists them.
#include "editor/commands/command_registry.h"
#include "editor/files/document_files.h"
#include "editor/pose/retarget_setup.h"
#include "editor/pose/transport.h"
#include "io/formats.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::test;

TEST_CASE("A file's clips are a list: one is played, the chosen ones are added as one step") {
  Scene human = io::load(media() / "human.glb").scene;
  human.motions.clear();
  Editor editor = editor_with(human);
  Scene two = io::load(source() / "tests" / "data" / "walk_y_up.bvh").scene;
  Motion shorter = *two.motions.at(0);
  shorter.name = "shorter";
  shorter.timing.length = 0.5f;
  two.motions.push_back(std::make_shared<const Motion>(shorter));
  const std::string file = (scratch("clips") / "two.glb").string();
  io::save(file, two, {});
  request_import_motions(editor, file);
  REQUIRE(editor.transport.retarget);
  RetargetDialog& dialog = *editor.transport.retarget;
  REQUIRE(dialog.clips.size() == 2);
  CHECK(clips_title(dialog) == "2 of 2 motions");
  dialog.preview_seconds = 0.4;
  show_clip(editor, dialog, 1);
  CHECK(dialog.motion().name == "shorter");
  CHECK(dialog.preview_seconds == 0.0);
  CHECK(preview_of_figure(editor, dialog).bones.size() > 15);
  show_clip(editor, dialog, 7);
  CHECK(dialog.shown == 1);
  choose_all_clips(dialog, false);
  CHECK_FALSE(finish_retarget(editor));
  CHECK(steps(editor) == 1);
  choose_all_clips(dialog, true);
  CHECK(finish_retarget(editor));
  CHECK(steps(editor) == 2);
  CHECK(last_step(editor) == "Add 2 motions");
  REQUIRE(editor.document.scene().motions.size() == 2);
  CHECK(chosen_motion(editor, editor.transport)->name == "walk_y_up");
  run_command(editor, "edit.undo");
  CHECK(editor.document.scene().motions.empty());
  request_import_motions(editor, (media() / "bar.glb").string());
  CHECK_FALSE(editor.transport.retarget);
  CHECK(editor.toasts.back().text == "bar.glb: the file has no motion.");
}
