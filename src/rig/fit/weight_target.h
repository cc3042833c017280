// Weights that capsules are fitted to: how wrong a vertex's row of weights is.
#pragma once

#include <cstdint>
#include <vector>

#include "scene/influences.h"

namespace marrow {

/// Some joints and their weights, which sum to 1; a row without any leaves its vertex in its place.
struct FitRow {
  const std::uint32_t* joints = nullptr;  ///< ascending
  const double* weights = nullptr;
  std::size_t size = 0;
};

/// Weights w* of the vertices. The error of a row is the squared length of sum_j w_j x_j, with
/// x_j = e_j - w*, where a place in the world counts as one more joint. So a row without joints is
/// as wrong as one whose only joint has no weight in w*.
class WeightTarget {
 public:
  /// One row per vertex; an empty one: the vertex is to stay uncovered. Must outlive the target.
  explicit WeightTarget(const Influences& wanted);
  /// `vertex`: a row of the wanted weights.
  double error(std::uint32_t vertex, const FitRow& row) const;
  /// <x_j, x_k> of these joints, size x size numbers; row.weights is not read.
  void products(std::uint32_t vertex, const FitRow& row, double* products) const;

 private:
  const Influences& wanted_;
  std::vector<double> squared_;  ///< |w*|^2 of each vertex
};

/// Half the sum of |w - w*| over the joints, 0 to 1: the share of the weight that is at wrong
/// joints. An empty row has all of its weight in the world.
double misplaced_weight(const Influences& now, std::uint32_t row, const Influences& wanted,
                        std::uint32_t wanted_row);

}  // namespace marrow
