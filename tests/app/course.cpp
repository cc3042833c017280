// The assignment in the editor: scores, where to look first, a failed check's case as the document.
#include "editor/course/course.h"

#include <algorithm>

#include "app/pose/shelf_thumbs.h"
#include "app/widgets/spots.h"
#include "editor/bench/bench_model.h"
#include "editor/bench/compare.h"
#include "editor/commands/command_registry.h"
#include "editor/course/course_case.h"
#include "editor/files/files_state.h"
#include "editor/files/welcome.h"
#include "editor/pose/shelf.h"
#include "editor/session.h"
#include "editor/tools.h"
#include "editor/viewport/drag.h"
#include "editor/viewport_state.h"
#include "rig/contract.h"
#include "rig/implementations.h"
#include "support/app_driver.h"
#include "view/gl/offscreen.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;
using course::Verdict;

namespace {

std::optional<std::size_t> first_check(bool (*wanted)(const course::Check&)) {
  for (std::size_t i = 0; i < course::checks().size(); ++i)
    if (wanted(course::checks()[i])) return i;
  return std::nullopt;
}

bool has_scene(const course::Check& check) { return check.scene != nullptr; }

/// A check whose case has a mesh, and the mesh's world positions.
struct MeshCase {
  std::size_t check = 0;
  std::vector<glm::vec3> places;

  MeshCase() {
    for (; check < course::checks().size(); ++check) {
      if (!has_scene(course::checks()[check])) continue;
      const Scene scene = course::checks()[check].scene();
      for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
        if (!scene.nodes[n].mesh || scene.nodes[n].mesh->face_count() == 0) continue;
        for (const glm::vec3& position : scene.nodes[n].mesh->positions)
          places.emplace_back(world_from_node(scene, int(n)) * glm::vec4(position, 1.0f));
        return;
      }
    }
    skip("no check has a scene with a mesh");
    throw Skipped{};
  }
};

course::Result failed(std::size_t check) {
  course::Result result{.check = &course::checks()[check], .verdict = Verdict::failed};
  result.outcome.passed = false;
  result.outcome.expected = "something";
  result.outcome.got = "something else";
  return result;
}

/// The check's mesh, with one vertex moved.
course::Result failed_at(const MeshCase& found, std::size_t vertex, const glm::vec3& by) {
  course::Result result = failed(found.check);
  result.outcome.expected_points = result.outcome.got_points = found.places;
  result.outcome.got_points[vertex] += by;
  result.outcome.points_are_vertices = true;
  result.outcome.vertex = int(vertex);
  return result;
}

void visit(Editor& editor, std::size_t check, const course::Result& result) {
  take_results(editor.course, {check}, {result});
  show_case(editor, editor.course, editor.viewport, check);
  REQUIRE(is_visiting(editor));
}

view::Overlay overlay_of_case(const Editor& editor) {
  view::Overlay overlay;
  add_case(overlay, editor, editor.course);
  return overlay;
}

/// Waits for the present run; each look reads what has arrived.
void wait_for_checks(Editor& editor) {
  for (int look = 0; look < 60000 && are_checks_running(editor.course); ++look) {
    advance_course(editor, editor.course, is_binding(editor.files));
    SDL_Delay(5);
  }
  REQUIRE_FALSE(are_checks_running(editor.course));
}

}  // namespace

