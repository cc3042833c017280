// Indices and lists. Our data uses int with -1 for none; containers use unsigned numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace marrow {

/// Converts an index for use with a container. Precondition: index >= 0.
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

template <typename Values, typename Value>
bool list_has(const Values& values, const Value& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// Sorts a list and removes duplicates.
template <typename Values>
void sort_unique(Values& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Maps each item's id to its index, for many look-ups. Of items with one id, the first counts.
template <typename Items>
auto index_by_id(const Items& items) {
  std::unordered_map<decltype(items.front().id), std::size_t> places;
  places.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) places.emplace(items[i].id, i);
  return places;
}

}  // namespace marrow
