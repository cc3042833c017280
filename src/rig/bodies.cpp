#include "rig/bodies.h"

namespace marrow {

#ifdef MARROW_HAS_SOLUTION
bool has_solution() { return true; }
const Tasks& tasks_of(Backend backend) { return backend == Backend::student ? student::tasks() : solution::tasks(); }
#else
bool has_solution() { return false; }
const Tasks& tasks_of(Backend) { return student::tasks(); }
#endif

std::optional<Backend> backend_from_name(std::string_view name) {
  if (name == "fast") return Backend::fast;
  if (name == "textbook") return Backend::textbook;
  if (name == "student") return Backend::student;
  return std::nullopt;
}

}  // namespace marrow
