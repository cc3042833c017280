// Drags in the viewport: from pointers to changes of the document.
#include "editor/bench/compare.h"
#include "editor/commands/command_registry.h"
#include "editor/drag_state.h"
#include "editor/pose/transport.h"
#include "editor/posed_joints.h"
#include "editor/session.h"
#include "editor/tools.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/ghost_point.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"
#include "support/matrices.h"
#include "support/mouse.h"
#include "view/picture/picking.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Turns the active joint about the view axis by dragging the screen ring a quarter around.
void drag_screen_ring(Editor& editor, Pointer to = {}) {
  const Gizmo gizmo = gizmo_of(editor);
  const glm::vec2 middle = pixel_of(editor, gizmo.origin);
  const float reach = 1.2f * kGizmoPixels;
  REQUIRE(grab_gizmo(editor, GizmoHandle::center, {.pixel = middle + glm::vec2(reach, 0.0f)}));
  to.pixel = middle + glm::vec2(0.0f, -reach);
  update_drag(editor, to);
}

}  // namespace

SOLVED_CASE(
    "The gizmo has the same size on the screen however near the camera is and however large the "
    "interface") {
  Editor editor = arm_editor(Tab::pose, {kElbow});
  for (const float scale : {1.0f, 2.0f}) {
    for (const float distance : {2.0f, 8.0f, 200.0f}) {
      editor.ui_scale = scale;
      editor.camera.distance = distance;
      const Gizmo gizmo = gizmo_of(editor);
      const glm::vec2 tip = pixel_of(editor, gizmo.origin + gizmo.axes[0] * gizmo.size);
      CHECK(glm::distance(tip, pixel_of(editor, gizmo.origin)) ==
            doctest::Approx(kGizmoPixels * scale).epsilon(0.02));
    }
  }
}

SOLVED_CASE(
    "After a ring is dragged the joint and all below it stand at U W, no other joint moves, and it "
    "is one step") {
  Editor editor = arm_editor(Tab::pose, {kElbow});
  const std::vector<glm::mat4> before = editor.deformer.skeletons().front().posed;
  const std::size_t steps = editor.document.history().steps().size();
  drag_screen_ring(editor);
  const glm::mat4 increment = std::get<HandleDrag>(editor.drag).drag.increment();
  CHECK(largest_difference(increment, glm::mat4(1.0f)) > 0.5f);
  end_drag(editor);
  const std::vector<glm::mat4>& after = editor.deformer.skeletons().front().posed;
  CHECK(largest_difference(after[0], before[0]) == 0.0f);
  CHECK(largest_difference(after[1], increment * before[1]) < 1e-5f);
  CHECK(largest_difference(after[2], increment * before[2]) < 1e-5f);
  CHECK(editor.document.history().steps().size() == steps + 1);
  REQUIRE(editor.document.undo());
  CHECK(same_bits(editor.document.scene(), arm_scene()));
}

SOLVED_CASE("Canceling any drag restores every bit and leaves no step") {
  for (const Tab tab : {Tab::layout, Tab::rig, Tab::pose}) {
    for (const Tool tool : tools_of(tab)) {
      Editor editor = arm_editor();
      editor.tab = tab;
      editor.tool = tool;
      editor.document.select({tab == Tab::layout ? kArmMesh : kElbow});
      const Scene start = editor.document.scene();
      const Pointer press{.pixel = {430.0f, 300.0f}};
      if (tool == Tool::radius)
        REQUIRE(begin_radius_drag(editor, editor.viewport, kElbow, press));
      else if (tool == Tool::add_joint)
        REQUIRE(begin_add_joint(editor, press));
      else if (!grab_gizmo(editor, GizmoHandle::x, press))
        continue;
      CHECK(is_editing(editor));
      update_drag(editor, {.pixel = {520.0f, 210.0f}});
      CHECK((editor.document.scene() == start) ==
            (tool == Tool::add_joint));  // a new bone is a ghost until the button is released
      cancel_drag(editor);
      CHECK_FALSE(is_dragging(editor));
      CHECK(same_bits(editor.document.scene(), start));
      CHECK(editor.document.history().steps().size() == 1);
    }
  }
}

