// The list of checks: complete, well-formed, passed by correct functions, failed by stubs, safe
// with exceptions.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>

#include "course/check.h"
#include "course/expectation.h"
#include "course/judge.h"
#include "rig/implementations.h"
#include "support/cases.h"

namespace marrow::test {

using course::Check;
using course::Outcome;

TEST_CASE(
    "checks have unique stable names that start with their task, a story and points, in the order "
    "of the tasks") {
  std::set<std::string> names;
  int last_task = 1;
  for (const Check& check : course::checks()) {
    CAPTURE(check.name);
    CHECK(names.insert(check.name).second);
    CHECK(check.name.starts_with("task" + std::to_string(check.task) + "."));
    CHECK(check.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") ==
          std::string::npos);
    CHECK_FALSE(check.story.empty());
    CHECK(check.points > 0);
    CHECK(bool(check.run));
    CHECK(check.task >= last_task);
    last_task = check.task;
  }
  for (int task = 1; task <= kTasks; ++task) {
    const auto of_task = [&](const Check& check) { return check.task == task; };
    CHECK(std::count_if(course::checks().begin(), course::checks().end(), of_task) >= 4);
  }
  CHECK(course::checks().size() >= 40);
}

TEST_CASE("the tasks keep the points that courses announced") {
  std::map<int, int> points;
  for (const Check& check : course::checks()) points[check.task] += check.points;
  CHECK(points ==
        std::map<int, int>{
            {1, 16}, {2, 10}, {3, 12}, {4, 20}, {5, 10}, {6, 10}, {7, 10}, {8, 10}, {9, 12}});
}

TEST_CASE("a check's stage is one of its task's") {
  using course::Stage;
  const std::map<Stage, int> task_of{
      {Stage::kinematics, 1},  {Stage::increment, 2},       {Stage::closest_point, 3},
      {Stage::find_joints, 3}, {Stage::weights, 4},         {Stage::skin, 4},
      {Stage::normals, 4},     {Stage::gradient, 5},        {Stage::unit_spline, 6},
      {Stage::curve, 6},       {Stage::dual_quaternion, 7}, {Stage::dual_blend, 7},
      {Stage::smooth, 8},      {Stage::surface_frame, 8},   {Stage::delta_mush, 8},
      {Stage::center_blend, 9}};
  std::set<Stage> stages;
  for (const Check& check : course::checks()) {
    CAPTURE(check.name);
    CHECK(task_of.at(check.stage) == check.task);
    stages.insert(check.stage);
  }
  CHECK(stages.size() == task_of.size());
}

TEST_CASE(
    "the scenes of checks can be opened: one skeleton, a mesh at most, everything valid, always "
    "the same") {
  int with_scene = 0, with_mesh = 0;
  for (const Check& check : course::checks()) {
    if (check.scene == nullptr) continue;
    CAPTURE(check.name);
    const Scene scene = check.scene();
    CHECK(why_invalid(scene) == "");
    ++with_scene;
    std::size_t skeletons = 0, meshes = 0;
    for (const Node& node : scene.nodes) {
      skeletons += node.skeleton ? 1 : 0;
      meshes += node.mesh ? 1 : 0;
      with_mesh += node.mesh ? 1 : 0;
      if (node.mesh) CHECK(node.bound_to != kNoId);
    }
    CHECK(skeletons == 1);
    CHECK(meshes <= 1);
    CHECK(check.scene().nodes.front().skeleton->joints == scene.nodes.front().skeleton->joints);
  }
  CHECK(with_scene >= 30);
  CHECK(with_mesh >= 12);
}

TEST_CASE(
    "where a failed check shows vertices, they are those of its scene; every point is a number; "
    "its joint is there") {
  if (!has_solution()) return skip("stubs: in a handout a student may have written them");
  int with_vertices = 0;
  for (const Check& check : course::checks()) {
    CAPTURE(check.name);
    const Outcome outcome = course::run_check(check, tasks_of(Backend::student));
    CHECK(outcome.expected_points.size() == outcome.got_points.size());
    for (const glm::vec3& point : outcome.got_points) CHECK(is_finite(point));
    if (check.scene == nullptr) continue;
    const Scene scene = check.scene();
    if (!outcome.joint.empty()) CHECK(find_joint(scene, std::string_view(outcome.joint)).node >= 0);
    if (!outcome.points_are_vertices) continue;
    ++with_vertices;
    CHECK(outcome.expected_points.size() == scene.nodes.back().mesh->positions.size());
    CHECK(outcome.vertex < int(outcome.expected_points.size()));
  }
  CHECK(with_vertices >= 8);
}

SOLVED_CASE("correct functions, the textbook's and the engine's, pass every check") {
  for (const Backend backend : {Backend::textbook, Backend::fast}) {
    for (const Check& check : course::checks()) {
      const Outcome outcome = course::run_check(check, tasks_of(backend));
      CAPTURE(check.name);
      CAPTURE(outcome.expected);
      CAPTURE(outcome.got);
      CHECK(outcome.passed);
    }
  }
}

/// Sets the seed of random inputs, and back again.
struct WithSeed {
  explicit WithSeed(unsigned seed) { course::set_input_seed(seed); }
  ~WithSeed() { course::set_input_seed(1); }
};

SOLVED_CASE("correct functions pass every check with other random inputs") {
  for (unsigned seed = 2; seed < 12; ++seed) {
    const WithSeed with_seed(seed);
    CAPTURE(seed);
    for (const Check& check : course::checks()) {
      if (check.is_timed) continue;
      const Outcome outcome = course::run_check(check, tasks_of(Backend::textbook));
      CAPTURE(check.name);
      CAPTURE(outcome.expected);
      CAPTURE(outcome.got);
      CHECK(outcome.passed);
    }
  }
}

SOLVED_CASE("random inputs depend on the seed alone, and the mistake that is named does not") {
  Tasks wrong = tasks_of(Backend::textbook);
  wrong.bind_matrices = [](const Skeleton& skeleton) {
    std::vector<glm::mat4> bind;
    for (const Joint& joint : skeleton.joints) bind.push_back(joint.bind_local);
    return bind;
  };
  const auto check =
      std::find_if(course::checks().begin(), course::checks().end(),
                   [](const Check& one) { return one.name == "task1.bind_stands_on_parent"; });
  REQUIRE(check != course::checks().end());
  std::set<std::string> expected;
  for (const unsigned seed : {3u, 4u, 3u}) {
    const WithSeed with_seed(seed);
    const Outcome outcome = course::run_check(*check, wrong);
    CHECK(outcome.names_mistake);
    CHECK(outcome.likely_reason.starts_with("L is relative to the parent"));
    expected.insert(outcome.expected);
  }
  CHECK(expected.size() == 2);
}

TEST_CASE("stubs pass no check, and each failure says what was expected and what came out") {
  if (!has_solution()) return skip("stubs: in a handout a student may have written them");
  for (const Check& check : course::checks()) {
    const Outcome outcome = course::run_check(check, tasks_of(Backend::student));
    CAPTURE(check.name);
    CHECK_FALSE(outcome.passed);
    CHECK_FALSE(outcome.expected.empty());
    CHECK_FALSE(outcome.got.empty());
    CHECK_FALSE(outcome.likely_reason.empty());
  }
}

TEST_CASE("a check gives the same outcome whenever it runs") {
  if (!has_solution()) return skip("stubs: in a handout a student may have written them");
  for (const Check& check : course::checks()) {
    const Outcome first = course::run_check(check, tasks_of(Backend::student));
    const Outcome second = course::run_check(check, tasks_of(Backend::student));
    CHECK(first.passed == second.passed);
    CHECK(first.expected == second.expected);
    CHECK(first.got == second.got);
  }
}

TEST_CASE("an implementation that throws or is missing fails its checks and nothing worse") {
  if (!has_solution()) return skip("stubs: in a handout a student may have written them");
  Tasks throwing = tasks_of(Backend::student);
  throwing.bind_matrices = [](const Skeleton&) -> std::vector<glm::mat4> {
    throw std::out_of_range("joint 7");
  };
  Tasks missing = tasks_of(Backend::student);
  missing.skin = nullptr;
  int thrown = 0;
  for (const Check& check : course::checks()) {
    const Outcome outcome = course::run_check(check, throwing);
    thrown += outcome.got.find("joint 7") != std::string::npos ? 1 : 0;
    CHECK_FALSE(course::run_check(check, missing).passed);
  }
  CHECK(thrown >= 4);
}

SOLVED_CASE("the check of time says the milliseconds and how many times the textbook's they are") {
  const auto checks = course::checks();
  const auto check = std::find_if(checks.begin(), checks.end(), [](const Check& one) {
    return one.name == "task4.fifty_thousand_vertices";
  });
  REQUIRE(check != checks.end());
  const auto times = [](const std::string& text, const std::string& function) {
    double took = 0.0, textbook = 0.0, ratio = 0.0;
    const std::size_t begin = text.find(function + " took ");
    REQUIRE(begin != std::string::npos);
    REQUIRE(std::sscanf(text.c_str() + begin + function.size(),
                        " took %lf ms; the textbook would take %lf ms here, so %lf times", &took,
                        &textbook, &ratio) == 3);
    CHECK(took < 60e3);
    CHECK(textbook > 0.0);
    CHECK(std::abs(ratio * textbook - took) < 0.1 * took + 0.1 * textbook + 0.2);
    return ratio;
  };
  const Outcome well = course::run_check(*check, tasks_of(Backend::textbook));
  CHECK(well.passed);
  const double finds = times(well.got, "find_joints"), skins = times(well.got, "skin");
  CHECK(finds < 3.0);
  CHECK(skins < 3.0);
  CHECK(well.likely_reason.empty());
  // Eight times the textbook's cost in any build: right, and reported. Either of both will do.
  static int turns = 0;
  Tasks slow_finds = tasks_of(Backend::textbook), slow_skin = slow_finds;
  slow_finds.find_joints = [](const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                              const std::vector<glm::vec3>& positions) {
    static const Tasks textbook = tasks_of(Backend::textbook);
    for (int turn = 1; turn < turns; ++turn) textbook.find_joints(skeleton, bind, positions);
    return textbook.find_joints(skeleton, bind, positions);
  };
  slow_skin.skin = [](const std::vector<glm::mat4>& skinning, const Influences& influences,
                      const std::vector<glm::vec3>& positions,
                      const std::vector<glm::vec3>& normals, std::vector<glm::vec3>& to_positions,
                      std::vector<glm::vec3>& to_normals) {
    static const Tasks textbook = tasks_of(Backend::textbook);
    for (int turn = 0; turn < turns; ++turn)
      textbook.skin(skinning, influences, positions, normals, to_positions, to_normals);
  };
  for (const Tasks* slow : {&slow_finds, &slow_skin}) {
    turns = int(std::ceil(8.0 / std::max(slow == &slow_finds ? finds : skins, 0.1)));
    const Outcome outcome = course::run_check(*check, *slow);
    CAPTURE(outcome.got);
    CHECK(outcome.passed);
    CHECK(times(outcome.got, slow == &slow_finds ? "find_joints" : "skin") > 3.0);
    CHECK(outcome.likely_reason.starts_with("right, but slow"));
  }
}

SOLVED_CASE("a mistake before skin() is shown with the mesh that comes of it") {
  Tasks wrong = tasks_of(Backend::textbook);
  wrong.inverse_distance_weights = [](const std::vector<float>& distances) {
    return std::vector<float>(distances.size(), 1.0f / float(distances.size()));
  };
  int with_mesh = 0;
  for (const Check& check : course::checks()) {
    CAPTURE(check.name);
    const Outcome outcome = course::run_check(check, wrong);
    const bool all_move_alike = check.name == "task4.rigid_root";  // the mesh is right in that case
    if (outcome.passed || outcome.stage != course::Stage::weights || all_move_alike) continue;
    ++with_mesh;
    CHECK(outcome.points_are_vertices);
    CHECK(outcome.got_points != outcome.expected_points);
    CHECK(outcome.vertex >= 0);
  }
  CHECK(with_mesh >= 2);
}

SOLVED_CASE("a check from a file looks at each weight, also where only two of three are wrong") {
  course::Expectation wanted;
  wanted.check.task = 4;
  wanted.skeleton.joints = {{.id = 1, .name = "a", .extent = {1, 0, 0}, .radius = 4},
                            {.id = 2, .name = "b", .parent = 0, .extent = {0, 1, 0}, .radius = 4},
                            {.id = 3, .name = "c", .parent = 1, .extent = {0, 0, 1}, .radius = 4}};
  wanted.positions = {{0.5f, 1.0f, 0.25f}};
  wanted.normals = {{0, 0, 1}};
  wanted.skeleton.joints[1].bind_local = glm::translate(glm::mat4(1.0f), {1, 0, 0});
  Tasks tasks = tasks_of(Backend::textbook);
  course::fill_in(wanted, {0}, tasks);
  REQUIRE(wanted.vertices[0].weights.size() == 3);
  CHECK(course::evaluate(wanted, tasks).passed);
  tasks.inverse_distance_weights = [](const std::vector<float>& distances) {
    std::vector<float> weights = tasks_of(Backend::textbook).inverse_distance_weights(distances);
    weights[1] += 0.1f;
    weights[2] -= 0.1f;
    return weights;
  };
  const Outcome outcome = course::evaluate(wanted, tasks);
  CHECK_FALSE(outcome.passed);
  CHECK(outcome.joint == "b");
}

TEST_CASE("results of any wrong size fail and are not read beyond their end") {
  if (!has_solution()) return skip("stubs: in a handout a student may have written them");
  Tasks wrong = tasks_of(Backend::student);
  wrong.bind_matrices =
      wrong.posed_matrices = [](const Skeleton&) { return std::vector<glm::mat4>(); };
  wrong.skinning_matrices = [](const std::vector<glm::mat4>&, const std::vector<glm::mat4>&) {
    return std::vector<glm::mat4>();
  };
  wrong.find_joints = [](const Skeleton&, const std::vector<glm::mat4>&,
                         const std::vector<glm::vec3>&) { return JointLists(); };
  wrong.inverse_distance_weights = [](const std::vector<float>&) { return std::vector<float>(); };
  wrong.ik_gradient = [](const Skeleton&, const std::vector<glm::mat4>&, const glm::mat4&,
                         const std::vector<IkPull>&,
                         const std::vector<int>&) { return std::vector<glm::vec3>(); };
  wrong.skin = [](const std::vector<glm::mat4>&, const Influences&, const std::vector<glm::vec3>&,
                  const std::vector<glm::vec3>&, std::vector<glm::vec3>& out_positions,
                  std::vector<glm::vec3>& out_normals) {
    out_positions.clear();
    out_normals.clear();
  };
  for (const Check& check : course::checks()) CHECK_FALSE(course::run_check(check, wrong).passed);
  wrong.find_joints = [](const Skeleton&, const std::vector<glm::mat4>&,
                         const std::vector<glm::vec3>& positions) {
    return JointLists(positions.size(), {0, 99});
  };
  for (const Check& check : course::checks()) CHECK_FALSE(course::run_check(check, wrong).passed);
}

TEST_CASE(
    "the first thing that does not hold is the outcome, with its place and the mistake that fits") {
  course::Judge judge;
  judge.at_joint("elbow");
  judge.at_vertex(3);
  const glm::mat4 slid = glm::translate(glm::mat4(1.0f), {2.0f, 0.0f, -2.0f});
  CHECK(judge.is_image("a point", {1, 2, 3}, {1, 2, 3.00001f}, glm::mat4(1.0f)));
  CHECK_FALSE(judge.is_image("the tip", {1, 2, 3}, {1, 2, 3}, slid,
                             {{glm::mat4(0.0f), "at the origin"}, {slid, "the wrong way round"}}));
  judge.at_vertex(4);
  judge.at_stage(course::Stage::skin);
  CHECK_FALSE(judge.is_number("later", 1.0f, 2.0f));
  const Outcome& outcome = judge.outcome();
  CHECK_FALSE(outcome.passed);
  CHECK(outcome.expected == "the tip (1, 2, 3)");
  CHECK(outcome.got == "(3, 2, 1)");
  CHECK(outcome.likely_reason == "the wrong way round");
  CHECK(outcome.names_mistake);
  CHECK(outcome.joint == "elbow");
  CHECK(outcome.vertex == 3);
  CHECK_FALSE(outcome.stage.has_value());
  CHECK(outcome.expected_points == std::vector<glm::vec3>{{1, 2, 3}});
  CHECK(outcome.got_points == std::vector<glm::vec3>{{3, 2, 1}});
}

TEST_CASE(
    "of many vertices the worst is the outcome's, with its joint; a mistake must give all that are "
    "wrong, and one that gives the right ones too comes first") {
  course::Judge judge;
  judge.at_stage(course::Stage::skin);
  judge.at_joints({"a", "b", "c"});
  const std::vector<glm::vec3> expected{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}},
      got{{1, 0, 0}, {2, 5, 0}, {3, 1, 0}};
  const std::vector<std::string> whats(3, "the vertex goes to");
  CHECK_FALSE(judge.are_vertices(whats, expected, got,
                                 {{{{0, 0, 0}, {2, 5, 0}, {0, 0, 0}}, "fits the worst alone"},
                                  {{{0, 0, 0}, {2, 5, 0}, {3, 1, 0}}, "fits the wrong ones"},
                                  {got, "fits all"}}));
  const Outcome& outcome = judge.outcome();
  CHECK(outcome.vertex == 1);
  CHECK(outcome.joint == "b");
  CHECK(outcome.stage == course::Stage::skin);
  CHECK(outcome.likely_reason == "fits all");
  CHECK(outcome.got == "(2, 5, 0) (2 of 3 vertices are wrong)");
  CHECK(outcome.points_are_vertices);
  CHECK(outcome.expected_points == expected);
  CHECK(outcome.got_points == got);

