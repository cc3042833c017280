// Mistakes about centers of rotation: task 9.
#include <algorithm>

#include "course/mistakes.h"

namespace marrow::course {

namespace {

/// The quaternions of the motions with their factors in the sum.
struct TurnSum {
  std::vector<glm::dquat> quaternions;
  std::vector<double> factors;

  glm::dquat sum() const {
    glm::dquat q(0.0, 0.0, 0.0, 0.0);
    for (std::size_t j = 0; j < factors.size(); ++j) q = q + quaternions[j] * factors[j];
    return q;
  }
  glm::dmat3 rotation() const { return glm::mat3_cast(glm::normalize(sum())); }
};

/// With signs relative to the motion `pivot`.
TurnSum turn_sum(const CenterBlend& asked, std::size_t pivot) {
  TurnSum turn;
  for (const glm::mat4& motion : asked.motions)
    turn.quaternions.push_back(glm::quat_cast(glm::dmat3(glm::mat3(motion))));
  for (std::size_t j = 0; j < asked.weights.size(); ++j) {
    const bool is_opposite = glm::dot(turn.quaternions[j], turn.quaternions[pivot]) < 0.0;
    turn.factors.push_back(double(asked.weights[j]) * (is_opposite ? -1.0 : 1.0));
  }
  return turn;
}

glm::dmat3 turn_without_signs(const CenterBlend& asked) {
  TurnSum turn = turn_sum(asked, 0);
  turn.factors.assign(asked.weights.begin(), asked.weights.end());
  return turn.rotation();
}

glm::dmat3 turn_without_weights(const CenterBlend& asked, std::size_t pivot) {
  TurnSum turn = turn_sum(asked, pivot);
  for (double& factor : turn.factors) factor = factor < 0.0 ? -1.0 : 1.0;
  return turn.rotation();
}

/// The sum of w_j T_j (c, w).
glm::dvec3 linearly(const CenterBlend& asked, double w) {
  glm::dvec3 sum(0.0);
  for (std::size_t j = 0; j < asked.motions.size(); ++j)
    sum += double(asked.weights[j]) *
           glm::dvec3(glm::dmat4(asked.motions[j]) * glm::dvec4(glm::dvec3(asked.center), w));
  return sum;
}

glm::dmat4 mean_matrix(const CenterBlend& asked) {
  glm::dmat4 mean(0.0);
  for (std::size_t j = 0; j < asked.motions.size(); ++j)
    mean += double(asked.weights[j]) * glm::dmat4(asked.motions[j]);
  return mean;
}

glm::dmat4 matrix_with(const glm::dmat3& turn, const glm::dvec3& translation) {
  glm::dmat4 matrix(turn);
  matrix[3] = glm::dvec4(translation, 1.0);
  return matrix;
}

/// The translation of the blend of dual quaternions: of 2 dual real*, both over |real|.
glm::dvec3 dual_translation(const CenterBlend& asked, const TurnSum& turn) {
  glm::dquat dual(0.0, 0.0, 0.0, 0.0);
  for (std::size_t j = 0; j < asked.motions.size(); ++j)
    dual = dual + glm::dquat(0.0, glm::dvec3(asked.motions[j][3])) * turn.quaternions[j] *
                      (0.5 * turn.factors[j]);
  const glm::dquat real = turn.sum(),
                   t = dual * glm::conjugate(real) * (2.0 / glm::dot(real, real));
  return {t.x, t.y, t.z};
}

}  // namespace

std::vector<MatrixMistake> center_blend_mistakes(const CenterBlend& asked) {
  constexpr const char* kTranslationsLost =
      "translations are lost: in T_j c the center is the point (x, y, z, 1), and the matrix's last "
      "column is the translation";
  std::vector<MatrixMistake> mistakes{{glm::mat4(1.0f), "nothing is written yet"}};
  const auto add = [&](const glm::dmat4& gives, const char* reason) {
    mistakes.push_back({glm::mat4(gives), reason});
  };
  const std::vector<float>& weights = asked.weights;
  const auto heaviest = std::max_element(weights.begin(), weights.end());
  const std::size_t first = std::size_t(heaviest - weights.begin()),
                    last = std::size_t(weights.rend() -
                                       std::max_element(weights.rbegin(), weights.rend())) -
                           1;
  const glm::dvec3 c(asked.center), moved = linearly(asked, 1.0);
  const TurnSum right = turn_sum(asked, first);
  const glm::dmat3 turn = right.rotation();
  const auto add_turn = [&](const glm::dmat3& wrong, const char* reason) {
    add(matrix_with(wrong, moved - wrong * c), reason);
  };
  const auto add_move = [&](const glm::dvec3& translation, const char* reason) {
    add(matrix_with(turn, translation), reason);
  };
  const glm::dmat4 mean = mean_matrix(asked);
  add(mean, "this is linear blending, the mean of the matrices: it is no rotation");
  add_move(moved, "R c is missing: the translation is sum_j w_j T_j c - R c");
  add_move(moved + turn * c, "R c is taken away, and not added");
  add_move(moved - c, "c itself is taken away: it is R c, the turned center");
  add_move(glm::dvec3(mean[3]), "the center is not used: this is the mean of the translations");
  add_move(dual_translation(asked, right), "the center is not used: this is the blend of task 7");
  add_move(c - turn * c, "the center stays where it is at rest: it goes to sum_j w_j T_j c");
  add_move(linearly(asked, 0.0) - turn * c, kTranslationsLost);
  add_move(glm::dvec3(0.0), kTranslationsLost);
  add_turn(turn_without_signs(asked), "s_j is missing: q and -q are the same turn, and cancel out");
  add_turn(turn_sum(asked, 0).rotation(),
           "s_j goes by the joint of the largest weight, and not by the first");
  add_turn(turn_sum(asked, last).rotation(), "of several largest weights the first decides on s_j");
  add_turn(glm::mat3_cast(right.quaternions[first]),
           "R is the turn of the largest weight alone, and not of the sum");
  add_turn(turn_without_weights(asked, first),
           "the weights are not used in the sum of quaternions");
  add_turn(glm::mat3_cast(right.sum()), "q is not divided by its length");
  add_turn(glm::transpose(turn), "R turns the other way: it is transposed");
  const glm::dmat4 whole = matrix_with(turn, moved - turn * c);
  add(glm::inverse(whole), "this is the inverse motion");
  add(glm::transpose(whole), "the matrix is transposed: the translation is its last column");
  return mistakes;
}

}  // namespace marrow::course