SOLVED_CASE(
    "A handle that is pressed and released on the spot makes no step, and no rounding of the pose "
    "either") {
  for (auto& random : rounds<Random>(21, 20)) {
    Scene scene = arm_scene();
    for (Joint& joint : edit_skeleton(scene, 1).joints) joint.user_local = random.rigid(0.1f);
    scene.nodes[1].local = random.affine(0.2f);
    Editor editor = editor_with(scene);
    editor.tool = Tool::rotate;
    editor.document.select({kElbow});
    const Pointer press{.pixel = {490.0f, 330.0f}};
    REQUIRE(grab_gizmo(editor, GizmoHandle::z, press));
    update_drag(editor, press);
    end_drag(editor);
    CHECK(editor.document.history().steps().size() == 1);
    CHECK(same_bits(editor.document.scene(), scene));
    CHECK(editor.toasts.empty());
  }
}

SOLVED_CASE("While a drag is under way tools, tabs and another drag are refused") {
  Editor editor = arm_editor(Tab::pose, {kElbow});
  REQUIRE(grab_gizmo(editor, GizmoHandle::z, {.pixel = {490.0f, 330.0f}}));
  set_tool(editor, editor.viewport, Tool::move);
  CHECK(editor.tool == Tool::rotate);
  set_tab(editor, editor.viewport, Tab::rig);
  CHECK(editor.tab == Tab::pose);
  CHECK_FALSE(begin_radius_drag(editor, editor.viewport, kElbow, {.pixel = {400.0f, 300.0f}}));
  CHECK_FALSE(begin_camera_drag(editor, {}, CameraMotion::pan));
  CHECK_FALSE(editor.document.undo());
}

SOLVED_CASE(
    "A number typed during a drag is its value, a minus sign anywhere changes the sign, Backspace "
    "takes back") {
  Editor editor = arm_editor(Tab::pose, {kElbow});
  const Pointer press{.pixel = {490.0f, 330.0f}};
  REQUIRE(grab_gizmo(editor, GizmoHandle::z, press));
  for (const char key : {'4', '5', '9', '\b', '-', '-', '-', 'q'})
    type_into_drag(editor, key, press);
  const HandleDrag& held = std::get<HandleDrag>(editor.drag);
  CHECK(held.typed == "-45");
  CHECK(held.drag.value() == doctest::Approx(glm::radians(-45.0f)));
  update_drag(editor, {.pixel = {100.0f, 100.0f}});
  CHECK(std::get<HandleDrag>(editor.drag).drag.value() == doctest::Approx(glm::radians(-45.0f)));
  CHECK(drag_text(editor).find("Rotate elbow") == 0);
  end_drag(editor);
  const glm::mat4 turned = about_z(glm::radians(-45.0f));
  CHECK(largest_difference(joint_named(editor, kElbow).user_local, turned) < 1e-5f);
}

SOLVED_CASE("A key that names an axis bends the drag onto it, from the same start") {
  Editor editor = arm_editor(Tab::layout, {kArmMesh}, Tool::move);
  REQUIRE(grab_gizmo(editor, GizmoHandle::center, {.pixel = {400.0f, 300.0f}}));
  const Pointer to{.pixel = {500.0f, 200.0f}};
  update_drag(editor, to);
  constrain_drag(editor, GizmoHandle::x, to);
  const glm::vec3 moved(editor.document.scene().nodes[0].local[3]);
  CHECK(moved.x > 0.5f);
  CHECK(moved.y == 0.0f);
  CHECK(moved.z == 0.0f);
}

