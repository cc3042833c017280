// What the mistakes known from submissions give: lists to compare a wrong answer with, so that it
// can be named. None of them is right.
#pragma once

#include "course/judge.h"

namespace marrow::course {

/// For B_j, from the parent's B (a root: the identity) and L.
std::vector<MatrixSlip> bind_slips(const glm::mat4& parent_bind, const glm::mat4& bind_local);
/// For W_j, from the parent's W and B.
std::vector<MatrixSlip> posed_slips(const glm::mat4& parent_posed, const glm::mat4& parent_bind,
                                    const Joint& joint);
/// For T_j.
std::vector<MatrixSlip> skinning_slips(const glm::mat4& posed, const glm::mat4& bind);
/// For Ul'_j, of matrices in the world.
std::vector<MatrixSlip> increment_slips(const glm::mat4& bind_local, const glm::mat4& parent_posed,
                                        const glm::mat4& posed, const glm::mat4& increment);

/// For the point of a bone nearest to `point`.
std::vector<Slip> closest_slips(const glm::vec3& start, const glm::vec3& end,
                                const glm::vec3& point);
/// For the lists of positions at rest; `bind` is known by hand, `expected` are the right ones.
std::vector<ListsSlip> lists_slips(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                                   const std::vector<glm::vec3>& positions,
                                   const std::vector<std::vector<int>>& expected);

/// For the weight of the k-th of some distances.
std::vector<NumberSlip> weight_slips(const std::vector<float>& distances, std::size_t k);
/// For vertices, each with its blended matrix (zeros: uncovered).
std::vector<VerticesSlip> position_slips(const std::vector<glm::mat4>& blended,
                                         const std::vector<glm::vec3>& positions);
/// For their normals.
std::vector<VerticesSlip> normal_slips(const std::vector<glm::mat4>& blended,
                                       const std::vector<glm::vec3>& normals);
/// For the slope of one pull of weight 1 at joint b: A, the 3x3 of S W_b, the lever tip - o_b, the
/// miss tip - target.
std::vector<Slip> gradient_slips(const glm::mat3& a, const glm::mat3& posed, const glm::vec3& lever,
                                 const glm::vec3& miss);

}  // namespace marrow::course
