// Checks of task 7: dual quaternions, by hand and by laws of rigid motions.
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/cases.h"
#include "course/mistakes.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

/// The arguments of blend_dual_quaternions.
struct DualBlend {
  std::vector<DualQuaternion> motions;
  std::vector<float> weights;
};

constexpr const char* kFormulaOfMotion =
    "real = the quaternion of R, dual = 1/2 (0, t) real; both may have the opposite sign";
constexpr const char* kFormulaOfBlend =
    "q = sum of w_j s_j q_j, both parts divided by |real|: R is the rotation of real, t the vector "
    "of 2 dual real*";
constexpr const char* kLawOfSigns =
    "s_j = -1 where dot(real_j, real_k) < 0, otherwise 1; k is the joint of the largest weight, "
    "the first of several";

/// In this task, axes of rotation along z go through this point.
constexpr glm::vec3 kAxisAt{1.0f, 2.0f, 0.0f};

/// Turns about that axis by the quaternion (w, 0, 0, z), of any length, and moves by `up` along it.
glm::mat4 turned_about(double w, double z, double up = 0.0) {
  const glm::dvec2 at(kAxisAt.x, kAxisAt.y);
  glm::dmat4 motion = turn_about_z(w, z);
  const double c = motion[0][0], s = motion[0][1];
  motion[3] = {at.x - (c * at.x - s * at.y), at.y - (s * at.x + c * at.y), up, 1.0};
  return glm::mat4(motion);
}

/// The dual quaternion of turned_about(). Precondition: w^2 + z^2 = 1.
DualQuaternion about_z(float w, float z, float up = 0.0f) {
  return motion_by({w, 0.0f, 0.0f, z},
                   glm::vec3(turned_about(double(w), double(z), double(up))[3]));
}

DualQuaternion negated(const DualQuaternion& motion) { return {-motion.real, -motion.dual}; }

std::string words_of_blend(const DualBlend& asked) {
  std::vector<std::string> words;
  for (std::size_t j = 0; j < asked.motions.size(); ++j)
    words.push_back(fmt::format("{:.6g} times [{}]", asked.weights[j], in_words(asked.motions[j])));
  return fmt::format("the blend of {}", fmt::join(words, ", "));
}

bool judge_blend(Judge& judge, const Tasks& tasks, const DualBlend& asked,
                 const glm::mat4& expected) {
  return judge.is_matrix(words_of_blend(asked), expected,
                         tasks.blend_dual_quaternions(asked.motions, asked.weights),
                         dual_blend_mistakes(asked.motions, asked.weights));
}

bool judge_motion(Judge& judge, const Tasks& tasks, const std::string& name, const glm::mat4& rigid,
                  const DualQuaternion& expected) {
  return judge.is_dual_quaternion(
      fmt::format("{}, the matrix {}, is, or with the opposite sign,", name, in_words(rigid)),
      expected, tasks.dual_quaternion(rigid), dual_quaternion_mistakes(rigid));
}

void moves_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfMotion);
  // Without a rotation, real is 1 and dual is half the translation.
  judge_motion(judge, tasks, "no motion", glm::mat4(1.0f), {});
  judge_motion(judge, tasks, "a move", moved(2.0f, -4.0f, 6.0f),
               {{1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, -2.0f, 3.0f}});
}

void quarter_turn_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfMotion);
  // (0, 2, 4, 6) (1, 0, 0, 1) = (-6, 6, 2, 6): minus the dot product, then t + t x z.
  const float half = std::sqrt(0.5f);
  judge_motion(judge, tasks, "a quarter turn about z, then a move by (2, 4, 6)",
               moved(2.0f, 4.0f, 6.0f) * turned_z(90.0f),
               {{half, 0.0f, 0.0f, half}, {-3.0f * half, 3.0f * half, half, 3.0f * half}});
}

