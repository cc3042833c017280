// Checks of task 2: a gizmo's increment becomes the joint's new user transform.
#include "course/cases.h"
#include "course/judge.h"
#include "course/mistakes.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

constexpr const char* kFormulaOfTask2 = "solve W_p L Ul' = U W for Ul': Ul' = L^-1 W_p^-1 U W";

/// The skeleton's node is turned a quarter about z: world x is the skeleton's -y.
glm::mat4 turned_node() { return moved(5.0f, 0.0f, 0.0f) * turned_z(90.0f); }

Scene dragged_root() {
  Skeleton skeleton;
  add_joint(skeleton, "root", -1, moved(0.0f, 1.0f, 0.0f), {1.0f, 0.0f, 0.0f}, 0.25f);
  return scene_of(std::move(skeleton), turned_node());
}

Outcome increment_by_hand(const Tasks& tasks) {
  Judge judge;
  judge.at_joint("root");
  const glm::mat4 s = turned_node(), rest = moved(0.0f, 1.0f, 0.0f);
  const glm::mat4 result =
      tasks.user_local_after_increment(rest, s, s * rest, moved(1.0f, 0.0f, 0.0f));
  judge.is_vector(
      "a root dragged by (1, 0, 0) in the world moves in its own frame by", {0.0f, -1.0f, 0.0f},
      image(result, {0, 0, 0}),
      {{{1.0f, 0.0f, 0.0f}, "U is in world space: it must be brought into the joint's frame"},
       {{0.0f, 1.0f, 0.0f}, "the inverses are missing or on the wrong side: Ul' = L^-1 W_p^-1 U W"},
       {{0.0f, 0.0f, 0.0f}, "U is not used, or L is not undone: Ul' = L^-1 W_p^-1 U W"},
       {{0.0f, -2.0f, 0.0f}, "L is not undone: Ul' = L^-1 W_p^-1 U W"}});
  return judge.outcome();
}

Outcome posed_lands_at_increment(const Tasks& tasks) {
  Judge judge;
  judge.suspect(kFormulaOfTask2);
  std::mt19937 random(21);
  for (int round = 0; round < 10; ++round) {
    const glm::mat4 parent = random_affine(random) * stretched(2.0f, 1.0f, 0.5f),
                    rest = random_affine(random);
    const glm::mat4 posed = parent * rest * random_affine(random),
                    increment = random_affine(random);
    const glm::mat4 result = tasks.user_local_after_increment(rest, parent, posed, increment);
    std::vector<MatrixMistake> mistakes = increment_mistakes(rest, parent, posed, increment);
    for (MatrixMistake& mistake : mistakes) mistake.gives = parent * rest * mistake.gives;
    judge.is_matrix("after the drag W' = W_p L Ul' is U W", increment * posed,
                    parent * rest * result, mistakes);
  }
  return judge.outcome();
}

Outcome no_drag_no_change(const Tasks& tasks) {
  Judge judge;
  judge.suspect(
      "the result replaces Ul: with U = I it is the Ul that was there, not the identity and not a "
      "factor");
  std::mt19937 random(22);
  for (int round = 0; round < 5; ++round) {
    const glm::mat4 parent = random_affine(random), rest = random_affine(random),
                    before = random_rigid(random);
    judge.is_matrix(
        "with U = I, Ul' = Ul", before,
        tasks.user_local_after_increment(rest, parent, parent * rest * before, glm::mat4(1.0f)),
        {{glm::mat4(1.0f),
          "the result replaces Ul and is not a factor of it: with U = I it is the Ul that was "
          "there"},
         {before * before, "the result replaces Ul and is not a factor of it: Ul is counted twice"},
         {rest * before, "L is not undone: Ul' = L^-1 W_p^-1 U W"},
         {parent * rest * before, "the inverses are missing: Ul' = L^-1 W_p^-1 U W"}});
  }
  return judge.outcome();
}

Outcome drag_and_back(const Tasks& tasks) {
  Judge judge;
  judge.suspect(kFormulaOfTask2);
  std::mt19937 random(23);
  const glm::mat4 parent = random_affine(random), rest = random_affine(random),
                  before = random_rigid(random);
  const glm::mat4 increment = random_affine(random);
  const glm::mat4 there =
      tasks.user_local_after_increment(rest, parent, parent * rest * before, increment);
  const glm::mat4 back = tasks.user_local_after_increment(rest, parent, parent * rest * there,
                                                          glm::inverse(increment));
  judge.is_matrix("a drag by U and one by U^-1 give the old Ul", before, back);
  judge.is_matrix("after the first of them W_p L Ul'", increment * parent * rest * before,
                  parent * rest * there);
  return judge.outcome();
}

Skeleton dragged_skeleton() {
  std::mt19937 random(24);
  return random_skeleton(random);
}
glm::mat4 dragged_node() {
  return moved(1.0f, -2.0f, 0.5f) * turned_x(40.0f) * turned_z(70.0f) *
         stretched(1.25f, 0.75f, 1.0f);
}

