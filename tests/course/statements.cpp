// What a check asks for, listed without judging anybody.
#include <cmath>

#include "course/judge.h"
#include "rig/implementations.h"
#include "support/cases.h"

namespace marrow::test {

namespace {

std::vector<course::Statement> all_statements() {
  std::vector<course::Statement> all;
  for (const course::Check& check : course::checks()) {
    if (check.is_timed) continue;
    const std::vector<course::Statement> some = course::statements_of(check);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace

TEST_CASE("each check by hand lists its cases with what is expected, and judges as before") {
  for (const course::Check& check : course::checks()) {
    CAPTURE(check.name);
    const auto statements = course::statements_of(check);
    if (check.name.find("by_hand") != std::string::npos) CHECK(statements.size() >= 1);
    for (const course::Statement& one : statements) CHECK_FALSE(one.expected.empty());
    if (check.name != "task1.bind_by_hand") continue;
    CHECK(statements.size() == 4);
    CHECK(statements[0].expected == "(1, 2, 0)");
    CHECK(statements[0].law == "B_j = B_p(j) L_j, and the B of a root is its L");
    CHECK_FALSE(course::run_check(check, without({}, {})).passed);
  }
}

SOLVED_CASE("what is listed as expected is what the textbook gives, with a student's numbers") {
  course::set_variant({7, "Ada"});
  const Tasks& textbook = tasks_of(Backend::textbook);
  int bones = 0, weights = 0;
  for (const course::Statement& one : all_statements()) {
    glm::vec3 a, b, p;
    if (std::sscanf(one.what.c_str(),
                    "of the bone from (%f, %f, %f) to (%f, %f, %f) the point nearest to (%f, %f, "
                    "%f) is",
                    &a.x, &a.y, &a.z, &b.x, &b.y, &b.z, &p.x, &p.y, &p.z) == 9) {
      // Leaves out bones that are too short for the digits in the text.
      if (glm::distance(a, b) < 0.1f) continue;
      glm::vec3 nearest;
      REQUIRE(std::sscanf(one.expected.c_str(), "(%f, %f, %f)", &nearest.x, &nearest.y,
                          &nearest.z) == 3);
      CAPTURE(one.what);
      CHECK(glm::distance(textbook.closest_on_line_segment(a, b, p), nearest) < 1e-4f);
      ++bones;
    }
    float near = 0.0f, far = 0.0f, weight = 0.0f;
    int number = 0;
    if (std::sscanf(one.what.c_str(), "of the distances [%f, %f] number %d weighs", &near, &far,
                    &number) == 3) {
      REQUIRE(std::sscanf(one.expected.c_str(), "%f", &weight) == 1);
      CAPTURE(one.what);
      CHECK(std::abs(textbook.inverse_distance_weights({near, far})[std::size_t(number - 1)] -
                     weight) < 1e-4f);
      ++weights;
    }
  }
  course::set_variant({});
  CHECK(bones > 100);
  CHECK(weights > 5);
}

}  // namespace marrow::test
