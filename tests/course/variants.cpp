// Each student's numbers in the cases by hand: drawn from a course's seed and a name, never another
// verdict.
#include <set>

#include "course/cases.h"
#include "rig/implementations.h"
#include "support/cases.h"

namespace marrow::test {

namespace {

/// Sets whose numbers the cases have, and back again.
struct OfStudent {
  OfStudent(unsigned course_seed, const char* name) { course::set_variant({course_seed, name}); }
  ~OfStudent() { course::set_variant({}); }
};

/// The results that the checks by hand expect, as reported for functions that do nothing.
std::string expected_of_stubs() {
  std::string all;
  for (const course::Check& check : course::checks()) {
    if (check.task > 4 || check.is_timed) continue;
    all += course::run_check(check, tasks_of(Backend::student)).expected + "\n";
  }
  return all;
}

}  // namespace

TEST_CASE("a student's numbers follow from the course's seed and the name, on every machine") {
  CHECK(course::by_hand(2.0f, 101) == 2.0f);
  std::vector<float> numbers;
  const auto draw = [&](unsigned course_seed, const char* name) {
    const OfStudent student(course_seed, name);
    for (unsigned salt = 1; salt <= 6; ++salt) numbers.push_back(course::by_hand(2.0f, salt, 0.5f));
  };
  draw(7, "Ada");
  draw(7, "Zoë Müller");
  draw(8, "Ada");
  // Not of this library but of the standard: std::seed_seq and std::mt19937.
  CHECK(numbers == std::vector<float>{2.5f, 2.5f, 3.0f, 3.0f, 2.5f, 4.0f, 4.0f, 2.5f, 2.0f, 2.0f,
                                      3.0f, 2.0f, 3.5f, 2.5f, 3.0f, 2.5f, 2.5f, 2.0f});
  const OfStudent student(7, "Ada");
  std::set<float> all;
  for (unsigned salt = 0; salt < 200; ++salt) all.insert(course::by_hand(-1.0f, salt));
  CHECK(all == std::set<float>{-1.0f, 0.0f, 1.0f, 2.0f, 3.0f});
}

TEST_CASE("random numbers are those of GCC's library, with every library") {
  std::mt19937 random(5);
  CHECK(course::random_number(random, -2.0f, 2.0f) == -1.11202729f);
}

TEST_CASE("students have other numbers than one another, and each the same again") {
  if (!has_solution()) return skip("stubs: in a handout a student may have written them");
  std::set<std::string> sheets{expected_of_stubs()};
  for (const char* name : {"Ada", "Boole", "Curie", "Ada"}) {
    const OfStudent student(7, name);
    sheets.insert(expected_of_stubs());
  }
  {
    const OfStudent student(8, "Ada");
    sheets.insert(expected_of_stubs());
  }
  sheets.insert(expected_of_stubs());
  CHECK(sheets.size() == 5);
}

SOLVED_CASE("correct functions pass every check with every student's numbers") {
  for (int i = 0; i < 40; ++i) {
    const std::string name = "student " + std::to_string(i);
    const OfStudent student(7, name.c_str());
    for (const course::Check& check : course::checks()) {
      if (check.is_timed || check.task > 4) continue;
      const course::Outcome outcome = course::run_check(check, tasks_of(Backend::textbook));
      CAPTURE(name);
      CAPTURE(check.name);
      CAPTURE(outcome.expected);
      CAPTURE(outcome.got);
      CHECK(outcome.passed);
    }
  }
}

}  // namespace marrow::test
