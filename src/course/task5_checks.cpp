// Checks of task 5: the gradient of inverse kinematics, by hand and against finite differences.
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include "course/cases.h"
#include "course/mistakes.h"
#include "course/task_checks.h"
#include "rig/ik/ik.h"

namespace marrow::course {

namespace {

using Vectors = std::vector<glm::vec3>;

/// tip - target of a pull up by 1.
constexpr glm::vec3 kPulledUp{0.0f, -1.0f, 0.0f};

constexpr const char* kFormulaOfTask5 =
    "g_b . a = sum of weight * dot(tip - target, A (a x A^-1 (tip - o_b)))";

/// A skeleton with pulls, and the arguments of ik_gradient for it.
struct CaseOfTask5 {
  Skeleton skeleton;
  glm::mat4 world_from_skeleton{1.0f};
  std::vector<glm::mat4> posed;  ///< S W
  std::vector<IkPull> pulls;
  std::vector<int> free;
};

Vectors gradient(const Tasks& tasks, const CaseOfTask5& made) {
  return tasks.ik_gradient(made.skeleton, made.posed, made.world_from_skeleton, made.pulls,
                           made.free);
}

Scene shown_of_task5(const CaseOfTask5& made) {
  return scene_of(made.skeleton, made.world_from_skeleton);
}

/// One bone of length 2 along x, whose tip is pulled up by 1.
CaseOfTask5 single_bone() {
  CaseOfTask5 made;
  add_joint(made.skeleton, "bone", -1, glm::mat4(1.0f), {2.0f, 0.0f, 0.0f}, 0.25f);
  made.posed = {glm::mat4(1.0f)};
  made.pulls = {{0, {2.0f, 0.0f, 0.0f}, {2.0f, 1.0f, 0.0f}}};
  made.free = {0};
  return made;
}

void gradient_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfTask5);
  judge.at_joint("bone");
  const CaseOfTask5 made = single_bone();
  const Vectors got = gradient(tasks, made);
  if (!judge.has_size("vectors, one per free joint", 1, got.size())) return;
  // One radian about z moves the tip by (0, 2, 0); tip - target is (0, -1, 0).
  judge.are_vectors(
      {"a bone from (0, 0, 0) to its tip (2, 0, 0), S = L = Ul = I, pulled to (2, 1, "
       "0) with weight 1, has the slope"},
      {{0.0f, 0.0f, -2.0f}}, got,
      gradient_mistakes(
          {{.lever = {2.0f, 0.0f, 0.0f}, .miss = kPulledUp, .tip = {2.0f, 0.0f, 0.0f}}}));
}

/// Bones of length 1 along x from x = 1, with a branch at the first. The third bone's tip is pulled
/// up by 1.
CaseOfTask5 row_of_bones() {
  CaseOfTask5 made;
  const char* const names[] = {"first", "second", "third", "fourth", "branch"};
  const int parents[] = {-1, 0, 1, 2, 0};
  for (int j = 0; j < 5; ++j) {
    const bool is_root = j == 0, is_branch = j == 4;
    add_joint(made.skeleton, names[j], parents[j],
              is_branch ? moved(0.0f, 1.0f, 0.0f) : moved(1.0f, 0.0f, 0.0f), {1.0f, 0.0f, 0.0f},
              0.2f);
    made.posed.push_back(is_root     ? moved(1.0f, 0.0f, 0.0f)
                         : is_branch ? moved(1.0f, 1.0f, 0.0f)
                                     : moved(1.0f + float(j), 0.0f, 0.0f));
  }
  made.pulls = {{2, {1.0f, 0.0f, 0.0f}, {4.0f, 1.0f, 0.0f}}};
  made.free = {0, 1, 2, 3, 4};
  return made;
}

