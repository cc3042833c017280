// Slow work that does not freeze the window. Distances through the body are measured in the
// background, straight meanwhile; a canceled job leaves nothing. Auto-fit; new bones; slow
// pictures.
#include "editor/bench/body_measuring.h"

#include <limits>
#include <memory>
#include <stdexcept>

#include "editor/bench/compare.h"
#include "editor/bench/fit_radii.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/tools.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/marks.h"
#include "editor/viewport/picture_cache.h"
#include "editor/viewport_state.h"
#include "support/app_scene.h"
#include "view/gl/offscreen.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The arm, whose body is not measured at once.
struct Measured {
  Editor editor = arm_editor();
  BodyMeasuringState& state = editor.measuring;

  Measured() { editor.synchronous_work_limit = 0; }
  void frame() {
    CHECK(state.job.wait_for_dropped(1e9));
    deformed(editor);
    advance_measuring(editor);
  }
  void toggle() {
    run_command(editor, "rig.through_body");
    frame();
  }
  void finish() {
    for (int round = 0; round < 10 && is_measuring(editor); ++round) {
      CHECK(state.job.wait(1e9));
      frame();
    }
    CHECK_FALSE(is_measuring(editor));
  }
  Metric metric() const { return editor.document.committed().nodes[1].skeleton->metric; }
  std::size_t step() const { return editor.document.history().current(); }
  /// Weights and joints per vertex from the scene's own deformer.
  bool has_rows_of_now() {
    const Deformer& one = deformed(editor);
    Deformer other = Deformer::with(editor.document.tasks());
    other.update(editor.document.scene());
    const Influences &a = one.mesh(kArmMesh)->influences, &b = other.mesh(kArmMesh)->influences;
    for (std::size_t v = 0; v < std::min(a.rows.size(), b.rows.size()); ++v) {
      if (a.row_size(v) != b.row_size(v)) return false;
      for (std::uint32_t k = 0; k < a.row_size(v); ++k)
        if (a.joint[a.row_begin(v) + k] != b.joint[b.row_begin(v) + k] ||
            a.weight[a.row_begin(v) + k] != b.weight[b.row_begin(v) + k])
          return false;
    }
    return a.rows.size() == b.rows.size();
  }
};

std::unique_ptr<view::Offscreen> make_context() {
  try {
    return std::make_unique<view::Offscreen>();
  } catch (const std::runtime_error& error) {
    skip(std::string("a picture: ") + error.what());
    throw Skipped();
  }
}

}  // namespace

SOLVED_CASE(
    "A body is measured beside the editor; the rows are then those of one measured at once") {
  Measured m;
  const std::size_t before = m.step();
  m.toggle();
  REQUIRE(m.state.job.has_begun());
  CHECK(is_measuring(m.editor));
  CHECK(m.editor.deformer.measures_straight_meanwhile());
  CHECK(m.metric() == Metric::body);
  m.finish();
  CHECK_FALSE(m.editor.deformer.measures_straight_meanwhile());
  CHECK(m.has_rows_of_now());
  CHECK(m.step() == before + 1);
  CHECK_FALSE(advance_measuring(m.editor));
}

SOLVED_CASE("A small body is measured at once, as before") {
  Measured m;
  m.editor.synchronous_work_limit = std::numeric_limits<std::size_t>::max();
  m.toggle();
  CHECK_FALSE(m.state.job.has_begun());
  CHECK_FALSE(is_measuring(m.editor));
  CHECK(m.has_rows_of_now());
}

SOLVED_CASE("Canceling the switch takes it back, and a second one works") {
  Measured m;
  const Scene before = m.editor.document.scene();
  const std::size_t step = m.step();
  m.toggle();
  cancel_measuring(m.editor);
  CHECK(m.editor.document.scene() == before);
  CHECK(m.step() == step);
  CHECK_FALSE(is_measuring(m.editor));
  CHECK(m.editor.toasts.back().text == "Canceled: distances are straight");
  CHECK(m.has_rows_of_now());
  REQUIRE(m.editor.document.redo());
  m.frame();
  REQUIRE(m.state.job.has_begun());
  m.finish();
  CHECK(m.metric() == Metric::body);
  CHECK(m.has_rows_of_now());
}

SOLVED_CASE("However often it is switched, one body is measured at a time") {
  Measured m;
  for (int n = 0; n < 7; ++n) {
    run_command(m.editor, "rig.through_body");
    deformed(m.editor);
    advance_measuring(m.editor);
    CHECK(m.state.job.number_ending() + (m.state.job.is_running() ? 1 : 0) <= 1);
  }
  CHECK(m.metric() == Metric::body);
  CHECK(is_measuring(m.editor));
  m.frame();
  m.finish();
  CHECK(m.has_rows_of_now());
}

