// New bones: the click makes the ghost's bone, and nothing changes before.

#include "edit/mirror.h"
#include "editor/drag_state.h"
#include "editor/ground.h"
#include "editor/posed_joints.h"
#include "editor/session.h"
#include "editor/viewport/bone.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/ghost_point.h"
#include "editor/viewport/gizmo_overlay.h"
#include "editor/viewport/marks.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"
#include "support/app_scene.h"
#include "view/picture/heat.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// A posed chain in a moved skeleton node with bound meshes elsewhere and one that is not bound;
/// under the editor's engine.
Editor random_bone_editor(Random& random) {
  Scene scene = arm_scene();
  Skeleton& skeleton = edit_skeleton(scene, 1);
  for (Joint& joint : skeleton.joints) {
    joint.bind_local = joint.bind_local * random.rigid(0.15f);
    joint.user_local = random.rigid(0.2f);
    joint.radius = random.uniform(0.0f, 0.5f);
  }
  scene.nodes[0].local = random.rigid(0.3f);
  scene.nodes[1].local = random.affine(0.3f);
  const auto add_mesh = [&](Id id, Id bound_to) {
    scene.nodes.push_back({.id = id,
                           .name = "Mesh " + std::to_string(id),
                           .local = random.affine(0.5f),
                           .mesh = std::make_shared<Mesh>(capped_cylinder(9, 12)),
                           .bound_to = bound_to});
  };
  add_mesh(3, kArmSkeleton);
  add_mesh(4, kNoId);
  Editor editor(tasks_of(random.chance(0.5f) ? Backend::fast : Backend::textbook));
  editor.document = Document(editor.document.tasks(), scene);
  editor.camera = {.target = {0.0f, 1.0f, 0.0f},
                   .distance = 8.0f,
                   .yaw = random.uniform(-3.0f, 3.0f),
                   .pitch = random.uniform(-1.0f, 1.0f)};
  editor.picture_size = {800.0f, 600.0f};
  deformed(editor);
  editor.tab = Tab::rig;
  return editor;
}

std::uint32_t uncovered_of_bound(const Editor& editor) {
  std::uint32_t count = 0;
  for (const DeformedMesh& mesh : editor.deformer.meshes())
    if (mesh.skeleton != kNoId) count += mesh.coverage.uncovered;
  return count;
}

}  // namespace

SOLVED_CASE(
    "What the ghost says a bone would hold is what it holds after the click, on posed and moved "
    "rigs with several meshes") {
  std::uint64_t held = 0, fresh = 0;
  int made_bones = 0, two_sided = 0;
  for (auto& random : seeds<Random>(120)) {
    Editor editor = random_bone_editor(random);
    editor.is_symmetric = random.chance(0.5f);
    if (!random.chance(0.2f)) editor.document.select({Id(kShoulder + random.below(3))});
    const Scene start = editor.document.scene();
    const Pointer at{.pixel = {random.uniform(250.0f, 550.0f), random.uniform(150.0f, 450.0f)},
                     .precise = random.chance(0.3f)};
    REQUIRE(begin_add_joint(editor, at, true));
    update_drag(editor, {at.pixel + glm::vec2(60.0f, -40.0f), false, at.precise});
    CHECK(editor.document.scene() == start);
    REQUIRE(editor.viewport.plan);
    const BonePlan plan = *editor.viewport.plan;
    const std::uint32_t uncovered = uncovered_of_bound(editor);
    end_drag(editor);
    if (steps(editor) == 1) continue;  // seen end-on it is too short for a bone
    ++made_bones;
    CHECK(captured_by(editor, editor.document.active()) == plan.captured);
    const std::uint32_t covered = uncovered - uncovered_of_bound(editor);
    CHECK((plan.capsules.size() == 1 ? covered == plan.newly_covered
                                     : covered >= plan.newly_covered));
    two_sided += plan.capsules.size() == 2 ? 1 : 0;
    const view::WorldCapsule made = *world_capsule(editor, editor.document.active());
    CHECK(glm::distance(plan.capsules.front().base, made.base) < 1e-3f);
    CHECK(glm::distance(plan.capsules.front().tip, made.tip) < 1e-3f);
    held += plan.captured;
    fresh += plan.newly_covered;
    REQUIRE(editor.document.undo());
    CHECK(editor.document.scene() == start);
  }
  CHECK(made_bones > 100);
  CHECK(two_sided > 10);
  CHECK(held > 1000);
  CHECK(fresh > 500);
}

