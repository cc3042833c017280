#include "course/mistakes.h"

#include <algorithm>
#include <functional>
#include <glm/gtc/matrix_inverse.hpp>
#include <limits>
#include <numeric>

#include "course/cases.h"

namespace marrow::course {

namespace {

using Vectors = std::vector<glm::vec3>;
using Lists = std::vector<std::vector<int>>;

/// Lists by a distance rule: the assumed distance of joint j from a point.
using Distance = std::function<float(std::size_t joint, const glm::vec3& point)>;

Lists listed(const Skeleton& skeleton, const Vectors& positions, const Distance& distance,
             float room = 0.0f) {
  Lists lists(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      if (distance(j, positions[i]) < skeleton.joints[j].radius + room) lists[i].push_back(int(j));
    }
  }
  return lists;
}

std::vector<glm::mat4> without_parents(const Skeleton& skeleton) {
  std::vector<glm::mat4> matrices;
  for (const Joint& joint : skeleton.joints) matrices.push_back(joint.bind_local);
  return matrices;
}

/// Posed matrices of the bones.
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

/// M of a vertex, as a mistake has it.
using BlendRule = std::function<glm::mat4(std::size_t vertex)>;

/// As std::vector makes matrices of a given number.
constexpr const char* kUntouched =
    "nothing was written for this joint: the loop runs over all joints, to the last";
constexpr const char* kTransposed =
    "the matrix is transposed: vectors are columns, M v, and glm's m[c] is column c";

}  // namespace

std::vector<MatrixMistake> bind_mistakes(const glm::mat4& parent_bind,
                                         const glm::mat4& bind_local) {
  const char* const unwritten =
      "nothing is written yet, or the B of a root is taken for the identity: it need not stand at "
      "the origin, it is L";
  return {
      {glm::mat4(1.0f), unwritten},
      {bind_local, "L is relative to the parent: B_j = B_p(j) L_j, not L_j alone"},
      {bind_local * parent_bind,
       "the product is multiplied in the wrong order, that of row vectors: the parent stands in "
       "front, B_j = B_p(j) L_j, not L_j B_p(j)"},
      {parent_bind, "L_j is missing: B_j = B_p(j) L_j"},
      {glm::affineInverse(parent_bind * bind_local),
       "this is the inverse of B: B_j = B_p(j) L_j takes the joint's frame to the skeleton's"},
      {glm::affineInverse(parent_bind) * bind_local,
       "the parent's B is inverted: B_j = B_p(j) L_j"},
      {glm::mat4(0.0f), kUntouched},
      {glm::transpose(parent_bind * bind_local), kTransposed}};
}

std::vector<MatrixMistake> posed_mistakes(const glm::mat4& parent_posed,
                                          const glm::mat4& parent_bind, const Joint& joint) {
  const glm::mat4 &l = joint.bind_local, &ul = joint.user_local;
  const char* const rows =
      "multiplied in the wrong order, that of row vectors: the parent stands in front, W_j = "
      "W_p(j) "
      "L_j Ul_j";
  return {
      {glm::mat4(1.0f), "nothing is written yet: W_j = W_p(j) L_j Ul_j"},
      {parent_posed * l, "the joint's own Ul is missing: W_j = W_p(j) L_j Ul_j, a root's too"},
      {parent_bind * l, "these are the bind matrices: the Ul are missing, W_j = W_p(j) L_j Ul_j"},
      {parent_bind * l * ul,
       "the parent's W carries its Ul along: W_j = W_p(j) L_j Ul_j, not B_p(j) L_j Ul_j"},
      {parent_posed * ul * l,
       "L and Ul are multiplied in the wrong order: first L, then Ul, W_j = W_p(j) L_j Ul_j"},
      {l * ul * parent_posed, rows},
      {ul * l * parent_posed, rows},
      {ul * parent_posed * l, "multiplied in the wrong order: W_j = W_p(j) L_j Ul_j"},
      {l * ul, "the parent is missing: W_j = W_p(j) L_j Ul_j, not L_j Ul_j alone"},
      {parent_posed * ul, "L is missing: W_j = W_p(j) L_j Ul_j"},
      {parent_posed * l * ul * ul, "Ul is counted twice: W_j = W_p(j) L_j Ul_j"},
      {glm::mat4(0.0f), kUntouched},
      {glm::transpose(parent_posed * l * ul), kTransposed}};
}

