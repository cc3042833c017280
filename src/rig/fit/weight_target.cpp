#include "rig/fit/weight_target.h"

#include <algorithm>
#include <cmath>

namespace marrow {

WeightTarget::WeightTarget(const Influences& wanted) : wanted_(wanted) {
  squared_.reserve(wanted.vertex_count());
  for (std::size_t v = 0; v < wanted.vertex_count(); ++v) {
    double sum = wanted.row_size(v) == 0 ? 1.0 : 0.0;
    for (std::uint32_t k = wanted.row_begin(v); k < wanted.row_end(v); ++k)
      sum += double(wanted.weight[k]) * double(wanted.weight[k]);
    squared_.push_back(sum);
  }
}

double WeightTarget::error(std::uint32_t vertex, const FitRow& row) const {
  const bool is_to_stay = wanted_.row_size(vertex) == 0;
  if (row.size == 0) return is_to_stay ? 0.0 : squared_[vertex] + 1.0;
  double error = squared_[vertex];
  std::uint32_t k = wanted_.row_begin(vertex);
  const std::uint32_t end = wanted_.row_end(vertex);
  for (std::size_t i = 0; i < row.size; ++i) {
    const double weight = row.weights[i];
    error += weight * weight;
    while (k < end && wanted_.joint[k] < row.joints[i]) ++k;
    if (k < end && wanted_.joint[k] == row.joints[i])
      error -= 2.0 * weight * double(wanted_.weight[k]);
  }
  return std::max(error, 0.0);
}

/// <e_j - w*, e_k - w*> = [j = k] - w*_j - w*_k + |w*|^2
void WeightTarget::products(std::uint32_t vertex, const FitRow& row, double* products) const {
  const auto wanted_of = [&](std::uint32_t joint) {
    for (std::uint32_t k = wanted_.row_begin(vertex); k < wanted_.row_end(vertex); ++k)
      if (wanted_.joint[k] == joint) return double(wanted_.weight[k]);
    return 0.0;
  };
  for (std::size_t i = 0; i < row.size; ++i) {
    const double of_i = wanted_of(row.joints[i]);
    for (std::size_t k = 0; k <= i; ++k) {
      const double of_k = k == i ? of_i : wanted_of(row.joints[k]);
      const double product = (i == k ? 1.0 : 0.0) - of_i - of_k + squared_[vertex];
      products[i * row.size + k] = products[k * row.size + i] = product;
    }
  }
}

double misplaced_weight(const Influences& now, std::uint32_t row, const Influences& wanted,
                        std::uint32_t wanted_row) {
  const bool is_held = now.row_size(row) > 0, is_wanted = wanted.row_size(wanted_row) > 0;
  if (is_held != is_wanted) return 1.0;
  double sum = 0.0;
  compare_rows(now, row, wanted, wanted_row, [&](std::uint32_t, float from_now, float from_wanted) {
    sum += std::abs(double(from_now) - double(from_wanted));
  });
  return 0.5 * sum;
}

}  // namespace marrow