SOLVED_CASE("Canceling after another edit keeps that edit; distances are straight by a step") {
  Measured m;
  m.toggle();
  m.finish();
  const std::size_t step = m.step();
  REQUIRE(perform(m.editor, op::SetExtent{kElbow, {0.1f, 0.7f, 0.0f}}));
  m.frame();
  REQUIRE(m.state.job.has_begun());
  cancel_measuring(m.editor);
  CHECK(m.metric() == Metric::straight);
  CHECK(m.step() == step + 2);
  CHECK_FALSE(is_measuring(m.editor));
  CHECK(m.has_rows_of_now());
}

SOLVED_CASE("Undo, another scene and another switch drop what is being measured") {
  for (const int way : {0, 1, 2}) {
    CAPTURE(way);
    Measured m;
    m.toggle();
    REQUIRE(m.state.job.has_begun());
    if (way == 0) REQUIRE(m.editor.document.undo());
    if (way == 1)
      replace_document(m.editor, Document(tasks_of(Backend::textbook), arm_scene(), "Other"));
    if (way == 2) m.toggle();
    m.frame();
    CHECK_FALSE(m.state.job.has_begun());
    CHECK_FALSE(is_measuring(m.editor));
    CHECK_FALSE(m.editor.deformer.measures_straight_meanwhile());
    CHECK(m.metric() == Metric::straight);
    CHECK(m.has_rows_of_now());
    if (way == 2) m.toggle();
    if (way == 2) m.finish();
    CHECK(m.has_rows_of_now());
  }
}

SOLVED_CASE("What is written down is not of straight distances: a fit measures first") {
  Measured waits, at_once;
  at_once.editor.synchronous_work_limit = std::numeric_limits<std::size_t>::max();
  waits.toggle();
  at_once.toggle();
  REQUIRE(waits.state.job.has_begun());
  CHECK(fit_radii(waits.editor, {}).text == fit_radii(at_once.editor, {}).text);
  CHECK(*waits.editor.document.scene().nodes[1].skeleton ==
        *at_once.editor.document.scene().nodes[1].skeleton);
  waits.finish();
}

SOLVED_CASE(
    "Auto-fit of a large mesh is a job: one step later, with the radii of one made at once") {
  for (const bool fits_all : {true, false}) {
    CAPTURE(fits_all);
    Measured m;
    Editor at_once = arm_editor();
    for (Editor* editor : {&m.editor, &at_once}) {
      REQUIRE(perform(*editor, op::SetRadius{{kElbow}, {0.03f}}));
      editor->document.select({kElbow});
      RadiiFitJob& job = editor->measuring.fit;
      begin_fit(*editor, job, fits_all ? std::vector<Id>() : std::vector<Id>{kElbow});
    }
    CHECK_FALSE(at_once.measuring.fit.job.has_begun());
    RadiiFitJob& fit = m.state.fit;
    REQUIRE(fit.job.has_begun());
    CHECK(is_measuring(m.editor));
    const std::size_t before = m.step();
    CHECK(m.editor.document.committed() == fit.from);
    REQUIRE(fit.job.wait(1e9));
    CHECK(advance_measuring(m.editor));
    CHECK_FALSE(is_measuring(m.editor));
    CHECK(m.step() == before + 1);
    CHECK(*m.editor.document.scene().nodes[1].skeleton ==
          *at_once.document.scene().nodes[1].skeleton);
    CHECK(m.editor.toasts.back().text == at_once.toasts.back().text);
  }
}

SOLVED_CASE("Cancel and an edit stop an Auto-fit, and no radius changes") {
  for (const bool edits : {false, true}) {
    CAPTURE(edits);
    Measured m;
    begin_fit(m.editor, m.state.fit, {});
    REQUIRE(m.state.fit.job.has_begun());
    m.editor.now += 1.0;
    CHECK(shows_measuring(m.editor));
    if (edits) REQUIRE(perform(m.editor, op::SetExtent{kElbow, {0.1f, 0.7f, 0.0f}}));
    const Scene before = m.editor.document.scene();
    edits ? (void)advance_measuring(m.editor) : cancel_measuring(m.editor);
    CHECK_FALSE(is_measuring(m.editor));
    CHECK(m.editor.document.scene() == before);
    CHECK(m.editor.toasts.back().text == "The fit stopped: no radius was changed");
  }
}