void lever_from_the_origin(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfTask5);
  const CaseOfTask5 made = row_of_bones();
  const Vectors got = gradient(tasks, made);
  if (!judge.has_size("vectors, one per free joint", 5, got.size())) return;
  std::vector<Slope> slopes;
  std::vector<std::string> whats, names;
  Vectors expected;
  VectorsMistake from_tip{
      {}, "the lever begins at the joint's own origin, o_b, not at the end of its bone"},
      from_parent{{}, "the lever begins at the joint's own origin, o_b, not at its parent's"};
  for (std::size_t b = 0; b < 3; ++b) {
    const float lever = 3.0f - float(b);  // from the joint to the tip
    slopes.push_back({.lever = {lever, 0.0f, 0.0f}, .miss = kPulledUp, .tip = {4.0f, 0.0f, 0.0f}});
    names.push_back(made.skeleton.joints[b].name);
    whats.push_back(
        fmt::format("the tip (4, 0, 0) is pulled to (4, 1, 0): a joint above it at {}, not turned, "
                    "has the slope",
                    in_words(glm::vec3(made.posed[b][3]))));
    expected.push_back({0.0f, 0.0f, -lever});
    from_tip.gives.push_back({0.0f, 0.0f, 1.0f - lever});
    from_parent.gives.push_back({0.0f, 0.0f, b == 0 ? -lever : -1.0f - lever});
  }
  judge.at_joints(names);
  judge.are_vectors(whats, expected, Vectors(got.begin(), got.begin() + 3),
                    joined({from_tip, from_parent}, gradient_mistakes(slopes)));
}

void only_joints_above(Judge& judge, const Tasks& tasks) {
  judge.law("a joint that the pulled one does not hang on moves nothing: its slope is zero");
  const CaseOfTask5 made = row_of_bones();
  const Vectors got = gradient(tasks, made);
  if (!judge.has_size("vectors, one per free joint", 5, got.size())) return;
  const std::string words = "the tip of joint 2 of a row 0 - 1 - 2 - 3 is pulled: ";
  judge.at_joint(made.skeleton.joints[3].name);
  judge.is_vector(words + "joint 3, below it, has the slope", glm::vec3(0.0f), got[3]);
  judge.at_joint(made.skeleton.joints[4].name);
  judge.is_vector(words + "joint 4, on another branch of joint 0, has the slope", glm::vec3(0.0f),
                  got[4]);
  judge.at_joint("third");
  const std::vector<VectorsMistake> mistakes = joined(
      {{{glm::vec3(0.0f)}, "also the pulled joint itself counts: turning it moves its own tip"}},
      gradient_mistakes(
          {{.lever = {1.0f, 0.0f, 0.0f}, .miss = kPulledUp, .tip = {4.0f, 0.0f, 0.0f}}}));
  judge.law(kFormulaOfTask5);
  judge.are_vectors(
      {words + "from (3, 0, 0), (4, 0, 0) to (4, 1, 0), joint 2 itself has the slope"},
      {{0.0f, 0.0f, -1.0f}}, {got[2]}, mistakes);
}

void order_of_free(Judge& judge, const Tasks& tasks) {
  judge.law("one vector for each entry of `free`, in its order, and none for other joints");
  CaseOfTask5 made = row_of_bones();
  made.free = {2, 3};
  const Vectors got = gradient(tasks, made);
  if (!judge.has_size("vectors, one per free joint", 2, got.size())) return;
  judge.at_joints({"third", "fourth"});
  const std::string words =
      "the tip (4, 0, 0) of joint 2, at (3, 0, 0), is pulled to (4, 1, 0), free are joints 2 and "
      "3: ";
  const std::vector<VectorsMistake> mistakes = joined(
      {{{{0.0f, 0.0f, -3.0f}, {0.0f, 0.0f, -2.0f}},
        "the first vector belongs to joint free[0], not to joint 0"},
       {{glm::vec3(0.0f), {0.0f, 0.0f, -1.0f}}, "the vectors are in the order of free, ascending"}},
      gradient_mistakes(
          {{.lever = {1.0f, 0.0f, 0.0f}, .miss = kPulledUp, .tip = {4.0f, 0.0f, 0.0f}}, {}}));
  judge.are_vectors({words + "the first has the slope", words + "the second has the slope"},
                    {{0.0f, 0.0f, -1.0f}, glm::vec3(0.0f)}, got, mistakes);
  made.free.clear();
  judge.has_size("vectors where nothing is free", 0, gradient(tasks, made).size());
}

/// The frame of L is turned on its side, and Ul turns the joint once more.
CaseOfTask5 turned_frame() {
  CaseOfTask5 made;
  add_joint(made.skeleton, "bone", -1, turned_x(90.0f), {2.0f, 0.0f, 0.0f}, 0.25f).user_local =
      turned_x(90.0f);
  made.posed = {turned_x(180.0f)};
  made.pulls = {{0, {2.0f, 0.0f, 0.0f}, {2.0f, 1.0f, 0.0f}}};
  made.free = {0};
  return made;
}