SOLVED_CASE("The first bone of a scene foretells what it will hold of all unbound meshes") {
  for (auto& random : seeds<Random>(20)) {
    Scene bare = arm_scene();
    bare.nodes.pop_back();
    bare.nodes[0].bound_to = kNoId;
    bare.nodes[0].local = glm::translate(glm::mat4(1.0f), random.vec3(0.1f));
    Editor editor = editor_with(bare, Tab::rig);
    REQUIRE(begin_add_joint(editor, {.pixel = {400.0f, 330.0f}}));
    update_drag(editor,
                {.pixel = {random.uniform(380.0f, 420.0f), random.uniform(200.0f, 260.0f)}});
    REQUIRE(editor.viewport.plan);
    const BonePlan plan = *editor.viewport.plan;
    CHECK(plan.captured > 0);
    CHECK(plan.newly_covered == plan.captured);
    end_drag(editor);
    CHECK(captured_by(editor, editor.document.active()) == plan.captured);
  }
}

SOLVED_CASE(
    "Under the pointer of the add tool the plan is that of a click there; over nothing it stays "
    "empty, and the document as it was") {
  Editor editor = arm_editor(Tab::rig, {kElbow}, Tool::add_joint);
  const Scene start = editor.document.scene();
  const glm::vec2 pixel = project(editor.camera, {0.2f, 1.95f, 0.0f}, editor.picture_size).pixel;
  update_hover(editor, pixel);
  REQUIRE(editor.viewport.plan);
  const std::uint32_t foretold = editor.viewport.plan->captured;
  CHECK(foretold > 0);
  CHECK_FALSE(overlay_of(editor).fills.empty());
  CHECK(editor.document.scene() == start);
  REQUIRE(begin_add_joint(editor, {.pixel = pixel}));
  end_drag(editor);
  CHECK(captured_by(editor, editor.document.active()) == foretold);
  clear_hover(editor.viewport);
  CHECK_FALSE(editor.viewport.plan);
}

SOLVED_CASE(
    "E draws from the selected tip with no button held, a click lets the bone go, Esc forgets it") {
  for (const bool keeps : {true, false}) {
    Editor editor = arm_editor(Tab::rig, {kWrist});
    editor.viewport.is_over = true;
    editor.viewport.pointer.pixel = {480.0f, 180.0f};
    const glm::vec3 tip = world_capsule(editor, kWrist)->tip;
    const Scene start = editor.document.scene();
    extrude(editor);
    REQUIRE(std::holds_alternative<BoneDrag>(editor.drag));
    update_drag(editor, {.pixel = {500.0f, 150.0f}});
    if (!keeps) {
      cancel_or_clear(editor);
      CHECK(editor.document.scene() == start);
      CHECK_FALSE(editor.viewport.plan);
      continue;
    }
    end_drag(editor);
    CHECK(glm::distance(world_capsule(editor, editor.document.active())->base, tip) < 1e-4f);
    CHECK(joint_named(editor, editor.document.active()).parent == 2);
  }
  Editor editor = arm_editor();
  editor.viewport.is_over = true;
  extrude(editor);
  CHECK_FALSE(is_dragging(editor));
  CHECK(editor.toasts.size() == 1);
}

SOLVED_CASE(
    "A click draws from the parent's tip, a drag gives the child a base of its own where it was "
    "pressed") {
  for (const bool drags : {false, true}) {
    Editor editor = arm_editor(Tab::rig, {kWrist});
    const glm::vec3 tip = world_capsule(editor, kWrist)->tip;
    const glm::vec2 press = project(editor.camera, {0.1f, 0.6f, 0.0f}, editor.picture_size).pixel;
    REQUIRE(glm::distance(project(editor.camera, tip, editor.picture_size).pixel, press) > 30.0f);
    const glm::vec3 pressed = ghost_point(editor, editor.viewport, press).point;
    REQUIRE(begin_add_joint(editor, {.pixel = press}));
    update_drag(editor, {.pixel = press + glm::vec2(2.0f, 1.0f)});  // a hand is never still
    if (drags) update_drag(editor, {.pixel = press + glm::vec2(0.0f, -60.0f)});
    end_drag(editor);
    const Id bone = editor.document.active();
    CHECK(joint_named(editor, bone).parent == 2);
    CHECK(glm::distance(world_capsule(editor, bone)->base, drags ? pressed : tip) < 1e-4f);
  }
}

