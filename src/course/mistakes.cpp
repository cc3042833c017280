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

template <typename Rule>
VerticesMistake by(const char* reason, const std::vector<glm::mat4>& blended, const Vectors& inputs,
                   const Rule& rule) {
  VerticesMistake mistake{{}, reason};
  const glm::mat4 zero(0.0f);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    mistake.gives.push_back(blended[i] == zero ? inputs[i] : rule(blended[i], inputs[i]));
  return mistake;
}

}  // namespace

std::vector<MatrixMistake> bind_mistakes(const glm::mat4& parent_bind,
                                         const glm::mat4& bind_local) {
  const char* const unwritten =
      "nothing is written yet, or the B of a root is taken for the identity: it need not stand at "
      "the origin, it is L";
  return {{glm::mat4(1.0f), unwritten},
          {bind_local, "L is relative to the parent: B_j = B_p(j) L_j, not L_j alone"},
          {bind_local * parent_bind,
           "the product is multiplied in the wrong order: the parent stands in front, B_j = B_p(j) "
           "L_j, not L_j B_p(j)"},
          {parent_bind, "L_j is missing: B_j = B_p(j) L_j"}};
}

std::vector<MatrixMistake> posed_mistakes(const glm::mat4& parent_posed,
                                          const glm::mat4& parent_bind, const Joint& joint) {
  const glm::mat4 &l = joint.bind_local, &ul = joint.user_local;
  return {
      {parent_bind * l * ul,
       "the parent's W carries its Ul along: W_j = W_p(j) L_j Ul_j, not B_p(j) L_j Ul_j"},
      {parent_bind * l, "these are the bind matrices: the Ul are missing, W_j = W_p(j) L_j Ul_j"},
      {parent_posed * l, "the joint's own Ul is missing: W_j = W_p(j) L_j Ul_j"},
      {parent_posed * ul * l,
       "L and Ul are multiplied in the wrong order: first L, then Ul, W_j = W_p(j) L_j Ul_j"},
      {l * ul * parent_posed,
       "multiplied in the wrong order: the parent stands in front, W_j = W_p(j) L_j Ul_j"},
      {ul * l * parent_posed,
       "multiplied in the wrong order: the parent stands in front, W_j = W_p(j) L_j Ul_j"},
      {ul * parent_posed * l, "multiplied in the wrong order: W_j = W_p(j) L_j Ul_j"},
      {l * ul, "the parent is missing: W_j = W_p(j) L_j Ul_j, not L_j Ul_j alone"}};
}

std::vector<MatrixMistake> skinning_mistakes(const glm::mat4& posed, const glm::mat4& bind) {
  return {
      {bind * glm::affineInverse(posed), "bind and posed are swapped: T = W B^-1, not B W^-1"},
      {glm::affineInverse(bind) * posed, "the inverse stands on the right: T = W B^-1, not B^-1 W"},
      {glm::affineInverse(posed) * bind,
       "bind and posed are swapped, and the inverse stands on the right: T = W B^-1, not W^-1 B"},
      {posed, "the vertex must first leave the rest pose: T = W B^-1, not W alone"},
      {posed * bind, "B is not inverted: T = W B^-1"},
      {glm::mat4(1.0f), "T is the identity only at rest: T = W B^-1"}};
}

std::vector<MatrixMistake> increment_mistakes(const glm::mat4& bind_local,
                                              const glm::mat4& parent_posed, const glm::mat4& posed,
                                              const glm::mat4& increment) {
  const glm::mat4 frame = parent_posed * bind_local, out = glm::affineInverse(frame);
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
       "U is in world space: it must be brought into the joint's frame, Ul' = L^-1 W_p^-1 U W"}};
}

