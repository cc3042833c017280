// Random input events with every tool, key, preset, menu and dialog: the scene stays sound, memory
// stays under its cap, and undoing everything gives the first scene back, bit by bit.
// MARROW_SOAK=20000 sets the number of events, MARROW_SOAK_SEED the sequence; MARROW_SOAK_LOG=1
// prints each event.
#include "support/soak.h"

#include <cmath>
#include <deque>
#include <fmt/format.h>
#include <functional>

#include "app/widgets/spots.h"
#include "editor/capture/shot.h"
#include "editor/commands/command_registry.h"
#include "editor/drag_state.h"
#include "editor/files/browser.h"
#include "editor/files/files_state.h"
#include "editor/pose/transport.h"
#include "editor/session.h"
#include "editor/tools.h"
#include "editor/viewport_state.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

namespace fs = std::filesystem;

/// All bits of a scene, as the file would have them.
std::string fingerprint(const Scene& scene, const fs::path& folder) {
  const fs::path path = folder / "fingerprint.glb";
  io::save(path, scene, {});
  std::string bytes = bytes_of(path);
  fs::remove(path);
  return bytes;
}

bool is_inside(const fs::path& path, const fs::path& folder) {
  const std::string text = path.lexically_normal().string(),
                    begin = folder.lexically_normal().string();
  return text == begin || text.starts_with(begin + "/");
}

/// An editor with random keys, buttons and pointer.
class Monkey {
 public:
  Monkey(Driver& driver, const fs::path& home, std::uint64_t seed)
      : driver_(driver), home_(home), random_(seed) {}

