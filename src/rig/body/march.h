// Shortest paths inside a solid, from one bone to all cells around it: Lazy Theta* (Nash, Koenig
// and Tovey 2010) with the bone as its start. A path is straight while it stays inside and bends at
// centers of cells, so in a convex body its length is the straight distance.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/body/solid.h"
#include "rig/bones.h"

namespace marrow {

class March {
 public:
  static constexpr int kBone = -1;  ///< the path leads straight to the bone

  /// The solid must outlive it.
  explicit March(const Solid& solid);

  /// Starts from these cells, which see the bone. Leaves out paths longer than `reach`. After its
  /// checkpoint ended a run, the object must not be used any more.
  void run(
      const Bone& bone, const std::vector<int>& starts, float reach,
      const Checkpoint& checkpoint = [] {});

  /// Cells reached by the last run, nearest first.
  const std::vector<std::uint32_t>& cells() const { return cells_; }
  /// Length of the path from the center of a reached cell.
  float length(std::size_t cell) const { return length_[cell]; }
  /// The cell where the path from a reached cell bends next; kBone if nowhere.
  int bend(std::size_t cell) const { return bend_[cell]; }
  /// The path from a point attached to a reached cell to the bone, over the cell's bends, or over
  /// the cell itself with `over_cell`: both ends and the bends between. Each bend is moved from its
  /// cell's center towards the corner that it leads around, by at most 0.6 cell edges, which is the
  /// mean distance of that corner.
  void path(const glm::vec3& from, std::size_t cell, bool over_cell,
            std::vector<glm::vec3>& points) const;

 private:
  enum class State : std::uint8_t { unseen, waiting, straight, done };
  struct Step {
    float length;
    std::uint32_t cell;
  };
  float length_over(int bend, const glm::vec3& center) const;
  bool sees(int cell, int bend) const;
  bool follows(int cell, int bend) const;
  void offer(int cell, int bend, State state);
  void take(int cell);
  void bend_at_neighbor(int cell);

  const Solid& solid_;
  Bone bone_;
  std::vector<float> length_;
  std::vector<int> bend_;
  std::vector<State> state_;
  std::vector<std::uint32_t> seen_, cells_;
  std::vector<std::vector<Step>> waiting_;  ///< bands by length, each half an edge wide
  std::size_t band_ = 0;                    ///< index into waiting_: the band in work
  float reach_ = 0.0f, shortest_ = 0.0f;    ///< shortest_: where bands begin
};

}  // namespace marrow
