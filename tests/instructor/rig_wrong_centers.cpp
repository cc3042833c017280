// Misconceptions about centers of rotation, and the checks that show them.
#include <cmath>

#include "rig_wrong.h"

namespace marrow::test {

namespace {

using RowWeights = std::vector<float>;
using Transforms = std::vector<glm::mat4>;

Tasks with_blend_about(glm::mat4 (*blend)(const Transforms&, const RowWeights&, const glm::vec3&)) {
  Tasks wrong = with(&Tasks::blend_about_center, blend);
  return wrong;
}

glm::mat4 turn_and_move(const glm::mat3& turn, const glm::vec3& translation) {
  glm::mat4 matrix(turn);
  matrix[3] = glm::vec4(translation, 1.0f);
  return matrix;
}

std::size_t first_heaviest(const RowWeights& weights) {
  return std::size_t(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

/// The sum of w_j s_j q_j, with signs relative to motion `pivot`.
glm::quat sum_of_turns(const Transforms& motions, const RowWeights& weights, std::size_t pivot,
                       bool has_signs = true) {
  const auto turn_of = [&](std::size_t j) { return glm::quat_cast(glm::mat3(motions[j])); };
  glm::quat sum(0.0f, 0.0f, 0.0f, 0.0f);
  for (std::size_t j = 0; j < motions.size(); ++j) {
    const bool is_opposite = has_signs && glm::dot(turn_of(j), turn_of(pivot)) < 0.0f;
    sum = sum + turn_of(j) * (is_opposite ? -weights[j] : weights[j]);
  }
  return sum;
}

/// The sum of w_j T_j (c, w).
glm::vec3 moved_linearly(const Transforms& motions, const RowWeights& weights, const glm::vec3& c,
                         float w = 1.0f) {
  glm::vec3 sum(0.0f);
  for (std::size_t j = 0; j < motions.size(); ++j)
    sum += weights[j] * glm::vec3(motions[j] * glm::vec4(c, w));
  return sum;
}

/// Declares blend_about_center() by its translation, from the turn, c and where c goes.
#define BLEND_MOVED_BY(...)                                                                      \
  [](auto& motions, auto& weights, auto& c) {                                                    \
    const glm::mat3 turn =                                                                       \
        glm::mat3_cast(glm::normalize(sum_of_turns(motions, weights, first_heaviest(weights)))); \
    [[maybe_unused]] const glm::vec3 goes = moved_linearly(motions, weights, c);                 \
    return turn_and_move(turn, __VA_ARGS__);                                                     \
  }

/// Declares blend_about_center() by its turn.
#define BLEND_TURNED_BY(...)                                                    \
  [](auto& motions, auto& weights, auto& c) {                                   \
    const glm::mat3 turn(__VA_ARGS__);                                          \
    return turn_and_move(turn, moved_linearly(motions, weights, c) - turn * c); \
  }

glm::mat4 linear_mean(const Transforms& motions, const RowWeights& weights) {
  glm::mat4 mean(0.0f);
  for (std::size_t j = 0; j < motions.size(); ++j) mean += weights[j] * motions[j];
  return mean;
}

constexpr const char *kOne = "task9.one_motion", *kHalfWay = "task9.half_way_by_hand",
                     *kUneven = "task9.uneven_weights_by_hand", *kSigns = "task9.heaviest_decides",
                     *kAnyMotions = "task9.any_motions";

}  // namespace

TEST_CASE("wrong: centers of rotation concern the checks of their own task alone") {
  const Tasks wrong = with_blend_about([](auto&, auto&, auto&) { return glm::mat4(9.0f); });
  check_only_from_task(9, wrong);
}

TEST_CASE("wrong: no check of task 9 passes a blend that is always the same") {
  for (const float value : {0.0f, std::nanf(""), -1.0f, 1e10f, 1e30f}) {
    static float given = 0.0f;
    given = value;
    const Tasks wrong = with_blend_about([](auto&, auto&, auto&) { return glm::mat4(given); });
    for (const course::Check& check : course::checks()) {
      CAPTURE(check.name);
      if (check.task == 9) CHECK_FALSE(course::run_check(check, wrong).passed);
    }
  }
}

TEST_CASE("wrong: where a blend about a center goes") {
  check_named_by(with_blend_about(BLEND_MOVED_BY(goes)), {kHalfWay, kOne, kAnyMotions},
                 "R c is missing");
  check_named_by(with_blend_about(BLEND_MOVED_BY(goes + turn * c)), {kHalfWay, kOne, kAnyMotions},
                 "R c is taken away, and not added");
  check_named_by(with_blend_about(BLEND_MOVED_BY(goes - c)), {kHalfWay, kOne, kAnyMotions},
                 "it is R c, the turned center");
  check_named_by(
      with_blend_about(BLEND_MOVED_BY(moved_linearly(motions, weights, glm::vec3(0.0f)))),
      {kHalfWay, kUneven, kAnyMotions}, "mean of the translations");
  check_named_by(with_blend_about(BLEND_MOVED_BY(c - turn * c)), {kHalfWay, kOne, kAnyMotions},
                 "the center stays");
  check_named_by(
      with_blend_about(BLEND_MOVED_BY(moved_linearly(motions, weights, c, 0.0f) - turn * c)),
      {kHalfWay, kOne, kAnyMotions}, "translations are lost");
  check_named_by(with_blend_about(BLEND_MOVED_BY(glm::vec3(0.0f))), {kHalfWay, kOne, kAnyMotions},
                 "translations are lost");
  const Tasks dual = with_blend_about([](auto& motions, auto& weights, auto&) {
    std::vector<DualQuaternion> all;
    for (const glm::mat4& motion : motions)
      all.push_back(solution::tasks().dual_quaternion(motion));
    return solution::tasks().blend_dual_quaternions(all, weights);
  });
  check_named_by(dual, {kHalfWay, kUneven, kAnyMotions}, "the center is not used");
  check_reason(dual, kHalfWay, "this is the blend of task 7");
}

TEST_CASE("wrong: how a blend about a center turns") {
  check_named_by(with_blend_about(BLEND_TURNED_BY(
                     glm::mat3_cast(glm::normalize(sum_of_turns(motions, weights, 0, false))))),
                 {kSigns}, "s_j is missing");
  check_named_by(with_blend_about(BLEND_TURNED_BY(
                     glm::mat3_cast(glm::normalize(sum_of_turns(motions, weights, 0))))),
                 {kSigns}, "and not by the first");
  check_named_by(with_blend_about(BLEND_TURNED_BY([&] {
                   std::size_t k = 0;
                   for (std::size_t j = 1; j < weights.size(); ++j)
                     if (weights[j] >= weights[k]) k = j;
                   return glm::mat3_cast(glm::normalize(sum_of_turns(motions, weights, k)));
                 }())),
                 {kSigns}, "of several largest weights the first");
  check_named_by(with_blend_about(BLEND_TURNED_BY(motions[first_heaviest(weights)])),
                 {kHalfWay, kUneven}, "the largest weight alone");
  check_named_by(with_blend_about(BLEND_TURNED_BY(glm::mat3_cast(glm::normalize(sum_of_turns(
                     motions, RowWeights(weights.size(), 1.0f), first_heaviest(weights)))))),
                 {kUneven}, "the weights are not used");
  check_named_by(with_blend_about(BLEND_TURNED_BY(
                     glm::mat3_cast(sum_of_turns(motions, weights, first_heaviest(weights))))),
                 {kHalfWay, kUneven, kAnyMotions}, "q is not divided by its length");
}

TEST_CASE("wrong: something else than a blend about a center") {
  check_named_by(with_blend_about([](auto& motions, auto& weights, auto&) {
                   return linear_mean(motions, weights);
                 }),
                 {kHalfWay, kUneven, kAnyMotions}, "this is linear blending");
  check_named_by(with_blend_about([](auto&, auto&, auto&) { return glm::mat4(1.0f); }),
                 {kOne, kHalfWay, kUneven, kAnyMotions}, "nothing is written yet");
  check_named_by(with_blend_about(BLEND_TURNED_BY(glm::transpose(
                     glm::mat3(solution::tasks().blend_about_center(motions, weights, c))))),
                 {kHalfWay, kOne}, "R turns the other way");
  check_named_by(with_blend_about([](auto& motions, auto& weights, auto& c) {
                   return glm::inverse(solution::tasks().blend_about_center(motions, weights, c));
                 }),
                 {kHalfWay, kOne}, "this is the inverse motion");
  check_named_by(with_blend_about([](auto& motions, auto& weights, auto& c) {
                   return glm::transpose(solution::tasks().blend_about_center(motions, weights, c));
                 }),
                 {kHalfWay, kOne}, "the matrix is transposed");
}

}  // namespace marrow::test
