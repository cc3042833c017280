// Joints by menus, tree and windows: one step each, on both sides while editing is symmetric.
#include <algorithm>
#include <fmt/format.h>

#include "base/index.h"
#include "editor/panels/field_edit.h"
#include "editor/panels/joint_actions.h"
#include "editor/panels/panel_state.h"
#include "editor/panels/tree_rows.h"
#include "editor/selection_actions.h"
#include "editor/session.h"
#include "editor/viewport/drag.h"
#include "support/app_scene.h"
#include "support/sided_rig.h"

using namespace marrow;

namespace {

const Joint& joint(const Editor& editor, const std::string& name) {
  return test::joint_named(editor.document.scene(), name);
}

bool has_joint(const Editor& editor, const std::string& name) {
  return find_joint(editor.document.scene(), name).node >= 0;
}

/// A rig with sides and its cylinder in Rig, where editing is symmetric by default.
Editor sided_editor(std::uint64_t seed, bool is_symmetric = false) {
  test::Random random(seed);
  Scene scene = test::scene_of(test::sided_skeleton(random));
  scene.nodes.push_back({.id = 2,
                         .name = "Body",
                         .mesh = std::make_shared<Mesh>(test::capped_cylinder(21, 16)),
                         .bound_to = 1});
  Editor editor = test::editor_with(scene, Tab::rig);
  editor.is_symmetric = is_symmetric;
  return editor;
}

void select(Editor& editor, const std::vector<std::string>& names) {
  std::vector<Id> ids;
  for (const std::string& name : names) ids.push_back(joint(editor, name).id);
  editor.document.select(ids);
}

std::string toast(const Editor& editor) {
  return editor.toasts.empty() ? std::string() : editor.toasts.back().text;
}

}  // namespace

SOLVED_CASE(
    "Deleting several things is one step, undone at once, and the words count what became "
    "uncovered") {
  Editor editor = test::arm_editor(Tab::pose, {test::kWrist, test::kElbow});
  delete_selected(editor, false);
  CHECK(test::steps(editor) == 2);
  CHECK(editor.document.scene().nodes[1].skeleton->joints.size() == 1);
  CHECK(test::contains(toast(editor), "Deleted elbow and wrist"));
  CHECK(test::contains(toast(editor), "Ctrl+Z brings them back"));
  CHECK(test::contains(toast(editor), fmt::format("{} vertices are now uncovered",
                                                  coverage(deformed(editor)).uncovered)));
  CHECK(coverage(deformed(editor)).uncovered > 0);
  REQUIRE(editor.document.undo());
  CHECK(editor.document.scene().nodes[1].skeleton->joints.size() == 3);
}

SOLVED_CASE(
    "What goes with something above it is not named twice: subtrees, and joints of a skeleton that "
    "goes") {
  Editor editor = test::arm_editor(Tab::pose, {test::kWrist, test::kElbow});
  delete_selected(editor, true);
  CHECK(test::steps(editor) == 2);
  CHECK(test::contains(toast(editor), "elbow and wrist"));
  REQUIRE(editor.document.undo());
  editor.document.select({test::kWrist, test::kArmSkeleton, test::kArmMesh});
  delete_selected(editor, false);
  CHECK(test::steps(editor) == 2);
  CHECK(editor.document.scene().nodes.empty());
  CHECK(test::contains(toast(editor), "Arm and Skeleton"));
}

SOLVED_CASE("A locked joint among those to be deleted refuses the whole, and says which") {
  Editor editor = test::arm_editor();
  set_locked(editor, test::kWrist, true);
  const Scene before = editor.document.scene();
  editor.document.select({test::kElbow, test::kWrist});
  delete_selected(editor, false);
  CHECK(editor.document.scene() == before);
  CHECK(toast(editor) == "wrist is locked: unlock it in the tree first.");
}

