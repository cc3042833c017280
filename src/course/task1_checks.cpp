// Checks of task 1: bind, posed and skinning matrices, and back from them.
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
  std::mt19937 random(seed);
  return random_skeleton(random);
}

Skeleton at_rest(Skeleton skeleton) {
  for (Joint& joint : skeleton.joints) joint.user_local = glm::mat4(1.0f);
  return skeleton;
}

/// An arm that starts at (1, 2, 0), turned a quarter about z, so that its bones' x axes point up.
Skeleton upright_arm() {
  Skeleton skeleton;
  add_joint(skeleton, "shoulder", -1, moved(1.0f, 2.0f, 0.0f) * turned_z(90.0f), {2.0f, 0.0f, 0.0f},
            0.5f);
  add_joint(skeleton, "elbow", 0, moved(2.0f, 0.0f, 0.0f), {0.0f, 1.0f, 0.0f}, 0.5f);
  add_joint(skeleton, "wrist", 1, moved(0.0f, 1.0f, 0.0f) * turned_x(90.0f), {0.0f, 0.0f, 1.0f},
            0.5f);
  return skeleton;
}

Skeleton posed_arm() {
  Skeleton skeleton = upright_arm();
  skeleton.joints[0].user_local = moved(0.0f, 0.0f, 3.0f);
  skeleton.joints[1].user_local = turned_z(-90.0f);
  return skeleton;
}

Skeleton flat_arm() {
  Skeleton skeleton = upright_arm();
  skeleton.joints[1].user_local = stretched(1.0f, 1.0f, 0.0f);
  return skeleton;
}

Outcome bind_by_hand(const Tasks& tasks) {
  Judge judge;
  judge.suspect("B_j = B_p(j) L_j, and the B of a root is its L");
  const Skeleton skeleton = upright_arm();
  const Matrices bind = tasks.bind_matrices(skeleton);
  if (!judge.has_size("bind matrices", 3, bind.size())) return judge.outcome();
  judge.at_joint("shoulder");
  judge.is_point(
      "the origin of B is at", {1.0f, 2.0f, 0.0f}, image(bind[0], {0, 0, 0}),
      {{{0.0f, 0.0f, 0.0f}, "the B of a root is its L: it need not stand at the origin"}});
  judge.at_joint("elbow");
  judge.is_point(
      "the origin of B is at", {1.0f, 4.0f, 0.0f}, image(bind[1], {0, 0, 0}),
      {{{2.0f, 0.0f, 0.0f}, "L is relative to the parent: B_j = B_p(j) L_j, not L_j alone"},
       {{3.0f, 2.0f, 0.0f},
        "the product is multiplied in the wrong order: the parent stands in front, B_j = B_p(j) "
        "L_j, not L_j B_p(j)"}});
  judge.at_joint("wrist");
  judge.is_point("the origin of B is at", {0.0f, 4.0f, 0.0f}, image(bind[2], {0, 0, 0}));
  judge.is_point("B takes (0, 0, 1) to", {1.0f, 4.0f, 0.0f}, image(bind[2], {0, 0, 1}));
  return judge.outcome();
}

/// The parent's matrix as the implementation computed it; the identity for a root.
glm::mat4 of_parent(const Matrices& matrices, const Joint& joint) {
  return joint.parent < 0 ? glm::mat4(1.0f) : matrices[std::size_t(joint.parent)];
}

Outcome bind_stands_on_parent(const Tasks& tasks) {
  Judge judge;
  judge.suspect(
      "B_j = B_p(j) L_j with the parent's B in front; a skeleton may have several roots, whose B "
      "is their L");
  std::mt19937 random(kBindSeed);
  for (int round = 0; round < 5 && judge.all_well(); ++round) {
    const Skeleton skeleton = random_skeleton(random);
    const Matrices bind = tasks.bind_matrices(skeleton);
    if (!judge.has_size("bind matrices", skeleton.joints.size(), bind.size())) break;
    for (std::size_t j = 0; j < bind.size(); ++j) {
      const Joint& joint = skeleton.joints[j];
      const glm::mat4 parent = of_parent(bind, joint);
      judge.at_joint(joint.name);
      judge.is_placed("on its parent, B_p(j) L_j, the joint stands at B_j",
                      parent * joint.bind_local, bind[j], bind_mistakes(parent, joint.bind_local));
    }
  }
  return judge.outcome();
}

