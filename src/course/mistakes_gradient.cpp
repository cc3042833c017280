// Mistakes in gradients of inverse kinematics: task 5.
#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>

#include "course/mistakes.h"

namespace marrow::course {

/// If A changes no lever, some mistakes give the same result. Gives the last mistake the reason of
/// the first one without A that has an equal result.
static void same_reason_if_equal(std::vector<VectorsMistake>& mistakes) {
  const VectorsMistake& last = mistakes.back();
  const auto first = std::find_if(mistakes.begin(), mistakes.end(), [&](const VectorsMistake& one) {
    return one.reason.starts_with("A is missing") &&
           std::equal(one.gives.begin(), one.gives.end(), last.gives.begin(),
                      [](const glm::vec3& a, const glm::vec3& b) {
                        return glm::distance(a, b) < 1e-5f * (1.0f + glm::length(b));
                      });
  });
  mistakes.back().reason = std::string(first->reason);
}

std::vector<VectorsMistake> gradient_mistakes(const std::vector<Slope>& slopes) {
  std::vector<VectorsMistake> mistakes;
  using Axis = const glm::vec3&;
  using Of = const Slope&;
  const auto add = [&](const std::string& reason, const auto& slope_of) {
    VectorsMistake& mistake = mistakes.emplace_back(VectorsMistake{{}, reason});
    for (const Slope& one : slopes) mistake.gives.push_back(slope_of(one));
  };
  /// The slope if `motion` is the tip's motion about an axis.
  const auto by = [](const auto& motion) {
    return [motion](Of one) {
      glm::vec3 result;
      for (int k = 0; k < 3; ++k) result[k] = glm::dot(one.miss, motion(one, glm::mat3(1.0f)[k]));
      return result;
    };
  };
  const auto right = by(
      [](Of one, Axis axis) { return one.a * glm::cross(axis, glm::inverse(one.a) * one.lever); });
  const auto as_if_rigid =
      by([](Of one, Axis axis) { return glm::cross(one.a * axis, one.lever); });
  const std::string formula = ": A (a x A^-1 (tip - o_b))";
  const char* const sign =
      "the sign is wrong: f grows along tip - target, and a x lever is not lever x a";
  add("nothing is written yet, or the pulls of joints below are left out",
      [](Of) { return glm::vec3(0.0f); });
  add(sign, [&](Of one) { return -right(one); });
  add("there is no factor of 2: f has a half in front of its squares",
      [&](Of one) { return 2.0f * right(one); });
  add("there is no factor of 1/2: the half in front of the squares is gone in the slope",
      [&](Of one) { return 0.5f * right(one); });
  add("f grows by this per degree: angles are in radians",
      [&](Of one) { return glm::radians(1.0f) * right(one); });
  add("the angle is taken for degrees: it is in radians already",
      [&](Of one) { return glm::degrees(1.0f) * right(one); });
  // If the parents are at rest, leaving out L_b gives the same result.
  add("A is missing, or L_b is missing in it: the axes are those of the frame S W_p L_b" + formula,
      by([](Of one, Axis axis) { return glm::cross(axis, one.lever); }));
  add("the wrong frame: the axes are those of S W_p L_b, before Ul_b turns them, not those of S "
      "W_b",
      by([](Of one, Axis axis) {
        return one.posed * glm::cross(axis, glm::inverse(one.posed) * one.lever);
      }));
  add("(A a) x (tip - o_b) holds for rigid frames only: under uneven scale it is" +
          formula.substr(1),
      as_if_rigid);
  add("A^-1 is missing: the lever is in the world and the axis in the joint's frame" + formula,
      by([](Of one, Axis axis) { return one.a * glm::cross(axis, one.lever); }));
  add("A is missing: the motion must come back into the world" + formula,
      by([](Of one, Axis axis) { return glm::cross(axis, glm::inverse(one.a) * one.lever); }));
  same_reason_if_equal(mistakes);
  add(sign, [&](Of one) { return -as_if_rigid(one); });
  add("the lever begins at the joint's own origin, o_b, not at the world's",
      by([](Of one, Axis axis) {
        return one.a * glm::cross(axis, glm::inverse(one.a) * one.tip);
      }));
  add("this is tip - target itself: its dot product with the motion of the tip is wanted" + formula,
      [](Of one) { return one.miss; });
  return mistakes;
}

}  // namespace marrow::course
