// How the distance from a vertex to a bone is measured.
#pragma once

#include <array>

#include "scene/choice.h"

namespace marrow {

enum class Metric {
  straight,  ///< the straight line: the default, the course's formula
  body,      ///< the shortest path inside the meshes that the skeleton deforms
  count,     ///< number of metrics; not a metric
};

inline constexpr std::array<ChoiceRow<Metric>, std::size_t(Metric::count)> kMetrics = {{
    {.value = Metric::straight,
     .id = "straight",
     .title = "straight",
     .help = "d is the straight distance to the bone: the course's formula. It passes through "
             "the air, from a finger to the thigh next to it."},
    {.value = Metric::body,
     .id = "body",
     .title = "through the body",
     .help = "d is the length of the shortest path inside the mesh, so a finger is far from the "
             "thigh next to it. Not the course's formula."},
}};

template <>
struct ChoiceTable<Metric> {
  static constexpr const auto& rows = kMetrics;
  static constexpr const char *word = "metric", *label = "Distance";
  static constexpr const char* question = "How the distance from a vertex to a bone is measured";
};
static_assert(has_all_rows<Metric>(), "each metric needs a row, in the enumeration's order");

}  // namespace marrow