TEST_CASE(
    "points are those of the checks that passed, and the earliest stage that differs is named") {
  Editor editor = arm_editor();
  const Score none = score_of(editor.course, 0);
  CHECK(none.points == 0);
  CHECK(none.failed == 0);
  int counted = 0;
  for (int task = 1; task <= kTasks; ++task) counted += score_of(editor.course, task).checks;
  CHECK(counted == int(course::checks().size()));
  for (int task = 1; task <= kTasks; ++task)
    if (course::is_extra(task)) counted -= score_of(editor.course, task).checks;
  CHECK(none.checks == counted);
  CHECK_FALSE(first_divergence(editor.course));
  std::vector<std::size_t> all;
  std::vector<course::Result> results;
  for (std::size_t i = 0; i < course::checks().size(); ++i) {
    all.push_back(i);
    results.push_back({.check = &course::checks()[i], .verdict = Verdict::passed});
  }
  take_results(editor.course, all, results);
  CHECK(score_of(editor.course, 0).points == score_of(editor.course, 0).of);

  const auto late = first_check([](const course::Check& check) { return check.task == 4; });
  REQUIRE(late);
  course::Result result = failed(*late);
  result.outcome.stage = course::Stage::skin;
  take_results(editor.course, {*late}, {result});
  CHECK(score_of(editor.course, 4).points ==
        score_of(editor.course, 4).of - course::checks()[*late].points);
  CHECK(score_of(editor.course, 1).passed == score_of(editor.course, 1).checks);
  REQUIRE(first_divergence(editor.course));
  CHECK(first_divergence(editor.course)->stage == course::Stage::skin);

  result.outcome.stage =
      course::Stage::find_joints;  // a check of all stages reports where it first differed
  take_results(editor.course, {*late}, {result});
  CHECK(first_divergence(editor.course)->stage == course::Stage::find_joints);
  CHECK(first_divergence(editor.course)->check == *late);
  const auto early = first_check(
      [](const course::Check& check) { return check.stage == course::Stage::kinematics; });
  REQUIRE(early);
  course::Result crashed{.check = &course::checks()[*early], .verdict = Verdict::crashed};
  take_results(editor.course, {*early}, {crashed});
  CHECK(first_divergence(editor.course)->check == *early);
}

GIVEN_CASE(
    "a case takes the document's place and leaves it as it was: scene, history, file, view, "
    "selection",
    MeshCase, found) {
  Editor editor = arm_editor();
  editor.document.set_path("/nowhere/mine.glb");
  REQUIRE(editor.document.perform(
      op::SetUserLocal{{{kElbow, glm::translate(glm::mat4(1.0f), {0.0f, 0.1f, 0.0f})}}}));
  editor.document.select({kElbow});
  deformed(editor);
  set_tab(editor, editor.viewport, Tab::rig);
  const Scene before = editor.document.scene();
  const Camera camera = editor.camera;
  const std::uint64_t commits = editor.document.commits();

  visit(editor, found.check, failed_at(found, 2, {0.5f, 0.0f, 0.0f}));
  CHECK_FALSE(editor.document.scene() == before);
  CHECK(editor.document.path().empty());
  CHECK_FALSE(editor.document.is_dirty());
  const CheckCase& shown = *editor.course.shown;
  REQUIRE(shown.worst);
  CHECK(glm::distance(shown.worst->first, found.places[2]) < 1e-5f);
  CHECK(glm::distance(shown.worst->second, found.places[2] + glm::vec3(0.5f, 0.0f, 0.0f)) < 1e-5f);
  CHECK(shown.expected_points.size() == 1);  // one vertex differs
  CHECK_FALSE(shown.ghost.empty());
  const DeformedMesh *mine = nullptr, *theirs = nullptr;
  for (const DeformedMesh& mesh : editor.deformer.meshes())
    if (mesh.bind_positions.size() == found.places.size())
      mine = &mesh, theirs = expected_of_case(editor.course)->mesh(mesh.node);
  REQUIRE((mine && theirs));  // the same node is in both, so that the error can be painted
  REQUIRE(editor.camera_move);

  show_case(editor, editor.course, editor.viewport,
            found.check);  // another one from here: the user's own stays parked
  return_to_own(editor);
  CHECK_FALSE(is_visiting(editor));
  CHECK(expected_of_case(editor.course) == nullptr);
  CHECK(editor.document.scene() == before);
  CHECK(editor.document.path() == "/nowhere/mine.glb");
  CHECK(editor.document.commits() == commits);
  CHECK(editor.document.is_dirty());
  CHECK(editor.document.active() == kElbow);
  CHECK(editor.camera == camera);
  CHECK(editor.tab == Tab::rig);
  CHECK(editor.document.undo());
}

GIVEN_CASE("places that are not numbers and meshes without a case do not break the picture",
           MeshCase, found) {
  Editor editor = arm_editor();
  course::Result result = failed_at(found, 1, glm::vec3(std::numeric_limits<float>::quiet_NaN()));
  visit(editor, found.check, result);
  CHECK(why_invalid(editor.document.scene()).empty());
  const view::Overlay overlay = overlay_of_case(editor);
  for (const view::Overlay::Line& line : overlay.lines)
    for (const glm::vec3& point : line.points) CHECK(is_finite(point));
  for (const view::Overlay::Dot& dot : overlay.dots) CHECK(is_finite(dot.point));
  CHECK_FALSE(overlay.dots.empty());
  cancel_or_clear(editor);  // one Esc, whatever is selected
  CHECK_FALSE(is_visiting(editor));
}

