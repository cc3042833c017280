// The engine's W and T equal the textbook's: random trees, long chains, mirrored, flat and huge
// matrices.
#include <cstring>
#include <hwy/targets.h>

#include "each_target.h"
#include "rig/fast/kinematics.h"
#include "rig/implementations.h"
#include "support/random_rig.h"
#include "support/support.h"

namespace marrow::test {

namespace {

/// Invertible, as L has to be.
glm::mat4 some_bind_local(Random& random) {
  const float sizes[] = {1.0f, 1.0f, 1.0f, 1e-6f, 1e6f};
  const float size = sizes[random.below(5)];
  const glm::mat4 any = random.affine(random.chance(0.1f) ? 1e4f : 1.0f);
  const glm::vec3 scale(random.chance(0.1f) ? -size : size, size, size);
  return any * glm::scale(glm::mat4(1.0f), scale);
}

glm::mat4 some_user_local(Random& random) {
  if (random.chance(0.3f)) return glm::mat4(1.0f);
  const glm::mat4 any = random.affine();
  glm::vec3 scale(1.0f);
  if (random.chance(0.1f)) scale[random.below(3)] = 0.0f;
  if (random.chance(0.05f)) scale = glm::vec3(0.0f);
  if (random.chance(0.1f)) scale.y = -1.0f;
  return any * glm::scale(glm::mat4(1.0f), scale);
}

Skeleton some_tree(Random& random, int joints) {
  Skeleton skeleton;
  for (int j = 0; j < joints; ++j) {
    Joint joint;
    joint.parent = random.chance(0.1f) ? -1 : random.chance(0.5f) ? j - 1 : random.below(j + 1) - 1;
    joint.bind_local = some_bind_local(random);
    joint.user_local = some_user_local(random);
    skeleton.joints.push_back(joint);
  }
  return skeleton;
}

/// Each joint turned a little, so that numbers keep their size.
Skeleton long_chain(Random& random, int joints) {
  Skeleton skeleton;
  for (int j = 0; j < joints; ++j) {
    skeleton.joints.push_back(
        {.parent = j - 1, .bind_local = random.rigid(0.1f), .user_local = random.rotation()});
  }
  return skeleton;
}

bool has_same_bits(const std::vector<glm::mat4>& a, const std::vector<glm::mat4>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(glm::mat4)) == 0);
}

void check_same(const Skeleton& skeleton) {
  const Tasks &fast = tasks_of(Backend::fast), &textbook = solution::tasks();
  const auto posed = textbook.posed_matrices(skeleton), bind = textbook.bind_matrices(skeleton);
  REQUIRE(has_same_bits(fast.posed_matrices(skeleton), posed));
  REQUIRE(has_same_bits(fast.bind_matrices(skeleton), bind));
  REQUIRE(fast.skinning_matrices(posed, bind) == textbook.skinning_matrices(posed, bind));
}

}  // namespace

TEST_CASE("the engine's W and T are the textbook's to the last bit, with any instructions") {
  for (const std::int64_t target : all_targets()) {
    CAPTURE(std::string(hwy::TargetName(target)));
    const OnlyTarget only(target);
    Random random(12);
    for (int joints = 0; joints < 40; ++joints)
      for (int round = 0; round < 10; ++round) check_same(some_tree(random, joints));
    for (const int joints : {100, 1000}) check_same(long_chain(random, joints));
  }
}

TEST_CASE("the engine's W is B in the rest pose, to the last bit") {
  Random random(13);
  for (int joints = 0; joints < 40; ++joints) {
    Skeleton skeleton = some_tree(random, joints);
    for (Joint& joint : skeleton.joints) joint.user_local = glm::mat4(1.0f);
    const Tasks& fast = tasks_of(Backend::fast);
    REQUIRE(fast.posed_matrices(skeleton) == fast.bind_matrices(skeleton));
  }
}

}  // namespace marrow::test
