// Drags that keys constrain, type into and change for others, on random rigs; Esc cancels all of
// it.
#include <glm/gtc/matrix_transform.hpp>

#include "editor/bench/compare.h"
#include "editor/drag_state.h"
#include "editor/session.h"
#include "editor/tools.h"
#include "editor/viewport/drag.h"
#include "editor/viewport_state.h"
#include "support/matrices.h"
#include "support/mouse.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr Id kNode = 2;
constexpr Pointer kPress{.pixel = {430.0f, 300.0f}};

/// A posed rig under a moved node; joints j0, j1, ...: ids 100, 101, ...
Editor random_editor(Random& random, bool scaled = false) {
  Scene scene;
  Skeleton skeleton =
      random_skeleton(random, {.joints = 9, .roots = 2, .posed = true, .scaled = scaled});
  scene.nodes = {{.id = kNode,
                  .name = "Skeleton",
                  .local = random.rigid(),
                  .skeleton = std::make_shared<Skeleton>(skeleton)}};
  scene.next_id = 1000;
  Editor editor = editor_with(scene);
  editor.camera.yaw = random.uniform(-2.0f, 2.0f);
  editor.camera.pitch = random.uniform(-1.0f, 1.0f);
  return editor;
}

std::vector<glm::mat4> world_of_joints(const Editor& editor) {
  const PosedSkeleton& posed = *editor.deformer.skeleton(kNode);
  std::vector<glm::mat4> world;
  for (const glm::mat4& matrix : posed.posed) world.push_back(posed.world_from_skeleton * matrix);
  return world;
}

const Skeleton& skeleton_of(const Editor& editor) {
  return *editor.document.scene().nodes[0].skeleton;
}

/// Axes of an orientation by definition: columns of the frame, made unit and square, x first.
glm::mat3 axes_by_hand(const Editor& editor, GizmoOrientation orientation, int joint) {
  if (orientation == GizmoOrientation::world) return glm::mat3(1.0f);
  if (orientation == GizmoOrientation::view)
    return glm::transpose(glm::mat3(view_from_world(editor.camera)));
  const Joint& at = skeleton_of(editor).joints[std::size_t(joint)];
  glm::mat4 frame = editor.deformer.skeleton(kNode)->world_from_skeleton;
  if (at.parent >= 0) frame = world_of_joints(editor)[std::size_t(at.parent)];
  if (orientation == GizmoOrientation::joint) frame = frame * at.bind_local;
  const glm::vec3 x = glm::normalize(glm::vec3(frame[0]));
  const glm::vec3 y = glm::normalize(glm::vec3(frame[1]) - x * glm::dot(x, glm::vec3(frame[1])));
  return {x, y, glm::cross(x, y)};
}

/// U by its definition: T(c) M T(-c), M along the axis of those axes.
glm::mat4 increment_by_hand(GizmoMode mode, const glm::mat3& axes, int axis, const glm::vec3& pivot,
                            float value) {
  const glm::mat4 identity(1.0f);
  if (mode == GizmoMode::translate) return glm::translate(identity, axes[axis] * value);
  glm::mat4 turned = glm::rotate(identity, glm::radians(value), axes[axis]);
  if (mode == GizmoMode::scale) {
    glm::vec3 factors(1.0f);
    factors[axis] = value;
    turned = glm::mat4(axes) * glm::scale(identity, factors) * glm::mat4(glm::transpose(axes));
  }
  return glm::translate(identity, pivot) * turned * glm::translate(identity, -pivot);
}

bool is_below(const Skeleton& skeleton, int joint, int above) {
  while (joint >= 0 && joint != above) joint = skeleton.joints[std::size_t(joint)].parent;
  return joint == above;
}

void type(Editor& editor, const std::string& keys) {
  for (const char key : keys) type_into_drag(editor, key, kPress);
}

HandleDrag& session_of(Editor& editor) { return std::get<HandleDrag>(editor.drag); }

constexpr Tool kTools[] = {Tool::move, Tool::rotate, Tool::scale};
constexpr GizmoMode kModes[] = {GizmoMode::translate, GizmoMode::rotate, GizmoMode::scale};
constexpr GizmoOrientation kOrientations[] = {GizmoOrientation::world, GizmoOrientation::parent,
                                              GizmoOrientation::joint, GizmoOrientation::view};
