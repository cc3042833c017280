// The window's numbers are true: angles after Esc and undo, meters, labels of symmetric steps,
// radii, the sheet's total.
#include <algorithm>
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
#include "support/support.h"

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
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    InspectorState state;
    const glm::mat4 start = random.rigid();
    const auto at = [&](float degrees) {
      return start * glm::rotate(glm::mat4(1.0f), glm::radians(degrees), {0.0f, 0.0f, 1.0f});
    };
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
  CHECK(advice.reason.find("elbow") != std::string::npos);
  CHECK(advice.cure == Advice::Cure::fit_radius);
  REQUIRE(cure(editor, kElbow, advice));
  deformed(editor);
  CHECK(captured_by(editor, kElbow) > 0);
}

SOLVED_CASE("The radius advised for what is uncovered is the one that its list has, and it cures") {
  int advised = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Random random(seed);
    Scene scene = arm_scene();
    Skeleton& skeleton = edit_skeleton(scene, 1);
    skeleton.falloff = random.chance(0.5f) ? Falloff::linear : Falloff::inverse;
    for (Joint& joint : skeleton.joints) joint.radius = random.uniform(0.3f, 0.7f);
    Editor editor = editor_with(scene);
    for (const Id joint : {kShoulder, kElbow, kWrist}) {
      float needed = 0.0f;
      for (const Island& island : measures_of(editor).islands(kArmSkeleton))
        if (island.joint == joint) needed = std::max(needed, island.needed_radius);
      if (needed == 0.0f) continue;
      ++advised;
      const Advice advice = measures_of(editor).advice(joint);
      CHECK(advice.joint == joint);
      CHECK(advice.radius == needed);
      CHECK(advice.reason.find(fmt::format("{:.3g}", needed)) != std::string::npos);
    }
  }
  CHECK(advised > 20);
}

SOLVED_CASE("A symmetric radius step names what both sides gained") {
  for (const float offset : {0.0f, 0.15f}) {
    Editor editor = editor_with(two_legs(offset));
    editor.tab = Tab::rig;
    const std::uint32_t left = captured_by(editor, kElbow), right = captured_by(editor, kWrist);
    REQUIRE(begin_radius_drag(editor, editor.viewport, kElbow, {.pixel = {460.0f, 260.0f}}));
    for (const char key : std::string("0.45")) type_into_drag(editor, key, {});
    end_drag(editor);
    const std::uint32_t more_left = captured_by(editor, kElbow) - left,
                        more_right = captured_by(editor, kWrist) - right;
    REQUIRE((more_left > 0 && more_right > 0));
    const std::string& label = editor.document.history().steps().back().label;
    CAPTURE(label);
    const std::string words = more_left == more_right ? fmt::format("+{} vertices each", more_left)
                                                      : fmt::format("leg.L +{}, leg.R +{} vertices",
                                                                    more_left, more_right);
    CHECK(label.find(words) != std::string::npos);
  }
  CHECK(captured_words({}, {}).empty());
  CHECK(captured_words({}, {{1, 0}}).empty());
  CHECK(captured_words({}, {{1, -1}}) == "-1 vertex");
  CHECK(captured_words({}, {{1, 5}, {2, 1}, {3, 1}}) == "+7 vertices in all");
}

SOLVED_CASE(
    "The sheet says what a change did to its total, of the same pose, and its cure is one step") {
  Scene scene = arm_scene();
  const float radii[] = {0.6f, 0.52f, 0.3f};  // the last is too small
  for (std::size_t j = 0; j < 3; ++j) edit_skeleton(scene, 1).joints[j].radius = radii[j];
  Editor editor = editor_with(scene);
  editor.document.select({kElbow});
  Deformer deformer = Deformer::with(editor.document.tasks());
  Measures measures;
  open_sheet(editor, editor.sheet);
  const auto try_all = [&] { advance_sheet(editor, editor.sheet, deformer, measures, 1e9); };
  try_all();
  REQUIRE(sheet_is_done(editor, editor.sheet));
  const TrialSummary before = sheet_summary(editor, editor.sheet);
  CHECK(sheet_words(editor, editor.sheet) == summary_words(before));
  REQUIRE(before.cure == Advice::Cure::fit_all);
  CHECK_FALSE(before.left.empty());
  const std::size_t count = steps(editor);
  cure_sheet(editor, editor.sheet);
  CHECK(steps(editor) == count + 1);
  try_all();
  const TrialSummary after = sheet_summary(editor, editor.sheet);
  CHECK(after.score > before.score);
  CHECK(sheet_words(editor, editor.sheet).find(fmt::format("(was {:.0f})", before.score)) !=
        std::string::npos);
  REQUIRE(editor.document.perform(op::SetUserLocal{
      {{kElbow, glm::rotate(glm::mat4(1.0f), 0.3f, glm::vec3(1.0f, 0.0f, 0.0f))}}}));
  try_all();
  CHECK(sheet_words(editor, editor.sheet).find("was") == std::string::npos);
}
