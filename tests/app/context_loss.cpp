// The GL context is lost at random frames: later pictures equal, bit for bit, those of a window
// that never lost it. MARROW_SOAK_LOSSES=100 sets how often.
#include <set>

#include "app/widgets/spots.h"
#include "editor/capture/shot.h"
#include "editor/commands/command_registry.h"
#include "editor/session.h"
#include "io/editor_data.h"
#include "support/app_driver.h"
#include "support/soak.h"
#include "view/gl/gl.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// The results of a session, and the window's pixels whenever it was at rest.
struct Life {
  std::vector<std::string> pictures;  ///< checksums of the window's pixels
  std::vector<Scene> steps;           ///< of the history
  std::vector<std::string> labels;    ///< of these
  std::vector<Id> selection;
  int frames = 0;
  int losses = 0;
  int objects = 0;  ///< of GL, at the end
};

class Artist {
 public:
  Artist(Driver& driver, std::set<int> losses) : driver_(driver), losses_(std::move(losses)) {
    driver.app().keep_pixels(true);
  }

  Life live(int actions) {
    Random random(7);
    for (int i = 0; i < actions; ++i) act(random);
    const History& history = driver_.document().history();
    for (const History::Step& step : history.steps())
      life_.steps.push_back(step.scene), life_.labels.push_back(step.label);
    life_.selection = driver_.document().selection();
    life_.objects = view::gl::live_objects();
    return std::move(life_);
  }

 private:
  void act(Random& random) {
    const int kind = random.below(10);
    if (kind < 4) {
      bend(random);
    } else if (kind < 6) {
      turn_view(random);
    } else if (kind < 7) {
      driver_.push_press(near_a_joint(random));
      driver_.push_button(false);
      look();
    } else {
      static constexpr const char* kCommands[] = {
          "edit.undo",  "edit.undo",   "edit.redo",       "view.frame_all", "view.front",
          "view.heat",  "view.xray",   "view.materials",  "view.capsules",  "tab.layout",
          "tab.rig",    "tab.pose",    "select.all",      "pose.flip",      "pose.store",
          "pose.shelf", "rig.compare", "rig.smooth",      "pose.reset_all", "select.child",
          "view.ortho", "view.grid",   "edit.preferences"};
      run_command(driver_.editor(), kCommands[random.below(int(std::size(kCommands)))]);
      driver_.push_motion(near_a_joint(random));
      look();
      press(SDLK_ESCAPE);
    }
  }

  /// A transform is dragged, then kept or canceled.
  void bend(Random& random) {
    const glm::vec2 start = near_a_joint(random);
    driver_.push_press(start);
    driver_.push_button(false);
    look();
    press(random.chance(0.7f) ? SDLK_r : SDLK_g);
    for (int i = 1; i <= 3; ++i) {
      driver_.push_motion(start + random.vec2({60.0f, 60.0f}));
      look();
    }
    press(random.chance(0.8f) ? SDLK_RETURN : SDLK_ESCAPE);
  }

  void turn_view(Random& random) {
    const glm::vec2 start = near_a_joint(random);
    driver_.push_motion(start);
    driver_.push_button(true, SDL_BUTTON_MIDDLE);
    for (int i = 1; i <= 2; ++i) {
      driver_.push_motion(start + random.vec2({90.0f, 40.0f}));
      look();
    }
    driver_.push_button(false, SDL_BUTTON_MIDDLE);
    driver_.push_wheel(random.below(3) - 1);
    look();
  }

  void press(SDL_Keycode code) {
    driver_.push_tap(code);
    look();
  }

  glm::vec2 near_a_joint(Random& random) {
    static constexpr const char* kJoints[] = {"head",   "spine",   "upper_arm.L", "forearm.L",
                                              "hand.R", "thigh.L", "shin.R"};
    const char* name = kJoints[random.below(int(std::size(kJoints)))];
    const Rect& viewport = driver_.app().layout().viewport;
    return glm::clamp(driver_.joint_pixel(name), viewport.corner + 2.0f, viewport.end() - 2.0f);
  }

  /// Draws until the window rests, sometimes in a new context; returns what is seen then.
  void look() {
    App& app = driver_.app();
    for (int frame = 0; frame == 0 || !app.is_at_rest(); ++frame) {
      REQUIRE(frame < 600);
      if (losses_.contains(life_.frames)) lose();
      driver_.editor().toasts.clear();  // else an additional frame would make them expire
      app.step();
      ++life_.frames;
    }
    const view::Image& pixels = app.pixels();
    life_.pictures.push_back(io::checksum({pixels.rgba.data(), pixels.rgba.size()}));
  }

