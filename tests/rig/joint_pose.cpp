// Translation, rotation, scale: composed, taken apart, interpolated, shown as Euler angles.
#include "rig/joint_pose.h"

#include <glm/gtc/constants.hpp>

#include "rig/support.h"

namespace marrow::test {

namespace {

glm::quat random_quaternion(std::mt19937& random) {
  return glm::normalize(glm::quat_cast(glm::mat3(random_rotation(random))));
}

float angle_between(const glm::quat& a, const glm::quat& b) {
  const glm::dquat d =
      glm::normalize(glm::dquat(a)) * glm::conjugate(glm::normalize(glm::dquat(b)));
  return float(2.0 * std::atan2(glm::length(glm::dvec3(d.x, d.y, d.z)), std::abs(d.w)));
}

/// Largest element of the upper-left 3x3.
float largest_linear(glm::mat4 matrix) {
  matrix[3] = glm::vec4(0.0f);
  return largest_element(matrix);
}

}  // namespace

TEST_CASE(
    "a matrix without shear comes apart and together unchanged, mirrored and flattened ones too") {
  for (auto& random : rounds<std::mt19937>(31, 300)) {
    JointPose pose{random_vector(random, 2.0f), random_quaternion(random),
                   glm::vec3(1.2f) + random_vector(random, 1.0f)};
    if (random.round % 3 == 1) pose.scale[random.round % 2] *= -1.0f;
    if (random.round % 5 == 2) pose.scale[random.round % 3] = 0.0f;
    if (random.round % 15 == 7) pose.scale = {0.0f, pose.scale.y, 0.0f};
    const glm::mat4 matrix = compose(pose);
    float shear_lost = 1.0f;
    const JointPose apart = decompose(matrix, &shear_lost);
    CHECK(is_near(compose(apart), matrix, 2e-6f));
    CHECK(shear_lost < 2e-6f);
    CHECK(glm::length(apart.rotation) == doctest::Approx(1.0f));
  }
}

TEST_CASE("positive scales give back the very translation, rotation and scale") {
  for (auto& random : rounds<std::mt19937>(32, 200)) {
    const JointPose pose{random_vector(random, 2.0f), random_quaternion(random),
                         glm::vec3(1.2f) + random_vector(random, 1.0f)};
    const JointPose apart = decompose(compose(pose));
    CHECK(apart.translation == pose.translation);
    CHECK(angle_between(apart.rotation, pose.rotation) < 1e-5f);
    CHECK(is_near(apart.scale, pose.scale, 1e-5f));
  }
}

TEST_CASE("a reflection is one negative scale, on the axis that leaves the least rotation") {
  for (int axis = 0; axis < 3; ++axis) {
    glm::vec3 mirror(1.0f);
    mirror[axis] = -2.0f;
    const JointPose apart = decompose(scaling(mirror));
    CHECK(is_near(apart.scale, mirror, 1e-6f));
    CHECK(angle_between(apart.rotation, glm::quat(1, 0, 0, 0)) < 1e-6f);
  }
}

TEST_CASE("the zero matrix and tiny and huge ones give no NaN") {
  for (const float size : {0.0f, 1e-30f, 1e-12f, 1e12f, 1e30f}) {
    const glm::mat4 matrix = glm::mat4(glm::mat3(rotation(40.0f, {1.0f, 2.0f, 3.0f})) * size);
    float shear_lost = 1.0f;
    const JointPose apart = decompose(matrix, &shear_lost);
    CHECK(is_finite(compose(apart)));
    CHECK(is_near(apart.scale, glm::vec3(size), 1e-6f));
    CHECK(shear_lost < 1e-6f);
  }
}

TEST_CASE("a shear is named, and no rotation and scale near the result fit the matrix better") {
  for (auto& random : rounds<std::mt19937>(33, 60)) {
    const glm::mat4 matrix = glm::mat4(glm::mat3(random_affine(random)));
    float shear_lost = 0.0f;
    const JointPose best = decompose(matrix, &shear_lost);
    const auto misfit = [&](const JointPose& pose) {
      double sum = 0.0;
      const glm::mat4 rest = matrix - compose(pose);
      for (int c = 0; c < 3; ++c) sum += double(glm::dot(rest[c], rest[c]));
      return sum;
    };
    CHECK(shear_lost ==
          doctest::Approx(largest_element(matrix - compose(best)) / largest_linear(matrix))
              .epsilon(0.02));
    for (int step = 0; step < 30; ++step) {
      JointPose other = best;
      other.rotation =
          glm::normalize(glm::quat(1.0f, random_vector(random, 0.02f)) * best.rotation);
      other.scale += random_vector(random, 0.02f);
      CHECK(misfit(best) <= misfit(other) + 1e-6);
    }
  }
}

TEST_CASE(
    "interpolation starts at one pose, ends at the other and turns the short way at even speed") {
  for (auto& random : rounds<std::mt19937>(34, 100)) {
    const JointPose a{random_vector(random, 2.0f), random_quaternion(random),
                      glm::vec3(1.0f) + random_vector(random, 0.5f)};
    JointPose b{random_vector(random, 2.0f), random_quaternion(random),
                glm::vec3(1.0f) + random_vector(random, 0.5f)};
    if (random.round % 2 == 0) b.rotation = -b.rotation;  // the same rotation
    CHECK(is_near(compose(interpolate(a, b, 0.0f)), compose(a), 1e-5f));
    CHECK(is_near(compose(interpolate(a, b, 1.0f)), compose(b), 1e-5f));
    const JointPose middle = interpolate(a, b, 0.5f);
    const float whole = angle_between(a.rotation, b.rotation);
    CHECK(whole <= glm::pi<float>() + 1e-4f);
    CHECK(angle_between(a.rotation, middle.rotation) ==
          doctest::Approx(0.5f * whole).epsilon(0.01));
    CHECK(angle_between(middle.rotation, b.rotation) ==
          doctest::Approx(0.5f * whole).epsilon(0.01));
    const JointPose beyond = interpolate(a, b, 1.25f);
    CHECK(is_near(beyond.translation, a.translation + 1.25f * (b.translation - a.translation),
                  1e-5f));
    CHECK(glm::length(beyond.rotation) == doctest::Approx(1.0f));
  }
}

TEST_CASE("Euler angles give the rotation back, whatever they are to be near to") {
  for (auto& random : rounds<std::mt19937>(35, 500)) {
    glm::vec3 angles = random_vector(random, 3.0f);
    if (random.round % 4 == 0)
      angles.y = glm::half_pi<float>() * (random.round % 8 == 0 ? 1.0f : -1.0f);
    if (random.round % 4 == 1)
      angles.y = glm::half_pi<float>() - 1e-4f * random_number(random, 0.0f, 10.0f);
    const glm::quat rotation_wanted = quat_from_euler(angles);
    const glm::vec3 shown = euler_near(rotation_wanted, random_vector(random, 10.0f));
    CHECK(angle_between(quat_from_euler(shown), rotation_wanted) < 4e-6f);
  }
}

TEST_CASE("R = Rz Ry Rx") {
  const glm::vec3 angles(0.3f, -0.7f, 1.9f);
  const glm::mat4 product = rotation(glm::degrees(angles.z), {0, 0, 1}) *
                            rotation(glm::degrees(angles.y), {0, 1, 0}) *
                            rotation(glm::degrees(angles.x), {1, 0, 0});
  CHECK(is_near(glm::mat4_cast(quat_from_euler(angles)), product, 1e-6f));
}

TEST_CASE(
    "shown Euler angles never jump while a joint turns, past 180 degrees and through both poles") {
  constexpr float kStep = 0.01f;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float held : {0.0f, 0.4f, glm::half_pi<float>(), -glm::half_pi<float>()}) {
      glm::vec3 angles(0.0f), shown(0.0f);
      angles[(axis + 1) % 3] = shown[(axis + 1) % 3] = held;
      for (int step = 0; step < 1400; ++step) {  // more than two turns
        angles[axis] += kStep;
        const glm::vec3 next = euler_near(quat_from_euler(angles), shown);
        CHECK(glm::length(next - shown) < 3.0f * kStep);
        shown = next;
      }
      CHECK(angle_between(quat_from_euler(shown), quat_from_euler(angles)) < 1e-5f);
      const bool turned_at_the_pole =
          axis == 0 && std::abs(held) > 1.5f;  // there x and z share the turn
      if (!turned_at_the_pole) CHECK(is_near(shown, angles, 1e-2f));
    }
  }
}

}  // namespace marrow::test
