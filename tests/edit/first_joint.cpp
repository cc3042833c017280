// A joint that begins a skeleton: one operation from a bare mesh to a bound one.
#include "edit/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

Scene bare_scene(Random& random) {
  Scene scene;
  for (int n = 0; n < 3; ++n) {
    Node node{.id = take_id(scene), .name = "mesh" + std::to_string(n), .local = random.affine()};
    if (n < 2) node.mesh = std::make_shared<Mesh>(capped_cylinder(4, 6));
    scene.nodes.push_back(node);
  }
  return scene;
}

}  // namespace

SOLVED_CASE(
    "A joint without a skeleton begins one at the world's origin: its bone is where it was asked "
    "for, and unbound meshes are bound") {
  Random random(31);
  for (int trial = 0; trial < 30; ++trial) {
    const Scene scene = bare_scene(random);
    const glm::vec3 base = random.vec3(), tip = random.vec3();
    const Applied made =
        apply(scene, op::AddJoint{kNoId, kNoId, base, tip, 0.2f, {}}, implementation());
    REQUIRE(made.scene);
    REQUIRE(made.scene->nodes.size() == 4);
    const Node& node = made.scene->nodes.back();
    REQUIRE(node.skeleton);
    CHECK(node.id == scene.next_id);
    REQUIRE(node.skeleton->joints.size() == 1);
    const Joint& joint = node.skeleton->joints.front();
    CHECK(joint.id == scene.next_id + 1);
    CHECK(glm::distance(glm::vec3(joint.bind_local[3]), base) < 1e-5f);
    CHECK(glm::distance(glm::vec3(joint.bind_local * glm::vec4(joint.extent, 1.0f)), tip) < 1e-5f);
    CHECK(made.scene->nodes[0].bound_to == node.id);
    CHECK(made.scene->nodes[1].bound_to == node.id);
    CHECK(made.scene->nodes[2].bound_to == kNoId);
  }
}

SOLVED_CASE(
    "A mesh that is bound already stays with its skeleton, and a wrong first joint leaves no "
    "skeleton behind") {
  Random random(32);
  const Scene scene = full_scene(random);
  const Applied made =
      apply(scene, op::AddJoint{kNoId, kNoId, {}, {0, 1, 0}, 0.2f, {}}, implementation());
  REQUIRE(made.scene);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    if (scene.nodes[n].bound_to != kNoId)
      CHECK(made.scene->nodes[n].bound_to == scene.nodes[n].bound_to);
  CHECK_FALSE(
      apply(scene, op::AddJoint{kNoId, kNoId, {}, {0, 1, 0}, 0.0f, {}}, implementation()).scene);
  CHECK_FALSE(
      apply(scene, op::AddJoint{kNoId, 9999, {}, {0, 1, 0}, 0.2f, {}}, implementation()).scene);
}
