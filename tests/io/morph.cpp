// tests/data/morph.gltf: a tower that two joints bend and a mirrored, rigid one, each with a sparse
// and a dense target, and a motion of their weights.
#include "scene/morph.h"

#include "io/support.h"
#include "scene/motion_sampling.h"

using namespace marrow;
using namespace marrow::test;

namespace {

io::Loaded tower() { return io::load(source() / "tests/data/morph.gltf"); }

}  // namespace

TEST_CASE(
    "weights are the node's, or else the mesh's; sparse differences are 0 where nothing is said") {
  const io::Loaded loaded = tower();
  const Node &bent = node_named(loaded.scene, "bent"), &still = node_named(loaded.scene, "still");
  CHECK(bent.morph_weights == std::vector<float>{0.25f, 0.5f});
  CHECK(still.morph_weights == std::vector<float>{1, 0});
  CHECK(morph_target_name(*bent.mesh, 0) == "bulge");
  CHECK(morph_target_name(*still.mesh, 0) == "target 1");
  for (const Node* node : {&bent, &still}) {
    REQUIRE(node->mesh->morph_targets.size() == 2);
    const std::vector<glm::vec3>& bulge = node->mesh->morph_targets[0].positions;
    REQUIRE(bulge.size() == 20);
    for (std::size_t v = 0; v < 20; ++v)
      CHECK(glm::length(bulge[v]) == doctest::Approx(v >= 8 && v < 12 ? std::sqrt(0.5) : 0.0));
  }
  // (0.5, 1, 0.5), a quarter of the bulge and half of the twist.
  const std::vector<glm::vec3> positions =
      morphed_positions(*bent.mesh, active_morph_weights(bent));
  const glm::vec3 twisted(0.5f * std::cos(0.4f) + 0.5f * std::sin(0.4f), 1.0f,
                          -0.5f * std::sin(0.4f) + 0.5f * std::cos(0.4f));
  const glm::vec3 expected =
      0.5f * (bent.mesh->positions[8] + twisted) + 0.25f * glm::vec3(0.5f, 0.0f, 0.5f);
  CHECK(glm::distance(positions[8], expected) < 1e-6f);
  CHECK(positions[0] == bent.mesh->positions[0]);
}

TEST_CASE("its motion plays the weights of both") {
  const io::Loaded loaded = tower();
  REQUIRE(loaded.scene.motions.size() == 1);
  CHECK(moves(loaded.scene, *loaded.scene.motions[0]));
  const Scene played = keyed_at_time(loaded.scene, *loaded.scene.motions[0], 0.5f);
  for (const char* name : {"bent", "still"})
    CHECK(node_named(played, name).morph_weights == std::vector<float>{0.5f, 0.25f});
  const Scene after = keyed_at_time(loaded.scene, *loaded.scene.motions[0], 9.0f);
  CHECK(node_named(after, "still").morph_weights == std::vector<float>{0, 1});
}

FOLDER_CASE("changed weights go out and come back, in our own file and in an exchanged one") {
  Scene scene = tower().scene;
  for (Node& node : scene.nodes)
    if (node.mesh) node.morph_weights = {-0.125f, 1.75f};
  io::save(folder / "own.glb", scene, {});
  io::save(folder / "exchange.glb", scene, {}, {.purpose = io::Purpose::exchange});
  CHECK(same_content(io::load(folder / "own.glb").scene, scene));
  for (const char* name : {"own.glb", "exchange.glb"}) {
    const Scene again = io::load(folder / name).scene;
    for (const char* node : {"bent", "still"}) {
      CHECK(node_named(again, node).morph_weights == std::vector<float>{-0.125f, 1.75f});
      CHECK(node_named(again, node).mesh->morph_targets ==
            node_named(scene, node).mesh->morph_targets);
    }
  }
}
