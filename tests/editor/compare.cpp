// The swipe view: what a side is, the divider, taking over.
#include "editor/bench/compare.h"

#include "editor/commands/command_registry.h"
#include "editor/drag_state.h"
#include "editor/selection_actions.h"
#include "editor/session.h"
#include "editor/viewport/canvas.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/heat_modes.h"
#include "editor/viewport/select.h"
#include "rig/playback.h"
#include "scene/keys.h"
#include "support/mouse.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The arm, bent at the elbow, so that falloffs make a difference.
Editor bent_arm() {
  Editor editor = arm_editor();
  editor.document.perform(op::SetUserLocal{{{kElbow, about_z(1.2f)}}});
  deformed(editor);
  return editor;
}

}  // namespace

TEST_CASE(
    "A side that asks for nothing is the document itself; otherwise only choices and radii of that "
    "skeleton differ") {
  const Scene scene = arm_scene();
  CHECK(apply_side(scene, kArmSkeleton, {}) == scene);
  CHECK(apply_side(scene, kArmSkeleton, {.choices = {.falloff = Falloff::inverse}}) == scene);
  CHECK(apply_side(scene, 999, {.choices = {.falloff = Falloff::linear}}) == scene);
  const Scene other = apply_side(scene, kArmSkeleton,
                                 {.choices = {.falloff = Falloff::smooth}, .radius_factor = 1.5f});
  CHECK(why_invalid(other).empty());
  const Skeleton& was = *scene.nodes[1].skeleton;
  Skeleton expected = was;
  expected.falloff = Falloff::smooth;
  for (Joint& joint : expected.joints) joint.radius *= 1.5f;
  CHECK(*other.nodes[1].skeleton == expected);
  CHECK(was.falloff == Falloff::inverse);  // the document is untouched
  CHECK(other.nodes[0] == scene.nodes[0]);
}

SOLVED_CASE("While a motion is shown both sides stand at its time, each with its own settings") {
  const Motion motion = *elbow_motion("bend", {0.0f, 1.0f}, {0.0f, 1.287f});
  const Scene scene = arm_with({std::make_shared<const Motion>(motion)});
  Editor editor = editor_with(scene);
  editor.compare.right = {.choices = {.falloff = Falloff::linear}, .radius_factor = 1.5f};
  set_comparing(editor, true);
  for (const float seconds : {0.25f, 0.75f}) {
    editor.document.show_time(MotionTime{0, seconds});
    deformed(editor);
    update_compare(editor);
    const Scene then = at_time(scene, motion, seconds);
    CHECK(editor.document.scene().nodes[1].skeleton->joints == then.nodes[1].skeleton->joints);
    CHECK(*editor.compare.scene.nodes[1].skeleton ==
          *apply_side(then, kArmSkeleton, editor.compare.right).nodes[1].skeleton);
  }
}

SOLVED_CASE("The right side is made once, and again when the document or the side changed") {
  Editor editor = bent_arm();
  set_comparing(editor, true);
  REQUIRE(is_comparing(editor.compare));
  const CompareState& compare = editor.compare;
  const Scene first = compare.scene;
  update_compare(editor);
  CHECK(compare.scene == first);
  CHECK(first.nodes[1].skeleton->falloff == Falloff::linear);
  CHECK(compare.deformer->mesh(kArmMesh)->positions() !=
        editor.deformer.mesh(kArmMesh)->positions());
  editor.document.perform(op::ResetPose{kArmSkeleton, {}});
  update_compare(editor);
  CHECK_FALSE(compare.scene == first);
  CHECK(compare.scene.nodes[1].skeleton->joints[1].user_local == glm::mat4(1.0f));
  editor.compare.right.radius_factor = 2.0f;
  update_compare(editor);
  CHECK(compare.scene.nodes[1].skeleton->joints[0].radius == doctest::Approx(1.2f));
}

SOLVED_CASE("The right side can measure through the body, and is taken over as one step") {
  Editor editor = bent_arm();
  set_comparing(editor, true);
  editor.compare.right = {.choices = {.metric = Metric::body, .blend = Blend::dual_quaternion}};
  update_compare(editor);
  CHECK(editor.compare.scene.nodes[1].skeleton->metric == Metric::body);
  CHECK(editor.compare.deformer->body(kArmSkeleton) != nullptr);
  CHECK(editor.deformer.body(kArmSkeleton) == nullptr);
  CHECK(right_caption(editor, editor.compare) ==
        "inverse distance, through the body, dual quaternions");
  CHECK(left_caption(editor) == "inverse distance (the document)");
  const auto [left, right] = short_captions(editor, editor.compare);
  CHECK(left == "the document");
  CHECK(right == "through the body, dual quaternions");
  const std::size_t steps = editor.document.history().steps().size();
  REQUIRE(apply_comparison(editor));
  CHECK(editor.document.history().steps().size() == steps + 1);
  CHECK(skeleton_on_show(editor)->metric == Metric::body);
  CHECK(skeleton_on_show(editor)->blend == Blend::dual_quaternion);
  CHECK(command("rig.through_body").checked(editor));
  CHECK(command("rig.blend_dual-quaternion").checked(editor));
  command("rig.through_body").run(editor);
  CHECK(skeleton_on_show(editor)->metric == Metric::straight);
  REQUIRE(editor.document.undo());
  command("rig.next_blend").run(editor);
  CHECK(skeleton_on_show(editor)->blend == Blend::delta_mush);
  command("rig.next_blend").run(editor);
  CHECK(skeleton_on_show(editor)->blend == Blend::centers);
  command("rig.next_blend").run(editor);
  CHECK(command("rig.blend_linear").checked(editor));
  CHECK(skeleton_on_show(editor)->metric == Metric::body);
}

