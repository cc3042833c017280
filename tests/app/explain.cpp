// What the editor explains: a joint's matrices, a vertex's stages, an increment on its way to Ul.
#include "editor/course/explain.h"

#include <SDL_clipboard.h>

#include "app/widgets/spots.h"
#include "editor/bench/compare.h"
#include "editor/commands/command_registry.h"
#include "editor/panels/panel_state.h"
#include "editor/pose/shelf.h"
#include "editor/session.h"
#include "editor/viewport/drag.h"
#include "support/app_driver.h"
#include "support/matrices.h"
#include "support/mouse.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

void set_user_local(Editor& editor, Id joint, const glm::mat4& matrix) {
  REQUIRE(editor.document.perform(op::SetUserLocal{{{joint, matrix}}}));
  deformed(editor);
}

glm::mat4 turned(float degrees, const glm::vec3& axis) {
  return glm::rotate(glm::mat4(1.0f), glm::radians(degrees), axis);
}

bool is_lit(const MatrixWatch& watch, Letter letter, double seconds) {
  for (std::size_t cell = 0; cell < 16; ++cell)
    if (cell_light(watch, letter, cell, seconds) > 0.0f) return true;
  return false;
}

/// The elbow's screen ring turned a little way around.
void turn_elbow(Editor& editor) {
  editor.document.select({kElbow});
  const Gizmo gizmo = gizmo_of(editor);
  const glm::vec2 middle = project(editor.camera, gizmo.origin, editor.picture_size).pixel;
  const float reach = 1.2f * kGizmoPixels;
  REQUIRE(grab_gizmo(editor, GizmoHandle::center, {.pixel = middle + glm::vec2(reach, 0.0f)}));
  update_drag(editor, {.pixel = middle + glm::vec2(0.8f, -0.6f) * reach});
}

}  // namespace

SOLVED_CASE(
    "the letters keep to their formulas, and what changed lights up, for a while and alone") {
  Editor editor = arm_editor();
  CHECK_FALSE(letters_of(editor, editor.shelf, kNoId));
  CHECK_FALSE(letters_of(editor, editor.shelf, kArmMesh));
  MatrixWatch watch;
  watch_letters(watch, kElbow, *letters_of(editor, editor.shelf, kElbow), 1.0);
  CHECK_FALSE(is_lit(watch, Letter::posed, 1.0));
  set_user_local(editor, kElbow, turned(30.0f, {0.0f, 0.0f, 1.0f}));
  const auto shoulder = *letters_of(editor, editor.shelf, kShoulder),
             elbow = *letters_of(editor, editor.shelf, kElbow);
  const auto of = [](const auto& letters, Letter letter) { return letters[std::size_t(letter)]; };
  const glm::mat4 local = of(elbow, Letter::bind_local), bind = of(elbow, Letter::bind),
                  posed = of(elbow, Letter::posed);
  CHECK(largest_difference(bind, of(shoulder, Letter::bind) * local) < 1e-6f);
  CHECK(largest_difference(
            posed, of(shoulder, Letter::posed) * local * of(elbow, Letter::user_local)) < 1e-6f);
  CHECK(largest_difference(of(elbow, Letter::skinning), posed * glm::inverse(bind)) < 1e-6f);

  watch_letters(watch, kElbow, elbow, 2.0);
  for (const Letter letter : {Letter::user_local, Letter::posed, Letter::skinning})
    CHECK(is_lit(watch, letter, 2.1));
  for (const Letter letter : {Letter::bind_local, Letter::bind})
    CHECK_FALSE(is_lit(watch, letter, 2.1));
  CHECK(cell_light(watch, Letter::posed, 10, 2.1) == 0.0f);  // z stays z
  CHECK_FALSE(is_lit(watch, Letter::posed, 10.0));
  watch_letters(watch, kShoulder, shoulder, 2.2);  // another joint's numbers are not changes
  CHECK_FALSE(is_lit(watch, Letter::posed, 2.2));
}

TEST_CASE("what is in a matrix is said in words") {
  CHECK(matrix_words(glm::mat4(1.0f)).empty());
  CHECK(matrix_words(glm::translate(glm::mat4(1.0f), {1.0f, 2.0f, 3.0f})).empty());
  CHECK(matrix_words(turned(45.0f, {0.0f, 1.0f, 0.0f})).empty());
  CHECK(turn_words(turned(45.0f, {0.0f, 1.0f, 0.0f})) == "45.0\u00b0");
  CHECK(turn_words(glm::mat4(1.0f)).empty());
  CHECK(matrix_words(glm::scale(glm::mat4(1.0f), {1.5f, 1.0f, 1.0f})) == "scales 1.5 1 1");
  glm::mat4 sheared(1.0f);
  sheared[1][0] = 0.5f;
  CHECK(contains(matrix_words(sheared), "shears"));
}

