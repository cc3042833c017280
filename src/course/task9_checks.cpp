// Checks of task 9: centers of rotation, by hand and by changes that must not matter.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/cases.h"
#include "course/mistakes.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

using RowOfJoints = std::vector<float>;
using Triangles = std::vector<WeightedTriangle>;

constexpr const char* kFormulaOfSimilarity =
    "sum over all j and k != j of a_j a_k b_j b_k exp(-(a_j b_k - a_k b_j)^2 / sigma^2), sigma = "
    "0.1";
constexpr const char* kFormulaOfCenter =
    "c = (sum of s area middle) / (sum of s area), s = similarity: where the checks of similarity "
    "fail, too, begin there";
constexpr const char* kFormulaOfTurn =
    "R is the rotation of sum_j w_j s_j q_j, divided by its length; the translation is sum_j w_j "
    "T_j c - R c";
constexpr const char* kSignsOfTurns =
    "s_j = -1 where dot(q_j, q_k) < 0, otherwise 1; k is the joint of the largest weight, the "
    "first of several";

// ---- Similarity

/// "(0.5, 0.25, 0.25)"
std::string row_in_words(const RowOfJoints& row) {
  std::vector<std::string> words;
  for (const float weight : row) words.push_back(fmt::format("{:.6g}", weight));
  return fmt::format("({})", fmt::join(words, ", "));
}

bool judge_similarities(Judge& judge, const Tasks& tasks, const std::vector<TwoRows>& asked,
                        const std::vector<double>& expected) {
  std::vector<std::string> words;
  std::vector<float> right(expected.begin(), expected.end()), got;
  for (const TwoRows& rows : asked) {
    words.push_back(
        fmt::format("the similarity of {} and {} is", row_in_words(rows.a), row_in_words(rows.b)));
    got.push_back(tasks.similarity(rows.a, rows.b));
  }
  return judge.are_numbers(words, right, got, similarity_mistakes(asked));
}

Outcome alike_rows(const Tasks& tasks) {
  Judge judge(kFormulaOfSimilarity);
  // The exponent is 0, so each pair of joints gives 2 (a_j a_k)^2. If two rows do not have two
  // joints in common, each product has a factor 0.
  const RowOfJoints half{0.5f, 0.5f}, quarter{0.25f, 0.75f}, three{0.2f, 0.3f, 0.5f},
      left{0.5f, 0.5f, 0.0f}, right{0.0f, 0.5f, 0.5f}, one{1.0f, 0.0f};
  judge_similarities(
      judge, tasks,
      {{half, half}, {one, one}, {one, half}, {left, right}, {three, three}, {quarter, quarter}},
      {2.0 / 16.0, 0.0, 0.0, 0.0, 2.0 * (0.0036 + 0.01 + 0.0225), 18.0 / 256.0});
  return judge.outcome();
}

Outcome unlike_rows_by_hand(const Tasks& tasks) {
  Judge judge(kFormulaOfSimilarity);
  // 1/2 * 0.45 - 1/2 * 0.55 is -0.05, a half of sigma: e^-1/4. With 0.6 and 0.4 it is sigma: e^-1.
  const RowOfJoints half{0.5f, 0.5f}, apart{0.5f, 0.0f, 0.5f};
  const double quarter = std::exp(-0.25), whole = std::exp(-1.0);
  // Joints 0 and 1, and 0 and 2: 1/8 * 0.12 e^-1/4 each; 1 and 2: 1/16 * 0.09.
  judge_similarities(
      judge, tasks,
      {{half, {0.55f, 0.45f}},
       {half, {0.6f, 0.4f}},
       {apart, {0.6f, 0.0f, 0.4f}},
       {{0.5f, 0.25f, 0.25f}, {0.4f, 0.3f, 0.3f}}},
      {0.12375 * quarter, 0.12 * whole, 0.12 * whole, 2.0 * (2.0 * 0.015 * quarter + 0.005625)});
  return judge.outcome();
}

RowOfJoints random_row(std::mt19937& random, std::size_t joints) {
  RowOfJoints row;
  float sum = 0.0f;
  for (std::size_t j = 0; j < joints; ++j)
    sum += row.emplace_back(random_number(random, 0.1f, 1.0f));
  for (float& weight : row) weight /= sum;
  return row;
}