  course::Judge lost;
  const float nan = std::nanf("");
  CHECK_FALSE(lost.are_vertices(whats, expected, {{100, 0, 0}, {2, 0, 0}, {nan, 0, 0}}));
  CHECK(lost.outcome().vertex == 2);
  CHECK(lost.outcome().got_points[2] == glm::vec3(0.0f));
}

TEST_CASE("a mistake that does not give all that is wrong is not named, the law is said") {
  const std::vector<std::string> whats(3, "the vertex goes to");
  const std::vector<glm::vec3> expected{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  course::Judge judge;
  judge.law("v' = M v");
  CHECK_FALSE(judge.are_vertices(whats, expected, {{1, 0, 0}, {2, 5, 0}, {3, 1, 0}},
                                 {{{{1, 0, 0}, {2, 5, 0}, {3, 2, 0}}, "fits the worst alone"}}));
  CHECK(judge.outcome().likely_reason == "v' = M v");
  CHECK_FALSE(judge.outcome().names_mistake);

  course::Judge last;
  CHECK_FALSE(last.are_vertices(whats, expected, {{1, 0, 0}, {2, 0, 0}, {0, 0, 0}}));
  CHECK(contains(last.outcome().likely_reason, "only the last"));
}

TEST_CASE("normals are told as arrows at the expected vertices") {
  course::Judge judge;
  const std::vector<glm::vec3> positions{{1, 0, 0}, {2, 0, 0}}, up{{0, 1, 0}, {0, 1, 0}};
  CHECK_FALSE(judge.are_normals({"one", "two"}, positions, up, {{0, 1, 0}, {1, 0, 0}}));
  CHECK(judge.outcome().arrows_from == positions);
  CHECK(judge.outcome().expected_points[1] == glm::vec3(2, 0.25f, 0));
  CHECK(judge.outcome().got_points[1] == glm::vec3(2.25f, 0, 0));
}

TEST_CASE("a dual quaternion is right with either sign, and is shown with the nearer one") {
  const DualQuaternion move{{1, 0, 0, 0}, {0, 1, -2, 3}}, opposite{{-1, 0, 0, 0}, {0, -1, 2, -3}},
      off{{-1, 0, 0, 0}, {0, -1, 2, -2}}, mixed{{1, 0, 0, 0}, {0, -1, 2, -3}};
  course::Judge judge;
  CHECK(judge.is_dual_quaternion("a move", move, move));
  CHECK(judge.is_dual_quaternion("a move", move, opposite));
  CHECK_FALSE(judge.is_dual_quaternion("a move is", move, off, {{mixed, "one"}, {off, "two"}}));
  CHECK(judge.outcome().expected ==
        "a move is real (w -1, x 0, y 0, z 0), dual (w 0, x -1, y 2, z -3)");
  CHECK(judge.outcome().got == "real (w -1, x 0, y 0, z 0), dual (w 0, x -1, y 2, z -2)");
  CHECK(judge.outcome().likely_reason == "two");
  course::Judge strict;
  // the sign must be that of both parts
  CHECK_FALSE(strict.is_dual_quaternion("a move", move, mixed));
}

TEST_CASE("NaN is never what was expected") {
  const float nan = std::nanf("");
  course::Judge numbers, points, matrices, motions;
  CHECK_FALSE(numbers.is_number("a number", 1.0f, nan));
  CHECK_FALSE(points.is_image("a point", {1, 2, 3}, {1, 2, 3}, glm::mat4(nan)));
  CHECK_FALSE(matrices.is_matrix("a matrix", glm::mat4(1.0f), glm::mat4(nan)));
  CHECK_FALSE(motions.is_dual_quaternion("a motion", {}, {{1, 0, 0, 0}, {0, 0, 0, nan}}));
}

TEST_CASE("what is no number is told by its own law") {
  const float nan = std::nanf("");
  const auto told = [](const std::function<void(course::Judge&)>& ask) {
    course::Judge judge;
    judge.law("the law");
    judge.law_of_nan("the law of NaN");
    ask(judge);
    return judge.outcome().likely_reason;
  };
  CHECK(told([&](auto& judge) { judge.is_number("a", 1.0f, nan); }) == "the law of NaN");
  CHECK(told([&](auto& judge) { judge.is_number("a", 1.0f, 2.0f); }) == "the law");
  CHECK(told([&](auto& judge) {
          judge.is_vector("a", {1, 2, 3}, {1, nan, 3});
        }) == "the law of NaN");
  CHECK(told([&](auto& judge) { judge.is_vector("a", {1, 2, 3}, {1, 2, 4}); }) == "the law");
  CHECK(told([&](auto& judge) { judge.is_matrix("a", glm::mat4(1.0f), glm::mat4(nan)); }) ==
        "the law of NaN");
  CHECK(told([&](auto& judge) { judge.is_matrix("a", glm::mat4(1.0f), glm::mat4(2.0f)); }) ==
        "the law");
}

}  // namespace marrow::test
