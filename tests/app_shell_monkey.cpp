// A seeded monkey at the mouse and the keyboard: whatever is clicked, dragged and pressed, the scene stays sound, the window comes to rest,
// and undoing everything gives the first scene back.
#include <glm/gtc/matrix_transform.hpp>

#include "support/app_driver.h"
#include "support/app_scene.h"
#include "support/random_rig.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// Everything but what asks for files, writes pictures or closes the window.
const std::vector<SDL_Keycode> kKeys{SDLK_TAB,       SDLK_1,   SDLK_3, SDLK_7, SDLK_5, SDLK_f,           SDLK_HOME,         SDLK_g,
                                     SDLK_r,         SDLK_s,   SDLK_w, SDLK_u, SDLK_n, SDLK_LEFTBRACKET, SDLK_RIGHTBRACKET, SDLK_DELETE,
                                     SDLK_F2,        SDLK_F1,  SDLK_x, SDLK_y, SDLK_z, SDLK_COMMA,       SDLK_ESCAPE,       SDLK_RETURN,
                                     SDLK_BACKSPACE, SDLK_DOWN};

class Monkey {
 public:
  Monkey(Driver& driver, Random& random) : driver_(driver), random_(random) {}

  void act() {
    switch (random_.below(8)) {
      case 0:
        return driver_.click(anywhere(), random_.below(4) == 0 ? SDL_BUTTON_RIGHT : SDL_BUTTON_LEFT);
      case 1:
        return driver_.drag(anywhere(), anywhere(), static_cast<Uint8>(1 + random_.below(3)));
      case 2:
        return driver_.click(some_joint());
      case 3:
        return driver_.drag(near(some_joint()), near(some_joint()));
      case 4:
        return driver_.type(std::to_string(random_.uniform(-2.0f, 2.0f)));
      case 5:
        return driver_.key(some_key(), {SDLK_LALT});
      case 6:
        return random_.below(2) == 0 ? driver_.ctrl(SDLK_z) : driver_.ctrl(SDLK_y);
      default:
        return driver_.key(some_key());
    }
  }

 private:
  /// Below the menu bar.
  glm::vec2 anywhere() { return {random_.uniform(0.0f, 700.0f), random_.uniform(44.0f, 440.0f)}; }
  glm::vec2 near(glm::vec2 point) { return point + glm::vec2(random_.uniform(-70.0f, 70.0f), random_.uniform(-70.0f, 70.0f)); }
  SDL_Keycode some_key() { return kKeys[static_cast<std::size_t>(random_.below(static_cast<int>(kKeys.size())))]; }
  glm::vec2 some_joint() {
    std::vector<std::string> names;
    for (const Node& node : driver_.scene().nodes)
      if (node.skeleton)
        for (const Joint& joint : node.skeleton->joints) names.push_back(joint.name);
    if (names.empty()) return anywhere();
    const glm::vec2 at = driver_.joint_pixel(names[static_cast<std::size_t>(random_.below(static_cast<int>(names.size())))]);
    return glm::clamp(at, glm::vec2(0.0f, 44.0f), glm::vec2(700.0f, 440.0f));
  }

  Driver& driver_;
  Random& random_;
};

}  // namespace

TEST_CASE("Whatever a monkey does, the scene stays sound and undoing everything gives the first one back") {
  const Home home;
  const std::string file = (home.path() / "arm.glb").string();
  io::save(file, arm_scene(), {});
  for (unsigned seed = 1; seed <= 3; ++seed) {
    AppOptions options;
    options.files = {file};
    options.width = 720;
    options.height = 460;
    options.ui_scale = 1.0f;
    std::unique_ptr<Driver> driver = make_driver(options);
    if (!driver) return;
    Random random(seed);
    Monkey monkey(*driver, random);
    const Scene first = driver->scene();
    for (int action = 0; action < 60; ++action) {
      monkey.act();
      CHECK_MESSAGE(why_invalid(driver->scene()) == "", "seed " << seed << ", action " << action);
    }
    driver->editor().shell.shows_help = false;
    driver->key(SDLK_ESCAPE);
    driver->key(SDLK_ESCAPE);
    REQUIRE_FALSE(driver->document().in_gesture());
    driver->editor().document.travel(0);
    CHECK(driver->scene() == first);
  }
}
