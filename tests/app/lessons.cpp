// Lessons in the window.
#include "editor/lesson/lessons.h"

#include <fstream>

#include "editor/commands/command_registry.h"
#include "editor/files/files_state.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

SOLVED_HOME_CASE(
    "a lesson begins on the sample at rest, and its steps are done by hand or for you") {
  const std::unique_ptr<Driver> driver = make_driver({.width = 1366, .height = 768});
  driver->app().keep_pixels(true);  // else panels are not drawn
  Editor& editor = driver->editor();
  REQUIRE(run_command(editor, "help.lessons"));
  driver->move({600.0f, 300.0f});  // draws a frame
  driver->press("Spaces and frames");
  REQUIRE(editor.lesson.lesson);
  CHECK(driver->joint("head").user_local == glm::mat4(1.0f));
  driver->press("Next");
  CHECK_FALSE(is_step_done(editor.lesson));
  driver->press("of all joints");
  CHECK_FALSE(is_step_done(editor.lesson));
  driver->press("of the upper arm alone");
  CHECK(is_step_done(editor.lesson));
  driver->press("Next");
  CHECK_FALSE(is_step_done(editor.lesson));
  driver->press("Do it for me");
  CHECK(is_step_done(editor.lesson));
  driver->ctrl(SDLK_z);
  CHECK(is_step_done(editor.lesson));  // it was done
  driver->press("Back");
  CHECK(is_step_done(editor.lesson));
  CHECK(spot("of the upper arm alone"));
}

SOLVED_HOME_CASE("a lesson asks before it replaces work, and leaves it alone after Cancel") {
  const std::unique_ptr<Driver> driver = window_on_arm(home, 1366, 768);
  Editor& editor = driver->editor();
  REQUIRE(perform(editor, op::SetRadius{{driver->joint("elbow").id}, {0.5f}}));
  const std::filesystem::path lesson = media() / "lessons/3_capsules.md";
  begin_lesson(editor, lesson);
  REQUIRE(editor.files.pending);
  answer_pending(editor, Answer::cancel);
  driver->settle();
  CHECK(driver->joint("elbow").radius == 0.5f);
  request_open(editor, saved(home, "other.glb", arm_scene()));
  answer_pending(editor, Answer::discard);
  driver->settle();
  CHECK(driver->step_count() == 1);  // nothing was done to that file
  begin_lesson(editor, lesson);
  driver->move({600.0f, 300.0f});
  CHECK(editor.lesson.owns_scene);
  CHECK(driver->step_count() == 2);
  begin_lesson(editor, media() / "lessons/4_weights.md");  // a lesson's scene is not asked about
  CHECK_FALSE(editor.files.pending);
  std::ofstream(home.path() / "bad.md") << "# A\n## B\n```until\n";
  driver->drop((home.path() / "bad.md").string());
  CHECK(contains(editor.toasts.back().text, "line 3: this block has no end"));
  CHECK(editor.lesson.lesson->title == "Weights, and why they tear");
}
