// How far a vertex is from a bone, one row for each way to measure it. File format, command line
// and window read this table.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace marrow {

enum class Metric {
  straight,  ///< through the air: the default, the course's formula
  body,      ///< along the shortest way inside the meshes that the skeleton deforms
  count,     ///< how many there are; no metric
};

struct MetricRow {
  Metric metric = Metric::count;
  const char* id = nullptr;     ///< in files, on the command line, in `rig.ID` commands
  const char* title = nullptr;  ///< in menus and captions
  const char* help = nullptr;   ///< one or two short sentences
};

/// In the enumeration's order.
inline constexpr std::array<MetricRow, std::size_t(Metric::count)> kMetrics = {{
    {.metric = Metric::straight,
     .id = "straight",
     .title = "straight",
     .help = "d is the straight distance to the bone: the course's formula. It goes through the "
             "air, from a finger to the thigh beside it."},
    {.metric = Metric::body,
     .id = "body",
     .title = "through the body",
     .help = "d is the length of the shortest way inside the mesh, so a finger is far from the "
             "thigh beside it. Not the course's formula."},
}};
static_assert(
    [] {
      for (std::size_t i = 0; i < kMetrics.size(); ++i)
        if (kMetrics[i].metric != Metric(i) || !kMetrics[i].id || !kMetrics[i].title ||
            !kMetrics[i].help)
          return false;
      return true;
    }(),
    "each metric needs a row in the enumeration's order, with every member set");

/// False for an invalid number.
constexpr bool is_known(Metric metric) { return std::size_t(metric) < kMetrics.size(); }

/// Precondition: is_known(metric). Throws std::out_of_range otherwise.
constexpr const MetricRow& metric_row(Metric metric) { return kMetrics.at(std::size_t(metric)); }

constexpr std::optional<Metric> metric_from_id(std::string_view id) {
  for (const MetricRow& row : kMetrics)
    if (id == row.id) return row.metric;
  return std::nullopt;
}

/// "straight or body"
inline std::string metric_ids() {
  std::string text;
  for (std::size_t i = 0; i < kMetrics.size(); ++i)
    text += std::string(i == 0 ? "" : i + 1 < kMetrics.size() ? ", " : " or ") + kMetrics[i].id;
  return text;
}

}  // namespace marrow
