// Kernels with which the engine is compared, besides rig/solution. They are fixed here, so that old
// figures stay comparable.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "rig/rig.h"

namespace marrow::bench {

/// A capsule in skeleton space; what does not depend on the vertex is precomputed.
struct FlatCapsule {
  glm::vec3 start, along;        ///< along: from the bone's start to its end
  float inverse_length_squared;  ///< of `along`; 0 for a bone without length
  float radius_squared;
};
std::vector<FlatCapsule> flat_capsules(const Skeleton& skeleton,
                                       const std::vector<glm::mat4>& bind);

/// Lists as compressed rows.
struct FlatLists {
  std::vector<std::uint32_t> row_begin;  ///< V + 1
  std::vector<std::uint32_t> joint;
};

/// find_joints by scalar brute force, as fast as that can be: every vertex is compared with every
/// capsule, but all arrays are contiguous, squares are compared (no root), nothing is allocated in
/// the loop, and numbers have single precision. Makes only lists; the engine's rebuild, which is
/// listed next to it, makes lists, distances, weights and counts.
void scalar_find_joints(const std::vector<FlatCapsule>& capsules,
                        const std::vector<glm::vec3>& positions, FlatLists& lists);

/// skin() as students of the course hand it in (called on every frame, "recomputing all skinning
/// related quantities"), in its better form: matrices are computed once per joint, not once per
/// vertex and joint. What remains for each vertex:
///   - the list of its joints is looked up in a map from vertex index to joints;
///   - for each joint the vertex is transformed to the joint's bind frame, its distance d to the
///     bone (0 to extent) is measured, and the joint's skinning matrix (4 x 4) is added to the
///     blend with the weight 1/d, which is divided by the sum of all 1/d;
///   - the position is transformed by the blend, the normal by glm's inverse-transpose of the
///     blend's 3 x 3 part, and then normalized;
///   - the result is appended to an array of structs (position, normal, index).
/// Nothing here is slow on purpose.
class CourseSkin {
 public:
  CourseSkin(const Skeleton& skeleton, const std::vector<glm::mat4>& bind, const JointLists& lists);

  struct Vertex {
    glm::vec3 position, normal;
    std::uint32_t index;
  };
  /// `posed` is W. Outputs one vertex per position.
  void skin(const std::vector<glm::mat4>& posed, const std::vector<glm::vec3>& positions,
            const std::vector<glm::vec3>& normals, std::vector<Vertex>& out) const;

 private:
  const Skeleton& skeleton_;
  std::vector<glm::mat4> bind_;
  std::unordered_map<unsigned int, std::vector<const Joint*>> joints_of_;
};

}  // namespace marrow::bench
