// Mistakes about centers of rotation: task 9.
#include <algorithm>
#include <cmath>

#include "course/mistakes.h"

namespace marrow::course {

namespace {

constexpr double kSigma = 0.1;

/// The weights of two joints in both rows.
struct FourWeights {
  double a_j, a_k, b_j, b_k;

  double product() const { return a_j * a_k * b_j * b_k; }
  double apart() const { return a_j * b_k - a_k * b_j; }
};

double like(double apart) { return std::exp(-apart * apart / (kSigma * kSigma)); }
double right_term(const FourWeights& w) { return w.product() * like(w.apart()); }
bool both_ways(std::size_t j, std::size_t k) { return j != k; }

/// A formula for similarity; the defaults are right.
struct SimilarityRecipe {
  const char* reason = "";
  double (*term)(const FourWeights&) = right_term;
  bool (*counts)(std::size_t j, std::size_t k) = both_ways;
};

double similar_by(const SimilarityRecipe& recipe, const std::vector<float>& a,
                  const std::vector<float>& b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j)
    for (std::size_t k = 0; k < a.size(); ++k)
      if (recipe.counts(j, k))
        sum += recipe.term({double(a[j]), double(a[k]), double(b[j]), double(b[k])});
  return sum;
}

using Four = const FourWeights&;
constexpr SimilarityRecipe kWrongSimilarities[] = {
    {.reason = "nothing is written yet", .term = [](Four) { return 0.0; }},
    {.reason = "each two joints count twice, as (j, k) and as (k, j)",
     .counts = [](std::size_t j, std::size_t k) { return j < k; }},
    {.reason = "j and k are two joints: j == k does not count",
     .counts = [](std::size_t, std::size_t) { return true; }},
    {.reason = "k goes over all joints, and not only over the next one",
     .counts = [](std::size_t j, std::size_t k) { return j + 1 == k; }},
    {.reason = "k goes over all joints, and not only over the next one",
     .counts = [](std::size_t j, std::size_t k) { return j + 1 == k || k + 1 == j; }},
    {.reason =
         "the exponential is missing, or its exponent is not divided by sigma^2: rows that are not "
         "alike count as much",
     .term = [](Four w) { return w.product(); }},
    {.reason = "the product a_j a_k b_j b_k is missing",
     .term = [](Four w) { return like(w.apart()); }},
    {.reason = "the product has four weights: a_j a_k b_j b_k",
     .term = [](Four w) { return w.a_j * w.a_k * like(w.apart()); }},
    {.reason = "the product has four weights: a_j a_k b_j b_k",
     .term = [](Four w) { return w.b_j * w.b_k * like(w.apart()); }},
    {.reason = "the product has four weights: a_j a_k b_j b_k",
     .term = [](Four w) { return w.a_j * w.b_j * like(w.apart()); }},
    {.reason = "the product has four weights: a_j a_k b_j b_k",
     .term = [](Four w) { return w.a_j * w.b_k * like(w.apart()); }},
    {.reason = "the minus in front of the exponent is missing: exp(-(...)^2 / sigma^2)",
     .term = [](Four w) { return w.product() / like(w.apart()); }},
    {.reason = "sigma is not squared: the exponent is -(...)^2 / sigma^2",
     .term = [](Four w) { return w.product() * std::exp(-w.apart() * w.apart() / kSigma); }},
    {.reason = "sigma is 0.1: the exponent is -(...)^2 / 0.01",
     .term = [](Four w) { return w.product() * std::exp(-w.apart() * w.apart()); }},
    {.reason = "the formula has no 2 in front of sigma^2, unlike the normal distribution",
     .term = [](Four w) { return w.product() * std::sqrt(like(w.apart())); }},
    {.reason = "a_j b_k - a_k b_j is not squared: the exponent is -(...)^2 / sigma^2",
     .term =
         [](Four w) { return w.product() * std::exp(-std::abs(w.apart()) / (kSigma * kSigma)); }},
    {.reason = "a_j b_k - a_k b_j is not squared: the exponent is -(...)^2 / sigma^2",
     .term = [](Four w) { return w.product() * std::exp(-w.apart() / (kSigma * kSigma)); }},
    {.reason = "a_j goes with b_k and a_k with b_j: the exponent has a_j b_k - a_k b_j",
     .term = [](Four w) { return w.product() * like(w.a_j * w.b_j - w.a_k * w.b_k); }},
    {.reason = "a_j goes with b_k and a_k with b_j: the exponent has a_j b_k - a_k b_j",
     .term = [](Four w) { return w.product() * like(w.a_j * w.a_k - w.b_j * w.b_k); }},
    {.reason = "a minus belongs between a_j b_k and a_k b_j: they are equal if the rows are alike",
     .term = [](Four w) { return w.product() * like(w.a_j * w.b_k + w.a_k * w.b_j); }}};

/// Sums over the triangles of a vertex.
struct CenterSums {
  glm::dvec3 places{0.0};  ///< of s area middle
  double shares = 0.0;     ///< of s area
  double areas = 0.0, similarities = 0.0, count = 0.0;