GIVEN_CASE("failed normals are arrows on the vertices as expected, with heads, in both tones",
           MeshCase, found) {
  Editor editor = arm_editor();
  course::Result result = failed(found.check);
  course::Outcome& outcome = result.outcome;
  outcome.arrows_from = outcome.expected_points = outcome.got_points = found.places;
  for (glm::vec3& tip : outcome.expected_points) tip.y += 0.25f;
  outcome.got_points = outcome.expected_points;
  outcome.got_points[3] = outcome.arrows_from[3] + glm::vec3(0.25f, 0.0f, 0.0f);
  outcome.points_are_vertices = true;
  outcome.vertex = 3;
  visit(editor, found.check, result);
  CHECK(expected_of_case(editor.course) == nullptr);  // no vertex is painted as wrong
  const view::Overlay overlay = overlay_of_case(editor);
  const auto starts_there = [&](const view::Overlay::Line& line) {
    return glm::distance(line.points.front(), outcome.arrows_from[3]) < 1e-5f;
  };
  const auto shafts = std::count_if(overlay.lines.begin(), overlay.lines.end(), starts_there);
  CHECK(shafts == 4);                     // expected and got: of the list, and thick
  CHECK(overlay.lines.size() == 2 * 4u);  // each with a head
  CHECK(overlay.dots.size() == 1);
}

GIVEN_CASE("the point whose nearest was asked for is drawn, with its ways to both answers",
           MeshCase, found) {
  Editor editor = arm_editor();
  course::Result result = failed(found.check);
  result.outcome.asked_points = {{0.0f, 3.0f, 0.0f}};
  result.outcome.expected_points = {{0.0f, 1.0f, 0.0f}};
  for (const float x : {2.0f, std::numeric_limits<float>::quiet_NaN()}) {
    CAPTURE(x);
    result.outcome.got_points = {{x, 1.0f, 0.0f}};
    visit(editor, found.check, result);
    const view::Overlay overlay = overlay_of_case(editor);
    const auto is_asked = [](const view::Overlay::Dot& dot) {
      return dot.point == glm::vec3(0.0f, 3.0f, 0.0f);
    };
    CHECK(std::any_of(overlay.dots.begin(), overlay.dots.end(), is_asked));
    for (const view::Overlay::Line& line : overlay.lines)
      for (const glm::vec3& point : line.points) CHECK(is_finite(point));
    return_to_own(editor);
  }
}

TEST_CASE("a case reports whether the wrong result is in the picture") {
  const std::optional<std::size_t> check = first_check(has_scene);
  if (!check) return skip("no check has a scene");
  Editor editor = arm_editor();
  course::Result result = failed(*check);
  result.outcome.expected_points = {{0.0f, 1.0f, 0.0f}};
  for (const auto& [got, is_there] :
       {std::pair(glm::vec3(0.0f, 1.5f, 0.0f), true), std::pair(glm::vec3(1e4f, 0.0f, 0.0f), false),
        std::pair(glm::vec3(std::numeric_limits<float>::quiet_NaN()), false)}) {
    CAPTURE(got.x);
    result.outcome.got_points = {got};
    visit(editor, *check, result);
    editor.camera = editor.camera_move->to;
    CHECK(is_result_in_picture(editor, *editor.course.shown) == is_there);
    return_to_own(editor);
  }
}

