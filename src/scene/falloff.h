// The falloffs: weight of a capsule by the distance from its bone, one row each. File format,
// command line and window read this table; rig/falloff_formula.h has the formulas.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace marrow {

/// Weight of a capsule of radius r at distance d < r from its bone, before normalising.
enum class Falloff {
  inverse,  ///< 1 / max(d, 1e-6): the default, the course's formula
  linear,   ///< (r - d) / r
  smooth,   ///< smoothstep of (r - d) / r
  count,    ///< how many there are; no falloff
};

/// The weight's behaviour at the capsule's surface.
enum class AtSurface {
  unset,
  jumps,  ///< from something to 0; it does not depend on the radius
  fades,  ///< to 0; it depends on the radius
};

struct FalloffRow {
  Falloff falloff = Falloff::count;
  const char* id = nullptr;       ///< in files, on the command line, in `rig.ID` commands
  const char* title = nullptr;    ///< in menus and captions
  const char* formula = nullptr;  ///< head of a narrow column
  const char* help = nullptr;     ///< one or two short sentences
  AtSurface at_surface = AtSurface::unset;
  float fit_margin = 0.0f;  ///< radius that fits a joint's skin / distance of that skin; see
                            ///< rig/measure/bleed.h
};

/// In the enumeration's order.
inline constexpr std::array<FalloffRow, std::size_t(Falloff::count)> kFalloffs = {{
    {.falloff = Falloff::inverse,
     .id = "inverse",
     .title = "inverse distance",
     .formula = "1/d",
     .help = "1 / distance: the course's formula. The weight jumps at the capsule's edge.",
     .at_surface = AtSurface::jumps,
     .fit_margin = 1.05f},
    {.falloff = Falloff::linear,
     .id = "linear",
     .title = "linear",
     .formula = "(r-d)/r",
     .help = "(r - d) / r: goes to nothing at the edge, so nothing tears there.",
     .at_surface = AtSurface::fades,
     .fit_margin = 1.4f},
    {.falloff = Falloff::smooth,
     .id = "smooth",
     .title = "smooth",
     .formula = "smooth",
     .help = "As linear, with a soft beginning and end.",
     .at_surface = AtSurface::fades,
     .fit_margin = 1.4f},
}};

constexpr bool is_complete(const FalloffRow& row) {
  return row.id && row.title && row.formula && row.help && row.at_surface != AtSurface::unset &&
         row.fit_margin >= 1.0f;
}
static_assert(
    [] {
      for (std::size_t i = 0; i < kFalloffs.size(); ++i)
        if (kFalloffs[i].falloff != Falloff(i) || !is_complete(kFalloffs[i])) return false;
      return true;
    }(),
    "each falloff needs a row in the enumeration's order, with every member set");

/// False for an invalid number.
constexpr bool is_known(Falloff falloff) { return std::size_t(falloff) < kFalloffs.size(); }

/// Precondition: is_known(falloff). Throws std::out_of_range otherwise.
constexpr const FalloffRow& falloff_row(Falloff falloff) {
  return kFalloffs.at(std::size_t(falloff));
}

constexpr std::optional<Falloff> falloff_from_id(std::string_view id) {
  for (const FalloffRow& row : kFalloffs)
    if (id == row.id) return row.falloff;
  return std::nullopt;
}

/// "inverse, linear or smooth"
inline std::string falloff_ids() {
  std::string text;
  for (std::size_t i = 0; i < kFalloffs.size(); ++i)
    text += std::string(i == 0 ? "" : i + 1 < kFalloffs.size() ? ", " : " or ") + kFalloffs[i].id;
  return text;
}

}  // namespace marrow
