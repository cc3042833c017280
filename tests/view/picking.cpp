// What is under the pointer: rays against everything, compared with slower and simpler ways.
#include "view/picture/picking.h"

#include <algorithm>

#include "view/picture/capsule_shape.h"
#include "view/picture/ray_boxes.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {
/// The parameter of the first hit along the ray, by Möller and Trumbore.
std::optional<float> hit_triangle(const Ray& ray, const glm::vec3& a, const glm::vec3& b,
                                  const glm::vec3& c) {
  const glm::vec3 ab = b - a;
  const glm::vec3 ac = c - a;
  const glm::vec3 across = glm::cross(ray.direction, ac);
  const float determinant = glm::dot(ab, across);
  if (determinant == 0.0f) return std::nullopt;
  const glm::vec3 from_a = ray.origin - a;
  const float u = glm::dot(from_a, across) / determinant;
  if (!(u >= 0.0f && u <= 1.0f)) return std::nullopt;
  const glm::vec3 along = glm::cross(from_a, ab);
  const float v = glm::dot(ray.direction, along) / determinant;
  if (!(v >= 0.0f && u + v <= 1.0f)) return std::nullopt;
  const float t = glm::dot(ac, along) / determinant;
  return t >= 0.0f ? std::optional(t) : std::nullopt;
}

std::vector<float> brute_force(const DeformedMesh& mesh, const Ray& ray) {
  std::vector<float> found;
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  for (std::size_t t = 0; t < triangles.size(); t += 3) {
    glm::vec3 corner[3];
    for (std::size_t k = 0; k < 3; ++k)
      corner[k] =
          glm::vec3(mesh.world_from_output * glm::vec4(mesh.positions()[triangles[t + k]], 1.0f));
    if (const std::optional<float> hit = hit_triangle(ray, corner[0], corner[1], corner[2]))
      found.push_back(*hit);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// A rectangle at z = 0 behind two joints with capsules.
Scene figure() {
  SceneMaker maker;
  std::vector<Joint> joints{maker.joint("near", -1, {0, 0, 1}, {0.5f, 0, 0}, 0.3f),
                            maker.joint("far", -1, {0, 0, 0.5f}, {0.5f, 0, 0}, 0.3f)};
  maker.skeleton(joints);
  maker.mesh(rectangle({0, 0, 0}, 1.5f, 1.0f));
  return maker.scene;
}
}  // namespace

TEST_CASE(
    "a ray hits a mesh where trying every triangle in world space says so, from both sides, under "
    "any node matrix") {
  Dice dice(21);
  std::size_t hits = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Stage stage = stage_of(triangle_soup(dice, 60, 1.0f), dice.affine(0.5f));
    const DeformedMesh& mesh = stage.deformer.meshes()[0];
    for (int i = 0; i < 60; ++i) {
      const glm::vec3 from = dice.point(3.0f);
      const Ray ray{from, (dice.point(0.8f) - from) * dice.in(0.2f, 5.0f)};
      const std::vector<float> expected = brute_force(mesh, ray);
      const std::vector<MeshHit> found = mesh_hits(mesh, ray, 1000);
      REQUIRE(found.size() == expected.size());
      hits += found.size();
      for (std::size_t k = 0; k < found.size(); ++k) {
        CHECK(found[k].t == doctest::Approx(expected[k]).epsilon(2e-3));
        CHECK(glm::distance(found[k].point, ray.origin + found[k].t * ray.direction) < 1e-4f);
      }
      CHECK(mesh_hits(mesh, ray, 1).size() == std::min<std::size_t>(found.size(), 1));
    }
  }
  CHECK(hits > 200);
}

