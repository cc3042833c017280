// Scenes with valid numbers and invalid products: no written file has numbers that readers refuse.
#include "io/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// A triangle below nodes that scale by `scale`, `depth` of them.
Scene scaled_triangle(float scale, int depth, float size = 1.0f) {
  Scene scene;
  for (int n = 0; n < depth; ++n) {
    scene.nodes.push_back({.id = take_id(scene),
                           .name = "leaf",
                           .parent = n - 1,
                           .local = glm::mat4(glm::mat3(scale))});
  }
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 0, 0}, {size, 0, 0}, {0, size, 0}};
  mesh->normals = {{0, 0, 1}};
  mesh->corner_vertex = {0, 1, 2};
  mesh->corner_normal = {0, 0, 0};
  mesh->face_begin = {0, 3};
  scene.nodes.back().mesh = mesh;
  return scene;
}

}  // namespace

FOLDER_CASE(
    "a surface that is farther away than a float can hold is refused by OBJ and STL, and kept "
    "by a file of ours") {
  const Scene scene = scaled_triangle(1e9f, 4, 1e6f);
  REQUIRE(why_invalid(scene) == "");
  for (const char* name : {"x.obj", "x.stl"}) {
    const std::string message =
        refusal([&] { io::save(folder / name, scene, {}, {.purpose = io::Purpose::posed}); });
    CHECK_MESSAGE(contains(message, "a vertex of \"leaf\" is farther away"), message);
    CHECK(!std::filesystem::exists(folder / name));
  }
  io::save(folder / "x.glb", scene, {});
  CHECK(same_content(io::load(folder / "x.glb").scene, scene));
}

FOLDER_CASE("normals stay numbers where the surface is as large or as small as it can be") {
  for (const float scale : {1e9f, 1e-2f}) {
    io::save(folder / "x.obj", scaled_triangle(scale, 4), {}, {.purpose = io::Purpose::posed});
    const Scene again = io::load(folder / "x.obj").scene;
    CHECK(again.nodes[0].mesh->normals == std::vector<glm::vec3>{{0, 0, 1}});
  }
}

FOLDER_CASE("posed points and normals that are not numbers do not reach a file") {
  const Scene scene = scaled_triangle(1.0f, 1);
  io::Derived derived;
  auto& skinned = derived.meshes[scene.nodes.back().id];
  skinned.positions = scene.nodes.back().mesh->positions;
  skinned.normals.assign(3, glm::vec3(NAN));
  io::save(folder / "x.obj", scene, derived, {.purpose = io::Purpose::posed});
  CHECK(refusal([&] { io::load(folder / "x.obj"); }) == "");
  skinned.positions[1].x = INFINITY;
  CHECK(contains(
      refusal([&] { io::save(folder / "x.obj", scene, derived, {.purpose = io::Purpose::posed}); }),
      "is farther away"));
}
