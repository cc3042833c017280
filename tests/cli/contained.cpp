// In a batch command a student's crash or endless loop becomes one sentence that names the
// function.
#include "cli/common.h"
#include "cli/support.h"

namespace marrow::test {

namespace {

/// The message of deformed() after `change` to the textbook's functions; empty without one.
template <typename Change>
std::string said_of(const Change& change, double seconds = 1.0) {
  static Tasks tasks;
  tasks = tasks_of(Backend::textbook);
  change(tasks);
  const Scene scene = deep_scene(5);
  try {
    Deformer deformer(cli::contained(tasks, seconds));
    deformer.update(scene);
    cli::require_implementation();
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

}  // namespace

SOLVED_CASE(
    "an implementation that crashes, exits or never returns ends no command without a word: its "
    "function is named") {
  CHECK(said_of([](Tasks&) {}).empty());
  const std::string crashed = said_of([](Tasks& tasks) {
    tasks.find_joints = [](const Skeleton&, const std::vector<glm::mat4>&,
                           const std::vector<glm::vec3>&) -> JointLists { std::abort(); };
  });
  CHECK(crashed.starts_with("find_joints was stopped by signal 6"));
  const std::string ended = said_of([](Tasks& tasks) {
    tasks.posed_matrices = [](const Skeleton&) -> std::vector<glm::mat4> { _exit(0); };
  });
  CHECK(ended.starts_with("posed_matrices ended its process with status 0"));
  const std::string endless = said_of(
      [](Tasks& tasks) {
        tasks.inverse_distance_weights =
            [](const std::vector<float>& distances) -> std::vector<float> {
          for (volatile bool forever = true; forever;) {
          }
          return distances;
        };
      },
      0.2);  // so few that a busy machine gives them before the limit of wall time
  CHECK(endless.starts_with("inverse_distance_weights did not return within 0.2 s"));
  const std::string threw = said_of([](Tasks& tasks) {
    tasks.bind_matrices = [](const Skeleton&) -> std::vector<glm::mat4> {
      throw std::runtime_error("not yet");
    };
  });
  CHECK(threw.empty());  // that is guarded: a warning, and the rest pose in its place
}

SOLVED_CASE("through another process the textbook's functions make what they make here") {
  const Scene scene = deep_scene(6);
  Deformer here(tasks_of(Backend::textbook)),
      there(cli::contained(tasks_of(Backend::textbook), 60.0));
  here.update(scene);
  there.update(scene);
  cli::require_implementation();
  CHECK(there.problems().empty());
  REQUIRE(here.meshes().size() == there.meshes().size());
  for (std::size_t i = 0; i < here.meshes().size(); ++i)
    CHECK(here.meshes()[i].positions() == there.meshes()[i].positions());
}

}  // namespace marrow::test
