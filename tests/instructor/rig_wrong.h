// Deliberately wrong functions: the textbook's table with one replaced. The named checks must fail
// on it.
#pragma once

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>
#include <initializer_list>
#include <string>
#include <type_traits>

#include "course/check.h"
#include "rig/implementations.h"
#include "support/support.h"

namespace marrow::test {

using Matrices = std::vector<glm::mat4>;
using Points = std::vector<glm::vec3>;

/// The textbook's functions with one replaced.
template <typename Function>
Tasks with(Function Tasks::*member, std::type_identity_t<Function> wrong) {
  Tasks tasks = solution::tasks();
  tasks.*member = wrong;
  return tasks;
}

inline course::Outcome outcome_of(const std::string& name, const Tasks& tasks) {
  const auto is_named = [&](const course::Check& check) { return check.name == name; };
  const auto check = std::find_if(course::checks().begin(), course::checks().end(), is_named);
  REQUIRE_MESSAGE(check != course::checks().end(), "there is no check " << name);
  const course::Outcome outcome = course::run_check(*check, tasks);
  // A hint may have formulas and indices, but not code, which would be the answer.
  for (const char* code : {"for (", "if (", "+=", "std::", "out_positions", " * skinning[", ";\n"})
    CHECK_FALSE(contains(outcome.expected + outcome.likely_reason, code));
  return outcome;
}

/// Checks that the reason that a check gives for its failure has these words.
inline void check_reason(const Tasks& wrong, const char* name, const char* words) {
  const course::Outcome outcome = outcome_of(name, wrong);
  CAPTURE(outcome.expected);
  CAPTURE(outcome.got);
  CAPTURE(outcome.likely_reason);
  CHECK(contains(outcome.likely_reason, words));
}

/// Checks that these checks fail. With `words`: that the first one's reason has these words.
inline void check_caught(const Tasks& wrong, std::initializer_list<const char*> by,
                         const char* words = nullptr) {
  REQUIRE(by.size() > 0);
  for (const std::string name : by) {
    CAPTURE(name);
    CHECK(outcome_of(name, solution::tasks()).passed);
    CHECK_FALSE(outcome_of(name, wrong).passed);
    for (const char* student : {"Ada", "Boole"}) {  // with a student's own numbers, too
      course::set_variant({7, student});
      CHECK_FALSE(outcome_of(name, wrong).passed);
      course::set_variant({});
    }
  }
  if (words != nullptr) check_reason(wrong, *by.begin(), words);
}

/// At least one check gives a reason with these words.
inline void check_named(const Tasks& wrong, const char* words) {
  std::string heard;
  for (const course::Check& check : course::checks()) {
    const course::Outcome outcome = course::run_check(check, wrong);
    if (!outcome.passed && outcome.likely_reason.find(words) != std::string::npos) return;
    if (!outcome.passed)
      heard += check.name + ": " + outcome.got + ": " + outcome.likely_reason + "\n";
  }
  FAIL_CHECK("nobody said \"", std::string(words), "\", but\n", heard);
}

/// At least one check names this mistake, and none names another one. Checks before `from_task` are
/// left out: they do not use the wrong function.
inline void check_agreed(const Tasks& wrong, const char* words, int from_task = 1) {
  bool is_named = false;
  for (const course::Check& check : course::checks()) {
    if (check.task < from_task) continue;
    const course::Outcome outcome = course::run_check(check, wrong);
    if (outcome.passed) continue;
    const bool names_this = outcome.likely_reason.find(words) != std::string::npos;
    is_named |= names_this;
    if (!outcome.names_mistake) continue;
    CAPTURE(check.name);
    CAPTURE(outcome.got);
    CAPTURE(outcome.likely_reason);
    CHECK(names_this);
  }
  CHECK_MESSAGE(is_named, "nobody said \"" << std::string(words) << "\"");
}

/// Checks of earlier tasks pass despite a mistake in a later task.
inline void check_only_from_task(int task, const Tasks& wrong) {
  for (const course::Check& check : course::checks()) {
    CAPTURE(check.name);
    if (check.task < task) CHECK(course::run_check(check, wrong).passed);
  }
}

/// These checks fail. The first of them, "task7...", names the mistake; no check from its task on
/// names another one.
inline void check_named_by(const Tasks& wrong, std::initializer_list<const char*> by,
                           const char* words) {
  CAPTURE(std::string(words));
  check_caught(wrong, by, words);
  check_agreed(wrong, words, (*by.begin())[4] - '0');
}

}  // namespace marrow::test
