// Morph targets in the editor: sliders, one step per drag, search; motions play them.
#include "scene/morph.h"

#include "app/widgets/spots.h"
#include "editor/panels/panel_state.h"
#include "editor/pose/shelf.h"
#include "editor/pose/transport.h"
#include "editor/session.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// The arm, whose mesh has `count` targets: the first makes it wide, the others do little.
Scene morph_scene(std::size_t count) {
  Scene scene = arm_scene();
  auto mesh = std::make_shared<Mesh>(*scene.nodes[0].mesh);
  const auto vertices = mesh->positions.size();
  mesh->morph_targets.push_back({"wide", {}, {}, {}});
  for (const glm::vec3& position : mesh->positions)
    mesh->morph_targets[0].positions.emplace_back(position.x, 0.0f, position.z);
  for (std::size_t k = 1; k < count; ++k)
    mesh->morph_targets.push_back(
        {"shape " + std::to_string(k), std::vector<glm::vec3>(vertices, {0, 0, 0.01f}), {}, {}});
  scene.nodes[0].mesh = mesh;
  return scene;
}

/// The arm widens in two seconds.
Scene widening_scene() {
  Scene scene = morph_scene(2);
  const MotionChannel weights{
      MotionProperty::morph_weights, Interpolation::linear, {0, 2}, {0, 0, 1, 0.5f}};
  scene.motions = {std::make_shared<const Motion>(
      Motion{"widen", {{.target = kArmMesh, .channels = {weights}}}})};
  return scene;
}

float width_of(const Editor& editor) {
  const Bounds bounds = world_bounds(*editor.deformer.mesh(kArmMesh));
  return bounds.high.x - bounds.low.x;
}

const std::vector<float>& weights_of(const Scene& scene) {
  return scene.nodes[std::size_t(node_index(scene, kArmMesh))].morph_weights;
}

std::unique_ptr<Driver> window_on(const Home& home, const Scene& scene) {
  std::unique_ptr<Driver> driver = window_with(saved(home, "morph.glb", scene));
  driver->editor().document.select({kArmMesh});
  driver->move({700.0f, 300.0f});
  return driver;
}

}  // namespace

TEST_CASE(
    "Playing weights moves the mesh and leaves no trace; a kept pose keeps the shape, in one "
    "step") {
  Editor editor = editor_with(widening_scene());
  const Scene before = editor.document.scene();
  update_shown(editor, editor.shelf, editor.transport);
  const float narrow = width_of(editor);
  seek(editor, editor.transport, 1.0);
  update_shown(editor, editor.shelf, editor.transport);
  CHECK(weights_of(shown_scene(editor, editor.shelf)) == std::vector<float>{0.5f, 0.25f});
  CHECK(editor.document.committed() == before);
  editor.deformer.update(shown_scene(editor, editor.shelf));
  if (has_solution()) CHECK(width_of(editor) == doctest::Approx(1.5 * narrow).epsilon(1e-3));
  keep_pose(editor, editor.transport);
  CHECK(steps(editor) == 2);
  CHECK(weights_of(editor.document.scene()) == std::vector<float>{0.5f, 0.25f});
  editor.document.undo();
  CHECK(editor.document.scene() == before);
}

HOME_CASE(
    "A slider is dragged from 0 to 1 in one step; typed it may go beyond; undo brings the mesh "
    "back") {
  std::unique_ptr<Driver> driver = window_on(home, morph_scene(3));
  REQUIRE(spot("wide"));
  REQUIRE(spot("shape 2"));
  const glm::vec2 field = *spot("wide");
  const float narrow = width_of(driver->editor());
  driver->drag(field, field + glm::vec2(80.0f, 0.0f));
  CHECK(driver->step_count() == 2);
  const float dragged = weights_of(driver->scene())[0];
  CHECK(dragged > 0.2f);
  CHECK(dragged < 1.0f);
  if (has_solution())
    CHECK(width_of(driver->editor()) ==
          doctest::Approx((1.0 + double(dragged)) * double(narrow)).epsilon(1e-3));
  driver->drag(field - glm::vec2(60.0f, 0.0f),
               field + glm::vec2(150.0f, 0.0f));  // elsewhere: twice at one place is a double-click
  CHECK(weights_of(driver->scene())[0] == 1.0f);
  driver->click_with(SDLK_LCTRL, field);
  driver->type("1.5");
  driver->key(SDLK_RETURN);
  CHECK(weights_of(driver->scene()) == std::vector<float>{1.5f, 0, 0});
  CHECK(driver->step_count() == 4);
  driver->press("All to 0");
  CHECK(weights_of(driver->scene()) == std::vector<float>{0, 0, 0});
  for (int i = 0; i < 4; ++i) driver->ctrl(SDLK_z);
  CHECK(weights_of(driver->scene()).empty());
  CHECK(width_of(driver->editor()) == narrow);
}

HOME_CASE("Among many shapes a search finds those that are meant") {
  std::unique_ptr<Driver> driver = window_on(home, morph_scene(60));
  CHECK(spot("wide"));
  driver->editor().panels.inspector.shape_search = "PE 5";
  driver->move({710.0f, 300.0f});
  CHECK_FALSE(spot("wide"));
  CHECK(spot("shape 5"));
  CHECK(spot("shape 50"));
  CHECK_FALSE(spot("shape 4"));
}