constexpr GizmoHandle kAxes[] = {GizmoHandle::x, GizmoHandle::y, GizmoHandle::z};

}  // namespace

SOLVED_CASE(
    "A number typed along an axis of any orientation moves the joint and all below it by exactly "
    "U, and no other joint") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    for (int kind = 0; kind < 3; ++kind) {
      for (const GizmoOrientation orientation : kOrientations) {
        Random random(seed * 16 + std::uint64_t(kind));
        Editor editor = random_editor(random);
        editor.orientation = orientation;
        editor.tool = kTools[kind];
        const int joint = random.below(9), axis = random.below(3);
        const std::string typed = kind == 2 ? "1.5" : "-40.25";
        editor.document.select({Id(100 + joint)});
        const std::vector<glm::mat4> before = world_of_joints(editor);
        const glm::mat4 expected =
            increment_by_hand(kModes[kind], axes_by_hand(editor, orientation, joint), axis,
                              glm::vec3(before[std::size_t(joint)][3]), std::stof(typed));
        REQUIRE(grab_gizmo(editor, kAxes[axis], kPress));
        type(editor, typed);
        CHECK(largest_difference(session_of(editor).drag.increment(), expected) < 2e-4f);
        end_drag(editor);
        const std::vector<glm::mat4> after = world_of_joints(editor);
        for (int k = 0; k < 9; ++k) {
          const bool moves = is_below(skeleton_of(editor), k, joint);
          CHECK(largest_difference(after[std::size_t(k)], moves ? expected * before[std::size_t(k)]
                                                                : before[std::size_t(k)]) < 5e-4f);
        }
        CHECK(steps(editor) == 2);
      }
    }
  }
}

SOLVED_CASE("An own-axes turn is an increment in the joint's own frame: Ul' = R(axis) Ul") {
  for (auto& random : seeds<Random>(20)) {
    Editor editor = random_editor(random);
    editor.orientation = GizmoOrientation::joint;
    editor.tool = Tool::rotate;
    const int joint = random.below(9), axis = random.below(3);
    editor.document.select({Id(100 + joint)});
    glm::mat4 start = skeleton_of(editor).joints[std::size_t(joint)].user_local;
    start[3] = glm::vec4(0.0f, 0.0f, 0.0f, 1.0f);
    glm::vec3 unit(0.0f);
    unit[axis] = 1.0f;
    REQUIRE(grab_gizmo(editor, kAxes[axis], kPress));
    type(editor, "35");
    end_drag(editor);
    glm::mat4 end = skeleton_of(editor).joints[std::size_t(joint)].user_local;
    end[3] = glm::vec4(0.0f, 0.0f, 0.0f, 1.0f);
    CHECK(largest_difference(end, glm::rotate(glm::mat4(1.0f), glm::radians(35.0f), unit) * start) <
          2e-5f);
  }
}

SOLVED_CASE(
    "Several joints turn about the pivot chosen: the middle, the skeleton's base, or each about "
    "its own base, in one step") {
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    for (const Pivot pivot : {Pivot::joint, Pivot::median, Pivot::skeleton}) {
      for (int kind = 1; kind < 3; ++kind) {
        Random random(seed);
        Editor editor = random_editor(random);
        editor.orientation = kOrientations[random.below(4)];
        editor.pivot = pivot;
        editor.tool = kTools[kind];
        editor.document.select({100, Id(102 + random.below(3)), Id(105 + random.below(3)), 101});
        const std::vector<glm::mat4> before = world_of_joints(editor);
        glm::vec3 shared(editor.deformer.skeleton(kNode)->world_from_skeleton[3]);
        if (pivot == Pivot::median) {
          shared = glm::vec3(0.0f);
          for (const Id id : editor.document.selection())
            shared += glm::vec3(before[std::size_t(id - 100)][3]) / 4.0f;
        }
        const float value = kind == 1 ? 70.0f : 0.5f;
        REQUIRE(grab_gizmo(editor, GizmoHandle::y, kPress));
        type(editor, kind == 1 ? "70" : ".5");
        end_drag(editor);
        const std::vector<glm::mat4> after = world_of_joints(editor);
        for (int k = 0; k < 9; ++k) {
          int top = -1;
          for (int j = k; j >= 0; j = skeleton_of(editor).joints[std::size_t(j)].parent)
            if (editor.document.is_selected(Id(100 + j))) top = j;
          glm::mat4 increment(1.0f);
          if (top >= 0) {
            const int axes_of = pivot == Pivot::joint ? top : 1;
            Random again(seed);
            const Editor start = random_editor(again);
            increment = increment_by_hand(
                kModes[kind], axes_by_hand(start, editor.orientation, axes_of), 1,
                pivot == Pivot::joint ? glm::vec3(before[std::size_t(top)][3]) : shared, value);
          }
          CHECK(largest_difference(after[std::size_t(k)], increment * before[std::size_t(k)]) <
                5e-4f);
        }
        CHECK(steps(editor) == 2);
        REQUIRE(editor.document.undo());
      }
    }
  }
}

