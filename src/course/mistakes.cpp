// Mistakes in matrices, nearest points and lists: tasks 1 to 3.
#include "course/mistakes.h"

#include <algorithm>
#include <functional>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "course/cases.h"
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
      if (is_held(distance(j, positions[i]), skeleton.joints[j].radius + room))
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

/// The inverse as if the 3x3 were a rotation.
glm::mat4 as_if_rigid(const glm::mat4& matrix) {
  const glm::mat3 back = glm::transpose(glm::mat3(matrix));
  glm::mat4 inverse(back);
  inverse[3] = glm::vec4(-(back * glm::vec3(matrix[3])), 1.0f);
  return inverse;
}

/// The inverse as if the 3x3 were a rotation, with a translation that is only negated.
glm::mat4 with_negated_translation(const glm::mat4& matrix) {
  glm::mat4 inverse(glm::transpose(glm::mat3(matrix)));
  inverse[3] = glm::vec4(-glm::vec3(matrix[3]), 1.0f);
  return inverse;
}

const glm::mat4& of_parent(const std::vector<glm::mat4>& matrices, const Joint& joint) {
  static const glm::mat4 identity(1.0f);
  return joint.parent < 0 ? identity : matrices[std::size_t(joint.parent)];
}

/// Matrices of joints that a mistake uses as the parent of joint j.
std::vector<MatrixMistake> wrong_parents(const Joint& joint, std::size_t j,
                                         const std::vector<glm::mat4>& matrices) {
  std::vector<MatrixMistake> wrong;
  if (j == 0) return wrong;
  if (joint.parent < 0)
    wrong.push_back(
        {matrices[0],
         "this root is hung under the first joint: a skeleton may have several roots, all joints "
         "whose parent is -1"});
  else
    wrong.push_back({matrices[j - 1],
                     "the joint before is used as the parent: the parent is joint.parent, which "
                     "need not be the one before"});
  return wrong;
}

constexpr const char* kRigid =
    "the inverse is that of a rigid matrix: under scale the inverse of a 3x3 is not its transpose";
/// For matrices that std::vector made.
constexpr const char* kUntouched =
    "nothing was written for this joint: the loop runs over all joints, to the last";
constexpr const char* kTransposed =
    "the matrix is transposed: vectors are columns, M v, and glm's m[c] is column c";

}  // namespace

std::vector<MatrixMistake> bind_mistakes(const Skeleton& skeleton, std::size_t j,
                                         const std::vector<glm::mat4>& bind) {
  const Joint& joint = skeleton.joints[j];
  const glm::mat4 &parent_bind = of_parent(bind, joint), &bind_local = joint.bind_local;
  const char* const unwritten =
      "nothing is written yet, or the B of a root is set to the identity: it need not be at "
      "the origin, it is L";
  std::vector<MatrixMistake> mistakes = {
      {glm::mat4(1.0f), unwritten},
      {bind_local, "L is relative to the parent: B_j = B_p(j) L_j, not L_j alone"},
      {bind_local * parent_bind,
       "the product is multiplied in the wrong order, that of row vectors, or L's translation is "
       "added without the parent turning it: B_j = B_p(j) L_j, not L_j B_p(j)"},
      {parent_bind, "L_j is missing: B_j = B_p(j) L_j"},
      {glm::affineInverse(parent_bind * bind_local),
       "this is the inverse of B: B_j = B_p(j) L_j takes the joint's frame to the skeleton's"},
      {glm::affineInverse(parent_bind) * bind_local,
       "the parent's B is inverted: B_j = B_p(j) L_j"},
      {glm::mat4(0.0f), kUntouched},
      {glm::transpose(parent_bind * bind_local), kTransposed}};
  for (MatrixMistake& other : wrong_parents(joint, j, bind))
    mistakes.push_back({other.gives * bind_local, std::move(other.reason)});
  return mistakes;
}

