// Checks of task 1: bind, posed and skinning matrices, and back from them.
#include <array>
#include <fmt/format.h>
#include <glm/gtc/matrix_inverse.hpp>

#include "course/cases.h"
#include "course/judge.h"
#include "course/mistakes.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

using Matrices = std::vector<glm::mat4>;

constexpr unsigned kBindSeed = 11, kPosedSeed = 13, kRestSeed = 12;

Skeleton seeded_skeleton(unsigned seed) {
  std::mt19937 random = drawn(seed);
  return random_skeleton(random);
}

Skeleton at_rest(Skeleton skeleton) {
  for (Joint& joint : skeleton.joints) joint.user_local = glm::mat4(1.0f);
  return skeleton;
}

/// The offsets of the upright arm's joints from their parents, and how far its root is moved.
struct ArmNumbers {
  float elbow = by_hand(2.0f, 101), wrist = by_hand(1.0f, 102), aside = by_hand(3.0f, 103);
};

/// An arm that starts at (1, 2, 0), turned by 90 degrees about z, so that its bones' x axes point
/// up.
Skeleton upright_arm() {
  const ArmNumbers arm;
  Skeleton skeleton;
  add_joint(skeleton, "shoulder", -1, moved(1.0f, 2.0f, 0.0f) * turned_z(90.0f), {2.0f, 0.0f, 0.0f},
            0.5f);
  skeleton.joints[0].extent.x = arm.elbow;
  add_joint(skeleton, "elbow", 0, moved(arm.elbow, 0.0f, 0.0f), {0.0f, arm.wrist, 0.0f}, 0.5f);
  add_joint(skeleton, "wrist", 1, moved(0.0f, arm.wrist, 0.0f) * turned_x(90.0f),
            {0.0f, 0.0f, 1.0f}, 0.5f);
  return skeleton;
}

Skeleton posed_arm() {
  Skeleton skeleton = upright_arm();
  skeleton.joints[0].user_local = moved(0.0f, 0.0f, ArmNumbers().aside);
  skeleton.joints[1].user_local = turned_z(-90.0f);
  return skeleton;
}

Skeleton flat_arm() {
  Skeleton skeleton = upright_arm();
  skeleton.joints[1].user_local = stretched(1.0f, 1.0f, 0.0f);
  return skeleton;
}

/// Judges B or W of several random skeletons. `words`: for a root, and for other joints.
template <typename MistakesOf>
Outcome stand_on_parents(const char* law, unsigned seed, bool posed,
                         Matrices (*function)(const Skeleton&), const char* name,
                         const std::array<const char*, 2>& words, const MistakesOf& mistakes_of) {
  Judge judge(law);
  std::mt19937 random = drawn(seed);
  Matrices before;
  for (int round = 0; round < 5 && judge.all_well(); ++round) {
    const Skeleton skeleton = random_skeleton(random);
    const Matrices got = function(skeleton), right = chained(skeleton, posed);
    if (!judge.has_size(name, skeleton.joints.size(), got.size())) break;
    for (std::size_t j = 0; j < got.size(); ++j) {
      const Joint& joint = skeleton.joints[j];
      judge.at_joint(joint.name);
      std::vector<MatrixMistake> mistakes = mistakes_of(skeleton, right, j);
      if (j < before.size())
        mistakes.push_back({before[j],
                            "this is the matrix of the skeleton before: the function keeps "
                            "something of its last call, no static or global variables"});
      judge.is_placed(words[joint.parent < 0 ? 0 : 1], right[j], got[j], mistakes);
    }
    before = right;
  }
  return judge.outcome();
}