SOLVED_CASE(
    "Rows dragged together hang elsewhere in one step: the top-most move, world places stay, "
    "impossible drops are none") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Editor editor = sided_editor(seed);
    const Scene before = editor.document.scene();
    const std::vector<TreeRow> rows = tree_rows(before, {});
    const Skeleton& skeleton = *before.nodes[0].skeleton;
    const Id onto = joint(editor, "chest").id;
    std::vector<Id> all;
    for (const Joint& one : skeleton.joints)
      if (one.name.front() == 'j') all.push_back(one.id);
    const std::map<Id, glm::mat4> places = test::world_from_joints(before),
                                  binds = test::world_from_bind(before);
    const std::optional<Operation> drop = drop_operation(before, all, test::row_of(rows, onto));
    if (drop) {
      REQUIRE(perform(editor, *drop));
      CHECK(test::steps(editor) == 2);
    }
    const Scene& after = editor.document.scene();
    for (const Id top : top_most(before, all)) {
      const JointRef ref = find_joint(after, top);
      const std::vector<Joint>& joints = after.nodes[0].skeleton->joints;
      CHECK(joints[std::size_t(joints[std::size_t(ref.joint)].parent)].id == onto);
    }
    for (const auto& [id, world] : test::world_from_joints(after))
      CHECK(test::difference(world, places.at(id)) < 1e-3f);
    for (const auto& [id, world] : test::world_from_bind(after))
      CHECK(test::difference(world, binds.at(id)) < 1e-3f);
    for (const Joint& one : skeleton.joints) {  // onto itself or below itself: nothing
      CHECK_FALSE(
          drop_operation(before, {joint(editor, "hips").id, one.id}, test::row_of(rows, one.id)));
    }
  }
}

TEST_CASE("The top-most of some joints are those with none of the others above them") {
  for (auto& random : test::seeds<test::Random>(20)) {
    const Scene scene = test::scene_of(test::random_skeleton(random, {.joints = 20, .roots = 2}));
    const Skeleton& skeleton = *scene.nodes[0].skeleton;
    std::vector<Id> some;
    for (const Joint& one : skeleton.joints)
      if (random.chance(0.4f)) some.push_back(one.id);
    const std::vector<Id> tops = top_most(scene, some);
    for (const Id id : some) {
      const bool is_below = std::any_of(some.begin(), some.end(), [&](Id other) {
        return other != id &&
               is_in_subtree(skeleton, joint_index(skeleton, other), joint_index(skeleton, id));
      });
      CHECK(is_below == (!list_has(tops, id)));
    }
    CHECK(top_most(scene, {1, skeleton.joints[3].id}) == std::vector<Id>{1});
  }
}

SOLVED_CASE("Edits go to both sides in Rig while editing is symmetric, and only there") {
  for (const bool is_symmetric : {true, false})
    for (const Tab tab : {Tab::rig, Tab::pose, Tab::layout}) {
      Editor editor = sided_editor(3, is_symmetric);
      editor.tab = tab;
      const bool both = is_symmetric && tab == Tab::rig;
      CAPTURE(both);
      const Id right = joint(editor, "j1.R").id;
      rename(editor, joint(editor, "j1.L").id, "paw.L");
      CHECK(has_joint(editor, "paw.R") == both);
      CHECK(test::contains(toast(editor), "j1.R became paw.R") == both);
      select(editor, {"paw.L"});
      split_selected(editor, 3);
      CHECK(has_joint(editor, "paw.L.002"));
      CHECK(has_joint(editor, "paw.R.002") == both);
      delete_selected(editor, false);
      CHECK_FALSE(has_joint(editor, "paw.L"));
      CHECK((find_joint(editor.document.scene(), right).node < 0) == both);
      CHECK(test::steps(editor) == 4);
    }
}

SOLVED_CASE("Several bones are split in one step, and the step says so") {
  Editor editor = sided_editor(4);
  select(editor, {"j1.L", "hips"});
  split_selected(editor, 2);
  CHECK(test::steps(editor) == 2);
  CHECK(test::last_step(editor) == "Split 2 bones in 2");
  CHECK(has_joint(editor, "hips.001"));
  CHECK(has_joint(editor, "j1.L.001"));
}

