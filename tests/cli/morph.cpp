// Morph targets in batch commands: pictures, skins, poses and exports have the weighted shape.
#include "scene/morph.h"

#include "cli/truth.h"

using namespace marrow;
using namespace marrow::test;

namespace {

const std::vector<float> kWeights{0.5f, 0.25f};

std::shared_ptr<Mesh> mesh_with_targets(Random& random) {
  auto mesh = std::make_shared<Mesh>(capped_cylinder(5, 8));
  mesh->normals = smooth_normals(*mesh, mesh->positions);
  mesh->corner_normal = mesh->corner_vertex;
  const std::size_t vertices = mesh->positions.size();
  for (const char* name : {"smile", "frown"}) {
    MorphTarget target{name, {}, {}, {}};
    for (std::size_t v = 0; v < vertices; ++v) target.positions.push_back(random.vec3(0.2f));
    for (std::size_t v = 0; v < vertices; ++v) target.normals.push_back(random.vec3(0.2f));
    mesh->morph_targets.push_back(target);
  }
  return mesh;
}

/// A cylinder that two joints bend by its own weights, and a rigid, mirrored one; a motion plays
/// the weights of both.
Scene morph_scene() {
  Random random(1);
  Scene scene;
  scene.nodes.push_back({.id = take_id(scene), .name = "rig"});
  auto skeleton = std::make_shared<Skeleton>(random_skeleton(random, {.joints = 2}, scene.next_id));
  for (const Joint& joint : skeleton->joints) REQUIRE(joint.id == take_id(scene));
  scene.nodes[0].skeleton = skeleton;
  auto mesh = mesh_with_targets(random);
  mesh->weights = ExplicitWeights{{0}, {}, {}};
  for (std::size_t v = 0; v < mesh->positions.size(); ++v) {
    mesh->weights->joint.push_back(skeleton->joints[v % 2].id);
    mesh->weights->weight.push_back(1.0f);
    mesh->weights->row_begin.push_back(std::uint32_t(v + 1));
  }
  scene.nodes.push_back({.id = take_id(scene),
                         .name = "bent",
                         .mesh = mesh,
                         .bound_to = scene.nodes[0].id,
                         .explicit_weights = true});
  scene.nodes.push_back(
      {.id = take_id(scene),
       .name = "still",
       .local = glm::scale(glm::translate(glm::mat4(1.0f), {2, 0, 0}), {-1, 1, 1}),
       .mesh = mesh_with_targets(random)});
  Motion motion{"talk", {}};
  for (const std::size_t n : {1u, 2u}) {
    const MotionChannel weights{MotionProperty::morph_weights,
                                Interpolation::linear,
                                {0, 1},
                                {0, 0, kWeights[0], kWeights[1]}};
    motion.tracks.push_back({.target = scene.nodes[n].id, .channels = {weights}});
  }
  scene.motions.push_back(std::make_shared<const Motion>(motion));
  return scene;
}

Scene with_weights(Scene scene, const std::vector<float>& weights) {
  for (Node& node : scene.nodes)
    if (node.mesh) node.morph_weights = weights;
  return scene;
}

std::vector<glm::vec3> positions_in(const Scene& scene) {
  std::vector<glm::vec3> positions;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].mesh) continue;
    const glm::mat4 world = world_from_node(scene, int(n));
    for (const glm::vec3& position : scene.nodes[n].mesh->positions)
      positions.emplace_back(world * glm::vec4(position, 1.0f));
  }
  return positions;
}

/// Every vertex of both meshes in world space, by scene/morph.h and math.md in double.
std::vector<glm::vec3> expected_positions(const Scene& scene) {
  const Skeleton& skeleton = *scene.nodes[0].skeleton;
  const std::vector<glm::dmat4> bind = chain_of(skeleton, false), posed = chain_of(skeleton, true);
  std::vector<glm::vec3> expected;
  for (const std::size_t n : {1u, 2u}) {
    const Node& node = scene.nodes[n];
    const std::vector<glm::vec3> rest = morphed_positions(*node.mesh, active_morph_weights(node));
    for (std::size_t v = 0; v < rest.size(); ++v) {
      const std::size_t joint = v % 2;
      const glm::dmat4 world =
          n == 1 ? posed[joint] * glm::inverse(bind[joint]) : glm::dmat4(node.local);
      expected.emplace_back(world * glm::dvec4(rest[v], 1.0));
    }
  }
  return expected;
}

