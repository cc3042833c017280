// Misconceptions about bones and capsules, and the checks that show them.
#include <algorithm>

#include "rig_wrong.h"

namespace marrow::test {

namespace {

/// find_joints with a rule of its own for a pair of joint and vertex.
template <typename Holds>
JointLists listed(const Skeleton& skeleton, const Points& positions, Holds holds) {
  JointLists lists(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      if (holds(j, positions[i])) lists[i].push_back(int(j));
    }
  }
  return lists;
}

float distance_to_bone(const Joint& joint, const glm::mat4& bind, const glm::vec3& point) {
  const glm::vec3 end(bind * glm::vec4(joint.extent, 1.0f));
  return glm::distance(point,
                       solution::tasks().closest_on_line_segment(glm::vec3(bind[3]), end, point));
}

}  // namespace

TEST_CASE("wrong: <= for <") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    return listed(skeleton, positions, [&](std::size_t j, const glm::vec3& point) {
      return distance_to_bone(skeleton.joints[j], bind[j], point) <= skeleton.joints[j].radius;
    });
  });
  check_caught(wrong, {"task3.vertex_exactly_at_radius", "task3.zero_length_and_zero_radius"},
               "strictly smaller");
  check_only_from_task(3, wrong);
}

TEST_CASE("wrong: a zero-length bone divides by zero") {
  Tasks wrong = with(&Tasks::closest_on_line_segment, [](auto& start, auto& end, auto& point) {
    const glm::vec3 d = end - start;
    return start + glm::clamp(glm::dot(point - start, d) / glm::dot(d, d), 0.0f, 1.0f) * d;
  });
  check_caught(wrong, {"task3.closest_on_a_point"}, "zero length");
}

TEST_CASE("wrong: find_joints loses the vertices of a zero-length bone to NaN") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    return listed(skeleton, positions, [&](std::size_t j, const glm::vec3& point) {
      const glm::vec3 start(bind[j][3]),
          d = glm::vec3(bind[j] * glm::vec4(skeleton.joints[j].extent, 1.0f)) - start;
      const float t = glm::dot(point - start, d) / glm::dot(d, d);
      const glm::vec3 closest = start + glm::min(glm::max(t, 0.0f), 1.0f) * d + 0.0f * t;
      return glm::distance(point, closest) < skeleton.joints[j].radius;
    });
  });
  check_caught(wrong, {"task3.zero_length_and_zero_radius"});
  check_named(wrong, "zero length");
}

TEST_CASE("wrong: the closest point is not divided by the squared length") {
  Tasks wrong = with(&Tasks::closest_on_line_segment, [](auto& start, auto& end, auto& point) {
    const glm::vec3 d = end - start;
    return start + glm::clamp(glm::dot(point - start, d), 0.0f, 1.0f) * d;
  });
  check_caught(wrong, {"task3.closest_inside", "task3.closest_is_nearest"}, "squared length");
}

TEST_CASE("wrong: the closest point is divided by the length, not by its square") {
  Tasks wrong = with(&Tasks::closest_on_line_segment, [](auto& start, auto& end, auto& point) {
    const glm::vec3 d = end - start;
    return start == end
               ? start
               : start + glm::clamp(glm::dot(point - start, d) / glm::length(d), 0.0f, 1.0f) * d;
  });
  check_caught(wrong, {"task3.closest_inside", "task3.closest_is_nearest"});
  check_named(wrong, "by the length and not by its square");
}

TEST_CASE("wrong: the start is not added back") {
  Tasks wrong = with(&Tasks::closest_on_line_segment, [](auto& start, auto& end, auto& point) {
    const glm::vec3 d = end - start;
    return start == end ? start
                        : glm::clamp(glm::dot(point - start, d) / glm::dot(d, d), 0.0f, 1.0f) * d;
  });
  check_caught(wrong,
               {"task3.closest_inside", "task3.closest_is_clamped", "task3.closest_is_nearest"},
               "added back");
}

