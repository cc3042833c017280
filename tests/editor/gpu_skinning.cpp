// The choice to skin on the graphics card: the picture stays, the work goes elsewhere. Needs OpenGL
// and the engine.
#include <stdexcept>

#include "edit/operation.h"
#include "editor/commands/keymap.h"
#include "editor/selection_actions.h"
#include "editor/session.h"
#include "editor/viewport/picture_cache.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"
#include "support/app_scene.h"
#include "support/support.h"
#include "view/gl/offscreen.h"

using namespace marrow;
using namespace marrow::test;

namespace {

Editor engine_editor() {
  Editor editor(tasks_of(Backend::fast));
  editor.document = Document(tasks_of(Backend::fast), arm_scene());
  editor.camera = {.target = {0.0f, 1.0f, 0.0f}, .distance = 8.0f, .yaw = 0.4f, .pitch = 0.2f};
  editor.picture_size = {320.0f, 240.0f};
  editor.viewport.samples = 1;
  editor.tab = Tab::pose;
  return editor;
}

void turn(Editor& editor, Id joint, float degrees) {
  const glm::mat4 increment =
      glm::rotate(glm::mat4(1.0f), glm::radians(degrees), glm::vec3(0, 0, 1));
  editor.document.perform(
      op::ApplyIncrement{.targets = {joint}, .increment = increment, .verb = "Rotate"});
}

int different_pixels(const view::Image& a, const view::Image& b) {
  REQUIRE(a.rgba.size() == b.rgba.size());
  int count = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i)
    count += std::abs(int(a.rgba[i]) - int(b.rgba[i])) > 6;
  return count;
}

}  // namespace

TEST_CASE(
    "Switching where vertices are skinned draws anew and keeps the picture; a pose then skins "
    "nothing here") {
  if (!has_engine()) return skip("skinning on the card: rig/fast is not here");
  std::optional<view::Offscreen> context;
  try {
    context.emplace();
  } catch (const std::runtime_error& error) {
    return skip(std::string("skinning on the card: ") + error.what());
  }
  view::Renderer renderer;
  Editor editor = engine_editor();
  PictureCache cache;
  for (const float degrees : {0.0f, 30.0f, 25.0f}) {
    turn(editor, kElbow, degrees);
    run_command(editor, "view.gpu_skinning");
    REQUIRE(skins_on_card(editor));
    CHECK(cache.draw(editor, renderer));
    CHECK(editor.deformer.meshes()[0].skin_ms() == 0.0);
    CHECK_FALSE(cache.draw(editor, renderer));
    const view::Image on_card = renderer.read();
    run_command(editor, "view.gpu_skinning");
    CHECK_FALSE(skins_on_card(editor));
    CHECK(cache.draw(editor, renderer));
    CHECK(editor.deformer.meshes()[0].skin_ms() > 0.0);
    CHECK(different_pixels(on_card, renderer.read()) <= 60);
  }
}

TEST_CASE("What is picked is exact wherever vertices are skinned") {
  if (!has_engine()) return skip("skinning on the card: rig/fast is not here");
  Editor editor = engine_editor();
  editor.tab = Tab::layout;
  turn(editor, kElbow, 70.0f);
  deformed(editor);
  const auto picked = [&] {
    std::vector<Id> ids;
    for (float x = 0.0f; x < 320.0f; x += 16.0f)
      for (float y = 0.0f; y < 240.0f; y += 16.0f)
        for (const view::Pick& pick : picks_at(editor, {x, y})) ids.push_back(pick.id);
    return ids;
  };
  const std::vector<Id> before = picked();
  CHECK(before.size() > 5);
  run_command(editor, "view.gpu_skinning");
  CHECK(picked() == before);
}

TEST_CASE(
    "Where other functions than the engine's are at work the choice is not offered, and a kept one "
    "is without effect") {
  if (!has_solution()) return skip("the textbook's functions are not here");
  for (const Backend backend : {Backend::textbook, Backend::student}) {
    Editor editor(tasks_of(backend));
    editor.preferences.gpu_skinning = true;
    if (&tasks_of(backend) == &tasks_of(Backend::fast)) continue;
    CHECK_FALSE(command("view.gpu_skinning").enabled(editor));
    CHECK_FALSE(picture_of(editor).gpu_skinning);
    CHECK(std::string(needs_of(command("view.gpu_skinning"))) != "");
  }
}
