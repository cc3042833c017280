// Morph targets come before skinning: a morphed mesh bends like one with its vertices there, with
// the same rows.
#include "scene/morph.h"

#include "rig/measure/measure.h"
#include "rig/support.h"
#include "rig/vertex_explanation.h"
#include "support/random_rig.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::vector<glm::vec3> random_vectors(std::mt19937& random, std::size_t count, float size) {
  std::vector<glm::vec3> vectors;
  for (std::size_t i = 0; i < count; ++i) vectors.push_back(random_vector(random, size));
  return vectors;
}

/// How a polygon is cut depends on where its corners are.
void cut_to_triangles(Mesh& mesh) {
  const Surface surface = make_surface(mesh);
  mesh.corner_vertex = surface.triangles;
  mesh.face_begin.clear();
  for (std::uint32_t c = 0; c <= mesh.corner_vertex.size(); c += 3) mesh.face_begin.push_back(c);
}

/// A cylinder with hard edges, hence copies, and two targets; with weights for the skeleton's
/// joints if asked for.
std::shared_ptr<Mesh> mesh_with_targets(std::mt19937& random,
                                        const Skeleton* weights_for = nullptr) {
  auto mesh = std::make_shared<Mesh>(capped_cylinder(12, 20));
  cut_to_triangles(*mesh);
  mesh->normals = random_vectors(random, 50, 1.0f);
  for (std::size_t c = 0; c < mesh->corner_vertex.size(); ++c)
    mesh->corner_normal.push_back(std::uint32_t(random_index(random, 0, 49)));
  const std::size_t vertices = mesh->positions.size();
  for (const char* name : {"smile", "frown"})
    mesh->morph_targets.push_back(
        {name, random_vectors(random, vertices, 0.4f), random_vectors(random, vertices, 0.4f), {}});
  if (!weights_for) return mesh;
  ExplicitWeights weights{{0}, {}, {}};
  for (std::size_t v = 0; v < vertices; ++v) {
    for (const float weight : {0.25f, 0.75f}) {
      weights.joint.push_back(
          weights_for
              ->joints[std::size_t(random_index(random, 0, int(weights_for->joints.size()) - 1))]
              .id);
      weights.weight.push_back(weight);
    }
    end_row(weights);
  }
  mesh->weights = std::move(weights);
  return mesh;
}

/// Skeleton and mesh somewhere in the world; `explicit_weights` or capsules.
Scene morph_scene(std::mt19937& random, bool explicit_weights) {
  Skeleton skeleton = random_skeleton(random, 6);
  const auto mesh = mesh_with_targets(random, explicit_weights ? &skeleton : nullptr);
  Scene scene = bound_scene(std::move(skeleton), mesh);
  scene.nodes[0].local = random_affine(random);
  scene.nodes[1].local = random_affine(random);
  scene.nodes[1].explicit_weights = explicit_weights;
  return scene;
}

Scene with_weights(Scene scene, std::vector<float> weights) {
  for (Node& node : scene.nodes)
    if (node.mesh) node.morph_weights = weights;
  return scene;
}

/// The scene with a mesh that has the targets' positions and a normal per shading vertex.
Scene with_shape_baked(Scene scene, const std::vector<float>& weights) {
  Node& node = scene.nodes.back();
  auto baked = std::make_shared<Mesh>(*node.mesh);
  baked->positions = morphed_positions(*node.mesh, weights);
  baked->morph_targets.clear();
  node.mesh = baked;
  node.morph_weights.clear();
  return scene;
}

std::vector<Backend> backends() {
  std::vector<Backend> all{Backend::student};
  if (has_solution()) all.push_back(Backend::textbook);
  if (has_engine()) all.push_back(Backend::fast);
  return all;
}

void check_same(const DeformedMesh& a, const DeformedMesh& b) {
  CHECK(a.positions() == b.positions());
  CHECK(a.normals() == b.normals());
  CHECK(a.bounds().low == b.bounds().low);
  CHECK(a.bounds().high == b.bounds().high);
  const std::vector<std::uint32_t> few{0, 7, 3};
  CHECK(a.positions_of(few) == b.positions_of(few));
}

}  // namespace

