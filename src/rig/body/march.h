// Shortest paths inside a solid, from one bone to all cells around it: Lazy Theta* (Nash, Koenig and
// Tovey 2010) with the bone as its start. A path is straight for as long as it stays inside and
// bends at centers of cells, so in a convex body it is the straight distance.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/body/solid.h"
#include "rig/bones.h"

namespace marrow {

class March {
 public:
  static constexpr int kBone = -1;  ///< a path that leads straight to the bone

  /// The solid must outlive it.
  explicit March(const Solid& solid);

  /// From these cells, of which the path to the bone is straight. Ways longer than `reach` are left
  /// out. Ended by its checkpoint it is of no further use.
  void run(
      const Bone& bone, const std::vector<int>& starts, float reach,
      const Checkpoint& checkpoint = [] {});

  /// Of the last run, nearest first.
  const std::vector<std::uint32_t>& cells() const { return cells_; }
  /// Of such a cell's center.
  float length(std::size_t cell) const { return length_[cell]; }
  /// The cell where the path from there bends next; kBone: none.
  int bend(std::size_t cell) const { return bend_[cell]; }
  /// The path from a point that such a cell stands for, over the cell's bends or (`over_cell`) the
  /// cell itself, to the bone: its ends, and where it bends. A bend is moved 0.6 edges at most from
  /// its cell towards what it leads around, which is that far from the center on the mean.
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
  void bend_at_neighbour(int cell);

  const Solid& solid_;
  Bone bone_;
  std::vector<float> length_;
  std::vector<int> bend_;
  std::vector<State> state_;
  std::vector<std::uint32_t> seen_, cells_;
  std::vector<std::vector<Step>> waiting_;  ///< by length, half an edge each, from the shortest
  std::size_t band_ = 0;                    ///< of these: the one that is being taken
  float reach_ = 0.0f, shortest_ = 0.0f;    ///< of paths: the bone may be far away
};

}  // namespace marrow
