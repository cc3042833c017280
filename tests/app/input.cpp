// Pushed events arrive at Dear ImGui, in each of its versions.
#include <SDL.h>
#include <imgui.h>

#include "app/imgui_version.h"
#include "editor/commands/help_state.h"
#include "editor/pose/shelf.h"
#include "editor/preferences_state.h"
#include "editor/viewport_state.h"
#include "support/app_driver.h"
#include "support/matrices.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// What Dear ImGui reported to widgets, frame by frame.
struct Heard {
  int clicks = 0, clicks_with_ctrl = 0, releases = 0, left = 0, right = 0;
  bool operator==(const Heard&) const = default;
};

void listen(Heard& heard) {
  const ImGuiIO& io = ImGui::GetIO();
  heard.clicks += io.MouseClicked[0];
  heard.clicks_with_ctrl += io.MouseClicked[0] && io.KeyCtrl;
  heard.releases += io.MouseReleased[0];
  heard.left += key_pressed(ImGuiKey_LeftArrow, false);
  heard.right += key_pressed(ImGuiKey_RightArrow, false);
}

/// One gesture, pushed at once. Returns what must be heard of it.
Heard push_random(Driver& driver, Random& random, glm::vec2 empty) {
  Heard due;
  if (random.chance(0.5f)) {
    const bool ctrl = random.chance(0.5f);
    if (ctrl) driver.push_key(true, SDLK_LCTRL);
    driver.push_press(empty + glm::vec2(random.below(20), random.below(20)));
    if (random.chance(0.5f)) driver.push_motion(empty);
    driver.push_button(false);
    if (ctrl) driver.push_key(false, SDLK_LCTRL);
    return {.clicks = 1, .clicks_with_ctrl = ctrl ? 1 : 0, .releases = 1};
  }
  const bool left = random.chance(0.5f);
  driver.push_tap(left ? SDLK_LEFT : SDLK_RIGHT);
  (left ? due.left : due.right) = 1;
  return due;
}

}  // namespace

SOLVED_HOME_CASE("Each click and key is heard once, however many come between two frames") {
  std::unique_ptr<Driver> driver = window_on_arm(home);
  const glm::vec2 empty = driver->app().layout().viewport.end() - glm::vec2(60.0f);
  for (const int at_once : {1, 4, 40}) {
    Random random(at_once);
    Heard due, heard;
    for (int gesture = 0; gesture < 40; ++gesture) {
      const Heard one = push_random(*driver, random, empty);
      due.clicks += one.clicks, due.clicks_with_ctrl += one.clicks_with_ctrl;
      due.releases += one.releases, due.left += one.left, due.right += one.right;
      if ((gesture + 1) % at_once != 0) continue;
      do {
        driver->app().step();
        listen(heard);
      } while (!driver->app().is_at_rest());
    }
    CAPTURE(at_once);
    CHECK(heard == due);
  }
}

SOLVED_HOME_CASE("A drag outlives the keyboard's going to another window; keys do not stay down") {
  std::unique_ptr<Driver> driver = window_on_arm(home);
  driver->click(driver->joint_pixel("elbow"));
  const glm::vec2 ring = driver->handle_pixel(GizmoHandle::z, 0.3f);
  driver->push_press(ring);
  driver->push_key(true, SDLK_LEFT);
  driver->push_motion(ring + glm::vec2(30.0f, 30.0f));
  driver->settle();
  REQUIRE(driver->document().in_gesture());
  SDL_Event lost{};
  lost.type = SDL_WINDOWEVENT;
  lost.window.event = SDL_WINDOWEVENT_FOCUS_LOST;
  driver->push(lost);
  int clicks = 0, repeats = 0;
  for (int frame = 0; frame < 60; ++frame) {
    driver->push_motion(ring + glm::vec2(40.0f + float(frame % 2), 40.0f));
    driver->app().step();
    clicks += ImGui::GetIO().MouseClicked[0];
    repeats += key_pressed(ImGuiKey_LeftArrow);
  }
  CHECK(clicks == 0);
  CHECK(repeats == 0);
  CHECK(ImGui::GetIO().MousePos.x >= ring.x + 40.0f);
  CHECK(driver->document().in_gesture());
  const std::size_t steps = driver->step_count();
  driver->let_go();
  CHECK_FALSE(driver->document().in_gesture());
  CHECK(driver->step_count() == steps + 1);
}

SOLVED_HOME_CASE("R, Z, a number and Enter turn a joint wherever the pointer and the focus are") {
  std::unique_ptr<Driver> driver = window_on_arm(home);
  Editor& editor = driver->editor();
  const glm::mat4 turned = about_z(glm::radians(60.0f));
  const Camera camera = editor.camera;
  for (const glm::vec2 place : {driver->app().layout().viewport.corner + glm::vec2(300.0f, 250.0f),
                                glm::vec2(20.0f, 320.0f), glm::vec2(940.0f, 320.0f)})
    for (int panel = 0; panel < 5; ++panel) {  // 0: the picture has the focus
      CAPTURE(place.x);
      CAPTURE(panel);
      editor.document.select({kElbow});
      driver->move(place);
      for (int press = 0; press < panel; ++press) driver->key(SDLK_F6);
      const Tool tool = editor.tool;
      driver->key(SDLK_r);
      REQUIRE(driver->document().in_gesture());
      driver->type("z");
      driver->type("60");
      driver->key(SDLK_1);  // a view, but not now
      driver->push_key(true, SDLK_RETURN);
      for (int step = 0; step < 6; ++step) driver->app().step();  // held for a moment
      driver->push_key(false, SDLK_RETURN);
      driver->settle();
      CHECK_FALSE(driver->document().in_gesture());
      CHECK(largest_difference(driver->joint("elbow").user_local, turned) < 1e-5f);
      CHECK(editor.tool == tool);
      CHECK(editor.camera == camera);
      driver->key(SDLK_r);
      driver->type("30");
      driver->key(SDLK_ESCAPE);
      CHECK_FALSE(driver->document().in_gesture());
      CHECK(largest_difference(driver->joint("elbow").user_local, turned) < 1e-5f);
      driver->ctrl(SDLK_z);
      CHECK(driver->joint("elbow").user_local == glm::mat4(1.0f));
      driver->key(SDLK_ESCAPE);  // the picture has the focus again
    }
}

