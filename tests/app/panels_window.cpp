// The tree, the inspector and the history in the real window off-screen, driven by pushed events.
#include <glm/gtc/matrix_transform.hpp>

#include "app/panels/tree_columns.h"
#include "editor/files/document_files.h"
#include "editor/panels/field_edit.h"
#include "editor/panels/panel_state.h"
#include "editor/session.h"
#include "editor/tools.h"
#include "editor/viewport/drag.h"
#include "editor/viewport_state.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// The pixel of a joint's row, found by moving the pointer down the tree; (0, 0) if there is none.
glm::vec2 row_pixel(Driver& driver, const std::string& name, float x_from_right = 130.0f) {
  const Rect& left = driver.app().layout().left;
  const Id id = driver.joint(name).id;
  for (float y = left.corner.y + 60.0f; y < left.end().y; y += 8.0f) {
    const glm::vec2 at{left.end().x - x_from_right, y};
    driver.move(at);
    if (driver.editor().panels.tree.hovered == id) return at;
  }
  return glm::vec2(0.0f);
}

}  // namespace

HOME_CASE("Rows of the tree select: alone, with Ctrl one more, with Shift all between") {
  std::unique_ptr<Driver> driver = window_on_arm(home, 1280, 720);
  const glm::vec2 shoulder = row_pixel(*driver, "shoulder"), elbow = row_pixel(*driver, "elbow"),
                  wrist = row_pixel(*driver, "wrist");
  REQUIRE(shoulder != glm::vec2(0.0f));
  driver->click(elbow);
  CHECK(driver->selected_name() == "elbow");
  driver->click_with(SDLK_LCTRL, wrist);
  CHECK(driver->document().selection().size() == 2);
  driver->click(shoulder);
  driver->click_with(SDLK_LSHIFT, wrist);
  CHECK(driver->document().selection().size() == 3);
  CHECK(driver->selected_name() == "wrist");
  CHECK(driver->step_count() == 1);
}

SOLVED_HOME_CASE(
    "A radius dragged in its row is one step however many frames it takes, and the mesh follows") {
  std::unique_ptr<Driver> driver = window_on_arm(home, 1280, 720);
  const glm::vec2 row = row_pixel(*driver, "elbow");
  CHECK_FALSE(shows_capture(driver->editor()));
  set_tab(driver->editor(), driver->editor().viewport, Tab::rig);
  driver->settle();
  CHECK(shows_capture(driver->editor()));
  const glm::vec2 field{driver->app().layout().left.end().x - 62.0f, row.y};
  const std::uint32_t captured = driver->editor().deformer.skeletons().front().captured[1];
  driver->drag(field, field - glm::vec2(100.0f, 0.0f));
  CHECK(driver->step_count() == 2);
  CHECK(driver->present_step().find("Radius elbow") == 0);
  CHECK(driver->joint("elbow").radius < 0.6f);
  CHECK(driver->editor().deformer.skeletons().front().captured[1] < captured);
  driver->ctrl(SDLK_z);
  CHECK(driver->joint("elbow").radius == 0.6f);
}

HOME_CASE(
    "F2 renames in the tree with Enter, Esc leaves the old name, and a name that is taken is "
    "refused in words") {
  std::unique_ptr<Driver> driver = window_on_arm(home, 1280, 720);
  driver->click(row_pixel(*driver, "elbow"));
  driver->key(SDLK_F2);
  CHECK(driver->editor().panels.tree.renaming != kNoId);
  driver->type("ellbogen");
  driver->key(SDLK_RETURN);
  CHECK(driver->editor().panels.tree.renaming == kNoId);
  CHECK(driver->selected_name() == "ellbogen");
  CHECK(driver->step_count() == 2);

  driver->key(SDLK_F2);
  driver->type("nobody");
  driver->key(SDLK_ESCAPE);
  CHECK(driver->editor().panels.tree.renaming == kNoId);
  CHECK(driver->selected_name() == "ellbogen");

  driver->key(SDLK_F2);
  driver->type("wrist");
  driver->key(SDLK_RETURN);
  CHECK(driver->selected_name() == "ellbogen");
  CHECK(driver->step_count() == 2);
  REQUIRE_FALSE(driver->editor().toasts.empty());
  CHECK(driver->editor().toasts.back().is_error);
}

HOME_CASE("A row dragged onto another gets it as parent, and nothing moves") {
  std::unique_ptr<Driver> driver = window_on_arm(home, 1280, 720);
  const std::vector<glm::mat4> before = driver->editor().deformer.skeletons().front().posed;
  driver->drag(row_pixel(*driver, "wrist"), row_pixel(*driver, "shoulder"));
  const JointRef wrist = find_joint(driver->scene(), "wrist");
  const Skeleton& skeleton = *driver->scene().nodes[std::size_t(wrist.node)].skeleton;
  CHECK(skeleton.joints[std::size_t(wrist.joint)].parent == joint_index(skeleton, "shoulder"));
  const std::vector<glm::mat4>& after = driver->editor().deformer.skeletons().front().posed;
  CHECK(glm::distance(after[std::size_t(wrist.joint)][3], before[2][3]) < 1e-5f);
  CHECK(driver->step_count() == 2);
}

