// The keyboard in the whole window, the palette, the preferences and the help, by pushed events.
#include <fstream>
#include <imgui.h>
#include <string>

#include "app/widgets/dialog.h"
#include "editor/commands/command_registry.h"
#include "editor/commands/help_state.h"
#include "editor/files/preferences.h"
#include "editor/open_dialogs.h"
#include "editor/preferences_state.h"
#include "editor/session.h"
#include "editor/shell_state.h"
#include "editor/tools.h"
#include "editor/viewport_state.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// The sample as a file: a first start would wave its arm before it rests.
std::unique_ptr<test::Driver> make_window(std::optional<KeymapPreset> keymap = {}) {
  return test::make_driver({.files = {(test::media() / "human.glb").string()},
                            .width = 1280,
                            .height = 720,
                            .keymap = keymap});
}

Id some_joint(test::Driver& driver) { return test::first_skeleton(driver.scene()).joints.at(2).id; }

void select(test::Driver& driver, Id id) {
  driver.editor().document.select({id});
  driver.editor().wants_redraw = true;
  driver.move({640.0f, 300.0f});
}

void focus_on(test::Driver& driver, FocusPlace place) {
  for (int presses = 0; presses < 8 && driver.editor().focus.place != place; ++presses)
    driver.key(SDLK_F6);
  REQUIRE(driver.editor().focus.place == place);
}

}  // namespace

HOME_CASE(
    "F6 goes round all places and back to the picture, Shift+F6 the other way, Esc home at once") {
  const auto driver = make_window();
  const FocusPlace& focus = driver->editor().focus.place;
  CHECK(focus == FocusPlace::picture);
  std::vector<FocusPlace> forward;
  do {
    driver->key(SDLK_F6);
    forward.push_back(focus);
  } while (focus != FocusPlace::picture && forward.size() < 10);
  CHECK(forward.size() >= 6);
  for (std::size_t i = forward.size() - 1; i-- > 0;) {
    driver->key(SDLK_F6, {SDLK_LSHIFT});
    CHECK(focus == forward[i]);
  }
  driver->key(SDLK_ESCAPE);
  CHECK(focus == FocusPlace::picture);
  focus_on(*driver, FocusPlace::scene);
  driver->click({640.0f, 300.0f});
  CHECK(focus == FocusPlace::picture);
}

SOLVED_HOME_CASE(
    "A row of the tree, a radius and the falloff are reached and changed by keys alone") {
  const auto driver = make_window();
  Editor& editor = driver->editor();
  driver->key(SDLK_ESCAPE);
  set_tab(editor, editor.viewport, Tab::rig);
  const Id joint = some_joint(*driver);

  editor.document.select({});
  focus_on(*driver, FocusPlace::scene);
  for (int presses = 0; presses < 30 && editor.document.selection().empty(); ++presses) {
    driver->key(SDLK_DOWN);
    driver->key(SDLK_SPACE);
  }
  CHECK_FALSE(editor.document.selection().empty());
  driver->key(SDLK_ESCAPE);

  select(*driver, joint);
  const float before = test::joint_by_id(driver->scene(), joint).radius, wanted = before + 0.0625f;
  focus_on(*driver, FocusPlace::right);
  for (int presses = 0; presses < 30 && test::joint_by_id(driver->scene(), joint).radius == before;
       ++presses) {
    driver->key(SDLK_DOWN);
    driver->key(SDLK_RETURN);
    if (!ImGui::GetIO().WantTextInput) continue;
    driver->ctrl(SDLK_a);
    driver->type(std::to_string(wanted));
    driver->key(SDLK_RETURN);
  }
  CHECK(test::joint_by_id(driver->scene(), joint).radius == doctest::Approx(wanted).epsilon(1e-3));

  const Id skeleton = shown_skeleton(editor);
  const auto falloff = [&] { return find_node(driver->scene(), skeleton)->skeleton->falloff; };
  driver->key(SDLK_ESCAPE);
  select(*driver, skeleton);
  const Falloff old = falloff();
  focus_on(*driver, FocusPlace::right);
  for (int presses = 0; presses < 30 && falloff() == old; ++presses) {
    driver->key(SDLK_DOWN);
    driver->key(SDLK_SPACE);
    if (!popup_is_open()) continue;
    driver->key(SDLK_DOWN);
    driver->key(SDLK_RETURN);
  }
  CHECK(falloff() != old);
}

HOME_CASE(
    "Menus open by F10 and by a tap of Alt, and a command is chosen in them by arrows and Enter") {
  const auto driver = make_window();
  Editor& editor = driver->editor();
  driver->key(SDLK_ESCAPE);
  driver->key(SDLK_F10);
  CHECK(editor.focus.place == FocusPlace::menu);
  driver->key(SDLK_RIGHT);
  driver->key(SDLK_RIGHT);
  driver->key(SDLK_DOWN);
  REQUIRE(popup_is_open());
  const Camera before = editor.camera;
  driver->key(SDLK_DOWN);
  driver->key(SDLK_DOWN);
  driver->key(SDLK_RIGHT);  // Look along
  driver->key(SDLK_RETURN);
  CHECK_FALSE(popup_is_open());
  CHECK_FALSE(editor.camera == before);
  CHECK(editor.focus.place == FocusPlace::picture);

  driver->push_tap(SDLK_LALT);
  driver->settle();
  CHECK(editor.focus.place == FocusPlace::menu);
  driver->key(SDLK_ESCAPE);
  // Alt that orbits is no tap.
  driver->push_key(true, SDLK_LALT);
  driver->settle();
  driver->drag({640.0f, 300.0f}, {700.0f, 320.0f});
  driver->push_key(false, SDLK_LALT);
  driver->settle();
  CHECK(editor.focus.place == FocusPlace::picture);
}

