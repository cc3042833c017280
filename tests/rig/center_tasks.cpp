// Task 9's centers of rotation: the textbook's obey laws and equal the engine's; guarded ones are
// harmless.
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <stdexcept>

#include "rig/guarded.h"
#include "rig/polar_parts.h"
#include "support.h"

namespace marrow::test {

namespace {

using TaskRow = std::vector<float>;

/// Positive weights that sum to 1; near each other for a small `spread`.
TaskRow random_task_row(std::mt19937& random, int joints, float spread) {
  TaskRow row;
  float sum = 0.0f;
  for (int j = 0; j < joints; ++j) {
    row.push_back(1.0f + random_number(random, -spread, spread));
    sum += row.back();
  }
  for (float& weight : row) weight /= sum;
  return row;
}

/// A mesh whose vertices each follow some of the joints.
Scene task_scene(std::mt19937& random, int joints, int vertices) {
  Skeleton skeleton = plain_joints(joints);
  for (Joint& joint : skeleton.joints) joint.user_local = random_rigid(random);
  skeleton.blend = Blend::centers;
  ExplicitWeights weights{{0}, {}, {}};
  for (int v = 0; v < vertices; ++v) {
    const int first = random_index(random, 0, joints - 1), count = random_index(random, 1, joints);
    const TaskRow row = random_task_row(random, count, 0.9f);
    for (int k = 0; k < count; ++k) {
      weights.joint.push_back(Id(100 + (first + k) % joints));
      weights.weight.push_back(row[std::size_t(k)]);
    }
    end_row(weights);
  }
  return weighted_scene(std::move(skeleton), random_mesh(random, vertices, 1.2f),
                        std::move(weights));
}

/// Two vertices: joints 0 and 1 hold one half and half, about a center; the other is joint 1's.
struct GuardedCase {
  std::vector<glm::mat4> skinning{glm::scale(glm::mat4(1.0f), glm::vec3(2.0f, 1.5f, 1.0f)),
                                  translation({0.0f, 2.0f, 0.0f})};
  Influences influences = influences_of({{{0, 0.5f}, {1, 0.5f}}, {{1, 1.0f}}});
  std::vector<glm::vec3> positions{{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}},
      normals{{0.0f, 0.0f, 1.0f}, {0.0f, 1.0f, 0.0f}},
      centers{{0.5f, 0.0f, 0.0f}, {4.0f, 5.0f, 6.0f}}, got{}, got_normals{};
  guarded::Problems problems{};

  void skin_by(const Tasks& tasks) {
    guarded::skin_about_centers(tasks, skinning, influences, positions, normals, centers, got,
                                got_normals, problems);
  }
};

}  // namespace

LAW_CASE("the textbook's blend about a center is the engine's") {
  for (auto& random : rounds<std::mt19937>(93, 200)) {
    const std::uint32_t count = std::uint32_t(1 + random.round % 5);
    std::vector<glm::mat4> motions;
    std::vector<std::uint32_t> joints;
    for (std::uint32_t j = 0; j < count; ++j) {
      motions.push_back(random_rigid(random));
      joints.push_back(j);
    }
    const TaskRow weights = random_task_row(random, int(count), 0.9f);
    const glm::vec3 center = random_vector(random, 1.0f), rest = random_vector(random, 1.0f);
    const glm::mat4 blended = tasks.blend_about_center(motions, weights, center),
                    engine(blended_about(center, rest, motions, polar_parts(motions), joints.data(),
                                         weights.data(), count));
    CHECK(is_near(blended, engine));
    if (count == 1) CHECK(is_near(blended, motions[0]));
  }
}

LAW_CASE("guarded, the textbook's blend is that of stretched and mirrored joints, too") {
  for (auto& random : rounds<std::mt19937>(94, 100)) {
    GuardedCase one;
    one.skinning = {
        random_affine(random),
        random_affine(random) * scaling({random.round % 3 == 0 ? -1.0f : 1.0f, 1.0f, 0.7f})};
    one.skin_by(tasks);
    const glm::dmat4 engine =
        blended_about(one.centers[0], one.positions[0], one.skinning, polar_parts(one.skinning),
                      one.influences.joint.data(), one.influences.weight.data(), 2);
    CHECK(is_near(one.got[0], glm::vec3(engine * glm::dvec4(one.positions[0], 1.0))));
    CHECK(is_near(one.got_normals[0], turned_normal(glm::dmat3(engine), one.normals[0])));
    CHECK(is_near(one.got[1], image(one.skinning[1], one.positions[1])));
    CHECK(one.problems.empty());
  }
}

TEST_CASE("a blend about centers that throws or gives no number does no harm and is named, once") {
  Tasks tasks = student::tasks();
  GuardedCase one;
  const auto named = [&](const char* start) {
    one.problems.clear();
    one.skin_by(tasks);
    one.skin_by(tasks);
    CHECK(one.got == one.positions);
    CHECK(one.got_normals == one.normals);
    REQUIRE(one.problems.size() == 1);
    CHECK(one.problems[0].starts_with(start));
  };
  tasks.skin = [](const std::vector<glm::mat4>&, const Influences&,
                  const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
                  std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals) {
    out_positions = positions;
    out_normals = normals;
  };
  using Motions = const std::vector<glm::mat4>&;
  tasks.blend_about_center = [](Motions, const TaskRow&, const glm::vec3&) -> glm::mat4 {
    throw std::runtime_error("no center");
  };
  named("blend_about_center: threw an exception: no center");
  tasks.blend_about_center = [](Motions motions, const TaskRow&, const glm::vec3&) {
    return motions.at(2);
  };
  named("blend_about_center: threw an exception: ");
  tasks.blend_about_center = [](Motions, const TaskRow&, const glm::vec3&) {
    return glm::mat4(std::numeric_limits<float>::quiet_NaN());
  };
  named("blend_about_center: a matrix is not finite");
  tasks.blend_about_center = [](Motions, const TaskRow&, const glm::vec3&) {
    return glm::mat4(2.0f);
  };
  named("blend_about_center: a matrix is not finite or has a last row");
  tasks.blend_about_center = nullptr;
  named("blend_about_center: there is no implementation");
}

TEST_CASE("a backend's own blend about centers is what is drawn, about the program's centers") {
  std::mt19937 random(95);
  const Scene scene = task_scene(random, 3, 60);
  Tasks tasks = student::tasks();
  tasks.bind_matrices = [](const Skeleton& skeleton) {
    return std::vector<glm::mat4>(skeleton.joints.size(), glm::mat4(1.0f));
  };
  tasks.posed_matrices = tasks.bind_matrices;
  tasks.skinning_matrices = [](const std::vector<glm::mat4>& posed, const std::vector<glm::mat4>&) {
    return posed;
  };
  tasks.blend_about_center = [](const std::vector<glm::mat4>&, const TaskRow&,
                                const glm::vec3& center) { return translation(center); };
  Deformer deformer = deformed(scene, tasks);
  const DeformedMesh& mesh = deformer.meshes()[0];
  int seen = 0;
  for (std::size_t v = 0; v < mesh.bind_positions.size(); ++v) {
    CAPTURE(v);
    if (std::isnan(mesh.centers[v].x)) continue;
    CHECK(is_near(mesh.positions()[v], mesh.bind_positions[v] + mesh.centers[v]));
    ++seen;
  }
  CHECK(seen > 20);
  CHECK(deformer.problems().empty());
}

}  // namespace marrow::test
