// The first ten seconds: a card with doors, a greeting that leaves no trace; and the second start.
#include "editor/files/welcome.h"

#include <fstream>
#include <imgui.h>

#include "app/widgets/spots.h"
#include "editor/commands/command_registry.h"
#include "editor/figure/figure_markers.h"
#include "editor/files/preferences.h"
#include "editor/preferences_state.h"
#include "editor/selection_actions.h"
#include "editor/session.h"
#include "editor/shell_state.h"
#include "editor/viewport_state.h"
#include "platform/folders.h"
#include "support/app_driver.h"
#include "support/legible.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// Small: a wave is 180 pictures.
AppOptions first_start() { return {.width = 560, .height = 400}; }

}  // namespace

TEST_CASE("the wave begins and ends at rest and swings to both sides") {
  CHECK(wave_angle(0.0) == 0.0f);
  CHECK(wave_angle(100.0) == 0.0f);
  float low = 0.0f, high = 0.0f, last = 0.0f;
  for (double t = 0.0; t < 5.0; t += 1.0 / 60.0) {
    const float angle = wave_angle(t);
    CHECK(std::abs(angle - last) < 0.12f);  // nothing jumps
    low = std::min(low, angle);
    high = std::max(high, angle);
    last = angle;
  }
  CHECK(low < -0.2f);
  CHECK(high > 0.2f);
}

SOLVED_HOME_CASE(
    "the first start shows the sample with its card, waves, and comes to rest exactly as the file "
    "has it") {
  const std::unique_ptr<Driver> driver = make_driver(first_start());  // settles: the wave has ended
  Editor& editor = driver->editor();
  CHECK(editor.welcome.is_shown);
  CHECK_FALSE(editor.welcome.shows_greeting);
  CHECK(steps(editor) == 1);
  CHECK_FALSE(editor.document.is_dirty());
  CHECK(same_content(editor.document.scene(), io::load((media() / "human.glb").string()).scene));
  CHECK(
      editor.document.path().empty());  // saving asks for a name: the sample is not the user's file
}

SOLVED_HOME_CASE("the arm moves while it waves, and the first click stops it and takes effect") {
  make_driver(first_start());  // skips without a window; the next one is driven frame by frame
  App app(first_start());
  app.use_fixed_time(1.0 / 60.0);
  Editor& editor = app.editor();
  REQUIRE(editor.welcome.shows_greeting);
  const Scene before = editor.document.gesture_start();
  for (int frame = 0; frame < 90; ++frame) app.step();
  CHECK_FALSE(editor.document.scene() == before);
  SDL_Event key{};
  key.type = SDL_KEYDOWN;
  key.key.keysym.sym = SDLK_TAB;
  key.key.keysym.scancode = SDL_SCANCODE_TAB;
  SDL_PushEvent(&key);
  app.step();
  CHECK_FALSE(editor.welcome.shows_greeting);
  CHECK(editor.document.scene() == before);
  CHECK(editor.tab == Tab::rig);
}

SOLVED_HOME_CASE("the window closes while the arm waves") {
  make_driver(first_start());
  App app(first_start());
  app.use_fixed_time(1.0 / 60.0);
  REQUIRE(app.editor().welcome.shows_greeting);
  for (int frame = 0; frame < 60; ++frame) app.step();
  SDL_Event quit{};
  quit.type = SDL_QUIT;
  SDL_PushEvent(&quit);
  app.step();
  CHECK(app.wants_quit());
}

SOLVED_HOME_CASE(
    "the radius door leads to the joint that leaves vertices open, and the card is gone for good") {
  {
    const std::unique_ptr<Driver> driver = make_driver(first_start());
    begin_with_radius(driver->editor(), driver->editor().viewport, driver->editor().welcome);
    driver->settle();
    Editor& editor = driver->editor();
    CHECK(editor.tab == Tab::rig);
    CHECK(editor.document.active() == id_of(editor, "shin.L"));
    CHECK_FALSE(editor.welcome.is_shown);
  }
  Driver again(first_start());
  CHECK_FALSE(again.editor().welcome.is_shown);
  CHECK_FALSE(again.editor().welcome.shows_greeting);
}

SOLVED_HOME_CASE(
    "where the card covers much it makes way for work, and comes with the next start again") {
  for (const glm::ivec2 size : {glm::ivec2(390, 844), glm::ivec2(1366, 768)}) {
    const std::unique_ptr<Driver> driver = make_driver({.width = size.x, .height = size.y});
    Editor& editor = driver->editor();
    REQUIRE(editor.welcome.is_shown);
    const std::optional<Rect> card = area_named("welcome");
    REQUIRE(card);
    const float share =
        card->size.x * card->size.y / (editor.picture_size.x * editor.picture_size.y);
    const bool covers_much = share > 0.2f;
    CHECK(covers_much == (size.x == 390));
    driver->click(card->corner + glm::vec2(20.0f, 12.0f));  // its title
    CHECK(editor.welcome.is_shown);
    driver->click({card->end().x - 30.0f, card->corner.y - 60.0f});
    CHECK(editor.welcome.is_shown != covers_much);
    CHECK_FALSE(editor.preferences.welcome_is_dismissed);
  }
}

SOLVED_HOME_CASE(
    "words of the picture stand beside the card, also where it stands beside the tools") {
  const std::unique_ptr<Driver> driver = make_driver({.width = 1366, .height = 768});
  run_command(driver->editor(), "motion.new");
  run_command(driver->editor(), "timeline.open");
  driver->move({700.0f, 300.0f});
  const std::optional<Rect> card = area_named("welcome"), tools = area_named("tools");
  REQUIRE((card && tools));
  CHECK(card->corner.x > tools->end().x);
  REQUIRE(!driver->editor().toasts.empty());
  for (const HarmedWords& one : harmed_words(*ImGui::GetDrawData()))
    FAIL_CHECK(one.words << ", by " << one.by);
}

