// The bench in the viewport: radii of both sides in one drag, heat maps, islands, fits.
#include "edit/mirror.h"
#include "editor/bench/bench_model.h"
#include "editor/bench/compare.h"
#include "editor/bench/fit_radii.h"
#include "editor/bench/islands.h"
#include "editor/drag_state.h"
#include "editor/posed_joints.h"
#include "editor/radius_edit.h"
#include "editor/session.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/heat_modes.h"
#include "editor/viewport/marks.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"
#include "io/formats.h"
#include "support/app_scene.h"
#include "view/picture/picking.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The sample of the first start: its left shin is too thin.
Editor human_editor() {
  Editor editor(tasks_of(Backend::textbook));
  editor.document =
      Document(tasks_of(Backend::textbook), io::load((media() / "human.glb").string()).scene);
  editor.camera = editor.document.scene().camera.value_or(Camera{});
  editor.picture_size = {800.0f, 600.0f};
  editor.tab = Tab::rig;
  editor.tool = Tool::radius;
  deformed(editor);
  return editor;
}

float radius_of(const Editor& editor, const char* name) {
  return joint_named(editor, id_of(editor, name)).radius;
}

Pointer rim_of(const Editor& editor, Id joint, float share) {
  const std::optional<view::WorldCapsule> capsule = world_capsule(editor, joint);
  const glm::vec3 middle = (capsule->base + capsule->tip) * 0.5f;
  const Projected at = project(editor.camera, middle, editor.picture_size);
  const float pixels =
      capsule->radii.at_origin / world_per_pixel(editor.camera, middle, editor.picture_size.y);
  return {.pixel = at.pixel + glm::vec2(pixels * share, 0.0f)};
}

}  // namespace

SOLVED_CASE(
    "A dragged radius is its partner's too, exactly, in one step that names both; canceled, not a "
    "trace is left") {
  Editor editor = human_editor();
  const Id left = id_of(editor, "thigh.L");
  const Scene before = editor.document.scene();
  for (const bool is_symmetric : {true, false}) {
    CAPTURE(is_symmetric);
    editor.is_symmetric = is_symmetric;
    const float other = radius_of(editor, "thigh.R");
    REQUIRE(begin_radius_drag(editor, editor.viewport, left, rim_of(editor, left, 1.0f)));
    for (const float share : {1.1f, 1.2f, 1.4f}) {
      update_drag(editor, rim_of(editor, left, share));
      CHECK((radius_of(editor, "thigh.L") == radius_of(editor, "thigh.R")) == is_symmetric);
      CHECK((drag_text(editor).find("thigh.L and thigh.R") != std::string::npos) == is_symmetric);
    }
    CHECK(radius_of(editor, "thigh.L") > 0.1f);
    if (!is_symmetric) CHECK(radius_of(editor, "thigh.R") == other);
    end_drag(editor);
    CHECK(steps(editor) == 2);
    CHECK(editor.document.history().current() == 1);
    const std::string label = last_step(editor);
    CHECK((label.find("thigh.L and thigh.R") != std::string::npos) == is_symmetric);
    editor.document.undo();
    deformed(editor);
    CHECK(editor.document.scene() == before);
  }
  editor.is_symmetric = true;
  REQUIRE(begin_radius_drag(editor, editor.viewport, left, rim_of(editor, left, 1.0f)));
  update_drag(editor, rim_of(editor, left, 2.0f));
  CHECK_FALSE(editor.document.scene() == before);
  cancel_drag(editor);
  CHECK(editor.document.scene() == before);
}

SOLVED_CASE("With both sides selected each keeps its ratio; a typed radius goes to both sides") {
  Editor editor = human_editor();
  const Id left = id_of(editor, "shin.L"), right = id_of(editor, "shin.R");
  const float ratio = radius_of(editor, "shin.R") / radius_of(editor, "shin.L");
  editor.document.select({right, left});
  REQUIRE(begin_radius_drag(editor, editor.viewport, left, rim_of(editor, left, 1.0f)));
  update_drag(editor, rim_of(editor, left, 1.3f));
  end_drag(editor);
  CHECK(radius_of(editor, "shin.R") / radius_of(editor, "shin.L") == doctest::Approx(ratio));
  editor.document.select({left});
  REQUIRE(begin_radius_drag(editor, editor.viewport, left, rim_of(editor, left, 1.0f)));
  for (const char key : {'0', '.', '1', '5'})
    type_into_drag(editor, key, rim_of(editor, left, 1.0f));
  end_drag(editor);
  CHECK(radius_of(editor, "shin.L") == 0.15f);
  CHECK(radius_of(editor, "shin.R") == 0.15f);
}