void axes_of_the_joint(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfTask5);
  judge.at_joint("bone");
  const CaseOfTask5 made = turned_frame();
  const Vectors got = gradient(tasks, made);
  if (!judge.has_size("vectors, one per free joint", 1, got.size())) return;
  // The y axis of L is the world's z axis.
  judge.are_vectors({"a bone from (0, 0, 0) to its tip (2, 0, 0), whose L and Ul turn 90 degrees "
                     "about x each, pulled to (2, 1, 0), has the slope"},
                    {{0.0f, -2.0f, 0.0f}}, got,
                    gradient_mistakes({{.a = glm::mat3(turned_x(90.0f)),
                                        .posed = glm::mat3(turned_x(180.0f)),
                                        .lever = {2.0f, 0.0f, 0.0f},
                                        .miss = kPulledUp,
                                        .tip = {2.0f, 0.0f, 0.0f}}}));
}

void several_pulls(Judge& judge, const Tasks& tasks) {
  judge.law("sum over all pulls, each times its weight");
  CaseOfTask5 made = row_of_bones();
  made.pulls = {{2, {1.0f, 0.0f, 0.0f}, {4.0f, 1.0f, 0.0f}, 0.5f},
                {3, {2.0f, 0.0f, 0.0f}, {6.0f, 0.0f, 3.0f}, 2.0f}};  // `end` is not the extent
  made.free = {0, 3};
  const Vectors got = gradient(tasks, made);
  if (!judge.has_size("vectors, one per free joint", 2, got.size())) return;
  // The levers are 3 and 5. The first pull has slope -3 about z, the second 5 * 3 = 15 about y: a
  // turn about y moves x to -z, away from z = 3.
  judge.at_joints({"first", "fourth"});
  const std::string words =
      "(4, 0, 0) on joint 2 is pulled to (4, 1, 0) with weight 1/2, (6, 0, 0) on joint 3 to (6, 0, "
      "3) with weight 2: ";
  const auto sums = [](const glm::vec3& first, const glm::vec3& fourth) {
    return Vectors{first, fourth};
  };
  std::vector<VectorsMistake> mistakes{
      {sums({0.0f, 24.0f, -1.5f}, {0.0f, 6.0f, 0.0f}),
       "the extent is pulled: the pulled point is `end` of the pull, mostly but not always e"},
      {sums({0.0f, 18.0f, -1.0f}, glm::vec3(0.0f)),
       "`end` of the pull is not used: the pulled point is S W end, not the joint's origin"},
      {sums({0.0f, 15.0f, -3.0f}, {0.0f, 6.0f, 0.0f}),
       "the weights are left out: each pull counts weight times"},
      {sums({0.0f, 30.0f, 0.0f}, {0.0f, 12.0f, 0.0f}),
       "only the last pull counts: sum over all of them"},
      {sums({0.0f, 0.0f, -1.5f}, glm::vec3(0.0f)),
       "only the first pull counts: sum over all of them"},
      {sums({0.0f, 15.0f, -0.75f}, {0.0f, 6.0f, 0.0f}),
       "this is the mean of the pulls: it is their sum that is wanted"},
      {sums({0.0f, 15.0f, -0.75f}, {0.0f, 12.0f, 0.0f}),
       "this is the mean of the pulls: it is their sum that is wanted"},
      {sums({0.0f, 60.0f, -0.75f}, {0.0f, 24.0f, 0.0f}),
       "the weights are squared: each pull counts weight times"}};
  const glm::vec3 forward{0.0f, 0.0f, -3.0f};  // the second pull's tip - target
  const std::vector<VectorsMistake> of_first = gradient_mistakes(
      {{.lever = {3.0f, 0.0f, 0.0f}, .miss = kPulledUp, .tip = {4.0f, 0.0f, 0.0f}}, {}});
  const std::vector<VectorsMistake> of_second = gradient_mistakes(
      {{.lever = {5.0f, 0.0f, 0.0f}, .miss = forward, .tip = {6.0f, 0.0f, 0.0f}},
       {.lever = {2.0f, 0.0f, 0.0f}, .miss = forward, .tip = {6.0f, 0.0f, 0.0f}}});
  for (std::size_t m = 0; m < of_first.size(); ++m)
    mistakes.push_back({sums(0.5f * of_first[m].gives[0] + 2.0f * of_second[m].gives[0],
                             0.5f * of_first[m].gives[1] + 2.0f * of_second[m].gives[1]),
                        of_first[m].reason});
  judge.are_vectors({words + "joint 0, above both, at (1, 0, 0), has the slope",
                     words + "joint 3, at (4, 0, 0), has the slope"},
                    sums({0.0f, 30.0f, -1.5f}, {0.0f, 12.0f, 0.0f}), got, mistakes);
  made.pulls.clear();
  const Vectors none = gradient(tasks, made);
  if (judge.has_size("vectors, one per free joint", 2, none.size()))
    judge.is_vector("without pulls the slope is", glm::vec3(0.0f), none[0]);
}

