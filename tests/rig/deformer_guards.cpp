// Functions that return wrong sizes, joints that are not there, numbers that are not finite, or
// throw: corrected, and named.
#include <limits>
#include <stdexcept>

#include "rig/skinning/deformer.h"
#include "rig/support.h"

namespace marrow::test {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// One joint that holds every vertex; harmless functions (the stubs) with one replaced.
Scene small_scene() {
  Skeleton skeleton;
  skeleton.joints.push_back({.id = 10,
                             .name = "bone",
                             .user_local = translation({0, 0, 1}),
                             .extent = {0, 1, 0},
                             .radius = 5.0f});
  std::mt19937 random(81);
  return bound_scene(skeleton, random_mesh(random, 12, 1.0f));
}

void check_harmless(const Tasks& tasks, const std::string& function) {
  CAPTURE(function);
  const Scene scene = small_scene();
  Deformer deformer = deformed(scene, tasks);
  REQUIRE(deformer.problems().size() == 1);
  CHECK(deformer.problems()[0].starts_with(function + ": "));
  const DeformedMesh& mesh = deformer.meshes()[0];
  REQUIRE(mesh.positions().size() == 12);
  REQUIRE(mesh.influences.vertex_count() == 12);
  REQUIRE(deformer.skeletons()[0].skinning.size() == 1);
  for (std::size_t i = 0; i < 12; ++i) {
    CHECK(is_finite(mesh.positions()[i]));
    CHECK(is_finite(mesh.normals()[i]));
  }
  for (const float weight : mesh.influences.weight) CHECK(std::isfinite(weight));
  deformer.update(scene);  // a known problem is still reported if nothing changed
  CHECK(deformer.problems().size() == 1);
}

/// Lists and weights like those of a working task 3 and 4, so that the planted implementation is
/// reached.
Tasks harmless() {
  Tasks tasks = tasks_of(Backend::student);
  tasks.find_joints = [](const Skeleton&, const std::vector<glm::mat4>&,
                         const std::vector<glm::vec3>& positions) {
    return JointLists(positions.size(), {0});
  };
  tasks.inverse_distance_weights = [](const std::vector<float>& distances) {
    return std::vector<float>(distances.size(), 1.0f / float(distances.size()));
  };
  tasks.closest_on_line_segment = [](const glm::vec3& start, const glm::vec3&, const glm::vec3&) {
    return start;
  };
  tasks.skin = [](const std::vector<glm::mat4>&, const Influences&,
                  const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
                  std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals) {
    out_positions = positions;
    out_normals = normals;
  };
  tasks.bind_matrices = [](const Skeleton& skeleton) {
    return std::vector<glm::mat4>(skeleton.joints.size(), glm::mat4(1.0f));
  };
  tasks.posed_matrices = tasks.bind_matrices;
  tasks.skinning_matrices = [](const std::vector<glm::mat4>& posed, const std::vector<glm::mat4>&) {
    return posed;
  };
  return tasks;
}

}  // namespace

TEST_CASE("harmless functions have no problems") {
  const Tasks tasks = harmless();
  Deformer deformer = deformed(small_scene(), tasks);
  CHECK(deformer.problems().empty());
}

TEST_CASE("the stubs of the assignment run without a problem and move nothing") {
  const Scene scene = small_scene();
  Deformer deformer = deformed(scene, Backend::student);
  if (!has_solution()) return skip("the stubs: in a handout a student may have written them");
  CHECK(deformer.problems().empty());
  CHECK(deformer.meshes()[0].positions() == deformer.meshes()[0].bind_positions);
  CHECK(deformer.meshes()[0].coverage.uncovered == 12);
}

TEST_CASE("matrices: a wrong number, one that is not finite, one that is not affine") {
  Tasks tasks = harmless();
  tasks.bind_matrices = [](const Skeleton&) { return std::vector<glm::mat4>(3); };
  check_harmless(tasks, "bind_matrices");
  tasks.bind_matrices = [](const Skeleton&) { return std::vector<glm::mat4>{glm::mat4(kNan)}; };
  check_harmless(tasks, "bind_matrices");
  tasks.bind_matrices = [](const Skeleton&) { return std::vector<glm::mat4>{glm::mat4(2.0f)}; };
  check_harmless(tasks, "bind_matrices");

  tasks = harmless();
  tasks.posed_matrices = [](const Skeleton&) { return std::vector<glm::mat4>(); };
  check_harmless(tasks, "posed_matrices");

  tasks = harmless();
  tasks.skinning_matrices = [](const std::vector<glm::mat4>&, const std::vector<glm::mat4>&) {
    return std::vector<glm::mat4>(2);
  };
  check_harmless(tasks, "skinning_matrices");
  tasks.skinning_matrices = [](const std::vector<glm::mat4>&, const std::vector<glm::mat4>&) {
    return std::vector<glm::mat4>{
        translation({0.0f, std::numeric_limits<float>::infinity(), 0.0f})};
  };
  check_harmless(tasks, "skinning_matrices");
}

