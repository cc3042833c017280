// The brushes that paint touch-ups.
#pragma once

#include <array>

#include "scene/choice.h"

namespace marrow {

enum class Brush {
  add,        ///< more weight for one joint
  take_away,  ///< less weight for one joint
  smooth,     ///< towards the mean of the vertices around it
  sharpen,    ///< away from that mean
  erase,      ///< back to the weights of the capsules, or of the file
  count,      ///< number of brushes; not a brush
};

struct BrushRow : ChoiceRow<Brush> {
  bool needs_joint = false;  ///< paints the weight of one joint; otherwise of all joints
};

inline constexpr std::array<BrushRow, std::size_t(Brush::count)> kBrushes = {{
    {{.value = Brush::add,
      .id = "add",
      .title = "Add",
      .help = "More weight for the selected joint; the others share what is left."},
     true},
    {{.value = Brush::take_away,
      .id = "take-away",
      .title = "Take away",
      .help = "Less weight for the selected joint; the others get it."},
     true},
    {{.value = Brush::smooth,
      .id = "smooth",
      .title = "Smooth",
      .help = "All joints' weights come nearer to those of the vertices around."},
     false},
    {{.value = Brush::sharpen,
      .id = "sharpen",
      .title = "Sharpen",
      .help = "All joints' weights go away from those of the vertices around."},
     false},
    {{.value = Brush::erase,
      .id = "erase",
      .title = "Back to the capsule",
      .help = "Takes touch-ups away: the capsules' weights, or the file's, come back."},
     false},
}};

template <>
struct ChoiceTable<Brush> {
  static constexpr const auto& rows = kBrushes;
  static constexpr const char *word = "brush", *label = "Brush";
  static constexpr const char* question = "What a stroke does to weights";
};
static_assert(has_all_rows<Brush>(), "each brush needs a row, in the enumeration's order");

}  // namespace marrow
