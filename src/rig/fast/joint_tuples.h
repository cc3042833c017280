// Groups of vertices that follow the same joints.
#pragma once

#include <cstdint>
#include <vector>

#include "scene/influences.h"

namespace marrow::fast {

/// The distinct joint lists of vertices, numbered in the order in which they are added.
class JointTuples {
 public:
  struct Tuple {
    std::uint32_t hash = 0;
    std::uint32_t vertex = 0;  ///< one vertex with these joints
    std::uint32_t count = 0;   ///< sum of `times` in calls of add()
  };

  /// Adds `times` to the count of the vertex's tuple and returns the tuple's number.
  std::uint32_t add(const Influences& rows, std::uint32_t vertex, std::uint32_t times);
  /// As above, with a known hash of the joints.
  std::uint32_t add(const Influences& rows, std::uint32_t vertex, std::uint32_t times,
                    std::uint32_t hash);

  const std::vector<Tuple>& tuples() const { return tuples_; }

 private:
  void grow();

  std::vector<Tuple> tuples_;
  /// Hash table with open addressing: tuple number + 1, or 0. Its size is a power of two.
  std::vector<std::uint32_t> table_;
};

bool same_joints(const Influences& rows, std::uint32_t a, std::uint32_t b);
std::uint32_t hash_of_joints(const Influences& rows, std::uint32_t vertex);

}  // namespace marrow::fast
