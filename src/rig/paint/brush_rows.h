// What a brush makes of one vertex's weights. Rows have ascending joints and sum to 1, or are empty
// (uncovered). No result depends on the order of joints or neighbours: what is mirrored stays
// mirrored to the bit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/skinning/painted_rows.h"

namespace marrow {

/// Joints whose weights stay as they are, by index.
using HeldJoints = std::vector<char>;

/// A joint's weight is to grow by this; negative: to shrink.
struct WeightChange {
  std::uint32_t joint = 0;
  double amount = 0.0;
};

/// The row with other weights for one or two joints; the rest share what is left in proportion, and
/// held joints keep theirs. A joint that holds the vertex alone cannot lose it.
void change_weights(std::span<const RowEntry> row, std::span<const WeightChange> changes,
                    const HeldJoints& held, std::vector<RowEntry>& result);

/// The mean of these rows; uncovered ones do not count.
void mean_row(std::span<const std::span<const RowEntry>> rows, std::vector<RowEntry>& result);

/// row + amount (other - row), without negative weights; held joints keep theirs. `amount`: of
/// [-1, 1]. Empty where both are; the other row where the row is empty and the amount is positive.
void blend_rows(std::span<const RowEntry> row, std::span<const RowEntry> other, double amount,
                const HeldJoints& held, std::vector<RowEntry>& result);

/// The differences that make `row` of `own`; none where they are as good as equal.
void differences_of(std::span<const RowEntry> own, std::span<const RowEntry> row,
                    std::vector<RowEntry>& result);

}  // namespace marrow