SOLVED_CASE(
    "X is the world's axis, again the own one, a third time free; another axis begins anew; Shift "
    "is the plane across it") {
  Random random(3);
  for (const GizmoOrientation orientation : kOrientations) {
    Editor editor = random_editor(random);
    editor.orientation = orientation;
    editor.tool = Tool::move;
    editor.document.select({104});
    const GizmoOrientation own =
        orientation == GizmoOrientation::world ? GizmoOrientation::joint : orientation;
    REQUIRE(grab_gizmo(editor, GizmoHandle::z, kPress, true));
    const auto is = [&](GizmoHandle handle, GizmoOrientation axes) {
      CHECK(session_of(editor).drag.handle() == handle);
      CHECK(session_of(editor).axes == axes);
      if (handle != GizmoHandle::center)
        CHECK(largest_difference(glm::mat4(session_of(editor).drag.gizmo().axes),
                                 glm::mat4(axes_by_hand(editor, axes, 4))) < 1e-5f);
    };
    constrain_drag(editor, GizmoHandle::x, kPress);
    is(GizmoHandle::x, GizmoOrientation::world);
    constrain_drag(editor, GizmoHandle::x, kPress);
    is(GizmoHandle::x, own);
    constrain_drag(editor, GizmoHandle::x, kPress);
    is(GizmoHandle::center, orientation);
    constrain_drag(editor, GizmoHandle::y, kPress);
    constrain_drag(editor, GizmoHandle::yz, kPress);
    is(GizmoHandle::yz, GizmoOrientation::world);
    constrain_drag(editor, GizmoHandle::yz, kPress);
    is(GizmoHandle::yz, own);
    constrain_drag(editor, GizmoHandle::z, kPress);
    is(GizmoHandle::z, GizmoOrientation::world);
  }
}

SOLVED_CASE(
    "In the plane across X nothing moves along X, from the pointer and from the start alike") {
  Random random(4);
  int moved = 0;
  for (int trial = 0; trial < 20; ++trial) {
    Editor editor = random_editor(random);
    editor.tool = Tool::move;
    editor.document.select({103});
    REQUIRE(grab_gizmo(editor, GizmoHandle::center, kPress, true));
    update_drag(editor, {.pixel = {300.0f, 420.0f}});
    constrain_drag(editor, GizmoHandle::yz, {.pixel = {520.0f, 210.0f}});
    CHECK(std::abs(session_of(editor).drag.translation().x) < 1e-6f);
    if (glm::length(session_of(editor).drag.translation()) > 0.0f)
      ++moved;  // a plane seen edge-on moves nothing
    cancel_drag(editor);
  }
  CHECK(moved > 15);
}