/// `share` of the way from one row to another.
RowOfJoints row_between(const RowOfJoints& from, const RowOfJoints& to, float share) {
  RowOfJoints row;
  for (std::size_t j = 0; j < from.size(); ++j) row.push_back(glm::mix(from[j], to[j], share));
  return row;
}

/// The weights of joints j and k only. The rest is on a joint that only a, or only b, has.
TwoRows of_two_joints(const TwoRows& rows, std::size_t j, std::size_t k) {
  return {{rows.a[j], rows.a[k], 1.0f - rows.a[j] - rows.a[k], 0.0f},
          {rows.b[j], rows.b[k], 0.0f, 1.0f - rows.b[j] - rows.b[k]}};
}

Outcome similarity_of_many(const Tasks& tasks) {
  Judge judge;
  std::mt19937 random(191);
  for (int round = 0; round < 6 && judge.all_well(); ++round) {
    const RowOfJoints a = random_row(random, 4);
    const TwoRows rows{a, row_between(a, random_row(random, 4), 0.25f)};
    const float got = tasks.similarity(rows.a, rows.b);
    const std::string of = fmt::format("of {} and {}, whose similarity is {:.6g}, ",
                                       row_in_words(rows.a), row_in_words(rows.b), got);
    judge.law("a is like b as b is like a: a_j b_k - a_k b_j only changes its sign");
    judge.is_number(of + "in the other order it is", got, tasks.similarity(rows.b, rows.a));
    judge.law("it does not matter in which order the joints are");
    RowOfJoints a_back(rows.a.rbegin(), rows.a.rend()), b_back(rows.b.rbegin(), rows.b.rend());
    judge.is_number(of + "with the joints from the last to the first it is", got,
                    tasks.similarity(a_back, b_back));
    judge.law("the similarity is the sum over each two joints: j goes over all, and so does k");
    double sum = 0.0;
    for (std::size_t j = 0; j < a.size(); ++j)
      for (std::size_t k = j + 1; k < a.size(); ++k) {
        const TwoRows two = of_two_joints(rows, j, k);
        sum += double(tasks.similarity(two.a, two.b));
      }
    judge.is_number(of + "those of each two joints alone sum to", float(sum), got);
    const RowOfJoints two{a[0], 1.0f - a[0]};
    judge.law(kFormulaOfSimilarity);
    judge.is_number(fmt::format("the similarity of {} and itself is", row_in_words(two)),
                    float(2.0 * std::pow(double(two[0]) * double(two[1]), 2.0)),
                    tasks.similarity(two, two));
  }
  return judge.outcome();
}

// ---- The center

std::string words_of_center(const CenterOf& asked) {
  std::vector<std::string> words;
  for (const WeightedTriangle& one : asked.triangles)
    words.push_back(fmt::format("{} of area {:.6g} at {}", row_in_words(one.weights), one.area,
                                in_words(one.middle)));
  return fmt::format("the center of a vertex {} at {}, with {}{}, is", row_in_words(asked.weights),
                     in_words(asked.position), words.empty() ? "no triangle" : "the triangles ",
                     fmt::join(words, "; "));
}

glm::vec3 center_for(const Tasks& tasks, const CenterOf& asked) {
  return tasks.center_of_rotation(asked.weights, asked.triangles, asked.position);
}

bool judge_centers(Judge& judge, const Tasks& tasks, const std::vector<CenterOf>& asked,
                   const std::vector<glm::vec3>& expected) {
  std::vector<std::string> words;
  std::vector<glm::vec3> got;
  for (const CenterOf& one : asked) {
    words.push_back(words_of_center(one));
    got.push_back(center_for(tasks, one));
  }
  return judge.are_vectors(words, expected, got, center_mistakes(asked));
}

const RowOfJoints kHalf{0.5f, 0.5f};
constexpr glm::vec3 kVertexAt{7.0f, -2.0f, 5.0f};

