#include "rig/figure/search.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "rig/figure/finders.h"

namespace marrow {
namespace {

constexpr double kFullBox = 0.6;         // a block fills at least this share of its box
constexpr double kLeastSymmetry = 0.55;  // least FigureFrame::symmetry

double share_of_box(const Solid& solid) {
  Bounds box;
  for (int cell = 0; cell < int(solid.count()); ++cell) box.add(solid.center(cell));
  const glm::dvec3 cells = glm::dvec3(box.high - box.low) / double(solid.edge()) + 1.0;
  return double(solid.count()) / (cells.x * cells.y * cells.z);
}

struct FinderRow {
  FigureFinder* find;
  // Largest width and depth of the box, in heights.
  double widest = 0.0, deepest = 0.0;
  const char* too_large = "it is too wide or too long for its height";
  std::size_t cells = 0;  ///< for a figure that may lie in any direction; 0: it stands
};
/// One per FigureTemplate, in its order.
constexpr FinderRow kFinders[] = {
    {find_human, 2.5, 1.1, "it is longer than it is high"},
    {find_quadruped, 1.5, 4.0},
    {.find = find_chain, .cells = 400'000},
    {find_bird, 6.0, 4.0},
    {.find = find_hand, .cells = 200'000},
};
static_assert(std::size(kFinders) == kTemplates.size());

Bounds box_of(const std::vector<Shell>& shells) {
  Bounds box;
  for (const Shell& shell : shells)
    for (const std::uint32_t v : shell.triangles) box.add(shell.positions[v]);
  return box;
}

/// A frame along the world's axes in which the longest side of the shells' box is 1.
FigureFrame box_frame(const std::vector<Shell>& shells) {
  const Bounds box = box_of(shells);
  const glm::dvec3 size(box.high - box.low);
  FigureFrame frame;
  frame.height = std::max({size.x, size.y, size.z});
  frame.origin = glm::dvec3(box.low);
  return frame;
}

/// Shared by all templates: a rough inside, and the frames that a figure may stand in.
struct FigureShells {
  const std::vector<Shell>& shells;
  Solid rough;
  std::optional<std::vector<FigureFrame>> frames{};

  FigureShells(const std::vector<Shell>& of, const Checkpoint& checkpoint)
      : shells(of), rough(of, kRoughCells, checkpoint) {}
  Attempt find(const FigureWish& wish, const ProgressCallback& progress);

 private:
  Attempt find_in(const FigureFrame& frame, const FigureWish& wish,
                  const Checkpoint& checkpoint) const;
  static constexpr std::size_t kRoughCells = 60'000;
};

Checkpoint stops_if(const ProgressCallback& progress, double share) {
  return Checkpoint([&progress, share] {
    if (!goes_on(progress, share)) throw Stopped();
  });
}

/// A standing figure has 120 cells over its height, or fewer.
Attempt FigureShells::find_in(const FigureFrame& frame, const FigureWish& wish,
                              const Checkpoint& checkpoint) const {
  constexpr double kLevels = 120.0, kMostCells = 6e6;
  const FinderRow& finder = kFinders[std::size_t(wish.shape)];
  std::vector<Shell> seen = seen_from(frame, shells);
  const Bounds box = box_of(seen);
  const glm::dvec3 size(box.high - box.low);
  const bool stands = finder.cells == 0;
  if (stands && (size.x > finder.widest || size.z > finder.deepest)) return {{}, finder.too_large};
  const double most = (size.x * kLevels + 1) * (size.y * kLevels + 1) * (size.z * kLevels + 1);
  FigureCells cells(seen, stands ? std::size_t(std::min(most, kMostCells)) : finder.cells,
                    checkpoint);
  Attempt attempt = finder.find({frame, std::move(seen), box, std::move(cells)}, wish, checkpoint);
  if (stands && attempt.markers) leave_figure_space(*attempt.markers, frame);
  return attempt;
}

Attempt FigureShells::find(const FigureWish& wish, const ProgressCallback& progress) {
  constexpr std::size_t kLeastCells = 150;
  if (rough.count() < kLeastCells)
    return {{}, "the mesh encloses no space that joints could be in"};
  if (kFinders[std::size_t(wish.shape)].cells != 0)
    return find_in(box_frame(shells), wish, stops_if(progress, 0.1));
  if (share_of_box(rough) > kFullBox) return {{}, "it is a block without limbs"};
  if (!frames) frames = figure_frames(rough, shells, stops_if(progress, 0.1));
  Attempt best;
  for (std::size_t f = 0; f < frames->size(); ++f) {
    const FigureFrame& frame = (*frames)[f];
    Attempt attempt{{}, "it has no plane of symmetry"};
    if (frame.symmetry >= kLeastSymmetry)
      attempt =
          find_in(frame, wish, stops_if(progress, 0.2 + 0.8 * double(f) / double(frames->size())));
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
    // Birds and hands are only found on request: refusing other meshes would take too long.
    const bool is_quick = row.value <= FigureTemplate::chain;
    if (is_quick && row.value != wish.shape)
      search.instead = figure.find({row.value, wish.joints, wish.fingers}, rest).markers;
  }
  return search;
}

}  // namespace marrow