HOME_CASE(
    "The picture keeps its keys: arrows, Tab and letters are commands until a place has the "
    "keyboard") {
  const auto driver = make_window(KeymapPreset::maya);
  Editor& editor = driver->editor();
  driver->key(SDLK_ESCAPE);
  select(*driver, some_joint(*driver));
  const Id selected = editor.document.active();
  driver->key(SDLK_UP);
  CHECK(editor.document.active() != selected);
  const Tab tab = editor.tab;
  driver->key(SDLK_TAB);
  CHECK(editor.tab != tab);
  focus_on(*driver, FocusPlace::right);
  const Tab here = editor.tab;
  driver->key(SDLK_TAB);
  CHECK(editor.tab == here);
}

HOME_CASE(
    "The help shows while F1 is held; a tap and ? leave it there; Esc closes it; Tab turns the "
    "page") {
  const auto driver = make_window();
  Editor& editor = driver->editor();
  const bool& shown = editor.shell.shows_help;
  driver->push_key(true, SDLK_F1);
  driver->settle();
  CHECK(shown);
  for (int frame = 0; frame < 40; ++frame) driver->move({640.0f + float(frame), 300.0f});
  CHECK(shown);
  driver->push_key(false, SDLK_F1);
  driver->settle();
  CHECK_FALSE(shown);

  driver->key(SDLK_F1);
  CHECK(shown);
  CHECK(editor.help.page == HelpPage::window);
  driver->key(SDLK_TAB);
  CHECK(editor.help.page == HelpPage::keys);
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(shown);
  driver->key(SDLK_SLASH, {SDLK_LSHIFT});
  CHECK(shown);
  driver->key(SDLK_SLASH, {SDLK_LSHIFT});
  CHECK_FALSE(shown);
}

HOME_CASE("Ctrl+P, a few letters and Enter do a command; Esc leaves everything as it was") {
  const auto driver = make_window();
  Editor& editor = driver->editor();
  driver->key(SDLK_ESCAPE);
  const bool grid = editor.show.grid;
  driver->ctrl(SDLK_p);
  REQUIRE(editor.help.palette);
  driver->type("grid");
  CHECK(editor.help.palette->query == "grid");
  driver->key(SDLK_RETURN);
  CHECK_FALSE(editor.help.palette);
  CHECK(editor.show.grid != grid);
  driver->ctrl(SDLK_p);
  driver->key(SDLK_DOWN);
  CHECK(editor.help.palette->marked == 1);
  driver->key(SDLK_UP);
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(editor.help.palette);
  CHECK(editor.show.grid != grid);
  driver->key(SDLK_u);
  CHECK_FALSE(editor.show.uncovered);
}

SOLVED_HOME_CASE(
    "What the palette opens stays: the Enter that chose it answers no question of it") {
  std::unique_ptr<Driver> driver = window_on_arm(home);
  Editor& editor = driver->editor();
  const auto choose = [&](const char* words) {
    driver->ctrl(SDLK_p);
    driver->type(words);
    driver->key(SDLK_RETURN);
    REQUIRE_FALSE(editor.help.palette);
  };
  driver->key(SDLK_ESCAPE);
  for (const char* words : {"About Marrow", "Help: what is where"}) {
    choose(words);
    CAPTURE(words);
    CHECK(has_dialog(editor));
    driver->key(SDLK_ESCAPE);
    CHECK_FALSE(has_dialog(editor));
  }
  editor.document.select({kElbow});
  run_command(editor, "edit.delete");
  std::ofstream(editor.document.path(), std::ios::app) << "changed";
  choose("Save");
  CHECK(editor.files.safety.asks_overwrite);
  driver->key(SDLK_ESCAPE);
  choose("Quit");
  CHECK(editor.files.pending);
  driver->key(SDLK_ESCAPE);
}

HOME_CASE("The window draws in every theme, rests in each, and keeps the choice") {
  {
    const auto driver = make_window();
    Editor& editor = driver->editor();
    driver->ctrl(SDLK_COMMA);
    CHECK(editor.help.shows_preferences);
    driver->key(SDLK_ESCAPE);
    CHECK_FALSE(editor.help.shows_preferences);
    for (const ThemeKind theme :
         {ThemeKind::light, ThemeKind::high_contrast, ThemeKind::dark, ThemeKind::light}) {
      const std::uint64_t pictures = driver->app().pictures();
      editor.preferences.theme = theme;
      editor.wants_redraw = true;
      driver->move({600.0f, 300.0f});
      driver->move({610.0f, 300.0f});
      CHECK(driver->app().pictures() > pictures);
    }
  }
  CHECK(load_preferences().theme == ThemeKind::light);
}