SOLVED_CASE(
    "G, R and S change the kind of transform from the same start: as if the last one had been "
    "pressed first") {
  for (int trial = 0; trial < 30; ++trial) {
    Random random(std::uint64_t(trial + 8)), again(std::uint64_t(trial + 8));
    Editor editor = random_editor(random), twin = random_editor(again);
    editor.document.select({Id(100 + trial % 9)});
    twin.document.select({Id(100 + trial % 9)});
    editor.tool = Tool::move;
    const Pointer to{.pixel = {random.uniform(100.0f, 700.0f), random.uniform(100.0f, 500.0f)}};
    editor.viewport.pointer = to;
    REQUIRE(grab_gizmo(editor, GizmoHandle::x, kPress, true));
    update_drag(editor, {.pixel = {600.0f, 100.0f}});
    Tool tool = Tool::move;
    for (int press = 0; press < 4; ++press) {
      tool = kTools[(press + trial) % 3];
      begin_transform(editor, tool);
    }
    update_drag(editor, to);
    twin.tool = tool;
    REQUIRE(grab_gizmo(twin, GizmoHandle::center, kPress, true));
    update_drag(twin, to);
    CHECK(session_of(editor).target.mode == session_of(twin).target.mode);
    CHECK(same_bits(editor.document.scene(), twin.document.scene()));
    end_drag(editor);
    CHECK(steps(editor) <= 2);
  }
}

SOLVED_CASE(
    "R again turns freely, once more about the view; in Rig G and S change between tip and "
    "radius") {
  Editor editor = arm_editor(Tab::pose, {kElbow});
  REQUIRE(grab_gizmo(editor, GizmoHandle::center, kPress, true));
  begin_transform(editor, Tool::rotate);
  CHECK(session_of(editor).drag.handle() == GizmoHandle::arcball);
  CHECK(contains(drag_text(editor), "free"));
  begin_transform(editor, Tool::rotate);
  CHECK(session_of(editor).drag.handle() == GizmoHandle::center);
  begin_transform(editor, Tool::radius);  // not one of Pose's
  CHECK(std::holds_alternative<HandleDrag>(editor.drag));
  cancel_drag(editor);

  set_tab(editor, editor.viewport, Tab::rig);
  editor.tool = Tool::move;
  const Scene start = editor.document.scene();
  REQUIRE(grab_gizmo(editor, GizmoHandle::center, kPress, true));
  update_drag(editor, {.pixel = {500.0f, 320.0f}});
  CHECK(joint_named(editor, kElbow).extent != glm::vec3(0.0f, 0.8f, 0.0f));
  begin_transform(editor, Tool::radius);
  REQUIRE(std::holds_alternative<RadiusDrag>(editor.drag));
  CHECK(joint_named(editor, kElbow).extent == glm::vec3(0.0f, 0.8f, 0.0f));
  begin_transform(editor, Tool::rotate);
  CHECK(std::holds_alternative<RadiusDrag>(editor.drag));
  cancel_drag(editor);
  CHECK(same_bits(editor.document.scene(), start));
}

SOLVED_CASE(
    "The header line names the handle, whose axis it is, the value, and below it what can be "
    "pressed") {
  Editor editor = arm_editor(Tab::pose, {kElbow});
  REQUIRE(grab_gizmo(editor, GizmoHandle::center, kPress, true));
  constrain_drag(editor, GizmoHandle::x, kPress);
  type(editor, "45");
  CHECK(drag_text(editor) == "Rotate elbow   X (world)   45.0\u00b0   [45]");
  CHECK(contains(drag_keys(editor), "own axes"));
  constrain_drag(editor, GizmoHandle::x, kPress);
  CHECK(contains(drag_text(editor), "X (own)"));
  constrain_drag(editor, GizmoHandle::x, kPress);
  CHECK(drag_text(editor).find('(') == std::string::npos);
  CHECK(drag_keys(editor).find("X Y Z") == 0);
  cancel_drag(editor);
  CHECK(drag_text(editor).empty());
  CHECK(drag_keys(editor).empty());
}

SOLVED_CASE("A comma is a decimal point too, and a second one is not taken") {
  Editor editor = arm_editor(Tab::pose, {kElbow}, Tool::move);
  REQUIRE(grab_gizmo(editor, GizmoHandle::x, kPress, true));
  type(editor, "1,2.5");
  CHECK(session_of(editor).drag.value() == doctest::Approx(1.25f));
}

