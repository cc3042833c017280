// Weights that capsules are fitted to, and the error of a vertex's row of weights.
#pragma once

#include <cstdint>
#include <vector>

#include "scene/influences.h"

namespace marrow {

/// Joints and weights that sum to 1. A row without entries leaves its vertex in place.
struct FitRow {
  const std::uint32_t* joints = nullptr;  ///< ascending
  const double* weights = nullptr;
  std::size_t size = 0;
};

/// Wanted weights w* of the vertices. The error of a row is the squared length of sum_j w_j x_j,
/// with x_j = e_j - w*. A fixed place in the world counts as one more joint, so a row without
/// entries has the same error as a row whose only joint has no weight in w*.
class WeightTarget {
 public:
  /// One row per vertex; an empty row means that the vertex should stay uncovered. `wanted` must
  /// outlive the target.
  explicit WeightTarget(const Influences& wanted);
  /// `vertex`: index of a wanted row.
  double error(std::uint32_t vertex, const FitRow& row) const;
  /// <x_j, x_k> for the row's joints, size x size numbers. Does not read row.weights.
  void products(std::uint32_t vertex, const FitRow& row, double* products) const;

 private:
  const Influences& wanted_;
  std::vector<double> squared_;  ///< |w*|^2, one per vertex
};

/// Half the sum of |w - w*| over the joints, 0 to 1: the share of weight at wrong joints. An empty
/// row counts as one with its whole weight in the world.
double misplaced_weight(const Influences& now, std::uint32_t row, const Influences& wanted,
                        std::uint32_t wanted_row);

}  // namespace marrow
