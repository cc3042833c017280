// Why a vertex is where it is: the terms of the explanation add up to what the deformer made.
#include "rig/vertex_explanation.h"

#include <algorithm>

#include "rig/support.h"
#include "support/random_rig.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// A skeleton node and a mesh of scattered points bound to it.
Scene scattered_scene(std::mt19937& random, int joints, int vertices) {
  Scene scene;
  Node skeleton{.id = 1,
                .name = "Skeleton",
                .skeleton = std::make_shared<const Skeleton>(random_skeleton(random, joints))};
  Node mesh{.id = 2, .name = "Points", .bound_to = 1};
  Mesh points;
  for (int i = 0; i < vertices; ++i) points.positions.push_back(random_vector(random, 2.0f));
  mesh.mesh = std::make_shared<const Mesh>(points);
  scene.nodes = {skeleton, mesh};
  scene.next_id = 1000;
  return scene;
}

struct Bound {
  Scene scene;
  Deformer deformer;
};
Bound bound_scene(unsigned seed, int joints, int vertices) {
  std::mt19937 random(seed);
  Bound bound{scattered_scene(random, joints, vertices), Deformer()};
  bound.deformer.update(bound.scene);
  return bound;
}

}  // namespace

SOLVED_CASE(
    "the contributions of a covered vertex add up to where the deformer put it, and an uncovered "
    "one has none") {
  std::mt19937 random(31);
  int covered = 0, uncovered = 0;
  for (int round = 0; round < 60; ++round) {
    const Scene scene = scattered_scene(random, random_index(random, 1, 12), 20);
    Deformer deformer = deformed(scene);
    for (std::uint32_t v = 0; v < 20; ++v) {
      const auto explained = explain_vertex(scene, deformer, 2, v);
      REQUIRE(explained);
      glm::vec3 sum(0.0f);
      float weights = 0.0f;
      for (const VertexTerm& term : explained->terms) {
        CHECK(term.is_in == (term.distance < term.radius));
        sum += term.weight * term.candidate;
        weights += term.weight;
      }
      if (explained->in_count > 0) {
        CHECK(is_near(sum, explained->posed, 1e-4f));
        CHECK(weights == doctest::Approx(1.0).epsilon(1e-5));
        ++covered;
      } else {
        CHECK(explained->posed == explained->bind);
        CHECK(weights == 0.0f);
        ++uncovered;
      }
    }
  }
  CHECK(covered > 50);
  CHECK(uncovered > 20);
}

SOLVED_CASE("terms come heaviest first, then the others by how little they miss the vertex") {
  const auto [scene, deformer] = bound_scene(32, 12, 40);
  for (std::uint32_t v = 0; v < 40; ++v) {
    const auto explained = explain_vertex(scene, deformer, 2, v);
    REQUIRE(explained);
    for (std::size_t i = 1; i < explained->terms.size(); ++i) {
      const VertexTerm &before = explained->terms[i - 1], &after = explained->terms[i];
      if (i < explained->in_count) CHECK(before.weight >= after.weight);
      if (i > explained->in_count)
        CHECK(before.distance - before.radius <= after.distance - after.radius);
      CHECK(before.is_in == (i - 1 < explained->in_count));
    }
  }
}

TEST_CASE("what is not there is not explained") {
  std::mt19937 random(33);
  Scene scene = scattered_scene(random, 3, 5);
  Deformer deformer = deformed(scene);
  CHECK_FALSE(explain_vertex(scene, deformer, 2, 5));
  CHECK_FALSE(explain_vertex(scene, deformer, 1, 0));
  CHECK_FALSE(explain_vertex(scene, deformer, 77, 0));
  scene.nodes[1].bound_to = kNoId;
  deformer.update(scene);
  CHECK_FALSE(explain_vertex(scene, deformer, 2, 0));
}

