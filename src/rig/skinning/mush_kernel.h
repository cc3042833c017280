// The inner loop of direct delta mush. Once per instruction set.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace marrow {

/// Omega_ij about p_i (direct_delta_mush.h): sums over the vertices k of b_ki w_kj times 1, d and
/// d d^T, d = u_k - p_i.
struct MushMoments {
  float mass = 0.0f;
  float first[3] = {};   ///< x, y, z
  float second[6] = {};  ///< xx, xy, xz, yy, yz, zz
};

/// Of the vertices that move; shading vertices at one place are copies of one.
struct MushRows {
  std::vector<glm::vec3> center;        ///< p_i
  std::vector<std::uint32_t> begin{0};  ///< one more: its entries in the next two
  std::vector<std::uint32_t> joint;     ///< index into the matrices
  std::vector<MushMoments> moments;
  std::vector<std::uint32_t> copy_begin{0};  ///< one more: its entries in the next one
  std::vector<std::uint32_t> copy;           ///< shading vertices
};

/// All that a pose is made of.
struct MushJob {
  const MushRows& rows;
  const std::vector<glm::mat4>& matrices;
  const std::vector<glm::vec3>&rest_positions, &rest_normals;  ///< one per shading vertex
};

inline constexpr std::size_t kMushLanes = 16;

/// Writes v' and n' of the copies of the vertices from `begin`, a multiple of kMushLanes, to `end`.
/// Where no rotation is nearest, or v' is not finite, nothing is written.
void mush_vertices(const MushJob& job, std::size_t begin, std::size_t end, glm::vec3* positions,
                   glm::vec3* normals);

}  // namespace marrow
