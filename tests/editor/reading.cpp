// The window's numbers are true: angles after Esc and undo, meters, labels of symmetric steps,
// radii, the sheet's total.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include "editor/bench/bench_model.h"
#include "editor/bench/sheet_model.h"
#include "editor/panels/panel_state.h"
#include "editor/panels/shown_transform.h"
#include "editor/posed_joints.h"
#include "editor/step_notes.h"
#include "editor/viewport/drag.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::test;

namespace {

Meter read_meter(double value, Band band) { return {.value = value, .band = band, .where = {}}; }

/// Shin and thigh of both sides about a cylinder each, at x = -1 and 1.
Scene two_legs(float left_offset) {
  Scene scene = arm_scene();
  Skeleton& skeleton = edit_skeleton(scene, 1);
  skeleton.joints[0].name = "hips";
  skeleton.joints[1].name = "leg.L";
  skeleton.joints[2].name = "leg.R";
  skeleton.joints[1].bind_local = glm::translate(glm::mat4(1.0f), {0.3f + left_offset, 0.8f, 0.0f});
  skeleton.joints[2].parent = 0;
  skeleton.joints[2].bind_local = glm::translate(glm::mat4(1.0f), {-0.3f, 0.8f, 0.0f});
  skeleton.joints[1].extent = skeleton.joints[2].extent = {0.0f, 0.8f, 0.0f};
  for (Joint& joint : skeleton.joints) joint.radius = 0.3f;
  return scene;
}

}  // namespace

TEST_CASE("After Esc and after undo of a drag through whole turns the angles are those of before") {
  for (auto& random : seeds<Random>(50)) {
    InspectorState state;
    const glm::mat4 start = random.rigid();
    const auto at = [&](float degrees) { return start * about_z(glm::radians(degrees)); };
    const glm::vec3 before = shown_transform(state, 1, start).degrees;
    remember_angles(state, 1, start);
    for (float turn = 10.0f; turn <= 450.0f; turn += 10.0f) shown_transform(state, 1, at(turn));
    CHECK(shown_transform(state, 1, start).degrees == before);  // Esc
    for (float turn = 10.0f; turn <= 450.0f; turn += 10.0f) shown_transform(state, 1, at(turn));
    const glm::vec3 after = shown_transform(state, 1, at(450.0f)).degrees;
    remember_angles(state, 1, at(450.0f));
    CHECK(shown_transform(state, 1, start).degrees == before);  // undo
    remember_angles(state, 1, start);
    CHECK(shown_transform(state, 1, at(450.0f)).degrees == after);  // redo
    CHECK(shown_transform(state, 2, start).degrees != after);
  }
}

TEST_CASE(
    "The line about the meters is good only where joint and model are; a joint that holds nothing "
    "says so") {
  Meters good, bad;
  good.thickness = read_meter(0.9, Band::good);
  bad.thickness = read_meter(0.9, Band::good);
  bad.stretch = read_meter(33.0, Band::poor);
  CHECK(meters_status(good, nullptr, false).words == "all good");
  CHECK(meters_status(good, &good, true).words == "all good");
  CHECK(meters_status(good, &good, true).band == Band::good);
  CHECK(meters_status(bad, nullptr, false).words == "stretch 33.0\u00d7");
  CHECK(meters_status(bad, &good, true).words == "model: stretch 33.0\u00d7");
  CHECK(meters_status(bad, &good, true).band == Band::poor);
  CHECK(meters_status(good, &bad, true).words == "stretch 33.0\u00d7");
  CHECK(meters_status(bad, &good, false).words == "holds no vertex");
  CHECK(meters_status(Meters{}, nullptr, false).words == "\u2013");
}

SOLVED_CASE("A joint that holds nothing is advised the radius that fits its skin") {
  Scene scene = arm_scene();
  for (Joint& joint : edit_skeleton(scene, 1).joints) joint.radius = 2.0f;
  edit_skeleton(scene, 1).joints[1].radius = 0.0f;
  Editor editor = editor_with(scene);
  REQUIRE(captured_by(editor, kElbow) == 0);
  const Advice advice = measures_of(editor).advice(kElbow);
  CHECK(contains(advice.reason, "elbow"));
  CHECK(advice.cure == Advice::Cure::fit_radius);
  REQUIRE(cure(editor, kElbow, advice));
  deformed(editor);
  CHECK(captured_by(editor, kElbow) > 0);
}

