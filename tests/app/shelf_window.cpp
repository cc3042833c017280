// The shelf in the window: cards under a real pointer, thumbnails, the clipboard next to text
// fields.
#include <SDL_clipboard.h>
#include <set>

#include "editor/pose/shelf.h"
#include "editor/pose/transport.h"
#include "editor/session.h"
#include "scene/keys.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// The sample without its motion.
AppOptions sample(const Home& home) {
  Scene scene = io::load(media() / "human.glb").scene;
  scene.motions.clear();
  return {
      .files = {saved(home, "figure.glb", scene)}, .ui_scale = 1.0f, .width = 1280, .height = 720};
}

/// How many pixels of the card's picture are unlike its corner.
int drawn_pixels(const view::Image& window, glm::vec2 card) {
  const auto pixel = [&](int x, int y) {
    return &window.rgba[4 * std::size_t(y * window.width + x)];
  };
  const int left = int(card.x) - 30, top = int(card.y) - 36;
  int count = 0;
  for (int y = top; y < top + 48; ++y)
    for (int x = left; x < left + 60; ++x) {
      const auto *a = pixel(x, y), *b = pixel(left, top);
      count += std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]) > 40;
    }
  return count;
}

/// A driver whose figure has no stored poses; null where there is no window.
std::unique_ptr<Driver> driver_without_poses(const Home& home) {
  std::unique_ptr<Driver> driver = make_driver(sample(home));
  while (!shelf_skeleton(driver->editor(), driver->editor().shelf)->poses.empty())
    delete_pose(driver->editor(), driver->editor().shelf,
                shelf_skeleton(driver->editor(), driver->editor().shelf)->poses[0].name);
  driver->move({600.0f, 300.0f});
  return driver;
}

/// Stores the pose with one joint turned.
void store_turned(Driver& driver, const char* joint, float angle) {
  const Id id = driver.joint(joint).id;
  perform(driver.editor(), op::SetUserLocal{{{id, about_z(angle)}}});
  store_pose(driver.editor(), driver.editor().shelf);
  driver.move({600.0f, 300.0f});
}

}  // namespace

SOLVED_HOME_CASE(
    "Stored poses get cards with pictures that differ; hovering and leaving one leaves no trace, "
    "not even in the title") {
  const std::unique_ptr<Driver> driver = driver_without_poses(home);
  CHECK(driver->app().layout().shelf.size.y > 20.0f);
  CHECK(spot("Store pose"));
  store_turned(*driver, "upper_arm.L", 1.2f);
  store_turned(*driver, "upper_arm.R", -1.0f);
  driver->app().keep_pixels(true);
  driver->move({610.0f, 300.0f});
  REQUIRE(spot("Pose 1"));
  REQUIRE(spot("Pose 2"));
  for (const char* card : {"Pose 1", "Pose 2"})
    CHECK(drawn_pixels(driver->app().pixels(), spot(card).value()) > 100);

  Editor& editor = driver->editor();
  editor.document.mark_saved(editor.document.path());
  driver->move({612.0f, 300.0f});
  const Scene before = driver->scene();
  const std::size_t steps = driver->step_count();
  const glm::vec2 left = driver->joint_pixel("hand.L"), right = driver->joint_pixel("hand.R");
  driver->move(spot("Pose 1").value());
  REQUIRE(editor.shelf.preview);
  CHECK(glm::distance(driver->joint_pixel("hand.L"), left) <
        1.0f);  // Pose 2 has the left arm of Pose 1
  CHECK(glm::distance(driver->joint_pixel("hand.R"), right) > 20.0f);
  CHECK(driver->scene() == before);
  CHECK(driver->step_count() == steps);
  CHECK_FALSE(editor.document.is_dirty());
  driver->move({612.0f, 300.0f});
  CHECK_FALSE(editor.shelf.preview);
  CHECK(glm::distance(driver->joint_pixel("hand.R"), right) < 0.01f);
  CHECK(same_content(driver->scene(), before));

  driver->press("Pose 1");
  CHECK(driver->step_count() == steps + 1);
  CHECK(last_step(driver->editor()) == "Apply pose Pose 1");
  driver->ctrl(SDLK_z);  // the pointer rests on the card: undoing works and is seen
  CHECK(driver->scene() == before);
  CHECK_FALSE(editor.shelf.preview);
}

