// The wrong results that known mistakes give, to name the mistake behind a wrong answer. "For X"
// means: mistakes in computing X.
#pragma once

#include "course/cases.h"
#include "course/judge.h"

namespace marrow::course {

/// For B_j. `bind`: the right matrices, at least of all joints above j.
std::vector<MatrixMistake> bind_mistakes(const Skeleton& skeleton, std::size_t j,
                                         const std::vector<glm::mat4>& bind);
/// For W_j. `posed` and `bind`: the right matrices.
std::vector<MatrixMistake> posed_mistakes(const Skeleton& skeleton, std::size_t j,
                                          const std::vector<glm::mat4>& posed,
                                          const std::vector<glm::mat4>& bind);
/// For T_j.
std::vector<MatrixMistake> skinning_mistakes(const glm::mat4& posed, const glm::mat4& bind);
/// For W_j from T_j.
std::vector<MatrixMistake> posed_from_skinning_mistakes(const glm::mat4& skinning,
                                                        const glm::mat4& bind);
/// For L_j from B.
std::vector<MatrixMistake> bind_local_mistakes(const glm::mat4& parent_bind, const glm::mat4& bind);
/// For Ul_j from W.
std::vector<MatrixMistake> user_local_mistakes(const glm::mat4& bind_local,
                                               const glm::mat4& parent_posed,
                                               const glm::mat4& posed);
/// For Ul'_j, with matrices in world space.
std::vector<MatrixMistake> increment_mistakes(const glm::mat4& bind_local,
                                              const glm::mat4& parent_posed, const glm::mat4& posed,
                                              const glm::mat4& increment);
/// For Ul'_j, with an increment in the joint's own frame.
std::vector<MatrixMistake> local_increment_mistakes(const glm::mat4& user_local,
                                                    const glm::mat4& increment);

struct Segment {
  glm::vec3 start{0.0f}, end{0.0f};
};
/// For the nearest points of the bones, one point per bone.
std::vector<VectorsMistake> closest_mistakes(const std::vector<Segment>& bones,
                                             const std::vector<glm::vec3>& points);
/// For find_joints(). `bind`: the right matrices; `expected`: the right lists.
std::vector<ListsMistake> lists_mistakes(const Skeleton& skeleton,
                                         const std::vector<glm::mat4>& bind,
                                         const std::vector<glm::vec3>& positions,
                                         const std::vector<std::vector<int>>& expected);

/// For the weights of lists of distances, all lists joined.
std::vector<NumbersMistake> weights_mistakes(const std::vector<std::vector<float>>& lists);
/// For the positions of vertices with these influences; an empty row is uncovered.
std::vector<VectorsMistake> position_mistakes(const std::vector<glm::mat4>& skinning,
                                              const Rows& rows,
                                              const std::vector<glm::vec3>& positions);
/// For the normals of vertices with these influences.
std::vector<VectorsMistake> normal_mistakes(const std::vector<glm::mat4>& skinning,
                                            const Rows& rows,
                                            const std::vector<glm::vec3>& normals);

/// A pull of weight 1 and a joint b at or above its joint. If no pull depends on b, `miss` is 0.
struct Slope {
  glm::mat3 a{1.0f};      ///< A: the 3x3 of S W_p L_b
  glm::mat3 posed{1.0f};  ///< the 3x3 of S W_b
  glm::vec3 lever{0.0f};  ///< tip - o_b
  glm::vec3 miss{0.0f};   ///< tip - target
  glm::vec3 tip{0.0f};    ///< world space
};
/// For ik_gradient's vectors, one per joint.
std::vector<VectorsMistake> gradient_mistakes(const std::vector<Slope>& slopes);

/// The arguments of cubic_unit_spline.
struct UnitSpline {
  float t = 0.0f, position0 = 0.0f, position1 = 0.0f, tangent0 = 0.0f, tangent1 = 0.0f;
};
/// For cubic_unit_spline, one number per call.
std::vector<NumbersMistake> unit_spline_mistakes(const std::vector<UnitSpline>& asked);
/// For catmull_rom, one number per time. Precondition: at least two knots.
std::vector<NumbersMistake> curve_mistakes(const std::vector<Knot>& knots,
                                           const std::vector<float>& times);

/// For dual_quaternion of a rigid motion.
std::vector<DualQuaternionMistake> dual_quaternion_mistakes(const glm::mat4& rigid);
/// For blend_dual_quaternions.
std::vector<MatrixMistake> dual_blend_mistakes(const std::vector<DualQuaternion>& motions,
                                               const std::vector<float>& weights);

/// The arguments of smooth.
struct Smoothing {
  std::vector<std::vector<int>> neighbors;
  std::vector<glm::vec3> positions;
  int steps = 1;
};
/// The right result of smooth, for checks of functions that use it.
std::vector<glm::vec3> smoothed(const Smoothing& asked);
/// For smooth, one position per vertex.
std::vector<VectorsMistake> smooth_mistakes(const Smoothing& asked);
/// For surface_frame: n, t and b.
std::vector<VectorsMistake> frame_mistakes(const glm::vec3& normal, const glm::vec3& edge);

/// The sum of (b - a) x (c - a) over the triangles of each vertex.
std::vector<glm::vec3> vertex_normals(const std::vector<glm::ivec3>& triangles,
                                      const std::vector<glm::vec3>& positions);
/// For delta_mush, one position per vertex.
std::vector<VectorsMistake> mush_mistakes(const Mush& asked);

/// The arguments of blend_about_center.
struct CenterBlend {
  std::vector<glm::mat4> motions;
  std::vector<float> weights;
  glm::vec3 center{0.0f};
};
/// For blend_about_center.
std::vector<MatrixMistake> center_blend_mistakes(const CenterBlend& asked);

}  // namespace marrow::course
