// Checks of task 2: a gizmo's increment becomes the joint's new user transform.
#include <fmt/format.h>
#include <glm/gtc/matrix_inverse.hpp>

#include "course/cases.h"
#include "course/judge.h"
#include "course/mistakes.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

constexpr const char* kFormulaOfTask2 = "solve W_p L Ul' = U W for Ul': Ul' = L^-1 W_p^-1 U W";

/// The wrong W_p L Ul' that these wrong Ul' lead to.
std::vector<MatrixMistake> placed(const glm::mat4& world_from_rest,
                                  std::vector<MatrixMistake> mistakes) {
  for (MatrixMistake& mistake : mistakes) mistake.gives = world_from_rest * mistake.gives;
  return mistakes;
}

/// The skeleton's node is turned by 90 degrees about z, so that world x is the skeleton's -y.
glm::mat4 turned_node() { return moved(by_hand(5.0f, 201), 0.0f, 0.0f) * turned_z(90.0f); }
float height_of_root() { return by_hand(1.0f, 202); }

Scene dragged_root() {
  Skeleton skeleton;
  add_joint(skeleton, "root", -1, moved(0.0f, height_of_root(), 0.0f), {1.0f, 0.0f, 0.0f}, 0.25f)
      .user_local = turned_z(30.0f);
  return scene_of(std::move(skeleton), turned_node());
}

Outcome increment_by_hand(const Tasks& tasks) {
  Judge judge;
  judge.at_joint("root");
  judge.law(kFormulaOfTask2);
  const float height = height_of_root(), drag = by_hand(2.0f, 203);
  const glm::mat4 s = turned_node(), rest = moved(0.0f, height, 0.0f), u = moved(drag, 0.0f, 0.0f);
  const glm::mat4 posed = s * rest * turned_z(30.0f);
  const std::string words = fmt::format(
      "W_p turns 90 degrees about z and then moves by ({}, 0, 0), L moves by (0, {}, 0), Ul turns "
      "30 degrees about z, W = W_p L Ul; U moves by ({}, 0, 0): Ul' takes (0, 0, 0) to",
      s[3].x, height, drag);
  judge.is_image(words, {0, 0, 0}, {0.0f, -drag, 0.0f},
                 tasks.user_local_after_increment(rest, s, posed, u),
                 increment_mistakes(rest, s, posed, u));
  Outcome& outcome = judge.outcome();
  for (std::vector<glm::vec3>* points : {&outcome.expected_points, &outcome.got_points})
    for (glm::vec3& point : *points) point = image(s * rest, point);  // W_p L: into the world
  return outcome;
}

void posed_lands_at_increment(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfTask2);
  std::mt19937 random = drawn(21);
  for (int round = 0; round < 10; ++round) {
    const glm::mat4 parent = random_affine(random) * stretched(2.0f, 1.0f, 0.5f),
                    rest = random_affine(random);
    const glm::mat4 posed = parent * rest * random_affine(random),
                    increment = random_affine(random);
    const glm::mat4 result = tasks.user_local_after_increment(rest, parent, posed, increment);
    judge.is_matrix("after the drag W' = W_p L Ul' is U W", increment * posed,
                    parent * rest * result,
                    placed(parent * rest, increment_mistakes(rest, parent, posed, increment)));
  }
}

void no_drag_no_change(Judge& judge, const Tasks& tasks) {
  judge.law(
      "the result replaces Ul: with U = I it is the Ul that was there, not the identity and not a "
      "factor");
  std::mt19937 random = drawn(22);
  for (int round = 0; round < 5; ++round) {
    const glm::mat4 parent = random_affine(random), rest = random_affine(random),
                    before = random_rigid(random);
    const glm::mat4 posed = parent * rest * before, identity(1.0f);
    std::vector<MatrixMistake> mistakes = increment_mistakes(rest, parent, posed, identity);
    mistakes.insert(mistakes.begin(), {identity,
                                       "the result replaces Ul and is not a factor of it, or U is "
                                       "in world space and was returned as it is: with U = I the "
                                       "result is the Ul that was there"});
    judge.is_matrix("with U = I, Ul' = Ul", before,
                    tasks.user_local_after_increment(rest, parent, posed, identity), mistakes);
  }
}

void drag_and_back(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfTask2);
  std::mt19937 random = drawn(23);
  const glm::mat4 parent = random_affine(random), rest = random_affine(random),
                  before = random_rigid(random);
  const glm::mat4 increment = random_affine(random);
  const glm::mat4 posed = parent * rest * before;
  const glm::mat4 there = tasks.user_local_after_increment(rest, parent, posed, increment);
  judge.is_matrix("a drag by U gives Ul'", glm::affineInverse(parent * rest) * increment * posed,
                  there, increment_mistakes(rest, parent, posed, increment));
  const glm::mat4 back = tasks.user_local_after_increment(rest, parent, increment * posed,
                                                          glm::affineInverse(increment));
  judge.is_matrix("a drag by U and one by U^-1 give the old Ul", before, back);
}

Skeleton dragged_skeleton() {
  std::mt19937 random = drawn(24);
  return random_skeleton(random);
}
glm::mat4 dragged_node() {
  return moved(1.0f, -2.0f, 0.5f) * turned_x(40.0f) * turned_z(70.0f) *
         stretched(1.25f, 0.75f, 1.0f);
}