std::vector<MatrixMistake> skinning_mistakes(const glm::mat4& posed, const glm::mat4& bind) {
  const glm::mat4 out = glm::affineInverse(bind), back = glm::affineInverse(posed);
  return {
      {bind * back, "bind and posed are swapped: T = W B^-1, not B W^-1"},
      {out * posed,
       "multiplied in the wrong order, that of row vectors: the inverse stands on the right, T = W "
       "B^-1, not B^-1 W"},
      {back * bind,
       "bind and posed are swapped, and the inverse stands on the right: T = W B^-1, not W^-1 B"},
      {posed, "the vertex must first leave the rest pose: T = W B^-1, not W alone"},
      {posed * bind, "B is not inverted: T = W B^-1"},
      {bind * posed, "B is not inverted, and it stands on the right: T = W B^-1"},
      {out, "W is missing: T = W B^-1"},
      {glm::mat4(1.0f), "T is the identity only at rest: T = W B^-1"},
      {posed * glm::transpose(bind), "the inverse of B is not its transpose: T = W B^-1"},
      {glm::mat4(0.0f), kUntouched},
      {glm::transpose(posed * out), kTransposed}};
}

std::vector<MatrixMistake> posed_from_skinning_mistakes(const glm::mat4& skinning,
                                                        const glm::mat4& bind) {
  return {{glm::mat4(1.0f), "nothing is written yet: W = T B"},
          {bind, "T is missing: W = T B"},
          {skinning, "B is missing: W = T B"},
          {bind * skinning, "multiplied in the wrong order: W = T B, not B T"},
          {skinning * glm::affineInverse(bind), "B is inverted: T = W B^-1, so W = T B"},
          {glm::transpose(skinning * bind), kTransposed}};
}

std::vector<MatrixMistake> bind_local_mistakes(const glm::mat4& parent_bind,
                                               const glm::mat4& bind) {
  const glm::mat4 out = glm::affineInverse(parent_bind);
  return {{glm::mat4(1.0f), "nothing is written yet: L = B_p^-1 B"},
          {bind, "the parent is missing: L = B_p^-1 B"},
          {bind * out, "the parent's inverse stands on the left: L = B_p^-1 B, not B B_p^-1"},
          {glm::affineInverse(bind) * parent_bind,
           "parent and joint are swapped: L = B_p^-1 B, not B^-1 B_p"},
          {parent_bind * bind, "B_p is not inverted: L = B_p^-1 B"},
          {glm::transpose(out * bind), kTransposed}};
}

std::vector<MatrixMistake> user_local_mistakes(const glm::mat4& bind_local,
                                               const glm::mat4& parent_posed,
                                               const glm::mat4& posed) {
  const glm::mat4 out = glm::affineInverse(parent_posed), back = glm::affineInverse(bind_local);
  return {{glm::mat4(1.0f), "nothing is written yet: Ul = L^-1 W_p^-1 W"},
          {out * posed, "L is not undone: Ul = L^-1 W_p^-1 W"},
          {back * posed, "W_p is not undone: Ul = L^-1 W_p^-1 W"},
          {out * back * posed,
           "the inverses are multiplied in the wrong order: (W_p L)^-1 = L^-1 W_p^-1"},
          {posed * out * back, "the inverses stand on the wrong side: Ul = L^-1 W_p^-1 W"},
          {posed * back * out, "the inverses stand on the wrong side: Ul = L^-1 W_p^-1 W"},
          {parent_posed * bind_local * posed, "nothing is inverted: Ul = L^-1 W_p^-1 W"},
          {glm::affineInverse(posed) * parent_posed * bind_local,
           "this is the inverse of Ul: Ul = L^-1 W_p^-1 W"},
          {glm::transpose(back * out * posed), kTransposed}};
}