SOLVED_CASE("The radius advised for what is uncovered is the joint's fit, and it cures at once") {
  int advised = 0;
  for (auto& random : seeds<Random>(30)) {
    Scene scene = arm_scene();
    Skeleton& skeleton = edit_skeleton(scene, 1);
    skeleton.falloff = random.chance(0.5f) ? Falloff::linear : Falloff::inverse;
    for (Joint& joint : skeleton.joints) joint.radius = random.uniform(0.3f, 0.7f);
    for (const Id joint : {kShoulder, kElbow, kWrist}) {
      Editor editor = editor_with(scene);
      editor.is_symmetric = false;
      float needed = 0.0f;
      for (const Island& island : measures_of(editor).islands(kArmSkeleton))
        if (island.joint == joint) needed = std::max(needed, island.needed_radius);
      if (needed == 0.0f) continue;
      const Advice advice = measures_of(editor).advice(joint);
      const Fit fit = measures_of(editor).fit(joint);
      CHECK((advice.cure == Advice::Cure::fit_radius) == (fit.radius >= needed));
      if (advice.cure != Advice::Cure::fit_radius) continue;
      ++advised;
      CHECK(advice.joint == joint);
      CHECK(advice.radius == fit.radius);
      CHECK(contains(advice.reason, fmt::format("{:.3g} fits its skin", fit.radius)));
      REQUIRE(cure(editor, joint, advice));
      CHECK(joint_of(editor.document.scene(), joint)->radius == fit.radius);
      const Advice next = measures_of(editor).advice(joint);
      CHECK_FALSE((next.cure == Advice::Cure::fit_radius && next.joint == joint));
    }
  }
  CHECK(advised > 20);
}

SOLVED_CASE("A symmetric radius step names what both sides gained") {
  for (const float offset : {0.0f, 0.15f}) {
    Editor editor = editor_with(two_legs(offset), Tab::rig);
    const std::uint32_t left = captured_by(editor, kElbow), right = captured_by(editor, kWrist);
    REQUIRE(begin_radius_drag(editor, editor.viewport, kElbow, {.pixel = {460.0f, 260.0f}}));
    for (const char key : std::string("0.45")) type_into_drag(editor, key, {});
    end_drag(editor);
    const std::uint32_t more_left = captured_by(editor, kElbow) - left,
                        more_right = captured_by(editor, kWrist) - right;
    REQUIRE((more_left > 0 && more_right > 0));
    const std::string& label = last_step(editor);
    CAPTURE(label);
    const std::string words = more_left == more_right ? fmt::format("+{} vertices each", more_left)
                                                      : fmt::format("leg.L +{}, leg.R +{} vertices",
                                                                    more_left, more_right);
    CHECK(contains(label, words));
  }
  CHECK(captured_words({}, {}).empty());
  CHECK(captured_words({}, {{1, 0}}).empty());
  CHECK(captured_words({}, {{1, -1}}) == "-1 vertex");
  CHECK(captured_words({}, {{1, 5}, {2, 1}, {3, 1}}) == "+7 vertices in all");
}

namespace {

/// The sheet of an arm, without its window.
struct ReadSheet {
  Editor editor;
  SheetState& sheet = editor.sheet;
  Deformer deformer = Deformer::with(editor.document.tasks());
  Measures measures;

  explicit ReadSheet(const Scene& scene) : editor(editor_with(scene)) {
    editor.document.select({kElbow});
    open_sheet(editor, sheet);
  }
  /// Tries all joints, then waits for the trials that have begun.
  void read() {
    advance_sheet(editor, sheet, deformer, measures, 1e9);
    REQUIRE(sheet_is_done(editor, sheet));
    REQUIRE(sheet.trial.wait(1e9));
    advance_sheet(editor, sheet, deformer, measures, 1e9);
    REQUIRE_FALSE(sheet.trial.has_begun());
  }
};

Scene arm_with_radii(const std::array<float, 3>& radii) {
  Scene scene = arm_scene();
  for (std::size_t j = 0; j < 3; ++j) edit_skeleton(scene, 1).joints[j].radius = radii[j];
  return scene;
}

}  // namespace