TEST_CASE("the case of increments by hand shows both points where the joint is dragged") {
  const std::optional<std::size_t> check =
      first_check([](const course::Check& one) { return one.name == "task2.increment_by_hand"; });
  REQUIRE(check);
  Tasks stubs = student::tasks();
  stubs.user_local_after_increment = [](const glm::mat4&, const glm::mat4&, const glm::mat4&,
                                        const glm::mat4&) { return glm::mat4(1.0f); };
  course::Result result = failed(*check);
  result.outcome = course::run_check(course::checks()[*check], stubs);
  REQUIRE_FALSE(result.outcome.passed);
  CHECK(result.outcome.got == "(0, 0, 0)");
  REQUIRE(result.outcome.got_points.size() == 1);
  // The joint is at (4, 0, 0) in the world, and the drag moves it by (2, 0, 0).
  CHECK(glm::distance(result.outcome.got_points[0], glm::vec3(4.0f, 0.0f, 0.0f)) < 1e-4f);
  CHECK(glm::distance(result.outcome.expected_points[0], glm::vec3(6.0f, 0.0f, 0.0f)) < 1e-4f);
  Editor editor = arm_editor();
  visit(editor, *check, result);
  editor.camera = editor.camera_move->to;
  CHECK(is_result_in_picture(editor, *editor.course.shown));
}

GIVEN_CASE("a vertex that a check names without places is marked where it stands", MeshCase,
           found) {
  Editor editor = arm_editor();
  course::Result result = failed(found.check);
  result.outcome.vertex = 3;
  visit(editor, found.check, result);
  const view::Overlay overlay = overlay_of_case(editor);
  REQUIRE(overlay.dots.size() == 1);
  CHECK(glm::distance(overlay.dots[0].point, found.places[3]) < 1e-5f);
}

GIVEN_CASE("cases looked at one after the other leave the user's own document whole", MeshCase,
           found) {
  Editor editor = editor_with({});
  replace_document(editor, Document(tasks_of(Backend::textbook), arm_scene()));
  REQUIRE(editor.bench.radii_at_open.size() == 3);
  const std::map<Id, Radii> radii = editor.bench.radii_at_open;
  const Scene own = editor.document.scene();
  for (int visits : {1, 3}) {
    while (visits-- > 0) {
      show_case(editor, editor.course, editor.viewport, found.check);
      REQUIRE(is_visiting(editor));
      CHECK(editor.bench.radii_at_open.empty());
    }
    return_to_own(editor);
    CHECK_FALSE(is_visiting(editor));
    CHECK(editor.document.scene() == own);
    CHECK(editor.bench.radii_at_open == radii);
  }
}

GIVEN_CASE("what asks about unsaved work asks about the user's own, and saving saves that",
           MeshCase, found) {
  Editor editor = arm_editor();
  REQUIRE(editor.document.perform(op::SetRadius{{kElbow}, {0.7f}}));
  visit(editor, found.check, failed(found.check));
  request_quit(editor);
  CHECK_FALSE(is_visiting(editor));
  CHECK(editor.files.pending);
  CHECK_FALSE(editor.wants_quit);
  answer_pending(editor, Answer::cancel);
  show_case(editor, editor.course, editor.viewport, found.check);
  const Home home;
  REQUIRE(save_file(editor, editor.files, (home.path() / "mine.glb").string()));
  CHECK_FALSE(is_visiting(editor));
  CHECK(joint_named(editor, kElbow).radius == 0.7f);
  CHECK_FALSE(editor.document.is_dirty());
}

TEST_CASE(
    "functions that are still being written work here once all checks were run, and not before") {
  Tasks table;
  Editor editor(table);
  editor.course.program = test::program().string();
  begin_course(editor, editor.course, table);
  CHECK(editor.course.is_trying);
  for_each_function(
      [&](const auto& body) { CHECK((table.*body.in_tasks != student::tasks().*body.in_tasks)); });
  CHECK(seconds_to_course(editor.course) < 1.0);
  wait_for_checks(editor);
  CHECK_FALSE(editor.course.is_trying);
  CHECK(editor.course.results.size() == course::checks().size());
  for (const course::Result& result : editor.course.results)
    CHECK(result.verdict != Verdict::waiting);
  CHECK(editor.course.unsafe.empty());
  for_each_function(
      [&](const auto& body) { CHECK((table.*body.in_tasks == student::tasks().*body.in_tasks)); });
  CHECK(seconds_to_course(editor.course) > 1e6);
}