SOLVED_HOME_CASE("the second start opens the last file in the last view") {
  const std::string file = (media() / "bar.glb").string();
  Camera kept;
  {
    AppOptions options = first_start();
    options.files = {file};
    const std::unique_ptr<Driver> driver = make_driver(options);
    CHECK_FALSE(driver->editor().welcome.is_shown);
    driver->editor().camera = orbited(driver->editor().camera, 0.7f, 0.2f);
    kept = driver->editor().camera;
    driver->editor().wants_redraw = true;
  }
  Driver again(first_start());
  CHECK(again.editor().document.path() == std::filesystem::path(file));
  CHECK(again.editor().camera == kept);
}

HOME_CASE("a damaged last view is forgotten") {
  Preferences preferences;
  for (const char* view :
       {"7", "{}", "{\"target\":[0,0]}", "{\"target\":[0,0,1e999],\"distance\":1}",
        "{\"target\":[0,0,0],\"distance\":-1}", "{\"target\":[\"a\",0,0],\"distance\":1}"}) {
    std::filesystem::create_directories(platform::state_folder());
    std::ofstream(platform::state_folder() / "session.json") << "{\"last_view\":" << view << "}";
    CHECK_FALSE(load_preferences().last_view);
  }
}

SOLVED_HOME_CASE("at 1280x720 the hints are read whole, beside the card of the first start too") {
  const std::unique_ptr<Driver> driver = make_driver({.width = 1280, .height = 720});
  Editor& editor = driver->editor();
  REQUIRE(editor.welcome.is_shown);
  CHECK(area_named("Click a limb, drag a ring or a bone's end \u00b7 Tab: Rig mode"));
  dismiss_welcome(editor, editor.welcome);
  editor.document.select({driver->joint("forearm.R").id});
  editor.viewport.hint_until = editor.now + 60.0;
  driver->key(SDLK_F13);
  CHECK(
      area_named("Drag a ring, or a bone's end: its limb follows \u00b7 P pins it \u00b7 Tab: "
                 "Rig mode"));
  editor.tool = Tool::move;
  driver->key(SDLK_F13);
  CHECK(
      area_named("Drag an arrow, or a bone's end: its limb follows \u00b7 P pins it \u00b7 Tab: "
                 "Rig mode"));
}

SOLVED_HOME_CASE(
    "a mesh without joints offers a human skeleton: one click adds it in one step, Ctrl+Z takes it "
    "back") {
  const std::unique_ptr<Driver> driver = window_with((media() / "human.obj").string());
  Editor& editor = driver->editor();
  editor.toasts.clear();
  editor.viewport.hint_until = editor.now + 60.0;
  driver->key(SDLK_F13);
  CHECK(area_named("No skeleton yet: Rig > Make a skeleton, or press Tab, N and draw bones"));
  driver->press("Add human skeleton");
  REQUIRE(shown_or_first_skeleton(editor) != kNoId);
  CHECK(skeleton_on_show(editor)->joints.size() == 21);
  CHECK(driver->present_step() == "Add human skeleton");
  CHECK(driver->step_count() == 2);
  CHECK(editor.tab == Tab::rig);
  CHECK(editor.tool == Tool::move);
  CHECK(coverage(deformed(editor)).percent() > 95.0);
  REQUIRE(!editor.toasts.empty());
  CHECK(contains(editor.toasts.back().text, "arrows into place"));
  CHECK_FALSE(spot("Add human skeleton"));
  CHECK(run_command(editor, "rig.add_human"));
  CHECK(editor.toasts.back().text == "Each mesh has a skeleton, or is flat.");
  CHECK(driver->step_count() == 2);
  driver->ctrl(SDLK_z);
  CHECK(shown_or_first_skeleton(editor) == kNoId);
  CHECK(spot("Add human skeleton"));
}

SOLVED_HOME_CASE("a mesh without joints is rigged by one click and Enter, as one step") {
  const std::unique_ptr<Driver> driver = window_with((media() / "human.obj").string());
  Editor& editor = driver->editor();
  driver->press("Make a skeleton");
  REQUIRE(editor.figure.search.wait(1e9));
  driver->key(SDLK_F13);
  REQUIRE(shows_markers(editor));
  CHECK(spot("Build the skeleton"));
  driver->key(SDLK_TAB);
  CHECK(editor.figure.active == Marker::head);
  CHECK(editor.tab == Tab::layout);
  driver->key(SDLK_RETURN);
  driver->key(SDLK_F13);
  CHECK_FALSE(spot("Build the skeleton"));
  REQUIRE(skeleton_on_show(editor) != nullptr);
  CHECK(skeleton_on_show(editor)->joints.size() == 51);
  CHECK(driver->present_step() == "Make a skeleton");
  CHECK(driver->step_count() == 2);
  CHECK(coverage(deformed(editor)).uncovered == 0);
  driver->ctrl(SDLK_z);
  CHECK(shown_or_first_skeleton(editor) == kNoId);
}

SOLVED_HOME_CASE("the card of the first start makes way for a mesh without joints") {
  const std::unique_ptr<Driver> driver = make_driver({.width = 1280, .height = 720});
  REQUIRE(driver->editor().welcome.is_shown);
  CHECK(spot("Test capsule radii"));
  driver->drop((media() / "human.obj").string());
  driver->key(SDLK_RETURN);  // Open
  CHECK_FALSE(spot("Test capsule radii"));
  CHECK(spot("Add human skeleton"));
}
