// Misconceptions about dual quaternions, and the checks that show them.
#include "rig_wrong.h"

namespace marrow::test {

namespace {

using MotionList = std::vector<DualQuaternion>;
using WeightList = std::vector<float>;

Tasks with_motion(DualQuaternion (*motion)(const glm::mat4&)) {
  Tasks wrong = with(&Tasks::dual_quaternion, motion);
  return wrong;
}

Tasks with_blend(glm::mat4 (*blend)(const MotionList&, const WeightList&)) {
  Tasks wrong = with(&Tasks::blend_dual_quaternions, blend);
  return wrong;
}

/// The right parts of a motion, for wrong ones to be made of.
struct MotionParts {
  explicit MotionParts(const glm::mat4& rigid)
      : t(rigid[3]), move(0.0f, t), real(solution::tasks().dual_quaternion(rigid).real) {}
  glm::vec3 t;
  glm::quat move, real;
};

/// Declares dual_quaternion() by its two parts, of `of`.
#define MOTION_OF(...)                                                               \
  [](auto& rigid) {                                                                  \
    const MotionParts of(rigid);                                                     \
    return [](const MotionParts& p) -> DualQuaternion { return {__VA_ARGS__}; }(of); \
  }

/// The sum of w_j s_j q_j, by a rule for s_j and with another pivot.
template <typename Sign>
DualQuaternion sum_of_motions(const MotionList& motions, const WeightList& weights, std::size_t k,
                              const Sign& sign) {
  DualQuaternion sum{{0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
  for (std::size_t j = 0; j < motions.size(); ++j) {
    const float share = weights[j] * sign(glm::dot(motions[j].real, motions[k].real));
    sum.real = sum.real + motions[j].real * share;
    sum.dual = sum.dual + motions[j].dual * share;
  }
  return sum;
}

std::size_t heaviest_joint(const WeightList& weights) {
  return std::size_t(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

float right_sign(float dot) { return dot < 0.0f ? -1.0f : 1.0f; }

DualQuaternion right_sum(const MotionList& motions, const WeightList& weights) {
  return sum_of_motions(motions, weights, heaviest_joint(weights), right_sign);
}

DualQuaternion divided_by_real(const DualQuaternion& sum) {
  return {sum.real / glm::length(sum.real), sum.dual / glm::length(sum.real)};
}

glm::mat4 matrix_of_parts(const glm::quat& real, const glm::vec3& origin) {
  glm::mat4 matrix = glm::mat4_cast(real);
  matrix[3] = glm::vec4(origin, 1.0f);
  return matrix;
}

glm::vec3 xyz(const glm::quat& q) { return {q.x, q.y, q.z}; }

glm::mat4 matrix_of_unit(const DualQuaternion& q) {
  return matrix_of_parts(q.real, xyz(q.dual * glm::conjugate(q.real) * 2.0f));
}

/// Declares blend_dual_quaternions() with the origin read from the unit q in a wrong way.
#define BLEND_WITH_ORIGIN(...)                                             \
  [](auto& motions, auto& weights) {                                       \
    const DualQuaternion q = divided_by_real(right_sum(motions, weights)); \
    return matrix_of_parts(q.real, __VA_ARGS__);                           \
  }

constexpr const char *kQuarterTurn = "task7.quarter_turn_by_hand",
                     *kHalfTurns = "task7.half_turns_by_hand", *kMoves = "task7.moves_by_hand",
                     *kAnyMotion = "task7.any_motion", *kOneMotion = "task7.one_motion",
                     *kHalfWayMotion = "task7.half_way_by_hand",
                     *kInAnyFrame = "task7.in_any_frame",
                     *kUnevenMotions = "task7.uneven_weights_by_hand",
                     *kEitherSign = "task7.either_sign", *kHeaviest = "task7.heaviest_decides";

}  // namespace

TEST_CASE("wrong: dual quaternions concern the checks of their own task alone") {
  Tasks wrong = with_motion([](auto&) {
    return DualQuaternion{{9.0f, 9.0f, 9.0f, 9.0f}, {9.0f, 9.0f, 9.0f, 9.0f}};
  });
  wrong.blend_dual_quaternions = [](auto&, auto&) { return glm::mat4(9.0f); };
  check_only_from_task(7, wrong);
}

TEST_CASE("wrong: the blend's checks do not rest on dual_quaternion") {
  const Tasks wrong = with_motion([](auto&) { return DualQuaternion(); });
  for (const course::Check& check : course::checks())
    if (check.stage == course::Stage::dual_blend) CHECK(course::run_check(check, wrong).passed);
}

TEST_CASE("a motion's dual quaternion is right with either sign") {
  const Tasks other = with_motion([](auto& rigid) {
    const DualQuaternion right = solution::tasks().dual_quaternion(rigid);
    return DualQuaternion{-right.real, -right.dual};
  });
  for (const course::Check& check : course::checks())
    if (check.task == 7) CHECK(course::run_check(check, other).passed);
}

TEST_CASE("wrong: the dual part of a motion") {
  check_named_by(with_motion(MOTION_OF(p.real, p.move * p.real)),
                 {kQuarterTurn, kMoves, kAnyMotion}, "the 1/2 is missing");
  check_named_by(with_motion(MOTION_OF(p.real, 0.5f * (p.real * p.move))),
                 {kQuarterTurn, kHalfTurns, kAnyMotion}, "real is on the left");
  check_named_by(with_motion(MOTION_OF(p.real, 0.5f * p.move)),
                 {kQuarterTurn, kHalfTurns, kAnyMotion}, "dual is not multiplied by real");
  check_named_by(with_motion(MOTION_OF(p.real, glm::quat(0.0f, 0.0f, 0.0f, 0.0f))),
                 {kMoves, kQuarterTurn, kAnyMotion}, "dual is 0");
  check_named_by(
      with_motion(MOTION_OF(p.real, 0.5f * (glm::quat(p.t.x, p.t.y, p.t.z, 0.0f) * p.real))),
      {kMoves, kQuarterTurn, kAnyMotion}, "glm::quat(w, x, y, z) takes w first");
  check_named_by(with_motion(MOTION_OF(p.real, 0.5f * (glm::quat(1.0f, p.t) * p.real))),
                 {kMoves, kQuarterTurn, kAnyMotion}, "w = 0 and not 1");
  check_named_by(with_motion(MOTION_OF(p.real, 0.5f * (p.move * glm::conjugate(p.real)))),
                 {kQuarterTurn, kHalfTurns, kAnyMotion}, "by real* and not by real");
}

TEST_CASE("wrong: the real part of a motion") {
  check_named_by(with_motion([](auto& rigid) {
                   const MotionParts p(rigid);
                   const glm::quat shifted(p.real.x, p.real.y, p.real.z, p.real.w);
                   return DualQuaternion{shifted, 0.5f * (p.move * shifted)};
                 }),
                 {kQuarterTurn, kMoves, kAnyMotion}, "w of real comes first");
  check_named_by(with_motion([](auto& rigid) {
                   const glm::quat back = glm::conjugate(MotionParts(rigid).real);
                   return DualQuaternion{back, 0.5f * (MotionParts(rigid).move * back)};
                 }),
                 {kQuarterTurn, kAnyMotion}, "it is transposed");
  check_named_by(with_motion([](auto& rigid) {
                   return solution::tasks().dual_quaternion(glm::inverse(rigid));
                 }),
                 {kMoves, kQuarterTurn, kAnyMotion}, "inverse motion");
  check_named_by(with_motion([](auto& rigid) {
                   const glm::quat real = MotionParts(rigid).real, twice = real * real;
                   return DualQuaternion{twice, 0.5f * (MotionParts(rigid).move * twice)};
                 }),
                 {kQuarterTurn, kHalfTurns, kAnyMotion}, "angle is not halved");
}

TEST_CASE("wrong: a quaternion that is divided by its w") {
  const Tasks wrong = with_motion([](auto& m) {
    const float w = 0.5f * std::sqrt(std::max(0.0f, 1.0f + m[0][0] + m[1][1] + m[2][2]));
    const glm::quat real(w, (m[1][2] - m[2][1]) / (4.0f * w), (m[2][0] - m[0][2]) / (4.0f * w),
                         (m[0][1] - m[1][0]) / (4.0f * w));
    return DualQuaternion{real, 0.5f * (glm::quat(0.0f, glm::vec3(m[3])) * real)};
  });
  check_caught(wrong, {kHalfTurns});
  check_reason(wrong, kHalfTurns, "w is 0 in a half turn");
}

TEST_CASE("wrong: where a blended motion goes") {
  check_named_by(with_blend(BLEND_WITH_ORIGIN(xyz(q.dual * glm::conjugate(q.real)))),
                 {kOneMotion, kHalfWayMotion, kInAnyFrame}, "the 2 is missing");
  check_named_by(with_blend(BLEND_WITH_ORIGIN(xyz(2.0f * q.dual * q.real))),
                 {kOneMotion, kHalfWayMotion, kInAnyFrame}, "by real and not by real*");
  check_named_by(with_blend(BLEND_WITH_ORIGIN(xyz(2.0f * glm::conjugate(q.real) * q.dual))),
                 {kOneMotion, kHalfWayMotion, kInAnyFrame}, "real* is on the left");
  check_named_by(with_blend(BLEND_WITH_ORIGIN(xyz(2.0f * q.dual))),
                 {kOneMotion, kHalfWayMotion, kInAnyFrame}, "dual is not multiplied by real*");
  check_named_by(with_blend(BLEND_WITH_ORIGIN(xyz(q.dual))),
                 {kOneMotion, kHalfWayMotion, kInAnyFrame}, "dual itself is taken for t");
  check_named_by(with_blend(BLEND_WITH_ORIGIN([&] {
                   const glm::quat t = q.dual * glm::conjugate(q.real) * 2.0f;
                   return glm::vec3(t.w, t.x, t.y);
                 }())),
                 {kOneMotion, kHalfWayMotion}, "not w, x, y");
  check_named_by(with_blend(BLEND_WITH_ORIGIN(glm::vec3(0.0f))),
                 {kOneMotion, kHalfWayMotion, kInAnyFrame}, "the translation is missing");
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   glm::vec3 mean(0.0f);
                   for (std::size_t j = 0; j < motions.size(); ++j)
                     mean += weights[j] * glm::vec3(matrix_of_unit(motions[j])[3]);
                   return matrix_of_parts(divided_by_real(right_sum(motions, weights)).real, mean);
                 }),
                 {kHalfWayMotion, kUnevenMotions, kInAnyFrame}, "mean of the translations");
}

TEST_CASE("wrong: a blend that is not divided, or not by |real|") {
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   return matrix_of_unit(right_sum(motions, weights));
                 }),
                 {kHalfWayMotion, kUnevenMotions, kInAnyFrame}, "q is not divided by |real|");
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   const DualQuaternion sum = right_sum(motions, weights);
                   return matrix_of_unit({glm::normalize(sum.real), sum.dual});
                 }),
                 {kUnevenMotions, kHalfWayMotion, kInAnyFrame}, "only real is divided");
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   const DualQuaternion sum = right_sum(motions, weights);
                   return matrix_of_unit({glm::normalize(sum.real), glm::normalize(sum.dual)});
                 }),
                 {kOneMotion, kHalfWayMotion, kInAnyFrame}, "divided by its own length");
}