  /// Pushes one event (a press and what it needs) and draws a frame.
  void act() {
    const bool is_asked = has_dialog(driver_.editor());
    if (plan_.empty() && !is_asked && random_.chance(0.7f)) make_plan();
    const int kind = random_.below(100);
    if (is_asked && random_.chance(0.4f)) {  // or most events would meet the same dialog
      say("out of the dialog");
      stroke(SDLK_ESCAPE, false, false, false);
    } else if (!plan_.empty() && random_.chance(0.93f)) {
      const auto next = plan_.front();
      plan_.pop_front();
      next();
    } else if (kind < 22) {
      press_shortcut();
    } else if (kind < 40) {
      press_modal_key();
    } else if (kind < 66) {
      move();
    } else if (kind < 82) {
      use_button();
    } else if (kind < 86) {
      say("wheel");
      driver_.push_wheel(random_.below(5) - 2);
    } else if (kind < 95) {
      click_something_named();
    } else {
      disturb();
    }
    // All events are read before the next one is made, so that it is aimed at what is visible.
    for (int frame = 0;
         frame == 0 || (frame < 16 && SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT) == SDL_TRUE);
         ++frame)
      driver_.app().step();
  }

  /// Releases buttons and modifiers, stops motions, answers dialogs with no, cancels the gesture.
  void release() {
    for (const int button : {SDL_BUTTON_LEFT, SDL_BUTTON_MIDDLE, SDL_BUTTON_RIGHT})
      driver_.push_button(false, Uint8(button));
    for (const SDL_Keycode held : {SDLK_LCTRL, SDLK_LSHIFT, SDLK_LALT})
      driver_.push_key(false, held);
    driver_.app().step();
    driver_.editor().transport.is_playing = false;
    driver_.settle();
    for (int i = 0; i < 12; ++i) driver_.key(SDLK_ESCAPE);
  }

  std::string last_words() const {
    std::string words;
    for (const std::string& event : told_) words += event + "; ";
    return words;
  }

 private:
  void say(const std::string& words) {
    static const bool is_loud = wished("MARROW_SOAK_LOG", 0) != 0;
    if (is_loud) std::fprintf(stderr, "%s\n", words.c_str());
    told_.push_back(words);
    if (told_.size() > 40) told_.pop_front();
  }

  void stroke(SDL_Keycode code, bool ctrl, bool shift, bool alt) {
    const std::pair<bool, SDL_Keycode> held[] = {
        {ctrl, SDLK_LCTRL}, {shift, SDLK_LSHIFT}, {alt, SDLK_LALT}};
    for (const auto& [is_held, key] : held)
      if (is_held) driver_.push_key(true, key);
    driver_.push_key(true, code);
    // A key held down over several events is how modal keys meet drags.
    if (!random_.chance(0.05f)) driver_.push_key(false, code);
    for (const auto& [is_held, key] : held)
      if (is_held) driver_.push_key(false, key);
    if (!ctrl && !alt && code >= SDLK_SPACE && code < 127)
      driver_.push_text(std::string(1, char(code)));
  }

  void press_shortcut() {
    const std::vector<Command>& all = commands();
    const Command& chosen = all[std::size_t(random_.below(int(all.size())))];
    const std::vector<Shortcut>& shortcuts = shortcuts_of(driver_.editor(), chosen);
    if (shortcuts.empty()) return;
    const Shortcut& shortcut = shortcuts[std::size_t(random_.below(int(shortcuts.size())))];
    say(fmt::format("key {} ({})", shortcut_text(shortcut), chosen.id));
    stroke(shortcut.key, shortcut.ctrl, shortcut.shift, shortcut.alt);
  }

  void press_modal_key() {
    constexpr SDL_Keycode kKeys[] = {
        SDLK_x,      SDLK_y,      SDLK_z,      SDLK_g,      SDLK_r,         SDLK_s,     SDLK_e,
        SDLK_0,      SDLK_1,      SDLK_2,      SDLK_5,      SDLK_9,         SDLK_MINUS, SDLK_PERIOD,
        SDLK_ESCAPE, SDLK_RETURN, SDLK_RETURN, SDLK_ESCAPE, SDLK_BACKSPACE, SDLK_TAB,   SDLK_SPACE,
        SDLK_UP,     SDLK_DOWN,   SDLK_LEFT,   SDLK_RIGHT,  SDLK_DELETE};
    const SDL_Keycode key = kKeys[random_.below(int(std::size(kKeys)))];
    const bool shift = random_.chance(0.2f), ctrl = random_.chance(0.05f);
    say(fmt::format("modal {}{}{}", ctrl ? "Ctrl+" : "", shift ? "Shift+" : "",
                    SDL_GetKeyName(key)));
    stroke(key, ctrl, shift, false);
  }

  glm::vec2 window() { return glm::vec2(driver_.app().window().size()); }

  glm::vec2 somewhere() {
    if (random_.chance(0.3f))
      return {random_.uniform(-4.0f, window().x + 4.0f), random_.uniform(-4.0f, window().y + 4.0f)};
    if (random_.chance(0.5f)) return near_a_joint();
    const Rect& viewport = driver_.app().layout().viewport;
    return viewport.corner + viewport.size * (0.5f + random_.vec2(glm::vec2(0.5f)));
  }

  glm::vec2 near_a_joint(float reach = 60.0f) {
    std::vector<Id> joints;
    for (const Node& node : driver_.scene().nodes)
      if (node.skeleton)
        for (const Joint& joint : node.skeleton->joints) joints.push_back(joint.id);
    if (joints.empty()) return window() * 0.5f;
    const auto frame =
        world_from_joint(driver_.editor(), joints[std::size_t(random_.below(int(joints.size())))]);
    if (!frame) return window() * 0.5f;
    const glm::vec2 at =
        driver_.world_pixel(glm::vec3((*frame)[3])) + random_.vec2(glm::vec2(reach));
    return glm::clamp(at, glm::vec2(-4.0f), window() + 4.0f);
  }

  /// What an artist would do, one event after the other; other events come between.
  void make_plan() {
    const glm::vec2 joint = near_a_joint(12.0f);
    const Rect& viewport = driver_.app().layout().viewport;
    if (glm::any(glm::lessThan(joint, viewport.corner)) ||
        glm::any(glm::greaterThan(joint, viewport.corner + viewport.size))) {
      plan_ = {[this] {
        press_shortcut_of("view.frame_all");
      }};  // an artist who has lost the model looks for it
      return;
    }
    const auto go_to = [this](glm::vec2 at) { return [this, at] { move_to(at); }; };
    const auto press = [this](bool down) { return [this, down] { hold(SDL_BUTTON_LEFT, down); }; };
    if (random_.chance(0.5f)) plan_ = {go_to(joint), press(true), press(false)};
    if (random_.chance(0.4f))
      plan_.push_front([this] {
        const int tab = random_.below(3);
        say(fmt::format("tab {}", tab));
        set_tab(driver_.editor(), driver_.editor().viewport, static_cast<Tab>(tab));
      });
    const int kind = random_.below(3);
    if (kind == 0) {  // a key, a number or the pointer, yes or no
      constexpr const char* kTransforms[] = {"tool.move", "tool.rotate", "tool.scale",
                                             "tool.radius", "rig.extrude"};
      const std::string id = kTransforms[random_.below(5)];
      plan_.push_back([this, id] { press_shortcut_of(id); });
      for (int i = random_.below(4); i > 0; --i) plan_.push_back([this] { press_modal_key(); });
      for (int i = random_.below(3); i > 0; --i) plan_.push_back(go_to(near_a_joint(90.0f)));
      plan_.push_back([this] { tap(random_.chance(0.85f) ? SDLK_RETURN : SDLK_ESCAPE); });
    } else {  // a drag of the joint, or of a handle
      if (kind == 1) plan_.push_back([this] { move_to(some_handle()); });
      plan_.push_back(press(true));
      for (int i = 1 + random_.below(4); i > 0; --i) plan_.push_back(go_to(near_a_joint(120.0f)));
      if (random_.chance(0.2f)) plan_.push_back([this] { press_modal_key(); });
      plan_.push_back(press(false));
    }
  }

  void press_shortcut_of(const std::string& id) {
    for (const Command& entry : commands())
      if (entry.id == id && !shortcuts_of(driver_.editor(), entry).empty()) {
        const Shortcut& shortcut = shortcuts_of(driver_.editor(), entry).front();
        say(fmt::format("key {} ({})", shortcut_text(shortcut), id));
        return stroke(shortcut.key, shortcut.ctrl, shortcut.shift, shortcut.alt);
      }
  }

  void tap(SDL_Keycode key) {
    say(fmt::format("tap {}", SDL_GetKeyName(key)));
    stroke(key, false, false, false);
  }

  /// A point of the gizmo, where there is one.
  glm::vec2 some_handle() {
    const std::optional<GizmoTarget> target =
        gizmo_target(driver_.editor(), driver_.editor().transport, driver_.editor().viewport);
    if (!target) return near_a_joint(12.0f);
    const std::vector<GizmoShape> all = shapes(gizmo_on(driver_.editor(), *target));
    if (all.empty()) return near_a_joint(12.0f);
    const GizmoShape& shape = all[std::size_t(random_.below(int(all.size())))];
    if (shape.line.empty()) return near_a_joint(12.0f);
    return driver_.world_pixel(shape.line[std::size_t(random_.below(int(shape.line.size())))]);
  }

  void move_to(glm::vec2 at) {
    at = glm::clamp(at, glm::vec2(-4.0f), window() + 4.0f);
    say(fmt::format("move {:.0f} {:.0f}", at.x, at.y));
    driver_.push_motion(at);
  }

  void hold(Uint8 button, bool down) {
    down_[button] = down;
    say(fmt::format("button {} {}", int(button), down ? "down" : "up"));
    driver_.push_button(down, button);
  }

  void move() { move_to(somewhere()); }

  void use_button() {
    const Uint8 buttons[] = {SDL_BUTTON_LEFT, SDL_BUTTON_LEFT, SDL_BUTTON_LEFT, SDL_BUTTON_MIDDLE,
                             SDL_BUTTON_RIGHT};
    const Uint8 button = buttons[random_.below(5)];
    hold(button, !down_[button]);
  }

  /// Clicks one of the noted spots: buttons, tabs, menu titles, rows.
  void click_something_named() {
    if (spots().empty()) return;
    const Spot spot = spots()[std::size_t(random_.below(int(spots().size())))];
    say("click " + spot.name);
    driver_.push_press(spot.middle);
    driver_.push_button(false);
  }

  void window_event(SDL_WindowEventID what) {
    SDL_Event event{};
    event.type = SDL_WINDOWEVENT;
    event.window.event = Uint8(what);
    SDL_PushEvent(&event);
  }

  void disturb() {
    switch (random_.below(7)) {
      case 0: {
        const int height = 320 + random_.below(400);
        const glm::ivec2 size(480 + random_.below(700), height);
        say(fmt::format("resize {} x {}", size.x, size.y));
        driver_.app().window().resize(size.x, size.y);
        return window_event(SDL_WINDOWEVENT_SIZE_CHANGED);
      }
      case 1:
        say("focus lost");
        return window_event(SDL_WINDOWEVENT_FOCUS_LOST);
      case 2:
        say("focus gained");
        return window_event(SDL_WINDOWEVENT_FOCUS_GAINED);
      case 3:
        say("pointer leaves");
        return window_event(SDL_WINDOWEVENT_LEAVE);
      case 4: {
        const PresetName& preset = kPresetNames[std::size_t(random_.below(3))];
        say(fmt::format("preset {}", preset.name));
        driver_.editor().preferences.keymap = preset.preset;
        return;
      }
      case 5: {
        const fs::path file = home_ / (random_.chance(0.5f) ? "arm.glb" : "second.glb");
        say("drop " + file.filename().string());
        return driver_.push_drop(file.string());
      }
      default: {
        say("close");
        SDL_Event event{};
        event.type = SDL_QUIT;
        SDL_PushEvent(&event);
      }
    }
  }

  Driver& driver_;
  fs::path home_;
  Random random_;
  std::map<Uint8, bool> down_;
  std::deque<std::string> told_;
  std::deque<std::function<void()>> plan_;
};