SOLVED_CASE(
    "Bones drawn on a large mesh are not measured, one step each, until another tool is taken") {
  for (const bool is_large : {true, false}) {
    CAPTURE(is_large);
    Measured m;
    if (!is_large) m.editor.synchronous_work_limit = std::numeric_limits<std::size_t>::max();
    set_tab(m.editor, m.editor.viewport, Tab::rig);
    set_tool(m.editor, m.editor.viewport, Tool::add_joint);
    m.editor.document.select({kWrist});
    const Scene before = m.editor.document.scene();
    const std::size_t step = m.step();
    const double measured = m.editor.measures.total_ms();
    REQUIRE(begin_add_joint(m.editor, {.pixel = {400.0f, 60.0f}}, true));
    update_drag(m.editor, {.pixel = {400.0f, 40.0f}});
    end_drag(m.editor);
    CHECK(m.step() == step + 1);
    m.frame();
    update_marks(m.editor, m.editor.bench, m.editor.viewport);
    CHECK(measures_active_joint(m.editor) != is_large);
    CHECK((m.editor.measures.total_ms() == measured) == is_large);
    set_tool(m.editor, m.editor.viewport, Tool::radius);
    update_marks(m.editor, m.editor.bench, m.editor.viewport);
    CHECK(m.editor.measures.total_ms() > measured);
    REQUIRE(m.editor.document.undo());
    CHECK(m.editor.document.scene() == before);
  }
}

SOLVED_CASE("During a drag nothing is begun or dropped") {
  Measured m;
  m.toggle();
  REQUIRE(m.state.job.has_begun());
  const Progress* const before = &m.state.job.progress();
  m.editor.document.begin();
  m.editor.document.update(op::SetUserLocal{{{kElbow, glm::mat4(1.0f)}}});
  m.frame();
  CHECK(&m.state.job.progress() == before);
  m.editor.document.cancel();
  m.finish();
  CHECK(m.has_rows_of_now());
}

SOLVED_CASE("The right side of a comparison waits as well; canceling ends the comparison") {
  for (const bool is_canceled : {false, true}) {
    Measured m;
    m.editor.compare.right.choices.metric = Metric::body;
    set_comparing(m.editor, true);
    REQUIRE(is_comparing(m.editor.compare));
    m.frame();
    REQUIRE(m.state.job.has_begun());
    CHECK(m.editor.compare.deformer->measures_straight_meanwhile());
    CHECK(contains(right_caption(m.editor, m.editor.compare), "straight until"));
    if (is_canceled) cancel_measuring(m.editor);
    m.finish();
    CHECK(is_comparing(m.editor.compare) != is_canceled);
    if (!is_canceled) CHECK_FALSE(m.editor.compare.deformer->measures_straight_meanwhile());
    CHECK(m.metric() == Metric::straight);
  }
}

SOLVED_CASE("Of two sides that wait the one that is measured first is drawn so") {
  const auto context = make_context();
  view::Renderer renderer;
  PictureCache cache;
  Measured m;
  m.editor.picture_size = {320.0f, 240.0f};
  m.toggle();
  set_comparing(m.editor, true);
  REQUIRE(is_comparing(m.editor.compare));
  CHECK(cache.draw(m.editor, renderer));
  CHECK_FALSE(cache.draw(m.editor, renderer));
  Deformer& right = *m.editor.compare.deformer;
  REQUIRE(right.measures_straight_meanwhile());
  right.set_synchronous_work_limit(Deformer::kMeasuresAll);
  right.update(m.editor.compare.scene);
  CHECK(m.editor.deformer.measures_straight_meanwhile());
  CHECK_FALSE(right.measures_straight_meanwhile());
  CHECK(cache.draw(m.editor, renderer));
  CHECK_FALSE(cache.draw(m.editor, renderer));
  m.finish();
  CHECK(cache.draw(m.editor, renderer));
}

SOLVED_CASE("A slow picture is announced: the last one stays for two frames, in which it is said") {
  const auto context = make_context();
  view::Renderer renderer;
  PictureCache cache;
  Editor editor = arm_editor();
  editor.picture_size = {320.0f, 240.0f};
  editor.document.select({});
  const auto draws = [&](bool is_slow, bool moves = false) {
    editor.wants_redraw = moves;
    return cache.draw(editor, renderer, 1.0f, is_slow);
  };
  CHECK(draws(true));  // there is none yet to stay
  editor.document.select({kElbow});
  for (int frame = 0; frame < 2; ++frame) {
    CHECK_FALSE(draws(true));
    CHECK(editor.viewport.awaits_picture);
    CHECK(editor.wants_redraw);
  }
  CHECK(draws(true));
  CHECK_FALSE(editor.viewport.awaits_picture);
  CHECK(editor.wants_redraw);  // once more, without the words
  CHECK_FALSE(draws(true));
  CHECK_FALSE(editor.wants_redraw);

  editor.document.select({});
  CHECK(draws(false));
  editor.document.select({kElbow});
  CHECK(draws(true, true));  // an animation goes on
}
