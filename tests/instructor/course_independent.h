// Two more implementations of the assignment in other styles: no check may depend on the
// reference's shape or rounding.
#pragma once

#include "course/check.h"
#include "rig/implementations.h"
#include "support/support.h"

namespace marrow::test {

inline void check_passes_everything(const Tasks& tasks) {
  for (const course::Check& check : course::checks()) {
    const course::Outcome outcome = course::run_check(check, tasks);
    CAPTURE(check.name);
    CAPTURE(outcome.expected);
    CAPTURE(outcome.got);
    CHECK(outcome.passed);
  }
}

/// All checks also pass if some functions are the textbook's: none relies on another of its style.
inline void check_passes_beside_the_textbook(const Tasks& tasks) {
  Tasks mixed = solution::tasks();
  mixed.bind_matrices = tasks.bind_matrices;
  mixed.find_joints = tasks.find_joints;
  mixed.skin = tasks.skin;
  check_passes_everything(mixed);
}

}  // namespace marrow::test