SOLVED_HOME_CASE("A wheel turned to the right shows what lies there") {
  std::unique_ptr<Driver> driver = sample_window();
  Editor& editor = driver->editor();
  const auto poses = [&] { return shelf_skeleton(editor, editor.shelf)->poses.size(); };
  while (poses() < 32) store_pose(editor, editor.shelf);
  driver->move({400.0f, 300.0f});
  const std::string name = shelf_skeleton(editor, editor.shelf)->poses[2].name;
  REQUIRE(spot(name));
  const glm::vec2 card = *spot(name);
  driver->move(card);
  driver->push_wheel(0, 1);
  driver->settle();
  REQUIRE(spot(name));
  CHECK(spot(name)->x < card.x - 20.0f);
  driver->push_wheel(0, -1);
  driver->settle();
  CHECK(spot(name)->x == doctest::Approx(card.x));
}

SOLVED_HOME_CASE("In a dialog Enter presses no button that the keyboard has reached; Space does") {
  std::unique_ptr<Driver> driver = window_on_arm(home);
  Preferences& now = driver->editor().preferences;
  const auto change_by = [&](SDL_Keycode key) {
    const Preferences before = now;
    int changed = 0;
    run_command(driver->editor(), "edit.preferences");
    driver->settle();
    for (int item = 0; item < 40 && driver->editor().help.shows_preferences; ++item) {
      driver->key(SDLK_DOWN);
      driver->key(key);
      changed += !(now == before);
      now = before;
    }
    driver->editor().help.shows_preferences = false;
    driver->settle();
    return changed;
  };
  CHECK(change_by(SDLK_RETURN) == 0);
  CHECK(change_by(SDLK_SPACE) > 0);
}

namespace {

/// An event of the X server with the server's time; the window reads it later.
struct XServer {
  unsigned long now = 50000;  ///< milliseconds of the server's clock
  glm::vec2 at{0.0f};

  void pass(unsigned milliseconds) {
    SDL_Delay(milliseconds);
    now += milliseconds;
  }
  void send(SDL_Event event, int x_type, unsigned ago) const {
    // SDL_SysWMmsg of X11, with the beginning of Xlib's XButtonEvent.
    struct {
      SDL_version version{};
      int subsystem = 2, type = 0;
      unsigned long serial = 0;
      int is_sent = 0;
      void* display = nullptr;
      unsigned long window = 0, root = 0, subwindow = 0, time = 0;
    } message;
    message.type = x_type;
    message.time = now - ago;
    SDL_Event system{};
    system.type = SDL_SYSWMEVENT;
    system.syswm.msg = reinterpret_cast<SDL_SysWMmsg*>(&message);
    SDL_PushEvent(&system);
    SDL_PushEvent(&event);
  }
  void move(glm::vec2 to) {
    at = to;
    SDL_Event event{};
    event.type = SDL_MOUSEMOTION;
    event.motion.x = int(at.x);
    event.motion.y = int(at.y);
    send(event, 6, 0);
  }
  /// Sets the age of the event in milliseconds.
  void click(unsigned ago) const {
    SDL_Event event{};
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = int(at.x);
    event.button.y = int(at.y);
    event.type = SDL_MOUSEBUTTONDOWN;
    send(event, 4, ago);
    event.type = SDL_MOUSEBUTTONUP;
    send(event, 5, ago);
  }
};

}  // namespace

SOLVED_HOME_CASE("Clicks have the time of the X server, however late slow frames take them") {
  std::unique_ptr<Driver> driver = window_on_arm(home);
  XServer server;
  server.move(driver->joint_pixel("elbow"));
  const auto selected = [&] {
    driver->settle();
    return driver->document().selection().size();
  };
  REQUIRE(selected() == 0);
  SUBCASE("100 ms apart, both in one frame of 800 ms: a double click selects the chain") {
    server.pass(800);
    server.click(450);
    server.click(350);
    CHECK(selected() > 1);
  }
  SUBCASE("100 ms apart, in two frames of 800 ms") {
    server.pass(800);
    server.click(50);
    CHECK(selected() == 1);
    server.pass(800);
    server.click(750);
    CHECK(selected() > 1);
  }
  SUBCASE("100 ms apart, of which only the second one meets a slow frame") {
    server.click(0);
    CHECK(selected() == 1);
    server.pass(800);
    server.click(700);
    CHECK(selected() > 1);
  }
  SUBCASE("900 ms apart, both in one frame: two clicks") {
    server.pass(1000);
    server.click(950);
    server.click(50);
    CHECK(selected() == 1);
  }
}