TEST_CASE(
    "Lock and eye of a selected row mean all that is selected, of another row that one alone") {
  Editor editor = sided_editor(5);
  select(editor, {"j1.L", "j2.L"});
  set_locked(editor, joint(editor, "j1.L").id, true);
  CHECK(joint(editor, "j2.L").locked);
  CHECK(test::steps(editor) == 2);
  CHECK(are_locked(editor));
  set_locked(editor, joint(editor, "chest").id, true);
  CHECK(joint(editor, "chest").locked);
  toggle_locked(editor);
  CHECK_FALSE(joint(editor, "j1.L").locked);
  CHECK_FALSE(joint(editor, "j2.L").locked);
  CHECK(joint(editor, "chest").locked);
  toggle_hidden(editor);
  CHECK(are_hidden(editor));
  CHECK(editor.show.hidden.size() == 2);
  toggle_hidden(editor);
  CHECK(editor.show.hidden.empty());
  set_hidden(editor, joint(editor, "hips").id, true);
  show_all_capsules(editor);
  CHECK(editor.show.hidden.empty());
  CHECK(test::steps(editor) == 4);  // what is shown is no edit
}

SOLVED_CASE(
    "Mirroring says what it did and how many could not be paired; a side that is there is "
    "overwritten") {
  Editor editor = sided_editor(6);
  rename(editor, joint(editor, "j4.R").id, "odd.R");
  REQUIRE(mirror(editor, {1, {}, true}));
  CHECK(toast(editor) == "Mirrored 4 joints, made 1 joint; 1 joint could not be paired");
  CHECK(has_joint(editor, "j4.R"));
  select(editor, {"hips"});
  mirror_selected(editor);
  CHECK(test::contains(toast(editor), "Nothing to mirror"));
}

TEST_CASE(
    "The windows open on what is being worked on, one at a time, and Esc closes them before it "
    "clears the selection") {
  Editor editor = sided_editor(7);
  select(editor, {"j1.R", "j2.R"});
  open_mirror(editor, editor.panels);
  REQUIRE(editor.panels.joints.mirror);
  CHECK_FALSE(editor.panels.joints.mirror->left_to_right);
  CHECK(mirror_operation(editor, *editor.panels.joints.mirror)->joints.empty());
  editor.panels.joints.mirror->only_selected = true;
  CHECK(mirror_operation(editor, *editor.panels.joints.mirror)->joints.size() == 2);
  open_find(editor, editor.panels);
  CHECK_FALSE(editor.panels.joints.mirror);
  REQUIRE(editor.panels.joints.find);
  CHECK(editor.panels.joints.find->only_selected);
  editor.panels.joints.find->what = {"j", "limb"};
  cancel_or_clear(editor);
  CHECK_FALSE(editor.panels.joints.find);
  CHECK(editor.document.selection().size() == 2);
  open_find(editor, editor.panels);
  CHECK(editor.panels.joints.find->what.from == "j");  // offered again
  cancel_or_clear(editor);
  cancel_or_clear(editor);
  CHECK(editor.document.selection().empty());
}

SOLVED_CASE(
    "What is typed into a field goes to both sides where the present tab's switch says so, as one "
    "step") {
  for (const bool is_symmetric : {true, false}) {
    Editor editor = sided_editor(8);
    editor.tab = Tab::pose;
    editor.is_symmetric_pose = is_symmetric;
    const glm::mat4 turn = glm::rotate(glm::mat4(1.0f), 0.5f, glm::vec3(0.0f, 1.0f, 0.0f));
    apply_field(editor, editor.panels, {true, true, true},
                op::SetUserLocal{{{joint(editor, "j1.L").id, turn}}});
    CHECK(joint(editor, "j1.L").user_local == turn);
    CHECK((joint(editor, "j1.R").user_local != glm::mat4(1.0f)) == is_symmetric);
    CHECK(test::steps(editor) == 2);
  }
}
