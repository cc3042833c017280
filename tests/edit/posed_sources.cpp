// Targets of fits to posed meshes: files with other vertices are refused in words, and shape keys
// give the shapes that the motion shows.
#include "edit/posed_sources.h"

#include <fstream>

#include "edit/support.h"
#include "io/formats.h"
#include "rig/playback.h"
#include "scene/morph.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr Id kRigNode = 1, kSkinNode = 2, kOtherNode = 3;

/// A cylinder with two shapes on a random skeleton, and another mesh beside it.
Scene shaped_scene(std::uint32_t seed) {
  Random random(seed);
  Scene scene;
  scene.nodes.resize(3);
  for (std::size_t n = 0; n < 3; ++n) scene.nodes[n].id = Id(n + 1);
  scene.nodes[0].name = "rig";
  scene.nodes[1].name = "skin";
  scene.nodes[2].name = "other";
  scene.next_id = 10;
  scene.nodes[0].skeleton =
      std::make_shared<const Skeleton>(random_skeleton(random, {.joints = 3}, scene.next_id));
  scene.next_id += 3;
  Mesh skin = capped_cylinder(6, 8);
  for (const char* name : {"up", "out"}) {
    MorphTarget target{name, {}, {}, {}};
    for (std::size_t v = 0; v < skin.positions.size(); ++v)
      target.positions.push_back(random.vec3(0.2f));
    skin.morph_targets.push_back(target);
  }
  scene.nodes[1].mesh = std::make_shared<const Mesh>(std::move(skin));
  scene.nodes[1].morph_weights = {0.0f, 0.0f};
  scene.nodes[1].bound_to = kRigNode;
  scene.nodes[1].local = glm::translate(glm::mat4(1.0f), random.vec3(1.0f));
  scene.nodes[2].mesh = std::make_shared<const Mesh>(capped_cylinder(3, 5));
  return scene;
}

std::shared_ptr<const Motion> shape_motion(Id target, const std::vector<float>& times,
                                           const std::vector<float>& weights) {
  Motion motion;
  motion.name = "talk";
  motion.tracks = {{.target = target, .channels = {}}};
  motion.tracks[0].channels = {
      {MotionProperty::morph_weights, Interpolation::linear, times, weights}};
  return std::make_shared<const Motion>(motion);
}

}  // namespace

TEST_CASE("shape keys give the mesh as the motion shows it, once for each shape") {
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    Scene scene = shaped_scene(seed);
    scene.motions = {shape_motion(kSkinNode, {0, 1, 2, 3}, {0, 0, 1, 0, 0.5f, 0.5f, 1, 0})};
    CHECK(moves_shapes(scene, kRigNode, *scene.motions[0]));
    const auto surfaces = shape_key_surfaces(scene, kRigNode, *scene.motions[0]);
    REQUIRE(surfaces.size() == 2);  // at rest there is nothing to learn; 3 s is 1 s again
    CHECK(surfaces[0].name == "talk at 1.00 s");
    CHECK(surfaces[1].name == "talk at 2.00 s");
    const Mesh& skin = *scene.nodes[1].mesh;
    for (std::size_t k = 0; k < 2; ++k) {
      const Scene then = at_time(scene, *scene.motions[0], float(k + 1));
      const std::vector<glm::vec3> shape = morphed_positions(skin, then.nodes[1].morph_weights);
      REQUIRE(surfaces[k].positions.size() ==
              skin.positions.size() + scene.nodes[2].mesh->positions.size());
      for (std::size_t v = 0; v < shape.size(); ++v)
        CHECK(surfaces[k].positions[v] ==
              glm::vec3(scene.nodes[1].local * glm::vec4(shape[v], 1.0f)));
    }
  }
}

TEST_CASE("many shape keys are thinned evenly, the first and the last kept") {
  Scene scene = shaped_scene(4);
  std::vector<float> times, weights;
  for (int k = 0; k <= 100; ++k) {
    times.push_back(float(k));
    weights.push_back(0.1f + float(k) * 0.005f);
    weights.push_back(0.0f);
  }
  scene.motions = {shape_motion(kSkinNode, times, weights)};
  const auto surfaces = shape_key_surfaces(scene, kRigNode, *scene.motions[0], 5);
  REQUIRE(surfaces.size() == 5);
  for (std::size_t k = 0; k < 5; ++k)
    CHECK(surfaces[k].name == "talk at " + std::to_string(25 * k) + ".00 s");
  CHECK(shape_key_surfaces(scene, kRigNode, *scene.motions[0], 1).size() == 1);
}

TEST_CASE("a motion without shapes of the skeleton's meshes says so") {
  Scene scene = shaped_scene(5);
  const auto other = shape_motion(kOtherNode, {0, 1}, {}),
             still = shape_motion(kSkinNode, {0}, {0, 0});
  CHECK_FALSE(moves_shapes(scene, kRigNode, *other));
  CHECK(moves_shapes(scene, kRigNode, *still));
  for (const auto& motion : {other, still}) {
    const PosedSurfaces none = posed_surfaces(scene, kRigNode, {{}, motion});
    CHECK(none.surfaces.empty());
    CHECK(none.problem.find("\"talk\" has no keys that change the shape") == 0);
  }
}

TEST_CASE("files are read in their order; one of another mesh says what was expected") {
  const std::filesystem::path folder = scratch("posed_sources");
  Scene scene = shaped_scene(6);
  Scene own;
  own.nodes = {scene.nodes[1]};
  own.next_id = scene.next_id;
  own.nodes[0].bound_to = kNoId;
  own.nodes[0].morph_weights.clear();
  const std::string good = (folder / "good.obj").string(), bad = (folder / "bad.obj").string();
  io::save(good, own, {}, {.purpose = io::Purpose::posed});
  Scene other = own;
  other.nodes[0].mesh = scene.nodes[2].mesh;
  io::save(bad, other, {}, {.purpose = io::Purpose::posed});
  const PosedSurfaces found = posed_surfaces(scene, kRigNode, {{good}, nullptr});
  REQUIRE(found.surfaces.size() == 1);
  CHECK(found.problem.empty());
  CHECK(found.surfaces[0].name == "good");
  CHECK(found.surfaces[0].positions.size() == scene.nodes[1].mesh->positions.size());
  const PosedSurfaces wrong = posed_surfaces(scene, kRigNode, {{good, bad}, nullptr});
  const std::string expected =
      "bad.obj: " + std::to_string(other.nodes[0].mesh->positions.size()) + " vertices, expected " +
      std::to_string(scene.nodes[1].mesh->positions.size()) + ", those of skin.";
  CHECK(wrong.problem.find(expected) == 0);
  CHECK_THROWS_AS(posed_surfaces(scene, kRigNode, {{(folder / "none.obj").string()}, nullptr}),
                  io::Error);
  CHECK(
      posed_surfaces(scene, kRigNode, {{good}, nullptr}, [](double) { return false; }).is_stopped);
  std::filesystem::remove_all(folder);
}