void half_turns_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfMotion);
  judge.law_of_nan("w is 0 in a half turn: it is nothing to divide by");
  // (0, t) n for an axis n: minus the dot product, then t x n.
  const glm::mat4 move = moved(2.0f, 4.0f, 6.0f);
  judge_motion(judge, tasks, "a half turn about z, then a move by (2, 4, 6)",
               move * stretched(-1.0f, -1.0f, 1.0f),
               {{0.0f, 0.0f, 0.0f, 1.0f}, {-3.0f, 2.0f, -1.0f, 0.0f}});
  judge_motion(judge, tasks, "a half turn about y, then a move by (2, 4, 6)",
               move * stretched(-1.0f, 1.0f, -1.0f),
               {{0.0f, 0.0f, 1.0f, 0.0f}, {-2.0f, -3.0f, 0.0f, 1.0f}});
  judge_motion(judge, tasks, "a half turn about x, then a move by (2, 4, 6)",
               move * stretched(1.0f, -1.0f, -1.0f),
               {{0.0f, 1.0f, 0.0f, 0.0f}, {-1.0f, 0.0f, 3.0f, -2.0f}});
}

/// Where (real, dual) takes a point: real (0, p) real* + 2 dual real*.
glm::vec3 moved_by(const DualQuaternion& motion, const glm::vec3& point) {
  const glm::dquat real(motion.real), dual(motion.dual), back = glm::conjugate(real);
  const glm::dquat image = real * glm::dquat(0.0, glm::dvec3(point)) * back + dual * back * 2.0;
  return {image.x, image.y, image.z};
}

void any_motion(Judge& judge, const Tasks& tasks) {
  std::mt19937 random = drawn(111);
  for (int round = 0; round < 8 && judge.all_well(); ++round) {
    const glm::mat4 rigid = random_rigid(random);
    const DualQuaternion got = tasks.dual_quaternion(rigid);
    const std::string of = fmt::format("of the matrix {}, ", in_words(rigid));
    judge.law("of unit length: |real| = 1 and dot(real, dual) = 0, as dual = 1/2 (0, t) real");
    judge.is_number(of + "|real| is", 1.0f, glm::length(got.real));
    judge.is_number(of + "dot(real, dual) is", 0.0f, glm::dot(got.real, got.dual));
    judge.law("real (0, p) real* + 2 dual real* is where the matrix takes a point p");
    const std::vector<glm::vec3> points{
        {0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    std::vector<glm::vec3> expected, images;
    for (const glm::vec3& point : points) {
      expected.push_back(image(rigid, point));
      images.push_back(moved_by(got, point));
    }
    std::vector<VectorsMistake> mistakes;
    for (const DualQuaternionMistake& known : dual_quaternion_mistakes(rigid)) {
      VectorsMistake& mistake = mistakes.emplace_back(VectorsMistake{{}, known.reason});
      for (const glm::vec3& point : points) mistake.gives.push_back(moved_by(known.gives, point));
    }
    judge.are_vectors(labels(of + "the point", points, "is taken by its dual quaternion to"),
                      expected, images, mistakes);
  }
}

void one_motion(Judge& judge, const Tasks& tasks) {
  judge.law("motions that are all the same blend to just that one");
  const float half = std::sqrt(0.5f);
  const DualQuaternion turn = about_z(half, half, 5.0f), back = about_z(0.6f, -0.8f);
  const glm::mat4 quarter = turned_about(1.0, 1.0, 5.0);
  judge_blend(judge, tasks, {{turn}, {1.0f}}, quarter);
  judge_blend(judge, tasks, {{turn, turn, turn}, {0.5f, 0.25f, 0.25f}}, quarter);
  judge.law("a motion of weight 0 does not count");
  judge_blend(judge, tasks, {{back, turn}, {0.0f, 1.0f}}, quarter);
}

void half_way_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(
      "half way between rest and a turn about an axis is half that turn about the same axis; of "
      "the way along the axis, half");
  // Half of a turn about the axis through (1, 2, 0) along z, and 5 up, also keeps (1, 2) in place.
  const float half = std::sqrt(0.5f);
  const double eighth = std::acos(-1.0) / 8.0;
  judge_blend(judge, tasks, {{about_z(half, half, 5.0f), {}}, {0.5f, 0.5f}},
              turned_about(std::cos(eighth), std::sin(eighth), 2.5));
  // (3/5, 4/5) + (1, 0) is along (2, 1).
  judge_blend(judge, tasks, {{about_z(0.6f, 0.8f, 5.0f), {}}, {0.5f, 0.5f}},
              turned_about(2.0, 1.0, 2.5));
}

void uneven_weights_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfBlend);
  // real = 1/4 (1, 0, 0, 0) + 3/4 (3/5, 0, 0, 4/5) = (7, 0, 0, 6) / 10, so |real|^2 = 17/20;
  // dual = 3/4 (-2, 8/5, -4/5, 3/2); t = 2 (6/5, 3/10, 27/16) 20/17.
  const DualQuaternion turn = about_z(0.6f, 0.8f, 5.0f);
  judge_blend(judge, tasks, {{{}, turn}, {0.25f, 0.75f}}, turned_about(7.0, 6.0, 135.0 / 34.0));
  // real = (9, 0, 0, 2) / 10, dual = 1/4 (-2, 8/5, -4/5, 3/2): t_z = 2 * 7/16 * 20/17.
  judge_blend(judge, tasks, {{{}, turn}, {0.75f, 0.25f}}, turned_about(9.0, 2.0, 35.0 / 34.0));
}

