// Rays against boxes around blocks of triangles find what rays against all triangles find.
#include "view/picture/ray_boxes.h"

#include "support/random_rig.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

void check_same_hits(const DeformedMesh& mesh, const Ray& ray, RayBoxes& boxes, std::size_t& hits) {
  const std::vector<MeshHit> expected = mesh_hits(mesh, ray, 1000),
                             found = mesh_hits(mesh, ray, 1000, &boxes);
  REQUIRE(found.size() == expected.size());
  hits += found.size();
  for (std::size_t k = 0; k < found.size(); ++k) {
    CHECK(found[k].t == expected[k].t);
    CHECK(found[k].triangle == expected[k].triangle);
  }
}

}  // namespace

TEST_CASE("boxes change no hit, whatever the mesh, where it stands and where the ray comes from") {
  Dice dice(81);
  std::size_t hits = 0;
  for (int round = 0; round < 30; ++round) {
    const float size = round % 3 == 0 ? 1000.0f : round % 3 == 1 ? 1.0f : 1e-3f;
    const Stage stage = stage_of(triangle_soup(dice, 1 + 150 * round, size), dice.affine(size));
    RayBoxes boxes;
    for (int i = 0; i < 40; ++i) {
      const glm::vec3 from =
          dice.point(i % 4 == 0 ? 0.5f * size : 4.0f * size);  // from within, too
      check_same_hits(stage.deformer.meshes()[0],
                      {from, (dice.point(size) - from) * dice.in(0.2f, 5.0f)}, boxes, hits);
    }
  }
  CHECK(hits > 10000);
}

TEST_CASE("flat meshes, meshes of one triangle and rays along the axes are met as well") {
  SceneMaker maker;
  maker.mesh(rectangle({0, 0, 0}, 1.0f, 1.0f));
  maker.mesh(box({0, 0, 0}, 1.0f));
  const Stage stage(maker.scene);
  RayBoxes boxes;
  std::size_t hits = 0;
  for (const DeformedMesh& mesh : stage.deformer.meshes())
    for (const glm::vec3 axis : {glm::vec3(1, 0, 0), glm::vec3(0, 1, 0), glm::vec3(0, 0, 1)})
      for (const float aside : {0.0f, 0.5f, 1.0f, 1.1f})
        check_same_hits(mesh, {-5.0f * axis + glm::vec3(aside, 0.25f * aside, -0.5f * aside), axis},
                        boxes, hits);
  CHECK(hits > 10);
}

SOLVED_CASE(
    "boxes follow the pose, the bind side and another mesh in the place of the first; those of "
    "meshes that are gone are forgotten") {
  Dice dice(82);
  SceneMaker maker;
  const Id skeleton = maker.skeleton(random_joints(maker, dice, 4));
  maker.mesh(std::make_shared<const Mesh>(capped_cylinder(20, 20)), glm::mat4(1.0f), skeleton);
  Stage stage(maker.scene);
  RayBoxes boxes;
  std::size_t hits = 0;
  const auto check = [&] {
    stage.update();
    for (int i = 0; i < 40; ++i) {
      const glm::vec3 from = dice.point(4.0f);
      check_same_hits(stage.deformer.meshes()[0], {from, dice.point(1.0f) - from}, boxes, hits);
    }
  };
  for (int round = 0; round < 10; ++round) {
    Joint& joint = edit(stage).joints[std::size_t(round % 4)];
    joint.user_local = dice.affine(0.5f);
    check();
    joint.radius = dice.in(0.0f, 1.0f);
    check();
    TouchUps touch_ups;  // a stroke: some neighboring vertices
    for (std::uint32_t v = 0; v < 30; ++v) {
      touch_ups.joint.push_back(joint.id);
      touch_ups.difference.push_back(dice.in(-1.0f, 1.0f));
      touch_ups.end_row(std::uint32_t(round) * 35 + v);
    }
    stage.scene.nodes[1].touch_ups = std::make_shared<const TouchUps>(touch_ups);
    check();
    if (round % 2 == 0) stage.scene.nodes[1].touch_ups.reset();
  }
  stage.scene.nodes[1].touch_ups.reset();
  stage.scene.nodes[1].mesh = triangle_soup(dice, 300, 1.0f);
  check();
  CHECK(hits > 500);
  stage.scene.nodes.pop_back();
  stage.update();
  boxes.forget_all_but(stage.deformer);
}
