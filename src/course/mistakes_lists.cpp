// Mistakes in the lists of find_joints(): task 3.
#include <algorithm>
#include <functional>
#include <glm/gtc/matrix_inverse.hpp>
#include <numeric>

#include "course/mistakes.h"
#include "rig/bones.h"

namespace marrow::course {

namespace {

using Vectors = std::vector<glm::vec3>;
using Lists = std::vector<std::vector<int>>;

/// The distance of a joint from a point, as a mistake computes it.
using Distance = std::function<float(std::size_t joint, const glm::vec3& point)>;

Lists listed(const Skeleton& skeleton, const Vectors& positions, const Distance& distance,
             float room = 0.0f) {
  Lists lists(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      if (is_in_capsule(distance(j, positions[i]), skeleton.joints[j].radius + room))
        lists[i].push_back(int(j));
    }
  }
  return lists;
}

std::vector<glm::mat4> without_parents(const Skeleton& skeleton) {
  std::vector<glm::mat4> matrices;
  for (const Joint& joint : skeleton.joints) matrices.push_back(joint.bind_local);
  return matrices;
}

/// Posed matrices for the given bind matrices.
std::vector<glm::mat4> posed_from(const Skeleton& skeleton, const std::vector<glm::mat4>& bind) {
  std::vector<glm::mat4> posed;
  for (std::size_t j = 0; j < bind.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    const std::size_t parent = std::size_t(std::max(joint.parent, 0));
    const glm::mat4 carried =
        joint.parent < 0 ? bind[j] : posed[parent] * glm::affineInverse(bind[parent]) * bind[j];
    posed.push_back(carried * joint.user_local);
  }
  return posed;
}

}  // namespace

/// Mistakes in the lists themselves; distances are right.
static std::vector<ListsMistake> listing_mistakes(const Skeleton& skeleton,
                                                  const Vectors& positions, const Lists& expected,
                                                  const Distance& right) {
  Lists before = expected, packed = expected, nearest_only = expected, first_only = expected,
        last_only = expected, without_last = expected, without_first = expected, four = expected,
        numbered_from_1 = expected, never_empty = expected, all = expected;
  if (!before.empty()) std::rotate(before.begin(), before.end() - 1, before.end());
  std::stable_partition(packed.begin(), packed.end(),
                        [](const std::vector<int>& list) { return !list.empty(); });
  const int last = int(skeleton.joints.size()) - 1;
  std::vector<int> every(skeleton.joints.size());
  std::iota(every.begin(), every.end(), 0);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto nearest_of = [&](const std::vector<int>& list) {
      return std::vector<int>{*std::min_element(list.begin(), list.end(), [&](int a, int b) {
        return right(std::size_t(a), positions[i]) < right(std::size_t(b), positions[i]);
      })};
    };
    std::erase(without_last[i], last);
    std::erase(without_first[i], 0);
    four[i].resize(std::min(four[i].size(), std::size_t(4)));
    for (int& joint : numbered_from_1[i]) ++joint;
    all[i] = every;
    if (expected[i].empty()) {
      if (!every.empty()) never_empty[i] = nearest_of(every);
      continue;
    }
    first_only[i].resize(1);
    last_only[i] = {expected[i].back()};
    nearest_only[i] = nearest_of(expected[i]);
  }
  const char* const one =
      "only one joint is listed, the nearest, the first or the last: every "
      "joint with d < r is";
  return {
      {before, "indices confused: this vertex has the list of the one before"},
      {packed, "indices confused: an uncovered vertex has an empty list of its own"},
      {nearest_only, one},
      {first_only, one},
      {last_only, one},
      {without_last, "the last joint is left out: the loop runs over all joints"},
      {without_first, "the first joint is left out: the loop runs over all joints"},
      {four, "only four joints are listed: a vertex may have any number of joints"},
      {numbered_from_1, "joints are numbered from 0, and not from 1"},
      {never_empty,
       "where no capsule holds the vertex the nearest joint is listed: its list stays empty"},
      {all, "every joint is listed: only those with d < r are"},
      {Lists(expected.size()), "no vertex is held at all: joint j is in the list when d_ij < r_j"}};
}