std::vector<MatrixMistake> increment_mistakes(const glm::mat4& bind_local,
                                              const glm::mat4& parent_posed, const glm::mat4& posed,
                                              const glm::mat4& increment) {
  const glm::mat4 frame = parent_posed * bind_local, out = glm::affineInverse(frame);
  const char* const rows =
      "multiplied in the wrong order, that of row vectors: Ul' = L^-1 W_p^-1 U W";
  return {
      {out * posed, "U is not used: this is the Ul that was there"},
      {increment * out * posed,
       "U is in world space: it must be brought into the joint's frame, Ul' = L^-1 W_p^-1 U W"},
      {out * posed * increment,
       "U stands on the wrong side: it moves what W has placed, Ul' = L^-1 W_p^-1 U W, not ... W "
       "U"},
      {out * increment * frame,
       "the result replaces Ul and is not a factor of it: end with W, not with W_p L"},
      {out * increment * frame * out * posed * out * posed,
       "the result replaces Ul: Ul is counted twice"},
      {glm::affineInverse(parent_posed) * increment * posed,
       "L is not undone: Ul' = L^-1 W_p^-1 U W"},
      {glm::affineInverse(bind_local) * increment * posed,
       "W_p is not undone: Ul' = L^-1 W_p^-1 U W"},
      {glm::affineInverse(parent_posed) * glm::affineInverse(bind_local) * increment * posed,
       "the inverses are multiplied in the wrong order: (W_p L)^-1 = L^-1 W_p^-1"},
      {increment * posed,
       "the inverses are missing: U W is where the joint shall stand, Ul' = L^-1 W_p^-1 U W"},
      {glm::mat4(1.0f), "nothing is written yet: Ul' = L^-1 W_p^-1 U W"},
      {increment,
       "U is in world space: it must be brought into the joint's frame, Ul' = L^-1 W_p^-1 U W"},
      {out * glm::affineInverse(increment) * posed,
       "U is inverted: the joint goes the opposite way, Ul' = L^-1 W_p^-1 U W"},
      {posed * increment * out, rows},
      {posed * increment * glm::affineInverse(bind_local * parent_posed), rows},
      {frame * increment * posed, "nothing is inverted: Ul' = L^-1 W_p^-1 U W"},
      {glm::transpose(out * increment * posed), kTransposed}};
}

std::vector<MatrixMistake> local_increment_mistakes(const glm::mat4& user_local,
                                                    const glm::mat4& increment) {
  return {{user_local * increment, "the increment stands in front: Ul' = Incr Ul, not Ul Incr"},
          {user_local, "the increment is not used: Ul' = Incr Ul"},
          {increment, "the increment does not replace Ul: Ul' = Incr Ul"},
          {glm::mat4(1.0f), "nothing is written yet: Ul' = Incr Ul"},
          {glm::affineInverse(increment) * user_local, "the increment is inverted: Ul' = Incr Ul"},
          {glm::transpose(increment * user_local), kTransposed}};
}

std::vector<VectorsMistake> closest_mistakes(const std::vector<Segment>& bones,
                                             const Vectors& points) {
  struct Case {
    glm::vec3 start, end, point, d;
    float along, squared, share;
  };
  std::vector<VectorsMistake> mistakes;
  const auto add = [&](const char* reason, const auto& rule) {
    VectorsMistake& mistake = mistakes.emplace_back(VectorsMistake{{}, reason});
    for (std::size_t i = 0; i < points.size(); ++i) {
      const glm::vec3 &start = bones[i].start, &end = bones[i].end, d = end - start;
      const float along = glm::dot(points[i] - start, d), squared = glm::dot(d, d);
      const Case one{
          start, end, points[i], d, along, squared, glm::clamp(along / squared, 0.0f, 1.0f)};
      mistake.gives.push_back(rule(one));
    }
  };
  using Of = const Case&;
  const auto unit = [](float t) { return glm::clamp(t, 0.0f, 1.0f); };
  const char* const undivided =
      "not divided by the squared length: t is the dot product over dot(d, d)";
  const char* const by_length =
      "divided by the length and not by its square: t is the dot product over dot(d, d)";
  add("a bone of zero length divides 0 by 0: return start",
      [](Of c) { return c.start + (c.squared > 0.0f ? c.share : c.along / c.squared) * c.d; });
  add("nothing is written yet, or only the bone's start is looked at: the answer is start + t (end "
      "- start)",
      [](Of c) { return c.start; });
  add("the point must be on the bone: clamp t to [0, 1]",
      [](Of c) { return c.start + c.along / c.squared * c.d; });
  add("start is not added back: start + t (end - start)", [](Of c) { return c.share * c.d; });
  add("not divided by the squared length, and start is not added back: start + t (end - start)",
      [&](Of c) { return unit(c.along) * c.d; });
  add(undivided, [&](Of c) { return c.start + unit(c.along) * c.d; });
  add(undivided, [](Of c) { return c.start + c.along * c.d; });
  add(by_length, [&](Of c) { return c.start + unit(c.along / std::sqrt(c.squared)) * c.d; });
  add(by_length, [](Of c) { return c.start + c.along / std::sqrt(c.squared) * c.d; });
  add("t in units of length needs d of length 1: divide by dot(d, d) instead", [](Of c) {
    const float length = std::sqrt(c.squared);
    return c.start + glm::clamp(c.along / length, 0.0f, length) * c.d;
  });
  add("t is clamped at one end only: clamp it to [0, 1]",
      [](Of c) { return c.start + std::max(c.along / c.squared, 0.0f) * c.d; });
  add("t is clamped at one end only: clamp it to [0, 1]",
      [](Of c) { return c.start + std::min(c.along / c.squared, 1.0f) * c.d; });
  add("start is not subtracted: the dot product is that of point - start",
      [&](Of c) { return c.start + unit(glm::dot(c.point, c.d) / c.squared) * c.d; });
  add("start and end are swapped: t counts from the start",
      [](Of c) { return c.end - c.share * c.d; });
  add("only the ends of the bone are looked at: the answer is start + t (end - start)", [](Of c) {
    return glm::distance(c.point, c.start) < glm::distance(c.point, c.end) ? c.start : c.end;
  });
  add("this is the way to the point, not the point: start + t (end - start)",
      [](Of c) { return c.point - (c.start + c.share * c.d); });
  return mistakes;
}

