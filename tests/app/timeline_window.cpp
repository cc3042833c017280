// The timeline and the window "Change motion" under a real pointer.
#include <SDL_keycode.h>
#include <cmath>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/widgets/theme.h"
#include "editor/commands/command_registry.h"
#include "editor/pose/transport.h"
#include "editor/timeline/timeline_state.h"
#include "scene/keys.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The sample figure with two seconds of a swinging forearm, a key at every frame of 30.
std::string swinging(const Home& home) {
  Scene scene = io::load(media() / "human.glb").scene;
  const Joint& joint = joint_named(scene, "forearm.L");
  Motion motion{"swing", {}, {}};
  const glm::quat rest = glm::quat_cast(glm::mat3(joint.bind_local));
  for (int frame = 0; frame <= 60; ++frame) {
    const float half = 0.4f * std::sin(float(frame) / 15.0f);
    const glm::quat turn = rest * glm::quat(std::cos(half), 0.0f, 0.0f, std::sin(half));
    put_key(motion, {joint.id, glm::vec3(joint.bind_local[3]), rest}, MotionProperty::rotation,
            {float(frame) / 30.0f, {turn.x, turn.y, turn.z, turn.w}, {}, {}, KeyShape::linear});
  }
  scene.motions = {std::make_shared<const Motion>(motion)};
  return saved(home, "swing.glb", scene);
}

Id forearm(const Scene& scene) { return joint_named(scene, "forearm.L").id; }

Id choose_forearm(Editor& editor) {
  editor.tab = Tab::pose;
  const Id joint = forearm(editor.document.scene());
  editor.document.select({joint});
  return joint;
}

const Motion& motion_of(Driver& driver) { return *driver.scene().motions.front(); }

}  // namespace

SOLVED_HOME_CASE(
    "A box among curves chooses the keys whose dots are in it; Shift adds, a click clears") {
  const std::unique_ptr<Driver> driver = window_with(swinging(home));
  TimelineState& timeline = driver->editor().timeline;
  driver->editor().document.select({forearm(driver->scene())});
  timeline.is_open = timeline.shows_curves = true;
  driver->move({600.0f, 200.0f});
  const glm::vec2 middle = spot("curves").value();
  const auto dot = [&](int frame) {
    return spot("key forearm.L rotation z " + std::to_string(frame)).value();
  };
  const glm::vec2 first = dot(10), last = dot(20);
  const auto box = [&](float left, float right) {
    driver->drag({left, middle.y + 60.0f}, {right, middle.y - 60.0f});
  };
  box(first.x - 3.0f, last.x + 3.0f);
  REQUIRE(!timeline.selected.empty());
  for (const KeyPlace& key : timeline.selected) {
    CHECK(key.seconds >= 9.5f / 30.0f);
    CHECK(key.seconds <= 20.5f / 30.0f);
  }
  const std::size_t chosen = timeline.selected.size();
  const std::size_t steps = driver->step_count();
  driver->push_key(true, SDLK_LSHIFT);
  box(dot(40).x - 3.0f, dot(45).x + 3.0f);
  driver->push_key(false, SDLK_LSHIFT);
  driver->settle();
  CHECK(timeline.selected.size() > chosen);
  driver->click({dot(30).x, middle.y + 62.0f});
  CHECK(timeline.selected.empty());
  CHECK(driver->step_count() == steps);
}

// The window came to rest a frame before ImGui wanted letters, where no picture was left to refine.
SOLVED_HOME_CASE("a field that a menu opens wants letters when the window rests") {
  const std::unique_ptr<Driver> driver = window_with(swinging(home));
  driver->press("More about this motion");
  driver->press("Rename motion");
  CHECK(ImGui::GetIO().WantTextInput);
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(ImGui::GetIO().WantTextInput);
}

SOLVED_HOME_CASE(
    "Change motion opens by its key, says what becomes of the motion, and changes it once") {
  const std::unique_ptr<Driver> driver = window_with(swinging(home));
  driver->move({600.0f, 200.0f});
  const std::size_t steps = driver->step_count(), keys = all_keys(motion_of(*driver)).size();
  driver->key(SDLK_c, {SDLK_LALT});
  REQUIRE(driver->editor().transport.rework);
  CHECK(spot("Change motion").has_value());
  const float picture_end = driver->app().layout().viewport.end().x;
  CHECK(ImGui::FindWindowByName("###rework")->Pos.x >= picture_end);
  driver->press("Change motion");
  CHECK(driver->step_count() == steps + 1);
  CHECK(all_keys(motion_of(*driver)).size() < keys / 2);
  CHECK(!driver->editor().transport.rework);
  driver->ctrl(SDLK_z);
  CHECK(all_keys(motion_of(*driver)).size() == keys);

  driver->key(SDLK_c, {SDLK_LALT});
  driver->editor().transport.rework->choices.what = Rework::retime;
  driver->move({610.0f, 200.0f});
  const glm::vec2 plot = spot("time curve").value();
  driver->push_later(400);
  driver->click(plot + glm::vec2(30.0f, 20.0f));
  driver->click(plot + glm::vec2(30.0f, 20.0f));  // a double click makes a point
  REQUIRE(driver->editor().transport.rework->choices.curve.size() == 3);
  const glm::vec2 point = spot("time point 1").value();
  driver->drag(point, point + glm::vec2(-40.0f, 10.0f));
  CHECK(spot("time point 1").value().x < point.x - 20.0f);
  driver->press("time point 1", SDL_BUTTON_RIGHT);
  CHECK(driver->editor().transport.rework->choices.curve.size() == 2);
  driver->press("Add point");  // by its button, in the middle of the longest way
  REQUIRE(driver->editor().transport.rework->choices.curve.size() == 3);
  const std::vector<glm::dvec2>& curve = driver->editor().transport.rework->choices.curve;
  CHECK(curve[1] == 0.5 * (curve[0] + curve[2]));
  driver->press("Add point");
  CHECK(curve.size() == 4);
  driver->press("Remove point");
  CHECK(curve.size() == 3);
  driver->key(SDLK_ESCAPE);
  CHECK(!driver->editor().transport.rework);
}