Outcome center_by_hand(const Tasks& tasks) {
  Judge judge(kFormulaOfCenter);
  const WeightedTriangle small{kHalf, 1.0f, {1.0f, 0.0f, 2.0f}},
      large{kHalf, 3.0f, {5.0f, 4.0f, 2.0f}}, other{{1.0f, 0.0f}, 8.0f, {100.0f, 100.0f, 100.0f}};
  // A single triangle; two with equal similarity, where the area decides; triangles of a single
  // joint, which are similar to nothing.
  judge_centers(judge, tasks,
                {{kHalf, {small}, kVertexAt},
                 {kHalf, {small, large}, kVertexAt},
                 {kHalf, {small, other, large}, kVertexAt}},
                {{1.0f, 0.0f, 2.0f}, {4.0f, 3.0f, 2.0f}, {4.0f, 3.0f, 2.0f}});
  return judge.outcome();
}

Outcome center_by_similarity(const Tasks& tasks) {
  Judge judge(kFormulaOfCenter);
  // 2/16 and 0.12 e^-1, times the areas.
  const double alike = 2.0 / 16.0 * 2.0, less = 0.12 * std::exp(-1.0) * 3.0;
  const glm::dvec3 a(0.0, 8.0, 1.0), b(10.0, -2.0, 1.0);
  judge_centers(
      judge, tasks,
      {{kHalf, {{kHalf, 2.0f, glm::vec3(a)}, {{0.6f, 0.4f}, 3.0f, glm::vec3(b)}}, kVertexAt},
       {kHalf, {{{0.6f, 0.4f}, 3.0f, glm::vec3(b)}}, kVertexAt}},
      {glm::vec3((alike * a + less * b) / (alike + less)), glm::vec3(b)});
  return judge.outcome();
}

Outcome no_center(const Tasks& tasks) {
  Judge judge("where the sum of s area is 0 the center is the vertex itself");
  judge.law_of_nan("the sum of s area is 0 here: nothing to divide by, c is the vertex itself");
  const WeightedTriangle alike{kHalf, 3.0f, {1.0f, 0.0f, 2.0f}},
      flat{kHalf, 0.0f, {1.0f, 2.0f, 3.0f}};
  judge_centers(judge, tasks,
                {{{1.0f, 0.0f}, {alike}, kVertexAt},
                 {kHalf, {}, kVertexAt},
                 {kHalf, {flat}, kVertexAt},
                 {{0.5f, 0.5f, 0.0f}, {{{0.0f, 0.5f, 0.5f}, 1.0f, {1.0f, 2.0f, 3.0f}}}, kVertexAt},
                 {kHalf, {alike, flat}, kVertexAt}},
                {kVertexAt, kVertexAt, kVertexAt, kVertexAt, alike.middle});
  return judge.outcome();
}

/// Triangles of three joints around a vertex's row.
CenterOf random_center(std::mt19937& random) {
  CenterOf made{random_row(random, 3), {}, random_point(random, 2.0f)};
  for (int t = 0; t < 5; ++t)
    made.triangles.push_back({row_between(made.weights, random_row(random, 3), 0.3f),
                              random_number(random, 0.2f, 1.0f), random_point(random, 2.0f)});
  return made;
}

/// The same mesh transformed by `by`, which scales it by `size`.
CenterOf moved_mesh(CenterOf mesh, const glm::mat4& by, float size) {
  for (WeightedTriangle& triangle : mesh.triangles) {
    triangle.middle = image(by, size * triangle.middle);
    triangle.area *= size * size;
  }
  mesh.position = image(by, size * mesh.position);
  return mesh;
}

/// Cuts the first triangle into two with the same middle, and reorders all triangles.
CenterOf cut_mesh(CenterOf mesh) {
  mesh.triangles[0].area *= 0.5f;
  mesh.triangles.push_back(mesh.triangles[0]);
  std::reverse(mesh.triangles.begin(), mesh.triangles.end());
  return mesh;
}