Outcome posed_by_hand(const Tasks& tasks) {
  Judge judge;
  judge.suspect("W_j = W_p(j) L_j Ul_j in exactly this order");
  const Skeleton skeleton = posed_arm();
  const Matrices posed = tasks.posed_matrices(skeleton);
  if (!judge.has_size("posed matrices", 3, posed.size())) return judge.outcome();
  judge.at_joint("shoulder");
  judge.is_point("the origin of W is at", {1.0f, 2.0f, 3.0f}, image(posed[0], {0, 0, 0}),
                 {{{1.0f, 2.0f, 0.0f}, "the root's own Ul is missing: W_root = L Ul"}});
  judge.at_joint("elbow");
  judge.is_point(
      "the origin of W is at", {1.0f, 4.0f, 3.0f}, image(posed[1], {0, 0, 0}),
      {{{1.0f, 4.0f, 0.0f},
        "the parent's W carries its Ul along: W_j = W_p(j) L_j Ul_j, not B_p(j) L_j Ul_j"},
       {{3.0f, 2.0f, 3.0f},
        "first L, then Ul: the user turns the joint about its own origin, W_j = W_p(j) L_j Ul_j"}});
  judge.at_joint("wrist");
  judge.is_point("the origin of W is at", {1.0f, 5.0f, 3.0f}, image(posed[2], {0, 0, 0}),
                 {{{0.0f, 4.0f, 3.0f}, "the parent's Ul turns the child too: use the parent's W"}});
  return judge.outcome();
}

Outcome posed_is_bind_at_rest(const Tasks& tasks) {
  Judge judge;
  judge.suspect("with every Ul = I the chain of W is the chain of B");
  const Skeleton skeleton = at_rest(seeded_skeleton(kRestSeed));
  const Matrices bind = tasks.bind_matrices(skeleton), posed = tasks.posed_matrices(skeleton);
  if (!judge.has_size("bind matrices", skeleton.joints.size(), bind.size())) return judge.outcome();
  if (!judge.has_size("posed matrices", skeleton.joints.size(), posed.size()))
    return judge.outcome();
  for (std::size_t j = 0; j < posed.size(); ++j) {
    judge.at_joint(skeleton.joints[j].name);
    judge.is_matrix("at rest W = B", bind[j], posed[j]);
    judge.is_true(skeleton.joints[j].parent >= 0 || posed[j] == skeleton.joints[j].bind_local,
                  "at rest the W of a root is its L", in_words(posed[j]));
  }
  return judge.outcome();
}

Outcome posed_stands_on_parent(const Tasks& tasks) {
  Judge judge;
  judge.suspect(
      "W_j = W_p(j) L_j Ul_j in exactly this order, for every root and every joint below");
  std::mt19937 random(kPosedSeed);
  for (int round = 0; round < 5 && judge.all_well(); ++round) {
    const Skeleton skeleton = random_skeleton(random);
    const Matrices posed = tasks.posed_matrices(skeleton), bind = tasks.bind_matrices(skeleton);
    if (!judge.has_size("posed matrices", skeleton.joints.size(), posed.size())) break;
    if (!judge.has_size("bind matrices", skeleton.joints.size(), bind.size())) break;
    for (std::size_t j = 0; j < posed.size(); ++j) {
      const Joint& joint = skeleton.joints[j];
      const glm::mat4 parent = of_parent(posed, joint);
      judge.at_joint(joint.name);
      judge.is_placed("on its parent, W_p(j) L_j Ul_j, the joint stands at W_j",
                      parent * joint.bind_local * joint.user_local, posed[j],
                      posed_mistakes(parent, of_parent(bind, joint), joint));
    }
  }
  return judge.outcome();
}

