// Fits to posed meshes, on an arm whose capsules and poses are known.
#include <cmath>

#include "rig/fit/fit.h"
#include "rig/measure_support.h"

namespace marrow::test {

namespace {

/// The cylinder around two bones, bent and twisted, as the engine deforms it.
struct PosedArm {
  Scene scene;  ///< at rest, with capsules that are all wrong
  std::vector<PosedSurface> surfaces;
  double size = 0.0;
};

PosedArm posed_arm(const Tasks& tasks, Falloff falloff) {
  const Scene rest = two_bone_cylinder(41, 16, 0.75f, falloff);
  PosedArm arm;
  Deformer deformer(tasks);
  int number = 0;
  for (const glm::vec3& axis : {glm::vec3(1, 0, 0), glm::vec3(0, 0, 1), glm::vec3(0.6f, 0.8f, 0)}) {
    Scene posed = rest;
    pose_joint(posed, 1, rotation(50.0f + 10.0f * float(number), axis));
    pose_joint(posed, 0, rotation(-20.0f, axis));
    deformer.update(posed);
    const DeformedMesh& mesh = *deformer.mesh(kSkin);
    arm.surfaces.push_back({"pose " + std::to_string(++number), {}});
    for (std::size_t v = 0; v < mesh.mesh->positions.size(); ++v)
      arm.surfaces.back().positions.push_back(mesh.positions()[v]);
  }
  arm.size = double(bounds_of(find_node(rest, kSkin)->mesh->positions).diagonal());
  arm.scene = rest;
  Skeleton& forgotten = edit_skeleton(arm.scene, 0);
  for (Joint& joint : forgotten.joints) joint.set_radii({0.6f, 0.6f});
  return arm;
}

}  // namespace

TEST_CASE(
    "posed meshes tell their capsules: far nearer than before, little worse than any weights") {
  const Tasks* tasks = correct_implementation();
  if (!tasks || !has_engine()) return;
  for (const auto& row : kFalloffs) {
    CAPTURE(std::string(row.id));
    const PosedArm arm = posed_arm(*tasks, row.value);
    const CapsuleFit fit = fit_to_meshes(arm.scene, kRig, arm.surfaces,
                                         {.falloff = row.value, .metric = Metric::straight});
    REQUIRE(fit.problem.empty());
    REQUIRE(fit.posed);
    const double before = mesh_error(arm.scene, kRig, *fit.posed),
                 after = mesh_error(with_capsules(arm.scene, kRig, fit.capsules), kRig, *fit.posed),
                 best = posed_error(*fit.posed, fit.posed->best);
    CHECK(after < 0.5 * before);
    CHECK(best <= after + 1e-4 * arm.size);
    CHECK(after < 0.01 * arm.size);
    for (const Radii& radii : fit.capsules.radii) CHECK(std::abs(radii.at_origin - 0.75f) < 0.1f);
  }
}

TEST_CASE(
    "an elbow that stands wrong comes back by posed meshes; the error is never larger for it") {
  const Tasks* tasks = correct_implementation();
  if (!tasks || !has_engine()) return;
  for (const auto& row : kFalloffs) {
    CAPTURE(std::string(row.id));
    PosedArm arm = posed_arm(*tasks, row.value);
    const glm::vec3 off{0.1f, 0.15f, 0.0f}, still{0.0f};
    arm.scene = with_rest_places(
        arm.scene, kRig, displaced(*arm.scene.nodes[0].skeleton, {still, off}, {off, still}));
    FitFreedom freedom{.falloff = row.value, .metric = Metric::straight};
    const CapsuleFit without = fit_to_meshes(arm.scene, kRig, arm.surfaces, freedom);
    freedom.places = true;
    const CapsuleFit with = fit_to_meshes(arm.scene, kRig, arm.surfaces, freedom);
    CHECK(with.choices.front().error <= without.choices.front().error);
    const Scene fitted = with_capsules(arm.scene, kRig, with.capsules);
    MESSAGE(std::string(row.id) << ": " << without.choices.front().error << " -> "
                                << with.choices.front().error);
    CHECK(glm::distance(rest_place(*fitted.nodes[0].skeleton, 1)[3],
                        glm::dvec4(0.0, 1.0, 0.0, 1.0)) < double(glm::length(off)));
  }
}

TEST_CASE("a surface with other vertices is refused in words, and a stop leaves nothing") {
  const Tasks* tasks = correct_implementation();
  if (!tasks || !has_engine()) return;
  PosedArm arm = posed_arm(*tasks, Falloff::linear);
  const CapsuleFit stopped =
      fit_to_meshes(arm.scene, kRig, arm.surfaces, {}, [](const FitMoment&) { return false; });
  CHECK(stopped.is_stopped);
  arm.surfaces.front().positions.pop_back();
  CHECK(fit_to_meshes(arm.scene, kRig, arm.surfaces, {}).problem.find("pose 1 has") == 0);
}

}  // namespace marrow::test
