// How a vertex follows several joints at once; rig/rig.h has the formulas.
#pragma once

#include <array>

#include "scene/choice.h"

namespace marrow {

enum class Blend {
  linear,             ///< by the weighted mean of T: the default, the course's formula
  dual_quaternion,    ///< by the mean of rigid motions as dual quaternions
  delta_mush,         ///< linear, smoothed, with the rest pose's detail put back
  centers,            ///< turned about the center of what is weighed alike
  direct_delta_mush,  ///< delta mush that smooths once, at rest
  count,              ///< how many there are; no blend
};

/// True if a vertex follows from those around it too, not from its own row alone.
constexpr bool takes_neighbors(Blend blend) {
  return blend == Blend::delta_mush || blend == Blend::direct_delta_mush;
}

inline constexpr std::array<ChoiceRow<Blend>, std::size_t(Blend::count)> kBlends = {{
    {.value = Blend::linear,
     .id = "linear",
     .title = "linear",
     .help = "The weighted mean of the joints' matrices: the course's formula. A twist of 180 "
             "degrees pinches the skin to a point."},
    {.value = Blend::dual_quaternion,
     .id = "dual-quaternion",
     .title = "dual quaternions",
     .help = "The mean of the joints' motions is a motion, so a twist keeps the skin's girth; a "
             "bend bulges. An extra task of the course."},
    {.value = Blend::delta_mush,
     .id = "delta-mush",
     .title = "delta mush",
     .help = "Linear, then smoothed, with the rest pose's detail put back: soft bends, no tears. "
             "Slower. An extra task of the course."},
    {.value = Blend::centers,
     .id = "centers",
     .title = "centres of rotation",
     .help =
         "The skin turns about centres, found at rest, of what is weighed like it: a twist keeps "
         "its girth, and a bend neither caves in nor bulges. An extra task of the course."},
    {.value = Blend::direct_delta_mush,
     .id = "direct-delta-mush",
     .title = "direct delta mush",
     .help = "Delta mush that smooths once, at rest, and turns the rest pose's detail as the skin "
             "around it turned. Faster in every pose. Not the course's formula."},
}};

template <>
struct ChoiceTable<Blend> {
  static constexpr const auto& rows = kBlends;
  static constexpr const char *word = "blend", *label = "Blending";
  static constexpr const char* question = "How a vertex follows several joints at once";
};
static_assert(has_all_rows<Blend>(), "each blend needs a row, in the enumeration's order");

}  // namespace marrow