SOLVED_CASE("A joint in the middle has no partner, and one on a side has the other one") {
  const Editor editor = human_editor();
  CHECK(mirror_partner(editor, id_of(editor, "hips")) == kNoId);
  CHECK(mirror_partner(editor, id_of(editor, "hand.L")) == id_of(editor, "hand.R"));
  CHECK(mirror_partner(editor, 99999) == kNoId);
}

SOLVED_CASE(
    "W goes through all heat maps and back to none; each has a legend that says what its colors "
    "are") {
  Editor editor = human_editor();
  editor.document.select({id_of(editor, "shin.L")});
  CHECK(legend_of(editor).is_empty());
  std::vector<view::MeshColors> seen;
  for (std::size_t press = 1; press < heat_modes().size(); ++press) {  // no mesh has weights
    next_heat_mode(editor);
    seen.push_back(editor.show.colors);
    const Legend legend = legend_of(editor);
    CHECK(legend.is_empty() == (editor.show.colors == view::MeshColors::plain));
    CHECK(legend.swatches.empty() == legend.is_empty());
    for (const Legend::Tick& tick : legend.ticks) CHECK((tick.place >= 0.0f && tick.place <= 1.0f));
  }
  using enum view::MeshColors;
  CHECK(seen == std::vector{joint_weight, all_joints, influence_count, uncovered, distance, plain});
  set_heat_mode(editor, all_joints);
  const Node& figure = *find_node(editor.document.scene(), shown_or_first_skeleton(editor));
  const Legend some = legend_of(editor);  // shin.L, the joints around it, and "none"
  CHECK(some.note == std::to_string(some.swatches.size() - 1) + " of " +
                         std::to_string(figure.skeleton->joints.size()) +
                         "; mixed where they share");
  set_heat_mode(editor, misplaced);
  CHECK(legend_of(editor).title == "At wrong joints");
  set_heat_mode(editor, distance);
  CHECK(contains(legend_of(editor).title, "shin.L"));
  CHECK(legend_of(editor).ticks.front().text == "0.0540");
  editor.document.select({});
  editor.toasts.clear();
  set_heat_mode(editor, joint_weight);
  CHECK(editor.toasts.size() == 1);
}

SOLVED_CASE(
    "Show marks what is uncovered, opens the Bench, and the camera then sees the island's front") {
  Editor editor = human_editor();
  editor.document.perform(op::SetRadius{{id_of(editor, "head")}, {0.05f}});
  deformed(editor);
  editor.show.uncovered = false;
  const std::size_t count = uncovered_islands(editor).size();
  REQUIRE(count > 1);
  std::vector<Camera> cameras;
  for (std::size_t turn = 0; turn <= count; ++turn) {
    show_next_island(editor, editor.viewport);
    REQUIRE(editor.camera_move.has_value());
    cameras.push_back(editor.camera_move->to);
  }
  CHECK(editor.show.uncovered);
  CHECK(editor.right_tab == RightTab::bench);
  CHECK(cameras.front().target == cameras.back().target);  // round and round
  CHECK(cameras[0].target != cameras[1].target);
}

