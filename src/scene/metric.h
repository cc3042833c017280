// How far a vertex is from a bone.
#pragma once

#include <array>

#include "scene/choice.h"

namespace marrow {

enum class Metric {
  straight,  ///< through the air: the default, the course's formula
  body,      ///< along the shortest way inside the meshes that the skeleton deforms
  count,     ///< how many there are; no metric
};

inline constexpr std::array<ChoiceRow<Metric>, std::size_t(Metric::count)> kMetrics = {{
    {.value = Metric::straight,
     .id = "straight",
     .title = "straight",
     .help = "d is the straight distance to the bone: the course's formula. It goes through the "
             "air, from a finger to the thigh beside it."},
    {.value = Metric::body,
     .id = "body",
     .title = "through the body",
     .help = "d is the length of the shortest way inside the mesh, so a finger is far from the "
             "thigh beside it. Not the course's formula."},
}};

template <>
struct ChoiceTable<Metric> {
  static constexpr const auto& rows = kMetrics;
  static constexpr const char *word = "metric", *label = "Distance";
  static constexpr const char* question = "How the distance from a vertex to a bone is measured";
};
static_assert(has_all_rows<Metric>(), "each metric needs a row, in the enumeration's order");

}  // namespace marrow
