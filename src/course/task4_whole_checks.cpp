// Checks of task 4 that run all stages from joints to vertices, and a check of their speed.
#include <algorithm>
#include <fmt/format.h>

#include "base/index.h"
#include "course/implementation_process.h"
#include "course/known_limb.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

/// The lower arm bends by a quarter turn about z at the elbow, (3, 0, 0).
Limb bent_elbow() {
  Limb arm = make_arm();
  pose(arm, 1, moved(3.0f, 0.0f, 0.0f) * turned_z(90.0f) * moved(-3.0f, 0.0f, 0.0f));
  return arm;
}

/// The upper arm turns by 90 degrees about z and the lower arm turns back, which makes a step. The
/// centers of the caps are on the bones.
Limb stepped_arm() {
  Limb arm = make_arm();
  pose(arm, 0, moved(1.0f, 0.0f, 0.0f) * turned_z(90.0f) * moved(-1.0f, 0.0f, 0.0f));
  pose(arm, 1, moved(3.0f, 0.0f, 0.0f) * turned_z(-90.0f) * moved(-3.0f, 0.0f, 0.0f));
  return arm;
}

Limb moved_root() {
  Limb arm = make_arm();
  pose(arm, 0, moved(-2.0f, 1.0f, 3.0f) * turned_x(70.0f) * turned_z(-40.0f));
  return arm;
}

/// The lower arm moves along z without turning.
Limb moved_forearm() {
  Limb arm = make_arm();
  pose(arm, 1, moved(0.0f, 0.0f, 2.0f));
  return arm;
}

/// A finger of three bones from (10, 0, 0). The middle bone, which is twisted about its own axis,
/// turns by 90 degrees.
Limb bent_finger() {
  Limb finger;
  add_joint(finger.skeleton, "first", -1, moved(10.0f, 0.0f, 0.0f), {2.0f, 0.0f, 0.0f}, 0.5f);
  add_joint(finger.skeleton, "second", 0, moved(2.0f, 0.0f, 0.0f) * turned_x(90.0f),
            {2.0f, 0.0f, 0.0f}, 0.5f);
  add_joint(finger.skeleton, "third", 1, moved(2.0f, 0.0f, 0.0f), {2.0f, 0.0f, 0.0f}, 0.5f);
  finger.mesh = make_tube(10.0f, 16.0f, 13, 0.25f);
  finger.bind = {moved(10.0f, 0.0f, 0.0f), moved(12.0f, 0.0f, 0.0f) * turned_x(90.0f),
                 moved(14.0f, 0.0f, 0.0f) * turned_x(90.0f)};
  finger.skinning.assign(3, glm::mat4(1.0f));
  pose(finger, 1, moved(12.0f, 0.0f, 0.0f) * turned_z(-90.0f) * moved(-12.0f, 0.0f, 0.0f));
  return finger;
}

/// An arm whose hand is a ball: a bone of zero length at (5, 0, 0) that turns by 90 degrees about x
/// and moves up.
Limb ball_hand() {
  Limb arm;
  add_joint(arm.skeleton, "arm", -1, moved(1.0f, 0.0f, 0.0f), {3.0f, 0.0f, 0.0f}, 0.75f);
  add_joint(arm.skeleton, "hand", 0, moved(4.0f, 0.0f, 0.0f), {0.0f, 0.0f, 0.0f}, 1.125f);
  arm.mesh = make_tube(1.0f, 5.0f, 9, 0.5f);
  arm.bind = {moved(1.0f, 0.0f, 0.0f), moved(5.0f, 0.0f, 0.0f)};
  arm.skinning.assign(2, glm::mat4(1.0f));
  pose(arm, 1, moved(0.0f, 0.0f, 0.5f) * turned_x(90.0f));
  return arm;
}

/// Stored, so that no compiler removes the yardstick's work.
volatile float yardstick_sum = 0.0f;

/// The unit of work: transforms a million points by a matrix.
void run_yardstick() {
  glm::mat4 matrix = turned_x(30.0f) * moved(0.25f, 0.5f, 0.125f);
  glm::vec4 sum(0.0f);
  for (int i = 0; i < 1'000'000; ++i) {
    sum += matrix * glm::vec4(float(i & 255), 1.0f, 2.0f, 1.0f);
    matrix[3][0] = sum.x * 1e-9f;
  }
  yardstick_sum = sum.x;
}

/// The shortest of several runs (fewer if they are long), to leave out cache effects.
template <typename Work>
double least_seconds(double (*clock)(), const Work& work) {
  constexpr double kEnough = 0.2;
  double least = 1e30;
  double all = 0.0;
  for (int round = 0; round < 3 && all < kEnough; ++round) {
    const double begin = clock();
    work();
    const double took = clock() - begin;
    least = std::min(least, took);
    all += took;
  }
  return least;
}

/// 50,000 vertices around a chain of 32 joints, each near one or two of them, all moved up by 1.
struct Crowd {
  Skeleton skeleton;
  std::vector<glm::mat4> bind, skinning;
  std::vector<glm::vec3> positions, normals;
  Rows rows;
};