void bind_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law("B_j = B_p(j) L_j, and the B of a root is its L");
  const Skeleton skeleton = upright_arm();
  const Matrices bind = tasks.bind_matrices(skeleton), right = chained(skeleton, false);
  if (!judge.has_size("bind matrices", 3, bind.size())) return;
  const ArmNumbers arm;
  const auto takes = [&](std::size_t j, const std::string& words, const glm::vec3& point,
                         const glm::vec3& expected) {
    const Joint& joint = skeleton.joints[j];
    judge.at_joint(joint.name);
    judge.is_image(words, point, expected, bind[j], bind_mistakes(skeleton, j, right));
  };
  const char* const of_shoulder =
      "a root whose L turns 90 degrees about z and then moves by (1, 2, 0): its B takes (0, 0, 0) "
      "to";
  takes(0, of_shoulder, {0, 0, 0}, {1.0f, 2.0f, 0.0f});
  takes(1, fmt::format("its child, whose L moves by ({}, 0, 0): B takes (0, 0, 0) to", arm.elbow),
        {0, 0, 0}, {1.0f, 2.0f + arm.elbow, 0.0f});
  const std::string of_wrist = fmt::format(
      "that one's child, whose L turns 90 degrees about x and then moves by (0, {}, 0): B takes ",
      arm.wrist);
  takes(2, of_wrist + "(0, 0, 0) to", {0, 0, 0}, {1.0f - arm.wrist, 2.0f + arm.elbow, 0.0f});
  takes(2, of_wrist + "(0, 0, 1) to", {0, 0, 1}, {2.0f - arm.wrist, 2.0f + arm.elbow, 0.0f});
}

Outcome bind_stands_on_parent(const Tasks& tasks) {
  return stand_on_parents(
      "B_j = B_p(j) L_j with the parent's B in front; a skeleton may have several roots, whose B "
      "is their L",
      kBindSeed, false, tasks.bind_matrices, "bind matrices",
      {"the B of a root, L_j", "on its parent, B_p(j) L_j"},
      [](auto& skeleton, auto& right, auto j) { return bind_mistakes(skeleton, j, right); });
}

void posed_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law("W_j = W_p(j) L_j Ul_j in exactly this order");
  const Skeleton skeleton = posed_arm();
  const Matrices posed = tasks.posed_matrices(skeleton), right = chained(skeleton, true),
                 bind = chained(skeleton, false);
  if (!judge.has_size("posed matrices", 3, posed.size())) return;
  const ArmNumbers arm;
  const auto takes = [&](std::size_t j, const std::string& words, const glm::vec3& point,
                         const glm::vec3& expected) {
    const Joint& joint = skeleton.joints[j];
    judge.at_joint(joint.name);
    judge.is_image(words, point, expected, posed[j], posed_mistakes(skeleton, j, right, bind));
  };
  takes(
      0,
      fmt::format("a root whose L turns 90 degrees about z and then moves by (1, 2, 0), and whose "
                  "Ul moves by (0, 0, {}): its W takes (0, 0, 0) to",
                  arm.aside),
      {0, 0, 0}, {1.0f, 2.0f, arm.aside});
  takes(1,
        fmt::format("its child, whose L moves by ({}, 0, 0) and whose Ul turns -90 degrees about "
                    "z: W takes (0, 0, 0) to",
                    arm.elbow),
        {0, 0, 0}, {1.0f, 2.0f + arm.elbow, arm.aside});
  takes(2,
        fmt::format("that one's child, whose L turns 90 degrees about x and then moves by (0, {}, "
                    "0), Ul = I: W takes (0, 0, 0) to",
                    arm.wrist),
        {0, 0, 0}, {1.0f, 2.0f + arm.elbow + arm.wrist, arm.aside});
}

void posed_is_bind_at_rest(Judge& judge, const Tasks& tasks) {
  judge.law("with every Ul = I the chain of W is the chain of B");
  const Skeleton skeleton = at_rest(seeded_skeleton(kRestSeed));
  const Matrices posed = tasks.posed_matrices(skeleton), right = chained(skeleton, false);
  if (!judge.has_size("posed matrices", skeleton.joints.size(), posed.size())) return;
  for (std::size_t j = 0; j < posed.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    judge.at_joint(joint.name);
    judge.is_matrix("at rest W = B", right[j], posed[j], posed_mistakes(skeleton, j, right, right));
    judge.is_true(joint.parent >= 0 || posed[j] == joint.bind_local,
                  "at rest the W of a root is its L, to the last bit", in_words(posed[j]));
  }
}

