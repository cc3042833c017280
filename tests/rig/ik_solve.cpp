// The solver of inverse kinematics: what it reaches, where it stops, what it respects.
#include <algorithm>

#include "rig/ik/objective.h"
#include "rig/joint_pose.h"
#include "support/ik_rigs.h"

namespace marrow::test {
namespace {

constexpr double kRightAngle = 1.5707963267948966;

/// The sum of squared rotation angles from one pose to another.
double turning(const Skeleton& from, const std::vector<glm::mat4>& to) {
  double sum = 0.0;
  for (std::size_t j = 0; j < to.size(); ++j) {
    const glm::dmat3 turn = glm::dmat3(to[j]) * glm::inverse(glm::dmat3(from.joints[j].user_local));
    const double angle =
        std::acos(glm::clamp((turn[0][0] + turn[1][1] + turn[2][2] - 1.0) / 2.0, -1.0, 1.0));
    sum += angle * angle;
  }
  return sum;
}

glm::vec3 euler_of(const glm::mat4& user_local, const RotationLimits& limits) {
  return euler_near(decompose(user_local).rotation, 0.5f * (limits.lower + limits.upper));
}

bool is_within(const glm::vec3& angles, const RotationLimits& limits) {
  constexpr float kRounding = 1e-5f;
  return glm::all(glm::lessThanEqual(limits.lower - kRounding, angles)) &&
         glm::all(glm::lessThanEqual(angles, limits.upper + kRounding));
}

/// The natural bend of each joint below the first when the last one's tip is asked to come so near
/// to the base, a share of the distance that it has: radians.
std::vector<double> natural_bends(const Skeleton& skeleton, double chord) {
  IkProblem problem = pull_last(skeleton, glm::dvec3(0.0));
  problem.handles[0].target = chord * tip_of(problem, skeleton);
  IkObjective objective{problem, 1.0, {}, user_locals_of(skeleton), {}};
  for (const Joint& joint : skeleton.joints) objective.hinges.push_back(ik_hinge(joint));
  const IkAngles angles = natural_angles(objective);
  std::vector<double> bends;
  for (std::size_t j = 1; j < skeleton.joints.size(); ++j)
    bends.push_back(glm::length(glm::dvec3(angles[3 * j], angles[3 * j + 1], angles[3 * j + 2])));
  return bends;
}

void turn_about_z(Skeleton& skeleton, std::size_t joint, float angle) {
  skeleton.joints[joint].user_local = glm::mat4_cast(quat_from_euler({0.0f, 0.0f, angle}));
}

}  // namespace

TEST_CASE("1,000 random chains of 2 to 20 joints reach what can be reached, half of them sheared") {
  for (auto& random : rounds<Random>(51, trials(1000))) {
    const Skeleton skeleton = random_chain(random, 2 + random.round % 19, random.round % 2 == 1);
    IkProblem problem = pull_last(skeleton, glm::dvec3(0.0));
    if (random.round % 3 == 0) problem.world_from_skeleton = random.affine(1.0f);
    problem.handles[0].target = tip_of(problem, turned_at_random(random, skeleton, 1.5f));
    const IkSolution solution = solve_ik(problem);
    const double reach = ik_chain_lengths(problem, user_locals_of(skeleton)).front();
    CHECK(solution.reached);
    CHECK(solution.errors.front() < 1e-4 * reach);
    CHECK(glm::distance(tip_of(problem, posed_by(skeleton, solution)), problem.handles[0].target) <
          1e-4 * reach);
  }
}

TEST_CASE(
    "a rigid chain stretches straight towards what is out of reach, and solving again changes "
    "nothing") {
  for (auto& random : rounds<Random>(52, trials(200))) {
    const Skeleton skeleton = random_chain(random, 2 + random.round % 19, false);
    IkProblem problem = pull_last(skeleton, glm::dvec3(0.0));
    const double reach = ik_chain_lengths(problem, user_locals_of(skeleton)).front();
    const glm::dvec3 base(skeleton.joints[0].bind_local[3]);
    problem.handles[0].target =
        base + glm::dvec3(random.direction()) * (reach * double(random.uniform(1.01f, 3.0f)));
    const IkSolution solution = solve_ik(problem);
    CHECK_FALSE(solution.reached);
    const double least = glm::distance(problem.handles[0].target, base) - reach;
    CHECK(solution.errors.front() - least < 1e-5 * reach);

    const Skeleton stretched = posed_by(skeleton, solution);
    problem.skeleton = &stretched;
    CHECK(pose_distance(solve_ik(problem).user_locals, solution.user_locals) < 2e-4);
  }
}

TEST_CASE(
    "the cost never grows, and again and again from the result it stands still, sheared or out of "
    "reach") {
  for (auto& random : rounds<Random>(53, trials(100))) {
    Skeleton skeleton = random_chain(random, 2 + random.round % 7, random.round % 2 == 0);
    IkProblem problem = pull_last(skeleton, glm::dvec3(random.vec3(8.0f)));
    double cost = ik_cost(problem, user_locals_of(skeleton));
    for (int again = 0; again < 4; ++again) {
      const IkSolution solution = solve_ik(problem);
      const double moved = pose_distance(solution.user_locals, pose_in(skeleton));
      skeleton = posed_by(skeleton, solution);
      const double next = ik_cost(problem, user_locals_of(skeleton));
      CHECK(next <= cost * (1.0 + 1e-5) + 1e-10);  // poses are kept as floats
      if (again > 0) CHECK(moved < 2e-3);
      cost = next;
    }
  }
}

TEST_CASE("a target that moves smoothly moves the pose smoothly, in and out of reach") {
  Random random(54);
  constexpr int kSteps = 200;
  for (int round = 0; round < 12; ++round) {
    const Skeleton skeleton = turned_at_random(random, straight_chain(3 + round % 4), 0.5f);
    IkProblem problem = pull_last(skeleton, glm::dvec3(0.0));
    const glm::dvec3 tip = tip_of(problem, skeleton);
    const double length = double(skeleton.joints.size());
    const glm::dvec3 end =
        tip + glm::dvec3(random.direction()) * length;  // well out of reach at the end, as a rule
    std::vector<glm::mat4> last;
    for (int step = 0; step <= kSteps; ++step) {
      problem.handles[0].target = glm::mix(tip, end, double(step) / kSteps);
      const IkSolution solution = solve_ik(problem);
      // Near full stretch a joint turns as the square root of the rest: a step of 1/200 may turn it
      // by several degrees.
      if (!last.empty()) CHECK(pose_distance(solution.user_locals, last) < 0.25);
      last = solution.user_locals;
    }
  }
}

TEST_CASE("a tip that is where it shall be turns nothing, bit by bit") {
  for (auto& random : rounds<Random>(55, trials(50))) {
    const Skeleton skeleton = random_chain(random, 2 + random.round % 6, random.round % 2 == 0);
    IkProblem problem = pull_last(skeleton, glm::dvec3(0.0));
    problem.handles[0].target = tip_of(problem, skeleton);
    const IkSolution solution = solve_ik(problem);
    CHECK(solution.iterations == 0);
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
      CHECK(solution.user_locals[j] == skeleton.joints[j].user_local);
  }
}

TEST_CASE(
    "among the poses that reach, the one found turns little: no random pose that reaches turns "
    "less") {
  for (auto& random : rounds<Random>(56, trials(60))) {
    const Skeleton skeleton = random_chain(random, 3 + random.round % 4, false);
    const Skeleton other =
        turned_at_random(random, skeleton, 0.6f);  // one that reaches, by how it is made
    const IkProblem problem =
        pull_last(skeleton, tip_of(pull_last(skeleton, glm::dvec3(0.0)), other));
    const IkSolution solution = solve_ik(problem);
    REQUIRE(solution.reached);
    CHECK(turning(skeleton, solution.user_locals) <=
          turning(skeleton, pose_in(other)) * 1.0001 + 1e-9);
  }
}

TEST_CASE("the same problem has the same solution, bit by bit") {
  for (auto& random : rounds<Random>(57, trials(20))) {
    const Skeleton skeleton = random_chain(random, 8, random.round % 2 == 0);
    const IkProblem problem = pull_last(skeleton, glm::dvec3(random.vec3(4.0f)));
    const IkSolution one = solve_ik(problem), other = solve_ik(problem);
    CHECK(one.user_locals == other.user_locals);
    CHECK(one.errors == other.errors);
  }
}

TEST_CASE("only free joints turn, and nothing is translated or scaled") {
  for (auto& random : rounds<Random>(58, trials(60))) {
    const Skeleton skeleton = random_skeleton(
        random, {.joints = 12, .roots = 2, .posed = true, .scaled = random.round % 2 == 0});
    IkProblem problem = pull_last(skeleton, glm::dvec3(random.vec3(2.0f)));
    std::erase_if(problem.free, [&](int) { return random.chance(0.5f); });
    const IkSolution solution = solve_ik(problem);
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      const glm::mat4 &before = skeleton.joints[j].user_local, &after = solution.user_locals[j];
      const bool is_free =
          std::find(problem.free.begin(), problem.free.end(), int(j)) != problem.free.end();
      if (!is_free) CHECK(after == before);
      CHECK(after[3] == before[3]);
      for (int c = 0; c < 3; ++c)
        CHECK(glm::length(after[c]) == doctest::Approx(glm::length(before[c])).epsilon(1e-4));
    }
  }
}