Outcome center_of_any_mesh(const Tasks& tasks) {
  Judge judge;
  std::mt19937 random(192);
  constexpr float kTiny = 1e-3f;
  for (int round = 0; round < 6 && judge.all_well(); ++round) {
    const CenterOf mesh = random_center(random);
    const glm::vec3 center = center_for(tasks, mesh);
    const std::string of = fmt::format("{} {}; ", words_of_center(mesh), in_words(center));
    judge.law("a vertex that has a center does not count itself: its position does not matter");
    CenterOf elsewhere = mesh;
    elsewhere.position += glm::vec3(3.0f, -4.0f, 5.0f);
    judge.is_vector(of + "with the vertex elsewhere it is", center, center_for(tasks, elsewhere));
    judge.law("it does not matter how the mesh is cut, nor in which order its triangles are");
    judge.is_vector(of + "with the first triangle cut into two of half its area it is", center,
                    center_for(tasks, cut_mesh(mesh)));
    judge.law("the center moves with the mesh: it is a mean of places, whose shares sum to 1");
    const glm::mat4 by = random_rigid(random);
    judge.is_vector(fmt::format("{}with everything moved by {} it is", of, in_words(by)),
                    image(by, center), center_for(tasks, moved_mesh(mesh, by, 1.0f)));
    judge.law("a small sum of s area is no 0: only where it is just 0 the vertex itself is meant");
    const CenterOf tiny = moved_mesh(mesh, glm::mat4(1.0f), kTiny);
    judge.is_vector(
        fmt::format("{}of the same mesh at {:.6g} of its size, measured in its new size, it is", of,
                    kTiny),
        center, center_for(tasks, tiny) / kTiny);
  }
  return judge.outcome();
}

// ---- The blend

/// The axes of this task's turns about z go through this point.
constexpr glm::vec3 kTurnsAt{1.0f, 2.0f, 0.0f};

/// The rotation of (w, 0, 0, z), of any length, about z.
glm::mat4 turn_about_z(double w, double z) {
  const double length2 = w * w + z * z, c = (w * w - z * z) / length2, s = 2.0 * w * z / length2;
  glm::dmat4 turn(1.0);
  turn[0] = {c, s, 0.0, 0.0};
  turn[1] = {-s, c, 0.0, 0.0};
  return glm::mat4(turn);
}

glm::mat4 about(const glm::vec3& point, const glm::mat4& turn) {
  return moved(point.x, point.y, point.z) * turn * moved(-point.x, -point.y, -point.z);
}

/// The motion that rotates by `turn` and takes `center` to `to`.
glm::mat4 turn_to(const glm::mat4& turn, const glm::vec3& center, const glm::vec3& to) {
  const glm::vec3 way = to - center;
  return moved(way.x, way.y, way.z) * about(center, turn);
}

std::string words_of_blend_about(const CenterBlend& asked) {
  std::vector<std::string> words;
  for (std::size_t j = 0; j < asked.motions.size(); ++j)
    words.push_back(fmt::format("{:.6g} times {}", asked.weights[j], in_words(asked.motions[j])));
  return fmt::format("the blend about c = {} of {}", in_words(asked.center),
                     fmt::join(words, ", "));
}

glm::mat4 blend_for(const Tasks& tasks, const CenterBlend& asked) {
  return tasks.blend_about_center(asked.motions, asked.weights, asked.center);
}

bool judge_center_blend(Judge& judge, const Tasks& tasks, const CenterBlend& asked,
                        const glm::mat4& expected) {
  return judge.is_matrix(words_of_blend_about(asked), expected, blend_for(tasks, asked),
                         center_blend_mistakes(asked));
}

Outcome one_joint(const Tasks& tasks) {
  Judge judge("motions that are all the same blend to just that one, about any center");
  const glm::mat4 quarter = moved(0.0f, 0.0f, 5.0f) * about(kTurnsAt, turned_z(90.0f)),
                  back = moved(1.0f, 0.0f, 0.0f) * turned_x(-60.0f);
  const glm::vec3 center(3.0f, -1.0f, 2.0f);
  judge_center_blend(judge, tasks, {{quarter}, {1.0f}, center}, quarter);
  judge_center_blend(judge, tasks, {{quarter, quarter, quarter}, {0.5f, 0.25f, 0.25f}, center},
                     quarter);
  judge.law("a motion of weight 0 does not count");
  judge_center_blend(judge, tasks, {{back, quarter}, {0.0f, 1.0f}, center}, quarter);
  return judge.outcome();
}