Outcome posed_stands_on_parent(const Tasks& tasks) {
  return stand_on_parents(
      "W_j = W_p(j) L_j Ul_j in exactly this order, for every root and every joint below",
      kPosedSeed, true, tasks.posed_matrices, "posed matrices",
      {"the W of a root, L_j Ul_j", "on its parent, W_p(j) L_j Ul_j"},
      [](auto& skeleton, auto& right, auto j) {
        return posed_mistakes(skeleton, j, right, chained(skeleton, false));
      });
}

void skinning_is_identity_at_rest(Judge& judge, const Tasks& tasks) {
  judge.law("T = W B^-1, and at rest W = B");
  std::mt19937 random = drawn(14);
  Matrices bind;
  for (int j = 0; j < 6; ++j) bind.push_back(random_affine(random));
  const Matrices skinning = tasks.skinning_matrices(bind, bind);
  if (!judge.has_size("skinning matrices", bind.size(), skinning.size())) return;
  for (std::size_t j = 0; j < bind.size(); ++j)
    judge.is_matrix(fmt::format("where W = B = {}, T", in_words(bind[j])), glm::mat4(1.0f),
                    skinning[j], skinning_mistakes(bind[j], bind[j]));

  judge.law("T = W B^-1 is the identity only at rest, however near W is to B");
  for (const float up : {by_hand(7.0f, 112), 1.0f / 1024.0f}) {
    const glm::mat4 rest = moved(1.0f, 0.0f, 0.0f), posed = moved(1.0f, up, 0.0f);
    const Matrices moved_on = tasks.skinning_matrices({posed}, {rest});
    if (judge.has_size("skinning matrices", 1, moved_on.size()))
      judge.is_matrix(fmt::format("where B moves by (1, 0, 0) and W by (1, {:.6g}, 0), T", up),
                      moved(0.0f, up, 0.0f), moved_on[0], skinning_mistakes(posed, rest));
  }
}

float place_of_turned_joint() { return by_hand(2.0f, 104); }

/// A joint on the x axis, turned by 90 degrees about z.
Skeleton turned_joint() {
  Skeleton skeleton;
  add_joint(skeleton, "joint", -1, moved(place_of_turned_joint(), 0.0f, 0.0f), {1.0f, 0.0f, 0.0f},
            0.5f)
      .user_local = turned_z(90.0f);
  return skeleton;
}

void skinning_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law("T = W B^-1: out of the rest pose into the joint, then to where the joint is");
  judge.at_joint("joint");
  const float x = place_of_turned_joint(), away = by_hand(1.0f, 105);
  const Matrices bind{moved(x, 0.0f, 0.0f)}, posed{moved(x, 0.0f, 0.0f) * turned_z(90.0f)};
  const Matrices skinning = tasks.skinning_matrices(posed, bind);
  if (!judge.has_size("skinning matrices", 1, skinning.size())) return;
  judge.is_image(
      fmt::format("a joint that B moves to ({}, 0, 0), and that W turns 90 degrees about z there: "
                  "T takes ({}, 0, 0) to",
                  x, x + away),
      {x + away, 0, 0}, {x, away, 0.0f}, skinning[0], skinning_mistakes(posed[0], bind[0]));
}

void skinning_takes_bind_to_posed(Judge& judge, const Tasks& tasks) {
  judge.law("T = W B^-1");
  std::mt19937 random = drawn(15);
  Matrices bind, posed;
  for (int j = 0; j < 6; ++j) {
    bind.push_back(random_affine(random));
    posed.push_back(random_affine(random));
  }
  const Matrices skinning = tasks.skinning_matrices(posed, bind);
  if (!judge.has_size("skinning matrices", bind.size(), skinning.size())) return;
  for (std::size_t j = 0; j < bind.size(); ++j) {
    std::vector<MatrixMistake> mistakes = skinning_mistakes(posed[j], bind[j]);
    for (MatrixMistake& mistake : mistakes) mistake.gives *= bind[j];
    judge.is_matrix("T takes B to W: T B", posed[j], skinning[j] * bind[j], mistakes);
  }
}