  glm::vec3 over(double total, const CenterOf& asked) const {
    return total > 0.0 ? glm::vec3(places / total) : asked.position;
  }
};

/// The weight of a triangle.
using Share = double (*)(double similarity, double area);

CenterSums sums_of(const CenterOf& asked, const SimilarityRecipe& recipe, Share share) {
  CenterSums sums;
  for (const WeightedTriangle& triangle : asked.triangles) {
    const double similarity = similar_by(recipe, asked.weights, triangle.weights),
                 area = double(triangle.area), counts = share(similarity, area);
    sums.places += counts * glm::dvec3(triangle.middle);
    sums.shares += counts;
    sums.areas += area;
    sums.similarities += similarity;
    sums.count += 1.0;
  }
  return sums;
}

double right_share(double similarity, double area) { return similarity * area; }

glm::vec3 center_by(const CenterOf& asked, const SimilarityRecipe& recipe, Share share) {
  const CenterSums sums = sums_of(asked, recipe, share);
  return sums.over(sums.shares, asked);
}

glm::vec3 most_alike(const CenterOf& asked) {
  const auto likeness = [&](const WeightedTriangle& triangle) {
    return similar_by({}, asked.weights, triangle.weights);
  };
  const auto best = std::max_element(
      asked.triangles.begin(), asked.triangles.end(),
      [&](const auto& one, const auto& other) { return likeness(one) < likeness(other); });
  return best != asked.triangles.end() && likeness(*best) > 0.0 ? best->middle : asked.position;
}

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

std::vector<NumbersMistake> similarity_mistakes(const std::vector<TwoRows>& asked) {
  std::vector<NumbersMistake> mistakes;
  for (const SimilarityRecipe& recipe : kWrongSimilarities) {
    NumbersMistake& mistake = mistakes.emplace_back(NumbersMistake{{}, recipe.reason});
    for (const TwoRows& rows : asked)
      mistake.gives.push_back(float(similar_by(recipe, rows.a, rows.b)));
  }
  return mistakes;
}

std::vector<VectorsMistake> center_mistakes(const std::vector<CenterOf>& asked) {
  std::vector<VectorsMistake> mistakes;
  const auto add = [&](const char* reason, const auto& center) {
    VectorsMistake& mistake = mistakes.emplace_back(VectorsMistake{{}, reason});
    for (const CenterOf& one : asked) mistake.gives.push_back(center(one));
  };
  const auto add_divided = [&](const char* reason, double (*total)(const CenterSums&)) {
    add(reason, [&](const CenterOf& one) {
      const CenterSums sums = sums_of(one, {}, right_share);
      return sums.over(total(sums), one);
    });
  };
  add("this is the vertex itself: nothing is written yet, or similarity is still 0",
      [](const CenterOf& one) { return one.position; });
  add("where nothing is like the vertex its center is itself, and not the origin",
      [](const CenterOf& one) {
        const CenterSums sums = sums_of(one, {}, right_share);
        return sums.shares > 0.0 ? sums.over(sums.shares, one) : glm::vec3(0.0f);
      });
  add("the area is missing: a triangle counts s area", [](const CenterOf& one) {
    return center_by(one, {}, [](double similarity, double) { return similarity; });
  });
  add("the similarity is missing: a triangle counts s area", [](const CenterOf& one) {
    return center_by(one, {}, [](double, double area) { return area; });
  });
  add("neither similarity nor area is used: a triangle counts s area",
      [](const CenterOf& one) { return center_by(one, {}, [](double, double) { return 1.0; }); });
  add_divided("the sum of s area middle is not divided by the sum of s area",
              [](const CenterSums&) { return 1.0; });
  add_divided("the sum of s area middle is divided by the sum of the areas, and not of s area",
              [](const CenterSums& sums) { return sums.areas; });
  add_divided("the sum of s area middle is divided by the sum of s, and not of s area",
              [](const CenterSums& sums) { return sums.similarities; });
  add_divided("the sum of s area middle is divided by how many triangles there are",
              [](const CenterSums& sums) { return sums.count; });
  add("this is the middle of the triangle that is most like the vertex: the mean of all is meant",
      most_alike);
  for (const SimilarityRecipe& recipe : kWrongSimilarities)
    add(recipe.reason, [&](const CenterOf& one) { return center_by(one, recipe, right_share); });
  return mistakes;
}

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
  add_turn(glm::dmat3(mean), "R is the mean of the rotation matrices, and no rotation");
  add_turn(glm::transpose(turn), "R turns the other way: it is transposed");
  const glm::dmat4 whole = matrix_with(turn, moved - turn * c);
  add(glm::inverse(whole), "this is the inverse motion");
  add(glm::transpose(whole), "the matrix is transposed: the translation is its last column");
  return mistakes;
}

}  // namespace marrow::course
