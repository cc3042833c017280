// Fits to meters: never worse than before, sides stay equal, locks hold, cancelling works.
#include "rig/fit/fit.h"
#include "rig/measure_support.h"

namespace marrow::test {

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