void either_sign(Judge& judge, const Tasks& tasks) {
  judge.law(fmt::format("(real, dual) and (-real, -dual) are the same motion: {}", kLawOfSigns));
  const DualQuaternion turn = about_z(0.6f, 0.8f, 5.0f), lift = about_z(1.0f, 0.0f, 1.0f);
  const glm::mat4 half = turned_about(2.0, 1.0, 3.0);
  judge_blend(judge, tasks, {{turn, negated(lift)}, {0.5f, 0.5f}}, half);
  judge_blend(judge, tasks, {{negated(turn), lift}, {0.5f, 0.5f}}, half);
  judge_blend(judge, tasks, {{negated(turn), negated(lift)}, {0.5f, 0.5f}}, half);
  // The dot product is 0: 1/4 (1, 0, 0, 0) + 3/4 (0, 0, 0, 1), and 9/10 of the way up.
  judge.law(fmt::format("the product of no turn and a half turn is 0: {}", kLawOfSigns));
  judge_blend(judge, tasks, {{{}, about_z(0.0f, 1.0f, 5.0f)}, {0.25f, 0.75f}},
              turned_about(1.0, 3.0, 4.5));
}

void heaviest_decides(Judge& judge, const Tasks& tasks) {
  judge.law(kLawOfSigns);
  // Half angles of 0, 60 and 120 degrees; the first two also go 3 up. The middle one is near both
  // others: the sum of real is 3/4 of its own, and t_z = 1/4 * 3 * 2/3 + 1/2 * 3 * 4/3.
  const float root = std::sqrt(0.75f);
  const DualQuaternion lift = about_z(1.0f, 0.0f, 3.0f), third = about_z(0.5f, root, 3.0f),
                       two_thirds = about_z(-0.5f, root);
  judge_blend(judge, tasks, {{lift, third, two_thirds}, {0.25f, 0.5f, 0.25f}},
              turned_about(1.0, std::sqrt(3.0), 2.5));
  // The first and the last are equally heavy: the last one counts with the opposite sign,
  // 2/5 (1, 0) + 1/5 (1/2, root) - 2/5 (-1/2, root) = (7/10, -root/5), of length^2 13/25;
  // t_z = 3 (2/5 * 7/10 + 1/5 * 1/5) 25/13.
  judge_blend(judge, tasks, {{lift, third, two_thirds}, {0.4f, 0.2f, 0.4f}},
              turned_about(0.7, -0.2 * std::sqrt(0.75), 24.0 / 13.0));
}

/// A random unit quaternion that turns by at most `most` degrees.
glm::quat random_turn(std::mt19937& random, float most) {
  const float half = glm::radians(random_number(random, 0.2f * most, most)) / 2.0f;
  return {std::cos(half), std::sin(half) * glm::normalize(random_point(random, 1.0f))};
}

/// Four random motions, any two of them less than half a turn apart, each with a random sign.
DualBlend random_dual_blend(std::mt19937& random) {
  const glm::quat start = random_turn(random, 170.0f);
  DualBlend made{{}, {0.1f, 0.4f, 0.3f, 0.2f}};
  for (std::size_t j = 0; j < made.weights.size(); ++j) {
    const glm::quat turn = glm::normalize(random_turn(random, 80.0f) * start);
    const DualQuaternion motion = motion_by(turn, random_point(random, 2.0f));
    made.motions.push_back(random_number(random, 0.0f, 1.0f) < 0.5f ? motion : negated(motion));
  }
  return made;
}