std::vector<ListsMistake> lists_mistakes(const Skeleton& skeleton,
                                         const std::vector<glm::mat4>& bind,
                                         const Vectors& positions, const Lists& expected) {
  const auto bones_of = [&](const std::vector<glm::mat4>& matrices) -> Distance {
    return [&skeleton, matrices](std::size_t j, const glm::vec3& point) {
      return least_distance(glm::vec3(matrices[j][3]),
                            image(matrices[j], skeleton.joints[j].extent), point);
    };
  };
  const Distance to_start = [&](std::size_t j, const glm::vec3& point) {
    return glm::distance(point, glm::vec3(bind[j][3]));
  };
  const Distance in_joint = [&](std::size_t j, const glm::vec3& point) {
    return least_distance(glm::vec3(0.0f), skeleton.joints[j].extent,
                          image(glm::affineInverse(bind[j]), point));
  };
  const Distance bare_extent = [&](std::size_t j, const glm::vec3& point) {
    return least_distance(glm::vec3(bind[j][3]), glm::vec3(bind[j][3]) + skeleton.joints[j].extent,
                          point);
  };
  const Distance as_direction = [&](std::size_t j, const glm::vec3& point) {
    return least_distance(glm::vec3(bind[j][3]), glm::mat3(bind[j]) * skeleton.joints[j].extent,
                          point);
  };
  const Distance from_parent = [&](std::size_t j, const glm::vec3& point) {
    const int parent = skeleton.joints[j].parent;
    return least_distance(glm::vec3(bind[std::size_t(parent < 0 ? int(j) : parent)][3]),
                          glm::vec3(bind[j][3]), point);
  };
  const Distance right = bones_of(bind);
  const Distance squared = [&](std::size_t j, const glm::vec3& point) {
    const float distance = right(j, point);
    return distance * distance;
  };
  const Distance both_squared = [&](std::size_t j, const glm::vec3& point) {
    const float radius = skeleton.joints[j].radius;  // d^2 < r^2, as a rule for d < r
    return right(j, point) < std::abs(radius) ? radius - 1.0f : radius + 1.0f;
  };
  const Distance line = [&](std::size_t j, const glm::vec3& point) {
    const glm::vec3 start(bind[j][3]), d = image(bind[j], skeleton.joints[j].extent) - start;
    return least_distance(start - 1000.0f * d, start + 1000.0f * d, point);
  };
  Lists before = expected, packed = expected, without_balls = expected;
  const auto is_ball = [&](int joint) {
    return skeleton.joints[std::size_t(joint)].extent == glm::vec3(0.0f);
  };
  for (std::vector<int>& list : without_balls) std::erase_if(list, is_ball);
  if (!before.empty()) std::rotate(before.begin(), before.end() - 1, before.end());
  Lists nearest_only = expected, first_only = expected, without_last = expected,
        without_first = expected;
  const int last = int(skeleton.joints.size()) - 1;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    std::erase(without_last[i], last);
    std::erase(without_first[i], 0);
    if (expected[i].empty()) continue;
    first_only[i].resize(1);
    nearest_only[i] = {*std::min_element(expected[i].begin(), expected[i].end(), [&](int a, int b) {
      return right(std::size_t(a), positions[i]) < right(std::size_t(b), positions[i]);
    })};
  }
  std::stable_partition(packed.begin(), packed.end(),
                        [](const std::vector<int>& list) { return !list.empty(); });
  const char* const space = "the distance is measured in the wrong space: ";
  return {
      {without_balls,
       "a bone of zero length divides 0 by 0, and NaN is smaller than no radius: its capsule is a "
       "ball"},
      {listed(skeleton, positions, bones_of(posed_from(skeleton, bind))),
       "capsules hold vertices at rest: use bind, the pose must not change the lists"},
      {listed(skeleton, positions, bones_of(bind), 1e-6f),
       "<= for <: strictly smaller, a vertex at distance r is outside, d < r"},
      {listed(skeleton, positions, to_start),
       "the distance is to the whole bone, from the joint's origin to B e, not to its start alone"},
      {listed(skeleton, positions, line),
       "the distance is to the bone, not to the endless line through it: clamp t to [0, 1]"},
      {listed(skeleton, positions, in_joint),
       std::string(space) +
           "in the joint's frame r would be scaled by the joint; measure in skeleton space"},
      {listed(skeleton, positions, bones_of(std::vector<glm::mat4>(bind.size(), glm::mat4(1.0f)))),
       std::string(space) + "the bone is in the joint's frame and the vertex in skeleton space; "
                            "the bone runs from the origin of B to B e"},
      {listed(skeleton, positions, bare_extent),
       std::string(space) +
           "the extent e is in the joint's own frame; the bone ends at B e, not at origin + e"},
      {listed(skeleton, positions, bones_of(without_parents(skeleton))),
       std::string(space) + "L is relative to the parent; the bone stands where B has it"},
      {listed(skeleton, positions, squared),
       "the squared distance is compared with r: take the root, or compare with r * r"},
      {listed(skeleton, positions, both_squared),
       "r * r loses the sign of r: a radius of zero or less holds nothing"},
      {listed(skeleton, positions, as_direction),
       std::string(space) +
           "the bone's end is a point, B (x, y, z, 1): with w = 0 it is not moved along with B"},
      {listed(skeleton, positions, from_parent),
       "a joint's bone runs from its own origin to B e, not from its parent's origin to its own"},
      {without_last, "the last joint is left out: the loop runs over all joints"},
      {without_first, "the first joint is left out: the loop runs over all joints"},
      {nearest_only, "only the nearest joint is listed: every joint with d < r is"},
      {first_only, "only the first joint is listed: every joint with d < r is"},
      {before, "indices confused: this vertex has the list of the one before"},
      {packed, "indices confused: an uncovered vertex has an empty list of its own"},
      {Lists(expected.size()), "no vertex is held at all: joint j is in the list when d_ij < r_j"}};
}

