// Habits of lists and dialogs in the real window. One press answers one question: never one
// that it opened itself or one below another dialog, and never by repeat.
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>

#include "app/app.h"
#include "app/widgets/dialog.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "editor/bench/bench_model.h"
#include "editor/bench/compare.h"
#include "editor/bench/sheet_model.h"
#include "editor/commands/command_registry.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/safety.h"
#include "editor/files/share.h"
#include "editor/open_dialogs.h"
#include "editor/pose/transport.h"
#include "editor/session.h"
#include "scene/falloff.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;
namespace fs = std::filesystem;

namespace {

std::unique_ptr<Driver> arm_in_window(const Home& home, std::size_t count = 0) {
  std::vector<std::shared_ptr<const Motion>> motions;
  for (std::size_t i = 0; i < count; ++i)
    motions.push_back(
        elbow_motion("Motion " + std::to_string(i), {0.0f, 1.0f}, {0.0f, glm::half_pi<float>()}));
  return window_with(saved(home, "arm.glb", arm_with(motions)));
}

/// The primary button is the right-most of these, in one row.
void check_row(const std::vector<const char*>& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    INFO(std::string(words[i]) << " | " << std::string(words[i + 1]));
    const auto left = spot(words[i]), right = spot(words[i + 1]);
    REQUIRE(left);
    REQUIRE(right);
    CHECK(left->x < right->x);
    CHECK(std::abs(left->y - right->y) < 2.0f);
  }
}

constexpr int kHeldFrames = 90;  // longer than the delay before keys repeat

void hold(Driver& driver, SDL_Keycode key) {
  driver.push_key(true, key);
  for (int frame = 0; frame < kHeldFrames; ++frame) driver.app().step();
  driver.push_key(false, key);
  driver.settle();
}

/// What the editor's functions opened is drawn with the next event.
void draw(Driver& driver) { driver.move({5.0f, 5.0f}); }

void change(Driver& driver) {
  REQUIRE(perform(driver.editor(), op::Rename{driver.scene().nodes.front().id, "precious"}));
  driver.settle();
}

