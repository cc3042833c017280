// The falloffs: weight of a capsule by the distance from its bone, one row each. File format,
// command line and window read this table; rig/falloff_formula.h has the formulas.
#pragma once

#include <array>

#include "scene/choice.h"

namespace marrow {

/// Weight of a capsule of radius r at distance d < r from its bone, before normalizing.
enum class Falloff {
  inverse,  ///< 1 / max(d, 1e-6): the default, the course's formula
  linear,   ///< (r - d) / r
  smooth,   ///< smoothstep of (r - d) / r
  count,    ///< number of falloffs; not a falloff
};

/// The weight's behavior at the capsule's surface.
enum class AtSurface {
  unset,
  jumps,  ///< to 0; the weight inside does not depend on the radius
  fades,  ///< continuously to 0; the weight depends on the radius
};

struct FalloffRow {
  Falloff value = Falloff::count;
  const char* id = nullptr;       ///< see ChoiceRow; also in `rig.ID` commands
  const char* title = nullptr;    ///< see ChoiceRow
  const char* formula = nullptr;  ///< title of a narrow column
  const char* help = nullptr;     ///< see ChoiceRow
  AtSurface at_surface = AtSurface::unset;
  /// Radius that fits a joint's skin, divided by the distance of that skin; see
  /// rig/measure/bleed.h.
  float fit_margin = 0.0f;
};

/// In the enumeration's order.
inline constexpr std::array<FalloffRow, std::size_t(Falloff::count)> kFalloffs = {{
    {.value = Falloff::inverse,
     .id = "inverse",
     .title = "inverse distance",
     .formula = "1/d",
     .help = "1 / distance: the course's formula. The weight jumps at the capsule's edge.",
     .at_surface = AtSurface::jumps,
     .fit_margin = 1.05f},
    {.value = Falloff::linear,
     .id = "linear",
     .title = "linear",
     .formula = "(r-d)/r",
     .help = "(r - d) / r: goes to zero at the edge, so nothing tears there.",
     .at_surface = AtSurface::fades,
     .fit_margin = 1.4f},
    {.value = Falloff::smooth,
     .id = "smooth",
     .title = "smooth",
     .formula = "smooth",
     .help = "As linear, with a soft beginning and end.",
     .at_surface = AtSurface::fades,
     .fit_margin = 1.4f},
}};

template <>
struct ChoiceTable<Falloff> {
  static constexpr const auto& rows = kFalloffs;
  static constexpr const char *word = "falloff", *label = "Falloff";
  static constexpr const char* question =
      "How a joint's weight falls with the distance from its bone";
};

constexpr bool is_complete(const FalloffRow& row) {
  return row.formula && row.at_surface != AtSurface::unset && row.fit_margin >= 1.0f;
}
static_assert(
    [] {
      for (const FalloffRow& row : kFalloffs)
        if (!is_complete(row)) return false;
      return has_all_rows<Falloff>();
    }(),
    "each falloff needs a row in the enumeration's order, with every member set");

}  // namespace marrow