/// Drags the spine of a random skeleton: it and all joints below move by U in the world, no others.
Outcome only_descendants_follow(const Tasks& tasks) {
  Judge judge;
  judge.suspect(
      "only the dragged joint's Ul changes; its children follow through W_p (this check also uses "
      "posed_matrices of task 1)");
  Skeleton skeleton = dragged_skeleton();
  std::mt19937 random(25);
  const glm::mat4 world_from_skeleton = dragged_node(), increment = random_rigid(random);
  const std::vector<glm::mat4> before = tasks.posed_matrices(skeleton);
  if (!judge.has_size("posed matrices", skeleton.joints.size(), before.size()))
    return judge.outcome();
  constexpr std::size_t kSpine = 1;
  Joint& spine = skeleton.joints[kSpine];
  spine.user_local = tasks.user_local_after_increment(
      spine.bind_local, world_from_skeleton * before[std::size_t(spine.parent)],
      world_from_skeleton * before[kSpine], increment);
  const std::vector<glm::mat4> after = tasks.posed_matrices(skeleton);
  if (!judge.has_size("posed matrices", before.size(), after.size())) return judge.outcome();
  for (std::size_t j = 0; j < after.size(); ++j) {
    const bool follows = is_in_subtree(skeleton, int(kSpine), int(j));
    const glm::mat4 was = world_from_skeleton * before[j];
    judge.at_joint(skeleton.joints[j].name);
    judge.is_placed(
        follows ? "it moves with the spine: U S W" : "it does not hang on the spine and stays: S W",
        follows ? increment * was : was, world_from_skeleton * after[j]);
  }
  return judge.outcome();
}

/// A forearm in the middle of a pose is turned in the world about a point that is not its own.
Skeleton bent_chain() {
  Skeleton skeleton;
  add_joint(skeleton, "upper", -1, moved(1.0f, 0.0f, 0.0f), {2.0f, 0.0f, 0.0f}, 0.5f).user_local =
      turned_z(90.0f);
  add_joint(skeleton, "lower", 0, moved(2.0f, 0.0f, 0.0f), {2.0f, 0.0f, 0.0f}, 0.5f).user_local =
      turned_x(90.0f);
  return skeleton;
}

Outcome turn_about_a_pivot(const Tasks& tasks) {
  Judge judge;
  judge.suspect(kFormulaOfTask2);
  judge.at_joint("lower");
  // By hand: the upper arm points up from (1, 0, 0), so the lower is at (1, 2, 0), its tip at (1,
  // 4, 0). A quarter turn about z and the world's origin takes these to (-2, 1, 0) and (-4, 1, 0).
  const glm::mat4 parent = moved(1.0f, 0.0f, 0.0f) * turned_z(90.0f),
                  rest = moved(2.0f, 0.0f, 0.0f);
  const glm::mat4 result = tasks.user_local_after_increment(
      rest, parent, parent * rest * turned_x(90.0f), turned_z(90.0f));
  const glm::mat4 after = parent * rest * result;
  judge.is_point(
      "a quarter turn about the world's z axis takes the joint from (1, 2, 0) to",
      {-2.0f, 1.0f, 0.0f}, image(after, {0, 0, 0}),
      {{{1.0f, 2.0f, 0.0f},
        "U is in world space: here the joint is turned about its own origin, in its own frame"},
       {{0.0f, 0.0f, 0.0f},
        "the inverses are missing or on the wrong side: Ul' = L^-1 W_p^-1 U W"}});
  judge.is_point("and its tip from (1, 4, 0) to", {-4.0f, 1.0f, 0.0f}, image(after, {2, 0, 0}));
  judge.is_point(
      "and what stood at (1, 2, 1), beside it, to", {-2.0f, 1.0f, 1.0f}, image(after, {0, 1, 0}),
      {{{-2.0f, 0.0f, 0.0f},
        "the pose that was there got lost: Ul' ends with W, which has the old Ul in it"}});
  return judge.outcome();
}

Outcome local_increment(const Tasks& tasks) {
  Judge judge;
  const glm::mat4 result =
      tasks.user_local_after_local_increment(turned_z(90.0f), moved(1.0f, 0.0f, 0.0f));
  judge.is_vector(
      "turned a quarter, then moved by (1, 0, 0): (1, 0, 0) goes to", {1.0f, 1.0f, 0.0f},
      image(result, {1, 0, 0}),
      {{{0.0f, 2.0f, 0.0f}, "the increment stands in front: Ul' = Incr Ul, not Ul Incr"},
       {{0.0f, 1.0f, 0.0f}, "the increment is not used"},
       {{2.0f, 0.0f, 0.0f}, "the increment does not replace Ul: Ul' = Incr Ul"}});
  return judge.outcome();
}

}  // namespace

std::vector<Check> task2_checks() {
  constexpr Stage kStage = Stage::increment;
  return {
      {2, "task2.increment_by_hand", "A root under a turned node is dragged along world x", 2,
       increment_by_hand, kStage, dragged_root},
      {2, "task2.posed_lands_at_increment",
       "Random joints under unevenly scaled parents: afterwards they stand at U W", 2,
       posed_lands_at_increment, kStage},
      {2, "task2.no_drag_no_change", "A drag that has not moved yet leaves the pose alone", 1,
       no_drag_no_change, kStage},
      {2, "task2.drag_and_back", "A drag and its opposite give the old pose", 1, drag_and_back,
       kStage},
      {2, "task2.turn_about_a_pivot", "A bent forearm is turned about the world's origin", 1,
       turn_about_a_pivot, kStage, [] { return scene_of(bent_chain()); }},
      {2, "task2.only_descendants_follow",
       "A joint in the middle is dragged: everything below follows, no other joint moves", 2,
       only_descendants_follow, kStage,
       [] { return scene_of(dragged_skeleton(), dragged_node()); }},
      {2, "task2.local_increment", "An increment in the joint's own frame", 1, local_increment,
       kStage},
  };
}

}  // namespace marrow::course
