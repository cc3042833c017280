// Task 7's dual quaternions: the textbook's obey laws and equal the engine's; guarded ones are
// harmless.
#include <cmath>
#include <limits>
#include <stdexcept>

#include "rig/guarded.h"
#include "rig/polar_parts.h"
#include "support.h"
#include "support/matrices.h"

namespace marrow::test {

namespace {

/// A row of one vertex held by joint 0 and joint 1, half and half.
Influences held_half_and_half() {
  Influences influences;
  influences.joint = {0, 1};
  influences.weight = {0.5f, 0.5f};
  influences.end_row();
  return influences;
}

}  // namespace

LAW_CASE("the textbook's dual quaternion is of unit length, and alone it is its motion") {
  for (auto& random : rounds<std::mt19937>(71, 200)) {
    const glm::mat4 rigid = random_rigid(random);
    const DualQuaternion motion = tasks.dual_quaternion(rigid);
    CHECK(std::abs(glm::length(motion.real) - 1.0f) < 1e-6f);
    CHECK(std::abs(glm::dot(motion.real, motion.dual)) < 1e-6f);
    CHECK(largest_difference(tasks.blend_dual_quaternions({motion}, {1.0f}), rigid) < 2e-6f);
    const DualQuaternion opposite{-motion.real, -motion.dual};
    CHECK(largest_difference(tasks.blend_dual_quaternions({motion, opposite}, {0.5f, 0.5f}),
                             rigid) < 2e-6f);
  }
}

LAW_CASE("half way between two motions is as far from the one as from the other") {
  for (auto& random : rounds<std::mt19937>(72, 200)) {
    const glm::mat4 a = random_rigid(random),
                    b = random_rigid(random) * rotation(20.0f, {0.0f, 1.0f, 0.0f});
    const glm::mat4 half = tasks.blend_dual_quaternions(
        {tasks.dual_quaternion(a), tasks.dual_quaternion(b)}, {0.5f, 0.5f});
    CHECK(largest_difference(half * glm::inverse(a) * half, b) < 1e-4f);  // the same motion, twice
  }
}

LAW_CASE("the textbook's blends are those of the engine") {
  for (auto& random : rounds<std::mt19937>(73, 200)) {
    const std::uint32_t count = std::uint32_t(1 + random.round % 5);
    std::vector<PolarParts> parts;
    std::vector<DualQuaternion> motions;
    std::vector<std::uint32_t> joints;
    std::vector<float> weights;
    float sum = 0.0f;
    for (std::uint32_t j = 0; j < count; ++j) {
      const glm::mat4 rigid = random_rigid(random);
      parts.push_back(polar_parts(rigid));
      motions.push_back(tasks.dual_quaternion(rigid));
      joints.push_back(j);
      weights.push_back(random_number(random, 0.05f, 1.0f));
      sum += weights.back();
    }
    for (float& weight : weights) weight /= sum;
    const glm::mat4 engine(blended_motion(parts, joints.data(), weights.data(), count));
    CHECK(largest_difference(tasks.blend_dual_quaternions(motions, weights), engine) < 1e-5f);
  }
}

TEST_CASE("dual quaternions that throw or give no number do no harm and are named, once") {
  Tasks tasks = student::tasks();
  const std::vector<glm::mat4> skinning{glm::mat4(1.0f), translation({0.0f, 2.0f, 0.0f})};
  const std::vector<glm::vec3> positions{{1.0f, 2.0f, 3.0f}}, normals{{0.0f, 0.0f, 1.0f}};
  std::vector<glm::vec3> got, got_normals;
  guarded::Problems problems;
  const auto skin = [&] {
    guarded::skin_by_dual_quaternions(tasks, skinning, held_half_and_half(), positions, normals,
                                      got, got_normals, problems);
  };
  tasks.dual_quaternion = [](const glm::mat4&) -> DualQuaternion {
    throw std::runtime_error("no motion");
  };
  tasks.blend_dual_quaternions = [](const std::vector<DualQuaternion>&, const std::vector<float>&) {
    return glm::mat4(std::numeric_limits<float>::quiet_NaN());
  };
  skin();
  skin();
  CHECK(got == positions);
  CHECK(got_normals == normals);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].starts_with("dual_quaternion: threw an exception: no motion"));
  CHECK(problems[1].starts_with("blend_dual_quaternions: a matrix is not finite"));

  problems.clear();
  tasks.dual_quaternion = [](const glm::mat4&) {
    return DualQuaternion{{std::nanf(""), 0.0f, 0.0f, 0.0f}, {}};
  };
  tasks.blend_dual_quaternions = [](const std::vector<DualQuaternion>& motions,
                                    const std::vector<float>&) {
    return glm::mat4(motions.at(2).real.w);
  };
  skin();
  CHECK(got == positions);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0] == "dual_quaternion: a number is not finite");
  CHECK(problems[1].starts_with("blend_dual_quaternions: threw an exception: "));

  problems.clear();
  tasks.dual_quaternion = nullptr;
  tasks.blend_dual_quaternions = nullptr;
  skin();
  CHECK(got == positions);
  CHECK(problems.size() == 2);
}

}  // namespace marrow::test
