// Props follow their joints in real files, through our own files and exports.
#include <algorithm>

#include "base/index.h"
#include "io/gltf_builder.h"
#include "io/random.h"
#include "support/cases.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// World positions of the vertices of each mesh that follows a joint.
std::vector<std::vector<glm::dvec3>> prop_positions(const Scene& scene) {
  std::vector<std::vector<glm::dvec3>> result;
  const std::vector<glm::mat4> world = world_from_nodes(scene);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.mesh || !hangs_on_joint(scene, int(n))) continue;
    std::vector<glm::dvec3> points;
    for (const glm::vec3& position : node.mesh->positions)
      points.emplace_back(world[n] * glm::vec4(position, 1.0f));
    result.push_back(std::move(points));
  }
  return result;
}

/// The largest distance of a prop's vertex from the specification's place, as a share of the size.
double farthest_prop(const SpecGltf& gltf, const Scene& scene) {
  const auto specified = gltf.world_positions();
  std::vector<glm::dvec3> all;
  for (const auto& points : specified) all.insert(all.end(), points.begin(), points.end());
  double worst = 0.0;
  for (const auto& points : prop_positions(scene)) {
    double best = 1e30;
    for (const auto& candidate : specified)
      if (candidate.size() == points.size()) best = std::min(best, farthest(candidate, points));
    worst = std::max(worst, best / size_of(all));
  }
  return worst;
}

std::shared_ptr<const Mesh> triangle() {
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5f}};
  mesh->face_begin = {0, 3};
  mesh->corner_vertex = {0, 1, 2};
  return mesh;
}

std::size_t count_props(const Scene& scene) {
  return std::size_t(std::count_if(scene.nodes.begin(), scene.nodes.end(),
                                   [](const Node& node) { return node.joint != kNoId; }));
}

/// A posed skeleton of one joint, 2, and a mesh below it that hangs on `joint`, if on any.
Scene hand_and_sword(Id joint) {
  Scene scene;
  auto skeleton = std::make_shared<Skeleton>();
  skeleton->joints.push_back({.id = 2, .name = "hand", .extent = {0, 1, 0}});
  skeleton->joints[0].user_local[3] = glm::vec4(1, 2, 3, 1);
  scene.nodes.push_back({.id = 1, .name = "rig", .skeleton = skeleton});
  scene.nodes.push_back(
      {.id = 3, .name = "sword", .parent = 0, .joint = joint, .mesh = triangle()});
  scene.next_id = 4;
  return scene;
}

}  // namespace

DATA_CASE("props of real files follow their joints at random times, and again from our export") {
  const Scratch folder("props");
  Random random(16);
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data / "gltf")) {
    if (io::format_of(entry.path()) == nullptr) continue;
    CAPTURE(entry.path().string());
    const Scene scene = io::load(entry.path()).scene;
    if (prop_positions(scene).empty()) continue;
    ++files;
    SpecGltf source(entry.path());
    CHECK(farthest_prop(source, scene) < 1e-5);
    io::save(folder / "own.glb", scene, {});
    CHECK(same_content(io::load(folder / "own.glb").scene, scene));
    io::save(folder / "out.glb", scene, {}, {.purpose = io::Purpose::exchange});
    SpecGltf written(folder / "out.glb");
    CHECK(count_props(io::load(folder / "out.glb").scene) == count_props(scene));
    for (int trial = 0; trial < 20 && !scene.motions.empty(); ++trial) {
      const auto m = std::size_t(random.whole(0, int(scene.motions.size()) - 1));
      const float seconds = random.number(0.0f, 1.05f * duration_of(*scene.motions[m]));
      CAPTURE(scene.motions[m]->name);
      CAPTURE(seconds);
      const Scene played = keyed_at_time(scene, *scene.motions[m], seconds);
      source.pose(m, double(seconds));
      CHECK(farthest_prop(source, played) < 1e-5);
      if (trial >= 3) continue;
      written.pose(m, double(seconds));
      CHECK(farthest_prop(written, played) < 1e-5);
    }
  }
  CHECK(files >= 2);
}

FOLDER_CASE("a scene with props is version 3, without any it keeps its version") {
  Scene scene = hand_and_sword(kNoId);
  const auto version = [&] {
    io::save(folder / "x.glb", scene, {});
    CHECK(same_content(io::load(folder / "x.glb").scene, scene));
    return SpecGltf(folder / "x.glb").json["extras"]["marrow"]["version"].get<int>();
  };
  CHECK(version() == 1);
  scene.nodes[1].joint = 2;
  CHECK(version() == 3);
}

FOLDER_CASE("a posed surface holds props where the pose has them, also scaled to nothing") {
  Scene scene = hand_and_sword(2);
  for (const bool is_flat : {false, true}) {
    if (is_flat) edit_skeleton(scene, 0).joints[0].user_local = glm::mat4(glm::mat3(0.0f));
    const auto expected = prop_positions(scene)[0];
    for (const char* name : {"out.glb", "out.obj", "out.stl"}) {
      CAPTURE(name);
      io::save(folder / name, scene, {}, {.purpose = io::Purpose::posed});
      if (std::string(name) == "out.stl") continue;
      const Scene again = io::load(folder / name).scene;
      const auto holder = std::find_if(again.nodes.begin(), again.nodes.end(),
                                       [](const Node& node) { return node.mesh != nullptr; });
      REQUIRE(holder != again.nodes.end());
      const glm::mat4 world = world_from_node(again, int(holder - again.nodes.begin()));
      for (std::size_t v = 0; v < expected.size(); ++v)
        CHECK(glm::distance(glm::dvec3(world * glm::vec4(holder->mesh->positions[v], 1.0f)),
                            expected[v]) < 1e-4);
    }
  }
}
