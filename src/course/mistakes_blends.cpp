// Mistakes in dual quaternions and about centers of rotation: tasks 7 and 9.
#include <algorithm>
#include <functional>

#include "course/mistakes.h"

namespace marrow::course {

namespace {

using Motions = std::vector<DualQuaternion>;
using Weights = std::vector<float>;

/// A quaternion made from x, y, z, w by a constructor that expects w, x, y, z.
glm::dquat with_w_last(const glm::dquat& q) { return {q.x, q.y, q.z, q.w}; }

DualQuaternion in_floats(const glm::dquat& real, const glm::dquat& dual) {
  return {glm::quat(real), glm::quat(dual)};
}

/// The weighted sum of q before the division.
struct DualSum {
  glm::dquat real{0.0, 0.0, 0.0, 0.0}, dual{0.0, 0.0, 0.0, 0.0};
};

/// Computes s_j from dot(real_j, real_k).
using SignRule = std::function<double(double dot)>;
/// Chooses the motion that decides the signs.
using PivotRule = std::function<std::size_t(const Weights&)>;
/// Converts q to a matrix.
using ReadRule = std::function<glm::dmat4(const DualSum&)>;

std::size_t first_largest(const Weights& weights) {
  return std::size_t(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

std::size_t last_largest(const Weights& weights) {
  const auto last = std::max_element(weights.rbegin(), weights.rend());
  return std::size_t(weights.rend() - last) - 1;
}

double sign_of(double dot) { return dot < 0.0 ? -1.0 : 1.0; }

glm::dmat4 rigid_of(const glm::dmat3& rotation, const glm::dvec3& origin) {
  glm::dmat4 motion(rotation);
  motion[3] = glm::dvec4(origin, 1.0);
  return motion;
}

glm::dvec3 vector_part(const glm::dquat& q) { return {q.x, q.y, q.z}; }

/// Rotation and origin of q divided by |real|.
glm::dmat4 motion_of_sum(const DualSum& q) {
  const glm::dquat real = glm::normalize(q.real), dual = q.dual / glm::length(q.real);
  return rigid_of(glm::mat3_cast(real), vector_part(dual * glm::conjugate(real) * 2.0));
}

/// The rotation of q with a wrong origin.
template <typename Origin>
ReadRule with_origin(Origin origin) {
  return [origin](const DualSum& q) {
    const double length = glm::length(q.real);
    const glm::dquat real = q.real / length, dual = q.dual / length;
    return rigid_of(glm::mat3_cast(real), origin(real, dual));
  };
}

/// How to blend motions; the defaults are right.
struct DualRecipe {
  SignRule sign = sign_of;
  SignRule sign_of_dual = nullptr;  ///< none: `sign`
  PivotRule pivot = first_largest;
  ReadRule read = motion_of_sum;
  bool by_weights = true;
};

glm::mat4 blended_by(const DualRecipe& recipe, const Motions& motions, const Weights& weights) {
  const glm::dquat pivot(motions[recipe.pivot(weights)].real);
  DualSum sum;
  for (std::size_t j = 0; j < motions.size(); ++j) {
    const glm::dquat real(motions[j].real), dual(motions[j].dual);
    const double weight = recipe.by_weights ? double(weights[j]) : 1.0 / double(weights.size()),
                 sign = recipe.sign(glm::dot(real, pivot)),
                 dual_sign =
                     recipe.sign_of_dual ? recipe.sign_of_dual(glm::dot(real, pivot)) : sign;
    sum.real = sum.real + real * (weight * sign);
    sum.dual = sum.dual + dual * (weight * dual_sign);
  }
  return glm::mat4(recipe.read(sum));
}

glm::dmat4 matrix_of(const DualQuaternion& motion) {
  return motion_of_sum({glm::dquat(motion.real), glm::dquat(motion.dual)});
}

glm::dmat4 mean_of_matrices(const Motions& motions, const Weights& weights) {
  glm::dmat4 sum(0.0);
  for (std::size_t j = 0; j < motions.size(); ++j)
    sum += double(weights[j]) * matrix_of(motions[j]);
  return sum;
}

/// The right sum, but with a rotation between those of the first two motions.
glm::dmat4 by_slerp(const Motions& motions, const Weights& weights) {
  const glm::dquat pivot(motions[first_largest(weights)].real);
  DualSum sum;
  for (std::size_t j = 0; j < motions.size(); ++j) {
    const double sign = sign_of(glm::dot(glm::dquat(motions[j].real), pivot));
    sum.dual = sum.dual + glm::dquat(motions[j].dual) * (double(weights[j]) * sign);
  }
  sum.real =
      glm::slerp(glm::dquat(motions[0].real), glm::dquat(motions[1].real), double(weights[1]));
  return motion_of_sum(sum);
}

/// Wrong ways to compute the origin of q.
std::vector<std::pair<ReadRule, const char*>> wrong_origins() {
  using Of = const glm::dquat&;
  return {
      {with_origin([](Of real, Of dual) { return vector_part(dual * glm::conjugate(real)); }),
       "the 2 is missing: t is the vector of 2 dual real*"},
      {with_origin([](Of real, Of dual) { return vector_part(dual * real * 2.0); }),
       "dual is multiplied by real and not by real*, glm::conjugate(real)"},
      {with_origin([](Of real, Of dual) { return vector_part(glm::conjugate(real) * dual * 2.0); }),
       "real* is on the left: quaternions do not commute, t is the vector of 2 dual real*"},
      {with_origin([](Of, Of dual) { return vector_part(dual * 2.0); }),
       "dual is not multiplied by real*: t is the vector of 2 dual real*"},
      {with_origin([](Of, Of dual) { return vector_part(dual); }),
       "dual itself is taken for t, which is the vector of 2 dual real*"},
      {with_origin([](Of real, Of dual) {
         const glm::dquat t = dual * glm::conjugate(real) * 2.0;
         return glm::dvec3(t.w, t.x, t.y);
       }),
       "t is x, y, z of 2 dual real*, and not w, x, y"},
      {with_origin([](Of, Of) { return glm::dvec3(0.0); }),
       "the translation is missing: it is the matrix's last column"}};
}

}  // namespace

std::vector<DualQuaternionMistake> dual_quaternion_mistakes(const glm::mat4& rigid) {
  const glm::dquat real = glm::normalize(glm::quat_cast(glm::dmat3(glm::mat3(rigid)))),
                   back = glm::conjugate(real), move(0.0, glm::dvec3(rigid[3])),
                   one(1.0, glm::dvec3(rigid[3])), none(0.0, 0.0, 0.0, 0.0);
  const auto dual_of = [&](const glm::dquat& of) { return move * of * 0.5; };
  const glm::dquat shifted = with_w_last(real), doubled = real * real, one_turn(1.0, 0.0, 0.0, 0.0);
  const char* const no_dual = "dual is 0 though the motion moves: dual = 1/2 (0, t) real";
  const char* const unwritten = "nothing is written yet, or dual is 0: dual = 1/2 (0, t) real";
  return {
      {in_floats(real, none), real == one_turn ? unwritten : no_dual},
      {DualQuaternion(), unwritten},
      {in_floats(real, move * real), "the 1/2 is missing: dual = 1/2 (0, t) real"},
      {in_floats(real, real * move * 0.5),
       "real is on the left: quaternions do not commute, dual = 1/2 (0, t) real"},
      {in_floats(real, move * 0.5), "dual is not multiplied by real: dual = 1/2 (0, t) real"},
      {in_floats(real, with_w_last(move) * real * 0.5),
       "(0, t) has w = 0: glm::quat(w, x, y, z) takes w first"},
      {in_floats(real, one * real * 0.5), "(0, t) has w = 0 and not 1"},
      {in_floats(real, dual_of(back)), "dual is multiplied by real* and not by real"},
      {in_floats(shifted, dual_of(shifted)), "w of real comes first: glm::quat(w, x, y, z)"},
      {in_floats(shifted, dual_of(real)), "w of real comes first: glm::quat(w, x, y, z)"},
      {in_floats(back, glm::conjugate(dual_of(real))), "this is the inverse motion"},
      {in_floats(back, dual_of(back)), "the rotation goes the other way: it is transposed"},
      {in_floats(doubled, dual_of(doubled)),
       "the angle is not halved: a turn by a has w = cos(a / 2)"},
  };
}

std::vector<MatrixMistake> dual_blend_mistakes(const Motions& motions, const Weights& weights) {
  std::vector<MatrixMistake> mistakes{{glm::mat4(1.0f), "nothing is written yet"}};
  const auto add = [&](const glm::dmat4& gives, const char* reason) {
    mistakes.push_back({glm::mat4(gives), reason});
  };
  const auto add_recipe = [&](const char* reason, const DualRecipe& recipe) {
    mistakes.push_back({blended_by(recipe, motions, weights), reason});
  };
  const glm::dmat4 right(blended_by({}, motions, weights)),
      mean = mean_of_matrices(motions, weights);
  add(mean, "this is the mean of the matrices, which is not a rigid motion");
  add(rigid_of(glm::dmat3(right), glm::dvec3(mean[3])),
      "this is the mean of the translations: t is the vector of 2 dual real*");
  add_recipe("s_j is missing: q and -q are the same motion, and cancel out",
             {.sign = [](double) { return 1.0; }});
  add_recipe("s_j is missing in dual: the opposite of a motion is (-real, -dual)",
             {.sign_of_dual = [](double) { return 1.0; }});
  add_recipe("s_j goes by the joint of the largest weight, and not by the first",
             {.pivot = [](const Weights&) { return std::size_t(0); }});
  add_recipe("of several largest weights the first decides on s_j", {.pivot = last_largest});
  add_recipe("s_j is 1 where the product is 0: glm::sign gives 0 there",
             {.sign = [](double dot) { return dot == 0.0 ? 0.0 : sign_of(dot); }});
  add_recipe("s_j is 1 where the product is 0: it is -1 only below",
             {.sign = [](double dot) { return dot > 0.0 ? 1.0 : -1.0; }});
  const std::size_t heaviest = first_largest(weights);
  if (std::none_of(motions.begin(), motions.end(), [&](const DualQuaternion& one) {
        return glm::dot(one.real, motions[heaviest].real) == 0.0f;  // else glm::sign gives this too
      }))
    add(matrix_of(motions[heaviest]), "this is the motion of the largest weight alone");
  if (motions.size() > 1)
    add(by_slerp(motions, weights),
        "R is glm::slerp of two motions: it is that of the sum over all, real / |real|");
  add_recipe("the weights are not used", {.by_weights = false});
  add_recipe("q is not divided by |real|", {.read = [](const DualSum& q) {
               return rigid_of(glm::mat3_cast(q.real),
                               vector_part(q.dual * glm::conjugate(q.real) * 2.0));
             }});
  add_recipe("only real is divided by |real|: dual is too", {.read = [](const DualSum& q) {
               const glm::dquat real = glm::normalize(q.real);
               return rigid_of(glm::mat3_cast(real),
                               vector_part(q.dual * glm::conjugate(real) * 2.0));
             }});
  add_recipe("dual is divided by its own length: both are divided by |real|",
             {.read = [](const DualSum& q) {
               return motion_of_sum({q.real, glm::normalize(q.dual) * glm::length(q.real)});
             }});
  for (const auto& [read, reason] : wrong_origins()) add_recipe(reason, {.read = read});
  add(rigid_of(glm::transpose(glm::dmat3(right)), glm::dvec3(right[3])),
      "the rotation goes the other way: it is that of real, and not of real*");
  add(glm::inverse(right), "this is the inverse motion");
  add(glm::transpose(right), "the matrix is transposed: t is its last column, matrix[3]");
  return mistakes;
}

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

/// The weighted sum of quaternions, with signs relative to the motion `pivot`.
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

/// The translation of the blended dual quaternion: the vector of 2 dual real* / |real|^2.
glm::dvec3 dual_translation(const CenterBlend& asked, const TurnSum& turn) {
  glm::dquat dual(0.0, 0.0, 0.0, 0.0);
  for (std::size_t j = 0; j < asked.motions.size(); ++j)
    dual = dual + glm::dquat(0.0, glm::dvec3(asked.motions[j][3])) * turn.quaternions[j] *
                      (0.5 * turn.factors[j]);
  const glm::dquat real = turn.sum(),
                   t = dual * glm::conjugate(real) * (2.0 / glm::dot(real, real));
  return vector_part(t);
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
  const std::size_t first = first_largest(asked.weights);
  const glm::dvec3 c(asked.center), moved = linearly(asked, 1.0);
  const TurnSum right = turn_sum(asked, first);
  const glm::dmat3 turn = right.rotation();
  const auto add_turn = [&](const glm::dmat3& wrong, const char* reason) {
    add(rigid_of(wrong, moved - wrong * c), reason);
  };
  const auto add_move = [&](const glm::dvec3& translation, const char* reason) {
    add(rigid_of(turn, translation), reason);
  };
  const glm::dmat4 mean = mean_matrix(asked);
  add(mean, "this is linear blending, the mean of the matrices: it is not a rotation");
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
  add_turn(turn_sum(asked, last_largest(asked.weights)).rotation(),
           "of several largest weights the first decides on s_j");
  add_turn(glm::mat3_cast(right.quaternions[first]),
           "R is the turn of the largest weight alone, and not of the sum");
  add_turn(turn_without_weights(asked, first),
           "the weights are not used in the sum of quaternions");
  add_turn(glm::mat3_cast(right.sum()), "q is not divided by its length");
  add_turn(glm::transpose(turn), "R turns the other way: it is transposed");
  const glm::dmat4 whole = rigid_of(turn, moved - turn * c);
  add(glm::inverse(whole), "this is the inverse motion");
  add(glm::transpose(whole), "the matrix is transposed: the translation is its last column");
  return mistakes;
}

}  // namespace marrow::course