TEST_CASE(
    "a ray through an edge or a corner of a closed mesh counts once going in and once coming out, "
    "and never slips through") {
  const Stage stage = stage_of(box({0, 0, 0}, 1.0f));
  // Diagonals run through the faces' middles: a ray along an axis meets an edge of triangles twice.
  for (const glm::vec3 axis : {glm::vec3(1, 0, 0), glm::vec3(0, 1, 0), glm::vec3(0, 0, 1)}) {
    const std::vector<glm::vec3> points = mesh_hits(stage.deformer, {-5.0f * axis, axis}, 10);
    REQUIRE(points.size() == 2);
    CHECK(glm::distance(points[0], -axis) < 1e-5f);
    CHECK(glm::distance(points[1], axis) < 1e-5f);
  }
  for (auto& dice : rounds<Dice>(22, 500)) {
    const glm::vec3 from = glm::normalize(dice.point(1.0f)) * 6.0f;
    const float along = dice.in(-1.0f, 1.0f);
    CHECK(mesh_hits(stage.deformer, {from, glm::vec3(along, -along, -along) * 0.9f - from}, 10)
              .size() == 2);
  }
}

TEST_CASE(
    "hits of several meshes come front to back and no more than asked for; behind the ray's origin "
    "there is nothing") {
  SceneMaker maker;
  for (const float z : {0.0f, 2.0f, -3.0f, 1.0f}) maker.mesh(rectangle({0, 0, z}, 1, 1));
  const Stage stage(maker.scene);
  const std::vector<glm::vec3> all = mesh_hits(stage.deformer, {{0.3f, 0.2f, 9}, {0, 0, -2}}, 10);
  REQUIRE(all.size() == 4);
  const float expected[] = {2.0f, 1.0f, 0.0f, -3.0f};
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(all[i].z - expected[i]) < 1e-5f);
  CHECK(mesh_hits(stage.deformer, {{0.3f, 0.2f, 9}, {0, 0, -2}}, 2).size() == 2);
  CHECK(mesh_hits(stage.deformer, {{0.3f, 0.2f, 1.5f}, {0, 0, -2}}, 10).size() == 3);
  CHECK(mesh_hits(stage.deformer, {{0.3f, 0.2f, 9}, {0, 0, 1}}, 10).empty());
}

TEST_CASE("a ray through a mesh without an area hits nothing, whether that is a line or a point") {
  for (const glm::vec2 half : {glm::vec2(1, 0), glm::vec2(0, 1), glm::vec2(0, 0)}) {
    const Stage stage = stage_of(rectangle({0, 0, 0}, half.x, half.y));
    CHECK(mesh_hits(stage.deformer, {{0, 0, 5}, {0, 0, -1}}, 10).empty());
  }
}

TEST_CASE("a picked mesh names the source vertex nearest to the hit among the triangle's corners") {
  Dice dice(23);
  const Stage stage = stage_of(box({0, 0, 0}, 0.8f), dice.affine(0.2f));
  const DeformedMesh& mesh = stage.deformer.meshes()[0];
  for (int i = 0; i < 200; ++i) {
    const std::vector<MeshHit> hits =
        mesh_hits(mesh, {glm::normalize(dice.point(1.0f)) * 9.0f, dice.point(1.0f)}, 1);
    if (hits.empty()) continue;
    const int vertex = nearest_source_vertex(mesh, hits[0]);
    REQUIRE(vertex >= 0);
    REQUIRE(vertex < 8);
    const auto distance = [&](std::size_t v) {
      return glm::distance(
          hits[0].point, glm::vec3(mesh.world_from_output * glm::vec4(mesh.positions()[v], 1.0f)));
    };
    for (std::size_t k = 0; k < 3; ++k)
      CHECK(distance(std::size_t(vertex)) <=
            distance(mesh.surface->triangles[3 * hits[0].triangle + k]) + 1e-6f);
  }
}

