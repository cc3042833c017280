// Hurried answers: the last ones. New ones are those of fresh measures.
#include "rig/measure_support.h"

namespace marrow::test {

namespace {

bool is_alike(const Meters& a, const Meters& b) {
  return is_same(a.volume.value, b.volume.value) && is_same(a.thickness.value, b.thickness.value) &&
         is_same(a.stretch.value, b.stretch.value) &&
         is_same(a.weight_jump.value, b.weight_jump.value);
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

SOLVED_CASE("who has no time gets the last answers and is told so; then they are new") {
  Measured measured(two_bone_cylinder(21, 20, 0.6f), tasks_of(Backend::textbook));
  const Meters at_rest = measured.measures.joint(kUpper);
  const Fit fit = measured.measures.fit(kUpper);
  const std::uint32_t bleeding = measured.measures.bleed(kUpper).count;
  bend(measured, 0.9f);
  measured.measures.update(measured.scene, measured.deformer, Measures::Answer::may_be_old);
  CHECK(!measured.measures.gave_old_answers());  // nothing was asked
  CHECK(measured.measures.fit(kUpper).radius == fit.radius);
  CHECK(measured.measures.bleed(kUpper).count == bleeding);
  CHECK(!measured.measures.gave_old_answers());  // a pose does not change them
  CHECK(is_alike(measured.measures.joint(kUpper), at_rest));
  CHECK(measured.measures.gave_old_answers());
  widen(measured, 0.4f);
  measured.measures.update(measured.scene, measured.deformer, Measures::Answer::may_be_old);
  CHECK(is_alike(measured.measures.joint(kUpper), at_rest));
  CHECK(measured.measures.bleed(kUpper).count == bleeding);
  CHECK(measured.measures.gave_old_answers());
  measured.measures.update(measured.scene, measured.deformer);
  CHECK(!measured.measures.gave_old_answers());
  CHECK(is_alike(measured.measures.joint(kUpper), fresh(measured)));
  CHECK(!is_alike(measured.measures.joint(kUpper), at_rest));
  CHECK(!measured.measures.gave_old_answers());
}

SOLVED_CASE("what was never asked is found out for those in a hurry too") {
  Measured measured(two_bone_cylinder(21, 20, 0.6f), tasks_of(Backend::textbook));
  bend(measured, 0.7f);
  measured.measures.update(measured.scene, measured.deformer, Measures::Answer::may_be_old);
  CHECK(is_alike(measured.measures.joint(kUpper), fresh(measured)));
  CHECK(!measured.measures.gave_old_answers());
}

}  // namespace marrow::test