TEST_CASE("The distance between a ray and a segment is the least over all points of both") {
  for (auto& random : rounds<Random>(7, 200)) {
    const Ray ray{random.vec3(2.0f), random.direction()};
    const glm::vec3 a = random.vec3(2.0f);
    const glm::vec3 b = random.round % 10 == 0 ? a : random.vec3(2.0f);
    float least = 1e9f;
    for (int i = 0; i <= 1000; ++i) {
      const glm::vec3 point = a + (b - a) * (float(i) / 1000.0f);
      const float t = std::max(glm::dot(point - ray.origin, ray.direction), 0.0f);
      least = std::min(least, glm::distance(point, ray.origin + ray.direction * t));
    }
    const float distance = ray_segment_distance(ray, a, b);
    CHECK(distance <= least + 1e-4f);
    CHECK(distance >= least - 5e-3f);
  }
}

SOLVED_CASE("A rim follows the pointer: the radius is what brings the capsule's edge under it") {
  Editor editor = arm_editor(Tab::rig);
  const glm::vec3 on_rim{0.6f, 1.2f, 0.0f};
  REQUIRE(begin_radius_drag(editor, editor.viewport, kElbow, {.pixel = pixel_of(editor, on_rim)}));
  for (const float wanted : {0.9f, 0.3f, 0.75f}) {
    update_drag(editor, {.pixel = pixel_of(editor, {wanted, 1.2f, 0.0f})});
    CHECK(joint_named(editor, kElbow).radius == doctest::Approx(wanted).epsilon(0.02));
  }
  update_drag(editor, {.pixel = pixel_of(editor, {0.0f, 1.2f, 0.0f})});
  CHECK(joint_named(editor, kElbow).radius >= 0.0f);
  CHECK(joint_named(editor, kElbow).radius < 0.05f);
}

SOLVED_CASE(
    "A posed and unevenly scaled joint's rim follows the pointer too, and the captures are counted "
    "on the way") {
  Scene scene = arm_scene();
  edit_skeleton(scene, 1).joints[1].user_local = about_z(-1.2f);
  scene.nodes[1].local = glm::scale(glm::mat4(1.0f), glm::vec3(1.5f));
  Editor editor = editor_with(scene, Tab::rig);
  const view::WorldCapsule before = *world_capsule(editor, kElbow);
  const glm::vec3 middle = (before.base + before.tip) * 0.5f;
  const glm::vec3 across = glm::normalize(glm::cross(before.tip - before.base, {0.0f, 0.0f, 1.0f}));
  REQUIRE(begin_radius_drag(editor, editor.viewport, kElbow,
                            {.pixel = pixel_of(editor, middle + across * before.radii.at_origin)}));
  const std::uint32_t captured = editor.deformer.skeletons().front().captured[1];
  update_drag(editor, {.pixel = pixel_of(editor, middle + across * before.radii.at_origin * 0.5f)});
  CHECK(world_capsule(editor, kElbow)->radii.at_origin ==
        doctest::Approx(before.radii.at_origin * 0.5f).epsilon(0.03));
  CHECK(editor.deformer.skeletons().front().captured[1] < captured);
}

SOLVED_CASE("Radii of several selected joints keep their ratio, in one step") {
  Scene scene = arm_scene();
  edit_skeleton(scene, 1).joints[0].radius = 0.3f;
  Editor editor = editor_with(scene, Tab::rig, {kShoulder, kElbow});
  REQUIRE(begin_radius_drag(editor, editor.viewport, kElbow, {.pixel = {460.0f, 260.0f}}));
  for (const float x : {470.0f, 480.0f, 520.0f}) update_drag(editor, {.pixel = {x, 260.0f}});
  end_drag(editor);
  CHECK(joint_named(editor, kElbow).radius > 0.61f);
  CHECK(joint_named(editor, kShoulder).radius ==
        doctest::Approx(joint_named(editor, kElbow).radius * 0.5f));
  CHECK(joint_named(editor, kWrist).radius == 0.6f);
  CHECK(editor.document.history().steps().size() == 2);
}