namespace {

/// What the weights of one list are made of.
struct Sums {
  float count = 0.0f, least = std::numeric_limits<float>::max();
  float distances = 0.0f, inverses = 0.0f, squares = 0.0f;  ///< d, 1 / d, 1 / d^2, with the guard
  float unguarded = 0.0f, off_bones = 0.0f;                 ///< 1 / d of all, of those with d > 0
};

constexpr float kLeastDistance = 1e-6f;  // of the contract

float inverse(float d) { return 1.0f / std::max(d, kLeastDistance); }

Sums sums_of(const std::vector<float>& distances) {
  Sums sums;
  for (const float d : distances) {
    sums.count += 1.0f;
    sums.least = std::min(sums.least, d);
    sums.distances += d;
    sums.inverses += inverse(d);
    sums.squares += inverse(d * d);
    sums.unguarded += 1.0f / d;
    if (d > 0.0f) sums.off_bones += 1.0f / d;
  }
  return sums;
}

}  // namespace

std::vector<NumbersMistake> weights_mistakes(const std::vector<std::vector<float>>& lists) {
  std::vector<NumbersMistake> mistakes;
  const auto add = [&](const char* reason, const auto& rule) {
    NumbersMistake& mistake = mistakes.emplace_back(NumbersMistake{{}, reason});
    for (const std::vector<float>& list : lists) {
      const Sums sums = sums_of(list);
      for (const float d : list) mistake.gives.push_back(rule(d, sums));
    }
  };
  using Of = const Sums&;
  add("nothing is written yet: w = (1 / d) / (sum of 1 / d)", [](float, Of) { return 0.0f; });
  add("1 / d has no value at d = 0: use 1 / max(d, 1e-6)",
      [](float d, Of sums) { return 1.0f / d / sums.unguarded; });
  add("a bone at d = 0 is left out: it has the most weight, use 1 / max(d, 1e-6)",
      [](float d, Of sums) { return d > 0.0f ? 1.0f / d / sums.off_bones : 0.0f; });
  add("the weights do not sum to 1: divide each 1 / d by the sum over the list",
      [](float d, Of) { return inverse(d); });
  add("equal shares are not inverse distance: w = (1 / d) / (sum of 1 / d)",
      [](float, Of sums) { return 1.0f / sums.count; });
  add("a farther bone weighs more here: w goes as 1 / d, not as d",
      [](float d, Of sums) { return d / std::max(sums.distances, kLeastDistance); });
  add("1 - d / sum is not inverse distance: w = (1 / d) / (sum of 1 / d)",
      [](float d, Of sums) { return 1.0f - d / std::max(sums.distances, kLeastDistance); });
  add("w goes as 1 / d, not as 1 / d^2",
      [](float d, Of sums) { return inverse(d * d) / sums.squares; });
  add("the nearest bone takes all: every bone of the list has its share, w = (1 / d) / (sum of 1 / "
      "d)",
      [](float d, Of sums) { return d <= sums.least ? 1.0f : 0.0f; });
  add("this is the sum, not the share: w = (1 / d) / (sum of 1 / d)",
      [](float, Of sums) { return sums.inverses; });
  add("these are the distances: w = (1 / d) / (sum of 1 / d)", [](float d, Of) { return d; });
  return mistakes;
}

