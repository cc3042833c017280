// Trials of every joint: motions, badness, order; nothing else moves.
#include "rig/measure/range_of_motion.h"

#include <algorithm>

#include "rig/support.h"
#include "support/random_rig.h"

namespace marrow::test {

namespace {

constexpr Id kLowerTried = 10, kUpperTried = 11, kIdleTried = 12;

/// A cylinder of radius 0.5 on two bones, and a joint far away that holds nothing.
Scene cylinder(float radius) {
  Skeleton skeleton = bone_pair(kLowerTried, kUpperTried, radius);
  skeleton.joints.push_back({.id = kIdleTried,
                             .name = "idle",
                             .parent = 1,
                             .bind_local = translation({0, 20, 0}),
                             .extent = {0, 1, 0},
                             .radius = radius});
  return bound_scene(skeleton, std::make_shared<const Mesh>(capped_cylinder(41, 32)));
}

Meters meters_of(double volume, double thickness, double stretch, double weight_jump) {
  Meters meters;
  meters.volume.value = volume;
  meters.thickness.value = thickness;
  meters.stretch.value = stretch;
  meters.weight_jump.value = weight_jump;
  return meters;
}

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE(
    "a joint is flexed about an axis across its bone and twisted about the bone, a quarter turn "
    "both ways") {
  for (auto& random : rounds<std::mt19937>(600, 50)) {
    const Skeleton skeleton = random_skeleton(random, 3);
    const Joint& joint = skeleton.joints[1];
    const std::vector<JointMotion> motions = motions_of(skeleton, 1);
    REQUIRE(motions.size() == 4);
    for (const JointMotion& motion : motions) CHECK(motion.joint == joint.id);
    CHECK(motions[0].name == "flex +90");
    CHECK(motions[1].name == "flex -90");
    CHECK(motions[2].name == "twist +90");
    CHECK(motions[3].name == "twist -90");
    for (const JointMotion& motion :
         motions) {  // Ul' = R Ul with a quarter turn R: R^4 = I, R != I
      const glm::mat4 turn = motion.user_local * glm::inverse(joint.user_local);
      CHECK(is_near(turn * turn * turn * turn, glm::mat4(1.0f), 1e-4f));
      CHECK_FALSE(is_near(turn * turn, glm::mat4(1.0f), 0.1f));
      const bool keeps_the_bone = is_near(image(turn, joint.extent), joint.extent, 1e-3f);
      CHECK(keeps_the_bone == (motion.name[0] == 't'));
    }
    CHECK(is_near(motions[0].user_local * glm::inverse(joint.user_local) * motions[1].user_local,
                  joint.user_local, 1e-3f));
    // the axis of the flex is x or z, whichever is further from the bone
    const glm::mat4 flex = motions[0].user_local * glm::inverse(joint.user_local);
    const glm::vec3 axis = std::abs(joint.extent.x) <= std::abs(joint.extent.z)
                               ? glm::vec3(1, 0, 0)
                               : glm::vec3(0, 0, 1);
    CHECK(is_near(image(flex, axis), axis, 1e-3f));
  }
}

TEST_CASE("a bone of no length twists about y and flexes about x") {
  Skeleton skeleton;
  skeleton.joints.push_back({.id = 10, .name = "point"});
  const std::vector<JointMotion> motions = motions_of(skeleton, 0);
  CHECK(is_near(motions[0].user_local, rotation(90.0f, {1, 0, 0})));
  CHECK(is_near(motions[3].user_local, rotation(-90.0f, {0, 1, 0})));
}

TEST_CASE(
    "badness is the worst of the five meters against its limit, and the complaint names that one") {
  CHECK(badness_of(meters_of(1.0, 1.0, 1.0, 0.0)) == 0.0);
  CHECK(badness_of(meters_of(0.6, 0.9, 1.3, 0.1)) == doctest::Approx(1.0));
  CHECK(complaint_of(meters_of(0.6, 0.9, 1.3, 0.1)) == "volume 60.0 %");
  CHECK(badness_of(meters_of(1.8, 0.9, 1.3, 0.1)) == doctest::Approx(2.0));
  CHECK(complaint_of(meters_of(1.8, 0.9, 1.3, 0.1)) == "volume 180.0 %");
  CHECK(badness_of(meters_of(0.97, 0.42, 1.3, 0.1)) == doctest::Approx(1.16));
  CHECK(complaint_of(meters_of(0.97, 0.42, 1.3, 0.1)) == "thickness 0.42");
  CHECK(badness_of(meters_of(0.97, 0.9, 17.0, 0.1)) == doctest::Approx(2.0));
  CHECK(complaint_of(meters_of(0.97, 0.9, 17.0, 0.1)) == "stretch 17.0\u00d7");
  CHECK(badness_of(meters_of(0.97, 0.9, 1.3, 0.6)) == doctest::Approx(0.6 / 0.45));
  CHECK(complaint_of(meters_of(0.97, 0.9, 1.3, 0.6)) == "weight jump 0.60");
  Meters stays = meters_of(0.97, 0.9, 1.3, 0.1);
  stays.follows.value = 0.1;
  CHECK(badness_of(stays) == doctest::Approx(1.2));
  CHECK(complaint_of(stays) == "follows 0.10");
}

TEST_CASE("a meter that measures nothing does not count, and none at all is no complaint") {
  CHECK(badness_of(meters_of(kNothing, kNothing, kNothing, 0.15)) == doctest::Approx(1.0 / 3.0));
  CHECK(complaint_of(meters_of(kNothing, kNothing, kNothing, 0.15)) == "weight jump 0.15");
  CHECK(badness_of(meters_of(1.0, 1.5, 0.5, kNothing)) == 0.0);  // wider and shorter is not bad
  CHECK(badness_of({}) == 0.0);
  CHECK(complaint_of({}).empty());
  CHECK(lines_of({})[1].first == "thickness \u2013");
}

TEST_CASE("the place of a complaint is that of the meter that decides") {
  Meters meters = meters_of(0.97, 0.9, 7.0, 0.1);
  meters.stretch.where = {2, 4, 5};
  meters.weight_jump.where = {2, 8, 9};
  CHECK(where_of(meters) == EdgePlace{2, 4, 5});
  meters.weight_jump.value = 1.0;
  CHECK(where_of(meters) == EdgePlace{2, 8, 9});
  meters.volume.value = 3.0;
  CHECK(where_of(meters) == EdgePlace{});
}

TEST_CASE("the five meters in words keep their order and their bands") {
  Meters meters = meters_of(0.82, 0.42, 5.234, 0.4);
  meters.thickness.band = Band::poor;
  const std::vector<std::pair<std::string, Band>> lines = lines_of(meters);
  REQUIRE(lines.size() == 5);
  CHECK(lines[0].first == "volume 82.0 %");
  CHECK(lines[1].first == "thickness 0.42");
  CHECK(lines[1].second == Band::poor);
  CHECK(lines[2].first == "stretch 5.2\u00d7");
  CHECK(lines[3].first == "weight jump 0.40");
  CHECK(lines[4].first == "follows \u2013");
}

SOLVED_CASE(
    "the candy wrapper is found: a fat cylinder's upper joint is worst when twisted, by its "
    "thickness") {
  Scene scene = cylinder(1.5f);
  edit_skeleton(scene, 0).falloff = Falloff::linear;  // no tear, so that the twist decides
  edit_skeleton(scene, 0).joints[1].user_local =
      rotation(60.0f, {0, 1, 0});  // and from a pose twisted already
  const std::vector<JointTrial> trials = range_of_motion(scene, 1, *correct_implementation());
  const auto upper = std::find_if(trials.begin(), trials.end(), [](const JointTrial& trial) {
    return trial.joint == kUpperTried;
  });
  REQUIRE(upper != trials.end());
  CHECK(upper->worst.name == "twist +90");
  CHECK(upper->meters.thickness.value < 0.5);
  CHECK(upper->badness > 1.0);
}

LAW_CASE(
    "trials come worst first, joints that hold nothing are left out, and the same scene gives the "
    "same sheet") {
  const Scene scene = cylinder(0.75f);
  const Scene before = scene;
  const Skeleton skeleton = *scene.nodes[0].skeleton;
  const std::vector<JointTrial> trials = range_of_motion(scene, 1, tasks);
  REQUIRE(trials.size() == 2);
  for (const JointTrial& trial : trials) {
    CHECK(trial.joint != kIdleTried);
    CHECK(trial.worst.joint == trial.joint);
    CHECK(trial.badness == badness_of(trial.meters));
    CHECK(trial.complaint == complaint_of(trial.meters));
  }
  CHECK(trials[0].joint ==
        kUpperTried);  // the lower one is the root: nothing stays behind when it turns
  CHECK(trials[0].badness >= trials[1].badness);
  CHECK(scene == before);
  CHECK(*scene.nodes[0].skeleton == skeleton);

  const std::vector<JointTrial> again = range_of_motion(scene, 1, tasks);
  REQUIRE(again.size() == trials.size());
  for (std::size_t i = 0; i < trials.size(); ++i) {
    CHECK(again[i].joint == trials[i].joint);
    CHECK(again[i].worst.name == trials[i].worst.name);
    CHECK(again[i].badness == trials[i].badness);
  }
}

LAW_CASE("random rigs: sorted, and each trial's meters are those of its motion") {
  for (auto& random : seeds<std::mt19937>(700, 710)) {
    const Scene scene = bound_scene(random_skeleton(random, 5),
                                    std::make_shared<const Mesh>(capped_cylinder(12, 10)));
    const std::vector<JointTrial> trials = range_of_motion(scene, 1, tasks);
    for (std::size_t i = 0; i < trials.size(); ++i) {
      if (i > 0) CHECK(trials[i].badness <= trials[i - 1].badness);
      const Scene bent = moved(scene, trials[i].worst);
      Deformer deformer = deformed(bent, tasks);
      Measures measures;
      measures.update(bent, deformer);
      CHECK(badness_of(measures.joint(trials[i].joint)) == doctest::Approx(trials[i].badness));
    }
  }
}

TEST_CASE("a node without a skeleton, or a missing node, has no trials") {
  const Scene scene = cylinder(0.75f);
  CHECK(range_of_motion(scene, 2, tasks_of(Backend::fast)).empty());
  CHECK(range_of_motion(scene, 4711, tasks_of(Backend::fast)).empty());
  Deformer deformer;
  Measures measures;
  CHECK(try_joint(scene, 1, 99, deformer, measures).joint == kNoId);
  JointMotion nobodys;
  nobodys.joint = 4711;
  CHECK(moved(scene, nobodys) == scene);
}

}  // namespace marrow::test
