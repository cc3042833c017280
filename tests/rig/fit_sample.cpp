// Fits of the sample that ships with the program: islands, advice, radii; and fits to the range of
// motion: never worse than before, sides stay equal, locks hold, canceling works.
#include <algorithm>

#include "io/formats.h"
#include "rig/fit/fit.h"
#include "rig/measure/range_of_motion.h"
#include "rig/measure_support.h"

namespace marrow::test {

LAW_CASE(
    "the sample's thin shin leaves 88 vertices, the needed radius takes them, and fitting all "
    "radii keeps it covered") {
  Measured measured(io::load(media() / "human.glb").scene, tasks);
  Id rig = kNoId;
  int node = -1;
  for (std::size_t n = 0; n < measured.scene.nodes.size(); ++n) {
    if (!measured.scene.nodes[n].skeleton) continue;
    rig = measured.scene.nodes[n].id;
    node = int(n);
  }
  REQUIRE(rig != kNoId);
  const auto uncovered = [&] {
    std::uint32_t count = 0;
    for (const DeformedMesh& mesh : measured.deformer.meshes()) count += mesh.coverage.uncovered;
    return count;
  };
  const auto joint_of = [&](Id id) {
    return std::size_t(joint_index(*measured.scene.nodes[std::size_t(node)].skeleton, id));
  };
  CHECK(uncovered() == 88);
  std::size_t listed = 0;
  float needed = 0.0f;
  Id joint = kNoId;
  for (const Island& island : measured.measures.islands(rig)) {
    joint = island.joint;
    CHECK(measured.scene.nodes[std::size_t(node)].skeleton->joints[joint_of(joint)].name ==
          "shin.L");
    listed += island.vertices.size();
    needed = std::max(needed, island.needed_radius);
  }
  CHECK(listed == 88);
  const Advice advice = measured.measures.advice(rig);
  CHECK(advice.cure == Advice::Cure::fit_radius);
  CHECK(advice.joint == joint);
  CHECK(advice.reason.find("88 vertices next to shin.L") == 0);
  Scene sick = measured.scene;
  for (const float radius : {needed, advice.radius}) {
    measured.scene = sick;
    edit_skeleton(measured.scene, node).joints[joint_of(joint)].radius = radius;
    measured.update();
    CHECK(uncovered() == 0);
  }
  std::uint32_t held_wrongly = 0;
  for (const Fit& fit : measured.measures.fit_all(rig)) {
    CHECK(fit.has_skin);
    edit_skeleton(measured.scene, node).joints[joint_of(fit.joint)].radius = fit.radius;
    held_wrongly += fit.bleeding;
  }
  measured.update();
  CHECK(uncovered() <= 6969 / 200);
  std::uint32_t bleeding = 0;
  for (const Joint& one : measured.scene.nodes[std::size_t(node)].skeleton->joints)
    bleeding += measured.measures.bleed(one.id).count;
  CHECK(bleeding == held_wrongly);
}

LAW_CASE(
    "the sample's range-of-motion sheet says that fitting all radii helped, and then that a linear "
    "falloff helps more") {
  Measured measured(io::load(media() / "human.glb").scene, tasks);
  const auto is_rig = [](const Node& each) { return each.skeleton != nullptr; };
  const int node =
      int(std::find_if(measured.scene.nodes.begin(), measured.scene.nodes.end(), is_rig) -
          measured.scene.nodes.begin());
  const Id rig = measured.scene.nodes[std::size_t(node)].id;
  const auto summary = [&] {
    std::size_t uncovered = 0;
    for (const DeformedMesh& mesh : measured.deformer.meshes())
      uncovered += mesh.coverage.uncovered;
    return summary_of(range_of_motion(measured.scene, rig, tasks_of(Backend::fast)),
                      *measured.scene.nodes[std::size_t(node)].skeleton, uncovered, true);
  };
  const auto fit = [&] {
    const std::vector<Fit> fits = measured.measures.fit_all(rig);
    Skeleton& skeleton = edit_skeleton(measured.scene, node);
    for (const Fit& one : fits)
      skeleton.joints[std::size_t(joint_index(skeleton, one.joint))].radius = one.radius;
    measured.update();
  };
  const TrialSummary shipped = summary();
  MESSAGE(summary_words(shipped) << " " << shipped.left);
  CHECK(shipped.remedy == "Fit all radii first.");
  const TrialSummary of_file =
      summary_of(range_of_motion(measured.scene, rig, tasks_of(Backend::fast)),
                 *measured.scene.nodes[std::size_t(node)].skeleton, 0, false);
  CHECK_FALSE(contains(of_file.left, "capsule ends"));
  CHECK(of_file.remedy.empty());
  fit();
  const TrialSummary fitted = summary();
  MESSAGE(summary_words(fitted) << " " << fitted.left);
  CHECK(fitted.score > shipped.score + 2.0);
  CHECK(fitted.poor < shipped.poor);
  edit_skeleton(measured.scene, node).falloff = Falloff::linear;
  measured.update();
  fit();
  const TrialSummary faded = summary();
  MESSAGE(summary_words(faded) << " " << faded.left);
  CHECK(faded.score > fitted.score);
  CHECK(faded.poor < fitted.poor);
}

ENGINE_CASE("a fit to the range of motion is never worse, whatever it begins with") {
  for (const float radius : {0.3f, 0.55f, 0.75f, 1.5f}) {
    CAPTURE(radius);
    const Scene scene = two_bone_cylinder(21, 12, radius);
    const CapsuleFit fit = fit_to_range(scene, kRig, {.metric = Metric::straight});
    REQUIRE(fit.problem.empty());
    const BendScore before = bend_score(scene, kRig),
                    after = bend_score(with_capsules(scene, kRig, fit.capsules), kRig);
    CHECK(after.loss <= before.loss);
    CHECK(after.score >= before.score);
    CHECK(after.uncovered == 0);
    for (std::size_t k = 1; k < fit.curve.size(); ++k) CHECK(fit.curve[k] <= fit.curve[k - 1]);
  }
}

ENGINE_CASE("sides stay equal, locked joints stay, and the falloff that is asked for is kept") {
  Scene scene = two_bone_cylinder(21, 12, 0.55f);
  const CapsuleFit even = fit_to_range(
      scene, kRig, {.falloff = Falloff::linear, .metric = Metric::straight, .sides = {{0, 1}}});
  CHECK(even.capsules.falloff == Falloff::linear);
  CHECK(even.capsules.radii[0].at_origin ==
        doctest::Approx(even.capsules.radii[1].at_origin).epsilon(0.05));
  edit_skeleton(scene, 0).joints[0].locked = true;
  const CapsuleFit locked = fit_to_range(scene, kRig, {.metric = Metric::straight});
  CHECK(locked.capsules.radii[0] == Radii{0.55f, 0.55f});
}

ENGINE_CASE(
    "from bad tapers a fit comes to even capsules, or to others that hold the skin tightly") {
  Scene scene = two_bone_cylinder(21, 12, 0.55f);
  for (Joint& joint : edit_skeleton(scene, 0).joints) joint.set_radii({0.9f, 0.1f});
  for (const bool tapers : {false, true}) {
    CAPTURE(tapers);
    const CapsuleFit fit = fit_to_range(
        scene, kRig, {.tapers = tapers, .falloff = Falloff::linear, .metric = Metric::straight});
    const BendScore before = bend_score(scene, kRig),
                    after = bend_score(with_capsules(scene, kRig, fit.capsules), kRig);
    CHECK(after.loss < before.loss);
    CHECK(after.uncovered == 0);
    for (const Radii& radii : fit.capsules.radii) {
      if (!tapers) CHECK_FALSE(radii.is_tapered());
      CHECK(radii.largest() < 2.5f);  // not until its thin end holds the skin
    }
  }
}

ENGINE_CASE("a fit to a motion bends no worse in its poses, and stops when it is told to") {
  const Scene scene = two_bone_cylinder(21, 12, 0.55f);
  Motion motion{"bend", {}, {}};
  MotionChannel turn{MotionProperty::rotation, Interpolation::linear, {0.0f, 1.0f}, {}};
  turn.values = {0.0f, 0.0f, 0.0f, 1.0f, std::sin(0.7f), 0.0f, 0.0f, std::cos(0.7f)};
  motion.tracks.push_back(
      {.target = kUpper, .translation = {0.0f, 1.0f, 0.0f}, .channels = {turn}});
  const CapsuleFit fit = fit_to_motion(scene, kRig, motion, {.metric = Metric::straight});
  REQUIRE(fit.problem.empty());
  const BendScore before = bend_score(scene, kRig, &motion),
                  after = bend_score(with_capsules(scene, kRig, fit.capsules), kRig, &motion);
  CHECK(after.loss <= before.loss);
  CHECK(after.score >= before.score);
  int calls = 0;
  const CapsuleFit stopped =
      fit_to_motion(scene, kRig, motion, {}, [&](const FitMoment&) { return ++calls < 3; });
  CHECK(stopped.is_stopped);
  CHECK(calls == 3);
}

}  // namespace marrow::test