SOLVED_CASE("A new bone takes an axis and a length: E, Y, 0.5 draws half a unit up") {
  Editor editor = arm_editor(Tab::rig, {kWrist});
  const glm::vec3 tip = world_capsule(editor, kWrist)->tip;
  const Pointer at{.pixel = {480.0f, 180.0f}};
  REQUIRE(begin_add_joint(editor, at, true));
  constrain_drag(editor, GizmoHandle::y, at);
  for (const char key : {'.', '5'}) type_into_drag(editor, key, at);
  end_drag(editor);
  CHECK(glm::distance(world_capsule(editor, editor.document.active())->tip,
                      tip + glm::vec3(0.0f, 0.5f, 0.0f)) < 1e-4f);
}

SOLVED_CASE(
    "With Shift the tip stays below the surface under the pointer, nearer to it than the middle, "
    "and the bone is as thin as that") {
  Editor editor = arm_editor();
  const glm::vec2 pixel = project(editor.camera, {0.0f, 1.3f, 0.0f}, editor.picture_size).pixel;
  const GhostPoint middle = ghost_point(editor, editor.viewport, pixel),
                   near = ghost_point(editor, editor.viewport, pixel, true);
  CHECK(near.point.z == doctest::Approx(0.25f).epsilon(0.05));
  CHECK(std::abs(middle.point.z) < 0.02f);
  CHECK(near.thickness == doctest::Approx(middle.thickness * 0.5f));
}

SOLVED_CASE("A step undone or redone lights up what it changed, and the camera stays") {
  Editor editor = arm_editor();
  editor.now = 10.0;
  update_flash(editor, editor.viewport);
  REQUIRE(editor.document.perform(op::SetRadius{{kElbow}, {0.4f}}));
  update_flash(editor, editor.viewport);
  CHECK(flash_strength(editor, editor.viewport) == 0.0f);
  const Camera camera = editor.camera;
  for (const bool undoes : {true, false}) {
    REQUIRE((undoes ? editor.document.undo() : editor.document.redo()));
    deformed(editor);
    editor.now += 5.0;
    update_flash(editor, editor.viewport);
    CHECK(editor.viewport.flash.ids == std::vector<Id>{kElbow});
    CHECK(flash_strength(editor, editor.viewport) == 1.0f);
    view::Overlay overlay;
    add_flash(overlay, editor, editor.viewport);
    CHECK_FALSE(overlay.lines.empty());
    update_flash(editor, editor.viewport);
    editor.now += 2.0 * kFlashSeconds;
    CHECK(flash_strength(editor, editor.viewport) == 0.0f);
  }
  CHECK(editor.camera == camera);
}

SOLVED_CASE("A radius that is dragged says in the history how many vertices came or went") {
  for (const float to : {0.9f, 0.3f}) {
    Editor editor = arm_editor(Tab::rig);
    const std::uint32_t before = captured_by(editor, kElbow);
    REQUIRE(begin_radius_drag(editor, editor.viewport, kElbow, {.pixel = {460.0f, 260.0f}}));
    for (const char key : std::to_string(to)) type_into_drag(editor, key, {});
    end_drag(editor);
    const long change = long(captured_by(editor, kElbow)) - long(before);
    REQUIRE(change != 0);
    const std::string& label = last_step(editor);
    CHECK(contains(label, (change > 0 ? ", +" : ", ") + std::to_string(change) + " vert"));
  }
}

