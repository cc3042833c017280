// What the window defers during a drag, and when it catches up: slow meters, the engine's layout.
#include "editor/session.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

Scene large_arm() {
  Scene scene = arm_scene();
  scene.nodes[0].mesh = std::make_shared<const Mesh>(capped_cylinder(301, 150));
  return scene;
}

bool is_alike(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// The answers of fresh measures.
bool are_fresh(Editor& editor) {
  Measures fresh;
  fresh.update(editor.document.scene(), editor.deformer);
  const Meters &a = editor.measures.joint(kElbow), &b = fresh.joint(kElbow);
  return is_alike(a.volume.value, b.volume.value) &&
         is_alike(a.thickness.value, b.thickness.value) &&
         is_alike(a.stretch.value, b.stretch.value) &&
         is_alike(a.weight_jump.value, b.weight_jump.value);
}

bool bend(Editor& editor, float angle) {
  return editor.document.update(op::SetUserLocal{{{kElbow, about_z(angle)}}});
}

}  // namespace

/// Pretends that the last answers took this long.
void pretend_cost(Editor& editor, double milliseconds) {
  editor.measured.total_ms = editor.measures.total_ms() - milliseconds;
}

SOLVED_CASE(
    "In a drag slow meters rest three times as long as they worked, then come by themselves; when "
    "it "
    "ends they are there") {
  Editor editor = editor_with(large_arm());
  editor.now = 10.0;
  measures_of(editor).joint(kElbow);
  CHECK(are_fresh(editor));
  CHECK(seconds_to_measures(editor) >= 1e9);

  editor.document.begin();
  pretend_cost(editor, 8.0);
  editor.now += 0.016;
  REQUIRE(bend(editor, 0.4f));
  measures_of(editor);
  CHECK(are_fresh(editor));  // those of a million vertices are live

  pretend_cost(editor, 100.0);
  editor.now += 0.1;
  REQUIRE(bend(editor, 0.5f));
  measures_of(editor);
  CHECK(!are_fresh(editor));
  CHECK(seconds_to_measures(editor) > 0.15);  // the window wakes up by itself
  CHECK(seconds_to_measures(editor) < 0.25);
  editor.now += 0.15;
  REQUIRE(bend(editor, 0.6f));
  measures_of(editor);
  CHECK(!are_fresh(editor));
  editor.now += seconds_to_measures(editor);  // the pointer may still be moving
  REQUIRE(bend(editor, 0.65f));
  measures_of(editor);
  CHECK(are_fresh(editor));
  CHECK(seconds_to_measures(editor) >= 1e9);

  pretend_cost(editor, 5000.0);
  editor.now += 0.3;
  REQUIRE(bend(editor, 0.7f));
  measures_of(editor);
  CHECK(!are_fresh(editor));
  CHECK(seconds_to_measures(editor) < 0.25);  // twice a second, whatever it costs
  editor.document.commit();
  measures_of(editor);
  CHECK(are_fresh(editor));
}

SOLVED_CASE("Nobody who asks no more keeps the window awake") {
  Editor editor = editor_with(large_arm());
  measures_of(editor).joint(kElbow);
  editor.document.begin();
  pretend_cost(editor, 100.0);
  editor.now += 0.05;
  REQUIRE(bend(editor, 0.5f));
  measures_of(editor).joint(kElbow);
  CHECK(seconds_to_measures(editor) < 1.0);
  editor.now += 0.6;
  CHECK(seconds_to_measures(editor) >= 1e9);
}

SOLVED_CASE("Meters of a small mesh are new in every frame of a drag") {
  Editor editor = arm_editor();
  editor.now = 1.0;
  measures_of(editor).joint(kElbow);
  editor.document.begin();
  for (const float angle : {0.2f, 0.5f, 0.8f}) {
    pretend_cost(editor, 5.0);
    editor.now += 0.1;
    REQUIRE(bend(editor, angle));
    measures_of(editor);
    CHECK(are_fresh(editor));
  }
}

ENGINE_CASE("When the window rests after an edit the engine's layout has settled") {
  const Home home;
  const std::string file = saved(home, "arm.glb", large_arm());
  std::unique_ptr<Driver> driver = make_driver({.files = {file}, .width = 1000, .height = 700});
  const Id elbow = driver->joint("elbow").id;
  const std::uint64_t order = driver->editor().deformer.meshes()[0].order_revision;
  REQUIRE(perform(driver->editor(), op::SetRadius{{elbow}, {0.05f}}));
  driver->move({500.0f, 300.0f});
  CHECK(driver->editor().deformer.meshes()[0].order_revision != order);
  CHECK(!driver->editor().deformer.reorder());
  CHECK(driver->app().is_at_rest());
}
