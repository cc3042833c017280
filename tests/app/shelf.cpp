// The shelf of poses without a window: previews leave no trace, a pose is one step, angles do not
// jump.
#include "editor/pose/shelf.h"

#include <cstring>

#include "app/panels/inspector.h"
#include "editor/bench/compare.h"
#include "editor/commands/command_registry.h"
#include "editor/panels/panel_state.h"
#include "editor/pose/transport.h"
#include "editor/posed_joints.h"
#include "editor/session.h"
#include "editor/tools.h"
#include "editor/viewport/drag.h"
#include "editor/viewport_state.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// The arm at rest with two stored poses: "Bent" (elbow and wrist turned) and "Low" (shoulder
/// turned).
Editor shelf_editor() {
  Scene scene = arm_scene();
  Skeleton& skeleton = edit_skeleton(scene, 1);
  skeleton.poses = {
      {"Bent", {{kShoulder, glm::mat4(1.0f)}, {kElbow, about_z(1.2f)}, {kWrist, about_z(0.4f)}}},
      {"Low", {{kShoulder, about_z(-0.8f)}, {kElbow, glm::mat4(1.0f)}, {kWrist, glm::mat4(1.0f)}}}};
  Editor editor = editor_with(scene);
  editor.shelf.skeleton = kArmSkeleton;
  return editor;
}

/// One frame: the pointer is on this card ("": on none), time goes on.
void frame(Editor& editor, const std::string& card, double seconds = 0.02) {
  editor.now += seconds;
  editor.shelf.hovered = card;
  update_shown(editor, editor.shelf, editor.transport);
}

const glm::mat4& elbow(const Scene& scene) { return joint_by_id(scene, kElbow).user_local; }