SOLVED_HOME_CASE("The frame of the picture is red while poses become keys, and not in Rig") {
  const std::unique_ptr<Driver> driver = window_with(swinging(home));
  driver->app().keep_pixels(true);
  const auto frame = [&] {
    driver->move({600.0f, 200.0f});
    driver->move({610.0f, 200.0f});
    const app::Rect& place = driver->app().layout().viewport;
    const view::Image& image = driver->app().pixels();
    const auto x = std::size_t(place.corner.x + place.size.x * 0.5f),
               y = std::size_t(place.corner.y);
    const std::uint8_t* pixel = &image.rgba[(y * std::size_t(image.width) + x) * 4];
    return IM_COL32(pixel[0], pixel[1], pixel[2], 255);
  };
  run_command(driver->editor(), "tab.pose");
  CHECK(frame() == app::colors().pose_mode);
  run_command(driver->editor(), "motion.auto_key");
  CHECK(frame() == app::colors().error);
  run_command(driver->editor(), "tab.rig");
  CHECK(frame() == app::colors().rig_mode);
}

SOLVED_HOME_CASE(
    "Springs are set in the inspector beside Change motion, and each drag is one step") {
  const std::unique_ptr<Driver> driver = window_with(swinging(home), 1366, 1100);
  Editor& editor = driver->editor();
  choose_forearm(editor);
  editor.is_symmetric = false;
  REQUIRE(run_command(editor, "springs.add"));
  driver->move({600.0f, 400.0f});
  CHECK_FALSE(spot("Pulls to"));
  driver->press("Springs");
  CHECK(editor.preferences.shows_springs);
  REQUIRE(run_command(editor, "springs.bake"));
  driver->move({600.0f, 400.0f});
  REQUIRE(editor.transport.rework);
  CHECK(editor.transport.rework->choices.what == Rework::springs);
  const std::size_t steps = driver->step_count();
  const auto springs = [&] { return *driver->scene().springs; };
  // It is kept, so that no other motion gets its address.
  const std::shared_ptr<const Motion> shown = editor.transport.previewed();
  REQUIRE(shown != nullptr);
  REQUIRE(spot("Pulls to"));
  const glm::vec2 pull = spot("Pulls to").value();  // z of it
  driver->drag(pull, pull + glm::vec2(40.0f, 0.0f));
  CHECK(driver->step_count() == steps + 1);
  CHECK(springs().chains[0].joints[0].gravity.z > 0.1f);
  CHECK(springs().chains[0].joints[1].gravity == springs().chains[0].joints[0].gravity);
  const float stiffness = springs().chains[0].joints[0].stiffness;
  const glm::vec2 field = spot("Stiffness").value();
  driver->drag(field, field + glm::vec2(40.0f, 0.0f));
  CHECK(driver->step_count() == steps + 2);
  CHECK(springs().chains[0].joints[0].stiffness > stiffness);
  CHECK(editor.transport.previewed() != shown);  // the picture follows
  CHECK(springs().chains[0].center == kNoId);
  driver->press("Swings in");
  driver->key(SDLK_DOWN);
  driver->key(SDLK_RETURN);
  CHECK(name_of(driver->scene(), springs().chains[0].center) == "upper_arm.L");
  CHECK(driver->step_count() == steps + 3);
  driver->press("Change motion");
  CHECK(driver->step_count() == steps + 4);
  CHECK(!editor.transport.rework);
}

SOLVED_HOME_CASE(
    "With Auto-key on P pins in the motion, and the field beside it says by how much") {
  const std::unique_ptr<Driver> driver = window_with(swinging(home), 1366, 1100);
  Editor& editor = driver->editor();
  const Id joint = choose_forearm(editor);
  seek(editor, editor.transport, 0.5);
  set_auto_key(editor, editor.transport, true);
  driver->move({600.0f, 300.0f});
  const std::size_t steps = driver->step_count();
  driver->key(SDLK_p);
  CHECK(driver->step_count() == steps + 1);
  CHECK(find_key(motion_of(*driver), {joint, MotionProperty::ik_target, 0.5f}));
  CHECK_FALSE(joint_of(editor.document.committed(), joint)->pinned);
  CHECK(joint_of(editor.document.scene(), joint)->pinned);
  driver->press("Limits");
  CHECK(editor.preferences.shows_limits);
  REQUIRE(spot("Pin"));
  const glm::vec2 field = spot("Pin").value();
  driver->drag(field, field - glm::vec2(60.0f, 0.0f));
  CHECK(driver->step_count() == steps + 2);
  const std::optional<Key> key = find_key(motion_of(*driver), {joint, MotionProperty::pin, 0.5f});
  REQUIRE(key);
  CHECK(key->value[0] < 0.95f);
  CHECK(key->value[0] >= 0.0f);
  CHECK(editor.document.shown_time() == MotionTime{0, 0.5f});
  REQUIRE(editor.document.undo());
  driver->key(SDLK_p);
  CHECK_FALSE(joint_of(editor.document.scene(), joint)->pinned);
  CHECK(find_key(motion_of(*driver), {joint, MotionProperty::pin, 0.5f})->value[0] == 0.0f);
}