std::vector<VectorsMistake> position_mistakes(const std::vector<glm::mat4>& skinning,
                                              const Rows& rows, const Vectors& positions) {
  const glm::mat4 identity(1.0f), zero(0.0f);
  const Influences influences = make_influences(rows);
  std::vector<VectorsMistake> mistakes;
  const auto add = [&](const char* reason, const BlendRule& rule, bool leaves_uncovered = true) {
    VectorsMistake& mistake = mistakes.emplace_back(VectorsMistake{{}, reason});
    for (std::size_t i = 0; i < positions.size(); ++i)
      mistake.gives.push_back(
          image(rows[i].empty() && leaves_uncovered ? identity : rule(i), positions[i]));
  };
  const auto blended = [&](std::size_t i) { return blend(skinning, rows[i]); };
  const auto sum_of = [&](std::uint32_t begin, std::uint32_t end) {
    glm::mat4 sum(0.0f);
    for (std::uint32_t k = begin; k < end; ++k)
      sum += influences.weight[k] * skinning[influences.joint[k]];
    return sum;
  };
  const auto of_row = [&](std::size_t i) {
    return rows[i].empty() ? identity : blend(skinning, rows[i]);
  };
  add("an empty list sums to zero: an uncovered vertex collapses to the origin, and it should keep "
      "its place",
      blended, false);
  add(
      "an empty list sums to zero, and divided by that it is NaN: an uncovered vertex keeps its "
      "place",
      [&](std::size_t i) {
        return rows[i].empty() ? glm::mat4(std::numeric_limits<float>::quiet_NaN()) : blended(i);
      },
      false);
  // What is not turned cannot tell these apart.
  const auto all_rows = [&](const auto& rule) {
    return std::all_of(rows.begin(), rows.end(), [&](const Row& row) {
      return row.empty() || rule(glm::mat3(blend(skinning, row)));
    });
  };
  const bool is_moved_only = all_rows([](const glm::mat3& m) { return m == glm::mat3(1.0f); });
  const bool is_symmetric = all_rows([](const glm::mat3& m) { return m == glm::transpose(m); });
  add(is_moved_only  ? "nothing moves yet: a point moves with the translation too, M (x, y, z, 1), "
                       "and v * M takes v for a row"
      : is_symmetric ? "a point moves with the translation too: M (x, y, z, 1), and v * M takes v "
                       "for a row"
                     : "a point moves with the translation too: M (x, y, z, 1)",
      [&](std::size_t i) { return glm::mat4(glm::mat3(blended(i))); });
  add("v * M takes v for a row, which is the transpose of M: write M * v",
      [&](std::size_t i) { return glm::mat4(glm::transpose(glm::mat3(blended(i)))); });
  add("nothing moves yet: v' = M v", [&](std::size_t) { return identity; });
  add("M starts at the identity: begin the sum at zero, glm::mat4(0)",
      [&](std::size_t i) { return identity + blended(i); });
  const char* const everything =
      "the sum runs over all joints, or all entries: vertex i has those from row_begin(i) to "
      "row_end(i), each with its weight";
  const glm::mat4 all = sum_of(0, std::uint32_t(influences.joint.size()));
  for (const bool leaves_uncovered : {true, false})
    add(
        everything, [&](std::size_t) { return all; }, leaves_uncovered);
  glm::mat4 each_joint(0.0f);
  for (const glm::mat4& matrix : skinning) each_joint += matrix;
  for (const bool leaves_uncovered : {true, false})
    add(
        everything, [&](std::size_t) { return each_joint; }, leaves_uncovered);
  add("each T_j v counts with its weight", [&](std::size_t i) {
    glm::mat4 sum(0.0f);
    for (const auto& [joint, weight] : rows[i]) sum += skinning[std::size_t(joint)];
    return sum;
  });
  add("each T_j v counts with its own weight, not all alike", [&](std::size_t i) {
    glm::mat4 sum(0.0f);
    for (const auto& [joint, weight] : rows[i])
      sum += skinning[std::size_t(joint)] / float(rows[i].size());
    return sum;
  });
  add("the weights belong to the wrong joints: weight[k] goes with joint[k]", [&](std::size_t i) {
    glm::mat4 sum(0.0f);
    for (std::size_t k = 0; k < rows[i].size(); ++k)
      sum += rows[i][rows[i].size() - 1 - k].second * skinning[std::size_t(rows[i][k].first)];
    return sum;
  });
  add("only the last joint of the row counts: sum over the row",
      [&](std::size_t i) { return skinning[std::size_t(rows[i].back().first)]; });
  add("only the last joint of the row counts: M += w T, not M = w T", [&](std::size_t i) {
    return rows[i].back().second * skinning[std::size_t(rows[i].back().first)];
  });
  add("only the first joint of the row counts: sum over the row",
      [&](std::size_t i) { return skinning[std::size_t(rows[i].front().first)]; });
  add("only the joint that weighs most counts: sum over the row", [&](std::size_t i) {
    return skinning[std::size_t(
        std::max_element(rows[i].begin(), rows[i].end(), [](const auto& a, const auto& b) {
          return a.second < b.second;
        })->first)];
  });
  add("indices confused: the first of a row is taken for joint 0, influences.joint[k] tells which "
      "it is",
      [&](std::size_t i) {
        glm::mat4 sum(0.0f);
        for (std::size_t k = 0; k < rows[i].size(); ++k)
          sum += rows[i][k].second * skinning[std::min(k, skinning.size() - 1)];
        return sum;
      });
  std::vector<glm::mat4> counted;
  std::uint32_t next = 0;
  for (const std::vector<std::pair<int, float>>& row : rows) {
    const std::uint32_t end = next + std::uint32_t(row.size());
    counted.push_back(end <= influences.joint.size() ? sum_of(next, end) : zero);
    next = end;
  }
  add("rows need not stand one after the other: k runs from row_begin(i) to row_end(i), not on "
      "from "
      "the row before",
      [&](std::size_t i) { return counted[i]; });
  add(
      "indices confused: this vertex has the row of the one before",
      [&](std::size_t i) { return of_row(i == 0 ? rows.size() - 1 : i - 1); }, false);
  add(
      "indices confused: this vertex has the row of the next one",
      [&](std::size_t i) { return of_row((i + 1) % rows.size()); }, false);
  return mistakes;
}

