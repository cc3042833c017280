#include "rig/figure/cells.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>
#include <utility>

#include "rig/body/march.h"

namespace marrow {

FigureCells::FigureCells(const std::vector<Shell>& shells, std::size_t most,
                         const Checkpoint& checkpoint)
    : solid(shells, most, checkpoint), rounds_(solid.count(), 0) {
  centers.reserve(solid.count());
  for (int cell = 0; cell < int(solid.count()); ++cell) {
    centers.push_back(solid.center(cell));
    const std::size_t level = level_at(centers.back().y);
    if (levels.size() <= level) levels.resize(level + 1);
    levels[level].push_back(cell);
  }
  for (const std::vector<int>& cells : levels) slices.push_back(parts_of(cells));
}

std::size_t FigureCells::level_at(float y) const {
  return std::size_t(std::max(0.0f, std::floor(y / edge())));
}

const SlicePart* FigureCells::middle_of(std::size_t level) const {
  constexpr float kNear = 0.06f;
  const SlicePart* best = nullptr;
  std::ptrdiff_t most = 0;
  if (level >= slices.size()) return nullptr;
  for (const SlicePart& part : slices[level]) {
    const auto count = std::count_if(part.cells.begin(), part.cells.end(), [&](int cell) {
      return std::abs(centers[std::size_t(cell)].x) < kNear;
    });
    if (count > most) {
      most = count;
      best = &part;
    }
  }
  return best;
}

std::vector<SlicePart> FigureCells::parts_of(const std::vector<int>& cells,
                                             const std::vector<char>* left_out) const {
  constexpr int kSides[] = {0, 1, 4, 5};
  std::vector<SlicePart> parts;
  std::vector<int> waiting;
  const std::uint32_t open = ++round_;  // cells still to be visited
  for (const int cell : cells)
    if (!left_out || !(*left_out)[std::size_t(cell)]) rounds_[std::size_t(cell)] = open;
  for (const int seed : cells) {
    if (rounds_[std::size_t(seed)] != open) continue;
    SlicePart part;
    part.low = glm::vec3(std::numeric_limits<float>::max());
    part.high = -part.low;
    rounds_[std::size_t(seed)] = 0;
    waiting.assign(1, seed);
    while (!waiting.empty()) {
      const int cell = waiting.back();
      waiting.pop_back();
      const glm::vec3& center = centers[std::size_t(cell)];
      part.cells.push_back(cell);
      part.center += center;
      part.low = glm::min(part.low, center);
      part.high = glm::max(part.high, center);
      part.left += center.x > 0.0f ? 1.0f : 0.0f;
      for (const int side : kSides) {
        const int other = solid.neighbor(cell, side);
        if (other == Solid::kNone || rounds_[std::size_t(other)] != open) continue;
        rounds_[std::size_t(other)] = 0;
        waiting.push_back(other);
      }
    }
    part.center /= part.size();
    part.left /= part.size();
    parts.push_back(std::move(part));
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const SlicePart& a, const SlicePart& b) { return a.size() > b.size(); });
  return parts;
}

glm::vec3 FigureLimb::at(float from) const {
  for (std::size_t s = 1; s < middle.size(); ++s) {
    if (middle[s].from < from && s + 1 < middle.size()) continue;
    const float span = middle[s].from - middle[s - 1].from;
    const float share = span > 0.0f ? (from - middle[s - 1].from) / span : 0.0f;
    return glm::mix(middle[s - 1].center, middle[s].center, std::clamp(share, 0.0f, 1.0f));
  }
  return middle.empty() ? glm::vec3(0.0f) : middle.front().center;
}

FigureWays::FigureWays(const FigureCells& of, const Bone& from, const Checkpoint& checkpoint)
    : figure(of), length(of.solid.count(), -1.0f) {
  March march(figure.solid);
  const std::vector<int> starts = figure.solid.cells_along(from.start, from.end);
  if (starts.empty()) return;
  march.run(from, starts, std::numeric_limits<float>::max(), checkpoint);
  for (const std::uint32_t cell : march.cells()) length[cell] = march.length(cell);
}

template <typename Visit>
void FigureWays::visit_beside(int cell, const Visit& visit) const {
  for (int side = 0; side < 6; ++side)
    if (const int other = figure.solid.neighbor(cell, side); other != Solid::kNone) visit(other);
  const auto& bridges = figure.solid.bridges();
  for (auto at =
           std::lower_bound(bridges.begin(), bridges.end(), cell,
                            [](const Solid::Bridge&bridge, int to) { return bridge.from < to; });
       at != bridges.end() && at->from == cell; ++at)
    visit(at->to);
}