TEST_CASE("wrong: signs of a blend") {
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   return matrix_of_unit(divided_by_real(
                       sum_of_motions(motions, weights, 0, [](float) { return 1.0f; })));
                 }),
                 {kEitherSign, kHeaviest}, "s_j is missing: q and -q");
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   DualQuaternion sum = right_sum(motions, weights);
                   sum.dual = sum_of_motions(motions, weights, 0, [](float) { return 1.0f; }).dual;
                   return matrix_of_unit(divided_by_real(sum));
                 }),
                 {kEitherSign, kInAnyFrame}, "s_j is missing in dual");
  check_named_by(
      with_blend([](auto& motions, auto& weights) {
        return matrix_of_unit(divided_by_real(sum_of_motions(motions, weights, 0, right_sign)));
      }),
      {kHeaviest}, "and not by the first");
  check_named_by(
      with_blend([](auto& motions, auto& weights) {
        std::size_t k = 0;
        for (std::size_t j = 1; j < weights.size(); ++j)
          if (weights[j] >= weights[k]) k = j;
        return matrix_of_unit(divided_by_real(sum_of_motions(motions, weights, k, right_sign)));
      }),
      {kHeaviest}, "of several largest weights the first");
  check_named_by(
      with_blend([](auto& motions, auto& weights) {
        return matrix_of_unit(divided_by_real(sum_of_motions(
            motions, weights, heaviest_joint(weights), [](float dot) { return glm::sign(dot); })));
      }),
      {kEitherSign}, "glm::sign gives 0");
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   return matrix_of_unit(divided_by_real(
                       sum_of_motions(motions, weights, heaviest_joint(weights),
                                      [](float dot) { return dot > 0.0f ? 1.0f : -1.0f; })));
                 }),
                 {kEitherSign}, "it is -1 only below");
}

