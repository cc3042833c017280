// The degenerate cases of the mathematics through the whole deformer; then random rigs of them.
#include <array>
#include <cstdlib>

#include "rig/skinning/deformer.h"
#include "rig/support.h"

namespace marrow::test {

namespace {

/// All outputs finite, rows sum to one or are empty, uncovered vertices where they were.
void check_sound(const Deformer& deformer) {
  for (const PosedSkeleton& posed : deformer.skeletons()) {
    for (const glm::mat4& matrix : posed.skinning) REQUIRE(is_finite(matrix));
  }
  for (const DeformedMesh& mesh : deformer.meshes()) {
    REQUIRE(mesh.positions().size() == mesh.surface->source.size());
    REQUIRE(mesh.normals().size() == mesh.surface->source.size());
    REQUIRE(mesh.influences.vertex_count() == mesh.positions().size());
    for (std::size_t i = 0; i < mesh.positions().size(); ++i) {
      REQUIRE(is_finite(mesh.positions()[i]));
      REQUIRE(is_finite(mesh.normals()[i]));
      if (mesh.influences.row_size(i) == 0) {
        REQUIRE(mesh.positions()[i] == mesh.bind_positions[i]);
      } else {
        REQUIRE(std::abs(row_sum(mesh.influences, i) - 1.0) < 1e-5);
      }
    }
    for (const float weight : mesh.influences.weight) REQUIRE(weight > 0.0f);
  }
}

Deformer sound_deformer(const Scene& scene) {
  REQUIRE(why_invalid(scene) == "");
  Deformer deformer = deformed(scene);
  check_sound(deformer);
  return deformer;
}

std::shared_ptr<const Mesh> points(std::vector<glm::vec3> positions) {
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = std::move(positions);
  return mesh;
}

glm::mat4 degenerate_matrix(std::mt19937& random) {
  const int kind = random_index(random, 0, 5);
  if (kind == 0) return glm::mat4(1.0f);
  if (kind == 1)
    return scaling(glm::vec3(random_index(random, 0, 1), random_index(random, 0, 1),
                             random_index(random, 0, 1)));
  if (kind == 2) return rotation(90.0f * float(random_index(random, -4, 4)), {0, 0, 1});
  if (kind == 3) return scaling({1e-4f, 1.0f, 1e4f}) * random_rigid(random);
  if (kind == 4) return scaling({-1.0f, 1.0f, 1.0f}) * random_affine(random);
  return random_affine(random);
}

float degenerate_number(std::mt19937& random) {
  const int kind = random_index(random, 0, 4);
  return kind < 3 ? std::array{0.0f, 1e-7f, 1e5f}[std::size_t(kind)]
                  : random_number(random, 0.0f, 2.0f);
}

glm::vec3 degenerate_vector(std::mt19937& random) {
  const int kind = random_index(random, 0, 5);
  if (kind == 0) return glm::vec3(0.0f);
  if (kind == 1) return {float(random_index(random, -1, 1)), 0.0f, 0.0f};
  return random_vector(random, 1.0f) * (kind == 2 ? 1e-20f : kind == 3 ? 1e3f : 1.0f);
}

/// A valid scene of unlikely parts: L is invertible, everything else any finite number.
Scene degenerate_scene(std::mt19937& random) {
  Skeleton skeleton = random_skeleton(random, random_index(random, 0, 12));
  skeleton.falloff = Falloff(random_index(random, 0, int(kFalloffs.size()) - 1));
  for (Joint& joint : skeleton.joints) {
    const glm::mat4 rest = degenerate_matrix(random);
    if (is_invertible(rest)) joint.bind_local = rest;
    joint.user_local = degenerate_matrix(random);
    joint.extent = degenerate_vector(random);
    joint.radius = degenerate_number(random);
  }
  auto mesh = random_mesh(random, random_index(random, 0, 30), 1.0f);
  for (glm::vec3& position : mesh->positions) {
    if (random_index(random, 0, int(kFalloffs.size()) - 1) == 0)
      position = degenerate_vector(random);
  }
  Scene scene = bound_scene(std::move(skeleton), mesh);
  for (Node& node : scene.nodes) {
    const glm::mat4 local = degenerate_matrix(random);
    if (is_invertible(local)) node.local = local;
  }
  return scene;
}

int rounds_wanted() {
  const char* wanted = std::getenv("MARROW_TEST_ROUNDS");
  return wanted ? std::atoi(wanted) : 1000;
}

}  // namespace

SOLVED_CASE("a zero-length bone is a ball: its vertices follow, also the one at its center") {
  Skeleton skeleton;
  skeleton.joints.push_back(
      {.id = 10, .name = "ball", .user_local = translation({0, 2, 0}), .radius = 1.0f});
  const Deformer deformer =
      sound_deformer(bound_scene(skeleton, points({{0, 0, 0}, {0.5f, 0, 0}, {1, 0, 0}})));
  CHECK(deformer.meshes()[0].positions() ==
        std::vector<glm::vec3>{{0, 2, 0}, {0.5f, 2, 0}, {1, 0, 0}});
}

SOLVED_CASE("a vertex exactly on a bone follows it; on two, both equally") {
  Skeleton skeleton;
  skeleton.joints.push_back({.id = 10,
                             .name = "a",
                             .user_local = translation({0, 0, 2}),
                             .extent = {0, 1, 0},
                             .radius = 3.0f});
  skeleton.joints.push_back({.id = 11,
                             .name = "b",
                             .user_local = translation({0, 0, -4}),
                             .extent = {1, 0, 0},
                             .radius = 3.0f});
  const Deformer deformer = sound_deformer(bound_scene(skeleton, points({{0, 1, 0}, {0, 0, 0}})));
  CHECK(is_near(deformer.meshes()[0].positions()[0], {0, 1, 2}, 1e-5f));
  CHECK(is_near(deformer.meshes()[0].positions()[1], {0, 0, -1}, 1e-6f));
}

SOLVED_CASE("a joint scaled to nothing takes its vertices to a plane, a line, a point") {
  for (const glm::vec3 scale : {glm::vec3(1, 1, 0), glm::vec3(1, 0, 0), glm::vec3(0, 0, 0)}) {
    Skeleton skeleton;
    skeleton.joints.push_back({.id = 10,
                               .name = "flat",
                               .user_local = scaling(scale),
                               .extent = {0, 1, 0},
                               .radius = 9.0f});
    skeleton.joints.push_back({.id = 11,
                               .name = "child",
                               .parent = 0,
                               .bind_local = translation({0, 1, 0}),
                               .radius = 9.0f});
    const Deformer deformer = sound_deformer(bound_scene(skeleton, points({{1, 2, 3}})));
    CHECK(is_near(deformer.meshes()[0].positions()[0], scale * glm::vec3(1, 2, 3)));
  }
}

SOLVED_CASE(
    "several roots, a posed root and a skeleton node that is moved, turned and unevenly scaled") {
  Skeleton skeleton;
  skeleton.joints.push_back({.id = 10,
                             .name = "left",
                             .bind_local = translation({-5, 0, 0}),
                             .user_local = translation({0, 1, 0}),
                             .radius = 1.0f});
  skeleton.joints.push_back(
      {.id = 11, .name = "right", .bind_local = translation({5, 0, 0}), .radius = 1.0f});
  Scene scene = bound_scene(skeleton, points({{-5, 0, 0}, {5, 0, 0}}));
  scene.nodes[0].local = translation({1, 2, 3}) * rotation(90.0f, {0, 0, 1}) * scaling({2, 1, 1});
  scene.nodes[1].local = scene.nodes[0].local;
  const Deformer deformer = sound_deformer(scene);
  const DeformedMesh& mesh = deformer.meshes()[0];
  CHECK(is_near(image(mesh.world_from_output, mesh.positions()[0]),
                {0, -8, 3}));  // the root's +y is the world's -x
  CHECK(is_near(image(mesh.world_from_output, mesh.positions()[1]), {1, 12, 3}));
}

SOLVED_CASE(
    "meshes without faces, without vertices, skeletons without joints, and one joint alone") {
  std::mt19937 random(91);
  sound_deformer(bound_scene({}, points({})));
  sound_deformer(bound_scene(random_skeleton(random, 1), points({})));
  const Deformer nobody = sound_deformer(bound_scene({}, points({{1, 2, 3}})));
  CHECK(nobody.meshes()[0].positions()[0] == glm::vec3(1, 2, 3));
  CHECK(nobody.meshes()[0].coverage.uncovered == 1);
  sound_deformer(bound_scene(random_skeleton(random, 1), random_mesh(random, 40, 1.0f)));
  sound_deformer({});
}

SOLVED_CASE("1,000 joints") {
  Skeleton skeleton;
  for (int j = 0; j < 1000; ++j) {
    skeleton.joints.push_back({.id = Id(j + 10),
                               .name = "joint " + std::to_string(j),
                               .parent = j - 1,
                               .bind_local = translation({0.01f, 0.0f, 0.0f}),
                               .user_local = rotation(0.09f, {0, 0, 1}),
                               .extent = {0.01f, 0.0f, 0.0f},
                               .radius = 0.1f});
  }
  std::mt19937 random(92);
  auto mesh = random_mesh(random, 300, 0.1f);
  for (glm::vec3& position : mesh->positions) position.x = random_number(random, 0.0f, 10.0f);
  const Deformer deformer = sound_deformer(bound_scene(skeleton, mesh));
  CHECK(deformer.problems().empty());
  CHECK(deformer.meshes()[0].coverage.covered > 100);
}

SOLVED_CASE(
    "random rigs of degenerate parts: all outputs finite, weights sum to one, uncovered vertices "
    "stay") {
  const int rounds = rounds_wanted();
  int covered = 0, bound = 0;
  for (auto& random : seeds<std::mt19937>(1000, 1000 + rounds)) {
    const Scene scene = degenerate_scene(random);
    if (!why_invalid(scene).empty()) continue;
    const Deformer deformer = sound_deformer(scene);
    ++bound;
    covered += deformer.meshes()[0].coverage.covered > 0 ? 1 : 0;
  }
  CHECK(bound > rounds * 8 / 10);
  CHECK(covered > rounds / 3);
}

}  // namespace marrow::test
