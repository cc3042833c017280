// Morph targets: the effect of weights on vertices and normals, and motions with weights.
#include "scene/morph.h"

#include <cmath>

#include "scene/motion_sampling.h"
#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using test::Random;

namespace {

/// A cylinder with three targets and slightly turned normals. The second target has no normals, the
/// third no positions.
Mesh mesh_with_targets(Random& random) {
  Mesh mesh = test::capped_cylinder(7, 9);
  mesh.normals = smooth_normals(mesh, mesh.positions);
  for (glm::vec3& normal : mesh.normals) normal = 3.0f * glm::normalize(normal + random.vec3(0.3f));
  mesh.corner_normal = mesh.corner_vertex;
  const auto differences = [&](float size) {
    std::vector<glm::vec3> made;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) made.push_back(random.vec3(size));
    return made;
  };
  mesh.morph_targets = {{"smile", differences(0.3f), differences(0.5f), {}},
                        {"", differences(1.0f), {}, {}},
                        {"look", {}, differences(1.0f), {}}};
  return mesh;
}

Mesh without_normals(Mesh mesh) {
  mesh.normals.clear();
  mesh.corner_normal.clear();
  return mesh;
}

float farthest(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
  REQUIRE(a.size() == b.size());
  float worst = 0.0f;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, glm::distance(a[i], b[i]));
  return worst;
}

}  // namespace

TEST_CASE("no weights, and weights of 0, give the mesh's own vertices bit for bit") {
  Random random(1);
  const Mesh mesh = mesh_with_targets(random);
  const Surface surface = make_surface(mesh);
  for (const std::vector<float>& weights :
       {std::vector<float>{}, std::vector<float>{0, 0, 0}, std::vector<float>{0, -0.0f, 0}}) {
    CHECK(morphed_positions(mesh, weights) == mesh.positions);
    CHECK(morphed_normals(mesh, surface, weights, mesh.positions) == surface.normals);
  }
}

TEST_CASE("positions are linear in the weights") {
  Random random(2);
  const Mesh mesh = mesh_with_targets(random);
  for (int round = 0; round < 20; ++round) {
    const std::vector<float> a{random.uniform(-1, 2), random.uniform(-1, 2), random.uniform()},
        b{random.uniform(), random.uniform(), 0};
    std::vector<float> mean;
    for (std::size_t k = 0; k < a.size(); ++k) mean.push_back(0.5f * (a[k] + b[k]));
    const std::vector<glm::vec3> at_a = morphed_positions(mesh, a),
                                 at_b = morphed_positions(mesh, b);
    std::vector<glm::vec3> middle;
    for (std::size_t v = 0; v < at_a.size(); ++v) middle.push_back(0.5f * (at_a[v] + at_b[v]));
    CHECK(farthest(morphed_positions(mesh, mean), middle) < 1e-6f);
  }
  std::vector<glm::vec3> whole = mesh.positions;
  for (std::size_t v = 0; v < whole.size(); ++v) whole[v] += mesh.morph_targets[0].positions[v];
  CHECK(morphed_positions(mesh, {1, 0, 0}) == whole);
}

TEST_CASE(
    "normals are the sum of what all targets say, of unit length, on copies of a vertex too") {
  Random random(3);
  Mesh mesh = mesh_with_targets(random);
  mesh.normals.push_back({0, 1, 0});
  for (std::size_t c = 0; c < mesh.corner_normal.size(); c += 5)
    mesh.corner_normal[c] = std::uint32_t(mesh.normals.size() - 1);  // hard edges
  const Surface surface = make_surface(mesh);
  REQUIRE(surface.source.size() > mesh.positions.size());
  const std::vector<float> weights{0.5f, 0.7f, -0.25f};
  const std::vector<glm::vec3> normals =
      morphed_normals(mesh, surface, weights, morphed_positions(mesh, weights));
  for (std::size_t i = 0; i < normals.size(); ++i) {
    const std::size_t v = surface.source[i];
    const glm::vec3 sum = surface.normals[i] + 0.5f * mesh.morph_targets[0].normals[v] -
                          0.25f * mesh.morph_targets[2].normals[v];
    CHECK(glm::distance(normals[i], glm::normalize(sum)) < 1e-5f);
  }
}

TEST_CASE("a mesh without normals is lit by its morphed faces") {
  Random random(4);
  Mesh mesh = without_normals(mesh_with_targets(random));
  const std::vector<float> weights{0.3f, 0.1f, 0.0f};
  Mesh moved = mesh;
  moved.positions = morphed_positions(mesh, weights);
  CHECK(morphed_normals(mesh, make_surface(mesh), weights, moved.positions) ==
        make_surface(moved).normals);
}