TEST_CASE(
    "two tips of a body reach together, and one that is held stays while the other is pulled") {
  for (auto& random : rounds<Random>(59, trials(100))) {
    // A spine of three and two arms of three, all bent a little.
    Skeleton skeleton = straight_chain(9);
    skeleton.joints[6].parent = 2;
    skeleton = turned_at_random(random, skeleton, 0.6f);
    const Skeleton other = turned_at_random(random, skeleton, 0.4f);
    IkProblem problem = pull_last(skeleton, glm::dvec3(0.0));
    problem.handles = {{.joint = 5}, {.joint = 8}};
    IkProblem asked = problem;
    asked.skeleton = &other;
    const std::vector<glm::dvec3> tips = ik_tips(asked, user_locals_of(other));
    problem.handles[0].target = tips[0];
    problem.handles[1].target = tips[1];
    CHECK(solve_ik(problem).reached);

    // Out of reach for one: what is held, heavily, all but stays.
    problem.handles[0].target = ik_tips(problem, user_locals_of(skeleton))[0];
    problem.handles[0].weight = 1e4;
    problem.handles[1].target = glm::dvec3(random.direction()) * 20.0;
    const IkSolution solution = solve_ik(problem);
    CHECK(solution.errors[0] < 0.01);
    CHECK(is_all_finite(solution));
  }
}