ENGINE_CASE(
    "The sheet says what a change did to its total, of the same pose, and its cure is one step") {
  ReadSheet read(arm_with_radii({0.6f, 0.52f, 0.3f}));  // the last is too small
  Editor& editor = read.editor;
  read.read();
  const TrialSummary before = sheet_summary(editor, read.sheet);
  CHECK(sheet_words(editor, read.sheet) == summary_words(before));
  CHECK(before.remedy == "Fit all radii first.");
  const TriedCure* offered = offered_cure(read.sheet);
  REQUIRE(offered != nullptr);
  const double promised = offered->score;
  CHECK(offer_words(read.sheet, *offered) ==
        fmt::format("{}: {:.0f} \u2192 {:.0f}", offered->words, before.score, promised));
  const std::size_t count = steps(editor);
  cure_sheet(editor, read.sheet);
  CHECK(steps(editor) == count + 1);
  read.read();
  CHECK(sheet_summary(editor, read.sheet).score == doctest::Approx(promised).epsilon(1e-3));
  CHECK(contains(sheet_words(editor, read.sheet), fmt::format("(was {:.0f})", before.score)));
  REQUIRE(editor.document.perform(op::SetUserLocal{
      {{kElbow, glm::rotate(glm::mat4(1.0f), 0.3f, glm::vec3(1.0f, 0.0f, 0.0f))}}}));
  read.read();
  CHECK_FALSE(contains(sheet_words(editor, read.sheet), "was"));
}

ENGINE_CASE("A cure of the sheet is offered only if it was tried and is better, and none twice") {
  int offers = 0, rejected = 0;
  for (auto& random : seeds<Random>(6)) {
    ReadSheet read(arm_with_radii(
        {random.uniform(0.3f, 0.9f), random.uniform(0.3f, 0.9f), random.uniform(0.3f, 0.9f)}));
    for (int turn = 0; turn < 8; ++turn) {
      read.read();
      const double before = sheet_summary(read.editor, read.sheet).score;
      for (const TriedCure& one : read.sheet.tried) rejected += one.score < before ? 1 : 0;
      const TriedCure* offered = offered_cure(read.sheet);
      if (offered == nullptr) break;
      ++offers;
      const double promised = offered->score;
      CHECK(promised > before);
      cure_sheet(read.editor, read.sheet);
      read.read();
      CHECK(sheet_summary(read.editor, read.sheet).score ==
            doctest::Approx(promised).epsilon(1e-3));
    }
    CHECK(offered_cure(read.sheet) == nullptr);
  }
  CHECK(offers > 3);
  CHECK(rejected > 0);
}

ENGINE_CASE("The thorough fit is tried in the sheet, offered with its score, and is one step") {
  ReadSheet read(arm_with_radii({0.2f, 0.9f, 0.2f}));
  read.read();
  const double before = sheet_summary(read.editor, read.sheet).score;
  const Scene scene = read.editor.document.scene();
  try_thorough_fit(read.editor, read.sheet);
  CHECK(read.sheet.trial.has_begun());
  read.read();
  CHECK(read.editor.document.scene() == scene);
  REQUIRE(read.sheet.tried.back().words == "Fit thoroughly");
  CHECK(read.sheet.tried.back().score > before);
  const TriedCure* offered = offered_cure(read.sheet);
  REQUIRE(offered != nullptr);
  const double promised = offered->score;
  CHECK(promised >= read.sheet.tried.back().score);
  cure_sheet(read.editor, read.sheet);
  read.read();
  CHECK(sheet_summary(read.editor, read.sheet).score == doctest::Approx(promised).epsilon(1e-3));
  read.editor.document.undo();
  CHECK(read.editor.document.scene() == scene);
}

TEST_CASE("The first step in a file is not blamed for vertices that the file has uncovered") {
  Editor editor(
      tasks_of(Backend::textbook));  // a window draws its empty scene before a file has been read
  note_step_effects(editor, editor.files.safety.notes);
  Scene scene = arm_scene();
  for (Joint& joint : edit_skeleton(scene, 1).joints) joint.radius = 0.01f;
  replace_document(editor, Document(tasks_of(Backend::textbook), std::move(scene), "Open"));
  REQUIRE(coverage(deformed(editor)).uncovered > 0);
  note_step_effects(editor, editor.files.safety.notes);
  REQUIRE(editor.document.perform(op::Rename{kElbow, "bend"}));
  deformed(editor);
  note_step_effects(editor, editor.files.safety.notes);
  const std::string& label = last_step(editor);
  CAPTURE(label);
  CHECK_FALSE(contains(label, "uncovered"));
}
