// The solver with the gradient of a Tasks: the textbook's leads where its own does, a wrong one
// nowhere.
#include "rig/guarded.h"
#include "rig/implementations.h"
#include "support/cases.h"
#include "support/ik_rigs.h"

namespace marrow::test {
namespace {

using Vectors = std::vector<glm::vec3>;
using Matrices = std::vector<glm::mat4>;

/// A chain whose last tip is pulled to where some other pose has it.
struct Pulled {
  Skeleton skeleton;
  IkProblem problem;
};

void pull(Pulled& pulled, Random& random, int joints, bool sheared) {
  pulled.skeleton = random_chain(random, joints, sheared);
  pulled.problem = pull_last(pulled.skeleton, glm::dvec3(0.0));
  pulled.problem.world_from_skeleton = random.affine(1.0f);
  pulled.problem.handles[0].target =
      tip_of(pulled.problem, turned_at_random(random, pulled.skeleton, 1.0f));
}

/// The stubs' table with another gradient.
Tasks with_gradient(Vectors (*gradient)(const Skeleton&, const Matrices&, const glm::mat4&,
                                        const std::vector<IkPull>&, const std::vector<int>&)) {
  Tasks tasks = student::tasks();
  tasks.ik_gradient = gradient;
  return tasks;
}

}  // namespace

SOLVED_CASE(
    "the textbook's gradient is the solver's, also of handles at the base, of several weights, "
    "under uneven scale") {
  Random random(71);
  const IkGradient gradient = ik_gradient_of(tasks_of(Backend::textbook));
  REQUIRE(bool(gradient));
  for (int round = 0; round < 100; ++round) {
    Pulled pulled;
    pull(pulled, random, 2 + round % 6, round % 2 == 1);
    pulled.problem.handles.push_back({.joint = 1,
                                      .target = glm::dvec3(0.3, -0.2, 0.5),
                                      .weight = 0.25,
                                      .is_base = round % 3 == 0});
    pulled.problem.free.erase(pulled.problem.free.begin());
    const auto now = user_locals_of(pulled.skeleton);
    const std::vector<glm::dvec3> own = ik_gradient(pulled.problem, now),
                                  asked = gradient(pulled.problem, now);
    REQUIRE(own.size() == asked.size());
    double size = 1.0;
    for (const glm::dvec3& slope : own) size = std::max(size, glm::length(slope));
    for (std::size_t b = 0; b < own.size(); ++b)
      CHECK(glm::distance(own[b], asked[b]) < 1e-4 * size);
  }
}

SOLVED_CASE(
    "with the textbook's gradient chains reach what they reach without, in much the same pose") {
  for (auto& random : rounds<Random>(72, 60)) {
    Pulled pulled;
    pull(pulled, random, 2 + random.round % 10, random.round % 2 == 1);
    const IkSolution own = solve_ik(pulled.problem);
    const IkSolution asked = solve_ik(pulled.problem, ik_gradient_of(tasks_of(Backend::textbook)));
    CHECK(own.reached);
    CHECK(asked.reached);
    CHECK(pose_distance(own.user_locals, asked.user_locals) < 1e-2);
  }
  // Out of reach the chain stretches; a straight one that is drawn in bends.
  const Skeleton straight = straight_chain(3);
  const IkGradient gradient = ik_gradient_of(tasks_of(Backend::textbook));
  CHECK(solve_ik(pull_last(straight, glm::dvec3(1.5, 0.0, 0.0)), gradient).reached);
  CHECK(solve_ik(pull_last(straight, glm::dvec3(0.0, 5.0, 0.0)), gradient).errors.front() ==
        doctest::Approx(2.0).epsilon(1e-4));
}

ENGINE_CASE("the fast engine's drags go by the solver's own gradient") {
  CHECK_FALSE(bool(ik_gradient_of(tasks_of(Backend::fast))));
}

TEST_CASE(
    "a gradient of zeros, of a wrong size, with NaN or an exception leaves every pose as it is, "
    "and is named") {
  const std::vector<std::pair<Tasks, std::string>> implementations{
      {with_gradient(
           [](const Skeleton&, const Matrices&, const glm::mat4&, const std::vector<IkPull>&,
              const std::vector<int>& free) { return Vectors(free.size(), glm::vec3(0.0f)); }),
       ""},
      {with_gradient(
           [](const Skeleton&, const Matrices&, const glm::mat4&, const std::vector<IkPull>&,
              const std::vector<int>& free) { return Vectors(free.size() + 1, glm::vec3(1.0f)); }),
       "ik_gradient: returned 4 vectors for 3 free joints"},
      {with_gradient([](const Skeleton&, const Matrices&, const glm::mat4&,
                        const std::vector<IkPull>&, const std::vector<int>& free) {
         return Vectors(free.size(), glm::vec3(1.0f, std::nanf(""), 0.0f));
       }),
       "ik_gradient: a number is not finite"},
      {with_gradient(
           [](const Skeleton&, const Matrices&, const glm::mat4&, const std::vector<IkPull>&,
              const std::vector<int>&) -> Vectors { throw std::runtime_error("no idea"); }),
       "ik_gradient: threw an exception: no idea"},
      {with_gradient(nullptr), "ik_gradient: there is no implementation"},
  };
  Random random(73);
  Pulled pulled;
  pull(pulled, random, 3, false);
  const Skeleton straight = straight_chain(3);  // which the solver would bend of its own
  for (const auto& [tasks, words] : implementations) {
    const auto& problem = words;
    CAPTURE(problem);
    for (const IkProblem& each : {pulled.problem, pull_last(straight, glm::dvec3(1.0, 0.0, 0.0))}) {
      const IkSolution solution = solve_ik(each, ik_gradient_of(tasks));
      for (std::size_t j = 0; j < 3; ++j)
        CHECK(solution.user_locals[j] == each.skeleton->joints[j].user_local);
      CHECK_FALSE(solution.reached);
    }
    guarded::Problems problems;
    const Vectors zeros = guarded::ik_gradient(tasks, straight, Matrices(3, glm::mat4(1.0f)),
                                               glm::mat4(1.0f), {}, {0, 1, 2}, problems);
    CHECK(zeros == Vectors(3, glm::vec3(0.0f)));
    CHECK(problems == (problem.empty() ? guarded::Problems{} : guarded::Problems{problem}));
  }
}

SOLVED_CASE(
    "what is wrong with a gradient is said: nothing of the right one, zeros, sizes, downhill and "
    "astray by name") {
  Random random(75);
  Pulled pulled;
  pull(pulled, random, 5, true);
  CHECK(why_wrong_gradient(tasks_of(Backend::textbook), pulled.problem).empty());
  CHECK(why_wrong_gradient(tasks_of(Backend::fast), pulled.problem).empty());
  CHECK(why_wrong_gradient(student::tasks(), pulled.problem) ==
        "ik_gradient is zero: nothing turns");
  const auto said = [&](auto gradient) {
    return why_wrong_gradient(with_gradient(gradient), pulled.problem);
  };
  CHECK(said([](const Skeleton&, const Matrices&, const glm::mat4&, const std::vector<IkPull>&,
                const std::vector<int>&) {
          return Vectors(1);
        }).starts_with("ik_gradient: returned 1 vectors"));
  using Of = decltype(Tasks::ik_gradient);
  static Of right = tasks_of(Backend::textbook).ik_gradient;
  CHECK(said([](const Skeleton& skeleton, const Matrices& posed, const glm::mat4& world,
                const std::vector<IkPull>& pulls, const std::vector<int>& free) {
          Vectors slopes = right(skeleton, posed, world, pulls, free);
          for (glm::vec3& slope : slopes) slope = -slope;
          return slopes;
        }).starts_with("ik_gradient does not point uphill"));
  CHECK(said([](const Skeleton& skeleton, const Matrices& posed, const glm::mat4& world,
                const std::vector<IkPull>& pulls, const std::vector<int>& free) {
          Vectors slopes = right(skeleton, posed, world, pulls, free);
          for (glm::vec3& slope : slopes) slope *= 2.0f;
          return slopes;
        }) == "ik_gradient is off by 100 % of its length");
  pulled.problem.handles[0].target = tip_of(pulled.problem, pulled.skeleton);
  CHECK(why_wrong_gradient(student::tasks(), pulled.problem)
            .empty());  // there already: zero is right
}

SOLVED_CASE(
    "a gradient uphill, or an immense one, comes to an end: the tip is no farther away than it "
    "was") {
  Tasks uphill = tasks_of(Backend::textbook), immense = uphill;
  uphill.ik_gradient = [](const Skeleton& skeleton, const Matrices& posed, const glm::mat4& world,
                          const std::vector<IkPull>& pulls, const std::vector<int>& free) {
    Vectors gradient = tasks_of(Backend::textbook).ik_gradient(skeleton, posed, world, pulls, free);
    for (glm::vec3& slope : gradient) slope = -slope;
    return gradient;
  };
  immense.ik_gradient = [](const Skeleton&, const Matrices&, const glm::mat4&,
                           const std::vector<IkPull>&, const std::vector<int>& free) {
    return Vectors(free.size(), glm::vec3(1e38f));
  };
  for (auto& random : rounds<Random>(74, 20)) {
    Pulled pulled;
    pull(pulled, random, 2 + random.round % 5, random.round % 2 == 1);
    const double before =
        glm::distance(tip_of(pulled.problem, pulled.skeleton), pulled.problem.handles[0].target);
    for (const Tasks& tasks : {uphill, immense}) {
      const IkSolution solution = solve_ik(pulled.problem, ik_gradient_of(tasks));
      CHECK(is_all_finite(solution));
      CHECK(solution.errors.front() <= before * 1.0001);
      CHECK_FALSE(solution.reached);
    }
  }
}

}  // namespace marrow::test
