// The paint tool in the window: keys, options, a stroke with the mouse, the tree and the inspector.
#include "app/widgets/spots.h"
#include "editor/paint/paint.h"
#include "editor/session.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

std::string painted_arm_file(const Home& home) { return saved(home, "arm.glb", arm_scene()); }

const Node& arm(Driver& driver) { return *find_node(driver.scene(), kArmMesh); }

}  // namespace

SOLVED_HOME_CASE(
    "painting in the window: a key, a stroke, the tree's column, the inspector's dial") {
  const auto driver = window_with(painted_arm_file(home), 1366, 1000);
  if (!driver) return;
  driver->editor().document.select({kElbow});
  driver->settle();
  driver->key(SDLK_d);
  driver->settle();
  REQUIRE(paints(driver->editor()));
  for (const char* name :
       {"paint", "brush", "brush radius", "brush strength", "Front only", "Symmetric"})
    CHECK_MESSAGE(spot(name).has_value(), name);
  driver->drag(driver->world_pixel({0.0f, 0.5f, 0.0f}), driver->world_pixel({0.0f, 1.2f, 0.0f}));
  driver->settle();
  REQUIRE(arm(*driver).touch_ups);
  CHECK(driver->document().history().steps().back().label.starts_with("Paint elbow: Add"));
  CHECK(painted_share(driver->editor(), kArmSkeleton, 1) > 0.0f);
  driver->key(SDLK_c);
  CHECK(driver->editor().painting.brush == Brush::take_away);
  driver->editor().document.select({kArmMesh});
  driver->editor().wants_redraw = true;
  driver->move({700.0f, 20.0f});
  REQUIRE(spot("Strength"));
  REQUIRE(spot("Remove touch-ups"));
  driver->click(*spot("Remove touch-ups"));
  driver->settle();
  CHECK(arm(*driver).touch_ups == nullptr);
}