SOLVED_CASE(
    "Steps are those of the preferences, along the axes of the drag; with snap always Ctrl lets "
    "them go") {
  Random random(6);
  for (const GizmoOrientation orientation : kOrientations) {
    Editor editor = random_editor(random);
    editor.orientation = orientation;
    editor.tool = Tool::move;
    editor.document.select({103});
    editor.preferences.move_step = 0.25f;
    editor.preferences.rotate_step = 7.0f;
    REQUIRE(grab_gizmo(editor, GizmoHandle::y, kPress, true));
    const Pointer snapping{.pixel = {610.0f, 420.0f}, .snap = true},
        plain{.pixel = {610.0f, 420.0f}};
    const auto steps = [&](float step) { return session_of(editor).drag.value() / step; };
    const auto is_whole = [](float value) { return std::abs(value - std::round(value)) < 1e-3f; };
    update_drag(editor, snapping);
    CHECK(is_whole(steps(0.25f)));
    CHECK(std::abs(glm::dot(session_of(editor).drag.translation(),
                            axes_by_hand(editor, orientation, 3)[1]) -
                   session_of(editor).drag.value()) < 1e-5f);
    update_drag(editor, plain);
    CHECK_FALSE(is_whole(steps(0.25f)));
    editor.preferences.snaps_always = true;
    update_drag(editor, plain);
    CHECK(is_whole(steps(0.25f)));
    update_drag(editor, snapping);
    CHECK_FALSE(is_whole(steps(0.25f)));
    begin_transform(editor, Tool::rotate);
    update_drag(editor, plain);
    CHECK(is_whole(steps(glm::radians(7.0f))));
    cancel_drag(editor);
    editor.preferences.radius_step = 0.04f;
    CHECK(radius_step(editor, editor.viewport) == 0.04f);
  }
}

SOLVED_CASE(
    "Whatever keys are pressed in whatever drag, Esc restores every bit and leaves no step") {
  constexpr Tab kTabs[] = {Tab::layout, Tab::rig, Tab::pose};
  constexpr GizmoHandle kHandles[] = {GizmoHandle::x,  GizmoHandle::y,  GizmoHandle::z,
                                      GizmoHandle::yz, GizmoHandle::zx, GizmoHandle::xy};
  int edits = 0;
  for (auto& random : seeds<Random>(150u)) {
    Editor editor = random_editor(random, random.seed % 3 == 0);
    const Scene start = editor.document.scene();
    set_tab(editor, editor.viewport, kTabs[random.seed % 3]);
    editor.document.select({Id(100 + random.below(4)), Id(104 + random.below(5))});
    editor.pivot = static_cast<Pivot>(random.below(3));
    editor.orientation = kOrientations[random.below(4)];
    editor.is_symmetric_pose = random.chance(0.5f);
    editor.viewport.is_over = true;
    const auto somewhere = [&] {
      return Pointer{{random.uniform(0.0f, 800.0f), random.uniform(0.0f, 600.0f)},
                     random.chance(0.2f),
                     random.chance(0.2f)};
    };
    editor.viewport.pointer = somewhere();
    if (random.seed % 3 == 1 && random.chance(0.3f))
      extrude(editor);
    else
      begin_transform(editor, tools_of(editor.tab)[std::size_t(1 + random.below(2))]);
    for (int event = 0; event < 40; ++event) {
      editor.viewport.pointer = somewhere();
      const Pointer at = editor.viewport.pointer;
      switch (random.below(5)) {
        case 0:
          constrain_drag(editor, kHandles[random.below(6)], at);
          break;
        case 1:
          type_into_drag(editor, "0123456789.-,\b"[random.below(14)], at);
          break;
        case 2: {
          constexpr Tool kKinds[] = {Tool::move, Tool::rotate, Tool::scale, Tool::radius};
          if (is_dragging(editor)) begin_transform(editor, kKinds[random.below(4)]);
          break;
        }
        case 3:
          set_tab(editor, editor.viewport, kTabs[random.below(3)]);
          set_tool(editor, editor.viewport, Tool::select);
          break;
        default:
          update_drag(editor, at);
      }
      if (!(editor.document.scene() == start)) ++edits;
    }
    if (is_dragging(editor)) cancel_or_clear(editor);
    CHECK_FALSE(is_dragging(editor));
    CHECK(same_bits(editor.document.scene(), start));
    CHECK(steps(editor) == 1);
  }
  CHECK(edits > 1000);
}