SOLVED_CASE("While a radius is dragged both sides blend linearly, and say so, until it is let go") {
  Editor editor = bent_arm();
  editor.document.perform(op::SetSkeletonChoices{kArmSkeleton, {.blend = Blend::centers}});
  editor.compare.right = {.choices = {.falloff = Falloff::smooth}};
  set_comparing(editor, true);
  const auto are_linear = [&](bool expected) {
    deformed(editor);
    update_compare(editor);
    CHECK(editor.deformer.blends_linearly_meanwhile() == expected);
    CHECK(editor.compare.deformer->blends_linearly_meanwhile() == expected);
    const bool is_said = right_caption(editor, editor.compare).ends_with("linear until you let go");
    CHECK(is_said == expected);
  };
  are_linear(false);
  editor.document.begin();
  are_linear(false);
  REQUIRE(editor.document.update(op::SetRadius{{kElbow}, {0.7f}}));
  are_linear(true);
  editor.document.commit();
  are_linear(false);
}

SOLVED_CASE("Two equal sides are not compared, and without a skeleton none are") {
  Editor editor = bent_arm();
  editor.document.perform(op::SetSkeletonChoices{kArmSkeleton, {.falloff = Falloff::linear}});
  set_comparing(editor, true);
  CHECK(editor.compare.right.choices.falloff == Falloff::inverse);
  Editor empty = editor_with({});
  set_comparing(empty, true);
  CHECK_FALSE(is_comparing(empty.compare));
  CHECK(empty.toasts.back().is_error);
  editor.document.perform(op::DeleteNode{kArmSkeleton});
  update_compare(editor);
  CHECK_FALSE(is_comparing(editor.compare));
}

SOLVED_CASE(
    "The divider goes before everything else under the pointer, follows it, stays in reach, and "
    "Esc puts it back") {
  Editor editor = bent_arm();
  editor.tab = Tab::rig;
  set_comparing(editor, true);
  CHECK(divider_pixel(editor, editor.compare) == 400.0f);
  Mouse mouse(editor);
  mouse.state.pointer.pixel = {403.0f, 300.0f};  // over the arm
  mouse.press(kLeft);
  REQUIRE(std::holds_alternative<DividerDrag>(editor.drag));
  mouse.move({253.0f, 300.0f});
  CHECK(divider_pixel(editor, editor.compare) == 250.0f);  // held where it was taken
  mouse.move({-500.0f, 300.0f});
  CHECK(divider_pixel(editor, editor.compare) > 0.0f);
  mouse.move({5000.0f, 300.0f});
  CHECK(divider_pixel(editor, editor.compare) < 800.0f);
  cancel_or_clear(editor);
  CHECK(divider_pixel(editor, editor.compare) == 400.0f);
  CHECK(is_comparing(editor.compare));
  CHECK(editor.document.history().steps().size() == 2);
  cancel_or_clear(editor);
  CHECK_FALSE(is_comparing(editor.compare));
  CHECK_FALSE(is_on_divider(editor, editor.compare, 400.0f));
}

SOLVED_CASE(
    "Taking over is one step that gives the document what the right side showed, and undo takes it "
    "back") {
  Editor editor = bent_arm();
  const Scene before = editor.document.scene();
  editor.compare.right = {.choices = {.falloff = Falloff::smooth}, .radius_factor = 1.25f};
  set_comparing(editor, true);
  const std::vector<glm::vec3> shown = editor.compare.deformer->mesh(kArmMesh)->positions();
  REQUIRE(apply_comparison(editor));
  CHECK(editor.document.history().steps().size() == 3);
  CHECK(last_step(editor) == "Falloff smooth, radii x 1.25");
  CHECK_FALSE(is_comparing(editor.compare));
  deformed(editor);
  CHECK(editor.deformer.mesh(kArmMesh)->positions() == shown);
  editor.document.undo();
  CHECK(editor.document.scene() == before);
}

SOLVED_CASE("The difference colors the left side alone, and its legend has units") {
  Editor editor = bent_arm();
  editor.show.colors = view::MeshColors::all_joints;
  set_comparing(editor, true);
  CHECK(picture_of(editor).reference == nullptr);
  CHECK(right_picture(editor, editor.compare, picture_of(editor)).show.colors ==
        view::MeshColors::all_joints);
  editor.compare.shows_difference = true;
  const view::Picture left = picture_of(editor);
  CHECK(left.show.colors == view::MeshColors::difference);
  REQUIRE(left.reference == &*editor.compare.deformer);
  const view::Picture right = right_picture(editor, editor.compare, left);
  CHECK(right.show.colors == view::MeshColors::plain);  // one legend, one scale
  CHECK(right.reference == nullptr);
  CHECK(right.scene == &editor.compare.scene);
  CHECK(right.camera == left.camera);
  const Legend legend = legend_of(editor);
  CHECK(legend.title == "Difference");
  CHECK(contains(legend.note, "units"));
  CHECK(legend.ticks.size() == 3);
  editor.document.perform(op::ResetPose{kArmSkeleton, {}});
  deformed(editor);
  update_compare(editor);
  CHECK(legend_of(editor).ticks.empty());  // at rest all settings agree
  set_comparing(editor, false);
  CHECK(picture_of(editor).show.colors == view::MeshColors::all_joints);
}