std::vector<Mistake> closest_mistakes(const glm::vec3& start, const glm::vec3& end,
                                      const glm::vec3& point) {
  const glm::vec3 d = end - start;
  const float along = glm::dot(point - start, d), squared = glm::dot(d, d), length = glm::length(d);
  const float share = glm::clamp(along / squared, 0.0f, 1.0f);
  const char* const undivided =
      "not divided by the squared length: t is the dot product over dot(d, d)";
  const char* const no_start = "start is not added back: start + t (end - start)";
  return {
      {share * d, no_start},
      {glm::clamp(along, 0.0f, 1.0f) * d,
       "not divided by the squared length, and start is not added back: start + t (end - start)"},
      {start + glm::clamp(along, 0.0f, 1.0f) * d, undivided},
      {start + along * d, undivided},
      {start + glm::clamp(along / length, 0.0f, 1.0f) * d,
       "divided by the length and not by its square: t is the dot product over dot(d, d)"},
      {start + (along / length) * d,
       "divided by the length and not by its square: t is the dot product over dot(d, d)"},
      {start + glm::clamp(along / length, 0.0f, length) * d,
       "t in units of length needs d of length 1: divide by dot(d, d) instead"},
      {start + (along / squared) * d, "the point must be on the bone: clamp t to [0, 1]"},
      {start + glm::clamp(glm::dot(point, d) / squared, 0.0f, 1.0f) * d,
       "start is not subtracted: the dot product is that of point - start"},
      {end - share * d, "start and end are swapped: t counts from the start"},
      {start,
       "the distance is measured to the bone's start: the answer is start + t (end - start)"},
      {glm::distance(point, start) < glm::distance(point, end) ? start : end,
       "only the ends of the bone are looked at"}};
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
  const Distance line = [&](std::size_t j, const glm::vec3& point) {
    const glm::vec3 start(bind[j][3]), d = image(bind[j], skeleton.joints[j].extent) - start;
    return least_distance(start - 1000.0f * d, start + 1000.0f * d, point);
  };
  Lists reversed = expected, before = expected, packed = expected, without_balls = expected;
  const auto is_ball = [&](int joint) {
    return skeleton.joints[std::size_t(joint)].extent == glm::vec3(0.0f);
  };
  for (std::vector<int>& list : without_balls) std::erase_if(list, is_ball);
  for (std::vector<int>& list : reversed) std::reverse(list.begin(), list.end());
  if (!before.empty()) std::rotate(before.begin(), before.end() - 1, before.end());
  std::stable_partition(packed.begin(), packed.end(),
                        [](const std::vector<int>& list) { return !list.empty(); });
  const char* const space = "the distance is measured in the wrong space: ";
  return {
      {without_balls,
       "a bone of zero length divides 0 by 0, and NaN is smaller than no radius: its capsule is a "
       "ball"},
      {Lists(expected.size()), "no vertex is held at all: joint j is in the list when d_ij < r_j"},
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
      {reversed, "each list is ascending, in the order of the joints"},
      {before, "indices confused: this vertex has the list of the one before"},
      {packed, "indices confused: an uncovered vertex has an empty list of its own"}};
}

std::vector<NumberMistake> weight_mistakes(const std::vector<float>& distances, std::size_t k) {
  float sum = 0.0f, inverse_sum = 0.0f;
  for (const float distance : distances) {
    sum += distance;
    inverse_sum += 1.0f / std::max(distance, 1e-6f);
  }
  const float d = distances[k], shares = float(distances.size());
  const bool is_nearest = d <= *std::min_element(distances.begin(), distances.end());
  return {{1.0f / std::max(d, 1e-6f),
           "the weights do not sum to 1: divide each 1 / d by the sum over the list"},
          {1.0f / shares, "equal shares are not inverse distance: w = (1 / d) / (sum of 1 / d)"},
          {d / sum, "a farther bone weighs more here: w goes as 1 / d, not as d"},
          {is_nearest ? 1.0f : 0.0f,
           "the nearest bone takes all: every bone of the list has its share, w = (1 / d) / (sum "
           "of 1 / d)"},
          {inverse_sum, "this is the sum, not the share: w = (1 / d) / (sum of 1 / d)"}};
}

std::vector<VerticesMistake> position_mistakes(const std::vector<glm::mat4>& blended,
                                               const Vectors& positions) {
  std::vector<VerticesMistake> mistakes{
      by("nothing moves yet: v' = M v", blended, positions,
         [](const glm::mat4&, const glm::vec3& v) { return v; }),
      by("a point moves with the translation too: M (x, y, z, 1)", blended, positions,
         [](const glm::mat4& m, const glm::vec3& v) { return glm::mat3(m) * v; })};
  VerticesMistake collapsed{
      {},
      "an empty list sums to zero: an uncovered vertex collapses to the origin, "
      "and it should keep its place"};
  VerticesMistake divided{{},
                          "an empty list sums to zero, and divided by that it is NaN: an uncovered "
                          "vertex keeps its place"};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const bool covered = blended[i] != glm::mat4(0.0f);
    collapsed.gives.push_back(image(blended[i], positions[i]));
    divided.gives.push_back(covered ? collapsed.gives[i]
                                    : glm::vec3(std::numeric_limits<float>::quiet_NaN()));
  }
  mistakes.insert(mistakes.begin(), {collapsed, divided});
  return mistakes;
}

