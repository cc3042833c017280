// A mesh's source vertices along a space-filling curve, in blocks with bounding spheres.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace marrow::fast {

/// Nearby vertices, structure of arrays. The last block is padded with NaN, which no capsule holds.
struct alignas(64) VertexBlock {
  static constexpr std::size_t kSize = 64;
  float x[kSize], y[kSize], z[kSize];
  std::uint32_t source[kSize];  ///< index into the mesh's positions
};

/// Spheres as arrays, padded to a multiple of kPadding. Radius NaN: an infinite sphere.
struct Spheres {
  static constexpr std::size_t kPadding = 16;
  std::vector<float> x, y, z, radius;
  void resize(std::size_t count);
};

class VertexBlocks {
 public:
  /// Uses the first `vertices` positions.
  void build(const std::vector<glm::vec3>& positions, std::size_t vertices);

  std::size_t vertices() const { return vertices_; }
  const std::vector<VertexBlock>& blocks() const { return blocks_; }
  /// Number of vertices of a block: kSize except for the last one.
  std::size_t vertices_of(std::size_t block) const {
    return std::min(VertexBlock::kSize, vertices_ - block * VertexBlock::kSize);
  }

  /// Blocks in a group; a multiple of every vector's length.
  static constexpr std::size_t kGroup = 16;
  const Spheres& block_spheres() const { return block_spheres_; }
  const Spheres& group_spheres() const { return group_spheres_; }
  std::size_t groups() const { return (blocks_.size() + kGroup - 1) / kGroup; }

 private:
  void bound();

  std::size_t vertices_ = 0;
  std::vector<VertexBlock> blocks_;
  Spheres block_spheres_, group_spheres_;
};

}  // namespace marrow::fast