bool same_matrix_bits(const glm::mat4& a, const glm::mat4& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace

TEST_CASE("Hovering a card shows its pose in the picture; the document never hears of it") {
  Editor editor = shelf_editor();
  const Scene before = editor.document.scene();
  const std::uint64_t revision = editor.document.revision();
  frame(editor, "Bent");
  CHECK_FALSE(elbow(shown_scene(editor, editor.shelf)) == glm::mat4(1.0f));
  CHECK(editor.document.scene() == before);
  CHECK(editor.document.revision() == revision);
  CHECK_FALSE(editor.document.is_dirty());
  CHECK_FALSE(is_dragging(editor));
  frame(editor, "Low");
  CHECK(elbow(shown_scene(editor, editor.shelf)) == glm::mat4(1.0f));
  CHECK_FALSE(shown_scene(editor, editor.shelf) == before);
  frame(editor, "");
  CHECK(&shown_scene(editor, editor.shelf) == &editor.document.scene());
  CHECK(editor.document.scene() == before);
  CHECK(steps(editor) == 1);
}

TEST_CASE(
    "A thousand random hovers, clicks and undos end with the scene of the start, bit for bit") {
  Editor editor = shelf_editor();
  const Scene before = editor.document.scene();
  Random random(3);
  const char* const cards[] = {"", "Bent", "Low", "gone"};
  for (int i = 0; i < 1000; ++i) {
    const std::string card = cards[random.below(4)];
    frame(editor, card);
    if (random.chance(0.2f))
      apply_pose(editor, editor.shelf, card, static_cast<PoseUse>(random.below(3)));
    if (random.chance(0.2f)) editor.document.undo();
    if (random.chance(0.1f) && begin_blend(editor, editor.shelf, card)) {
      update_blend(editor, editor.shelf, random.uniform(-1.0f, 3.0f));
      frame(editor, card);
      random.chance(0.5f) ? cancel_drag(editor) : end_blend(editor, editor.shelf);
      update_blend(editor, editor.shelf, 0.5f);  // after Esc, while the button is held still
      end_blend(editor, editor.shelf);
    }
    CHECK_FALSE(editor.document.in_gesture());
  }
  while (editor.document.undo()) {
  }
  frame(editor, "", 1.0);
  CHECK(editor.document.scene() == before);
  CHECK(same_content(editor.document.scene(), before));
}

TEST_CASE(
    "There is no preview during a drag, nor of what was undone while the pointer rests on its "
    "card") {
  Editor editor = shelf_editor();
  editor.document.begin();
  frame(editor, "Bent");
  CHECK(&shown_scene(editor, editor.shelf) == &editor.document.scene());
  editor.document.cancel();
  frame(editor, "Bent");
  CHECK_FALSE(&shown_scene(editor, editor.shelf) == &editor.document.scene());
  apply_pose(editor, editor.shelf, "Bent");
  frame(editor, "Bent");
  CHECK(editor.document.undo());
  frame(editor, "Bent");
  frame(editor, "Bent");
  CHECK(elbow(shown_scene(editor, editor.shelf)) == glm::mat4(1.0f));
  frame(editor, "");
  frame(editor, "Bent");  // it came back
  CHECK_FALSE(elbow(shown_scene(editor, editor.shelf)) == glm::mat4(1.0f));
}

TEST_CASE("Applying a pose is one named step that the picture eases into within 150 ms") {
  Editor editor = shelf_editor();
  apply_pose(editor, editor.shelf, "Bent");
  CHECK(steps(editor) == 2);
  CHECK(last_step(editor) == "Apply pose Bent");
  const glm::mat4 target = elbow(editor.document.scene());
  float last = 0.0f;
  for (int i = 0; i < 5; ++i) {
    frame(editor, "");
    const float angle = std::acos(elbow(shown_scene(editor, editor.shelf))[0].x);
    CHECK(angle > last);
    CHECK(angle < 1.2f);
    CHECK(same_matrix_bits(elbow(editor.document.scene()), target));  // display only
    last = angle;
  }
  frame(editor, "", 0.1);
  CHECK(&shown_scene(editor, editor.shelf) == &editor.document.scene());
}

TEST_CASE(
    "Resetting is one step, eased; what is grabbed on the way stands where the document has it") {
  Editor editor = shelf_editor();
  apply_pose(editor, editor.shelf, "Bent");
  frame(editor, "", 1.0);
  editor.document.select({kElbow});
  reset_pose(editor, editor.shelf, false);
  CHECK(steps(editor) == 3);
  CHECK(elbow(editor.document.scene()) == glm::mat4(1.0f));
  CHECK_FALSE(joint_named(editor, kWrist).user_local == glm::mat4(1.0f));
  frame(editor, "");
  CHECK_FALSE(elbow(shown_scene(editor, editor.shelf)) == glm::mat4(1.0f));
  editor.deformer.update(shown_scene(editor, editor.shelf));
  end_ease(editor, editor.shelf);
  CHECK(&shown_scene(editor, editor.shelf) == &editor.document.scene());
  CHECK(editor.deformer.skeletons().front().posed[2] == [&] {
    Deformer fresh = Deformer::with(editor.document.tasks());
    fresh.update(editor.document.scene());
    return fresh.skeletons().front().posed[2];
  }());
  reset_pose(editor, editor.shelf, true);
  CHECK(joint_named(editor, kWrist).user_local == glm::mat4(1.0f));
}

TEST_CASE(
    "A blend is one step: at 0 none, at 100 % exactly the pose, at most 150 %, and Esc restores "
    "every bit") {
  Editor editor = shelf_editor();
  const Scene before = editor.document.scene();
  REQUIRE(begin_blend(editor, editor.shelf, "Bent"));
  CHECK_FALSE(begin_blend(editor, editor.shelf, "Low"));
  update_blend(editor, editor.shelf, 0.7f);
  CHECK_FALSE(editor.document.scene() == before);
  update_blend(editor, editor.shelf, 0.0f);
  end_blend(editor, editor.shelf);
  CHECK(editor.document.scene() == before);
  CHECK(steps(editor) == 1);

  REQUIRE(begin_blend(editor, editor.shelf, "Bent"));
  for (const float share : {0.2f, 0.9f, 9.0f, 1.0f}) update_blend(editor, editor.shelf, share);
  CHECK(same_matrix_bits(elbow(editor.document.scene()),
                         joint_index(*shelf_skeleton(editor, editor.shelf), kElbow) >= 0
                             ? shelf_skeleton(editor, editor.shelf)->poses[0].entries[1].user_local
                             : glm::mat4(0.0f)));
  end_blend(editor, editor.shelf);
  CHECK(last_step(editor) == "Blend 100 % Bent");
  CHECK(steps(editor) == 2);
  editor.document.undo();

  REQUIRE(begin_blend(editor, editor.shelf, "Bent"));
  update_blend(editor, editor.shelf, 99.0f);
  CHECK(editor.shelf.blend->share == kMostBlend);
  CHECK(std::acos(elbow(editor.document.scene())[0].x) == doctest::Approx(1.8f).epsilon(1e-4));
  cancel_or_clear(editor);
  update_blend(editor, editor.shelf, 0.5f);  // the button is held still
  CHECK_FALSE(editor.shelf.blend);
  CHECK(editor.shelf.blend_was_canceled);
  CHECK(editor.document.scene() == before);
  CHECK_FALSE(editor.document.is_dirty());
}

TEST_CASE("A blend says how many joints lose a shear on the way, and only then") {
  for (const bool is_sheared : {false, true}) {
    Scene scene = shelf_editor().document.scene();
    if (is_sheared) edit_skeleton(scene, 1).poses[0].entries[1].user_local[1][0] += 0.5f;
    Editor editor = editor_with(scene);
    REQUIRE(begin_blend(editor, editor.shelf, "Bent"));
    update_blend(editor, editor.shelf, 0.5f);
    end_blend(editor, editor.shelf);
    CHECK(steps(editor) == 2);
    CHECK(editor.toasts.size() == (is_sheared ? 1 : 0));
    if (is_sheared)
      CHECK(editor.toasts.back().text ==
            "1 of the blended joints has a shear, which the blend leaves out");
  }
}

TEST_CASE("Stored poses follow each other in a ring, from the one that the skeleton is in") {
  Editor editor = shelf_editor();
  const auto present = [&]() -> std::string {
    const Pose* pose = present_stored_pose(*shelf_skeleton(editor, editor.shelf));
    return pose != nullptr ? pose->name : "";
  };
  CHECK(present().empty());
  step_pose(editor, editor.shelf, +1);
  CHECK(present() == "Bent");
  step_pose(editor, editor.shelf, +1);
  CHECK(present() == "Low");
  step_pose(editor, editor.shelf, +1);
  CHECK(present() == "Bent");
  step_pose(editor, editor.shelf, -1);
  CHECK(present() == "Low");
}

TEST_CASE(
    "A pose goes to the selection alone, asks for one, and is refused in words where nothing can "
    "take it") {
  Editor editor = shelf_editor();
  apply_pose(editor, editor.shelf, "Bent", PoseUse::on_selection);
  CHECK(editor.toasts.back().is_error);
  editor.document.select({kWrist});
  apply_pose(editor, editor.shelf, "Bent", PoseUse::on_selection);
  CHECK(elbow(editor.document.scene()) == glm::mat4(1.0f));
  CHECK_FALSE(joint_named(editor, kWrist).user_local == glm::mat4(1.0f));
  CHECK(last_step(editor) == "Apply pose Bent to 1 joint");
  const std::size_t before = steps(editor);
  Editor locked = shelf_editor();
  locked.document.perform(op::SetLocked{{kShoulder, kElbow, kWrist}, true});
  locked.toasts.clear();
  apply_pose(locked, locked.shelf, "Bent");
  REQUIRE_FALSE(locked.toasts.empty());
  CHECK(contains(locked.toasts.back().text, "locked"));
  CHECK(before == steps(editor));
}

TEST_CASE(
    "Copying and pasting carry a pose from one editor to another; Layout and a missing skeleton "
    "are refused in words") {
  Editor editor = shelf_editor();
  apply_pose(editor, editor.shelf, "Bent");
  const std::string text = copy_pose(editor);
  CHECK(editor.toasts.back().text == "Copied the pose of all 3 joints");
  Editor other = shelf_editor();
  paste_pose(other, other.shelf, text, false);
  CHECK(last_step(other) == "Paste pose");
  CHECK(glm::length(elbow(other.document.scene())[0] - elbow(editor.document.scene())[0]) < 1e-6f);
  const std::size_t before = steps(other);
  paste_pose(other, other.shelf, text, false);
  CHECK(steps(other) == before);  // it stands so already
  for (const char* bad : {"", "hello", "{}"}) {
    other.toasts.clear();
    paste_pose(other, other.shelf, bad, false);
    REQUIRE(other.toasts.size() == 1);
    CHECK(other.toasts.back().is_error);
  }
  paste_pose(other, other.shelf, text,
             true);  // no joint here has a side: shoulder, elbow and wrist are their own partners
  set_tab(editor, editor.viewport, Tab::layout);
  CHECK(copy_pose(editor).empty());
  CHECK(editor.toasts.back().is_error);
  Editor empty(tasks_of(Backend::textbook));
  CHECK(copy_pose(empty).empty());
  CHECK(empty.toasts.back().is_error);
}

TEST_CASE(
    "Angles follow a joint through several full turns in either direction, about every axis") {
  for (int axis = 0; axis < 3; ++axis)
    for (const float sign : {1.0f, -1.0f}) {
      InspectorState state;
      glm::vec3 about(0.0f);
      about[axis] = 1.0f;
      for (int degree = 0; degree <= 1500; ++degree) {
        const float turn = sign * float(degree);
        const ShownTransform shown =
            shown_transform(state, 1, glm::rotate(glm::mat4(1.0f), glm::radians(turn), about));
        CHECK(std::abs(shown.degrees[axis] - turn) < 0.02f);
        for (int other = 0; other < 3; ++other)
          if (other != axis) CHECK(std::abs(shown.degrees[other]) < 0.02f);
      }
      CHECK(shown_transform(state, 1, glm::mat4(1.0f)).degrees ==
            glm::vec3(0.0f));  // reset, undone: at rest the turns are forgotten
    }
}

TEST_CASE("Angles pass through gimbal lock, where x and z are one, without a jump") {
  for (auto& random : rounds<Random>(8, trials(200))) {
    InspectorState state;
    const glm::vec3 start{random.uniform(-170.0f, 170.0f), 60.0f, random.uniform(-170.0f, 170.0f)};
    state.eulers[1] = glm::radians(start);
    glm::vec3 last = start;
    for (float y = 60.0f; y <= 120.0f; y += 0.25f) {  // straight through the pole
      const glm::mat4 matrix = matrix_of({.degrees = {start.x, y, start.z}});
      const ShownTransform shown = shown_transform(state, 1, matrix);
      CHECK(glm::length(shown.degrees - last) < 1.0f);
      const glm::mat4 again = matrix_of(shown);
      for (int c = 0; c < 3; ++c) CHECK(glm::distance(again[c], matrix[c]) < 1e-5f);
      last = shown.degrees;
    }
    CHECK(glm::length(last - glm::vec3(start.x, 120.0f, start.z)) < 1.0f);
  }
}

TEST_CASE(
    "Looking does not change what is shown: the same matrix gives the same digits however often it "
    "is read") {
  for (auto& random : rounds<Random>(9, trials(300))) {
    InspectorState state;
    state.eulers[1] = random.vec3(20.0f);
    const glm::mat4 matrix =
        random.round % 3 == 0
            ? matrix_of({.degrees = {random.uniform(-90, 90), 90.0f, random.uniform(-90, 90)}})
            : random.rigid();
    const glm::vec3 first = shown_transform(state, 1, matrix).degrees;
    for (int i = 0; i < 200; ++i)
      CHECK(glm::length(shown_transform(state, 1, matrix).degrees - first) < 2e-3f);
  }
}

TEST_CASE("Angles of several joints are remembered apart") {
  InspectorState state;
  const glm::mat4 turned = about_z(glm::radians(10.0f));
  state.eulers[1] = {0.0f, 0.0f, glm::radians(365.0f)};
  CHECK(shown_transform(state, 1, turned).degrees.z == doctest::Approx(370.0f).epsilon(1e-4));
  CHECK(shown_transform(state, 2, turned).degrees.z == doctest::Approx(10.0f).epsilon(1e-4));
  CHECK(shown_transform(state, 1, turned).degrees.z == doctest::Approx(370.0f).epsilon(1e-4));
}

TEST_CASE("An edit of one row keeps the others bit for bit, and no edit keeps the matrix") {
  for (auto& random : rounds<Random>(10, trials(200))) {
    InspectorState state;
    const glm::mat4 matrix = random.rigid() * glm::scale(glm::mat4(1.0f), {1.5f, 0.7f, 1.1f});
    const ShownTransform before = shown_transform(state, 1, matrix);
    CHECK(same_matrix_bits(edited_matrix(matrix, before, before), matrix));
    ShownTransform moved = before;
    moved.translation.y += 1.0f;
    const glm::mat4 after = edited_matrix(matrix, before, moved);
    for (int c = 0; c < 3; ++c) CHECK(after[c] == matrix[c]);
    CHECK(after[3].x == matrix[3].x);
    CHECK(after[3].y == moved.translation.y);
    ShownTransform turned = before;
    turned.degrees.x += 30.0f;
    CHECK(edited_matrix(matrix, before, turned)[3] == matrix[3]);
    // After a thousand edits of one drag, each from its start, the field is back at its value.
    for (int i = 0; i < 1000; ++i) turned.degrees.x = before.degrees.x + float(i);
    turned.degrees.x = before.degrees.x;
    CHECK(same_matrix_bits(edited_matrix(matrix, before, turned), matrix));
  }
  CHECK(has_same_digits(45.0312f, 45.0f, "%.1f\u00b0"));
  CHECK_FALSE(has_same_digits(45.06f, 45.0f, "%.1f\u00b0"));
}

TEST_CASE("A typed angle is shown as it was typed, beyond full turns too") {
  for (auto& random : rounds<Random>(11, trials(300))) {
    InspectorState state;
    ShownTransform typed;
    typed.degrees = {random.uniform(-720.0f, 720.0f), random.uniform(-85.0f, 85.0f),
                     random.uniform(-720.0f, 720.0f)};
    state.eulers[1] = glm::radians(typed.degrees);
    const glm::vec3 shown = shown_transform(state, 1, matrix_of(typed)).degrees;
    CHECK(glm::length(shown - typed.degrees) < 0.02f);
  }
  CHECK(quaternion_text(glm::quat(-0.5f, 0.5f, -0.5f, 0.5f)) == "0.500  -0.500  0.500  -0.500");
  CHECK(quaternion_text(glm::quat(1.0f, -1e-6f, 0.0f, 0.0f)) == "1.000  0.000  0.000  0.000");
}

SOLVED_CASE(
    "Resetting a joint leaves the pinned end below it where it is; resetting all does not") {
  Scene scene = arm_scene();
  Skeleton& skeleton = edit_skeleton(scene, 1);
  skeleton.joints[0].user_local = about_z(0.3f);
  skeleton.joints[1].user_local = about_z(0.9f);
  skeleton.joints[2].user_local = about_z(-0.4f);
  skeleton.joints[2].pinned = true;
  Editor editor = editor_with(scene, Tab::pose);
  const auto tip = [&] {  // of the pinned bone
    return *world_from_joint(editor, kWrist) * glm::vec4(joint_named(editor, kWrist).extent, 1.0f);
  };
  deformed(editor);
  const glm::vec4 before = tip();
  editor.document.select({kShoulder});
  run_command(editor, "pose.reset");
  REQUIRE(steps(editor) == 2);
  deformed(editor);
  CHECK(glm::distance(before, tip()) < 1e-3f);
  run_command(editor, "pose.reset_all");
  CHECK(joint_named(editor, kElbow).user_local == glm::mat4(1.0f));
  CHECK(joint_named(editor, kShoulder).user_local == glm::mat4(1.0f));
}