Outcome skinning_is_identity_at_rest(const Tasks& tasks) {
  Judge judge;
  judge.suspect("at rest W = B, so T = W B^-1 = I: did the inverse go missing?");
  std::mt19937 random(14);
  Matrices bind;
  for (int j = 0; j < 6; ++j) bind.push_back(random_affine(random));
  const Matrices skinning = tasks.skinning_matrices(bind, bind);
  if (!judge.has_size("skinning matrices", bind.size(), skinning.size())) return judge.outcome();
  for (const glm::mat4& matrix : skinning) judge.is_matrix("at rest T", glm::mat4(1.0f), matrix);

  judge.suspect("T = W B^-1 is the identity only at rest");
  const Matrices moved_on = tasks.skinning_matrices({moved(0.0f, 7.0f, 0.0f)}, {glm::mat4(1.0f)});
  if (judge.has_size("skinning matrices", 1, moved_on.size())) {
    judge.is_matrix("a joint at the origin that moved has T", moved(0.0f, 7.0f, 0.0f), moved_on[0]);
  }
  return judge.outcome();
}

/// A joint at (2, 0, 0) that is turned a quarter about z.
Skeleton turned_joint() {
  Skeleton skeleton;
  add_joint(skeleton, "joint", -1, moved(2.0f, 0.0f, 0.0f), {1.0f, 0.0f, 0.0f}, 0.5f).user_local =
      turned_z(90.0f);
  return skeleton;
}

Outcome skinning_by_hand(const Tasks& tasks) {
  Judge judge;
  judge.suspect("T = W B^-1: out of the rest pose into the joint, then to where the joint is");
  judge.at_joint("joint");
  const Matrices bind{moved(2.0f, 0.0f, 0.0f)}, posed{moved(2.0f, 0.0f, 0.0f) * turned_z(90.0f)};
  const Matrices skinning = tasks.skinning_matrices(posed, bind);
  if (!judge.has_size("skinning matrices", 1, skinning.size())) return judge.outcome();
  judge.is_point(
      "a joint at (2, 0, 0) turned a quarter takes (3, 0, 0) to", {2.0f, 1.0f, 0.0f},
      image(skinning[0], {3, 0, 0}),
      {{{2.0f, -1.0f, 0.0f}, "bind and posed are swapped: T = W B^-1, not B W^-1"},
       {{0.0f, 3.0f, 0.0f}, "the inverse stands on the right: T = W B^-1, not B^-1 W"},
       {{0.0f, 5.0f, 0.0f}, "the inverse stands on the right: T = W B^-1, not B^-1 W"},
       {{2.0f, 3.0f, 0.0f}, "the vertex must first leave the rest pose: T = W B^-1, not W alone"},
       {{2.0f, 5.0f, 0.0f}, "B is not inverted: T = W B^-1"}});
  return judge.outcome();
}

Outcome skinning_takes_bind_to_posed(const Tasks& tasks) {
  Judge judge;
  judge.suspect("T = W B^-1: bind and posed may be swapped, or the base stands on the wrong side");
  std::mt19937 random(15);
  Matrices bind, posed;
  for (int j = 0; j < 6; ++j) {
    bind.push_back(random_affine(random));
    posed.push_back(random_affine(random));
  }
  const Matrices skinning = tasks.skinning_matrices(posed, bind);
  if (!judge.has_size("skinning matrices", bind.size(), skinning.size())) return judge.outcome();
  for (std::size_t j = 0; j < bind.size(); ++j) {
    std::vector<MatrixMistake> mistakes = skinning_mistakes(posed[j], bind[j]);
    for (MatrixMistake& mistake : mistakes) mistake.gives *= bind[j];
    judge.is_matrix("T takes B to W: T B", posed[j], skinning[j] * bind[j], mistakes);
  }
  return judge.outcome();
}