/// Mistakes in the shape of a capsule.
static std::vector<ListsMistake> capsule_mistakes(const Skeleton& skeleton,
                                                  const std::vector<glm::mat4>& bind,
                                                  const Vectors& positions, const Distance& right) {
  std::vector<ListsMistake> mistakes;
  const auto add = [&](const char* reason, const auto& holds) {
    mistakes.push_back({listed(skeleton, positions,
                               [&](std::size_t j, const glm::vec3& point) {
                                 const float radius = skeleton.joints[j].radius;
                                 return holds(j, point, radius) ? radius - 1.0f : radius + 1.0f;
                               }),
                        reason});
  };
  using At = const glm::vec3&;
  const auto start = [&](std::size_t j) { return glm::vec3(bind[j][3]); };
  const auto end = [&](std::size_t j) { return image(bind[j], skeleton.joints[j].extent); };
  const char* const diameter = "d is compared with the radius itself, not with 2 r or r / 2";
  add(diameter, [&](std::size_t j, At at, float r) { return right(j, at) < 2.0f * r; });
  add(diameter, [&](std::size_t j, At at, float r) { return right(j, at) < 0.5f * r; });
  add("d is compared with r * r: d < r, or the squares of both",
      [&](std::size_t j, At at, float r) { return right(j, at) < r * r; });
  add("the comparison is the wrong way round: d < r",
      [&](std::size_t j, At at, float r) { return right(j, at) > r; });
  add("this is a cylinder: a capsule has round ends, where t is clamped to [0, 1]",
      [&](std::size_t j, At at, float r) {
        const glm::vec3 d = end(j) - start(j);
        const float t = glm::dot(at - start(j), d) / glm::dot(d, d);
        return !(t < 0.0f || t > 1.0f) && right(j, at) < r;
      });
  add("the distance is to the whole bone, not to its end alone",
      [&](std::size_t j, At at, float r) { return glm::distance(end(j), at) < r; });
  add("the distance is to the whole bone, not to its two ends alone",
      [&](std::size_t j, At at, float r) {
        return std::min(glm::distance(start(j), at), glm::distance(end(j), at)) < r;
      });
  const char* const rows =
      "row vectors: the origin of B is its last column, B[3], and the end is "
      "B (x, y, z, 1), not (x, y, z, 1) B";
  const auto row = [&](std::size_t j) {
    return glm::vec3(glm::vec4(skeleton.joints[j].extent, 1.0f) * bind[j]);
  };
  const auto last_row = [&](std::size_t j) {
    return glm::vec3(bind[j][0][3], bind[j][1][3], bind[j][2][3]);
  };
  add(rows,
      [&](std::size_t j, At at, float r) { return least_distance(last_row(j), end(j), at) < r; });
  add(rows,
      [&](std::size_t j, At at, float r) { return least_distance(start(j), row(j), at) < r; });
  add(rows,
      [&](std::size_t j, At at, float r) { return least_distance(last_row(j), row(j), at) < r; });
  const char* const others_radius = "the radius is that of another joint: d_ij < r_j";
  add(others_radius,
      [&](std::size_t j, At at, float) { return right(j, at) < skeleton.joints.front().radius; });
  add(others_radius, [&](std::size_t j, At at, float r) {
    const int parent = skeleton.joints[j].parent;
    return right(j, at) < (parent < 0 ? r : skeleton.joints[std::size_t(parent)].radius);
  });
  return mistakes;
}

