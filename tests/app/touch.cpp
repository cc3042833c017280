// Fingers, as SDL reports them in a page and on a desktop.
#include <filesystem>
#include <imgui_internal.h>

#include "editor/files/document_files.h"
#include "editor/panels/joint_actions.h"
#include "editor/viewport/drag.h"
#include "support/app_driver.h"

namespace fs = std::filesystem;

using namespace marrow;
using namespace marrow::test;

namespace {

class Fingers {
 public:
  explicit Fingers(Driver& driver) : driver_(driver) {
    SDL_GetWindowSize(SDL_GL_GetCurrentWindow(), &width_, &height_);
  }
  void push(Uint32 type, SDL_FingerID finger, glm::vec2 at) {
    SDL_Event event{};
    event.type = type;
    event.tfinger.fingerId = finger;
    event.tfinger.windowID = SDL_GetWindowID(SDL_GL_GetCurrentWindow());
    event.tfinger.x = at.x / float(width_);
    event.tfinger.y = at.y / float(height_);
    driver_.push(event);
  }
  /// The first finger moves the pointer and holds its left button.
  void push_mouse(Uint32 type, glm::vec2 at) {
    SDL_Event event{};
    event.type = type;
    if (type == SDL_MOUSEMOTION) {
      event.motion.which = SDL_TOUCH_MOUSEID;
      event.motion.x = int(at.x);
      event.motion.y = int(at.y);
    } else {
      event.button.which = SDL_TOUCH_MOUSEID;
      event.button.button = SDL_BUTTON_LEFT;
      event.button.state = type == SDL_MOUSEBUTTONDOWN ? SDL_PRESSED : SDL_RELEASED;
      event.button.x = int(at.x);
      event.button.y = int(at.y);
    }
    driver_.push(event);
  }
  void first_down(glm::vec2 at) {
    push_mouse(SDL_MOUSEMOTION, at);
    push_mouse(SDL_MOUSEBUTTONDOWN, at);
    push(SDL_FINGERDOWN, 1, at);
    driver_.settle();
  }
  void first_to(glm::vec2 at) {
    push_mouse(SDL_MOUSEMOTION, at);
    push(SDL_FINGERMOTION, 1, at);
    driver_.settle();
  }
  void first_up(glm::vec2 at) {
    push_mouse(SDL_MOUSEBUTTONUP, at);
    push(SDL_FINGERUP, 1, at);
    driver_.settle();
  }

 private:
  Driver& driver_;
  int width_ = 1, height_ = 1;
};

glm::vec2 empty_place(Driver& driver) {
  const auto& place = driver.app().layout().viewport;
  return {place.corner.x + 0.93f * place.size.x, place.corner.y + 0.6f * place.size.y};
}

}  // namespace

HOME_CASE("a finger on nothing orbits, and draws no box; two pan and zoom") {
  const std::unique_ptr<Driver> window = sample_window();
  Driver& driver = *window;
  Fingers fingers(driver);
  const Camera before = driver.editor().camera;
  const glm::vec2 at = empty_place(driver);
  fingers.first_down(at);
  fingers.first_to(at - glm::vec2(40.0f, 0.0f));
  fingers.first_to(at - glm::vec2(80.0f, 10.0f));
  CHECK(std::holds_alternative<CameraDrag>(driver.editor().drag));
  fingers.first_up(at - glm::vec2(80.0f, 10.0f));
  CHECK_FALSE(is_dragging(driver.editor()));
  const Camera orbited = driver.editor().camera;
  CHECK(glm::distance(eye_of(before), eye_of(orbited)) > 0.1f);
  CHECK(glm::distance(before.target, orbited.target) < 1e-4f);

  // Apart by twice the distance: twice as large, about the same center.
  const glm::vec2 left = at - glm::vec2(150.0f, 0.0f), right = at;
  fingers.first_down(left);
  fingers.push(SDL_FINGERDOWN, 2, right);
  driver.settle();
  fingers.first_to(left - glm::vec2(75.0f, 0.0f));
  fingers.push(SDL_FINGERMOTION, 2, right + glm::vec2(75.0f, 0.0f));
  driver.settle();
  const Camera zoomed = driver.editor().camera;
  CHECK(zoomed.distance == doctest::Approx(orbited.distance / 2.0f).epsilon(0.02));
  // Both by as much: panned.
  fingers.first_to(left - glm::vec2(75.0f, -60.0f));
  fingers.push(SDL_FINGERMOTION, 2, right + glm::vec2(75.0f, 60.0f));
  driver.settle();
  CHECK(driver.editor().camera.target.y > zoomed.target.y);
  CHECK(driver.editor().camera.distance == doctest::Approx(zoomed.distance).epsilon(0.02));
  fingers.push(SDL_FINGERUP, 2, right);
  fingers.first_up(left);
  CHECK_FALSE(is_dragging(driver.editor()));
  CHECK(driver.document().history().steps().size() == 1);
}

