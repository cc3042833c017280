// Identities of bind, posed and skinning matrices, and increments, on random rigs.
#include "rig/support.h"

namespace marrow::test {

LAW_CASE("B and W are what a walk from the joint up to its root gives") {
  for (auto& random : rounds<std::mt19937>(1, 50)) {
    const Skeleton skeleton = random_skeleton(random, 1 + random.round % 20);
    const auto bind = tasks.bind_matrices(skeleton), posed = tasks.posed_matrices(skeleton);
    REQUIRE(bind.size() == skeleton.joints.size());
    REQUIRE(posed.size() == skeleton.joints.size());
    for (std::size_t j = 0; j < bind.size(); ++j) {
      CHECK(is_near(bind[j], glm::mat4(walked_to_root(skeleton, int(j), false)), 1e-6f));
      CHECK(is_near(posed[j], glm::mat4(walked_to_root(skeleton, int(j), true)), 1e-6f));
    }
  }
}

LAW_CASE("in the rest pose W equals B to the last bit and T is the identity") {
  for (auto& random : rounds<std::mt19937>(2, 50)) {
    Skeleton skeleton = random_skeleton(random, 1 + random.round % 20);
    for (Joint& joint : skeleton.joints) joint.user_local = glm::mat4(1.0f);
    const auto bind = tasks.bind_matrices(skeleton), posed = tasks.posed_matrices(skeleton);
    CHECK(bind == posed);
    for (const glm::mat4& skinning : tasks.skinning_matrices(posed, bind))
      CHECK(is_near(skinning, glm::mat4(1.0f), 1e-6f));
  }
}

LAW_CASE("W, L and Ul come back from T, B and W") {
  for (auto& random : rounds<std::mt19937>(3, 50)) {
    const Skeleton skeleton = random_skeleton(random, 1 + random.round % 6);
    const auto bind = tasks.bind_matrices(skeleton), posed = tasks.posed_matrices(skeleton);
    const auto skinning = tasks.skinning_matrices(posed, bind);
    REQUIRE(skinning.size() == bind.size());
    for (std::size_t j = 0; j < bind.size(); ++j) {
      const Joint& joint = skeleton.joints[j];
      CHECK(is_near(tasks.posed_from_skinning(skinning[j], bind[j]), posed[j], 1e-4f));
      CHECK(is_near(skinning[j] * bind[j], posed[j], 1e-4f));
      CHECK(is_near(tasks.bind_local_from_bind(parent_matrix(bind, joint.parent), bind[j]),
                    joint.bind_local, 1e-4f));
      CHECK(is_near(tasks.user_local_from_posed(joint.bind_local,
                                                parent_matrix(posed, joint.parent), posed[j]),
                    joint.user_local, 1e-4f));
    }
  }
}

LAW_CASE("every result keeps the last row of an affine matrix exactly") {
  std::mt19937 random(4);
  const auto last_row_is_exact = [](const glm::mat4& m) {
    return m[0].w == 0.0f && m[1].w == 0.0f && m[2].w == 0.0f && m[3].w == 1.0f;
  };
  for (int round = 0; round < 50; ++round) {
    const glm::mat4 a = random_affine(random), b = random_affine(random), c = random_affine(random),
                    d = random_affine(random);
    CHECK(last_row_is_exact(tasks.skinning_matrices({a}, {b})[0]));
    CHECK(last_row_is_exact(tasks.bind_local_from_bind(a, b)));
    CHECK(last_row_is_exact(tasks.user_local_from_posed(a, b, c)));
    CHECK(last_row_is_exact(tasks.user_local_after_increment(a, b, c, d)));
    CHECK(last_row_is_exact(tasks.user_local_after_local_increment(a, b)));
  }
}

LAW_CASE("a chain of 1,000 joints stays as straight as it is") {
  Skeleton skeleton;
  for (int j = 0; j < 1000; ++j) {
    skeleton.joints.push_back(
        {.parent = j - 1, .bind_local = rotation(360.0f / 1000.0f, {0.0f, 0.0f, 1.0f})});
  }
  // 1,000 turns of 0.36 degrees are one whole turn, up to the rounding of each single L.
  CHECK(is_near(tasks.bind_matrices(skeleton).back(), glm::mat4(1.0f), 2e-5f));
}

LAW_CASE("a joint scaled to nothing and its descendants have finite matrices") {
  std::mt19937 random(5);
  Skeleton skeleton = random_skeleton(random, 8);
  skeleton.joints[0].user_local = scaling({0.0f, 1.0f, 1.0f});
  skeleton.joints[3].user_local = scaling({0.0f, 0.0f, 0.0f});
  const auto bind = tasks.bind_matrices(skeleton), posed = tasks.posed_matrices(skeleton);
  for (const glm::mat4& matrix : tasks.skinning_matrices(posed, bind)) CHECK(is_finite(matrix));
}

LAW_CASE("no joints give no matrices") {
  CHECK(tasks.bind_matrices({}).empty());
  CHECK(tasks.posed_matrices({}).empty());
  CHECK(tasks.skinning_matrices({}, {}).empty());
}

TEST_CASE("backends are known by name and the student's are always there") {
  CHECK(backend_from_name("fast") == Backend::fast);
  CHECK(backend_from_name("textbook") == Backend::textbook);
  CHECK(backend_from_name("student") == Backend::student);
  CHECK_FALSE(backend_from_name("Fast").has_value());
  CHECK(&tasks_of(Backend::student) == &student::tasks());
  CHECK((&tasks_of(Backend::textbook) != &student::tasks()) == has_solution());
}

// ---- Increments, under skeleton nodes that are turned and unevenly scaled

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
  for (auto& random : rounds<std::mt19937>(11, 100)) {
    const Skeleton before = random_skeleton(random, 2 + random.round % 9);
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
  for (auto& random : rounds<std::mt19937>(12, 50)) {
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
  for (auto& random : rounds<std::mt19937>(13, 100)) {
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
  for (auto& random : rounds<std::mt19937>(14, 50)) {
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
  for (auto& random : rounds<std::mt19937>(15, 50)) {
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
