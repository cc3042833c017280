// The effect of a brush on one vertex's weights. Rows have ascending joints and sum to 1, or are
// empty (uncovered). No result depends on the order of joints or neighbors, so mirrored rows stay
// mirrored to the bit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/skinning/painted_rows.h"

namespace marrow {

/// One entry per joint, by index: not 0 if the joint's weights must not change.
using HeldJoints = std::vector<char>;

/// The wanted change of a joint's weight; a negative amount shrinks it.
struct WeightChange {
  std::uint32_t joint = 0;
  double amount = 0.0;
};

/// The row with the changes applied to one or two joints. The other joints share the rest in
/// proportion; held joints keep their weights. A joint that holds the vertex alone cannot lose it.
void change_weights(std::span<const RowEntry> row, std::span<const WeightChange> changes,
                    const HeldJoints& held, std::vector<RowEntry>& result);

/// The mean of these rows, ignoring uncovered ones.
void mean_row(std::span<const std::span<const RowEntry>> rows, std::vector<RowEntry>& result);

/// row + amount (other - row), without negative weights; held joints keep their weights. `amount`:
/// from -1 to 1. Empty if both rows are empty; `other` if `row` is empty and the amount positive.
void blend_rows(std::span<const RowEntry> row, std::span<const RowEntry> other, double amount,
                const HeldJoints& held, std::vector<RowEntry>& result);

/// The differences that turn `own` into `row`; empty if the rows are practically equal.
void differences_of(std::span<const RowEntry> own, std::span<const RowEntry> row,
                    std::vector<RowEntry>& result);

}  // namespace marrow
