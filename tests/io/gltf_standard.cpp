// The standard parts of our files, read by the letter of the specification.
#include "io/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The scene's world positions of every mesh node with vertices. `derived` has the weights of bound
/// ones.
std::vector<std::vector<glm::dvec3>> meant(const Scene& scene, const io::Derived& derived) {
  std::vector<std::vector<glm::dvec3>> result;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].mesh || scene.nodes[n].mesh->positions.empty()) continue;
    const auto found = derived.meshes.find(scene.nodes[n].id);
    const bool moves = found != derived.meshes.end();
    result.push_back(world_positions(scene, n, moves ? &found->second.influences : nullptr));
  }
  return result;
}

/// Each list of `expected` begins one of `found` (copies for shading follow).
void check_same_places(const std::vector<std::vector<glm::dvec3>>& expected,
                       const std::vector<std::vector<glm::dvec3>>& found) {
  CHECK(expected.size() == found.size());
  for (const auto& points : expected) {
    double best = 1e30;
    for (auto candidate : found) {
      if (candidate.size() < points.size()) continue;
      candidate.resize(points.size());
      best = std::min(best, farthest(points, candidate));
    }
    CHECK(best < 2e-5 * std::max(1.0, size_of(points)));
  }
}

}  // namespace

FOLDER_CASE(
    "a reader that knows only the standard shows the posed meshes where the scene has them") {
  for (int seed = 0; seed < trials(120); ++seed) {
    CAPTURE(seed);
    const Scene scene = random_scene(seed);
    const io::Derived derived = random_derived(scene, seed);
    io::save(folder / "x.glb", scene, derived);
    check_same_places(meant(scene, derived), SpecGltf(folder / "x.glb").world_positions());
    io::save(folder / "x.gltf", scene, derived);
    check_same_places(meant(scene, derived), SpecGltf(folder / "x.gltf").world_positions());
  }
}

FOLDER_CASE("a file without its extras imports with every vertex in place") {
  for (int seed = 0; seed < trials(80); ++seed) {
    CAPTURE(seed);
    const Scene scene = random_scene(seed);
    const io::Derived derived = random_derived(scene, seed);
    io::save(folder / "x.gltf", scene, derived);
    nlohmann::json json = nlohmann::json::parse(bytes_of(folder / "x.gltf"));
    json.erase("extras");
    put(folder / "y.gltf", json.dump());
    // A scene with a nearly flat bind may be refused; then the message states that.
    io::Loaded loaded;
    const std::string message = refusal([&] { loaded = io::load(folder / "y.gltf"); });
    REQUIRE(message == "");
    std::vector<std::vector<glm::dvec3>> found;
    for (std::size_t n = 0; n < loaded.scene.nodes.size(); ++n) {
      const Node& node = loaded.scene.nodes[n];
      if (!node.mesh) continue;
      const Influences rows = node.explicit_weights ? rows_of(loaded.scene, node) : Influences();
      found.push_back(world_positions(loaded.scene, n, node.explicit_weights ? &rows : nullptr));
    }
    bool any_flat = false;  // zero scales become tiny ones
    for (const Node& node : scene.nodes) {
      for (std::size_t j = 0; node.skeleton && j < node.skeleton->joints.size(); ++j)
        any_flat |= !is_invertible(node.skeleton->joints[j].user_local);
    }
    if (!any_flat) check_same_places(meant(scene, derived), found);
  }
}

