// Edits that a background job finds: one step, as if done at once, whatever happens meanwhile.
#include "editor/long_edit.h"

#include "edit/rest_edit.h"
#include "editor/commands/command_registry.h"
#include "editor/pose/transport.h"
#include "io/formats.h"
#include "support/app_scene.h"
#include "support/joints.h"

using namespace marrow;
using namespace marrow::test;

namespace {

void turn(Editor& editor, std::string_view joint) {
  const glm::mat4 turned = about_z(0.5f);
  REQUIRE(perform(editor,
                  op::SetUserLocal{{{joint_named(editor.document.scene(), joint).id, turned}}}));
}

Editor sample() { return editor_with(io::load(media() / "human.glb").scene); }

void wait_for(Editor& editor) {
  while (editor.long_edit.job.has_begun()) advance_long_edit(editor, false);
}

}  // namespace

SOLVED_CASE("the rest pose is made by a job as it is at once, with what the next frame needs") {
  Editor editor = sample();
  turn(editor, "forearm.L");
  const Scene posed = editor.document.scene();
  const Operation edit =
      rest_edit(posed, editor.document.scene().nodes[0].id, editor.document.tasks());
  editor.long_edit.patience = 0.0;
  REQUIRE(run_command(editor, "pose.make_rest"));
  CHECK(editor.document.scene() == posed);
  wait_for(editor);
  CHECK(steps(editor) == 3);
  CHECK(editor.toasts.back().text == "This is the rest pose now");
  const std::uint64_t bound = editor.deformer.meshes().front().bind_revision;
  CHECK(deformed(editor).meshes().front().bind_revision == bound);
  run_command(editor, "edit.undo");
  CHECK(editor.document.scene() == posed);
}

SOLVED_CASE("while a motion is shown, what is seen becomes the rest pose, also if it plays on") {
  Editor editor = sample();
  REQUIRE_FALSE(editor.document.scene().motions.empty());
  editor.document.show_time(MotionTime{0, 0.7f});
  const Scene seen = editor.document.scene(), before = editor.document.committed();
  REQUIRE_FALSE(seen == before);
  editor.long_edit.patience = 0.0;
  REQUIRE(run_command(editor, "pose.make_rest"));
  editor.document.show_time(MotionTime{0, 1.1f});
  wait_for(editor);
  CHECK(steps(editor) == 2);
  CHECK_FALSE(editor.document.shown_time());
  for (std::size_t n = 0; n < seen.nodes.size(); ++n) {
    if (!seen.nodes[n].skeleton) continue;
    const Skeleton &old = *seen.nodes[n].skeleton,
                   &made = *editor.document.scene().nodes[n].skeleton;
    for (std::size_t j = 0; j < old.joints.size(); ++j) {
      CHECK(made.joints[j].user_local == glm::mat4(1.0f));
      const glm::mat4 wanted = old.joints[j].bind_local * old.joints[j].user_local;
      for (int c = 0; c < 4; ++c)
        CHECK(glm::distance(made.joints[j].bind_local[c], wanted[c]) < 1e-6f);
    }
  }
  run_command(editor, "edit.undo");
  CHECK(editor.document.committed() == before);
}

SOLVED_CASE("after an edit meanwhile the job begins again, and both are kept") {
  Editor editor = sample();
  turn(editor, "forearm.L");
  editor.long_edit.patience = 0.0;
  REQUIRE(run_command(editor, "pose.make_rest"));
  turn(editor, "forearm.R");
  const Scene posed = editor.document.scene();
  wait_for(editor);
  CHECK(steps(editor) == 4);
  for (const Node& node : editor.document.scene().nodes)
    for (std::size_t j = 0; node.skeleton && j < node.skeleton->joints.size(); ++j)
      CHECK(node.skeleton->joints[j].user_local == glm::mat4(1.0f));
  run_command(editor, "edit.undo");
  CHECK(editor.document.scene() == posed);
}

SOLVED_CASE("a canceled or refused job, or one of a replaced document, changes nothing") {
  Editor editor = sample();
  const Scene before = editor.document.scene();
  editor.long_edit.patience = 0.0;
  REQUIRE(run_command(editor, "pose.make_rest"));
  perform_long(editor, {.title = "Another", .find = {}});
  CHECK(editor.toasts.back().text ==
        "Making the rest pose is still under way (Esc stops it); then try again.");
  editor.long_edit.job.cancel();
  wait_for(editor);
  CHECK(editor.document.scene() == before);

  turn(editor, "forearm.L");
  REQUIRE(run_command(editor, "pose.make_rest"));
  replace_document(editor, Document(editor.document.tasks(), Scene(before), "Open"));
  CHECK_FALSE(advance_long_edit(editor, false));
  CHECK(steps(editor) == 1);

  Editor armless = editor_with(io::load(media() / "bar.glb").scene);
  armless.long_edit.patience = 0.0;
  REQUIRE(run_command(armless, "pose.rest_t"));
  wait_for(armless);
  CHECK(steps(armless) == 1);
  CHECK(contains(armless.toasts.back().text, "no arms were found"));
  CHECK(armless.toasts.back().is_error);
}