TEST_CASE("lists: a wrong number, a joint that is not there, a joint twice, not ascending") {
  Tasks tasks = harmless();
  tasks.find_joints = [](const Skeleton&, const std::vector<glm::mat4>&,
                         const std::vector<glm::vec3>&) { return JointLists(1, {0}); };
  check_harmless(tasks, "find_joints");
  tasks.find_joints = [](const Skeleton&, const std::vector<glm::mat4>&,
                         const std::vector<glm::vec3>& positions) {
    return JointLists(positions.size(), {0, 7});
  };
  check_harmless(tasks, "find_joints");
  tasks.find_joints = [](const Skeleton&, const std::vector<glm::mat4>&,
                         const std::vector<glm::vec3>& positions) {
    return JointLists(positions.size(), {-1, 0, 0});
  };
  check_harmless(tasks, "find_joints");
  Deformer deformer = deformed(small_scene(), tasks);
  CHECK(deformer.meshes()[0].influences.joint == std::vector<std::uint32_t>(12, 0));
}

TEST_CASE(
    "distances and weights: a point that is not finite, a wrong number, NaN leaves the vertex "
    "uncovered") {
  Tasks tasks = harmless();
  tasks.closest_on_line_segment = [](const glm::vec3&, const glm::vec3&, const glm::vec3&) {
    return glm::vec3(kNan);
  };
  check_harmless(tasks, "closest_on_line_segment");
  tasks = harmless();
  tasks.inverse_distance_weights = [](const std::vector<float>&) {
    return std::vector<float>(9, 1.0f);
  };
  check_harmless(tasks, "inverse_distance_weights");
  tasks.inverse_distance_weights = [](const std::vector<float>& distances) {
    return std::vector<float>(distances.size(), kNan);
  };
  check_harmless(tasks, "inverse_distance_weights");
  Deformer deformer = deformed(small_scene(), tasks);
  CHECK(deformer.meshes()[0].coverage.uncovered == 12);
}

TEST_CASE(
    "skin: outputs of a wrong size, and vertices that are not finite, keep their bind values") {
  Tasks tasks = harmless();
  tasks.skin = [](const std::vector<glm::mat4>&, const Influences&,
                  const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>&,
                  std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals) {
    out_positions = {{1, 2, 3}};
    out_normals.assign(positions.size(), {0, 0, 1});
  };
  check_harmless(tasks, "skin");
  tasks.skin = [](const std::vector<glm::mat4>&, const Influences&,
                  const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
                  std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals) {
    out_positions.assign(positions.size(), glm::vec3(7.0f));
    out_positions[3].y = kNan;
    out_normals = normals;
  };
  check_harmless(tasks, "skin");
  Deformer deformer = deformed(small_scene(), tasks);
  const DeformedMesh& mesh = deformer.meshes()[0];
  for (std::size_t i = 0; i < 12; ++i)
    CHECK(mesh.positions()[i] == (i == 3 ? mesh.bind_positions[i] : glm::vec3(7.0f)));
}

TEST_CASE("exceptions of any kind and missing functions are caught where they happen") {
  Tasks tasks = harmless();
  tasks.posed_matrices = [](const Skeleton&) -> std::vector<glm::mat4> {
    throw std::out_of_range("joint 12");
  };
  check_harmless(tasks, "posed_matrices");
  Deformer deformer = deformed(small_scene(), tasks);
  CHECK(contains(deformer.problems()[0], "joint 12"));
  tasks = harmless();
  tasks.find_joints = [](const Skeleton&, const std::vector<glm::mat4>&,
                         const std::vector<glm::vec3>&) -> JointLists { throw 3; };
  check_harmless(tasks, "find_joints");
  tasks = harmless();
  tasks.inverse_distance_weights = [](const std::vector<float>&) -> std::vector<float> {
    throw std::runtime_error("no");
  };
  check_harmless(tasks, "inverse_distance_weights");
  tasks = harmless();
  tasks.skin = nullptr;
  check_harmless(tasks, "skin");
}

}  // namespace marrow::test
