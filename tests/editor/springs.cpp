// Springs by commands: chains are made, set, baked and removed, each as one step.
#include "editor/commands/command_registry.h"
#include "editor/pose/rework.h"
#include "editor/pose/spring_chains.h"
#include "editor/pose/transport.h"
#include "scene/keys.h"
#include "support/app_scene.h"
#include "support/springy.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// A head with braids left and right, without springs; its hips sway.
Editor braids_editor() {
  Random random(1);
  Scene scene = springy_scene(random, {.links = 1});
  scene.springs.reset();
  std::vector<Joint>& joints = edit_skeleton(scene, 0).joints;
  const auto add = [&](Id id, const char* name, int parent, const glm::vec3& place) {
    joints.push_back({.id = id,
                      .name = name,
                      .parent = parent,
                      .bind_local = glm::translate(glm::mat4(1.0f), place),
                      .extent = {0.0f, -0.2f, 0.0f},
                      .radius = joints[0].radius});
  };
  for (const char* name : {"braid.L", "braid.R"})
    add(Id(30 + joints.size()), name, 0, {name[6] == 'L' ? 0.3f : -0.3f, 0.0f, 0.0f});
  for (const int side : {2, 3})
    add(Id(30 + joints.size()), side == 2 ? "lock.L" : "lock.R", side, {0.0f, -0.2f, 0.0f});
  scene.motions = {std::make_shared<Motion>(sway(random, 1.0f))};
  return editor_with(scene);
}

void select_joints(Editor& editor, const std::vector<const char*>& names) {
  std::vector<Id> ids;
  for (const char* name : names) ids.push_back(id_of(editor, name));
  editor.document.select(ids);
}

/// Bakes as the window does, after its background job.
void bake(Editor& editor) {
  REQUIRE(run_command(editor, "springs.bake"));
  for (int tries = 0; tries < 2; ++tries, editor.now += 1.0)
    update_rework(editor, editor.transport);
  REQUIRE(editor.transport.rework->job.has_begun());
  REQUIRE(editor.transport.rework->job.wait(1e9));
  apply_rework(editor, editor.transport);
}

const Springs& springs_in(const Editor& editor) {
  REQUIRE(editor.document.scene().springs);
  return *editor.document.scene().springs;
}

}  // namespace

TEST_CASE("a chain goes from the joint down, with symmetry on both sides, as one step") {
  Editor editor = braids_editor();
  select_joints(editor, {"braid.L"});
  const std::size_t before = steps(editor);
  REQUIRE(run_command(editor, "springs.add"));
  CHECK(steps(editor) == before + 1);
  REQUIRE(springs_in(editor).chains.size() == 2);
  CHECK(springs_in(editor).chains[0].name == "braid.L");
  REQUIRE(springs_in(editor).chains[0].joints.size() == 2);
  CHECK(springs_in(editor).chains[0].joints[1].joint == id_of(editor, "lock.L"));
  CHECK(springs_in(editor).chains[1].joints[0].joint == id_of(editor, "braid.R"));
  CHECK(springs_in(editor).chains[0].joints[0].stiffness == doctest::Approx(2.0));  // bones of 0.2
  CHECK_FALSE(run_command(editor, "springs.add"));  // it swings already
  REQUIRE(editor.document.undo());
  CHECK_FALSE(editor.document.scene().springs);
}

TEST_CASE("a number goes to the joint, those below it, and the other side") {
  Editor editor = braids_editor();
  select_joints(editor, {"braid.L"});
  REQUIRE(run_command(editor, "springs.add"));
  const auto set = [&](const char* name, float drag) {
    REQUIRE(perform(editor, spring_operation(editor, id_of(editor, name), "Drag",
                                             [&](SpringJoint& joint) { joint.drag = drag; })));
  };
  set("braid.L", 0.25f);
  set("lock.R", 0.75f);
  for (const SpringChain& chain : springs_in(editor).chains) {
    CHECK(chain.joints[0].drag == 0.25f);
    CHECK(chain.joints[1].drag == 0.75f);
  }
  editor.is_symmetric = false;
  set("braid.R", 1.0f);
  CHECK(springs_in(editor).chains[0].joints[0].drag == 0.25f);
  CHECK(springs_in(editor).chains[1].joints[1].drag == 1.0f);
}