SOLVED_CASE(
    "An island on the far side turns the camera, wherever the eye is; one that is seen does not") {
  Editor editor = arm_editor();  // a cylinder along y: vertices near +z, seen from everywhere
  const DeformedMesh& mesh = *editor.deformer.mesh(kArmMesh);
  for (const float side : {1.0f, -1.0f}) {
    Island island;
    island.mesh = kArmMesh;
    for (std::uint32_t vertex = 0; vertex < mesh.mesh->positions.size(); ++vertex)
      if (mesh.positions()[vertex].z * side > 0.4f) island.vertices.push_back(vertex);
    REQUIRE(island.vertices.size() > 10);
    for (int eye = 0; eye < 12; ++eye) {
      editor.camera.yaw = 0.5236f * float(eye);
      editor.camera.pitch = eye % 2 == 0 ? 0.3f : -0.2f;
      const Camera camera = camera_on(editor, island);
      const glm::vec3 to_eye = glm::normalize(eye_of(camera) - camera.target);
      CHECK(to_eye.z * side > 0.2f);
      CHECK(std::abs(camera.target.z) <= 0.6f);
      const bool was_seen =
          glm::normalize(eye_of(editor.camera) - editor.camera.target).z * side > 0.35f;
      if (was_seen) CHECK(camera.yaw == editor.camera.yaw);
      for (const std::uint32_t vertex : island.vertices) {
        const Projected at = project(camera, mesh.positions()[vertex], editor.picture_size);
        CHECK((at.visible && at.pixel.x > 0 && at.pixel.x < 800 && at.pixel.y > 0 &&
               at.pixel.y < 600));
      }
    }
  }
}

SOLVED_CASE(
    "Fit all mends the sample's knee: full coverage, one step, and a sentence that "
    "says so") {
  Editor editor = human_editor();
  REQUIRE(coverage(deformed(editor)).uncovered > 0);
  const RadiiFit result = fit_radii(editor, {});
  CHECK(result.is_done);
  CHECK(result.uncovered == 0);
  CHECK(coverage(deformed(editor)).uncovered == 0);
  CHECK(steps(editor) == 2);
  CHECK(contains(result.text, "radii fitted"));
  CHECK(contains(result.text, "100 %"));
  for (const char* limb :
       {"clavicle", "upper_arm", "forearm", "hand", "thigh", "shin", "foot", "toe"}) {
    CAPTURE(limb);
    CHECK(radius_of(editor, (std::string(limb) + ".L").c_str()) ==
          radius_of(editor, (std::string(limb) + ".R").c_str()));
  }
  editor.document.undo();
  deformed(editor);
  CHECK(coverage(deformed(editor)).uncovered > 0);
}

SOLVED_CASE("A fit of all radii names the joints of a drawn figure, in the same step") {
  Editor editor = human_editor();
  Scene scene = editor.document.scene();
  Skeleton& skeleton = edit_skeleton(scene, node_index(scene, shown_skeleton(editor)));
  std::vector<std::string> known;
  for (Joint& joint : skeleton.joints) {
    known.push_back(joint.name);
    const std::optional<bool> is_left = is_left_name(joint.name);
    joint.name = unique_joint_name(skeleton, !is_left ? "joint" : *is_left ? "joint.L" : "joint.R");
  }
  editor.document = Document(tasks_of(Backend::textbook), scene);
  deformed(editor);
  const auto names = [&] {
    std::vector<std::string> present;
    for (const Joint& joint :
         find_node(editor.document.scene(), shown_skeleton(editor))->skeleton->joints)
      present.push_back(joint.name);
    return present;
  };
  const std::vector<std::string> drawn = names();
  const RadiiFit result = fit_radii(editor, {});
  CHECK(contains(result.text, "21 joints named by their place"));
  CHECK(names() == known);
  CHECK(steps(editor) == 2);
  editor.document.undo();
  CHECK(names() == drawn);
}

SOLVED_CASE(
    "Fit of one joint changes it and its partner only, and tells each side's own radius before") {
  Editor editor = human_editor();
  editor.document.select({id_of(editor, "shin.L")});
  const Skeleton before = *find_node(editor.document.scene(), shown_skeleton(editor))->skeleton;
  const RadiiFit result = fit_radii(editor, editor.document.selection());
  CHECK(result.fitted == 1);
  CHECK(steps(editor) == 2);
  CHECK(result.text.starts_with("Radius shin.L 0.054"));
  CHECK(contains(result.text, ", shin.R "));
  CHECK_FALSE(contains(result.text, " and shin.R"));
  CHECK(radius_of(editor, "shin.L") >
        before.joints[std::size_t(joint_index(before, "shin.L"))].radius);
  CHECK(radius_of(editor, "shin.L") == radius_of(editor, "shin.R"));
  for (const Joint& joint : before.joints)
    if (joint.name != "shin.L" && joint.name != "shin.R")
      CHECK(radius_of(editor, joint.name.c_str()) == joint.radius);
}