/// Keeps a monkey's files in its home, remembers the opened scene, and checks the invariants.
class Watch {
 public:
  Watch(Driver& driver, const fs::path& home) : driver_(driver), home_(home) { note_opened(); }

  void after_event() {
    Editor& editor = driver_.editor();
    editor.wants_quit = false;
    if (editor.files.browser && !is_inside(editor.files.browser->folder, home_))
      enter_folder(*editor.files.browser, home_);
    if (editor.files.browser) editor.files.browser->path_text = home_.string();
    editor.preferences.picture_folder = (home_ / "pictures").string();
    const History& history = editor.document.history();
    if (!(history.steps().front().scene == opened_) && history.steps().size() == 1) note_opened();
    if (const std::uint64_t commits = editor.document.commits(); commits != commits_)
      commits_ = commits, ++edits_;
    REQUIRE(history.memory() <= history.memory_cap());
    REQUIRE(is_sound(editor));
    if (const fs::path& path = editor.document.path(); !path.empty())
      REQUIRE(is_inside(path, home_));
  }

  const std::string& opened() const { return fingerprint_; }
  int edits() const { return edits_; }  ///< that became steps

 private:
  void note_opened() {
    opened_ = driver_.document().history().steps().front().scene;
    fingerprint_ = fingerprint(opened_, home_);
  }

