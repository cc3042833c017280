#include "rig/body/march.h"

#include <algorithm>
#include <cmath>

namespace marrow {

March::March(const Solid& solid)
    : solid_(solid),
      length_(solid.count(), 0.0f),
      bend_(solid.count(), kBone),
      state_(solid.count(), State::unseen) {}

float March::length_over(int bend, const glm::vec3& center) const {
  return bend == kBone ? glm::distance(closest_on(bone_, center), center)
                       : length_[std::size_t(bend)] + glm::distance(solid_.center(bend), center);
}

/// Follows the line up to a cell that sees the same bend. That cell's line of sight may be half a
/// cell off, so the first steps are always tested.
bool March::sees(int cell, int bend) const {
  constexpr int kLooked = 8;
  const auto is_enough = [&](int passed, int at) {
    const auto there = std::size_t(at);
    return passed >= kLooked && state_[there] == State::done && bend_[there] == bend;
  };
  return solid_.sees(cell,
                     bend == kBone ? closest_on(bone_, solid_.center(cell)) : solid_.center(bend),
                     is_enough);
}

/// True without tracing a line if the preceding neighbor on each axis sees the bend: then the cell
/// sees it too.
bool March::follows(int cell, int bend) const {
  const glm::vec3 center = solid_.center(cell);
  const glm::vec3 path = (bend == kBone ? closest_on(bone_, center) : solid_.center(bend)) - center;
  const float half = 0.5f * solid_.edge();
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(path[axis]) < half) continue;
    const int before = solid_.neighbor(cell, 2 * axis + (path[axis] > 0.0f ? 1 : 0));
    if (before == Solid::kNone) return false;
    if (before == bend) continue;
    const auto at = std::size_t(before);
    if (state_[at] != State::done || bend_[at] != bend) return false;
  }
  return true;
}

/// Cells whose path lengths differ by less than half an edge are taken in any order.
void March::run(const Bone& bone, const std::vector<int>& starts, float reach,
                const Checkpoint& checkpoint) {
  constexpr std::size_t kBetweenChecks = 1 << 12;
  for (const std::uint32_t cell : seen_) state_[cell] = State::unseen;
  seen_.clear();
  cells_.clear();
  bone_ = bone;
  reach_ = reach;
  band_ = 0;
  shortest_ = reach;
  for (const int cell : starts)
    shortest_ = std::min(shortest_, length_over(kBone, solid_.center(cell)));
  for (const int cell : starts) offer(cell, kBone, State::straight);
  std::size_t steps = 0;
  for (; band_ < waiting_.size(); ++band_) {
    while (!waiting_[band_].empty()) {
      const Step step = waiting_[band_].back();
      waiting_[band_].pop_back();
      if (steps++ % kBetweenChecks == 0) checkpoint();
      const std::size_t cell = step.cell;
      if (state_[cell] == State::done || step.length != length_[cell]) continue;  // outdated
      const int bend = bend_[cell];
      if (state_[cell] == State::waiting && !follows(int(cell), bend) && !sees(int(cell), bend))
        bend_at_neighbor(int(cell));
      else
        take(int(cell));
    }
  }
  waiting_.clear();
}

void March::path(const glm::vec3& from, std::size_t cell, bool over_cell,
                 std::vector<glm::vec3>& points) const {
  constexpr int kSweeps = 2;
  const float most = 0.6f * solid_.edge();
  points.assign(1, from);
  if (over_cell) points.push_back(solid_.center(int(cell)));
  for (int bend = bend_[cell]; bend != kBone; bend = bend_[std::size_t(bend)])
    points.push_back(solid_.center(bend));
  points.push_back(closest_on(bone_, points.back()));
  if (points.size() == 2) return;
  const std::vector<glm::vec3> centers = points;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t k = 1; k + 1 < points.size(); ++k) {
      const glm::vec3 taut = closest_on({points[k - 1], points[k + 1]}, centers[k]) - centers[k];
      const float length = glm::length(taut);
      points[k] = centers[k] + (length > most ? most / length : 1.0f) * taut;
    }
    points.back() = closest_on(bone_, points[points.size() - 2]);
  }
}

/// Gives the cell a path over this bend, if it is shorter than the known one.
void March::offer(int cell, int bend, State state) {
  const auto c = std::size_t(cell);
  const float length = length_over(bend, solid_.center(cell));
  if (length > reach_) return;
  if (state_[c] == State::unseen)
    seen_.push_back(std::uint32_t(cell));
  else if (!(length < length_[c]))
    return;
  length_[c] = length;
  bend_[c] = bend;
  state_[c] = state;
  const auto band =
      std::max(std::size_t(std::max(0.0f, 2.0f * (length - shortest_) / solid_.edge())), band_);
  if (waiting_.size() <= band) waiting_.resize(band + 1);
  waiting_[band].push_back({length, std::uint32_t(cell)});
}

/// Accepts the cell's path as its shortest, and offers its neighbors paths over the same bend.
void March::take(int cell) {
  state_[std::size_t(cell)] = State::done;
  cells_.push_back(std::uint32_t(cell));
  for (int side = 0; side < 6; ++side) {
    const int other = solid_.neighbor(cell, side);
    if (other != Solid::kNone && state_[std::size_t(other)] != State::done)
      offer(other, bend_[std::size_t(cell)], State::waiting);
  }
  const std::vector<Solid::Bridge>& bridges = solid_.bridges();
  const auto is_before = [](const Solid::Bridge& bridge, int from) { return bridge.from < from; };
  for (auto at = std::lower_bound(bridges.begin(), bridges.end(), cell, is_before);
       at != bridges.end() && at->from == cell; ++at)
    if (state_[std::size_t(at->to)] != State::done) offer(at->to, cell, State::straight);
}

/// For a cell whose hoped-for path leads outside: the shortest path over a neighbor, straight to
/// the neighbor's bend if the cell sees it.
void March::bend_at_neighbor(int cell) {
  const auto c = std::size_t(cell);
  const int hoped = bend_[c];
  state_[c] = State::unseen;  // unseen counts as infinitely long, so any path is shorter
  for (int side = 0; side < 6; ++side) {
    const int other = solid_.neighbor(cell, side);
    if (other == Solid::kNone || state_[std::size_t(other)] != State::done) continue;
    const int bend = bend_[std::size_t(other)];
    if (bend != hoped && bend != cell && sees(cell, bend)) offer(cell, bend, State::straight);
    offer(cell, other, State::straight);
  }
}

}  // namespace marrow
