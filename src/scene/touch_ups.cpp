#include "scene/touch_ups.h"

#include <cmath>

namespace marrow {

namespace {

bool are_rows(const TouchUps& touch_ups, EmptyRows empty) {
  const std::vector<std::uint32_t>& begin = touch_ups.row_begin;
  if (begin.size() != touch_ups.vertices.size() + 1 || begin.front() != 0 ||
      begin.back() != touch_ups.joint.size() ||
      touch_ups.joint.size() != touch_ups.difference.size())
    return false;
  for (std::size_t n = 0; n + 1 < begin.size(); ++n)
    if (begin[n + 1] < begin[n] || (begin[n + 1] == begin[n] && empty == EmptyRows::refused))
      return false;
  return true;
}

}  // namespace

std::string why_invalid(const TouchUps& touch_ups, std::size_t vertices, EmptyRows empty) {
  if (!are_rows(touch_ups, empty)) return "touch-ups whose rows do not match their entries";
  for (std::size_t n = 0; n < touch_ups.vertices.size(); ++n) {
    if (vertices > 0 && touch_ups.vertices[n] >= vertices)
      return "a touch-up of a vertex that it does not have";
    if (n > 0 && touch_ups.vertices[n] <= touch_ups.vertices[n - 1])
      return "touch-ups whose vertices do not ascend";
    for (std::uint32_t k = touch_ups.row_begin[n]; k < touch_ups.row_begin[n + 1]; ++k) {
      if (k > touch_ups.row_begin[n] && touch_ups.joint[k] <= touch_ups.joint[k - 1])
        return "touch-ups whose joints do not ascend";
      if (!(std::abs(touch_ups.difference[k]) <= 1.0f))
        return "a touch-up that is not between -1 and 1";
    }
  }
  return {};
}

void append_rows(const TouchUps& from, std::size_t first, std::size_t last, TouchUps& to) {
  if (first == last) return;
  const std::uint32_t begin = from.row_begin[first], end = from.row_begin[last],
                      moved = std::uint32_t(to.joint.size()) - begin;
  const auto append = [](const auto& values, std::size_t a, std::size_t b, auto& into) {
    into.insert(into.end(), values.begin() + std::ptrdiff_t(a), values.begin() + std::ptrdiff_t(b));
  };
  append(from.vertices, first, last, to.vertices);
  append(from.joint, begin, end, to.joint);
  append(from.difference, begin, end, to.difference);
  for (std::size_t n = first; n < last; ++n) to.row_begin.push_back(from.row_begin[n + 1] + moved);
}

TouchUps with_rows(const TouchUps& before, const TouchUps& changed, EmptyRows empty) {
  TouchUps result;
  result.vertices.reserve(before.vertices.size() + changed.vertices.size());
  result.row_begin.reserve(result.vertices.capacity() + 1);
  result.joint.reserve(before.joint.size() + changed.joint.size());
  result.difference.reserve(result.joint.capacity());
  std::size_t old = 0;
  for (std::size_t n = 0; n < changed.vertices.size(); ++n) {
    const std::uint32_t vertex = changed.vertices[n];
    const std::size_t first = old;
    while (old < before.vertices.size() && before.vertices[old] < vertex) ++old;
    append_rows(before, first, old, result);
    if (old < before.vertices.size() && before.vertices[old] == vertex) ++old;
    if (empty == EmptyRows::allowed || changed.row_begin[n] < changed.row_begin[n + 1])
      append_rows(changed, n, n + 1, result);
  }
  append_rows(before, old, before.vertices.size(), result);
  return result;
}

}  // namespace marrow
