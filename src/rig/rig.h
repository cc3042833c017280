// THE CONTRACT: the functions that make a skeleton move a mesh. A student writes them in
// rig/student/, whose README.md explains them; rig/solution/ has a version written to be read; the
// editor calls the functions in a `Tasks`, a student's or others.
//
// Column vectors, right-handed, radians. Matrices are target_from_source; the lecture's letter is
// next to each name. Spaces: "bind frame of j" is the joint's own frame at rest; "skeleton space"
// is the frame of the skeleton's node. Unless a function states otherwise, everything below is in
// skeleton space and arrays are indexed by joint, parents first.
//
//   L   bind_local   joint -> parent at rest
//   Ul  user_local   what the user did, joint frame
//   e   extent       end of the bone, bind frame
//   r   radius       of the capsule
//   B   bind         joint -> skeleton at rest
//   W   posed        joint -> skeleton, posed
//   T   skinning     skeleton -> skeleton
//   U   increment    world -> world, from a gizmo
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "scene/influences.h"
#include "scene/skeleton.h"

namespace marrow {

/// For each vertex the indices of the joints whose capsule holds it, ascending. Empty: uncovered.
using JointLists = std::vector<std::vector<int>>;

/// A goal of inverse kinematics: the point `end` of a joint shall be at `target`.
struct IkPull {
  int joint = 0;
  glm::vec3 end{0.0f};     ///< the pulled point in the joint's own frame, usually the extent e;
                           ///< posed it is at S W_j end, the "tip"
  glm::vec3 target{0.0f};  ///< world space
  float weight = 1.0f;     ///< > 0
};

/// A point of a curve: a time in seconds and the value there.
struct Knot {
  float time = 0.0f;
  float value = 0.0f;
};

/// A rigid motion, if of unit length: |real| = 1 and dot(real, dual) = 0. (real, dual) and (-real,
/// -dual) are the same motion.
struct DualQuaternion {
  glm::quat real{1.0f, 0.0f, 0.0f, 0.0f};  ///< w, x, y, z
  glm::quat dual{0.0f, 0.0f, 0.0f, 0.0f};
};

/// A mesh as delta mush sees it: vertices at the same place are one vertex.
struct MushSurface {
  /// For each vertex the vertices that share an edge with it, ascending. Empty if no triangle has
  /// it or no joint holds it: then it stays where linear blending put it.
  std::vector<std::vector<int>> neighbors;
  std::vector<glm::ivec3> triangles;  ///< three vertices each
};

/// The functions of the assignment, one pointer each. Wrong functions that are planted in tests are
/// just another Tasks.
struct Tasks {
  const char* name = "";  ///< of the implementation: "solution", "student", ...

  // ---- Task 1: kinematics

  /// B, one per joint: B_j = B_p(j) L_j, a root's B is its L. No joints: an empty result.
  std::vector<glm::mat4> (*bind_matrices)(const Skeleton& skeleton) = nullptr;

  /// W, one per joint: W_j = W_p(j) L_j Ul_j. At rest (every Ul = I) W equals B.
  std::vector<glm::mat4> (*posed_matrices)(const Skeleton& skeleton) = nullptr;

  /// T, one per joint: T_j = W_j B_j^-1, the identity at rest. `posed` and `bind` have the same
  /// size; B is invertible, W may be singular.
  std::vector<glm::mat4> (*skinning_matrices)(const std::vector<glm::mat4>& posed,
                                              const std::vector<glm::mat4>& bind) = nullptr;

  /// W_j = T_j B_j: where the joint is, when only its skinning matrix is known.
  glm::mat4 (*posed_from_skinning)(const glm::mat4& skinning, const glm::mat4& bind) = nullptr;

  /// L_j = B_p(j)^-1 B_j. For a root pass the identity as `parent_bind`.
  glm::mat4 (*bind_local_from_bind)(const glm::mat4& parent_bind, const glm::mat4& bind) = nullptr;

  /// Ul_j = L_j^-1 W_p(j)^-1 W_j. For a root pass the identity as `parent_posed`. Callers pass an
  /// invertible parent_posed.
  glm::mat4 (*user_local_from_posed)(const glm::mat4& bind_local, const glm::mat4& parent_posed,
                                     const glm::mat4& posed) = nullptr;

  // ---- Task 2: increments

