// The inside of a figure in figure space: cells, slices across it, ways from its trunk, limbs.
#pragma once

#include <vector>

#include "rig/body/solid.h"
#include "rig/bones.h"
#include "rig/figure/frame.h"

namespace marrow {

/// A connected part of a slice.
struct SlicePart {
  std::vector<int> cells;
  glm::vec3 center{0.0f}, low{0.0f}, high{0.0f};
  float left = 0.0f;  ///< share of its cells with x > 0
  float size() const { return float(cells.size()); }
  bool crosses() const { return left > 0.15f && left < 0.85f; }
};

struct FigureCells {
  Solid solid;
  std::vector<glm::vec3> centers;              ///< one per cell, figure space
  std::vector<std::vector<int>> levels;        ///< one list of cells per level of y
  std::vector<std::vector<SlicePart>> slices;  ///< one per level, the largest part first

  /// `most`: see Solid. Slices are cut across y.
  FigureCells(const std::vector<Shell>& shells, std::size_t most, const Checkpoint& checkpoint);

  float edge() const { return solid.edge(); }
  float height_of(std::size_t level) const { return (float(level) + 0.5f) * edge(); }
  std::size_t level_at(float y) const;
  /// The part of a level's slice that holds most of the middle; nullptr if none does.
  const SlicePart* middle_of(std::size_t level) const;
  /// The parts of a slice whose cells are not in `left_out` (one per cell), the largest first.
  std::vector<SlicePart> parts_of(const std::vector<int>& cells,
                                  const std::vector<char>* left_out = nullptr) const;

 private:
  // Scratch of parts_of(): not for several threads at once.
  mutable std::vector<std::uint32_t> rounds_;  ///< one per cell
  mutable std::uint32_t round_ = 0;
};

/// A limb: the part of the figure beyond one place, as seen from the trunk.
struct FigureLimb {
  int tip = Solid::kNone;
  float reach = 0.0f, begins = 0.0f;  ///< lengths of the ways from the trunk to tip and root
  std::vector<int> cells;
  /// A piece of the limb's middle line; the limb is cut across the ways, from the root to the tip.
  struct Section {
    glm::vec3 center{0.0f};
    float radius = 0.0f;  ///< of a disk with the section's area
    float from = 0.0f;    ///< length of the middle line from the root
  };
  std::vector<Section> middle;

  float length() const { return middle.empty() ? 0.0f : middle.back().from; }
  glm::vec3 at(float from) const;  ///< the place on the middle line at this length
};

/// Lengths of the ways from a segment, such as the trunk's middle, through the inside.
struct FigureWays {
  const FigureCells& figure;
  std::vector<float> length;  ///< one per cell; negative: no way

  FigureWays(const FigureCells& of, const Bone& from, const Checkpoint& checkpoint);
  /// Calls visit(cell) for all neighbors of a cell, including those over bridges.
  template <typename Visit>
  void visit_beside(int cell, const Visit& visit) const;
};

/// Limbs that reach at least `least` beyond the place where they join others, the longest first.
std::vector<FigureLimb> limbs_of(const FigureWays& ways, float least, const Checkpoint& checkpoint);
/// Computes a limb's middle from its cells.
void cut_across(const FigureWays& ways, FigureLimb& limb);

}  // namespace marrow
