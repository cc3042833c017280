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

/// What the templates share: a rough inside, and the frames that a figure may stand in.
struct FigureShells {
  const std::vector<Shell>& shells;
  Solid rough;
  std::optional<std::vector<FigureFrame>> frames{};

  FigureShells(const std::vector<Shell>& of, const Checkpoint& checkpoint)
      : shells(of), rough(of, kRoughCells, checkpoint) {}
  Attempt find(const FigureWish& wish, const ProgressCallback& progress);

 private:
  static constexpr std::size_t kRoughCells = 60'000;
};

Checkpoint stops_if(const ProgressCallback& progress, double share) {
  return Checkpoint([&progress, share] {
    if (!goes_on(progress, share)) throw Stopped();
  });
}

Attempt FigureShells::find(const FigureWish& wish, const ProgressCallback& progress) {
  constexpr std::size_t kLeastCells = 150;
  if (rough.count() < kLeastCells)
    return {{}, "the mesh encloses no space that joints could be in", 0};
  if (wish.shape == FigureTemplate::chain)
    return find_chain(shells, wish.joints, stops_if(progress, 0.1));
  if (wish.shape == FigureTemplate::hand)
    return find_hand(shells, wish.fingers, stops_if(progress, 0.1));
  if (share_of_box(rough) > kFullBox) return {{}, "it is a block without limbs", 0};
  if (!frames) frames = figure_frames(rough, shells, stops_if(progress, 0.1));
  const auto finder = [&](const FigureFrame& frame, const Checkpoint& checkpoint) {
    return wish.shape == FigureTemplate::humanoid
               ? find_human(frame, shells, wish.fingers, checkpoint)
           : wish.shape == FigureTemplate::bird ? find_bird(frame, shells, checkpoint)
                                                : find_quadruped(frame, shells, checkpoint);
  };
  Attempt best;
  for (std::size_t f = 0; f < frames->size(); ++f) {
    const FigureFrame& frame = (*frames)[f];
    Attempt attempt{{}, "it has no plane of symmetry", 0};
    if (frame.symmetry >= kLeastSymmetry)
      attempt = finder(frame, stops_if(progress, 0.2 + 0.8 * double(f) / double(frames->size())));
    if (attempt.markers) return attempt;
    if (best.refusal.empty() || attempt.steps > best.steps) best = std::move(attempt);
  }
  return best;
}

}  // namespace

FigureSearch find_markers(const std::vector<Shell>& shells, const FigureWish& wish,
                          const ProgressCallback& progress) {
  FigureShells figure(shells, stops_if(progress, 0.0));
  Attempt wanted = figure.find(wish, progress);
  FigureSearch search{std::move(wanted.markers), std::move(wanted.refusal), {}};
  const ProgressCallback rest = [&](double) { return goes_on(progress, 1.0); };
  for (const auto& row : kTemplates) {
    if (search.markers || search.instead) break;
    // Birds and hands are only found on request: what is neither would take too long to refuse.
    const bool is_quick = row.value <= FigureTemplate::chain;
    if (is_quick && row.value != wish.shape)
      search.instead = figure.find({row.value, wish.joints, wish.fingers}, rest).markers;
  }
  return search;
}

}  // namespace marrow
