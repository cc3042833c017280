// Checks of task 9: centers of rotation, by hand and by changes that must not matter.
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/cases.h"
#include "course/mistakes.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

constexpr const char* kFormulaOfTurn =
    "R is the rotation of sum_j w_j s_j q_j, divided by its length; the translation is sum_j w_j "
    "T_j c - R c";
constexpr const char* kSignsOfTurns =
    "s_j = -1 where dot(q_j, q_k) < 0, otherwise 1; k is the joint of the largest weight, the "
    "first of several";

/// The axes of this task's turns about z go through this point.
constexpr glm::vec3 kTurnsAt{1.0f, 2.0f, 0.0f};

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

void one_joint(Judge& judge, const Tasks& tasks) {
  judge.law("motions that are all the same blend to just that one, about any center");
  const glm::mat4 quarter = moved(0.0f, 0.0f, 5.0f) * about(kTurnsAt, turned_z(90.0f)),
                  back = moved(1.0f, 0.0f, 0.0f) * turned_x(-60.0f);
  const glm::vec3 center(3.0f, -1.0f, 2.0f);
  judge_center_blend(judge, tasks, {{quarter}, {1.0f}, center}, quarter);
  judge_center_blend(judge, tasks, {{quarter, quarter, quarter}, {0.5f, 0.25f, 0.25f}, center},
                     quarter);
  judge.law("a motion of weight 0 does not count");
  judge_center_blend(judge, tasks, {{back, quarter}, {0.0f, 1.0f}, center}, quarter);
}

void half_way(Judge& judge, const Tasks& tasks) {
  judge.law("the center goes where linear blending takes it, and R turns everything about it");
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
}

void uneven_weights(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfTurn);
  // (3/5, 0, 0, 4/5): cos and sin are -7/25 and 24/25, so (6, 2, 0), 5 away from the axis, goes to
  // (1 - 7/5, 2 + 24/5, 0). q = 1/4 (1, 0) + 3/4 (3/5, 4/5) = (7, 6) / 10.
  const glm::mat4 rest(1.0f), turn = about(kTurnsAt, glm::mat4(turn_about_z(3.0, 4.0)));
  const glm::vec3 center(6.0f, 2.0f, 0.0f), moved_center(-0.4f, 6.8f, 0.0f);
  judge_center_blend(
      judge, tasks, {{rest, turn}, {0.25f, 0.75f}, center},
      turn_to(glm::mat4(turn_about_z(7.0, 6.0)), center, glm::mix(center, moved_center, 0.75f)));
  // (9, 2) / 10.
  judge_center_blend(
      judge, tasks, {{rest, turn}, {0.75f, 0.25f}, center},
      turn_to(glm::mat4(turn_about_z(9.0, 2.0)), center, glm::mix(center, moved_center, 0.25f)));
}

void signs_of_turns(Judge& judge, const Tasks& tasks) {
  judge.law(fmt::format("q and -q are the same turn: {}", kSignsOfTurns));
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
  // The first and the last are equally heavy: the last one counts with the opposite sign,
  // 2/5 (1, 0) + 1/5 (half, half) - 2/5 (-1/2, root).
  judge_center_blend(
      judge, tasks, {{up, quarter, two_thirds}, {0.4f, 0.2f, 0.4f}, center},
      turn_to(turn_about_z(double(0.6f + 0.2f * half), double(0.2f * half - 0.4f * root)), center,
              {1.0f, 1.0f - 2.0f * root, 7.0f}));
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

void any_motions(Judge& judge, const Tasks& tasks) {
  std::mt19937 random = drawn(193);
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
}

}  // namespace

std::vector<Check> task9_checks() {
  constexpr Stage kBlend = Stage::center_blend;
  return {
      {9, "task9.one_motion", "One motion, three that are the same, and one of weight 0", 2,
       judgment<one_joint>, kBlend},
      {9, "task9.half_way_by_hand", "Half way between rest and a quarter turn, about three centers",
       3, judgment<half_way>, kBlend},
      {9, "task9.uneven_weights_by_hand", "Between rest and a turn, with weights 1/4 and 3/4", 2,
       judgment<uneven_weights>, kBlend},
      {9, "task9.heaviest_decides", "Turns more than half a turn apart, where signs tell", 2,
       judgment<signs_of_turns>, kBlend},
      {9, "task9.any_motions", "Random motions: the blend is rigid, and the same in every frame", 3,
       judgment<any_motions>, kBlend},
  };
}

}  // namespace marrow::course