TEST_CASE(
    "explicit weights and rigid: morph then skin is skin of the morphed mesh, bit for bit, "
    "whosever the functions are") {
  for (auto& random : rounds<std::mt19937>(1, 6)) {
    const std::vector<float> weights{random_number(random, -0.5f, 1.5f),
                                     random_number(random, -0.5f, 1.5f)};
    Scene scene = morph_scene(random, true);
    if (random.round % 3 == 2)
      scene.nodes[1].bound_to = kNoId, scene.nodes[1].explicit_weights = false;
    for (const Backend backend : backends()) {
      Deformer morphed = deformed(with_weights(scene, weights), backend), baked(backend);
      baked.update(with_shape_baked(scene, weights));
      const DeformedMesh &mesh = *morphed.mesh(2), &other = *baked.mesh(2);
      CHECK(mesh.positions() == other.positions());
      CHECK(mesh.rest_positions() == other.bind_positions);
      CHECK_FALSE(mesh.bind_positions == other.bind_positions);
      CHECK(mesh.bounds().low == other.bounds().low);
      CHECK(mesh.bounds().high == other.bounds().high);
    }
  }
}

SOLVED_CASE(
    "skin() takes morphed positions and normals; lists, distances and weights are those of the "
    "base") {
  for (auto& random : rounds<std::mt19937>(2, 6)) {
    const Scene scene = morph_scene(random, false);
    const std::vector<float> weights{random_number(random, -0.5f, 1.5f),
                                     random_number(random, -0.5f, 1.5f)};
    for (const Backend backend : backends()) {
      if (backend == Backend::student) continue;
      Deformer base = deformed(scene, backend), morphed(backend);
      morphed.update(with_weights(scene, weights));
      const DeformedMesh &mesh = *morphed.mesh(2), &of_base = *base.mesh(2);
      CHECK(mesh.bind_positions == of_base.bind_positions);
      CHECK(mesh.captured == of_base.captured);
      CHECK(mesh.coverage.histogram == of_base.coverage.histogram);
      CHECK(mesh.influences.joint == of_base.influences.joint);
      CHECK(mesh.influences.weight == of_base.influences.weight);
      CHECK(mesh.influences.distance == of_base.influences.distance);
      std::vector<glm::vec3> positions, normals;
      tasks_of(Backend::textbook)
          .skin(mesh.skinning, mesh.influences, mesh.rest_positions(), mesh.rest_normals(),
                positions, normals);
      for (std::size_t i = 0; i < positions.size(); ++i) {
        CHECK(is_near(mesh.positions()[i], positions[i]));
        CHECK(is_near(mesh.normals()[i], normals[i], 1e-3f));
      }
    }
  }
}

TEST_CASE("weights of 0, and none, are no work: the base bit for bit, without memory") {
  std::mt19937 random(3);
  const Scene scene = morph_scene(random, true);
  for (const Backend backend : backends()) {
    Deformer base = deformed(scene, backend), deformer(backend);
    deformer.update(with_weights(scene, {0, 0}));
    check_same(*base.mesh(2), *deformer.mesh(2));
    CHECK(deformer.mesh(2)->morphed_positions.capacity() == 0);
    deformer.update(with_weights(scene, {1, 0}));
    CHECK_FALSE(deformer.mesh(2)->morphed_positions.empty());
    deformer.update(with_weights(scene, {0, 0}));
    check_same(*base.mesh(2), *deformer.mesh(2));
    CHECK(deformer.mesh(2)->morphed_positions.capacity() == 0);
  }
}

ENGINE_CASE(
    "what did not change is not made again; a weight changes the rest and the pose and nothing "
    "else") {
  std::mt19937 random(4);
  const Scene scene = with_weights(morph_scene(random, false), {0.5f, 0});
  Deformer deformer = deformed(scene);
  const auto revisions = [&]() -> std::vector<std::uint64_t> {
    const DeformedMesh& mesh = *deformer.mesh(2);  // an update may move it
    return {mesh.shape_revision, mesh.order_revision, mesh.bind_revision, mesh.rest_revision,
            mesh.pose_revision};
  };
  const auto before = revisions();
  deformer.update(scene);
  CHECK(revisions() == before);
  deformer.update(with_weights(scene, {0.25f, 0}));
  const auto after = revisions();
  for (std::size_t i = 0; i < 3; ++i) CHECK(after[i] == before[i]);
  for (std::size_t i = 3; i < 5; ++i) CHECK(after[i] != before[i]);
}