TEST_CASE("vertices whose corners have no normals beside others that have are lit by their faces") {
  Random random(5);
  Mesh mesh = mesh_with_targets(random);
  for (std::size_t c = 0; c < mesh.corner_vertex.size(); ++c)
    if (mesh.corner_vertex[c] < 20) mesh.corner_normal[c] = kNoIndex;
  const Surface surface = make_surface(mesh);
  const std::vector<float> weights{0.3f, 0.1f, 0.2f};
  const std::vector<glm::vec3> positions = morphed_positions(mesh, weights),
                               smooth = smooth_normals(mesh, positions);
  const std::vector<glm::vec3> normals = morphed_normals(mesh, surface, weights, positions);
  for (std::size_t i = 0; i < normals.size(); ++i)
    CHECK((normals[i] == smooth[surface.source[i]]) == (surface.source[i] < 20));
}

TEST_CASE("what leaves the range of numbers stays") {
  Random random(6);
  Mesh mesh = mesh_with_targets(random);
  mesh.morph_targets[0].positions[4] = mesh.morph_targets[0].normals[4] = {3e38f, 0, 0};
  const std::vector<float> weights{3e38f, 0, 0};
  const std::vector<glm::vec3> positions = morphed_positions(mesh, weights);
  CHECK(positions[4] == mesh.positions[4]);
  for (const glm::vec3& position : positions) CHECK(is_finite(position));
  for (const glm::vec3& normal : morphed_normals(mesh, make_surface(mesh), weights, positions))
    CHECK(std::abs(glm::length(normal) - 1.0f) < 1e-5f);
}

TEST_CASE("weights have a say when they are as many as the targets and not all 0") {
  Random random(7);
  Node node{.id = 1, .mesh = std::make_shared<const Mesh>(mesh_with_targets(random))};
  CHECK(active_morph_weights(node).empty());
  node.morph_weights = {0, 0, 0};
  CHECK(active_morph_weights(node).empty());
  node.morph_weights = {0.5f, 0};
  CHECK(active_morph_weights(node).empty());
  node.morph_weights = {0, 0, 0.5f};
  CHECK(active_morph_weights(node) == node.morph_weights);
  CHECK(morph_target_name(*node.mesh, 0) == "smile");
  CHECK(morph_target_name(*node.mesh, 1) == "target 2");
  node.mesh.reset();
  CHECK(active_morph_weights(node).empty());
}

TEST_CASE("a motion plays weights, and places beside them") {
  Random random(8);
  Scene scene;
  scene.nodes.push_back({.id = take_id(scene),
                         .name = "face",
                         .mesh = std::make_shared<const Mesh>(mesh_with_targets(random))});
  const Id id = scene.nodes[0].id;
  const MotionChannel weights{
      MotionProperty::morph_weights, Interpolation::linear, {0, 2}, {0, 0, 0, 1, 0.5f, -1}};
  Motion motion{"talk", {{.target = id, .translation = {7, 7, 7}, .channels = {weights}}}};
  CHECK(moves(scene, motion));
  const Scene played = keyed_at_time(scene, motion, 1.0f);
  CHECK(played.nodes[0].morph_weights == std::vector<float>{0.5f, 0.25f, -0.5f});
  CHECK(played.nodes[0].local == scene.nodes[0].local);  // no channel moves it
  CHECK(why_invalid(played).empty());
  motion.tracks[0].channels.push_back({MotionProperty::scale, Interpolation::step, {0}, {2, 2, 2}});
  CHECK(keyed_at_time(scene, motion, 1.0f).nodes[0].morph_weights == played.nodes[0].morph_weights);
  CHECK(keyed_at_time(scene, motion, 1.0f).nodes[0].local[3] == glm::vec4(7, 7, 7, 1));
}

TEST_CASE("weights that are not as many as the mesh has targets play nothing") {
  Random random(9);
  Scene scene;
  scene.nodes.push_back({.id = take_id(scene),
                         .name = "face",
                         .mesh = std::make_shared<const Mesh>(mesh_with_targets(random))});
  scene.nodes.push_back({.id = take_id(scene), .name = "group"});
  const MotionChannel two{MotionProperty::morph_weights, Interpolation::step, {0}, {1, 1}};
  for (const Node& node : scene.nodes) {
    const Motion motion{"talk", {{.target = node.id, .channels = {two}}}};
    CHECK_FALSE(moves(scene, motion));
    CHECK(keyed_at_time(scene, motion, 0.0f) == scene);
  }
}