/// A random chain of three joints whose last tip is pulled.
CaseOfTask5 random_chain(unsigned seed, bool is_stretched) {
  std::mt19937 random = drawn(seed);
  CaseOfTask5 made;
  made.world_from_skeleton = is_stretched ? random_affine(random) : random_rigid(random);
  glm::mat4 world = made.world_from_skeleton;
  for (const char* name : {"upper", "lower", "hand"}) {
    const glm::mat4 rest =
        is_stretched ? random_affine(random) * stretched(1.5f, 1.0f, 0.75f) : random_rigid(random);
    Joint& joint = add_joint(made.skeleton, name, int(made.free.size()) - 1, rest,
                             random_point(random, 1.0f), 0.25f);
    joint.user_local = random_rigid(random);
    world = world * joint.bind_local * joint.user_local;
    made.posed.push_back(world);
    made.free.push_back(int(made.free.size()));
  }
  made.pulls = {{2, random_point(random, 1.0f), image(world, random_point(random, 2.0f))}};
  return made;
}

/// f after joint b has turned about an axis of L_b's frame through the joint's origin.
double cost_after(const CaseOfTask5& made, std::size_t b, const glm::dvec3& axis, double angle) {
  glm::dmat4 world(made.world_from_skeleton);
  for (std::size_t j = 0; j < made.skeleton.joints.size(); ++j) {
    const Joint& joint = made.skeleton.joints[j];
    const glm::dmat4 user_local(joint.user_local),
        to_origin = glm::translate(glm::dmat4(1.0), glm::dvec3(user_local[3]));
    const glm::dmat4 turn = to_origin * glm::rotate(glm::dmat4(1.0), j == b ? angle : 0.0, axis) *
                            glm::inverse(to_origin);
    world = world * glm::dmat4(joint.bind_local) * turn * user_local;
  }
  const IkPull& pull = made.pulls[0];
  const glm::dvec3 miss = glm::dvec3(world * glm::dvec4(pull.end, 1.0)) - glm::dvec3(pull.target);
  return 0.5 * glm::dot(miss, miss);
}

glm::vec3 measured_slope(const CaseOfTask5& made, std::size_t b) {
  constexpr double kStep = 1e-4;
  glm::dvec3 slope;
  for (int k = 0; k < 3; ++k) {
    const glm::dvec3 axis = glm::dmat3(1.0)[k];
    slope[k] =
        (cost_after(made, b, axis, kStep) - cost_after(made, b, axis, -kStep)) / (2.0 * kStep);
  }
  return glm::vec3(slope);
}

constexpr unsigned kRigidSeed = 51, kStretchedSeed = 61;

Outcome judge_slopes(const Tasks& tasks, unsigned seed, bool is_stretched) {
  Judge judge(kFormulaOfTask5);
  for (unsigned round = 0; round < 6 && judge.all_well(); ++round) {
    const CaseOfTask5 made = random_chain(seed + round, is_stretched);
    const Vectors got = gradient(tasks, made);
    if (!judge.has_size("vectors, one per free joint", 3, got.size())) break;
    const glm::vec3 tip = image(made.posed[2], made.pulls[0].end);
    std::vector<Slope> slopes;
    std::vector<std::string> names;
    Vectors expected;
    for (std::size_t b = 0; b < 3; ++b) {
      const glm::mat4& parent = b == 0 ? made.world_from_skeleton : made.posed[b - 1];
      slopes.push_back({.a = glm::mat3(parent * made.skeleton.joints[b].bind_local),
                        .posed = glm::mat3(made.posed[b]),
                        .lever = tip - glm::vec3(made.posed[b][3]),
                        .miss = tip - made.pulls[0].target,
                        .tip = tip});
      names.push_back(made.skeleton.joints[b].name);
      expected.push_back(measured_slope(made, b));
    }
    judge.at_joints(names);
    judge.are_vectors(
        std::vector<std::string>(
            3, "turned by a ten-thousandth of a radian to both sides, the joint shows the slope"),
        expected, got, gradient_mistakes(slopes));
  }
  return judge.outcome();
}

