// The meters' advice: a cause with its numbers, and a cure that works.
#include "rig/measure_support.h"

namespace marrow::test {

namespace {

using Cure = Advice::Cure;

bool says(const Advice& advice, const std::string& words) {
  return advice.reason.find(words) != std::string::npos;
}

/// Applies the cure as an editor does.
void apply(const Advice& advice, Measured& measured) {
  Skeleton& skeleton = edit_skeleton(measured.scene, 0);
  if (advice.cure == Cure::linear_falloff) skeleton.falloff = Falloff::linear;
  if (advice.cure == Cure::dual_quaternions) skeleton.blend = Blend::dual_quaternion;
  if (advice.cure == Cure::fit_radius) {
    skeleton.joints[std::size_t(joint_index(skeleton, advice.joint))].radius = advice.radius;
  }
  if (advice.cure == Cure::fit_all) {
    for (const Fit& fit : measured.measures.fit_all(kRig))
      skeleton.joints[std::size_t(joint_index(skeleton, fit.joint))].radius = fit.radius;
  }
  measured.update();
}

}  // namespace

LAW_CASE("a rig that is well gets no advice") {
  Measured measured(two_bone_cylinder(161, 24, 0.75f, Falloff::linear), tasks);
  for (const Id asked : {kRig, kLower, kUpper}) {
    CHECK(measured.measures.advice(asked).reason == "");
    CHECK(measured.measures.advice(asked).cure == Cure::none);
  }
}

LAW_CASE("a jump of inverse distance names its number and is cured by the linear falloff") {
  Measured measured(two_bone_cylinder(161, 24), tasks);
  for (const Id asked : {kLower, kUpper, kRig}) {
    const Advice advice = measured.measures.advice(asked);
    CHECK(advice.cure == Cure::linear_falloff);
    CHECK(says(advice, "jumps by 0.40 where"));
    CHECK(says(advice, "inverse distance is 1/r there, not 0"));
  }
  apply(measured.measures.advice(kLower), measured);
  CHECK(measured.measures.joint(kLower).weight_jump.band == Band::good);
  CHECK(measured.measures.advice(kLower).reason == "");
}

LAW_CASE(
    "a hole is counted, laid to the joint whose skin it is, and filled by its cure, whoever is "
    "asked") {
  Scene scene = two_bone_cylinder(161, 24, 0.75f, Falloff::linear);
  edit_skeleton(scene, 0).joints[1].radius = 0.4f;
  for (const Id asked : {kRig, kLower, kUpper}) {
    Measured measured(scene, tasks);
    const Advice advice = measured.measures.advice(asked);
    CHECK(says(advice, std::to_string(measured.mesh().coverage.uncovered) +
                           " vertices next to upper follow no joint"));
    CHECK(advice.cure == Cure::fit_radius);
    CHECK(advice.joint == kUpper);
    apply(advice, measured);
    CHECK(measured.mesh().coverage.uncovered == 0);
  }
  edit_skeleton(scene, 0).joints[0].radius = 0.4f;  // the wall is uncovered
  Measured measured(scene, tasks);
  const Advice advice = measured.measures.advice(kRig);
  CHECK(advice.cure == Cure::fit_all);
  CHECK(says(advice, "islands follow no joint"));
  apply(advice, measured);
  CHECK(measured.mesh().coverage.uncovered == 0);
}

LAW_CASE("where linear weights have no room, a larger radius spreads the jump") {
  Measured measured(two_bone_cylinder(81, 24, 0.51f, Falloff::linear), tasks);
  const double before = measured.model().weight_jump.value;
  for (int turn = 0; turn < 2; ++turn) {
    const Advice advice = measured.measures.advice(kRig);
    CHECK(says(advice, "gives it room"));
    CHECK(advice.cure == Cure::fit_radius);
    CHECK(advice.radius == doctest::Approx(1.4 * 0.5).epsilon(0.01));
    apply(advice, measured);
  }
  CHECK(measured.model().weight_jump.value < 0.3 * before);
}

LAW_CASE("capsules that do not overlap are told, and the thin one is widened") {
  Measured measured(two_bone_cylinder(10, 24, 0.505f),
                    tasks);  // no ring at the joint, and none is held by both
  REQUIRE(measured.mesh().coverage.uncovered == 0);
  const Advice advice = measured.measures.advice(kRig);
  CHECK(says(advice, "straight to"));
  CHECK(says(advice, "do not overlap"));
  CHECK(advice.cure == Cure::fit_radius);
  apply(advice, measured);
  CHECK(measured.model().weight_jump.value < 1.0);
}

LAW_CASE(
    "a twist that collapses under a fitting radius is laid to the blending, under a wide one to "
    "the radius") {
  Scene scene = two_bone_cylinder(161, 24, 0.7f, Falloff::linear);
  pose_joint(scene, 1, rotation(180.0f, {0.0f, 1.0f, 0.0f}));
  Measured fitting(scene, tasks);
  Advice advice = fitting.measures.advice(kUpper);
  CHECK(says(advice, "averages matrices"));
  CHECK(advice.cure == Cure::dual_quaternions);
  const double collapsed = fitting.model().thickness.value;
  apply(advice, fitting);
  CHECK(fitting.model().thickness.value > 0.9);
  CHECK(collapsed < 0.1);
  CHECK_FALSE(says(fitting.measures.advice(kUpper), "averages matrices"));

  edit_skeleton(scene, 0).joints[1].radius = 1.0f;
  Measured wide(scene, tasks);
  advice = wide.measures.advice(kUpper);
  CHECK(advice.cure == Cure::fit_radius);
  CHECK(advice.joint == kUpper);
  CHECK(advice.radius == wide.measures.fit(kUpper).radius);
  CHECK(says(advice, "the capsule's radius is 1 where"));
}

LAW_CASE("of weights that came with the mesh it is said that radii change nothing") {
  Scene scene = two_bone_cylinder(21, 12);
  Mesh mesh = *scene.nodes[1].mesh;
  mesh.weights.emplace();
  mesh.weights->row_begin.assign(1, 0);
  for (const glm::vec3& position : mesh.positions) {
    mesh.weights->joint.push_back(position.y < 1.0f ? kLower : kUpper);
    mesh.weights->weight.push_back(1.0f);
    end_row(*mesh.weights);
  }
  scene.nodes[1].mesh = std::make_shared<const Mesh>(mesh);
  scene.nodes[1].explicit_weights = true;
  Measured measured(scene, tasks);
  const Advice advice = measured.measures.advice(kLower);
  CHECK(says(advice, "changes by 1.00 over one edge"));
  CHECK(says(advice, "radius and falloff change nothing"));
  CHECK(advice.cure == Cure::none);
  CHECK(measured.measures.bleed(kLower).count == 0);
}

// ---- Degenerate scenes

TEST_CASE("whatever is missing, the answers are empty and nothing is said") {
  Measures measures;
  const auto check_empty = [&](Id id) {
    CHECK(std::isnan(measures.model(id).volume.value));
    CHECK(measures.joint(id).weight_jump.band == Band::unknown);
    CHECK(measures.advice(id).reason == "");
    CHECK(measures.islands(id).empty());
    CHECK(measures.bleed(id).count == 0);
    CHECK(!measures.fit(id).has_skin);
    CHECK(measures.connectivity(id).neighbors.empty());
    CHECK(measures.nearest(id).joint.empty());
  };
  check_empty(1);  // never told anything
  Scene scene;
  Deformer deformer = deformed(scene);
  measures.update(scene, deformer);
  check_empty(kNoId);
  check_empty(77);

  scene = bound_scene({}, std::make_shared<const Mesh>());  // no joints, no vertices
  deformer.update(scene);
  measures.update(scene, deformer);
  for (const Id id : {kRig, kSkin}) check_empty(id);
  CHECK(measures.fit_all(kRig).empty());

  scene.nodes.pop_back();
  scene.nodes[0].skeleton = std::make_shared<const Skeleton>(two_bones());  // joints and no mesh
  deformer.update(scene);
  measures.update(scene, deformer);
  CHECK(measures.fit_all(kRig).size() == 2);
  CHECK(measures.fit(kLower).radius == 0.75f);
  CHECK(measures.joint(kUpper).thickness.band == Band::unknown);
  CHECK(measures.advice(kRig).reason == "");
}

TEST_CASE("a mesh without joints is one island that no joint can hold") {
  const Scene scene = bound_scene({}, std::make_shared<const Mesh>(capped_cylinder(5, 6)));
  Deformer deformer = deformed(scene);
  Measures measures;
  measures.update(scene, deformer);
  REQUIRE(measures.islands(kRig).size() == 1);
  CHECK(measures.islands(kRig)[0].joint == kNoId);
  CHECK(measures.islands(kRig)[0].vertices.size() == 32);
  CHECK(measures.nearest(kSkin).joint[0] == -1);
  CHECK(measures.model(kRig).stretch.value == doctest::Approx(1.0));
  CHECK(measures.advice(kRig).reason == "");
}

LAW_CASE(
    "radius 0, bones without length, a collapsed pose and a thousand joints are measured like all "
    "others") {
  Scene scene = two_bone_cylinder(21, 12);
  for (Joint& joint : edit_skeleton(scene, 0).joints)
    joint.radius = 0.0f, joint.extent = glm::vec3(0.0f);
  Measured measured(scene, tasks);
  CHECK(measured.model().weight_jump.value == 0.0);
  CHECK(measured.measures.joint(kLower).weight_jump.band == Band::unknown);
  CHECK(measured.measures.fit(kLower).has_skin);
  apply(measured.measures.advice(kRig), measured);
  CHECK(measured.mesh().coverage.uncovered == 0);

  scene = two_bone_cylinder(21, 12);
  pose_joint(scene, 0, scaling(glm::vec3(0.0f)));
  Measured collapsed(scene, tasks);
  CHECK(collapsed.model().volume.value == doctest::Approx(0.0));
  CHECK(collapsed.model().thickness.value == doctest::Approx(0.0));
  CHECK(collapsed.model().stretch.value == doctest::Approx(0.0));

  Random random(1);
  Measured many(
      bound_scene(
          random_skeleton(random, {.joints = 1000, .roots = 3, .posed = true, .scaled = true}),
          std::make_shared<const Mesh>(capped_cylinder(20, 12))),
      tasks);
  CHECK(many.measures.fit_all(kRig).size() == 1000);
  CHECK(many.model().stretch.band != Band::unknown);
  for (Id id = 100; id < 1100; ++id) many.measures.advice(id);
}

}  // namespace marrow::test