std::vector<VectorsMistake> normal_mistakes(const std::vector<glm::mat4>& skinning,
                                            const Rows& rows, const Vectors& normals) {
  std::vector<VectorsMistake> mistakes;
  const auto add = [&](const char* reason, const auto& rule) {
    VectorsMistake& mistake = mistakes.emplace_back(VectorsMistake{{}, reason});
    for (std::size_t i = 0; i < normals.size(); ++i)
      mistake.gives.push_back(rows[i].empty() ? normals[i]
                                              : rule(blend(skinning, rows[i]), normals[i]));
  };
  using M = const glm::mat4&;
  using N = const glm::vec3&;
  const auto unit = [](const glm::vec3& v, N n) {  // a zero result keeps the normal
    const float length = glm::length(v);
    return length > 0.0f ? v / length : n;
  };
  const auto add_both = [&](const char* reason, const auto& rule) {  // normalized or not
    add(reason, [&](M m, N n) { return unit(rule(m, n), n); });
    add(reason, rule);
  };
  const auto right = [](M m, N n) { return glm::inverseTranspose(glm::mat3(m)) * n; };
  const auto cofactors = [](M m, N n) {
    return glm::mat3(glm::cross(glm::vec3(m[1]), glm::vec3(m[2])),
                     glm::cross(glm::vec3(m[2]), glm::vec3(m[0])),
                     glm::cross(glm::vec3(m[0]), glm::vec3(m[1]))) *
           n;
  };
  add("a singular M has no inverse: use the cofactor matrix, and keep the normal where the result "
      "is zero",
      [&](M m, N n) { return glm::normalize(right(m, n)); });
  add("the normals are left as they were: they turn with the mesh", [](M, N n) { return n; });
  add("normals go by the inverse-transpose, not by M itself",
      [&](M m, N n) { return unit(glm::mat3(m) * n, n); });
  add("a normal has unit length: normalize it", right);
  add("a normal has unit length: normalize it", cofactors);
  add("a normal has unit length: normalize it, and it goes by the inverse-transpose, not by M "
      "itself",
      [](M m, N n) { return glm::mat3(m) * n; });
  add("cofactors alone turn a mirrored normal inside out: times the sign of the determinant",
      [&](M m, N n) { return unit(cofactors(m, n), n); });
  add("the normal points inwards: the sign is wrong",
      [&](M m, N n) { return -glm::normalize(right(m, n)); });
  const char* const turned =
      "the normal turns the wrong way: the transpose of the inverse times n, neither of them alone "
      "(n * M is the transpose)";
  add_both(turned, [](M m, N n) { return glm::inverse(glm::mat3(m)) * n; });
  add_both(turned, [](M m, N n) { return glm::transpose(glm::mat3(m)) * n; });
  add_both(
      "normals look translated: use the inverse transpose of the 3x3 only, a normal is a direction",
      [](M m, N n) { return image(m, n); });
  add_both(
      "the translation must not be subtracted from normals either: use the inverse transpose of "
      "the "
      "3x3 only",
      [](M m, N n) { return glm::mat3(m) * n - glm::vec3(m[3]); });
  return mistakes;
}