/// Drags the spine of a random skeleton: only the spine and all joints below it must move, by U in
/// the world.
void only_descendants_follow(Judge& judge, const Tasks& tasks) {
  Skeleton skeleton = dragged_skeleton();
  std::mt19937 random = drawn(25);
  const glm::mat4 world_from_skeleton = dragged_node(), increment = random_rigid(random);
  const std::vector<glm::mat4> before = chained(skeleton, true);
  constexpr std::size_t kSpine = 1;
  Joint& spine = skeleton.joints[kSpine];
  const glm::mat4 parent = world_from_skeleton * before[std::size_t(spine.parent)],
                  posed = world_from_skeleton * before[kSpine];
  spine.user_local = tasks.user_local_after_increment(spine.bind_local, parent, posed, increment);
  judge.law(kFormulaOfTask2);
  judge.at_joint(spine.name);
  judge.is_placed("the dragged spine is at U S W", increment * posed,
                  parent * spine.bind_local * spine.user_local,
                  placed(parent * spine.bind_local,
                         increment_mistakes(spine.bind_local, parent, posed, increment)));
  judge.law(
      "only the dragged joint's Ul changes; its children follow through W_p, and posed_matrices of "
      "task 1 must see to that");
  const std::vector<glm::mat4> after = tasks.posed_matrices(skeleton);
  if (!judge.has_size("posed matrices", before.size(), after.size())) return;
  for (std::size_t j = 0; j < after.size(); ++j) {
    const bool follows = is_in_subtree(skeleton, int(kSpine), int(j));
    const glm::mat4 was = world_from_skeleton * before[j];
    judge.at_joint(skeleton.joints[j].name);
    judge.is_placed(
        follows ? "it moves with the spine: U S W" : "it does not hang on the spine and stays: S W",
        follows ? increment * was : was, world_from_skeleton * after[j]);
  }
}

/// An arm whose forearm is to be turned about a point that is not its origin.
Skeleton bent_chain() {
  Skeleton skeleton;
  const float start = by_hand(1.0f, 204), length = by_hand(2.0f, 205);
  add_joint(skeleton, "upper", -1, moved(start, 0.0f, 0.0f), {length, 0.0f, 0.0f}, 0.5f)
      .user_local = turned_z(90.0f);
  add_joint(skeleton, "lower", 0, moved(length, 0.0f, 0.0f), {2.0f, 0.0f, 0.0f}, 0.5f).user_local =
      turned_x(90.0f);
  return skeleton;
}

void turn_about_a_pivot(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfTask2);
  judge.at_joint("lower");
  // By hand: the upper arm points up from (start, 0, 0), so the lower is at (start, length, 0), its
  // tip 2 above. A quarter turn about z and the world's origin takes (x, y, 0) to (-y, x, 0).
  const float start = by_hand(1.0f, 204), length = by_hand(2.0f, 205);
  const glm::mat4 parent = moved(start, 0.0f, 0.0f) * turned_z(90.0f),
                  rest = moved(length, 0.0f, 0.0f);
  const glm::mat4 posed = parent * rest * turned_x(90.0f), u = turned_z(90.0f);
  const glm::mat4 after = parent * rest * tasks.user_local_after_increment(rest, parent, posed, u);
  const std::vector<MatrixMistake> mistakes =
      placed(parent * rest, increment_mistakes(rest, parent, posed, u));
  const std::string words = fmt::format(
      "W_p turns 90 degrees about z and then moves by ({}, 0, 0), L moves by ({}, 0, 0), Ul turns "
      "90 degrees about x, U turns 90 degrees about z: W_p L Ul' takes ",
      start, length);
  judge.is_image(words + "(0, 0, 0) to", {0, 0, 0}, {-length, start, 0.0f}, after, mistakes);
  judge.is_image(words + "(2, 0, 0) to", {2, 0, 0}, {-length - 2.0f, start, 0.0f}, after, mistakes);
  judge.is_image(words + "(0, 1, 0) to", {0, 1, 0}, {-length, start, 1.0f}, after, mistakes);
}

void local_increment(Judge& judge, const Tasks& tasks) {
  judge.law("Ul' = Incr Ul");
  const float aside = by_hand(1.0f, 206), along = by_hand(1.0f, 207);
  const glm::mat4 turned = turned_z(90.0f), increment = moved(aside, 0.0f, 0.0f);
  judge.is_image(fmt::format("Ul turns 90 degrees about z, Incr moves by ({}, 0, 0): Ul' takes "
                             "({}, 0, 0) to",
                             aside, along),
                 {along, 0, 0}, {aside, along, 0.0f},
                 tasks.user_local_after_local_increment(turned, increment),
                 local_increment_mistakes(turned, increment));
}

}  // namespace

std::vector<Check> task2_checks() {
  constexpr Stage kStage = Stage::increment;
  return {
      {2, "task2.increment_by_hand", "A root under a turned node is dragged along world x", 2,
       increment_by_hand, kStage, dragged_root},
      {2, "task2.posed_lands_at_increment",
       "Random joints under unevenly scaled parents: afterwards they are at U W", 2,
       judgment<posed_lands_at_increment>, kStage},
      {2, "task2.no_drag_no_change", "A drag that has not moved yet leaves the pose alone", 1,
       judgment<no_drag_no_change>, kStage},
      {2, "task2.drag_and_back", "A drag and its opposite give the old pose", 1,
       judgment<drag_and_back>, kStage},
      {2, "task2.turn_about_a_pivot", "A bent forearm is turned about the world's origin", 1,
       judgment<turn_about_a_pivot>, kStage, [] { return scene_of(bent_chain()); }},
      {2, "task2.only_descendants_follow",
       "A joint in the middle is dragged: everything below follows, no other joint moves", 2,
       judgment<only_descendants_follow>, kStage,
       [] { return scene_of(dragged_skeleton(), dragged_node()); }},
      {2, "task2.local_increment", "An increment in the joint's own frame", 1,
       judgment<local_increment>, kStage},
  };
}

}  // namespace marrow::course
