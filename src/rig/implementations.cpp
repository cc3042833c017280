#include "rig/implementations.h"

#include "rig/engine.h"

namespace marrow {

#ifdef MARROW_HAS_SOLUTION
bool has_solution() { return true; }
#else
bool has_solution() { return false; }
#endif

#ifdef MARROW_HAS_ENGINE
bool has_engine() { return true; }
const Tasks& tasks_of(Backend backend) {
  if (backend == Backend::student) return student::tasks();
  return backend == Backend::fast ? fast::tasks() : solution::tasks();
}
#else
bool has_engine() { return false; }
std::unique_ptr<Engine> make_engine() { return nullptr; }
std::unique_ptr<MushEngine> make_mush_engine(const BoundMesh&) { return nullptr; }
#ifdef MARROW_HAS_SOLUTION
const Tasks& tasks_of(Backend backend) {
  return backend == Backend::student ? student::tasks() : solution::tasks();
}
#else
const Tasks& tasks_of(Backend) { return student::tasks(); }
#endif
#endif

std::optional<Backend> backend_from_name(std::string_view name) {
  if (name == "fast") return Backend::fast;
  if (name == "textbook") return Backend::textbook;
  if (name == "student") return Backend::student;
  return std::nullopt;
}

}  // namespace marrow
