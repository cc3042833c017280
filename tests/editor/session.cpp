// What the editor says.
#include "editor/session.h"

#include "editor/editor.h"
#include "support/app_scene.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;

TEST_CASE("a message that is said again stands there once, as the newest") {
  Editor editor = arm_editor();
  editor.now = 1.0;
  say(editor, "a");
  say(editor, "b");
  editor.now = 2.0;
  say(editor, "a", true);
  REQUIRE(editor.toasts.size() == 2);
  CHECK(editor.toasts[0].text == "b");
  CHECK(editor.toasts[1].text == "a");
  CHECK(editor.toasts[1].is_error);
  CHECK(editor.toasts[1].born == 2.0);
}
