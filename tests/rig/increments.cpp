// Increments on random rigs, under skeleton nodes that are turned and unevenly scaled.
#include "rig/support.h"

namespace marrow::test {

namespace {

/// The rig after joint `dragged` took the world increment.
Skeleton dragged_by(const Tasks& tasks, const Skeleton& skeleton,
                    const glm::mat4& world_from_skeleton, int dragged, const glm::mat4& increment) {
  const auto posed = tasks.posed_matrices(skeleton);
  Skeleton result = skeleton;
  Joint& joint = result.joints[std::size_t(dragged)];
  joint.user_local = tasks.user_local_after_increment(
      joint.bind_local, world_from_skeleton * parent_matrix(posed, joint.parent),
      world_from_skeleton * posed[std::size_t(dragged)], increment);
  return result;
}

}  // namespace

LAW_CASE("after an increment the joint and every descendant stand at U W and nobody else moves") {
  std::mt19937 random(11);
  for (int round = 0; round < 100; ++round) {
    const Skeleton before = random_skeleton(random, 2 + round % 9);
    const glm::mat4 world_from_skeleton = random_affine(random), increment = random_affine(random);
    const int dragged = random_index(random, 0, int(before.joints.size()) - 1);
    const Skeleton after = dragged_by(tasks, before, world_from_skeleton, dragged, increment);
    const auto was = tasks.posed_matrices(before), is = tasks.posed_matrices(after);
    for (std::size_t j = 0; j < is.size(); ++j) {
      if (is_in_subtree(before, dragged, int(j))) {
        CHECK(
            is_near(world_from_skeleton * is[j], increment * world_from_skeleton * was[j], 2e-4f));
      } else {
        CHECK(is[j] == was[j]);
      }
    }
  }
}

LAW_CASE("dragging several top-most joints moves each subtree by U once") {
  std::mt19937 random(12);
  for (int round = 0; round < 50; ++round) {
    const Skeleton before = random_skeleton(random, 10);
    const glm::mat4 world_from_skeleton = random_affine(random), increment = random_rigid(random);
    std::vector<int> top_most;  // all roots: none is above another
    for (int j = 0; j < 10; ++j) {
      if (before.joints[std::size_t(j)].parent < 0) top_most.push_back(j);
    }
    Skeleton after = before;
    for (const int root : top_most)
      after = dragged_by(tasks, after, world_from_skeleton, root, increment);
    const auto was = tasks.posed_matrices(before), is = tasks.posed_matrices(after);
    for (std::size_t j = 0; j < is.size(); ++j) {
      CHECK(is_near(world_from_skeleton * is[j], increment * world_from_skeleton * was[j], 2e-4f));
    }
  }
}

LAW_CASE("an increment replaces Ul: the identity leaves it, U then its inverse restores it") {
  std::mt19937 random(13);
  for (int round = 0; round < 100; ++round) {
    const Skeleton before = random_skeleton(random, 4);
    const glm::mat4 world_from_skeleton = random_affine(random), increment = random_rigid(random);
    const int dragged = random_index(random, 0, 3);
    const glm::mat4 old = before.joints[std::size_t(dragged)].user_local;
    const Skeleton same = dragged_by(tasks, before, world_from_skeleton, dragged, glm::mat4(1.0f));
    CHECK(is_near(same.joints[std::size_t(dragged)].user_local, old, 1e-4f));
    const Skeleton there = dragged_by(tasks, before, world_from_skeleton, dragged, increment);
    const Skeleton back =
        dragged_by(tasks, there, world_from_skeleton, dragged, glm::affineInverse(increment));
    CHECK(is_near(back.joints[std::size_t(dragged)].user_local, old, 5e-4f));
  }
}

LAW_CASE("turning about a pivot leaves the pivot where it is") {
  std::mt19937 random(14);
  for (int round = 0; round < 50; ++round) {
    const Skeleton before = random_skeleton(random, 3);
    const glm::mat4 world_from_skeleton = random_affine(random);
    const auto was = tasks.posed_matrices(before);
    const glm::vec3 pivot = image(world_from_skeleton * was[2], {0, 0, 0});
    const glm::mat4 increment = translation(pivot) * random_rotation(random) * translation(-pivot);
    const auto is =
        tasks.posed_matrices(dragged_by(tasks, before, world_from_skeleton, 2, increment));
    CHECK(is_near(image(world_from_skeleton * is[2], {0, 0, 0}), pivot, 1e-4f));
  }
}

LAW_CASE("a local increment stands in front of Ul and moves the joint in its own frame") {
  std::mt19937 random(15);
  for (int round = 0; round < 50; ++round) {
    const Skeleton before = random_skeleton(random, 5);
    const glm::mat4 increment = random_affine(random);
    Skeleton after = before;
    Joint& joint = after.joints[4];
    joint.user_local = tasks.user_local_after_local_increment(joint.user_local, increment);
    CHECK(is_near(joint.user_local, increment * before.joints[4].user_local, 1e-6f));
    const auto was = tasks.posed_matrices(before), is = tasks.posed_matrices(after);
    const glm::mat4 rest_in_pose = parent_matrix(was, joint.parent) * joint.bind_local;
    CHECK(is_near(is[4], rest_in_pose * increment * glm::affineInverse(rest_in_pose) * was[4],
                  5e-4f));
  }
}

}  // namespace marrow::test