void check_near(const std::vector<glm::vec3>& found, const std::vector<glm::vec3>& expected) {
  REQUIRE(found.size() == expected.size());
  float worst = 0.0f;
  for (std::size_t i = 0; i < found.size(); ++i)
    worst = std::max(worst, glm::distance(found[i], expected[i]));
  CHECK(worst < 2e-5f);
}

}  // namespace

SOLVED_FOLDER_CASE(
    "skin, render and the posed exports have the shape that the weights give, of bent meshes and "
    "of still ones") {
  const Scene scene = with_weights(morph_scene(), kWeights);
  const std::vector<glm::vec3> expected = expected_positions(scene);
  const std::string file = saved(folder, "morph.glb", scene),
                    plain = saved(folder, "plain.glb", with_weights(scene, {0, 0}));
  for (const char* backend : {"fast", "textbook"}) {
    run_well({"skin", file, "-o", folder / "skin.obj", "--backend", backend});
    check_near(positions_in(io::load(folder / "skin.obj").scene), expected);
  }
  run_well({"convert", file, folder / "posed.glb", "--export", "posed"});
  const Scene posed = io::load(folder / "posed.glb").scene;
  for (const Node& node : posed.nodes) {
    CHECK(node.morph_weights.empty());
    if (node.mesh) CHECK(node.mesh->morph_targets.empty());
  }
  check_near(positions_in(posed), [&] {  // a node for each mesh, the bent one last
    std::vector<glm::vec3> order(expected.begin() + std::ptrdiff_t(expected.size() / 2),
                                 expected.end());
    order.insert(order.end(), expected.begin(),
                 expected.begin() + std::ptrdiff_t(expected.size() / 2));
    return order;
  }());
  run_well({"render", file, "-o", folder / "a.png", "--size", "160x120"});
  run_well({"render", plain, "-o", folder / "b.png", "--size", "160x120"});
  CHECK(bytes_of(folder / "a.png") != bytes_of(folder / "b.png"));
}

SOLVED_FOLDER_CASE("a time of a motion that plays weights is the same as those weights") {
  const Scene scene = morph_scene();
  const std::string file = saved(folder, "morph.glb", scene),
                    there = saved(folder, "there.glb", with_weights(scene, {0.25f, 0.125f}));
  run_well({"skin", file, "-o", folder / "at.obj", "--time", "0.5"});
  run_well({"skin", there, "-o", folder / "there.obj"});
  CHECK(bytes_of(folder / "at.obj") == bytes_of(folder / "there.obj"));
  run_well({"render", file, "-o", folder / "at.png", "--size", "160x120", "--time", "0.5"});
  run_well({"render", there, "-o", folder / "there.png", "--size", "160x120"});
  CHECK(bytes_of(folder / "at.png") == bytes_of(folder / "there.png"));
}

FOLDER_CASE("the exported rig in its pose keeps targets and weights, and so does our own file") {
  const Scene scene = with_weights(morph_scene(), kWeights);
  const std::string file = saved(folder, "morph.glb", scene);
  run_well({"convert", file, folder / "pose.glb", "--export", "pose"});
  run_well({"convert", file, folder / "own.glb"});
  for (const char* name : {"pose.glb", "own.glb"}) {
    const Scene again = io::load(folder / name).scene;
    int meshes = 0;
    for (const Node& node : again.nodes) {
      if (!node.mesh) continue;
      ++meshes;
      CHECK(node.morph_weights == kWeights);
      REQUIRE(node.mesh->morph_targets.size() == 2);
      CHECK(node.mesh->morph_targets[0].name == "smile");
    }
    CHECK(meshes == 2);
  }
}

FOLDER_CASE("an STL of a mesh that nothing bends has its shape") {
  Scene scene = with_weights(morph_scene(), kWeights);
  const std::vector<glm::vec3> expected = expected_positions(scene);
  scene.nodes.erase(scene.nodes.begin(), scene.nodes.begin() + 2);
  scene.motions.clear();
  run_well({"convert", saved(folder, "still.glb", scene), folder / "still.stl"});
  const Bounds wanted =
      bounds_of({expected.begin() + std::ptrdiff_t(expected.size() / 2), expected.end()});
  const std::string bytes = bytes_of(folder / "still.stl");
  Bounds found;
  for (std::size_t at = 84; at + 50 <= bytes.size(); at += 50) {
    for (std::size_t corner = 1; corner <= 3; ++corner) {
      glm::vec3 point;
      std::memcpy(&point, bytes.data() + at + corner * sizeof point, sizeof point);
      found.add(point);
    }
  }
  CHECK(glm::distance(found.low, wanted.low) < 1e-5f);
  CHECK(glm::distance(found.high, wanted.high) < 1e-5f);
}