void scaled_to_nothing(Judge& judge, const Tasks& tasks) {
  judge.law("only B is inverted in T = W B^-1; W may be singular");
  const Skeleton skeleton = flat_arm();
  const Matrices bind = chained(skeleton, false), posed = chained(skeleton, true);
  const Matrices skinning = tasks.skinning_matrices(posed, bind);
  if (!judge.has_size("skinning matrices", 3, skinning.size())) return;
  const glm::vec3 point(by_hand(1.0f, 106), by_hand(5.0f, 107), 7.0f);
  const auto takes = [&](std::size_t j, const char* words) {
    judge.at_joint(skeleton.joints[j].name);
    judge.is_image(fmt::format("{} T takes {} to", words, in_words(point)), point,
                   {point.x, point.y, 0.0f}, skinning[j], skinning_mistakes(posed[j], bind[j]));
  };
  takes(1, "the upright arm's elbow is flattened along z:");
  takes(2, "below a flattened joint,");
}

void posed_from_skinning(Judge& judge, const Tasks& tasks) {
  judge.law("W = T B: first out of the joint into the rest pose, then to where the joint is");
  const float x = by_hand(1.0f, 108), along = by_hand(2.0f, 109);
  const glm::mat4 bind = moved(x, 0.0f, 0.0f) * turned_z(90.0f), skinning = turned_x(90.0f);
  judge.is_image(
      fmt::format("B turns 90 degrees about z and then moves by ({}, 0, 0), T turns 90 degrees "
                  "about x: W takes ({}, 1, 0) to",
                  x, along),
      {along, 1, 0}, {x - 1.0f, 0.0f, along}, tasks.posed_from_skinning(skinning, bind),
      posed_from_skinning_mistakes(skinning, bind));
  std::mt19937 random = drawn(16);
  for (int round = 0; round < 5; ++round) {
    const glm::mat4 b = random_affine(random), t = random_affine(random);
    judge.is_matrix("W = T B", t * b, tasks.posed_from_skinning(t, b),
                    posed_from_skinning_mistakes(t, b));
  }
}

void locals_from_globals(Judge& judge, const Tasks& tasks) {
  std::mt19937 random = drawn(17);
  for (int round = 0; round < 5; ++round) {
    const glm::mat4 parent = random_affine(random), rest = random_affine(random),
                    posed = random_affine(random);
    judge.law("L = B_p^-1 B: solve B = B_p L for L");
    judge.is_matrix("L with B_p L = B", glm::affineInverse(parent) * rest,
                    tasks.bind_local_from_bind(parent, rest), bind_local_mistakes(parent, rest));
    judge.law("Ul = L^-1 W_p^-1 W: solve W = W_p L Ul for Ul");
    judge.is_matrix("Ul with W_p L Ul = W", glm::affineInverse(parent * rest) * posed,
                    tasks.user_local_from_posed(rest, parent, posed),
                    user_local_mistakes(rest, parent, posed));
  }
  const glm::mat4 root = moved(1.0f, 2.0f, 3.0f);
  judge.law("for a root the parent is the identity");
  judge.is_matrix("a root's L = B", root, tasks.bind_local_from_bind(glm::mat4(1.0f), root));
}

Skeleton single_joint() {
  Skeleton skeleton;
  add_joint(skeleton, "only", -1, moved(1.0f, 2.0f, by_hand(3.0f, 110)), {0.0f, 1.0f, 0.0f}, 0.5f)
      .user_local = moved(by_hand(10.0f, 111), 0.0f, 0.0f);
  return skeleton;
}

