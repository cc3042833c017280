#include "rig/figure/search.h"

#include <utility>

#include "rig/figure/finders.h"

namespace marrow {
namespace {

constexpr double kFullBox = 0.6;         // share of the box inside of a block
constexpr double kLeastSymmetry = 0.55;  // FigureFrame::symmetry

double share_of_box(const Solid& solid) {
  Bounds box;
  for (int cell = 0; cell < int(solid.count()); ++cell) box.add(solid.center(cell));
  const glm::dvec3 cells = glm::dvec3(box.high - box.low) / double(solid.edge()) + 1.0;
  return double(solid.count()) / (cells.x * cells.y * cells.z);
}

/// Of this template alone.
FigureSearch find_only(const std::vector<Shell>& shells, const FigureWish& wish,
                       const ProgressCallback& progress) {
  constexpr std::size_t kRoughCells = 60'000, kLeastCells = 150;
  const auto at = [&](double share) {
    return Checkpoint([&progress, share] {
      if (!goes_on(progress, share)) throw Stopped();
    });
  };
  const Solid rough(shells, kRoughCells, at(0.0));
  if (rough.count() < kLeastCells)
    return {{}, "the mesh encloses no space that joints could be in", {}};
  if (wish.shape == FigureTemplate::chain) {
    Attempt chain = find_chain(shells, wish.joints, at(0.1));
    return {std::move(chain.markers), std::move(chain.refusal), {}};
  }
  if (share_of_box(rough) > kFullBox) return {{}, "it is a block without limbs", {}};
  const std::vector<FigureFrame> frames = figure_frames(rough, shells, at(0.1));
  const auto find = wish.shape == FigureTemplate::humanoid ? find_human : find_quadruped;
  Attempt best;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    Attempt attempt{{}, "it has no plane of symmetry", 0};
    if (frames[f].symmetry >= kLeastSymmetry)
      attempt = find(frames[f], shells, at(0.2 + 0.8 * double(f) / double(frames.size())));
    if (attempt.markers) return {std::move(attempt.markers), {}, {}};
    if (best.refusal.empty() || attempt.steps > best.steps) best = std::move(attempt);
  }
  return {{}, best.refusal, {}};
}

}  // namespace

FigureSearch find_markers(const std::vector<Shell>& shells, const FigureWish& wish,
                          const ProgressCallback& progress) {
  FigureSearch search = find_only(shells, wish, progress);
  for (const auto& row : kTemplates) {
    if (search.markers || search.instead) break;
    if (row.value != wish.shape && find_only(shells, {row.value}, progress).markers)
      search.instead = row.value;
  }
  return search;
}

}  // namespace marrow
