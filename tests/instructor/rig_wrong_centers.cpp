// Misconceptions about centers of rotation, and the checks that show them.
#include <cmath>

#include "rig_wrong.h"

namespace marrow::test {

namespace {

using RowWeights = std::vector<float>;
using TriangleList = std::vector<WeightedTriangle>;
using Transforms = std::vector<glm::mat4>;

Tasks with_similarity(float (*similarity)(const RowWeights&, const RowWeights&)) {
  Tasks wrong = with(&Tasks::similarity, similarity);
  return wrong;
}

Tasks with_center(glm::vec3 (*center)(const RowWeights&, const TriangleList&, const glm::vec3&)) {
  Tasks wrong = with(&Tasks::center_of_rotation, center);
  return wrong;
}

Tasks with_blend_about(glm::mat4 (*blend)(const Transforms&, const RowWeights&, const glm::vec3&)) {
  Tasks wrong = with(&Tasks::blend_about_center, blend);
  return wrong;
}

/// The sum of term(a_j, a_k, b_j, b_k) over j and k for which counts(j, k).
template <typename Term, typename Counts>
float sum_of_pairs(const RowWeights& a, const RowWeights& b, const Term& term,
                   const Counts& counts) {
  float sum = 0.0f;
  for (std::size_t j = 0; j < a.size(); ++j)
    for (std::size_t k = 0; k < a.size(); ++k)
      if (counts(j, k)) sum += term(a[j], a[k], b[j], b[k]);
  return sum;
}

float fades(float apart) { return std::exp(-apart * apart / 0.01f); }

float right_pair(float aj, float ak, float bj, float bk) {
  return aj * ak * bj * bk * fades(aj * bk - ak * bj);
}

/// Declares similarity() by its term, from aj, ak, bj and bk.
#define SIMILARITY_OF(...)                                                                  \
  [](auto& a, auto& b) {                                                                    \
    return sum_of_pairs(                                                                    \
        a, b,                                                                               \
        []([[maybe_unused]] float aj, [[maybe_unused]] float ak, [[maybe_unused]] float bj, \
           [[maybe_unused]] float bk) -> float { return __VA_ARGS__; },                     \
        [](std::size_t j, std::size_t k) { return j != k; });                               \
  }

/// Declares similarity() by which j and k count.
#define SIMILARITY_WHERE(...)                                                                \
  [](auto& a, auto& b) {                                                                     \
    return sum_of_pairs(a, b, right_pair,                                                    \
                        []([[maybe_unused]] std::size_t j, [[maybe_unused]] std::size_t k) { \
                          return __VA_ARGS__;                                                \
                        });                                                                  \
  }

/// The mean of the middles by share(similarity, area), divided by the sum of by(similarity, area).
template <typename Share, typename By>
glm::vec3 mean_of_middles(const RowWeights& weights, const TriangleList& triangles,
                          const glm::vec3& position, const Share& share, const By& by) {
  glm::vec3 sum(0.0f);
  float shares = 0.0f, total = 0.0f;
  for (const WeightedTriangle& one : triangles) {
    const float s = solution::tasks().similarity(weights, one.weights);
    sum += share(s, one.area) * one.middle;
    shares += share(s, one.area);
    total += by(s, one.area);
  }
  return shares > 0.0f ? sum / total : position;
}

/// Declares center_of_rotation() by what a triangle counts, from s and area, and what divides.
#define CENTER_BY(SHARE, BY)                                                         \
  [](auto& weights, auto& triangles, auto& at) {                                     \
    return mean_of_middles(                                                          \
        weights, triangles, at,                                                      \
        []([[maybe_unused]] float s, [[maybe_unused]] float area) { return SHARE; }, \
        []([[maybe_unused]] float s, [[maybe_unused]] float area) { return BY; });   \
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

constexpr const char *kAlike = "task9.alike_rows", *kUnlike = "task9.unlike_rows_by_hand",
                     *kMany = "task9.similarity_of_many", *kByArea = "task9.center_by_hand",
                     *kBySimilarity = "task9.center_by_similarity", *kNone = "task9.no_center",
                     *kAnyMesh = "task9.center_of_any_mesh", *kOne = "task9.one_motion",
                     *kHalfWay = "task9.half_way_by_hand",
                     *kUneven = "task9.uneven_weights_by_hand", *kSigns = "task9.heaviest_decides",
                     *kAnyMotions = "task9.any_motions";

}  // namespace

TEST_CASE("wrong: centers of rotation concern the checks of their own task alone") {
  Tasks wrong = with_similarity([](auto&, auto&) { return 9.0f; });
  wrong.center_of_rotation = [](auto&, auto&, auto&) { return glm::vec3(9.0f); };
  wrong.blend_about_center = [](auto&, auto&, auto&) { return glm::mat4(9.0f); };
  check_only_from_task(9, wrong);
}

TEST_CASE("wrong: each function of task 9 is asked for by itself") {
  using course::Stage;
  const auto only = [](const Tasks& wrong, Stage stage) {
    for (const course::Check& check : course::checks()) {
      CAPTURE(check.name);
      if (check.task == 9) CHECK(course::run_check(check, wrong).passed == (check.stage != stage));
    }
  };
  const float nan = std::nanf("");
  for (const float value : {0.0f, nan, -1.0f, 1e10f, 1e30f}) {
    static float given = 0.0f;
    given = value;
    only(with_similarity([](auto&, auto&) { return given; }), Stage::similarity);
    only(with_center([](auto&, auto&, auto&) { return glm::vec3(given); }), Stage::center);
    only(with_blend_about([](auto&, auto&, auto&) { return glm::mat4(given); }),
         Stage::center_blend);
  }
}

TEST_CASE("wrong: which joints a similarity counts") {
  check_named_by(with_similarity(SIMILARITY_WHERE(j < k)), {kAlike, kUnlike, kMany}, "count twice");
  check_named_by(with_similarity(SIMILARITY_WHERE(true)), {kAlike, kUnlike},
                 "j == k does not count");
  check_named_by(with_similarity(SIMILARITY_WHERE(j + 1 == k || k + 1 == j)),
                 {kAlike, kUnlike, kMany}, "not only over the next one");
  check_named_by(with_similarity(SIMILARITY_WHERE(j + 1 == k)), {kAlike, kUnlike, kMany},
                 "not only over the next one");
  const auto rows = [](auto&, auto&) { return 0.0f; };
  check_named_by(with_similarity(rows), {kAlike, kUnlike, kMany}, "nothing is written yet");
}

TEST_CASE("wrong: the product of a similarity") {
  check_named_by(with_similarity(SIMILARITY_OF(fades(aj * bk - ak * bj))), {kAlike, kUnlike, kMany},
                 "the product a_j a_k b_j b_k is missing");
  check_named_by(with_similarity(SIMILARITY_OF(aj * ak * fades(aj * bk - ak * bj))),
                 {kAlike, kUnlike, kMany}, "the product has four weights");
  check_named_by(with_similarity(SIMILARITY_OF(bj * bk * fades(aj * bk - ak * bj))),
                 {kAlike, kUnlike, kMany}, "the product has four weights");
  check_named_by(with_similarity(SIMILARITY_OF(aj * bk * fades(aj * bk - ak * bj))),
                 {kAlike, kUnlike, kMany}, "the product has four weights");
}

TEST_CASE("wrong: the exponent of a similarity") {
  const auto named = [](float (*similarity)(const RowWeights&, const RowWeights&),
                        const char* words) {
    check_named_by(with_similarity(similarity), {kUnlike}, words);
    CHECK_FALSE(fails(kByArea, with_similarity(similarity)));
  };
  named(SIMILARITY_OF(aj * ak * bj * bk), "the exponential is missing");
  named(SIMILARITY_OF(aj * ak * bj * bk / fades(aj * bk - ak * bj)), "the minus in front");
  named(SIMILARITY_OF(aj * ak * bj * bk *
                      std::exp(-(aj * bk - ak * bj) * (aj * bk - ak * bj) / 0.1f)),
        "sigma is not squared");
  named(SIMILARITY_OF(aj * ak * bj * bk *
                      std::exp(-(aj * bk - ak * bj) * (aj * bk - ak * bj) / 0.02f)),
        "no 2 in front of sigma^2");
  named(SIMILARITY_OF(aj * ak * bj * bk *
                      std::exp(-(aj * bk - ak * bj) * (aj * bk - ak * bj) * 0.01f)),
        "is not divided by sigma^2");
  named(SIMILARITY_OF(aj * ak * bj * bk * std::exp(-(aj * bk - ak * bj) * (aj * bk - ak * bj))),
        "sigma is 0.1");
  named(SIMILARITY_OF(aj * ak * bj * bk * std::exp(-std::abs(aj * bk - ak * bj) / 0.01f)),
        "is not squared: the exponent");
  named(SIMILARITY_OF(aj * ak * bj * bk * std::exp(-(aj * bk - ak * bj) / 0.01f)),
        "is not squared: the exponent");
  check_named_by(with_similarity(SIMILARITY_OF(aj * ak * bj * bk * fades(aj * bj - ak * bk))),
                 {kAlike, kUnlike}, "a_j goes with b_k");
  check_named_by(with_similarity(SIMILARITY_OF(aj * ak * bj * bk * fades(aj * ak - bj * bk))),
                 {kUnlike}, "a_j goes with b_k");
  check_named_by(with_similarity(SIMILARITY_OF(aj * ak * bj * bk * fades(aj * bk + ak * bj))),
                 {kAlike, kUnlike}, "a minus belongs between");
}

TEST_CASE("wrong: what a triangle counts for a center") {
  check_named_by(with_center(CENTER_BY(s, s)), {kByArea, kBySimilarity, kAnyMesh},
                 "the area is missing");
  check_named_by(with_center(CENTER_BY(area, area)), {kBySimilarity, kByArea},
                 "the similarity is missing");
  check_named_by(with_center(CENTER_BY(1.0f, 1.0f)), {kBySimilarity, kByArea, kAnyMesh},
                 "neither similarity nor area");
  check_named_by(with_center([](auto& weights, auto& triangles, auto& at) {
                   glm::vec3 best = at;
                   float most = 0.0f;
                   for (const WeightedTriangle& one : triangles) {
                     const float s = solution::tasks().similarity(weights, one.weights);
                     if (s > most) best = one.middle;
                     most = std::max(most, s);
                   }
                   return best;
                 }),
                 {kBySimilarity, kByArea}, "most like the vertex");
}

TEST_CASE("wrong: what a center is divided by, or not") {
  check_named_by(with_center([](auto& weights, auto& triangles, auto& at) {
                   glm::vec3 sum(0.0f);
                   for (const WeightedTriangle& one : triangles)
                     sum +=
                         solution::tasks().similarity(weights, one.weights) * one.area * one.middle;
                   return sum == glm::vec3(0.0f) ? at : sum;
                 }),
                 {kByArea, kBySimilarity, kAnyMesh}, "not divided by the sum of s area");
  check_named_by(with_center(CENTER_BY(s * area, 1.0f)), {kByArea, kBySimilarity, kAnyMesh},
                 "divided by how many triangles there are");
  check_named_by(with_center(CENTER_BY(s * area, area)), {kByArea, kBySimilarity, kAnyMesh},
                 "by the sum of the areas");
  check_named_by(with_center(CENTER_BY(s * area, s)), {kByArea, kBySimilarity, kAnyMesh},
                 "by the sum of s, and");
}

TEST_CASE("wrong: a vertex without a center") {
  const Tasks origin = with_center([](auto& weights, auto& triangles, auto&) {
    return solution::tasks().center_of_rotation(weights, triangles, glm::vec3(0.0f));
  });
  check_named_by(origin, {kNone}, "itself, and not the origin");
  const Tasks divided = with_center([](auto& weights, auto& triangles, auto&) {
    return solution::tasks().center_of_rotation(weights, triangles, glm::vec3(std::nanf("")));
  });
  check_caught(divided, {kNone});
  check_reason(divided, kNone, "nothing to divide by");
  const Tasks nothing = with_center([](auto&, auto&, auto& position) { return position; });
  check_named_by(nothing, {kByArea, kBySimilarity, kNone, kAnyMesh}, "this is the vertex itself");
  const Tasks careful = with_center([](auto& weights, auto& triangles, auto& position) {
    float total = 0.0f;
    for (const WeightedTriangle& one : triangles)
      total += solution::tasks().similarity(weights, one.weights) * one.area;
    return total > 1e-6f ? solution::tasks().center_of_rotation(weights, triangles, position)
                         : position;
  });
  check_caught(careful, {kAnyMesh});
  check_reason(careful, kAnyMesh, "a small sum of s area is no 0");
}

TEST_CASE("a student's wrong similarity is named where centers are made of it, too") {
  Tasks wrong = with_similarity(SIMILARITY_OF(aj * ak * bj * bk));
  wrong.center_of_rotation = [](auto& weights, auto& triangles, auto& position) {
    glm::vec3 sum(0.0f);
    float total = 0.0f;
    for (const WeightedTriangle& one : triangles) {
      float similarity = 0.0f;
      for (std::size_t j = 0; j < weights.size(); ++j)
        for (std::size_t k = 0; k < weights.size(); ++k)
          if (j != k) similarity += weights[j] * weights[k] * one.weights[j] * one.weights[k];
      total += similarity * one.area;
      sum += similarity * one.area * one.middle;
    }
    return total > 0.0f ? sum / total : position;
  };
  check_named_by(wrong, {kUnlike, kBySimilarity}, "the exponential is missing");
  check_reason(wrong, kBySimilarity, "the exponential is missing");
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
