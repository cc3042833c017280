// Drives the real window loop without a display: events go into SDL's queue, time passes in fixed
// steps, frames are drawn until the window rests. Results depend on the events alone.
#pragma once

#include <SDL.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/app.h"
#include "app/widgets/spots.h"
#include "editor/bench/body_measuring.h"
#include "editor/bench/sheet_model.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/open_dialogs.h"
#include "editor/pose/transport.h"
#include "editor/posed_joints.h"
#include "editor/session.h"
#include "editor/timeline/motion_meters.h"
#include "editor/timeline/timeline.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport_state.h"
#include "io/formats.h"
#include "platform/jobs.h"
#include "rig/implementations.h"
#include "support/app_scene.h"

namespace marrow::test {

/// A temporary home folder, removed at the end: tests never read or write the user's preferences.
class Home {
 public:
  Home() : path_(scratch("app")) {
    setenv("HOME", path_.c_str(), 1);
    setenv("XDG_CONFIG_HOME", (path_ / "config").c_str(), 1);
    setenv("XDG_STATE_HOME", (path_ / "state").c_str(), 1);
    setenv("SDL_VIDEODRIVER", "offscreen", 1);
    // Loads the GL driver once for all windows, because an unloaded driver leaks memory.
    [[maybe_unused]] static const bool loaded =
        SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 && SDL_GL_LoadLibrary(nullptr) == 0;
  }
  ~Home() { std::filesystem::remove_all(path_); }
  Home(const Home&) = delete;
  Home& operator=(const Home&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A case with a fresh home; the second one also needs correct functions.
#define HOME_CASE(name) GIVEN_CASE(name, const marrow::test::Home, home)
#define SOLVED_HOME_CASE(name) SOLVED_GIVEN_CASE(name, const marrow::test::Home, home)

/// Saves a scene to a file in a home; returns its path.
inline std::string saved(const Home& home, const std::string& name, const Scene& scene) {
  const std::string path = (home.path() / name).string();
  io::save(path, scene, {});
  return path;
}

/// Copies the sample to a file in a home, which may exist; returns its path.
inline std::string copy_of_sample(const Home& home, const std::string& name) {
  const std::filesystem::path path = home.path() / name;
  std::filesystem::copy_file(media() / "human.glb", path,
                             std::filesystem::copy_options::overwrite_existing);
  return path.string();
}

/// The place where something of this name was drawn last; none if it was not drawn.
inline std::optional<glm::vec2> spot(const std::string& name) {
  for (const app::Spot& one : app::spots())
    if (one.name == name) return one.middle;
  return std::nullopt;
}

class Driver {
 public:
  Driver(const app::AppOptions& options) : app_(waiting(options)) {
    app_.use_fixed_time(1.0 / 60.0);
    app_.use_speed(true);
    app_.draw_coarsely();
    settle();
  }

  app::App& app() { return app_; }
  Editor& editor() { return app_.editor(); }
  const Document& document() { return app_.editor().document; }
  const Scene& scene() { return document().scene(); }

  /// Steps until nothing is left to do. Throws if the window never rests; frames during background
  /// jobs do not count.
  void settle() {
    for (int frame = 0; frame < 600; frame += !has_jobs()) {
      app_.step();
      if (app_.is_at_rest()) return;
      if (awaits_file(editor()) || is_saving(editor().files) || is_measuring(editor()))
        app_.wait();  // a frame must follow, because drawing the share card updates it
      else if (has_jobs())
        platform::pause(1.0);
    }
    throw std::runtime_error("the window does not come to rest");
  }

  /// Pushes an event into SDL's queue. Its time is `later_` milliseconds after the last frame, by
  /// the app's clock.
  void push(SDL_Event& event) {
    event.common.timestamp = Uint32(editor().now * 1000.0) + later_;
    SDL_PeepEvents(&event, 1, SDL_ADDEVENT, 0, 0);
  }
  void push_later(Uint32 milliseconds) { later_ = milliseconds; }

  void push_motion(glm::vec2 at) {
    SDL_Event event{};
    event.type = SDL_MOUSEMOTION;
    event.motion.x = int(at.x);
    event.motion.y = int(at.y);
    push(event);
    pointer_ = at;
  }
  void push_button(bool down, Uint8 button = SDL_BUTTON_LEFT) {
    SDL_Event event{};
    event.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
    event.button.button = button;
    event.button.state = down ? SDL_PRESSED : SDL_RELEASED;
    event.button.clicks = 1;
    event.button.x = int(pointer_.x);
    event.button.y = int(pointer_.y);
    push(event);
  }
  void push_key(bool down, SDL_Keycode code) {
    SDL_Event event{};
    event.type = down ? SDL_KEYDOWN : SDL_KEYUP;
    event.key.keysym.sym = code;
    event.key.keysym.scancode = SDL_GetScancodeFromKey(code);
    event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
    push(event);
  }
  void push_tap(SDL_Keycode code) { push_key(true, code), push_key(false, code); }
  /// Presses the left button there.
  void push_press(glm::vec2 at) { push_motion(at), push_button(true); }
  /// Turns the wheel away from the user, and to the right.
  void push_wheel(int notches, int sideways = 0) {
    SDL_Event event{};
    event.type = SDL_MOUSEWHEEL;
    event.wheel.x = sideways;
    event.wheel.y = notches;
    push(event);
  }
  void push_text(const std::string& text) {
    for (char letter : text) {
      SDL_Event event{};
      event.type = SDL_TEXTINPUT;
      event.text.text[0] = letter;
      push(event);
    }
  }
  void push_drop(const std::string& path) {
    SDL_Event event{};
    event.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup(path.c_str());
    push(event);
  }
  void push_quit() {
    SDL_Event event{};
    event.type = SDL_QUIT;
    push(event);
  }

  // Push, then wait for the results.
  void move(glm::vec2 at) { push_motion(at), settle(); }
  void let_go() { push_button(false), settle(); }
  void click(glm::vec2 at, Uint8 button = SDL_BUTTON_LEFT) {
    push_motion(at);
    push_button(true, button);
    push_button(false, button);
    settle();
  }
  void click_with(SDL_Keycode held, glm::vec2 at) {
    push_key(true, held);
    click(at);
    push_key(false, held);
    settle();
  }
  /// Presses the left button and moves the pointer on; let_go() ends that.
  void pull(glm::vec2 from, glm::vec2 to) { push_press(from), push_motion(to), settle(); }
  /// Clicks where something of this name was drawn.
  void press(const std::string& name, Uint8 button = SDL_BUTTON_LEFT) {
    INFO(name);
    settle();
    const std::optional<glm::vec2> at = spot(name);
    REQUIRE(at);
    click(*at, button);
  }
  void drag(glm::vec2 from, glm::vec2 to, Uint8 button = SDL_BUTTON_LEFT) {
    push_motion(from);
    push_button(true, button);
    for (int step = 1; step <= 8; ++step) push_motion(glm::mix(from, to, float(step) / 8.0f));
    push_button(false, button);
    settle();
  }
  void key(SDL_Keycode code, const std::vector<SDL_Keycode>& held = {}) {
    for (SDL_Keycode modifier : held) push_key(true, modifier);
    push_tap(code);
    for (SDL_Keycode modifier : held) push_key(false, modifier);
    settle();
  }
  void ctrl(SDL_Keycode code) { key(code, {SDLK_LCTRL}); }
  void type(const std::string& text) { push_text(text), settle(); }
  void drop(const std::string& path) { push_drop(path), settle(); }
  void close_window() { push_quit(), settle(); }

  /// A joint's origin in window pixels.
  glm::vec2 joint_pixel(const std::string& name) {
    return world_pixel(glm::vec3((*world_from_joint(editor(), joint(name).id))[3]));
  }
  glm::vec2 world_pixel(const glm::vec3& world) {
    return project(editor().camera, world, editor().picture_size).pixel +
           app_.layout().viewport.corner;
  }
  /// A point of a gizmo handle, `share` of the way along its line, in window pixels.
  glm::vec2 handle_pixel(GizmoHandle handle, float share) {
    for (const GizmoShape& shape :
         shapes(gizmo_on(editor(), *gizmo_target(editor(), editor().transport, editor().viewport))))
      if (shape.handle == handle)
        return world_pixel(shape.line[std::size_t(share * float(shape.line.size() - 1))]);
    throw std::runtime_error("the gizmo has no such handle");
  }
  std::string selected_name() {
    const Id id = document().active();
    if (const Joint* joint = joint_of(scene(), id)) return joint->name;
    const Node* node = find_node(scene(), id);
    return node != nullptr ? node->name : "";
  }
  const Joint& joint(std::string_view name) { return joint_named(scene(), name); }
  const std::string& present_step() {
    const History& history = document().history();
    return history.steps()[history.current()].label;
  }
  std::size_t step_count() { return document().history().steps().size(); }

 private:
  static app::AppOptions waiting(app::AppOptions options) {
    options.waits_for_jobs = true;
    return options;
  }
  bool has_jobs() {
    return awaits_file(editor()) || is_saving(editor().files) || is_measuring(editor()) ||
           editor().timeline.meters.job.is_running() || editor().sheet.trial.is_running();
  }

  app::App app_;
  glm::vec2 pointer_{0.0f};
  Uint32 later_ = 0;
};

/// Makes a driver. If OpenGL needs a display here, skips the case, which must be one of cases.h.
inline std::unique_ptr<Driver> make_driver(const app::AppOptions& options) {
  try {
    return std::make_unique<Driver>(options);
  } catch (const std::runtime_error& error) {
    if (std::string(error.what()).find("rest") != std::string::npos) throw;
    skip(std::string("the window off-screen: ") + error.what());
    throw Skipped();
  }
}

/// make_driver() for a file at scale 1.
inline std::unique_ptr<Driver> window_with(const std::string& file, int width = 1280,
                                           int height = 720) {
  app::AppOptions options{.files = {file}, .ui_scale = 1.0f, .width = width, .height = height};
  return make_driver(options);
}

/// window_with() for the arm.
inline std::unique_ptr<Driver> window_on_arm(const Home& home, int width = 960, int height = 640) {
  return window_with(saved(home, "arm.glb", arm_scene()), width, height);
}

/// window_with() for the sample.
inline std::unique_ptr<Driver> sample_window() {
  return window_with((media() / "human.glb").string());
}

}  // namespace marrow::test