SOLVED_CASE(
    "Of a tapered capsule the end under the pointer is dragged, in the middle both in shape") {
  for (const float along : {0.1f, 0.5f, 0.9f}) {
    CAPTURE(along);
    Scene scene = arm_scene();
    edit_skeleton(scene, 1).joints[1].set_radii({0.6f, 0.3f});
    Editor editor = editor_with(scene, Tab::rig);
    const view::WorldCapsule before = *world_capsule(editor, kElbow);
    const glm::vec3 on_bone = glm::mix(before.base, before.tip, along);
    const float there = before.radii.at(double(along));
    const auto rim = [&](float factor) {
      return Pointer{.pixel = pixel_of(editor, on_bone + glm::vec3(there * factor, 0.0f, 0.0f))};
    };
    REQUIRE(begin_radius_drag(editor, editor.viewport, kElbow, rim(1.0f)));
    update_drag(editor, rim(1.5f));
    end_drag(editor);
    const Radii radii = joint_named(editor, kElbow).radii();
    if (along > 0.7f)
      CHECK(radii.at_origin == 0.6f);
    else
      CHECK(radii.at_origin > 0.75f);
    if (along < 0.3f) CHECK(radii.at_tip == 0.3f);
    if (along > 0.7f) CHECK(radii.at_tip > 0.38f);
    if (along == 0.5f) {
      CHECK(radii.at_tip == doctest::Approx(0.5 * double(radii.at_origin)));
      CHECK(radii.at(0.5) == doctest::Approx(0.45 * 1.5).epsilon(0.05));  // under the pointer
    }
    CHECK(editor.document.history().steps().size() == 2);
  }
}

SOLVED_CASE("Alt+S fits a taper to the skin and takes it back, one step each, partners along") {
  Scene scene = arm_scene();
  Mesh mesh = *scene.nodes[0].mesh;
  for (glm::vec3& p : mesh.positions) p *= glm::vec3(1.0f - 0.4f * p.y, 1.0f, 1.0f - 0.4f * p.y);
  scene.nodes[0].mesh = std::make_shared<const Mesh>(mesh);
  Editor editor = editor_with(scene, Tab::rig);
  CHECK_FALSE(run_command(editor, "rig.taper"));  // no joint is selected
  editor.document.select({kElbow});
  REQUIRE(run_command(editor, "rig.taper"));
  const Radii radii = joint_named(editor, kElbow).radii();
  CHECK(radii.at_tip < 0.8f * radii.at_origin);
  CHECK(editor.document.history().steps().size() == 2);
  CHECK(command("rig.taper").checked(editor));
  REQUIRE(run_command(editor, "rig.taper"));
  CHECK_FALSE(joint_named(editor, kElbow).tip_radius);
  CHECK(joint_named(editor, kElbow).radius == radii.at_origin);
  CHECK(editor.document.history().steps().size() == 3);
  editor.document.undo();
  CHECK(joint_named(editor, kElbow).radii() == radii);
}

SOLVED_CASE(
    "Shift makes the rim move a tenth from where it is, without a jump; Ctrl makes it move in "
    "whole steps") {
  Editor editor = arm_editor(Tab::rig);
  REQUIRE(begin_radius_drag(editor, editor.viewport, kElbow, {.pixel = {460.0f, 260.0f}}));
  update_drag(editor, {.pixel = {500.0f, 260.0f}});
  const float coarse = joint_named(editor, kElbow).radius;
  update_drag(editor, {.pixel = {500.0f, 260.0f}, .precise = true});
  CHECK(joint_named(editor, kElbow).radius == coarse);
  update_drag(editor, {.pixel = {540.0f, 260.0f}, .precise = true});
  const float fine = joint_named(editor, kElbow).radius - coarse;
  CHECK(std::abs(fine - (coarse - 0.6f) * 0.1f) < 0.05f * fine);
  update_drag(editor, {.pixel = {517.0f, 260.0f}, .snap = true});
  const float steps =
      (joint_named(editor, kElbow).radius - 0.6f) / radius_step(editor, editor.viewport);
  CHECK(steps == doctest::Approx(std::round(steps)).epsilon(1e-3));
}