SOLVED_HOME_CASE(
    "A click in the picture brings the joint's row into view, unfolding what hides it") {
  std::unique_ptr<Driver> driver = window_on_arm(home, 1280, 720);
  driver->editor().panels.tree.closed = {driver->joint("shoulder").id};
  driver->settle();
  CHECK(row_pixel(*driver, "elbow") == glm::vec2(0.0f));
  driver->click(driver->joint_pixel("elbow"));
  REQUIRE(driver->selected_name() == "elbow");
  CHECK(row_pixel(*driver, "elbow") != glm::vec2(0.0f));
}

HOME_CASE("Limits of a joint are folded until they are asked for, and that is remembered") {
  for (const bool is_remembered : {false, true}) {
    std::unique_ptr<Driver> driver = window_on_arm(home, 1280, 1100);
    driver->editor().document.select({kElbow});
    driver->key(SDLK_F13);
    REQUIRE(spot("Limits"));
    REQUIRE(spot("Springs"));
    REQUIRE(spot("Quaternion"));
    CHECK(spot("Locked").has_value() == is_remembered);
    if (!is_remembered) driver->press("Limits");
    CHECK(spot("Locked"));
  }
}

HOME_CASE("A click on a step of the history travels there and back") {
  std::unique_ptr<Driver> driver = window_on_arm(home, 1280, 720);
  for (int i = 1; i <= 3; ++i)
    perform(driver->editor(), op::SetRadius{{driver->joint("elbow").id}, {0.6f + 0.1f * float(i)}});
  driver->editor().right_tab = RightTab::history;
  driver->settle();
  const auto step_pixel = [&](int step) {
    return driver->app().layout().right.corner +
           glm::vec2(100.0f, 41.0f + 12.0f + 24.0f * float(step));
  };
  driver->click(step_pixel(1));
  CHECK(driver->document().history().current() == 1);
  CHECK(driver->joint("elbow").radius == doctest::Approx(0.7f));
  driver->click(step_pixel(3));
  CHECK(driver->document().history().current() == 3);
  CHECK(driver->step_count() == 4);
}

HOME_CASE("The inspector draws every kind of selection, in every tab, and an empty scene") {
  std::unique_ptr<Driver> driver = window_on_arm(home, 1280, 720);
  std::vector<std::vector<Id>> selections{{}};
  for (const Node& node : driver->scene().nodes) selections.push_back({node.id});
  selections.push_back({driver->joint("shoulder").id, driver->joint("elbow").id});
  for (const Tab tab : {Tab::layout, Tab::rig, Tab::pose}) {
    set_tab(driver->editor(), driver->editor().viewport, tab);
    for (const Tool tool : tools_of(tab)) {
      set_tool(driver->editor(), driver->editor().viewport, tool);
      for (const std::vector<Id>& selection : selections) {
        driver->editor().document.select(selection);
        CHECK_NOTHROW(driver->move({700.0f, 300.0f}));
        CHECK_NOTHROW(driver->move({705.0f, 300.0f}));
      }
    }
  }
  CHECK(driver->step_count() == 1);
  request_new(driver->editor());
  driver->settle();
  CHECK(driver->scene().nodes.empty());
  CHECK_NOTHROW(driver->click({700.0f, 300.0f}));
  CHECK_NOTHROW(driver->drag({600.0f, 300.0f}, {700.0f, 400.0f}));
}

SOLVED_CASE(
    "A field is one step from the first change to the last, and none when it ends where it began") {
  Editor editor = arm_editor();
  const auto radius = [](float value) { return op::SetRadius{{kElbow}, {value}}; };
  apply_field(editor, editor.panels, {.began = true}, radius(0.6f));
  for (const float value : {0.7f, 0.8f, 0.9f})
    apply_field(editor, editor.panels, {.changed = true}, radius(value));
  CHECK(editor.document.in_gesture());
  apply_field(editor, editor.panels, {.ended = true}, radius(0.9f));
  CHECK_FALSE(editor.document.in_gesture());
  CHECK(steps(editor) == 2);

  apply_field(editor, editor.panels, {.began = true, .changed = true, .ended = true}, radius(0.5f));
  CHECK(steps(editor) == 3);

  apply_field(editor, editor.panels, {.began = true}, radius(0.5f));
  apply_field(editor, editor.panels, {.ended = true}, radius(0.5f));
  CHECK(steps(editor) == 3);
}

SOLVED_CASE(
    "A field whose change is refused says so once, when it is let go; one that Esc canceled stays "
    "canceled") {
  Editor editor = arm_editor();
  const Scene start = editor.document.scene();
  const op::SetNodeLocal flat{kArmSkeleton, glm::scale(glm::mat4(1.0f), {1.0f, 0.0f, 1.0f})};
  apply_field(editor, editor.panels, {.began = true}, flat);
  for (int i = 0; i < 5; ++i) apply_field(editor, editor.panels, {.changed = true}, flat);
  CHECK(editor.toasts.empty());
  apply_field(editor, editor.panels, {.ended = true}, flat);
  CHECK(editor.toasts.size() == 1);
  CHECK(editor.document.scene() == start);

  const op::SetRadius wide{{kElbow}, {2.0f}};
  apply_field(editor, editor.panels, {.began = true, .changed = true}, wide);
  cancel_or_clear(editor);
  CHECK(editor.document.scene() == start);
  apply_field(editor, editor.panels, {.changed = true}, wide);
  apply_field(editor, editor.panels, {.ended = true}, wide);
  CHECK(editor.document.scene() == start);
  CHECK(steps(editor) == 1);
}
