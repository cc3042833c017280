// Bodies measured in the background: the picture meanwhile, and the same rows afterwards.
#include <atomic>
#include <doctest/doctest.h>

#include "rig/body/body.h"
#include "rig/skinning/deformer.h"
#include "rig/support.h"
#include "scene/scene.h"
#include "support/random_rig.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr Id kMeasuredRig = 1, kMeshNode = 2;

/// A cylinder on a random skeleton, which measures through it.
Scene measured_scene(std::uint32_t seed) {
  Random random(seed);
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[0].id = kMeasuredRig;
  scene.nodes[0].name = "rig";
  scene.next_id = 10;
  Skeleton skeleton = random_skeleton(random, {.joints = 5}, scene.next_id);
  scene.next_id += 5;
  skeleton.metric = Metric::body;
  scene.nodes[0].skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  scene.nodes[1].id = kMeshNode;
  scene.nodes[1].name = "skin";
  scene.nodes[1].mesh = std::make_shared<const Mesh>(capped_cylinder(31, 24));
  scene.nodes[1].bound_to = kMeasuredRig;
  return scene;
}

Scene measured_straight(Scene scene) {
  edit_skeleton(scene, 0).metric = Metric::straight;
  return scene;
}

bool has_rows_of(const Deformer& one, const Deformer& other) {
  const Influences &a = one.mesh(kMeshNode)->influences, &b = other.mesh(kMeshNode)->influences;
  if (a.rows.size() != b.rows.size()) return false;
  for (std::size_t v = 0; v < a.rows.size(); ++v) {
    if (a.row_size(v) != b.row_size(v)) return false;
    for (std::uint32_t k = 0; k < a.row_size(v); ++k) {
      const std::uint32_t i = a.row_begin(v) + k, j = b.row_begin(v) + k;
      if (a.joint[i] != b.joint[j] || a.weight[i] != b.weight[j]) return false;
    }
  }
  return true;
}

/// A deformer that measures no body itself.
Deformer waiting(const Scene& scene) {
  Deformer deformer;
  deformer.set_synchronous_work_limit(0);
  deformer.update(scene);
  return deformer;
}

}  // namespace

SOLVED_CASE(
    "a body that waits is measured straight meanwhile; once it is delivered the rows are the "
    "same to the bit") {
  for (const std::uint32_t seed : {1u, 2u}) {
    const Scene scene = measured_scene(seed);
    Deformer deformer = waiting(scene);
    REQUIRE(deformer.body_requests().size() == 1);
    CHECK(deformer.measures_straight_meanwhile());
    CHECK(deformer.body(kMeasuredRig) == nullptr);
    CHECK(has_rows_of(deformer, deformed(measured_straight(scene))));
    const std::shared_ptr<const BodyRequest> request = deformer.body_requests().front();
    CHECK(request->skeleton == kMeasuredRig);
    CHECK(request->work() > 0);
    deformer.set_measured_body(request, measured_body(*request));
    deformer.update(scene);
    CHECK(deformer.body_requests().empty());
    CHECK_FALSE(deformer.measures_straight_meanwhile());
    CHECK(has_rows_of(deformer, deformed(scene)));
    deformer.update(scene);
    CHECK(deformer.body(kMeasuredRig) != nullptr);
  }
}

SOLVED_CASE("radii that change while a body is measured do not ask for another one") {
  Scene scene = measured_scene(4);
  Deformer deformer = waiting(scene);
  const std::shared_ptr<const BodyRequest> request = deformer.body_requests().front();
  Joint& joint = edit_skeleton(scene, 0).joints[1];
  joint.set_radii({joint.radius * 1.7f, joint.radius * 1.7f});
  deformer.update(scene);
  REQUIRE(deformer.body_requests().size() == 1);
  CHECK(deformer.body_requests().front()->has_distances_of(*request));
  deformer.set_measured_body(request, measured_body(*request));
  deformer.update(scene);
  CHECK(deformer.body_requests().empty());
  CHECK(has_rows_of(deformer, deformed(scene)));
}

SOLVED_CASE(
    "a body of other bones is not taken, and one that is no longer wanted changes nothing") {
  Scene scene = measured_scene(5);
  Deformer deformer = waiting(scene);
  const std::shared_ptr<const BodyRequest> request = deformer.body_requests().front();
  edit_skeleton(scene, 0).joints[1].extent *= 1.5f;
  deformer.set_measured_body(request, measured_body(*request));
  deformer.update(scene);
  REQUIRE(deformer.body_requests().size() == 1);
  CHECK_FALSE(deformer.body_requests().front()->has_distances_of(*request));
  CHECK(deformer.measures_straight_meanwhile());
  const Scene straight = measured_straight(scene);
  deformer.set_measured_body(request, measured_body(*request));
  deformer.update(straight);
  CHECK(deformer.body_requests().empty());
  CHECK_FALSE(deformer.measures_straight_meanwhile());
  CHECK(has_rows_of(deformer, deformed(straight)));
}

SOLVED_CASE(
    "a measurement stops wherever it is asked to, tells shares, and then another one works") {
  const Scene scene = measured_scene(6);
  Deformer deformer = waiting(scene);
  const BodyRequest request = *deformer.body_requests().front();
  std::atomic<int> asked = 0;
  measured_body(request, [&](double share) {
    ++asked;
    return share >= 0.0 && share <= 1.0;
  });
  CHECK(asked > 4 * int(request.bones.size()));  // inside a bone too
  for (int last = 0; last < asked; last += std::max(1, asked / trials(7))) {
    std::atomic<int> so_far = 0;
    const BodyMeasured stopped = measured_body(request, [&](double) { return so_far++ < last; });
    CHECK(stopped.body == nullptr);
    CHECK(stopped.fields.empty());
  }
  const BodyMeasured whole = measured_body(request);
  CHECK(whole.body != nullptr);
  CHECK(whole.fields.size() == request.bones.size());
}
