// Elbows in the solver: they keep their side, and the pose does not depend on the path.

#include "rig/joint_pose.h"
#include "support/ik_rigs.h"

namespace marrow::test {
namespace {

/// Upper arm, forearm and hand in random frames, posed; the elbow is bent by `bend` about the
/// returned axis.
struct Arm {
  Skeleton skeleton;
  IkProblem problem;
  double reach = 0.0;  ///< of the wrist
};

glm::dvec3 wrist_in(const Skeleton& skeleton) {
  IkProblem asked;
  asked.skeleton = &skeleton;
  asked.handles = {{.joint = 2, .is_base = true}};
  return ik_tips(asked, user_locals_of(skeleton)).front();
}

void make_arm(Arm& arm, Random& random, float bend) {
  arm.skeleton.joints.clear();
  const glm::vec3 across = random.direction();
  const glm::mat4 frame = random.rotation();
  const glm::vec3 along = glm::normalize(glm::cross(across, random.direction()));
  for (int j = 0; j < 3; ++j) {
    Joint joint{.id = Id(100 + j), .name = "j" + std::to_string(j), .parent = j - 1};
    const float length = j == 0 ? 0.0f : random.uniform(0.4f, 1.0f);
    joint.bind_local =
        j == 0 ? random.rigid() * frame : glm::translate(glm::mat4(1.0f), length * along);
    joint.extent = random.uniform(0.1f, 0.3f) * (along + 0.3f * random.direction());
    arm.skeleton.joints.push_back(joint);
  }
  arm.skeleton.joints[0].user_local = random.rotation();
  arm.skeleton.joints[1].user_local = glm::rotate(glm::mat4(1.0f), bend, across);
  arm.skeleton.joints[2].user_local = random.rotation();
  arm.problem = {&arm.skeleton,
                 glm::mat4(1.0f),
                 {{.joint = 2, .weight = 1.0},
                  {.joint = 2, .weight = 1e-4, .is_base = true},
                  {.joint = 2, .weight = 1e-4, .is_side = true}},
                 {0, 1, 2},
                 {{1, glm::dvec3(across), false}}};
  arm.reach = double(glm::length(glm::vec3(arm.skeleton.joints[1].bind_local[3])) +
                     glm::length(glm::vec3(arm.skeleton.joints[2].bind_local[3])));
}

/// The hand as it is, moved so that its wrist is at `wrist`.
void ask_wrist_at(IkProblem& problem, const glm::dvec3& wrist) {
  const std::vector<glm::dvec3> now = ik_tips(problem, user_locals_of(*problem.skeleton));
  for (std::size_t i = 0; i < now.size(); ++i)
    problem.handles[i].target = now[i] + (wrist - now[1]);
}

/// The bend of the elbow about its axis, radians, and the part of it about other axes.
glm::dvec2 bend_of(const Arm& arm, const std::vector<glm::mat4>& user_locals) {
  const glm::dvec3 axis = arm.problem.elbows[0].axis,
                   before = glm::normalize(glm::dvec3(arm.skeleton.joints[1].bind_local[3])),
                   after = glm::normalize(glm::dmat3(user_locals[1]) *
                                          glm::dvec3(arm.skeleton.joints[2].bind_local[3]));
  const glm::dvec3 across = glm::cross(before, after);
  return {std::atan2(glm::dot(axis, across), glm::dot(before, after)),
          glm::length(across - glm::dot(across, axis) * axis)};
}

}  // namespace

TEST_CASE(
    "an arm whose hand is held bends to its side, meets what it reaches and is straight else") {
  for (auto& random : rounds<Random>(181, trials(300))) {
    Arm arm;
    make_arm(arm, random, random.uniform(0.0f, 2.5f));
    const glm::dvec3 shoulder(arm.skeleton.joints[0].bind_local[3]);
    const double far = arm.reach * double(random.uniform(0.5f, 1.3f));
    ask_wrist_at(arm.problem, shoulder + far * glm::dvec3(random.direction()));
    const IkSolution solution = solve_ik(arm.problem);
    const glm::dvec2 bend = bend_of(arm, solution.user_locals);
    CHECK(bend.x > -1e-5);
    CHECK(bend.y < 1e-5);
    if (far < arm.reach) {
      CHECK(solution.reached);
      for (const double error : solution.errors) CHECK(error < 1e-6 * arm.reach);
    } else {
      CHECK(bend.x < 1e-3);
    }
  }
}

TEST_CASE("an arm's pose is a function of where its hand is, whatever way led there") {
  for (auto& random : rounds<Random>(182, trials(50))) {
    Arm arm;
    make_arm(arm, random, random.uniform(0.3f, 2.0f));
    const glm::dvec3 wrist = wrist_in(arm.skeleton), shoulder(arm.skeleton.joints[0].bind_local[3]);
    const std::vector<glm::mat4> start = pose_in(arm.skeleton);
    Skeleton now = arm.skeleton;
    arm.problem.skeleton = &now;
    for (int step = 0; step < 20; ++step) {
      const glm::dvec3 near =
          shoulder + arm.reach * double(random.uniform(0.5f, 0.95f)) *
                         glm::normalize(wrist - shoulder + 0.5 * glm::dvec3(random.direction()));
      ask_wrist_at(arm.problem, step == 19 ? wrist : near);
      const IkSolution solution = solve_ik(arm.problem);
      now = posed_by(now, solution);
    }
    const std::vector<glm::mat4> end = pose_in(now);
    CHECK(pose_distance(start, end) < 1e-3);
  }
}

TEST_CASE("an arm that is pulled along its line keeps the plane it bends in") {
  for (auto& random : rounds<Random>(185, trials(200))) {
    Arm arm;
    make_arm(arm, random, random.uniform(0.3f, 2.0f));
    const glm::dvec3 wrist = wrist_in(arm.skeleton), shoulder(arm.skeleton.joints[0].bind_local[3]);
    const auto plane = [&](const std::vector<glm::mat4>& user_locals) {
      const glm::dmat3 upper(glm::dmat3(arm.skeleton.joints[0].bind_local) *
                             glm::dmat3(user_locals[0]));
      return upper * arm.problem.elbows[0].axis;
    };
    const std::vector<glm::mat4> start = pose_in(arm.skeleton);
    const double far = arm.reach * double(random.uniform(0.5f, 0.95f));
    ask_wrist_at(arm.problem, shoulder + far * glm::normalize(wrist - shoulder));
    CHECK(glm::distance(plane(solve_ik(arm.problem).user_locals), plane(start)) < 1e-4);
  }
}

TEST_CASE("an arm whose forearm has left the elbow's plane straightens all the same") {
  for (auto& random : rounds<Random>(187, trials(100))) {
    Arm arm;
    make_arm(arm, random, random.uniform(0.3f, 1.5f));
    arm.problem.elbows[0].is_certain = true;
    const glm::vec3 across(arm.problem.elbows[0].axis),
        along = glm::normalize(glm::vec3(arm.skeleton.joints[1].bind_local[3]));
    arm.skeleton.joints[1].user_local *=
        glm::rotate(glm::mat4(1.0f), random.uniform(0.02f, 0.2f), glm::cross(across, along));
    const glm::dvec3 shoulder(arm.skeleton.joints[0].bind_local[3]);
    ask_wrist_at(arm.problem, shoulder + 1.3 * arm.reach * glm::dvec3(random.direction()));
    CHECK(bend_of(arm, solve_ik(arm.problem).user_locals).x < 1e-3);
    CHECK(bend_of(arm, solve_ik(arm.problem).user_locals).y < 1e-3);
  }
}

TEST_CASE("an arm's shoulder, elbow and hand stay within their limits") {
  Random random(186);
  int at_limit = 0;
  for (int round = 0; round < trials(200); ++round) {
    Arm arm;
    make_arm(arm, random, random.uniform(0.3f, 1.5f));
    Joint& limited = arm.skeleton.joints[std::size_t(round % 3)];
    limited.user_local = round % 3 == 1 ? limited.user_local : glm::mat4(1.0f);
    const glm::vec3 now = euler_near(decompose(limited.user_local).rotation, glm::vec3(0.0f));
    const glm::vec3 room(random.uniform(0.1f, 0.4f));
    limited.limits = RotationLimits{glm::min(now - room, 0.0f), glm::max(now + room, 0.0f)};
    const glm::dvec3 shoulder(arm.skeleton.joints[0].bind_local[3]);
    ask_wrist_at(arm.problem, shoulder + arm.reach * double(random.uniform(0.5f, 0.95f)) *
                                             glm::dvec3(random.direction()));
    const IkSolution solution = solve_ik(arm.problem);
    const glm::vec3 middle = 0.5f * (limited.limits->lower + limited.limits->upper);
    const glm::vec3 angles =
        euler_near(decompose(solution.user_locals[std::size_t(round % 3)]).rotation, middle);
    CHECK(glm::all(glm::lessThan(limited.limits->lower - 1e-3f, angles)));
    CHECK(glm::all(glm::lessThan(angles, limited.limits->upper + 1e-3f)));
    at_limit += !solution.reached;
  }
  CHECK(at_limit > trials(50));  // limits were in the way
}

TEST_CASE("elbows of longer chains stay on their side, sheared or not, and give no NaN") {
  for (auto& random : rounds<Random>(183, trials(200))) {
    const Skeleton skeleton = random_chain(random, 3 + random.round % 5, random.round % 2 == 1);
    IkProblem problem = pull_last(skeleton, glm::dvec3(random.vec3(3.0f)));
    const int elbow = 1 + random.below(int(skeleton.joints.size()) - 2);
    const glm::dvec3 axis(random.direction());
    problem.elbows = {{elbow, axis, true}};
    if (random.round % 5 == 0)
      problem.handles.push_back(
          {.joint = problem.handles[0].joint, .weight = 1e-4, .is_base = true});
    const double before = ik_cost(problem, user_locals_of(skeleton));
    const IkSolution solution = solve_ik(problem);
    CHECK(is_all_finite(solution));
    // The elbow has turned about its axis alone.
    const glm::dmat3 turn =
        glm::dmat3(solution.user_locals[std::size_t(elbow)]) *
        glm::inverse(glm::dmat3(skeleton.joints[std::size_t(elbow)].user_local));
    CHECK(glm::distance(turn * axis, axis) < 1e-4);
    CHECK(ik_cost(problem, user_locals_of(posed_by(skeleton, solution))) <=
          before * (1.0 + 1e-6) + 1e-9);
  }
}

TEST_CASE("a straight arm bends to its elbow's side wherever it is pulled from") {
  for (auto& random : rounds<Random>(184, trials(50))) {
    Arm arm;
    make_arm(arm, random, 0.0f);
    const glm::dvec3 shoulder(arm.skeleton.joints[0].bind_local[3]), wrist = wrist_in(arm.skeleton);
    const glm::dvec3 aside = 0.02 * arm.reach * glm::dvec3(random.direction());
    ask_wrist_at(arm.problem, glm::mix(shoulder, wrist, 0.8) + aside);
    CHECK(bend_of(arm, solve_ik(arm.problem).user_locals).x > 0.3);
    // Only the tip, by damped steps.
    arm.problem.handles.resize(1);
    const glm::dvec3 tip = ik_tips(arm.problem, user_locals_of(arm.skeleton)).front();
    arm.problem.handles[0].target = glm::mix(shoulder, tip, 0.8);
    CHECK(bend_of(arm, solve_ik(arm.problem).user_locals).x > 0.1);
  }
}

}  // namespace marrow::test