TEST_CASE("where no checks can be run the editor calls no function until it is given some") {
  Tasks table;
  Editor editor(table);
  begin_course(editor, editor.course, table);
  CHECK_FALSE(editor.course.is_open);
  CHECK_FALSE(editor.course.is_trying);
  CHECK_FALSE(editor.course.tried);
  for_each_function(
      [&](const auto& body) { CHECK((table.*body.in_tasks != student::tasks().*body.in_tasks)); });
  editor.document = Document(table, arm_scene());
  deformed(editor);
  use_functions(editor, editor.course, without(student::tasks(), {"skin"}));
  REQUIRE(editor.course.tried);
  CHECK((table.find_joints == student::tasks().find_joints));
  CHECK((table.skin != student::tasks().skin));
  CHECK(editor.deformer.meshes().size() == 1);
}

HOME_CASE("checks that cannot be run here are not offered, and the panel says why") {
  const std::unique_ptr<Driver> driver = make_driver({.width = 1366, .height = 768});
  Editor& editor = driver->editor();
  REQUIRE(editor.course.program.empty());  // no program is set
  CHECK_FALSE(why_no_checks(editor.course).empty());
  CHECK_FALSE(is_enabled(editor, command("course.run_all")));
  begin_with_assignment(editor, editor.course, editor.welcome);
  driver->move({700.0f, 300.0f});  // a frame
  driver->press("Run all");
  CHECK(editor.course.runner == nullptr);
  CHECK(editor.toasts.empty());  // the panel shows the problem

  editor.course.program = test::program().string();
  CHECK(why_no_checks(editor.course).empty());
  CHECK(is_enabled(editor, command("course.run_all")));
}

SOLVED_CASE("pictures of poses are made anew when other functions go to work") {
  const view::Offscreen context;
  view::Renderer renderer;
  Tasks table = student::tasks();
  Editor editor(table);
  editor.document = Document(table, arm_scene());
  editor.deformer = Deformer(table, Evaluate::each_time);
  editor.shelf.skeleton = editor.document.scene().nodes[1].id;
  REQUIRE(editor.document.perform(op::StorePose{editor.shelf.skeleton, "rest"}));
  ShelfThumbs thumbs;
  const auto draws = [&] { return thumbs.advance(editor, renderer, {32, 32}); };
  CHECK(draws());
  CHECK_FALSE(draws());
  table = tasks_of(Backend::textbook);
  CHECK(draws());
  CHECK_FALSE(draws());
}

SOLVED_CASE("the student takes a side of the swipe view once it was tried") {
  Editor editor = arm_editor();
  set_comparing(editor, true);
  set_implementation(editor, editor.compare, editor.course, Backend::student);
  CHECK_FALSE(editor.compare.right.implementation);
  CHECK(editor.right_tab == RightTab::course);
  editor.course.tried = std::make_unique<Tasks>(student::tasks());
  set_implementation(editor, editor.compare, editor.course, Backend::student);
  CHECK(editor.compare.right.implementation == Backend::student);
  update_compare(editor);
  CHECK(&editor.compare.deformer->tasks() == editor.course.tried.get());
  CHECK(contains(right_caption(editor, editor.compare), "the student"));
  set_implementation(editor, editor.compare, editor.course, Backend::textbook);
  update_compare(editor);
  CHECK(&editor.compare.deformer->tasks() == &tasks_of(Backend::textbook));
}

SOLVED_HOME_CASE(
    "in the window: the door of the card opens the tab, a failed check leads to its case and Esc "
    "back") {
  const std::unique_ptr<Driver> driver =
      make_driver({.ui_scale = 1.0f, .width = 1100, .height = 720});
  Editor& editor = driver->editor();
  const MeshCase found;
  take_results(editor.course, {found.check}, {failed_at(found, 2, {0.5f, 0.0f, 0.0f})});
  driver->move({500.0f, 400.0f});
  driver->press("Do the assignment");
  CHECK(editor.right_tab == RightTab::course);
  driver->move({500.0f, 400.0f});
  const Scene before = driver->scene();
  driver->press("First difference");
  CHECK(editor.course.chosen == found.check);
  REQUIRE(is_visiting(editor));
  driver->press("Back to your scene");
  CHECK_FALSE(is_visiting(editor));
  CHECK(driver->scene() == before);
  REQUIRE(spot(check_title(course::checks()[found.check])));
  driver->press("Show the case");
  CHECK(is_visiting(editor));
  editor.document.select({editor.document.scene().nodes.front().id});
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(is_visiting(editor));
  CHECK(driver->scene() == before);
}
