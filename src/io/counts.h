// Warnings that count what was repaired or lost.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "base/text.h"

namespace marrow::io {

struct Count {
  std::size_t count = 0;
  const char* text = "";  ///< for counted()
};

/// Adds one warning per count that is not 0.
inline void warn_of(std::initializer_list<Count> counts, std::vector<std::string>& warnings) {
  for (const auto& [count, text] : counts)
    if (count > 0) warnings.push_back(counted(text, count));
}

}  // namespace marrow::io
