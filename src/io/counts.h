// Warnings that count what was repaired or lost. A count of 0 adds no warning.
#pragma once

#include <fmt/format.h>
#include <initializer_list>
#include <string>
#include <vector>

namespace marrow::io {

/// Replaces {} in `text` by the count.
inline void warn_of(std::size_t count, const char* text, std::vector<std::string>& warnings) {
  if (count > 0) warnings.push_back(fmt::format(fmt::runtime(text), count));
}

/// A count with the words for one and for several: 1, "face was left out", "faces were left out".
struct Counted {
  std::size_t count = 0;
  const char *one, *many;
};

/// Adds one warning per count: `form` with the count and its words.
inline void warn_of(const char* form, std::initializer_list<Counted> counts,
                    std::vector<std::string>& warnings) {
  for (const auto& [count, one, many] : counts)
    if (count > 0)
      warnings.push_back(fmt::format(fmt::runtime(form), count, count == 1 ? one : many));
}

}  // namespace marrow::io