Outcome scaled_to_nothing(const Tasks& tasks) {
  Judge judge;
  judge.suspect("only B is inverted in T = W B^-1; W may be singular");
  const Skeleton skeleton = flat_arm();
  const Matrices bind = tasks.bind_matrices(skeleton), posed = tasks.posed_matrices(skeleton);
  const Matrices skinning = tasks.skinning_matrices(posed, bind);
  if (!judge.has_size("skinning matrices", 3, skinning.size())) return judge.outcome();
  judge.at_joint("elbow");
  judge.is_point("flattened along z, T takes (1, 5, 7) to", {1.0f, 5.0f, 0.0f},
                 image(skinning[1], {1, 5, 7}));
  judge.at_joint("wrist");
  judge.is_point("below a flattened joint, T takes (1, 5, 7) to", {1.0f, 5.0f, 0.0f},
                 image(skinning[2], {1, 5, 7}));
  return judge.outcome();
}

Outcome posed_from_skinning(const Tasks& tasks) {
  Judge judge;
  const glm::mat4 bind = moved(1.0f, 0.0f, 0.0f) * turned_z(90.0f), skinning = turned_x(90.0f);
  const glm::mat4 posed = tasks.posed_from_skinning(skinning, bind);
  judge.is_point("B takes (2, 1, 0) to (0, 2, 0) and T that to", {0.0f, 0.0f, 2.0f},
                 image(posed, {2, 1, 0}),
                 {{{0.0f, 2.0f, 0.0f}, "T is missing: W = T B"},
                  {{2.0f, 0.0f, 1.0f}, "B is missing: W = T B"},
                  {{1.0f, 2.0f, 1.0f}, "multiplied in the wrong order: W = T B, not B T"}});
  judge.suspect("W = T B: first out of the joint into the rest pose, then to where the joint is");
  std::mt19937 random(16);
  for (int round = 0; round < 5; ++round) {
    const glm::mat4 b = random_affine(random), t = random_affine(random);
    const glm::mat4 w = tasks.posed_from_skinning(t, b);
    const glm::vec3 point = random_point(random, 2.0f);
    judge.is_point(
        "W x = T (B x) =", image(t, image(b, point)), image(w, point),
        {{image(b, image(t, point)), "multiplied in the wrong order: W = T B, not B T"}});
  }
  return judge.outcome();
}

Outcome locals_from_globals(const Tasks& tasks) {
  Judge judge;
  std::mt19937 random(17);
  for (int round = 0; round < 5; ++round) {
    const glm::mat4 parent = random_affine(random), rest = random_affine(random),
                    posed = random_affine(random);
    judge.suspect("L = B_p^-1 B: the parent's inverse stands on the left");
    const glm::mat4 out = glm::affineInverse(parent);
    judge.is_matrix(
        "L with B_p L = B", out * rest, tasks.bind_local_from_bind(parent, rest),
        {{rest * out, "the parent's inverse stands on the left: L = B_p^-1 B, not B B_p^-1"},
         {glm::affineInverse(rest) * parent,
          "parent and joint are swapped: L = B_p^-1 B, not B^-1 B_p"},
         {parent * rest, "B_p is not inverted: L = B_p^-1 B"}});
    judge.suspect("Ul = L^-1 W_p^-1 W: solve W = W_p L Ul for Ul");
    const glm::mat4 back = glm::affineInverse(rest);
    judge.is_matrix(
        "Ul with W_p L Ul = W", back * out * posed,
        tasks.user_local_from_posed(rest, parent, posed),
        {{out * posed, "L is not undone: Ul = L^-1 W_p^-1 W"},
         {back * posed, "W_p is not undone: Ul = L^-1 W_p^-1 W"},
         {out * back * posed,
          "the inverses are multiplied in the wrong order: (W_p L)^-1 = L^-1 W_p^-1"},
         {posed * out * back, "the inverses stand on the wrong side: Ul = L^-1 W_p^-1 W"},
         {parent * rest * posed, "nothing is inverted: Ul = L^-1 W_p^-1 W"}});
  }
  const glm::mat4 root = moved(1.0f, 2.0f, 3.0f);
  judge.suspect("for a root the parent is the identity");
  judge.is_matrix("a root's L = B", root, tasks.bind_local_from_bind(glm::mat4(1.0f), root));
  return judge.outcome();
}