Crowd make_crowd() {
  constexpr int kJoints = 32, kVertices = 50'000;
  Crowd crowd;
  for (int j = 0; j < kJoints; ++j) {
    add_joint(crowd.skeleton, "link", j - 1, moved(j > 0 ? 1.0f : 0.0f, 0.0f, 0.0f),
              {1.0f, 0.0f, 0.0f}, 0.25f);
    crowd.skeleton.joints.back().name += std::to_string(j);
    crowd.bind.push_back(moved(float(j), 0.0f, 0.0f));
  }
  crowd.skinning.assign(kJoints, moved(0.0f, 0.0f, 1.0f));
  for (int i = 0; i < kVertices; ++i) {
    crowd.positions.push_back(
        {float(kJoints) * (float(i) + 0.5f) / float(kVertices), 0.125f, 0.0f});
    crowd.normals.push_back({0.0f, 1.0f, 0.0f});
    const int joint = int(crowd.positions.back().x);
    crowd.rows.push_back({{joint, 0.75f}, {std::min(joint + 1, kJoints - 1), 0.25f}});
    if (joint + 1 == kJoints) crowd.rows.back() = {{joint, 1.0f}};
  }
  return crowd;
}

/// Cost of the textbook's functions, in runs of the yardstick, measured when this was written.
constexpr double kTextbookFinds = 3.2, kTextbookSkins = 0.36;
/// Multiples of the textbook's cost. Only inverting matrices for every vertex and joint is that
/// slow.
constexpr double kMuchSlower = 20.0, kSlower = 3.0;

/// "find_joints took 9.3 ms; the textbook would take 9.1 ms here, so 1.0 times as long".
std::string cost_in_words(const char* what, double seconds, double textbook) {
  return fmt::format(
      "{} took {:.1f} ms; the textbook would take {:.1f} ms here, so {:.1f} times as long", what,
      1e3 * seconds, 1e3 * textbook, seconds / textbook);
}

Outcome fifty_thousand_vertices(const Tasks& tasks) {
  Judge judge(
      "make the other checks of tasks 3 and 4 pass first: only then is it worth looking at the "
      "time");
  const Crowd crowd = make_crowd();
  const Influences influences = make_influences(crowd.rows);
  JointLists lists;
  std::vector<glm::vec3> positions, normals;
  const double finds = least_seconds(
      body_clock, [&] { lists = tasks.find_joints(crowd.skeleton, crowd.bind, crowd.positions); });
  const double skins = least_seconds(body_clock, [&] {
    tasks.skin(crowd.skinning, influences, crowd.positions, crowd.normals, positions, normals);
  });
  if (!judge.has_size("lists", crowd.positions.size(), lists.size()) ||
      !judge.has_size("positions", crowd.positions.size(), positions.size()))
    return judge.outcome();
  for (const std::size_t i : {std::size_t(390), std::size_t(25'000), std::size_t(49'000)}) {
    const glm::vec3& rest = crowd.positions[i];
    judge.is_true(list_has(lists[i], int(rest.x)),
                  fmt::format("vertex {} is held by joint {}", i, int(rest.x)), in_words(lists[i]));
    judge.is_vector(fmt::format("vertex {} goes to", i), rest + glm::vec3(0.0f, 0.0f, 1.0f),
                    positions[i]);
  }
  if (!judge.all_well()) return judge.outcome();
  const double yardstick = least_seconds(thread_clock, run_yardstick);
  const double find_textbook = kTextbookFinds * yardstick,
               skin_textbook = kTextbookSkins * yardstick;
  const std::string found = cost_in_words("find_joints", finds, find_textbook),
                    skinned = cost_in_words("skin", skins, skin_textbook);
  judge.law(
      "matrices are inverted for every vertex and joint: what does not depend on the vertex "
      "belongs before the loop over vertices");
  const std::string limit =
      fmt::format("at most {:.0f} times as long as the textbook", kMuchSlower);
  judge.is_true(finds < kMuchSlower * find_textbook, limit, found);
  judge.is_true(skins < kMuchSlower * skin_textbook, limit, skinned);
  Outcome outcome = judge.outcome();
  if (!outcome.passed) return outcome;
  outcome.expected = "50,000 vertices and 32 joints in much the same time as the textbook";
  outcome.got = found + "; " + skinned;
  const bool is_slow = finds > kSlower * find_textbook || skins > kSlower * skin_textbook;
  if (is_slow)
    outcome.likely_reason = "right, but slow: are matrices inverted for every vertex and joint?";
  return outcome;
}

template <Limb (*make)()>
Outcome judged(const Tasks& tasks) {
  return judge_whole_way(tasks, make());
}

template <Limb (*make)()>
Scene shown() {
  const Limb limb = make();
  return scene_of(limb.skeleton, limb.mesh);
}

}  // namespace

std::vector<Check> task4_whole_checks() {
  constexpr Stage kStage = Stage::skin;
  return {
      {4, "task4.bent_elbow", "A capped arm bent at its inner joint", 2, judged<bent_elbow>, kStage,
       shown<bent_elbow>},
      {4, "task4.caps_on_the_axis", "The centers of the arm's caps lie on its bones", 1,
       judged<stepped_arm>, kStage, shown<stepped_arm>},
      {4, "task4.rigid_root", "The root moves rigidly: so does every vertex that a capsule holds",
       1, judged<moved_root>, kStage, shown<moved_root>},
      {4, "task4.moved_forearm", "The lower arm is moved and nothing turns: the normals stay", 1,
       judged<moved_forearm>, kStage, shown<moved_forearm>},
      {4, "task4.inner_joint_of_three",
       "A chain three deep whose base is not at 0, its middle joint turned", 1, judged<bent_finger>,
       kStage, shown<bent_finger>},
      {4, "task4.joint_without_length", "An arm whose hand is a bone of zero length", 1,
       judged<ball_hand>, kStage, shown<ball_hand>},
      {4, "task4.fifty_thousand_vertices",
       "50,000 vertices and 32 joints: the time it takes, compared with the textbook's", 1,
       fifty_thousand_vertices, kStage, nullptr, true},
  };
}

}  // namespace marrow::course