SOLVED_CASE(
    "a click takes rims first when asked, then joint balls, then capsules, then meshes, each kind "
    "front to back") {
  Stage stage(figure());
  stage.picture.show.capsules = stage.picture.show.joints = true;
  const glm::vec2 size(800, 600);
  const glm::vec3 base = world_capsules(stage.scene, stage.deformer)[0].base;
  const glm::vec2 pixel = project(stage.picture.camera, base, size).pixel + glm::vec2(3, 0);
  std::vector<PickKind> kinds;
  std::vector<Pick> picks = pick(stage.picture, pixel, size, false);
  for (const Pick& found : picks) kinds.push_back(found.kind);
  const std::vector<PickKind> expected{PickKind::joint, PickKind::joint, PickKind::capsule,
                                       PickKind::capsule, PickKind::mesh};
  REQUIRE(kinds == expected);
  CHECK(picks[2].t < picks[3].t);
  CHECK(find_joint(stage.scene, picks[2].id).joint == 0);
  CHECK(picks[4].id == stage.scene.nodes[1].id);
  CHECK(std::abs(picks[4].point.z) < 1e-5f);

  stage.picture.show.hidden = {find_joint(stage.scene, "near").joint >= 0
                                   ? stage.scene.nodes[0].skeleton->joints[0].id
                                   : kNoId};
  CHECK(pick(stage.picture, pixel, size, false).size() == 4);
  stage.picture.show.capsules = false;
  CHECK(pick(stage.picture, pixel, size, false).size() == 3);
  stage.picture.show.joints = false;
  CHECK(pick(stage.picture, pixel, size, false).size() == 1);
  stage.picture.show.mesh = false;
  CHECK(pick(stage.picture, pixel, size, true).empty());
}

SOLVED_CASE(
    "a rim is picked within five pixels of the silhouette, times the UI scale, and not beyond") {
  SceneMaker maker;
  maker.skeleton({maker.joint("ball", -1, {0, 0, 0}, {0, 0, 0}, 0.5f)});
  Stage stage(maker.scene);
  stage.picture.show.capsules = true;
  stage.picture.camera.orthographic = true;
  const glm::vec2 size(800, 600);
  const float radius = 0.5f / world_per_pixel(stage.picture.camera, {}, size.y);
  for (const float scale : {1.0f, 2.0f}) {
    stage.picture.ui_scale = scale;
    for (const float off : {-6.0f, -4.0f, 0.0f, 4.0f, 6.0f}) {
      const std::vector<Pick> picks = pick(
          stage.picture, size * 0.5f + glm::vec2(0.6f, 0.8f) * (radius + off * scale), size, true);
      const bool is_rim = !picks.empty() && picks[0].kind == PickKind::rim;
      CHECK(is_rim == (std::abs(off) < 5.0f));
      if (is_rim) CHECK(std::abs(glm::length(picks[0].point) - 0.5f) < 0.01f);
    }
  }
}

SOLVED_CASE("of two rims within reach the selected joint's is taken, however near the other is") {
  SceneMaker maker;
  maker.skeleton({maker.joint("near", -1, {0, 0, 0}, {0, 0, 0}, 0.5f),
                  maker.joint("far", -1, {0, 0, 0}, {0, 0, 0}, 0.51f)});
  Stage stage(maker.scene);
  stage.picture.show.capsules = true;
  stage.picture.camera.orthographic = true;
  const glm::vec2 size(800, 600);
  const float radius = 0.5f / world_per_pixel(stage.picture.camera, {}, size.y);
  const glm::vec2 pixel = size * 0.5f + glm::vec2(0.6f, 0.8f) * radius;
  const Id near = find_joint(stage.scene, "near").joint == 0
                      ? stage.scene.nodes[0].skeleton->joints[0].id
                      : kNoId,
           far = stage.scene.nodes[0].skeleton->joints[1].id;
  CHECK(pick(stage.picture, pixel, size, true).front().id == near);
  stage.picture.show.selected = {far};
  const std::vector<Pick> picks = pick(stage.picture, pixel, size, true);
  REQUIRE(picks.size() >= 2);
  CHECK(picks[0].kind == PickKind::rim);
  CHECK(picks[0].id == far);
  CHECK(picks[1].id == near);
}

