// Touch-ups laid over the rows of a bound mesh.
//
//   w'_ij = max(0, w_ij + s d_ij) / sum over j of the same
//
// w_ij: the weight by capsules, or by the file, 0 where j does not hold vertex i; d_ij: the painted
// difference; s: the strength, 0 to 1. Joints whose w'_ij is 0 leave the row. Where nothing is left
// the row stays what it was. Sums do not depend on the order of joints, so that mirrored rows stay
// mirrored to the bit.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "rig/bones.h"
#include "rig/engine.h"
#include "scene/touch_ups.h"

namespace marrow {

/// One entry of a row.
struct RowEntry {
  std::uint32_t joint = 0;  ///< index into Skeleton::joints
  float value = 0.0f;       ///< a weight, or a difference
  bool operator==(const RowEntry&) const = default;
};

/// A fraction with 48 binary digits as a whole number: sums of these are the same in any order.
inline std::int64_t fixed_point(double value) {
  return std::int64_t(value * double(std::int64_t(1) << 48));
}

/// The painted row: `own` and `painted` by ascending joint, `result` likewise; see above.
void paint_row(std::span<const RowEntry> own, std::span<const RowEntry> painted, float strength,
               std::vector<RowEntry>& result);

/// Indices of a skeleton's joints by id.
class JointIndex {
 public:
  JointIndex() = default;
  explicit JointIndex(const Skeleton& skeleton);
  /// The entries of a row of touch-ups whose joints are there, by ascending index.
  void take_row(const TouchUps& touch_ups, std::size_t row, std::vector<RowEntry>& entries) const;

 private:
  std::vector<std::pair<Id, std::uint32_t>> index_;  ///< ascending
};

/// How far touch-ups reach, by joint.
struct PaintedCounts {
  std::vector<std::uint32_t> painted;  ///< vertices whose weight of it was painted
  std::vector<std::uint32_t> lost;     ///< those of them that it does not hold
};

/// Keeps the rows that lie below touch-ups. Between remove_touch_ups() and apply_touch_ups() a mesh has its own rows again,
/// so that they can be bound as if nothing was painted.
class PaintedRows {
 public:
  /// Gives the mesh its own rows and counts. Returns the source vertices that were painted,
  /// ascending.
  std::vector<std::uint32_t> remove_touch_ups(BoundRows& bound);
  /// Lays touch-ups over the rows: those that changed, where others lie there. Returns the source
  /// vertices whose rows may have changed, ascending. Copies' rows are to be pointed anew.
  /// `bones`: in the space of `positions`; distances of joints that only touch-ups hold.
  std::vector<std::uint32_t> apply_touch_ups(std::shared_ptr<const TouchUps> touch_ups, float strength,
                                 const Skeleton& skeleton, const std::vector<Bone>& bones,
                                 std::span<const glm::vec3> positions, BoundRows& bound);

  /// The vertex's own row.
  Influences::Row own_row(const Influences& influences, std::uint32_t vertex) const;
  /// True where touch-ups change the row.
  bool changes(const Influences& influences, std::uint32_t vertex) const;
  std::size_t size() const { return painted_.size(); }  ///< vertices
  const PaintedCounts& counts() const { return counts_; }

 private:
  struct Painted {
    std::uint32_t vertex = 0, row = 0;  ///< row: of touch_ups_
    Influences::Row own;
    std::uint32_t begin = 0, room = 0;  ///< its entries
  };
  struct Below;

  const Painted* find(std::uint32_t vertex) const;
  std::vector<std::uint32_t> take_layer(const TouchUps* now, bool is_other,
                                        std::vector<std::size_t>& fresh, BoundRows& bound);
  void count(const Painted& painted, int step, BoundRows& bound);
  void make_room(const std::vector<std::size_t>& fresh, Influences& influences);
  void write(const Painted& painted, const std::vector<RowEntry>& row, const Below& below,
             Influences& influences) const;
  void write_all(const std::vector<std::size_t>& fresh, const Below& below, BoundRows& bound);
  void pack(std::size_t vertices, BoundRows& bound);

  std::shared_ptr<const TouchUps> touch_ups_;
  float strength_ = 0.0f;
  JointIndex joints_;
  std::vector<Painted> painted_;  ///< ascending
  PaintedCounts counts_;
  std::vector<RowEntry> scratch_;
};

}  // namespace marrow
