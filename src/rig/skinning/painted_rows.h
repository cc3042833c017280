// Touch-ups applied to the rows of a bound mesh.
//
//   w'_ij = max(0, w_ij + s d_ij) / sum over all joints k of max(0, w_ik + s d_ik)
//
// w_ij: the weight from capsules or file, 0 where j does not hold vertex i; d_ij: the painted
// difference; s: the strength, 0 to 1. Joints with w'_ij = 0 leave the row. If all would leave, the
// row stays unchanged. Sums do not depend on the order of joints, so mirrored rows stay mirrored to
// the bit.
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

/// A fraction as an integer with 48 binary digits: integer sums are the same in any order.
inline std::int64_t fixed_point(double value) {
  return std::int64_t(value * double(std::int64_t(1) << 48));
}

/// The painted row, by the formula above. `own`, `painted` and `result` have ascending joints.
void paint_row(std::span<const RowEntry> own, std::span<const RowEntry> painted, float strength,
               std::vector<RowEntry>& result);

/// Indices of a skeleton's joints by id.
class JointIndex {
 public:
  JointIndex() = default;
  explicit JointIndex(const Skeleton& skeleton);
  /// Entries of a row of touch-ups, without joints that are missing, by ascending index.
  void take_row(const TouchUps& touch_ups, std::size_t row, std::vector<RowEntry>& entries) const;

 private:
  std::vector<std::pair<Id, std::uint32_t>> index_;  ///< ascending
};

/// Effect of touch-ups, per joint.
struct PaintedCounts {
  std::vector<std::uint32_t> painted;  ///< vertices whose weight for the joint was painted
  std::vector<std::uint32_t> lost;     ///< of these, vertices that the joint no longer holds
};

/// Keeps the rows without touch-ups. Between remove_touch_ups() and apply_touch_ups() a mesh has
/// its own rows, so that it can be bound as if nothing was painted.
class PaintedRows {
 public:
  /// Restores the mesh's own rows and counts. Returns the source vertices that were painted,
  /// ascending.
  std::vector<std::uint32_t> remove_touch_ups(BoundRows& bound);
  /// Applies touch-ups to the rows; rewrites only rows whose touch-ups differ from the present
  /// ones. Returns the source vertices whose rows may have changed, ascending. The caller must
  /// update the rows of copies. `bones`, in the space of `positions`, give the distances of joints
  /// that hold a vertex only by touch-ups.
  std::vector<std::uint32_t> apply_touch_ups(std::shared_ptr<const TouchUps> touch_ups,
                                             float strength, const Skeleton& skeleton,
                                             const std::vector<Bone>& bones,
                                             std::span<const glm::vec3> positions,
                                             BoundRows& bound);

  /// The vertex's row without touch-ups.
  Influences::Row own_row(const Influences& influences, std::uint32_t vertex) const;
  /// True where touch-ups change the row.
  bool changes(const Influences& influences, std::uint32_t vertex) const;
  std::size_t size() const { return painted_.size(); }  ///< vertices
  const PaintedCounts& counts() const { return counts_; }

 private:
  struct Painted {
    std::uint32_t vertex = 0, row = 0;  ///< row: index into touch_ups_
    Influences::Row own;
    std::uint32_t begin = 0, room = 0;  ///< of the painted row's entries
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
