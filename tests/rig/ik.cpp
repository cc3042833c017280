// The cost of inverse kinematics, its gradient, and which joints a drag turns.
#include "support/ik_rigs.h"

namespace marrow::test {
namespace {

/// A rig with two or three handles, some joints free, the skeleton's node anywhere.
struct RandomProblem {
  Skeleton skeleton;
  IkProblem problem;
};

RandomProblem random_problem(Random& random, int round) {
  RandomProblem made;
  made.skeleton = random_skeleton(random, {.joints = 3 + random.below(12),
                                           .roots = 1 + round % 2,
                                           .posed = true,
                                           .scaled = round % 4 != 0});
  made.problem.world_from_skeleton = round % 3 == 0 ? random.affine(1.0f) : glm::mat4(1.0f);
  const int count = int(made.skeleton.joints.size());
  for (int handle = 0; handle < 1 + round % 3; ++handle)
    made.problem.handles.push_back(
        {random.below(count), glm::dvec3(random.vec3(2.0f)), double(random.uniform(0.2f, 3.0f))});
  for (int j = 0; j < count; ++j)
    if (random.chance(0.7f)) made.problem.free.push_back(j);
  return made;
}

double cost_after_turn(const IkProblem& problem, std::vector<glm::dmat4> user_locals, int joint,
                       const glm::dvec3& axis, double angle) {
  user_locals[std::size_t(joint)] =
      turned(user_locals[std::size_t(joint)], turn_about(axis, angle));
  return ik_cost(problem, user_locals);
}

}  // namespace

TEST_CASE(
    "the gradient equals central differences of the cost on 400 rigs, unevenly scaled and sheared "
    "ones too") {
  Random random(41);
  constexpr double kStep = 1e-5;
  for (int round = 0; round < 400; ++round) {
    RandomProblem made = random_problem(random, round);
    made.problem.skeleton = &made.skeleton;
    const std::vector<glm::dmat4> user_locals = user_locals_of(made.skeleton);
    const std::vector<glm::dvec3> gradient = ik_gradient(made.problem, user_locals);
    REQUIRE(gradient.size() == made.problem.free.size());
    double size = ik_cost(made.problem, user_locals);
    for (const glm::dvec3& slope : gradient) size = std::max(size, glm::length(slope));
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 a(0.0);
        a[axis] = 1.0;
        const double more =
            cost_after_turn(made.problem, user_locals, made.problem.free[i], a, kStep);
        const double less =
            cost_after_turn(made.problem, user_locals, made.problem.free[i], a, -kStep);
        CHECK(std::abs(gradient[i][axis] - (more - less) / (2.0 * kStep)) < 1e-7 * size);
      }
    }
  }
}

TEST_CASE("the textbook's gradient, (A a) x (tip - o), holds for rigid frames and only there") {
  Random random(42);
  double worst_rigid = 0.0, worst_scaled = 0.0;
  for (int round = 0; round < 60; ++round) {
    const bool scaled = round % 2 == 1;
    const Skeleton skeleton =
        random_skeleton(random, {.joints = 6, .roots = 1, .posed = true, .scaled = scaled});
    IkProblem problem = pull_last(skeleton, glm::dvec3(random.vec3(2.0f)));
    problem.free = {0};
    const std::vector<glm::dmat4> user_locals = user_locals_of(skeleton);
    const glm::dmat4 frame(skeleton.joints[0].bind_local);
    const glm::dvec3 tip = ik_tips(problem, user_locals).front();
    const glm::dvec3 origin(frame * user_locals[0][3]);
    const glm::dvec3 axis = glm::dmat3(frame) * glm::dvec3(0.0, 0.0, 1.0);
    const double handout =
        glm::dot(tip - problem.handles[0].target, glm::cross(axis, tip - origin));
    const double difference = std::abs(handout - ik_gradient(problem, user_locals).front().z);
    double& worst = scaled ? worst_scaled : worst_rigid;
    worst = std::max(worst, difference);
  }
  CHECK(worst_rigid < 1e-5);
  CHECK(worst_scaled > 0.1);
}

TEST_CASE("a turn keeps the joint's origin where it is, translated or not") {
  for (auto& random : rounds<Random>(43, 50)) {
    const glm::dmat4 user_local(random.affine(1.0f));
    const glm::dmat4 after = turned(user_local, turn_about(glm::dvec3(random.direction()), 1.0));
    CHECK(after[3] == user_local[3]);
    CHECK(glm::length(after[0]) == doctest::Approx(glm::length(user_local[0])));
  }
}

TEST_CASE("reach is the length of the chain from its first free joint to the tip") {
  const Skeleton skeleton = straight_chain(4);
  IkProblem problem = pull_last(skeleton, glm::dvec3(0.0));
  CHECK(ik_chain_lengths(problem, user_locals_of(skeleton)).front() == doctest::Approx(4.0));
  problem.free = {2};
  CHECK(ik_chain_lengths(problem, user_locals_of(skeleton)).front() == doctest::Approx(2.0));
  problem.free = {};
  CHECK(ik_chain_lengths(problem, user_locals_of(skeleton)).front() == 0.0);
}

TEST_CASE(
    "a limb is the joint and its ancestors below the first that branches; the whole body goes up "
    "to the root") {
  Skeleton skeleton = straight_chain(6);  // 0 - 1 - 2 - 3 - 4 and a second child, 5, of 1
  skeleton.joints[5].parent = 1;
  CHECK(ik_chain(skeleton, 4, false) == std::vector<int>{2, 3, 4});
  CHECK(ik_chain(skeleton, 4, true) == std::vector<int>{0, 1, 2, 3, 4});
  CHECK(ik_chain(skeleton, 1, false) == std::vector<int>{0, 1});
  CHECK(ik_chain(skeleton, 5, false) == std::vector<int>{5});
}

TEST_CASE("locked and pinned ancestors end a chain; a locked joint is not part of its own") {
  Skeleton skeleton = straight_chain(6);
  skeleton.joints[2].locked = true;
  CHECK(ik_chain(skeleton, 5, true) == std::vector<int>{3, 4, 5});
  skeleton.joints[2].locked = false;
  skeleton.joints[3].pinned = true;
  CHECK(ik_chain(skeleton, 5, true) == std::vector<int>{4, 5});
  CHECK(ik_chain(skeleton, 3, true) == std::vector<int>{0, 1, 2, 3});
  skeleton.joints[3].locked = true;
  CHECK(ik_chain(skeleton, 3, true) == std::vector<int>{0, 1, 2});
}

}  // namespace marrow::test