/// `asked` with each motion replaced by first * motion * last.
DualBlend framed(const DualQuaternion& first, const DualBlend& asked, const DualQuaternion& last) {
  DualBlend all{{}, asked.weights};
  for (const DualQuaternion& motion : asked.motions)
    all.motions.push_back(product(product(first, motion), last));
  return all;
}

void in_any_frame(Judge& judge, const Tasks& tasks) {
  std::mt19937 random = drawn(121);
  for (int round = 0; round < 6 && judge.all_well(); ++round) {
    const DualBlend asked = random_dual_blend(random);
    const auto blend = [&](const DualBlend& of) {
      return tasks.blend_dual_quaternions(of.motions, of.weights);
    };
    const glm::mat4 q = blend(asked);
    const std::string words = words_of_blend(asked);
    judge.law("the mean of rigid motions is a rigid motion: M^T M = I, the last row is 0 0 0 1");
    glm::mat4 square = glm::mat4(glm::transpose(glm::mat3(q)) * glm::mat3(q));
    square[3] = glm::transpose(q)[3];
    judge.is_matrix(
        fmt::format("{} is M = {}; M^T M of its 3x3, and the last row of M,", words, in_words(q)),
        glm::mat4(1.0f), square);
    judge.is_number(fmt::format("{} is M = {}, whose determinant is", words, in_words(q)), 1.0f,
                    glm::determinant(glm::mat3(q)));
    const glm::quat turn = random_turn(random, 150.0f);
    const glm::vec3 move = random_point(random, 2.0f);
    glm::mat4 g = glm::mat4_cast(turn);
    g[3] = glm::vec4(move, 1.0f);
    const DualQuaternion of_g = motion_by(turn, move),
                         back{glm::conjugate(of_g.real), glm::conjugate(of_g.dual)};
    const std::string with_g =
        fmt::format("{} is Q = {}; with G = {}, ", words, in_words(q), in_words(g));
    judge.law(
        "it does not matter where the motions are looked at: each Q_j replaced by G Q_j "
        "makes G Q");
    judge.is_matrix(with_g + "and G after each of them, G Q", g * q,
                    blend(framed(of_g, asked, {})));
    judge.law(
        "it does not matter where the motions are looked at: each Q_j replaced by Q_j G^-1 "
        "makes Q G^-1");
    judge.is_matrix(with_g + "in another frame, G Q G^-1", g * q * glm::inverse(g),
                    blend(framed(of_g, asked, back)));
  }
}

}  // namespace

std::vector<Check> task7_checks() {
  constexpr Stage kMotion = Stage::dual_quaternion, kBlend = Stage::dual_blend;
  return {
      {7, "task7.moves_by_hand", "No motion, and a move without a turn", 1, judgment<moves_by_hand>,
       kMotion},
      {7, "task7.quarter_turn_by_hand", "A quarter turn about z, then a move", 1,
       judgment<quarter_turn_by_hand>, kMotion},
      {7, "task7.half_turns_by_hand", "Half turns about x, y and z, where w of real is 0", 1,
       judgment<half_turns_by_hand>, kMotion},
      {7, "task7.any_motion", "Random motions: of unit length, and points go where they shall", 1,
       judgment<any_motion>, kMotion},
      {7, "task7.one_motion", "One motion, three that are the same, and one of weight 0", 1,
       judgment<one_motion>, kBlend},
      {7, "task7.half_way_by_hand", "Half way between rest and turns about an axis", 1,
       judgment<half_way_by_hand>, kBlend},
      {7, "task7.uneven_weights_by_hand", "Between rest and a turn, with weights 1/4 and 3/4", 1,
       judgment<uneven_weights_by_hand>, kBlend},
      {7, "task7.either_sign", "The same motions, some with the opposite sign", 1,
       judgment<either_sign>, kBlend},
      {7, "task7.heaviest_decides", "Three motions, where the signs go by the largest weight", 1,
       judgment<heaviest_decides>, kBlend},
      {7, "task7.in_any_frame", "Random motions: the mean is rigid, and the same in every frame", 1,
       judgment<in_any_frame>, kBlend},
  };
}

}  // namespace marrow::course
