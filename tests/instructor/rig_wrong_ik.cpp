// Misconceptions about the gradient of inverse kinematics, and the checks that show them.
#include "rig_wrong.h"

namespace marrow::test {

namespace {

using Vectors = std::vector<glm::vec3>;

/// The inputs of a wrong implementation: of joint b and of one pull.
struct ChainPlace {
  glm::mat3 a, posed, parent;  // of S W_p L, of S W, of S W_p
  glm::vec3 lever, miss, tip;
  float weight;
};

/// The textbook's loops with a motion of the tip, and a share of each pull, of their own.
template <typename Motion>
Vectors gradient(const Skeleton& skeleton, const Matrices& posed, const glm::mat4& world,
                 const std::vector<IkPull>& pulls, const std::vector<int>& free, Motion slope) {
  Vectors result;
  for (const int b : free) {
    const Joint& joint = skeleton.joints[std::size_t(b)];
    const glm::mat4 parent = joint.parent < 0 ? world : posed[std::size_t(joint.parent)];
    glm::vec3 sum(0.0f);
    for (const IkPull& pull : pulls) {
      if (!is_in_subtree(skeleton, b, pull.joint)) continue;
      const glm::vec3 tip(posed[std::size_t(pull.joint)] * glm::vec4(pull.end, 1.0f));
      const ChainPlace place{glm::mat3(parent * joint.bind_local),
                             glm::mat3(posed[std::size_t(b)]),
                             glm::mat3(parent),
                             tip - glm::vec3(posed[std::size_t(b)][3]),
                             tip - pull.target,
                             tip,
                             pull.weight};
      for (int k = 0; k < 3; ++k) sum[k] += slope(place, glm::mat3(1.0f)[k]);
    }
    result.push_back(sum);
  }
  return result;
}

glm::vec3 motion(const ChainPlace& at, const glm::vec3& axis) {
  return at.a * glm::cross(axis, glm::inverse(at.a) * at.lever);
}

/// Declares an implementation with this slope of a pull.
#define GRADIENT_WITH(expression)                                                 \
  [](const Skeleton& skeleton, const Matrices& posed, const glm::mat4& world,     \
     const std::vector<IkPull>& pulls, const std::vector<int>& free) {            \
    return gradient(skeleton, posed, world, pulls, free,                          \
                    [](const ChainPlace& at, auto& axis) { return expression; }); \
  }

}  // namespace

TEST_CASE("wrong: the gradient has the opposite sign") {
  Tasks wrong = solution::tasks();
  wrong.ik_gradient = GRADIENT_WITH(at.weight * glm::dot(-at.miss, motion(at, axis)));
  check_caught(wrong,
               {"task5.gradient_by_hand", "task5.slopes_of_rigid_chains", "task5.arm_reaches"},
               "the sign is wrong");
  check_reason(wrong, "task5.slopes_under_uneven_scale", "the sign is wrong");
  check_only_from_task(5, wrong);
}

TEST_CASE("wrong: the gradient without A: axes of the world") {
  Tasks wrong = solution::tasks();
  wrong.ik_gradient = GRADIENT_WITH(at.weight * glm::dot(at.miss, glm::cross(axis, at.lever)));
  check_caught(wrong,
               {"task5.axes_of_the_joint", "task5.slopes_of_rigid_chains",
                "task5.slopes_under_uneven_scale"},
               "A is missing");
}

TEST_CASE("wrong: the gradient without L: axes of the parent") {
  Tasks wrong = solution::tasks();
  wrong.ik_gradient = GRADIENT_WITH(
      at.weight *
      glm::dot(at.miss, at.parent * glm::cross(axis, glm::inverse(at.parent) * at.lever)));
  check_caught(wrong, {"task5.axes_of_the_joint", "task5.slopes_of_rigid_chains"},
               "L_b is missing in it");
}

TEST_CASE("wrong: the gradient in the frame of W, after Ul") {
  Tasks wrong = solution::tasks();
  wrong.ik_gradient = GRADIENT_WITH(
      at.weight *
      glm::dot(at.miss, at.posed * glm::cross(axis, glm::inverse(at.posed) * at.lever)));
  check_caught(wrong, {"task5.axes_of_the_joint", "task5.slopes_of_rigid_chains"},
               "the wrong frame");
}

TEST_CASE(
    "wrong: (A a) x lever, as for rigid frames; the motion without A^-1 or not brought back by A") {
  Tasks wrong = solution::tasks();
  wrong.ik_gradient =
      GRADIENT_WITH(at.weight * glm::dot(at.miss, glm::cross(at.a * axis, at.lever)));
  check_caught(wrong, {"task5.slopes_under_uneven_scale"}, "rigid frames only");
  wrong.ik_gradient =
      GRADIENT_WITH(at.weight * glm::dot(at.miss, at.a * glm::cross(axis, at.lever)));
  check_caught(wrong, {"task5.slopes_of_rigid_chains"});
  check_named(wrong, "A^-1 is missing");
  wrong.ik_gradient =
      GRADIENT_WITH(at.weight * glm::dot(at.miss, glm::cross(axis, glm::inverse(at.a) * at.lever)));
  check_caught(wrong, {"task5.slopes_of_rigid_chains"});
  check_named(wrong, "come back into the world");
}

TEST_CASE(
    "wrong: the lever begins at the world's origin; a factor of 2; weights left out or squared") {
  Tasks wrong = solution::tasks();
  wrong.ik_gradient = GRADIENT_WITH(
      at.weight * glm::dot(at.miss, at.a * glm::cross(axis, glm::inverse(at.a) * at.tip)));
  check_caught(wrong, {"task5.lever_from_the_origin", "task5.slopes_of_rigid_chains"},
               "joint's own origin");
  wrong.ik_gradient = GRADIENT_WITH(2.0f * at.weight * glm::dot(at.miss, motion(at, axis)));
  check_caught(wrong, {"task5.gradient_by_hand"}, "factor of 2");
  wrong.ik_gradient = GRADIENT_WITH(glm::dot(at.miss, motion(at, axis)));
  check_caught(wrong, {"task5.several_pulls"}, "weights are left out");
  wrong.ik_gradient = GRADIENT_WITH(at.weight * at.weight * glm::dot(at.miss, motion(at, axis)));
  check_reason(wrong, "task5.several_pulls", "squared");
}

TEST_CASE("wrong: every joint is moved by every pull; one vector a joint; only the last pull") {
  Tasks wrong = with(&Tasks::ik_gradient, [](auto&, auto& posed, auto&, auto& pulls, auto& free) {
    Vectors result;
    for (const int b : free) {
      glm::vec3 sum(0.0f);
      for (const IkPull& pull : pulls) {
        const glm::vec3 tip(posed[std::size_t(pull.joint)] * glm::vec4(pull.end, 1.0f));
        for (int k = 0; k < 3; ++k)
          sum[k] +=
              glm::dot(tip - pull.target,
                       glm::cross(glm::mat3(1.0f)[k], tip - glm::vec3(posed[std::size_t(b)][3])));
      }
      result.push_back(sum);
    }
    return result;
  });
  check_caught(wrong, {"task5.only_joints_above"}, "moves nothing");
  wrong.ik_gradient = [](auto& skeleton, auto& posed, auto& world, auto& pulls, auto&) {
    std::vector<int> all;
    for (int j = 0; j < int(skeleton.joints.size()); ++j) all.push_back(j);
    return solution::tasks().ik_gradient(skeleton, posed, world, pulls, all);
  };
  check_caught(wrong, {"task5.order_of_free"});
  check_named(wrong, "wrong size");
  wrong.ik_gradient = [](auto& skeleton, auto& posed, auto& world, auto& pulls, auto& free) {
    const std::vector<IkPull> last(pulls.empty() ? pulls.end() : pulls.end() - 1, pulls.end());
    return solution::tasks().ik_gradient(skeleton, posed, world, last, free);
  };
  check_caught(wrong, {"task5.several_pulls"}, "only the last pull");
}

}  // namespace marrow::test
