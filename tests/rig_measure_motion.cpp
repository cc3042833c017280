// While something is dragged, answers about large meshes wait; at rest they are those of a fresh Measures.
#include "rig_measure_support.h"

namespace marrow::test {

namespace {

bool is_alike(const Meters& a, const Meters& b) {
  return is_same(a.volume.value, b.volume.value) && is_same(a.section.value, b.section.value) &&
         is_same(a.stretch.value, b.stretch.value) && is_same(a.step.value, b.step.value);
}

void bend(Measured& measured, float angle) {
  pose_joint(measured.scene, 1, glm::rotate(glm::mat4(1.0f), angle, glm::vec3(0, 0, 1)));
  measured.deformer.update(measured.scene);
}

void widen(Measured& measured, float radius) {
  edit_skeleton(measured.scene, 0).joints[1].radius = radius;
  measured.deformer.update(measured.scene);
}

Meters fresh(const Measured& measured) {
  Measures measures;
  measures.update(measured.scene, measured.deformer);
  return measures.joint(kUpper);
}

}  // namespace

TEST_CASE("in a drag the answers about a large mesh are the last ones, and they say so; at rest they are new") {
  if (!has_solution()) return skip("meters in motion: rig/solution is not here");
  Measured measured(two_bone_cylinder(210, 200, 0.6f), tasks_of(Backend::textbook));
  REQUIRE(measured.mesh().bind_positions.size() > Measures::kVerticesInMotion);
  const Meters at_rest = measured.measures.joint(kUpper);
  const Fit fit = measured.measures.fit(kUpper);
  const std::uint32_t bleeding = measured.measures.bleed(kUpper).count;
  bend(measured, 0.9f);
  measured.measures.update(measured.scene, measured.deformer, Measures::Motion::is_dragged);
  CHECK(!measured.measures.gave_old_answers());  // nothing was asked
  CHECK(measured.measures.fit(kUpper).radius == fit.radius);
  CHECK(!measured.measures.gave_old_answers());  // a pose does not change it
  CHECK(is_alike(measured.measures.joint(kUpper), at_rest));
  CHECK(measured.measures.gave_old_answers());
  widen(measured, 0.4f);
  measured.measures.update(measured.scene, measured.deformer, Measures::Motion::is_dragged);
  CHECK(is_alike(measured.measures.joint(kUpper), at_rest));
  CHECK(measured.measures.bleed(kUpper).count == bleeding);
  CHECK(measured.measures.gave_old_answers());
  measured.measures.update(measured.scene, measured.deformer);
  CHECK(!measured.measures.gave_old_answers());
  CHECK(is_alike(measured.measures.joint(kUpper), fresh(measured)));
  CHECK(!is_alike(measured.measures.joint(kUpper), at_rest));
  CHECK(!measured.measures.gave_old_answers());
}

TEST_CASE("what was never asked is found out in a drag too, and answers about small meshes never wait") {
  if (!has_solution()) return skip("meters in motion: rig/solution is not here");
  Measured large(two_bone_cylinder(210, 200, 0.6f), tasks_of(Backend::textbook));
  bend(large, 0.7f);
  large.measures.update(large.scene, large.deformer, Measures::Motion::is_dragged);
  CHECK(is_alike(large.measures.joint(kUpper), fresh(large)));
  CHECK(!large.measures.gave_old_answers());

  Measured small(two_bone_cylinder(20, 20, 0.6f), tasks_of(Backend::textbook));
  small.measures.joint(kUpper);
  bend(small, 0.7f);
  small.measures.update(small.scene, small.deformer, Measures::Motion::is_dragged);
  CHECK(is_alike(small.measures.joint(kUpper), fresh(small)));
  CHECK(!small.measures.gave_old_answers());
}

}  // namespace marrow::test