std::vector<VectorsMistake> gradient_mistakes(const std::vector<Slope>& slopes) {
  std::vector<VectorsMistake> mistakes;
  using Axis = const glm::vec3&;
  using Of = const Slope&;
  const auto add = [&](const std::string& reason, const auto& slope_of) {
    VectorsMistake& mistake = mistakes.emplace_back(VectorsMistake{{}, reason});
    for (const Slope& one : slopes) mistake.gives.push_back(slope_of(one));
  };
  /// The slope when the tip's motion about an axis is taken for `motion`.
  const auto by = [](const auto& motion) {
    return [motion](Of one) {
      glm::vec3 result;
      for (int k = 0; k < 3; ++k) result[k] = glm::dot(one.miss, motion(one, glm::mat3(1.0f)[k]));
      return result;
    };
  };
  const auto right = by(
      [](Of one, Axis axis) { return one.a * glm::cross(axis, glm::inverse(one.a) * one.lever); });
  const auto as_if_rigid =
      by([](Of one, Axis axis) { return glm::cross(one.a * axis, one.lever); });
  const std::string formula = ": A (a x A^-1 (tip - o_b))";
  const char* const sign =
      "the sign is wrong: f grows along tip - target, and a x lever is not lever x a";
  add("nothing is written yet, or the pulls of joints below are left out",
      [](Of) { return glm::vec3(0.0f); });
  add(sign, [&](Of one) { return -right(one); });
  add("there is no factor of 2: f has a half in front of its squares",
      [&](Of one) { return 2.0f * right(one); });
  add("f grows by this per degree: angles are in radians",
      [&](Of one) { return glm::radians(1.0f) * right(one); });
  add("the angle is taken for degrees: it is in radians already",
      [&](Of one) { return glm::degrees(1.0f) * right(one); });
  add("A is missing, the axes are not the world's but those of the frame of L_b" + formula,
      by([](Of one, Axis axis) { return glm::cross(axis, one.lever); }));
  add("the wrong frame: the axes are those of S W_p L_b, before Ul_b turns them, not those of S "
      "W_b",
      by([](Of one, Axis axis) {
        return one.posed * glm::cross(axis, glm::inverse(one.posed) * one.lever);
      }));
  add("(A a) x (tip - o_b) holds for rigid frames only: under uneven scale it is" +
          formula.substr(1),
      as_if_rigid);
  add("A^-1 is missing: the lever is in the world and the axis in the joint's frame" + formula,
      by([](Of one, Axis axis) { return one.a * glm::cross(axis, one.lever); }));
  add("A is missing: the motion must come back into the world" + formula,
      by([](Of one, Axis axis) { return glm::cross(axis, glm::inverse(one.a) * one.lever); }));
  add(sign, [&](Of one) { return -as_if_rigid(one); });
  add("the lever begins at the joint's own origin, o_b, not at the world's",
      by([](Of one, Axis axis) {
        return one.a * glm::cross(axis, glm::inverse(one.a) * one.tip);
      }));
  add("this is tip - target itself: its dot product with the motion of the tip is wanted" + formula,
      [](Of one) { return one.miss; });
  return mistakes;
}

}  // namespace marrow::course