SOLVED_CASE(
    "the lens takes the world's axis through the inverse of the parents, not through their "
    "transpose, and costs nothing when off") {
  Editor editor = arm_editor();
  set_user_local(editor, kShoulder,
                 turned(35.0f, glm::normalize(glm::vec3(1.0f, 2.0f, 0.5f))) *
                     glm::scale(glm::mat4(1.0f), {1.0f, 2.0f, 1.3f}));
  const glm::mat4 before = joint_named(editor, kElbow).user_local;
  turn_elbow(editor);
  CHECK_FALSE(lens_of(editor, editor.explain_panel, editor.panels));
  editor.right_tab = RightTab::explain;
  const std::optional<Lens> lens = lens_of(editor, editor.explain_panel, editor.panels);
  REQUIRE(lens);
  CHECK(lens->joint == "elbow");
  CHECK(lens->parent == "shoulder");
  CHECK(std::abs(lens->degrees) > 20.0f);
  CHECK(lens->before == before);
  CHECK(lens->after == joint_named(editor, kElbow).user_local);
  const auto shoulder = *letters_of(editor, editor.shelf, kShoulder),
             elbow = *letters_of(editor, editor.shelf, kElbow);
  const glm::mat4 above =
      shoulder[std::size_t(Letter::posed)] * elbow[std::size_t(Letter::bind_local)];
  // Ul' = A^-1 U A Ul with A = W_p L: the factors before Ul keep the lens's axis, and no direction
  // near it.
  const glm::mat3 conjugate(glm::inverse(above) * turned(lens->degrees, lens->world) * above);
  CHECK(glm::distance(conjugate * lens->in_joint, lens->in_joint) < 1e-4f);
  CHECK(largest_difference(glm::mat4(conjugate * glm::mat3(lens->before)),
                           glm::mat4(glm::mat3(lens->after))) < 1e-4f);
  CHECK(lens->transpose_differs);
  CHECK(glm::distance(conjugate * lens->transposed, lens->transposed) > 1e-2f);
  editor.explain_panel.lens = false;
  CHECK_FALSE(lens_of(editor, editor.explain_panel, editor.panels));
  cancel_drag(editor);
  editor.explain_panel.lens = true;
  CHECK_FALSE(lens_of(editor, editor.explain_panel, editor.panels));
}

SOLVED_CASE(
    "where nothing scales, the transpose is the inverse and the lens does not speak of it") {
  Editor editor = arm_editor();
  editor.explain_panel.lens = true;
  set_user_local(editor, kShoulder, turned(35.0f, glm::normalize(glm::vec3(1.0f, 2.0f, 0.5f))));
  turn_elbow(editor);
  CHECK_FALSE(lens_of(editor, editor.explain_panel, editor.panels)->transpose_differs);
}

SOLVED_CASE("slow motion runs from v to the blend once, never backwards, and stops") {
  Editor editor = arm_editor();
  set_user_local(editor, kElbow, turned(60.0f, {0.0f, 0.0f, 1.0f}));
  play_slow_motion(editor, editor.explain, true);
  CHECK_FALSE(editor.explain.plays);  // no vertex is explained
  editor.explain = {.mesh = kArmMesh, .vertex = 170};
  REQUIRE(present_explanation(editor, editor.explain));
  REQUIRE(present_explanation(editor, editor.explain)->in_count > 1);
  play_slow_motion(editor, editor.explain, true);
  float last = 0.0f;
  for (; editor.explain.plays && editor.now < 60.0; editor.now += 0.05) {
    advance_slow_motion(editor, editor.explain);
    CHECK(editor.explain.stage >= last);
    last = editor.explain.stage;
    view::Overlay overlay;
    add_explanation(overlay, editor, editor.explain);
    CHECK(overlay.dots.size() >= present_explanation(editor, editor.explain)->in_count);
  }
  CHECK(last == kStageBlended);
  CHECK(editor.now < 20.0);
  set_stage(editor, editor.explain, 1.0f);
  CHECK_FALSE(editor.explain.plays);
}

SOLVED_HOME_CASE("in the window: wherever the camera goes, the card leaves its vertex free") {
  for (const glm::ivec2& size : {glm::ivec2(1024, 600), glm::ivec2(1366, 768)}) {
    CAPTURE(size.x);
    const std::unique_ptr<Driver> driver = window_on_arm(home, size.x, size.y);
    Editor& editor = driver->editor();
    editor.explain = {.mesh = kArmMesh, .vertex = 170};
    const glm::vec2 steps[] = {{0, 0},    {90, 0},    {90, 60}, {-200, 40},
                               {0, -160}, {150, 100}, {0, 90}};
    for (const glm::vec2& by : steps) {
      CAPTURE(by.x);
      CAPTURE(by.y);
      editor.camera = panned(editor.camera, by, editor.picture_size.y);
      editor.wants_redraw = true;
      driver->settle();
      const std::optional<VertexExplanation> explained =
          present_explanation(editor, editor.explain);
      REQUIRE(explained);
      const glm::mat4& world = editor.deformer.skeleton(explained->skeleton)->world_from_skeleton;
      const glm::vec2 at =
          driver->world_pixel(glm::vec3(world * glm::vec4(explained->posed, 1.0f)));
      const glm::vec2 high = editor.explain.card_corner, low = high - editor.explain.card_size;
      const bool is_under = at.x > low.x && at.x < high.x && at.y > low.y && at.y < high.y;
      CHECK_FALSE(is_under);
    }
  }
}

SOLVED_HOME_CASE(
    "in the window: the tab, a copied matrix, a vertex at a stage, and rest afterwards") {
  const std::unique_ptr<Driver> driver = window_on_arm(home, 1100, 720);
  Editor& editor = driver->editor();
  driver->click(driver->joint_pixel("elbow"));
  REQUIRE(driver->selected_name() == "elbow");
  driver->press("Explain");
  driver->press("W as C++");
  char* const text = SDL_GetClipboardText();
  CHECK(std::string(text).starts_with("const glm::mat4 W("));
  SDL_free(text);
  CHECK_FALSE(spot("Course"));  // a tab for those who asked for it

  const glm::vec2 skin = driver->joint_pixel("elbow") + glm::vec2(14.0f, -20.0f);
  driver->click_with(SDLK_LALT, skin);
  REQUIRE(editor.explain.mesh != kNoId);
  REQUIRE(spot("Slow motion"));
  CHECK(editor.explain.stage == kStageBlended);
  driver->press("Stage");
  CHECK(editor.explain.stage == doctest::Approx(1.5f).epsilon(0.1));
}