SOLVED_CASE("One fit of a joint is what the advice and Sweep say, and no second one is advised") {
  Editor editor = human_editor();
  const Id shin = id_of(editor, "shin.L");
  editor.document.select({shin});
  const Advice advice = measures_of(editor).advice(shin);
  REQUIRE(advice.cure == Advice::Cure::fit_radius);
  CHECK(advice.joint == shin);
  CHECK(advice.radius == measures_of(editor).fit(shin).radius);
  REQUIRE(cure(editor, shin, advice));
  CHECK(steps(editor) == 2);
  CHECK(radius_of(editor, "shin.L") == advice.radius);
  const Advice next = measures_of(editor).advice(shin);
  CHECK_FALSE((next.cure == Advice::Cure::fit_radius && next.joint == shin));
  const Scene fitted = editor.document.scene();
  CHECK(contains(fit_radii(editor, {shin}).text, "fits already at"));
  CHECK(editor.document.scene() == fitted);
  CHECK(steps(editor) == 2);
}

SOLVED_CASE("Nothing to fit is said, and changes nothing; so is a drag under way") {
  Editor empty = editor_with({});
  CHECK_FALSE(fit_radii(empty, {}).is_done);
  CHECK(steps(empty) == 1);
  Editor editor = human_editor();
  editor.document.begin();
  CHECK_FALSE(fit_radii(editor, {}).is_done);
  CHECK(editor.document.in_gesture());
}

SOLVED_CASE("Bleeding vertices are hatched in Rig alone, and equal marks keep their identity") {
  Editor editor = human_editor();
  const Id shin = id_of(editor, "shin.L");
  editor.document.perform(op::SetRadius{{shin}, {0.2f}});  // reaches the other leg
  editor.document.select({shin});
  update_marks(editor, editor.bench, editor.viewport);
  REQUIRE_FALSE(editor.viewport.hatched.empty());
  CHECK(contains(bleed_text(editor, editor.bench, shin), "bleed"));
  const view::VertexMarks marks = editor.viewport.hatched;
  update_marks(editor, editor.bench, editor.viewport);
  CHECK(editor.viewport.hatched == marks);
  CHECK(picture_of(editor).hatched == marks);
  editor.tab = Tab::pose;
  update_marks(editor, editor.bench, editor.viewport);
  CHECK(editor.viewport.hatched.empty());
  editor.tab = Tab::rig;
  editor.bench.shows_bleeding = false;
  update_marks(editor, editor.bench, editor.viewport);
  CHECK(editor.viewport.hatched.empty());
  CHECK(bleed_text(editor, editor.bench, shin).empty());
}

SOLVED_CASE(
    "The island of a row under the pointer is emphasized, and no other; equal marks keep their "
    "identity") {
  Editor editor = human_editor();
  update_marks(editor, editor.bench, editor.viewport);
  CHECK(editor.viewport.emphasized.empty());
  const std::vector<Island> islands = uncovered_islands(editor);
  REQUIRE(islands.size() == 1);
  editor.bench.flashed_island = islands.front().joint;
  update_marks(editor, editor.bench, editor.viewport);
  REQUIRE(editor.viewport.emphasized.count(islands.front().mesh) == 1);
  CHECK(*editor.viewport.emphasized[islands.front().mesh] == islands.front().vertices);
  const view::VertexMarks marks = editor.viewport.emphasized;
  update_marks(editor, editor.bench, editor.viewport);
  CHECK(picture_of(editor).emphasized == marks);
  editor.bench.flashed_island = id_of(editor, "head");
  update_marks(editor, editor.bench, editor.viewport);
  CHECK(editor.viewport.emphasized.empty());
}