void browse(Driver& driver, FileTask task, const std::string& file) {
  Editor& editor = driver.editor();
  open_browser(editor, editor.bench, editor.files, task);
  enter_folder(*editor.files.browser, fs::path(file).parent_path());
  editor.files.browser->name = fs::path(file).filename().string();
  draw(driver);
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
         draw(driver);
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

HOME_CASE("The primary button of a dialog stands at the right, Cancel to its left") {
  const auto driver = arm_in_window(home);
  driver->editor().document.perform(op::SetVisible{driver->scene().nodes.front().id, false});
  driver->close_window();
  check_row({"Discard", "Cancel", "Save"});
  driver->key(SDLK_ESCAPE);
  driver->drop((media() / "human.glb").string());
  check_row({"Only motions", "Add to this scene", "Cancel", "Open"});
  driver->key(SDLK_ESCAPE);
  driver->ctrl(SDLK_F12);
  check_row({"Close", "Save picture"});
  driver->key(SDLK_ESCAPE);
}

HOME_CASE("A long list of motions can be searched") {
  const auto driver = arm_in_window(home, 30);
  REQUIRE(driver->scene().motions.size() == 30);
  driver->press("motion");
  REQUIRE(spot("Search motions"));
  REQUIRE(spot("motion Motion 3"));
  driver->type("ION 27");
  CHECK_FALSE(spot("motion Motion 3"));
  driver->press("motion Motion 27");
  CHECK(driver->editor().transport.motion == 27);
}

HOME_CASE(
    "A searched list stays where it is while it gets shorter, and Enter takes the first row") {
  const auto driver = arm_in_window(home, 30);
  driver->press("motion");
  REQUIRE(spot("motion Motion 0"));
  const float top = spot("Search motions")->y, first = spot("motion Motion 0")->y;
  driver->type("ION 2");
  REQUIRE(spot("motion Motion 2"));
  CHECK(spot("Search motions")->y == top);
  CHECK(spot("motion Motion 2")->y == first);
  driver->type("9");
  REQUIRE(spot("motion Motion 29"));
  CHECK(spot("motion Motion 29")->y == first);
  driver->key(SDLK_RETURN);
  CHECK_FALSE(popup_is_open());
  CHECK(driver->editor().transport.motion == 29);
  driver->press("motion");
  driver->type("no motion is called so");
  driver->key(SDLK_RETURN);
  CHECK(driver->editor().transport.motion == 29);
}

HOME_CASE("The swipe view's falloff is as wide as the longest name") {
  const auto driver = arm_in_window(home);
  driver->editor().document.select({kElbow});
  set_comparing(driver->editor(), true);
  driver->settle();
  driver->move({700.0f, 300.0f});
  const auto field = area_named("falloff of the right side");
  REQUIRE(field);
  for (const FalloffRow& row : kFalloffs) {
    const ImFont* font = fonts().regular;
    const float wide = font->CalcTextSizeA(font->FontSize, 1e9f, 0.0f, row.title).x;
    CHECK(field->size.x >= wide + 8.0f + 24.0f);
  }
}

HOME_CASE("Each list of the swipe view has its label over it") {
  const auto driver = arm_in_window(home);
  set_comparing(driver->editor(), true);
  driver->settle();
  driver->move({700.0f, 300.0f});
  for (const auto& [label, list] :
       {std::pair("Falloff", "falloff"), std::pair("Distance", "metric"),
        std::pair("Blending", "blend")}) {
    const auto words = area_named(std::string(label) + " over its list"),
               field = area_named(std::string(list) + " of the right side");
    REQUIRE(words);
    REQUIRE(field);
    CHECK(words->corner.x == doctest::Approx(field->corner.x));
    CHECK(words->end().y <= field->corner.y);
  }
}

HOME_CASE("What was typed into a field stays, whichever part of the window is clicked next") {
  const auto driver = arm_in_window(home);
  for (const char* next : {"Page", "Cancel"}) {  // drawn before the field, and after it
    INFO(std::string(next));
    REQUIRE(run_command(driver->editor(), "file.share"));
    driver->move({1.0f, 1.0f});
    driver->press("Caption");
    driver->type("a wave");
    const auto other = spot(next);
    REQUIRE(other);
    driver->pull(*other, *other);
    CHECK(driver->editor().files.share->caption == "a wave");
    driver->push_motion({1.0f, 1.0f});
    driver->let_go();
    driver->key(SDLK_ESCAPE);
    CHECK_FALSE(driver->editor().files.share);
  }
}

HOME_CASE(
    "An address counts while it is typed, so one click copies the link, which is remembered") {
  const auto driver = arm_in_window(home);
  Editor& editor = driver->editor();
  std::string copied;
  editor.clipboard.write = [&](const std::string& text) {
    copied = text;
    return std::string();
  };
  REQUIRE(run_command(editor, "file.share"));
  REQUIRE(editor.files.share->packing.wait(1e9));
  for (const char* next : {"Link", "Address"}) {
    driver->move({1.0f, 1.0f});
    driver->press(next);
  }
  driver->type("https://host/marrow");
  CHECK(editor.files.share->address == "https://host/marrow");
  CHECK(editor.preferences.page_address.empty());  // not written with each key
  driver->press("Copy link");
  CHECK_FALSE(editor.files.share);
  CHECK(copied.starts_with("https://host/marrow/?embed#name=arm.glb"));
  CHECK(editor.preferences.page_address == "https://host/marrow");
}

HOME_CASE("Where the viewer's file is missing, Share says how to get it and exports instead") {
  const auto driver = arm_in_window(home);
  REQUIRE(run_command(driver->editor(), "file.share"));
  REQUIRE(driver->editor().files.share->packing.wait(1e9));
  driver->move({1.0f, 1.0f});
  if (!viewer_file().empty()) {
    CHECK(spot("Save page..."));
    return;
  }
  CHECK(contains(why_no_page(), "deps/bootstrap.sh web"));
  driver->press("Export glTF...");
  CHECK_FALSE(driver->editor().files.share);
  CHECK(driver->editor().files.browser);
}

HOME_CASE("An Enter that is held answers one dialog, not the one that it opens") {
  const std::string own = copy_of_sample(home, "own.glb"),
                    other = copy_of_sample(home, "other.glb");
  for (const Chain& chain : chains(own, other))
    for (const SDL_Keycode key : {SDLK_RETURN, SDLK_KP_ENTER}) {
      CAPTURE(chain.name);
      CAPTURE(key);
      copy_of_sample(home, "own.glb");
      const std::unique_ptr<Driver> driver = window_with(own, 960, 640);
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
  const std::string own = copy_of_sample(home, "own.glb"),
                    other = copy_of_sample(home, "other.glb");
  const std::unique_ptr<Driver> driver = window_with(own, 960, 640);
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
  Editor& editor = driver->editor();
  request_new(editor);
  driver->settle();
  REQUIRE(perform(editor, op::AddSkeleton{}));
  request_quit(editor);
  draw(*driver);
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
  Editor& editor = driver->editor();
  driver->key(SDLK_ESCAPE);
  open_sheet(editor, editor.sheet);
  draw(*driver);
  REQUIRE(editor.sheet.is_open);
  open_browser(editor, editor.bench, editor.files, FileTask::export_sheet);
  draw(*driver);
  hold(*driver, SDLK_ESCAPE);
  CHECK_FALSE(editor.files.browser);
  CHECK(editor.sheet.is_open);
  hold(*driver, SDLK_ESCAPE);
  CHECK_FALSE(editor.sheet.is_open);

  const Id head = joint_named(driver->scene(), "head").id;
  editor.document.select({head});
  draw(*driver);
  driver->key(SDLK_F10);
  driver->key(SDLK_DOWN);
  REQUIRE(popup_is_open());
  hold(*driver, SDLK_ESCAPE);
  CHECK_FALSE(popup_is_open());
  CHECK(driver->document().active() == head);
  hold(*driver, SDLK_ESCAPE);
  CHECK(driver->document().active() != head);
}
