// Habits of lists and dialogs in the real window.
#include <memory>

#include "app/app.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "editor/bench/compare.h"
#include "editor/commands/keymap.h"
#include "editor/files/files_state.h"
#include "editor/pose/transport_state.h"
#include "editor/selection_actions.h"
#include "scene/falloff.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

std::unique_ptr<Driver> arm_in_window(const Home& home, std::size_t motions = 0) {
  Scene scene = arm_scene();
  for (std::size_t i = 0; i < motions; ++i) {
    MotionTrack elbow{.target = kElbow, .translation = {0.0f, 0.8f, 0.0f}};
    const float half = std::sqrt(0.5f);
    elbow.channels = {{MotionProperty::rotation,
                       Interpolation::linear,
                       {0.0f, 1.0f},
                       {0, 0, 0, 1, 0, 0, half, half}}};
    scene.motions.push_back(
        std::make_shared<const Motion>(Motion{"Motion " + std::to_string(i), {elbow}}));
  }
  return window_with(saved(home, "arm.glb", scene));
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

}  // namespace

HOME_CASE("The primary button of a dialog stands at the right, Cancel to its left") {
  const auto driver = arm_in_window(home);
  if (!driver) return;
  driver->editor().document.perform(op::SetVisible{driver->scene().nodes.front().id, false});
  driver->close_window();
  check_row({"Discard", "Cancel", "Save"});
  driver->key(SDLK_ESCAPE);
  driver->drop((media() / "human.glb").string());
  check_row({"Add to this scene", "Cancel", "Open"});
  driver->key(SDLK_ESCAPE);
  driver->ctrl(SDLK_F12);
  check_row({"Close", "Save picture"});
  driver->key(SDLK_ESCAPE);
}

HOME_CASE("A long list of motions can be searched") {
  const auto driver = arm_in_window(home, 30);
  if (!driver) return;
  REQUIRE(driver->scene().motions.size() == 30);
  REQUIRE(spot("motion"));
  driver->click(*spot("motion"));
  REQUIRE(spot("Search motions"));
  REQUIRE(spot("motion Motion 3"));
  driver->type("ION 27");
  CHECK_FALSE(spot("motion Motion 3"));
  REQUIRE(spot("motion Motion 27"));
  driver->click(*spot("motion Motion 27"));
  CHECK(driver->editor().transport.motion == 27);
}

HOME_CASE("The swipe view's falloff is as wide as the longest name") {
  const auto driver = arm_in_window(home);
  if (!driver) return;
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

HOME_CASE("What was typed into a field stays, whichever part of the window is clicked next") {
  const auto driver = arm_in_window(home);
  if (!driver) return;
  for (const char* next : {"Page", "Cancel"}) {  // drawn before the field, and after it
    INFO(std::string(next));
    REQUIRE(run_command(driver->editor(), "file.share"));
    driver->move({1.0f, 1.0f});
    const auto caption = spot("Caption");
    REQUIRE(caption);
    driver->click(*caption);
    driver->type("a wave");
    const auto other = spot(next);
    REQUIRE(other);
    driver->push_motion(*other);
    driver->push_button(true);
    driver->settle();
    CHECK(driver->editor().files.share->caption == "a wave");
    driver->push_motion({1.0f, 1.0f});
    driver->push_button(false);
    driver->settle();
    driver->key(SDLK_ESCAPE);
    CHECK_FALSE(driver->editor().files.share);
  }
}