std::vector<MatrixMistake> posed_mistakes(const Skeleton& skeleton, std::size_t j,
                                          const std::vector<glm::mat4>& posed,
                                          const std::vector<glm::mat4>& bind) {
  const Joint& joint = skeleton.joints[j];
  const glm::mat4 &l = joint.bind_local, &ul = joint.user_local;
  const glm::mat4 parent_user =
      joint.parent < 0 ? glm::mat4(1.0f) : skeleton.joints[std::size_t(joint.parent)].user_local;
  const glm::mat4 &parent_posed = of_parent(posed, joint), &parent_bind = of_parent(bind, joint);
  const char* const rows =
      "multiplied in the wrong order, that of row vectors: the parent comes first, W_j = "
      "W_p(j) "
      "L_j Ul_j";
  std::vector<MatrixMistake> mistakes = {
      {glm::mat4(1.0f), j > 0 ? kUntouched : "nothing is written yet: W_j = W_p(j) L_j Ul_j"},
      {parent_posed * l,
       parent_user == glm::mat4(1.0f) && joint.parent >= 0
           ? "the joint's own Ul is missing, or it is that of its parent: W_j = W_p(j) L_j Ul_j"
           : "the joint's own Ul is missing: W_j = W_p(j) L_j Ul_j, a root's too"},
      {parent_bind * l * ul,
       "the parent's W carries its Ul along: W_j = W_p(j) L_j Ul_j, not B_p(j) L_j Ul_j"},
      {parent_bind * l, "these are the bind matrices: the Ul are missing, W_j = W_p(j) L_j Ul_j"},
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
  for (MatrixMistake& other : wrong_parents(joint, j, posed))
    mistakes.push_back({other.gives * l * ul, std::move(other.reason)});
  if (joint.parent >= 0)
    mistakes.push_back(
        {parent_posed * l * parent_user,
         "this is the Ul of the parent: the joint's own comes last, W_j = W_p(j) L_j Ul_j"});
  return mistakes;
}

std::vector<MatrixMistake> skinning_mistakes(const glm::mat4& posed, const glm::mat4& bind) {
  const glm::mat4 out = glm::affineInverse(bind), back = glm::affineInverse(posed);
  return {
      {glm::affineInverse(bind * back),
       "W is inverted on the way, and it may be singular: only B is inverted in T = W B^-1"},
      {bind * back, "bind and posed are swapped: T = W B^-1, not B W^-1"},
      {out * posed,
       "multiplied in the wrong order, that of row vectors: the inverse belongs on the right, T = "
       "W "
       "B^-1, not B^-1 W"},
      {back * bind,
       "bind and posed are swapped, and the inverse belongs on the right: T = W B^-1, not W^-1 B"},
      {posed, "the vertex must first leave the rest pose: T = W B^-1, not W alone"},
      {posed * bind, "B is not inverted: T = W B^-1"},
      {bind * posed, "B is not inverted, and it belongs on the right: T = W B^-1"},
      {out, "W is missing: T = W B^-1"},
      {glm::mat4(1.0f), "T is the identity only at rest: T = W B^-1"},
      {posed * glm::transpose(bind), "the inverse of B is not its transpose: T = W B^-1"},
      {posed * as_if_rigid(bind), kRigid},
      {posed * with_negated_translation(bind),
       "the inverse of a matrix does not just negate its translation t: the inverse of its 3x3 "
       "turns -t too, and where there is scale it is not the transpose"},
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
          {bind * out, "the parent's inverse belongs on the left: L = B_p^-1 B, not B B_p^-1"},
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
          {as_if_rigid(parent_posed * bind_local) * posed, kRigid},
          {as_if_rigid(bind_local) * as_if_rigid(parent_posed) * posed, kRigid},
          {posed * out * back, "the inverses are on the wrong side: Ul = L^-1 W_p^-1 W"},
          {posed * back * out, "the inverses are on the wrong side: Ul = L^-1 W_p^-1 W"},
          {parent_posed * bind_local * posed, "nothing is inverted: Ul = L^-1 W_p^-1 W"},
          {glm::affineInverse(posed) * parent_posed * bind_local,
           "this is the inverse of Ul: Ul = L^-1 W_p^-1 W"},
          {glm::transpose(back * out * posed), kTransposed}};
}

std::vector<MatrixMistake> increment_mistakes(const glm::mat4& bind_local,
                                              const glm::mat4& parent_posed, const glm::mat4& posed,
                                              const glm::mat4& increment) {
  const glm::mat4 frame = parent_posed * bind_local, out = glm::affineInverse(frame);
  const glm::mat4 turn{glm::mat3(increment)};
  const glm::vec3 origin(posed[3]);
  const auto about_joint = [&](const glm::mat4& of_world) {
    return out * glm::translate(glm::mat4(1.0f), origin) * of_world *
           glm::translate(glm::mat4(1.0f), -origin) * posed;
  };
  const char* const rows =
      "multiplied in the wrong order, that of row vectors: Ul' = L^-1 W_p^-1 U W";
  const char* const pivot =
      "U turns about the joint's own origin: it holds its pivot already, and turns about the "
      "world's origin, U W";
  const char* const counted_twice =
      "the result replaces Ul and is not multiplied to the old one: Ul is counted twice";
  // An increment that only translates cannot distinguish the first two.
  return {
      {out * posed, turn == glm::mat4(1.0f)
                        ? "U is not used, or its translation is left out: this is the Ul that was "
                          "there"
                        : "U is not used: this is the Ul that was there"},
      {out * turn * posed, "U's translation is left out: U is a whole matrix and not only its 3x3"},
      {about_joint(increment), pivot},
      {about_joint(turn), pivot},
      {glm::affineInverse(posed) * increment * posed,
       "U is brought into the posed joint's frame, W^-1 U W, and the old Ul is lost: Ul' = L^-1 "
       "W_p^-1 U W"},
      {out * posed * out * increment * posed, counted_twice},
      {as_if_rigid(frame) * increment * posed, kRigid},
      {as_if_rigid(bind_local) * as_if_rigid(parent_posed) * increment * posed, kRigid},
      {increment * out * posed,
       "U is in world space: it must be brought into the joint's frame, Ul' = L^-1 W_p^-1 U W"},
      {out * posed * increment,
       "U is on the wrong side: it moves what W has placed, Ul' = L^-1 W_p^-1 U W, not ... W "
       "U"},
      {out * increment * frame,
       "the result replaces Ul and is not a factor of it: end with W, not with W_p L"},
      {out * increment * frame * out * posed * out * posed, counted_twice},
      {glm::affineInverse(parent_posed) * increment * posed,
       "L is not undone: Ul' = L^-1 W_p^-1 U W"},
      {glm::affineInverse(bind_local) * increment * posed,
       "W_p is not undone: Ul' = L^-1 W_p^-1 U W"},
      {glm::affineInverse(parent_posed) * glm::affineInverse(bind_local) * increment * posed,
       "the inverses are multiplied in the wrong order: (W_p L)^-1 = L^-1 W_p^-1"},
      {increment * posed,
       "the inverses are missing: U W is where the joint must be, Ul' = L^-1 W_p^-1 U W"},
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
  return {{user_local * increment, "the increment belongs in front: Ul' = Incr Ul, not Ul Incr"},
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
  add("a bone of zero length is a point: its start is the answer, not the point that is asked for",
      [](Of c) { return c.squared > 0.0f ? c.start + c.share * c.d : c.point; });
  add("nothing is written yet, or only an end of the bone is looked at: the answer is start + t "
      "(end "
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
  add("d was made a unit vector, so t counts lengths: clamp it to the bone's length and not to 1",
      [&](Of c) {
        const float length = std::sqrt(c.squared);
        return c.start + unit(c.along / length) / length * c.d;
      });
  add(by_length, [](Of c) {
    const float length = std::sqrt(c.squared);
    return c.start + glm::clamp(c.along / length, 0.0f, length) * c.d;
  });
  add("t is clamped at one end only: clamp it to [0, 1]",
      [](Of c) { return c.start + std::max(c.along / c.squared, 0.0f) * c.d; });
  add("t is clamped at one end only: clamp it to [0, 1]",
      [](Of c) { return c.start + std::min(c.along / c.squared, 1.0f) * c.d; });
  add("beyond its far end the bone's nearest point is that end, not the start: clamp t to [0, 1]",
      [](Of c) { return c.start + (c.share < 1.0f ? c.share : 0.0f) * c.d; });
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
    const float radius = skeleton.joints[j].radius;  // d^2 < r^2, rewritten for the test d < r
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
  const std::string whole =
      "the distance is to the whole bone, from the joint's origin to B e, not ";
  const Lists of_starts = listed(skeleton, positions, to_start),
              of_parents = listed(skeleton, positions, from_parent);
  return {
      {without_balls,
       "a bone of zero length divides 0 by 0, and NaN is smaller than no radius: its capsule is a "
       "ball"},
      {listed(skeleton, positions, bones_of(posed_from(skeleton, bind))),
       "capsules hold vertices at rest: use bind, the pose must not change the lists"},
      {listed(skeleton, positions, bones_of(bind), 1e-6f),
       "<= for <: strictly smaller, a vertex at distance r is outside, d < r"},
      {of_starts, whole + (of_starts == of_parents
                               ? "to its start alone, nor to a bone that comes from the parent"
                               : "to its start alone")},
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
       std::string(space) + "L is relative to the parent; B places the bone"},
      {listed(skeleton, positions, squared),
       "the squared distance is compared with r: take the root, or compare with r * r"},
      {listed(skeleton, positions, both_squared),
       "r * r loses the sign of r: a radius of zero or less holds nothing"},
      {listed(skeleton, positions, as_direction),
       std::string(space) +
           "the bone's end is a point, B (x, y, z, 1): with w = 0 it is not moved along with B"},
      {of_parents,
       "a joint's bone runs from its own origin to B e, not from its parent's origin to its own"},
      {without_last, "the last joint is left out: the loop runs over all joints"},
      {without_first, "the first joint is left out: the loop runs over all joints"},
      {nearest_only, nearest_only == first_only
                         ? "only one joint is listed, the first or the nearest: every joint with "
                           "d < r is"
                         : "only the nearest joint is listed: every joint with d < r is"},
      {first_only, "only the first joint is listed: every joint with d < r is"},
      {before, "indices confused: this vertex has the list of the one before"},
      {packed, "indices confused: an uncovered vertex has an empty list of its own"},
      {Lists(expected.size()), "no vertex is held at all: joint j is in the list when d_ij < r_j"}};
}

}  // namespace marrow::course