namespace {

/// Tips of limbs that are at least `least` long, the farthest first: maxima of the length with at
/// least this persistence (Edelsbrunner, Letscher, Zomorodian 2002).
std::vector<int> tips_of(const FigureWays& ways, float least) {
  std::vector<int> order;
  for (int cell = 0; cell < int(ways.length.size()); ++cell)
    if (ways.length[std::size_t(cell)] >= 0.0f) order.push_back(cell);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return ways.length[std::size_t(a)] > ways.length[std::size_t(b)];
  });
  std::vector<int> root(ways.length.size(), Solid::kNone);  // the tip of a component is its root
  const auto root_of = [&](int cell) {
    while (root[std::size_t(cell)] != cell)
      cell = root[std::size_t(cell)] = root[std::size_t(root[std::size_t(cell)])];
    return cell;
  };
  std::vector<int> tips;
  for (const int cell : order) {
    const float here = ways.length[std::size_t(cell)];
    root[std::size_t(cell)] = cell;
    ways.visit_beside(cell, [&](int other) {
      if (root[std::size_t(other)] == Solid::kNone) return;
      int a = root_of(cell), b = root_of(other);
      if (a == b) return;
      if (ways.length[std::size_t(a)] < ways.length[std::size_t(b)]) std::swap(a, b);
      if (ways.length[std::size_t(b)] - here >= least) tips.push_back(b);
      root[std::size_t(b)] = a;
    });
  }
  if (!order.empty()) tips.push_back(root_of(order.front()));
  std::stable_sort(tips.begin(), tips.end(), [&](int a, int b) {
    return ways.length[std::size_t(a)] > ways.length[std::size_t(b)];
  });
  return tips;
}

/// Floods from a tip, the farthest cells first, until it meets another tip.
FigureLimb limb_from(const FigureWays& ways, int tip, const std::vector<char>& is_tip) {
  FigureLimb limb;
  limb.tip = tip;
  limb.reach = limb.begins = ways.length[std::size_t(tip)];
  using Waiting = std::pair<float, int>;
  std::priority_queue<Waiting> waiting;
  std::vector<char> seen(ways.length.size(), 0);
  seen[std::size_t(tip)] = 1;
  waiting.push({limb.reach, tip});
  std::size_t kept = 0;
  while (!waiting.empty()) {
    const auto [length, cell] = waiting.top();
    waiting.pop();
    if (cell != tip && is_tip[std::size_t(cell)]) break;
    if (length < limb.begins) {
      limb.begins = length;
      kept = limb.cells.size();
    }
    limb.cells.push_back(cell);
    ways.visit_beside(cell, [&](int other) {
      if (seen[std::size_t(other)] || ways.length[std::size_t(other)] < 0.0f) return;
      seen[std::size_t(other)] = 1;
      waiting.push({ways.length[std::size_t(other)], other});
    });
  }
  if (!waiting.empty()) limb.cells.resize(kept);
  return limb;
}

}  // namespace

void cut_across(const FigureWays& ways, FigureLimb& limb) {
  const FigureCells& figure = ways.figure;
  const float width = 1.5f * figure.edge(), edge = figure.edge();
  struct Sum {
    glm::vec3 center{0.0f};
    float count = 0.0f;
  };
  std::vector<Sum> sums(std::size_t((limb.reach - limb.begins) / width) + 1);
  for (const int cell : limb.cells) {
    const float beyond = std::max(0.0f, ways.length[std::size_t(cell)] - limb.begins);
    Sum& sum = sums[std::min(sums.size() - 1, std::size_t(beyond / width))];
    sum.center += figure.centers[std::size_t(cell)];
    sum.count += 1.0f;
  }
  for (const Sum& sum : sums) {
    if (sum.count == 0.0f) continue;
    const float area = sum.count * edge * edge * edge / width;
    const glm::vec3 center = sum.center / sum.count;
    const float from = limb.middle.empty() ? 0.0f
                                           : limb.middle.back().from +
                                                 glm::distance(limb.middle.back().center, center);
    limb.middle.push_back({center, std::sqrt(area / std::numbers::pi_v<float>), from});
  }
  const glm::vec3& end = figure.centers[std::size_t(limb.tip)];
  if (!limb.middle.empty())
    limb.middle.push_back(
        {end, 0.5f * edge,
         limb.middle.back().from + glm::distance(limb.middle.back().center, end) + 0.5f * edge});
}

std::vector<FigureLimb> limbs_of(const FigureWays& ways, float least,
                                 const Checkpoint& checkpoint) {
  const std::vector<int> tips = tips_of(ways, least);
  std::vector<char> is_tip(ways.length.size(), 0);
  for (const int tip : tips) is_tip[std::size_t(tip)] = 1;
  std::vector<FigureLimb> limbs;
  for (const int tip : tips) {
    checkpoint();
    FigureLimb limb = limb_from(ways, tip, is_tip);
    cut_across(ways, limb);
    limbs.push_back(std::move(limb));
  }
  return limbs;
}

}  // namespace marrow
