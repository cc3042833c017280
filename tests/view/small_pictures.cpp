// A tile of the range-of-motion sheet as data, without GL.
// The content of small pictures of poses.
#include "view/export/small_pictures.h"

#include <memory>

#include "rig/support.h"
#include "support/random_rig.h"
#include "support/support.h"
#include "view/picture/capsule_shape.h"

using namespace marrow;

namespace marrow::test {

namespace {

constexpr Id kTrialLower = 10, kTrialUpper = 11;

Scene cylinder() {
  return bound_scene(bone_pair(kTrialLower, kTrialUpper, 0.75f),
                     std::make_shared<const Mesh>(capped_cylinder(41, 32)));
}

/// A small cylinder next to a wide wall of another joint, on the side `side` (x).
Scene behind_a_wall(float side) {
  Mesh mesh = capped_cylinder(9, 12, 1.0f, 0.1f);
  for (glm::vec3& position : mesh.positions) position.x += 0.3f * side;
  const auto first = std::uint32_t(mesh.positions.size());
  for (const glm::vec2 corner :
       {glm::vec2(-9, -9), glm::vec2(9, -9), glm::vec2(9, 9), glm::vec2(-9, 9)})
    mesh.positions.push_back({0.0f, corner.y, corner.x});
  for (std::uint32_t corner = 0; corner < 4; ++corner) mesh.corner_vertex.push_back(first + corner);
  mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
  Skeleton skeleton;
  skeleton.joints.push_back({.id = kTrialLower,
                             .name = "pipe",
                             .bind_local = translation({0.3f * side, 0, 0}),
                             .extent = {0, 1, 0},
                             .radius = 0.2f});
  skeleton.joints.push_back({.id = kTrialUpper,
                             .name = "wall",
                             .bind_local = translation({0, 20, 0}),
                             .extent = {0, 1, 0},
                             .radius = 0.2f});
  return bound_scene(skeleton, std::make_shared<const Mesh>(std::move(mesh)));
}

struct Shown {
  Scene scene;
  Deformer deformer;
  view::Picture picture;
};

/// The picture points into the result.
std::unique_ptr<Shown> shown(const Scene& scene, const JointTrial& trial) {
  auto result = std::make_unique<Shown>();
  result->scene = moved(scene, trial.worst);
  result->deformer.update(result->scene);
  result->picture = view::picture_of_trial(result->scene, result->deformer, trial);
  return result;
}

JointTrial trial_of(const Scene& scene, Id joint) {
  Deformer deformer;
  Measures measures;
  return try_joint(scene, scene.nodes[0].id,
                   std::size_t(joint_index(*scene.nodes[0].skeleton, joint)), deformer, measures);
}

}  // namespace

TEST_CASE("what the joint moves lies within the picture and fills a good part of it") {
  if (!correct_implementation()) return;
  for (const Id joint : {kTrialLower, kTrialUpper}) {
    const std::unique_ptr<Shown> tile = shown(cylinder(), trial_of(cylinder(), joint));
    const DeformedMesh& mesh = tile->deformer.meshes()[0];
    glm::vec2 low(1e9f), high(-1e9f);
    for (std::size_t i = 0; i < mesh.positions().size(); ++i) {
      float weight = 0.0f;
      for (std::uint32_t k = mesh.influences.row_begin(i); k < mesh.influences.row_end(i); ++k) {
        if (tile->scene.nodes[0].skeleton->joints[mesh.influences.joint[k]].id == joint)
          weight = mesh.influences.weight[k];
      }
      if (weight < 0.05f) continue;
      const Projected at =
          project(tile->picture.camera, image(mesh.world_from_output, mesh.positions()[i]),
                  glm::vec2(1.0f));
      CHECK(at.visible);
      low = glm::min(low, at.pixel);
      high = glm::max(high, at.pixel);
    }
    CHECK(std::min(low.x, low.y) > 0.0f);
    CHECK(std::max(high.x, high.y) < 1.0f);
    CHECK(std::max(high.x - low.x, high.y - low.y) > 0.4f);
  }
}

TEST_CASE("of a root that moves skin through other joints only, all of the skin is shown") {
  if (!correct_implementation()) return;
  Scene scene = cylinder();
  Joint& root = edit_skeleton(scene, 0).joints.front();
  REQUIRE(root.id == kTrialLower);
  root.radius = 0.0f;
  edit_skeleton(scene, 0).joints.back().radius = 100.0f;
  JointTrial trial;
  trial.joint = kTrialLower;
  const std::unique_ptr<Shown> tile = shown(scene, trial);
  const DeformedMesh& mesh = tile->deformer.meshes().front();
  for (const glm::vec3& point : mesh.positions()) {
    const glm::vec4 clip =
        clip_from_view(tile->picture.camera, 1.0f) * view_from_world(tile->picture.camera) *
        glm::vec4(glm::vec3(mesh.world_from_output * glm::vec4(point, 1.0f)), 1.0f);
    CHECK(std::abs(clip.x) <= clip.w);
    CHECK(std::abs(clip.y) <= clip.w);
  }
}

TEST_CASE("only the joint's own capsule is shown, and the colors are its weights") {
  if (!correct_implementation()) return;
  const std::unique_ptr<Shown> tile = shown(cylinder(), trial_of(cylinder(), kTrialUpper));
  CHECK(tile->picture.show.hidden == std::set<Id>{kTrialLower});
  CHECK(tile->picture.show.colors == view::MeshColors::joint_weight);
  CHECK(tile->picture.show.heat_joint == kTrialUpper);
}

TEST_CASE("a ring goes around the worst place, where there is one") {
  if (!correct_implementation()) return;
  JointTrial trial = trial_of(cylinder(), kTrialUpper);
  const EdgePlace place = trial.where;
  REQUIRE(place.mesh == 2);
  const std::unique_ptr<Shown> tile = shown(cylinder(), trial);
  REQUIRE_FALSE(tile->picture.overlay.lines.empty());
  const DeformedMesh& mesh = tile->deformer.meshes()[0];
  const glm::vec3 middle = 0.5f * (mesh.positions()[place.a] + mesh.positions()[place.b]);
  glm::vec3 mean(0.0f);
  const std::vector<glm::vec3>& ring = tile->picture.overlay.lines[0].points;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) mean += ring[i] / float(ring.size() - 1);
  CHECK(is_near(mean, middle, 1e-3f));
  CHECK(is_near(ring.front(), ring.back(), 1e-4f));
  trial.where = {};  // as a volume has it
  CHECK(shown(cylinder(), trial)->picture.overlay.lines.empty());
}