std::vector<VerticesMistake> normal_mistakes(const std::vector<glm::mat4>& blended,
                                             const Vectors& normals) {
  const char* const translated =
      "normals look translated: use the inverse transpose of the 3x3 only, a normal is a direction";
  const char* const subtracted =
      "the translation must not be subtracted from normals either: use the inverse transpose of "
      "the 3x3 only";
  const auto as_point = [](const glm::mat4& m, const glm::vec3& n) { return image(m, n); };
  const auto minus = [](const glm::mat4& m, const glm::vec3& n) {
    return glm::mat3(m) * n - glm::vec3(m[3]);
  };
  const auto unit = [](const auto& rule) {
    return [rule](const glm::mat4& m, const glm::vec3& n) { return glm::normalize(rule(m, n)); };
  };
  const auto by_inverse = [](const glm::mat4& m, const glm::vec3& n) {
    return glm::inverse(glm::mat3(m)) * n;
  };
  const auto by_m = [](const glm::mat4& m, const glm::vec3& n) { return glm::mat3(m) * n; };
  const auto right = [](const glm::mat4& m, const glm::vec3& n) {
    return glm::inverseTranspose(glm::mat3(m)) * n;
  };
  const auto cofactors = [right](const glm::mat4& m, const glm::vec3& n) {
    return glm::determinant(glm::mat3(m)) * right(m, n);
  };
  return {by("a singular M has no inverse: use the cofactor matrix, and keep the normal where the "
             "result is zero",
             blended, normals, unit(right)),
          by("the normals are left as they were: they turn with the mesh", blended, normals,
             [](const glm::mat4&, const glm::vec3& n) { return n; }),
          by("normals go by the inverse-transpose, not by M itself", blended, normals, unit(by_m)),
          by("a normal has unit length: normalize it, and it goes by the inverse-transpose, not by "
             "M itself",
             blended, normals, by_m),
          by("a normal has unit length: normalize it", blended, normals, right),
          by("a normal has unit length: normalize it", blended, normals, cofactors),
          by("cofactors alone turn a mirrored normal inside out: times the sign of the determinant",
             blended, normals, unit(cofactors)),
          by("the normal turns the wrong way: inverse and transpose, not the inverse alone",
             blended, normals, unit(by_inverse)),
          by("the normal turns the wrong way: inverse and transpose, not the inverse alone",
             blended, normals, by_inverse),
          by(translated, blended, normals, unit(as_point)),
          by(translated, blended, normals, as_point),
          by(subtracted, blended, normals, minus),
          by(subtracted, blended, normals, unit(minus))};
}

std::vector<Mistake> gradient_mistakes(const glm::mat3& a, const glm::mat3& posed,
                                       const glm::vec3& lever, const glm::vec3& miss) {
  const glm::mat3 out = glm::inverse(a);
  const auto slope = [&](const auto& motion) {  // of a tip about the three axes
    glm::vec3 result;
    for (int k = 0; k < 3; ++k) result[k] = glm::dot(miss, motion(glm::mat3(1.0f)[k]));
    return result;
  };
  using Axis = const glm::vec3&;
  const glm::vec3 right = slope([&](Axis axis) { return a * glm::cross(axis, out * lever); });
  const auto in_world = [&](Axis axis) { return glm::cross(axis, lever); };
  const auto as_if_rigid = [&](Axis axis) { return glm::cross(a * axis, lever); };
  const auto of_posed = [&](Axis axis) {
    return posed * glm::cross(axis, glm::inverse(posed) * lever);
  };
  const auto not_in = [&](Axis axis) { return a * glm::cross(axis, lever); };
  const auto not_out = [&](Axis axis) { return glm::cross(axis, out * lever); };
  const std::string formula = ": A (a x A^-1 (tip - o_b))";
  return {
      {-right, "the sign is wrong: f grows along tip - target, and a x lever is not lever x a"},
      {2.0f * right, "there is no factor of 2: f has a half in front of its squares"},
      {slope(in_world),
       "A is missing, the axes are not the world's but those of the frame of L_b" + formula},
      {slope(of_posed),
       "the wrong frame: the axes are those of S W_p L_b, before Ul_b turns them, not those of S "
       "W_b"},
      {slope(as_if_rigid),
       "(A a) x (tip - o_b) holds for rigid frames only: under uneven scale it is" +
           formula.substr(1)},
      {slope(not_in),
       "A^-1 is missing: the lever is in the world and the axis in the joint's frame" + formula},
      {slope(not_out), "A is missing: the motion must come back into the world" + formula},
      {-slope(as_if_rigid),
       "the sign is wrong: f grows along tip - target, and a x lever is not lever x a"},
      {miss, "this is tip - target itself: its dot product with the motion of the tip is wanted" +
                 formula},
      {glm::vec3(0.0f), "nothing is written yet, or the pulls of joints below are left out"}};
}

}  // namespace marrow::course
