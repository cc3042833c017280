// How a vertex follows several joints at once; rig/rig.h has the formulas.
#pragma once

#include <array>

#include "scene/choice.h"

namespace marrow {

enum class Blend {
  linear,           ///< weighted mean of the joints' matrices T: the default, the course's formula
  dual_quaternion,  ///< mean of the joints' rigid motions, as dual quaternions
  delta_mush,       ///< linear, smoothed, with the rest pose's detail put back
  centers,          ///< turned about the center of the skin with similar weights
  count,            ///< number of blends; not a blend
};

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
     .title = "centers of rotation",
     .help =
         "Each vertex turns about the center of the skin with similar weights, found at rest: a "
         "twist keeps the girth, and a bend neither caves in nor bulges. An extra task of the "
         "course."},
}};

inline constexpr std::array<RemovedChoice<Blend>, 1> kRemovedBlends = {{
    {.id = "direct-delta-mush",
     .instead = Blend::delta_mush,
     .notice = "direct delta mush was removed; delta mush is used instead"},
}};

template <>
struct ChoiceTable<Blend> {
  static constexpr const auto& rows = kBlends;
  static constexpr const auto& removed = kRemovedBlends;
  static constexpr const char *word = "blend", *label = "Blending";
  static constexpr const char* question = "How a vertex follows several joints at once";
};
static_assert(has_all_rows<Blend>(), "each blend needs a row, in the enumeration's order");

}  // namespace marrow