/// An arm of three bones of length 1 under a node that is turned and moved.
CaseOfTask5 reaching_arm() {
  CaseOfTask5 made;
  made.world_from_skeleton = moved(1.0f, 2.0f, 0.0f) * turned_y(30.0f);
  for (int j = 0; j < 3; ++j) {
    const char* const names[] = {"upper", "lower", "hand"};
    add_joint(made.skeleton, names[j], j - 1,
              moved(j == 0 ? 0.0f : 1.0f, 0.0f, 0.0f) * turned_z(20.0f), {1.0f, 0.0f, 0.0f}, 0.2f);
    made.free.push_back(j);
  }
  made.pulls = {{2, {1.0f, 0.0f, 0.0f}, image(made.world_from_skeleton, {0.5f, 1.0f, 1.5f})}};
  return made;
}

Outcome arm_reaches(const Tasks& tasks) {
  Judge judge(
      "the damped step goes downhill by the gradient: where that is wrong, the tip comes no "
      "nearer");
  judge.at_joint("hand");
  const CaseOfTask5 made = reaching_arm();
  IkProblem problem{&made.skeleton,
                    made.world_from_skeleton,
                    {{.joint = 2, .target = glm::dvec3(made.pulls[0].target)}},
                    made.free};
  const IkSolution solution = solve_ik(problem, ik_gradient_of(tasks));
  const std::vector<glm::dmat4> user_locals(solution.user_locals.begin(),
                                            solution.user_locals.end());
  const glm::vec3 tip(ik_tips(problem, user_locals).front());
  judge.is_true(solution.reached, fmt::format("the tip reaches {}", in_words(made.pulls[0].target)),
                fmt::format("it rests at {}, {:.3g} away", in_words(tip), solution.errors.front()));
  Outcome outcome = judge.outcome();
  if (!outcome.passed) {
    outcome.expected_points = {made.pulls[0].target};
    outcome.got_points = {tip};
  }
  return outcome;
}

}  // namespace

std::vector<Check> task5_checks() {
  constexpr Stage kStage = Stage::gradient;
  return {
      {5, "task5.gradient_by_hand", "One bone of length 2, its tip pulled up by 1", 1,
       judgment<gradient_by_hand>, kStage, [] { return shown_of_task5(single_bone()); }},
      {5, "task5.lever_from_the_origin", "A row of bones that does not start at 0", 1,
       judgment<lever_from_the_origin>, kStage, [] { return shown_of_task5(row_of_bones()); }},
      {5, "task5.only_joints_above", "Joints below the pulled one, and on another branch", 1,
       judgment<only_joints_above>, kStage, [] { return shown_of_task5(row_of_bones()); }},
      {5, "task5.order_of_free", "Only some joints are free", 1, judgment<order_of_free>, kStage,
       [] { return shown_of_task5(row_of_bones()); }},
      {5, "task5.axes_of_the_joint", "A joint whose frame lies on its side", 1,
       judgment<axes_of_the_joint>, kStage, [] { return shown_of_task5(turned_frame()); }},
      {5, "task5.several_pulls",
       "Two pulls of different weight, one of them not at the end of its bone", 1,
       judgment<several_pulls>, kStage, [] { return shown_of_task5(row_of_bones()); }},
      {5, "task5.slopes_of_rigid_chains",
       "Random chains, each joint turned a little to both sides: by how much f changes", 1,
       [](const Tasks& tasks) { return judge_slopes(tasks, kRigidSeed, false); }, kStage,
       [] { return shown_of_task5(random_chain(kRigidSeed, false)); }},
      {5, "task5.slopes_under_uneven_scale",
       "The same where every joint and the node scale unevenly", 2,
       [](const Tasks& tasks) { return judge_slopes(tasks, kStretchedSeed, true); }, kStage,
       [] { return shown_of_task5(random_chain(kStretchedSeed, true)); }},
      {5, "task5.arm_reaches",
       "An arm of three bones reaches for a point, by the damped step that is given", 1,
       arm_reaches, kStage, [] { return shown_of_task5(reaching_arm()); }},
  };
}

}  // namespace marrow::course
