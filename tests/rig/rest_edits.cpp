// Edits of the rest pose keep the picture.
#include "rig/rest_edits.h"

#include <limits>

#include "rig/support.h"

namespace marrow::test {

namespace {

/// Every remaining joint keeps its place, at rest and posed.
void check_same_places(const Tasks& tasks, const Skeleton& before, const SkeletonEdit& edit) {
  REQUIRE(edit.skeleton.has_value());
  const auto old_bind = tasks.bind_matrices(before), old_posed = tasks.posed_matrices(before);
  const auto new_bind = tasks.bind_matrices(*edit.skeleton),
             new_posed = tasks.posed_matrices(*edit.skeleton);
  for (std::size_t j = 0; j < before.joints.size(); ++j) {
    const int index = joint_index(*edit.skeleton, before.joints[j].id);
    if (index < 0) continue;
    const auto at = std::size_t(index);
    CHECK(edit.skeleton->joints[at].parent < int(at));
    CHECK(is_near(new_bind[at], old_bind[j], 5e-4f));
    CHECK(is_near(new_posed[at], old_posed[j], 5e-4f));
  }
}

/// The skeleton with a stored pose on it.
Skeleton posed_by(Skeleton skeleton, const Pose& pose) {
  for (const Pose::Entry& entry : pose.entries)
    skeleton.joints[std::size_t(joint_index(skeleton, entry.joint))].user_local = entry.user_local;
  return skeleton;
}

Pose whole_pose(std::mt19937& random, const Skeleton& skeleton) {
  Pose pose{"stored", {}};
  for (const Joint& joint : skeleton.joints)
    pose.entries.push_back({joint.id, random_rigid(random)});
  return pose;
}

}  // namespace

LAW_CASE("a joint under a new parent moves neither at rest nor posed, nor does anybody else") {
  std::mt19937 random(21);
  int refused = 0, done = 0;
  for (int round = 0; round < 200; ++round) {
    const Skeleton before = random_skeleton(random, 7);
    const int joint = random_index(random, 0, 6), parent = random_index(random, -1, 6);
    const SkeletonEdit edit = reparented(before, joint, parent, tasks);
    if (parent >= 0 && is_in_subtree(before, joint, parent)) {
      CHECK_FALSE(edit.skeleton.has_value());
      CHECK_FALSE(edit.reason.empty());
      ++refused;
      continue;
    }
    check_same_places(tasks, before, edit);
    const auto index_now = [&](int old) {
      return joint_index(*edit.skeleton, before.joints[std::size_t(old)].id);
    };
    CHECK(edit.skeleton->joints[std::size_t(index_now(joint))].parent ==
          (parent < 0 ? -1 : index_now(parent)));
    ++done;
  }
  CHECK(refused > 10);
  CHECK(done > 50);
}

LAW_CASE("a stored pose puts a joint under a new parent where it did before") {
  for (auto& random : rounds<std::mt19937>(22, 50)) {
    Skeleton before = random_skeleton(random, 6);
    before.poses.push_back(whole_pose(random, before));
    const SkeletonEdit edit = reparented(before, 5, random.round % 2 == 0 ? -1 : 0, tasks);
    REQUIRE(edit.skeleton.has_value());
    const auto was = tasks.posed_matrices(posed_by(before, before.poses[0]));
    const auto is = tasks.posed_matrices(posed_by(*edit.skeleton, edit.skeleton->poses[0]));
    for (std::size_t j = 0; j < was.size(); ++j)
      CHECK(is_near(is[std::size_t(joint_index(*edit.skeleton, before.joints[j].id))], was[j],
                    5e-4f));
  }
}

LAW_CASE("a parent that is scaled to nothing refuses a new child, and the reason names it") {
  std::mt19937 random(23);
  Skeleton skeleton = random_skeleton(random, 3);
  skeleton.joints[0].parent = skeleton.joints[1].parent = skeleton.joints[2].parent = -1;
  skeleton.joints[1].user_local = scaling({1.0f, 0.0f, 1.0f});
  const SkeletonEdit edit = reparented(skeleton, 2, 1, tasks);
  CHECK_FALSE(edit.skeleton.has_value());
  CHECK(contains(edit.reason, "joint 1"));
}

LAW_CASE("a deleted joint leaves its children in place under its parent, and poses forget it") {
  for (auto& random : rounds<std::mt19937>(24, 100)) {
    Skeleton before = random_skeleton(random, 8);
    before.poses.push_back(whole_pose(random, before));
    const int gone = random_index(random, 0, 7);
    const Id id = before.joints[std::size_t(gone)].id;
    const SkeletonEdit edit = without_joint(before, gone, false, tasks);
    check_same_places(tasks, before, edit);
    CHECK(joint_index(*edit.skeleton, id) == -1);
    CHECK(edit.skeleton->joints.size() == 7);
    CHECK(edit.skeleton->poses[0].entries.size() == 7);
    for (const Pose::Entry& entry : edit.skeleton->poses[0].entries) CHECK(entry.joint != id);
  }
}

LAW_CASE("deleting a subtree removes exactly the joint and its descendants") {
  for (auto& random : rounds<std::mt19937>(25, 100)) {
    const Skeleton before = random_skeleton(random, 8);
    const int gone = random_index(random, 0, 7);
    const SkeletonEdit edit = without_joint(before, gone, true, tasks);
    check_same_places(tasks, before, edit);
    for (int j = 0; j < 8; ++j)
      CHECK((joint_index(*edit.skeleton, before.joints[std::size_t(j)].id) < 0) ==
            is_in_subtree(before, gone, j));
  }
}

LAW_CASE("a childless joint can be deleted even under a parent that is scaled to nothing") {
  Skeleton skeleton;
  skeleton.joints.resize(2);
  skeleton.joints[0] = {.id = 1, .name = "flat", .user_local = scaling({0.0f, 0.0f, 0.0f})};
  skeleton.joints[1] = {.id = 2, .name = "leaf", .parent = 0};
  CHECK(without_joint(skeleton, 1, false, tasks).skeleton.has_value());
}

LAW_CASE(
    "a dragged tip lands at U times where it was, and children keep their place or ride along") {
  for (auto& random : rounds<std::mt19937>(26, 100)) {
    const Skeleton before = random_skeleton(random, 6);
    const glm::mat4 world_from_skeleton = random_affine(random), increment = random_rigid(random);
    const int joint = random_index(random, 0, 5);
    const bool ride = random.round % 2 == 0;
    const SkeletonEdit edit = tip_moved(before, joint, world_from_skeleton, increment, ride, tasks);
    REQUIRE(edit.skeleton.has_value());
    const auto was = tasks.posed_matrices(before), is = tasks.posed_matrices(*edit.skeleton);
    const auto j = std::size_t(joint);
    const glm::vec3 old_tip = image(world_from_skeleton * was[j], before.joints[j].extent);
    const glm::vec3 new_tip = image(world_from_skeleton * is[j], edit.skeleton->joints[j].extent);
    CHECK(is_near(new_tip, image(increment, old_tip), 5e-4f));
    for (std::size_t k = 0; k < is.size(); ++k) {
      const bool below = int(k) != joint && is_in_subtree(before, joint, int(k));
      const glm::vec3 moved =
          below && ride
              ? glm::mat3(was[j]) * (edit.skeleton->joints[j].extent - before.joints[j].extent)
              : glm::vec3(0.0f);
      CHECK(is_near(is[k], translation(moved) * was[k], 5e-4f));
    }
  }
}

LAW_CASE("the tip of a joint that is scaled to nothing cannot be dragged") {
  Skeleton skeleton;
  skeleton.joints.push_back({.id = 1,
                             .name = "flat",
                             .user_local = scaling({1.0f, 1.0f, 0.0f}),
                             .extent = {0.0f, 1.0f, 0.0f}});
  const SkeletonEdit edit =
      tip_moved(skeleton, 0, glm::mat4(1.0f), translation({1.0f, 0.0f, 0.0f}), false, tasks);
  CHECK_FALSE(edit.skeleton.has_value());
  CHECK(contains(edit.reason, "\"flat\" is scaled to nothing"));
  const SkeletonEdit wild =
      tip_moved(Skeleton{.joints = {Joint{.id = 1, .name = "far"}}}, 0, glm::mat4(1.0f),
                translation(glm::vec3(std::numeric_limits<float>::infinity())), false, tasks);
  CHECK_FALSE(wild.skeleton.has_value());
  CHECK(contains(wild.reason, "far"));
}

TEST_CASE("a dragged tip is no longer a guess") {
  Skeleton skeleton;
  skeleton.joints.push_back(
      {.id = 1, .name = "tail", .extent = {0.0f, 1.0f, 0.0f}, .extent_guessed = true});
  const SkeletonEdit edit = tip_moved(skeleton, 0, glm::mat4(1.0f), translation({1.0f, 0.0f, 0.0f}),
                                      false, tasks_of(Backend::student));
  REQUIRE(edit.skeleton.has_value());
  CHECK_FALSE(edit.skeleton->joints[0].extent_guessed);
}

}  // namespace marrow::test
