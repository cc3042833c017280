// The meters over a motion: each time as if it were measured alone, and the worst of them.
#include "rig/measure/motion_trial.h"

#include <algorithm>

#include "rig/measure_support.h"
#include "rig/playback.h"
#include "scene/keys.h"

namespace marrow::test {

namespace {

/// Turns the upper bone about z, by these degrees at whole seconds.
Motion bend_by(const std::vector<float>& degrees) {
  Motion motion{"bend", {}, {}};
  const MotionTrack rest{kUpper, {0.0f, 1.0f, 0.0f}};
  for (std::size_t k = 0; k < degrees.size(); ++k) {
    const float half = glm::radians(degrees[k]) * 0.5f;
    put_key(motion, rest, MotionProperty::rotation,
            {.seconds = float(k),
             .value = {0.0f, 0.0f, std::sin(half), std::cos(half)},
             .in = {},
             .out = {},
             .shape = KeyShape::linear});
  }
  return motion;
}

bool is_same_sample(const MeterValues& values, const Meters& meters) {
  return is_same(double(values[0]), meters.volume.value, 1e-5) &&
         is_same(double(values[1]), meters.thickness.value, 1e-5) &&
         is_same(double(values[2]), meters.stretch.value, 1e-5) &&
         is_same(double(values[3]), meters.weight_jump.value, 1e-5);
}

const Tasks& textbook() { return tasks_of(Backend::textbook); }

}  // namespace

SOLVED_CASE("each sample equals a fresh measurement at that time") {
  const Scene scene = two_bone_cylinder(21, 20);
  const Motion motion = bend_by({0.0f, 80.0f, -30.0f, 110.0f});
  const std::vector<float> times = {0.0f, 0.4f, 1.0f, 1.7f, 2.9f, 3.0f, 7.0f};
  std::vector<double> shares;
  const std::vector<MotionSample> samples =
      try_motion(scene, kRig, motion, times, textbook(), [&](double share) {
        shares.push_back(share);
        return true;
      });
  REQUIRE(samples.size() == times.size());
  REQUIRE(shares.size() == times.size());
  CHECK(shares.front() == 0.0);
  CHECK(shares.back() == doctest::Approx(6.0 / 7.0));
  const auto stops = [](double share) { return share < 0.4; };
  CHECK(try_motion(scene, kRig, motion, times, textbook(), stops).size() == 3);
  for (const MotionSample& sample : samples) {
    CAPTURE(sample.seconds);
    Measured alone(at_time(scene, motion, sample.seconds), textbook());
    CHECK(is_same_sample(sample.model, alone.model()));
    REQUIRE(sample.joints.size() == 2);
    CHECK(is_same_sample(sample.joints[0], alone.measures.joint(kLower)));
    CHECK(is_same_sample(sample.joints[1], alone.measures.joint(kUpper)));
    REQUIRE(sample.badness.size() == 2);
    Meters bent = graded(alone.measures.joint(kUpper));
    bent.weight_jump = bent.follows = {};
    CHECK(double(sample.badness[1]) == doctest::Approx(badness_of(bent)).epsilon(1e-4));
  }
  // At rest nothing is lost, and the weights are the same at every time.
  CHECK(samples[0].joints[1][0] == doctest::Approx(1.0).epsilon(1e-5));
  CHECK(samples[0].joints[1][2] == doctest::Approx(1.0).epsilon(1e-5));
  for (const MotionSample& sample : samples) CHECK(sample.joints[1][3] == samples[0].joints[1][3]);
}

SOLVED_CASE("the worst time is that of the deepest bend, whatever is sampled around it") {
  const Scene scene = two_bone_cylinder(21, 20, 0.75f, Falloff::linear);
  const Motion motion = bend_by({0.0f, 40.0f, 130.0f, 20.0f});
  std::vector<float> times;
  for (int i = 0; i <= 30; ++i) times.push_back(0.1f * float(i));
  const std::vector<MotionSample> samples = try_motion(scene, kRig, motion, times, textbook());
  const WorstOfMotion worst = worst_of(samples, 1);
  CHECK(worst.joint == 1);
  CHECK(worst.seconds == doctest::Approx(2.0));
  CHECK(worst.badness > 0.4);
  CHECK(badness_of(posed_meters_of(samples[0].joints[1])) < 0.01);
  CHECK_FALSE(std::isnan(worst.values[3]));  // reported, but independent of time
  CHECK(worst.complaint == complaint_of(posed_meters_of(worst.values)));
  for (const MotionSample& sample : samples)
    CHECK(badness_of(posed_meters_of(sample.joints[1])) <= worst.badness);
  const std::vector<WorstOfMotion> all = worst_of_all(samples);
  REQUIRE(all.size() == 2);
  CHECK(all[0].badness >= all[1].badness);
  CHECK(std::max(all[0].joint, all[1].joint) == 1);
}

TEST_CASE(
    "a motion is tried at each of its frames and at its end, or evenly where that is too much") {
  Motion motion = bend_by({0.0f, 10.0f});
  motion.timing.length = 1.05f;
  const std::vector<float> times = trial_times(motion, 10.0, 100);
  REQUIRE(times.size() == 12);
  for (int k = 0; k <= 10; ++k) CHECK(times[std::size_t(k)] == float(double(k) / 10.0));
  CHECK(times.back() == 1.05f);
  motion.timing.length = 1.0f;
  CHECK(trial_times(motion, 10.0, 100).size() == 11);
  const std::vector<float> few = trial_times(motion, 1000.0, 5);
  CHECK(few.size() == 5);
  CHECK(few.front() == 0.0f);
  CHECK(few.back() == 1.0f);
  CHECK(trial_times(Motion{}, 30.0, 5) == std::vector<float>{0.0f});
}

SOLVED_CASE("without a skeleton, a mesh or samples nothing is measured") {
  const Motion motion = bend_by({0.0f, 90.0f});
  const Scene scene = two_bone_cylinder(9, 8);
  const std::vector<MotionSample> none = try_motion(scene, 77, motion, {0.0f, 1.0f}, textbook());
  CHECK(none.size() == 2);
  CHECK(worst_of_all(none).empty());
  Scene bare = scene;
  for (Node& node : bare.nodes) node.mesh = nullptr;
  CHECK(worst_of_all(try_motion(bare, kRig, motion, {0.0f, 1.0f}, textbook())).empty());
  CHECK(worst_of_all({}).empty());
  CHECK(worst_of(none, 5).joint == -1);
}

}  // namespace marrow::test