FOLDER_CASE(
    "an exchange file keeps the largest influences, renormalized, and says the worst loss") {
  const Scene scene = triangle_on(6, [](Joint& joint, int j) { joint.name = std::to_string(j); });
  io::Derived derived;
  derived.meshes[scene.nodes[1].id].influences = {{{0, 6}, {6, 1}, {7, 0}},
                                                  {0, 1, 2, 3, 4, 5, 2},
                                                  {0.05f, 0.3f, 0.2f, 0.05f, 0.25f, 0.15f, 1.0f},
                                                  {}};

  const auto warnings = io::save(folder / "x.glb", scene, derived,
                                 {.purpose = io::Purpose::exchange, .max_influences = 4});
  CHECK(any_contains(warnings, "loses 10.00 % of its weight"));
  CHECK(any_contains(warnings, "that no joint moves"));
  const SpecGltf gltf(folder / "x.glb");
  CHECK(!gltf.json.contains("extras"));
  const auto& attributes = gltf.json["meshes"][0]["primitives"][0]["attributes"];
  CHECK(!attributes.contains("JOINTS_1"));
  const std::vector<double> joints = gltf.numbers(attributes["JOINTS_0"]),
                            weights = gltf.numbers(attributes["WEIGHTS_0"]);
  CHECK(std::vector<double>(joints.begin(), joints.begin() + 4) == std::vector<double>{1, 2, 4, 5});
  const double kept[] = {0.3 / 0.9, 0.2 / 0.9, 0.25 / 0.9, 0.15 / 0.9};
  for (std::size_t c = 0; c < 4; ++c) CHECK(weights[c] == doctest::Approx(kept[c]).epsilon(1e-6));
  CHECK(joints[8] == 6.0);  // the static joint
  CHECK(weights[8] == 1.0);
  const auto skinned = gltf.json["scenes"][0]["nodes"].back().get<std::size_t>();
  CHECK(gltf.json["nodes"][skinned].contains("skin"));
  CHECK(!gltf.json["nodes"][skinned].contains("translation"));

  CHECK(io::save(folder / "y.glb", scene, derived,
                 {.purpose = io::Purpose::exchange, .max_influences = 8})
            .size() == 2);  // the static joint and the radii
  CHECK(SpecGltf(folder / "y.glb")
            .json["meshes"][0]["primitives"][0]["attributes"]
            .contains("JOINTS_1"));
}

FOLDER_CASE(
    "weights of every vertex in a written file sum to 1 as floats can, and none is zero with a "
    "joint") {
  for (int seed = 0; seed < trials(60); ++seed) {
    const Scene scene = random_scene(seed);
    io::save(folder / "x.glb", scene, random_derived(scene, seed));
    const SpecGltf gltf(folder / "x.glb");
    for (const auto& mesh : gltf.json.value("meshes", nlohmann::json::array())) {
      const auto& attributes = mesh["primitives"][0]["attributes"];
      std::vector<double> sums;
      for (int set = 0; attributes.contains("WEIGHTS_" + std::to_string(set)); ++set) {
        const std::vector<double> weights =
            gltf.numbers(attributes["WEIGHTS_" + std::to_string(set)]);
        const std::vector<double> joints =
            gltf.numbers(attributes["JOINTS_" + std::to_string(set)]);
        sums.resize(weights.size() / 4, 0.0);
        for (std::size_t c = 0; c < weights.size(); ++c) {
          sums[c / 4] += weights[c];
          CHECK((weights[c] > 0.0 || joints[c] == 0.0));
        }
      }
      for (const double sum : sums) CHECK(std::abs(sum - 1.0) < 2e-7);
    }
  }
}

FOLDER_CASE("what an export loses by fewer influences is told as it shows in this pose") {
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 0, 0}, {8, 0, 0}, {0, 6, 0}};
  mesh->face_begin = {0, 3};
  mesh->corner_vertex = {0, 1, 2};
  Skeleton skeleton;
  skeleton.joints = {{.id = 1, .name = "root"}, {.id = 2, .name = "tip", .parent = 0}};
  skeleton.joints[0].user_local[3] = glm::vec4(3, 0, 0, 1);
  skeleton.joints[1].user_local[3] = glm::vec4(0, 2, 0, 1);
  Scene scene;
  scene.nodes.push_back(
      {.id = 3, .name = "rig", .skeleton = std::make_shared<const Skeleton>(skeleton)});
  scene.nodes.push_back({.id = 4, .name = "skin", .mesh = mesh, .bound_to = 3});
  scene.next_id = 5;
  io::Derived derived;
  io::Derived::Skinned& skinned = derived.meshes[4];
  for (const glm::vec3& rest : mesh->positions) {
    // root moves it by (3, 0, 0), tip by (3, 2, 0): without root it is 0.8 too high.
    skinned.influences.joint.insert(skinned.influences.joint.end(), {0, 1});
    skinned.influences.weight.insert(skinned.influences.weight.end(), {0.4f, 0.6f});
    skinned.influences.end_row();
    skinned.positions.push_back(rest + glm::vec3(3.0f, 1.2f, 0.0f));
  }
  const std::vector<std::string> warnings = io::save(
      folder / "x.glb", scene, derived, {.purpose = io::Purpose::exchange, .max_influences = 1});
  CHECK(
      any_contains(warnings,
                   "1 influences per vertex kept; the worst vertex loses 40.00 % of its weight and "
                   "moves by 0.8 (8 % of the size) in this pose"));
}