TEST_CASE("the eye stands on the side from which the joint can be seen") {
  if (!correct_implementation()) return;
  for (const float side : {1.0f, -1.0f}) {
    CAPTURE(side);
    const Scene scene = behind_a_wall(side);
    const std::unique_ptr<Shown> tile = shown(scene, trial_of(scene, kTrialLower));
    CHECK(eye_of(tile->picture.camera).x * side > 0.0f);
  }
}

TEST_CASE(
    "the same trial gives the same picture; a joint that is not there, and one that holds nothing, "
    "give a finite camera") {
  if (!correct_implementation()) return;
  const JointTrial trial = trial_of(cylinder(), kTrialUpper);
  CHECK(shown(cylinder(), trial)->picture.camera == shown(cylinder(), trial)->picture.camera);
  for (const Id joint : {Id(4711), kTrialUpper}) {
    Scene scene = cylinder();
    for (Joint& each : edit_skeleton(scene, 0).joints) {
      each.radius = 0.0f;
      each.extent = glm::vec3(0.0f);
    }
    JointTrial other;
    other.joint = joint;
    const std::unique_ptr<Shown> tile = shown(scene, other);
    CHECK(is_finite(eye_of(tile->picture.camera)));
    CHECK(tile->picture.camera.distance > 0.0f);
  }
}

}  // namespace marrow::test

TEST_CASE("a pose's picture shows its skeleton and meshes wherever they hang, and nothing else") {
  Skeleton skeleton;
  Joint joint{.id = 20, .name = "a"};
  skeleton.joints = {joint};
  const auto mesh = std::make_shared<const Mesh>();
  Scene scene;
  scene.nodes = {
      {.id = 1, .name = "hidden group", .visible = false},
      {.id = 2, .name = "group", .parent = 0},
      {.id = 3, .name = "skeleton", .parent = 1, .skeleton = std::make_shared<Skeleton>(skeleton)},
      {.id = 4, .name = "bound", .parent = 1, .mesh = mesh, .bound_to = 3},
      {.id = 5, .name = "other", .parent = 1, .mesh = mesh}};
  const Scene posed = view::scene_of_pose(scene, 3, {});
  CHECK(view::is_shown(posed, 3));
  CHECK(view::is_shown(posed, 4));
  CHECK_FALSE(view::is_shown(posed, 5));
}