TEST_CASE("limits are kept, and what they leave in reach is reached") {
  Random random(60);
  int reached = 0;
  constexpr int kRounds = 200;
  for (int round = 0; round < kRounds; ++round) {
    Skeleton skeleton = random_chain(random, 3 + round % 4, false);
    for (Joint& joint : skeleton.joints)
      joint.limits =
          RotationLimits{-glm::vec3(random.uniform(0.0f, 1.2f), random.uniform(0.0f, 1.2f),
                                    random.uniform(0.0f, 1.2f)),
                         glm::vec3(random.uniform(0.0f, 1.2f), random.uniform(0.0f, 1.2f),
                                   random.uniform(0.0f, 1.2f))};
    Skeleton other = skeleton;
    for (Joint& joint : other.joints) {
      const glm::vec3 lower = joint.limits->lower, upper = joint.limits->upper;
      const glm::vec3 angles{random.uniform(lower.x, upper.x), random.uniform(lower.y, upper.y),
                             random.uniform(lower.z, upper.z)};
      joint.user_local = glm::mat4_cast(quat_from_euler(angles));
    }
    IkProblem problem = pull_last(skeleton, glm::dvec3(0.0));
    problem.handles[0].target = tip_of(problem, other);
    const IkSolution solution = solve_ik(problem);
    reached += solution.reached;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      const RotationLimits& limits = *skeleton.joints[j].limits;
      CHECK(is_within(euler_of(solution.user_locals[j], limits), limits));
    }
    // The same chain pulled to where it cannot go.
    problem.handles[0].target *= 10.0;
    const IkSolution far = solve_ik(problem);
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
      CHECK(is_within(euler_of(far.user_locals[j], *skeleton.joints[j].limits),
                      *skeleton.joints[j].limits));
  }
  CHECK(reached >=
        kRounds * 99 /
            100);  // a box of angles has corners in which a descent can rest short of the target
}