  static bool is_sound(Editor& editor) {
    const Camera& camera = editor.camera;
    for (const float number : {camera.target.x, camera.target.y, camera.target.z, camera.distance,
                               camera.yaw, camera.pitch})
      if (!std::isfinite(number)) return false;
    return camera.distance > 0.0f && why_invalid(editor.document.scene()).empty();
  }

  Driver& driver_;
  fs::path home_;
  Scene opened_;
  std::string fingerprint_;
  std::uint64_t commits_ = 0;
  int edits_ = 0;
};

}  // namespace

HOME_CASE(
    "Whatever events come, the scene stays sound, and undoing everything gives back bit by bit "
    "what was opened") {
  for (const char* name : {"arm.glb", "second.glb"}) io::save(home.path() / name, arm_scene(), {});
  fs::create_directory(home.path() / "pictures");
  const fs::path before = fs::current_path();
  const std::unique_ptr<Driver> driver = make_driver({.files = {(home.path() / "arm.glb").string()},
                                                      .ui_scale = 1.0f,
                                                      .width = 1000,
                                                      .height = 600});
  fs::current_path(home.path());
  const int events = wished("MARROW_SOAK", 1500);
  const int seed = wished("MARROW_SOAK_SEED", 6);
  Monkey monkey(*driver, home.path(), std::uint64_t(seed));
  Watch watch(*driver, home.path());
  // The session must do work and not only wait before a dialog. How many edits a seed meets depends
  // on the driver's pixels, on the words in dialogs and, without the textbook, on refusals: it goes
  // on until it has made some.
  const auto is_work = [&] { return watch.edits() > events / 300; };
  int event = 0;
  for (; event < events || (event < 5 * events && !is_work()); ++event) {
    INFO("seed " << seed << ", event " << event);
    monkey.act();
    INFO("the last events: " << monkey.last_words());
    watch.after_event();
  }
  monkey.release();
  INFO("the last events: " << monkey.last_words());
  watch.after_event();
  REQUIRE_FALSE(driver->document().in_gesture());
  std::printf("soak: %d events, %d edits, %zu steps at the end, %.1f MB of history\n", event,
              watch.edits(), driver->document().history().steps().size(),
              double(driver->document().history().memory()) / 1e6);
  CHECK(is_work());
  driver->editor().document.travel(0);
  driver->settle();
  CHECK(fingerprint(driver->scene(), home.path()) == watch.opened());
  fs::current_path(before);
}