TEST_CASE("wrong: an endless line instead of a segment") {
  Tasks wrong = with(&Tasks::closest_on_line_segment, [](auto& start, auto& end, auto& point) {
    const glm::vec3 d = end - start;
    return start == end ? start : start + glm::dot(point - start, d) / glm::dot(d, d) * d;
  });
  check_caught(wrong, {"task3.closest_is_clamped", "task3.closest_is_nearest"}, "clamp");
}

TEST_CASE("wrong: the distance is to the bone's start") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    return listed(skeleton, positions, [&](std::size_t j, const glm::vec3& point) {
      return glm::distance(point, glm::vec3(bind[j][3])) < skeleton.joints[j].radius;
    });
  });
  check_caught(wrong, {"task3.far_end_of_a_bone", "task3.distances_in_skeleton_space"},
               "whole bone");
}

TEST_CASE("wrong: the distance is measured in the joint's frame") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    return listed(skeleton, positions, [&](std::size_t j, const glm::vec3& point) {
      const glm::vec3 local(glm::inverse(bind[j]) * glm::vec4(point, 1.0f));
      return distance_to_bone(skeleton.joints[j], glm::mat4(1.0f), local) <
             skeleton.joints[j].radius;
    });
  });
  check_caught(wrong, {"task3.distances_in_skeleton_space"});
  check_named(wrong, "wrong space: in the joint's frame");
}

TEST_CASE("wrong: a vertex of the skeleton's space against a bone of the joint's") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto&, auto& positions) {
    return listed(skeleton, positions, [&](std::size_t j, const glm::vec3& point) {
      return distance_to_bone(skeleton.joints[j], glm::mat4(1.0f), point) <
             skeleton.joints[j].radius;
    });
  });
  check_caught(wrong, {"task3.distances_in_skeleton_space", "task3.far_end_of_a_bone",
                       "task3.shuffled_vertices"});
  check_named(wrong, "wrong space: the bone is in the joint's frame");
}

TEST_CASE("wrong: the extent is not brought into skeleton space") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    return listed(skeleton, positions, [&](std::size_t j, const glm::vec3& point) {
      const glm::vec3 start(bind[j][3]);
      const glm::vec3 closest = solution::tasks().closest_on_line_segment(
          start, start + skeleton.joints[j].extent, point);
      return glm::distance(point, closest) < skeleton.joints[j].radius;
    });
  });
  check_caught(wrong, {"task3.distances_in_skeleton_space"});
  check_named(wrong, "wrong space: the extent");
}

TEST_CASE("wrong: posed bones instead of bones at rest") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto&, auto& positions) {
    return solution::tasks().find_joints(skeleton, solution::tasks().posed_matrices(skeleton),
                                         positions);
  });
  check_caught(wrong, {"task3.pose_does_not_matter", "task4.bent_elbow"}, "pose");
}

TEST_CASE("wrong: lists are collected joint by joint from the last to the first") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    JointLists lists = solution::tasks().find_joints(skeleton, bind, positions);
    for (std::vector<int>& list : lists) std::reverse(list.begin(), list.end());
    return lists;
  });
  check_caught(wrong, {"task3.lists_are_ascending"});
  check_named(wrong, "ascending");
}

TEST_CASE("wrong: indices confused, lists only for vertices that are held") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    JointLists lists = solution::tasks().find_joints(skeleton, bind, positions);
    std::stable_partition(lists.begin(), lists.end(), [](auto& list) { return !list.empty(); });
    return lists;
  });
  check_caught(wrong, {"task3.vertex_exactly_at_radius", "task3.shuffled_vertices"});
  check_named(wrong, "an empty list of its own");
}

TEST_CASE("wrong: indices confused, the list of a vertex is that of the one before") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    JointLists lists = solution::tasks().find_joints(skeleton, bind, positions);
    if (!lists.empty()) std::rotate(lists.begin(), lists.end() - 1, lists.end());
    return lists;
  });
  check_caught(wrong, {"task3.shuffled_vertices", "task3.far_end_of_a_bone", "task4.bent_elbow"});
  check_named(wrong, "the list of the one before");
}

}  // namespace marrow::test