TEST_CASE("selected joints become colliders, and go with the last chain that names them") {
  Editor editor = braids_editor();
  select_joints(editor, {"braid.L"});
  REQUIRE(run_command(editor, "springs.add"));
  CHECK_FALSE(run_command(editor, "springs.collide"));
  select_joints(editor, {"hips", "braid.L"});
  REQUIRE(run_command(editor, "springs.collide"));
  REQUIRE(springs_in(editor).colliders.size() == 2);
  const Joint& hips = *joint_of(editor.document.scene(), kSpringHips);
  CHECK(springs_in(editor).colliders[0] ==
        SpringCollider{kSpringHips, glm::vec3(0.0f), hips.extent, hips.radius});
  CHECK(colliders_of(springs_in(editor), 0) == std::vector<std::size_t>{0});
  CHECK(colliders_of(springs_in(editor), 1) == std::vector<std::size_t>{1});
  REQUIRE(run_command(editor, "springs.remove_colliders"));
  CHECK(springs_in(editor).colliders.empty());
  CHECK(springs_in(editor).groups.empty());
  REQUIRE(editor.document.undo());
  REQUIRE(run_command(editor, "springs.remove"));
  CHECK_FALSE(editor.document.scene().springs);
}

TEST_CASE("mirroring a side brings its chains along, with colliders and gravity in the mirror") {
  Editor editor = braids_editor();
  editor.is_symmetric = false;
  select_joints(editor, {"braid.L"});
  REQUIRE(run_command(editor, "springs.add"));
  select_joints(editor, {"hips", "braid.L"});
  REQUIRE(run_command(editor, "springs.collide"));
  Springs springs = springs_in(editor);
  springs.chains[0].joints[1].drag = 0.25f;
  springs.chains[0].joints[0].gravity = {0.6f, -0.8f, 0.0f};
  const Id hips = id_of(editor, "hips");
  springs.colliders = {{hips, {0.1f, 0.2f, 0.0f}, {}, 0.05f}, {hips, {0.0f, 0.3f, 0.0f}, {}, 0.1f}};
  springs.groups[0].colliders = {0, 1};
  REQUIRE(perform(editor, op::SetSprings{springs, "Set"}));
  const std::size_t step = steps(editor);
  const op::MirrorSide mirror{.skeleton_node = kSpringNode, .joints = {}, .left_to_right = true};
  REQUIRE(perform(editor, Operation(mirror)));
  CHECK(steps(editor) == step + 1);
  const Springs made = springs_in(editor);
  REQUIRE(made.chains.size() == 2);
  CHECK(made.chains[0] == springs.chains[0]);
  const SpringChain& right = made.chains[1];
  CHECK(right.name == "braid.R");
  REQUIRE(right.joints.size() == 2);
  CHECK(right.joints[0].joint == id_of(editor, "braid.R"));
  CHECK(right.joints[1].joint == id_of(editor, "lock.R"));
  CHECK(right.joints[1].drag == 0.25f);
  CHECK(glm::distance(right.joints[0].gravity, {-0.6f, -0.8f, 0.0f}) < 1e-6f);
  REQUIRE(made.colliders.size() == 3);  // a collider in the middle is its own mirror image
  CHECK(colliders_of(made, 1) == std::vector<std::size_t>{2, 1});
  CHECK(made.colliders[2].target == hips);
  CHECK(glm::distance(made.colliders[2].offset, {-0.1f, 0.2f, 0.0f}) < 1e-5f);
  REQUIRE(perform(editor, Operation(mirror)));
  CHECK(springs_in(editor) == made);  // once more changes nothing
  CHECK(steps(editor) == step + 1);
  REQUIRE(editor.document.undo());
  CHECK(springs_in(editor) == springs);
}

TEST_CASE(
    "baking by the menu is one step, also while the motion is shown; without chains it is "
    "grayed out") {
  Editor editor = braids_editor();
  CHECK_FALSE(is_enabled(editor, command("springs.bake")));
  select_joints(editor, {"braid.L"});
  REQUIRE(run_command(editor, "springs.add"));
  editor.document.show_time(MotionTime{0, 0.5f});
  const Motion before = *editor.document.committed().motions[0];
  const std::size_t step = steps(editor);
  bake(editor);
  CHECK(steps(editor) == step + 1);
  const Motion& after = *editor.document.committed().motions[0];
  CHECK(after.tracks.size() == 5);
  CHECK(*find_track(after, kSpringHips) == *find_track(before, kSpringHips));
  bake(editor);
  CHECK(steps(editor) == step + 1);  // the keys are the same
  CHECK(editor.transport.rework->result()->problem == "The keys already match the springs.");
  editor.transport.rework->choices.springs = {.settle = 0.0f, .rounds = 2};
  bake(editor);
  CHECK(steps(editor) == step + 2);
}