TEST_CASE("wrong: something else than a blend of dual quaternions") {
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   glm::mat4 mean(0.0f);
                   for (std::size_t j = 0; j < motions.size(); ++j)
                     mean += weights[j] * matrix_of_unit(motions[j]);
                   return mean;
                 }),
                 {kHalfWayMotion, kUnevenMotions, kInAnyFrame}, "mean of the matrices");
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   return matrix_of_unit(motions[heaviest_joint(weights)]);
                 }),
                 {kHalfWayMotion, kUnevenMotions}, "largest weight alone");
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   return matrix_of_unit(
                       divided_by_real(right_sum(motions, WeightList(weights.size(), 1.0f))));
                 }),
                 {kUnevenMotions, kOneMotion}, "weights are not used");
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   const glm::mat4 right =
                       solution::tasks().blend_dual_quaternions(motions, weights);
                   glm::mat4 back(glm::transpose(glm::mat3(right)));
                   back[3] = right[3];
                   return back;
                 }),
                 {kOneMotion, kHalfWayMotion, kInAnyFrame}, "the rotation goes the other way");
  check_named_by(
      with_blend([](auto& motions, auto& weights) {
        return glm::transpose(solution::tasks().blend_dual_quaternions(motions, weights));
      }),
      {kOneMotion, kHalfWayMotion, kInAnyFrame}, "t is its last column");
  check_named_by(with_blend([](auto& motions, auto& weights) {
                   return glm::inverse(solution::tasks().blend_dual_quaternions(motions, weights));
                 }),
                 {kOneMotion, kHalfWayMotion, kInAnyFrame}, "this is the inverse motion");
}

}  // namespace marrow::test
