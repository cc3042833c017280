// The list of checks: complete, well-formed, passed by correct bodies, failed by stubs, and safe to run on bodies that throw.
#include <algorithm>
#include <set>
#include <stdexcept>

#include "course/check.h"
#include "course/judge.h"
#include "rig/bodies.h"
#include "support/support.h"

namespace marrow::test {

using course::Check;
using course::Outcome;

TEST_CASE("checks have unique stable names that start with their task, a story and points, in the order of the tasks") {
  std::set<std::string> names;
  int last_task = 1;
  for (const Check& check : course::checks()) {
    CAPTURE(check.name);
    CHECK(names.insert(check.name).second);
    CHECK(check.name.starts_with("task" + std::to_string(check.task) + "."));
    CHECK(check.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos);
    CHECK_FALSE(check.story.empty());
    CHECK(check.points > 0);
    CHECK(bool(check.run));
    CHECK(check.task >= last_task);
    last_task = check.task;
  }
  for (int task = 1; task <= 4; ++task) {
    const auto of_task = [&](const Check& check) { return check.task == task; };
    CHECK(std::count_if(course::checks().begin(), course::checks().end(), of_task) >= 4);
  }
}

TEST_CASE("correct bodies pass every check") {
  if (!has_solution()) return skip("correct bodies: rig/solution is not here");
  for (const Check& check : course::checks()) {
    const Outcome outcome = course::run_check(check, tasks_of(Backend::textbook));
    CAPTURE(check.name);
    CAPTURE(outcome.expected);
    CAPTURE(outcome.got);
    CHECK(outcome.passed);
  }
}

TEST_CASE("stubs pass no check, and each failure says what was expected and what came out") {
  if (!has_solution()) return skip("stubs: in a handout a student may have written them");
  for (const Check& check : course::checks()) {
    const Outcome outcome = course::run_check(check, tasks_of(Backend::student));
    CAPTURE(check.name);
    CHECK_FALSE(outcome.passed);
    CHECK_FALSE(outcome.expected.empty());
    CHECK_FALSE(outcome.got.empty());
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

TEST_CASE("a body that throws or is missing fails the checks that need it and nothing worse") {
  if (!has_solution()) return skip("stubs: in a handout a student may have written them");
  Tasks throwing = tasks_of(Backend::student);
  throwing.bind_matrices = [](const Skeleton&) -> std::vector<glm::mat4> { throw std::out_of_range("joint 7"); };
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

TEST_CASE("results of any wrong size fail and are not read beyond their end") {
  if (!has_solution()) return skip("stubs: in a handout a student may have written them");
  Tasks wrong = tasks_of(Backend::student);
  wrong.bind_matrices = wrong.posed_matrices = [](const Skeleton&) { return std::vector<glm::mat4>(); };
  wrong.skinning_matrices = [](const std::vector<glm::mat4>&, const std::vector<glm::mat4>&) { return std::vector<glm::mat4>(); };
  wrong.find_joints = [](const Skeleton&, const std::vector<glm::mat4>&, const std::vector<glm::vec3>&) { return JointLists(); };
  wrong.inverse_distance_weights = [](const std::vector<float>&) { return std::vector<float>(); };
  wrong.skin = [](const std::vector<glm::mat4>&, const Influences&, const std::vector<glm::vec3>&, const std::vector<glm::vec3>&,
                  std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals) {
    out_positions.clear();
    out_normals.clear();
  };
  for (const Check& check : course::checks()) CHECK_FALSE(course::run_check(check, wrong).passed);
  wrong.find_joints = [](const Skeleton&, const std::vector<glm::mat4>&, const std::vector<glm::vec3>& positions) {
    return JointLists(positions.size(), {0, 99});
  };
  for (const Check& check : course::checks()) CHECK_FALSE(course::run_check(check, wrong).passed);
}

TEST_CASE("the first thing that does not hold is the outcome, with its place and the slip that fits") {
  course::Judge judge;
  judge.at_joint("elbow");
  judge.at_vertex(3);
  CHECK(judge.is_point("a point", {1, 2, 3}, {1, 2, 3.00001f}));
  CHECK_FALSE(judge.is_point("the tip", {1, 2, 3}, {3, 2, 1}, {{{0, 0, 0}, "at the origin"}, {{3, 2, 1}, "the wrong way round"}}));
  judge.at_vertex(4);
  CHECK_FALSE(judge.is_number("later", 1.0f, 2.0f));
  const Outcome& outcome = judge.outcome();
  CHECK_FALSE(outcome.passed);
  CHECK(outcome.expected == "the tip (1, 2, 3)");
  CHECK(outcome.got == "(3, 2, 1)");
  CHECK(outcome.likely_reason == "the wrong way round");
  CHECK(outcome.joint == "elbow");
  CHECK(outcome.vertex == 3);
  CHECK(outcome.expected_points == std::vector<glm::vec3>{{1, 2, 3}});
  CHECK(outcome.got_points == std::vector<glm::vec3>{{3, 2, 1}});
}

TEST_CASE("NaN is never what was expected") {
  const float nan = std::nanf("");
  course::Judge numbers, points, matrices;
  CHECK_FALSE(numbers.is_number("a number", 1.0f, nan));
  CHECK_FALSE(points.is_point("a point", {1, 2, 3}, {1, nan, 3}));
  CHECK_FALSE(matrices.is_matrix("a matrix", glm::mat4(1.0f), glm::mat4(nan)));
}

}  // namespace marrow::test