TEST_CASE("whatever was edited before, a deformer gives what a fresh one gives") {
  std::mt19937 random(5);
  for (const Backend backend : backends()) {
    for (const bool explicit_weights : {false, true}) {
      Scene scene = morph_scene(random, explicit_weights);
      Deformer deformer(backend);
      for (int step = 0; step < 40; ++step) {
        const int what = random_index(random, 0, 6);
        Joint& joint = edit_skeleton(scene, 0).joints[std::size_t(random_index(random, 0, 5))];
        if (what < 3)
          scene.nodes[1].morph_weights = {random_number(random, 0, 1),
                                          random_index(random, 0, 1) ? 0.0f : 1.0f};
        if (what == 3) scene.nodes[1].morph_weights = {};
        if (what == 2 || what == 4) joint.radius = random_number(random, 0.1f, 1.0f);
        if (what == 4 || what == 5) joint.user_local = random_affine(random);
        if (what == 6) scene.nodes[1].local = random_affine(random);
        if (step == 20) scene.nodes[1].bound_to = kNoId, scene.nodes[1].explicit_weights = false;
        if (step == 24)
          scene.nodes[1].bound_to = 1, scene.nodes[1].explicit_weights = explicit_weights;
        deformer.update(scene);
        if (random_index(random, 0, 2) == 0) deformer.reorder();
        if (random_index(random, 0, 2) == 0) continue;  // no result was asked for
        Deformer fresh = deformed(scene, backend);
        check_same(*deformer.mesh(2), *fresh.mesh(2));
      }
    }
  }
}

TEST_CASE("two nodes show one mesh in shapes of their own") {
  std::mt19937 random(6);
  Scene scene = morph_scene(random, true);
  scene.nodes.push_back(scene.nodes[1]);
  scene.nodes[2].id = 3;
  scene.nodes[1].morph_weights = {1, 0};
  scene.nodes[2].morph_weights = {0, 1};
  Deformer deformer = deformed(scene);
  CHECK(deformer.mesh(2)->surface == deformer.mesh(3)->surface);
  CHECK_FALSE(deformer.mesh(2)->rest_positions() == deformer.mesh(3)->rest_positions());
}

SOLVED_CASE(
    "meters measure what bending adds: at rest a morphed mesh is whole, and bent it measures as a "
    "mesh of that shape does") {
  std::mt19937 random(7);
  const std::vector<float> weights{0.4f, 0.2f};
  Scene scene = morph_scene(random, true);
  Deformer deformer;
  Measures measures;
  const auto model = [&](const Scene& shown) {
    deformer.update(shown);
    measures.update(shown, deformer);
    return measures.model(1);
  };
  const Meters bent_base = model(scene), bent = model(with_weights(scene, weights));
  CHECK(bent.stretch.value != bent_base.stretch.value);
  const Meters of_shape = model(with_shape_baked(scene, weights));
  CHECK(bent.stretch.value == of_shape.stretch.value);
  CHECK(bent.volume.value == doctest::Approx(of_shape.volume.value));
  CHECK(bent.weight_jump.value == of_shape.weight_jump.value);
  for (Joint& joint : edit_skeleton(scene, 0).joints) joint.user_local = glm::mat4(1.0f);
  const Meters rest = model(with_weights(scene, weights));
  CHECK(rest.stretch.value == doctest::Approx(1.0).epsilon(1e-3));
  CHECK(rest.volume.value == doctest::Approx(1.0).epsilon(1e-3));
}

SOLVED_CASE(
    "the explanation of a morphed vertex: distances from where it is at bind, T moves what the "
    "targets made of it") {
  std::mt19937 random(8);
  const Scene scene = with_weights(morph_scene(random, false), {0.7f, 0.3f});
  for (const Backend backend : backends()) {
    if (backend == Backend::student) continue;
    Deformer deformer = deformed(scene, backend);
    for (std::uint32_t v = 0; v < 242; v += 11) {
      const auto explained = explain_vertex(scene, deformer, 2, v);
      REQUIRE(explained);
      CHECK(explained->bind == deformer.mesh(2)->bind_positions[v]);
      CHECK(explained->rest == deformer.mesh(2)->rest_positions()[v]);
      CHECK(follows_contract(*explained));
      glm::vec3 sum(0.0f);
      for (const VertexTerm& term : explained->terms) sum += term.weight * term.candidate;
      CHECK(is_near(explained->in_count > 0 ? sum : explained->rest, explained->posed, 1e-4f));
      CHECK(contains(explanation_test(*explained, scene, deformer), "influences, morphed,"));
    }
  }
}
