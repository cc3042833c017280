// Indices of our data are int, -1 for none; those of containers are unsigned.
#pragma once

#include <cstddef>
#include <unordered_map>

namespace marrow {

/// An index that is known not to be negative, for a container.
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// The place of each item by its id, to look many up. The first of equal ids.
template <typename Items>
auto index_by_id(const Items& items) {
  std::unordered_map<decltype(items.front().id), std::size_t> places;
  places.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) places.emplace(items[i].id, i);
  return places;
}

}  // namespace marrow