Skeleton single_joint() {
  Skeleton skeleton;
  add_joint(skeleton, "only", -1, moved(1.0f, 2.0f, 3.0f), {0.0f, 1.0f, 0.0f}, 0.5f).user_local =
      moved(10.0f, 0.0f, 0.0f);
  return skeleton;
}

Outcome few_joints(const Tasks& tasks) {
  Judge judge;
  judge.has_size("bind matrices of no joints", 0, tasks.bind_matrices({}).size());
  judge.has_size("posed matrices of no joints", 0, tasks.posed_matrices({}).size());
  judge.has_size("skinning matrices of no joints", 0, tasks.skinning_matrices({}, {}).size());
  const Skeleton skeleton = single_joint();
  const Matrices bind = tasks.bind_matrices(skeleton), posed = tasks.posed_matrices(skeleton);
  judge.suspect("a single joint is a root: B = L and W = L Ul");
  judge.at_joint("only");
  if (!judge.has_size("bind matrices", 1, bind.size()) ||
      !judge.has_size("posed matrices", 1, posed.size()))
    return judge.outcome();
  judge.is_point("the origin of B is at", {1.0f, 2.0f, 3.0f}, image(bind[0], {0, 0, 0}));
  judge.is_point("the origin of W is at", {11.0f, 2.0f, 3.0f}, image(posed[0], {0, 0, 0}));
  return judge.outcome();
}

}  // namespace

std::vector<Check> task1_checks() {
  constexpr Stage kStage = Stage::kinematics;
  return {
      {1, "task1.bind_by_hand",
       "An arm that starts at (1, 2, 0) and is turned upright: where its joints stand at rest", 2,
       bind_by_hand, kStage, [] { return scene_of(upright_arm()); }},
      {1, "task1.bind_stands_on_parent",
       "Random skeletons with two roots: seen from its parent every joint stands at its L", 1,
       bind_stands_on_parent, kStage, [] { return scene_of(at_rest(seeded_skeleton(kBindSeed))); }},
      {1, "task1.posed_by_hand",
       "The same arm with its root moved and its elbow turned: where its joints stand now", 2,
       posed_by_hand, kStage, [] { return scene_of(posed_arm()); }},
      {1, "task1.posed_is_bind_at_rest", "Nothing was moved: W = B", 1, posed_is_bind_at_rest,
       kStage, [] { return scene_of(at_rest(seeded_skeleton(kRestSeed))); }},
      {1, "task1.posed_stands_on_parent", "Random poses: W_p(j) L_j carries each joint's Ul", 1,
       posed_stands_on_parent, kStage, [] { return scene_of(seeded_skeleton(kPosedSeed)); }},
      {1, "task1.skinning_is_identity_at_rest", "W = B gives T = I, and any other W does not", 1,
       skinning_is_identity_at_rest, kStage},
      {1, "task1.skinning_by_hand",
       "One joint away from the origin, turned a quarter: where a vertex goes", 2, skinning_by_hand,
       kStage, [] { return scene_of(turned_joint()); }},
      {1, "task1.skinning_takes_bind_to_posed", "Random B and W: T B = W", 1,
       skinning_takes_bind_to_posed, kStage},
      {1, "task1.scaled_to_nothing",
       "A joint scaled to zero along z flattens the mesh and stays finite", 1, scaled_to_nothing,
       kStage, [] { return scene_of(flat_arm()); }},
      {1, "task1.posed_from_skinning", "Where a joint is when only its T is known", 1,
       posed_from_skinning, kStage},
      {1, "task1.locals_from_globals", "L from B and Ul from W, put together again", 2,
       locals_from_globals, kStage},
      {1, "task1.few_joints", "A skeleton without joints and one with a single joint", 1,
       few_joints, kStage, [] { return scene_of(single_joint()); }},
  };
}

}  // namespace marrow::course
