// One press answers one question: it never answers what it opened, what lies below, or by repeat.
#include <filesystem>
#include <fstream>
#include <functional>

#include "app/widgets/dialog.h"
#include "editor/bench/bench_state.h"
#include "editor/bench/sheet_model.h"
#include "editor/commands/help_state.h"
#include "editor/commands/keymap.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/safety.h"
#include "editor/open_dialogs.h"
#include "editor/session.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::test;
namespace fs = std::filesystem;

namespace {

constexpr int kHeldFrames = 90;  // longer than the delay before keys repeat

std::string copy_of_sample(const Home& home, const std::string& name) {
  fs::copy_file(media() / "human.glb", home.path() / name);
  return (home.path() / name).string();
}

void hold(Driver& driver, SDL_Keycode key) {
  driver.push_key(true, key);
  for (int frame = 0; frame < kHeldFrames; ++frame) driver.app().step();
  driver.push_key(false, key);
  driver.settle();
}

void change(Driver& driver) {
  REQUIRE(perform(driver.editor(), op::Rename{driver.scene().nodes.front().id, "precious"}));
  driver.settle();
}

void browse(Driver& driver, FileTask task, const std::string& file) {
  Editor& editor = driver.editor();
  open_browser(editor, editor.bench, editor.files, task);
  driver.settle();
  enter_folder(*editor.files.browser, fs::path(file).parent_path());
  editor.files.browser->name = fs::path(file).filename().string();
  driver.settle();
}

void choose_in_palette(Driver& driver, const char* words) {
  driver.ctrl(SDLK_p);
  driver.type(words);
}

/// Opens a dialog; its answer by Enter opens another one.
struct Chain {
  std::string name;
  std::function<void(Driver&)> open;
  std::string then;  ///< what is open after one press
};

std::vector<Chain> chains(const std::string& own, const std::string& other) {
  return {
      {"open, with unsaved work", [=](Driver& driver) { browse(driver, FileTask::open, other); },
       "unsaved"},
      {"save as, onto a file that exists",
       [=](Driver& driver) { browse(driver, FileTask::save_scene, other); }, "browser"},
      {"drop, open, with unsaved work", [=](Driver& driver) { driver.drop(other); }, "unsaved"},
      {"save a file that another program changed",
       [=](Driver& driver) {
         std::ofstream(own, std::ios::app) << "changed";
         run_command(driver.editor(), "file.save");
         driver.settle();
       },
       "browser"},
      {"quit from the palette", [](Driver& driver) { choose_in_palette(driver, "Quit"); },
       "unsaved"},
      {"save as from the palette", [](Driver& driver) { choose_in_palette(driver, "Save as"); },
       "browser"},
      {"about from the palette", [](Driver& driver) { choose_in_palette(driver, "About Marrow"); },
       "about"},
      {"help from the palette",
       [](Driver& driver) { choose_in_palette(driver, "Help: what is where"); }, "help"},
  };
}

}  // namespace

HOME_CASE("An Enter that is held answers one dialog, not the one that it opens") {
  const std::string own = copy_of_sample(home, "own.glb");
  const std::string other = copy_of_sample(home, "other.glb");
  for (const Chain& chain : chains(own, other))
    for (const SDL_Keycode key : {SDLK_RETURN, SDLK_KP_ENTER}) {
      CAPTURE(chain.name);
      CAPTURE(key);
      fs::copy_file(media() / "human.glb", own, fs::copy_options::overwrite_existing);
      const std::unique_ptr<Driver> driver = window_with(own, 960, 640);
      if (!driver) return;
      driver->key(SDLK_ESCAPE);
      change(*driver);
      const Scene scene = driver->scene();
      chain.open(*driver);
      const std::string before = bytes_of(own), before_other = bytes_of(other);
      hold(*driver, key);
      CHECK(open_dialog(driver->editor()) == chain.then);
      CHECK(driver->scene() == scene);
      CHECK(driver->document().is_dirty());
      CHECK(bytes_of(own) == before);
      CHECK(bytes_of(other) == before_other);
      hold(*driver, SDLK_ESCAPE);
      CHECK_FALSE(has_dialog(driver->editor()));
      CHECK(driver->scene() == scene);
      end_safety(driver->editor().files);
    }
}

HOME_CASE("A press of Enter after the one that opened it does answer a question") {
  const std::string own = copy_of_sample(home, "own.glb");
  const std::string other = copy_of_sample(home, "other.glb");
  const std::unique_ptr<Driver> driver = window_with(own, 960, 640);
  if (!driver) return;
  change(*driver);
  browse(*driver, FileTask::open, other);
  driver->key(SDLK_RETURN);
  REQUIRE(driver->editor().files.pending);
  driver->key(SDLK_RETURN);
  CHECK_FALSE(driver->editor().files.pending);
  CHECK(driver->document().path() == other);
  CHECK(io::load(own).scene.nodes.front().name == "precious");
}

HOME_CASE("Saving a scene without a name asks for one; the Enter that saves chooses none") {
  const std::unique_ptr<Driver> driver = window_with(copy_of_sample(home, "own.glb"), 960, 640);
  if (!driver) return;
  Editor& editor = driver->editor();
  request_new(editor);
  driver->settle();
  REQUIRE(perform(editor, op::AddSkeleton{}));
  request_quit(editor);
  driver->settle();
  REQUIRE(editor.files.pending);
  hold(*driver, SDLK_RETURN);
  REQUIRE(editor.files.browser);
  CHECK_FALSE(editor.files.browser->asks_overwrite);
  CHECK(driver->document().path().empty());
  CHECK_FALSE(driver->app().wants_quit());
  hold(*driver, SDLK_ESCAPE);
  end_safety(editor.files);
}

HOME_CASE("Esc closes one thing: a browser, not the sheet below it; a menu, not the selection") {
  const std::unique_ptr<Driver> driver = window_with(copy_of_sample(home, "own.glb"), 1280, 800);
  if (!driver) return;
  Editor& editor = driver->editor();
  driver->key(SDLK_ESCAPE);
  open_sheet(editor, editor.sheet);
  driver->settle();
  REQUIRE(editor.sheet.is_open);
  open_browser(editor, editor.bench, editor.files, FileTask::export_sheet);
  driver->settle();
  hold(*driver, SDLK_ESCAPE);
  CHECK_FALSE(editor.files.browser);
  CHECK(editor.sheet.is_open);
  hold(*driver, SDLK_ESCAPE);
  CHECK_FALSE(editor.sheet.is_open);

  const Id head = joint_named(driver->scene(), "head").id;
  editor.document.select({head});
  driver->settle();
  driver->key(SDLK_F10);
  driver->key(SDLK_DOWN);
  REQUIRE(app::popup_is_open());
  hold(*driver, SDLK_ESCAPE);
  CHECK_FALSE(app::popup_is_open());
  CHECK(driver->document().active() == head);
  hold(*driver, SDLK_ESCAPE);
  CHECK(driver->document().active() != head);
}
