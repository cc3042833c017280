// Blending by dual quaternions: the papers' formulas, its purpose, equal results of all
// implementations.
#include "rig/polar_parts.h"
#include "rig/support.h"
#include "support/exact_dual.h"

namespace marrow::test {

namespace {

glm::dmat4 exact_of(const DeformedMesh& mesh, std::size_t vertex) {
  std::vector<glm::mat4> matrices;
  std::vector<float> weights;
  for (std::uint32_t k = mesh.influences.row_begin(vertex); k < mesh.influences.row_end(vertex);
       ++k) {
    matrices.push_back(mesh.skinning[mesh.influences.joint[k]]);
    weights.push_back(mesh.influences.weight[k]);
  }
  return weights.empty() ? glm::dmat4(1.0) : exact_dual_blend(matrices, weights);
}

/// A tube along y on two joints, rings of eight vertices; between the joints rings follow both.
Scene twisted_tube(Blend blend, float degrees) {
  constexpr int kRings = 21, kAround = 8;
  auto mesh = std::make_shared<Mesh>();
  ExplicitWeights weights{{0}, {}, {}};
  for (int ring = 0; ring < kRings; ++ring) {
    const float y = float(ring) / float(kRings - 1);
    for (int i = 0; i < kAround; ++i) {
      const float angle = 6.2831853f * float(i) / float(kAround);
      mesh->positions.push_back({0.2f * std::cos(angle), y, 0.2f * std::sin(angle)});
      weights.joint.insert(weights.joint.end(), {Id(100), Id(101)});
      weights.weight.insert(weights.weight.end(), {1.0f - y, y});
      end_row(weights);
    }
  }
  Skeleton skeleton = plain_joints(2);
  skeleton.joints[1].parent = 0;
  skeleton.joints[1].bind_local = translation({0.0f, 0.5f, 0.0f});
  skeleton.joints[1].user_local = rotation(degrees, {0, 1, 0});
  skeleton.blend = blend;
  return weighted_scene(std::move(skeleton), std::move(mesh), std::move(weights));
}

/// The least distance from the axis, of 0.2.
float narrowest(Backend backend, Blend blend, float degrees) {
  Deformer deformer = deformed(twisted_tube(blend, degrees), backend);
  float least = 1.0f;
  for (const glm::vec3& p : deformer.meshes()[0].positions())
    least = std::min(least, std::hypot(p.x, p.z));
  return least;
}

}  // namespace

SOLVED_CASE("every implementation blends dual quaternions as the papers' formulas do") {
  for (const Backend backend : correct_backends())
    for (auto& random : seeds<std::mt19937>(0u, 60u, 700)) {
      Deformer deformer =
          deformed(blended_scene(random, Blend::dual_quaternion, random_index(random, 1, 6), 90,
                                 random.seed % 2 == 0, false),
                   backend);
      CHECK(deformer.problems().empty());
      const DeformedMesh& mesh = deformer.meshes()[0];
      check_blended(mesh, [&](std::size_t v) { return exact_of(mesh, v); });
    }
}

SOLVED_CASE("a twist of half a turn keeps the tube's girth, where linear blending leaves nothing") {
  for (const Backend backend : correct_backends()) {
    CHECK(narrowest(backend, Blend::linear, 180.0f) < 1e-6f);
    for (const float degrees : {30.0f, 90.0f, 179.9f, 180.0f})
      CHECK(narrowest(backend, Blend::dual_quaternion, degrees) == doctest::Approx(0.2f));
  }
}

SOLVED_CASE("at rest nothing moves, and what moves as one moves as one") {
  for (const Backend backend : correct_backends()) {
    std::mt19937 random(81);
    Scene scene = blended_scene(random, Blend::dual_quaternion, 4, 60, true, false);
    const glm::mat4 moved = random_rigid(random);
    for (Joint& joint : edit_skeleton(scene, 0).joints) joint.user_local = glm::mat4(1.0f);
    Deformer deformer = deformed(scene, backend);
    const std::vector<glm::vec3> rest = deformer.meshes()[0].positions();
    for (std::size_t v = 0; v < rest.size(); ++v)
      REQUIRE(is_near(rest[v], deformer.meshes()[0].bind_positions[v], 1e-6f));
    // U W_j for every joint: Ul = L^-1 U L.
    for (Joint& joint : edit_skeleton(scene, 0).joints)
      joint.user_local = glm::inverse(joint.bind_local) * moved * joint.bind_local;
    deformer.update(scene);
    for (std::size_t v = 1; v < rest.size(); ++v) {
      const bool is_covered = deformer.meshes()[0].influences.row_size(v) > 0;
      REQUIRE(is_near(deformer.meshes()[0].positions()[v],
                      is_covered ? image(moved, rest[v]) : rest[v]));
    }
  }
}

SOLVED_CASE("what changes the blend changes the mesh at once, and back to the bit") {
  for (const Backend backend : correct_backends()) {
    std::mt19937 random(82);
    Scene scene = blended_scene(random, Blend::dual_quaternion, 5, 120, false, false);
    Deformer deformer = deformed(scene, backend);
    const std::vector<glm::vec3> dual = deformer.meshes()[0].positions();
    edit_skeleton(scene, 0).blend = Blend::linear;
    deformer.update(scene);
    const std::vector<glm::vec3> linear = deformer.meshes()[0].positions();
    CHECK(linear != dual);
    edit_skeleton(scene, 0).blend = Blend::dual_quaternion;
    deformer.update(scene);
    CHECK(deformer.meshes()[0].positions() == dual);
  }
}

SOLVED_CASE("a joint of scale 0, a mirrored one and one of no finite product do no harm") {
  for (const Backend backend : correct_backends())
    for (const glm::vec3& scale : {glm::vec3(0.0f), glm::vec3(1, 0, 1), glm::vec3(-1, 1, 1),
                                   glm::vec3(-1.0f), glm::vec3(1e18f)}) {
      std::mt19937 random(83);
      Scene scene = blended_scene(random, Blend::dual_quaternion, 3, 90, true, false);
      edit_skeleton(scene, 0).joints[1].user_local = scaling(scale);
      Deformer deformer = deformed(scene, backend);
      check_harmless(deformer.meshes()[0]);
    }
}

TEST_CASE("the edit's matrices come apart into a rotation and a symmetric stretch") {
  for (auto& random : rounds<std::mt19937>(84, 200)) {
    const glm::mat4 matrix = random.round % 2 == 0 ? random_affine(random) : random_rigid(random);
    const PolarParts parts = polar_parts(matrix);
    glm::dmat4 again(glm::mat3_cast(parts.rotation) * parts.stretch);
    again[3] = glm::dvec4(parts.translation, 1.0);
    CHECK(is_near(glm::mat4(again), matrix, 1e-6f));
    CHECK(parts.stretch == glm::transpose(parts.stretch));
    CHECK(parts.is_stretched == (random.round % 2 == 0));
  }
}

}  // namespace marrow::test
