#include "rig/skinning/similarity.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace marrow {

namespace {

/// exp(-u^2 / kWidth^2) for u = n / (2 steps^2), n = 0, 1, ..., as long as it is not below 1e-13.
std::vector<double> kernel_values(int steps) {
  constexpr double kLeast = 1e-13;
  std::vector<double> values;
  for (int n = 0;; ++n) {
    const double u = double(n) / (2.0 * steps * steps) / SimilarityTable::kWidth,
                 value = std::exp(-u * u);
    if (value < kLeast) return values;
    values.push_back(value);
  }
}

}  // namespace

SimilarityTable::Stencil SimilarityTable::stencil(double place) {
  constexpr double kAtNode = 1e-5;  // in steps: a place this near to a node is the node
  // 1 / ((n - m) for all other nodes m): 7!, 6! 1!, ... with their signs.
  constexpr std::array<double, kNodes> kScale = {-1.0 / 5040, 1.0 / 720, -1.0 / 240, 1.0 / 144,
                                                 -1.0 / 144,  1.0 / 240, -1.0 / 720, 1.0 / 5040};
  const double nearest = std::round(place);
  if (std::abs(place - nearest) < kAtNode) return {int(nearest), 1, {1.0}};
  const double low = std::floor(place);
  Stencil found{int(low) - kBefore, kNodes, {}};
  const double at = place - low + kBefore;
  double before = 1.0;
  for (int n = 0; n < kNodes; ++n) {
    found.share[std::size_t(n)] = kScale[std::size_t(n)] * before;
    before *= at - n;
  }
  double behind = 1.0;
  for (int n = kNodes; n-- > 0;) {
    found.share[std::size_t(n)] *= behind;
    behind *= at - n;
  }
  return found;
}

template <typename Visit>
void SimilarityTable::visit_nodes(double j, double k, const Visit& visit) {
  const auto steps = [](double weight) { return std::clamp(weight, -1.0, 1.0) * kSteps; };
  const Stencil s = stencil(steps(j + k)), d = stencil(steps(j - k));
  for (int row = 0; row < s.count; ++row)
    for (int column = 0; column < d.count; ++column)
      visit(node(s.first + row, d.first + column),
            s.share[std::size_t(row)] * d.share[std::size_t(column)]);
}

void SimilarityTable::add(double j, double k, double area, const glm::dvec3& middle) {
  sums_.resize(std::size_t(kRows) * kColumns, Sum{});
  const double mass = area * j * k;
  whole_mass_ += mass;
  const Sum sum = {mass, mass * middle.x, mass * middle.y, mass * middle.z};
  visit_nodes(j, k, [&](std::size_t at, double share) {
    for (std::size_t i = 0; i < 4; ++i) sums_[at][i] += share * sum[i];
  });
}

void SimilarityTable::want(double j, double k) {
  is_wanted_.resize(std::size_t(kRows) * kColumns, 0);
  visit_nodes(j, k, [&](std::size_t at, double) { is_wanted_[at] = 1; });
}

SimilarityTable::Sum SimilarityTable::sum_at(int s, int d, const std::vector<Source>& sources) {
  static const std::vector<double> kernel = kernel_values(kSteps);
  const int count = int(kernel.size());
  Sum sum{};
  for (const Source& source : sources) {
    const int apart = std::abs(d * source.s - s * source.d);
    if (apart >= count) continue;
    const double factor = kernel[std::size_t(apart)];
    for (std::size_t i = 0; i < 4; ++i) sum[i] += factor * source.sum[i];
  }
  return sum;
}

std::size_t SimilarityTable::steps_to_finish() const {
  const auto sources = std::count_if(sums_.begin(), sums_.end(),
                                     [](const Sum&sum) { return sum != Sum{}; }),
             wanted = std::count(is_wanted_.begin(), is_wanted_.end(), 1);
  return std::size_t(sources) * std::size_t(wanted);
}

void SimilarityTable::finish() {
  std::vector<Source> sources;
  sums_.resize(std::size_t(kRows) * kColumns, Sum{});
  is_wanted_.resize(sums_.size(), 0);
  const auto for_each_node = [&](const auto& visit) {
    for (int s = -kBefore; s < kRows - kBefore; ++s)
      for (int d = -kSteps - kBefore; d < kColumns - kSteps - kBefore; ++d) visit(s, d, node(s, d));
  };
  for_each_node([&](int s, int d, std::size_t at) {
    if (sums_[at] != Sum{}) sources.push_back({s, d, sums_[at]});
  });
  for_each_node([&](int s, int d, std::size_t at) {
    sums_[at] = is_wanted_[at] != 0 ? sum_at(s, d, sources) : Sum{};
  });
  is_wanted_ = {};
}

SimilaritySum SimilarityTable::exact(double vertex_j, double vertex_k, double j, double k,
                                     double area, const glm::dvec3& middle) {
  constexpr double kFarthest = 5.5;  // beyond, the kernel is below 1e-13
  const double apart = std::abs(j * vertex_k - k * vertex_j) / kWidth;
  if (apart > kFarthest) return {};
  const double factor = j * k * vertex_j * vertex_k * std::exp(-apart * apart) * area;
  return {factor, factor * middle};
}

SimilaritySum SimilarityTable::at(double j, double k) const {
  Sum sum{};
  visit_nodes(j, k, [&](std::size_t at, double share) {
    for (std::size_t i = 0; i < 4; ++i) sum[i] += share * sums_[at][i];
  });
  return {sum[0] * j * k, glm::dvec3(sum[1], sum[2], sum[3]) * (j * k)};
}

}  // namespace marrow