Outcome half_way(const Tasks& tasks) {
  Judge judge("the center goes where linear blending takes it, and R turns everything about it");
  const glm::mat4 rest(1.0f), quarter = about(kTurnsAt, turned_z(90.0f)), eighth = turned_z(45.0f);
  // A center off the axis: (3, 2, 0) goes to itself and to (1, 4, 0), so to (2, 3, 0).
  const CenterBlend beside{{quarter, rest}, {0.5f, 0.5f}, {3.0f, 2.0f, 0.0f}};
  judge_center_blend(judge, tasks, beside, turn_to(eighth, beside.center, {2.0f, 3.0f, 0.0f}));
  // A center on the axis stays: the blend is a turn about that axis.
  judge_center_blend(judge, tasks, {{quarter, rest}, {0.5f, 0.5f}, kTurnsAt},
                     about(kTurnsAt, eighth));
  // A center that one of two motions lifts by 5.
  const glm::mat4 screw = moved(0.0f, 0.0f, 5.0f) * quarter;
  judge_center_blend(judge, tasks, {{rest, screw}, {0.5f, 0.5f}, {3.0f, 2.0f, 0.0f}},
                     turn_to(eighth, {3.0f, 2.0f, 0.0f}, {2.0f, 3.0f, 2.5f}));
  return judge.outcome();
}

Outcome uneven_weights(const Tasks& tasks) {
  Judge judge(kFormulaOfTurn);
  // (3/5, 0, 0, 4/5): cos and sin are -7/25 and 24/25, so (6, 2, 0), 5 away from the axis, goes to
  // (1 - 7/5, 2 + 24/5, 0). q = 1/4 (1, 0) + 3/4 (3/5, 4/5) = (7, 6) / 10.
  const glm::mat4 rest(1.0f), turn = about(kTurnsAt, turn_about_z(3.0, 4.0));
  const glm::vec3 center(6.0f, 2.0f, 0.0f), moved_center(-0.4f, 6.8f, 0.0f);
  judge_center_blend(
      judge, tasks, {{rest, turn}, {0.25f, 0.75f}, center},
      turn_to(turn_about_z(7.0, 6.0), center, glm::mix(center, moved_center, 0.75f)));
  // (9, 2) / 10.
  judge_center_blend(
      judge, tasks, {{rest, turn}, {0.75f, 0.25f}, center},
      turn_to(turn_about_z(9.0, 2.0), center, glm::mix(center, moved_center, 0.25f)));
  return judge.outcome();
}

Outcome signs_of_turns(const Tasks& tasks) {
  Judge judge(fmt::format("q and -q are the same turn: {}", kSignsOfTurns));
  // All motions go 3 up and turn about z.
  const glm::mat4 up = moved(0.0f, 0.0f, 3.0f), quarter = up * turned_z(90.0f),
                  third = up * turned_z(120.0f), two_thirds = up * turned_z(240.0f);
  const glm::vec3 center(5.0f, 0.0f, 4.0f);
  const float root = std::sqrt(0.75f), half = std::sqrt(0.5f);
  // 240 degrees are -120, so half the way is -60 and not 120. The center goes to (5, 0) and to 5
  // (-1/2, -root).
  judge_center_blend(judge, tasks, {{up, two_thirds}, {0.5f, 0.5f}, center},
                     turn_to(turned_z(-60.0f), center, {1.25f, -2.5f * root, 7.0f}));
  judge.law(kSignsOfTurns);
  // The middle motion is less than half a turn from both others, which are 240 degrees apart.
  judge_center_blend(judge, tasks, {{up, third, two_thirds}, {0.25f, 0.5f, 0.25f}, center},
                     turn_to(turned_z(120.0f), center, {-0.625f, 1.25f * root, 7.0f}));
  // The first and the last are as heavy: the last one counts with the opposite sign,
  // 2/5 (1, 0) + 1/5 (half, half) - 2/5 (-1/2, root).
  judge_center_blend(
      judge, tasks, {{up, quarter, two_thirds}, {0.4f, 0.2f, 0.4f}, center},
      turn_to(turn_about_z(double(0.6f + 0.2f * half), double(0.2f * half - 0.4f * root)), center,
              {1.0f, 1.0f - 2.0f * root, 7.0f}));
  return judge.outcome();
}

/// Four random motions, any two of them less than half a turn apart.
CenterBlend random_center_blend(std::mt19937& random) {
  const glm::mat4 start = random_rigid(random);
  CenterBlend made{{}, {0.1f, 0.4f, 0.3f, 0.2f}, random_point(random, 2.0f)};
  for (std::size_t j = 0; j < made.weights.size(); ++j) {
    const glm::vec3 angles = random_point(random, 35.0f), way = random_point(random, 2.0f);
    made.motions.push_back(moved(way.x, way.y, way.z) * turned_x(angles.x) * turned_y(angles.y) *
                           turned_z(angles.z) * start);
  }
  return made;
}