  /// The new user transform after a world-space increment U: Ul'_j = L_j^-1 W_p(j)^-1 U W_j. It
  /// replaces Ul_j. Here, and only here, `parent_posed` and `posed` are in WORLD space (S W); for a
  /// root `parent_posed` is S, the skeleton node's world matrix.
  glm::mat4 (*user_local_after_increment)(const glm::mat4& bind_local,
                                          const glm::mat4& parent_posed, const glm::mat4& posed,
                                          const glm::mat4& increment) = nullptr;

  /// The new user transform after an increment in the joint's own frame: Ul'_j = Incr_j Ul_j.
  glm::mat4 (*user_local_after_local_increment)(const glm::mat4& user_local,
                                                const glm::mat4& increment) = nullptr;

  // ---- Task 3: capsules

  /// The point of the segment [start, end] nearest to `point`. A zero-length segment returns its
  /// start.
  glm::vec3 (*closest_on_line_segment)(const glm::vec3& start, const glm::vec3& end,
                                       const glm::vec3& point) = nullptr;

  /// Joint j is in vertex i's list if and only if d_ij < r_j (strictly), d_ij the distance from
  /// positions[i] to the segment [origin of B_j, B_j e_j]. `positions` are in skeleton space; the
  /// result has one list per position. A radius <= 0 captures nothing.
  JointLists (*find_joints)(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                            const std::vector<glm::vec3>& positions) = nullptr;

  // ---- Task 4: skinning

  /// w_ij = (1 / max(d_ij, 1e-6)) / sum of the same over the list. `distances` belong to one
  /// vertex, all >= 0. An empty list gives an empty result. The weights sum to 1.
  std::vector<float> (*inverse_distance_weights)(const std::vector<float>& distances) = nullptr;

  /// Linear blend skinning. M_i = sum_j w_ij T_j;  v'_i = M_i v_i;  n'_i =
  /// normalize(inverse-transpose(M_i's 3x3) n_i). Positions and normals at rest (morph targets
  /// added) and influences have one entry (row) per vertex; the outputs are resized to that. An
  /// empty row copies its inputs. Where M_i may be singular, normals use the cofactor matrix in
  /// place of the inverse transpose, times the sign of the determinant (sign(0) = +1): its columns
  /// are cross(m1, m2), cross(m2, m0), cross(m0, m1), with m0, m1, m2 the columns of M_i's 3x3. A
  /// zero result keeps the normal.
  void (*skin)(const std::vector<glm::mat4>& skinning, const Influences& influences,
               const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
               std::vector<glm::vec3>& out_positions,
               std::vector<glm::vec3>& out_normals) = nullptr;

  // ---- Task 5: inverse kinematics

  /// The slope of f = sum over pulls of weight / 2 |tip - target|^2, one vector per free joint, in
  /// the order of `free` (ascending indices): how much f grows per radian as the joint turns about
  /// its origin and the axis x, y or z of the frame of its L_b. For axis a
  ///   g_b . a = sum of weight * dot(tip - target, A (a x A^-1 (tip - o_b)))
  /// over the pulls whose joint is b or a descendant of b,
  /// with A the 3x3 of S W_p(b) L_b and o_b the origin of S W_b. Zero for a joint b without such a
  /// pull. `posed` is in WORLD space, as in task 2: S W_j, one per joint; for a root
  /// `world_from_skeleton`, S, replaces S W_p.
  std::vector<glm::vec3> (*ik_gradient)(const Skeleton& skeleton,
                                        const std::vector<glm::mat4>& posed,
                                        const glm::mat4& world_from_skeleton,
                                        const std::vector<IkPull>& pulls,
                                        const std::vector<int>& free) = nullptr;

  // ---- Task 6: splines

  /// The cubic Hermite spline on the unit interval, t in [0, 1]: `position0` at t = 0, `position1`
  /// at t = 1, with the derivatives by t `tangent0` and `tangent1` there.
  ///   (2t^3 - 3t^2 + 1) position0 + (t^3 - 2t^2 + t) tangent0
  ///   + (-2t^3 + 3t^2) position1 + (t^3 - t^2) tangent1
  float (*cubic_unit_spline)(float t, float position0, float position1, float tangent0,
                             float tangent1) = nullptr;