TEST_CASE("a pose outside its limits is brought back to them, and a knee does not bend backwards") {
  Skeleton skeleton = straight_chain(2);
  skeleton.joints[1].limits = RotationLimits{glm::vec3(0.0f, 0.0f, -2.5f), glm::vec3(0.0f)};
  skeleton.joints[1].user_local = glm::mat4_cast(quat_from_euler({0.0f, 0.0f, 0.5f}));
  const IkProblem problem = pull_last(skeleton, glm::dvec3(0.9, 0.9, 0.0));
  const IkSolution solution = solve_ik(problem);
  CHECK(solution.reached);
  const glm::vec3 knee = euler_of(solution.user_locals[1], *skeleton.joints[1].limits);
  CHECK(knee.z < -0.5f);
  CHECK(std::abs(knee.x) < 1e-5f);
}

TEST_CASE(
    "a straight limb whose tip is drawn in bends: forward, a hanging one back, one with a trace of "
    "a bend the way it has") {
  Skeleton skeleton = straight_chain(2);
  const auto bent = [&](const glm::dvec3& target) {
    const IkSolution solution = solve_ik(pull_last(skeleton, target));
    CHECK(solution.reached);
    return tip_of({.skeleton = nullptr,
                   .world_from_skeleton = glm::mat4(1.0f),
                   .handles = {{.joint = 0}},
                   .free = {}},
                  posed_by(skeleton, solution));
  };
  // Straight towards the shoulder, a little above and below: the elbow keeps its side and follows
  // the target.
  const glm::dvec3 elbow = bent({1.4, 0.0, 0.0});
  CHECK(elbow.z < -0.5);
  CHECK(glm::distance(bent({1.4, 0.02, 0.0}), elbow) < 0.05);
  CHECK(glm::distance(bent({1.4, -0.02, 0.0}), elbow) < 0.05);
  skeleton.joints[1].user_local = glm::mat4_cast(quat_from_euler({0.0f, 0.0f, 0.1f}));
  CHECK(bent({1.4, 0.0, 0.0}).y < -0.5);
  skeleton.joints[1].user_local = glm::mat4(1.0f);
  skeleton.joints[0].bind_local =
      glm::mat4_cast(quat_from_euler({0.0f, 0.0f, -float(kRightAngle)}));  // hangs down
  CHECK(bent({0.0, -1.4, 0.0}).z > 0.5);
}

