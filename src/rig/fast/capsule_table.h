// Capsules in the form that the inner loops read, and the working memory of these loops.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/engine.h"
#include "rig/fast/vertex_blocks.h"

namespace marrow::fast {

/// A joint's bone and radii in skeleton space.
struct Capsule {
  glm::vec3 start{0.0f}, end{0.0f};
  Radii radii{};
  bool operator==(const Capsule&) const = default;
};

/// Bones, radii and falloff of a skeleton. Together with the vertices they determine all rows.
struct Capsules {
  std::vector<Capsule> joints;
  Falloff falloff = Falloff::inverse;
  bool operator==(const Capsules&) const = default;
};
/// Capsules as padded arrays, one per number, for loading whole vectors. A vertex with a squared
/// distance below `surely_below` is held, above `surely_above` it is not. In between, rounding
/// matters and the textbook's steps decide. For a tapered capsule the limits change along the bone:
/// (r(t) - error)^2 and (r(t) + error)^2.
class CapsuleTable {
 public:
  CapsuleTable(std::vector<Capsule> capsules, Falloff kind);
  explicit CapsuleTable(const Capsules& capsules)
      : CapsuleTable(capsules.joints, capsules.falloff) {}
  CapsuleTable(const CapsuleTable&) = delete;
  CapsuleTable& operator=(const CapsuleTable&) = delete;

  std::size_t size() const { return joints.size(); }
  bool can_hold(std::size_t joint) const { return joints[joint].radii.largest() > 0.0f; }

 private:
  static constexpr std::size_t kArrays = 15, kPad = 16;
  std::size_t stride_;
  std::vector<float> numbers_;
  float* array(std::size_t at) { return numbers_.data() + at * stride_; }
  void set(std::size_t joint);
  void set_exact(std::size_t joint);

 public:
  const std::vector<Capsule> joints;
  const Falloff falloff;
  float *const x, *const y, *const z;                    ///< start of the bone
  float *const along_x, *const along_y, *const along_z;  ///< from its start to its end
  float* const inverse_length_squared;                   ///< 0: a bone without length
  float *const surely_below, *const surely_above;        ///< squared distances
  /// No vertex farther away is held. NaN: any vertex may be; -infinity: none is.
  float* const farthest;
  float* const slack;   ///< the largest rounding error of a distance near the radius
  float* const radius;  ///< at the start of the bone
  float* const taper;   ///< change of the radius from start to end; 0: not tapered
  float* const error;   ///< tapered capsules: bound of the rounding error of d - r(t)
  const bool has_tapers;
  /// 1: floats cannot hold the squares, so the textbook's steps decide on every vertex; else 0.
  float* const is_exact;
};

/// Distance of a vertex to a capsule's bone, the radius there, and membership, by the textbook's
/// steps.
struct ExactDistance {
  float distance, radius;
  bool is_in_capsule;
};
ExactDistance exact_distance(const Capsule& capsule, const glm::vec3& point);

/// The distance entry of a vertex that is not held.
constexpr float kNotHeld = -1.0f;
static_assert(VertexBlock::kSize == 64, "held vertices: one bit each");

/// Decides on the vertices whose bits are set in `unsure`, and rewrites their entries of `distance`
/// and, if given, `radius` (one entry per vertex of the block). Returns `held` with these bits
/// corrected.
std::uint64_t decide(const VertexBlock& block, const Capsule& capsule, std::uint64_t unsure,
                     std::uint64_t held, float* distance, float* radius = nullptr);

/// For four entries, by their held bits: how many are held, and the byte order that moves the held
/// ones to the front of 16 bytes.
constexpr std::uint32_t kHeldOfFour[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
struct PushTable {
  alignas(16) std::uint8_t bytes[16][16];
};
constexpr PushTable push_table() {
  PushTable table{};
  for (unsigned bits = 0; bits < 16; ++bits) {
    unsigned to = 0;
    for (unsigned entry = 0; entry < 4; ++entry) {
      if (((bits >> entry) & 1) == 0) continue;
      for (unsigned byte = 0; byte < 4; ++byte)
        table.bytes[bits][4 * to + byte] = std::uint8_t(4 * entry + byte);
      ++to;
    }
  }
  return table;
}
inline constexpr PushTable kPushed = push_table();

/// Working memory of bind_blocks.
struct BindScratch {
  struct alignas(64) Line {
    float values[16];
  };
  std::vector<Line> candidate_numbers, distances, radii, weights, turned;
  std::vector<std::uint32_t> candidates, joints, joint_of_slot;
  std::vector<std::uint64_t> held;
  std::vector<const float*> column_of_slot;
  void fit(std::size_t joint_count);
};

/// Rows of some blocks, their entries without gaps; Row::begin counts from the first entry.
struct RangeRows {
  std::vector<Influences::Row> rows;  ///< VertexBlock::kSize per block
  std::vector<std::uint32_t> joint;
  std::vector<float> weight, distance;             ///< as long as joint, which may exceed `size`
  std::uint32_t size = 0;                          ///< entries in use
  std::vector<std::uint32_t> histogram, captured;  ///< new counts are added to these
  BindScratch scratch;
};

/// Vertices of a block held before and after a change. `different`: their rows may have changed.
struct Difference {
  std::uint64_t before, after, different;
};

}  // namespace marrow::fast