SOLVED_CASE(
    "A new bone goes from the active joint's tip to the middle of the mesh under the pointer") {
  Editor editor = arm_editor(Tab::rig, {kShoulder}, Tool::add_joint);
  const glm::vec2 pixel = pixel_of(editor, {0.1f, 1.7f, 0.0f});
  const GhostPoint ghost = ghost_point(editor, editor.viewport, pixel);
  CHECK(ghost.thickness == doctest::Approx(1.0f).epsilon(0.05));
  CHECK(std::abs(ghost.point.z) < 0.02f);
  REQUIRE(begin_add_joint(editor, {.pixel = pixel}));
  end_drag(editor);
  const Joint& made = joint_named(editor, editor.document.active());
  CHECK(made.parent == 0);
  const view::WorldCapsule bone = *world_capsule(editor, made.id);
  CHECK(glm::distance(bone.base, {0.0f, 0.8f, 0.0f}) < 1e-4f);
  CHECK(glm::distance(bone.tip, ghost.point) < 1e-4f);
  CHECK(editor.document.history().steps().size() == 2);
}

SOLVED_CASE(
    "In a scene without a skeleton the first bone makes one and binds the mesh in the same step; "
    "canceling leaves neither") {
  Scene bare = arm_scene();
  bare.nodes.pop_back();
  bare.nodes[0].bound_to = kNoId;
  for (const bool keeps : {false, true}) {
    Editor editor = editor_with(bare, Tab::rig, {}, Tool::add_joint);
    REQUIRE(begin_add_joint(editor, {.pixel = pixel_of(editor, {0.0f, 0.2f, 0.0f})}));
    update_drag(editor, {.pixel = pixel_of(editor, {0.0f, 1.4f, 0.0f})});
    if (!keeps) {
      cancel_drag(editor);
      CHECK(same_bits(editor.document.scene(), bare));
      CHECK(editor.document.scene().nodes[0].bound_to == kNoId);
      continue;
    }
    end_drag(editor);
    REQUIRE(editor.document.scene().nodes.size() == 2);
    CHECK(editor.document.scene().nodes[0].bound_to == editor.document.scene().nodes[1].id);
    CHECK(editor.document.history().steps().size() == 2);
    const view::WorldCapsule bone = *world_capsule(editor, editor.document.active());
    CHECK(glm::distance(bone.base, {0.0f, 0.2f, 0.0f}) < 0.03f);
    CHECK(glm::distance(bone.tip, {0.0f, 1.4f, 0.0f}) < 0.03f);
    CHECK(editor.deformer.skeletons().front().captured[0] > 50);
  }
}

SOLVED_CASE("A click of the add tool with no active joint draws no bone: a bone has two ends") {
  Editor editor = arm_editor(Tab::rig);
  const Pointer press{.pixel = pixel_of(editor, {0.0f, 1.0f, 0.0f})};
  REQUIRE(begin_add_joint(editor, press));
  end_drag(editor);
  CHECK(same_bits(editor.document.scene(), arm_scene()));
  CHECK(editor.document.history().steps().size() == 1);
  CHECK(editor.toasts.size() == 1);
}

SOLVED_CASE("In Rig the tip moves with its children or without them, the base with all") {
  for (const bool ride : {true, false}) {
    Editor editor = arm_editor(Tab::rig, {}, Tool::move);
    editor.children_ride = ride;
    editor.document.select({kElbow});
    const glm::vec3 wrist = world_capsule(editor, kWrist)->base;
    REQUIRE(gizmo_target(editor, editor.transport, editor.viewport)->moves == GizmoMoves::tip);
    REQUIRE(grab_gizmo(editor, GizmoHandle::x, {.pixel = {440.0f, 260.0f}}));
    update_drag(editor, {.pixel = {500.0f, 260.0f}});
    end_drag(editor);
    CHECK(world_capsule(editor, kElbow)->tip.x > 0.3f);
    CHECK((glm::distance(world_capsule(editor, kWrist)->base, wrist) > 0.3f) == ride);
    editor.viewport.rig_end = RigEnd::base;
    CHECK(gizmo_target(editor, editor.transport, editor.viewport)->moves == GizmoMoves::base);
    CHECK(
        glm::distance(glm::vec3(gizmo_target(editor, editor.transport, editor.viewport)->frame[3]),
                      world_capsule(editor, kElbow)->base) < 1e-6f);
  }
}