std::vector<ListsMistake> lists_mistakes(const Skeleton& skeleton,
                                         const std::vector<glm::mat4>& bind,
                                         const Vectors& positions, const Lists& expected) {
  using At = const glm::vec3&;
  std::vector<ListsMistake> mistakes;
  const auto add = [&](std::string reason, const Distance& distance, float room = 0.0f) {
    mistakes.push_back({listed(skeleton, positions, distance, room), std::move(reason)});
  };
  const auto extent = [&](std::size_t j) -> At { return skeleton.joints[j].extent; };
  const auto origin = [&](std::size_t j) { return glm::vec3(bind[j][3]); };
  const auto bones_of = [&](const std::vector<glm::mat4>& matrices) -> Distance {
    return [&skeleton, matrices](std::size_t j, At point) {
      return least_distance(glm::vec3(matrices[j][3]),
                            image(matrices[j], skeleton.joints[j].extent), point);
    };
  };
  const Distance right = bones_of(bind);
  const std::string space = "the distance is measured in the wrong space: ",
                    whole =
                        "the distance is to the whole bone, from the joint's origin to B e, not ";
  add("capsules hold vertices at rest: use bind, the pose must not change the lists",
      bones_of(posed_from(skeleton, bind)));
  add("<= for <: strictly smaller, a vertex at distance r is outside, d < r", right, 1e-6f);
  add("the distance is to the bone, not to the endless line through it: clamp t to [0, 1]",
      [&](std::size_t j, At point) {
        const glm::vec3 start = origin(j), d = image(bind[j], extent(j)) - start;
        return least_distance(start - 1000.0f * d, start + 1000.0f * d, point);
      });
  add(space + "in the joint's frame r would be scaled by the joint; measure in skeleton space",
      [&](std::size_t j, At point) {
        return least_distance(glm::vec3(0.0f), extent(j),
                              image(glm::affineInverse(bind[j]), point));
      });
  add(space +
          "the bone is in the joint's frame and the vertex in skeleton space; the bone runs "
          "from the origin of B to B e",
      bones_of(std::vector<glm::mat4>(bind.size(), glm::mat4(1.0f))));
  add(space + "the extent e is in the joint's own frame; the bone ends at B e, not at origin + e",
      [&](std::size_t j, At point) {
        return least_distance(origin(j), origin(j) + extent(j), point);
      });
  add(space + "L is relative to the parent; B places the bone",
      bones_of(without_parents(skeleton)));
  add("the squared distance is compared with r: take the root, or compare with r * r",
      [&](std::size_t j, At point) { return right(j, point) * right(j, point); });
  add("r * r loses the sign of r: a radius of zero or less holds nothing",
      [&](std::size_t j, At point) {
        const float radius = skeleton.joints[j].radius;  // d^2 < r^2, rewritten for the test d < r
        return right(j, point) < std::abs(radius) ? radius - 1.0f : radius + 1.0f;
      });
  add(space + "the bone's end is a point, B (x, y, z, 1): with w = 0 it is not moved along with B",
      [&](std::size_t j, At point) {
        return least_distance(origin(j), glm::mat3(bind[j]) * extent(j), point);
      });
  add("a joint's bone runs from its own origin to B e, not from its parent's origin to its own",
      [&](std::size_t j, At point) {
        const int parent = skeleton.joints[j].parent;
        return least_distance(origin(parent < 0 ? j : std::size_t(parent)), origin(j), point);
      });
  const Lists of_starts = listed(skeleton, positions, [&](std::size_t j, At point) {
    return glm::distance(point, origin(j));
  });
  mistakes.push_back({of_starts, whole + (of_starts == mistakes.back().gives
                                              ? "to its start alone, nor to a bone that comes from "
                                                "the parent"
                                              : "to its start alone")});
  Lists without_balls = expected;
  for (std::vector<int>& list : without_balls)
    std::erase_if(list, [&](int j) { return extent(std::size_t(j)) == glm::vec3(0.0f); });
  mistakes.push_back(
      {without_balls,
       "a bone of zero length divides 0 by 0, and NaN is smaller than no radius: its "
       "capsule is a ball"});
  return joined(joined(mistakes, listing_mistakes(skeleton, positions, expected, right)),
                capsule_mistakes(skeleton, bind, positions, right));
}

}  // namespace marrow::course
