// Windows about joints, the tree's switches and the paint tool, clicked by their words.
#include <glm/gtc/matrix_transform.hpp>

#include "app/widgets/spots.h"
#include "editor/paint/paint.h"
#include "editor/panels/panel_state.h"
#include "editor/session.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// Arms that hang on a chest; "arm.L" and "arm.R" are no mirror images, "hook.L" has no partner.
std::string armed_file(const Home& home) {
  Scene scene;
  Skeleton skeleton;
  const auto add = [&](const char* name, int parent, const glm::vec3& at, float radius) {
    Joint joint{.id = Id(10 + skeleton.joints.size()), .name = name, .parent = parent};
    joint.bind_local = glm::translate(glm::mat4(1.0f), at);
    joint.extent = {0.0f, 0.5f, 0.0f};
    joint.radius = radius;
    skeleton.joints.push_back(joint);
  };
  add("chest", -1, {0.0f, 0.0f, 0.0f}, 0.3f);
  add("arm.L", 0, {0.6f, 0.2f, 0.0f}, 0.2f);
  add("arm.R", 0, {-0.6f, 0.2f, 0.0f}, 0.1f);
  add("hook.R", 2, {-0.3f, 0.0f, 0.0f}, 0.1f);
  scene.nodes = {{.id = 1, .name = "Rig", .skeleton = std::make_shared<Skeleton>(skeleton)}};
  scene.next_id = 20;
  return saved(home, "armed.glb", scene);
}

std::unique_ptr<Driver> driver_of(const Home& home) {
  return window_with(armed_file(home), 1100, 700);
}

const Node& arm(Driver& driver) { return *find_node(driver.scene(), kArmMesh); }

}  // namespace

SOLVED_HOME_CASE(
    "M shows what mirroring will do, a button selects what has no partner, and one click does it "
    "in one step") {
  const std::unique_ptr<Driver> driver = driver_of(home);
  driver->key(SDLK_m);
  REQUIRE(driver->editor().panels.joints.mirror);
  driver->press("select hook.R");
  CHECK(driver->selected_name() == "hook.R");
  CHECK(driver->editor().panels.joints.mirror);  // stays, for the next one
  CHECK(driver->step_count() == 1);
  driver->press("Mirror 1");
  CHECK_FALSE(driver->editor().panels.joints.mirror);
  CHECK(driver->step_count() == 2);
  CHECK(driver->joint("arm.R").radius == driver->joint("arm.L").radius);
  driver->key(SDLK_m);
  driver->press("Right \u2192 left");
  driver->press("Mirror 2");
  CHECK(find_joint(driver->scene(), std::string_view("hook.L")).node >= 0);
  driver->ctrl(SDLK_z);
  driver->ctrl(SDLK_z);
  CHECK(driver->joint("arm.R").radius == 0.1f);
}

SOLVED_HOME_CASE(
    "Find and replace: what is typed shows what would become of it, a conflict keeps the button "
    "shut, Enter does it") {
  const std::unique_ptr<Driver> driver = driver_of(home);
  driver->ctrl(SDLK_F2);
  REQUIRE(driver->editor().panels.joints.find);
  driver->type(".L");
  CHECK(driver->editor().panels.joints.find->what.from == ".L");
  driver->press("Replace with");
  driver->type(".R");
  driver->press("Rename 1");
  CHECK(driver->step_count() == 1);
  REQUIRE(driver->editor().panels.joints.find);
  driver->press("Replace with");
  driver->type("_l");  // replaces the text, which the click selected
  CHECK(driver->editor().panels.joints.find->what.to == "_l");
  driver->key(SDLK_RETURN);
  CHECK(driver->step_count() == 2);
  CHECK_FALSE(driver->editor().panels.joints.find);
  CHECK(driver->joint("arm_l").id == 11);
}

SOLVED_HOME_CASE(
    "The lock of a row locks the joint in one step, its eye hides the capsule in none, and Esc "
    "closes a window first") {
  const std::unique_ptr<Driver> driver = driver_of(home);
  driver->press("lock arm.L");
  CHECK(driver->joint("arm.L").locked);
  CHECK(driver->step_count() == 2);
  driver->press("eye arm.R");
  CHECK(driver->editor().show.hidden.count(driver->joint("arm.R").id) == 1);
  CHECK(driver->step_count() == 2);
  driver->editor().document.select({driver->joint("arm.L").id});
  driver->key(SDLK_DELETE);
  CHECK(driver->step_count() == 2);  // locked
  driver->key(SDLK_m);
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(driver->editor().panels.joints.mirror);
  CHECK(driver->document().selection().size() == 1);
}

SOLVED_HOME_CASE(
    "painting in the window: a key, a stroke, the tree's column, the inspector's dial") {
  const auto driver = window_on_arm(home, 1366, 1000);
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
  driver->press("Remove touch-ups");
  driver->settle();
  CHECK(arm(*driver).touch_ups == nullptr);
}