void few_joints(Judge& judge, const Tasks& tasks) {
  judge.has_size("bind matrices of no joints", 0, tasks.bind_matrices({}).size());
  judge.has_size("posed matrices of no joints", 0, tasks.posed_matrices({}).size());
  judge.has_size("skinning matrices of no joints", 0, tasks.skinning_matrices({}, {}).size());
  const Skeleton skeleton = single_joint();
  const Matrices bind = tasks.bind_matrices(skeleton), posed = tasks.posed_matrices(skeleton);
  judge.law("a single joint is a root: B = L and W = L Ul");
  judge.at_joint("only");
  if (!judge.has_size("bind matrices", 1, bind.size()) ||
      !judge.has_size("posed matrices", 1, posed.size()))
    return;
  const glm::vec3 place(1.0f, 2.0f, by_hand(3.0f, 110)), aside(by_hand(10.0f, 111), 0.0f, 0.0f);
  judge.is_image(
      fmt::format("a single joint whose L moves by {}: B takes (0, 0, 0) to", in_words(place)),
      {0, 0, 0}, place, bind[0], bind_mistakes(skeleton, 0, {}));
  judge.is_image(fmt::format("with an Ul that moves by {}, W takes (0, 0, 0) to", in_words(aside)),
                 {0, 0, 0}, place + aside, posed[0], posed_mistakes(skeleton, 0, {}, {}));
}

}  // namespace

std::vector<Check> task1_checks() {
  constexpr Stage kStage = Stage::kinematics;
  return {
      {1, "task1.bind_by_hand",
       "An arm that starts at (1, 2, 0) and is turned upright: where its joints are at rest", 2,
       judgment<bind_by_hand>, kStage, [] { return scene_of(upright_arm()); }},
      {1, "task1.bind_stands_on_parent",
       "Random skeletons with two roots: seen from its parent every joint is at its L", 1,
       bind_stands_on_parent, kStage, [] { return scene_of(at_rest(seeded_skeleton(kBindSeed))); }},
      {1, "task1.posed_by_hand",
       "The same arm with its root moved and its elbow turned: where its joints are now", 2,
       judgment<posed_by_hand>, kStage, [] { return scene_of(posed_arm()); }},
      {1, "task1.posed_is_bind_at_rest", "Nothing was moved: W = B", 1,
       judgment<posed_is_bind_at_rest>, kStage,
       [] { return scene_of(at_rest(seeded_skeleton(kRestSeed))); }},
      {1, "task1.posed_stands_on_parent", "Random poses: W_p(j) L_j carries each joint's Ul", 1,
       posed_stands_on_parent, kStage, [] { return scene_of(seeded_skeleton(kPosedSeed)); }},
      {1, "task1.skinning_is_identity_at_rest", "W = B gives T = I, and any other W does not", 1,
       judgment<skinning_is_identity_at_rest>, kStage},
      {1, "task1.skinning_by_hand",
       "One joint away from the origin, turned a quarter: where a vertex goes", 2,
       judgment<skinning_by_hand>, kStage, [] { return scene_of(turned_joint()); }},
      {1, "task1.skinning_takes_bind_to_posed", "Random B and W: T B = W", 1,
       judgment<skinning_takes_bind_to_posed>, kStage},
      {1, "task1.scaled_to_nothing",
       "A joint scaled to zero along z flattens the mesh and stays finite", 1,
       judgment<scaled_to_nothing>, kStage, [] { return scene_of(flat_arm()); }},
      {1, "task1.posed_from_skinning", "Where a joint is when only its T is known", 1,
       judgment<posed_from_skinning>, kStage},
      {1, "task1.locals_from_globals", "L from B and Ul from W, put together again", 2,
       judgment<locals_from_globals>, kStage},
      {1, "task1.few_joints", "A skeleton without joints and one with a single joint", 1,
       judgment<few_joints>, kStage, [] { return scene_of(single_joint()); }},
  };
}

}  // namespace marrow::course