TEST_CASE(
    "the natural bend of a straight limb brings its ends together; a limb that is bent enough has "
    "none") {
  for (const double chord : {0.95, 0.8, 0.6}) {
    CAPTURE(chord);
    CHECK(natural_bends(straight_chain(2), chord)[0] ==
          doctest::Approx(2.0 * std::acos(chord)).epsilon(1e-6));
    for (const int bones : {3, 4, 6}) {
      CAPTURE(bones);
      Skeleton bent = straight_chain(bones);
      const std::vector<double> bends = natural_bends(bent, chord);
      for (std::size_t j = 1; j < bent.joints.size(); ++j)
        turn_about_z(bent, j, float(bends[j - 1]));
      CHECK(glm::length(tip_of(pull_last(bent, {}), bent)) / bones ==
            doctest::Approx(chord).epsilon(0.06));
    }
  }
  Skeleton tiny = straight_chain(2);
  tiny.joints[0].extent *= 1e-3f;
  tiny.joints[1].extent *= 1e-3f;
  tiny.joints[1].bind_local[3] *= glm::vec4(1e-3f, 1e-3f, 1e-3f, 1.0f);
  CHECK(natural_bends(tiny, 0.8)[0] == doctest::Approx(2.0 * std::acos(0.8)).epsilon(1e-5));
  CHECK(natural_bends(straight_chain(2), 1.0)[0] == 0.0);
  CHECK(natural_bends(straight_chain(2), 1.2)[0] == 0.0);
  // An elbow: the more it is bent the less is added, from a sine of 0.2 on nothing.
  double last = natural_bends(straight_chain(2), 0.9)[0];
  for (const float sine : {0.05f, 0.1f, 0.15f, 0.19f}) {
    Skeleton bent = straight_chain(2);
    turn_about_z(bent, 1, std::asin(sine));
    const double bend = natural_bends(bent, 0.9)[0];
    CHECK(bend < last);
    CHECK(bend > 0.0);
    last = bend;
  }
  Skeleton bent = straight_chain(2);
  turn_about_z(bent, 1, std::asin(0.201f));
  CHECK(natural_bends(bent, 0.9)[0] == 0.0);
  // Two straight halves at an angle: with 0.8 of the bones' length it counts as straight, with 0.6
  // as bent.
  const auto bend_of_half = [](float length) {
    Skeleton limb = straight_chain(4);
    turn_about_z(limb, 2, 2.0f * std::acos(length));
    return natural_bends(limb, 0.9)[0];
  };
  const double most = bend_of_half(0.8f);
  CHECK(bend_of_half(0.9f) == doctest::Approx(most).epsilon(1e-5));
  CHECK(bend_of_half(0.7f) == doctest::Approx(most / 2.0).epsilon(1e-4));
  CHECK(bend_of_half(0.61f) > 0.0);
  CHECK(bend_of_half(0.599f) == 0.0);
}

TEST_CASE("two bones of length 1 that meet a target at distance sqrt 2 stand at a right angle") {
  Skeleton skeleton = straight_chain(2);
  skeleton.joints[1].user_local = glm::mat4_cast(quat_from_euler({0.0f, 0.0f, 0.3f}));
  const IkSolution solution = solve_ik(pull_last(skeleton, glm::dvec3(1.0, 1.0, 0.0)));
  const glm::vec3 elbow = euler_near(decompose(solution.user_locals[1]).rotation, glm::vec3(0.0f));
  CHECK(double(elbow.z) == doctest::Approx(kRightAngle).epsilon(1e-4));
}

TEST_CASE(
    "bones without length, scales of zero, coinciding tips, huge and tiny rigs and no free joint "
    "give no NaN") {
  for (auto& random : rounds<Random>(61, trials(120))) {
    Skeleton skeleton = random_chain(random, 2 + random.round % 5, random.round % 3 == 0);
    Joint& odd = skeleton.joints[std::size_t(random.below(int(skeleton.joints.size())))];
    if (random.round % 4 == 0) odd.extent = glm::vec3(0.0f);
    if (random.round % 4 == 1)
      odd.user_local =
          glm::scale(odd.user_local, glm::vec3(random.round % 8 == 1 ? 0.0f : 1.0f, 0.0f, 0.0f));
    if (random.round % 4 == 2)
      skeleton.joints[0].bind_local =
          glm::scale(glm::mat4(1.0f), glm::vec3(random.round % 8 == 2 ? 1e12f : 1e-12f));
    IkProblem problem =
        pull_last(skeleton, glm::dvec3(random.vec3(random.round % 5 == 0 ? 0.0f : 3.0f)));
    if (random.round % 4 == 3)
      problem.handles.push_back({.joint = 0, .target = problem.handles[0].target});
    if (random.round % 7 == 0) problem.free.clear();
    const double before = ik_cost(problem, user_locals_of(skeleton));
    const IkSolution solution = solve_ik(problem);
    CHECK(is_all_finite(solution));
    CHECK(ik_cost(problem, user_locals_of(posed_by(skeleton, solution))) <=
          before * (1.0 + 1e-6) + 1e-12);
  }
  Skeleton none;
  const Skeleton one = straight_chain(1);
  const IkSolution nothing = solve_ik(pull_last(one, glm::dvec3(1.0, 0.0, 0.0)));
  CHECK(nothing.reached);
  IkProblem empty;
  empty.skeleton = &none;
  CHECK(solve_ik(empty).user_locals.empty());
}

}  // namespace marrow::test
