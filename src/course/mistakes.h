// Wrong results of mistakes known from submissions, to name the mistake behind a wrong answer.
#pragma once

#include "course/judge.h"

namespace marrow::course {

/// For B_j, from the parent's B (a root: the identity) and L.
std::vector<MatrixMistake> bind_mistakes(const glm::mat4& parent_bind, const glm::mat4& bind_local);
/// For W_j, from the parent's W and B.
std::vector<MatrixMistake> posed_mistakes(const glm::mat4& parent_posed,
                                          const glm::mat4& parent_bind, const Joint& joint);
/// For T_j.
std::vector<MatrixMistake> skinning_mistakes(const glm::mat4& posed, const glm::mat4& bind);
/// For Ul'_j, of matrices in the world.
std::vector<MatrixMistake> increment_mistakes(const glm::mat4& bind_local,
                                              const glm::mat4& parent_posed, const glm::mat4& posed,
                                              const glm::mat4& increment);

/// For the point of a bone nearest to `point`.
std::vector<Mistake> closest_mistakes(const glm::vec3& start, const glm::vec3& end,
                                      const glm::vec3& point);
/// For the lists of positions at rest; `bind` is known by hand, `expected` are the right ones.
std::vector<ListsMistake> lists_mistakes(const Skeleton& skeleton,
                                         const std::vector<glm::mat4>& bind,
                                         const std::vector<glm::vec3>& positions,
                                         const std::vector<std::vector<int>>& expected);

/// For the weight of the k-th of some distances.
std::vector<NumberMistake> weight_mistakes(const std::vector<float>& distances, std::size_t k);
/// For vertices, each with its blended matrix (zeros: uncovered).
std::vector<VerticesMistake> position_mistakes(const std::vector<glm::mat4>& blended,
                                               const std::vector<glm::vec3>& positions);
/// For their normals.
std::vector<VerticesMistake> normal_mistakes(const std::vector<glm::mat4>& blended,
                                             const std::vector<glm::vec3>& normals);
/// For the slope of one pull of weight 1 at joint b: A, the 3x3 of S W_b, the lever tip - o_b, the
/// miss tip - target.
std::vector<Mistake> gradient_mistakes(const glm::mat3& a, const glm::mat3& posed,
                                       const glm::vec3& lever, const glm::vec3& miss);

}  // namespace marrow::course