  void lose() {
    driver_.app().remake_graphics();
    ++life_.losses;
  }

  Driver& driver_;
  std::set<int> losses_;
  Life life_;
};

/// The sample, which has poses, materials and three hundred parts to draw.
std::unique_ptr<Driver> window_on_sample(const Home& home) {
  return window_with(copy_of_sample(home, "human.glb"), 560, 360);
}

std::set<int> some_of(int frames, int count) {
  Random random(3);
  std::set<int> chosen;
  while (int(chosen.size()) < std::min(count, frames)) chosen.insert(random.below(frames));
  return chosen;
}

view::Image seen(Driver& driver) {
  driver.settle();
  driver.editor().toasts.clear();
  driver.move(driver.app().layout().viewport.corner + 3.0f);
  return driver.app().pixels();
}

/// What is seen before and after the context is lost while the window rests.
void expect_same_after_loss(Driver& driver) {
  const view::Image before = seen(driver);
  const int objects = view::gl::live_objects();
  driver.app().remake_graphics();
  CHECK_FALSE(driver.app().is_at_rest());
  const view::Image after = seen(driver);
  CHECK(after.rgba == before.rgba);
  CHECK(view::gl::live_objects() <= objects);  // what is not shown any more does not come back
}

}  // namespace

HOME_CASE("A context lost at random frames costs neither an edit nor a pixel") {
  const int losses = wished("MARROW_SOAK_LOSSES", trials(8)), actions = std::max(12, losses);
  Life whole, patched;
  {
    const auto driver = window_on_sample(home);
    whole = Artist(*driver, {}).live(actions);
  }
  {
    const Home other;
    patched = Artist(*window_on_sample(other), some_of(whole.frames, losses)).live(actions);
  }
  CHECK(patched.losses == losses);
  REQUIRE(patched.steps.size() == whole.steps.size());
  for (std::size_t i = 0; i < whole.steps.size(); ++i)
    CHECK_MESSAGE(same_content(patched.steps[i], whole.steps[i]), i);
  CHECK(patched.labels == whole.labels);
  CHECK(patched.selection == whole.selection);
  CHECK(patched.objects <= whole.objects);  // what is not shown any more does not come back
  REQUIRE(patched.pictures.size() == whole.pictures.size());
  for (std::size_t i = 0; i < whole.pictures.size(); ++i)
    CHECK_MESSAGE(patched.pictures[i] == whole.pictures[i], i);
  MESSAGE(whole.frames << " frames, " << whole.pictures.size() << " pictures, "
                       << whole.steps.size() - 1 << " steps, " << losses << " losses");
}

HOME_CASE(
    "What windows show comes back: stored poses, the sheet, a screenshot's preview, pictures of "
    "recent files") {
  const auto driver = window_on_sample(home);
  run_command(driver->editor(), "tab.pose");
  expect_same_after_loss(*driver);
  if (has_solution()) {
    run_command(driver->editor(), "bench.range_of_motion");
    expect_same_after_loss(*driver);
    driver->key(SDLK_ESCAPE);
  }
  run_command(driver->editor(), "file.screenshot_options");
  expect_same_after_loss(*driver);
  driver->key(SDLK_ESCAPE);
  run_command(driver->editor(), "file.new");
  expect_same_after_loss(*driver);
}

HOME_CASE("A turntable under way goes on after a loss, and writes the same file") {
  std::string files[2];
  for (const bool loses : {false, true}) {
    const Home own;
    const auto driver = window_on_sample(own);
    ShotState& shots = driver->editor().shots;
    run_command(driver->editor(), "file.turntable");
    driver->editor().preferences.picture_folder = own.path().string();
    shots.name = "turn";
    shots.film = {
        .format = view::FilmFormat::gif, .height = 64, .frames = 12, .seconds = 1.0f, .look = {}};
    driver->move({1.0f, 1.0f});
    driver->press("Make GIF");
    for (int frame = 0; shots.is_running; ++frame) {
      REQUIRE(frame < 1000);
      if (loses) driver->app().remake_graphics();
      driver->app().step();
    }
    files[loses ? 1 : 0] = bytes_of(own.path() / "turn.gif");
  }
  REQUIRE_FALSE(files[0].empty());
  CHECK(files[0] == files[1]);
}