  /// The Catmull-Rom spline through `knots` at `time`; their times rise strictly, in any spacing.
  /// A curve has one number per time: a vector needs a curve for each coordinate.
  ///   no knot: 0;  one: its value, at every time
  ///   at or before the first, at or after the last: that knot's value
  ///   between knots k and k + 1, h = time_{k+1} - time_k: cubic_unit_spline at
  ///   t = (time - time_k) / h, with the tangents h slope_k and h slope_{k+1}
  ///   slope_k = (value_{k+1} - value_{k-1}) / (time_{k+1} - time_{k-1}), per second
  /// The first and the last knot lack a neighbor. The mirror image of the other neighbor, in time
  /// and in value, replaces it, so the slope there is that of the interval next to the knot:
  ///   slope_0 = (value_1 - value_0) / (time_1 - time_0), and likewise at the last knot
  /// The checks test each function of this task separately.
  float (*catmull_rom)(const std::vector<Knot>& knots, float time) = nullptr;

  // ---- Task 7: dual quaternions (Kavan, Collins, Zara, O'Sullivan 2008)

  /// The unit dual quaternion of a rigid motion: a matrix of a rotation R and a translation t.
  ///   real = the quaternion of R, with either sign;  dual = 1/2 (0, t) real
  DualQuaternion (*dual_quaternion)(const glm::mat4& rigid) = nullptr;

  /// The blend of the rigid motions of a vertex's joints, as a matrix. `motions` are of unit
  /// length, at least one; `weights`: one per quaternion, not negative, with the sum 1.
  ///   q = sum_j w_j s_j q_j,   s_j = -1 where dot(real_j, real_k) < 0, otherwise 1;
  ///   k is the joint of the largest weight, the first if several have it
  ///   after q is divided by |real|: R is the rotation of real, t the vector of 2 dual real*
  /// The sum is never 0, as no term points away from q_k.
  glm::mat4 (*blend_dual_quaternions)(const std::vector<DualQuaternion>& motions,
                                      const std::vector<float>& weights) = nullptr;

  // ---- Task 8: delta mush (Mancewicz, Derksen, Rijpkema, Wilson 2014)

  /// The positions p after `steps` steps of smoothing; in each of them all vertices move at once:
  ///   p_i becomes p_i + 1/2 (m_i - p_i),   m_i the mean of p over the neighbors of i
  /// `neighbors` and `positions` have one entry per vertex. A vertex without neighbors stays,
  /// though others may have it as a neighbor. 0 steps: the positions unchanged.
  std::vector<glm::vec3> (*smooth)(const std::vector<std::vector<int>>& neighbors,
                                   const std::vector<glm::vec3>& positions, int steps) = nullptr;

  /// The frame of a surface at a vertex: the rotation whose columns are n, t, b.
  ///   n = normalize(normal),   b = normalize(normal x edge),   t = b x n
  /// `normal` and `edge` have any length. The identity where `normal` or normal x edge is zero.
  glm::mat3 (*surface_frame)(const glm::vec3& normal, const glm::vec3& edge) = nullptr;

  /// Smooths `posed`, the result of linear blending, and puts the detail of `rest` back.
  ///   s0 = smooth(rest),   s = smooth(posed),   both with the neighbors of `surface`
  ///   F0_i, F_i = the surface_frame at vertex i of s0, of s, with
  ///     normal = the sum of (b - a) x (c - a) over the triangles a, b, c at the vertex
  ///     edge   = from the vertex to the first of its neighbors
  ///   v'_i = s_i + F_i F0_i^T (rest_i - s0_i)
  /// A vertex without neighbors stays where `posed` has it. One position per vertex; the editor
  /// passes 10 `steps`. The checks test each function of this task separately.
  std::vector<glm::vec3> (*delta_mush)(const MushSurface& surface,
                                       const std::vector<glm::vec3>& rest,
                                       const std::vector<glm::vec3>& posed, int steps) = nullptr;

  // ---- Task 9: centers of rotation (Le, Hodgins 2016)

  /// The motion of a vertex as a matrix: the vertex turns about its center c, and linear blending
  /// moves c. The program finds c (skinning/centers.h). `motions`, at least one, are the T of the
  /// vertex's joints, rigid here; `weights` has one number per motion, none negative; sum 1.
  ///   the 3x3:         R, the rotation of q = sum_j w_j s_j q_j, q divided by its length; q_j is
  ///                    the quaternion of T_j, s_j and k as in blend_dual_quaternions
  ///   the translation: sum_j w_j T_j c - R c,   so that v' = R (v - c) + sum_j w_j T_j c
  glm::mat4 (*blend_about_center)(const std::vector<glm::mat4>& motions,
                                  const std::vector<float>& weights,
                                  const glm::vec3& center) = nullptr;
};

}  // namespace marrow