HOME_CASE("a finger turns a ring that it touches; a second finger undoes that") {
  const std::unique_ptr<Driver> window = sample_window();
  Driver& driver = *window;
  Fingers fingers(driver);
  driver.click(driver.joint_pixel("forearm.L"));
  const glm::vec2 ring = driver.handle_pixel(GizmoHandle::z, 0.3f);
  fingers.first_down(ring);
  fingers.first_to(ring + glm::vec2(20.0f, 20.0f));
  fingers.first_to(ring + glm::vec2(40.0f, 40.0f));
  CHECK(is_editing(driver.editor()));
  fingers.first_up(ring + glm::vec2(40.0f, 40.0f));
  CHECK(driver.document().history().current() == 1);

  const Scene posed = driver.scene();
  const glm::vec2 again = driver.handle_pixel(GizmoHandle::z, 0.3f);
  fingers.first_down(again);
  fingers.first_to(again + glm::vec2(30.0f, 30.0f));
  fingers.push(SDL_FINGERDOWN, 2, again + glm::vec2(100.0f, 0.0f));
  driver.settle();
  CHECK_FALSE(is_dragging(driver.editor()));
  CHECK(driver.document().history().current() == 1);
  fingers.push(SDL_FINGERUP, 2, again + glm::vec2(100.0f, 0.0f));
  fingers.first_up(again);
  CHECK(driver.document().history().current() == 1);
}

HOME_CASE("the tap that opens a menu chooses nothing from it, where a phone has no room beside") {
  const fs::path own = home.path() / "own.glb";
  fs::copy_file(media() / "bar.glb", own);
  const std::unique_ptr<Driver> window =
      make_driver({.files = {(media() / "human.glb").string()}, .ui_scale = 1.0f});
  Driver& driver = *window;
  SDL_SetWindowMinimumSize(SDL_GL_GetCurrentWindow(), 1, 1);  // a page has none
  driver.app().window().resize(390, 844);
  driver.settle();
  Fingers fingers(driver);
  const auto tap = [&](glm::vec2 at) { fingers.first_down(at), fingers.first_up(at); };
  const auto menu = [](const char* name) {
    const ImGuiWindow* const found = ImGui::FindWindowByName(name);
    REQUIRE((found != nullptr && found->Active));
    return app::Rect{{found->Pos.x, found->Pos.y}, {found->Size.x, found->Size.y}};
  };
  REQUIRE(open_file(driver.editor(), own.string()));
  rename(driver.editor(), driver.scene().nodes.front().id,
         "renamed with many words and more words");
  driver.settle();
  REQUIRE(driver.document().history().current() == 1);

  tap({30.0f, 20.0f});
  const app::Rect first = menu("##Menu_00");
  REQUIRE(first.size.x < 150.0f);
  const auto row = [&](int n) {
    return glm::vec2(30.0f, first.corner.y + first.size.y * (float(n) + 0.5f) / 6.0f);
  };
  tap(row(1));  // Edit, whose first entry undoes
  CHECK(driver.document().history().current() == 1);
  CHECK(menu("##Menu_01").end().x <= 390.0f);
  tap(menu("##Menu_01").corner + glm::vec2(50.0f, 18.0f));
  CHECK(driver.document().history().current() == 0);

  tap({30.0f, 20.0f});
  tap(row(0));  // File, whose first entry takes an empty scene
  CHECK_FALSE(driver.scene().nodes.empty());
  REQUIRE(spot("Open recent"));
  const glm::vec2 recent = *spot("Open recent");
  tap(recent);
  REQUIRE(spot("Recent human.glb"));
  CHECK(menu("##Menu_02").corner.x < recent.x);  // below the finger
  CHECK(driver.document().path() == own);
  tap(*spot("Recent human.glb"));
  CHECK(driver.document().path().filename() == "human.glb");
}