namespace {

/// One mesh without a skeleton, seen from the front: a body and a muzzle before its chest, its
/// middle at x = 3.
Scene beast() {
  Mesh mesh;
  add_box(mesh, {2.4f, 0.0f, -1.5f}, {3.6f, 2.0f, 0.5f});
  add_box(mesh, {2.7f, 0.9f, 1.0f}, {3.3f, 1.5f, 1.4f});
  Scene scene;
  scene.nodes = {{.id = 1, .name = "Beast", .mesh = std::make_shared<Mesh>(mesh)}};
  scene.next_id = 10;
  return scene;
}

Editor beast_editor() {
  Editor editor = editor_with(beast());
  editor.camera.target = {3.0f, 1.0f, 0.0f};
  editor.tab = Tab::rig;
  editor.tool = Tool::add_joint;
  return editor;
}

constexpr glm::vec3 kChest{3.0f, 1.2f, 0.0f}, kHips{3.0f, 0.3f, 0.0f};

}  // namespace

SOLVED_CASE(
    "In front view a chest goes into the body behind the muzzle: the solid at the parent's depth, "
    "without a parent the thickest") {
  Editor editor = beast_editor();
  const glm::vec2 chest = pixel_of(editor, kChest), hips = pixel_of(editor, kHips);
  const GhostPoint alone = ghost_point(editor, editor.viewport, chest);
  REQUIRE(alone.solids.size() == 2);
  CHECK(alone.point.z == doctest::Approx(-0.5f).epsilon(0.02));
  CHECK(alone.thickness == doctest::Approx(1.2f).epsilon(0.02));  // as wide: it is longer
  REQUIRE(begin_add_joint(editor, {.pixel = hips}));
  update_drag(editor, {.pixel = chest});
  end_drag(editor);
  const view::WorldCapsule spine = *world_capsule(editor, editor.document.active());
  CHECK(spine.base.z == doctest::Approx(-0.5f).epsilon(0.02));
  CHECK(spine.tip.z == doctest::Approx(-0.5f).epsilon(0.02));
  // From a tip in the muzzle the next bone stays in the muzzle.
  REQUIRE(editor.document.perform(
      op::MoveTip{editor.document.active(), glm::translate(glm::mat4(1.0f), {0.0f, 0.0f, 1.7f})}));
  deformed(editor);
  CHECK(ghost_point(editor, editor.viewport, chest).point.z == doctest::Approx(1.2f).epsilon(0.02));
}

SOLVED_CASE(
    "The wheel while a bone is drawn, or a second click at its tip, takes it to the next solid; "
    "each is undone exactly") {
  Editor editor = beast_editor();
  const glm::vec2 chest = pixel_of(editor, kChest), hips = pixel_of(editor, kHips);
  REQUIRE(begin_add_joint(editor, {.pixel = hips}));
  update_drag(editor, {.pixel = chest + glm::vec2(0.0f, 60.0f)});
  end_drag(editor);
  const Scene start = editor.document.scene();
  REQUIRE(begin_add_joint(editor, {.pixel = chest}));
  editor.viewport.pointer.pixel = chest;
  CHECK(overlay_of(editor).dots.size() >= 4);  // base, tip, pointer, the other solid
  CHECK(cycle_solid(editor, 1));
  CHECK(editor.viewport.ghost->point.z == doctest::Approx(1.2f).epsilon(0.02));
  CHECK(cycle_solid(editor, 1));
  CHECK(editor.viewport.ghost->point.z == doctest::Approx(-0.5f).epsilon(0.02));
  end_drag(editor);
  const Scene placed = editor.document.scene();
  const std::size_t before = steps(editor);
  REQUIRE(begin_add_joint(editor, {.pixel = chest}));
  end_drag(editor);
  CHECK(steps(editor) == before + 1);
  const view::WorldCapsule moved = *world_capsule(editor, editor.document.active());
  CHECK(moved.tip.z == doctest::Approx(1.2f).epsilon(0.02));
  CHECK(moved.radii.at_origin == doctest::Approx(0.6f * 0.4f).epsilon(0.1));
  CHECK(editor.document.undo());
  CHECK(editor.document.scene() == placed);
  CHECK(editor.document.undo());
  CHECK(editor.document.scene() == start);
  CHECK_FALSE(cycle_solid(editor, 1));
}