Outcome any_motions(const Tasks& tasks) {
  Judge judge;
  std::mt19937 random(193);
  for (int round = 0; round < 6 && judge.all_well(); ++round) {
    const CenterBlend asked = random_center_blend(random);
    const glm::mat4 m = blend_for(tasks, asked);
    const std::string words = fmt::format("{} is M = {}", words_of_blend_about(asked), in_words(m));
    judge.law("the blend is a rigid motion: M^T M of its 3x3 is I, the last row is 0 0 0 1");
    glm::mat4 square = glm::mat4(glm::transpose(glm::mat3(m)) * glm::mat3(m));
    square[3] = glm::transpose(m)[3];
    judge.is_matrix(words + "; M^T M of its 3x3, and the last row of M,", glm::mat4(1.0f), square);
    judge.is_number(words + ", whose determinant is", 1.0f, glm::determinant(glm::mat3(m)));
    judge.law("the center goes where linear blending takes it: to sum_j w_j T_j c");
    glm::vec3 goes(0.0f);
    for (std::size_t j = 0; j < asked.motions.size(); ++j)
      goes += asked.weights[j] * image(asked.motions[j], asked.center);
    judge.is_vector(words + "; the center goes to", goes, image(m, asked.center));
    const glm::mat4 g = random_rigid(random);
    const std::string with_g = fmt::format("{}; with G = {}, ", words, in_words(g));
    CenterBlend after = asked, before = asked;
    for (glm::mat4& motion : after.motions) motion = g * motion;
    for (glm::mat4& motion : before.motions) motion = motion * glm::inverse(g);
    before.center = image(g, asked.center);
    judge.law("it does not matter where one looks from: each T_j replaced by G T_j makes G M");
    judge.is_matrix(with_g + "and G after each of the motions, G M", g * m,
                    blend_for(tasks, after));
    judge.law(
        "it does not matter where the mesh is at rest: each T_j replaced by T_j G^-1, and c by G "
        "c, makes M G^-1");
    judge.is_matrix(with_g + "and G^-1 before each of them and about G c, M G^-1",
                    m * glm::inverse(g), blend_for(tasks, before));
  }
  return judge.outcome();
}

}  // namespace

std::vector<Check> task9_checks() {
  constexpr Stage kSimilarity = Stage::similarity, kCenter = Stage::center,
                  kBlend = Stage::center_blend;
  return {
      {9, "task9.alike_rows", "Rows that are the same, and rows without two common joints", 1,
       alike_rows, kSimilarity},
      {9, "task9.unlike_rows_by_hand", "Rows whose weights are 1/20 and 1/10 apart", 1,
       unlike_rows_by_hand, kSimilarity},
      {9, "task9.similarity_of_many", "Four joints: each two of them count, in any order", 1,
       similarity_of_many, kSimilarity},
      {9, "task9.center_by_hand", "Triangles that are all like the vertex, or not at all", 1,
       center_by_hand, kCenter},
      {9, "task9.center_by_similarity", "Of two triangles one is less like the vertex", 1,
       center_by_similarity, kCenter},
      {9, "task9.no_center", "One joint, no triangle, a flat one, none that is alike", 1, no_center,
       kCenter},
      {9, "task9.center_of_any_mesh", "Random meshes: moved, cut, and a thousandth in size", 1,
       center_of_any_mesh, kCenter},
      {9, "task9.one_motion", "One motion, three that are the same, and one of weight 0", 1,
       one_joint, kBlend},
      {9, "task9.half_way_by_hand", "Half way between rest and a quarter turn, about three centers",
       1, half_way, kBlend},
      {9, "task9.uneven_weights_by_hand", "Between rest and a turn, with weights 1/4 and 3/4", 1,
       uneven_weights, kBlend},
      {9, "task9.heaviest_decides", "Turns more than half a turn apart, where signs tell", 1,
       signs_of_turns, kBlend},
      {9, "task9.any_motions", "Random motions: the blend is rigid, and the same in every frame", 1,
       any_motions, kBlend},
  };
}

}  // namespace marrow::course
