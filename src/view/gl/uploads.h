// Counts uploads to the GPU for one picture.
#pragma once

#include <cstddef>

namespace marrow::view {

struct Uploads {
  std::size_t count = 0;  ///< arrays
  std::size_t bytes = 0;  ///< their bytes
  void add(std::size_t more) {
    ++count;
    bytes += more;
  }
};

}  // namespace marrow::view