SOLVED_HOME_CASE(
    "A card is dragged sideways as one step, Esc restores, and the right button offers the rest") {
  const std::unique_ptr<Driver> driver = driver_without_poses(home);
  store_turned(*driver, "upper_arm.L", 1.2f);
  driver->key(SDLK_r, {SDLK_LALT, SDLK_LSHIFT});
  const Scene before = driver->scene();
  const std::size_t steps = driver->step_count();
  const glm::vec2 card = spot("Pose 1").value();
  driver->push_press(card);
  for (int x = 0; x <= 100; x += 10) driver->push_motion(card + glm::vec2(x, 0));
  driver->settle();
  REQUIRE(driver->editor().shelf.blend);
  CHECK(driver->editor().shelf.blend->share == doctest::Approx(0.48f));
  driver->key(SDLK_ESCAPE);
  driver->push_motion(card + glm::vec2(150, 0));
  driver->let_go();
  CHECK(driver->scene() == before);
  CHECK(driver->step_count() == steps);
  CHECK_FALSE(is_dragging(driver->editor()));
  driver->drag(card, card + glm::vec2(205.0f, 0.0f));
  CHECK(driver->step_count() == steps + 1);
  CHECK(last_step(driver->editor()) == "Blend 100 % Pose 1");
  CHECK(present_stored_pose(*shelf_skeleton(driver->editor(), driver->editor().shelf)) != nullptr);

  driver->move({600.0f, 300.0f});
  driver->press("Pose 1", SDL_BUTTON_RIGHT);
  driver->press("Rename pose");
  driver->type("Wave");
  driver->key(SDLK_RETURN);
  CHECK(shelf_skeleton(driver->editor(), driver->editor().shelf)->poses.front().name == "Wave");
  driver->press("Wave", SDL_BUTTON_RIGHT);
  driver->press("Delete pose");
  CHECK(shelf_skeleton(driver->editor(), driver->editor().shelf)->poses.empty());
  CHECK_FALSE(spot("Wave"));
}

SOLVED_HOME_CASE(
    "A wave of three seconds: a new motion, four cards dropped on times; each a step") {
  const std::unique_ptr<Driver> driver = make_driver(sample(home));
  driver->move({600.0f, 300.0f});
  driver->press("New motion");
  const std::size_t steps = driver->step_count();
  const TransportState& transport = driver->editor().transport;
  const auto motion = [&] { return chosen_motion(driver->editor(), transport); };
  const auto times = [&] {
    std::set<float> all;
    for (const KeyPlace& key : all_keys(*motion())) all.insert(key.seconds);
    return all;
  };
  // Where 3 s are on the slider: its middle has 1.5 s.
  const glm::vec2 middle = spot("time").value();
  driver->drag(spot("wave").value(), middle);
  CHECK(transport.seconds == doctest::Approx(1.5).epsilon(0.02));
  CHECK(driver->step_count() == steps + 1);
  const auto half_way = float(transport.seconds);
  CHECK(times() == std::set<float>{0.0f, half_way});
  driver->drag(spot("relaxed").value(), middle - glm::vec2(20.0f, 0.0f));
  CHECK(transport.seconds < 1.4);
  driver->drag(spot("wave").value(), middle + glm::vec2(10.0f, 0.0f));
  CHECK(transport.seconds > 1.6);
  driver->drag(spot("relaxed").value(), middle + glm::vec2(20.0f, 0.0f));
  CHECK(driver->step_count() == steps + 4);
  CHECK(times().size() == 5);
  CHECK(duration_of(*motion()) == 3.0f);
  // Esc while a card is over a time leaves everything.
  const glm::vec2 card = spot("wave").value();
  const Scene before = driver->document().committed();
  driver->push_press(card);
  driver->push_motion(card - glm::vec2(0.0f, 20.0f));
  driver->push_motion(middle);
  driver->settle();
  driver->key(SDLK_ESCAPE);
  driver->let_go();
  CHECK(driver->document().committed() == before);
}

SOLVED_HOME_CASE(
    "Ctrl+C and Ctrl+V carry the pose through the system's clipboard, and belong to a text field "
    "while one has the focus") {
  const std::unique_ptr<Driver> driver = driver_without_poses(home);
  store_turned(*driver, "upper_arm.L", 1.2f);
  driver->ctrl(SDLK_c);
  char* const text = SDL_GetClipboardText();
  CHECK(contains(std::string(text), "\"marrow_pose\": 1"));
  SDL_free(text);
  driver->key(SDLK_r, {SDLK_LALT, SDLK_LSHIFT});
  driver->ctrl(SDLK_v);
  CHECK(last_step(driver->editor()) == "Paste pose");
  driver->key(SDLK_v, {SDLK_LCTRL, SDLK_LSHIFT});
  CHECK(last_step(driver->editor()) == "Paste flipped pose");

  const std::size_t steps = driver->step_count();
  driver->press("Pose 1", SDL_BUTTON_RIGHT);
  driver->press("Rename pose");
  driver->ctrl(SDLK_v);
  CHECK(driver->step_count() == steps);
  driver->key(SDLK_ESCAPE);
  CHECK(shelf_skeleton(driver->editor(), driver->editor().shelf)->poses.front().name == "Pose 1");
}

SOLVED_HOME_CASE("The shelf folds away, and is not there in Rig and Layout") {
  const std::unique_ptr<Driver> driver = driver_without_poses(home);
  const float low = driver->app().layout().viewport.size.y;
  driver->press("fold shelf");
  CHECK(driver->app().layout().viewport.size.y > low);
  CHECK(driver->app().layout().shelf.size.y < 40.0f);
  driver->press("fold shelf");
  CHECK(driver->app().layout().viewport.size.y == low);
  driver->key(SDLK_TAB);
  CHECK(driver->app().layout().shelf.empty());
}