SOLVED_CASE(
    "the text names every joint that holds the vertex, and the test case has its list and its "
    "weights") {
  const auto [scene, deformer] = bound_scene(34, 8, 30);
  bool has_matrices = false;
  for (std::uint32_t v = 0; v < 30; ++v) {
    const auto explained = explain_vertex(scene, deformer, 2, v);
    REQUIRE(explained);
    const std::string text = explanation_text(*explained),
                      code = explanation_test(*explained, scene, deformer);
    CHECK(std::count(code.begin(), code.end(), '(') == std::count(code.begin(), code.end(), ')'));
    has_matrices |= code.find("glm::mat4(") != std::string::npos;
    for (std::size_t i = 0; i < explained->in_count; ++i) {
      CHECK(contains(text, explained->terms[i].name));
      CHECK(contains(code, "// " + explained->terms[i].name));
    }
    CHECK((text.find("No joint holds this vertex") != std::string::npos) ==
          (explained->in_count == 0));
    CHECK(std::count(code.begin(), code.end(), '{') == std::count(code.begin(), code.end(), '}'));
  }
  CHECK(has_matrices);
}

SOLVED_CASE(
    "correct functions follow the contract, and a vertex that they put elsewhere does not") {
  const auto [scene, deformer] = bound_scene(35, 12, 300);
  Tasks wrong = tasks_of(Backend::textbook);
  wrong.inverse_distance_weights = [](const std::vector<float>& distances) {
    return std::vector<float>(distances.size(), 1.0f / float(distances.size()));
  };
  Deformer astray = deformed(scene, wrong);
  std::size_t failing = 0;
  for (std::uint32_t v = 0; v < 300; ++v) {
    const auto explained = explain_vertex(scene, deformer, 2, v),
               other = explain_vertex(scene, astray, 2, v);
    REQUIRE((explained && other));
    CHECK(follows_contract(*explained));
    CHECK(follows_contract(*other) == (other->in_count < 2));
    failing += other->in_count > 1;
    // The test's expectations do not depend on whose functions were inspected.
    CHECK(explanation_test(*explained, scene, deformer) == explanation_test(*other, scene, astray));
  }
  CHECK(failing > 2);
}

SOLVED_CASE(
    "slow motion starts at v, comes home by B^-1, ends where the joint puts the vertex and then "
    "where the blend does") {
  const auto [scene, deformer] = bound_scene(36, 8, 30);
  const PosedSkeleton& posed = *deformer.skeleton(1);
  for (std::uint32_t v = 0; v < 30; ++v) {
    const auto explained = explain_vertex(scene, deformer, 2, v);
    REQUIRE(explained);
    for (const VertexTerm& term : explained->terms) {
      const glm::mat4 &bind = posed.bind[term.index], &pose = posed.posed[term.index];
      const auto at = [&](float stage) {
        return term_at_stage(*explained, term, bind, pose, stage);
      };
      CHECK(at(0.0f) == explained->bind);
      CHECK(is_near(at(kStageHome),
                    glm::vec3(glm::inverse(bind) * glm::vec4(explained->bind, 1.0f)), 1e-4f));
      CHECK(is_near(at(kStagePosed), term.candidate, 1e-4f));
      CHECK(is_near(at(kStageBlended), explained->posed, 1e-4f));
      CHECK(is_near(at(kStageHome - 1e-4f), at(kStageHome + 1e-4f), 2e-2f));  // nothing jumps
      CHECK(is_near(at(kStagePosed - 1e-4f), at(kStagePosed + 1e-4f), 2e-2f));
    }
  }
}

TEST_CASE("matrices are copied as they are written: NumPy by rows, C++ by columns") {
  glm::mat4 matrix(1.0f);
  matrix[3] = {2.5f, -3.0f, 4.0f, 1.0f};
  CHECK(matrix_as_numpy("W", matrix) ==
        "W = np.array([\n    [1, 0, 0, 2.5],\n    [0, 1, 0, -3],\n    [0, 0, 1, 4],\n    [0, 0, 0, "
        "1],\n])\n");
  const std::string code = matrix_as_cpp("W", matrix);
  CHECK(code.find("const glm::mat4 W(") == 0);
  CHECK(contains(code, "2.5f, -3.0f, 4.0f, 1.0f);"));
}