SOLVED_CASE(
    "Where the first bone shall begin, a click chooses the next solid and the document stays") {
  Editor editor = beast_editor();
  const glm::vec2 chest = pixel_of(editor, kChest);
  const Scene start = editor.document.scene();
  for (const float z : {1.2f, -0.5f, 1.2f}) {
    REQUIRE(begin_add_joint(editor, {.pixel = chest}));
    end_drag(editor);
    CHECK(editor.document.scene() == start);
    CHECK(ghost_point(editor, editor.viewport, chest).point.z == doctest::Approx(z).epsilon(0.02));
  }
  update_hover(editor, chest + glm::vec2(40.0f, 0.0f));
  CHECK(ghost_point(editor, editor.viewport, chest).point.z ==
        doctest::Approx(-0.5f).epsilon(0.02));
}

SOLVED_CASE(
    "A bone drawn a few pixels off the middle of the body lies in it and has no twin; farther off "
    "it has one, mirrored at the body's middle wherever that is") {
  for (const float off : {-7.0f, 7.0f, 45.0f}) {
    Editor editor = beast_editor();
    const glm::vec2 hips = pixel_of(editor, kHips) + glm::vec2(6.0f, 0.0f);
    REQUIRE(begin_add_joint(editor, {.pixel = hips}));
    update_drag(editor, {.pixel = hips + glm::vec2(-4.0f, -40.0f)});
    CHECK(editor.viewport.ghost->is_in_middle);
    end_drag(editor);
    const view::WorldCapsule root = *world_capsule(editor, editor.document.active());
    CHECK(root.base.x == doctest::Approx(3.0f).epsilon(1e-5));
    CHECK(root.tip.x == doctest::Approx(3.0f).epsilon(1e-5));
    REQUIRE(
        begin_add_joint(editor, {.pixel = pixel_of(editor, root.tip) + glm::vec2(off, -25.0f)}));
    const std::size_t capsules = editor.viewport.plan->capsules.size();
    end_drag(editor);
    const view::WorldCapsule head = *world_capsule(editor, editor.document.active());
    const Id twin = mirror_partner(editor.document.scene(), head.joint);
    if (std::abs(off) < 10.0f) {
      CHECK(capsules == 1);
      CHECK(twin == kNoId);
      CHECK(head.tip.x == doctest::Approx(3.0f).epsilon(1e-5));
    } else {
      CHECK(capsules == 2);
      REQUIRE(twin != kNoId);
      CHECK(world_capsule(editor, twin)->tip.x == doctest::Approx(6.0f - head.tip.x).epsilon(1e-4));
    }
  }
}

SOLVED_CASE("Standing on the ground moves all at once, at rest and posed, and is one exact step") {
  for (auto& random : seeds<Random>(20)) {
    Editor editor = random_bone_editor(random);
    const Scene start = editor.document.scene();
    const Bounds before = world_bounds(editor.deformer, start);
    stand_on_ground(editor);
    const Bounds after = world_bounds(deformed(editor), editor.document.scene());
    const float height = before.high.y - before.low.y;
    CHECK(std::abs(after.low.y) < 1e-4f * height + 0.021f * height * (steps(editor) == 1));
    CHECK(after.high.x == doctest::Approx(before.high.x).epsilon(1e-4));
    if (steps(editor) == 1) continue;
    REQUIRE(editor.document.undo());
    CHECK(editor.document.scene() == start);
  }
}

SOLVED_CASE(
    "While most of a bound mesh is uncovered it is tinted, with more held it has crosses again; an "
    "unbound one has neither") {
  Editor editor = arm_editor();
  const auto is_tinted = [&] {
    deformed(editor);
    return view::tints_uncovered(picture_of(editor), *editor.deformer.mesh(kArmMesh));
  };
  CHECK_FALSE(is_tinted());
  REQUIRE(editor.document.perform(op::SetRadius{{kShoulder, kElbow, kWrist}, {0.51f, 0.1f, 0.1f}}));
  CHECK(is_tinted());
  editor.show.colors = view::MeshColors::uncovered;
  CHECK_FALSE(is_tinted());
  editor.show.colors = view::MeshColors::plain;
  editor.show.uncovered = false;
  CHECK_FALSE(is_tinted());
  editor.show.uncovered = true;
  REQUIRE(editor.document.perform(op::SetRadius{{kShoulder, kElbow, kWrist}, {0.51f, 0.6f, 0.1f}}));
  CHECK_FALSE(is_tinted());
  Editor bare = beast_editor();
  CHECK_FALSE(view::tints_uncovered(picture_of(bare), *bare.deformer.mesh(1)));
}