SOLVED_CASE(
    "a capsule is picked where its true shape stands: the hit, taken back to bind space, is a "
    "radius away from the bone") {
  Dice dice(24);
  int found = 0;
  for (int trial = 0; trial < 40; ++trial) {
    SceneMaker maker;
    maker.skeleton(random_joints(maker, dice, 6), dice.affine(0.3f));
    Stage stage(maker.scene);
    stage.picture.show.capsules = true;
    stage.picture.camera.distance = 12.0f;
    for (int i = 0; i < 40; ++i) {
      for (const Pick& hit :
           pick(stage.picture, {dice.in(200, 600), dice.in(100, 500)}, {800, 600}, false)) {
        REQUIRE(hit.kind == PickKind::capsule);
        const std::size_t j = std::size_t(find_joint(stage.scene, hit.id).joint);
        const PosedSkeleton& posed = stage.deformer.skeletons()[0];
        const glm::vec3 bind(glm::inverse(posed.world_from_skeleton * posed.skinning[j]) *
                             glm::vec4(hit.point, 1.0f));
        const Joint& joint = stage.scene.nodes[0].skeleton->joints[j];
        const glm::vec3 start(posed.bind[j][3]),
            along = glm::vec3(posed.bind[j] * glm::vec4(joint.extent, 1.0f)) - start;
        const float s =
            std::clamp(glm::dot(bind - start, along) / glm::dot(along, along), 0.0f, 1.0f);
        CHECK(glm::distance(bind, start + s * along) ==
              doctest::Approx(joint.radius).epsilon(5e-3));
        ++found;
      }
    }
  }
  CHECK(found > 100);
}

SOLVED_CASE(
    "a world capsule runs from S W origin to S W e, its radius scaled by the mean length of the "
    "columns of S W B^-1") {
  Dice dice(25);
  SceneMaker maker;
  std::vector<Joint> joints = random_joints(maker, dice, 8);
  joints[2].radius = 0.0f;
  maker.skeleton(joints, dice.affine(0.3f));
  const Stage stage(maker.scene);
  const std::vector<WorldCapsule> capsules = world_capsules(stage.scene, stage.deformer);
  REQUIRE(capsules.size() == joints.size());
  std::vector<glm::mat4> bind, posed;
  for (const Joint& joint : joints) {
    const glm::mat4 parent_bind =
        joint.parent < 0 ? glm::mat4(1.0f) : bind[std::size_t(joint.parent)];
    const glm::mat4 parent_posed =
        joint.parent < 0 ? glm::mat4(1.0f) : posed[std::size_t(joint.parent)];
    bind.push_back(parent_bind * joint.bind_local);
    posed.push_back(parent_posed * joint.bind_local * joint.user_local);
  }
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const glm::mat4 world = stage.scene.nodes[0].local * posed[j];
    CHECK(capsules[j].joint == joints[j].id);
    CHECK(glm::distance(capsules[j].base, glm::vec3(world[3])) < 1e-4f);
    CHECK(glm::distance(capsules[j].tip, glm::vec3(world * glm::vec4(joints[j].extent, 1.0f))) <
          1e-4f);
    const glm::mat3 moved(world * glm::inverse(bind[j]));
    const float mean =
        (glm::length(moved[0]) + glm::length(moved[1]) + glm::length(moved[2])) / 3.0f;
    CHECK(capsules[j].radii.at_origin == doctest::Approx(joints[j].radius * mean).epsilon(1e-3));
  }
}

TEST_CASE(
    "nothing is picked from a viewport without area, in an empty scene, through hidden nodes, or "
    "behind the eye") {
  Stage empty(Scene{});
  empty.picture.show = {};
  CHECK(pick(empty.picture, {10, 10}, {100, 100}, true).empty());
  Stage stage(figure());
  stage.picture.show = {};
  CHECK(pick(stage.picture, {0, 0}, {0, 0}, true).empty());
  stage.picture.camera.target = {0, 0, 20};
  stage.picture.camera.yaw = 3.14159f;
  CHECK(pick(stage.picture, {400, 300}, {800, 600}, true).empty());
  stage.picture.camera = Stage(Scene{}).picture.camera;
  CHECK_FALSE(pick(stage.picture, {400, 300}, {800, 600}, true).empty());
  for (Node& node : stage.scene.nodes) node.visible = false;
  stage.update();
  CHECK(pick(stage.picture, {400, 300}, {800, 600}, true).empty());
}
