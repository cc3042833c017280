// Groups of vertices that follow the same joints.
#pragma once

#include <cstdint>
#include <vector>

#include "scene/influences.h"

namespace marrow::fast {

/// The different lists of joints of vertices, numbered in the order in which they are added.
class JointTuples {
 public:
  struct Tuple {
    std::uint32_t hash = 0;
    std::uint32_t vertex = 0;  ///< one whose row has these joints
    std::uint32_t count = 0;   ///< times it was met
  };

  /// The number of the tuple of `vertex`, counted `times` more.
  std::uint32_t add(const Influences& rows, std::uint32_t vertex, std::uint32_t times);
  /// The same with a known hash of its joints.
  std::uint32_t add(const Influences& rows, std::uint32_t vertex, std::uint32_t times,
                    std::uint32_t hash);

  const std::vector<Tuple>& tuples() const { return tuples_; }

 private:
  void grow();

  std::vector<Tuple> tuples_;
  std::vector<std::uint32_t>
      table_;  ///< open addressing: number + 1, or 0; its size is a power of two
};

bool same_joints(const Influences& rows, std::uint32_t a, std::uint32_t b);
std::uint32_t hash_of_joints(const Influences& rows, std::uint32_t vertex);

}  // namespace marrow::fast
