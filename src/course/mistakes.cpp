// Mistakes in matrices and nearest points: tasks 1 to 3.
#include "course/mistakes.h"

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "course/cases.h"

namespace marrow::course {

namespace {

using Vectors = std::vector<glm::vec3>;
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

/// Matrices of joints that mistakes use as the parent of joint j.
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

/// Moves to the end of the parent's bone.
glm::mat4 to_parent_tip(const Skeleton& skeleton, const Joint& joint) {
  if (joint.parent < 0) return glm::mat4(1.0f);
  const glm::vec3& tip = skeleton.joints[std::size_t(joint.parent)].extent;
  return moved(tip.x, tip.y, tip.z);
}

/// The parent's L, or L Ul if `posed`.
glm::mat4 local_of_parent(const Skeleton& skeleton, const Joint& joint, bool posed) {
  if (joint.parent < 0) return glm::mat4(1.0f);
  const Joint& parent = skeleton.joints[std::size_t(joint.parent)];
  return posed ? parent.bind_local * parent.user_local : parent.bind_local;
}

constexpr const char* kFromTip =
    "the joint is placed at the end of its parent's bone: L alone tells where it is, e only where "
    "the bone ends";
constexpr const char* kRigid =
    "the inverse is that of a rigid matrix: under scale the inverse of a 3x3 is not its transpose";
/// The reason for matrices that still have std::vector's initial value.
constexpr const char* kUntouched =
    "nothing was written for this joint: the loop runs over all joints, to the last";
constexpr const char* kTransposed =
    "the matrix is transposed: vectors are columns, M v, and glm's m[c] is column c";

}  // namespace

std::vector<MatrixMistake> bind_mistakes(const Skeleton& skeleton, std::size_t j,
                                         const std::vector<glm::mat4>& bind) {
  const Joint& joint = skeleton.joints[j];
  const glm::mat4 &parent_bind = of_parent(bind, joint), &bind_local = joint.bind_local,
                  to_tip = to_parent_tip(skeleton, joint);
  const char* const unwritten =
      "nothing is written yet, or the B of a root is set to the identity: it need not be at "
      "the origin, it is L";
  std::vector<MatrixMistake> mistakes = {
      {glm::mat4(1.0f), unwritten},
      {bind_local, "L is relative to the parent: B_j = B_p(j) L_j, not L_j alone"},
      {bind_local * parent_bind,
       "the product is multiplied in the wrong order, that of row vectors, or L's translation is "
       "added without the parent turning it: B_j = B_p(j) L_j, not L_j B_p(j)"},
      {glm::affineInverse(parent_bind * bind_local),
       "this is the inverse of B: B_j = B_p(j) L_j takes the joint's frame to the skeleton's"},
      {glm::affineInverse(parent_bind) * bind_local,
       "the parent's B is inverted: B_j = B_p(j) L_j"},
      {parent_bind * glm::affineInverse(bind_local), "L is inverted: B_j = B_p(j) L_j"},
      {local_of_parent(skeleton, joint, false) * bind_local,
       "the parent's L is used for its B: B_j = B_p(j) L_j, down from the root"},
      {glm::mat4(0.0f), kUntouched},
      {glm::transpose(parent_bind * bind_local), kTransposed}};
  if (joint.parent >= 0)
    mistakes.insert(mistakes.end(), {{parent_bind, "L_j is missing: B_j = B_p(j) L_j"},
                                     {parent_bind * to_tip * bind_local, kFromTip},
                                     {parent_bind * to_tip, kFromTip}});
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
      {parent_posed * ul * l,
       "L and Ul are multiplied in the wrong order: first L, then Ul, W_j = W_p(j) L_j Ul_j"},
      {l * ul * parent_posed, rows},
      {ul * l * parent_posed, rows},
      {ul * parent_posed * l, "multiplied in the wrong order: W_j = W_p(j) L_j Ul_j"},
      {l * ul, "the parent is missing: W_j = W_p(j) L_j Ul_j, not L_j Ul_j alone"},
      {parent_posed * ul, "L is missing: W_j = W_p(j) L_j Ul_j"},
      {parent_posed * l * glm::affineInverse(ul), "Ul is inverted: W_j = W_p(j) L_j Ul_j"},
      {local_of_parent(skeleton, joint, true) * l * ul,
       "the parent's L Ul is used for its W: W_j = W_p(j) L_j Ul_j, down from the root"},
      {parent_posed * to_parent_tip(skeleton, joint) * l * ul, kFromTip},
      {parent_posed * l * ul * ul, "Ul is counted twice: W_j = W_p(j) L_j Ul_j"},
      {glm::mat4(0.0f), kUntouched},
      {glm::transpose(parent_posed * l * ul), kTransposed}};
  for (MatrixMistake& other : wrong_parents(joint, j, posed))
    mistakes.push_back({other.gives * l * ul, std::move(other.reason)});
  if (joint.parent >= 0 && parent_bind != parent_posed)
    mistakes.push_back({parent_bind * l,
                        "these are the bind matrices: the Ul are missing, W_j = W_p(j) L_j Ul_j"});
  if (joint.parent >= 0)
    mistakes.push_back(
        {parent_posed * l * parent_user,
         "this is the Ul of the parent: the joint's own comes last, W_j = W_p(j) L_j Ul_j"});
  return mistakes;
}

std::vector<MatrixMistake> skinning_mistakes(const glm::mat4& posed, const glm::mat4& bind) {
  const glm::mat4 out = glm::affineInverse(bind), back = glm::affineInverse(posed);
  std::vector<MatrixMistake> mistakes = {
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
  if (!dialect().has_rows) return mistakes;
  const glm::mat4 affine = glm::transpose(glm::affineInverse(glm::transpose(bind)));
  for (const glm::mat4& gives : {posed * affine, affine * posed})
    mistakes.push_back({gives,
                        "glm::affineInverse does not invert matrices of this course, whose "
                        "translation is elsewhere: use glm::inverse"});
  return mistakes;
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
      {out * glm::translate(glm::mat4(1.0f), glm::vec3(increment[3])) * posed,
       "only U's translation is used: U is a whole matrix, its 3x3 counts too"},
      {out * glm::affineInverse(posed) * increment * posed,
       "W is inverted as well: Ul' = L^-1 W_p^-1 U W"},
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

/// Mistakes that return an end of the bone.
static std::vector<VectorsMistake> end_mistakes(const std::vector<Segment>& bones,
                                                const Vectors& points) {
  VectorsMistake far_end{{}, "this is always the end of the bone: start + t (end - start)"},
      short_is_point{{}, "a short bone is not a point: only where start and end are the same"};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const glm::vec3 &start = bones[i].start, &end = bones[i].end;
    far_end.gives.push_back(end);
    short_is_point.gives.push_back(
        glm::distance(start, end) < 1.0f ? start : nearest_by_search(start, end, points[i]));
  }
  return {far_end, short_is_point};
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
  return joined(std::move(mistakes), end_mistakes(bones, points));
}

}  // namespace marrow::course
